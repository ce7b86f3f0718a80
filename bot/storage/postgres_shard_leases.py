"""Leases on shards, which are locks in PostgreSQL.

A lease is an advisory lock of the worker's database session. PostgreSQL frees the lock when the
session ends: https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS. A frozen
worker whose connection stays open would keep its locks for ever. Therefore the other workers end
its sessions. PostgreSQL's list of sessions tells them when it was last active.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from bot.common.timings import (
    LEASE_CHECK_TIMEOUT_SECONDS,
    LEASE_TIMEOUT_SECONDS,
    REBALANCE_DELAY_SECONDS,
)
from bot.storage import postgres_connections as pg
from bot.storage.problems import ConnectionLost
from bot.storage.shard_leases import LeaseView, ShardLeases

JOIN_PAUSE_SECONDS = 0.1
"""Seconds between two attempts to take the lock for joining the other workers."""

_SELECT_LOCKS = """
SELECT held.classid::bigint, held.objid::bigint, held.pid::bigint,
    coalesce(extract(epoch FROM clock_timestamp() - session.state_change), 0)::float8
FROM pg_locks AS held JOIN pg_stat_activity AS session ON session.pid = held.pid
WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND held.classid::bigint = ANY($1::bigint[])
"""
"""SQL that lists all locks with the `LockKey`s in an array. The columns are the `LockKey`, the
lock's second number, the number of the session, and its idle time in seconds.
"""
_END_WORKER = """
SELECT pg_terminate_backend(other.pid)
FROM pg_stat_activity AS other JOIN pg_stat_activity AS frozen ON frozen.pid = $1::integer
WHERE other.datname = current_database()
    AND regexp_replace(other.application_name, '[a-z]*$', '')
        = regexp_replace(frozen.application_name, '[a-z]*$', '')
