"""Calling a host who does not start the game, and starting without one who stays silent.

The call is a deadline of the lobby. When it runs out, the host's seat is overdue for it, until the
host presses anything at the table.
"""

from msgspec.structs import replace

from bot.domain.changes import Change, Refused
from bot.domain.due_rows import Deadline, Owed
from bot.domain.seating import host_name
from bot.domain.table import Player, Table
from bot.domain.timers import deadline, ends

HOST_CLOCK = "start"
"""The name of the clock on which a called host has to answer."""
HOST_ANSWER_SECONDS = 60.0
"""How long a called host has to press something. For so long nobody calls them again, either."""
START_DECISION = -1
"""Stands for "start the game" where a seat notes what it was asked, and a board whom it calls."""


def may_start(table: Table, user: int) -> bool:
    """Tell whether somebody may start the game: the host, or whoever sits with a silent one.

    Raises `Refused` for somebody who does not sit there.
    """
    if user == table.host:
        return True
    seat = table.seat_of(user)
    if seat is None or not table.players[seat].confirmed:
        raise Refused("host-only", name=host_name(table))
    return is_silent(table)


def is_silent(table: Table) -> bool:
    """Tell whether the host of a lobby was called and let the time run out."""
    host = _host(table)
    return table.phase == "lobby" and host is not None and host.overdue == HOST_CLOCK


def answers_until(table: Table) -> float | None:
    """Return until when the host of a lobby has time to answer a call, None if none is open."""
    return ends(table, HOST_CLOCK) if table.phase == "lobby" else None


def call_host(table: Table, now: float) -> Change:
    """Call the host by a new board, unless a call is open. Raises `Refused` right after one."""
    if answers_until(table) is not None:
        return Change(table)
    host = _host(table)
    if host is None or host.user is None:
        raise Refused("host-none")
    if host.asked == START_DECISION and now < host.asked_at + HOST_ANSWER_SECONDS:
        raise Refused("host-answered", name=host_name(table))
    seat = table.players.index(host)
    table = table.seated(seat, replace(host, asked=START_DECISION, asked_at=now))
    row = deadline(HOST_CLOCK, HOST_ANSWER_SECONDS, now)
    return Change(replace(table, dues=(*table.dues, row)), calls=(_call_to(seat),))


def mentioned_host(table: Table) -> tuple[int, ...]:
    """Return the user id of the host if the lobby's next board is to call them, else nothing."""
    seat = table.seat_of(table.host) if table.host else None
    if seat is None or answers_until(table) is None or _call_to(seat) not in table.board.calls:
        return ()
    return (table.host,) if table.host else ()


def let_time_run_out(table: Table) -> Change:
    """Let everybody who sits there start the game: the host has not answered in time."""
    host = _host(table)
    if host is None:
        return Change(table)
    return Change(table.seated(table.players.index(host), replace(host, overdue=HOST_CLOCK)))


def end_call(table: Table) -> Table:
    """Return the lobby with a present host, whose answer nobody waits for."""
    host = _host(table)
    if host is not None and host.overdue == HOST_CLOCK:
        table = table.seated(table.players.index(host), replace(host, overdue=""))
    return replace(table, dues=tuple(due for due in table.dues if not isinstance(due, Deadline)))


def _host(table: Table) -> Player | None:
    hosts = (player for player in table.players if player.user and player.user == table.host)
    return next(hosts, None)


def _call_to(seat: int) -> Owed:
    return START_DECISION, seat
