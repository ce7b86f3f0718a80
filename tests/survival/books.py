"""What the bot's database holds when its process has died, and what must be true of it."""

from collections import Counter
from typing import Any

from msgspec import Struct, json

from bot.engine.chance import SeededChance
from bot.engine.events import EventRecord
from bot.engine.game import Game
from bot.engine.records import ActionRecord, ActRecord, apply_record
from bot.games.registry import GAMES
from tests.databases import Ask, open_left_database

TABLES = """
    SELECT id, game, guild, channel, phase, step, seed, dealt, state, message
    FROM tables JOIN boards ON "table" = id ORDER BY id
"""
SEATS = 'SELECT "user", away OR overdue != \'\' FROM seats WHERE "table" = ? ORDER BY seat'
INPUTS = 'SELECT step, given FROM inputs WHERE "table" = ? ORDER BY step'
EVENTS = 'SELECT step, "to", name, "values" FROM events WHERE "table" = ? ORDER BY id'
DUES = 'SELECT kind, clock, decision, seat, what FROM due WHERE "table" = ?'
RECORDS = "SELECT id FROM records"
RESULTS = """
    SELECT guild, "user", game, COUNT(*), COUNT(CASE WHEN "rank" = 1 THEN 1 END) FROM results
    GROUP BY guild, "user", game
"""
STANDINGS = 'SELECT guild, "user", game, games, wins FROM standings WHERE guild != 0'


class Played(Struct, frozen=True):
    """A table as it is stored; what it was given and told comes with the steps."""

    id: int
    game: str
    guild: int
    channel: int
    phase: str
    step: int
    seed: bytes
    dealt: bytes
    state: bytes
    board: int | None
    users: tuple[int | None, ...]
    """By seat."""
    absent: bool
    """The computer answers for somebody."""
    inputs: tuple[tuple[int, ActionRecord], ...]
    events: tuple[tuple[int, EventRecord], ...]
    timers: tuple[tuple[Any, ...], ...]
    """Kinds and keys."""

    @property
    def rules(self) -> Game[Any, Any]:
        return GAMES[self.game].game


class Books(Struct, frozen=True):
    """All that matters in the database."""

    tables: tuple[Played, ...]
    interactions: frozenset[int]
    records: frozenset[int]
    """The ids of tables whose game is kept."""
    results: frozenset[tuple[int, int, str, int, int]]
    """Guild, user and game; games and wins, counted one by one."""
    standings: frozenset[tuple[int, int, str, int, int]]
    """Guild, user and game; games and wins, as they were added up."""


def books(database: str) -> Books:
    """Read the database at that address, and check that it is whole."""
    with open_left_database(database) as ask:
        return Books(
            tables=tuple(_read_played(ask, row) for row in ask(TABLES)),
            interactions=frozenset(id_ for (id_,) in ask("SELECT id FROM interactions")),
            records=frozenset(id_ for (id_,) in ask(RECORDS)),
            results=frozenset(ask(RESULTS)),
            standings=frozenset(ask(STANDINGS)),
        )


def _read_played(ask: Ask, row: tuple[Any, ...]) -> Played:
    of = row[0]
    seats = ask(SEATS, of)
    inputs = ((step, json.decode(given, type=ActionRecord)) for step, given in ask(INPUTS, of))
    events = (
        (step, EventRecord(to and tuple(json.decode(to)), name, tuple(json.decode(values))))
        for step, to, name, values in ask(EVENTS, of)
    )
    values: list[Any] = [
        *row,
        tuple(user for user, _ in seats),
        any(absent for _, absent in seats),
        tuple(inputs),
        tuple(events),
        tuple(ask(DUES, of)),
    ]
    return Played(*values)


def acts(held: Books) -> dict[int, tuple[Played, ActRecord]]:
    """Return what people moved, and at which table, by the ids of their clicks."""
    moved = [
        (table, entered)
        for table in held.tables
        for _, entered in table.inputs
        if isinstance(entered, ActRecord)
    ]
    by_click = {act.at: (table, act) for table, act in moved}
    assert len(by_click) == len(moved), "a click moved twice"
    return by_click


def check(held: Books) -> None:
    """Check that each game is what its inputs make of the deal, and what follows from that."""
    assert held.results == held.standings, "each record was reckoned once"
    sums = Counter[tuple[int, int | None, str, str]]()
    for table in held.tables:
        assert [step for step, _ in table.inputs] == [*range(1, table.step + 1)]
        if not table.seed:
            continue
        state = _replayed(table)
        assert state == table.rules.load_state(table.state)
        asks = bool(table.rules.prompts(state))
        assert table.phase == ("playing" if asks else "over")
        if asks:
            _check_dues(table, state)
            continue
        due = any(kind == "keep" for kind, *_ in table.timers)
        assert due != (table.id in held.records), "its record is there, or will be"
        for place in table.rules.standings(state) or ():
            of = (table.guild, table.users[place.seat], table.game)
            if not due:
                sums[*of, "games"] += 1
                sums[*of, "wins"] += place.rank == 1
    people = {key[:3] for key in sums}
    assert held.results == {(*of, sums[*of, "games"], sums[*of, "wins"]) for of in people}


def _replayed(table: Played) -> Any:
    """Give the game the stored inputs, from the deal on; return its state.

    At each step the stored events are the game's, and at most some of the table itself.
    """
    state = table.rules.load_state(table.dealt)
    told: dict[int, list[EventRecord]] = {}
    for step, event in table.events:
        told.setdefault(step, []).append(event)
    for step, entered in table.inputs:
        chance = SeededChance(table.seed, step)
        state, events = apply_record(table.rules, state, entered, chance)
        assert [event for event in told.get(step, ()) if event in events] == [*events]
    steps = [step for step, _ in table.events]
    assert steps == sorted(steps)
    assert not steps or steps[-1] <= table.step
    return state


def _check_dues(table: Played, state: Any) -> None:
    """Check that a running table has the timers that its state asks for, and no others."""
    prompts = table.rules.prompts(state)
    assert ("idle", "close") in {(kind, what) for kind, *_, what in table.timers}
    pauses = {prompt.decision for prompt in prompts if prompt.seat is None}
    assert {decision for kind, _, decision, *_ in table.timers if kind == "elapse"} == pauses
    clocks = {prompt.clock for prompt in prompts if prompt.clock and prompt.seat is not None}
    deadlines = {clock for kind, clock, *_ in table.timers if kind == "deadline"}
    assert deadlines <= clocks if table.absent else deadlines == clocks
    asked = {(prompt.decision, prompt.seat) for prompt in prompts}
    rows = [row for row in table.timers if row[0] in ("call", "computer")]
    assert {(decision, seat) for _, _, decision, seat, _ in rows} <= asked
