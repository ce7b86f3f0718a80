"""A worker: a process that serves some of the bot's shards, next to others on the same database.

A shard is Discord's share of the bot's servers. Each shard has a client of its own, with its own
gateway connection and tables. All workers read in the database which worker serves which shard
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
"""Errors of one connection to Discord that would end the connections of all other shards, too.

They end the worker.
"""
CONNECTION_ERRORS = (*REQUEST_ERRORS, discord.GatewayNotFound)
"""Errors after which a shard's connection to Discord is tried again."""
WAITING_ERRORS = (TimeoutError, discord.RateLimited)
"""Errors after which even the first connection is tried again, because Discord may be back soon."""
CONNECTION_RETRY_SECONDS = 5.0
"""Seconds to wait after a shard's connection to Discord failed until it is tried again."""
REJOIN_DELAY_SECONDS = 2.0
"""Seconds for which a worker claims only its connected shards after it had lost the database.

In this time, the other workers can claim the shards that they are still connected to.
"""
FORMER_LEASES_TIMEOUT_SECONDS = 1.0
"""Maximum seconds that a starting worker waits for the database locks of a worker that has ended.

The database server needs a moment to free these locks.
"""


class WantedShards(Struct, frozen=True):
    """The number of shards (gateway connections) that this worker expects."""

    recommended: int
    """The number of shards that Discord recommends."""
    set_by_host: int | None = None
    """The number of shards that the bot's host has set. None means that `recommended` is used."""

    @property
    def number(self) -> int:
        """The number of shards that this worker uses if no other worker is running.

        It is the host's number, or else Discord's.
        """
        return self.set_by_host or self.recommended

    def accepts_count(self, shard_count: int) -> bool:
        """Tell whether this worker may join running workers that use a certain number of shards.

        If the host has set a number, only that number is accepted. Otherwise any number is accepted
        for which Discord recommends less than twice as many shards. A shard has about 1,000 servers
        if the bot has the recommended number of shards, and may have 2,500.

        Args:
            shard_count: The number of shards that the other workers use.
        """
        return (
            shard_count == self.set_by_host
            if self.set_by_host
            else self.recommended < 2 * shard_count
        )


class ShardCountMismatch(Exception):
    """Raised if running workers use a number of shards that this worker does not accept."""


class UncertainLeaseError(aiohttp.ClientError):
    """Raised instead of changing a board that another worker may serve by now.

    A board is a table's public message. The request is not sent to Discord.
    """


class LeaseGuard:
    """Stops requests that change boards unless this worker is certain to still have its leases.

    A board is a table's public message. A lease is the right of one worker (process) to serve a
    shard. A worker that was suspended for a while may have lost its leases, and could show an old
    state of a table. Requests that delete replaced boards are let through, because no other worker
    would delete those boards later.
    """

    def __init__(self) -> None:
        """Create a guard. It stops all requests to change boards until the worker has joined."""
        self.has_joined = False
        """Whether this worker is at present one of the workers that share the database."""
        self.checked_at = 0.0
        """When the last successful check of the leases began, in seconds of a monotonic clock."""

    async def admit(self, purpose: Purpose) -> None:
        """Let a request to Discord pass, unless its board may be served by another worker now.

        Args:
            purpose: What the request is for.

        Raises:
            UncertainLeaseError: The request is for a board (a table's public message), and the last
                check of the leases is too old.
        """
        sure = self.has_joined and time.monotonic() - self.checked_at < LEASE_VALID_SECONDS
        if purpose is Purpose.BOARD and not sure:
            raise UncertainLeaseError


