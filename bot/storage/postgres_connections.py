"""Connects to PostgreSQL, replaces lost connections, and translates the server's errors."""

import asyncio
import logging
import os
import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import ConnStatus, PGconn, Ping

from bot.common.timings import DATABASE_TIMEOUT_SECONDS, STATEMENT_TIMEOUT_SECONDS
from bot.storage import migrating
from bot.storage.problems import (
    ChannelTaken,
    ConnectionLost,
    RepeatedInteraction,
    StoreProblem,
    WriteHindered,
)

OLDEST_SERVER_VERSION = 14
"""The oldest version of the PostgreSQL server that the bot works with."""
RECONNECT_PAUSE_SECONDS = 0.5
"""How many seconds after a failed connection nobody tries to connect again.

Many callers may be waiting, and they all get the same error meanwhile.
"""
LOCK_WAIT_SECONDS = 1.0
"""How many seconds to wait for the lock on the database at the start.

The server takes a moment to notice that the former owner of the lock has died.
"""


class LockKey(IntEnum):
    """The first half of the keys of PostgreSQL's advisory locks: it says what a lock is about.

    The second half is a number, such as that of a shard. All values begin with the letters "Cat",
    so that other programs' locks differ.
    """

    DATABASE = 0x43617401
    """All rows of the database. Workers share this lock; an offline command has it alone."""
    COUNT = 0x43617402
    """The number of shards. The worker that decides it has this lock alone."""
    WORKER = 0x43617403
    """A worker that takes shards. The second half of the key is the number of its session."""
    SHARD = 0x43617404
    """A shard that a worker serves."""
    READY = 0x43617405
    """A shard that a worker could take over at once from the worker that serves it."""
    SCHEMA = 0x43617406
    """The schema, while a process creates or migrates it."""
    JOINED = 0x43617407
    """A worker that has just joined the others.

    The second half of the key is its session's number.
    """


_CONNECTION_PARAMETERS = {
    "connect_timeout": "5",
    "client_encoding": "utf8",
    # A connection that was cut is noticed within ten seconds, here and (below) by the server.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "8000",
}
"""The parameters with which libpq, PostgreSQL's client library, connects to the server.

The address may give others:
https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS
"""
_SET_UP_SESSION = f"SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s';"
"""SQL that sets the time limits and the durability of a new session."""
_SET_UP_SESSION += """
SET synchronous_commit = on;
SET lock_timeout = '5s';
SET idle_in_transaction_session_timeout = '10s';
SET tcp_keepalives_idle = 5;
SET tcp_keepalives_interval = 2;
SET tcp_keepalives_count = 2;
SET client_min_messages = warning
"""
TRY_LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
"""SQL that tries to take a lock alone. Parameters: a `LockKey` and a number."""
TRY_LOCK_SHARED = "SELECT pg_try_advisory_lock_shared($1::integer, $2::integer)"
"""SQL that tries to take a lock together with others. Parameters: a `LockKey` and a number."""
RELEASE_LOCK_SQL = "SELECT pg_advisory_unlock($1::integer, $2::integer)"
"""SQL that frees a lock of this session. Parameters: a `LockKey` and a number."""
_SELECT_REVISION = "SELECT version_num FROM alembic_version"
"""SQL for the revision of the database's schema, as Alembic stores it."""
SELECT_SESSION = "SELECT pg_backend_pid()"
"""SQL for the server's number of the session.

The connection's own number may be that of a connection pooler.
"""
END_FORMER_SESSIONS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""
"""SQL that ends other sessions with the same name as this one.

They may live on at the server's end after their connection was lost, with their locks.
"""

Connection = psycopg.AsyncConnection[Any]
"""A connection of psycopg, the driver, for use with asyncio."""


class UntypedIntDumper(Dumper):
    """Sends integers to the server without a type.

    With a type, each size of integer and each NULL would need its own prepared statement.
    """

    def dump(self, obj: int) -> bytes:
        """Return the decimal digits of an integer. psycopg calls this method."""
        return str(obj).encode()


def read_address(url: str) -> str:
    """Return an address in the form that libpq, PostgreSQL's client library, takes.

    Args:
        url: The address, such as `postgresql://user@host/cats`.

    Raises:
        StoreProblem: The address is invalid. The problem does not repeat it, because it may hold a
            password.
    """
    try:
        parts = conninfo_to_dict(re.sub(r"^postgres(ql)?(\+\w+)?:", "postgresql:", url))
    except psycopg.Error:
        raise StoreProblem("store-address") from None
    return make_conninfo(
        **{**_CONNECTION_PARAMETERS, **{name: str(value) for name, value in parts.items()}}
    )


