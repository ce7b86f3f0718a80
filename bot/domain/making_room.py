"""Decides when people who are gone lose their channel to others, and how their table makes room.

All functions are pure.
"""

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, close_table, make_table_event
from bot.domain.table import Finished, Lobby, Match, Table

ABANDONED_SECONDS = 1800.0
"""The number of seconds after which an unused table counts as abandoned.

A lobby is unused since the last click there. A running game is unused since all its people are
away.
"""
ABANDONED_SECONDS_BETWEEN_CLICKS = 2 * 86_400.0
"""The number of seconds without any click after which every running game counts as abandoned.

People are never away in a game without a time limit, so only this number ends their hold.
"""


def is_abandoned(table: Table, now: float) -> bool:
    """Tell whether other people may use the channel of this table.

    Args:
        table: The table that takes the channel's only place.
        now: The present time in seconds since 1970.
    """
    silence = now - max([table.clicked_at, *(player.clicked_at for player in table.players)])
    match table:
        case Lobby():
            return silence >= ABANDONED_SECONDS
        case Match(paused="away") if now - table.paused_at >= ABANDONED_SECONDS:
            return True
        case Match():
            return silence >= ABANDONED_SECONDS_BETWEEN_CLICKS
        case Finished():
            return False


def put_aside(table: Table, now: float) -> Change:
    """Make room in the channel of an abandoned table.

    A running game is put aside: it is paused until one of its people presses something. A lobby is
    closed. A table that has made room already stays unchanged.

    Args:
        table: The table as it is now.
        now: The present time in seconds since 1970.

    Raises:
        Refused: Its people have come back.
    """
    if isinstance(table, Finished) or table.phase == "aside":
        return Change(table)
    if not is_abandoned(table, now):
        raise Refused("not-abandoned")
    if isinstance(table, Lobby):
        return close_table(table, "table-idle-closed")
    return Change(replace(table, phase="aside"), events=(make_table_event("table-aside"),))
