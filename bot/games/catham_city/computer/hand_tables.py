"""What `evaluation.py` says of hands, and the chances of `odds.py`, as tables for many worlds.

The entries of a `Table` are for hidden hands: of how many cards, and how large a share of all
unseen cards is of the faction in question. `find_place` finds them, and `look_up` where there are
several tables.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.catham_city.computer.evaluation import REACH, worth_of
from bot.games.catham_city.computer.odds import drawn, infiltrated
from bot.games.catham_city.computer.worlds import Floats, Ints, Places
from bot.games.catham_city.model.state import CARDS_PER_FACTION, FACTIONS, MAX_HACKERS

Table = NDArray[np.float32]
"""By `find_place`; several tables lie along the first axis."""

UNSEEN = 48
"""So many cards are taken to be unseen, whatever their number is."""
MAX_CARDS = 15
"""A larger hand is taken for one of so many cards."""
MAX_HITS = 8
"""Larger numbers of hits are not told apart."""

HANDS = tuple((wanted, cards) for wanted in range(UNSEEN + 1) for cards in range(MAX_CARDS + 1))
"""What the entries are for: how many of the unseen cards are of the faction, and cards in hand."""


def find_place(share: Floats, cards: Ints) -> Places:
    """Return where the entries of hands are: of so many cards, of a faction with that share."""
    wanted = np.rint(share * np.float32(UNSEEN)).astype(np.intp)
    places: Places = wanted * (MAX_CARDS + 1) + np.minimum(cards, MAX_CARDS)
    return places


def look_up(tables: Table, which: Ints, places: Places) -> Floats:
    """Return the entries at some places, each of another table; the last stands for all beyond."""
    table = np.minimum(np.maximum(which, 0), len(tables) - 1)
    first = table.astype(np.intp) * len(HANDS)
    found: Floats = tables.ravel().take(first + places)
    return found


def expected(values: Sequence[float]) -> Table:
    """Return a table of what hands have on average; `values` are by number of cards, from 0 on."""
    return np.array(
        [
            sum(
                share * value
                for share, value in zip(drawn(wanted, UNSEEN, cards), values, strict=False)
            )
            for wanted, cards in HANDS
        ],
        np.float32,
    )


def hits(number: int) -> Table:
    """Return a table of how likely hands hold at least so many cards of the faction."""
    return np.array(
        [sum(drawn(wanted, UNSEEN, cards)[number:]) for wanted, cards in HANDS], np.float32
    )


def _points(hackers: int, number: int) -> Table:
    """Return a table of how likely so many hackers make at least that number of points."""
    return np.array(
        [
            sum(infiltrated(wanted, UNSEEN, cards, hackers)[number:]) if cards >= hackers else 0.0
            for wanted, cards in HANDS
        ],
        np.float32,
    )


HITS: Table = np.stack([hits(number) for number in range(MAX_HITS + 1)])
"""By number: how likely hands hold at least so many cards of the faction."""
NEVER = MAX_HACKERS + 1
"""No hackers make so many points."""
HACKS: Table = np.stack(
    [_points(hackers, number) for hackers in range(NEVER) for number in range(NEVER + 1)]
)
"""By hackers and number, with `NEVER` + 1 numbers each: how likely they make so many points."""
HACKED: Table = HACKS.reshape(NEVER, NEVER + 1, -1)[:, 1:].sum(axis=1)
"""By hackers: how many points they make on average."""

TABLE_LENGTH = 2 * CARDS_PER_FACTION
"""More cards of a faction than there are: nobody looks beyond a table."""
WORTHS: Floats = np.array(
    [
        [worth_of(faction, number) for number in range(TABLE_LENGTH)]
        for faction in range(len(FACTIONS))
    ],
    np.float32,
)
"""By faction and number of cards: what they are worth in hand, in points."""
LAST: Floats = np.diff(WORTHS, axis=1, prepend=-99).astype(np.float32)
"""By faction and number of cards: what the last of them is worth; 99 for none."""
HIDDEN: Table = np.stack([expected(worths.tolist()) for worths in WORTHS])
"""By faction: what its cards in hidden hands are worth on average, a `Table` each."""
COUNTS_ON: Ints = np.array(
    [
        (REACH[faction] + (REACH[faction][-1],) * TABLE_LENGTH)[:TABLE_LENGTH]
        for faction in range(len(FACTIONS))
    ],
    np.int16,
)
"""By faction and number of cards: how many points they can be counted on to make at once."""
MAX_MISSING = int(COUNTS_ON.max()) + 1
"""Nobody can be counted on to make so many points at once."""
STRIKES: tuple[Table, ...] = tuple(
    np.stack([hits(int(np.count_nonzero(points < missing))) for missing in range(MAX_MISSING + 1)])
    for points in COUNTS_ON
)
"""By faction and missing points: how likely its cards in hidden hands can be counted on to make
them, a `Table` each."""


def by_faction(table: Floats | Ints, hands: Ints) -> Floats | Ints:
    """Return what a table says of the cards of each faction in each hand."""
    return np.stack([table[faction].take(hands[faction]) for faction in range(len(FACTIONS))])


def worth(hands: Ints) -> Floats:
    """Return what each of these hands is worth, in points."""
    worths: Floats = by_faction(WORTHS, hands).sum(axis=0)
    return worths


def reach(hands: Ints) -> Ints:
    """Return how many points each of these hands can be counted on to make at once."""
    points: Ints = by_faction(COUNTS_ON, hands).max(axis=0)
    return points
