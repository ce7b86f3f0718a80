"""The awards of Catham City, and the numbers that tell much of a finished game."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct

from bot.engine.awards import AwardRules, NumberCounter, count_events
from bot.engine.events import Seat
from bot.engine.game import Place, find_winners
from bot.engine.records import LogEntry
from bot.games.catham_city.model.events import (
    ANSWER_EVENTS,
    CHANCE_PLAY_EVENTS,
    CardsTaken,
    FactionPlayed,
    SeatEvent,
    SeatLeft,
)
from bot.games.catham_city.model.state import FACTIONS_IN_PLAY

MIN_POINTS_AT_ONCE = 3
"""The minimum number of points for the awards that reward points in one play or by answers. It is
also the number of consecutive actions that must bring points for the award "three-in-a-row".
"""
MIN_PLAYS_OF_FAVOURITE = 4
"""The number of times a player must play the same faction for the award "favourite"."""
MIN_POINTS_BEHIND_FOR_COMEBACK = 4
"""The award "comeback" needs a winner who was once this many points behind the leader."""


class GameHistory(Struct, frozen=True):
    """The events of a whole game from which awards are computed."""

    events: tuple[SeatEvent, ...]
    """The events that count for awards, in the order in which they happened.

    They are cards taken, factions played, answers that bring or cost points, and departures.
    """
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]

    def list_own_turn_events(self, seat: Seat) -> list[SeatEvent]:
        """Return a player's events except for answers to other players' plays.

        They are cards taken, factions played, and leaving the game.
        """
        own = (deed for deed in self.events if deed.seat == seat)
        return [deed for deed in own if not isinstance(deed, ANSWER_EVENTS)]

    def count_plays_by_faction(self, seat: Seat) -> Counter[int]:
        """Return how often a player played each faction (kind of card)."""
        plays = (deed for deed in self.events if isinstance(deed, FactionPlayed))
        return Counter(play.faction for play in plays if play.seat == seat)


def _summarise(log: Sequence[LogEntry], places: Sequence[Place]) -> GameHistory:
    kinds = (FactionPlayed, CardsTaken, SeatLeft, *ANSWER_EVENTS)
    told = (event for entry in log for event in entry.events)
    deeds, seats = tuple(e for e in told if isinstance(e, kinds)), tuple(p.seat for p in places)
    return GameHistory(deeds, find_winners(places), seats)


def _has_played_every_faction(history: GameHistory, seat: Seat) -> bool:
    return len(history.count_plays_by_faction(seat)) == FACTIONS_IN_PLAY


def _has_favourite_faction(history: GameHistory, seat: Seat) -> bool:
    return max(history.count_plays_by_faction(seat).values(), default=0) >= MIN_PLAYS_OF_FAVOURITE


def _has_scored_three_in_a_row(history: GameHistory, seat: Seat) -> bool:
    turns = (deed for deed in history.list_own_turn_events(seat) if not isinstance(deed, SeatLeft))
    runs = groupby(deed.points > 0 for deed in turns)
    return any(scores and len([*run]) >= MIN_POINTS_AT_ONCE for scores, run in runs)


def _has_made_big_haul(history: GameHistory, seat: Seat) -> bool:
    own = history.list_own_turn_events(seat)
    hauls = (deed.points for deed in own if isinstance(deed, CHANCE_PLAY_EVENTS))
    return max(hauls, default=0) >= MIN_POINTS_AT_ONCE


def _has_scored_in_others_turns(history: GameHistory, seat: Seat) -> bool:
    answers = (d.points for d in history.events if d.seat == seat and isinstance(d, ANSWER_EVENTS))
    return sum(points for points in answers if points > 0) >= MIN_POINTS_AT_ONCE


def _has_won_by_big_stroke(history: GameHistory, seat: Seat) -> bool:
    last = history.events[-1]
    strikes = isinstance(last, FactionPlayed) and last.points >= MIN_POINTS_AT_ONCE
    return strikes and seat == last.seat and seat in history.winners


def _has_won_in_others_turn(history: GameHistory, seat: Seat) -> bool:
    last = history.events[-1]
    return isinstance(last, ANSWER_EVENTS) and seat == last.seat and seat in history.winners


def _has_come_back(history: GameHistory, seat: Seat) -> bool:
    if seat not in history.winners or any(isinstance(deed, SeatLeft) for deed in history.events):
        return False
    points, behind = Counter(dict.fromkeys(history.seats, 0)), 0
    for deed in history.events:
        points[deed.seat] += deed.points
        behind = max(behind, max(points.values()) - points[seat])
    return behind >= MIN_POINTS_BEHIND_FOR_COMEBACK


AWARDS = AwardRules(
    {
        "every-faction": _has_played_every_faction,
        "favourite": _has_favourite_faction,
        "three-in-a-row": _has_scored_three_in_a_row,
        "big-haul": _has_made_big_haul,
        "joined-in": _has_scored_in_others_turns,
        "last-stroke": _has_won_by_big_stroke,
        "others-turn": _has_won_in_others_turn,
        "comeback": _has_come_back,
    },
    _summarise,
)
NUMBERS: dict[str, NumberCounter] = {
    "taken": lambda told: sum(event.number for event in told if isinstance(event, CardsTaken)),
    "plays": count_events(FactionPlayed),
}
"""The numbers of cards taken from the market, and of plays."""
