"""Lets people have the computer play for somebody silent, so that nobody holds up a table."""

from math import ceil

from msgspec.structs import replace

from bot.domain.changes import Change, Refused, make_table_event
from bot.domain.display_names import escape_name
from bot.domain.playing import deadline_seconds, find_early_pause, list_ready
from bot.domain.table import (
    Call,
    Match,
    Player,
    SeatDecision,
    Skip,
    Table,
    clock_seconds,
    remove_timer,
    seat_decision,
)
from bot.engine.events import Seat
from bot.engine.game import Prompt
from bot.engine.package import GamePackage

SILENT_SECONDS, SILENT_SECONDS_WITHOUT_CLOCK = 120.0, 600.0
"""The seconds without a click until the host may hand a seat over, with and without a clock."""


MAX_SECONDS_UNTIL_SKIP = 120.0
"""The maximum seconds of silence until anybody may skip a person for one turn. Half of the time
limit counts if it is shorter, and a game's own `Timing.skip_seconds`.
"""


SKIP_ANSWER_SECONDS = 15.0
"""The seconds that a person has to press any button after being called to be skipped."""


SKIPPED_EVENT = "table-time-out-skipped"
"""Tells that the computer plays a turn because others did not want to wait."""


def find_silent_seats(table: Table, package: GamePackage, now: float) -> tuple[Seat, ...]:
    """Return the seats of people for whom others wait, and who have not clicked for a long time.

    They owe an answer, or are not ready in a time to talk that only people can end. The host may
    let the computer play for them, but not for the host's own seat.
    """
    if not isinstance(table, Match):
        return ()
    seconds = clock_seconds(table.clock)
    patience = max(SILENT_SECONDS, seconds / 2) if seconds else SILENT_SECONDS_WITHOUT_CLOCK
    owing = [prompt.seat for prompt in table.waiting()]
    pause = find_early_pause(table)
    if pause and pause.clock and deadline_seconds(table.clock, pause) is None:
        ready, here = list_ready(table, package, pause)
        owing += {*here} - {*ready}
    return tuple(
        seat
        for seat in sorted({seat for seat in owing if seat is not None})
        if table.players[seat].user != table.host
        and now - max(table.players[seat].clicked_at, table.players[seat].asked_at) > patience
    )


def hand_over(table: Table, seat: Seat) -> Change:
    """Mark a silent person as away, so that the computer plays for them until they click again."""
    told = make_table_event("table-away", seat)
    return Change(table.change_player(seat, away=True), events=(told,))


def find_skip(table: Table, prompt: Prompt) -> Skip | None:
    """Return the timer that lets the computer answer a decision for a silent person, or None."""
    skips = (timer for timer in table.timers if isinstance(timer, Skip))
    return next((timer for timer in skips if seat_decision(timer) == seat_decision(prompt)), None)


def list_skippable(table: Table, user: int) -> tuple[tuple[Prompt, float], ...]:
    """Return the decisions of others that a person at the table can let the computer make.

    Each has the time from which on the one who owes it can be skipped.
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
    """Return when it changes next whom a person can skip, or 0 for never."""
    called = ((find_skip(table, prompt), at) for prompt, at in list_skippable(table, user))
    times = (timer.at if timer else earliest for timer, earliest in called)
    return min((at for at in times if at > now), default=0.0)


def _earliest_skip(player: Player, prompt: Prompt, clock: str) -> float:
    silent_since = max(player.clicked_at, player.asked_at)
    if prompt.timing.skip_seconds is not None:
        return silent_since + prompt.timing.skip_seconds
    seconds = deadline_seconds(clock, prompt)
    half = MAX_SECONDS_UNTIL_SKIP if seconds is None else seconds / 2
    return silent_since + min(half, MAX_SECONDS_UNTIL_SKIP)


def ask_to_skip(table: Table, user: int, decision: SeatDecision, now: float) -> Change:
    """Let the computer play a turn for a silent person, at the request of another person.

    The silent person is called, and can press any button of the table for `SKIP_ANSWER_SECONDS`. In
    a game that is measured in seconds (`Timing.skip_seconds`), the computer plays at once. Nothing
    changes if somebody has asked before.

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
    timer = Skip(*decision, SKIP_ANSWER_SECONDS, at=now + SKIP_ANSWER_SECONDS)
    table = remove_timer(table, Call(*decision))
    return Change(replace(table, timers=(*table.timers, timer)), calls=(decision,))


def end_skip(table: Table, timer: Skip) -> Change:
    """Let the computer play a turn for a person who was called and has not pressed anything."""
    waiting = table.waiting() if isinstance(table, Match) else ()
    owed = [prompt for prompt in waiting if seat_decision(prompt) == seat_decision(timer)]
    return _skip(table, owed[0]) if owed else Change(table)


def _skip(table: Table, prompt: Prompt) -> Change:
    """Let the computer play a turn, without the person coming closer to counting as away."""
    seat = seat_decision(prompt)[1]
    name = name_time_out_event(prompt) if prompt.timing.timeout_message else SKIPPED_EVENT
    told = make_table_event(name, seat)
    return Change(table.change_player(seat, overdue=prompt.turn_clock), events=(told,))


def name_time_out_event(prompt: Prompt) -> str:
    """Return the name of the event that a person's time for a decision is up."""
    return f"table-time-out{prompt.timing.timeout_message and f'-{prompt.timing.timeout_message}'}"
