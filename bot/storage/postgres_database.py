"""PostgreSQL: opens and examines a database, and runs its transactions.

The driver is psycopg 3. Its pipelines send many statements at once, and still tell how many rows
each of them has changed. asyncpg is quicker, but does not tell that of statements that run often.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from secrets import token_hex
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.conninfo import make_conninfo
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.common.timings import STATEMENT_TIMEOUT_SECONDS
from bot.storage.database import Batch, Database, Query, Transaction
from bot.storage.migrating import (
    ExaminedDatabase,
    SchemaAge,
    breaks_older_workers,
    find_usable_age,
    migrate,
)
from bot.storage.postgres_connections import (
    TRY_LOCK,
    TRY_LOCK_SHARED,
    Connection,
    LockKey,
    ReconnectingConnection,
    check_sessions,
    connect,
    is_lost,
    read_address,
    translate_error,
    watch_connection,
)
from bot.storage.postgres_shard_leases import PostgresShardLeases
from bot.storage.problems import CommitOutcomeUnknown, StoreProblem, TableConflict
from bot.storage.schema import metadata
from bot.storage.statements import Row, Statement, convert_row, read_row, split_rows
from bot.storage.unfinished import check_copied

for _table in metadata.tables.values():
    for _index in _table.indexes:
        # The schema names these conditions for SQLite alone.
        _index.dialect_options["postgresql"]["where"] = _index.dialect_options["sqlite"]["where"]

DIALECT: sa.Dialect = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]

_AGE_PROBLEM_KEYS = {
    SchemaAge.FOREIGN: "store-server-foreign",
    SchemaAge.TOO_OLD: "store-server-too-old",
    SchemaAge.NEWER: "store-server-newer",
}
_BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Each statement sees what was committed before it: who waited for a row finds its new version."""
_BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
_AFTER_GUARD = "SELECT 1"
"""Stands after the guard: once it has run, so has all of the guard."""
_LOCK_SCHEMA = f"SELECT pg_advisory_xact_lock({LockKey.SCHEMA:d}, 0)"
_LOCK_UNUSED = f"SELECT pg_try_advisory_xact_lock({LockKey.DATABASE:d}, 0)"
"""Tells whether no worker has the database, and keeps others out until the transaction ends."""
_SELECT_LAST_ID = "SELECT last_value, is_called FROM {table}_id_seq"
_SET_LAST_ID = "SELECT setval('{table}_id_seq', $1::bigint, false)"
_IS_LOCK_HELD = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND classid = $1::bigint
    AND datname = current_database()
)
"""
"""Whether somebody holds this lock of ours:
https://www.postgresql.org/docs/current/view-pg-locks.html"""
_SET_TIMEOUTS = f"SET lock_timeout = '5s'; SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s'"
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


@contextmanager
def make_engine(address: str) -> Iterator[sa.Engine]:
    """Yield an engine that connects to an address of libpq once for each use.

    Raises what the server's errors mean.
    """
    try:
        yield sa.create_engine(
            "postgresql+psycopg://",
            creator=lambda: psycopg.connect(address),
            poolclass=NullPool,
            hide_parameters=True,
        )
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise translate_error(error.orig) from None


