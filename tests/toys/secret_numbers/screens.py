"""The screens of Secret Numbers: a number, two suspicions in one menu, a confirmation."""

from collections.abc import Sequence

from bot.games.events import EventRecord, Seat
from bot.games.game import Prompt
from bot.games.screen import Button, Look, Scene, Screen, Screens, Select, SubmitMove, field_buttons
from tests.toys.secret_numbers.state import View


class SecretNumbersScreens(Screens[View]):
    """What players and onlookers see."""

    rules_pages = 2

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the points, and who has answered."""
        title = scene.say("board-title", round=view.round + 1)
        lines = [self.score(view, scene)]
        lines += [scene.say("has-answered", name=scene.names[seat]) for seat in view.answered]
        lines += [scene.say("is-gone", name=scene.names[seat]) for seat in view.gone]
        return Screen(title, "\n".join(lines))

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return the next field of a move, or one's own answer."""
        say = scene.say
        if prompt is None:
            own = say("own", answer=view.own) if view.own else say("own-none")
            return Screen("", own)
        if not path:
            return Screen("", say("pick-number"), rows=field_buttons(prompt, moves, "", str))
        back = Button(say("button-back"), Look(prompt.decision))
        if "/" in path:
            sure = Button(say("button-sure"), SubmitMove(prompt.decision, path), "good")
            return Screen("", say("confirm", answer=path), rows=((sure, back),))
        options = tuple((str(number), str(number)) for number in range(1, view.top + 1))
        select = Select(say("suspects"), Look(prompt.decision, path), options, least=2, most=2)
        chosen = say("pick-suspects", number=path)
        return Screen("", chosen, rows=((select,), (back,)))

    def news(
        self,
        events: Sequence[EventRecord],
        view: View,
        seat: Seat,
        scene: Scene,
    ) -> tuple[str, ...]:
        """Return what the seat named in the rounds that have ended."""
        named = (e.values for e in events if e.name == "shown" and e.values[0] == seat)
        return tuple(scene.say("news-shown", number=number) for _, number, _ in named)

    def score(self, view: View, scene: Scene) -> str:
        """Return the points so far."""
        return "\n".join(
            scene.say("points", name=scene.names[seat], points=points)
            for seat, points in enumerate(view.points)
        )

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return one of two pages."""
        return Screen(scene.say("rules-title"), scene.say(f"rules-{page + 1}"))
