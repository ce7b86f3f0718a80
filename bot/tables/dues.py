"""The due rows of a table: finding them, taking them away."""

from msgspec.structs import replace

from bot.games.game import Prompt
from bot.store.records import NEVER_PAUSED, Due, Table

PACES = {"slow": 2.0, "normal": 1.0, "fast": 0.4}
"""How many of the bot's own pauses a computer waits, by the table's pace."""


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


def option_seconds(clock: str) -> float | None:
    """Return the seconds of a choice of the `clock` option, None for no clock."""
    return None if clock == "none" else float(clock) * 60
