"""The queue in which the shards of all workers take turns to identify.

To identify means to log a shard in to Discord's gateway. Discord divides the shards into buckets.
In each bucket, one session may identify every five seconds. The database keeps the turns of all
workers in order.

A turn begins before the shard's session connects. Otherwise a session would have to wait while it
is connected, and discord.py closes a connection that has not identified within a minute, and then
fails (https://github.com/Rapptz/discord.py/issues/10520). A worker gives back a turn that it does
not use. The turn of a worker that dies ends after `IDENTIFY_TIMEOUT_SECONDS`.
"""

import asyncio
import logging
import time

import discord
from msgspec import Struct

from bot.common.counters import NO_COUNTERS, Counters
from bot.discord_adapter.connection import find_proxy
from bot.discord_adapter.request_gate import LOGIN_TIMEOUT_SECONDS, RequestGate, limit_request_time
from bot.storage.problems import StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)

IDENTIFY_INTERVAL_SECONDS = 5.5
"""Seconds between two turns of a bucket. Discord requires five."""
IDENTIFY_TIMEOUT_SECONDS = 10.0
"""Seconds that a shard has to identify after its turn begins."""
IDENTIFY_RETRY_SECONDS = 0.5
BUDGET_TIMEOUT_SECONDS = 30.0
MIN_BUDGET_RETRY_SECONDS = 0.2
MAX_BUDGET_RETRY_SECONDS = 600.0


class IdentifyBudget(Struct, frozen=True):
    """Discord's recommended number of shards, and how often shards may still identify today.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    max_concurrency: int
    """The number of buckets."""
    total: int
    """How often shards may identify per day before Discord resets the bot's token."""
    remaining: int
    """How often shards may still identify until Discord sets this back to `total`."""
    resets_in_seconds: float

    @property
    def is_spent(self) -> bool:
        """Whether hardly more than a tenth of `total` is left, so that a shard has to wait."""
        return self.remaining < self.total // 10 + self.max_concurrency


async def fetch_identify_budget(client: discord.Client) -> IdentifyBudget:
    """Ask Discord for the budget, with a client that has logged in.

    https://docs.discord.com/developers/events/gateway#get-gateway-bot

    Raises:
        TimeoutError: Discord has not answered within `BUDGET_TIMEOUT_SECONDS`.
        HTTPException: Discord has refused the request.
    """
    async with limit_request_time(client, BUDGET_TIMEOUT_SECONDS):
        shards, _, limit = await client.http.get_bot_gateway()
    return IdentifyBudget(
        shards=shards,
        max_concurrency=limit["max_concurrency"],
        total=limit["total"],
        remaining=limit["remaining"],
        resets_in_seconds=limit["reset_after"] / 1000.0,
    )


