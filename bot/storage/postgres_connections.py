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

CONNECTIONS_PER_PROCESS = 3
"""The number of connections that a process of the bot has open: writer, reader and leases."""
OLDEST_SERVER_VERSION = 14
"""The oldest major version of the PostgreSQL server that the bot supports."""
RECONNECT_PAUSE_SECONDS = 0.5
"""The minimum number of seconds between a failed attempt to connect and the next attempt. During
this pause, all callers get the error of the failed attempt.
"""
LOCK_WAIT_SECONDS = 1.0
"""The maximum number of seconds to wait for the lock on the database after connecting. If another
process has the lock for longer, connecting fails. The server needs a moment to notice that a
process with the lock has died.
"""


class LockKey(IntEnum):
    """The first number of each PostgreSQL advisory lock of the bot.

    It says what the lock protects. Each lock also has a second number, such as a shard's. All
    values begin with the letters "Cat" in ASCII, so they are unlikely to clash with another
    program's locks.
    """

    DATABASE = 0x43617401
    """Locks the whole database. The bot's processes share this lock; an offline command has it
    alone.
    """
    COUNT = 0x43617402
    """Locks the number of shards. The process of the bot that decides it has this lock alone."""
    WORKER = 0x43617403
    """Marks a worker: a process of the bot that is willing to serve shards. The lock's second
    number is that of the worker's database session.
    """
    SHARD = 0x43617404
    """Marks a shard that a worker serves. The second number is the shard's."""
    READY = 0x43617405
    """Marks a shard that a worker could take over without delay from the worker that serves it.
    The lock's second number is the shard's.
    """
    SCHEMA = 0x43617406
    """Locks the database's schema while a process creates or migrates it."""
    JOINED = 0x43617407
    """Marks a worker that has just joined the others. The lock's second number is that of the
    worker's database session.
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
"""Default connection parameters for libpq, PostgreSQL's client library. Parameters in the
database's address override them:
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
_SELECT_READ_ONLY = "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')::bool"
"""SQL that returns whether the server is a standby, and whether this session may not write."""
TRY_LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
"""SQL that tries to take an advisory lock exclusively."""
TRY_LOCK_SHARED = "SELECT pg_try_advisory_lock_shared($1::integer, $2::integer)"
"""SQL that tries to take an advisory lock that sessions can share."""
RELEASE_LOCK_SQL = "SELECT pg_advisory_unlock($1::integer, $2::integer)"
"""SQL that releases an exclusive advisory lock of this session."""
_SELECT_REVISION = "SELECT version_num FROM alembic_version"
"""SQL that reads the version of the database's schema."""
SELECT_SESSION = "SELECT pg_backend_pid()"
"""SQL that returns the process id of the server's session that runs the query. The driver's own
number for the connection may be that of a connection pooler instead.
"""
END_FORMER_SESSIONS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""
"""SQL that ends all other sessions with the same application name as this one. Such a session can
outlive a lost connection on the server, and keep its locks.
"""

Connection = psycopg.AsyncConnection[Any]
"""An asynchronous connection to PostgreSQL, as the driver psycopg provides it."""


class UntypedIntDumper(Dumper):
    """Makes psycopg send integers to the server without a type.

    Otherwise the server would prepare a separate statement for each size of integer and for NULL.
    """

    def dump(self, obj: int) -> bytes:
        """Return an integer as decimal digits. The driver psycopg calls this method."""
        return str(obj).encode()


def read_address(url: str) -> str:
    """Convert a database's address to the form that libpq accepts.

    Raises:
        StoreProblem: The address is invalid. The error does not repeat the address, because it may
            contain a password.
    """
    try:
        parts = conninfo_to_dict(re.sub(r"^postgres(ql)?(\+\w+)?:", "postgresql:", url))
    except psycopg.Error as error:
        raise StoreProblem(_find_message_key(str(error)) or "store-address") from None
    # libpq ends the password at the first "@", and what may hold a password at the first "/".
    later_parts = (str(parts.get(name)) for name in ("host", "port", "dbname"))
    if "%40" not in url and any("@" in part for part in later_parts):
        raise StoreProblem("store-address-unescaped")
    return make_conninfo(
        **{**_CONNECTION_PARAMETERS, **{name: str(value) for name, value in parts.items()}}
    )


