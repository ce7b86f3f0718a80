"""Solves the game between two players with a die each: `python -m bot.games.liars_dice.solving`.

Counterfactual regret minimisation (Zinkevich et al. 2007), in its form CFR+ (Tammelin 2014:
regrets never fall below zero, players take turns, later strategies count more), over the whole
tree: a node of the public tree is the set of bids that were made, and all dice are looked at at
once, as vectors. What it finds stands in `solution.bin` beside it, a byte for each chance; `main`
writes it, and prints its exploitability: how much a best response wins against it, on average over
who begins, where a game won is 1 and a game lost -1.
"""

import zlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.games.liars_dice.solution import KINDS, NAME, bids, last, moves, shares
from bot.games.liars_dice.state import FACES

Numbers = NDArray[np.float64]
FILE = Path(__file__).with_name(NAME)
ROUNDS = 200
"""Of CFR+ for each of the two kinds of ones."""
WHOLE = 255
"""A chance of one, as a byte."""


@cache
def outcomes(wild: bool, bid: int) -> Numbers:
    """Return what a challenge of a bid wins its maker, by the maker's and the challenger's die."""
    count, face = bids(wild)[bid]
    hits = np.array([die == face or (wild and die == 1) for die in range(1, FACES + 1)], dtype=int)
    true = hits[:, None] + hits[None, :] >= count
    return np.where(true, 1.0, -1.0)


class Solver:
    """CFR+ for one kind of ones. Arrays by history; each by move and own die."""

    def __init__(self, wild: bool) -> None:
        """Begin with no regrets."""
        self.wild = wild
        sizes = [moves(wild, history) for history in range(2 ** len(bids(wild)))]
        self._regrets = [np.zeros((size, FACES)) for size in sizes]
        self._sums = [np.zeros((size, FACES)) for size in sizes]

    def strategy(self, history: int) -> Numbers:
        """Return how likely each move is now: regrets above zero, in proportion."""
        return _normalised(self._regrets[history])

    def average(self) -> list[Numbers]:
        """Return the average strategy, which is what approaches an equilibrium."""
        return [_normalised(total) for total in self._sums]

    def iterate(self, number: int) -> None:
        """Let both in turn regret what they did; `number` counts from 1."""
        even = np.full(FACES, 1.0)
        for player in (0, 1):
            self._walk(0, player, even, even, 0, number)

    def _walk(
        self, history: int, player: int, own: Numbers, other: Numbers, mover: int, weight: int
    ) -> Numbers:
        """Return the player's values by own die, weighted with the other's reach."""
        size = moves(self.wild, history)
        strategy = self.strategy(history)
        values = np.empty((size, FACES))
        for place in range(size):
            values[place] = self._value(
                history, place, player, own, other, mover, weight, strategy[place]
            )
        if mover != player:
            return np.asarray(values.sum(axis=0))
        value = np.asarray((strategy * values).sum(axis=0))
        regrets = self._regrets[history]
        np.maximum(regrets + values - value, 0.0, out=regrets)
        self._sums[history] += weight * own * strategy
        return value

    def _value(
        self,
        history: int,
        place: int,
        player: int,
        own: Numbers,
        other: Numbers,
        mover: int,
        weight: int,
        share: Numbers,
    ) -> Numbers:
        mine = mover == player
        reach = (own * share, other) if mine else (own, other * share)
        bid = last(history) + 1 + place
        if bid < len(bids(self.wild)):
            return self._walk(history | 1 << bid, player, *reach, 1 - mover, weight)
        table = outcomes(self.wild, last(history))
        won = -table.T if mine else table  # by own die and the other's
        return np.asarray(won @ reach[1])


def _normalised(weights: Numbers) -> Numbers:
    total = weights.sum(axis=0)
    even = np.full_like(weights, 1.0 / len(weights))
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), even)


def shipped(wild: bool) -> list[Numbers]:
    """Return the strategy that computers play, by history; each by move and own die."""
    histories, dice = range(2 ** len(bids(wild))), range(1, FACES + 1)
    return [np.array([shares(wild, each, die) for die in dice]).T for each in histories]


def best_response(wild: bool, strategy: list[Numbers], player: int) -> float:
    """Return what a best response wins as this player (0 begins) against the other's strategy."""

    def walk(history: int, other: Numbers, mover: int) -> Numbers:
        values = []
        for place in range(moves(wild, history)):
            share = 1.0 if mover == player else strategy[history][place]
            bid = last(history) + 1 + place
            if bid < len(bids(wild)):
                values.append(walk(history | 1 << bid, other * share, 1 - mover))
            else:
                table = outcomes(wild, last(history))
                won = -table.T if mover == player else table
                values.append(won @ (other * share))
        return np.asarray(np.max(values, axis=0) if mover == player else np.sum(values, axis=0))

    return float(walk(0, np.full(FACES, 1 / FACES), 0).mean())


def exploitability(wild: bool, strategy: list[Numbers]) -> float:
    """Return what best responses win on average over who begins; 0 is an equilibrium."""
    return sum(best_response(wild, strategy, player) for player in (0, 1)) / 2


def packed(strategies: list[list[Numbers]]) -> bytes:
    """Return strategies as bytes: for each the histories in order, each by move and die."""
    whole = [np.concatenate([each.ravel() for each in strategy]) for strategy in strategies]
    return zlib.compress(np.rint(np.concatenate(whole) * WHOLE).astype(np.uint8).tobytes(), 9)


def main() -> None:
    """Solve both kinds, write the solution, and print its exploitability."""
    found = []
    for wild in KINDS:
        solver = Solver(wild)
        for number in range(1, ROUNDS + 1):
            solver.iterate(number)
        found.append(solver.average())
    FILE.write_bytes(packed(found))
    for wild in KINDS:
        ones = "wild" if wild else "plain"
        print(f"ones {ones}: exploitability {exploitability(wild, shipped(wild)):.4f} of a game")


if __name__ == "__main__":
    main()
