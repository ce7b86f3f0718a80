"""Who is here and who is not: silence, missed turns, leaving, the host role. Pure functions."""

from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Event, Leave, Seat, Stale
from bot.store.records import NEVER_PAUSED, OPEN, Leaver, Table
from bot.tables.change import (
    NAME_LENGTH,
    Change,
    Click,
    Refused,
    closed,
    happened,
    lacking,
    seat_of,
    seated,
)
from bot.tables.levels import middle
from bot.tables.playing import given, position, waiting
from bot.tables.seating import computer

AWAY_AFTER = 2
"""Deadlines missed in a row until the computer plays at once."""
SILENT = 120.0
"""Seconds without a click after which the host may let the game go on without its owner."""
SILENT_HOST = 3600.0
"""Seconds without a click after which the host role goes to the next person who clicks."""


def resumed(table: Table, now: float) -> Table:
    """Return the table without its pause; deadlines move by the time it took."""
    pause = now - table.paused_at
    dues = tuple(
        due if due.kind in NEVER_PAUSED else replace(due, at=due.at + pause) for due in table.dues
    )
    return replace(table, paused="", paused_at=0.0, dues=dues)


def arrived(table: Table, click: Click, now: float) -> Change:
    """Return the table after any click of a person who sits there: present again, name fresh.

    That the channel can be reached again, onlookers' clicks tell as well.
    """
    seat = seat_of(table, click.user)
    reachable = not lacking(table, click)
    if reachable and (table.paused == "channel" or (table.paused and seat is not None)):
        table = resumed(table, now)
    if seat is None or table.phase not in OPEN:
        return Change(table)
    player = table.players[seat]
    back = player.away
    player = replace(
        player,
        name=click.name[:NAME_LENGTH],
        clicked_at=now,
        away=False,
        misses=0 if back else player.misses,
        overdue="",
    )
    host = click.user if player.confirmed and _host_is_silent(table, now) else table.host
    table = replace(seated(table, seat, player), clicked_at=now, host=host)
    return Change(table, events=(happened("table-back", seat),) if back else ())


def _host_is_silent(table: Table, now: float) -> bool:
    """Tell whether the host has not clicked for long, so that the role goes to who does."""
    hosts = [player for player in table.players if player.user and player.user == table.host]
    return all(now - player.clicked_at > SILENT_HOST for player in hosts)


def changes_board(before: Table, after: Table) -> bool:
    """Tell whether an arrival alone is worth a commit and a new drawing of the board."""
    present = [(player.away, player.overdue, player.name) for player in after.players]
    were = [(player.away, player.overdue, player.name) for player in before.players]
    return (before.paused, before.host, were) != (after.paused, after.host, present)


def timed_out(table: Table, box: Box, clock: str) -> Change:
    """Let a clock run out: who still owed an answer missed it, and the computer answers."""
    events: list[Event] = []
    for prompt in waiting(table, position(table, box).prompts):
        if prompt.clock != clock or prompt.seat is None:
            continue
        player = table.players[prompt.seat]
        misses = player.misses + 1
        away = misses >= AWAY_AFTER
        missed = replace(player, misses=misses, away=away, overdue=clock)
        table = seated(table, prompt.seat, missed)
        events.append(happened("table-away" if away else "table-time-out", prompt.seat))
    return Change(table, events=tuple(events))


def silent(table: Table, box: Box, now: float) -> tuple[Seat, ...]:
    """Return the seats of other people who are away, or owe a decision and do not click."""
    if table.phase != "playing":
        return ()
    owing = {prompt.seat for prompt in waiting(table, position(table, box).prompts)}
    return tuple(
        seat
        for seat, player in enumerate(table.players)
        if player.user
        and player.user != table.host
        and (player.away or (seat in owing and now - player.clicked_at > SILENT))
    )


def computer_takes_over(table: Table, box: Box) -> bool:
    """Tell whether the game lets a computer take the seat of whoever leaves now."""
    return table.phase == "playing" and box.game.computer_may_take(position(table, box).state)


def left(table: Table, box: Box, seat: Seat) -> Change:
    """Hand a seat to a computer for good, or let the rules handle that its owner leaves.

    They are noted as a leaver. A lesson ends with that.
    """
    if table.phase != "playing":
        raise Refused("nothing-runs")
    if table.is_lesson:
        return closed(table)
    former = table.players[seat]
    if former.user:
        leaver = Leaver(former.user, former.name)
        table = replace(table, leavers=(*table.leavers, leaver))
    if former.user == table.host:
        others = seated(table, seat, replace(former, user=None))
        table = replace(table, host=_next_person(others, seat))
    if computer_takes_over(table, box):
        heir = computer(table, middle(box))
        return Change(
            seated(table, seat, heir), events=(happened("table-left", seat, former.name),)
        )
    vacant = seated(table, seat, replace(former, user=None))
    told = happened("table-left-vacant", seat, former.name)
    try:
        change = given(vacant, box, Leave(seat))
    except Stale:  # the rules count the seat as left already
        return Change(vacant, events=(told,))
    return replace(change, events=(told, *change.events))


def with_present_host(table: Table) -> Table:
    """Pass the host role on, clockwise, when the host is away or has left."""
    here = [p.user for p in table.players if p.user and not p.away]
    if table.host in here:
        return table
    sitting = [player.user for player in table.players if player.user]
    if not here:
        return replace(table, host=table.host if table.host in sitting else None)
    seat = seat_of(table, table.host) if table.host else None
    return replace(table, host=_next_person(table, seat or 0))


def _next_person(table: Table, seat: Seat) -> int | None:
    """Return the first present person from that seat on, clockwise."""
    clockwise = table.players[seat:] + table.players[:seat]
    return next((player.user for player in clockwise if player.user and not player.away), None)
