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
from bot.storage import migrating
from bot.storage import postgres_connections as pg
from bot.storage.database import Batch, Database, Query, Transaction
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
    migrating.SchemaAge.FOREIGN: "store-server-foreign",
    migrating.SchemaAge.TOO_OLD: "store-server-too-old",
    migrating.SchemaAge.NEWER: "store-server-newer",
}
_BEGIN_WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""SQL that begins a transaction in which each statement sees all data committed before it. If a
statement has to wait for a locked row, it then sees the row's new values.
"""
_BEGIN_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""SQL that begins a read-only transaction in which all reads see the data of the same moment."""
_LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
"""SQL that locks rows of game tables until the transaction ends."""
_LOCK_PERSON = "SELECT pg_advisory_xact_lock($1::bigint)"
_AFTER_GUARD = "SELECT 1"
"""SQL that is sent right after a guard. If it succeeded, the guard ran without an error."""
_LOCK_SCHEMA = f"SELECT pg_advisory_xact_lock({pg.LockKey.SCHEMA:d}, 0)"
"""SQL that keeps other processes from migrating the database until the transaction ends."""
_LOCK_UNUSED = f"SELECT pg_try_advisory_xact_lock({pg.LockKey.DATABASE:d}, 0)"
"""SQL that returns whether no process of the bot uses the database. If none does, it also keeps
others from using the database until the transaction ends.
"""
_SELECT_LAST_ID = "SELECT last_value, is_called FROM {table}_id_seq"
_SET_LAST_ID = "SELECT setval('{table}_id_seq', $1::bigint, false)"
_IS_LOCK_HELD = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND classid = $1::bigint
    AND datname = current_database()
)
"""
"""SQL that returns whether any session holds an advisory lock of the bot."""
_SET_TIMEOUTS = f"SET lock_timeout = '5s'; SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s'"
"""SQL that limits how long a statement may run, and how long it may wait for a lock."""
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


@contextmanager
def make_engine(address: str) -> Iterator[sa.Engine]:
    """Yield a SQLAlchemy engine that opens a new connection for each use.

    The server's errors in the `with` block are converted to those that callers of the storage
    expect.
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
        raise pg.translate_error(error.orig) from None


