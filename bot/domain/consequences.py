"""What follows from a change of a table: its end, its host, its pause, its due rows."""

from msgspec.structs import replace

from bot.domain.changes import Change
from bot.domain.levels import level_of
from bot.domain.playing import calls
from bot.domain.presence import with_present_host
from bot.domain.table import (
    PACES,
    Call,
    Computer,
    Deadline,
    Due,
    Elapse,
    Finished,
    Forget,
    Idle,
    Keep,
    Lobby,
    Match,
    Owed,
    Player,
    Reminder,
    Table,
    deadline,
    option_seconds,
    owed,
    running,
)
from bot.engine.box import GamePackage
from bot.engine.game import Prompt

REMINDED_FROM = 3600.0
"""Clocks of at least so many seconds get a reminder at half of the time."""
CALLED_AT_LEAST, CALLED_AT_MOST = 20.0, 120.0
"""Seconds within which somebody is called who is asked and does not click; else a third of the
clock after being asked."""
LOBBY_IDLE, NOTICE_IDLE, GAME_IDLE = 86_400.0, 6 * 86_400.0, 7 * 86_400.0
"""Idle seconds after which a lobby closes, a game gives notice and closes."""
LOBBY_LIFETIME = 2 * 86_400.0
"""Seconds after which a lobby closes, however often somebody has clicked there."""
KEPT, KEPT_SHORTLY = 90 * 86_400.0, 86_400.0
"""Seconds after the end until a table is forgotten; a lesson, or a lobby that never was dealt."""


def with_consequences(change: Change, box: GamePackage, now: float, pause: float) -> Change:
    """Return the change with all that follows from it: host, pause, end, calls, due rows."""
    table = change.table
    if isinstance(table, Match) and not table.prompts:
        table = replace(table.complete(), paused="", paused_at=0.0)
    if not isinstance(table, Match):
        return replace(change, table=at_rest(table, now))
    table = _without_past_clocks(with_present_host(table))
    people = [player for player in table.players if player.user]
    if people and all(player.away for player in people) and not table.paused:
        table = replace(table, paused="away", paused_at=now)
    # What begins while clocks stand still begins with the pause, by which it moves at its end.
    begins = table.paused_at if table.paused else now
    newly = tuple(prompt for prompt in table.waiting() if not _knows(table, prompt))
    dues = (
        *_idle_dues(table, now),
        *_game_dues(table, box, begins, pause * PACES.get(table.pace, 1.0)),
        *_calls(table, newly, change.calls, begins),
    )
    for prompt in newly:
        if prompt.seat is not None:
            player = table.players[prompt.seat]
            player = replace(player, asked=prompt.decision, asked_at=begins)
            table = table.seated(prompt.seat, player)
    return replace(change, table=replace(table, dues=dues))


def at_rest(table: Lobby | Finished, now: float) -> Lobby | Finished:
    """Return a table at which no game runs, with when it ended and what is due there."""
    keep = Keep(at=now)
    is_due = running(table, keep) is not None
    if isinstance(table, Finished) and not table.ended_at:
        table = replace(table, ended_at=now)
        is_due = bool(table.seed) and not table.is_lesson
    dues = _idle_dues(table, now)
    return replace(table, dues=(_kept(table, keep), *dues) if is_due else dues)


def _without_past_clocks(table: Match) -> Match:
    """Return the table whose players are overdue for what is still asked only."""
    turns = {prompt.turn_clock for prompt in table.prompts}
    for seat, player in enumerate(table.players):
        if player.overdue and player.overdue not in turns:
            table = table.seated(seat, replace(player, overdue=""))
    return table


def _knows(table: Match, prompt: Prompt) -> bool:
    """Tell whether a person was asked this decision before."""
    return prompt.seat is None or table.players[prompt.seat].asked == prompt.decision


