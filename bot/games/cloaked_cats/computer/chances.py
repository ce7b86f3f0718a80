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
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, CAT_BITS, to_bits
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, View

Numbers = NDArray[np.intp]
Weights = NDArray[np.float64]
Matrix = NDArray[np.float32]

FAN_BITS = np.array(ALL_FANS, dtype=np.int32)
"""Every fan there is, as a bit set; in this module a fan is its number in here."""
FAN_NUMBERS = {fan: number for number, fan in enumerate(FAN_BITS.tolist())}
"""The number of each bit set."""
FAN_FEATURES = (FAN_BITS[:, None] >> np.arange(len(FEATURES)) & 1).astype(np.float64)
"""By fan and feature: 1 if the fan holds it."""
CAT_FAN_MASKS = (np.array(CAT_BITS, dtype=np.int32)[:, None] & FAN_BITS) != 0
"""By cat and fan: whether a mask is placed."""


class FanChances(Struct, frozen=True):
    """What an opponent can hold, and how likely each of it is."""

    fans: tuple[int, ...]
    """The possible fans as bit sets: bit f is feature f."""
    of_fan: tuple[float, ...]
    """For each of `fans`; they sum to 1."""
    of_feature: tuple[float, ...]
    """For each of the 19 features: exactly 0 if impossible, exactly 1 if certain; they sum to 3."""


class FanBelief(NamedTuple):
    """The same as arrays, for those who calculate with it."""

    fans: Numbers
    shares: Weights

    def of_feature(self) -> Weights:
        """Return how likely each feature is, exactly 1 if it is certain."""
        held = FAN_FEATURES[self.fans]
        return np.where(held.all(axis=0), 1.0, self.shares @ held)


def compute_fan_chances(view: View) -> tuple[FanChances | None, ...]:
    """Return the exact chances of every seat's fan; None for the viewer's own.

    Raises ValueError for a view that contradicts itself, and for an onlooker's view of four
    players: four unknown fans take too long, `deduction.possible_fans` serves there.
    """
    return tuple(belief and _convert_belief(belief) for belief in compute_fan_beliefs(view))


def compute_fan_beliefs(
    view: View, likely: Sequence[Weights] | None = None
) -> tuple[FanBelief | None, ...]:
    """Return the chances of every seat's fan as arrays; None for the viewer's own.

    `likely` weighs by seat how well each of all fans agrees with other evidence, such as
    guesses. Raises ValueError as `compute_fan_chances` does.
    """
    others = [seat for seat in range(len(view.revealed)) if seat != view.viewer]
    if len(others) > 3:
        raise ValueError("an onlooker of four players has no exact chances")
    fans = [find_fitting_fans(view, seat) for seat in others]
    weights = [
        np.ones(len(fans[place])) if likely is None else likely[seat][fans[place]]
        for place, seat in enumerate(others)
    ]
    found: list[FanBelief | None] = [None] * len(view.revealed)
    for seat, candidates, ways in zip(others, fans, _weigh_deals(fans, weights), strict=True):
        possible = ways > 0
        if not possible.any():
            raise ValueError("the view contradicts itself")
        found[seat] = FanBelief(candidates[possible], ways[possible] / ways.sum())
    return tuple(found)


def find_fitting_fans(view: View, seat: Seat) -> Numbers:
    """Return the fans that `seat` can have by its own masks, answers and revealed features.

    Of other seats only the viewer's fan and what lies face up is held against them.
    """
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    face_up = [feature for shown in view.revealed for feature in shown]
    known = to_bits(view.revealed[seat])
    impossible = (to_bits(denied) | to_bits(face_up) | to_bits(view.fan)) & ~known
    fits = (FAN_BITS & (known | impossible)) == known
    for dancer in view.floor:
        fits &= CAT_FAN_MASKS[dancer.cat] == (seat in dancer.masks)
    return np.flatnonzero(fits)


def find_disjoint_fans(fans: Numbers, others: Numbers) -> Matrix:
    """Return by fan and other fan 1 if they share no feature, so that both can be dealt, else 0."""
    apart: Matrix = ((FAN_BITS[fans][:, None] & FAN_BITS[others]) == 0).astype(np.float32)
    return apart


def _weigh_deals(fans: Sequence[Numbers], weights: Sequence[Weights]) -> list[Weights]:
    """Return, for each opponent's fans, the weight of all deals with that fan."""
    if len(fans) == 1:
        return [weights[0]]
    if len(fans) == 2:
        apart = find_disjoint_fans(fans[0], fans[1])
        return [weights[0] * (apart @ weights[1]), weights[1] * (weights[0] @ apart)]
    if _are_all_alike(fans, weights):
        return list(weights)
    a, b, c = weights
    ab, bc, ca = (find_disjoint_fans(fans[one], fans[two]) for one, two in ((0, 1), (1, 2), (2, 0)))
    between = (ab * b.astype(np.float32)) @ bc * ca.T
    beside_b = (bc * c.astype(np.float32)) @ ca * ab.T
    return [a * (between @ c), b * (beside_b @ a), c * (a @ between)]


def _are_all_alike(fans: Sequence[Numbers], weights: Sequence[Weights]) -> bool:
    """Tell whether nothing is known of anybody: then all fans are alike, with nothing to count."""
    free = np.count_nonzero(FAN_FEATURES[fans[0]].any(axis=0))
    whole = all(len(each) == comb(free, FEATURES_PER_FAN) for each in fans)
    return whole and all((each == 1).all() for each in weights)


def _convert_belief(belief: FanBelief) -> FanChances:
    return FanChances(
        fans=tuple(FAN_BITS[belief.fans].tolist()),
        of_fan=tuple(belief.shares.tolist()),
        of_feature=tuple(belief.of_feature().tolist()),
    )
