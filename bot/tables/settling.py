"""What follows from a change of a table: its end, its host, its pause, its due rows."""

from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Prompt
from bot.store.records import OPEN, Due, Player, Table
from bot.tables.absence import with_present_host
from bot.tables.change import Change, happened, seated
from bot.tables.dues import option_seconds, running
from bot.tables.playing import answers_for, position, waiting

REMINDED_FROM = 3600.0
"""Clocks of at least so many seconds get a reminder at half of the time."""
LOBBY_IDLE, NOTICE_IDLE, GAME_IDLE = 86_400.0, 6 * 86_400.0, 7 * 86_400.0
"""Idle seconds after which a lobby closes, a game gives notice and closes."""
KEPT, KEPT_SHORTLY = 90 * 86_400.0, 86_400.0
"""Seconds after the end until a table is forgotten; a lesson, or a lobby that never was dealt."""


def settled(change: Change, box: Box, now: float, pause: float) -> Change:
    """Return the change with all that follows from it: host, pause, end, due rows."""
    table = change.table
    asked = position(table, box).prompts if table.phase == "playing" else ()
    if table.phase == "playing" and not asked:
        table = replace(table, phase="over", paused="", paused_at=0.0)
    if table.phase not in OPEN and not table.ended_at:
        table = replace(table, ended_at=now)
    if not asked:
        return replace(change, table=replace(table, dues=_idle_dues(table, now)))
    table = with_present_host(table)
    clocks = {prompt.clock for prompt in asked}
    for seat, player in enumerate(table.players):
        if player.overdue and player.overdue not in clocks:
            table = seated(table, seat, replace(player, overdue=""))
    people = [player for player in table.players if player.user]
    events = change.events
    if people and all(player.away for player in people) and not table.paused:
        table = replace(table, paused="away", paused_at=now)
        events = (*events, happened("table-paused"))
    dues = (*_idle_dues(table, now), *_game_dues(table, asked, now, pause))
    return replace(change, table=replace(table, dues=dues), events=events)


def _idle_dues(table: Table, now: float) -> tuple[Due, ...]:
    if table.phase == "lobby":
        return (Due("idle", "close", table.clicked_at + LOBBY_IDLE),)
    if table.phase == "playing":
        close = Due("idle", "close", table.clicked_at + GAME_IDLE)
        notice = Due("idle", "notice", table.clicked_at + NOTICE_IDLE)
        pending = notice.at > now or running(table, "idle", "notice")
        return (notice, close) if pending and not table.is_lesson else (close,)
    kept = KEPT_SHORTLY if table.is_lesson or not table.seed else KEPT
    return (_kept(table, "forget", "", now + kept),)


def _game_dues(
    table: Table, asked: tuple[Prompt, ...], now: float, pause: float
) -> tuple[Due, ...]:
    dues = []
    for prompt in asked:
        if prompt.seat is None:
            at = now + (prompt.seconds or 0.0)
            dues.append(_kept(table, "elapse", str(prompt.decision), at))
        elif answers_for(table.players[prompt.seat], prompt):
            key = f"{prompt.decision}:{prompt.seat}:{prompt.cue}"
            waits = _waits(table.players[prompt.seat], prompt, pause)
            dues.append(_kept(table, "computer", key, now + waits))
    clocks = {prompt.clock: prompt.seconds for prompt in waiting(table, asked) if prompt.clock}
    for clock, own in clocks.items():
        seconds = own if own is not None else option_seconds(table.clock)
        dues.extend(_clock_dues(table, clock, seconds, now))
    return tuple(dues)


def _waits(player: Player, prompt: Prompt, pause: float) -> float:
    """Return the seconds until the computer answers a prompt for the player."""
    own = pause if prompt.pause is None or player.user else prompt.pause
    return max(own, prompt.rest)


def _clock_dues(table: Table, clock: str, seconds: float | None, now: float) -> tuple[Due, ...]:
    kept = tuple(
        due for due in table.dues if due.kind in ("deadline", "reminder") and due.key == clock
    )
    if kept or seconds is None:
        return kept
    deadline = Due("deadline", clock, now + seconds)
    if seconds < REMINDED_FROM:
        return (deadline,)
    return (deadline, Due("reminder", clock, now + seconds / 2))


def _kept(table: Table, kind: str, key: str, at: float) -> Due:
    """Return the row that runs already, else a new one."""
    return running(table, kind, key) or Due(kind, key, at)
