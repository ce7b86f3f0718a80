"""The queue in which the shards of all workers take turns to identify.

To identify means to log a shard, Discord's share of the servers, in to the gateway. Discord divides
the shards into buckets. In each bucket, one session may identify every five seconds. All workers
take their turns in the database, one after the other.

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
"""Seconds between two identifications in one of Discord's buckets. Discord requires five."""
IDENTIFY_TURN_SECONDS = 10.0
"""How many seconds a shard has to identify after its turn begins."""
MIN_BUDGET_RETRY_SECONDS = 0.2
"""Minimum seconds until the bot asks Discord again how often it may still identify."""
BUDGET_TIMEOUT_SECONDS = 30.0
"""Time limit in seconds of the request that asks Discord how often the bot may still identify."""
TURN_RETRY_SECONDS = 0.5
"""Maximum seconds until a waiting shard tries again to take a turn to identify."""
MAX_BUDGET_RETRY_SECONDS = 600.0
"""Maximum seconds until the bot asks Discord again how often it may still identify."""


class IdentifyBudget(Struct, frozen=True):
    """How many shards Discord recommends, and how often the bot may still identify today.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    """The number of shards that Discord recommends for the bot."""
    max_concurrency: int
    """The number of shards that may identify at the same time, one in each bucket."""
    total: int
    """How often the bot may identify in a day.

    If it does so more often, Discord resets its token.
    """
    remaining: int
    """How often the bot may still identify before the number is reset."""
    resets_in_seconds: float
    """Seconds until Discord sets `remaining` back to `total`."""

    @property
    def is_spent(self) -> bool:
        """Whether so few identifications are left that a shard has to wait.

        That is the case below a tenth of `total` plus `max_concurrency`.
        """
        return self.remaining < self.total // 10 + self.max_concurrency


async def fetch_identify_budget(client: discord.Client) -> IdentifyBudget:
    """Ask Discord how many shards it recommends, and how often the bot may still identify.

    https://docs.discord.com/developers/events/gateway#get-gateway-bot

    Args:
        client: A client that has logged in.

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


class IdentifyQueue:
    """Takes turns for this worker's shards to identify, which means to log in to Discord's gateway.

    Shards of other workers take their turns in the same database.
    """

    def __init__(self, store: Store, buckets: int, counters: Counters = NO_COUNTERS) -> None:
        """Create the queue of this worker.

        Args:
            store: The database, in which all workers take their turns.
            buckets: Discord's `max_concurrency`, the number of shards that may identify at the same
                time.
            counters: Show how many identifications are left, for monitoring.
        """
        self.buckets = buckets
        self._store = store
        self._counters = counters
        self._next_shard_by_bucket: dict[int, int] = {}
        """Maps the number of a bucket to the shard of this worker that identifies next in it."""
        self._turn_ends_at: dict[int, float] = {}
        """Maps each shard that has a turn to the turn's end, in seconds of a monotonic clock."""

    def is_free(self, shard: int) -> bool:
        """Tell whether no shard of this worker waits to identify in the same bucket as this one."""
        return shard % self.buckets not in self._next_shard_by_bucket

    def enter(self, shard: int) -> None:
        """Make a shard the next one of this worker that identifies in its bucket."""
        self._next_shard_by_bucket[shard % self.buckets] = shard

    async def wait_for_turn(self, client: discord.Client) -> None:
        """Wait until the client's shard has its turn to identify, and Discord allows more logins.

        Args:
            client: The client of the shard, which has logged in.

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
            await asyncio.sleep(
                max(
                    MIN_BUDGET_RETRY_SECONDS,
                    min(starts.resets_in_seconds, MAX_BUDGET_RETRY_SECONDS),
                )
            )

    async def note_identify(self, client: discord.Client) -> None:
        """Store that a client identifies now, so that the next shard may do so after a pause.

        If the shard has no turn any more, it waits for a new one first. Without the database, it
        waits for `IDENTIFY_INTERVAL_SECONDS` instead.
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
        """Give back the turn of a shard that does not identify, so that others need not wait.

        Raises:
            StoreProblem: The database cannot be used.
        """
        self._leave_bucket(shard)
        await self._give_back_turn(shard)

    async def _take_turn(self, shard: int) -> None:
        """Wait until the shard has its turn among the shards of all workers."""
        bucket = shard % self.buckets
        seconds = (IDENTIFY_INTERVAL_SECONDS, IDENTIFY_TURN_SECONDS)
        wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        while wait:
            await asyncio.sleep(min(wait, TURN_RETRY_SECONDS))  # others may end their turn sooner
            wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        self._turn_ends_at[shard] = time.monotonic() + IDENTIFY_TURN_SECONDS

    async def _give_back_turn(self, shard: int) -> None:
        """End the turn of a shard that has not identified, so that the next turn begins at once."""
        if self._turn_ends_at.pop(shard, 0.0) > time.monotonic():
            await self._store.bot.end_turn(shard % self.buckets, _now() - IDENTIFY_INTERVAL_SECONDS)

    def _leave_bucket(self, shard: int) -> None:
        """Let other shards of this worker identify in the bucket of this shard."""
        if self._next_shard_by_bucket.get(shard % self.buckets) == shard:
            del self._next_shard_by_bucket[shard % self.buckets]


def _now() -> float:
    """Return the present time in seconds since the epoch."""
    return discord.utils.utcnow().timestamp()


def _warn_of_spent_budget(shard: int, budget: IdentifyBudget) -> None:
    """Warn the host that a shard waits because the bot may identify only a few more times today."""
    log.warning(
        "shard %s waits: only %d of %d starts are left today. Discord allows the next %d in %d min;"
        " if they were spent by a bot that ends again and again, find out why.",
        shard,
        budget.remaining,
        budget.total,
        budget.total,
        -(-budget.resets_in_seconds // 60),
    )
