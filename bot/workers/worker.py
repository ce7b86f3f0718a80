"""A worker: a process that serves some of the bot's shards, next to others on the same database.

Each shard has a client of its own. All workers read in the database which worker serves which shard
(`bot.storage.shard_leases`).

A shard moves to another worker without a gap. The next worker connects first, and takes over when
the present one has released the tables. Meanwhile both are connected, because Discord sends every
click to all sessions of a shard (https://docs.discord.com/developers/events/gateway#sharding).
"""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass

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
from bot.discord_adapter.client import CatsClient, ShardSession
from bot.discord_adapter.request_gate import Purpose, RateLimit, RequestGate
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.storage.problems import StoreProblem
from bot.storage.shard_leases import LeaseView, assign_shards
from bot.storage.shards import Shard
from bot.storage.store import Store
from bot.workers.identify_queue import IdentifyQueue
from bot.workers.shard_advice import advise_host
from bot.workers.shared_access import SharedAccess

log = logging.getLogger(__name__)

FINAL_ERRORS = (discord.LoginFailure, discord.ConnectionClosed, discord.PrivilegedIntentsRequired)
"""Errors of one connection to Discord that would end all others, too. They end the worker."""
CONNECTION_ERRORS = (*REQUEST_ERRORS, discord.GatewayNotFound)
WAITING_ERRORS = (TimeoutError, discord.RateLimited)
"""Errors after which even the first connection is tried again, because Discord may be back soon."""
CONNECTION_RETRY_SECONDS = 5.0
REJOIN_DELAY_SECONDS = 2.0
"""Seconds for which a worker claims only its connected shards after it had lost the database. In
this time, the other workers can claim the shards that they are still connected to.
"""
FORMER_LEASES_TIMEOUT_SECONDS = 1.0
"""Maximum seconds that a starting worker waits for the locks of a worker that has ended."""


class WantedShards(Struct, frozen=True):
    """The number of shards that this worker expects."""

    recommended: int
    set_by_host: int | None = None
    """The number that the bot's host has set. None means that `recommended` is used."""

    @property
    def number(self) -> int:
        """The number that this worker uses if no other worker is running."""
        return self.set_by_host or self.recommended

    def accepts_count(self, shard_count: int) -> bool:
        """Tell whether this worker may join running workers that use a certain number of shards.

        If the host has set a number, only that one is accepted. Otherwise Discord must recommend
        less than twice as many. With its number, a shard has about 1,000 servers, and it may have
        2,500.
        """
        if self.set_by_host:
            return shard_count == self.set_by_host
        return self.recommended < 2 * shard_count


class ShardCountMismatch(Exception):
    """Raised if running workers use a number of shards that this worker does not accept."""


class UncertainLeaseError(aiohttp.ClientError):
    """Raised instead of changing a board that another worker may serve by now."""


class LeaseGuard:
    """Stops requests that change boards unless this worker is certain to still have its leases.

    A worker that was suspended for a while could show an old state of a table. Requests that delete
    replaced boards are let through, because no other worker would delete those boards later.
    """

    def __init__(self) -> None:
        self.has_joined = False
        """Whether this worker is at present one of the workers that share the database."""
        self.checked_at = 0.0
        """When the last successful check of the leases began, in seconds of a monotonic clock."""

    async def admit(self, purpose: Purpose) -> None:
        """Let a request to Discord pass, unless its board may be served by another worker now.

        Raises:
            UncertainLeaseError: The request is for a board, and the last check is too old.
        """
        sure = self.has_joined and time.monotonic() - self.checked_at < LEASE_VALID_SECONDS
        if purpose is Purpose.BOARD and not sure:
            raise UncertainLeaseError


