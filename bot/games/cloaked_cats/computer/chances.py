"""Exact chances that opponents have each feature and each fan, computed without sampling.

All deals that a view does not contradict are equally likely. So an opponent's fan is as likely as
the number of ways to deal fans to the others beside it. The ways are counted with a matrix for each
pair of opponents, which tells which of their fans share no feature. Up to the last sum, the counts
are integers far below 2**24. The last sum has 64 bits. So rounding never makes an impossible fan
look possible.

NumPy takes longer to load than everything else here, so import this module at first use.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, CAT_BITS, to_bits
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, View

Numbers = NDArray[np.intp]
Weights = NDArray[np.float64]
Matrix = NDArray[np.float32]

FAN_BITS = np.array(ALL_FANS, dtype=np.int32)
"""All 969 fans as bit sets, as in `deduction`; here, a fan is an index into this array."""
FAN_NUMBERS = {fan: number for number, fan in enumerate(FAN_BITS.tolist())}
"""Maps the bit set of each fan, a set of three features, to the fan's index in `FAN_BITS`."""
FAN_FEATURES = (FAN_BITS[:, None] >> np.arange(len(FEATURES)) & 1).astype(np.float64)
"""Whether each fan (row) holds each feature (column): 1.0 or 0.0."""
CAT_FAN_MASKS = (np.array(CAT_BITS, dtype=np.int32)[:, None] & FAN_BITS) != 0
"""Whether a player with a certain fan (column) places a mask tile on a certain cat (row)."""


class FanBelief(NamedTuple):
    """The fans that a player can have, with their chances, as NumPy arrays for calculations."""

    fans: Numbers
    """The sets of three features that the player can have, as indices into `FAN_BITS`."""
    chances: Weights
    """The chance that the player has each of `fans`, in the order of `fans`; the sum is 1."""

    @WITHOUT_FALSE_ALARMS
    def compute_feature_chances(self) -> Weights:
        """Return the chance that the player has each feature; exactly 1 if it is certain."""
        held = FAN_FEATURES[self.fans]
        return np.where(held.all(axis=0), 1.0, self.chances @ held)


def compute_fan_beliefs(
    view: View, fan_likelihoods: Sequence[Weights] | None = None
) -> tuple[FanBelief | None, ...]:
    """Return how likely each opponent has each fan, by seat.

    The entry for the viewer's own seat is None. `fan_likelihoods` are weights, by seat and fan,
    which say how well a fan agrees with other evidence, such as the player's guesses. None means
    equal weights.

    Raises:
        ValueError: The view contradicts itself. Or it is an onlooker's view of four players, for
            whom the calculation would take too long; use `deduction.find_possible_fans` instead.
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
    """Return the fans that a player can have, judged by the facts about this player alone.

    The facts are the player's mask tiles, answers and face-up features. Features that the viewer
    has or that lie face up elsewhere are ruled out, too.
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
    """Return a matrix with 1 where two players' fans share no feature, else 0.

    Each feature exists only once, so other pairs are impossible.
    """
    apart: Matrix = ((FAN_BITS[fans][:, None] & FAN_BITS[other_fans]) == 0).astype(np.float32)
    return apart


@WITHOUT_FALSE_ALARMS
def _weigh_deals(fans: Sequence[Numbers], weights: Sequence[Weights]) -> list[Weights]:
    """Return a weight for each fan that each opponent can have.

    It is in proportion to the sum of the weights of all deals in which the opponent has this fan.
    The weight of a deal is the product of its fans' weights.
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
    """Tell whether nothing is known of any opponent, so that all their fans are equally likely."""
    free = np.count_nonzero(FAN_FEATURES[fans[0]].any(axis=0))
    whole = all(len(each) == comb(free, FEATURES_PER_FAN) for each in fans)
    return whole and all((each == 1).all() for each in weights)
