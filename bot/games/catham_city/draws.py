"""The chances of `odds.py` as tables, to be looked up for many worlds at once.

The entries of a table are for hands: of how many cards, and how large a share of all unseen cards
is of the faction in question. `place` finds them, and `look_up` where there are several tables.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.games.catham_city.cards import MOST_HACKERS
from bot.games.catham_city.odds import drawn, infiltrated
from bot.games.catham_city.worlds import Floats, Ints, Places

Table = NDArray[np.float32]
"""By `place`; several tables lie along the first axis."""

UNSEEN = 48
"""So many cards are taken to be unseen, whatever their number is."""
MOST_CARDS = 15
"""A larger hand is taken for one of so many cards."""
MOST_HITS = 8
"""Larger numbers of hits are not told apart."""

HANDS = tuple((wanted, cards) for wanted in range(UNSEEN + 1) for cards in range(MOST_CARDS + 1))
"""What the entries are for: how many of the unseen cards are of the faction, and cards in hand."""


def place(share: Floats, cards: Ints) -> Places:
    """Return where the entries of hands are: of so many cards, of a faction with that share."""
    wanted = np.rint(share * np.float32(UNSEEN)).astype(np.intp)
    places: Places = wanted * (MOST_CARDS + 1) + np.minimum(cards, MOST_CARDS)
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


HITS: Table = np.stack([hits(number) for number in range(MOST_HITS + 1)])
"""By number: how likely hands hold at least so many cards of the faction."""
NEVER = MOST_HACKERS + 1
"""No hackers make so many points."""
HACKS: Table = np.stack(
    [_points(hackers, number) for hackers in range(NEVER) for number in range(NEVER + 1)]
)
"""By hackers and number, with `NEVER` + 1 numbers each: how likely they make so many points."""
HACKED: Table = HACKS.reshape(NEVER, NEVER + 1, -1)[:, 1:].sum(axis=1)
"""By hackers: how many points they make on average."""
