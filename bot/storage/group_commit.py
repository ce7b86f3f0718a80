"""Writes changes of game tables in groups: all that are waiting share one database transaction.

Each statement runs for all changes of a group together. If a group fails, its halves are tried
separately, until only the faulty change is refused. A click that changes nothing in the game is
written with the next group. If that fails, the other changes are written nevertheless.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec.json import encode
from msgspec.structs import asdict, replace

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import LogThrottle, log_failure
from bot.domain.table import BoardUpdate, Call, Commit, Lobby, Table, kind_of
from bot.storage.database import MAX_TRIES, Batch, Database, Repository, Transactions
from bot.storage.problems import ConnectionLost, StoreProblem, TooManyHosted, WriteHindered
from bot.storage.schema import (
    OPEN_TABLES,
    boards,
    events,
    inputs,
    interactions,
    seats,
    tables,
    timers,
    transcript_steps,
)
from bot.storage.statements import Row, Statement, param

log = logging.getLogger(__name__)

MAX_CHANGES_PER_GROUP = 256
"""The maximum number of changes written in one transaction. Further ones wait for the next."""

_OF_TABLE = param("of_table")
_OF_USER = param("of_user")

_COLUMNS = [c.name for c in tables.c if c.name != "id"]
"""The names of all columns of the database table `tables`, except for the id."""
_EMPTY_VALUES: dict[str, object] = {"rules": 1, "ended_at": 0.0, "ended_by": None}
_EMPTY_VALUES |= {"seed": b"", "dealt": b"", "leavers": (), "removed": (), "applicants": ()}
_EMPTY_VALUES |= {"call": None}
"""Values for columns of `tables` that a game table does not use in its present phase."""

INSERT_TABLE = Statement(sa.insert(tables).returning(tables.c.id), _COLUMNS)
UPDATE_TABLE = Statement(
    sa.update(tables)
    .where(tables.c.id == _OF_TABLE, tables.c.version == param("of_version"))
    .values({name: param(name) for name in _COLUMNS}),
    is_guard=True,
)
"""Replaces a stored game table, unless it has changed since it was read."""
IS_HOSTED = (
    tables.c.host == param("of_host"),
    tables.c.guild == param("guild"),
    OPEN_TABLES,
    tables.c.channel >= 0,
)
"""SQL conditions that a game table is open and hosted by a person in a server, and no lesson. A
lesson stores a negative number as its channel.
"""
COUNT_HOSTED = Statement(sa.select(sa.func.count()).select_from(tables).where(*IS_HOSTED))
"""Query for the number of open game tables that a person hosts in a server, without lessons."""
INSERT_BOARD = Statement(sa.insert(boards))
UPDATE_BOARD = Statement(
    sa.update(boards)
    .where(boards.c.table == _OF_TABLE)
    .values({c.name: param(c.name) for c in boards.c if c.name != "table"})
)
INSERT_INTERACTION = Statement(sa.insert(interactions))
"""Stores the id of a handled click or command. It fails if that id is already stored."""
DELETE_SEATS = Statement(sa.delete(seats).where(seats.c.table == _OF_TABLE))
INSERT_SEAT = Statement(sa.insert(seats))
DELETE_TIMERS = Statement(sa.delete(timers).where(timers.c.table == _OF_TABLE))
INSERT_TIMER = Statement(sa.insert(timers))
_EMPTY_TIMER = dict.fromkeys(column.name for column in timers.c)
"""Default values for a row of the database table of timers, which are None for every column. Each
kind of timer overrides the columns that it uses.
"""
INSERT_INPUT = Statement(sa.insert(inputs))
INSERT_EVENT = Statement(sa.insert(events).inline(), ["table", "step", "to", "name", "values"])
INSERT_TRANSCRIPT_STEP = Statement(sa.insert(transcript_steps))
NOTE_CLICK_AT_SEAT = Statement(
    sa.update(seats)
    .where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
    .values(clicked_at=param("at"))
)
NOTE_CLICK_AT_TABLE = Statement(
    sa.update(tables).where(tables.c.id == _OF_TABLE).values(clicked_at=param("at"))
)
DELETE_CALLS = Statement(
    sa.delete(timers).where(
        timers.c.table == _OF_TABLE,
        timers.c.kind == kind_of(Call),
        timers.c.seat.in_(
            sa.select(seats.c.seat).where(seats.c.table == _OF_TABLE, seats.c.user == _OF_USER)
        ),
    )
)
COMMIT_ORDER = (
    *(INSERT_INTERACTION, UPDATE_TABLE, INSERT_BOARD, UPDATE_BOARD, DELETE_SEATS, INSERT_SEAT),
    *(DELETE_TIMERS, INSERT_TIMER, INSERT_INPUT, INSERT_EVENT, INSERT_TRANSCRIPT_STEP),
)
"""The order in which a transaction runs the statements for all changes in it."""


class ClickNote(NamedTuple):
    """A person's click at a game table that changed nothing in the game.

    Its time is stored because it shows that the person is present.
    """

    table: int
    user: int
    at: float
    """The time of the click in seconds since 1970."""


class StatementRuns(NamedTuple):
    """Statements that change no game table, such as those that store a person's setting."""

    batch: Batch


