"""What a position is worth to a player: how likely it wins, as far as that player can tell.

Cards are counted by faction: a hand is a tuple of eight numbers.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from bot.engine.events import Seat
from bot.games.catham_city.computer.odds import compute_draw_chances
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FACTIONS, HAND_LIMIT, View

Counts = tuple[int, ...]
"""Cards by faction."""

TURN_ORDER_POINTS = 0.4
"""What it is worth to be the next on turn, in points; to be the last costs as much. This and the
next make the outcome of 170,000 positions likeliest that came up in games by `rollout_policy`."""
FIRST_READY_HAND_POINTS = 2.2
"""What it is worth to be the first whose hand can be counted on to win at once, in points."""
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
"""By faction and number: what its cards are worth in hand, in points: as many as they brought on
average in games that two Tomcats played on and on, found by least squares."""
FURTHER_CARD_POINTS = 0.35
"""What each further card is worth."""
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
"""By faction and number: how many points a hand with such cards can be counted on to make at
once."""
READY_HAND_WIN_CHANCE = 0.97
"""How likely a hand that can be counted on to win still does when the turn comes."""
RACE_SPREAD_POINTS = 0.8, 0.8
"""How uncertain a race is, in points: so much, and so much times the root of the points that the
leader lacks."""


class Rival(NamedTuple):
    """Another player, as this one sees it."""

    points: int
    cards: float
    """How many are in the hand."""
    worth: float
    """What they are worth, in points."""
    gain: float = 0.0
    """How likely it gets one more point by the move in question."""
    sooner: bool = True
    """Whether its turn comes before this player's next one."""


def count_unseen_cards(view: View) -> Counts:
    """Count the cards that a view does not show: those in hidden hands and in the pile."""
    seen = count_by_faction((*view.hand, *view.market, *view.discards, *view.table))
    return tuple(
        CARDS_PER_FACTION - count if faction in view.factions else 0
        for faction, count in enumerate(seen)
    )


def count_by_faction(cards: Iterable[int]) -> Counts:
    """Return how many cards there are of each faction."""
    counts = [0] * len(FACTIONS)
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def value_faction_cards(faction: int, number: int) -> float:
    """Return what so many cards of a faction are worth in hand, in points."""
    table = CARD_POINTS[faction]
    return (
        table[number]
        if number < len(table)
        else table[-1] + FURTHER_CARD_POINTS * (number - len(table) + 1)
    )


def value_hand(hand: Sequence[int]) -> float:
    """Return what a hand is worth, in points."""
    return sum(value_faction_cards(faction, number) for faction, number in enumerate(hand))


def value_extra_card(hand: Sequence[int], faction: int) -> float:
    """Return what another card of a faction adds to a hand, in points."""
    return value_faction_cards(faction, hand[faction] + 1) - value_faction_cards(
        faction, hand[faction]
    )


def trim_hand(hand: Sequence[int]) -> Counts:
    """Return what is best kept of a hand that may be too large (rulebook p. 3)."""
    kept = list(hand)
    for _ in range(sum(kept) - HAND_LIMIT):
        least = min(
            (faction for faction, number in enumerate(kept) if number),
            key=lambda faction: (
                value_faction_cards(faction, kept[faction])
                - value_faction_cards(faction, kept[faction] - 1)
            ),
        )
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
    """Return what a hand of so many unseen cards is worth on average, in points."""
    whole = int(number)
    low = _value_hidden_hand(unseen, whole)
    part = number - whole
    return low + part * (_value_hidden_hand(unseen, whole + 1) - low) if part else low


@lru_cache(maxsize=1 << 12)
def _compute_strike_chance(unseen: Counts, cards: int, missing: int) -> float:
    """Return how likely a hand of unseen cards makes at once the points that are missing."""
    fails = 1.0
    for faction, count in enumerate(unseen):
        reach = CERTAIN_POINTS[faction]
        fails *= sum(
            share
            for hits, share in enumerate(compute_draw_chances(count, sum(unseen), cards))
            if reach[min(hits, len(reach) - 1)] < missing
        )
    return 1.0 - fails


def compute_next_win_chance(rival: Rival, unseen: Counts, target: int) -> float:
    """Return how likely a rival wins before this player's next turn."""
    if not rival.sooner:
        return 0.0
    missing, cards = target - rival.points, round(rival.cards)
    now = _compute_strike_chance(unseen, cards, missing)
    then = 1.0 if missing == 1 else _compute_strike_chance(unseen, cards, missing - 1)
    return now + rival.gain * (then - now)


def can_make_points(hand: Sequence[int], missing: int) -> bool:
    """Tell whether this hand can be counted on to make the points that are missing at once."""
    return any(
        CERTAIN_POINTS[faction][min(number, len(CERTAIN_POINTS[faction]) - 1)] >= missing
        for faction, number in enumerate(hand)
    )


def compute_win_chance(
    points: int, hand: Counts, more: float, rivals: Sequence[Rival], unseen: Counts, target: int
) -> float:
    """Return how likely a player wins who has so many points, and whose turn is over.

    The player holds the known cards of `hand` and others that are worth `more` points.
    """
    if points >= target:
        return 1.0
    spared = 1.0
    for rival in rivals:
        spared *= 1.0 - compute_next_win_chance(rival, unseen, target)
    strengths = [points + value_hand(hand) + more, *(r.points + r.gain + r.worth for r in rivals)]
    ahead = max(points, *(rival.points for rival in rivals))
    spread = RACE_SPREAD_POINTS[0] + RACE_SPREAD_POINTS[1] * max(target - ahead, 0) ** 0.5
    share = 1 / sum(exp((strength - strengths[0]) / spread) for strength in strengths)
    if can_make_points(hand, target - points):
        share += READY_HAND_WIN_CHANCE * (1 - share)
    return spared * share


def list_rivals(view: View, seat: Seat, unseen: Counts) -> dict[Seat, Rival]:
    """Return the other players who are present."""
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
            points=view.points[other],
            cards=size,
            worth=value_hidden_hand(unseen, size),
            sooner=sooner(other),
        )
        for other, size in enumerate(view.hand_sizes)
        if other != seat and view.present[other]
    }
