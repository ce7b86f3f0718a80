"""The masks of Quickpick: 16 faces made of five two-valued features.

The rulebook's faces are drawn freely; these are the combinations of even parity, so that after
each feature that a mime shows half of the faces are left: 8, 4, 2, 1.
"""

FEATURES = ("brows", "eyes", "mouth", "tongue", "head")
"""In the order of a mask's values."""
PARTS = (
    ("brows-up", "brows-down"),
    ("eyes-wide", "eyes-shut"),
    ("mouth-round", "mouth-flat"),
    ("tongue-out", "tongue-in"),
    ("head-left", "head-right"),
)
"""The two values of each feature. Part number 2 * feature + value; catalogue keys `part-<name>`."""
PART_NAMES = tuple(name for pair in PARTS for name in pair)

LETTERS = "abcdefghijklmnop"
"""The masks' letters: names begin with them. Tiles lie in this order (ruling Q22)."""
ACROSS = 4
"""Tiles in a row, on the board and in pictures: a phone has room for four buttons."""

# Scattered, so that no place on the table tells a feature.
MASKS: tuple[tuple[int, int, int, int, int], ...] = (
    (0, 1, 0, 0, 1), (1, 0, 0, 1, 0), (0, 0, 1, 1, 0), (1, 1, 1, 0, 1),
    (1, 0, 1, 1, 1), (0, 0, 0, 0, 0), (1, 1, 0, 1, 1), (0, 1, 1, 0, 0),
    (1, 1, 0, 0, 0), (0, 1, 1, 1, 1), (1, 0, 0, 0, 1), (0, 0, 1, 0, 1),
    (0, 0, 0, 1, 1), (1, 0, 1, 0, 0), (0, 1, 0, 1, 0), (1, 1, 1, 1, 0),
)  # fmt: skip
"""The value of each feature, by mask; a mask is an index into this tuple."""

SEATS = range(3, 9)
"""How many can play (ruling Q3)."""
COPIES = 3
"""Secret mask cards of each face (ruling Q20)."""
DEALT = 6
"""Secret mask cards in the deck for each player (rulebook p. 2)."""

SYLLABLES = ("grr", "muaa", "zzz", "pff", "brr", "uuh", "tss", "wah", "iih", "rrr")
"""The sounds that a mime may make; catalogue keys `sound-<syllable>` (ruling Q18)."""


def part(mask: int, feature: int) -> int:
    """Return the number of the part by which a mask shows a feature."""
    return 2 * feature + MASKS[mask][feature]


def candidates(parts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the masks that show all of these parts, ascending."""
    return tuple(
        mask
        for mask in range(len(MASKS))
        if all(part(mask, number // 2) == number for number in parts)
    )
