"""Decides who is present at a table: missed deadlines, leaving, coming back, and the host role.

All functions are pure.

The host of a table starts its game. If the host does not, other people at the table can call the
host. If the host then does not react before a deadline, everybody at the table may start the game.
That ends when the host presses anything at the table.
"""

from math import ceil

from msgspec.structs import replace

from bot.domain.changes import (
    MAX_NAME_LENGTH,
    Change,
    Click,
    Refused,
    close_table,
    find_missing_permissions,
    make_table_event,
)
from bot.domain.display_names import escape_name
from bot.domain.levels import middle_level, newest_level
from bot.domain.playing import deadline_seconds, step_game
from bot.domain.seating import find_host, format_host_name, is_full, make_computer_player
from bot.domain.table import (
    DEADLINE_KINDS,
    UNPAUSED_TIMER_KINDS,
    Call,
    Deadline,
    Finished,
    Leaver,
    Lobby,
    Match,
    Player,
    SeatDecision,
    Skip,
    T,
    Table,
    Timer,
    clock_end,
    clock_seconds,
    make_deadline,
    remove_timer,
    seat_decision,
)
from bot.engine.events import EventRecord, Seat
from bot.engine.game import Leave, Prompt, Stale
from bot.engine.package import GamePackage

HOST_CLOCK = "start"
"""The name of the deadline by which a called host must press something in the lobby.

People in the lobby call the host when they want the game to start.
"""
HOST_ANSWER_SECONDS = 60.0
"""The number of seconds that a host has to press anything after players asked them to start.

During that time nobody can call the host again.
"""
START_DECISION = -1
"""The decision number that means "start the game", used when players call the host.

Games never use this number. It is stored as the decision that the host was asked last
(`Player.asked`). It is also stored with the board, the table's public message, as the reason to
mention the host.
"""

REMATCH_DECISION, FULL_DECISION = -2, -3
"""Further decision numbers that games never use, stored as reasons to mention people in a lobby.

The first one invites a person to the seat that a rematch keeps for them. The second one tells the
host that all seats are taken.
"""


def may_start(table: Table, user: int) -> bool:
    """Tell whether a person may start the game.

    The host may. If the host did not react to a call to start, everybody with a seat may, too.

    Raises:
        Refused: The person may not. They have no seat, or a seat that is kept for them and that
            they have not confirmed.
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
    """Return the time by which the host has to press anything after being called to start the game.

    The time is in seconds since 1970. None means that the host is not being called, or that the
    table is no lobby.
    """
    return clock_end(table, HOST_CLOCK) if isinstance(table, Lobby) else None


def call_host(table: Table, now: float) -> Change:
    """Ask the host to start the game, with a new public message that mentions them.

    Nothing changes while an earlier call still waits for the host.

    Args:
        table: The table as it is now.
        now: The present time in seconds since 1970.

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
    row = make_deadline(HOST_CLOCK, HOST_ANSWER_SECONDS, now)
    return Change(replace(table, timers=(*table.timers, row)), calls=(_start_call(seat),))


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


def find_mentioned_in_lobby(table: Lobby) -> tuple[int, ...]:
    """Return the user ids of the people whom the lobby's next message mentions.

    They are people who have yet to take their kept seat, and a host who is told that all seats are
    taken, or who has not answered a call to start the game.
    """
    mentioned = []
    for decision, seat in table.board.calls:
        player = table.players[seat] if seat < len(table.players) else None
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
    """Mark the lobby's host as silent, because the called host has not answered in time.

    Everybody in the lobby may then start the game.
    """
    host = find_host(table)
    if host is None:
        return Change(table)
    return Change(table.set_player(table.players.index(host), replace(host, overdue=HOST_CLOCK)))


def end_call(table: Lobby) -> Lobby:
    """Return the lobby without the open call to its host, because the host has just clicked.

    The host no longer counts as silent.
    """
    host = find_host(table)
    if host is not None and host.overdue == HOST_CLOCK:
        table = table.set_player(table.players.index(host), replace(host, overdue=""))
    return replace(
        table, timers=tuple(due for due in table.timers if not isinstance(due, Deadline))
    )


def _start_call(seat: int) -> SeatDecision:
    """Return the entry of `Change.calls` that makes the next board mention the host on this seat.

    The board is the table's public message.
    """
    return START_DECISION, seat


