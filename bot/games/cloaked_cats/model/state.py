"""The cards, the state and the views of Cloaked Cats.

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
"""The catalogue keys of the features; a feature is an index into this tuple."""

POSES = range(0, 5)
"""The features that are poses."""
COLOURS = range(5, 13)
"""The features that are colours."""
PATTERNS = range(13, 15)
"""The features that are patterns."""
ACCESSORIES = range(15, 19)
"""The features that are accessories."""

# The rulebook does not tell each cat's pattern and accessories: this choice is balanced.
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
"""How many of the 40 cats show each feature, by feature."""

CAT_FEATURES: tuple[frozenset[int], ...] = tuple(frozenset(cat) for cat in CATS)
"""The same as `CATS`, as sets, to tell quickly which fans match a cat."""

MASKS_PER_SEAT = 16
"""How many mask tiles each player has at the start (rulebook p. 3)."""
FEATURES_PER_FAN = 3
"""How many feature cards each player is dealt (rulebook p. 5)."""
CATS_PER_HAND = 3
"""How many cat cards each player is dealt (rulebook p. 5)."""


class Dancer(Struct, frozen=True):
    """A cat on the dance floor."""

    cat: int
    seat: Seat
    """The player who played it."""
    masks: tuple[Seat, ...]
    """The seats that placed a mask on it, ascending."""


class NumberedDancer(Struct, frozen=True):
    """A cat on the dance floor, with its number on the screen."""

    number: int
    """Its place in the order of play, from 1."""
    cat: int
    masks: tuple[Seat, ...]
    """The seats whose masks it wears."""


NumberedDancers = tuple[NumberedDancer, ...]


class Guess(Struct, frozen=True):
    """A guess and its answer."""

    turn: int
    """The turn in which it was made, from 0."""
    seat: Seat
    """The player who guessed."""
    opponent: Seat
    feature: int
    right: bool

    def find_mask_transfer(self) -> tuple[Seat, Seat]:
        """Return the seat that gives a mask for this guess, and the seat that receives it."""
        return (self.opponent, self.seat) if self.right else (self.seat, self.opponent)


class State(Struct, frozen=True):
    """A whole game with all its secrets.

    Tuples are by seat unless said otherwise. Feature cards that were not dealt belong to nobody's
    fan, so they are not stored (ruling K15).
    """

    starter: Seat
    """The player who had the first turn."""
    turn: int
    """The number of the turn, from 0, over all players. At the end, the last turn."""
    phase: str
    """The phase: "cat", "guess" or "over"."""
    last_round: bool
    """True: the end is triggered.

    Players who have not yet moved in this round may only guess (rulings K7, K9).
    """
    fans: tuple[tuple[int, ...], ...]
    """The three features of each seat as dealt, including revealed ones."""
    hands: tuple[tuple[int, ...], ...]
    """The cats in each seat's hand."""
    pile: tuple[int, ...]
    """The cats left to draw; the first is drawn next."""
    floor: tuple[Dancer, ...]
    """The cats on the dance floor, in the order of play."""
    guesses: tuple[Guess, ...]
    """All guesses so far, in order."""
    stockpiles: tuple[int, ...]
    """How many masks of their own each player has left."""
    received: tuple[int, ...]
    """How many masks each player received from opponents (ruling K3)."""
    revealed: tuple[tuple[int, ...], ...]
    """The features of each player that lie face up, in the order of revealing."""
    help: str = "marks"
    """How much the bot tells players about what follows: "marks", "none" or "odds"."""
    asks: bool = False
    """True: players confirm each guess; False: only guesses that are certainly wrong."""
    schema: int = 1
    """The number of this layout; it rises when older states need an upgrade."""


class View(Struct, frozen=True):
    """All that one viewer may know (ruling K16).

    Tuples are by seat unless said otherwise.
    """

    viewer: Seat | None
    """The seat that sees this; None is an onlooker."""
    starter: Seat
    """The player who had the first turn."""
    round: int
    """The number of the round, from 1."""
    turn: int
    """The number of the turn, from 0, over all players."""
    active: Seat | None
    """The player whose turn it is; None when the game is over."""
    phase: str
    """The phase: "cat", "guess" or "over"."""
    last_round: bool
    """True: players who have not yet moved may only guess (ruling K7)."""
    floor: tuple[Dancer, ...]
    """The cats on the dance floor, in the order of play."""
    guesses: tuple[Guess, ...]
    """All guesses so far, in order."""
    stockpiles: tuple[int, ...]
    """How many masks of their own each player has left."""
    received: tuple[int, ...]
    """How many masks each player received from opponents (ruling K3)."""
    revealed: tuple[tuple[int, ...], ...]
    """The features of each player that lie face up, in the order of revealing."""
    hand_sizes: tuple[int, ...]
    """How many cats each player holds."""
    pile: int
    """How many cats are left to draw."""
    fan: tuple[int, ...]
    """The viewer's own three features, including revealed ones; empty for an onlooker."""
    hand: tuple[int, ...]
    """The viewer's own cats; empty for an onlooker."""
    fans: tuple[tuple[int, ...], ...]
    """All players' features once the game is over; empty before."""
    points: tuple[int, ...]
    """The public points so far: masks received plus features not revealed (ruling K10)."""
    help: str = "marks"
    """How much the bot tells players about what follows: "marks", "none" or "odds"."""
    asks: bool = False
    """True: players confirm each guess; False: only guesses that are certainly wrong."""

    def number_dancers(self) -> tuple[NumberedDancer, ...]:
        """Return the cats on the dance floor with their numbers."""
        return tuple(
            NumberedDancer(number, dancer.cat, dancer.masks)
            for number, dancer in enumerate(self.floor, 1)
        )

    def make_public_view(self) -> "View":
        """Return the part of this view that an onlooker knows, too."""
        return replace(self, viewer=None, fan=(), hand=())

    def find_guesser(self, seat: Seat, feature: int) -> Seat | None:
        """Return the seat that guessed a feature of `seat`; None if nobody did."""
        for guess in self.guesses:
            if guess.right and guess.opponent == seat and guess.feature == feature:
                return guess.seat
        return None

    def find_givers(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats from which `seat` received masks, ascending.

        The guesses tell who gave them (ruling K3).
        """
        goes = (guess.find_mask_transfer() for guess in self.guesses)
        return tuple(sorted({giver for giver, receiver in goes if receiver == seat}))
