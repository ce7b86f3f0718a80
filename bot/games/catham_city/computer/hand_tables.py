"""Tables of the values of `evaluation.py` and the chances of `odds.py`, for many games at once.

The Sly Fox, the strongest computer player, looks values up here instead of computing them in each
simulated game. An entry of a `Table` belongs to one kind of hidden hand: the number of cards in the
hand, and a faction's share of all unseen cards. `find_place` returns the index of an entry, and
`look_up` reads the entry from one of several stacked tables.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.catham_city.computer.evaluation import CERTAIN_POINTS, value_faction_cards
from bot.games.catham_city.computer.odds import compute_draw_chances, compute_hacker_chances
from bot.games.catham_city.computer.worlds import Floats, Ints, WorldIndices
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FACTIONS, MAX_HACKERS

Table = NDArray[np.float32]
"""An array with one number for each kind of hidden hand, at the index from `find_place`. Several
tables can be stacked along the first axis.
"""

ASSUMED_UNSEEN_CARDS = 48
"""The number of unseen cards that the tables assume; with others they are nearly right."""
MAX_CARDS = 15
"""The number of cards in the largest hand in the tables; larger hands count as this large."""
MAX_HITS = 8
"""The maximum number of cards of one faction that `HIT_TABLES` distinguishes."""

TABLE_HANDS = tuple(
    (wanted, cards) for wanted in range(ASSUMED_UNSEEN_CARDS + 1) for cards in range(MAX_CARDS + 1)
)
"""The hidden hand of each entry: the faction's number of unseen cards, and the hand's size."""


def find_place(faction_share: Floats, hand_size: Ints) -> WorldIndices:
    """Return the indices of the table entries for some hidden hands."""
    wanted = np.rint(faction_share * np.float32(ASSUMED_UNSEEN_CARDS)).astype(np.intp)
    places: WorldIndices = wanted * (MAX_CARDS + 1) + np.minimum(hand_size, MAX_CARDS)
    return places


def look_up(tables: Table, table_indices: Ints, entry_indices: WorldIndices) -> Floats:
    """Return entries from stacked tables.

    An index of a table outside the stack counts as the nearest one.
    """
    table = np.minimum(np.maximum(table_indices, 0), len(tables) - 1)
    first = table.astype(np.intp) * len(TABLE_HANDS)
    found: Floats = tables.ravel().take(first + entry_indices)
    return found


def _tabulate(value: Callable[[int, int], float]) -> Table:
    return np.array([value(wanted, cards) for wanted, cards in TABLE_HANDS], np.float32)


def _make_mean_table(values: Sequence[float]) -> Table:
    """Return a table of the average value of one faction's cards in a hidden hand.

    `values` lists how much 0, 1, 2 and so on cards of the faction are worth.
    """

    def value(wanted: int, cards: int) -> float:
        shares = compute_draw_chances(wanted, ASSUMED_UNSEEN_CARDS, cards)
        return sum(share * value for share, value in zip(shares, values, strict=False))

    return _tabulate(value)


def _make_hit_table(number: int) -> Table:
    """Return a table of the chances that a hidden hand has at least `number` cards of a faction."""
    return _tabulate(
        lambda wanted, cards: sum(
            compute_draw_chances(wanted, ASSUMED_UNSEEN_CARDS, cards)[number:]
        )
    )


def _make_hackers_points_table(hackers: int, number: int) -> Table:
    """Return a table of the chances that a play of hackers brings at least `number` points."""

    def value(wanted: int, cards: int) -> float:
        shares = compute_hacker_chances(wanted, ASSUMED_UNSEEN_CARDS, cards, hackers)
        return sum(shares[number:]) if cards >= hackers else 0.0

    return _tabulate(value)


HIT_TABLES: Table = np.stack([_make_hit_table(number) for number in range(MAX_HITS + 1)])
"""The chances that a hidden hand has at least n cards of a faction, in table n."""
IMPOSSIBLE_HACKERS_POINTS = MAX_HACKERS + 1
"""The lowest number of points that a single play of hackers can never bring."""
HACKERS_POINTS_TABLES: Table = np.stack(
    [
        _make_hackers_points_table(hackers, number)
        for hackers in range(IMPOSSIBLE_HACKERS_POINTS)
        for number in range(IMPOSSIBLE_HACKERS_POINTS + 1)
    ]
)
"""The chances that a play of hackers brings at least a given number of points. The index is hackers
* (`IMPOSSIBLE_HACKERS_POINTS` + 1) + points.
"""
MEAN_HACKERS_POINTS_TABLES: Table = HACKERS_POINTS_TABLES.reshape(
    IMPOSSIBLE_HACKERS_POINTS, IMPOSSIBLE_HACKERS_POINTS + 1, -1
)[:, 1:].sum(axis=1)
"""The average number of points that a play of hackers brings, by the number of hackers."""

TABLE_LENGTH = 2 * CARDS_PER_FACTION
"""More than any number of cards that is looked up by faction."""
CARD_VALUES: Floats = np.array(
    [
        [value_faction_cards(faction, number) for number in range(TABLE_LENGTH)]
        for faction in range(len(FACTIONS))
    ],
    np.float32,
)
"""How much cards in the hand are worth, in points, by faction and number of cards."""
LAST_CARD_VALUES: Floats = np.diff(CARD_VALUES, axis=1, prepend=-99).astype(np.float32)
"""How much value a hand loses without one card of a faction, by faction and number of its cards.
For 0 cards it is 99, so that the computer never gives up a card that is not there.
"""
HIDDEN_CARD_VALUE_TABLES: Table = np.stack([_make_mean_table(row.tolist()) for row in CARD_VALUES])
"""The average value, in points, of one faction's cards in a hidden hand, by faction."""
CERTAIN_POINTS_BY_CARDS: Ints = np.array(
    [
        (CERTAIN_POINTS[faction] + (CERTAIN_POINTS[faction][-1],) * TABLE_LENGTH)[:TABLE_LENGTH]
        for faction in range(len(FACTIONS))
    ],
    np.int16,
)
"""How many points cards reliably bring in one play, by faction and number of cards."""
MIN_UNREACHABLE_POINTS = int(CERTAIN_POINTS_BY_CARDS.max()) + 1
"""The lowest number of points that no hand reliably brings in one play."""
STRIKE_TABLES: tuple[Table, ...] = tuple(
    np.stack(
        [
            _make_hit_table(int(np.count_nonzero(points < missing)))
            for missing in range(MIN_UNREACHABLE_POINTS + 1)
        ]
    )
    for points in CERTAIN_POINTS_BY_CARDS
)
"""The chances that a faction's cards in a hidden hand reliably bring the missing points. There is a
stack for each faction, with a table for each number of missing points.
"""


def look_up_by_faction(table: Floats | Ints, hands: Ints) -> Floats | Ints:
    """Return the entry of `table`, by faction and number of cards, for each faction and hand."""
    return np.stack([table[faction].take(hands[faction]) for faction in range(len(FACTIONS))])


def value_hands(hands: Ints) -> Floats:
    """Return how much each hand is worth, in points."""
    worths: Floats = look_up_by_faction(CARD_VALUES, hands).sum(axis=0)
    return worths


def compute_certain_points(hands: Ints) -> Ints:
    """Return how many points each hand reliably brings in one play."""
    points: Ints = look_up_by_faction(CERTAIN_POINTS_BY_CARDS, hands).max(axis=0)
    return points
