"""The screens of Catham City, each made from a view."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.games.catham_city import moments, pictures, private, rules_pages, teaching, told
from bot.games.catham_city.cards import HAND_LIMIT
from bot.games.catham_city.state import View
from bot.games.catham_city.words import (
    SPELLED,
    cards,
    effect_in_short,
    hand_size,
    heading,
    mark,
    player,
    players,
    points,
    seat_sign,
    signed,
)
from bot.games.events import Event, Seat
from bot.games.game import Place, Prompt
from bot.games.screen import Field, Moment, Picture, Scene, Screen, Screens, Seen
from bot.games.wording import lines, medal, paragraphs

NAMED = 2
"""Of more players who are asked only the number is told: the lines below tell who they are."""


class CathamCityScreens(Screens[View]):
    """What players and onlookers of Catham City see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the city at night."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return how everybody stands; without a picture, what was played and the market, too."""
        say = scene.say
        stands = lines(*(_stand(view, seat, scene) for seat in range(len(view.points))))
        if scene.pictures:
            text = lines(_answers(view, scene), stands)
            return Screen("", text, picture=pictures.board(view, scene))
        effects = (
            say("brief", faction=signed(faction, scene), effect=effect_in_short(faction, say))
            for faction in view.factions
        )
        return Screen(
            say("board-title", turn=view.turn + 1),
            text=lines(
                _played(view, scene),
                say("standings", target=view.target),
                stands,
                "\n" + say("market", cards=cards(view.market, scene)),
                _piles(view, scene),
            ),
            fields=(Field(say("factions-in-play"), lines(*effects)),),
        )

    def private(
        self,
        view: View,
        seat: Seat,
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return the viewer's hand, and the step of the move that `path` leads to.

        A learner, who sees no board, is told by the own picture how everybody stands, and without
        pictures by the board's words.
        """
        own = _own(view, prompt, moves, path, scene)
        if not scene.lesson:
            return own
        explained = teaching.explained(view, seat, prompt, path, scene)
        if own.picture:
            return replace(own, text=paragraphs(explained, own.text))
        board = self.board(view, scene)
        return replace(
            own,
            text=paragraphs(explained, board.text, own.text),
            fields=(*own.fields, *board.fields),
        )

    def asked(self, view: View, prompts: Sequence[Prompt], scene: Scene) -> str:
        """Return who is to act, to discard, or to answer; there are no pauses."""
        say, kind = scene.say, prompts[0].kind
        seats = [prompt.seat for prompt in prompts if prompt.seat is not None]
        match kind:
            case "action":
                many = "one" if view.actions == 1 else "last" if view.left == 1 else "two"
                return say("asked-action", name=players(seats, scene), many=many)
            case "discard":
                number = view.hand_sizes[view.active] - HAND_LIMIT
                return say("asked-discard", name=players(seats, scene), number=number)
            case _ if len(seats) > NAMED:
                return say(f"asked-{kind}", names=say("several", number=len(seats)))
            case _:
                return say(f"asked-{kind}", names=players(seats, scene))

    def told(self, event: Event, scene: Scene) -> str:
        """Return the line that tells an event."""
        return told.line(event, scene)

    def news(
        self,
        events: Sequence[Event],
        view: View,
        seat: Seat,
        scene: Scene,
    ) -> tuple[str, ...]:
        """Return what came of the seat's own play, what others did to it, and why it is asked."""
        answers = seat in view.owing
        acts = seat == view.active and view.phase != "answers"
        return told.news(events, seat, scene, asked=answers or acts, answers=answers)

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return who is the new mayor, and everybody's points; without a picture, cards, too."""
        say = scene.say
        winner = places[0]
        name, scored = player(winner.seat, scene), points(winner.points, say)
        text = lines(
            say("end-winner", name=name, points=scored),
            _decided(view, scene),
            *(_place(place, scene) for place in places),
        )
        if scene.lesson and view.viewer is not None:
            text = f"{text}\n\n{teaching.ended(tuple(places), view.viewer, scene)}"
        if scene.pictures:
            return Screen("", text, picture=pictures.end(view, places, scene))
        held = tuple(
            Field(heading(place.seat, scene), cards(view.hands[place.seat], scene))
            for place in places
        )
        return Screen(say("board-over"), text, fields=held)

    def result(self, view: View, places: Sequence[Place], seat: Seat, scene: Scene) -> str:
        """Return the seat's place and points, who was ahead by how many, and what decided it."""
        say = scene.say
        place = next(place for place in places if place.seat == seat)
        first, second = places[:2]
        scored = points(place.points, say)
        if place.rank == 1:
            name, ahead = player(second.seat, scene), place.points - second.points
            text = say("result-won", points=scored, name=name, ahead=ahead)
        else:
            name, ahead = player(first.seat, scene), first.points - place.points
            text = say("result-lost", rank=place.rank, points=scored, name=name, ahead=ahead)
        return f"{text} {_decided(view, scene)}".rstrip()

    def pages(self, view: View) -> tuple[str, ...]:
        """Return the page of the factions in play, and of what was discarded, until it is over."""
        return () if view.phase == "over" else ("factions",)

    def page(
        self,
        name: str,  # noqa: ARG002 - there is but one
        view: View,
        events: Sequence[Event],  # noqa: ARG002 - it tells none
        scene: Scene,
    ) -> Screen:
        """Return what each of the five factions in play does, in full, and the discard pile."""
        return Screen(
            title=scene.say("button-factions"),
            text=lines(
                scene.say("factions-text"),
                scene.say("discard-pile", cards=cards(view.discards, scene)),
            ),
            fields=rules_pages.explained(view.factions, scene),
            picture=pictures.overview(view.factions, scene.say) if scene.pictures else None,
        )

    def moments(self, course: Sequence[Seen], scene: Scene) -> tuple[Moment, ...]:
        """Return what people may laugh about afterwards."""
        return moments.moments(course, scene)

    def score(self, view: View, scene: Scene) -> str:
        """Return everybody's election points, and how many win while it is not decided."""
        say = scene.say
        scored = (
            say("score-player", name=player(seat, scene), points=points(number, say))
            for seat, number in enumerate(view.points)
        )
        target = "" if scene.ended else say("score-target", target=view.target)
        return lines(target, *scored)

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules in our own words."""
        return rules_pages.page(page, scene)


def _own(
    view: View, prompt: Prompt | None, moves: tuple[str, ...], path: str, scene: Scene
) -> Screen:
    """Return the viewer's hand with what is asked."""
    if prompt is None:
        return private.waiting(view, scene)
    ask = private.Ask(view, prompt, moves, scene)
    match prompt.kind:
        case "action":
            return private.acting(ask, path)
        case "discard":
            return private.discarding(ask)
        case _:
            return private.answering(ask, path)


def _played(view: View, scene: Scene) -> str:
    """Return what was played while answers are awaited."""
    if view.phase != "answers":
        return ""
    name, laid = player(view.active, scene), cards(view.table, scene, spelled=SPELLED)
    return scene.say("played", name=name, cards=laid)


def _answers(view: View, scene: Scene) -> str:
    """Return whose answers are awaited and whose are in, by the signs beside their names."""
    if view.phase != "answers":
        return ""
    missing, given = (
        " ".join(seat_sign(seat, scene) for seat in seats) for seats in (view.owing, view.answered)
    )
    return scene.say("answers", number=len(view.answered), signs=missing, others=given)


def _piles(view: View, scene: Scene) -> str:
    """Return how many cards lie in both piles, and which one can be seen."""
    on_top = signed(view.discards[-1], scene) if view.discards else ""
    return scene.say("piles", pile=view.pile, discards=len(view.discards), top=on_top)


def _stand(view: View, seat: Seat, scene: Scene) -> str:
    """Return how a player stands in one line; without a picture, what is awaited of them, too."""
    say = scene.say
    return say(
        "board-player",
        name=heading(seat, scene),
        points=points(view.points[seat], say),
        cards=hand_size(view.hand_sizes[seat], say),
        mark="none" if scene.pictures else mark(view, seat),
    )


def _place(place: Place, scene: Scene) -> str:
    """Return the line of the ranking that tells a player's place."""
    return scene.say(
        "end-place",
        medal=medal(place.rank),
        name=heading(place.seat, scene),
        points=points(place.points, scene.say),
    )


def _decided(view: View, scene: Scene) -> str:
    """Return which faction decided the game, if one did."""
    if view.played is None:
        return ""
    return scene.say("end-decided", faction=signed(view.played, scene))
