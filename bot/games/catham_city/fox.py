"""The Old Fox: plays on in its mind from what it knows, and remembers who openly took what.

Of the moves that the Tomcat likes best, the worse half is given up again and again, while those
that are left are played out in more worlds each time (sequential halving: Karnin, Koren, Somekh,
Almost Optimal Exploration in Multi-Armed Bandits, 2013).
"""

from random import Random
from typing import NamedTuple

import numpy as np

from bot.games.catham_city.outcomes import Foresight
from bot.games.catham_city.playouts import chances
from bot.games.catham_city.state import View


class Effort(NamedTuple):
    """How hard it thinks. A number of playouts, not a time: so the same view is always one move."""

    moves: int
    """As many moves are played out at first."""
    worlds: tuple[int, ...]
    """In so many worlds more each time."""
    rounds: int
    """Turns that everybody has in a playout."""
    turns: int = 12
    """No playout has more turns than so many, even if then not all have as many."""


EFFORT = Effort(moves=20, worlds=(64, 128, 256, 512), rounds=3)
"""As much as stays below 300 ms of CPU time with up to four players."""


def choose(view: View, moves: tuple[str, ...], luck: Random) -> str:
    """Choose the move after which the most playouts are won."""
    foresight = Foresight(view)
    value = {move: foresight.value(move) for move in moves}
    left = sorted(moves, key=lambda move: value[move], reverse=True)[: EFFORT.moves]
    dice = np.random.default_rng(luck.getrandbits(64))
    won = dict.fromkeys(left, 0.0)
    turns = min(EFFORT.rounds * sum(view.present), EFFORT.turns)
    for worlds in EFFORT.worlds:
        for move, chance in zip(left, chances(view, left, worlds, turns, dice), strict=True):
            won[move] += worlds * float(chance)
        left = sorted(left, key=lambda move: won[move], reverse=True)[: max(1, len(left) // 2)]
    return left[0]