class Worker:
    """Claims this process's share of the bot's shards, serves them, and hands them over at the end.

    A worker is a process of the bot. A shard is Discord's share of the bot's servers.

    Args:
        store: The database, which all workers share.
        make_client: Creates the client that serves a shard.
        token: The bot's token, with which clients log in to Discord.
        shards: The number of shards that the worker expects.
        rate_limit: The limit of requests per second to Discord, which is divided among the
            workers.
        identify_queue: The queue in which shards take turns to log in to the gateway.
        clients: A mapping from shards to their clients. The worker keeps it up to date, so that
            other code can read it.
        is_only_worker: Whether no other worker can take over shards. If so, requests for boards
            need no check of the leases.
    """

    def __init__(
        self,
        store: Store,
        make_client: Callable[[ShardSession], CatsClient],
        token: str,
        shards: WantedShards,
        rate_limit: RateLimit,
        identify_queue: IdentifyQueue,
        clients: dict[int, CatsClient],
        *,
        is_only_worker: bool = False,
    ) -> None:
        """Create a worker, which begins to serve shards when `run` is called."""
        self._store = store
        self._make_client = make_client
        self._token = token
        self._wanted_shards = shards
        self._rate_limit = rate_limit
        self._identify_queue = identify_queue
        self._is_only_worker = is_only_worker
        self._guard = LeaseGuard()
        self._gate = (
            RequestGate(rate_limit) if is_only_worker else RequestGate(rate_limit, self._guard)
        )
        """Holds back requests to Discord, and checks the leases right before it sends one."""
        self._leases = store.open_leases()
        self._claims_unconnected_at = 0.0
        """The time from which this worker may claim shards that it is not connected to.

        It is given in seconds of a monotonic clock.
        """
        self._shard_count = 0
        """The number of the bot's shards in all workers. 0 means that it is not known yet."""
        self._clients = clients
        """Maps shards to the clients that serve them, or that stay connected to take them over."""
        self._accesses: dict[int, SharedAccess] = {}
        self._connection_tasks: dict[int, asyncio.Task[None]] = {}
        """Maps shards to the tasks that hold their gateway connections."""
        self._retry_at: dict[int, float] = {}
        """Maps shards whose connection has failed to the time from which it may be tried again.

        Times are in seconds of a monotonic clock.
        """
        self._transition_tasks: dict[int, asyncio.Task[None]] = {}
        """Maps a shard to the running task that starts or stops serving it.

        A shard has at most one such task.
        """
        self._closing_tasks: set[asyncio.Task[None]] = set()
        """The running tasks that close clients, kept so that the worker can wait for their end."""
        self._announced_shards: set[int] = set()
        """The shards of other workers that this worker is ready to take over immediately.

        It has announced each of them to the other workers in the database.
        """
        self._owned_shards: set[int] = set()
        """The shards whose lease (the right to serve them) this worker had at the last check."""
        self._has_other_workers = False
        """Whether other workers, which could take over this worker's shards, are running."""

    async def run(self, stop: asyncio.Event) -> None:
        """Serve shards until `stop` is set, then hand the shards over to other workers and end.

        Args:
            stop: The event that tells the worker to end.

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
        """Join the running workers that share the database.

        If they use a number of shards that this worker does not accept, wait until they have ended
        or `stop` is set.
        """
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
        """Start, stop and hand over shards as needed until `stop` is set.

        Meanwhile, log advice for the host.
        """
        advising = asyncio.create_task(advise_host(self._clients, self._shard_count))
        try:
            while not stop.is_set():
                await self._wait_for_change(await self._update_shards(), stop)
        finally:
            advising.cancel()

    async def _join_workers(self) -> None:
        """Become one of the workers that share the database, at the start or once it is back.

        After losing the database, each worker first claims the shards that it is still connected
        to. So the worker that returns first does not take the others' shards. Raise
        `ShardCountMismatch` if the running workers use a number of shards that this worker does not
        accept.
        """
        again = self._shard_count > 0
        self._announced_shards.clear()
        async with self._leases.join_workers(
            0.0 if again else FORMER_LEASES_TIMEOUT_SECONDS
        ) as alone:
            now = discord.utils.utcnow().timestamp()
            wanted = self._shard_count or self._wanted_shards.number
            count = await self._store.agree_on_shard_count(wanted if alone else None, now)
            if (
                count != self._shard_count
                if again
                else not self._wanted_shards.accepts_count(count)
            ):
                raise ShardCountMismatch
            for shard, client in self._clients.items():
                if client.reachability.is_connected or shard in self._owned_shards:
                    await self._announce_ready(shard, is_ready=True)
        if count != wanted:
            log.info("there are %d shards, as the other workers have them", count)
        self._shard_count, self._guard.has_joined = count, True
        self._claims_unconnected_at = time.monotonic() + (REJOIN_DELAY_SECONDS if again else 0.0)

    async def _leave_workers(self) -> None:
        """Hand over all shards to other workers, if any are running, before this worker ends.

        It does not wait for longer than `compute_handover_timeout` says.
        """
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

        Args:
            is_moving: Whether a shard is moving between workers. If so, the next check is due
                sooner.
            stop: The event that tells the worker to end. None means that nothing but the other two
                events ends the wait.
        """
        stopping = asyncio.create_task((stop or asyncio.Event()).wait())
        waiting = (stopping, *self._connection_tasks.values())
        await asyncio.wait(
            waiting,
            timeout=MOVING_LEASE_CHECK_INTERVAL_SECONDS
            if is_moving
            else LEASE_CHECK_INTERVAL_SECONDS,
            return_when=asyncio.FIRST_COMPLETED,
        )
        stopping.cancel()
        for shard, running in [*self._connection_tasks.items()]:
            if running.done():
                self._handle_ended_connection(shard, running)

    def _handle_ended_connection(self, shard: int, task: asyncio.Task[None]) -> None:
        """Close the client of a shard whose connection has ended, or raise the error that ended it.

        The error is raised if it would end every connection, or if no shard is connected. Errors of
        the database are never raised, because this worker joins the others again once the database
        is back. `WAITING_ERRORS` are not raised either. After closing, the shard is tried again
        later.
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

        Return whether a shard is moving between workers. If the database cannot be used, stop
        serving all shards, and return True.
        """
        try:
            if not self._guard.has_joined:
                await self._join_workers()
            looked_at = time.monotonic()
            view = await self._leases.read_leases()
            self._guard.checked_at = looked_at
            self._owned_shards = {
                shard for shard, owner in view.owners.items() if owner == view.own_worker
            }
            self._has_other_workers = bool(set(view.workers) - {view.own_worker})
            # A worker that starts meanwhile is not among them yet, and takes a share, too.
            self._rate_limit.share_among(
                1 if self._is_only_worker else max(1, len(view.workers)) + 1
            )
            plan = assign_shards(view, self._shard_count)
            shards = sorted(
                range(self._shard_count), key=lambda each: self._retry_at.get(each, 0.0)
            )
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
        """Start, stop or hand over a shard, so that the planned worker comes to serve it.

        Args:
            shard: The number of the shard.
            view: The leases at present: which worker serves which shard.
            plan: Maps each shard to the worker that should serve it.

        Returns:
            Whether the shard is moving to or from this worker.
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
        """Tell whether this worker may claim a shard that nobody serves.

        That is the case if the worker has a client for the shard, or may connect to it now.
        """
        if shard in self._clients:
            return True
        return time.monotonic() >= self._claims_unconnected_at and self._may_connect(shard)

    def _may_connect(self, shard: int) -> bool:
        """Tell whether to connect to a shard now.

        In each of Discord's rate-limit buckets, one shard connects at a time. A shard whose
        connection has just failed has to wait.
        """
        may_retry = time.monotonic() >= self._retry_at.get(shard, -math.inf)
        return may_retry and self._identify_queue.is_free(shard)

    def _serve_shard(self, shard: int, view: LeaseView, planned_worker: int | None) -> bool:
        """Serve a shard of this worker, or hand it over if the worker planned for it is ready.

        Args:
            shard: The number of the shard.
            view: The leases at present: which worker serves which shard.
            planned_worker: The worker that should serve the shard. None means that there is no plan
                for it.

        Returns:
            Whether the shard is to move to another worker.
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
        """Connect to a shard that another worker serves, and announce when it can be taken over.

        If a client of this worker still serves the shard, that client stops doing so.
        """
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
        """Tell the other workers if this one's readiness to take over a shard has changed."""
        if is_ready != (shard in self._announced_shards):
            await self._leases.announce_ready(shard, is_ready=is_ready)
            self._announced_shards ^= {shard}

    async def _hand_over_shard(self, shard: int, access: SharedAccess) -> None:
        """Stop serving a shard, and give up its lease, so that the next worker can serve the shard.

        The next worker is already connected to the shard.
        """
        async with access.hand_over():
            await self._store.flush()
            await self._leases.release(shard)
        log.info("shard %s: handed over", shard)
        if self._accesses.get(shard) is access:
            self._close_client(shard)

    def _start_client(self, shard: int, *, serves_at_once: bool) -> None:
        """Start a client for a shard, unless the shard may not connect now.

        Args:
            shard: The number of the shard.
            serves_at_once: Whether the client serves the shard as soon as it is connected. If not,
                it stays connected to take the shard over later.
        """
        if not self._may_connect(shard):
            return
        self._identify_queue.enter(shard)
        access = SharedAccess(self._identify_queue, serves_at_once=serves_at_once)
        session = ShardSession(Shard(shard, self._shard_count), access, self._gate)
        client = self._clients[shard] = self._make_client(session)
        self._accesses[shard] = access
        self._connection_tasks[shard] = asyncio.create_task(self._connect(shard, client))

    async def _connect(self, shard: int, client: CatsClient) -> None:
        """Log in to Discord, wait for the shard's turn, and stay connected to the gateway.

        This lasts until the connection ends.
        """
        try:
            await client.login(self._token)
            await self._identify_queue.wait_for_turn(client)
            await client.connect()
        finally:
            with suppress(StoreProblem):
                await self._identify_queue.leave(shard)

    def _start_transition(self, shard: int, work: Coroutine[None, None, None]) -> None:
        """Run `work` in a task.

        It is a coroutine that starts or stops serving a shard.

        If such a task is already running for the shard, `work` is dropped.
        """
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
        """Close the client of a shard in a background task.

        The client finishes its running work first.
        """
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
