"""The cards of Cloaked Cats, and the state and the views of a game.

There are 19 feature cards and 40 cat cards (rulebook p. 3-4).
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
"""The names of the 19 features of cats: poses, coat colours, coat patterns and accessories.
Everywhere else, a feature is an index into this tuple.
"""

POSES = range(0, 5)
"""The features that are poses of a cat, such as "leaping-daredevil", as indices into `FEATURES`."""
COLOURS = range(5, 13)
"""The features that are colours of the coat, such as "white", as indices into `FEATURES`."""
PATTERNS = range(13, 15)
"""The features that are patterns of the coat, such as "striped", as indices into `FEATURES`."""
ACCESSORIES = range(15, 19)
"""The features that are accessories of a cat, such as "top-hat", as indices into `FEATURES`."""

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
"""The features of each of the 40 cat cards, in ascending order. Everywhere else, a cat is an index
into this tuple.
"""

CATS_PER_FEATURE = tuple(sum(feature in cat for cat in CATS) for feature in range(len(FEATURES)))
"""The number of cat cards that show each feature, in the order of `FEATURES`."""

CAT_FEATURES: tuple[frozenset[int], ...] = tuple(frozenset(cat) for cat in CATS)
"""The features of each cat card as a set, in the order of `CATS`; sets are faster to compare."""

MASKS_PER_SEAT = 16
"""The number of own mask tiles with which each player begins (rulebook p. 3)."""
FEATURES_PER_FAN = 3
"""The number of secret features, called the fan, that each player is dealt (rulebook p. 5)."""
CATS_PER_HAND = 3
"""The number of cat cards that each player is dealt at the start (rulebook p. 5)."""


class Dancer(Struct, frozen=True):
    """A cat card that was played and now lies on the dance floor, the middle of the table."""

    cat: int
    seat: Seat
    """The seat of the player who played this cat card."""
    masks: tuple[Seat, ...]
    """The players who placed a mask tile because they have one of the cat's features, ascending."""


class NumberedDancer(Struct, frozen=True):
    """A cat that was played, with the number that screens and pictures show beside the cat."""

    number: int
    """The position of the cat in the order of play; the first cat played is number 1."""
    cat: int
    masks: tuple[Seat, ...]
    """The seats of the players who placed a mask tile on this cat."""


NumberedDancers = tuple[NumberedDancer, ...]


class Guess(Struct, frozen=True):
    """A player's guess that an opponent has a certain feature, and whether the guess is right."""

    turn: int
    """The number of the turn in which the guess was made; the first turn of a game is 0."""
    seat: Seat
    """The seat of the player who guessed."""
    opponent: Seat
    feature: int
    right: bool

    def find_mask_transfer(self) -> tuple[Seat, Seat]:
        """Return which player gives a mask tile for this guess, and which player receives it."""
        return (self.opponent, self.seat) if self.right else (self.seat, self.opponent)


class State(Struct, frozen=True):
    """The complete state of a game, including the secrets of all players.

    Tuples with one entry per player are indexed by seat. Feature cards that were not dealt play no
    part, so they are not stored (ruling K15).
    """

    starter: Seat
    """The seat of the player who had the first turn of the game."""
    turn: int
    """The number of the current or last turn, from 0, counted over all players."""
    phase: str
    """What the game waits for: "cat" for a cat card, "guess" for a guess, "over" for nothing."""
    last_round: bool
    """Whether this is the last round, in which the others may only guess (rulings K7, K9)."""
    fans: tuple[tuple[int, ...], ...]
    """The fan of each player: the three secret feature cards, including those that were guessed."""
    hands: tuple[tuple[int, ...], ...]
    """The cat cards in each player's hand, as indices into `CATS`."""
    pile: tuple[int, ...]
    """The cat cards of the draw pile, as indices into `CATS`; the first one is drawn next."""
    floor: tuple[Dancer, ...]
    """The cats on the dance floor, which are all cats played so far, in the order of play."""
    guesses: tuple[Guess, ...]
    """All guesses so far, in the order in which they were made."""
    stockpiles: tuple[int, ...]
    """The number of own mask tiles that each player still has, to place on cats or to give away."""
    received: tuple[int, ...]
    """The number of mask tiles that each player received from opponents for guesses (ruling K3)."""
    revealed: tuple[tuple[int, ...], ...]
    """The features of each player that were guessed, in that order; their cards lie face up."""
    help: str = "marks"
    """The help with deducing features that the host chose: "none", "marks" or "odds". With "marks",
    a notebook tells the features that are certain, possible or impossible. With "odds", it also
    says how likely each possible feature is.
    """
    asks: bool = False
    """Whether players have to confirm every guess, and not only a certainly wrong one."""
    schema: int = 1
    """The version of the stored layout, used to upgrade states of older releases."""


class View(Struct, frozen=True):
    """All that one player, or an onlooker, may know of a game (ruling K16).

    Tuples with one entry per player are indexed by seat. Fields without a docstring mean the same
    as in `State`.
    """

    viewer: Seat | None
    """The seat of the player who sees this view; None means an onlooker."""
    starter: Seat
    round: int
    """The number of the current round, from 1; each player has one turn in a round."""
    turn: int
    active: Seat | None
    """The seat of the player whose turn it is; None means that the game is over."""
    phase: str
    last_round: bool
    floor: tuple[Dancer, ...]
    guesses: tuple[Guess, ...]
    stockpiles: tuple[int, ...]
    received: tuple[int, ...]
    revealed: tuple[tuple[int, ...], ...]
    hand_sizes: tuple[int, ...]
    """The number of cat cards that each player holds."""
    pile: int
    """The number of cat cards left in the draw pile."""
    fan: tuple[int, ...]
    """The viewer's own three features, also those guessed already; empty for an onlooker."""
    hand: tuple[int, ...]
    """The cat cards in the viewer's own hand, as indices into `CATS`; empty for an onlooker."""
    fans: tuple[tuple[int, ...], ...]
    """The three features that each player was dealt; empty until the game is over."""
    points: tuple[int, ...]
    """The points so far, which everybody can work out (ruling K10): mask tiles received from
    opponents and own features that nobody has guessed.
    """
    help: str = "marks"
    asks: bool = False

    def number_dancers(self) -> tuple[NumberedDancer, ...]:
        """Return the cats played so far, numbered from 1 in the order of play."""
        return tuple(
            NumberedDancer(number, dancer.cat, dancer.masks)
            for number, dancer in enumerate(self.floor, 1)
        )

    def make_public_view(self) -> "View":
        """Return this view without the viewer's own secret cards, as an onlooker would see it."""
        return replace(self, viewer=None, fan=(), hand=())

    def find_guesser(self, seat: Seat, feature: int) -> Seat | None:
        """Return the player who guessed a certain feature of another player, if anybody did."""
        for guess in self.guesses:
            if guess.right and guess.opponent == seat and guess.feature == feature:
                return guess.seat
        return None

    def find_givers(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the players who gave mask tiles to one player, in ascending order (ruling K3)."""
        goes = (guess.find_mask_transfer() for guess in self.guesses)
        return tuple(sorted({giver for giver, receiver in goes if receiver == seat}))
