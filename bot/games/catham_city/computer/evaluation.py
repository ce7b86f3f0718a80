"""Estimates a player's winning chance from all that this player knows.

Cards are counted by faction, so a hand is a tuple of eight numbers.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from bot.engine.events import Seat
from bot.games.catham_city.computer.odds import compute_draw_chances
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FACTIONS, HAND_LIMIT, View

Counts = tuple[int, ...]
"""The number of cards of each faction, in the order of `FACTIONS`."""

TURN_ORDER_POINTS = 0.4
"""How much being next in turn order is worth, in points; being last costs as much. This and
`FIRST_READY_HAND_POINTS` are maximum likelihood estimates from 170,000 positions in games that
`rollout_policy` played.
"""
FIRST_READY_HAND_POINTS = 2.2
"""The worth, in points, of the first hand in turn order that can win by `CERTAIN_POINTS`."""
CARD_POINTS = (
    (0.0, 0.40, 0.75, 1.20, 1.65, 1.95, 2.40),  # detectives
    (0.0, 0.50, 0.95, 1.70, 2.15, 2.55, 3.15),  # scientists
    (0.0, 0.40, 0.95, 1.30, 1.85, 2.20, 2.70),  # robocats
    (0.0, 0.35, 0.70, 1.00, 1.60, 1.90, 2.15),  # mafia
    (0.0, 0.35, 0.65, 1.05, 1.60, 1.90, 2.10),  # hackers
    (0.0, 0.35, 0.65, 0.95, 1.25, 1.55, 1.85),  # police
    (0.0, 0.45, 0.95, 1.40, 1.80, 2.30, 2.60),  # journalists
    (0.0, 0.40, 0.85, 1.35, 1.75, 2.25, 2.60),  # bureaucrats
)
"""How much cards in the hand are worth, in points, by faction and number of cards. These are the
points that such cards brought on average in very long games of two Tomcats, fitted by least
squares.
"""
FURTHER_CARD_POINTS = 0.35
"""How much each card beyond the numbers listed in `CARD_POINTS` is worth, in points."""
CERTAIN_POINTS = (
    (0, 0, 0, 3, 3, 3),  # detectives
    (0, 0, 0, 2, 2, 2),  # scientists
    (0, 0, 0, 0, 3, 3),  # robocats
    (0, 0, 0, 0, 2, 2),  # mafia
    (0, 0, 1, 1, 2, 2),  # hackers
    (0, 0, 0, 1, 1, 1),  # police
    (0, 0, 2, 2, 2, 2),  # journalists
    (0, 1, 2, 2, 3, 3),  # bureaucrats
)
"""How many points a faction's cards reliably bring in one play, by faction and number of cards.
More cards than listed bring as much as the last entry.
"""
READY_HAND_WIN_CHANCE = 0.97
"""The probability that a player who can win in one play does so when the player's turn comes."""
RACE_SPREAD_POINTS = 0.8, 0.8
"""How much luck may still change who is ahead, in points: a constant and a factor. The factor is
for the square root of the points that the leading player still needs.
"""


class Rival(NamedTuple):
    """An opponent of the evaluated player, as far as that player knows or estimates."""

    points: int
    cards: float
    """The number of cards in the opponent's hand, on average over several outcomes of a move."""
    hand_value: float
    """The estimated value of the opponent's hidden hand, in points."""
    extra_point_chance: float = 0.0
    """The probability that the opponent gains one more point because of the evaluated move."""
    plays_sooner: bool = True
    """Whether the opponent has a turn before the evaluated player's next turn."""


def count_unseen_cards(view: View) -> Counts:
    """Return the number of cards of each faction in others' hands and in the draw pile."""
    seen = count_by_faction((*view.hand, *view.market, *view.discards, *view.table))
    return tuple(
        CARDS_PER_FACTION - count if faction in view.factions else 0
        for faction, count in enumerate(seen)
    )


def count_by_faction(cards: Iterable[int]) -> Counts:
    """Return the number of cards of each faction, in the order of `FACTIONS`."""
    counts = [0] * len(FACTIONS)
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def value_faction_cards(faction: int, number: int) -> float:
    """Return how much holding this number of cards of a faction is worth, in points."""
    table = CARD_POINTS[faction]
    if number < len(table):
        return table[number]
    return table[-1] + FURTHER_CARD_POINTS * (number - len(table) + 1)


def value_hand(hand: Sequence[int]) -> float:
    """Return how much a hand is worth, in points."""
    return sum(value_faction_cards(faction, number) for faction, number in enumerate(hand))


