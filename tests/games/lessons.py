"""What a learner sees in a lesson, and moves on the way, for the tests of all games' lessons."""

from typing import Any

from bot.engine.chance import PythonChance
from bot.engine.game import Prompt
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, apply_record
from bot.engine.screen import Button, Screen
from bot.engine.screens import ScreenContext, make_question
from bot.i18n import text
from tests.games.looks import buttons_of

ME = 0
"""The learner's seat."""


class Learner:
    """The learner in the lesson of a game."""

    def __init__(self, package: GamePackage, *names: str) -> None:
        self._package, self._names = package, names

    def context(
        self, language: str = "en", *, lesson: bool = True, pictures: bool = True
    ) -> ScreenContext:
        say = text(language, self._package.text)
        return ScreenContext(say, self._names, self._names, pictures, lesson=lesson)

    def prompt_of(self, state: Any) -> Prompt | None:
        prompts = self._package.game.prompts(state)
        return next((prompt for prompt in prompts if prompt.seat == ME), None)

    def own(
        self,
        state: Any,
        path: str = "",
        *,
        language: str = "en",
        lesson: bool = True,
        pictures: bool = True,
    ) -> Screen:
        """Return the learner's screen."""
        here = self.context(language, lesson=lesson, pictures=pictures)
        question = make_question(self._package.game, state, ME, self.prompt_of(state), path, here)
        return self._package.screens.own_screen(question)

    def play(self, state: Any, *moves: str) -> Any:
        """Return the lesson after these moves, each by the first who is asked."""
        for move in moves:
            prompt = self._package.game.prompts(state)[0]
            assert prompt.seat is not None
            act = ActRecord(prompt.seat, prompt.decision, move, 0)
            state, _ = apply_record(self._package.game, state, act, PythonChance(0))
        return state

    def hints(self, state: Any) -> list[str]:
        """Return what is explained."""
        return [line for line in self.own(state).text.splitlines() if line.startswith("💡")]

    def list_green_labels(self, state: Any, path: str = "") -> list[str]:
        return [button.label for button in find_green_buttons(self.own(state, path))]


def find_green_buttons(screen: Screen) -> list[Button]:
    """Return the green buttons, after a check that all others are grey."""
    buttons = buttons_of(screen)
    assert {button.style for button in buttons} <= {"good", "plain"}
    return [button for button in buttons if button.style == "good"]