class ReconnectingConnection:
    """A connection that is made at its first use, and made again after it was lost.

    Hold its `lock` while you use it, so that only one transaction runs at a time.
    """

    def __init__(self, address: str, lock: str = "") -> None:
        """Prepare a connection, which is made only when `connect` is called.

        Args:
            address: The address in the form that `read_address` returns.
            lock: The SQL that locks the database while connected, such as `TRY_LOCK_SHARED`. ""
                means that nothing is locked.
        """
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # else it names user and database
        self.lock = asyncio.Lock()
        self._address = address
        self._lock = lock
        self._connection: Connection | None = None
        self._failed: tuple[float, StoreProblem] | None = None
        """When the last try to connect failed, in seconds of a monotonic clock, and why."""

    async def close(self) -> None:
        """Close the connection, if there is one. The next use makes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def connect(self) -> Connection:
        """Return the connection, which is made anew if it was lost.

        Raises:
            StoreProblem: The server cannot be reached or used.
        """
        if self._connection is not None and _is_gone(self._connection):
            await self.close()
        if self._connection is None:
            if self._failed and time.monotonic() < self._failed[0] + RECONNECT_PAUSE_SECONDS:
                raise self._failed[1]
            try:
                self._connection = await connect(self._address, self._lock)
            except StoreProblem as problem:
                self._failed = time.monotonic(), problem
                raise
        return self._connection


async def connect(address: str, lock: str = "", timeout_seconds: float | None = None) -> Connection:
    """Return a new connection to the server, with its session set up.

    Args:
        address: The address in the form that `read_address` returns.
        lock: The SQL that locks the database while connected, such as `TRY_LOCK_SHARED`. "" means
            that nothing is locked.
        timeout_seconds: After how many seconds without an answer the server counts as lost. None
            means `DATABASE_TIMEOUT_SECONDS`.

    Raises:
        StoreProblem: The server cannot be reached or used, or another process has the lock.
    """
    connection = await _open_connection(address)
    try:
        with watch_connection(connection, timeout_seconds):
            await _prepare_session(connection, lock)
    except psycopg.Error as error:
        await connection.close()
        raise translate_error(error) from None
    except BaseException:
        await connection.close()
        raise
    return connection


async def _open_connection(address: str) -> Connection:
    """Open a connection without setting up its session, or raise `StoreProblem`."""
    try:
        return await psycopg.AsyncConnection.connect(
            address, autocommit=True, cursor_factory=psycopg.AsyncRawCursor
        )
    except psycopg.Error as error:
        raise await asyncio.to_thread(_find_problem, address, str(error)) from None


async def check_sessions(address: str) -> None:
    """Check that each connection to the server has a session of its own.

    A connection pooler in transaction mode gives each transaction any session, so the locks of a
    session would be somebody else's: https://www.pgbouncer.org/features.html. The check opens two
    connections. One begins a transaction in the session that the other may have had before, so that
    a pooler has to give the other one a different session.

    Args:
        address: The address in the form that `read_address` returns.

    Raises:
        StoreProblem: The connections share sessions, or the server cannot be reached.
    """
    one, other = await _open_connection(address), await _open_connection(address)
    try:
        with watch_connection(one), watch_connection(other):
            before = await (await one.execute(SELECT_SESSION)).fetchone()
            await other.execute("BEGIN")
            await other.execute(SELECT_SESSION)
            after = await (await one.execute(SELECT_SESSION)).fetchone()
    except psycopg.Error as error:
        raise translate_error(error) from None
    finally:
        await one.close()
        await other.close()
    if before != after:
        raise StoreProblem("store-server-pooled")


_LIBPQ_MESSAGES = {
    "server does not support SSL": "store-server-no-ssl",
    "root certificate file": "store-server-certificate",
    "certificate verify failed": "store-server-certificate",
    "server certificate for": "store-server-certificate",
}
"""Maps parts of the error messages of libpq to the keys of explaining sentences.

