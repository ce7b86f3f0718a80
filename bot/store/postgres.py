"""PostgreSQL: its connections, locks and error codes. All that only PostgreSQL knows is here.

The driver is psycopg 3: its pipelines send a whole group at once and still tell how many rows each
statement has changed. asyncpg, though quicker, does not tell that of many executions.
"""

import asyncio
import logging
import os
import re
import select
import socket
import time
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from secrets import token_hex
from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import ConnStatus, PGconn, Ping
from sqlalchemy import Dialect, create_engine
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from bot.store.database import Batch
from bot.store.migrating import migrate
from bot.store.problems import (
    ChannelTaken,
    Conflict,
    Hindered,
    Lost,
    Repeated,
    StoreProblem,
)
from bot.store.statements import Row, Statement, converted, read, steps

DIALECT: Dialect = PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]
OLDEST = 14
"""The oldest version of the server that will do."""
PATIENCE = 35.0
"""Seconds after which a server that does not answer counts as lost."""
PAUSE = 0.5
"""Seconds after a failed connection in which nobody tries again: many may be waiting."""
CLAIMING = 1.0
"""Seconds to wait for a lock: the server takes a moment to notice that its owner has died."""
_OWNERS = 0x43617473
"""The first half of the keys of our advisory locks ("Cats"); the second is what is owned."""
WHOLE = 0
"""What is owned: all tables of the database."""

_ADDRESS = {
    "connect_timeout": "5",
    "client_encoding": "utf8",
    # A connection that was cut is noticed within ten seconds, here and (below) by the server.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "8000",
}
"""How libpq connects, unless the address says otherwise:
https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS"""
_SESSION = """
SET synchronous_commit = on;
SET lock_timeout = '5s';
SET statement_timeout = '30s';
SET idle_in_transaction_session_timeout = '10s';
SET tcp_keepalives_idle = 5;
SET tcp_keepalives_interval = 2;
SET tcp_keepalives_count = 2;
SET client_min_messages = warning
"""
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""Each statement sees what was committed before it: who waited for a row finds its new version."""
_SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_CLAIM = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
_END_FORMER = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE application_name = $1::text AND pid <> pg_backend_pid()
"""
_HOLD = "SELECT id FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
_PASSED = "SELECT 1"
"""Stands behind the guard: once it has run, so has all of the guard."""
_LAST_ID = "SELECT last_value, is_called FROM {table}_id_seq"
_SET_LAST_ID = "SELECT setval('{table}_id_seq', $1::bigint, false)"

Connection = psycopg.AsyncConnection[Any]


class Untyped(Dumper):
    """Sends an integer as the server wants it at its place, however large it is.

    Else each size and each NULL would be a prepared statement of its own.
    """

    def dump(self, obj: int) -> bytes:
        """Return its digits."""
        return str(obj).encode()


def address(url: str) -> str:
    """Return the address as libpq takes it. Raises `StoreProblem`, which does not repeat it."""
    try:
        given = conninfo_to_dict(re.sub(r"^postgres(ql)?(\+\w+)?:", "postgresql:", url))
    except psycopg.Error:
        raise StoreProblem("store-address") from None
    return make_conninfo(**{**_ADDRESS, **{name: str(value) for name, value in given.items()}})


