"""Solves the round of Liar's Dice between two players with one die each.

The method is CFR+ (Tammelin 2014), a form of counterfactual regret minimisation (Zinkevich et al.
2007): regrets never fall below zero, players take turns, and later strategies count more. A node of
the public tree is the set of bids so far, and all nodes are walked. Vectors hold all dice. The win
of a best response, a perfect opponent, is exact; a won game is 1, a lost one -1.
"""

from functools import cache

import numpy as np

from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.liars_dice.computer.endgame import count_moves, find_last_place, list_bid_pairs
from bot.games.liars_dice.model.state import FACES_PER_DIE
from tools.solve_liars_dice.last_bids import Numbers, normalise

ITERATION_COUNT = 200


@cache
def compute_outcomes(wild: bool, bid: int) -> Numbers:
    """Return what a bidder wins if the bid is challenged, by the bidder's and the challenger's die.

    Args:
        bid: The index of the bid among all bids.

    Returns:
        1 where the bidder wins, -1 where the challenger does.
    """
    count, face = list_bid_pairs(2, wild)[bid]
    hits = np.array(
        [die == face or (wild and die == 1) for die in range(1, FACES_PER_DIE + 1)], dtype=int
    )
    true = hits[:, None] + hits[None, :] >= count
    return np.where(true, 1.0, -1.0)


class Solver:
    """Solves the round with the method CFR+, for wild or for plain ones.

    Lists are indexed by history, arrays by move and own die.
    """

    def __init__(self, wild: bool) -> None:
        self.wild = wild
        self._size = len(list_bid_pairs(2, wild))
        sizes = [count_moves(self._size, history) for history in range(2**self._size)]
        self._regrets = [np.zeros((size, FACES_PER_DIE)) for size in sizes]
        self._strategy_sums = [np.zeros((size, FACES_PER_DIE)) for size in sizes]

    def compute_strategy(self, history: int) -> Numbers:
        """Return the current probability of each move, in proportion to positive regrets."""
        return normalise(self._regrets[history].T).T

    def compute_average_strategy(self) -> list[Numbers]:
        """Return the average strategy over all iterations, which approaches an equilibrium."""
        return [normalise(total.T).T for total in self._strategy_sums]

    def iterate(self, number: int) -> None:
        """Update the regrets of both players in turn."""
        even = np.full(FACES_PER_DIE, 1.0)
        for player in (0, 1):
            self._walk(0, player, even, even, 0, number)

    def _walk(
        self, history: int, player: int, own: Numbers, other: Numbers, mover: int, weight: int
    ) -> Numbers:
        """Return the values of a node to the player by own die, and update the regrets below it.

        Values are weighted with the probability that the other player reaches the node.
        """
        size = count_moves(self._size, history)
        strategy = self.compute_strategy(history)
        values = np.empty((size, FACES_PER_DIE))
        for place in range(size):
            values[place] = self._value_move(
                history, place, player, own, other, mover, weight, strategy[place]
            )
        if mover != player:
            return np.asarray(values.sum(axis=0))
        value = np.asarray((strategy * values).sum(axis=0))
        regrets = self._regrets[history]
        np.maximum(regrets + values - value, 0.0, out=regrets)
        self._strategy_sums[history] += weight * own * strategy
        return value

    @WITHOUT_FALSE_ALARMS
    def _value_move(
        self,
        history: int,
        move_index: int,
        player: int,
        own: Numbers,
        other: Numbers,
        mover: int,
        weight: int,
        move_chances: Numbers,
    ) -> Numbers:
        mine = mover == player
        reach = (own * move_chances, other) if mine else (own, other * move_chances)
        bid = find_last_place(history) + 1 + move_index
        if bid < self._size:
            return self._walk(history | 1 << bid, player, *reach, 1 - mover, weight)
        table = compute_outcomes(self.wild, find_last_place(history))
        won = -table.T if mine else table  # by own die and the other's
        return np.asarray(won @ reach[1])


@WITHOUT_FALSE_ALARMS
def compute_best_response(wild: bool, strategy: list[Numbers], player: int) -> float:
    """Return how much a best response, a perfect opponent, wins against a strategy.

    Args:
        player: The place of the best response: 0 begins the round, 1 does not.
    """
    size = len(list_bid_pairs(2, wild))

    def walk(history: int, other: Numbers, mover: int) -> Numbers:
        values = []
        for place in range(count_moves(size, history)):
            share = 1.0 if mover == player else strategy[history][place]
            bid = find_last_place(history) + 1 + place
            if bid < size:
                values.append(walk(history | 1 << bid, other * share, 1 - mover))
            else:
                table = compute_outcomes(wild, find_last_place(history))
                won = -table.T if mover == player else table
                values.append(won @ (other * share))
        return np.asarray(np.max(values, axis=0) if mover == player else np.sum(values, axis=0))

    return float(walk(0, np.full(FACES_PER_DIE, 1 / FACES_PER_DIE), 0).mean())


def compute_exploitability(wild: bool, strategy: list[Numbers]) -> float:
    """Return how much best responses win on average over who begins.

    It is 0 if the strategy is an equilibrium, against which nobody can win.
    """
    return sum(compute_best_response(wild, strategy, player) for player in (0, 1)) / 2


def solve(wild: bool) -> list[Numbers]:
    """Compute a strategy that is close to an equilibrium."""
    solver = Solver(wild)
    for number in range(1, ITERATION_COUNT + 1):
        solver.iterate(number)
    return solver.compute_average_strategy()


def compute_value(wild: bool, strategy: list[Numbers]) -> float:
    """Return the value of the game to the player who begins, from the wins of best responses."""
    return (compute_best_response(wild, strategy, 0) - compute_best_response(wild, strategy, 1)) / 2
