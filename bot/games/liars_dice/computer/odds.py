"""The chances that bids are true, judged by one player's own dice alone."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import comb

from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, Bid, View, count_matching

HiddenDiceChances = Mapping[int, list[float]]
"""Maps each face to the chances that at least 0, 1, 2 ... of the unseen dice count as it."""


def compute_at_least_chance(
    count: int, face: int, own_dice: tuple[int, ...], hidden_dice_count: int, wild: bool
) -> float:
    """Return the chance, from 0 to 1, that at least `count` of all dice count as a face."""
    missing = count - count_matching(own_dice, face, wild)
    if missing <= 0:
        return 1.0
    counting = 2 if wild and face != WILD_FACE else 1
    ways = sum(
        comb(hidden_dice_count, hits)
        * counting**hits
        * (FACES_PER_DIE - counting) ** (hidden_dice_count - hits)
        for hits in range(missing, hidden_dice_count + 1)
    )
    return float(ways / FACES_PER_DIE**hidden_dice_count)


def compute_tail_chances(hit_chances: Iterable[float]) -> list[float]:
    """Return the chances that at least 0, 1, 2, ... of some dice count as the face of a bid."""
    exactly = [1.0]
    for share in hit_chances:
        missed = [chance * (1 - share) for chance in exactly]
        hit = [chance * share for chance in exactly]
        exactly = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return list(accumulate(reversed(exactly)))[::-1]


def compute_hidden_dice_chances(view: View) -> HiddenDiceChances:
    """Return how many unseen dice are likely to count as each face, whatever the bids."""
    unseen = sum(view.counts) - len(view.dice)
    found = {}
    for face in range(1, FACES_PER_DIE + 1):
        counting = 2 if view.wild and face != WILD_FACE else 1
        found[face] = compute_tail_chances([counting / FACES_PER_DIE] * unseen)
    return found


def compute_bid_chance(bid: MakeBid | Bid, view: View, hidden_chances: HiddenDiceChances) -> float:
    """Return the chance, from 0 to 1, that a bid is true, given the viewer's own dice."""
    missing = bid.count - count_matching(view.dice, bid.face, view.wild)
    tail = hidden_chances[bid.face]
    return 1.0 if missing <= 0 else tail[missing] if missing < len(tail) else 0.0
