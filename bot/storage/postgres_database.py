"""PostgreSQL: its transactions, what begins them, and examining a database.

The driver is psycopg 3: its pipelines send a whole group at once and still tell how many rows each
statement has changed. asyncpg, though quicker, does not tell that of many executions.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from secrets import token_hex
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.conninfo import make_conninfo
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.common.timings import STATEMENT_TIMEOUT_SECONDS
from bot.storage.database import Asked, Batch
from bot.storage.migrating import Age, Found, age, breaks_older_workers, migrate
from bot.storage.postgres_connections import (
    LOCK,
    LOCK_SHARED,
    Connection,
    LockKey,
    ReconnectingConnection,
    address,
    check_sessions,
    connect,
    is_lost,
    translate_error,
    watch_connection,
)
from bot.storage.postgres_shard_leases import PostgresShardLeases
from bot.storage.problems import Conflict, StoreProblem, Unknown
from bot.storage.schema import metadata
from bot.storage.statements import Row, Statement, converted, read, steps
from bot.storage.unfinished import check_copied

for _table in metadata.tables.values():
    for _index in _table.indexes:
        # The schema says it of SQLite alone.
        _index.dialect_options["postgresql"]["where"] = _index.dialect_options["sqlite"]["where"]


@contextmanager
def engine(address: str) -> Iterator[sa.Engine]:
    """Yield what connects to an address of libpq, once for each use; nothing stays open.

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


def refuse(found: Age) -> None:
    """Raise the `StoreProblem` of a database that this version cannot use."""
    match found:
        case Age.FOREIGN:
            raise StoreProblem("store-server-foreign")
        case Age.TOO_OLD:
            raise StoreProblem("store-server-too-old")
        case Age.NEWER:
            raise StoreProblem("store-server-newer")


DIALECT: sa.Dialect = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]

