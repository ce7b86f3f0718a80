"""Computes the exact chances of cards that are drawn without being seen."""

from functools import lru_cache
from math import comb

Shares = tuple[float, ...]
"""The chances of the numbers 0, 1, 2 and so on, which add up to 1."""


@lru_cache(maxsize=1 << 16)
def compute_draw_chances(wanted_count: int, card_count: int, draw_count: int) -> Shares:
    """Return the chances that 0, 1, 2 and so on of the drawn cards are wanted ones.

    Args:
        wanted_count: How many of the cards are wanted, for instance those of one faction.
        card_count: How many cards there are.
        draw_count: How many cards are drawn. If it exceeds `card_count`, all cards are drawn.
    """
    draw_count = min(draw_count, card_count)
    ways = comb(card_count, draw_count)
    return tuple(
        comb(wanted_count, hits) * comb(card_count - wanted_count, draw_count - hits) / ways
        for hits in range(min(wanted_count, draw_count) + 1)
    )


@lru_cache(maxsize=1 << 12)
def compute_group_count_chances(group_sizes: tuple[int, ...], draw_count: int) -> Shares:
    """Return the chances that the drawn cards belong to 0, 1, 2 and so on different groups.

    Args:
        group_sizes: The number of cards in each group, for instance in each faction.
        draw_count: How many cards are drawn from all groups together. If there are fewer, all cards
            are drawn.
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
    """Return the chances that a play of hackers reveals 0, 1, 2 and so on hackers.

    Played hackers are mixed into the target's hand. Then as many random cards of it are revealed.

    Args:
        hacker_count: How many of the unseen cards are hackers.
        card_count: How many unseen cards there are, from which the target's hand is a random draw.
        target_hand_size: How many cards the target holds before.
        given_count: How many hackers are played.
    """
    shares = [0.0] * (given_count + 1)
    for returned, likely in enumerate(
        compute_draw_chances(given_count, target_hand_size + given_count, given_count)
    ):
        for own, share in enumerate(
            compute_draw_chances(hacker_count, card_count, given_count - returned)
        ):
            shares[returned + own] += likely * share
    return tuple(shares)
