"""What a table does by itself at a time: its due rows. Times are seconds since 1970 in UTC."""

from typing import Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Prompt


class _Row(Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """Something that a table has to do at a time, if nothing happens before."""

    at: float = 0.0

    @property
    def kind(self) -> str:
        """The row's kind, as it is stored."""
        return kind_of(type(self))

    def until(self, at: float) -> Self:
        """Return the row for another time."""
        return replace(self, at=at)

    def is_for_the_same_as(self, other: "_Row") -> bool:
        """Tell whether two rows are for the same thing, maybe at different times."""
        return replace(other, at=self.at) == self


class Deadline(_Row, frozen=True, gc=False, tag="deadline"):
    """A clock runs out: who still owes an answer has missed it."""

    clock: str
    """The game's name for the clock, as `Prompt.clock`."""
    least: float = 0.0
    """Seconds that it leaves at least after time in which nobody could reach us."""


class Reminder(_Row, frozen=True, gc=False, tag="reminder"):
    """Half of a clock is gone: who still owes an answer is called."""

    clock: str


class Call(_Row, frozen=True, gc=False, tag="call"):
    """Whoever is asked and has not clicked since is called, by a new board."""

    decision: int
    seat: Seat


class Computer(_Row, frozen=True, gc=False, tag="computer"):
    """The computer answers a decision for a seat."""

    decision: int
    seat: Seat
    pause: int = 0
    """Milliseconds of a pause of its own; 0: the table's. Another one begins anew."""


class Elapse(_Row, frozen=True, gc=False, tag="elapse"):
    """The table's own pause ends."""

    decision: int


class Idle(_Row, frozen=True, gc=False, tag="idle"):
    """Nobody has clicked for long: the table gives notice, or closes."""

    what: Literal["notice", "close"]


class Keep(_Row, frozen=True, gc=False, tag="keep"):
    """The game is over: its record is to be written."""


class Forget(_Row, frozen=True, gc=False, tag="forget"):
    """The table has been kept for long enough."""


Due = Deadline | Reminder | Call | Computer | Elapse | Idle | Keep | Forget
KINDS: tuple[type[Due], ...] = (Deadline, Reminder, Call, Computer, Elapse, Idle, Keep, Forget)
NEVER_PAUSED: tuple[type[Due], ...] = (Idle, Keep, Forget)
"""Rows that fire at paused tables, too."""
Owed = tuple[int, Seat]
"""A decision and the seat that is asked for it."""


def kind_of(row: type[Struct]) -> str:
    """Return the kind of such rows, as it is stored."""
    return str(row.__struct_config__.tag)


def owed(of: Prompt | Call) -> Owed:
    """Return what is owed: by a seat that is asked, or called."""
    return of.decision, -1 if of.seat is None else of.seat