_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Each statement sees what was committed before it: who waited for a row finds its new version."""
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LOCK_TABLES = "SELECT id FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
_PASSED = "SELECT 1"
"""Stands behind the guard: once it has run, so has all of the guard."""
_MIGRATE = f"SELECT pg_advisory_xact_lock({LockKey.SCHEMA:d}, 0)"
_IS_UNUSED = f"SELECT pg_try_advisory_xact_lock({LockKey.DATABASE:d}, 0)"
"""Tells whether no worker has the database, and keeps others out until the transaction ends."""
_LAST_ID = "SELECT last_value, is_called FROM {table}_id_seq"
_SET_LAST_ID = "SELECT setval('{table}_id_seq', $1::bigint, false)"


class PostgresDatabase:
    """A database with two connections, one that writes and one that reads.

    Each does one transaction after the other. One that is lost is made anew at its next use. It is
    a `Database`.
    """

    def __init__(self, address: str, *, alone: bool) -> None:
        """Use `PostgresDatabase.open` instead."""
        name = f"cloaked-cats-{token_hex(8)}"
        self._sessions = {
            what: make_conninfo(address, application_name=f"{name}-{what}")
            for what in ("writer", "reader", "claims")
        }
        self._writer = ReconnectingConnection(
            self._sessions["writer"], LOCK if alone else LOCK_SHARED
        )
        self._reader = ReconnectingConnection(self._sessions["reader"])

    @classmethod
    async def open(cls, url: str, *, alone: bool = False) -> "PostgresDatabase":
        """Make or migrate a database, and open it, together with others or `alone`.

        Raises `StoreProblem`, also if another process has it alone, or at all if this one shall.
        """
        where = address(url)
        await check_sessions(where)
        database = cls(where, alone=alone)
        try:
            if not alone:
                await asyncio.to_thread(prepare, where)
            async with database.writing():
                if alone:
                    await asyncio.to_thread(prepare, where, alone=True)
            async with database.reading():
                pass
        except BaseException:
            await database.close()
            raise
        return database

    async def check(self) -> None:
        """Do nothing: a server keeps its files itself, and says when it has gone."""

    def leases(self) -> PostgresShardLeases:
        """Return what says which worker serves which shard, in a session of its own."""
        return PostgresShardLeases(self._sessions["claims"])

    async def close(self) -> None:
        """Let the running transactions end, and close the connections."""
        async with self._writer.lock, self._reader.lock:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""
        async with _transaction(self._writer, _WRITE) as transaction:
            yield transaction

    @asynccontextmanager
    async def reading(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold the connection that reads; each statement sees the newest data."""
        async with _transaction(self._reader, "") as transaction:
            yield transaction

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold a transaction that reads the data of one moment."""
        async with _transaction(self._reader, _SNAPSHOT) as transaction:
            yield transaction


@asynccontextmanager
async def _transaction(
    line: ReconnectingConnection, begin: str
) -> AsyncIterator["PostgresTransaction"]:
    """Hold a transaction that begins so; "": each statement is one."""
    async with line.lock:
        transaction = PostgresTransaction(await line.connected(), begin)
        ending = False
        try:
            yield transaction
            ending = True
            await transaction.end("COMMIT")
        except psycopg.Error as error:
            lost = is_lost(error)
            await _undo(line, transaction, lost=lost)
            raise (
                Unknown("store-server-lost") if ending and lost else translate_error(error)
            ) from None
        except BaseException:
            await _undo(line, transaction)
            raise


async def _undo(
    line: ReconnectingConnection, transaction: "PostgresTransaction", lost: bool = False
) -> None:
    """Undo a transaction; if that does not work, the server does it when the line is cut."""
    if not lost:
        try:
            await transaction.end("ROLLBACK")
        except psycopg.Error:
            lost = True
    if lost:
        await line.close()


class PostgresTransaction:
    """Runs the statements of one transaction. It is a `Transaction`."""

    def __init__(self, connection: Connection, begin: str) -> None:
        """Begin so with the first statement; "": each statement is a transaction of its own."""
        self._connection = connection
        self._begin = begin
        self._begun = False

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds."""
        compiled = statement.compiled(DIALECT)
        found = await self._rows(compiled.sql, converted(compiled, values))
        return [read(compiled, row) for row in found]

    async def several(self, *asked: Asked) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all of one moment."""
        compiled = [statement.compiled(DIALECT) for statement, _ in asked]
        cursors = [self._connection.cursor() for _ in asked]
        is_alone = not self._begin
        if is_alone:
            self._begin = _SNAPSHOT
        async with self._pipeline():
            for cursor, each, (_, values) in zip(cursors, compiled, asked, strict=True):
                await cursor.execute(each.sql.encode(), converted(each, values), prepare=True)
        found = [await cursor.fetchall() for cursor in cursors]
        if is_alone:
            await self.end("COMMIT")
            self._begin = ""
        return [
            [read(each, row) for row in rows] for each, rows in zip(compiled, found, strict=True)
        ]

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row; return the id that each returns, in their order."""
        if not rows:
            return []
        compiled = statement.compiled(DIALECT)
        cursor, ids = self._connection.cursor(), list[int]()
        parameters = [converted(compiled, row) for row in rows]
        async with self._pipeline():
            await cursor.executemany(compiled.sql.encode(), parameters, returning=True)
        async for result in cursor.results():
            ids += [id_ for (id_,) in await result.fetchall()]
        return ids

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        Of an insert of several rows, that are those of its last step.
        """
        sending = self._steps(statement, rows)
        await self._send(sending)
        return sending[-1][0].rowcount if sending else 0

    async def run_all(self, batch: Batch) -> None:
        """Run statements in their order, as one pipeline: one way to the server and back.

        After a statement that fails none runs. Raises what went wrong first, and `Conflict` where a
        guard did not change all its rows.
        """
        await self.run_last(batch, ())

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run statements as `run_all` does, with locks on the tables with the ids `locked`.

        All processes lock tables in the same order, so that no two wait for each other.
        """
        ids = ",".join(map(str, sorted(locked)))
        sending = [self._step(_LOCK_TABLES, [(f"{{{ids}}}",)])] if locked else []
        guarding: list[_Step] = []
        passed = self._step(_PASSED, [()])
        for statement, rows in batch:
            steps = self._steps(statement, rows)
            sending += steps
            if statement.is_guard and rows:
                guarding = steps
                sending.append(passed)
        try:
            await self._send(sending)
        except psycopg.Error:
            _check(guarding, passed)
            raise
        _check(guarding, passed)

    async def last_id(self, table: str) -> int:
        """Return the last id that was given to a row of a table, even if that row is gone."""
        ((last, is_called),) = await self._rows(_LAST_ID.format(table=table), ())
        return int(last) if is_called else 0

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id behind the `last` one."""
        await self._rows(_SET_LAST_ID.format(table=table), (last + 1,))

    async def end(self, how: str) -> None:
        """End the transaction, if it has begun."""
        if self._begun:
            self._begun = False
            with watch_connection(self._connection):
                await self._connection.execute(how)

    def _step(self, sql: str, rows: Sequence[tuple[object, ...]]) -> "_Step":
        return self._connection.cursor(), sql, rows

    def _steps(self, statement: Statement, rows: Sequence[Row]) -> "list[_Step]":
        return [self._step(*step) for step in steps(statement.compiled(DIALECT), rows)]

    @asynccontextmanager
    async def _pipeline(self) -> AsyncIterator[None]:
        """Send all that is asked within at once, behind what begins the transaction."""
        with watch_connection(self._connection):
            async with self._connection.pipeline():
                if self._begin and not self._begun:
                    self._begun = True
                    await self._connection.execute(self._begin, prepare=True)
                yield

    async def _send(self, sending: "Sequence[_Step]") -> None:
        """Send all, then wait for the answers: each cursor has its own."""
        if not sending:
            return
        async with self._pipeline():
            for cursor, sql, rows in sending:
                await cursor.executemany(sql.encode(), rows)

    async def _rows(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        cursor = self._connection.cursor()
        async with self._pipeline():
            await cursor.execute(sql.encode(), values, prepare=True)
        return await cursor.fetchall()


_Step = tuple[psycopg.AsyncCursor[Any], str, Sequence[tuple[object, ...]]]
"""A statement with the parameters of each time that it runs, and the cursor that has its answer."""


def _check(guarding: "Sequence[_Step]", passed: "_Step") -> None:
    """Raise `Conflict` where a guard that has run did not find all rows to be changed."""
    changed = sum(cursor.rowcount for cursor, _, _ in guarding)
    if passed[0].rowcount == 1 and changed != sum(len(rows) for _, _, rows in guarding):
        raise Conflict from None


def prepare(address: str, *, alone: bool = False) -> None:
    """Make or migrate the database, in one transaction. Raises `StoreProblem`.

    Also if workers of an older schema, which could not live with the new one, have it meanwhile;
    `alone` says that nobody has it but who calls this.
    """
    with engine(address) as there, there.begin() as db:
        if not _may_migrate(db) and not alone:
            raise StoreProblem("store-server-older-workers")
        found = age(db)
        refuse(found)
        migrate(db, found)


async def may_migrate(url: str) -> bool:
    """Tell whether `prepare` could do its work now. Raises `StoreProblem`."""
    where = address(url)
    await check_sessions(where)

    def look() -> bool:
        with engine(where) as there, there.begin() as db:
            return _may_migrate(db)

    return await asyncio.to_thread(look)


def _may_migrate(db: sa.Connection) -> bool:
    """Tell whether no worker is in the way of a migration; until the end nobody else migrates."""
    db.exec_driver_sql(_MIGRATE)
    return not breaks_older_workers(db) or bool(db.exec_driver_sql(_IS_UNUSED).scalar())


_USED = """
SELECT EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND granted AND classid = $1::bigint
    AND datname = current_database()
)
"""
"""Whether somebody holds this lock of ours:
https://www.postgresql.org/docs/current/view-pg-locks.html"""
_TIMEOUTS = f"SET lock_timeout = '5s'; SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s'"
_MAY_CREATE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


async def examine(url: str) -> Found:
    """Return what is known of the database at an address. Raises `StoreProblem`."""
    where = address(url)
    await check_sessions(where)
    connection = await connect(where)
    try:
        with watch_connection(connection):
            cursor = await connection.execute(_USED, [LockKey.DATABASE])
            used = await cursor.fetchone()
    except psycopg.Error as error:
        raise translate_error(error) from None
    finally:
        await connection.close()
    found = await asyncio.to_thread(_age, where)
    return Found("PostgreSQL", found, bool(used and used[0]))


def _age(where: str) -> Age:
    """Return how old a database is that can be written to. Raises `StoreProblem`."""
    with engine(where) as there, there.connect() as db:  # a transaction that is undone at its end
        db.exec_driver_sql(_TIMEOUTS)
        if db.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
            raise StoreProblem("store-server-read-only")
        found = age(db)
        refuse(found)
        if found is Age.CURRENT:
            check_copied(db)
            # Takes the rights and the lock that writing a row takes.
            db.exec_driver_sql("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
        elif not db.exec_driver_sql(_MAY_CREATE).scalar():
            raise StoreProblem("store-server-read-only")
        return found
