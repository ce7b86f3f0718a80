"""Solves a round between two with up to three dice each, who remember the last two bids only.

The whole tree of such a round has up to 2**36 nodes. As Neller and Hnath do ("Approximating
Optimal Dudo Play with Fixed-Strategy Iteration Counterfactual Regret Minimization", 2011), nodes
with the same last bids are taken for one: what remains is a graph that is walked once forward, for
how likely each node is reached, and once backward, for what each move is worth. Two bids are
remembered, the other's and one's own before it; and a node does not tell who began. The method is
CFR+ (Tammelin 2014), with all dice looked at at once. As memory is imperfect, that it approaches
an equilibrium is not proven: what a best response wins is measured by `answering`.
"""

from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.games.liars_dice.computer.endgame import all_bids, all_rolls, roll_chances
from bot.games.liars_dice.model.state import count_matching

Numbers = NDArray[np.float64]
Tables = list[Numbers]
"""A player's numbers for all nodes: for the start, then for each last bid an array by the bid
before it (first: none), own dice, and move."""
BOTH = (0, 1)


class Round(Struct, frozen=True, dict=True):
    """A round between two, and what losing a die in it means for the game."""

    wild: bool
    dice: tuple[int, int]
    """How many each player has."""
    lost: tuple[float, float]
    """What the game is worth to player 0 if player 0, or 1, loses a die: 1 is won, -1 lost."""

    @cached_property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """All bids, as count and face, lowest first."""
        return all_bids(self.wild, sum(self.dice))

    def worth(self, player: int, challenger: int) -> Numbers:
        """Return what a challenge is worth to a player, by bid, own dice and the other's."""
        found = []
        for count, face in self.bids:
            first, second = (
                np.array([count_matching(roll, face, self.wild) for roll in all_rolls(dice)])
                for dice in self.dice
            )
            true = first[:, None] + second[None, :] >= count
            value = np.where(true, self.lost[challenger], self.lost[1 - challenger])
            found.append(value if player == 0 else -value.T)
        return np.array(found)


class Reach(Struct):
    """How likely nodes are reached where one of the two moves, by last bid and the bid before."""

    own: Tables
    """By node and own dice, as far as it is up to the player."""
    other: Tables
    """By node and the other's dice, as far as it is up to the other and to luck."""


class Solver:
    """CFR+ for a round. What belongs to a player is found by the player's number."""

    def __init__(self, table: Round) -> None:
        """Begin with no regrets."""
        self.round = table
        self._size = len(table.bids)
        self._luck = [np.array(roll_chances(dice)) for dice in table.dice]
        self._regrets = [self._empty(dice) for dice in table.dice]
        self._sums = [self._empty(dice) for dice in table.dice]
        if table.dice[0] == table.dice[1]:  # then both are the same player
            self._regrets[1], self._sums[1] = self._regrets[0], self._sums[0]
        self._challenged = [[table.worth(one, by) for by in BOTH] for one in BOTH]

    def average(self, player: int) -> Tables:
        """Return the player's average strategy: how likely each move is."""
        return [normalise(total) for total in self._sums[player]]

    def iterate(self, player: int, weight: int) -> tuple[float, float]:
        """Let a player regret; return what the round is worth if they begin, and if not."""
        own, other = ([normalise(one) for one in self._regrets[each]] for each in BOTH)
        if player == 1:
            own, other = other, own
        moving = self._reach(player, own, other)
        here, there = Tables(), Tables()
        for last in reversed(range(-1, self._size)):
            place = last + 1
            mine, theirs = self._moves(player, last, here, there)
            regrets = self._regrets[player][place]
            count, dice, others = mine.shape
            worth = (mine.reshape(-1, others) @ moving.other[place].T).reshape(count, dice, -1)
            worth = worth.transpose(2, 1, 0)
            expected = (own[place] * worth).sum(axis=2, keepdims=True)
            self._sums[player][place] += weight * moving.own[place][:, :, None] * own[place]
            np.maximum(regrets + worth - expected, 0.0, out=regrets)
            here.insert(0, _mixed(own[place], mine))
            there.insert(0, _mixed(other[place], theirs.transpose(0, 2, 1)).transpose(0, 2, 1))
        ends = (
            self._luck[player] @ node[0] @ self._luck[1 - player] for node in (here[0], there[0])
        )
        first, second = map(float, ends)
        return first, second

    def _moves(
        self, player: int, last: int, here: Tables, there: Tables
    ) -> tuple[Numbers, Numbers]:
        """Return what each move is worth after a bid, where the player moves and where not.

        `here` and `there` are what the nodes after it are worth to the player, where the player
        moves and where not: by last bid, bid before it, own dice and the other's.
        """
        mine = [node[last + 1] for node in there]
        theirs = [node[last + 1] for node in here]
        if last >= 0:
            mine.append(self._challenged[player][player][last])
            theirs.append(self._challenged[player][1 - player][last])
        return np.array(mine), np.array(theirs)

    def _reach(self, player: int, own: Tables, other: Tables) -> Reach:
        """Return how likely nodes are reached where the player moves."""
        moving, waiting = (
            Reach(
                [np.zeros(table.shape[:2]) for table in own],
                [np.zeros(table.shape[:2]) for table in other],
            )
            for _ in BOTH
        )
        for reach in (moving, waiting):  # each begins half of the time
            reach.own[0][0] = 0.5
            reach.other[0][0] = self._luck[1 - player] / 2
        for last in range(-1, self._size - 1):
            place = last + 1
            mine = np.einsum("jr,jra->ar", moving.own[place], own[place])
            theirs = np.einsum("jr,jra->ar", waiting.other[place], other[place])
            passed, kept = moving.other[place].sum(axis=0), waiting.own[place].sum(axis=0)
            for step, node in enumerate(range(last + 2, self._size + 1)):
                waiting.own[node][place], waiting.other[node][place] = mine[step], passed
                moving.own[node][place], moving.other[node][place] = kept, theirs[step]
        return moving

    def _empty(self, dice: int) -> Tables:
        size, own = self._size, len(all_rolls(dice))
        start = np.zeros((1, own, size))
        return [start, *(np.zeros((last + 1, own, size - last)) for last in range(size))]


def _mixed(shares: Numbers, worth: Numbers) -> Numbers:
    """Return what nodes are worth, by node, own dice and the other's, from what moves are."""
    mixed: Numbers = np.matmul(shares.transpose(1, 0, 2), worth.transpose(1, 0, 2))
    return mixed.transpose(1, 0, 2)


def normalise(weights: Numbers) -> Numbers:
    """Return shares in proportion to weights, along the last axis; even ones where all are 0."""
    total = weights.sum(axis=-1, keepdims=True)
    return np.where(total > 0, weights / np.where(total > 0, total, 1.0), 1 / weights.shape[-1])
