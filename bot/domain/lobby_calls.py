"""Mentions people in a lobby: a host who is to start, and people who can take a seat.

If a host who was called does not react before a deadline, everybody with a seat may start the game.
That ends when the host presses anything at the table.
"""

from msgspec.structs import replace

from bot.domain.calls import LobbyCall
from bot.domain.changes import Change, Refused
from bot.domain.host import find_host, format_host_name
from bot.domain.seating import has_free_seat, is_full, require_lobby
from bot.domain.table import Deadline, Lobby, Table, clock_end, make_deadline
from bot.engine.package import GamePackage

HOST_CLOCK = "start"
"""The name of the deadline by which a called host must press something in the lobby."""


HOST_ANSWER_SECONDS = 60.0
"""The number of seconds that a called host has, and in which nobody can call them again."""


START_DECISION = -1
"""Stored in `Player.asked` and `Board.calls`. Games never use this number of a decision."""


REMATCH_DECISION, FULL_DECISION = -2, -3
"""Mentions a person whose seat a rematch keeps, or tells the host that all seats are taken."""
PEOPLE_DECISION = -4
"""Mentions the people or the role of the lobby's call. It concerns no seat."""


def may_start(table: Table, user: int) -> bool:
    """Tell whether a person may start the game: the host, or anybody seated if the host is silent.

    Raises:
        Refused: The person has no confirmed seat.
    """
    if user == table.host:
        return True
    seat = table.seat_of(user)
    if seat is None or not table.players[seat].confirmed:
        raise Refused("host-only", name=format_host_name(table))
    return is_silent(table)


def is_silent(table: Table) -> bool:
    """Tell whether the lobby's host was asked to start the game and did not react in time."""
    host = find_host(table)
    return isinstance(table, Lobby) and host is not None and host.overdue == HOST_CLOCK


def host_answer_deadline(table: Table) -> float | None:
    """Return the time by which a called host has to press anything, or None if nobody called."""
    return clock_end(table, HOST_CLOCK) if isinstance(table, Lobby) else None


def call_host(table: Table, now: float) -> Change:
    """Ask the host to start the game. An open call stays as it is.

    Raises:
        Refused: The table has no host, or the host answered a call less than a minute ago.
    """
    if host_answer_deadline(table) is not None:
        return Change(table)
    host = find_host(table)
    if host is None or host.user is None:
        raise Refused("host-none")
    if host.asked == START_DECISION and now < host.asked_at + HOST_ANSWER_SECONDS:
        raise Refused("host-answered", name=format_host_name(table))
    seat = table.players.index(host)
    table = table.set_player(seat, replace(host, asked=START_DECISION, asked_at=now))
    timer = make_deadline(HOST_CLOCK, HOST_ANSWER_SECONDS, now)
    return Change(replace(table, timers=(*table.timers, timer)), calls=((START_DECISION, seat),))


def invite_to_rematch(table: Lobby) -> Change:
    """Return the change that opens a rematch and mentions the people whose seats it keeps."""
    kept = (seat for seat, player in enumerate(table.players) if not player.confirmed)
    return Change(table, calls=tuple((REMATCH_DECISION, seat) for seat in kept))


def tell_host_if_full(change: Change, package: GamePackage) -> Change:
    """Return the change that seats a person, with a mention of the host if all seats are taken.

    A host who was called or told before is not mentioned again.
    """
    table, host = change.table, find_host(change.table)
    if host is None or host.asked is not None or not is_full(table, package):
        return change
    seat = table.players.index(host)
    table = table.set_player(seat, replace(host, asked=FULL_DECISION))
    return replace(change, table=table, calls=((FULL_DECISION, seat),))


def check_may_call(table: Table, package: GamePackage, user: int) -> Lobby:
    """Return the lobby to which a person may call people.

    Raises:
        Refused: The table is no lobby, has called before or has no free seat, or the person has no
            confirmed seat there.
    """
    lobby = require_lobby(table)
    seat = lobby.seat_of(user)
    if seat is None or not lobby.players[seat].confirmed:
        raise Refused("call-seated-only")
    if lobby.call:
        raise Refused("call-once")
    if not has_free_seat(lobby, package):
        raise Refused("call-no-seat")
    return lobby


def call_people(table: Table, package: GamePackage, call: LobbyCall) -> Change:
    """Mention people to whom a free seat of a lobby is offered, or raise `Refused`."""
    lobby = check_may_call(table, package, call.by)
    return Change(replace(lobby, call=call), calls=((PEOPLE_DECISION, -1),))


def is_calling_people(table: Lobby) -> bool:
    """Tell whether the lobby's next message mentions the people or the role of its call."""
    return table.board.should_move and (PEOPLE_DECISION, -1) in table.board.calls


def find_mentioned_role(table: Lobby) -> int:
    """Return the id of the role that the lobby's next message mentions, or 0."""
    return table.call.role if table.call and is_calling_people(table) else 0


def find_mentioned_in_lobby(table: Lobby) -> tuple[int, ...]:
    """Return the user ids of the people whom the lobby's next message mentions."""
    mentioned = []
    if table.call and is_calling_people(table):
        mentioned += [user for user in table.call.users if table.seat_of(user) is None]
    for decision, seat in table.board.calls:
        player = table.players[seat] if 0 <= seat < len(table.players) else None
        if player is None or player.user is None:
            continue
        if decision == REMATCH_DECISION:
            is_due = not player.confirmed
        else:
            is_called = decision == FULL_DECISION or host_answer_deadline(table) is not None
            is_due = is_called and player.user == table.host
        if is_due:
            mentioned.append(player.user)
    return tuple(mentioned)


def let_time_run_out(table: Table) -> Change:
    """Mark the called host as silent, so that everybody in the lobby may start the game."""
    host = find_host(table)
    if host is None:
        return Change(table)
    return Change(table.set_player(table.players.index(host), replace(host, overdue=HOST_CLOCK)))


def end_call(table: Lobby) -> Lobby:
    """Return the lobby without the open call to its host, who has just clicked."""
    host = find_host(table)
    if host is not None and host.overdue == HOST_CLOCK:
        table = table.set_player(table.players.index(host), replace(host, overdue=""))
    kept = tuple(
        timer
        for timer in table.timers
        if not isinstance(timer, Deadline) or timer.clock != HOST_CLOCK
    )
    return replace(table, timers=kept)
