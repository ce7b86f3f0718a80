"""What `evaluation.py` says of hands, as tables and for many worlds at once."""

import numpy as np

from bot.games.catham_city import draws
from bot.games.catham_city.cards import COPIES, FACTIONS
from bot.games.catham_city.evaluation import REACH, worth_of
from bot.games.catham_city.worlds import Floats, Ints

MOST = 2 * COPIES
"""More cards of a faction than there are: nobody looks beyond a table."""
WORTHS: Floats = np.array(
    [[worth_of(faction, number) for number in range(MOST)] for faction in range(len(FACTIONS))],
    np.float32,
)
"""By faction and number of cards: what they are worth in hand, in points."""
LAST: Floats = np.diff(WORTHS, axis=1, prepend=-99).astype(np.float32)
"""By faction and number of cards: what the last of them is worth; 99 for none."""
HIDDEN: draws.Table = np.stack([draws.expected(worths.tolist()) for worths in WORTHS])
"""By faction: what its cards in hidden hands are worth on average, a table of `draws.py` each."""
COUNTS_ON: Ints = np.array(
    [(REACH[faction] + (REACH[faction][-1],) * MOST)[:MOST] for faction in range(len(FACTIONS))],
    np.int16,
)
"""By faction and number of cards: how many points they can be counted on to make at once."""
MOST_MISSING = int(COUNTS_ON.max()) + 1
"""Nobody can be counted on to make so many points at once."""
STRIKES: tuple[draws.Table, ...] = tuple(
    np.stack(
        [draws.hits(int(np.count_nonzero(points < missing))) for missing in range(MOST_MISSING + 1)]
    )
    for points in COUNTS_ON
)
"""By faction and missing points: how likely its cards in hidden hands can be counted on to make
them, a table of `draws.py` each."""


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
