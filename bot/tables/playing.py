"""A running game at a table: moves, time that runs out, absence. Pure functions to changes."""

import hmac
from random import Random

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from bot.games.box import Box
from bot.games.game import Act, Elapse, Event, Input, Leave, Prompt, Seat, Stale
from bot.store.records import OPEN, Due, Player, Result, Table
from bot.tables.chance import SeededChance
from bot.tables.change import Change, Refused, closed, happened, seat_of, seated
from bot.tables.levels import level_of, middle
from bot.tables.seating import computer

AWAY_AFTER = 2
"""Deadlines missed in a row until the computer plays at once."""
REMINDED_FROM = 3600.0
"""Clocks of at least so many seconds get a reminder at half of the time."""
LOBBY_IDLE, NOTICE_IDLE, GAME_IDLE, KEPT = 86_400.0, 6 * 86_400.0, 7 * 86_400.0, 90 * 86_400.0
"""Idle seconds after which a lobby closes, a game gives notice and closes, a table is forgotten."""
DISCORD_EPOCH = 1_420_070_400_000
"""First millisecond of Discord's ids (https://discord.com/developers/docs/reference#snowflakes)."""


class Position(Struct, frozen=True):
    """Where a table's game stands."""

    state: Struct
    prompts: tuple[Prompt, ...]


def position(table: Table, box: Box) -> Position:
    """Read the game's state of a table that has one."""
    state: Struct = box.game.restored(table.state)
    return Position(state, box.game.prompts(state))


def prompt_of(prompts: tuple[Prompt, ...], seat: Seat | None) -> Prompt | None:
    """Return the decision that a seat is asked for."""
    asked = (prompt for prompt in prompts if prompt.seat == seat and seat is not None)
    return next(asked, None)


def waiting(table: Table, prompts: tuple[Prompt, ...]) -> tuple[Prompt, ...]:
    """Return the prompts that wait for a person who is here and whose time still runs."""
    return tuple(
        prompt
        for prompt in prompts
        if prompt.seat is not None and not _answers_for(table.players[prompt.seat], prompt)
    )


def _answers_for(player: Player, prompt: Prompt) -> bool:
    """Tell whether the computer answers this prompt for the player."""
    overdue = prompt.clock and player.overdue == prompt.clock
    return player.user is None or player.away or bool(overdue)


def given(table: Table, box: Box, entered: Input) -> Change:
    """Give the game one input. Raises what `Game.step` raises, `Stale` when nothing runs."""
    if table.phase != "playing":
        raise Stale
    step = table.step + 1
    state: Struct = box.game.restored(table.state)
    state, events = box.game.step(state, entered, SeededChance(table.seed, step))
    return Change(replace(table, state=encode(state), step=step), (entered,), events)


def acted(table: Table, box: Box, user: int, decision: int, move: str, click: int) -> Change:
    """Let a person answer the decision that they were asked."""
    seat = seat_of(table, user)
    if seat is None:
        raise Refused("not-seated")
    table = seated(table, seat, replace(table.players[seat], misses=0))
    return given(table, box, Act(seat, decision, move, click))


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


def computer_takes_over(table: Table, box: Box) -> bool:
    """Tell whether the game lets a computer take the seat of whoever leaves now."""
    return table.phase == "playing" and box.game.computer_may_take(position(table, box).state)


def left(table: Table, box: Box, seat: Seat) -> Change:
    """Hand a seat to a computer for good, or let the rules handle that its owner leaves.

    A lesson ends with that.
    """
    if table.phase != "playing":
        raise Refused("nothing-runs")
    if table.is_lesson:
        return closed(table)
    former = table.players[seat]
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


def elapsed(table: Table, box: Box, decision: int) -> Change:
    """End the table's own pause."""
    return given(table, box, Elapse(decision))


def thought(table: Table, box: Box, seat: Seat) -> str:
    """Return the move that the computer chooses for a seat, from that seat's view alone."""
    state: Struct = box.game.restored(table.state)
    level = level_of(table.players[seat], box)
    key = hmac.digest(table.seed, f"luck:{table.step}:{seat}".encode(), "sha256")
    luck = Random(key)  # noqa: S311 - a computer's taste, not a draw of the game
    moves = box.game.moves(state, seat)
    return box.game.choose(box.game.view(state, seat), moves, level, luck)


def answering(table: Table) -> tuple[Seat, ...]:
    """Return the seats that the computer answers for when its pause is over; none if it waits."""
    rows = () if table.paused else table.dues
    return tuple(int(due.key.split(":")[1]) for due in rows if due.kind == "computer")


def snowflake(at: float) -> int:
    """Return the Discord id that belongs to a time in seconds, for a computer's move."""
    return (int(at * 1000) - DISCORD_EPOCH) << 22


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
    table = _with_present_host(table)
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


def _with_present_host(table: Table) -> Table:
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


def running(table: Table, kind: str, key: str) -> Due | None:
    """Return the due row of that kind and key, None if there is none."""
    return next((due for due in table.dues if (due.kind, due.key) == (kind, key)), None)


def _kept(table: Table, kind: str, key: str, at: float) -> Due:
    """Return the row that runs already, else a new one."""
    return running(table, kind, key) or Due(kind, key, at)


def _idle_dues(table: Table, now: float) -> tuple[Due, ...]:
    if table.phase == "lobby":
        return (Due("idle", "close", table.clicked_at + LOBBY_IDLE),)
    if table.phase == "playing":
        close = Due("idle", "close", table.clicked_at + GAME_IDLE)
        notice = Due("idle", "notice", table.clicked_at + NOTICE_IDLE)
        pending = notice.at > now or running(table, "idle", "notice")
        return (notice, close) if pending and not table.is_lesson else (close,)
    return (_kept(table, "forget", "", now + KEPT),)


def _game_dues(
    table: Table, asked: tuple[Prompt, ...], now: float, pause: float
) -> tuple[Due, ...]:
    dues = []
    for prompt in asked:
        if prompt.seat is None:
            at = now + (prompt.seconds or 0.0)
            dues.append(_kept(table, "elapse", str(prompt.decision), at))
        elif _answers_for(table.players[prompt.seat], prompt):
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


def option_seconds(clock: str) -> float | None:
    """Return the seconds of a choice of the `clock` option, None for no clock."""
    return None if clock == "none" else float(clock) * 60


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


def put_off(table: Table, kind: str, key: str, at: float) -> Table:
    """Return the table with a due row that fires at another time."""
    return replace(table, dues=(*without(table, kind, key).dues, Due(kind, key, at)))


def without(table: Table, kind: str, key: str) -> Table:
    """Return the table without a due row that has fired."""
    return replace(
        table, dues=tuple(due for due in table.dues if (due.kind, due.key) != (kind, key))
    )


def results(table: Table, box: Box) -> tuple[Result, ...]:
    """Return the people's places in a game that is over; a lesson does not count."""
    if table.is_lesson:
        return ()
    places = box.game.standings(box.game.restored(table.state)) or ()
    found = ((table.players[place.seat], place) for place in places)
    return tuple(
        Result(player.user, player.name, place.rank, place.points)
        for player, place in found
        if player.user
    )
