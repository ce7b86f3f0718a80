"""The solution of the game between two with a die each: how likely each move is, for each history.

`python -m bot.games.liars_dice.solving` writes it to `solution.bin`, a byte for each chance. A
history is a set of bids: those of a round only rise, so that the set tells their order.
"""

import zlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from bot.games.liars_dice.state import FACES

NAME = "solution.bin"
Numbers = NDArray[np.float64]


@cache
def bids(wild: bool) -> tuple[tuple[int, int], ...]:
    """Return all bids on two dice, as count and face, lowest first (rulings L3 and L4)."""
    faces = range(2 if wild else 1, FACES + 1)
    return tuple((count, face) for count in (1, 2) for face in faces)


def last(history: int) -> int:
    """Return the last bid of a history, a set of bids as bits; -1 before the first."""
    return history.bit_length() - 1


def moves(wild: bool, history: int) -> int:
    """Return how many moves there are: all higher bids, then the challenge, if there is a bid."""
    return len(bids(wild)) - 1 - last(history) + bool(history)


def history_of(wild: bool, made: Iterable[tuple[int, int]]) -> int:
    """Return the history in which these bids were made, each as count and face."""
    return sum(1 << bids(wild).index(bid) for bid in made)


def normalised(weights: Numbers) -> Numbers:
    total = weights.sum(axis=0)
    even = np.full_like(weights, 1.0 / len(weights))
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), even)


@cache
def solution() -> dict[bool, list[Numbers]]:
    """Return what `unpacked` makes of the file beside this module."""
    return unpacked((files("bot.games.liars_dice") / NAME).read_bytes())


def unpacked(data: bytes) -> dict[bool, list[Numbers]]:
    """Return the strategies that `packed` wrote, with ones wild (True) and plain."""
    shares = np.frombuffer(zlib.decompress(data), np.uint8).astype(np.float64)
    found, at = dict[bool, list[Numbers]](), 0
    for wild in (True, False):
        found[wild] = []
        for history in range(2 ** len(bids(wild))):
            size = moves(wild, history) * FACES
            found[wild].append(normalised(shares[at : at + size].reshape(-1, FACES)))
            at += size
    return found
