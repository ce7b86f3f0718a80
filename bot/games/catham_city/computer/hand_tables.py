"""What `evaluation.py` says of hands, and the chances of `odds.py`, as tables for many worlds.

The entries of a `Table` are for hidden hands: of how many cards, and how large a share of all
unseen cards is of the faction in question. `find_place` finds them, and `look_up` where there are
several tables.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.catham_city.computer.evaluation import CERTAIN_POINTS, value_faction_cards
from bot.games.catham_city.computer.odds import compute_draw_chances, compute_hacker_chances
from bot.games.catham_city.computer.worlds import Floats, Ints, WorldIndices
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FACTIONS, MAX_HACKERS

Table = NDArray[np.float32]
"""By `find_place`; several tables lie along the first axis."""

ASSUMED_UNSEEN_CARDS = 48
"""So many cards are taken to be unseen, whatever their number is."""
MAX_CARDS = 15
"""A larger hand is taken for one of so many cards."""
MAX_HITS = 8
"""Larger numbers of hits are not told apart."""

TABLE_HANDS = tuple(
    (wanted, cards) for wanted in range(ASSUMED_UNSEEN_CARDS + 1) for cards in range(MAX_CARDS + 1)
)
"""What the entries are for: how many of the unseen cards are of the faction, and cards in hand."""


def find_place(share: Floats, cards: Ints) -> WorldIndices:
    """Return where the entries of hands are: of so many cards, of a faction with that share."""
    wanted = np.rint(share * np.float32(ASSUMED_UNSEEN_CARDS)).astype(np.intp)
    places: WorldIndices = wanted * (MAX_CARDS + 1) + np.minimum(cards, MAX_CARDS)
    return places


def look_up(tables: Table, which: Ints, places: WorldIndices) -> Floats:
    """Return the entries at some places, each of another table; the last stands for all beyond."""
    table = np.minimum(np.maximum(which, 0), len(tables) - 1)
    first = table.astype(np.intp) * len(TABLE_HANDS)
    found: Floats = tables.ravel().take(first + places)
    return found


def make_mean_table(values: Sequence[float]) -> Table:
    """Return a table of what hands have on average; `values` are by number of cards, from 0 on."""
    return np.array(
        [
            sum(
                share * value
                for share, value in zip(
                    compute_draw_chances(wanted, ASSUMED_UNSEEN_CARDS, cards), values, strict=False
                )
            )
            for wanted, cards in TABLE_HANDS
        ],
        np.float32,
    )


def make_hit_table(number: int) -> Table:
    """Return a table of how likely hands hold at least so many cards of the faction."""
    return np.array(
        [
            sum(compute_draw_chances(wanted, ASSUMED_UNSEEN_CARDS, cards)[number:])
            for wanted, cards in TABLE_HANDS
        ],
        np.float32,
    )


def _make_hackers_points_table(hackers: int, number: int) -> Table:
    """Return a table of how likely so many hackers make at least that number of points."""
    return np.array(
        [
            sum(compute_hacker_chances(wanted, ASSUMED_UNSEEN_CARDS, cards, hackers)[number:])
            if cards >= hackers
            else 0.0
            for wanted, cards in TABLE_HANDS
        ],
        np.float32,
    )


HIT_TABLES: Table = np.stack([make_hit_table(number) for number in range(MAX_HITS + 1)])
"""By number: how likely hands hold at least so many cards of the faction."""
IMPOSSIBLE_HACKERS_POINTS = MAX_HACKERS + 1
"""No hackers make so many points."""
HACKERS_POINTS_TABLES: Table = np.stack(
    [
        _make_hackers_points_table(hackers, number)
        for hackers in range(IMPOSSIBLE_HACKERS_POINTS)
        for number in range(IMPOSSIBLE_HACKERS_POINTS + 1)
    ]
)
"""How likely each number of points is, by hackers and by number of cards.

Each has `IMPOSSIBLE_HACKERS_POINTS` + 1 numbers.
"""
MEAN_HACKERS_POINTS_TABLES: Table = HACKERS_POINTS_TABLES.reshape(
    IMPOSSIBLE_HACKERS_POINTS, IMPOSSIBLE_HACKERS_POINTS + 1, -1
)[:, 1:].sum(axis=1)
"""By hackers: how many points they make on average."""

TABLE_LENGTH = 2 * CARDS_PER_FACTION
"""More cards of a faction than there are: nobody looks beyond a table."""
CARD_VALUES: Floats = np.array(
    [
        [value_faction_cards(faction, number) for number in range(TABLE_LENGTH)]
        for faction in range(len(FACTIONS))
    ],
    np.float32,
)
"""By faction and number of cards: what they are worth in hand, in points."""
LAST_CARD_VALUES: Floats = np.diff(CARD_VALUES, axis=1, prepend=-99).astype(np.float32)
"""By faction and number of cards: what the last of them is worth; 99 for none."""
HIDDEN_CARD_VALUE_TABLES: Table = np.stack(
    [make_mean_table(worths.tolist()) for worths in CARD_VALUES]
)
"""By faction: what its cards in hidden hands are worth on average, a `Table` each."""
CERTAIN_POINTS_BY_CARDS: Ints = np.array(
    [
        (CERTAIN_POINTS[faction] + (CERTAIN_POINTS[faction][-1],) * TABLE_LENGTH)[:TABLE_LENGTH]
        for faction in range(len(FACTIONS))
    ],
    np.int16,
)
"""By faction and number of cards: how many points they can be counted on to make at once."""
MIN_UNREACHABLE_POINTS = int(CERTAIN_POINTS_BY_CARDS.max()) + 1
"""Nobody can be counted on to make so many points at once."""
STRIKE_TABLES: tuple[Table, ...] = tuple(
    np.stack(
        [
            make_hit_table(int(np.count_nonzero(points < missing)))
            for missing in range(MIN_UNREACHABLE_POINTS + 1)
        ]
    )
    for points in CERTAIN_POINTS_BY_CARDS
)
"""By faction and missing points: how likely its cards in hidden hands can be counted on to make
them, a `Table` each."""


def look_up_by_faction(table: Floats | Ints, hands: Ints) -> Floats | Ints:
    """Return what a table says of the cards of each faction in each hand."""
    return np.stack([table[faction].take(hands[faction]) for faction in range(len(FACTIONS))])


def value_hands(hands: Ints) -> Floats:
    """Return what each of these hands is worth, in points."""
    worths: Floats = look_up_by_faction(CARD_VALUES, hands).sum(axis=0)
    return worths


def compute_certain_points(hands: Ints) -> Ints:
    """Return how many points each of these hands can be counted on to make at once."""
    points: Ints = look_up_by_faction(CERTAIN_POINTS_BY_CARDS, hands).max(axis=0)
    return points