class PostgresDatabase(Database):
    """A PostgreSQL database, with one connection for writes and another for reads.

    Each connection runs one transaction after another. A lost connection is reopened at its next
    use.
    """

    def __init__(self, address: str, *, exclusive: bool) -> None:
        """Create the object; call `PostgresDatabase.open` instead."""
        name = f"cloaked-cats-{token_hex(8)}"
        self._sessions = {
            what: make_conninfo(address, application_name=f"{name}-{what}")
            for what in ("writer", "reader", "claims")
        }
        self._writer = pg.ReconnectingConnection(
            self._sessions["writer"], pg.TRY_LOCK if exclusive else pg.TRY_LOCK_SHARED
        )
        self._reader = pg.ReconnectingConnection(self._sessions["reader"])

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = False) -> "PostgresDatabase":
        """Open a database.

        Create or migrate it first if necessary.

        Args:
            exclusive: Whether no other process may use the database while it is open here.
                Otherwise other processes of the bot share it.

        Raises:
            StoreProblem: The database cannot be used. For example, another process uses it
                exclusively, or `exclusive` is set but another process uses it.
        """
        address = pg.read_address(url)
        await pg.check_sessions(address)
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
        """Do nothing, because each use shows whether the server is reachable."""

    def open_leases(self) -> PostgresShardLeases:
        """Return the object with which this process of the bot claims the shards that it serves."""
        return PostgresShardLeases(self._sessions["claims"])

    async def close(self) -> None:
        """Wait until all running transactions have ended, then close both connections."""
        async with self._writer.lock, self._reader.lock:
            await self._reader.close()
            await self._writer.close()

    def writing(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with a transaction that may write."""
        return _hold_transaction(self._writer, _BEGIN_WRITING)

    def reading(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with the connection for reads."""
        return _hold_transaction(self._reader, "")

    def snapshot(self) -> AbstractAsyncContextManager["PostgresTransaction"]:
        """Return a context manager with a transaction in which all reads see the same moment."""
        return _hold_transaction(self._reader, _BEGIN_SNAPSHOT)


@asynccontextmanager
async def _hold_transaction(
    connection: pg.ReconnectingConnection, begin_sql: str
) -> AsyncIterator["PostgresTransaction"]:
    """Yield a transaction on a connection.

    Commit it at the end, or roll it back after an error. It raises `CommitOutcomeUnknown` if the
    connection is lost during the commit.

    Args:
        begin_sql: The SQL that begins the transaction. "" means that each statement is a
            transaction of its own.
    """
    async with connection.lock:
        transaction = PostgresTransaction(await connection.connect(), begin_sql)
        is_ending = False
        try:
            yield transaction
            is_ending = True
            await transaction.end("COMMIT")
        except psycopg.Error as error:
            await _undo(connection, transaction, ends_session=pg.is_session_spent(error))
            if is_ending and pg.is_lost(error):
                raise CommitOutcomeUnknown("store-server-lost") from None
            raise pg.translate_error(error) from None
        except BaseException:
            await _undo(connection, transaction)
            raise


async def _undo(
    connection: pg.ReconnectingConnection,
    transaction: "PostgresTransaction",
    ends_session: bool = False,
) -> None:
    """Roll back a transaction.

    If that fails, or if the session is spent, close the connection, so that the server does it.
    """
    if not ends_session:
        try:
            await transaction.end("ROLLBACK")
        except psycopg.Error:
            ends_session = True
    if ends_session:
        await connection.close()


class PostgresTransaction(Transaction):
    """A transaction on a connection to PostgreSQL, with methods to run statements in it."""

    def __init__(self, connection: pg.Connection, begin_sql: str) -> None:
        """Create the object; the transaction begins with its first statement."""
        self._connection = connection
        self._begin_sql = begin_sql
        self._has_begun = False

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Run a SELECT, and return its rows."""
        compiled = statement.compile_for(DIALECT)
        rows = await self._select_rows(compiled.sql, convert_row(compiled, values))
        return [read_row(compiled, row) for row in rows]

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Run several SELECTs that see the data of the same moment, and return the rows of each."""
        compiled = [statement.compile_for(DIALECT) for statement, _ in asked]
        cursors = [self._connection.cursor() for _ in asked]
        is_alone = not self._begin_sql
        if is_alone:
            self._begin_sql = _BEGIN_SNAPSHOT
        async with self._open_pipeline():
            for cursor, each, (_, values) in zip(cursors, compiled, asked, strict=True):
                await cursor.execute(each.sql.encode(), convert_row(each, values), prepare=True)
        rows_by_query = [await cursor.fetchall() for cursor in cursors]
        if is_alone:
            await self.end("COMMIT")
            self._begin_sql = ""
        return [
            [read_row(each, row) for row in rows]
            for each, rows in zip(compiled, rows_by_query, strict=True)
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

    async def lock_people(self, users: Collection[int]) -> None:
        """Lock people until the transaction ends, in the same order in all processes."""
        for user in sorted(users):
            await self._select_rows(_LOCK_PERSON, (user,))

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed."""
        steps = self._make_steps(statement, rows)
        await self._send(steps)
        return steps[-1][0].rowcount if steps else 0

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, sent together as one pipeline."""
        await self.run_last(batch, ())

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run statements as `run_all` does, while no other process can change some game tables.

        All processes lock tables in the same order, so that no two wait for each other.
        """
        ids = ",".join(map(str, sorted(locked)))
        steps = [self._make_step(_LOCK_TABLES, [(f"{{{ids}}}",)])] if locked else []
        guards: list[tuple[list[_Step], _Step]] = []
        for statement, rows in batch:
            more = self._make_steps(statement, rows)
            steps += more
            if statement.is_guard and rows:
                after_guard = self._make_step(_AFTER_GUARD, [()])
                guards.append((more, after_guard))
                steps.append(after_guard)
        problem: psycopg.Error | None = None
        try:
            await self._send(steps)
        except psycopg.Error as error:
            problem = error
        for guard, after_guard in guards:
            has_guard_run = after_guard[0].rowcount == 1
            changed = sum(cursor.rowcount for cursor, _, _ in guard)
            if has_guard_run and changed != sum(len(rows) for _, _, rows in guard):
                raise TableConflict
        if problem:
            raise problem

    async def read_last_id(self, table: str) -> int:
        """Return the last id that the server generated for a table, even if its row is deleted."""
        ((last, is_called),) = await self._select_rows(_SELECT_LAST_ID.format(table=table), ())
        return int(last) if is_called else 0

    async def set_last_id(self, table: str, last: int) -> None:
        """Make the server generate only ids greater than `last` for the next rows of a table."""
        await self._select_rows(_SET_LAST_ID.format(table=table), (last + 1,))

    async def end(self, sql: str) -> None:
        """End the transaction, if it has begun. `sql` is "COMMIT" or "ROLLBACK"."""
        if self._has_begun:
            self._has_begun = False
            with pg.watch_connection(self._connection):
                await self._connection.execute(sql)

    def _make_step(self, sql: str, rows: Sequence[tuple[object, ...]]) -> "_Step":
        return self._connection.cursor(), sql, rows

    def _make_steps(self, statement: Statement, rows: Sequence[Row]) -> "list[_Step]":
        return [self._make_step(*step) for step in split_rows(statement.compile_for(DIALECT), rows)]

    @asynccontextmanager
    async def _open_pipeline(self) -> AsyncIterator[None]:
        """Send all statements of the `with` block together, without waiting for each answer.

        If the transaction has not begun yet, the statement that begins it is sent first.
        """
        with pg.watch_connection(self._connection):
            async with self._connection.pipeline():
                if self._begin_sql and not self._has_begun:
                    self._has_begun = True
                    await self._connection.execute(self._begin_sql, prepare=True)
                yield

    async def _send(self, steps: "Sequence[_Step]") -> None:
        """Send all steps together, then wait for the answers.

        Each step's cursor gets its answer.
        """
        if not steps:
            return
        async with self._open_pipeline():
            for cursor, sql, rows in steps:
                await cursor.executemany(sql.encode(), rows)

    async def _select_rows(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Run SQL with these parameters, and return the rows without converting their values."""
        cursor = self._connection.cursor()
        async with self._open_pipeline():
            await cursor.execute(sql.encode(), values, prepare=True)
        return await cursor.fetchall()


_Step = tuple[psycopg.AsyncCursor[Any], str, Sequence[tuple[object, ...]]]
"""A cursor that receives the server's answer, the SQL to run, and the parameters of each run."""


def _prepare(address: str, *, exclusive: bool = False) -> None:
    """Create the database's tables, or migrate them, in one transaction.

    It raises `StoreProblem` if the database cannot be used, or if the migration would break older
    processes of the bot that still use it. With `exclusive`, no other process uses the database.
    """
    with make_engine(address) as there, there.begin() as db:
        if not _may_migrate(db) and not exclusive:
            raise StoreProblem("store-server-older-workers")
        migrating.migrate(db, migrating.find_usable_age(db, _AGE_PROBLEM_KEYS))


async def may_migrate(url: str) -> bool:
    """Tell whether this process can open the database without breaking other running processes.

    False means that the database needs a migration which older processes of the bot could not work
    with.

    Raises:
        StoreProblem: The database cannot be reached or used.
    """
    address = pg.read_address(url)
    await pg.check_sessions(address)

    def look() -> bool:
        with make_engine(address) as there, there.begin() as db:
            return _may_migrate(db)

    return await asyncio.to_thread(look)


def _may_migrate(db: sa.Connection) -> bool:
    """Tell whether the database can be migrated without breaking older processes that use it.

    It also keeps other processes from migrating the database until the transaction ends.
    """
    db.exec_driver_sql(_LOCK_SCHEMA)
    return not migrating.breaks_older_workers(db) or bool(db.exec_driver_sql(_LOCK_UNUSED).scalar())


async def examine(url: str) -> migrating.ExaminedDatabase:
    """Find out about the database at an address without changing it, even while bots use it.

    Returns:
        How old the database's schema is, and whether a bot is using it.

    Raises:
        StoreProblem: A bot could not start with this database.
    """
    address = pg.read_address(url)
    await pg.check_sessions(address)
    connection = await pg.connect(address)
    try:
        with pg.watch_connection(connection):
            cursor = await connection.execute(_IS_LOCK_HELD, [pg.LockKey.DATABASE])
            is_used = await cursor.fetchone()
    except psycopg.Error as error:
        raise pg.translate_error(error) from None
    finally:
        await connection.close()
    age = await asyncio.to_thread(_find_writable_age, address)
    await pg.check_connection_limit(address)
    return migrating.ExaminedDatabase("PostgreSQL", age, bool(is_used and is_used[0]))


def _find_writable_age(address: str) -> migrating.SchemaAge:
    """Check that a database can be written to, and return how old its schema is.

    It raises `StoreProblem` if the database cannot be used.
    """
    # The transaction is undone at its end.
    with make_engine(address) as there, there.connect() as db:
        db.exec_driver_sql(_SET_TIMEOUTS)
        if db.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
            raise StoreProblem("store-server-read-only")
        age = migrating.find_usable_age(db, _AGE_PROBLEM_KEYS)
        if age is migrating.SchemaAge.CURRENT:
            check_copied(db)
            # Takes the rights and the lock that writing a row takes.
            db.exec_driver_sql("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
        elif not db.exec_driver_sql(_MAY_CREATE).scalar():
            raise StoreProblem("store-server-read-only")
        return age
