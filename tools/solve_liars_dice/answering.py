"""What a best response wins against a strategy that remembers the last two bids.

It remembers everything itself, and knows the strategy. All its ways are walked, with how likely
the other holds which dice after each. Ways that the other hardly ever goes (less than `RARE`) are
not followed: they count as lost for the lower bound, as won for the upper one.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.games.liars_dice.computer.endgame import all_rolls, roll_chances
from tools.solve_liars_dice.last_bids import BOTH, Numbers, Round, Tables

Places = NDArray[np.intp]
RARE = 1e-4
AT_ONCE = 20_000
"""Histories that are looked at together: more need more memory."""


class Histories(Struct):
    """Some histories: the last two bids (-1: none), and how likely the other has which dice."""

    before: Places
    last: Places
    reach: Numbers


class Responder:
    """A best response as one player of a round."""

    def __init__(self, table: Round, player: int, strategy: Tables) -> None:
        """Answer the other's strategy."""
        self._size = len(table.bids)
        self._strategy = strategy
        self._dice = table.dice[player], table.dice[1 - player]
        self._challenging, self._challenged = (
            table.worth(player, by) for by in (player, 1 - player)
        )

    def wins(self) -> tuple[float, float]:
        """Return bounds of what it wins on average over who begins: 1 is a game."""
        own, other = (np.array(roll_chances(dice)) for dice in self._dice)
        start = Histories(np.array([-1]), np.array([-1]), other[None, :])
        lower, upper = (
            (self._moving(start)[:, 0] @ own + self._waiting(start)[:, 0] @ own) / 2
        ).tolist()
        return lower, upper

    def _moving(self, at: Histories) -> Numbers:
        """Return bounds of its values where it moves, by bound, history and own dice."""
        count = len(at.last)
        values = np.full((2, count, len(all_rolls(self._dice[0]))), -np.inf)
        bid = at.last >= 0
        values[:, bid] = np.einsum("nrs,ns->nr", self._challenging[at.last[bid]], at.reach[bid])
        ahead = self._size - 1 - at.last
        parents = np.repeat(np.arange(count), ahead)
        if len(parents):
            begins = np.cumsum(ahead) - ahead
            raised = at.last[parents] + 1 + np.arange(len(parents)) - begins[parents]
            found = self._after(
                Histories(at.last[parents], raised, at.reach[parents]), moving=False
            )
            some = ahead > 0
            best = np.maximum.reduceat(found, begins[some], axis=1)
            values[:, some] = np.maximum(values[:, some], best)
        return values

    def _waiting(self, at: Histories) -> Numbers:
        """Return bounds of its values where the other moves."""
        values = np.zeros((2, len(at.last), len(all_rolls(self._dice[0]))))
        for last in np.unique(at.last):
            those = np.flatnonzero(at.last == last)
            shares = self._strategy[last + 1][at.before[those] + 1 if last >= 0 else 0 * those]
            reach = at.reach[those][:, :, None] * shares
            if last >= 0:
                values[:, those] += reach[:, :, -1] @ self._challenged[last].T
            higher = np.arange(last + 1, self._size)
            after = reach[:, :, : len(higher)].transpose(0, 2, 1).reshape(-1, reach.shape[1])
            parents, raised = np.repeat(those, len(higher)), np.tile(higher, len(those))
            mass = after.sum(axis=1)
            rare = mass <= RARE
            for bound, sign in enumerate((-1, 1)):
                np.add.at(values[bound], parents[rare], sign * mass[rare][:, None])
            kept = Histories(np.full((~rare).sum(), last), raised[~rare], after[~rare])
            found = self._after(kept, moving=True)
            for bound in BOTH:
                np.add.at(values[bound], parents[~rare], found[bound])
        return values

    def _after(self, at: Histories, *, moving: bool) -> Numbers:
        walk = self._moving if moving else self._waiting
        cuts = [slice(begin, begin + AT_ONCE) for begin in range(0, len(at.last), AT_ONCE)]
        parts = [walk(Histories(at.before[cut], at.last[cut], at.reach[cut])) for cut in cuts]
        return np.concatenate(parts, axis=1) if parts else walk(at)


def exploitability(table: Round, strategies: tuple[Tables, Tables]) -> tuple[float, float]:
    """Return bounds of what best responses win against both, on average; 0 is an equilibrium."""
    found = [Responder(table, one, strategies[1 - one]).wins() for one in BOTH]
    return sum(low for low, _ in found) / 2, sum(high for _, high in found) / 2
