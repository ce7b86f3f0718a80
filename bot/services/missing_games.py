"""Tables whose game the bot does not have now: its package was removed, or cannot be imported.

They wait with all that is stored of them. Once the game is back, they go on as a table does whose
channel could not be reached: with the first press, and with the time that was left to everybody.
"""

from msgspec.structs import replace

from bot.domain.changes import closed
from bot.domain.consequences import at_rest
from bot.domain.table import Deadline, Due, Forget, Idle, Keep, Table, without
from bot.services.tables import Tables


async def wait(tables: Tables, table: Table, row: Due | None) -> bool:
    """Let the clocks of a table stand still from when this process began.

    `row` is its next due one: what nobody has touched for long is closed and forgotten as ever.
    Returns whether nothing is to be done for this table until its game is back.
    """
    match row:
        case Forget() if row.at <= tables.now():
            await tables.forget(table.id)
        case Keep():
            await tables.keep(table.id)
        case Deadline() if table.phase == "lobby":
            await tables.change_asleep(table.id, lambda table: without(table, row))
        case Idle(what="close") if row.at <= tables.now():
            await end(tables, table.id)
        case _:
            await tables.change_asleep(table.id, lambda table: _paused(table, tables.began))
            return True
    return False


async def end(tables: Tables, table_id: int) -> None:
    """Close such a table for good."""
    await tables.change_asleep(table_id, lambda table: at_rest(closed(table).table, tables.now()))


def _paused(table: Table, at: float) -> Table:
    if table.phase != "playing" or table.paused:
        return table
    return replace(table, paused="channel", paused_at=max(at, table.clicked_at))