class PostgresDatabase:
    """A database with two connections, one that writes and owns, and one that reads.

    Each does one transaction after the other. One that is lost is made anew at its next use. It is
    a `Database`.
    """

    def __init__(self, address: str) -> None:
        """Use `PostgresDatabase.open` instead."""
        name = f"cloaked-cats-{token_hex(8)}"
        self._writer = Line(make_conninfo(address, application_name=f"{name}-writer"), WHOLE)
        self._reader = Line(make_conninfo(address, application_name=f"{name}-reader"))

    @classmethod
    async def open(cls, url: str) -> "PostgresDatabase":
        """Own, make or migrate, and open a database. Raises `StoreProblem`."""
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # else it names user and database
        where = address(url)
        database = cls(where)
        try:
            async with database.writing():
                await asyncio.to_thread(prepare, where)
            async with database.reading():
                pass
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Let the running transactions end, close the connections and own it no longer."""
        async with self._writer.lock, self._reader.lock:
            await self._reader.close()
            await self._writer.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""
        async with self._writer.transaction(_WRITE) as transaction:
            yield transaction

    @asynccontextmanager
    async def reading(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold the connection that reads; each statement sees the newest data."""
        async with self._reader.transaction("") as transaction:
            yield transaction

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator["PostgresTransaction"]:
        """Hold a transaction that reads the data of one moment."""
        async with self._reader.transaction(_SNAPSHOT) as transaction:
            yield transaction


class Line:
    """A connection that comes back: it is made at its first use, and anew when it was lost.

    Whoever uses it holds its `lock`.
    """

    def __init__(self, address: str, owns: int | None = None) -> None:
        """Take libpq's address, and what is to be owned for as long as the connection lives."""
        self.lock = asyncio.Lock()
        self._address = address
        self._owns = owns
        self._connection: Connection | None = None
        self._failed: tuple[float, StoreProblem] | None = None
        """When the last try to connect failed, and why."""

    async def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    @asynccontextmanager
    async def transaction(self, begin: str) -> AsyncIterator["PostgresTransaction"]:
        """Hold a transaction that begins so; "": each statement is one."""
        async with self.lock:
            transaction = PostgresTransaction(await self._connected(), begin)
            try:
                yield transaction
                await transaction.end("COMMIT")
            except psycopg.Error as error:
                await self._undo(transaction, lost=is_lost(error))
                raise meant(error) from None
            except BaseException:
                await self._undo(transaction)
                raise

    async def _undo(self, transaction: "PostgresTransaction", lost: bool = False) -> None:
        """Undo a transaction; if that does not work, the server does it when the line is cut."""
        if not lost:
            try:
                await transaction.end("ROLLBACK")
            except psycopg.Error:
                lost = True
        if lost:
            await self.close()

    async def _connected(self) -> Connection:
        """Return the connection, made anew if it was lost. Raises `StoreProblem`."""
        if self._connection is not None and _is_gone(self._connection):
            await self.close()
        if self._connection is None:
            if self._failed and time.monotonic() < self._failed[0] + PAUSE:
                raise self._failed[1]
            try:
                self._connection = await connected(self._address, self._owns)
            except StoreProblem as problem:
                self._failed = time.monotonic(), problem
                raise
        return self._connection


async def connected(address: str, owns: int | None) -> Connection:
    """Return a new connection that owns what it is to own. Raises `StoreProblem`."""
    try:
        connection = await psycopg.AsyncConnection.connect(
            address, autocommit=True, cursor_factory=psycopg.AsyncRawCursor
        )
    except psycopg.Error:
        raise await asyncio.to_thread(_why, address) from None
    try:
        with _watched(connection):
            await _settled(connection, owns)
    except psycopg.Error as error:
        await connection.close()
        raise meant(error) from None
    except BaseException:
        await connection.close()
        raise
    return connection


def _why(address: str) -> StoreProblem:
    """Return why a connection was not made; what the server says may be in any language."""
    answer = PGconn.ping(address.encode())
    return (
        StoreProblem("store-server-refuses") if answer == Ping.OK else Lost("store-server-silent")
    )


async def _settled(connection: Connection, owns: int | None) -> None:
    """Make a new connection ready. Raises `StoreProblem`."""
    if connection.info.server_version < OLDEST * 10_000:
        raise StoreProblem("store-server-old", oldest=str(OLDEST))
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise StoreProblem("store-server-encoding")
    connection.adapters.register_dumper(int, Untyped)
    connection.prepared_max = None  # there are as many as the store has statements
    await connection.execute(_SESSION)
    if owns is None:
        return
    # Our former connection may live on at the server's end, with the lock and a transaction.
    name = connection.info.get_parameters()["application_name"]
    await connection.execute(_END_FORMER, [name])
    until = time.monotonic() + CLAIMING
    while not await _claimed(connection, owns):
        if time.monotonic() > until:
            raise StoreProblem("store-server-in-use")
        await asyncio.sleep(0.05)


