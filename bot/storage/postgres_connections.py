"""Connections to PostgreSQL: connecting, reconnecting, and what an error means."""

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
from bot.storage.problems import ChannelTaken, Hindered, Lost, Repeated, StoreProblem

OLDEST_SERVER_VERSION = 14
"""The oldest version of the server that will do."""
RECONNECT_PAUSE_SECONDS = 0.5
"""Seconds after a failed connection in which nobody tries again: many may be waiting."""
LOCK_WAIT_SECONDS = 1.0
"""Seconds to wait for a lock: the server takes a moment to notice that its owner has died."""


class LockKey(IntEnum):
    """What our session locks are about: the first half of their keys, which begin with "Cat"."""

    DATABASE = 0x43617401
    """All rows: workers share this one, who moves them elsewhere has it alone."""
    COUNT = 0x43617402
    """How many shards there are: who decides it has this one alone."""
    WORKER = 0x43617403
    """A worker, by its session's number."""
    SHARD = 0x43617404
    """A shard that somebody serves."""
    READY = 0x43617405
    """A shard that somebody could take over at once."""
    SCHEMA = 0x43617406
    """The schema, while somebody makes or migrates it."""
    JOINED = 0x43617407
    """A worker that has just joined, by its session's number."""


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
_SESSION = f"SET statement_timeout = '{STATEMENT_TIMEOUT_SECONDS}s';"
_SESSION += """
SET synchronous_commit = on;
SET lock_timeout = '5s';
SET idle_in_transaction_session_timeout = '10s';
SET tcp_keepalives_idle = 5;
SET tcp_keepalives_interval = 2;
SET tcp_keepalives_count = 2;
SET client_min_messages = warning
"""
LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
LOCK_SHARED = "SELECT pg_try_advisory_lock_shared($1::integer, $2::integer)"
UNLOCK = "SELECT pg_advisory_unlock($1::integer, $2::integer)"
_REVISION = "SELECT version_num FROM alembic_version"
SESSION = "SELECT pg_backend_pid()"
"""The server's number of a session; what a connection tells may be a pooler's own."""
END_FORMER = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
"""
"""A former session of the same name may live on at the server's end, with its locks."""

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
        parts = conninfo_to_dict(re.sub(r"^postgres(ql)?(\+\w+)?:", "postgresql:", url))
    except psycopg.Error:
        raise StoreProblem("store-address") from None
    return make_conninfo(**{**_ADDRESS, **{name: str(value) for name, value in parts.items()}})


class ReconnectingConnection:
    """A connection that comes back: it is made at its first use, and anew when it was lost.

    Whoever uses it holds its `lock`.
    """

    def __init__(self, address: str, lock: str = "") -> None:
        """Take libpq's address, and how the database is locked while connected, if at all."""
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # else it names user and database
        self.lock = asyncio.Lock()
        self._address = address
        self._lock = lock
        self._connection: Connection | None = None
        self._failed: tuple[float, StoreProblem] | None = None
        """When the last try to connect failed, and why."""

    async def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def connected(self) -> Connection:
        """Return the connection, made anew if it was lost. Raises `StoreProblem`."""
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


async def connect(address: str, lock: str = "", patience: float | None = None) -> Connection:
    """Return a new connection; with a `lock`, the database is locked so. Raises `StoreProblem`.

    A server that does not answer for so many seconds counts as lost.
    """
    connection = await _connected(address)
    try:
        with watch_connection(connection, patience):
            await _prepare_session(connection, lock)
    except psycopg.Error as error:
        await connection.close()
        raise translate_error(error) from None
    except BaseException:
        await connection.close()
        raise
    return connection


async def _connected(address: str) -> Connection:
    try:
        return await psycopg.AsyncConnection.connect(
            address, autocommit=True, cursor_factory=psycopg.AsyncRawCursor
        )
    except psycopg.Error as error:
        raise await asyncio.to_thread(_connection_problem, address, str(error)) from None


