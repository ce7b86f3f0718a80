"""The chances that bids are true, judged by one player's own dice alone."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import comb

from bot.games.liars_dice.model.moves import MakeBid
from bot.games.liars_dice.model.state import FACES_PER_DIE, WILD_FACE, Bid, View, count_matching

HiddenDiceChances = Mapping[int, list[float]]
"""For each face, the chances that at least 0, 1, 2, ... of the hidden dice count for it."""


def compute_at_least_chance(
    count: int, face: int, own_dice: tuple[int, ...], hidden_dice_count: int, wild: bool
) -> float:
    """Return the chance that at least `count` of all dice count for a face.

    Args:
        count: The number of dice that a bid claims.
        face: The face of the bid.
        own_dice: The dice that the player sees.
        hidden_dice_count: The number of other dice, each of which is equally likely to show any
            face.
        wild: True if ones count as every face.
    """
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
    """Return the chances that at least 0, 1, 2, ... of some dice count for a bid.

    Args:
        hit_chances: For each die, the chance that it counts for the bid.
    """
    exactly = [1.0]
    for share in hit_chances:
        missed = [chance * (1 - share) for chance in exactly]
        hit = [chance * share for chance in exactly]
        exactly = [a + b for a, b in zip([*missed, 0.0], [0.0, *hit], strict=True)]
    return list(accumulate(reversed(exactly)))[::-1]


def compute_hidden_dice_chances(view: View) -> HiddenDiceChances:
    """Return how many hidden dice may count for each face, if all faces are equally likely."""
    unseen = sum(view.counts) - len(view.dice)
    found = {}
    for face in range(1, FACES_PER_DIE + 1):
        counting = 2 if view.wild and face != WILD_FACE else 1
        found[face] = compute_tail_chances([counting / FACES_PER_DIE] * unseen)
    return found


def compute_bid_chance(bid: MakeBid | Bid, view: View, hidden_chances: HiddenDiceChances) -> float:
    """Return the chance that a bid is true, given the viewer's own dice.

    Args:
        bid: The bid.
        view: All that the viewer may know of the game.
        hidden_chances: The chances of the dice that the viewer does not see.
    """
    missing = bid.count - count_matching(view.dice, bid.face, view.wild)
    tail = hidden_chances[bid.face]
    return 1.0 if missing <= 0 else tail[missing] if missing < len(tail) else 0.0
