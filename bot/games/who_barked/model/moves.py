"""The moves of Who Barked?: what a player can answer when the game asks."""

from functools import cache
from itertools import combinations
from typing import Literal

from bot.engine.events import Seat
from bot.engine.moves import Move


class PickCrew(Move, tag="crew", frozen=True):
    """Propose who sneaks into the kitchen."""

    seats: tuple[int, ...]
    """The seats of the crew, in ascending order. Their number decides on the goal."""


class Vote(Move, tag="vote", frozen=True):
    """Say whether the proposed crew should go."""

    answer: Literal["yes", "no"]


class Sneak(Move, tag="sneak", frozen=True):
    """Sneak into the kitchen without a sound."""


class Bark(Move, tag="bark", frozen=True):
    """Bark in the kitchen, and wake the humans. Only dogs can."""


class Accuse(Move, tag="accuse", frozen=True):
    """Name the cat with the fine nose. The top dog does this at the end."""

    seat: Seat


VOTE_YES, VOTE_NO = Vote("yes"), Vote("no")
ALL_VOTES = (VOTE_YES, VOTE_NO)
SNEAK_MOVE, BARK_MOVE = Sneak(), Bark()
MOVE_TYPES = (PickCrew, Vote, Sneak, Bark, Accuse)


@cache
def list_crews(seats: int, sizes: tuple[int, ...]) -> tuple[PickCrew, ...]:
    """Return all crews of these sizes among a number of players, smaller ones first."""
    return tuple(PickCrew(crew) for size in sizes for crew in combinations(range(seats), size))