async def check_sessions(address: str) -> None:
    """Look whether each connection has a session of its own. Raises `StoreProblem` if not.

    A pooler in transaction mode gives each transaction any session
    (https://www.pgbouncer.org/features.html): locks that live with a session, by which workers
    know of each other, would be somebody else's. While one connection holds a transaction open in
    the session that another one had before, that one finds itself in a third.
    """
    one, other = await _connected(address), await _connected(address)
    try:
        with watch_connection(one), watch_connection(other):
            before = await (await one.execute(SESSION)).fetchone()
            await other.execute("BEGIN")
            await other.execute(SESSION)
            after = await (await one.execute(SESSION)).fetchone()
    except psycopg.Error as error:
        raise translate_error(error) from None
    finally:
        await one.close()
        await other.close()
    if before != after:
        raise StoreProblem("store-server-pooled")


_SAID = {
    "server does not support SSL": "store-server-no-ssl",
    "root certificate file": "store-server-certificate",
    "certificate verify failed": "store-server-certificate",
    "server certificate for": "store-server-certificate",
}
"""What libpq says by itself, which is English here: nothing asks for another language of it
(https://github.com/postgres/postgres/tree/master/src/interfaces/libpq, `fe-secure*.c`)."""


def _connection_problem(address: str, said: str) -> Lost:
    """Return why a connection was not made, and nothing of what was said: it names host and user.

    What the server says may be in any language.
    """
    for words, key in _SAID.items():
        if words in said:
            return Lost(key)
    answer = PGconn.ping(address.encode())
    return Lost("store-server-refuses") if answer == Ping.OK else Lost("store-server-silent")


async def _prepare_session(connection: Connection, lock: str) -> None:
    """Make a new connection ready. Raises `StoreProblem`."""
    if connection.info.server_version < OLDEST_SERVER_VERSION * 10_000:
        raise Lost("store-server-old", oldest=str(OLDEST_SERVER_VERSION))
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise Lost("store-server-encoding")
    connection.adapters.register_dumper(int, Untyped)
    connection.prepared_max = None  # there are as many as the store has statements
    await connection.execute(_SESSION)
    if not lock:
        return
    await connection.execute(END_FORMER)
    until = time.monotonic() + LOCK_WAIT_SECONDS
    while not await _try_lock(connection, lock):
        if time.monotonic() > until:
            raise Lost("store-server-in-use")
        await asyncio.sleep(0.05)
    if lock == LOCK_SHARED:
        await _check_revision(connection)


async def _check_revision(connection: Connection) -> None:
    """Raise `Lost` if a worker of a newer version has migrated the database meanwhile."""
    found = await (await connection.execute(_REVISION)).fetchall()
    if found != [(migrating.NEWEST,)]:
        raise Lost("store-server-newer")


async def _try_lock(connection: Connection, lock: str) -> bool:
    """Try to lock the database; the server frees the lock as soon as the connection is gone.

    https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
    """
    found = await (await connection.execute(lock, [LockKey.DATABASE, 0])).fetchone()
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
def watch_connection(connection: Connection, patience: float | None = None) -> Iterator[None]:
    """Cut the line if the server does not answer: it may stand still, and never say so.

    `patience`: in so many seconds, else in those of `DATABASE_TIMEOUT_SECONDS`.
    """
    seconds = DATABASE_TIMEOUT_SECONDS if patience is None else patience
    watch = asyncio.get_running_loop().call_later(seconds, _cut, connection)
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
_FIRST = tuple(
    f"{name}_pkey"
    for name in (
        *("standings", "months", "earlier", "settings", "removed_guilds", "heartbeat"),
        *("guesses", "preferences", "retention"),
    )
)
"""Another process has just written the first row: now there is one to be changed."""


def is_lost(error: psycopg.Error) -> bool:
    """Tell whether the connection is of no more use."""
    if error.sqlstate:
        return error.sqlstate.startswith(_LOST)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def translate_error(error: psycopg.Error) -> Exception:
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
