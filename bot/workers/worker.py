"""A worker: a process that serves some of the bot's shards, beside others on the same database.

Each shard has a client of its own, with its own gateway connection and tables. Which shards are
whose, all workers see in the database (`bot.storage.shard_leases`). A shard moves without a gap:
the next worker connects first, and takes over when the former one has let go of the tables. Discord
tells all sessions of a shard of every click
(https://docs.discord.com/developers/events/gateway#sharding).
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress

import aiohttp
import discord
from msgspec import Struct

from bot.common.log import log_failure
from bot.common.timings import (
    CLOSE_TIMEOUT_SECONDS,
    LEASE_CHECK_INTERVAL_SECONDS,
    LEASE_VALID_SECONDS,
    MOVING_LEASE_CHECK_INTERVAL_SECONDS,
    compute_handover_timeout,
)
from bot.discord_adapter.client import CatsClient, Session
from bot.discord_adapter.request_gate import Purpose, RateLimit, RequestGate
from bot.discord_adapter.shard_readiness import Stage
from bot.storage.problems import StoreProblem
from bot.storage.shard_leases import LeaseView, assign_shards
from bot.storage.shards import Shard
from bot.storage.store import Store
from bot.workers.identify_queue import IdentifyQueue
from bot.workers.shard_advice import advise

log = logging.getLogger(__name__)

FINAL_ERRORS = (discord.LoginFailure, discord.ConnectionClosed, discord.PrivilegedIntentsRequired)
"""What would end each shard's connection."""
EXPECTED_ERRORS = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Why a connection may fail; a timeout is an `OSError`, too."""
CONNECTION_RETRY_SECONDS = 5.0
"""Seconds until a shard is tried again whose connection failed."""
REJOIN_DELAY_SECONDS = 2.0
"""How long a worker that had lost the database claims only shards that it is connected to."""
FORMER_LEASES_TIMEOUT_SECONDS = 1.0
"""How long a worker that starts waits until the server has freed the locks of one that ended."""


class WantedShards(Struct, frozen=True):
    """How many shards this worker shall serve a part of."""

    recommended: int
    """By Discord."""
    set: int | None = None
    """By the host, if at all."""

    @property
    def number(self) -> int:
        """As many there are if no other worker is there."""
        return self.set or self.recommended

    def suits(self, there: int) -> bool:
        """Tell whether to join workers that have so many.

        Without a word of the host's, until Discord recommends twice as many: a shard has about
        1,000 servers when it does, and may have 2,500.
        """
        return there == self.set if self.set else self.recommended < 2 * there


class ShardsChanged(Exception):
    """Other workers have another number of shards than this one."""


class UncertainLeaseError(aiohttp.ClientError):
    """Others may have taken the shard meanwhile, so no board is touched."""


class LeaseGuard:
    """Lets no board be touched unless the leases are known to be this worker's own.

    Whoever stood still meanwhile would show a table as it was. A board that a new one has
    replaced is deleted all the same: nobody else would do that later.
    """

    def __init__(self) -> None:
        """Know nothing of the leases."""
        self.joined = False
        """Whether this is one of the workers."""
        self.looked_at = 0.0
        """When the last look began that found all in order, in seconds of a monotonic clock."""

    async def admit(self, purpose: Purpose) -> None:
        """Let a request go. Raises `UncertainLeaseError` for a board if the leases are old."""
        sure = self.joined and time.monotonic() - self.looked_at < LEASE_VALID_SECONDS
        if purpose is Purpose.BOARD and not sure:
            raise UncertainLeaseError


class Worker:
    """Claims its share of the shards, and serves them."""

    def __init__(
        self,
        store: Store,
        client: Callable[[Session], CatsClient],
        token: str,
        shards: WantedShards,
        rate_limit: RateLimit,
        turns: IdentifyQueue,
        clients: dict[int, CatsClient],
        *,
        alone: bool = False,
    ) -> None:
        """Make a `client` for each session, and keep those that run in `clients`, by shard.

        `alone`: no other worker can take its shards over.
        """
        self._store = store
        self._client = client
        self._token = token
        self._wanted = shards
        self._rate_limit = rate_limit
        self._turns = turns
        self._guard = LeaseGuard()
        self._gate = RequestGate(rate_limit) if alone else RequestGate(rate_limit, self._guard)
        """Leases are asked about last, behind all that a request may wait for."""
        self._claims = store.leases()
        self._connects_at = 0.0
        """When it claims shards that it is not connected to, in seconds of a monotonic clock."""
        self._count = 0
        """How many shards there are; 0: not known yet."""
        self._clients = clients
        """By shard: those that serve it, and those that could take it over."""
        self._running: dict[int, asyncio.Task[None]] = {}
        """Their gateway connections."""
        self._failed_at: dict[int, float] = {}
        """When a shard's connection failed last, in seconds of a monotonic clock."""
        self._doing: dict[int, asyncio.Task[None]] = {}
        """What begins or ends by shard, one after the other."""
        self._closing: set[asyncio.Task[None]] = set()
        self._ready: set[int] = set()
        """Shards of which the others know that this worker could take them over."""
        self._owned: set[int] = set()
        """The shards that it had claimed when it looked last."""
        self._others = False
        """Whether there are other workers that take shards."""

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set; then hand everything over, and end.

        Raises what ends a gateway connection for good, `ShardsChanged`, and `StoreProblem` if the
        database cannot be reached at the start.
        """
        try:
            await self._begin_with(stop)
            await self._serve_until(stop)
            await self._leave()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                    for shard in [*self._clients]:
                        self._drop(shard)
                    while self._closing:
                        await asyncio.wait(self._closing)
            await self._claims.close()

    async def _begin_with(self, stop: asyncio.Event) -> None:
        """Join the others; if they have another number of shards, wait until they have ended."""
        waits = False
        while not stop.is_set() and not self._guard.joined:
            try:
                await self._join()
            except ShardsChanged:
                if not waits:
                    log.warning("this worker waits until those with another number of shards end")
                waits = True
                await self._pause(False, stop)

    async def _serve_until(self, stop: asyncio.Event) -> None:
        """Take part in serving the shards, and advise the host meanwhile."""
        advising = asyncio.create_task(advise(self._clients, self._count))
        try:
            while not stop.is_set():
                await self._pause(await self._step(), stop)
        finally:
            advising.cancel()

    async def _join(self) -> None:
        """Become one of the workers, at the start or after the database was lost.

        Then each first claims what it is connected to: whoever is back first leaves the others
        theirs.
        """
        again = self._count > 0
        self._ready.clear()
        async with self._claims.joining(0.0 if again else FORMER_LEASES_TIMEOUT_SECONDS) as alone:
            now = discord.utils.utcnow().timestamp()
            wanted = self._count or self._wanted.number
            count = await self._store.shards(wanted if alone else None, now)
            if count != self._count if again else not self._wanted.suits(count):
                raise ShardsChanged
            for shard, client in self._clients.items():
                if client.reachability.is_connected or shard in self._owned:
                    await self._tell_ready(shard, yes=True)
        if count != wanted:
            log.info("there are %d shards, as the other workers have them", count)
        self._count, self._guard.joined = count, True
        self._connects_at = time.monotonic() + (REJOIN_DELAY_SECONDS if again else 0.0)

    async def _leave(self) -> None:
        """Hand the shards over to the others, if there are any."""
        if not self._guard.joined:
            return
        with suppress(StoreProblem):
            await self._claims.leave()
            until = time.monotonic() + compute_handover_timeout(
                len(self._clients), self._turns.buckets
            )
            await self._step()
            while self._others and self._clients and time.monotonic() < until:
                await self._pause(await self._step())

    async def _pause(self, soon: bool, stop: asyncio.Event | None = None) -> None:
        """Wait a little, at most until the worker shall stop or a gateway connection has ended."""
        stopping = asyncio.create_task((stop or asyncio.Event()).wait())
        waiting = (stopping, *self._running.values())
        await asyncio.wait(
            waiting,
            timeout=MOVING_LEASE_CHECK_INTERVAL_SECONDS if soon else LEASE_CHECK_INTERVAL_SECONDS,
            return_when=asyncio.FIRST_COMPLETED,
        )
        stopping.cancel()
        for shard, running in [*self._running.items()]:
            if running.done():
                self._ended(shard, running)

    def _ended(self, shard: int, running: asyncio.Task[None]) -> None:
        """Try a further shard again; raise what ended the first one, or would end each.

        A database that goes away after this worker has joined comes back, and so does a Discord
        that does not answer.
        """
        problem = running.exception()
        first = not any(client.reachability.is_connected for client in self._clients.values())
        if isinstance(problem, StoreProblem):
            log.warning("shard %s: the database is in the way: %s", shard, problem.key)
        elif isinstance(problem, FINAL_ERRORS) or (first and not isinstance(problem, TimeoutError)):
            running.result()
        elif problem is None or isinstance(problem, EXPECTED_ERRORS):
            log.warning("shard %s: the connection failed (%s)", shard, type(problem).__name__)
        else:
            log_failure(log, f"connecting to shard {shard}", problem)
        self._failed_at[shard] = time.monotonic()
        self._drop(shard)

    async def _step(self) -> bool:
        """Look who has what, and do what follows; return whether a shard is on its way."""
        try:
            if not self._guard.joined:
                await self._join()
            looked_at = time.monotonic()
            view = await self._claims.look()
            self._guard.looked_at = looked_at
            self._owned = {shard for shard, owner in view.owners.items() if owner == view.me}
            self._others = bool(set(view.workers) - {view.me})
            self._rate_limit.share_among(max(1, len(view.workers)))
            plan = assign_shards(view, self._count)
            shards = sorted(range(self._count), key=lambda each: self._failed_at.get(each, 0.0))
            moving = [await self._move(shard, view, plan) for shard in shards]
        except StoreProblem as problem:
            if self._guard.joined:
                log.warning("this worker serves nothing for now: %s", problem.key)
            self._guard.joined = False
            for shard, client in self._clients.items():
                if client.life.serving:
                    self._begin(shard, client.rest())
            return True
        return any(moving)

    async def _move(self, shard: int, view: LeaseView, plan: Mapping[int, int]) -> bool:
        """Do for a shard what its owner and the plan ask for; return whether it is on its way."""
        owner, planned = view.owners.get(shard), plan.get(shard)
        if owner == view.me:
            return self._serve(shard, view, planned)
        if planned != view.me:
            await self._let_go(shard)
            return False
        if owner is not None:
            await self._prepare(shard)
        elif self._may_have(shard) and await self._claims.claim(shard):
            log.info("shard %s: claimed", shard)
            await self._tell_ready(shard, yes=False)
            self._serve(shard, view, planned)
        return True

    def _may_have(self, shard: int) -> bool:
        """Tell whether to claim a shard: it is connected, or may connect next in its bucket."""
        if shard in self._clients:
            return True
        return time.monotonic() >= self._connects_at and self._may_connect(shard)

    def _may_connect(self, shard: int) -> bool:
        """Tell whether to connect to a shard now: one after the other in each bucket."""
        has_just_failed = (
            time.monotonic() < self._failed_at.get(shard, -math.inf) + CONNECTION_RETRY_SECONDS
        )
        return not has_just_failed and self._turns.is_free(shard)

    def _serve(self, shard: int, view: LeaseView, planned: int | None) -> bool:
        """Serve a shard that is one's own, until its next worker is ready to take it over."""
        client = self._clients.get(shard)
        if client is None:
            self._start(shard, serves_at_once=True)
        elif planned not in (None, view.me) and view.ready.get(shard) == planned:
            self._begin(shard, self._hand_over(shard, client))
        elif client.life.stage is Stage.AWAY:
            self._begin(shard, client.serve())
        return planned not in (None, view.me)

    async def _prepare(self, shard: int) -> None:
        """Connect to a shard that another worker still serves."""
        client = self._clients.get(shard)
        if client is None:
            self._start(shard, serves_at_once=False)
        elif client.life.serving:
            self._begin(shard, client.rest())
        elif client.reachability.is_connected:
            await self._tell_ready(shard, yes=True)

    async def _let_go(self, shard: int) -> None:
        """Have nothing to do with a shard."""
        await self._tell_ready(shard, yes=False)
        if shard in self._clients:
            self._drop(shard)

    async def _tell_ready(self, shard: int, *, yes: bool) -> None:
        if yes != (shard in self._ready):
            await self._claims.ready(shard, yes=yes)
            self._ready ^= {shard}

    async def _hand_over(self, shard: int, client: CatsClient) -> None:
        """Let another worker have a shard, which is connected to it already."""
        async with client.handing_over():
            await self._store.flush()
            await self._claims.release(shard)
        log.info("shard %s: handed over", shard)
        if self._clients.get(shard) is client:
            self._drop(shard)

    def _start(self, shard: int, *, serves_at_once: bool) -> None:
        """Connect to a shard, if it may be the next one in its bucket."""
        if not self._may_connect(shard):
            return
        self._turns.enter(shard)
        session = Session(
            Shard(shard, self._count),
            serves_at_once,
            self._turns,
            self._gate,
        )
        client = self._clients[shard] = self._client(session)
        self._running[shard] = asyncio.create_task(self._connect(shard, client))

    async def _connect(self, shard: int, client: CatsClient) -> None:
        """Log in, wait for the shard's turn, and hold the gateway connection until it ends."""
        try:
            await client.login(self._token)
            await self._turns.wait_for_turn(client)
            await client.connect()
        finally:
            with suppress(StoreProblem):
                await self._turns.leave(shard)

    def _begin(self, shard: int, work: Coroutine[None, None, None]) -> None:
        """Do something with a shard, unless something is being done with it."""
        if shard in self._doing:
            work.close()
            return

        async def done() -> None:
            try:
                await work
            except StoreProblem as problem:
                log.warning("shard %s: the database is in the way: %s", shard, problem.key)
            except Exception as problem:
                log_failure(log, f"moving shard {shard}", problem)
            finally:
                del self._doing[shard]

        self._doing[shard] = asyncio.create_task(done())

    def _drop(self, shard: int) -> None:
        """Leave a shard; what its client does comes to its end."""
        client, running = self._clients.pop(shard), self._running.pop(shard)

        async def close() -> None:
            await client.close()
            running.cancel()
            await asyncio.wait((running,))
            if not running.cancelled():
                running.exception()  # seen: it was told before, or nobody minds any more

        closing = asyncio.create_task(close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
