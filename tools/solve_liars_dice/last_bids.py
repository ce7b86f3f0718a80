"""Solves a round between two players, up to three dice each, who remember only the last two bids.

The whole tree of such a round has up to 2**36 nodes. As Neller and Hnath do ("Approximating
Optimal Dudo Play with Fixed-Strategy Iteration Counterfactual Regret Minimization", 2011), nodes
with the same last bids are taken for one: what remains is a graph that is walked once forward, for
how likely each node is reached, and once backward, for what each move is worth. Two bids are
remembered, the other's and one's own before it; and a node does not tell who began. The method is
CFR+ (Tammelin 2014), with all dice looked at at once. As memory is imperfect, that it approaches
an equilibrium is not proven: `exploitability` measures what a best response wins.
"""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.games.liars_dice.computer.endgame import (
    compute_roll_chances,
    list_all_rolls,
    list_bid_pairs,
)
from bot.games.liars_dice.model.state import count_matching

Numbers = NDArray[np.float64]
Tables = list[Numbers]
"""A player's numbers for all nodes.

The first array is for the start, the others for each last bid. Axes are the bid before (first:
none), own dice, and move.
"""
BOTH_PLAYERS = (0, 1)


class Round(Struct, frozen=True, dict=True):
    """A round between two players, and how it changes the value of the game."""

    wild: bool
    dice_counts: tuple[int, int]
    """Number of dice of each player."""
    loss_values: tuple[float, float]
    """Value of the game to player 0 if player 0, or 1, loses a die: 1 is won, -1 lost."""

    @cached_property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """All bids, as count and face, lowest first."""
        return list_bid_pairs(sum(self.dice_counts), self.wild)

    def compute_challenge_values(self, player: int, challenger: int) -> Numbers:
        """Return the value of a challenge to a player, by bid, own dice and the other's."""
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
    """Reach probabilities of nodes, by last bid and the bid before."""

    own: Tables
    """The player's part, by node and own dice."""
    other: Tables
    """The part of the other and of chance, by node and the other's dice."""


class Solver:
    """CFR+ for a round. Lists are indexed by player."""

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
        """Return the player's average strategy: the probability of each move."""
        return [normalise(total) for total in self._strategy_sums[player]]

    def iterate(self, player: int, weight: int) -> tuple[float, float]:
        """Update a player's regrets; return the round's value if they begin, and if not."""
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
        """Return the values of moves after a bid, for nodes where the player moves and others.

        `own_turn_values` and `other_turn_values` are the values of the next nodes to the player,
        where the player moves and where not, by last bid, bid before, own dice and the other's.
        """
        mine = [node[last_bid_index + 1] for node in other_turn_values]
        theirs = [node[last_bid_index + 1] for node in own_turn_values]
        if last_bid_index >= 0:
            mine.append(self._challenge_values[player][player][last_bid_index])
            theirs.append(self._challenge_values[player][1 - player][last_bid_index])
        return np.array(mine), np.array(theirs)

    def _compute_reach(self, player: int, own: Tables, other: Tables) -> Reach:
        """Return the reach probabilities of nodes where the player moves."""
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


def _mix_values(move_chances: Numbers, move_values: Numbers) -> Numbers:
    """Return the values of nodes from the values of moves, by node, own dice and the other's."""
    mixed: Numbers = np.matmul(move_chances.transpose(1, 0, 2), move_values.transpose(1, 0, 2))
    return mixed.transpose(1, 0, 2)


def normalise(weights: Numbers) -> Numbers:
    """Scale weights to a sum of 1 along the last axis; if all are 0, make them equal."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), 1 / weights.shape[-1])