MISSES_UNTIL_AWAY = 2
"""The number of deadlines missed in a row after which a person counts as away.

From then on the computer plays for the person without waiting, until the person clicks again.
"""
SILENT_SECONDS, SILENT_SECONDS_WITHOUT_CLOCK = 120.0, 600.0
"""The minimum number of seconds without a click before a person counts as silent.

The host may then let the computer play for that person. The first value is for tables with a time
limit for turns, the second one for tables without.
"""
MAX_SECONDS_UNTIL_SKIP = 120.0
"""The maximum number of seconds of silence after which anybody at the table may skip a person.

The computer then plays this one turn. If half of the time limit for a turn is shorter, that counts.
A game can set another number (`Timing.skip_seconds`).
"""
SKIP_ANSWER_SECONDS = 15.0
"""The number of seconds that a person has to press any button after being called to be skipped."""
SKIPPED_EVENT = "table-time-out-skipped"
"""The name of the event that the computer plays a turn because others did not want to wait.

Decisions with a text of their own for a missed deadline (`Timing.timeout_message`) keep that one.
"""
SILENT_HOST_SECONDS, SILENT_HOST_SECONDS_WITHOUT_CLOCK = 3600.0, 86_400.0
"""The minimum number of seconds without a click before a host loses the host role.

The role goes to the next person who clicks. The first value is for tables with a time limit for
turns, the second one for tables without.
"""


def resume(table: T, now: float) -> T:
    """Return the table without its pause, with its timers moved by the length of the pause.

    Timers that also run during a pause do not move. Each deadline then leaves at least
    `Deadline.least` seconds.

    Args:
        table: The table as it is now.
        now: The present time in seconds since 1970.
    """
    pause = now - table.paused_at

    def later(timer: Timer) -> Timer:
        if isinstance(timer, UNPAUSED_TIMER_KINDS):
            return timer
        least = now + timer.least if isinstance(timer, DEADLINE_KINDS) and timer.least else 0.0
        return timer.until(max(timer.at + pause, least))

    dues = tuple(map(later, table.timers))
    players = tuple(replace(player, asked_at=player.asked_at + pause) for player in table.players)
    return replace(table, paused="", paused_at=0.0, timers=dues, players=players)


def note_arrival(table: Table, click: Click, now: float) -> Change:
    """Return the change that any click of a person makes at a table, whatever they clicked.

    A person who has a seat there counts as present again, and nobody can skip them for now. Their
    stored name is updated, and they become host if the host has been silent for too long. A game
    that was put aside goes on. It cannot be stored as going on while another table is open in its
    channel.

    A click in the table's channel also proves that the bot can reach the channel. If the table was
    paused because the bot could not, the pause ends, even if the person has no seat.

    Args:
        table: The table as it is now.
        click: The person's press or command.
        now: The present time in seconds since 1970.
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
    player = replace(player, name=click.name[:MAX_NAME_LENGTH], clicked_at=now)
    for due in table.timers:
        if isinstance(due, Skip) and due.seat == seat:
            table = remove_timer(table, due)
    host = click.user if player.confirmed and _host_is_silent(table, now) else table.host
    table = replace(table.set_player(seat, player), clicked_at=now, host=host)
    if isinstance(table, Lobby) and host == click.user:
        table = end_call(table)
    return Change(table, events=(make_table_event("table-back", seat),) if back else ())


def seat_person(table: Match, seat: Seat, player: Player, now: float) -> Match:
    """Return the table with a person on a seat for which a computer has played.

    Args:
        table: The table as it is now.
        seat: The seat, which keeps what happened there.
        player: The person, who is present from now on.
        now: The present time in seconds since 1970.
    """
    renewed = table.players[seat].renewed
    player = replace(player, clicked_at=now, acted=table.step, renewed=renewed)
    table = table.set_player(seat, player)
    return table.set_player(seat, return_player(table, seat))


def return_player(table: Lobby | Match, seat: Seat) -> Player:
    """Return a player who was away as present again.

    The time limit of their current turn starts again, but only once in a turn.
    """
    player = table.players[seat]
    prompt = table.prompt_of(seat) if isinstance(table, Match) else None
    turn = prompt.turn_clock if prompt else ""
    missed = player.renewed == turn
    return replace(player, away=False, misses=0, overdue=turn if missed else "", renewed=turn)


def _host_is_silent(table: Table, now: float) -> bool:
    """Tell whether the host has been silent for so long that somebody else may become host.

    The next person who clicks gets the role. The host may be silent for as long as the table's time
    limit for a turn, but at least for `SILENT_HOST_SECONDS`. Without a time limit, it is
    `SILENT_HOST_SECONDS_WITHOUT_CLOCK`.
    """
    seconds = clock_seconds(table.clock)
    patience = max(SILENT_HOST_SECONDS, seconds) if seconds else SILENT_HOST_SECONDS_WITHOUT_CLOCK
    hosts = [player for player in table.players if player.user and player.user == table.host]
    return all(now - player.clicked_at > patience for player in hosts)


def changes_board(before: Table, after: Table) -> bool:
    """Tell whether a person's click has changed the table so much that the table must be stored.

    Most clicks change only the time of the last click, for which no new version of the table is
    stored.

    Args:
        before: The table before the click.
        after: The table after `note_arrival`.
    """
    present = [(player.away, player.overdue, player.name) for player in after.players]
    were = [(player.away, player.overdue, player.name) for player in before.players]
    then = (before.paused, before.host, before.timers, were)
    return then != (after.paused, after.host, after.timers, present)


def time_out(table: Table, clock: str) -> Change:
    """Let a deadline run out, so that the computer answers for the people who have not answered.

    The missed deadline is counted for each of these people. After `MISSES_UNTIL_AWAY` of them in a
    row, a person counts as away. In a lobby, the deadline is that of a host who was asked to start
    the game.

    Args:
        table: The table as it is now.
        clock: The name of the deadline, as in `Prompt.clock`.
    """
    if isinstance(table, Lobby):
        return let_time_run_out(table)
    if isinstance(table, Finished):
        return Change(table)
    events: list[EventRecord] = []
    for prompt in table.waiting():
        if prompt.clock != clock or prompt.seat is None:
            continue
        player = table.players[prompt.seat]
        misses = player.misses + 1
        away = misses >= MISSES_UNTIL_AWAY
        missed = replace(player, misses=misses, away=away, overdue=prompt.turn_clock)
        table = table.set_player(prompt.seat, missed)
        told = "table-away" if away else _time_out_event_name(prompt)
        events.append(make_table_event(told, prompt.seat))
    return Change(table, events=tuple(events))


def _time_out_event_name(prompt: Prompt) -> str:
    """Return the name of the event that a person's time for a decision is up."""
    return f"table-time-out{prompt.timing.timeout_message and f'-{prompt.timing.timeout_message}'}"


