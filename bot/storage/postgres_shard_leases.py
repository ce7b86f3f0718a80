"""Shard leases as session locks of PostgreSQL, which the server frees when a session ends.

https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS

The server's list of sessions tells when each worker was last active. A frozen worker whose
connection lives would keep its locks for ever, so the other workers end its sessions.
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
from bot.storage.postgres_connections import (
    END_FORMER_SESSIONS,
    RELEASE_LOCK_SQL,
    SELECT_SESSION,
    TRY_LOCK,
    TRY_LOCK_SHARED,
    Connection,
    LockKey,
    connect,
    translate_error,
    watch_connection,
)
from bot.storage.problems import ConnectionLost
from bot.storage.shard_leases import LeaseView, ShardLeases

JOIN_PAUSE_SECONDS = 0.1
"""Pause between two tries to join while another worker joins."""

_SELECT_LOCKS = """
SELECT held.classid::bigint, held.objid::bigint, held.pid::bigint,
    coalesce(extract(epoch FROM clock_timestamp() - session.state_change), 0)::float8
FROM pg_locks AS held JOIN pg_stat_activity AS session ON session.pid = held.pid
WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND held.classid::bigint = ANY($1::bigint[])
"""
_END_WORKER = """
SELECT pg_terminate_backend(other.pid)
FROM pg_stat_activity AS other JOIN pg_stat_activity AS frozen ON frozen.pid = $1::integer
WHERE other.datname = current_database()
    AND regexp_replace(other.application_name, '[a-z]*$', '')
        = regexp_replace(frozen.application_name, '[a-z]*$', '')
"""
_LOCK_KEYS = (LockKey.WORKER, LockKey.SHARD, LockKey.READY, LockKey.JOINED)
_LOCK_KEY_ARRAY = "{" + ",".join(str(int(key)) for key in _LOCK_KEYS) + "}"


class PostgresShardLeases(ShardLeases):
    """The leases of one worker, in a session of their own.."""

    def __init__(self, address: str) -> None:
        """Take libpq's address, with a name that no other session has."""
        self._address = address
        self._connection: Connection | None = None
        self._session = 0
        """The server's number of it."""
        self._turn = asyncio.Lock()
        self._settled_at = math.inf
        """When this worker stops counting as new, in seconds of the monotonic clock."""

    @asynccontextmanager
    async def join_workers(self, timeout_seconds: float = 0.0) -> AsyncIterator[bool]:
        """Become one of the workers at the end of the block; yield whether there is no other one.

        The server needs a moment to free the locks of an ended session: `timeout_seconds` seconds
        at most. A worker that is alone decides how many shards there are, while others wait. This
        worker's former session is ended first, as others would take it for a frozen worker.
        """
        await self.close()
        self._connection = await connect(self._address, timeout_seconds=LEASE_CHECK_TIMEOUT_SECONDS)
        try:
            ((self._session,),) = await self._select_rows(SELECT_SESSION)
            await self._select_rows(END_FORMER_SESSIONS)
            is_alone = await self._is_alone(timeout_seconds)
            while not is_alone and not await self._try_lock(TRY_LOCK_SHARED, LockKey.COUNT, 0):  # noqa: ASYNC110
                await asyncio.sleep(JOIN_PAUSE_SECONDS)
            yield is_alone
            if is_alone:
                await self._try_lock(TRY_LOCK_SHARED, LockKey.COUNT, 0)
                await self._try_lock(RELEASE_LOCK_SQL, LockKey.COUNT, 0)
            await self._try_lock(TRY_LOCK, LockKey.JOINED, self._me)
            self._settled_at = time.monotonic() + REBALANCE_DELAY_SECONDS
            await self._try_lock(TRY_LOCK, LockKey.WORKER, self._me)
        except BaseException:
            await self.close()
            raise

    async def read_leases(self) -> LeaseView:
        """Return all leases, and show that this worker is active."""
        if time.monotonic() > self._settled_at:
            await self._settle()
        found = await self._select_rows(_SELECT_LOCKS, _LOCK_KEY_ARRAY)
        frozen = {worker for _, _, worker, seconds in found if seconds > LEASE_TIMEOUT_SECONDS}
        for worker in frozen - {self._me}:
            await self._select_rows(_END_WORKER, worker)
        return LeaseView(
            own_worker=self._me,
            workers=tuple(sorted(of for key, of, _, _ in found if key == LockKey.WORKER)),
            owners={of: worker for key, of, worker, _ in found if key == LockKey.SHARD},
            ready_workers={of: worker for key, of, worker, _ in found if key == LockKey.READY},
            new_workers=tuple(sorted(of for key, of, _, _ in found if key == LockKey.JOINED)),
        )

    async def claim(self, shard: int) -> bool:
        """Take the lease of a shard; False if another worker has it."""
        return await self._try_lock(TRY_LOCK, LockKey.SHARD, shard)

    async def release(self, shard: int) -> None:
        """Give up the lease of a shard."""
        await self._try_lock(RELEASE_LOCK_SQL, LockKey.SHARD, shard)

    async def announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Let others see whether this worker could take a shard over at once."""
        await self._try_lock(TRY_LOCK if is_ready else RELEASE_LOCK_SQL, LockKey.READY, shard)

    async def leave(self) -> None:
        """Take no more shards. Leases that this worker has stay."""
        await self._try_lock(RELEASE_LOCK_SQL, LockKey.WORKER, self._me)
        if self._settled_at < math.inf:
            await self._settle()

    async def close(self) -> None:
        """Give up everything."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _settle(self) -> None:
        """Stop counting as new."""
        await self._try_lock(RELEASE_LOCK_SQL, LockKey.JOINED, self._me)
        self._settled_at = math.inf

    async def _is_alone(self, timeout_seconds: float) -> bool:
        """Tell whether there is no other worker. If so, nobody joins before this worker has."""
        until = time.monotonic() + timeout_seconds
        while not (is_alone := await self._try_lock(TRY_LOCK, LockKey.COUNT, 0)):
            if time.monotonic() >= until:
                break
            await asyncio.sleep(JOIN_PAUSE_SECONDS)
        return is_alone

    @property
    def _me(self) -> int:
        if self._connection is None:
            raise ConnectionLost("store-server-lost")
        return self._session

    async def _try_lock(self, sql: str, key: LockKey, number: int) -> bool:
        """Lock or unlock; tell whether that was possible."""
        ((is_done,),) = await self._select_rows(sql, key, number)
        return bool(is_done)

    async def _select_rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        async with self._turn:
            if self._connection is None:
                raise ConnectionLost("store-server-lost")
            try:
                with watch_connection(self._connection, LEASE_CHECK_TIMEOUT_SECONDS):
                    return await (await self._connection.execute(sql, values)).fetchall()
            except psycopg.Error as error:
                await self.close()
                problem = translate_error(error)
                raise (
                    problem
                    if isinstance(problem, ConnectionLost)
                    else ConnectionLost("store-server-lost")
                ) from None