PostgreSQL's client library is named libpq. Its messages are in English, as nothing sets another
language: https://github.com/postgres/postgres/tree/master/src/interfaces/libpq, `fe-secure*.c`.
"""


def _find_problem(address: str, message: str) -> ConnectionLost:
    """Return the error that tells the host why a connection was not made.

    It does not repeat libpq's message, which names the host and the user. The server's own messages
    may be in any language, so a second, simpler request tells whether the server answers at all.
    """
    for words, key in _LIBPQ_MESSAGES.items():
        if words in message:
            return ConnectionLost(key)
    answer = PGconn.ping(address.encode())
    return (
        ConnectionLost("store-server-refuses")
        if answer == Ping.OK
        else ConnectionLost("store-server-silent")
    )


async def _prepare_session(connection: Connection, lock: str) -> None:
    """Check the server's version, set up the session, and lock the database.

    `lock` is the SQL that takes the lock; "" means that nothing is locked. It raises `StoreProblem`
    if the server cannot be used.
    """
    if connection.info.server_version < OLDEST_SERVER_VERSION * 10_000:
        raise ConnectionLost("store-server-old", oldest=str(OLDEST_SERVER_VERSION))
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise ConnectionLost("store-server-encoding")
    connection.adapters.register_dumper(int, UntypedIntDumper)
    connection.prepared_max = None  # no limit: there are as many as the store has statements
    await connection.execute(_SET_UP_SESSION)
    if not lock:
        return
    await connection.execute(END_FORMER_SESSIONS)
    until = time.monotonic() + LOCK_WAIT_SECONDS
    while not await _try_lock(connection, lock):
        if time.monotonic() > until:
            raise ConnectionLost("store-server-in-use")
        await asyncio.sleep(0.05)
    if lock == TRY_LOCK_SHARED:
        await _check_revision(connection)


async def _check_revision(connection: Connection) -> None:
    """Raise `ConnectionLost` if a worker of a newer version has migrated the database meanwhile."""
    found = await (await connection.execute(_SELECT_REVISION)).fetchall()
    if found != [(migrating.NEWEST_REVISION,)]:
        raise ConnectionLost("store-server-newer")


async def _try_lock(connection: Connection, lock: str) -> bool:
    """Try to lock the database, and tell whether that was possible.

    The server frees the lock as soon as the connection is gone:
    https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
    """
    found = await (await connection.execute(lock, [LockKey.DATABASE, 0])).fetchone()
    return bool(found and found[0])


def _is_gone(connection: Connection) -> bool:
    """Tell whether an idle connection is lost, without sending a request to the server."""
    poll = select.poll()
    if connection.closed:
        return True
    poll.register(connection.fileno(), select.POLLIN)
    with suppress(psycopg.OperationalError):
        while poll.poll(0):  # an idle server sends nothing unless it ends the connection
            connection.pgconn.consume_input()
            if connection.pgconn.status == ConnStatus.BAD:
                break
        else:
            return False
    return True


@contextmanager
def watch_connection(
    connection: Connection, timeout_seconds: float | None = None
) -> Iterator[None]:
    """Cut the connection if the block takes too long, because the server does not answer.

    Args:
        connection: The connection to cut.
        timeout_seconds: After how many seconds to cut it. None means `DATABASE_TIMEOUT_SECONDS`.
    """
    seconds = DATABASE_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
    watch = asyncio.get_running_loop().call_later(seconds, _cut, connection)
    try:
        yield
    finally:
        watch.cancel()


def _cut(connection: Connection) -> None:
    """Shut down the socket of a connection, so that waiting for the server ends with an error."""
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


_PROBLEM_KEYS = {
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
"""Maps the server's error codes, or their first two letters, to the keys of explaining sentences.

https://www.postgresql.org/docs/current/errcodes-appendix.html
"""
_LOST_CODES = ("08", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04")
"""The beginnings of the server's error codes after which it ends the connection."""
_HINDERED_CODES = ("40001", "40P01")
"""The server's error codes for a serialization failure and for a deadlock. A retry may succeed."""
_EXPECTED_VIOLATIONS = {"interactions_pkey": RepeatedInteraction, "tables_open": ChannelTaken}
"""Maps the name of a violated unique constraint to the error that callers expect."""
_HINDERED_CONSTRAINTS = tuple(
    f"{name}_pkey"
    for name in (
        *("standings", "months", "earlier", "settings", "removed_guilds", "heartbeat"),
        *("guesses", "preferences", "retention"),
    )
)
"""Unique constraints that are violated when another process has just inserted the same row.

A second try then updates that row.
"""


def is_lost(error: psycopg.Error) -> bool:
    """Tell whether an error means that the connection to the server is lost."""
    if error.sqlstate:
        return error.sqlstate.startswith(_LOST_CODES)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def translate_error(error: psycopg.Error) -> Exception:
    """Return the error that callers of the storage expect in place of an error of the driver.

    A fault of the program keeps its type, its code, and the table and column that it is about. The
    server's message is dropped, because it contains stored values.

    Args:
        error: The error that psycopg, the driver, raised.
    """
    code, constraint = error.sqlstate or "", error.diag.constraint_name or ""
    if is_lost(error):
        return ConnectionLost("store-server-lost")
    if isinstance(error, psycopg.errors.UniqueViolation) and constraint in _EXPECTED_VIOLATIONS:
        return _EXPECTED_VIOLATIONS[constraint]()
    if code in _HINDERED_CODES or constraint in _HINDERED_CONSTRAINTS:
        return WriteHindered("store-server-locked")
    key = _PROBLEM_KEYS.get(code) or _PROBLEM_KEYS.get(code[:2])
    if key:
        return StoreProblem(key)
    place = ".".join(filter(None, (error.diag.table_name, error.diag.column_name or constraint)))
    return type(error)(f"{code or type(error).__name__} {place}".strip())
