"""Exact chances of each feature and each fan of each opponent, without sampling.

All deals that a view does not contradict are equally likely. So an opponent's fan is as likely as
the number of ways to deal fans to the others beside it. For each pair of opponents, one matrix
tells which of their fans share no feature. The ways are counted with these matrices.

Up to the last sum, the counts are integers far below 2**24. The last sum has 64 bits. So rounding
never makes an impossible fan look possible.

NumPy takes longer to load than everything else here, so import this module at first use.
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
"""All fans as bit sets.

In this module, a fan is an index into this array.
"""
FAN_NUMBERS = {fan: number for number, fan in enumerate(FAN_BITS.tolist())}
"""The index of each fan, by its bit set."""
FAN_FEATURES = (FAN_BITS[:, None] >> np.arange(len(FEATURES)) & 1).astype(np.float64)
"""1 if the fan holds the feature, else 0; by fan and feature."""
CAT_FAN_MASKS = (np.array(CAT_BITS, dtype=np.int32)[:, None] & FAN_BITS) != 0
"""Whether a player with this fan places a mask on this cat; by cat and fan."""


class FanChances(Struct, frozen=True):
    """The fans that an opponent can have, and how likely each is."""

    fans: tuple[int, ...]
    """The possible fans as bit sets; bit f is feature f."""
    fan_chances: tuple[float, ...]
    """The chance of each of `fans`; they sum to 1."""
    feature_chances: tuple[float, ...]
    """The chance of each of the 19 features; they sum to 3.

    A chance is exactly 0 if the feature is impossible and exactly 1 if it is certain.
    """


class FanBelief(NamedTuple):
    """The same chances as arrays, for calculations."""

    fans: Numbers
    """The possible fans, as indices of `FAN_BITS`."""
    chances: Weights
    """The chance of each of `fans`; they sum to 1."""

    def compute_feature_chances(self) -> Weights:
        """Return how likely each feature is, exactly 1 if it is certain."""
        held = FAN_FEATURES[self.fans]
        return np.where(held.all(axis=0), 1.0, self.chances @ held)


def compute_fan_chances(view: View) -> tuple[FanChances | None, ...]:
    """Return the exact chances of every seat's fan; None for the viewer's own.

    Raises ValueError for a view that contradicts itself. Raises it also for an onlooker's view of
    four players, because four unknown fans take too long. Use `deduction.find_possible_fans` there.
    """
    return tuple(belief and _convert_belief(belief) for belief in compute_fan_beliefs(view))


def compute_fan_beliefs(
    view: View, fan_likelihoods: Sequence[Weights] | None = None
) -> tuple[FanBelief | None, ...]:
    """Return the chances of every seat's fan as arrays; None for the viewer's own.

    `fan_likelihoods` holds a weight for each seat and each of all fans. It tells how well the fan
    agrees with other evidence, such as guesses.

    Raises ValueError as `compute_fan_chances` does.
    """
    others = [seat for seat in range(len(view.revealed)) if seat != view.viewer]
    if len(others) > 3:
        raise ValueError("an onlooker of four players has no exact chances")
    fans = [find_fitting_fans(view, seat) for seat in others]
    weights = [
        np.ones(len(fans[place])) if fan_likelihoods is None else fan_likelihoods[seat][fans[place]]
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

    Of the other seats, this takes into account only the viewer's fan and the features that lie face
    up.
    """
    denied = [guess.feature for guess in view.guesses if guess.opponent == seat and not guess.right]
    face_up = [feature for shown in view.revealed for feature in shown]
    known = to_bits(view.revealed[seat])
    impossible = (to_bits(denied) | to_bits(face_up) | to_bits(view.fan)) & ~known
    fits = (FAN_BITS & (known | impossible)) == known
    for dancer in view.floor:
        fits &= CAT_FAN_MASKS[dancer.cat] == (seat in dancer.masks)
    return np.flatnonzero(fits)


def find_disjoint_fans(fans: Numbers, other_fans: Numbers) -> Matrix:
    """Return, by fan and other fan, 1 if they share no feature, else 0.

    Only fans that share no feature can be dealt together.
    """
    apart: Matrix = ((FAN_BITS[fans][:, None] & FAN_BITS[other_fans]) == 0).astype(np.float32)
    return apart


def _weigh_deals(fans: Sequence[Numbers], weights: Sequence[Weights]) -> list[Weights]:
    """Return the weight of each possible fan of each opponent.

    It is the sum of the weights of all deals in which the opponent has that fan: a result like
    `weights`, by opponent and fan.
    """
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
    """Tell whether nothing is known of any opponent.

    Then all fans are equally likely, and there is nothing to count.
    """
    free = np.count_nonzero(FAN_FEATURES[fans[0]].any(axis=0))
    whole = all(len(each) == comb(free, FEATURES_PER_FAN) for each in fans)
    return whole and all((each == 1).all() for each in weights)


def _convert_belief(belief: FanBelief) -> FanChances:
    return FanChances(
        fans=tuple(FAN_BITS[belief.fans].tolist()),
        fan_chances=tuple(belief.chances.tolist()),
        feature_chances=tuple(belief.compute_feature_chances().tolist()),
    )
