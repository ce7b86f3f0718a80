"""The moves of Who Barked?: what a player can answer when the game asks."""

from functools import cache
from itertools import combinations
from typing import Literal

from bot.engine.events import Seat
from bot.engine.moves import Move


class PickParty(Move, tag="party", frozen=True):
    """Propose who sneaks into the kitchen."""

    seats: tuple[int, ...]
    """The seats of the party, in ascending order. Their number decides on the goal."""


class Vote(Move, tag="vote", frozen=True):
    """Say whether the proposed party should go."""

    answer: Literal["yes", "no"]


class Sneak(Move, tag="sneak", frozen=True):
    """Sneak into the kitchen without a sound."""


class Bark(Move, tag="bark", frozen=True):
    """Bark in the kitchen, and wake the people. Only dogs can."""


class Accuse(Move, tag="accuse", frozen=True):
    """Name the cat with the fine nose. The top dog does this at the end."""

    seat: Seat


YES, NO = Vote("yes"), Vote("no")
VOTES = (YES, NO)
SNEAK, BARK = Sneak(), Bark()
MOVE_TYPES = (PickParty, Vote, Sneak, Bark, Accuse)


@cache
def list_parties(seats: int, sizes: tuple[int, ...]) -> tuple[PickParty, ...]:
    """Return all parties of these sizes among a number of players, smaller ones first."""
    return tuple(
        PickParty(party) for size in sizes for party in combinations(range(seats), size)
    )