WritableChange = Commit | BoardUpdate | ClickNote | StatementRuns | None
"""Something to write to the database: a change of a game table or its board, or a click's time.
None adds nothing, but makes the writer store the remembered clicks.
"""
WaitingChange = tuple[WritableChange, asyncio.Future[Any]]
"""A change that waits to be written, with the future that receives its result."""


class GroupWriter:
    """Writes changes of game tables, many in one transaction.

    Each caller waits until the transaction with its change is on the disk.
    """

    def __init__(self, transactions: Transactions, counters: Counters = NO_COUNTERS) -> None:
        self._transactions = transactions
        self._counters = counters
        self._waiting: list[WaitingChange] = []
        self._clicks: dict[tuple[int, int], float] = {}
        """The times of clicks that changed nothing and are not stored yet. Keys: table id, user
        id.
        """
        self._throttle = LogThrottle(time.monotonic)
        self._task: asyncio.Task[None] | None = None

    async def write(self, change: WritableChange) -> Any:
        """Write a change together with all other waiting ones, and return when it is on the disk.

        Args:
            change: The change. None only writes the clicks that `note_click` has remembered.

        Returns:
            The stored table if the change is a `Commit`, or else None.

        Raises:
            TableConflict: The table was changed or deleted since it was read.
            RepeatedInteraction: The click or command was handled before.
            ChannelTaken: The channel has another open table.
            TooManyHosted: The host of a new table has too many open ones.
        """
        self._transactions.check_open()
        return await self._transactions.finish(self._enqueue(change))

    def note_click(self, table: int, user: int, at: float) -> None:
        """Remember a person's click at a game table, to store its time with the next changes."""
        self._clicks[table, user] = at

    async def flush(self) -> None:
        """Write all waiting changes and remembered clicks, and return when they are on the disk."""
        if self._task or self._clicks:
            await self._transactions.finish(self._enqueue(None))

    def _enqueue(self, change: WritableChange) -> asyncio.Future[Any]:
        stored: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((change, stored))
        if self._task is None:
            # The context is empty, because the task also writes what others add meanwhile.
            self._task = asyncio.create_task(self._write_waiting(), context=Context())
            self._task.add_done_callback(self._cancel_waiting)
        return stored

    async def _write_waiting(self) -> None:
        while self._waiting:
            group = self._waiting[:MAX_CHANGES_PER_GROUP]
            await self._write_group([*self._take_clicks(), *group])
            del self._waiting[: len(group)]
        self._task = None

    def _cancel_waiting(self, task: asyncio.Task[None]) -> None:
        """Cancel all waiting changes if their task was cancelled, as when the event loop ends."""
        if task.cancelled():
            for _, stored in self._waiting:
                stored.cancel()
            self._waiting.clear()
            self._task = None

    def _take_clicks(self) -> list[WaitingChange]:
        """Remove the remembered clicks, and return them as changes to write.

        Nobody waits for the futures that come with them.
        """
        clicks, self._clicks = self._clicks, {}
        create = asyncio.get_running_loop().create_future
        return [(ClickNote(table, user, at), create()) for (table, user), at in clicks.items()]

    async def _write_group(self, group: list[WaitingChange]) -> None:
        """Write a group of changes in one transaction, and give each future its result or error.

        If the transaction fails, each half of the group is tried alone, until only the faulty
        changes fail.
        """
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
        """Write the changes in one transaction. If other processes hinder the write, try again."""
        database = self._transactions.database
        with self._transactions.outage.watch("write"):
            for _ in range(MAX_TRIES - 1):
                with suppress(WriteHindered):
                    return await _write(database, changes)
            return await _write(database, changes)

    def _keep_click(self, click: ClickNote, problem: Exception) -> None:
        """Keep a click for a later transaction, because writing it failed.

        If the database can be used but refuses this click, drop it and log the failure.
        """
        if isinstance(problem, StoreProblem):
            self._clicks.setdefault((click.table, click.user), click.at)
        elif self._throttle.is_due(click.table):
            log_failure(log, f"noting a click at table {click.table}", problem, logging.WARNING)


