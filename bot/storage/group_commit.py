"""Writes changes of game tables in groups: all that wait share a transaction and a sync to disk.

Each kind of row takes one statement, however many changes there are. A group that fails is halved
until the failing change is found, so only that change is refused. A click that changes nothing else
is written with the next group. If it fails, the other changes are written all the same.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import LogThrottle, log_failure
from bot.domain.table import BoardUpdate, Call, Commit, Lobby, Table, kind_of
from bot.storage.database import MAX_TRIES, Batch, Database, Transactions
from bot.storage.problems import ConnectionLost, StoreProblem, WriteHindered
from bot.storage.schema import (
    boards,
    due,
    events,
    inputs,
    interactions,
    seats,
    tables,
    transcript_steps,
)
from bot.storage.statements import Row, Statement, param

log = logging.getLogger(__name__)

MAX_CHANGES_PER_GROUP = 256
"""The maximum number of changes that one transaction writes."""

_OF_TABLE = param("of_table")
_OF_USER = param("of_user")

_COLUMNS = [c.name for c in tables.c if c.name != "id"]
"""The names of all columns of the database table `tables`, except for the id."""
_EMPTY_VALUES = {
    "seed": b"",
    "dealt": b"",
    "rules": 1,
    "leavers": (),
    "removed": (),
    "ended_at": 0.0,
    "ended_by": None,
}
"""Values for columns of `tables` that have no meaning in the phase of a game table."""

INSERT_TABLE = Statement(sa.insert(tables).returning(tables.c.id), _COLUMNS)
"""Stores a new game table, and returns the id that the database gave it."""
UPDATE_TABLE = Statement(
    sa.update(tables)
    .where(tables.c.id == _OF_TABLE, tables.c.version == param("of_version"))
    .values({name: param(name) for name in _COLUMNS}),
    is_guard=True,
)
"""Replaces a game table, if its stored version is still the one from which the change was made."""
INSERT_BOARD = Statement(sa.insert(boards))
"""Stores the board of a new game table, the table's public message in its channel."""
UPDATE_BOARD = Statement(
    sa.update(boards)
    .where(boards.c.table == _OF_TABLE)
    .values({c.name: param(c.name) for c in boards.c if c.name != "table"})
)
"""Replaces the stored board of a game table. Parameter: `of_table` is the table's id."""
INSERT_INTERACTION = Statement(sa.insert(interactions))
"""Stores the id of a handled click or command. It fails if that was handled before."""
DELETE_SEATS = Statement(sa.delete(seats).where(seats.c.table == _OF_TABLE))
"""Deletes all seats of a game table, before its present seats are stored."""
INSERT_SEAT = Statement(sa.insert(seats))
"""Stores the player at one seat of a game table."""
DELETE_TIMERS = Statement(sa.delete(due).where(due.c.table == _OF_TABLE))
"""Deletes all timers of a game table, before its present timers are stored."""
INSERT_TIMER = Statement(sa.insert(due))
"""Stores a timer of a game table, such as a deadline."""
_EMPTY_DUE = dict.fromkeys(column.name for column in due.c)
"""The columns of a timer's row, all empty. Each kind of timer fills those that it has."""
INSERT_INPUT = Statement(sa.insert(inputs))
"""Stores an action that a game was given, such as a move."""
INSERT_EVENT = Statement(sa.insert(events).inline(), ["table", "step", "to", "name", "values"])
"""Stores an event that tells what happened at a game table."""
INSERT_TRANSCRIPT_STEP = Statement(sa.insert(transcript_steps))
"""Stores what everybody saw after a step of a game."""
NOTE_CLICK_AT_SEAT = Statement(
    sa.update(seats)
    .where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
    .values(clicked_at=param("at"))
)
"""Stores when a person clicked last at their seat. Parameters: `of_table`, `of_user` and `at`."""
NOTE_CLICK_AT_TABLE = Statement(
    sa.update(tables).where(tables.c.id == _OF_TABLE).values(clicked_at=param("at"))
)
"""Stores when somebody clicked last at a game table. Parameters: `of_table` and `at`."""
DELETE_CALLS = Statement(
    sa.delete(due).where(
        due.c.table == _OF_TABLE,
        due.c.kind == kind_of(Call),
        due.c.seat.in_(
            sa.select(seats.c.seat).where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
        ),
    )
)
"""Deletes the timers that would call a person who has now clicked.

A call is a new board that mentions a person who owes an answer. Parameters: `of_table` and
`of_user`.
"""
COMMIT_ORDER = (
    *(INSERT_INTERACTION, UPDATE_TABLE, INSERT_BOARD, UPDATE_BOARD, DELETE_SEATS, INSERT_SEAT),
    *(DELETE_TIMERS, INSERT_TIMER, INSERT_INPUT, INSERT_EVENT, INSERT_TRANSCRIPT_STEP),
)
"""The order in which the statements of all changes of a group run."""