class ReconnectingConnection:
    """A connection to PostgreSQL that is opened at its first use, and reopened if it was lost.

    Hold its `lock` while you use it, so that only one transaction runs at a time.
    """

    def __init__(self, address: str, lock: str = "") -> None:
        """Create the object; the connection is opened only when `connect` is called.

        Args:
            lock: The SQL that locks the database while connected, such as `TRY_LOCK_SHARED`. ""
                means that nothing is locked.
        """
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # else it names user and database
        self.lock = asyncio.Lock()
        self._address = address
        self._lock = lock
        self._connection: Connection | None = None
        self._failed: tuple[float, StoreProblem] | None = None
        """The time and error of the last failed attempt to connect; None if no attempt has failed.
        The time is in seconds of the monotonic clock.
        """

    async def close(self) -> None:
        """Close the connection, if there is one. The next use makes a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def connect(self) -> Connection:
        """Return the open connection. If there is none, or if it was lost, open a new one."""
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
    """Open a connection to the server, and set up its session.

    Args:
        lock: The SQL that locks the database while connected, such as `TRY_LOCK_SHARED`. "" means
            that nothing is locked.
        timeout_seconds: How long to wait for the server's answers before the connection is cut, in
            seconds. None means `DATABASE_TIMEOUT_SECONDS`.

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
    """Check that each connection to the server has its own session, with its own locks.

    A connection pooler in transaction mode assigns sessions to connections anew for each
    transaction, so locks would end up in other sessions: https://www.pgbouncer.org/features.html.
    The check opens two connections. While the second one holds a transaction, the first one must
    still have the same session as before.

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


async def check_connection_limit(address: str) -> None:
    """Check that the server lets a process of the bot have all its connections at once.

    The server needs a moment to free those that were just closed.

    Raises:
        StoreProblem: The server refuses one of the connections, or cannot be reached.
    """
    opened, until = list[Connection](), time.monotonic() + LOCK_WAIT_SECONDS
    try:
        while len(opened) < CONNECTIONS_PER_PROCESS:
            try:
                opened.append(await _open_connection(address))
            except ConnectionLost as problem:
                if problem.key != "store-server-refuses":
                    raise
                if time.monotonic() > until:
                    needed = str(CONNECTIONS_PER_PROCESS)
                    raise ConnectionLost("store-server-connections", needed=needed) from None
                await asyncio.sleep(0.05)
    finally:
        for each in opened:
            await each.close()


_LIBPQ_MESSAGES = {
    "percent-encoded": "store-address-unescaped",
    "URI query parameter": "store-address-parameter",
    'connection option "port"': "store-server-silent",
    "bad value for connect_timeout": "store-address-parameter",
    ' value: "': "store-address-parameter",
    "channel binding": "store-server-channel-binding",
    "server does not support SSL": "store-server-no-ssl",
    "root certificate file": "store-server-certificate",
    "certificate verify failed": "store-server-certificate",
    "server certificate for": "store-server-certificate",
}
"""Maps parts of the messages of libpq and psycopg to the keys of the bot's own error messages.
PostgreSQL's client library is named libpq. Its messages are in English, because the bot sets no
other language: https://github.com/postgres/postgres/tree/master/src/interfaces/libpq, `fe-*.c`.
"""


def _find_message_key(message: str) -> str | None:
    """Return the key of the bot's own error message for a message of libpq, if it has one.

    Messages of libpq name the server and the user, and may quote a part of the password.
    """
    return next((key for words, key in _LIBPQ_MESSAGES.items() if words in message), None)


def _find_problem(address: str, message: str) -> ConnectionLost:
    """Return the error that explains to the bot's operator why a connection failed.

    The error does not repeat libpq's `message`. The server's own messages may be in any language,
    so a ping of the server tells whether it answers at all.
    """
    if key := _find_message_key(message):
        return ConnectionLost(key)
    if PGconn.ping(address.encode()) == Ping.OK:
        return ConnectionLost("store-server-refuses")
    return ConnectionLost("store-server-silent")


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
    await _check_writable(connection, must_write=bool(lock))
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


async def _check_writable(connection: Connection, *, must_write: bool) -> None:
    """Raise `ConnectionLost` if the server is a standby, or if it only reads but `must_write`.

    A standby may show old data, and its locks keep nobody from the primary server.
    """
    row = await (await connection.execute(_SELECT_READ_ONLY)).fetchone()
    is_standby, is_read_only = row or (False, False)
    if is_standby:
        raise ConnectionLost("store-server-standby")
    if must_write and is_read_only:
        raise ConnectionLost("store-server-read-only")


async def _check_revision(connection: Connection) -> None:
    """Check that the bot's tables are there, and that no newer worker has migrated them meanwhile.

    Otherwise, raise `ConnectionLost`.
    """
    try:
        rows = await (await connection.execute(_SELECT_REVISION)).fetchall()
    except psycopg.errors.UndefinedTable:
        raise ConnectionLost("store-server-no-tables") from None
    if rows != [(migrating.NEWEST_REVISION,)]:
        raise ConnectionLost("store-server-newer")


async def _try_lock(connection: Connection, lock: str) -> bool:
    """Try to lock the database, and tell whether that was possible.

    The server frees the lock as soon as the connection is gone:
    https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
    """
    row = await (await connection.execute(lock, [LockKey.DATABASE, 0])).fetchone()
    return bool(row and row[0])


def _is_gone(connection: Connection) -> bool:
    """Tell whether an idle connection was lost, without sending a request to the server."""
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
def watch_connection(connection: Connection, max_seconds: float | None = None) -> Iterator[None]:
    """Cut the connection if the `with` block takes too long, because the server does not answer.

    Args:
        max_seconds: How long the block may take, in seconds. None means
            `DATABASE_TIMEOUT_SECONDS`.
    """
    seconds = DATABASE_TIMEOUT_SECONDS if max_seconds is None else max_seconds
    watch = asyncio.get_running_loop().call_later(seconds, _cut, connection)
    try:
        yield
    finally:
        watch.cancel()


def _cut(connection: Connection) -> None:
    """Shut down a connection's socket, so that code that waits for the server gets an error."""
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


