"""What players can be honoured for after a game of Catham City, from what was told in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from bot.games.catham_city.cards import HACKERS, IN_PLAY
from bot.games.events import Event, Seat
from bot.games.game import Happened, Place

FOR_SURE = {
    "detectives": 3,
    "scientists": 2,
    "robocats-scored": 3,
    "mafia": 2,
    "journalists": 2,
    "pursued": 1,
    "paid": -1,
}
"""The points for what always brings as many."""
BY_CHANCE = ("hackers", "police", "bureaucrats")
"""The factions that bring points for what comes out."""
ANSWERS = ("pursued", "gave", "paid")
"""The events that tell of points in another's turn."""
PLAYED = {*FOR_SURE, *BY_CHANCE, "robocats-drew"} - {*ANSWERS}
"""The events that tell of a faction that was played."""
TELLING = {*PLAYED, *ANSWERS, "took", "left"}

MANY = 3
"""Points at once, points in others' turns, and turns with points in a row that are many."""
OFTEN = 4
"""One faction that was played so often was a favourite."""
BEHIND = 4
"""Whoever wins after so many points behind came back."""


class Deed(Struct, frozen=True):
    """What somebody did, as all were told."""

    name: str
    """The event's."""
    seat: Seat
    points: int = 0
    """What it brought; below 0, what it cost."""


class Deeds(Struct, frozen=True):
    """All that was done in a game, in its order."""

    all: tuple[Deed, ...]
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]

    def turns(self, seat: Seat) -> list[Deed]:
        """Return what a seat did in its own turns: cards that it took, factions that it played."""
        return [deed for deed in self.all if deed.seat == seat and deed.name not in ANSWERS]


def awarded(course: Sequence[Happened], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return who earned which award."""
    told = (_deed(event) for happened in course for event in happened.events)
    deeds = Deeds(
        tuple(deed for deed in told if deed),
        tuple(place.seat for place in places if place.rank == 1),
        tuple(sorted(place.seat for place in places)),
    )
    return tuple((name, seat) for name, earns in EARNS.items() for seat in earns(deeds))


def _deed(event: Event) -> Deed | None:
    """Return what an event tells of points; None for all else."""
    if event.name not in TELLING:
        return None
    seat, *rest = (int(value) for value in event.values)
    points = FOR_SURE.get(event.name, 0)
    match event.name, rest:
        case "hackers", [_, _, *revealed]:
            points = revealed.count(HACKERS)
        case "police", [_, _, extra, *revealed]:
            points = revealed.count(extra)
        case "bureaucrats", turned_up:
            points = len({*turned_up})
        case "gave", [_, _, discarded]:
            points = discarded
    return Deed(event.name, seat, points)


def _every_faction(deeds: Deeds) -> Iterator[Seat]:
    """Yield who played all factions of the game."""
    for seat in deeds.seats:
        played = {deed.name.split("-")[0] for deed in deeds.turns(seat) if deed.name in PLAYED}
        if len(played) == IN_PLAY:
            yield seat


def _favourite(deeds: Deeds) -> Iterator[Seat]:
    """Yield who played one faction again and again."""
    for seat in deeds.seats:
        played = Counter(d.name.split("-")[0] for d in deeds.turns(seat) if d.name in PLAYED)
        if max(played.values(), default=0) >= OFTEN:
            yield seat


def _three_in_a_row(deeds: Deeds) -> Iterator[Seat]:
    """Yield who scored with one action after the other."""
    for seat in deeds.seats:
        scored = groupby(deed.points > 0 for deed in deeds.turns(seat) if deed.name != "left")
        if any(scores and len([*run]) >= MANY for scores, run in scored):
            yield seat


def _big_haul(deeds: Deeds) -> Iterator[Seat]:
    """Yield whom what came out brought many points at once, which takes as many cards."""
    for seat in deeds.seats:
        if any(deed.name in BY_CHANCE and deed.points >= MANY for deed in deeds.turns(seat)):
            yield seat


def _joined_in(deeds: Deeds) -> Iterator[Seat]:
    """Yield who scored much in others' turns, by answering well."""
    for seat in deeds.seats:
        answers = (d.points for d in deeds.all if d.seat == seat and d.name in ANSWERS)
        if sum(points for points in answers if points > 0) >= MANY:
            yield seat


def _last_stroke(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won with many points at once."""
    for seat in deeds.winners:
        last = deeds.all[-1]
        if last.seat == seat and last.name in PLAYED and last.points >= MANY:
            yield seat


def _others_turn(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won by an answer to what another had played."""
    for seat in deeds.winners:
        if deeds.all[-1].seat == seat and deeds.all[-1].name in ANSWERS:
            yield seat


def _comeback(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won after being far behind, if nobody left who was ahead."""
    if any(deed.name == "left" for deed in deeds.all):
        return
    for seat in deeds.winners:
        points, behind = Counter(dict.fromkeys(deeds.seats, 0)), 0
        for deed in deeds.all:
            points[deed.seat] += deed.points
            behind = max(behind, max(points.values()) - points[seat])
        if behind >= BEHIND:
            yield seat


EARNS: dict[str, Callable[[Deeds], Iterator[Seat]]] = {
    "every-faction": _every_faction,
    "favourite": _favourite,
    "three-in-a-row": _three_in_a_row,
    "big-haul": _big_haul,
    "joined-in": _joined_in,
    "last-stroke": _last_stroke,
    "others-turn": _others_turn,
    "comeback": _comeback,
}
AWARDS = tuple(EARNS)
"""The names of all awards."""