async def _claimed(connection: Connection, owns: int) -> bool:
    """Try to become the owner; the server frees the lock as soon as the connection is gone.

    https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
    """
    found = await (await connection.execute(_CLAIM, [_OWNERS, owns])).fetchone()
    return bool(found and found[0])


def _is_gone(connection: Connection) -> bool:
    """Tell whether an idle connection is known to be lost, without asking the server."""
    poll = select.poll()
    if connection.closed:
        return True
    poll.register(connection.fileno(), select.POLLIN)
    with suppress(psycopg.OperationalError):
        while poll.poll(0):  # an idle server says nothing but that it goes
            connection.pgconn.consume_input()
            if connection.pgconn.status == ConnStatus.BAD:
                break
        else:
            return False
    return True


@contextmanager
def _watched(connection: Connection) -> Iterator[None]:
    """Cut the line if the server does not answer: it may stand still, and never say so."""
    watch = asyncio.get_running_loop().call_later(PATIENCE, _cut, connection)
    try:
        yield
    finally:
        watch.cancel()


def _cut(connection: Connection) -> None:
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


class PostgresTransaction:
    """Runs the statements of one transaction. It is a `Transaction`."""

    def __init__(self, connection: Connection, begin: str) -> None:
        """Begin so with the first statement; "": each statement is a transaction of its own."""
        self._connection = connection
        self._begin = begin
        self._begun = False

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds, or that an INSERT returns."""
        compiled = statement.compiled(DIALECT)
        found = await self._asked(compiled.sql, converted(compiled, values))
        return [read(compiled, row) for row in found]

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        Of an insert of several rows, that are those of its last step.
        """
        sending = self._steps(statement, rows)
        await self._send(sending)
        return sending[-1][0].rowcount

    async def run_all(
        self, batch: Batch, guard: Statement | None = None, hold: Collection[int] = ()
    ) -> None:
        """Run statements in their order, as one pipeline: one way to the server and back.

        Nobody else changes the tables with the ids `hold` from then on; all take them in the same
        order, so that no two wait for each other. After a statement that fails none runs. Raises
        what went wrong first, and `Conflict` where `guard` did not find all rows to be changed.
        """
        ids = ",".join(map(str, hold))
        sending = [self._step(_HOLD, [(f"{{{ids}}}",)])] if hold else []
        guarding: list[_Step] = []
        passed = self._step(_PASSED, [()])
        for statement, rows in batch:
            steps = self._steps(statement, rows)
            sending += steps
            if statement is guard and rows:
                guarding = steps
                sending.append(passed)
        try:
            await self._send(sending)
        finally:
            changed = sum(cursor.rowcount for cursor, _, _ in guarding)
            if passed[0].rowcount == 1 and changed != sum(len(rows) for _, _, rows in guarding):
                raise Conflict from None

    async def last_id(self, table: str) -> int:
        """Return the last id that was given to a row of a table, even if that row is gone."""
        ((last, is_given),) = await self._asked(_LAST_ID.format(table=table), ())
        return int(last) if is_given else 0

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id behind the `last` one."""
        await self._asked(_SET_LAST_ID.format(table=table), (last + 1,))

    async def end(self, how: str) -> None:
        """End the transaction, if it has begun."""
        if self._begun:
            self._begun = False
            with _watched(self._connection):
                await self._connection.execute(how)

    def _step(self, sql: str, rows: Sequence[tuple[object, ...]]) -> "_Step":
        return self._connection.cursor(), sql, rows

    def _steps(self, statement: Statement, rows: Sequence[Row]) -> "list[_Step]":
        return [self._step(*step) for step in steps(statement.compiled(DIALECT), rows)]

    def _beginning(self) -> "list[_Step]":
        """Return what has to be sent before the first statement."""
        if self._begun or not self._begin:
            return []
        self._begun = True
        return [self._step(self._begin, [()])]

    async def _send(self, sending: "Sequence[_Step]") -> None:
        """Send all, then wait for the answers: each cursor has its own."""
        with _watched(self._connection):
            async with self._connection.pipeline():
                for cursor, sql, rows in [*self._beginning(), *sending]:
                    await cursor.executemany(sql.encode(), rows)

    async def _asked(self, sql: str, given: tuple[object, ...]) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds."""
        cursor = self._connection.cursor()
        beginning = self._beginning()
        with _watched(self._connection):
            if not beginning:
                await cursor.execute(sql.encode(), given, prepare=True)
            else:
                async with self._connection.pipeline():
                    await beginning[0][0].execute(beginning[0][1].encode())
                    await cursor.execute(sql.encode(), given, prepare=True)
            return await cursor.fetchall()


