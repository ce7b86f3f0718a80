"""A worker: a process that serves some of the bot's shards, beside others on the same database.

A shard is Discord's share of the servers. Each shard has a client of its own, with its own gateway
connection and tables. All workers read in the database which worker serves which shard
(`bot.storage.shard_leases`).

A shard moves without a gap. The next worker connects first, and takes over when the present one has
released the tables. Discord sends every click to all sessions of a shard
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
from bot.discord_adapter.client import CatsClient, ShardSession
from bot.discord_adapter.request_gate import Purpose, RateLimit, RequestGate
from bot.discord_adapter.shard_readiness import Stage
from bot.storage.problems import StoreProblem
from bot.storage.shard_leases import LeaseView, assign_shards
from bot.storage.shards import Shard
from bot.storage.store import Store
from bot.workers.identify_queue import IdentifyQueue
from bot.workers.shard_advice import advise_host

log = logging.getLogger(__name__)

FINAL_ERRORS = (discord.LoginFailure, discord.ConnectionClosed, discord.PrivilegedIntentsRequired)
"""Errors of one connection to Discord that would also end the connections of all other shards."""
CONNECTION_ERRORS = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError)
"""Errors after which a shard's connection to Discord is tried again.

A timeout is an `OSError`, too.
"""
CONNECTION_RETRY_SECONDS = 5.0
"""Seconds until a shard whose connection to Discord failed is tried again."""
REJOIN_DELAY_SECONDS = 2.0
"""How many seconds after it had lost the database a worker claims only its connected shards.

So the other workers can claim the shards to which they are still connected.
"""
FORMER_LEASES_TIMEOUT_SECONDS = 1.0
"""How many seconds a starting worker waits for the locks of a worker that has ended.

