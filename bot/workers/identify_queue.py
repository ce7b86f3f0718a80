"""The queue in which the shards of all workers take turns to identify.

In each of Discord's buckets, one session may identify every five seconds. All workers take their
turns in the database, one after the other.

A turn begins before its session connects. The reason is that discord.py closes a connection that
has not identified within a minute, and then fails
(https://github.com/Rapptz/discord.py/issues/10520). A worker gives back a turn that it does not
use. The turn of a worker that dies ends after `IDENTIFY_TURN_SECONDS`.
"""

import asyncio
import logging
import time

import discord
from msgspec import Struct

from bot.common.counters import NO_COUNTERS, Counters
from bot.discord_adapter.request_gate import limit_request_time
from bot.storage.problems import StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)

IDENTIFY_INTERVAL_SECONDS = 5.5
"""Time between two identifications in a bucket. Discord requires five seconds."""
IDENTIFY_TURN_SECONDS = 10.0
"""How long a shard may take to identify after its turn begins."""
MIN_BUDGET_RETRY_SECONDS = 0.2
"""Minimum time until Discord is asked again how many identifications are left."""
BUDGET_TIMEOUT_SECONDS = 30.0
"""Time limit of the request that asks how many identifications are left."""
TURN_RETRY_SECONDS = 0.5
"""Maximum time until a waiting shard tries again to take a turn."""
MAX_BUDGET_RETRY_SECONDS = 600.0
"""Maximum time until Discord is asked again how many identifications are left."""


class IdentifyBudget(Struct, frozen=True):
    """How many shards Discord recommends, and how often the bot may still identify.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    """The number of shards that Discord recommends."""
    max_concurrency: int
    """The number of shards that may identify at the same time (`max_concurrency`)."""
    total: int
    """How often the bot may identify in a day. After more, Discord resets its token."""
    remaining: int
    """How often the bot may still identify."""
    resets_in_seconds: float
    """Seconds until `remaining` is set back to `total`."""

    @property
    def is_spent(self) -> bool:
        """Whether less than a tenth of `total` plus `max_concurrency` is left."""
        return self.remaining < self.total // 10 + self.max_concurrency


async def fetch_identify_budget(client: discord.Client) -> IdentifyBudget:
    """Ask Discord for the budget, with a client that has logged in.

    Raises the errors of such a request, and `TimeoutError` after `BUDGET_TIMEOUT_SECONDS`.
    https://docs.discord.com/developers/events/gateway#get-gateway-bot
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


class IdentifyQueue:
    """Takes turns to identify for the shards of this worker."""

    def __init__(self, store: Store, buckets: int, counters: Counters = NO_COUNTERS) -> None:
        """Use Discord's `max_concurrency` as the number of `buckets`."""
        self.buckets = buckets
        self._store = store
        self._counters = counters
        self._next_shard_by_bucket: dict[int, int] = {}
        """Maps buckets to the shard of this worker that identifies next."""
        self._turn_ends_at: dict[int, float] = {}
        """Maps shards that have a turn to its end, in seconds of a monotonic clock."""

    def is_free(self, shard: int) -> bool:
        """Return whether no shard of this worker waits to identify in the same bucket."""
        return shard % self.buckets not in self._next_shard_by_bucket

    def enter(self, shard: int) -> None:
        """Make a shard the next one of this worker in its bucket."""
        self._next_shard_by_bucket[shard % self.buckets] = shard

    async def wait_for_turn(self, client: discord.Client) -> None:
        """Wait until the client's shard has its turn, and enough identifications are left.

        Raises `StoreProblem`, or the errors of a request to Discord.
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
            await asyncio.sleep(
                max(
                    MIN_BUDGET_RETRY_SECONDS,
                    min(starts.resets_in_seconds, MAX_BUDGET_RETRY_SECONDS),
                )
            )

    async def note_identify(self, client: discord.Client) -> None:
        """Record that a client identifies now; wait first if it has no turn."""
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
        """Give back the turn of a shard that does not identify."""
        self._leave_bucket(shard)
        await self._give_back_turn(shard)

    async def _take_turn(self, shard: int) -> None:
        """Wait until a shard has its turn."""
        bucket = shard % self.buckets
        seconds = (IDENTIFY_INTERVAL_SECONDS, IDENTIFY_TURN_SECONDS)
        wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        while wait:
            await asyncio.sleep(min(wait, TURN_RETRY_SECONDS))  # others may end their turn sooner
            wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        self._turn_ends_at[shard] = time.monotonic() + IDENTIFY_TURN_SECONDS

    async def _give_back_turn(self, shard: int) -> None:
        """End the turn of a shard as if nothing had identified lately."""
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