async def fetch_budget_at_start(
    token: str, gate: RequestGate, stop: asyncio.Event
) -> IdentifyBudget:
    """Ask Discord for the budget until it answers.

    If `stop` is set meanwhile, the result is a placeholder, because the worker then ends at once.

    Raises:
        LoginFailure: The token is wrong.
        HTTPException: Discord has refused the request.
    """
    asking, stopping = asyncio.create_task(_fetch(token, gate)), asyncio.create_task(stop.wait())
    await asyncio.wait((asking, stopping), return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        asking.cancel()
        return IdentifyBudget(
            shards=1, max_concurrency=1, total=0, remaining=0, resets_in_seconds=0.0
        )
    stopping.cancel()
    return asking.result()


async def _fetch(token: str, gate: RequestGate) -> IdentifyBudget:
    """Ask for the budget again if Discord does not answer, or takes no requests for a while."""
    intents = discord.Intents(guilds=True)
    while True:
        try:
            async with (
                discord.Client(
                    intents=intents, http_trace=gate.make_trace_config(), **find_proxy()
                ) as client,
                limit_request_time(client, LOGIN_TIMEOUT_SECONDS),
            ):
                await client.login(token)
                return await fetch_identify_budget(client)
        except TimeoutError:
            log.warning("Discord does not answer at the start: it is asked again")
        except discord.RateLimited as limit:  # the gate has logged until when
            await asyncio.sleep(limit.retry_after)


class IdentifyQueue:
    """Takes turns for this worker's shards to identify."""

    def __init__(self, store: Store, buckets: int, counters: Counters = NO_COUNTERS) -> None:
        self.buckets = buckets
        self._store = store
        self._counters = counters
        self._next_shard_by_bucket: dict[int, int] = {}
        """Maps the number of a bucket to this worker's shard that identifies next in it."""
        self._turn_ends_at: dict[int, float] = {}
        """Maps each shard that has its turn to the turn's end, in monotonic seconds."""

    def is_free(self, shard: int) -> bool:
        """Tell whether no shard of this worker waits in the shard's bucket."""
        return shard % self.buckets not in self._next_shard_by_bucket

    def enter(self, shard: int) -> None:
        """Make a shard the next one of this worker in its bucket."""
        self._next_shard_by_bucket[shard % self.buckets] = shard

    async def wait_for_turn(self, client: discord.Client) -> None:
        """Wait for the turn of a client that has logged in, while the budget is not spent.

        Raises:
            StoreProblem: The database cannot be used.
            TimeoutError: Discord has not answered a request in time.
            HTTPException: Discord has refused a request.
        """
        shard, told = client.shard_id or 0, False
        while True:
            await self._take_turn(shard)
            starts = await fetch_identify_budget(client)
            self._counters.set_identifies_left(starts.remaining)
            if not starts.is_spent:
                return
            await self._give_back_turn(shard)
            if not told:
                _warn_of_spent_budget(shard, starts)
            told = True
            seconds = min(starts.resets_in_seconds, MAX_BUDGET_RETRY_SECONDS)
            await asyncio.sleep(max(MIN_BUDGET_RETRY_SECONDS, seconds))

    async def use_turn(self, client: discord.Client) -> None:
        """Record that a client identifies now, and end its shard's turn.

        If the turn is over already, this method first waits for a new one. If the database cannot
        be used, it waits for `IDENTIFY_INTERVAL_SECONDS` instead.
        """
        shard = client.shard_id or 0
        try:
            if self._turn_ends_at.get(shard, 0.0) < time.monotonic():
                await self.wait_for_turn(client)
            await self._store.bot.end_turn(shard % self.buckets, _now())
        except StoreProblem as problem:
            log.warning("shard %s identifies without an order: %s", shard, problem.key)
            await asyncio.sleep(IDENTIFY_INTERVAL_SECONDS)
        self._turn_ends_at.pop(shard, None)
        self._leave_bucket(shard)

    async def leave(self, shard: int) -> None:
        """Give back the turn of a shard that does not identify after all.

        Raises:
            StoreProblem: The database cannot be used.
        """
        self._leave_bucket(shard)
        await self._give_back_turn(shard)

    async def _take_turn(self, shard: int) -> None:
        bucket = shard % self.buckets
        seconds = (IDENTIFY_INTERVAL_SECONDS, IDENTIFY_TIMEOUT_SECONDS)
        wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        while wait:
            # Others may end their turn sooner.
            await asyncio.sleep(min(wait, IDENTIFY_RETRY_SECONDS))
            wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        self._turn_ends_at[shard] = time.monotonic() + IDENTIFY_TIMEOUT_SECONDS

    async def _give_back_turn(self, shard: int) -> None:
        """End the turn of a shard that has not identified, so that the next one can begin now."""
        if self._turn_ends_at.pop(shard, 0.0) > time.monotonic():
            await self._store.bot.end_turn(shard % self.buckets, _now() - IDENTIFY_INTERVAL_SECONDS)

    def _leave_bucket(self, shard: int) -> None:
        if self._next_shard_by_bucket.get(shard % self.buckets) == shard:
            del self._next_shard_by_bucket[shard % self.buckets]


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _warn_of_spent_budget(shard: int, budget: IdentifyBudget) -> None:
    log.warning(
        "shard %s waits: only %d of %d starts are left today. Discord allows the next %d in %d min;"
        " if they were spent by a bot that ends again and again, find out why.",
        shard,
        budget.remaining,
        budget.total,
        budget.total,
        -(-budget.resets_in_seconds // 60),
    )