def _calls(
    table: Match,
    newly: tuple[Prompt, ...],
    called: tuple[Owed, ...],
    begins: float,
) -> tuple[Due, ...]:
    """Return the rows that call whoever is asked and does not click.

    One for each decision, unless it is `called` by the same change. Nobody is called who need not
    answer, or whose decision has a time of its own, as in a race.
    """
    if table.is_lesson:
        return ()
    seconds = option_seconds(table.clock)
    dues = []
    for prompt in table.waiting():
        if prompt.seat is None or not calls(prompt):
            continue
        player = table.players[prompt.seat]
        call = Call(*owed(prompt), at=begins + _until_called(seconds))
        known = running(table, call)
        if prompt in newly and owed(prompt) not in called:
            known = call
        elif player.clicked_at > player.asked_at:
            continue
        if known:
            dues.append(known)
    return tuple(dues)


def _until_called(seconds: float | None) -> float:
    """Return the seconds until somebody is called, for the table's clock of so many."""
    third = CALLED_AT_MOST if seconds is None else seconds / 3
    return min(CALLED_AT_MOST, max(CALLED_AT_LEAST, third))


def _idle_dues(table: Table, now: float) -> tuple[Due, ...]:
    if isinstance(table, Lobby):
        call = (due for due in table.dues if isinstance(due, Deadline))
        return (*call, Idle("close", at=lobby_closes(table)))
    if isinstance(table, Match):
        close = Idle("close", at=table.clicked_at + GAME_IDLE)
        notice = Idle("notice", at=table.clicked_at + NOTICE_IDLE)
        pending = notice.at > now or running(table, notice)
        return (notice, close) if pending and not table.is_lesson else (close,)
    kept = KEPT_SHORTLY if table.is_lesson or not table.seed else KEPT
    return (_kept(table, Forget(at=now + kept)),)


def lobby_closes(table: Lobby) -> float:
    """Return when a lobby closes by itself, which clicks put off for a limited time only."""
    return min(table.clicked_at + LOBBY_IDLE, table.opened_at + LOBBY_LIFETIME)


def _game_dues(table: Match, box: GamePackage, begins: float, pause: float) -> tuple[Due, ...]:
    dues: list[Due] = []
    for prompt in table.prompts:
        if prompt.seat is None:
            ends = Elapse(prompt.decision, at=begins + (prompt.seconds or 0.0))
            dues.append(min(running(table, ends) or ends, ends, key=lambda due: due.at))
        elif table.players[prompt.seat].is_answered_for(prompt):
            own = _own_pause(table.players[prompt.seat], prompt, box)
            waits = max(pause if own is None else own, prompt.min_think_seconds)
            computer = Computer(*owed(prompt), round(1000 * (own or 0)), at=begins + waits)
            dues.append(_kept(table, computer))
    clocks = {prompt.clock: prompt.seconds for prompt in table.waiting() if prompt.clock}
    for clock, own in clocks.items():
        seconds = own if own is not None else option_seconds(table.clock)
        dues.extend(_clock_dues(table, clock, seconds, begins))
    return tuple(dues)


def _own_pause(player: Player, prompt: Prompt, box: GamePackage) -> float | None:
    """Return the seconds that a computer of this level waits; None: those of the table."""
    if player.user or not prompt.think_seconds:
        return None
    return prompt.think_seconds[box.game.levels.index(level_of(player, box))]


def _clock_dues(table: Table, clock: str, seconds: float | None, begins: float) -> tuple[Due, ...]:
    kept = tuple(
        due for due in table.dues if isinstance(due, Deadline | Reminder) and due.clock == clock
    )
    if kept or seconds is None:
        return kept
    ends = deadline(clock, seconds, begins)
    if seconds < REMINDED_FROM:
        return (ends,)
    return (ends, Reminder(clock, at=begins + seconds / 2))


def _kept(table: Table, row: Due) -> Due:
    """Return the row that runs already, else this new one."""
    return running(table, row) or row
