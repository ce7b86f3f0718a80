"""What a game of Secret Numbers is made of: the state, and what one viewer may know of it."""

from msgspec import Struct

from bot.engine.events import Seat
from tests.toys.secret_numbers.model.moves import NameNumber


class State(Struct, frozen=True):
    """A game; tuples by seat."""

    top: int
    """The highest number."""
    round: int
    """From 0; ROUNDS when all have been played."""
    answers: tuple[NameNumber | None, ...]
    """The moves of this round; in secret until the last is in."""
    points: tuple[int, ...]
    gone: tuple[Seat, ...] = ()
    """Who has left; not by seat."""
    last: tuple[NameNumber | None, ...] = ()
    """The moves of the round before, which all have seen."""
    schema: int = 1


class View(Struct, frozen=True):
    """What one viewer may know; tuples by seat."""

    top: int
    round: int
    points: tuple[int, ...]
    answered: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    last: tuple[NameNumber | None, ...]
    own: NameNumber | None
    """The viewer's own answer."""
