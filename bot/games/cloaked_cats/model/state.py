"""What a game of Cloaked Cats is made of: the cards, the state, and what one viewer may know.

There are 19 features and 40 cats (rulebook p. 3-4).
"""

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat

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

CATS_PER_FEATURE = tuple(sum(feature in cat for cat in CATS) for feature in range(len(FEATURES)))
"""How many of the 40 cats show each feature."""

CAT_FEATURES: tuple[frozenset[int], ...] = tuple(frozenset(cat) for cat in CATS)
"""`CATS` once more, for asking at speed which fans match a cat."""

MASKS_PER_SEAT = 16
"""Mask tiles of each player (rulebook p. 3)."""
FEATURES_PER_FAN = 3
"""Feature cards of each player (rulebook p. 5)."""
CATS_PER_HAND = 3
"""Cat cards of each player (rulebook p. 5)."""


class Dancer(Struct, frozen=True):
    """A cat on the dance floor."""

    cat: int
    seat: Seat
    """Who played it."""
    masks: tuple[Seat, ...]
    """Who placed a mask on it, ascending."""


class NumberedDancer(Struct, frozen=True):
    """A cat on the dance floor, as it is shown."""

    number: int
    """From 1, in the order of playing."""
    cat: int
    masks: tuple[Seat, ...]
    """The seats whose masks it wears."""


NumberedDancers = tuple[NumberedDancer, ...]


class Guess(Struct, frozen=True):
    """A guess and its answer."""

    turn: int
    seat: Seat
    """Who guessed."""
    opponent: Seat
    feature: int
    right: bool

    def find_mask_transfer(self) -> tuple[Seat, Seat]:
        """Return from whom to whom a mask goes for it."""
        return (self.opponent, self.seat) if self.right else (self.seat, self.opponent)


class State(Struct, frozen=True):
    """A whole game, secrets and all. Tuples by seat unless said otherwise.

    Feature cards that were not dealt are in nobody's fan and so are not kept (ruling K15).
    """

    starter: Seat
    turn: int
    """From 0; counts every player's turn. At the end, the turn that was the last."""
    phase: str
    """"cat", "guess" or "over"."""
    last_round: bool
    """The end is triggered: only guesses are left to those still to move (rulings K7, K9)."""
    fans: tuple[tuple[int, ...], ...]
    """The three features of each seat, revealed ones too, as dealt."""
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    """Cats left to draw; the first is drawn next."""
    floor: tuple[Dancer, ...]
    """In the order of playing."""
    guesses: tuple[Guess, ...]
    """In the order of asking."""
    stockpiles: tuple[int, ...]
    received: tuple[int, ...]
    """Masks won from opponents (ruling K3)."""
    revealed: tuple[tuple[int, ...], ...]
    """In the order of revealing."""
    help: str = "marks"
    """How much the bot tells of what follows: "marks", "none" or "odds"."""
    asks: bool = False
    """Whether each guess has to be confirmed, not only those that are certainly wrong."""
    schema: int = 1
    """The number of this layout; it rises when older states need to be upgraded."""


class View(Struct, frozen=True):
    """What one viewer may know (ruling K16). Tuples by seat unless said otherwise."""

    viewer: Seat | None
    starter: Seat
    round: int
    """From 1."""
    turn: int
    """From 0; counts every player's turn."""
    active: Seat | None
    """Whose turn it is; None when the game is over."""
    phase: str
    """"cat", "guess" or "over"."""
    last_round: bool
    """Only guesses are left to those still to move (ruling K7)."""
    floor: tuple[Dancer, ...]
    """In the order of playing."""
    guesses: tuple[Guess, ...]
    """In the order of asking."""
    stockpiles: tuple[int, ...]
    received: tuple[int, ...]
    """Masks won from opponents (ruling K3)."""
    revealed: tuple[tuple[int, ...], ...]
    hand_sizes: tuple[int, ...]
    pile: int
    """Cats left to draw."""
    fan: tuple[int, ...]
    """The viewer's own three features, revealed ones too; empty for an onlooker."""
    hand: tuple[int, ...]
    """The viewer's own cats; empty for an onlooker."""
    fans: tuple[tuple[int, ...], ...]
    """Everybody's three features once the game is over; empty before."""
    points: tuple[int, ...]
    """What is public of the points: masks received and features not revealed (ruling K10)."""
    help: str = "marks"
    """How much the bot tells of what follows: "marks", "none" or "odds"."""
    asks: bool = False
    """Whether each guess has to be confirmed, not only those that are certainly wrong."""

    def number_dancers(self) -> tuple[NumberedDancer, ...]:
        """Return the cats on the dance floor with their numbers."""
        return tuple(
            NumberedDancer(number, dancer.cat, dancer.masks)
            for number, dancer in enumerate(self.floor, 1)
        )

    def public(self) -> "View":
        """Return what of this an onlooker knows, too."""
        return replace(self, viewer=None, fan=(), hand=())

    def guesser(self, seat: Seat, feature: int) -> Seat | None:
        """Return who guessed a feature of `seat`, None if nobody did."""
        for guess in self.guesses:
            if guess.right and guess.opponent == seat and guess.feature == feature:
                return guess.seat
        return None

    def find_givers(self, seat: Seat) -> tuple[Seat, ...]:
        """Return from whom `seat` received masks, ascending, as the guesses tell (ruling K3)."""
        goes = (guess.find_mask_transfer() for guess in self.guesses)
        return tuple(sorted({giver for giver, receiver in goes if receiver == seat}))