def call_person(table: Table, call: Call, now: float) -> Change:
    """Make the next board mention a person who has not answered or clicked since they were asked.

    The board is the table's public message. If the timers for other people's calls have also run
    out, the same message mentions those people, too.

    Args:
        table: The table as it is now.
        call: The timer that has run out.
        now: The present time in seconds since 1970.
    """
    if not isinstance(table, Match):
        return Change(table)
    due = (call, *(row for row in table.timers if isinstance(row, Call) and row.at <= now))
    to = {seat_decision(row) for row in due}
    waits = tuple(seat_decision(prompt) for prompt in table.waiting())
    rest = tuple(row for row in table.timers if row not in due)
    return Change(replace(table, timers=rest), calls=tuple(each for each in waits if each in to))


def users_to_call(table: Table) -> tuple[int, ...]:
    """Return the user ids of the people whom the table's next public message mentions.

    These are people who owe an answer. Those who have clicked since they were asked are left out,
    unless somebody has asked to skip them.
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


def find_silent_seats(table: Table, now: float) -> tuple[Seat, ...]:
    """Return the seats of people who owe an answer and have not clicked for a long time.

    The host may let the computer play for these seats. The host's own seat is left out. A person is
    silent after half of the table's time limit without a click, but at least two minutes. Without a
    time limit, it is ten minutes.

    Args:
        table: The table as it is now.
        now: The present time in seconds since 1970.
    """
    if not isinstance(table, Match):
        return ()
    seconds = clock_seconds(table.clock)
    patience = max(SILENT_SECONDS, seconds / 2) if seconds else SILENT_SECONDS_WITHOUT_CLOCK
    owing = (prompt.seat for prompt in table.waiting())
    return tuple(
        seat
        for seat in sorted({seat for seat in owing if seat is not None})
        if table.players[seat].user != table.host
        and now - max(table.players[seat].clicked_at, table.players[seat].asked_at) > patience
    )


def hand_over(table: Table, seat: Seat) -> Change:
    """Mark a silent person as away, so that the computer plays for them until they click again."""
    player = replace(table.players[seat], away=True)
    return Change(table.set_player(seat, player), events=(make_table_event("table-away", seat),))


def find_skip(table: Table, prompt: Prompt) -> Skip | None:
    """Return the timer that lets the computer answer a decision for a silent person, or None."""
    for due in table.timers:
        if isinstance(due, Skip) and seat_decision(due) == seat_decision(prompt):
            return due
    return None


def list_skippable(table: Table, user: int) -> tuple[tuple[Prompt, float], ...]:
    """Return the decisions of others that a person at the table can let the computer make.

    Args:
        table: The table as it is now.
        user: Discord's id of the person who wants to play on. Onlookers get an empty result.

    Returns:
        Pairs of a decision, and the time from which on the one who owes it can be skipped, in
        seconds since 1970.
    """
    own = table.seat_of(user)
    if not isinstance(table, Match) or own is None or table.paused:
        return ()
    return tuple(
        (prompt, _earliest_skip(table.players[prompt.seat], prompt, table.clock))
        for prompt in table.waiting()
        if prompt.clock and prompt.seat is not None and prompt.seat != own
    )


def find_next_skip(table: Table, user: int, now: float) -> float:
    """Return when it changes next whom a person can skip, in seconds since 1970, or 0 for never.

    Somebody can be skipped from then on, or was called and is skipped then.

    Args:
        table: The table as it is now.
        user: Discord's id of the person who wants to play on.
        now: The present time in seconds since 1970.
    """
    called = ((find_skip(table, prompt), at) for prompt, at in list_skippable(table, user))
    times = (due.at if due else earliest for due, earliest in called)
    return min((at for at in times if at > now), default=0.0)


def _earliest_skip(player: Player, prompt: Prompt, clock: str) -> float:
    """Return the time from which on a person can be skipped, in seconds since 1970."""
    silent_since = max(player.clicked_at, player.asked_at)
    if prompt.timing.skip_seconds is not None:
        return silent_since + prompt.timing.skip_seconds
    seconds = deadline_seconds(clock, prompt)
    half = MAX_SECONDS_UNTIL_SKIP if seconds is None else seconds / 2
    return silent_since + min(half, MAX_SECONDS_UNTIL_SKIP)


def ask_to_skip(table: Table, user: int, decision: SeatDecision, now: float) -> Change:
    """Let the computer play a turn for a silent person, at the request of another person.

    The silent person is called with a new public message, and can press any button of the table for
    `SKIP_ANSWER_SECONDS`. Then the computer plays this turn alone. In a game that is measured in
    seconds (`Timing.skip_seconds`), it plays at once. Nothing changes if somebody has asked before.

    Args:
        table: The table as it is now.
        user: Discord's id of the person who wants to play on.
        decision: The decision that the silent person owes, and the number of their seat.
        now: The present time in seconds since 1970.

    Raises:
        Refused: The one who asks has no seat, the other has answered or clicked, or it is too soon.
    """
    if table.seat_of(user) is None:
        raise Refused("not-seated")
    owed = {seat_decision(prompt): (prompt, at) for prompt, at in list_skippable(table, user)}
    if decision not in owed:
        raise Refused("not-silent")
    prompt, earliest = owed[decision]
    if find_skip(table, prompt):
        return Change(table)
    if now < earliest:
        name = escape_name(table.players[decision[1]].name)
        raise Refused("skip-too-soon", name=name, until=str(ceil(earliest)))
    if prompt.timing.skip_seconds is not None:
        return _skip(table, prompt)
    due = Skip(*decision, SKIP_ANSWER_SECONDS, at=now + SKIP_ANSWER_SECONDS)
    others = (
        row
        for row in table.timers
        if not (isinstance(row, Call) and seat_decision(row) == decision)
    )
    return Change(replace(table, timers=(*others, due)), calls=(decision,))


def end_skip(table: Table, due: Skip) -> Change:
    """Let the computer play a turn for a person who was called and has not pressed anything.

    Args:
        table: The table as it is now.
        due: The timer that has run out.
    """
    waiting = table.waiting() if isinstance(table, Match) else ()
    owed = [prompt for prompt in waiting if seat_decision(prompt) == seat_decision(due)]
    return _skip(table, owed[0]) if owed else Change(table)


def _skip(table: Table, prompt: Prompt) -> Change:
    """Let the computer play the turn of a person who owes this decision.

    Unlike after a missed deadline, the person does not come closer to counting as away.
    """
    seat = seat_decision(prompt)[1]
    player = replace(table.players[seat], overdue=prompt.turn_clock)
    name = _time_out_event_name(prompt) if prompt.timing.timeout_message else SKIPPED_EVENT
    told = make_table_event(name, seat)
    return Change(table.set_player(seat, player), events=(told,))


def computer_takes_over(table: Table, package: GamePackage) -> bool:
    """Tell whether a computer takes over the seat if a person leaves the game now.

    Some games do not allow that, or not in every situation. The seat then leaves the game for good.
    """
    return isinstance(table, Match) and package.game.computer_may_take(table.state)


def leave_game(table: Table, package: GamePackage, seat: Seat) -> Change:
    """Let a person leave a running game.

    If the game allows it, a computer plays on for them, and they can come back. Otherwise the seat
    leaves the game for good. The table remembers who left. A lesson, at which one person learns the
    game, closes instead.

    Args:
        table: The table as it is now.
        package: The game of the table, with its rules and texts.
        seat: The seat of the person who leaves.

    Raises:
        Refused: No game is running.
    """
    if not isinstance(table, Match):
        raise Refused("nothing-runs")
    if table.is_lesson:
        return close_table(table)
    former, taken_over = table.players[seat], computer_takes_over(table, package)
    if former.user:
        kept = seat if taken_over else None
        leaver = Leaver(former.user, former.name, kept, former.joined_step)
        table = replace(table, leavers=(*table.leavers, leaver))
    if former.user == table.host:
        others = table.set_player(seat, replace(former, user=None))
        table = replace(table, host=_find_next_person(others, seat))
    if taken_over:
        heir = make_computer_player(table, newest_level(table, package) or middle_level(package))
        heir = replace(
            heir, renewed=former.renewed
        )  # a clock restarts only once, also after a return
        return Change(
            table.set_player(seat, heir),
            events=(make_table_event("table-left", seat, former.name),),
        )
    vacant = table.set_player(seat, replace(former, user=None))
    told = make_table_event("table-left-vacant", seat, former.name)
    try:
        change = step_game(vacant, package, Leave(seat))
    except Stale:  # the rules already count the seat as left
        return Change(vacant, events=(told,))
    return replace(change, events=(told, *change.events))


def seats_by_leaver(table: Table) -> dict[int, Seat]:
    """Map the user id of each person who left and can still come back to that person's seat.

    A computer plays on these seats. The result is empty if no game is running.
    """
    if not isinstance(table, Match):
        return {}
    return {leaver.user: leaver.seat for leaver in table.leavers if leaver.seat is not None}


def come_back(table: Table, click: Click, now: float) -> Change:
    """Give a person who left the game their seat back, as if they had stayed.

    This works in all games, as long as a computer plays for the person (docs/rulings.md, "Coming
    back"). Nobody else can take the seat before that. The time limit of the person's current turn
    starts again, but only once in a turn.

    Args:
        table: The table as it is now.
        click: The person's press or command.
        now: The present time in seconds since 1970.

    Raises:
        Refused: The person did not leave this game, or left it for good.
    """
    if not isinstance(table, Match):
        raise Refused("already-over")
    left = next((leaver for leaver in table.leavers if leaver.user == click.user), None)
    if left is None or left.seat is None:
        raise Refused("not-a-leaver")
    if table.paused:  # everybody who is still here is away
        table = resume(table, now)
    seat, former = left.seat, table.players[left.seat]
    player = Player(click.name[:MAX_NAME_LENGTH], click.user, joined_step=left.joined_step)
    table = seat_person(table, seat, player, now)
    leavers = tuple(leaver for leaver in table.leavers if leaver.user != click.user)
    return Change(
        replace(table, leavers=leavers, clicked_at=now, phase="playing"),
        events=(make_table_event("table-back", seat, former.name),),
    )


def add_host_event(before: Table, change: Change) -> Change:
    """Return the change with an event that tells everybody who the new host is.

    If the host stays the same, the change is returned unchanged.

    Args:
        before: The table before the change.
        change: The change so far.
    """
    after = change.table
    hosts = [player.name for player in after.players if player.user and player.user == after.host]
    if after.host == before.host or isinstance(after, Finished) or not hosts:
        return change
    return replace(change, events=(*change.events, make_table_event("table-host", hosts[0])))


def pass_host_role(table: Match) -> Match:
    """Return the table with another host, if the host is away or has left.

    The role goes to the next present person, clockwise. If nobody is present, a host who still sits
    there keeps the role.
    """
    here = [p.user for p in table.players if p.user and not p.away]
    if table.host in here:
        return table
    sitting = [player.user for player in table.players if player.user]
    if not here:
        return replace(table, host=table.host if table.host in sitting else None)
    seat = table.seat_of(table.host) if table.host else None
    return replace(table, host=_find_next_person(table, seat or 0))


def _find_next_person(table: Table, seat: Seat) -> int | None:
    """Return the user id of the first present person, going clockwise and starting with this seat.

    None means that no person is present.
    """
    clockwise = table.players[seat:] + table.players[:seat]
    return next((player.user for player in clockwise if player.user and not player.away), None)