class PostgresDatabase(Database):
    """A database with one connection that writes and one that reads..

    Each does one transaction after the other. A lost connection is made anew at its next use.
    """

    def __init__(self, address: str, *, exclusive: bool) -> None:
        """Use `PostgresDatabase.open` instead."""
        name = f"cloaked-cats-{token_hex(8)}"
        self._sessions = {
            what: make_conninfo(address, application_name=f"{name}-{what}")
            for what in ("writer", "reader", "claims")
        }
        self._writer = ReconnectingConnection(
            self._sessions["writer"], TRY_LOCK if exclusive else TRY_LOCK_SHARED
        )
        self._reader = ReconnectingConnection(self._sessions["reader"])

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = False) -> "PostgresDatabase":
        """Make or migrate a database, and open it, together with others or `exclusive`.

        Raises `StoreProblem`, also if another process has it alone, or has it at all with
        `exclusive`.
        """
        address = read_address(url)
        await check_sessions(address)
        database = cls(address, exclusive=exclusive)
        try:
            if not exclusive:
                await asyncio.to_thread(_prepare, address)
            async with database.writing():
                if exclusive:
                    await asyncio.to_thread(_prepare, address, exclusive=True)
            async with database.reading():
                pass
        except BaseException:
            await database.close()
            raise
        return database

    async def check(self) -> None:
        """Do nothing: a server keeps its files itself, and says when it has gone."""

    def open_leases(self) -> PostgresShardLeases:
        """Return the leases of this worker, which live in a session of their own."""
        return PostgresShardLeases(self._sessions["claims"])

    async def close(self) -> None:
        """Let the running transactions end, and close the connections."""
        async with self._writer.lock, self._reader.lock:
            await self._reader.close()
            await self._writer.close()

    def writing(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""
        return _hold_transaction(self._writer, _BEGIN_WRITING)

    def reading(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Hold the connection that reads; each statement sees the newest data."""
        return _hold_transaction(self._reader, "")

    def snapshot(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Hold a transaction that reads the data of one moment."""
        return _hold_transaction(self._reader, _BEGIN_SNAPSHOT)


@asynccontextmanager
async def _hold_transaction(
    connection: ReconnectingConnection, begin_sql: str
) -> AsyncIterator["PostgresTransaction"]:
    """Hold a transaction that this statement begins; "": each statement is a transaction."""
    async with connection.lock:
        transaction = PostgresTransaction(await connection.connect(), begin_sql)
        is_ending = False
        try:
            yield transaction
            is_ending = True
            await transaction.end("COMMIT")
        except psycopg.Error as error:
            await _undo(connection, transaction, is_connection_lost=is_lost(error))
            if is_ending and is_lost(error):
                raise CommitOutcomeUnknown("store-server-lost") from None
            raise translate_error(error) from None
        except BaseException:
            await _undo(connection, transaction)
            raise


async def _undo(
    connection: ReconnectingConnection,
    transaction: "PostgresTransaction",
    is_connection_lost: bool = False,
) -> None:
    """Undo a transaction. If that fails, the server undoes it when the connection closes."""
    if not is_connection_lost:
        try:
            await transaction.end("ROLLBACK")
        except psycopg.Error:
            is_connection_lost = True
    if is_connection_lost:
        await connection.close()


class PostgresTransaction(Transaction):
    """Runs the statements of one transaction.."""

    def __init__(self, connection: Connection, begin_sql: str) -> None:
        """Send `begin_sql` before the first statement; "": each statement is a transaction."""
        self._connection = connection
        self._begin_sql = begin_sql
        self._has_begun = False

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds."""
        compiled = statement.compile_for(DIALECT)
        found = await self._select_rows(compiled.sql, convert_row(compiled, values))
        return [read_row(compiled, row) for row in found]

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds at one moment."""
        compiled = [statement.compile_for(DIALECT) for statement, _ in asked]
        cursors = [self._connection.cursor() for _ in asked]
        is_alone = not self._begin_sql
        if is_alone:
            self._begin_sql = _BEGIN_SNAPSHOT
        async with self._open_pipeline():
            for cursor, each, (_, values) in zip(cursors, compiled, asked, strict=True):
                await cursor.execute(each.sql.encode(), convert_row(each, values), prepare=True)
        found = [await cursor.fetchall() for cursor in cursors]
        if is_alone:
            await self.end("COMMIT")
            self._begin_sql = ""
        return [
            [read_row(each, row) for row in rows]
            for each, rows in zip(compiled, found, strict=True)
        ]

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row; return the id that each returns, in their order."""
        if not rows:
            return []
        compiled = statement.compile_for(DIALECT)
        cursor, ids = self._connection.cursor(), list[int]()
        parameters = [convert_row(compiled, row) for row in rows]
        async with self._open_pipeline():
            await cursor.executemany(compiled.sql.encode(), parameters, returning=True)
        async for result in cursor.results():
            ids += [id_ for (id_,) in await result.fetchall()]
        return ids

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed."""
        steps = self._make_steps(statement, rows)
        await self._send(steps)
        return steps[-1][0].rowcount if steps else 0

    async def run_all(self, batch: Batch) -> None:
        """Run statements in their order, as one pipeline. After one that fails none runs."""
        await self.run_last(batch, ())

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run statements as `run_all` does, with locks on the tables with the ids `locked`.

        All processes lock tables in the same order, so that no two wait for each other.
        """
        ids = ",".join(map(str, sorted(locked)))
        steps = [self._make_step(_LOCK_TABLES, [(f"{{{ids}}}",)])] if locked else []
        guard: list[_Step] = []
        after_guard = self._make_step(_AFTER_GUARD, [()])
        for statement, rows in batch:
            more = self._make_steps(statement, rows)
            steps += more
            if statement.is_guard and rows:
                guard = more
                steps.append(after_guard)
        problem: psycopg.Error | None = None
        try:
            await self._send(steps)
        except psycopg.Error as error:
            problem = error
        has_guard_run = after_guard[0].rowcount == 1
        changed = sum(cursor.rowcount for cursor, _, _ in guard)
        if has_guard_run and changed != sum(len(rows) for _, _, rows in guard):
            raise TableConflict
        if problem:
            raise problem

    async def read_last_id(self, table: str) -> int:
        """Return the last id that a row of a table got, even if that row is gone."""
        ((last, is_called),) = await self._select_rows(_SELECT_LAST_ID.format(table=table), ())
        return int(last) if is_called else 0

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id after the `last` one."""
        await self._select_rows(_SET_LAST_ID.format(table=table), (last + 1,))

    async def end(self, sql: str) -> None:
        """End the transaction with a COMMIT or ROLLBACK, if it has begun."""
        if self._has_begun:
            self._has_begun = False
            with watch_connection(self._connection):
                await self._connection.execute(sql)

    def _make_step(self, sql: str, rows: Sequence[tuple[object, ...]]) -> "_Step":
        return self._connection.cursor(), sql, rows

    def _make_steps(self, statement: Statement, rows: Sequence[Row]) -> "list[_Step]":
        return [self._make_step(*step) for step in split_rows(statement.compile_for(DIALECT), rows)]

    @asynccontextmanager
    async def _open_pipeline(self) -> AsyncIterator[None]:
        """Send all statements within at once, after the one that begins the transaction."""
        with watch_connection(self._connection):
            async with self._connection.pipeline():
                if self._begin_sql and not self._has_begun:
                    self._has_begun = True
                    await self._connection.execute(self._begin_sql, prepare=True)
                yield

    async def _send(self, steps: "Sequence[_Step]") -> None:
        """Send all steps, then wait for the answers: each cursor has its own."""
        if not steps:
            return
        async with self._open_pipeline():
            for cursor, sql, rows in steps:
                await cursor.executemany(sql.encode(), rows)

    async def _select_rows(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        cursor = self._connection.cursor()
        async with self._open_pipeline():
            await cursor.execute(sql.encode(), values, prepare=True)
        return await cursor.fetchall()


_Step = tuple[psycopg.AsyncCursor[Any], str, Sequence[tuple[object, ...]]]
"""A statement with the parameters of each run, and the cursor that has its answer."""


def _prepare(address: str, *, exclusive: bool = False) -> None:
    """Make or migrate the database, in one transaction. Raises `StoreProblem`.

    It also raises while workers of an older schema use the database, if the new schema would break
    them. With `exclusive` no other process uses it.
    """
    with make_engine(address) as there, there.begin() as db:
        if not _may_migrate(db) and not exclusive:
            raise StoreProblem("store-server-older-workers")
        migrate(db, find_usable_age(db, _AGE_PROBLEM_KEYS))


async def may_migrate(url: str) -> bool:
    """Tell whether the database could be opened now. Raises `StoreProblem`."""
    address = read_address(url)
    await check_sessions(address)

    def look() -> bool:
        with make_engine(address) as there, there.begin() as db:
            return _may_migrate(db)

    return await asyncio.to_thread(look)


def _may_migrate(db: sa.Connection) -> bool:
    """Tell whether no worker hinders a migration. Until the transaction ends nobody migrates."""
    db.exec_driver_sql(_LOCK_SCHEMA)
    return not breaks_older_workers(db) or bool(db.exec_driver_sql(_LOCK_UNUSED).scalar())


async def examine(url: str) -> ExaminedDatabase:
    """Return what is known of the database at an address. Raises `StoreProblem`."""
    address = read_address(url)
    await check_sessions(address)
    connection = await connect(address)
    try:
        with watch_connection(connection):
            cursor = await connection.execute(_IS_LOCK_HELD, [LockKey.DATABASE])
            is_used = await cursor.fetchone()
    except psycopg.Error as error:
        raise translate_error(error) from None
    finally:
        await connection.close()
    found = await asyncio.to_thread(_find_writable_age, address)
    return ExaminedDatabase("PostgreSQL", found, bool(is_used and is_used[0]))


def _find_writable_age(address: str) -> SchemaAge:
    """Return the age of a database that can be written to. Raises `StoreProblem`."""
    with (
        make_engine(address) as there,
        there.connect() as db,
    ):  # a transaction that is undone at its end
        db.exec_driver_sql(_SET_TIMEOUTS)
        if db.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
            raise StoreProblem("store-server-read-only")
        found = find_usable_age(db, _AGE_PROBLEM_KEYS)
        if found is SchemaAge.CURRENT:
            check_copied(db)
            # Takes the rights and the lock that writing a row takes.
            db.exec_driver_sql("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
        elif not db.exec_driver_sql(_MAY_CREATE).scalar():
            raise StoreProblem("store-server-read-only")
        return found
