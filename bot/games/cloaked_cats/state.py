"""What a game of Cloaked Cats is made of: the state, and what one viewer may know of it."""

from msgspec import Struct
from msgspec.structs import replace

from bot.games.events import Seat


class Dancer(Struct, frozen=True):
    """A cat on the dance floor."""

    cat: int
    seat: Seat
    """Who played it."""
    masks: tuple[Seat, ...]
    """Who placed a mask on it, ascending."""


class Dancing(Struct, frozen=True):
    """A cat on the dance floor, as it is shown."""

    number: int
    """From 1, in the order of playing."""
    cat: int
    masks: tuple[Seat, ...]
    """The seats whose masks it wears."""


Dancers = tuple[Dancing, ...]


class Guess(Struct, frozen=True):
    """A guess and its answer."""

    turn: int
    seat: Seat
    """Who guessed."""
    opponent: Seat
    feature: int
    right: bool

    def mask_goes(self) -> tuple[Seat, Seat]:
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

    def dancing(self) -> tuple[Dancing, ...]:
        """Return the cats on the dance floor with their numbers."""
        return tuple(
            Dancing(number, dancer.cat, dancer.masks) for number, dancer in enumerate(self.floor, 1)
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

    def givers(self, seat: Seat) -> tuple[Seat, ...]:
        """Return from whom `seat` received masks, ascending, as the guesses tell (ruling K3)."""
        goes = (guess.mask_goes() for guess in self.guesses)
        return tuple(sorted({giver for giver, receiver in goes if receiver == seat}))