The database server needs a moment to free them.
"""


class WantedShards(Struct, frozen=True):
    """The number of shards that this worker expects, from Discord or from the host."""

    recommended: int
    """The number of shards that Discord recommends."""
    set_by_host: int | None = None
    """The number of shards that the host has set. None means that the host has set no number."""

    @property
    def number(self) -> int:
        """The number of shards that this worker uses if no other worker is running."""
        return self.set_by_host or self.recommended

    def accepts_count(self, shard_count: int) -> bool:
        """Tell whether this worker may join workers that use another number of shards.

        If the host has set a number, only that is accepted. Otherwise any number is accepted until
        Discord recommends twice as many. A shard has about 1,000 servers then, and may have 2,500.

        Args:
            shard_count: The number of shards that the other workers use.
        """
        return (
            shard_count == self.set_by_host
            if self.set_by_host
            else self.recommended < 2 * shard_count
        )


class ShardCountMismatch(Exception):
    """Raised if other workers use another number of shards than this one expects."""


class UncertainLeaseError(aiohttp.ClientError):
    """Raised if another worker may have taken over the shard of a board that is to be changed.

    The request to Discord is not sent then.
    """


class LeaseGuard:
    """Stops requests that change boards, unless this worker surely still has its leases.

    A board is a table's public message. A worker that stood still for a while could show an old
    state of a table. Replaced boards are deleted all the same, because no other worker would delete
    them later.
    """

    def __init__(self) -> None:
        """Create a guard that stops all requests for boards until the worker has joined."""
        self.has_joined = False
        """Whether this worker is one of the workers that share the database at present."""
        self.checked_at = 0.0
        """When the last successful check of the leases began, in seconds of a monotonic clock."""

    async def admit(self, purpose: Purpose) -> None:
        """Let a request to Discord pass, unless it is for a board that another worker may have.

        Args:
            purpose: What the request is for.

        Raises:
            UncertainLeaseError: The request is for a board, and the last check of the leases is too
                old.
        """
        sure = self.has_joined and time.monotonic() - self.checked_at < LEASE_VALID_SECONDS
        if purpose is Purpose.BOARD and not sure:
            raise UncertainLeaseError


class Worker:
    """Claims this process's share of the shards, serves them, and hands them over to other workers.

    A shard is Discord's share of the servers.
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
        """Create a worker, which begins to serve shards with `run`.

        Args:
            store: The database, which all workers share.
            make_client: Makes the client that serves a shard.
            token: The bot's token, with which clients log in to Discord.
            shards: The number of shards that the worker expects.
            rate_limit: The limit of requests to Discord, which the workers share.
            identify_queue: The queue in which shards take turns to log in to the gateway.
            clients: A map from shards to their clients, which the worker keeps up to date for
                others.
            is_only_worker: Whether no other worker can take over shards. Then requests for boards
                need no check of the leases.
        """
        self._store = store
        self._make_client = make_client
        self._token = token
        self._wanted_shards = shards
        self._rate_limit = rate_limit
        self._identify_queue = identify_queue
        self._guard = LeaseGuard()
        self._gate = (
            RequestGate(rate_limit) if is_only_worker else RequestGate(rate_limit, self._guard)
        )
        """Holds back requests to Discord.

        The check of the leases comes last. A request may wait for other reasons before, so an
        earlier check would be too old.
        """
        self._leases = store.open_leases()
        self._claims_unconnected_at = 0.0
        """The time from which this worker may claim shards that it is not connected to.

        It is given in seconds of a monotonic clock.
        """
        self._shard_count = 0
        """The number of all shards. 0 means that it is not known yet."""
        self._clients = clients
        """Maps shards to the clients that serve them, or that could take them over."""
        self._connection_tasks: dict[int, asyncio.Task[None]] = {}
        """Maps shards to the tasks that hold their gateway connections."""
        self._failed_at: dict[int, float] = {}
        """Maps shards to when their connection failed last, in seconds of a monotonic clock."""
        self._transition_tasks: dict[int, asyncio.Task[None]] = {}
        """Maps shards to the task that starts or stops serving them.

        A shard has at most one such task.
        """
        self._closing_tasks: set[asyncio.Task[None]] = set()
        """The running tasks that close clients."""
        self._announced_shards: set[int] = set()
        """The shards of other workers that this worker has announced it could take over at once."""
        self._owned_shards: set[int] = set()
        """The shards whose lease, the right to serve them, this worker had at the last check."""
        self._has_other_workers = False
        """Whether there are other workers that take shards."""

    async def run(self, stop: asyncio.Event) -> None:
        """Serve shards until `stop` is set, then hand them over to other workers and end.

        Args:
            stop: The event that asks the worker to end.

        Raises:
            ShardCountMismatch: The number of shards changed while this worker had lost the
                database.
            StoreProblem: The database cannot be reached at the start.
            DiscordException: A connection to Discord has ended for good, for example because the
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
        """Join the workers of the database.

        If they use another number of shards, wait until they have ended or `stop` is set.
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
        """Keep this worker's shards up to date until `stop` is set, and log advice for the host."""
        advising = asyncio.create_task(advise_host(self._clients, self._shard_count))
        try:
            while not stop.is_set():
                await self._wait_for_change(await self._update_shards(), stop)
        finally:
            advising.cancel()

    async def _join_workers(self) -> None:
        """Become one of the workers, at the start or after the database was lost.

        After a loss, each worker first claims the shards that it is connected to. So the first
        worker to return leaves the others their shards. It raises `ShardCountMismatch` if the
        others use another number of shards.
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
        """Hand over all shards to other workers, if there are any, before this worker ends."""
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
        """Wait until the leases have to be checked again, `stop` is set, or a connection has ended.

        `is_moving` means that a shard is moving between workers, so the next check comes sooner.
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
        """Close a shard so that it is tried again, or raise the error that ended its connection.

        The error is raised if it would end every connection, or if no shard is connected. Errors of
        the database are not raised, because it comes back after this worker has joined again.
        Time-outs of Discord are not raised either.
        """
        problem = task.exception()
        first = not any(client.reachability.is_connected for client in self._clients.values())
        if isinstance(problem, StoreProblem):
            log.warning("shard %s: the database is in the way: %s", shard, problem.key)
        elif isinstance(problem, FINAL_ERRORS) or (first and not isinstance(problem, TimeoutError)):
            task.result()
        elif problem is None or isinstance(problem, CONNECTION_ERRORS):
            log.warning("shard %s: the connection failed (%s)", shard, type(problem).__name__)
        else:
            log_failure(log, f"connecting to shard {shard}", problem)
        self._failed_at[shard] = time.monotonic()
        self._close_client(shard)

    async def _update_shards(self) -> bool:
        """Read all leases, and start, stop or hand over shards as they demand.

        Return whether a shard is moving between workers. Without the database, stop serving all
        shards.
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
            self._rate_limit.share_among(max(1, len(view.workers)))
            plan = assign_shards(view, self._shard_count)
            shards = sorted(
                range(self._shard_count), key=lambda each: self._failed_at.get(each, 0.0)
            )
            moving = [await self._move_shard(shard, view, plan) for shard in shards]
        except StoreProblem as problem:
            if self._guard.has_joined:
                log.warning("this worker serves nothing for now: %s", problem.key)
            self._guard.has_joined = False
            for shard, client in self._clients.items():
                if client.serving_state.is_serving:
                    self._start_transition(shard, client.release_tables())
            return True
        return any(moving)

    async def _move_shard(self, shard: int, view: LeaseView, plan: Mapping[int, int]) -> bool:
        """Start, stop or hand over a shard, as its present owner and the plan demand.

        `plan` says which worker should serve each shard. Return whether the shard is moving.
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
        """Tell whether to claim a shard: it is connected, or may connect next in its bucket."""
        if shard in self._clients:
            return True
        return time.monotonic() >= self._claims_unconnected_at and self._may_connect(shard)

    def _may_connect(self, shard: int) -> bool:
        """Tell whether to connect to a shard now.

        In each bucket of Discord one connects at a time.
        """
        has_just_failed = (
            time.monotonic() < self._failed_at.get(shard, -math.inf) + CONNECTION_RETRY_SECONDS
        )
        return not has_just_failed and self._identify_queue.is_free(shard)

    def _serve_shard(self, shard: int, view: LeaseView, planned_worker: int | None) -> bool:
        """Serve a shard of this worker until the next worker is ready to take it over.

        Return whether the shard is to move to another worker.
        """
        client = self._clients.get(shard)
        if client is None:
            self._start_client(shard, serves_at_once=True)
        elif (
            planned_worker not in (None, view.own_worker)
            and view.ready_workers.get(shard) == planned_worker
        ):
            self._start_transition(shard, self._hand_over_shard(shard, client))
        elif client.serving_state.stage is Stage.AWAY:
            self._start_transition(shard, client.serve())
        return planned_worker not in (None, view.own_worker)

    async def _prepare_takeover(self, shard: int) -> None:
        """Connect to a shard that another worker serves, and announce when it could be taken over.

        If a client of this worker still serves the shard, it has to stop.
        """
        client = self._clients.get(shard)
        if client is None:
            self._start_client(shard, serves_at_once=False)
        elif client.serving_state.is_serving:
            self._start_transition(shard, client.release_tables())
        elif client.reachability.is_connected:
            await self._announce_ready(shard, is_ready=True)

    async def _give_up_shard(self, shard: int) -> None:
        """Close the client of a shard, if there is one, and withdraw the offer to take it over."""
        await self._announce_ready(shard, is_ready=False)
        if shard in self._clients:
            self._close_client(shard)

    async def _announce_ready(self, shard: int, *, is_ready: bool) -> None:
        """Tell other workers whether this one could take over the shard, if that has changed."""
        if is_ready != (shard in self._announced_shards):
            await self._leases.announce_ready(shard, is_ready=is_ready)
            self._announced_shards ^= {shard}

    async def _hand_over_shard(self, shard: int, client: CatsClient) -> None:
        """Stop serving a shard, and give up its lease, so that the next worker can serve it.

        That worker is connected to the shard already.
        """
        async with client.hand_over_tables():
            await self._store.flush()
            await self._leases.release(shard)
        log.info("shard %s: handed over", shard)
        if self._clients.get(shard) is client:
            self._close_client(shard)

    def _start_client(self, shard: int, *, serves_at_once: bool) -> None:
        """Start a client for a shard, if the shard may connect now.

        With `serves_at_once` it serves the shard as soon as it is connected. Otherwise it only
        waits to take the shard over.
        """
        if not self._may_connect(shard):
            return
        self._identify_queue.enter(shard)
        session = ShardSession(
            Shard(shard, self._shard_count),
            serves_at_once,
            self._identify_queue,
            self._gate,
        )
        client = self._clients[shard] = self._make_client(session)
        self._connection_tasks[shard] = asyncio.create_task(self._connect(shard, client))

    async def _connect(self, shard: int, client: CatsClient) -> None:
        """Log in to Discord, wait for the shard's turn, and hold its gateway connection.

        That lasts until the connection ends.
        """
        try:
            await client.login(self._token)
            await self._identify_queue.wait_for_turn(client)
            await client.connect()
        finally:
            with suppress(StoreProblem):
                await self._identify_queue.leave(shard)

    def _start_transition(self, shard: int, work: Coroutine[None, None, None]) -> None:
        """Run `work`, which starts or stops serving a shard, in a task.

        If such a task is running for the shard already, `work` is not run.
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
        """Close the client of a shard in a task. The client finishes its running work first."""
        client, running = self._clients.pop(shard), self._connection_tasks.pop(shard)

        async def close() -> None:
            await client.close()
            running.cancel()
            await asyncio.wait((running,))
            if not running.cancelled():
                running.exception()  # retrieved, so that asyncio logs no unretrieved exception

        closing = asyncio.create_task(close())
        self._closing_tasks.add(closing)
        closing.add_done_callback(self._closing_tasks.discard)