@dataclass(eq=False, repr=False)
class Worker:
    """Claims this process's share of the bot's shards, serves them, and hands them over at the end.

    The rate limit is divided among the workers.
    """

    _store: Store
    _make_client: Callable[[ShardSession], CatsClient]
    _token: str
    _wanted_shards: WantedShards
    _rate_limit: RateLimit
    _identify_queue: IdentifyQueue
    _clients: dict[int, CatsClient]
    """Maps shards to the clients that serve them, or that stay connected to take them over. It is
    kept up to date for others to read.
    """
    is_only_worker: bool = False
    """Whether requests for boards need no check of the leases, because no other worker can take
    over shards.
    """

    def __post_init__(self) -> None:
        self._guard, limit = LeaseGuard(), self._rate_limit
        self._gate = RequestGate(limit) if self.is_only_worker else RequestGate(limit, self._guard)
        self._leases = self._store.open_leases()
        self._claims_unconnected_at = 0.0
        """The monotonic time from which this worker claims shards that it is not connected to."""
        self._shard_count = 0
        """The number of shards in all workers. 0 means that it is not known yet."""
        self._accesses: dict[int, SharedAccess] = {}
        self._connection_tasks: dict[int, asyncio.Task[None]] = {}
        self._retry_at: dict[int, float] = {}
        """Maps shards whose connection has failed to the monotonic time of the next try."""
        self._transition_tasks: dict[int, asyncio.Task[None]] = {}
        """Maps each shard that starts or stops being served to the task that does it."""
        self._closing_tasks: set[asyncio.Task[None]] = set()
        self._announced_shards: set[int] = set()
        """The shards that this worker has announced to be ready to take over."""
        self._owned_shards: set[int] = set()
        """The shards whose lease this worker had at the last check."""
        self._has_other_workers = False

    async def run(self, stop: asyncio.Event) -> None:
        """Serve shards until `stop` is set, then hand the shards over to other workers and end.

        Raises:
            ShardCountMismatch: The number of shards changed while this worker had lost the
                database.
            StoreProblem: The database cannot be reached at the start.
            DiscordException: A connection to Discord has failed for good, for example because the
                token is wrong.
        """
        try:
            await self._join_when_possible(stop)
            await self._serve_until(stop)
            await self._leave_workers()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT_SECONDS):
                    for shard in [*self._clients]:
                        self._close_client(shard)
                    while self._closing_tasks:
                        await asyncio.wait(self._closing_tasks)
            await self._leases.close()

    async def _join_when_possible(self, stop: asyncio.Event) -> None:
        """Join the running workers, or wait until those with another number of shards end."""
        waits = False
        while not stop.is_set() and not self._guard.has_joined:
            try:
                await self._join_workers()
            except ShardCountMismatch:
                if not waits:
                    log.warning("this worker waits until those with another number of shards end")
                waits = True
                await self._wait_for_change(False, stop)

    async def _serve_until(self, stop: asyncio.Event) -> None:
        """Start, stop and hand over shards as needed, and log advice for the host."""
        advising = asyncio.create_task(advise_host(self._clients, self._shard_count))
        try:
            while not stop.is_set():
                await self._wait_for_change(await self._update_shards(), stop)
        finally:
            advising.cancel()

    async def _join_workers(self) -> None:
        """Become one of the workers that share the database, at the start or once it is back.

        After losing the database, each worker first claims the shards that it is still connected
        to. So the worker that returns first does not take the others' shards.
        """
        again = self._shard_count > 0
        self._announced_shards.clear()
        async with self._leases.join_workers(
            0.0 if again else FORMER_LEASES_TIMEOUT_SECONDS
        ) as alone:
            now = discord.utils.utcnow().timestamp()
            wanted = self._shard_count or self._wanted_shards.number
            count = await self._store.agree_on_shard_count(wanted if alone else None, now)
            is_agreed = count == wanted if again else self._wanted_shards.accepts_count(count)
            if not is_agreed:
                raise ShardCountMismatch
            for shard, client in self._clients.items():
                if client.reachability.is_connected or shard in self._owned_shards:
                    await self._announce_ready(shard, is_ready=True)
        if count != wanted:
            log.info("there are %d shards, as the other workers have them", count)
        self._shard_count, self._guard.has_joined = count, True
        self._claims_unconnected_at = time.monotonic() + (REJOIN_DELAY_SECONDS if again else 0.0)

    async def _leave_workers(self) -> None:
        """Hand over all shards to other workers, if any are running, before this worker ends."""
        if not self._guard.has_joined:
            return
        with suppress(StoreProblem):
            await self._leases.leave()
            until = time.monotonic() + compute_handover_timeout(
                len(self._clients), self._identify_queue.buckets
            )
            await self._update_shards()
            while self._has_other_workers and self._clients and time.monotonic() < until:
                await self._wait_for_change(await self._update_shards())

    async def _wait_for_change(self, is_moving: bool, stop: asyncio.Event | None = None) -> None:
        """Wait until the next check of the leases is due, `stop` is set, or a connection has ended.

        The next check is due sooner while a shard `is_moving` between workers.
        """
        stopping = asyncio.create_task((stop or asyncio.Event()).wait())
        waiting = (stopping, *self._connection_tasks.values())
        seconds = MOVING_LEASE_CHECK_INTERVAL_SECONDS if is_moving else LEASE_CHECK_INTERVAL_SECONDS
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        for shard, running in [*self._connection_tasks.items()]:
            if running.done():
                self._handle_ended_connection(shard, running)

    def _handle_ended_connection(self, shard: int, task: asyncio.Task[None]) -> None:
        """Close the client of a shard whose connection has ended, or raise the error that ended it.

        The error is raised if it would end every connection, or if no shard is connected, except
        for errors of the database and `WAITING_ERRORS`. Otherwise the shard is tried again later.
        """
        problem = task.exception()
        first = not any(client.reachability.is_connected for client in self._clients.values())
        if isinstance(problem, StoreProblem):
            log.warning("shard %s: the database is in the way: %s", shard, problem.key)
        elif isinstance(problem, FINAL_ERRORS) or (
            first and not isinstance(problem, WAITING_ERRORS)
        ):
            task.result()
        elif problem is None or isinstance(problem, CONNECTION_ERRORS):
            log.warning("shard %s: the connection failed (%s)", shard, type(problem).__name__)
        else:
            log_failure(log, f"connecting to shard {shard}", problem)
        closed = problem.retry_after if isinstance(problem, discord.RateLimited) else 0.0
        self._retry_at[shard] = time.monotonic() + max(closed, CONNECTION_RETRY_SECONDS)
        self._close_client(shard)

    async def _update_shards(self) -> bool:
        """Read which worker serves which shard, and start, stop or hand over shards to match.

        If the database cannot be used, stop serving all shards. Return whether a shard is moving
        between workers.
        """
        try:
            if not self._guard.has_joined:
                await self._join_workers()
            looked_at = time.monotonic()
            view = await self._leases.read_leases()
            self._guard.checked_at = looked_at
            own = view.own_worker
            self._owned_shards = {shard for shard, owner in view.owners.items() if owner == own}
            self._has_other_workers = bool({*view.workers} - {own})
            # A worker that starts meanwhile is not among them yet, and takes a share, too.
            sharers = 1 if self.is_only_worker else max(1, len(view.workers)) + 1
            self._rate_limit.share_among(sharers)
            plan = assign_shards(view, self._shard_count)
            shards = sorted(range(self._shard_count), key=lambda one: self._retry_at.get(one, 0.0))
            moving = [await self._move_shard(shard, view, plan) for shard in shards]
        except StoreProblem as problem:
            if self._guard.has_joined:
                log.warning("this worker serves nothing for now: %s", problem.key)
            self._guard.has_joined = False
            for shard, client in self._clients.items():
                if client.is_serving:
                    self._start_transition(shard, self._accesses[shard].release())
            return True
        return any(moving)

    async def _move_shard(self, shard: int, view: LeaseView, plan: Mapping[int, int]) -> bool:
        """Start, stop or hand over a shard, so that the worker in `plan` comes to serve it.

        Return whether the shard is moving to or from this worker.
        """
        owner, planned = view.owners.get(shard), plan.get(shard)
        if owner == view.own_worker:
            return self._serve_shard(shard, view, planned)
        if planned != view.own_worker:
            await self._give_up_shard(shard)
            return False
        if owner is not None:
            await self._prepare_takeover(shard)
        elif self._may_claim(shard) and await self._leases.claim(shard):
            log.info("shard %s: claimed", shard)
            await self._announce_ready(shard, is_ready=False)
            self._serve_shard(shard, view, planned)
        return True

    def _may_claim(self, shard: int) -> bool:
        if shard in self._clients:
            return True
        return time.monotonic() >= self._claims_unconnected_at and self._may_connect(shard)

    def _may_connect(self, shard: int) -> bool:
        may_retry = time.monotonic() >= self._retry_at.get(shard, -math.inf)
        return may_retry and self._identify_queue.is_free(shard)

    def _serve_shard(self, shard: int, view: LeaseView, planned_worker: int | None) -> bool:
        """Serve a shard of this worker, or hand it over if the worker planned for it is ready.

        Return whether the shard is to move to another worker.
        """
        client = self._clients.get(shard)
        if client is None:
            self._start_client(shard, serves_at_once=True)
        elif (
            planned_worker not in (None, view.own_worker)
            and view.ready_workers.get(shard) == planned_worker
        ):
            self._start_transition(shard, self._hand_over_shard(shard, self._accesses[shard]))
        elif not client.is_serving:
            self._start_transition(shard, self._accesses[shard].serve())
        return planned_worker not in (None, view.own_worker)

    async def _prepare_takeover(self, shard: int) -> None:
        """Connect to a shard that another worker serves, and announce when it can be taken over."""
        client = self._clients.get(shard)
        if client is None:
            self._start_client(shard, serves_at_once=False)
        elif client.is_serving:
            self._start_transition(shard, self._accesses[shard].release())
        elif client.reachability.is_connected:
            await self._announce_ready(shard, is_ready=True)

    async def _give_up_shard(self, shard: int) -> None:
        """Close the client of a shard, if there is one, and withdraw the offer to take over."""
        await self._announce_ready(shard, is_ready=False)
        if shard in self._clients:
            self._close_client(shard)

    async def _announce_ready(self, shard: int, *, is_ready: bool) -> None:
        if is_ready != (shard in self._announced_shards):
            await self._leases.announce_ready(shard, is_ready=is_ready)
            self._announced_shards ^= {shard}

    async def _hand_over_shard(self, shard: int, access: SharedAccess) -> None:
        """Stop serving a shard, and give up its lease to the next worker, which is connected."""
        async with access.hand_over():
            await self._store.flush()
            await self._leases.release(shard)
        log.info("shard %s: handed over", shard)
        if self._accesses.get(shard) is access:
            self._close_client(shard)

    def _start_client(self, shard: int, *, serves_at_once: bool) -> None:
        """Start a client for a shard, unless the shard may not connect now."""
        if not self._may_connect(shard):
            return
        self._identify_queue.enter(shard)
        access = SharedAccess(self._identify_queue, serves_at_once=serves_at_once)
        session = ShardSession(Shard(shard, self._shard_count), access, self._gate)
        client = self._clients[shard] = self._make_client(session)
        self._accesses[shard] = access
        self._connection_tasks[shard] = asyncio.create_task(self._connect(shard, client))

    async def _connect(self, shard: int, client: CatsClient) -> None:
        """Log in to Discord, wait for the shard's turn, and stay connected to the gateway."""
        try:
            await client.login(self._token)
            await self._identify_queue.wait_for_turn(client)
            await client.connect()
        finally:
            with suppress(StoreProblem):
                await self._identify_queue.leave(shard)

    def _start_transition(self, shard: int, work: Coroutine[None, None, None]) -> None:
        """Start or stop serving a shard in a task, unless such a task of the shard is running."""
        if shard in self._transition_tasks:
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
                del self._transition_tasks[shard]

        self._transition_tasks[shard] = asyncio.create_task(done())

    def _close_client(self, shard: int) -> None:
        """Close the client of a shard in a background task, after its running work."""
        client, running = self._clients.pop(shard), self._connection_tasks.pop(shard)
        del self._accesses[shard]

        async def close() -> None:
            await client.close()
            running.cancel()
            await asyncio.wait((running,))
            if not running.cancelled():
                running.exception()  # retrieved, so that asyncio logs no unretrieved exception

        closing = asyncio.create_task(close())
        self._closing_tasks.add(closing)
        closing.add_done_callback(self._closing_tasks.discard)