"""
"""SQL that ends all database sessions of a frozen worker, of which one session's number is given.
The application names of a worker's sessions differ only in the letters at the end.
"""
_LOCK_KEYS = (pg.LockKey.WORKER, pg.LockKey.SHARD, pg.LockKey.READY, pg.LockKey.JOINED)
_LOCK_KEY_ARRAY = "{" + ",".join(str(int(key)) for key in _LOCK_KEYS) + "}"
"""`_LOCK_KEYS` in the text form of a PostgreSQL array."""


class PostgresShardLeases(ShardLeases):
    """The leases of one worker, as locks of a PostgreSQL session on a connection of its own."""

    def __init__(self, address: str) -> None:
        """Create the object, which has no database session until `join_workers` is called.

        Args:
            address: The address in the form that libpq takes. It must give the session an
                application name that no other process uses.
        """
        self._address = address
        self._connection: pg.Connection | None = None
        self._session = 0
        """The server's number of the session, also used as the number of this worker."""
        self._turn = asyncio.Lock()
        self._settled_at = math.inf
        """The monotonic time from which this worker no longer counts as new, or infinity."""

    @asynccontextmanager
    async def join_workers(self, timeout_seconds: float = 0.0) -> AsyncIterator[bool]:
        """Begin a session. When the `with` block ends, join the workers.

        If there is no other worker, others that want to join wait until the block ends. An earlier
        session of this worker is ended first. If it stayed open, the others would take it for a
        frozen worker.

        Raises:
            StoreProblem: The server cannot be reached or used.
        """
        await self.close()
        self._connection = await pg.connect(
            self._address, timeout_seconds=LEASE_CHECK_TIMEOUT_SECONDS
        )
        try:
            ((self._session,),) = await self._select_rows(pg.SELECT_SESSION)
            await self._select_rows(pg.END_FORMER_SESSIONS)
            is_alone = await self._is_alone(timeout_seconds)
            while not is_alone and not await self._try_lock(  # noqa: ASYNC110
                pg.TRY_LOCK_SHARED, pg.LockKey.COUNT, 0
            ):
                await asyncio.sleep(JOIN_PAUSE_SECONDS)
            yield is_alone
            if is_alone:
                await self._try_lock(pg.TRY_LOCK_SHARED, pg.LockKey.COUNT, 0)
                await self._try_lock(pg.RELEASE_LOCK_SQL, pg.LockKey.COUNT, 0)
            await self._try_lock(pg.TRY_LOCK, pg.LockKey.JOINED, self._me)
            self._settled_at = time.monotonic() + REBALANCE_DELAY_SECONDS
            await self._try_lock(pg.TRY_LOCK, pg.LockKey.WORKER, self._me)
        except BaseException:
            await self.close()
            raise

    async def read_leases(self) -> LeaseView:
        """Return all leases, and end the database sessions of frozen workers.

        A worker counts as frozen if its session has been idle for more than
        `LEASE_TIMEOUT_SECONDS`. Its leases may still be in this result. The query makes the own
        session active, which shows that this worker is alive.
        """
        if time.monotonic() > self._settled_at:
            await self._settle()
        locks = await self._select_rows(_SELECT_LOCKS, _LOCK_KEY_ARRAY)
        frozen = {worker for _, _, worker, seconds in locks if seconds > LEASE_TIMEOUT_SECONDS}
        for worker in frozen - {self._me}:
            await self._select_rows(_END_WORKER, worker)
        return LeaseView(
            own_worker=self._me,
            workers=tuple(sorted(of for key, of, _, _ in locks if key == pg.LockKey.WORKER)),
            owners={of: worker for key, of, worker, _ in locks if key == pg.LockKey.SHARD},
            ready_workers={of: worker for key, of, worker, _ in locks if key == pg.LockKey.READY},
            new_workers=tuple(sorted(of for key, of, _, _ in locks if key == pg.LockKey.JOINED)),
        )

    async def claim(self, shard: int) -> bool:
        """Try to take the lock of a shard."""
        return await self._try_lock(pg.TRY_LOCK, pg.LockKey.SHARD, shard)

    async def release(self, shard: int) -> None:
        """Free the lock of a shard."""
        await self._try_lock(pg.RELEASE_LOCK_SQL, pg.LockKey.SHARD, shard)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Take or free the lock that says that this worker is ready."""
        sql = pg.TRY_LOCK if is_ready else pg.RELEASE_LOCK_SQL
        await self._try_lock(sql, pg.LockKey.READY, shard)

    async def leave(self) -> None:
        """Free the lock that says that this worker takes new shards."""
        await self._try_lock(pg.RELEASE_LOCK_SQL, pg.LockKey.WORKER, self._me)
        if self._settled_at < math.inf:
            await self._settle()

    async def close(self) -> None:
        """Give up all leases by ending the session."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _settle(self) -> None:
        """Stop counting as a worker that has just joined."""
        await self._try_lock(pg.RELEASE_LOCK_SQL, pg.LockKey.JOINED, self._me)
        self._settled_at = math.inf

    async def _is_alone(self, timeout_seconds: float) -> bool:
        """Return whether this is the only worker.

        The server needs a moment to free the lock of a worker that has just ended.
        """
        until = time.monotonic() + timeout_seconds
        while not (is_alone := await self._try_lock(pg.TRY_LOCK, pg.LockKey.COUNT, 0)):
            if time.monotonic() >= until:
                break
            await asyncio.sleep(JOIN_PAUSE_SECONDS)
        return is_alone

    @property
    def _me(self) -> int:
        """The number of this worker. Without a session, `ConnectionLost` is raised."""
        if self._connection is None:
            raise ConnectionLost("store-server-lost")
        return self._session

    async def _try_lock(self, sql: str, key: pg.LockKey, number: int) -> bool:
        """Run `TRY_LOCK`, `TRY_LOCK_SHARED` or `RELEASE_LOCK_SQL`, and return its success."""
        ((is_done,),) = await self._select_rows(sql, key, number)
        return bool(is_done)

    async def _select_rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Run SQL in the session. After any error, close it, so that all leases are given up.

        Raises:
            ConnectionLost: There is no session, or the SQL failed.
        """
        async with self._turn:
            if self._connection is None:
                raise ConnectionLost("store-server-lost")
            try:
                with pg.watch_connection(self._connection, LEASE_CHECK_TIMEOUT_SECONDS):
                    return await (await self._connection.execute(sql, values)).fetchall()
            except psycopg.Error as error:
                await self.close()
                problem = pg.translate_error(error)
                if not isinstance(problem, ConnectionLost):
                    problem = ConnectionLost("store-server-lost")
                raise problem from None