class ClickNote(NamedTuple):
    """A person's click at a game table that changes nothing, but shows that they are present."""

    table: int
    """The id of the game table."""
    user: int
    """Discord's id of the person."""
    at: float
    """The time of the click in seconds since the epoch."""


WritableChange = Commit | BoardUpdate | ClickNote | None
"""What can be written with a group: a change of a table, a board, or the time of a click.

None changes nothing. It only starts a group, so that the noted clicks are written.
"""
WaitingChange = tuple[WritableChange, asyncio.Future[Any]]
"""A change that waits to be written, with the future that gets its result."""


class GroupWriter:
    """Writes all changes of game tables. Each change waits until its group is on the disk."""

    def __init__(self, transactions: Transactions, counters: Counters = NO_COUNTERS) -> None:
        self._transactions = transactions
        self._counters = counters
        self._waiting: list[WaitingChange] = []
        self._clicks: dict[tuple[int, int], float] = {}
        """When a person last clicked without changing anything else, by table id and user id."""
        self._throttle = LogThrottle(time.monotonic)
        self._task: asyncio.Task[None] | None = None

    async def write(self, change: WritableChange) -> Any:
        """Write a change together with all others that wait, and return when it is on the disk.

        Args:
            change: The change. None writes only the noted clicks.

        Returns:
            The stored table if the change is a `Commit`, or else None.

        Raises:
            TableConflict: The table was changed or deleted since it was read.
            RepeatedInteraction: The click or command was handled before.
            ChannelTaken: The channel has another open table.
            StoreProblem: The database cannot be used.
        """
        self._transactions.check_open()
        return await self._transactions.finish(self._enqueue(change))

    def note_click(self, table: int, user: int, at: float) -> None:
        """Note that a person clicked at a table.

        The note is written with the next group of changes.

        Args:
            table: The id of the game table.
            user: Discord's id of the person.
            at: The time of the click in seconds since the epoch.
        """
        self._clicks[table, user] = at

    async def flush(self) -> None:
        """Write all waiting changes and noted clicks, and return when they are on the disk."""
        if self._task or self._clicks:
            await self._transactions.finish(self._enqueue(None))

    def _enqueue(self, change: WritableChange) -> asyncio.Future[Any]:
        """Let a change wait for the next group, and return the future that gets its result."""
        stored: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, stored))
        if self._task is None:
            self._task = asyncio.create_task(self._write_waiting())
        return stored

    async def _write_waiting(self) -> None:
        """Write one group after the other until no change waits."""
        while self._waiting:
            group = self._waiting[:MAX_CHANGES_PER_GROUP]
            del self._waiting[:MAX_CHANGES_PER_GROUP]
            await self._write_group([*self._take_clicks(), *group])
        self._task = None

    def _take_clicks(self) -> list[WaitingChange]:
        """Return the noted clicks as changes for the next group, and forget the notes."""
        clicks, self._clicks = self._clicks, {}
        create = asyncio.get_running_loop().create_future
        return [(ClickNote(table, user, at), create()) for (table, user), at in clicks.items()]

    async def _write_group(self, group: list[WaitingChange]) -> None:
        """Write a group of changes, and give each change its result or its error."""
        try:
            changes = [change for change, _ in group]
            tables = await self._write(changes)
        except Exception as problem:
            # A lost connection would meet each of the changes alone, too.
            if len(group) == 1 or isinstance(problem, ConnectionLost):
                for change, stored in group:
                    if isinstance(change, ClickNote):
                        self._keep_click(change, problem)
                    _set_exception(stored, problem)
                return
            middle = len(group) // 2
            await self._write_group(group[:middle])
            await self._write_group(group[middle:])
            return
        if count := sum(not isinstance(change, ClickNote) for change in changes):
            self._counters.observe_group(count)
        for (_, stored), table in zip(group, tables, strict=True):
            if not stored.cancelled():
                stored.set_result(table)

    async def _write(self, changes: Sequence[WritableChange]) -> list[Table | None]:
        """Write the changes in one transaction, and try again if another process hinders it."""
        database = self._transactions.database
        for _ in range(MAX_TRIES - 1):
            with suppress(WriteHindered):
                return await _write(database, changes)
        return await _write(database, changes)

    def _keep_click(self, click: ClickNote, problem: Exception) -> None:
        """Keep the note of a click for a later group, because writing it failed.

        If the database refuses just this click, drop the note and log the failure.
        """
        if isinstance(problem, StoreProblem):
            self._clicks.setdefault((click.table, click.user), click.at)
        elif self._throttle.is_due(click.table):
            log_failure(log, f"noting a click at table {click.table}", problem, logging.WARNING)


