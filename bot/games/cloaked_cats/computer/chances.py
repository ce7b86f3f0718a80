"""How likely each feature and each fan of each opponent is: exactly, with nothing sampled.

All deals that a view does not contradict are equally likely. One opponent's fan is as likely as
there are ways to deal fans to the others beside it; they are counted with one matrix for each
pair of opponents, which tells which of their fans share no feature. The counts are integers far
below 2**24 up to the last sum, which has 64 bits, so that no rounding makes the impossible
possible. NumPy takes longer to load than all else here: import this module at first use.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, CAT_BITS, bits
from bot.games.cloaked_cats.model.state import FAN, FEATURES, View

Numbers = NDArray[np.intp]
Weights = NDArray[np.float64]
Matrix = NDArray[np.float32]

FANS = np.array(ALL_FANS, dtype=np.int32)
"""Every fan there is, as a bit set; in this module a fan is its number in here."""
NUMBERS = {fan: number for number, fan in enumerate(FANS.tolist())}
"""The number of each bit set."""
HOLDS = (FANS[:, None] >> np.arange(len(FEATURES)) & 1).astype(np.float64)
"""By fan and feature: 1 if the fan holds it."""
MASKED = (np.array(CAT_BITS, dtype=np.int32)[:, None] & FANS) != 0
"""By cat and fan: whether a mask is placed."""


class Chances(Struct, frozen=True):
    """What an opponent can hold, and how likely each of it is."""

    fans: tuple[int, ...]
    """The possible fans as bit sets: bit f is feature f."""
    of_fan: tuple[float, ...]
    """For each of `fans`; they sum to 1."""
    of_feature: tuple[float, ...]
    """For each of the 19 features: exactly 0 if impossible, exactly 1 if certain; they sum to 3."""


class Belief(NamedTuple):
    """The same as arrays, for those who calculate with it."""

    fans: Numbers
    shares: Weights

    def of_feature(self) -> Weights:
        """Return how likely each feature is, exactly 1 if it is certain."""
        held = HOLDS[self.fans]
        return np.where(held.all(axis=0), 1.0, self.shares @ held)


def chances(view: View) -> tuple[Chances | None, ...]:
    """Return the exact chances of every seat's fan; None for the viewer's own.

    Raises ValueError for a view that contradicts itself, and for an onlooker's view of four
    players: four unknown fans take too long, `deduction.possible_fans` serves there.
    """
    return tuple(belief and _told(belief) for belief in beliefs(view))


def beliefs(view: View, likely: Sequence[Weights] | None = None) -> tuple[Belief | None, ...]:
    """Return the chances of every seat's fan as arrays; None for the viewer's own.

    `likely` weighs by seat how well each of all fans agrees with other evidence, such as
    guesses. Raises ValueError as `chances` does.
    """
    others = [seat for seat in range(len(view.revealed)) if seat != view.viewer]
    if len(others) > 3:
        raise ValueError("an onlooker of four players has no exact chances")
    fans = [fitting(view, seat) for seat in others]
    weights = [
        np.ones(len(fans[place])) if likely is None else likely[seat][fans[place]]
        for place, seat in enumerate(others)
    ]
    found: list[Belief | None] = [None] * len(view.revealed)
    for seat, candidates, ways in zip(others, fans, _ways(fans, weights), strict=True):
        possible = ways > 0
        if not possible.any():
            raise ValueError("the view contradicts itself")
        found[seat] = Belief(candidates[possible], ways[possible] / ways.sum())
    return tuple(found)


def fitting(view: View, seat: Seat) -> Numbers:
    """Return the fans that `seat` can have by its own masks, answers and revealed features.

    Of other seats only the viewer's fan and what lies face up is held against them.
    """
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    face_up = [feature for shown in view.revealed for feature in shown]
    known = bits(view.revealed[seat])
    impossible = (bits(denied) | bits(face_up) | bits(view.fan)) & ~known
    fits = (FANS & (known | impossible)) == known
    for dancer in view.floor:
        fits &= MASKED[dancer.cat] == (seat in dancer.masks)
    return np.flatnonzero(fits)


def apart_from(fans: Numbers, others: Numbers) -> Matrix:
    """Return by fan and other fan 1 if they share no feature, so that both can be dealt, else 0."""
    apart: Matrix = ((FANS[fans][:, None] & FANS[others]) == 0).astype(np.float32)
    return apart


def _ways(fans: Sequence[Numbers], weights: Sequence[Weights]) -> list[Weights]:
    """Return, for each opponent's fans, the weight of all deals with that fan."""
    if len(fans) == 1:
        return [weights[0]]
    if len(fans) == 2:
        apart = apart_from(fans[0], fans[1])
        return [weights[0] * (apart @ weights[1]), weights[1] * (weights[0] @ apart)]
    if _all_alike(fans, weights):
        return list(weights)
    a, b, c = weights
    ab, bc, ca = (apart_from(fans[one], fans[two]) for one, two in ((0, 1), (1, 2), (2, 0)))
    between = (ab * b.astype(np.float32)) @ bc * ca.T
    beside_b = (bc * c.astype(np.float32)) @ ca * ab.T
    return [a * (between @ c), b * (beside_b @ a), c * (a @ between)]


def _all_alike(fans: Sequence[Numbers], weights: Sequence[Weights]) -> bool:
    """Tell whether nothing is known of anybody: then all fans are alike, with nothing to count."""
    free = np.count_nonzero(HOLDS[fans[0]].any(axis=0))
    whole = all(len(each) == comb(free, FAN) for each in fans)
    return whole and all((each == 1).all() for each in weights)


def _told(belief: Belief) -> Chances:
    return Chances(
        fans=tuple(FANS[belief.fans].tolist()),
        of_fan=tuple(belief.shares.tolist()),
        of_feature=tuple(belief.of_feature().tolist()),
    )
