"""Which worker serves which shard, by session locks: the server frees them when a session ends.

https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS

The server's own list of sessions tells when each worker was seen last. A worker that stands still,
but whose connection lives, would keep its locks for ever: the others end its sessions.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg

from bot.store.claims import View
from bot.store.postgres.line import (
    END_FORMER,
    LOCK,
    LOCK_SHARED,
    SESSION,
    UNLOCK,
    Connection,
    Key,
    made,
    meant,
    watched,
)
from bot.store.problems import Lost
from bot.timings import LEASE_CHECK_TIMEOUT_SECONDS, LEASE_TIMEOUT_SECONDS, REBALANCE_DELAY_SECONDS

PAUSE = 0.1
"""Seconds between two tries to join while somebody else does."""

_LOOK = """
SELECT held.classid::bigint, held.objid::bigint, held.pid::bigint,
    coalesce(extract(epoch FROM clock_timestamp() - session.state_change), 0)::float8
FROM pg_locks AS held JOIN pg_stat_activity AS session ON session.pid = held.pid
WHERE held.locktype = 'advisory' AND held.granted AND held.objsubid = 2
    AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND held.classid::bigint = ANY($1::bigint[])
"""
_END = """
SELECT pg_terminate_backend(other.pid)
FROM pg_stat_activity AS other JOIN pg_stat_activity AS frozen ON frozen.pid = $1::integer
WHERE other.datname = current_database()
    AND regexp_replace(other.application_name, '[a-z]*$', '')
        = regexp_replace(frozen.application_name, '[a-z]*$', '')
"""
_KEYS = (Key.WORKER, Key.SHARD, Key.READY, Key.JOINED)
_SEEN = "{" + ",".join(str(int(key)) for key in _KEYS) + "}"


class PostgresClaims:
    """The claims of one worker, in a session of their own. It is `Claims`."""

    def __init__(self, address: str) -> None:
        """Take libpq's address, with a name that no other session has."""
        self._address = address
        self._connection: Connection | None = None
        self._session = 0
        """The server's number of it."""
        self._turn = asyncio.Lock()
        self._calm_at = math.inf
        """When this worker has not just joined any more, in seconds of a monotonic clock."""

    @asynccontextmanager
    async def joining(self, patience: float = 0.0) -> AsyncIterator[bool]:
        """Become one of the workers, at the end; yields whether there is no other one.

        `patience`: seconds to wait for a session that has just ended: the server needs a moment to
        free its locks. While who is alone decides how many shards there are, others wait. This
        worker's former session, if there was one, is ended first: it would be taken for another
        worker, which stands still.
        """
        await self.close()
        self._connection = await made(self._address, patience=LEASE_CHECK_TIMEOUT_SECONDS)
        try:
            ((self._session,),) = await self._rows(SESSION)
            await self._rows(END_FORMER)
            alone = await self._is_alone(patience)
            while not alone and not await self._does(LOCK_SHARED, Key.COUNT, 0):  # noqa: ASYNC110
                await asyncio.sleep(PAUSE)
            yield alone
            if alone:
                await self._does(LOCK_SHARED, Key.COUNT, 0)
                await self._does(UNLOCK, Key.COUNT, 0)
            await self._does(LOCK, Key.JOINED, self._me)
            self._calm_at = time.monotonic() + REBALANCE_DELAY_SECONDS
            await self._does(LOCK, Key.WORKER, self._me)
        except BaseException:
            await self.close()
            raise

    async def look(self) -> View:
        """Return who has what now, and be seen to live."""
        if time.monotonic() > self._calm_at:
            await self._settle()
        found = await self._rows(_LOOK, _SEEN)
        silent = {worker for _, _, worker, seconds in found if seconds > LEASE_TIMEOUT_SECONDS}
        for frozen in silent - {self._me}:
            await self._rows(_END, frozen)
        return View(
            me=self._me,
            workers=tuple(sorted(of for key, of, _, _ in found if key == Key.WORKER)),
            owners={of: worker for key, of, worker, _ in found if key == Key.SHARD},
            ready={of: worker for key, of, worker, _ in found if key == Key.READY},
            new=tuple(sorted(of for key, of, _, _ in found if key == Key.JOINED)),
        )

    async def claim(self, shard: int) -> bool:
        """Claim a shard; False if another worker has it."""
        return await self._does(LOCK, Key.SHARD, shard)

    async def release(self, shard: int) -> None:
        """Give up a shard."""
        await self._does(UNLOCK, Key.SHARD, shard)

    async def ready(self, shard: int, *, yes: bool) -> None:
        """Let others see whether this worker could take a shard over at once."""
        await self._does(LOCK if yes else UNLOCK, Key.READY, shard)

    async def leave(self) -> None:
        """Take no further shards; those that are claimed stay so."""
        await self._does(UNLOCK, Key.WORKER, self._me)
        if self._calm_at < math.inf:
            await self._settle()

    async def close(self) -> None:
        """Give up everything."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _settle(self) -> None:
        """Count as new no longer."""
        await self._does(UNLOCK, Key.JOINED, self._me)
        self._calm_at = math.inf

    async def _is_alone(self, patience: float) -> bool:
        """Tell whether there is no other worker; if so, nobody joins until it is decided."""
        until = time.monotonic() + patience
        alone = await self._does(LOCK, Key.COUNT, 0)
        while not alone and time.monotonic() < until:
            await asyncio.sleep(PAUSE)
            alone = await self._does(LOCK, Key.COUNT, 0)
        return alone

    @property
    def _me(self) -> int:
        if self._connection is None:
            raise Lost("store-server-lost")
        return self._session

    async def _does(self, sql: str, key: Key, of: int) -> bool:
        """Do something with a lock; tell whether it was done."""
        ((done,),) = await self._rows(sql, key, of)
        return bool(done)

    async def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        async with self._turn:
            if self._connection is None:
                raise Lost("store-server-lost")
            try:
                with watched(self._connection, LEASE_CHECK_TIMEOUT_SECONDS):
                    return await (await self._connection.execute(sql, values)).fetchall()
            except psycopg.Error as error:
                await self.close()
                problem = meant(error)
                raise problem if isinstance(problem, Lost) else Lost("store-server-lost") from None