_Step = tuple[psycopg.AsyncCursor[Any], str, Sequence[tuple[object, ...]]]
"""A statement with the parameters of each time that it runs, and the cursor that has its answer."""


def prepare(address: str) -> None:
    """Make or migrate the database, in one transaction. Raises `StoreProblem`."""
    engine = create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(address),
        poolclass=NullPool,
        hide_parameters=True,
    )
    try:
        with engine.begin() as db:
            migrate(
                db,
                foreign=StoreProblem("store-server-foreign"),
                newer=StoreProblem("store-server-newer"),
            )
    except DBAPIError as error:
        if not isinstance(error.orig, psycopg.Error):
            raise
        raise meant(error.orig) from None
    finally:
        engine.dispose()


_KEYS = {
    "25006": "store-server-read-only",
    "3F000": "store-server-read-only",
    "42501": "store-server-read-only",
    "53": "store-server-failing",
    "53100": "store-server-full",
    "55P03": "store-server-locked",
    "57014": "store-server-locked",
    "58": "store-server-failing",
    "XX": "store-server-failing",
}
"""What the server's codes, or their first two letters, mean:
https://www.postgresql.org/docs/current/errcodes-appendix.html"""
_LOST = ("08", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04")
"""Codes after which the server ends the connection."""
_HINDERED = ("40001", "40P01")
"""A transaction that could not be put in order with another one, or that waited in a circle."""
_MEANT = {"interactions_pkey": Repeated, "tables_open": ChannelTaken}
"""What it means that another row has the value of such a constraint."""
_FIRST = ("scores_pkey", "settings_pkey", "removed_guilds_pkey", "heartbeat_pkey")
"""Another process has just written the first row: now there is one to be changed."""


def is_lost(error: psycopg.Error) -> bool:
    """Tell whether the connection is of no more use."""
    if error.sqlstate:
        return error.sqlstate.startswith(_LOST)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def meant(error: psycopg.Error) -> Exception:
    """Return what an error of the server or the driver means.

    What remains is a fault of the program: it keeps its type, its code and its place, because the
    server's own words tell the values.
    """
    code, constraint = error.sqlstate or "", error.diag.constraint_name or ""
    if is_lost(error):
        return Lost("store-server-lost")
    if isinstance(error, psycopg.errors.UniqueViolation) and constraint in _MEANT:
        return _MEANT[constraint]()
    if code in _HINDERED or constraint in _FIRST:
        return Hindered("store-server-locked")
    key = _KEYS.get(code) or _KEYS.get(code[:2])
    if key:
        return StoreProblem(key)
    place = ".".join(filter(None, (error.diag.table_name, error.diag.column_name or constraint)))
    return type(error)(f"{code or type(error).__name__} {place}".strip())
