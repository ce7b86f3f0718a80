"""Decides who is present at a table, whom it calls, and when it has to make room for others."""

from msgspec.structs import replace

from bot.domain.changes import (
    Change,
    Click,
    Refused,
    close_table,
    find_missing_permissions,
    make_table_event,
)
from bot.domain.host import is_host_gone
from bot.domain.lobby_calls import end_call, find_mentioned_in_lobby, let_time_run_out
from bot.domain.skipping import find_skip, name_time_out_event
from bot.domain.table import (
    DEADLINE_KINDS,
    UNPAUSED_TIMER_KINDS,
    Call,
    Finished,
    Lobby,
    Match,
    Player,
    Skip,
    T,
    Table,
    Timer,
    remove_timer,
    seat_decision,
)
from bot.engine.events import EventRecord, Seat

MISSES_UNTIL_AWAY = 2
"""The number of deadlines missed in a row after which a person counts as away. From then on the
computer plays for the person without waiting, until the person clicks again.
"""


def resume(table: T, now: float) -> T:
    """Return the table without its pause, with its timers moved by the length of the pause.

    Each deadline then leaves at least `Deadline.least` seconds.
    """
    pause = now - table.paused_at

    def later(timer: Timer) -> Timer:
        if isinstance(timer, UNPAUSED_TIMER_KINDS):
            return timer
        least = now + timer.least if isinstance(timer, DEADLINE_KINDS) and timer.least else 0.0
        return timer.until(max(timer.at + pause, least))

    timers = tuple(map(later, table.timers))
    players = tuple(replace(player, asked_at=player.asked_at + pause) for player in table.players)
    return replace(table, paused="", paused_at=0.0, timers=timers, players=players)


def note_arrival(table: Table, click: Click, now: float) -> Change:
    """Return the change that any click of a person makes at a table, whatever they clicked.

    A person who has a seat there counts as present again, and nobody can skip them for now. They
    become host if the host has been silent for too long. A game that was put aside goes on. It
    cannot be stored as going on while another table is open in its channel. A click in the table's
    channel also proves that the bot can reach the channel, and ends a pause for that reason, even
    if the person has no seat.
    """
    seat = table.seat_of(click.user)
    reachable = not find_missing_permissions(click, text_only=table.text_only)
    if reachable and (table.paused == "channel" or (table.paused and seat is not None)):
        table = resume(table, now)
    if seat is None or isinstance(table, Finished):
        return Change(table)
    if table.phase == "aside" and not table.paused:
        table = replace(table, phase="playing")
    back = table.players[seat].away
    player = return_player(table, seat) if back else table.players[seat]
    player = replace(player, name=click.short_name, clicked_at=now)
    for timer in table.timers:
        if isinstance(timer, Skip) and timer.seat == seat:
            table = remove_timer(table, timer)
    host = click.user if player.confirmed and is_host_gone(table, now) else table.host
    table = replace(table.set_player(seat, player), clicked_at=now, host=host)
    if isinstance(table, Lobby) and host == click.user:
        table = end_call(table)
    return Change(table, events=(make_table_event("table-back", seat),) if back else ())


def return_player(table: Lobby | Match, seat: Seat) -> Player:
    """Return a player who was away as present again.

    The time limit of their current turn starts again, but only once in a turn.
    """
    player = table.players[seat]
    prompt = table.prompt_of(seat) if isinstance(table, Match) else None
    turn = prompt.turn_clock if prompt else ""
    missed = player.renewed == turn
    return replace(player, away=False, misses=0, overdue=turn if missed else "", renewed=turn)


def changes_board(before: Table, after: Table) -> bool:
    """Tell whether a click has changed more than the time of the last click, and must be stored."""
    then, now = (
        (each.paused, each.host, each.timers, [(p.away, p.overdue, p.name) for p in each.players])
        for each in (before, after)
    )
    return then != now


def time_out(table: Table, clock: str) -> Change:
    """Let a deadline run out, so that the computer answers for the people who have not answered."""
    if isinstance(table, Lobby):
        return let_time_run_out(table)
    if isinstance(table, Finished):
        return Change(table)
    events: list[EventRecord] = []
    for prompt in table.waiting():
        if prompt.clock != clock or prompt.seat is None:
            continue
        misses = table.players[prompt.seat].misses + 1
        away = misses >= MISSES_UNTIL_AWAY
        missed = {"misses": misses, "away": away, "overdue": prompt.turn_clock}
        table = table.change_player(prompt.seat, **missed)
        told = "table-away" if away else name_time_out_event(prompt)
        events.append(make_table_event(told, prompt.seat))
    return Change(table, events=tuple(events))


def call_person(table: Table, call: Call, now: float) -> Change:
    """Make the next board mention all people whose timers for calls have run out."""
    if not isinstance(table, Match):
        return Change(table)
    calls = (call, *(row for row in table.timers if isinstance(row, Call) and row.at <= now))
    to = {seat_decision(each) for each in calls}
    waits = tuple(seat_decision(prompt) for prompt in table.waiting())
    rest = tuple(each for each in table.timers if each not in calls)
    return Change(replace(table, timers=rest), calls=tuple(each for each in waits if each in to))


def users_to_call(table: Table) -> tuple[int, ...]:
    """Return the user ids of the people whom the next board mentions because they owe an answer.

    Those who have clicked since they were asked are left out, unless somebody wants to skip them.
    """
    if table.board.should_move and isinstance(table, Lobby):
        return find_mentioned_in_lobby(table)
    if not table.board.should_move or not isinstance(table, Match) or table.paused:
        return ()
    called = [
        (table.players[prompt.seat], find_skip(table, prompt))
        for prompt in table.waiting()
        if prompt.seat is not None and seat_decision(prompt) in table.board.calls
    ]
    return tuple(p.user for p, skip in called if p.user and (skip or p.clicked_at <= p.asked_at))


ABANDONED_SECONDS = 1800.0
"""The number of seconds after which a lobby without clicks, or a game of people who are all away,
counts as abandoned.
"""


ABANDONED_SECONDS_BETWEEN_CLICKS = 2 * 86_400.0
"""The number of seconds without any click after which every running game counts as abandoned.
People are never away in a game without a time limit.
"""


def is_abandoned(table: Table, now: float) -> bool:
    """Tell whether other people may use the channel of this table."""
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

    A running game is put aside until one of its people presses something. A lobby is closed.

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
