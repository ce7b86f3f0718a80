"""The screens of Race: one press is one hand."""

from collections.abc import Sequence

from bot.engine.game import Prompt
from bot.engine.moves import Move
from bot.engine.screen import Button, Screen
from bot.engine.screens import Question, ScreenContext, Screens
from bot.i18n import Text
from tests.toys.race.model.moves import Grab
from tests.toys.race.model.state import View


class RaceScreens(Screens[View]):
    """What players and onlookers see."""

    def board(self, view: View, context: ScreenContext) -> Screen:
        """Return the points, and whose hands are in."""
        lines = [
            context.say("points", name=context.names[seat], points=points)
            for seat, points in enumerate(view.points)
        ]
        lines += [context.say("is-in", name=context.names[seat]) for seat in view.moved]
        return Screen(context.say("board-title", round=view.round + 1), "\n".join(lines))

    def own_screen(self, question: Question[View]) -> Screen:
        """Return a button for each tile, while one may grab."""
        own_move, say = question.view.own, question.context.say
        if question.prompt is None:
            own = say("wait", move=_label(own_move, say)) if own_move else say("wait-for-others")
            return Screen("", own)
        row = tuple(
            Button(_label(move, say), question.submit(move), "main") for move in question.moves
        )
        return Screen("", say("grab"), rows=(row,))

    def describe_prompts(
        self, view: View, prompts: Sequence[Prompt], context: ScreenContext
    ) -> str:
        """Return who has not grabbed, or that the round is closing."""
        return super().describe_prompts(view, prompts, context) or context.say("closing")


def _label(move: Move, say: Text) -> str:
    return say("tile", tile=str(move.tile)) if isinstance(move, Grab) else say("pass")
