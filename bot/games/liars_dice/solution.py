"""The solution of the game between two with a die each: how likely each move is, for each history.

`python -m bot.games.liars_dice.solving` writes it to `solution.bin`, a byte for each chance: for
each kind of ones and each history, by move and own die. A history is a set of bids: those of a
round only rise, so that the set tells their order.
"""

import zlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import accumulate

from bot.games.liars_dice.state import FACES

NAME = "solution.bin"
KINDS = (True, False)
"""Ones wild and plain, in the order of the file."""


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


def shares(wild: bool, history: int, die: int) -> list[float]:
    """Return how likely each move is for whoever holds this die, in the order of the moves."""
    data, starts = _solution()
    size, at = moves(wild, history), starts[wild][history]
    weights = data[at + die - 1 : at + size * FACES : FACES]
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / size] * size


@cache
def _solution() -> tuple[bytes, dict[bool, list[int]]]:
    """Return the file beside this module, and where in it each history begins."""
    data = zlib.decompress((files("bot.games.liars_dice") / NAME).read_bytes())
    starts, at = dict[bool, list[int]](), 0
    for wild in KINDS:
        sizes = [moves(wild, history) * FACES for history in range(2 ** len(bids(wild)))]
        starts[wild] = [at + before for before in accumulate(sizes, initial=0)][:-1]
        at += sum(sizes)
    return data, starts
