"""The cards of Cloaked Cats: 19 features and 40 cats (rulebook p. 3-4)."""

FEATURES = (
    "leaping-daredevil", "strutting-beauty", "seated-boss", "lazy-layabout", "playful-kitty",
    "white", "brown", "blue", "black", "green", "yellow", "purple", "red",
    "striped", "spotted",
    "ball-of-yarn", "fish-cocktail", "top-hat", "toy-mouse",
)  # fmt: skip
"""The features' catalogue keys; a feature is an index into this tuple."""

POSES = range(0, 5)
COLOURS = range(5, 13)
PATTERNS = range(13, 15)
ACCESSORIES = range(15, 19)

# The printed spread of patterns and accessories is not in the rulebook: this one is balanced.
CATS: tuple[tuple[int, ...], ...] = (
    (0, 5, 15), (0, 6, 16), (0, 7, 14, 18), (0, 8, 13, 17),
    (0, 9, 14, 16), (0, 10, 13), (0, 11, 13), (0, 12, 15),
    (1, 5, 16), (1, 6, 14), (1, 7, 13, 17), (1, 8, 18),
    (1, 9, 14), (1, 10, 13, 16), (1, 11, 14, 15), (1, 12, 18),
    (2, 5, 13), (2, 6, 14, 18), (2, 7, 13, 16), (2, 8, 16),
    (2, 9, 17), (2, 10, 15), (2, 11, 14, 18), (2, 12, 13, 17),
    (3, 5, 13, 18), (3, 6, 17), (3, 7, 14), (3, 8, 14, 15),
    (3, 9, 13, 15), (3, 10, 14, 17), (3, 11, 16), (3, 12, 13),
    (4, 5, 14, 17), (4, 6, 13, 15), (4, 7, 15), (4, 8, 14),
    (4, 9, 13, 18), (4, 10, 18), (4, 11, 17), (4, 12, 14, 16),
)  # fmt: skip
"""The features of each cat card, ascending; a cat is an index into this tuple."""

SHOWN_BY = tuple(sum(feature in cat for cat in CATS) for feature in range(len(FEATURES)))
"""How many of the 40 cats show each feature."""

CAT_FEATURES: tuple[frozenset[int], ...] = tuple(frozenset(cat) for cat in CATS)
"""`CATS` once more, for asking at speed which fans match a cat."""

MASKS = 16
"""Mask tiles of each player (rulebook p. 3)."""
FAN = 3
"""Feature cards of each player (rulebook p. 5)."""
HAND = 3
"""Cat cards of each player (rulebook p. 5)."""