def _set_exception(future: asyncio.Future[Any], problem: Exception) -> None:
    """Let whoever waits for a change get the error, unless they have been cancelled."""
    if not future.cancelled():
        future.set_exception(problem)
        future.exception()  # retrieved, because whoever waited may have been cancelled


async def _write(database: Database, changes: Sequence[WritableChange]) -> list[Table | None]:
    """Write the changes in one transaction, and return the stored table of each `Commit`.

    For other changes the result has None. It raises `TableConflict`, `RepeatedInteraction` or
    `ChannelTaken`, and has written nothing then.
    """
    clicks = [change for change in changes if isinstance(change, ClickNote)]
    board_updates = [change for change in changes if isinstance(change, BoardUpdate)]
    commits = [change for change in changes if isinstance(change, Commit)]
    tables = [replace(commit.table, version=commit.table.version + 1) for commit in commits]
    known = {table.id for table in tables if table.id}
    known |= {each.table for each in clicks} | {each.table for each in board_updates}
    async with database.writing() as db:
        new = [_make_table_row(table) for table in tables if not table.id]
        ids = iter(await db.insert(INSERT_TABLE, new))
        tables = [table if table.id else replace(table, id=next(ids)) for table in tables]
        batch = [
            *_make_click_batch(clicks),
            (UPDATE_BOARD, [{"of_table": e.table, **asdict(e.board)} for e in board_updates]),
            *_make_commit_batch([*zip(commits, tables, strict=True)]),
        ]
        await db.run_last(batch, known)
    stored = iter(tables)
    return [next(stored) if isinstance(change, Commit) else None for change in changes]


def _make_click_batch(clicks: Sequence[ClickNote]) -> Batch:
    """Return the statements that store clicks, and that delete calls of people who clicked.

    A call is a timer that mentions a person who owes an answer.
    """
    rows = [{"of_table": each.table, "of_user": each.user, "at": each.at} for each in clicks]
    return [(NOTE_CLICK_AT_SEAT, rows), (NOTE_CLICK_AT_TABLE, rows), (DELETE_CALLS, rows)]


def _make_commit_batch(commits: Sequence[tuple[Commit, Table]]) -> Batch:
    """Return the statements that write changes, each given with its table as it is to be stored."""
    rows: dict[Statement, list[Row]] = {statement: [] for statement in COMMIT_ORDER}
    for commit, table in commits:
        of, key, step = {"of_table": table.id}, {"table": table.id}, table.step
        if commit.interaction_id is not None:
            rows[INSERT_INTERACTION].append({"id": commit.interaction_id, "at": commit.at})
        if not commit.table.id:
            rows[INSERT_BOARD].append({**key, **asdict(table.board)})
        else:
            guard = {**of, "of_version": commit.table.version}
            rows[UPDATE_TABLE].append({**_make_table_row(table), **guard})
            if commit.writes_board:
                rows[UPDATE_BOARD].append({**of, **asdict(table.board)})
        rows[DELETE_SEATS].append(of)
        for seat, player in enumerate(table.players):
            rows[INSERT_SEAT].append({**key, "seat": seat, **asdict(player)})
        rows[DELETE_TIMERS].append(of)
        for place, timer in enumerate(table.timers):
            values = {**_EMPTY_DUE, **key, "guild": table.guild, "kind": timer.kind}
            rows[INSERT_TIMER].append({**values, "place": place, **asdict(timer)})
        for number, action in enumerate(commit.actions, step - len(commit.actions) + 1):
            rows[INSERT_INPUT].append({**key, "step": number, "given": action, "at": commit.at})
        for event in commit.events:
            rows[INSERT_EVENT].append({**key, "step": step, **asdict(event)})
        if commit.transcript_step:
            told_row = {**key, "step": step, "at": commit.at, "views": commit.transcript_step}
            rows[INSERT_TRANSCRIPT_STEP].append(told_row)
    return [*rows.items()]


def _make_table_row(table: Table) -> dict[str, object]:
    """Return the values of a game table's columns; those that its phase does not have are empty.

    Statements ignore the values that belong to no column.
    """
    state = None if isinstance(table, Lobby) else table.state
    values = _EMPTY_VALUES | asdict(table) | {"phase": table.phase}
    values["state"] = b"" if state is None else encode(state)
    return values
