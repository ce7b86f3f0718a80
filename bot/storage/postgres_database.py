"""Opens and examines a PostgreSQL database, and runs its transactions.

The driver is psycopg 3. Its pipelines send many statements at once, and still tell how many rows
each of them has changed. asyncpg is quicker, but does not tell that for statements that run often.
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
"""SQLAlchemy's dialect for PostgreSQL, with numbered parameters such as `$1`."""

_AGE_PROBLEM_KEYS = {
    SchemaAge.FOREIGN: "store-server-foreign",
    SchemaAge.TOO_OLD: "store-server-too-old",
    SchemaAge.NEWER: "store-server-newer",
}
"""Maps the ages of a schema that the bot cannot use to the keys of explaining sentences."""
_BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""SQL that begins a transaction in which each statement sees everything committed before it.

A statement that had to wait for a locked row then finds the row's new version.
"""
_BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""SQL that begins a transaction in which all statements read the data of one moment."""
_LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
"""SQL that locks game tables until the transaction ends.

Parameter: their ids. They are locked in the order of their ids, so that two processes cannot wait
for each other.
"""
_AFTER_GUARD = "SELECT 1"
"""SQL that is sent right after a guard, to find out whether the guard has run completely.

A guard is a statement that has to change as many rows as it is given.
"""
_LOCK_SCHEMA = f"SELECT pg_advisory_xact_lock({LockKey.SCHEMA:d}, 0)"
"""SQL that keeps other processes from migrating the database until the transaction ends."""
_LOCK_UNUSED = f"SELECT pg_try_advisory_xact_lock({LockKey.DATABASE:d}, 0)"
"""SQL that tells whether no worker uses the database.

If so, it keeps workers out until the transaction ends.
"""
_SELECT_LAST_ID = "SELECT last_value, is_called FROM {table}_id_seq"
"""SQL for the last id that the server generated for a table's rows."""
_SET_LAST_ID = "SELECT setval('{table}_id_seq', $1::bigint, false)"
"""SQL that sets the next id that the server generates for a table's rows."""
_IS_LOCK_HELD = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND classid = $1::bigint
    AND datname = current_database()
)
"""
"""SQL that tells whether any session holds a lock of the bot.

