"""The own screen of somebody who waits names nobody: whoever is asked now may not be so later."""

import pytest

from bot.engine.events import Seat
from bot.engine.game import find_waiting
from bot.engine.package import GamePackage
from bot.engine.screens import ScreenContext, make_question
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from bot.testing.playing import Step, make_setup, play_game

NAMES = ("Adalbert", "Benedetta", "Cleopatra", "Donatello", "Esmeralda", "Ferdinand", "Giu", "Hana")
PLAYED_GAMES = 3


def tell_waiting(package: GamePackage, step: Step, seat: Seat, context: ScreenContext) -> str:
    """Return what the game tells somebody who waits, without fields, which show the game."""
    question = make_question(package.game, step.state, seat, None, "", context)
    return package.screens.own_screen(question).text


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_who_waits_does_not_read_who_is_asked_now(game: str, language: str, pictures: bool) -> None:
    """A person's move renews no screen of those who still wait: what it says has to stay true."""
    package = GAMES[game]
    first = len(package.computers.levels) + 1
    for number in range(first, first + PLAYED_GAMES):
        play = play_game(package, make_setup(package, number))
        names = NAMES[: play.setup.seats]
        context = ScreenContext(text(language, package.text), names, names, pictures)
        for step in play.steps:
            prompts = package.game.prompts(step.state)
            asked = {prompt.seat for prompt in find_waiting(prompts)} - {None}
            for seat in {*range(len(names))} - {prompt.seat for prompt in prompts}:
                told = tell_waiting(package, step, seat, context)
                named = {other for other, name in enumerate(names) if name in told}
                assert not named & asked, f"step {step.number}, seat {seat}: {told}"
