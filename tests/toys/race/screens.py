"""The screens of Race: one press is one hand."""

from collections.abc import Sequence

from bot.games.events import Seat
from bot.games.game import Prompt
from bot.games.screen import Button, Scene, Screen, Screens, SubmitMove
from bot.text import Text
from tests.toys.race.state import PASS, View


class RaceScreens(Screens[View]):
    """What players and onlookers see."""

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the points, and whose hands are in."""
        lines = [
            scene.say("points", name=scene.names[seat], points=points)
            for seat, points in enumerate(view.points)
        ]
        lines += [scene.say("is-in", name=scene.names[seat]) for seat in view.moved]
        return Screen(scene.say("board-title", round=view.round + 1), "\n".join(lines))

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return a button for each tile, while one may grab."""
        say = scene.say
        if prompt is None:
            own = say("wait", move=_label(view.own, say)) if view.own else say("wait-for-others")
            return Screen("", own)
        row = tuple(
            Button(_label(move, say), SubmitMove(prompt.decision, move), "main") for move in moves
        )
        return Screen("", say("grab"), rows=(row,))

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:
        """Return who has not grabbed, or that the round is closing."""
        return super().asked(view, prompts, scene) or scene.say("closing")


def _label(move: str, say: Text) -> str:
    return say("pass") if move == PASS else say("tile", tile=move.removeprefix("grab/"))
