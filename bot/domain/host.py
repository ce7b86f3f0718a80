"""Finds the host of a table, who starts its game, and passes the role on."""

from msgspec.structs import replace

from bot.domain.changes import Change, Click, Refused, make_table_event
from bot.domain.display_names import escape_name
from bot.domain.table import Finished, Match, Player, Table, clock_seconds
from bot.engine.events import Seat

SILENT_HOST_SECONDS, SILENT_HOST_SECONDS_WITHOUT_CLOCK = 3600.0, 86_400.0
"""The seconds without a click after which the next person who clicks becomes host. The second
value is for tables without a time limit for turns.
"""


def find_host(table: Table) -> Player | None:
    """Return the player who is the host, or None if the table has no host."""
    hosts = (player for player in table.players if player.user and player.user == table.host)
    return next(hosts, None)


def format_host_name(table: Table) -> str:
    """Return the host's name, safe for use in a message, or a sign if the table has no host."""
    host = find_host(table)
    return escape_name(host.name if host else "")


def check_host(table: Table, click: Click) -> None:
    """Check that the person who clicked is the host of the table.

    Raises:
        Refused: Somebody else has clicked, or the table has no host.
    """
    if table.host == click.user:
        return
    if find_host(table) is None:
        raise Refused("host-none")
    raise Refused("host-only", name=format_host_name(table))


def is_host_gone(table: Table, now: float) -> bool:
    """Tell whether the next person who clicks becomes host, after a whole time limit of silence."""
    seconds = clock_seconds(table.clock)
    patience = max(SILENT_HOST_SECONDS, seconds) if seconds else SILENT_HOST_SECONDS_WITHOUT_CLOCK
    host = find_host(table)
    return host is None or now - host.clicked_at > patience


def add_host_event(before: Table, change: Change) -> Change:
    """Return the change with an event that names the new host, if there is one."""
    after, host = change.table, find_host(change.table)
    if after.host == before.host or isinstance(after, Finished) or host is None:
        return change
    return replace(change, events=(*change.events, make_table_event("table-host", host.name)))


def pass_host_role(table: Match) -> Match:
    """Return the table with the next present person clockwise as host, if the host is away.

    If nobody is present, a host who still sits there keeps the role.
    """
    here = [p.user for p in table.players if p.user and not p.away]
    if table.host in here:
        return table
    sitting = [player.user for player in table.players if player.user]
    if not here:
        return replace(table, host=table.host if table.host in sitting else None)
    seat = table.seat_of(table.host) if table.host else None
    return replace(table, host=find_next_person(table, seat or 0))


def find_next_person(table: Table, seat: Seat) -> int | None:
    """Return the user id of the first present person, going clockwise from this seat."""
    clockwise = table.players[seat:] + table.players[:seat]
    return next((player.user for player in clockwise if player.user and not player.away), None)