Parameter: a `LockKey`. https://www.postgresql.org/docs/current/view-pg-locks.html
"""
_SET_TIMEOUTS = f"SET lock_timeout = '5s'; SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s'"
"""SQL that limits how long a statement runs, and how long it waits for a lock."""
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
"""SQL that tells whether the user may create tables."""


@contextmanager
def make_engine(address: str) -> Iterator[sa.Engine]:
    """Yield a SQLAlchemy engine that opens a new connection for each use.

    Errors of the server are raised as the errors that callers of the storage expect.

    Args:
        address: The address in the form that libpq, PostgreSQL's client library, takes.

    Raises:
        StoreProblem: The server cannot be reached or used.
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
    """A PostgreSQL database, with one connection that writes and one that reads.

    Each connection runs one transaction after the other. A lost connection is made anew at its next
    use.
    """

    def __init__(self, address: str, *, exclusive: bool) -> None:
        """Prepare the connections; call `PostgresDatabase.open` instead.

        Args:
            address: The address in the form that `read_address` returns.
            exclusive: Whether no other process may use the database meanwhile.
        """
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
        """Create or migrate a database if needed, and open it.

        Args:
            url: The address, such as `postgresql://user@host/cats`.
            exclusive: Whether no other process may use the database meanwhile. Otherwise other
                workers share it.

        Raises:
            StoreProblem: The database cannot be used. For example, another process has it alone, or
                any process has it although `exclusive` is set.
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
        """Do nothing: a server keeps its files itself, and errors tell when it has gone."""

    def open_leases(self) -> PostgresShardLeases:
        """Return the object with which this process leases shards, on a connection of its own."""
        return PostgresShardLeases(self._sessions["claims"])

    async def close(self) -> None:
        """Wait until the running transactions have ended, and close the connections."""
        async with self._writer.lock, self._reader.lock:
            await self._reader.close()
            await self._writer.close()

    def writing(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with a transaction that may write.

        What was written is on the server's disk when the block ends. If the block raises,
        everything is undone.
        """
        return _hold_transaction(self._writer, _BEGIN_WRITING)

    def reading(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with the connection that reads.

        Each statement sees the newest committed data.
        """
        return _hold_transaction(self._reader, "")

    def snapshot(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with a transaction that reads the data of one moment."""
        return _hold_transaction(self._reader, _BEGIN_SNAPSHOT)


@asynccontextmanager
async def _hold_transaction(
    connection: ReconnectingConnection, begin_sql: str
) -> AsyncIterator["PostgresTransaction"]:
    """Hold a transaction on a connection: commit it when the block ends, or undo it after an error.

    `begin_sql` begins the transaction. If it is "", each statement is a transaction of its own. It
    raises `CommitOutcomeUnknown` if the connection is lost during the commit.
    """
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
    """Undo a transaction. If that fails, close the connection, so that the server undoes it."""
    if not is_connection_lost:
        try:
            await transaction.end("ROLLBACK")
        except psycopg.Error:
            is_connection_lost = True
    if is_connection_lost:
        await connection.close()


class PostgresTransaction(Transaction):
    """Runs the statements of one transaction on a connection to PostgreSQL."""

    def __init__(self, connection: Connection, begin_sql: str) -> None:
        """Prepare a transaction, which begins with its first statement.

        Args:
            connection: The connection, which nobody else uses meanwhile.
            begin_sql: The SQL to send before the first statement. "" means that each statement is a
                transaction of its own.
        """
        self._connection = connection
        self._begin_sql = begin_sql
        self._has_begun = False

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds; `values` are its parameters by name."""
        compiled = statement.compile_for(DIALECT)
        found = await self._select_rows(compiled.sql, convert_row(compiled, values))
        return [read_row(compiled, row) for row in found]

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all at the same moment."""
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
        """Run an INSERT once for each row, and return the ids of the new rows in their order."""
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
        """Run a statement once for each row of parameters, and return how many rows it changed."""
        steps = self._make_steps(statement, rows)
        await self._send(steps)
        return steps[-1][0].rowcount if steps else 0

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, sent together as one pipeline.

        After a statement that fails none runs.
        """
        await self.run_last(batch, ())

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run several statements as `run_all` does, while no other process changes these tables.

        All processes lock tables in the same order, so that no two wait for each other.

        Args:
            batch: The statements, each with the parameters of its runs.
            locked: The ids of the game tables to lock.

        Raises:
            TableConflict: A guard changed fewer rows than it had to, because a table was changed
                first.
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
        """Return the last id that the server gave to a row of a table, even if that row is gone.

        0 means that no row has had an id yet.
        """
        ((last, is_called),) = await self._select_rows(_SELECT_LAST_ID.format(table=table), ())
        return int(last) if is_called else 0

    async def set_last_id(self, table: str, last: int) -> None:
        """Let the next row of a table get an id greater than `last`."""
        await self._select_rows(_SET_LAST_ID.format(table=table), (last + 1,))

    async def end(self, sql: str) -> None:
        """End the transaction with the SQL "COMMIT" or "ROLLBACK", if it has begun."""
        if self._has_begun:
            self._has_begun = False
            with watch_connection(self._connection):
                await self._connection.execute(sql)

    def _make_step(self, sql: str, rows: Sequence[tuple[object, ...]]) -> "_Step":
        """Return a step to send: a new cursor for its answer, the SQL, and the parameters."""
        return self._connection.cursor(), sql, rows

    def _make_steps(self, statement: Statement, rows: Sequence[Row]) -> "list[_Step]":
        """Return the steps that run a statement once for each row of parameters."""
        return [self._make_step(*step) for step in split_rows(statement.compile_for(DIALECT), rows)]

    @asynccontextmanager
    async def _open_pipeline(self) -> AsyncIterator[None]:
        """Send all statements of the block together, after the one that begins the transaction."""
        with watch_connection(self._connection):
            async with self._connection.pipeline():
                if self._begin_sql and not self._has_begun:
                    self._has_begun = True
                    await self._connection.execute(self._begin_sql, prepare=True)
                yield

    async def _send(self, steps: "Sequence[_Step]") -> None:
        """Send all steps at once, then wait for the answers.

        Each step's cursor gets its own answer.
        """
        if not steps:
            return
        async with self._open_pipeline():
            for cursor, sql, rows in steps:
                await cursor.executemany(sql.encode(), rows)

    async def _select_rows(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Run SQL with these values, and return the rows of its result as the driver gives them."""
        cursor = self._connection.cursor()
        async with self._open_pipeline():
            await cursor.execute(sql.encode(), values, prepare=True)
        return await cursor.fetchall()


_Step = tuple[psycopg.AsyncCursor[Any], str, Sequence[tuple[object, ...]]]
"""A cursor that receives the answer, the SQL to run, and the parameters of each run."""


def _prepare(address: str, *, exclusive: bool = False) -> None:
    """Create the database's tables or migrate them, in one transaction.

    It raises `StoreProblem` if the database cannot be used. It also does so while workers of an
    older version use the database, if the new schema would break them. With `exclusive` no other
    process uses the database.
    """
    with make_engine(address) as there, there.begin() as db:
        if not _may_migrate(db) and not exclusive:
            raise StoreProblem("store-server-older-workers")
        migrate(db, find_usable_age(db, _AGE_PROBLEM_KEYS))


async def may_migrate(url: str) -> bool:
    """Tell whether this process can open the database without harm to other running processes.

    It cannot while the database needs a migration that would break workers of an older version.

    Args:
        url: The address, such as `postgresql://user@host/cats`.

    Raises:
        StoreProblem: The database cannot be reached or used.
    """
    address = read_address(url)
    await check_sessions(address)

    def look() -> bool:
        with make_engine(address) as there, there.begin() as db:
            return _may_migrate(db)

    return await asyncio.to_thread(look)


def _may_migrate(db: sa.Connection) -> bool:
    """Tell whether no worker hinders a migration, and keep others from migrating meanwhile.

    That lasts until the transaction ends.
    """
    db.exec_driver_sql(_LOCK_SCHEMA)
    return not breaks_older_workers(db) or bool(db.exec_driver_sql(_LOCK_UNUSED).scalar())


async def examine(url: str) -> ExaminedDatabase:
    """Examine the database at an address without changing it, even while bots use it.

    Args:
        url: The address, such as `postgresql://user@host/cats`.

    Returns:
        How old the database's schema is, and whether a bot uses it now.

    Raises:
        StoreProblem: A bot could not start with this database.
    """
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
    """Return how old the schema of a database is, after checking that it can be written to.

    It raises `StoreProblem` if it cannot be used.
    """
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
