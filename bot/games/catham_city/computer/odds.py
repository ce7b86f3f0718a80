"""The exact chances of cards that are drawn unseen."""

from functools import lru_cache
from math import comb

Shares = tuple[float, ...]
"""The chances of the numbers 0, 1, 2, ..., which add up to 1."""


@lru_cache(maxsize=1 << 16)
def compute_draw_chances(wanted: int, cards: int, number: int) -> Shares:
    """Return the chances of drawing 0, 1, 2, ... of the `wanted` cards.

    `number` cards are drawn out of `cards`, of which `wanted` are wanted. If there are fewer cards
    than `number`, all of them are drawn.
    """
    number = min(number, cards)
    ways = comb(cards, number)
    return tuple(
        comb(wanted, hits) * comb(cards - wanted, number - hits) / ways
        for hits in range(min(wanted, number) + 1)
    )


@lru_cache(maxsize=1 << 12)
def compute_group_count_chances(groups: tuple[int, ...], number: int) -> Shares:
    """Return the chances that drawn cards belong to 0, 1, 2, ... different groups.

    `number` cards are drawn from all groups, which have these sizes. If there are fewer cards than
    `number`, all of them are drawn.
    """
    number = min(number, sum(groups))
    ways = {(0, 0): 1}
    for size in groups:
        after: dict[tuple[int, int], int] = {}
        for (taken, kinds), count in ways.items():
            for more in range(min(size, number - taken) + 1):
                key = taken + more, kinds + (more > 0)
                after[key] = after.get(key, 0) + count * comb(size, more)
        ways = after
    found = [ways.get((number, kinds), 0) for kinds in range(len(groups) + 1)]
    return tuple(count / sum(found) for count in found)


@lru_cache(maxsize=1 << 12)
def compute_hacker_chances(hackers: int, cards: int, held: int, given: int) -> Shares:
    """Return the chances that 0, 1, 2, ... hackers are revealed when hackers are played.

    The target holds `held` cards, gets `given` hackers, and reveals `given` cards. Its own cards
    are any of `cards` cards, of which `hackers` are hackers.
    """
    shares = [0.0] * (given + 1)
    for returned, likely in enumerate(compute_draw_chances(given, held + given, given)):
        for own, share in enumerate(compute_draw_chances(hackers, cards, given - returned)):
            shares[returned + own] += likely * share
    return tuple(shares)
