"""The due rows of a table: finding them, taking them away."""

from msgspec.structs import replace

from bot.domain.due_rows import NEVER_PAUSED, Deadline, Due
from bot.domain.table import Table

PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How many of the bot's own pauses a computer waits, by the table's pace."""

LEAST, LEAST_OF_LONG = 20.0, 60.0
"""Seconds that a deadline leaves at least after time in which nobody could reach us."""
LONG = 120.0
"""Clocks of at least so many seconds are long: their half is as much as `LEAST_OF_LONG`."""


def running(table: Table, row: Due) -> Due | None:
    """Return the table's row that is for the same as this one, None if there is none."""
    return next((due for due in table.dues if due.is_for_the_same_as(row)), None)


def ends(table: Table, clock: str) -> float | None:
    """Return when a clock of the table runs out, None if it has none."""
    rows = (due for due in table.dues if isinstance(due, Deadline) and due.clock == clock)
    return next((due.at for due in rows), None)


def next_due(table: Table) -> Due | None:
    """Return the row that fires first; at a paused table, clocks stand still."""
    runs = (due for due in table.dues if not table.paused or isinstance(due, NEVER_PAUSED))
    return min(runs, key=lambda due: (due.at, due.kind), default=None)


def without(table: Table, row: Due) -> Table:
    """Return the table without a due row that has fired."""
    return replace(table, dues=tuple(due for due in table.dues if not due.is_for_the_same_as(row)))


def put_off(table: Table, row: Due, at: float) -> Table:
    """Return the table with a due row that fires at another time."""
    return replace(table, dues=(*without(table, row).dues, row.until(at)))


def deadline(clock: str, seconds: float, begins: float) -> Deadline:
    """Return the row that ends a clock of so many seconds.

    What it leaves at least after time in which nobody could reach us is long enough to come back
    and press, also where less was left: 20 s, and 60 s of a clock of two minutes or more.
    """
    least = LEAST_OF_LONG if seconds >= LONG else LEAST
    return Deadline(clock, least, at=begins + seconds)


def option_seconds(clock: str) -> float | None:
    """Return the seconds of a choice of the `clock` option, None for no clock."""
    return None if clock == "none" else float(clock) * 60