_PROBLEM_KEYS = {
    "25006": "store-server-read-only",
    "3F000": "store-server-no-tables",
    "42501": "store-server-read-only",
    "53": "store-server-failing",
    "53100": "store-server-full",
    "55P03": "store-server-locked",
    "57014": "store-server-locked",
    "58": "store-server-failing",
    "XX": "store-server-failing",
}
"""Maps PostgreSQL's error codes, or their first two characters, to keys of error messages.

https://www.postgresql.org/docs/current/errcodes-appendix.html
"""
_LOST_CODES = ("08", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04")
"""Prefixes of PostgreSQL's error codes that mean that the connection has ended."""
_OUTDATED_CODES = ("0A000", "25006", "26000", "3F000", "42501", "42P01")
"""PostgreSQL's error codes that a new session may not meet. They come from what is fixed when a
session begins: the server that it leads to, whether it may write, its role, its search path and
its prepared statements.
"""
_HINDERED_CODES = ("40001", "40P01")
"""PostgreSQL's error codes for a serialization failure and a deadlock. A retry may succeed."""
_EXPECTED_VIOLATIONS = {"interactions_pkey": RepeatedInteraction, "tables_open": ChannelTaken}
"""Maps the name of a violated unique constraint to the error to raise for it."""
_HINDERED_CONSTRAINTS = ("preferences_pkey", "records_pkey", "retention_pkey", "standings_pkey")
"""Names of unique constraints after whose violation a write is tried again. They are violated if
another process has just inserted the same row, where the transaction has read before that there is
none. The second attempt reads that row.
"""


def is_lost(error: psycopg.Error) -> bool:
    """Tell whether an error means that the connection to the server is lost."""
    if error.sqlstate:
        return error.sqlstate.startswith(_LOST_CODES)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def is_session_spent(error: psycopg.Error) -> bool:
    """Tell whether an error means that the session has to be replaced by a new one."""
    return is_lost(error) or error.sqlstate in _OUTDATED_CODES


def translate_error(error: psycopg.Error) -> Exception:
    """Convert an error of psycopg, the driver, to the error that callers of the storage expect.

    An error in the program keeps its type, with its code and the table and column concerned. The
    server's message is dropped, because it contains stored values.
    """
    code, constraint = error.sqlstate or "", error.diag.constraint_name or ""
    if is_lost(error):
        return ConnectionLost("store-server-lost")
    if isinstance(error, psycopg.errors.UniqueViolation) and constraint in _EXPECTED_VIOLATIONS:
        return _EXPECTED_VIOLATIONS[constraint]()
    if code in _HINDERED_CODES or constraint in _HINDERED_CONSTRAINTS:
        return WriteHindered("store-server-locked")
    key = _PROBLEM_KEYS.get(code) or _PROBLEM_KEYS.get(code[:2])
    if code in _OUTDATED_CODES and not isinstance(error, psycopg.errors.UndefinedTable):
        return ConnectionLost(key or "store-server-lost")
    if key:
        return StoreProblem(key)
    place = ".".join(filter(None, (error.diag.table_name, error.diag.column_name or constraint)))
    return type(error)(f"{code or type(error).__name__} {place}".strip())
