"""The screens of Higher or lower: all words are messages of `text/en.ftl` and `text/de.ftl`."""

from collections.abc import Sequence

from bot.games.events import Notice, Seat
from bot.games.game import Place
from bot.games.screen import Question, Scene, Screen, Screens, field_buttons
from higher_or_lower.events import CardShown
from higher_or_lower.rules import ROUNDS
from higher_or_lower.state import Round, View


class HigherOrLowerScreens(Screens[View]):
    """What people see: the board is public, the private screen is one person's own."""

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the public board: the round, points and who has bid, and the last round."""
        lines = [scene.say("round", number=min(len(view.rounds) + 1, ROUNDS), rounds=ROUNDS), ""]
        lines += [
            scene.say(
                "player",
                name=name,
                points=view.points(seat),
                answered="yes" if seat in view.answered else "no",
            )
            for seat, name in enumerate(scene.names)
        ]
        if view.rounds:
            lines += ["", scene.say("last-round"), *_shown(view.rounds[-1], scene)]
        return Screen(scene.say("game-title"), "\n".join(lines))

    def private(self, question: Question[View]) -> Screen:
        """Return one's own card, and a button for each bid while one is asked."""
        view, say = question.view, question.scene.say
        if question.prompt is None:
            return Screen("", say("own-bid", card=view.card, bid=view.bid.path if view.bid else ""))
        buttons = field_buttons(question, lambda prefix: say(f"move-{prefix.path}"))
        return Screen("", say("higher-or-lower", card=view.card), rows=buttons)

    def news(
        self, notices: Sequence[Notice], view: View, seat: Seat, scene: Scene
    ) -> tuple[str, ...]:
        """Return how the reader's last bid went."""
        if not view.rounds or not any(isinstance(notice.event, CardShown) for notice in notices):
            return ()
        last = view.rounds[-1]
        return (
            scene.say(
                "your-round",
                card=last.cards[seat],
                other=last.cards[1 - seat],
                name=scene.names[1 - seat],
                bid=last.bids[seat].path,
                right=int(last.right(seat)),
            ),
        )

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return the places, and below them all rounds."""
        screen = super().end(view, places, scene)
        lines = [screen.text]
        for number, each in enumerate(view.rounds, 1):
            lines += ["", scene.say("round", number=number, rounds=ROUNDS), *_shown(each, scene)]
        return Screen(screen.title, "\n".join(lines))


def _shown(shown: Round, scene: Scene) -> list[str]:
    return [
        scene.say(
            "shown",
            seat_name=name,
            card=shown.cards[seat],
            bid=shown.bids[seat].path,
            right=int(shown.right(seat)),
        )
        for seat, name in enumerate(scene.names)
    ]
