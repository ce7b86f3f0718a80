"""Computes the exact probabilities of random draws of hidden cards."""

from functools import lru_cache
from math import comb

Shares = tuple[float, ...]
"""The probabilities of the numbers 0, 1, 2 and so on, in this order; they add up to 1."""


@lru_cache(maxsize=1 << 16)
def compute_draw_chances(wanted_count: int, card_count: int, draw_count: int) -> Shares:
    """Return the chances that 0, 1, 2 ... of `draw_count` cards, or of all, are wanted ones."""
    draw_count = min(draw_count, card_count)
    ways = comb(card_count, draw_count)
    return tuple(
        comb(wanted_count, hits) * comb(card_count - wanted_count, draw_count - hits) / ways
        for hits in range(min(wanted_count, draw_count) + 1)
    )


@lru_cache(maxsize=1 << 12)
def compute_group_count_chances(group_sizes: tuple[int, ...], draw_count: int) -> Shares:
    """Return the chances that drawn cards belong to 0, 1, 2 ... different groups.

    If there are fewer than `draw_count` cards, all are drawn.
    """
    draw_count = min(draw_count, sum(group_sizes))
    ways = {(0, 0): 1}
    for size in group_sizes:
        after: dict[tuple[int, int], int] = {}
        for (taken, kinds), count in ways.items():
            for more in range(min(size, draw_count - taken) + 1):
                key = taken + more, kinds + (more > 0)
                after[key] = after.get(key, 0) + count * comb(size, more)
        ways = after
    found = [ways.get((draw_count, kinds), 0) for kinds in range(len(group_sizes) + 1)]
    return tuple(count / sum(found) for count in found)


@lru_cache(maxsize=1 << 12)
def compute_hacker_chances(
    hacker_count: int, card_count: int, target_hand_size: int, given_count: int
) -> Shares:
    """Return the chances that a play of hackers reveals 0, 1, 2 ... hackers.

    The given hackers are mixed into the target's hand, a random part of all unseen cards. Then as
    many random cards of it are revealed.
    """
    shares = [0.0] * (given_count + 1)
    back = compute_draw_chances(given_count, target_hand_size + given_count, given_count)
    for returned, likely in enumerate(back):
        drawn = compute_draw_chances(hacker_count, card_count, given_count - returned)
        for own, share in enumerate(drawn):
            shares[returned + own] += likely * share
    return tuple(shares)
