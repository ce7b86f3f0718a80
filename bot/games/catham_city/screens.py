"""The screens of Catham City, each made from a view."""

from collections.abc import Sequence

from bot.games.catham_city import pictures, private, rules_pages
from bot.games.catham_city.cards import HACKERS, HAND_LIMIT
from bot.games.catham_city.state import View
from bot.games.catham_city.words import (
    ACTIVE,
    ANSWERED,
    OWES,
    brief,
    card_signs,
    cards,
    heading,
    in_short,
    lines,
    player,
    players,
    signed,
)
from bot.games.game import Event, Place, Prompt, Seat
from bot.games.screen import Field, Picture, Scene, Screen, Screens


class CathamCityScreens(Screens[View]):
    """What players and onlookers of Catham City see."""

    rules_pages = len(rules_pages.PAGES)

    def banner(self, scene: Scene) -> Picture | None:
        """Return the city at night."""
        return pictures.banner(scene.say)

    def board(self, view: View, scene: Scene) -> Screen:
        """Return the market, the piles, the factions in play and how everybody stands."""
        say = scene.say
        return Screen(
            title=say("board-title", turn=view.turn + 1),
            text=lines(
                _played(view, scene),
                say("market", cards=cards(view.market, scene) or say("none")),
                _piles(view, scene),
                "\n" + say("factions-in-play"),
                *(brief(faction, scene) for faction in view.factions),
            ),
            fields=(_standings(view, scene),),
            picture=pictures.market(view, say) if scene.pictures else None,
            below=pictures.race(view, say) if scene.pictures else None,
        )

    def private(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view's own
        prompt: Prompt | None,
        moves: tuple[str, ...],
        path: str,
        scene: Scene,
    ) -> Screen:
        """Return the viewer's hand, and the step of the move that `path` leads to."""
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
            case _:
                return say(f"asked-{kind}", names=players(seats, scene))

    def told(self, event: Event, scene: Scene) -> str:
        """Return the line that tells an event, in short; each event's name is its message."""
        return scene.say(event.name, **_values(event, in_short(scene)))

    def news(
        self,
        events: Sequence[Event],  # noqa: ARG002
        view: View,  # noqa: ARG002
        seat: Seat,  # noqa: ARG002
        scene: Scene,  # noqa: ARG002
    ) -> tuple[str, ...]:
        """Nothing to tell."""
        return ()

    def end(self, view: View, places: Sequence[Place], scene: Scene) -> Screen:
        """Return who is the new mayor, and everybody's points."""
        say = scene.say
        winners = [place for place in places if place.rank == 1]
        names = players((place.seat for place in winners), scene)
        return Screen(
            title=say("board-over"),
            text=lines(
                say("end-winner", names=names, points=winners[0].points),
                say("market", cards=cards(view.market, scene) or say("none")),
                _piles(view, scene),
            ),
            fields=tuple(_place(view, place, scene) for place in places),
            picture=pictures.end(view, places, say) if scene.pictures else None,
            below=pictures.market(view, say) if scene.pictures else None,
        )

    def result(
        self,
        view: View,  # noqa: ARG002
        places: Sequence[Place],
        seat: Seat,
        scene: Scene,
    ) -> str:
        """Return the seat's place."""
        place = next(place for place in places if place.seat == seat)
        return scene.say("own-place", rank=place.rank, points=place.points)

    def pages(self, view: View) -> tuple[str, ...]:  # noqa: ARG002 - always the same
        """Return the page of the factions in play and of what was discarded."""
        return ("factions",)

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
                scene.say("discard-pile", cards=cards(view.discards, scene) or scene.say("none")),
            ),
            fields=rules_pages.explained(view.factions, scene),
            picture=pictures.overview(view.factions, scene.say) if scene.pictures else None,
        )

    def score(self, view: View, scene: Scene) -> str:
        """Return everybody's election points, and how many win."""
        told = (
            scene.say("score-player", name=player(seat, scene), points=points)
            for seat, points in enumerate(view.points)
        )
        return lines(scene.say("score-target", target=view.target), *told)

    def rules(self, page: int, scene: Scene) -> Screen:
        """Return a page of the rules in our own words."""
        return rules_pages.page(page, scene)


def _played(view: View, scene: Scene) -> str:
    """Return what was played and who has answered, while answers are awaited."""
    if view.phase != "answers":
        return ""
    say = scene.say
    played = say("played", name=player(view.active, scene), cards=cards(view.table, scene))
    return lines(
        played,
        say("answers-in", names=players(view.answered, scene)) if view.answered else "",
    )


def _piles(view: View, scene: Scene) -> str:
    """Return how many cards lie in both piles, and which one can be seen."""
    on_top = signed(view.discards[-1], scene) if view.discards else ""
    return scene.say("piles", pile=view.pile, discards=len(view.discards), top=on_top)


def _standings(view: View, scene: Scene) -> Field:
    """Return a line for each player, as short as a phone is narrow."""
    stands = (_stand(view, seat, scene) for seat in range(len(view.points)))
    return Field(scene.say("standings", target=view.target), lines(*stands))


def _stand(view: View, seat: Seat, scene: Scene) -> str:
    points, held = view.points[seat], view.hand_sizes[seat]
    stand = scene.say("board-player", name=heading(seat, scene), points=points, cards=held)
    return f"{stand} {_mark(view, seat)}".rstrip()


def _mark(view: View, seat: Seat) -> str:
    """Return the sign for what a player has to do or has done; those who left have the table's."""
    if seat in view.owing:
        return OWES
    if seat in view.answered:
        return ANSWERED
    return ACTIVE if seat == view.active and view.phase != "over" else ""


def _place(view: View, place: Place, scene: Scene) -> Field:
    name = scene.say("end-place", rank=place.rank, name=heading(place.seat, scene))
    held = cards(view.hands[place.seat], scene) or scene.say("none")
    text = scene.say("end-player", points=place.points, target=view.target, cards=held)
    return Field(name, text)


def _values(event: Event, scene: Scene) -> dict[str, int | str]:
    """Return what an event's message tells besides who did it: its first value is that seat."""
    values: dict[str, int | str] = {}
    match event.name, [int(value) for value in event.values]:
        case "took", [_, faction, number]:
            values = {"cards": cards((faction,) * number, scene)}
        case "drew" | "discarded" | "hand", [_, *held]:
            values = {"cards": cards(held, scene) or scene.say("none")}
        case "detectives" | "pursued", [_, faction]:
            values = {"card": signed(faction, scene)}
        case "robocats-drew", [_, number]:
            values = {"number": number}
        case "won", [_, points]:
            values = {"points": points}
        case "gave", [_, receiver, faction, discarded]:
            values = {
                "receiver": player(receiver, scene),
                "card": signed(faction, scene),
                "discarded": discarded,
            }
        case "hackers", [_, target, number, *revealed]:
            values = {
                "target": player(target, scene),
                "number": number,
                **_revealed(revealed, revealed.count(HACKERS), scene),
            }
        case "police", [_, target, number, extra, *revealed]:
            values = {
                "target": player(target, scene),
                "number": number,
                "card": signed(extra, scene),
                **_revealed(revealed, revealed.count(extra), scene),
            }
        case "bureaucrats", [_, *revealed]:
            values = _revealed(revealed, len(set(revealed)), scene)
        case "reshuffled", [number]:
            return {"number": number}
    return {"name": player(int(event.values[0]), scene), **values}


def _revealed(revealed: list[int], points: int, scene: Scene) -> dict[str, int | str]:
    """Return the cards that came to light, and the points that they are worth."""
    return {"signs": card_signs(revealed, scene) or scene.say("none"), "points": points}
