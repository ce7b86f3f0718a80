"""The due rows of a table: finding them, taking them away."""

from msgspec.structs import replace

from bot.games.game import Prompt
from bot.store.records import NEVER_PAUSED, Due, Table

PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How many of the bot's own pauses a computer waits, by the table's pace."""

LEAST, LEAST_OF_LONG = 20.0, 60.0
"""Seconds that a deadline leaves at least after time in which nobody could reach us."""
LONG = 120.0
"""Clocks of at least so many seconds are long: their half is as much as `LEAST_OF_LONG`."""


def running(table: Table, kind: str, key: str) -> Due | None:
    """Return the due row of that kind and key, None if there is none."""
    return next((due for due in table.dues if (due.kind, due.key) == (kind, key)), None)


def next_due(table: Table) -> Due | None:
    """Return the row that fires first; at a paused table, clocks stand still."""
    runs = (due for due in table.dues if not table.paused or due.kind in NEVER_PAUSED)
    return min(runs, key=lambda due: (due.at, due.kind, due.key), default=None)


def without(table: Table, kind: str, key: str) -> Table:
    """Return the table without a due row that has fired."""
    return replace(
        table, dues=tuple(due for due in table.dues if (due.kind, due.key) != (kind, key))
    )


def put_off(table: Table, kind: str, key: str, at: float) -> Table:
    """Return the table with a due row that fires at another time."""
    return replace(table, dues=(*without(table, kind, key).dues, Due(kind, key, at)))


def call_key(prompt: Prompt) -> str:
    """Return the key of the due row that calls somebody to a decision."""
    return f"{prompt.decision}:{prompt.seat}"


def deadline(clock: str, seconds: float, begins: float) -> Due:
    """Return the row that ends a clock of so many seconds.

    What it leaves at least after time in which nobody could reach us is long enough to come back
    and press, also where less was left: 20 s, and 60 s of a clock of two minutes or more.
    """
    least = LEAST_OF_LONG if seconds >= LONG else LEAST
    return Due("deadline", clock, begins + seconds, least)


def option_seconds(clock: str) -> float | None:
    """Return the seconds of a choice of the `clock` option, None for no clock."""
    return None if clock == "none" else float(clock) * 60
