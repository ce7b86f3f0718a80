"""How likely a bid is, from one's own dice alone."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import comb

from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, Bid, View, count_matching

HiddenDiceChances = Mapping[int, list[float]]
"""By face: how likely at least 0, 1, 2, ... of the hidden dice count for it."""


def compute_at_least_chance(
    count: int, face: int, own: tuple[int, ...], unseen: int, wild: bool
) -> float:
    """Return the chance that `own` and so many `unseen` dice show at least `count` of a face.

    Each unseen die is equally likely to show any face; ones count as every face where `wild`.
    """
    missing = count - count_matching(own, face, wild)
    if missing <= 0:
        return 1.0
    counting = 2 if wild and face != WILD_FACE else 1
    ways = sum(
        comb(unseen, hits) * counting**hits * (FACES_PER_DIE - counting) ** (unseen - hits)
        for hits in range(missing, unseen + 1)
    )
    return float(ways / FACES_PER_DIE**unseen)


def compute_tail_chances(shares: Iterable[float]) -> list[float]:
    """Return the chance of at least 0, 1, 2, ... hits; each die hits by a share of its own."""
    exactly = [1.0]
    for share in shares:
        missed = [chance * (1 - share) for chance in exactly]
        hit = [chance * share for chance in exactly]
        exactly = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return list(accumulate(reversed(exactly)))[::-1]


def compute_hidden_dice_chances(view: View) -> HiddenDiceChances:
    """Return how likely numbers of hidden dice are, each face as likely as any other."""
    unseen = sum(view.counts) - len(view.dice)
    found = {}
    for face in range(1, FACES_PER_DIE + 1):
        counting = 2 if view.wild and face != WILD_FACE else 1
        found[face] = compute_tail_chances([counting / FACES_PER_DIE] * unseen)
    return found


def compute_bid_chance(bid: MakeBid | Bid, view: View, hidden: HiddenDiceChances) -> float:
    """Return how likely a bid is true."""
    missing = bid.count - count_matching(view.dice, bid.face, view.wild)
    tail = hidden[bid.face]
    return 1.0 if missing <= 0 else tail[missing] if missing < len(tail) else 0.0
