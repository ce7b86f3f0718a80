"""Exact chances that opponents have each feature and each fan, computed without sampling.

A fan is the three secret features of a player. All deals that a view does not contradict are
equally likely. So an opponent's fan is as likely as the number of ways to deal fans to the others
beside it. For each pair of opponents, one matrix tells which of their fans share no feature. The
ways are counted with these matrices.

Up to the last sum, the counts are integers far below 2**24. The last sum has 64 bits. So rounding
never makes an impossible fan look possible. NumPy takes longer to load than everything else here,
so import this module at first use.
"""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from bot.engine.events import Seat
from bot.engine.matrices import WITHOUT_FALSE_ALARMS
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, CAT_BITS, to_bits
from bot.games.cloaked_cats.model.state import FEATURES, FEATURES_PER_FAN, View

Numbers = NDArray[np.intp]
Weights = NDArray[np.float64]
Matrix = NDArray[np.float32]

FAN_BITS = np.array(ALL_FANS, dtype=np.int32)
"""All 969 fans that a player can have, as bit sets. Bit f of a bit set is set if the fan holds
feature f. In this module, a fan is an index into this array.
"""
FAN_NUMBERS = {fan: number for number, fan in enumerate(FAN_BITS.tolist())}
"""Maps the bit set of each fan, a set of three features, to the fan's index in `FAN_BITS`."""
FAN_FEATURES = (FAN_BITS[:, None] >> np.arange(len(FEATURES)) & 1).astype(np.float64)
"""The features of each fan, a set of three features, as a matrix. The row is the fan's index in
`FAN_BITS`, and the column is the feature. A value is 1.0 if the fan holds the feature, else 0.0.
"""
CAT_FAN_MASKS = (np.array(CAT_BITS, dtype=np.int32)[:, None] & FAN_BITS) != 0
"""A matrix that says whether a player with a certain fan places a mask tile on a certain cat. The
row is the cat, and the column is the fan's index in `FAN_BITS`.
"""


class FanChances(Struct, frozen=True):
    """The fans that an opponent can have, and how likely each of them is."""

    fans: tuple[int, ...]
    """The sets of three features that the opponent can have, as bit sets. Bit f of a bit set is set
    if the set holds feature f.
    """
    fan_chances: tuple[float, ...]
    """The chance that the opponent has each of `fans`, in the order of `fans`; the sum is 1."""
    feature_chances: tuple[float, ...]
    """The chance that the opponent has each of the 19 features, by feature; the sum is 3. A chance
    is exactly 0 if the feature is impossible, and exactly 1 if it is certain.
    """


class FanBelief(NamedTuple):
    """The fans that a player can have, with their chances, as NumPy arrays for calculations."""

    fans: Numbers
    """The sets of three features that the player can have, as indices into `FAN_BITS`."""
    chances: Weights
    """The chance that the player has each of `fans`, in the order of `fans`; the sum is 1."""

    @WITHOUT_FALSE_ALARMS
    def compute_feature_chances(self) -> Weights:
        """Return the chance that the player has each of the 19 features, by feature.

        The chance of a feature that is certain is exactly 1.
        """
        held = FAN_FEATURES[self.fans]
        return np.where(held.all(axis=0), 1.0, self.chances @ held)


def compute_fan_chances(view: View) -> tuple[FanChances | None, ...]:
    """Return how likely each opponent has each fan.

    The chances are exact: they are computed without random sampling.

    Returns:
        The chances of each player, by seat. The entry for the viewer's own seat is None.

    Raises:
        ValueError: The view contradicts itself. Or it is an onlooker's view of four players, for
            whom the calculation would take too long; use `deduction.find_possible_fans` instead.
    """
    return tuple(belief and _convert_belief(belief) for belief in compute_fan_beliefs(view))


def compute_fan_beliefs(
    view: View, fan_likelihoods: Sequence[Weights] | None = None
) -> tuple[FanBelief | None, ...]:
    """Return how likely each opponent has each fan, as NumPy arrays.

    `fan_likelihoods` is a weight for each seat and each fan in `FAN_BITS`, which says how well the
    fan agrees with other evidence, such as the player's guesses. None gives all fans the same
    weight.

    Returns:
        The chances of each player, by seat. The entry for the viewer's own seat is None.

    Raises:
        ValueError: As for `compute_fan_chances`.
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

    The facts are the cats on which the player placed a mask tile, the answers to guesses about the
    player, and the player's features that lie face up. Features that the viewer has or that lie
    face up elsewhere are ruled out, too.
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
    """Return a matrix of the pairs of fans that two players can have at the same time.

    Each feature exists only once, so two players' fans share no feature.

    Returns:
        1 where the two fans share no feature, else 0.
    """
    apart: Matrix = ((FAN_BITS[fans][:, None] & FAN_BITS[other_fans]) == 0).astype(np.float32)
    return apart


@WITHOUT_FALSE_ALARMS
def _weigh_deals(fans: Sequence[Numbers], weights: Sequence[Weights]) -> list[Weights]:
    """Return a weight for each fan, a set of three features, that each opponent can have.

    The weight of a fan is in proportion to the sum of the weights of all deals in which the
    opponent has this fan. The weight of a deal is the product of its fans' weights.
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
    """Tell whether nothing is known of any opponent, so that all their fans are equally likely.

    `_weigh_deals` then does not have to count deals.
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
