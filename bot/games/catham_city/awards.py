"""What players can be honoured for after a game of Catham City, from what was told in it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from bot.games.catham_city.events import (
    ANSWERS,
    LUCKY_PLAYS,
    CardsTaken,
    FactionPlayed,
    SeatEvent,
    SeatLeft,
)
from bot.games.catham_city.state import FACTIONS_IN_PLAY
from bot.games.events import Seat
from bot.games.game import LogEntry, Place

MANY_POINTS = 3
"""Points at once, points in others' turns, and turns with points in a row that are many."""
FAVOURITE_PLAYS = 4
"""One faction that was played so often was a favourite."""
COMEBACK_POINTS = 4
"""Whoever wins after so many points behind came back."""


class Deeds(Struct, frozen=True):
    """All that was done in a game, in its order."""

    all: tuple[SeatEvent, ...]
    """Factions played, cards taken, answers with points, and who left."""
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]

    def turns(self, seat: Seat) -> list[SeatEvent]:
        """Return what a seat did in its own turns: cards that it took, factions that it played."""
        return [deed for deed in self.all if deed.seat == seat and not isinstance(deed, ANSWERS)]

    def factions(self, seat: Seat) -> Counter[int]:
        """Return how often a seat played each faction."""
        return Counter(
            deed.faction
            for deed in self.all
            if isinstance(deed, FactionPlayed) and deed.seat == seat
        )


def earned_awards(log: Sequence[LogEntry], places: Sequence[Place]) -> tuple[tuple[str, Seat], ...]:
    """Return who earned which award."""
    kinds = (FactionPlayed, CardsTaken, SeatLeft, *ANSWERS)
    deeds = Deeds(
        tuple(event for entry in log for event in entry.events if isinstance(event, kinds)),
        tuple(place.seat for place in places if place.rank == 1),
        tuple(sorted(place.seat for place in places)),
    )
    return tuple((name, seat) for name, earns in EARNS.items() for seat in earns(deeds))


def _every_faction(deeds: Deeds) -> Iterator[Seat]:
    """Yield who played all factions of the game."""
    for seat in deeds.seats:
        if len(deeds.factions(seat)) == FACTIONS_IN_PLAY:
            yield seat


def _favourite(deeds: Deeds) -> Iterator[Seat]:
    """Yield who played one faction again and again."""
    for seat in deeds.seats:
        if max(deeds.factions(seat).values(), default=0) >= FAVOURITE_PLAYS:
            yield seat


def _three_in_a_row(deeds: Deeds) -> Iterator[Seat]:
    """Yield who scored with one action after the other."""
    for seat in deeds.seats:
        scored = groupby(
            deed.points > 0 for deed in deeds.turns(seat) if not isinstance(deed, SeatLeft)
        )
        if any(scores and len([*run]) >= MANY_POINTS for scores, run in scored):
            yield seat


def _big_haul(deeds: Deeds) -> Iterator[Seat]:
    """Yield whom what came out brought many points at once, which takes as many cards."""
    for seat in deeds.seats:
        if any(
            isinstance(deed, LUCKY_PLAYS) and deed.points >= MANY_POINTS
            for deed in deeds.turns(seat)
        ):
            yield seat


def _joined_in(deeds: Deeds) -> Iterator[Seat]:
    """Yield who scored much in others' turns, by answering well."""
    for seat in deeds.seats:
        answers = (d.points for d in deeds.all if d.seat == seat and isinstance(d, ANSWERS))
        if sum(points for points in answers if points > 0) >= MANY_POINTS:
            yield seat


def _last_stroke(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won with many points at once."""
    for seat in deeds.winners:
        last = deeds.all[-1]
        if last.seat == seat and isinstance(last, FactionPlayed) and last.points >= MANY_POINTS:
            yield seat


def _others_turn(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won by an answer to what another had played."""
    for seat in deeds.winners:
        if deeds.all[-1].seat == seat and isinstance(deeds.all[-1], ANSWERS):
            yield seat


def _comeback(deeds: Deeds) -> Iterator[Seat]:
    """Yield who won after being far behind, if nobody left who was ahead."""
    if any(isinstance(deed, SeatLeft) for deed in deeds.all):
        return
    for seat in deeds.winners:
        points, behind = Counter(dict.fromkeys(deeds.seats, 0)), 0
        for deed in deeds.all:
            points[deed.seat] += deed.points
            behind = max(behind, max(points.values()) - points[seat])
        if behind >= COMEBACK_POINTS:
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
