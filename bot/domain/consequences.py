"""Adds to a change of a table what follows from it: an end, a host, a pause, and timers."""

from msgspec.structs import replace

from bot.domain.changes import Change
from bot.domain.evening_games import ends_evening, list_evening_timers
from bot.domain.host import pass_host_role
from bot.domain.levels import level_of
from bot.domain.playing import deadline_seconds, find_early_pause, list_ready, may_be_called
from bot.domain.table import (
    PAUSE_FACTORS_BY_PACE,
    Call,
    ComputerTurn,
    Deadline,
    Finished,
    IdleCheck,
    Lobby,
    Match,
    PauseEnd,
    Player,
    RecordSaving,
    Reminder,
    SeatDecision,
    Skip,
    Table,
    TableDeletion,
    Timer,
    find_timer,
    make_deadline,
    seat_decision,
)
from bot.engine.game import Prompt, find_waiting
from bot.engine.package import GamePackage

NEXT_COMPUTER_PAUSE_SHARE = 0.3
"""The share of a computer's pause by which the next one answers later, if several are asked at the
same time. The order is that of the prompts, which is no secret.
"""
MIN_CLOCK_SECONDS_WITH_REMINDER = 3600.0
MIN_SECONDS_UNTIL_CALL, MAX_SECONDS_UNTIL_CALL = 20.0, 120.0
"""The limits of the time until a person who has not clicked is mentioned. Between them, it is a
third of the decision's time limit.
"""
IDLE_SECONDS_UNTIL_LOBBY_CLOSES = 86_400.0
IDLE_SECONDS_UNTIL_EVENING_ENDS = 4 * 3600.0
"""The seconds without any click until the lobby of an evening closes, which ends the evening."""
IDLE_SECONDS_UNTIL_NOTICE, IDLE_SECONDS_UNTIL_GAME_CLOSES = 6 * 86_400.0, 7 * 86_400.0
"""The seconds without any click until a game's players are warned, and until it closes."""
MAX_LOBBY_SECONDS = 2 * 86_400.0
"""The maximum number of seconds that a lobby stays open, however often somebody clicks there."""
GAME_RETENTION_SECONDS, LESSON_AND_LOBBY_RETENTION_SECONDS = 90 * 86_400.0, 86_400.0
"""The number of seconds from a table's end until it is deleted from the database."""


def apply_consequences(
    change: Change, package: GamePackage, now: float, computer_pause_seconds: float
) -> Change:
    """Return a change of a table together with everything that follows from it.

    `computer_pause_seconds` is the bot's pause before a computer's move at the normal pace.
    """
    table = change.table
    if isinstance(table, Match) and not table.prompts:
        table = replace(table.complete(), paused="", paused_at=0.0)
    if not isinstance(table, Match):
        has_podium = ends_evening(table) and not table.ended_at
        moves = change.should_move_board or has_podium
        return replace(change, table=set_resting_timers(table, now), should_move_board=moves)
    table = _clear_past_overdue(pass_host_role(table))
    people = [player for player in table.players if player.user]
    is_deserted = bool(people) and all(player.away for player in people)
    if (is_deserted or table.phase == "aside") and not table.paused:
        table = replace(table, paused="away", paused_at=now)
    # Timers made during a pause begin with it, because they move by its length at its end.
    begins = table.paused_at if table.paused else now
    asked = find_waiting(table.prompts) if table.is_lesson else table.waiting()
    newly = tuple(prompt for prompt in asked if not _was_asked_before(table, prompt))
    pause = computer_pause_seconds * PAUSE_FACTORS_BY_PACE.get(table.pace, 1.0)
    timers = (
        *_idle_timers(table, now),
        *_game_timers(table, package, begins, pause),
        *_call_timers(table, newly, change.calls, begins),
    )
    for timer in table.timers:
        if isinstance(timer, Skip) and seat_decision(timer) in map(seat_decision, asked):
            timers = (*timers, timer)
    for prompt in newly:
        if prompt.seat is not None:
            table = table.change_player(prompt.seat, asked=prompt.decision, asked_at=begins)
    return replace(change, table=replace(table, timers=timers))


