"""Solves rounds of Liar's Dice between two players who remember only the last two bids.

The players have up to three dice each. The whole tree of such a round has up to 2**36 nodes. As
Neller and Hnath do ("Approximating Optimal Dudo Play with Fixed-Strategy Iteration Counterfactual
Regret Minimization", 2011), nodes with the same last bids are taken for one. A graph remains. It is
walked once forward, for how likely each node is reached, and once backward, for what each move is
worth. Two bids are remembered, the other's and one's own before it. A node does not tell who began.

The method is CFR+ (Tammelin 2014), with all dice looked at at once. As memory is imperfect, it is
not proven that the method approaches an equilibrium. So `exploitability` measures what a perfect
opponent wins.
"""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.liars_dice.computer.endgame import (
    compute_roll_chances,
    list_all_rolls,
    list_bid_pairs,
)
from bot.games.liars_dice.model.state import count_matching

Numbers = NDArray[np.float64]
Tables = list[Numbers]
"""A player's numbers for all nodes, such as regrets or probabilities.

The first array is for the start, the others for each last bid. Axes are the bid before (first:
none), own dice, and move.
"""
BOTH_PLAYERS = (0, 1)


class Round(Struct, frozen=True, dict=True):
    """A round between two players, with what its outcome means for the value of the game."""

    wild: bool
    dice_counts: tuple[int, int]
    loss_values: tuple[float, float]
    """The value of the game to player 0 if player 0 loses a die, and if player 1 does.

    It is 1 for a certain victory and -1 for a certain defeat.
    """

    @cached_property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """All possible bids, lowest first, each as its count and its face."""
        return list_bid_pairs(sum(self.dice_counts), self.wild)

    def compute_challenge_values(self, player: int, challenger: int) -> Numbers:
        """Return the value of a challenge, by bid, own dice and the other's dice."""
        found = []
        for count, face in self.bids:
            first, second = (
                np.array([count_matching(roll, face, self.wild) for roll in list_all_rolls(dice)])
                for dice in self.dice_counts
            )
            true = first[:, None] + second[None, :] >= count
            value = np.where(true, self.loss_values[challenger], self.loss_values[1 - challenger])
            found.append(value if player == 0 else -value.T)
        return np.array(found)


class Reach(Struct):
    """The probabilities that each node is reached, by last bid and the bid before it."""

    own: Tables
    """The part of the probability that depends on the player, by node and own dice."""
    other: Tables
    """The part that depends on the other player and on chance, by node and the other's dice."""


class Solver:
    """Solves a round with CFR+, a method that improves both players' strategies step by step.

    Lists are indexed by player.
    """

    def __init__(self, table: Round) -> None:
        self.round = table
        self._size = len(table.bids)
        self._roll_chances = [np.array(compute_roll_chances(dice)) for dice in table.dice_counts]
        self._regrets = [self._make_empty_tables(dice) for dice in table.dice_counts]
        self._strategy_sums = [self._make_empty_tables(dice) for dice in table.dice_counts]
        if table.dice_counts[0] == table.dice_counts[1]:  # then both share one strategy
            self._regrets[1], self._strategy_sums[1] = self._regrets[0], self._strategy_sums[0]
        self._challenge_values = [
            [table.compute_challenge_values(one, by) for by in BOTH_PLAYERS] for one in BOTH_PLAYERS
        ]

    def compute_average_strategy(self, player: int) -> Tables:
        """Return a player's average strategy over all iterations: the probability of each move."""
        return [normalise(total) for total in self._strategy_sums[player]]

    @WITHOUT_FALSE_ALARMS
    def iterate(self, player: int, weight: int) -> tuple[float, float]:
        """Update a player's regrets, which tell how much better each move would have been.

        Returns:
            The value of the round if the player begins, and if the other begins.
        """
        own, other = ([normalise(one) for one in self._regrets[each]] for each in BOTH_PLAYERS)
        if player == 1:
            own, other = other, own
        moving = self._compute_reach(player, own, other)
        here, there = Tables(), Tables()
        for last in reversed(range(-1, self._size)):
            place = last + 1
            mine, theirs = self._list_move_values(player, last, here, there)
            regrets = self._regrets[player][place]
            count, dice, others = mine.shape
            worth = (mine.reshape(-1, others) @ moving.other[place].T).reshape(count, dice, -1)
            worth = worth.transpose(2, 1, 0)
            expected = (own[place] * worth).sum(axis=2, keepdims=True)
            self._strategy_sums[player][place] += (
                weight * moving.own[place][:, :, None] * own[place]
            )
            np.maximum(regrets + worth - expected, 0.0, out=regrets)
            here.insert(0, _mix_values(own[place], mine))
            there.insert(0, _mix_values(other[place], theirs.transpose(0, 2, 1)).transpose(0, 2, 1))
        ends = (
            self._roll_chances[player] @ node[0] @ self._roll_chances[1 - player]
            for node in (here[0], there[0])
        )
        first, second = map(float, ends)
        return first, second

    def _list_move_values(
        self, player: int, last_bid_index: int, own_turn_values: Tables, other_turn_values: Tables
    ) -> tuple[Numbers, Numbers]:
        """Return the values of all moves after a bid, if the player moves and if the other moves.

        The last two arguments are the values of the next nodes to the player. They are for nodes
        where the player moves, and where the other moves. Axes are last bid, bid before, own dice
        and the other's.
        """
        mine = [node[last_bid_index + 1] for node in other_turn_values]
        theirs = [node[last_bid_index + 1] for node in own_turn_values]
        if last_bid_index >= 0:
            mine.append(self._challenge_values[player][player][last_bid_index])
            theirs.append(self._challenge_values[player][1 - player][last_bid_index])
        return np.array(mine), np.array(theirs)

    @WITHOUT_FALSE_ALARMS
    def _compute_reach(self, player: int, own: Tables, other: Tables) -> Reach:
        """Return the probabilities that each node is reached at which the player moves."""
        moving, waiting = (
            Reach(
                [np.zeros(table.shape[:2]) for table in own],
                [np.zeros(table.shape[:2]) for table in other],
            )
            for _ in BOTH_PLAYERS
        )
        for reach in (moving, waiting):  # each begins half of the time
            reach.own[0][0] = 0.5
            reach.other[0][0] = self._roll_chances[1 - player] / 2
        for last in range(-1, self._size - 1):
            place = last + 1
            mine = np.einsum("jr,jra->ar", moving.own[place], own[place])
            theirs = np.einsum("jr,jra->ar", waiting.other[place], other[place])
            passed, kept = moving.other[place].sum(axis=0), waiting.own[place].sum(axis=0)
            for step, node in enumerate(range(last + 2, self._size + 1)):
                waiting.own[node][place], waiting.other[node][place] = mine[step], passed
                moving.own[node][place], moving.other[node][place] = kept, theirs[step]
        return moving

    def _make_empty_tables(self, dice_count: int) -> Tables:
        size, own = self._size, len(list_all_rolls(dice_count))
        start = np.zeros((1, own, size))
        return [start, *(np.zeros((last + 1, own, size - last)) for last in range(size))]


@WITHOUT_FALSE_ALARMS
def _mix_values(move_chances: Numbers, move_values: Numbers) -> Numbers:
    """Return the values of nodes from the values of moves, by node, own dice and the other's."""
    mixed: Numbers = np.matmul(move_chances.transpose(1, 0, 2), move_values.transpose(1, 0, 2))
    return mixed.transpose(1, 0, 2)


def normalise(weights: Numbers) -> Numbers:
    """Scale weights so that they sum to 1 along the last axis; if all are 0, make them equal."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), 1 / weights.shape[-1])