def _set_exception(future: asyncio.Future[Any], problem: Exception) -> None:
    if not future.cancelled():
        future.set_exception(problem)
        future.exception()  # retrieved, because whoever waited may have been cancelled


async def _write(database: Database, changes: Sequence[WritableChange]) -> list[Table | None]:
    """Write the changes in one transaction.

    For each `Commit`, return the stored table. For other changes, the result has None. If
    `TableConflict`, `RepeatedInteraction`, `ChannelTaken` or `TooManyHosted` is raised, nothing has
    been written.
    """
    clicks = [change for change in changes if isinstance(change, ClickNote)]
    board_updates = [change for change in changes if isinstance(change, BoardUpdate)]
    commits = [change for change in changes if isinstance(change, Commit)]
    runs = [change for change in changes if isinstance(change, StatementRuns)]
    tables = [replace(commit.table, version=commit.table.version + 1) for commit in commits]
    known = {table.id for table in tables if table.id}
    known |= {each.table for each in clicks} | {each.table for each in board_updates}
    async with database.writing() as db:
        new = [commit for commit in commits if not commit.table.id]
        limits = {
            (commit.table.host, commit.table.guild): commit.max_hosted_tables
            for commit in new
            if commit.table.host and commit.max_hosted_tables is not None
        }
        if limits:
            await db.lock_people({host for host, _ in limits})
        rows = [_make_table_row(table) for table in tables if not table.id]
        ids = iter(await db.insert(INSERT_TABLE, rows))
        for (host, guild), most in limits.items():
            ((count,),) = await db.rows(COUNT_HOSTED, of_host=host, guild=guild)
            if count > most:
                raise TooManyHosted
        tables = [table if table.id else replace(table, id=next(ids)) for table in tables]
        batch = [
            *_make_click_batch(clicks),
            (UPDATE_BOARD, [{"of_table": e.table, **asdict(e.board)} for e in board_updates]),
            *_make_commit_batch([*zip(commits, tables, strict=True)]),
            *(step for run in runs for step in run.batch),
        ]
        await db.run_last(batch, known)
    stored = iter(tables)
    return [next(stored) if isinstance(change, Commit) else None for change in changes]


def _make_click_batch(clicks: Sequence[ClickNote]) -> Batch:
    """Return the statements that store clicks at game tables.

    They also delete the timers that would mention the people who clicked, to ask them for an
    answer.
    """
    rows = [{"of_table": each.table, "of_user": each.user, "at": each.at} for each in clicks]
    return [(NOTE_CLICK_AT_SEAT, rows), (NOTE_CLICK_AT_TABLE, rows), (DELETE_CALLS, rows)]


def _make_commit_batch(commits: Sequence[tuple[Commit, Table]]) -> Batch:
    """Return the statements that write changes of game tables."""
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
            values = {**_EMPTY_TIMER, **key, "guild": table.guild, "kind": timer.kind}
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
    """Return a game table's values for the columns of `tables`.

    Columns that the table does not use in its present phase get empty values. The result also has
    values without a column, which statements ignore.
    """
    state = None if isinstance(table, Lobby) else table.state
    values = _EMPTY_VALUES | asdict(table) | {"phase": table.phase}
    values["state"] = b"" if state is None else encode(state)
    if not isinstance(table, Lobby):
        values["removed"] = table.guessers
    return values


class GroupedRepository(Repository):
    """Base class for data whose changes are written together with others that wait."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer

    async def _write(self, statement: Statement, row: Row) -> None:
        """Run a statement with the next group of changes, and return when it is on the disk."""
        await self._writer.write(StatementRuns(((statement, [row]),)))