def set_resting_timers(table: Lobby | Finished, now: float) -> Lobby | Finished:
    """Return a lobby or finished table with the timers that it needs, and the time of its end."""
    keep = RecordSaving(at=now)
    known = find_timer(table, keep)
    is_due = known is not None
    if isinstance(table, Finished) and not table.ended_at:
        table = replace(table, ended_at=now, timers=list_evening_timers(table, now))
        is_due = bool(table.seed) and not table.is_lesson
    timers = _idle_timers(table, now)
    return replace(table, timers=(known or keep, *timers) if is_due else timers)


def _clear_past_overdue(table: Match) -> Match:
    turns = {prompt.turn_clock for prompt in table.prompts}
    for seat, player in enumerate(table.players):
        if player.overdue and player.overdue not in turns:
            table = table.change_player(seat, overdue="")
    return table


def _was_asked_before(table: Match, prompt: Prompt) -> bool:
    return prompt.seat is None or table.players[prompt.seat].asked == prompt.decision


def _call_timers(
    table: Match,
    new_prompts: tuple[Prompt, ...],
    called_decisions: tuple[SeatDecision, ...],
    starts_at: float,
) -> tuple[Timer, ...]:
    """Return the timers after which a new board mentions people who do not click.

    The people of `called_decisions` are mentioned by this change itself, and need no timer.
    """
    if table.is_lesson:
        return ()
    timers = []
    for prompt in table.waiting():
        if prompt.seat is None or not may_be_called(prompt):
            continue
        player = table.players[prompt.seat]
        seconds = _seconds_until_call(deadline_seconds(table.clock, prompt))
        call = Call(*seat_decision(prompt), at=starts_at + seconds)
        known = find_timer(table, call)
        if prompt in new_prompts and seat_decision(prompt) not in called_decisions:
            known = call
        elif player.clicked_at > player.asked_at:
            continue
        if known:
            timers.append(known)
    return tuple(timers)


def _seconds_until_call(seconds: float | None) -> float:
    third = MAX_SECONDS_UNTIL_CALL if seconds is None else seconds / 3
    if seconds is not None and seconds <= MIN_SECONDS_UNTIL_CALL:
        return third
    return min(MAX_SECONDS_UNTIL_CALL, max(MIN_SECONDS_UNTIL_CALL, third))


def _idle_timers(table: Table, now: float) -> tuple[Timer, ...]:
    """Return the timers that close an unused table, warn its players before that, or delete it."""
    if isinstance(table, Lobby):
        call = (timer for timer in table.timers if isinstance(timer, Deadline))
        return (*call, IdleCheck("close", at=lobby_closing_time(table)))
    if isinstance(table, Match):
        close = IdleCheck("close", at=table.clicked_at + IDLE_SECONDS_UNTIL_GAME_CLOSES)
        notice = IdleCheck("notice", at=table.clicked_at + IDLE_SECONDS_UNTIL_NOTICE)
        pending = notice.at > now or find_timer(table, notice)
        return (notice, close) if pending and not table.is_lesson else (close,)
    further = (timer for timer in table.timers if isinstance(timer, IdleCheck))
    is_game = bool(table.seed) and not table.is_lesson
    kept = GAME_RETENTION_SECONDS if is_game else LESSON_AND_LOBBY_RETENTION_SECONDS
    deletion = TableDeletion(at=now + kept)
    return (find_timer(table, deletion) or deletion, *further)


def lobby_closing_time(table: Lobby) -> float:
    """Return the time at which a lobby closes by itself, which clicks postpone."""
    idle = IDLE_SECONDS_UNTIL_EVENING_ENDS if table.evening else IDLE_SECONDS_UNTIL_LOBBY_CLOSES
    return min(table.clicked_at + idle, table.opened_at + MAX_LOBBY_SECONDS)


