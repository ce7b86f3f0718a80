"""What a race is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.events import Seat
from tests.toys.race.model.moves import Grab, Pass


class Hand(Struct, frozen=True):
    """What a seat did in this round, and when."""

    seat: Seat
    move: Grab | Pass
    at: int
    """Discord's id of the click."""


class State(Struct, frozen=True):
    """A game."""

    round: int
    """From 0; ROUNDS when all have been played."""
    hands: tuple[Hand, ...]
    """In the order in which they arrived; in secret until the round closes."""
    points: tuple[int, ...]
    """By seat."""
    schema: int = 1


class View(Struct, frozen=True):
    """What one viewer may know."""

    round: int
    moved: tuple[Seat, ...]
    """Whose hands are in, by seat: the order of arrival means nothing."""
    points: tuple[int, ...]
    own: Grab | Pass | None
    """The viewer's own move in this round."""