def value_last_card(faction: int, number: int) -> float:
    """Return how much the last one of a number of cards of a faction is worth, in points."""
    return value_faction_cards(faction, number) - value_faction_cards(faction, number - 1)


def trim_hand(hand: Sequence[int]) -> Counts:
    """Return a hand without its least valuable cards above the hand limit (rulebook p. 3)."""
    kept = list(hand)
    for _ in range(sum(kept) - HAND_LIMIT):
        held = (faction for faction, number in enumerate(kept) if number)
        least = min(held, key=lambda faction: value_last_card(faction, kept[faction]))
        kept[least] -= 1
    return tuple(kept)


@lru_cache(maxsize=1 << 10)
def _value_hidden_hand(unseen: Counts, number: int) -> float:
    cards = sum(unseen)
    return sum(
        share * value_faction_cards(faction, hits)
        for faction, count in enumerate(unseen)
        for hits, share in enumerate(compute_draw_chances(count, cards, number))
    )


def value_hidden_hand(unseen: Counts, number: float) -> float:
    """Return the average value of a hand of unseen cards, in points.

    A fraction as the number of cards is an average of several possible sizes.
    """
    whole = int(number)
    low = _value_hidden_hand(unseen, whole)
    part = number - whole
    return low + part * (_value_hidden_hand(unseen, whole + 1) - low) if part else low


@lru_cache(maxsize=1 << 12)
def _compute_strike_chance(unseen: Counts, hand_size: int, missing_points: int) -> float:
    """Return the chance that `hand_size` unseen cards reliably bring the points in one play."""
    fails = 1.0
    for faction, count in enumerate(unseen):
        reach = CERTAIN_POINTS[faction]
        fails *= sum(
            share
            for hits, share in enumerate(compute_draw_chances(count, sum(unseen), hand_size))
            if reach[min(hits, len(reach) - 1)] < missing_points
        )
    return 1.0 - fails


def compute_next_win_chance(rival: Rival, unseen: Counts, target: int) -> float:
    """Return the probability that an opponent wins before the evaluated player's next turn."""
    if not rival.plays_sooner:
        return 0.0
    missing, cards = target - rival.points, round(rival.cards)
    now = _compute_strike_chance(unseen, cards, missing)
    then = 1.0 if missing == 1 else _compute_strike_chance(unseen, cards, missing - 1)
    return now + rival.extra_point_chance * (then - now)


def can_make_points(hand: Sequence[int], missing_points: int) -> bool:
    """Return whether a hand reliably brings the missing points (`CERTAIN_POINTS`) in one play."""
    return any(
        CERTAIN_POINTS[faction][min(number, len(CERTAIN_POINTS[faction]) - 1)] >= missing_points
        for faction, number in enumerate(hand)
    )


def compute_win_chance(
    points: int,
    hand: Counts,
    unknown_cards_value: float,
    rivals: Sequence[Rival],
    unseen: Counts,
    target: int,
) -> float:
    """Return the estimated probability that a player wins, at the end of a turn.

    `unknown_cards_value` is the estimated value, in points, of cards that the player does not know
    yet.
    """
    if points >= target:
        return 1.0
    spared = 1.0
    for rival in rivals:
        spared *= 1.0 - compute_next_win_chance(rival, unseen, target)
    strengths = [
        points + value_hand(hand) + unknown_cards_value,
        *(r.points + r.extra_point_chance + r.hand_value for r in rivals),
    ]
    ahead = max(points, *(rival.points for rival in rivals))
    spread = RACE_SPREAD_POINTS[0] + RACE_SPREAD_POINTS[1] * max(target - ahead, 0) ** 0.5
    share = 1 / sum(exp((strength - strengths[0]) / spread) for strength in strengths)
    if can_make_points(hand, target - points):
        share += READY_HAND_WIN_CHANCE * (1 - share)
    return spared * share


def list_rivals(view: View, seat: Seat, unseen: Counts) -> dict[Seat, Rival]:
    """Return the opponents who still take part, as one player sees them, by seat."""
    seats = len(view.points)
    again = view.phase != "discard" and view.left > 1

    def sooner(other: Seat) -> bool:
        if view.active == seat:
            return not again
        if view.active == other:
            return again
        return (other - view.active) % seats < (seat - view.active) % seats

    return {
        other: Rival(
            view.points[other], size, value_hidden_hand(unseen, size), plays_sooner=sooner(other)
        )
        for other, size in enumerate(view.hand_sizes)
        if other != seat and view.present[other]
    }