def _game_timers(
    table: Match, package: GamePackage, starts_at: float, computer_pause_seconds: float
) -> tuple[Timer, ...]:
    """Return the timers of a running game: computers' moves, pauses, deadlines and reminders.

    Timers that already run are kept. A lesson gets no new ones for moves and pauses, because they
    wait for the learner (`add_next_step`).
    """
    timers: list[Timer] = []
    for timer in _list_automatic_timers(table, package, starts_at, computer_pause_seconds):
        known = find_timer(table, timer)
        if known and isinstance(timer, PauseEnd):
            known = min(known, timer, key=lambda each: each.at)
        if known or not table.is_lesson:
            timers.append(known or timer)
    clocks = set[str]()
    for prompt in table.waiting():
        if prompt.clock and prompt.clock not in clocks:
            clocks.add(prompt.clock)
            seconds = deadline_seconds(table.clock, prompt)
            timers.extend(_clock_timers(table, prompt.clock, seconds, starts_at))
    return tuple(timers)


def _list_automatic_timers(
    table: Match, package: GamePackage, starts_at: float, computer_pause_seconds: float
) -> tuple[ComputerTurn | PauseEnd, ...]:
    timers: list[ComputerTurn | PauseEnd] = []
    usual_pause = computer_pause_seconds
    for prompt in table.prompts:
        if prompt.seat is None:
            seconds = _pause_seconds(table, package, prompt)
            if seconds is not None:
                timers.append(PauseEnd(prompt.decision, at=starts_at + seconds))
        elif table.players[prompt.seat].is_answered_for(prompt):
            own = _own_pause(table.players[prompt.seat], prompt, package)
            waits = max(usual_pause if own is None else own, prompt.timing.min_think_seconds)
            pause = round(1000 * (own or 0))
            timers.append(ComputerTurn(*seat_decision(prompt), pause, at=starts_at + waits))
            if own is None:
                usual_pause += NEXT_COMPUTER_PAUSE_SHARE * computer_pause_seconds
    return tuple(timers)


def _pause_seconds(table: Match, package: GamePackage, pause: Prompt) -> float | None:
    """Return the length of the table's own pause, or None if only people end it.

    It is 0 once all people whom it waits for are ready.
    """
    if find_early_pause(table) is pause:
        ready, here = list_ready(table, package, pause)
        if ready and ready == here:
            return 0.0
        if pause.clock:
            return deadline_seconds(table.clock, pause)
    return pause.seconds or 0.0


def add_next_step(table: Match, package: GamePackage, now: float) -> Match:
    """Return a lesson's table with timers for the next step, which the learner has asked for.

    That is the moves of all computers that answer the same decision, or the end of a pause. They
    are due at once, except for a minimum thinking time of the rules.
    """
    timers = _list_automatic_timers(table, package, now, 0.0)
    turns = [timer for timer in timers if isinstance(timer, ComputerTurn)]
    if turns:
        first = min(turns, key=lambda each: each.at)
        timers = tuple(timer for timer in turns if timer.decision == first.decision)
    elif any(prompt.seat is not None for prompt in find_waiting(table.prompts)):
        return table
    new = tuple(
        timer.until(_find_earliest_time(table, timer, now))
        for timer in timers
        if find_timer(table, timer) is None
    )
    return replace(table, timers=(*table.timers, *new)) if new else table


def _find_earliest_time(table: Match, timer: ComputerTurn | PauseEnd, now: float) -> float:
    if isinstance(timer, PauseEnd):
        return now
    player, prompt = table.players[timer.seat], table.prompt_of(timer.seat)
    if prompt is None or player.asked != prompt.decision:
        return now
    return max(now, player.asked_at + prompt.timing.min_think_seconds)


def _own_pause(player: Player, prompt: Prompt, package: GamePackage) -> float | None:
    """Return the seconds that the game sets for this move of a computer player, or None."""
    if player.user or not prompt.timing.think_seconds:
        return None
    return prompt.timing.think_seconds[package.computers.levels.index(level_of(player, package))]


def _clock_timers(table: Table, clock: str, seconds: float | None, at: float) -> tuple[Timer, ...]:
    """Return the deadline named `clock` and its reminder, which are new if there are none yet."""
    kept = tuple(
        timer
        for timer in table.timers
        if isinstance(timer, Deadline | Reminder) and timer.clock == clock
    )
    if kept or seconds is None:
        return kept
    ends = make_deadline(clock, seconds, at)
    if seconds < MIN_CLOCK_SECONDS_WITH_REMINDER:
        return (ends,)
    return (ends, Reminder(clock, at=at + seconds / 2))
