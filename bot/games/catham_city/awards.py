"""What players can be honoured for after a game of Catham City, from what was told in it."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec import Struct

from bot.engine.events import Seat
from bot.engine.game import LogEntry, Place, give_awards, winners_of
from bot.games.catham_city.model.events import (
    ANSWERS,
    LUCKY_PLAYS,
    CardsTaken,
    FactionPlayed,
    SeatEvent,
    SeatLeft,
)
from bot.games.catham_city.model.state import FACTIONS_IN_PLAY

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
        winners_of(places),
        tuple(place.seat for place in places),
    )
    return give_awards(EARNS, deeds, places)


def _every_faction(deeds: Deeds, seat: Seat) -> bool:
    """Tell who played all factions of the game."""
    return len(deeds.factions(seat)) == FACTIONS_IN_PLAY


def _favourite(deeds: Deeds, seat: Seat) -> bool:
    """Tell who played one faction again and again."""
    return max(deeds.factions(seat).values(), default=0) >= FAVOURITE_PLAYS


def _three_in_a_row(deeds: Deeds, seat: Seat) -> bool:
    """Tell who scored with one action after the other."""
    turns = (deed for deed in deeds.turns(seat) if not isinstance(deed, SeatLeft))
    runs = groupby(deed.points > 0 for deed in turns)
    return any(scores and len([*run]) >= MANY_POINTS for scores, run in runs)


def _big_haul(deeds: Deeds, seat: Seat) -> bool:
    """Tell whom what came out brought many points at once, which takes as many cards."""
    hauls = (deed.points for deed in deeds.turns(seat) if isinstance(deed, LUCKY_PLAYS))
    return max(hauls, default=0) >= MANY_POINTS


def _joined_in(deeds: Deeds, seat: Seat) -> bool:
    """Tell who scored much in others' turns, by answering well."""
    answers = (d.points for d in deeds.all if d.seat == seat and isinstance(d, ANSWERS))
    return sum(points for points in answers if points > 0) >= MANY_POINTS


def _last_stroke(deeds: Deeds, seat: Seat) -> bool:
    """Tell who won with many points at once."""
    last = deeds.all[-1]
    strikes = isinstance(last, FactionPlayed) and last.points >= MANY_POINTS
    return strikes and seat == last.seat and seat in deeds.winners


def _others_turn(deeds: Deeds, seat: Seat) -> bool:
    """Tell who won by an answer to what another had played."""
    last = deeds.all[-1]
    return isinstance(last, ANSWERS) and seat == last.seat and seat in deeds.winners


def _comeback(deeds: Deeds, seat: Seat) -> bool:
    """Tell who won after being far behind, if nobody left who was ahead."""
    if seat not in deeds.winners or any(isinstance(deed, SeatLeft) for deed in deeds.all):
        return False
    points, behind = Counter(dict.fromkeys(deeds.seats, 0)), 0
    for deed in deeds.all:
        points[deed.seat] += deed.points
        behind = max(behind, max(points.values()) - points[seat])
    return behind >= COMEBACK_POINTS


EARNS: dict[str, Callable[[Deeds, Seat], bool]] = {
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
