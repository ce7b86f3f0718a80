"""The queue in which the shards of all workers take turns to identify.

A shard is Discord's share of the bot's servers. To identify means to log a shard in to Discord's
gateway. A worker is one process of the bot. Discord divides the shards into buckets. In each
bucket, one session may identify every five seconds. The database keeps the turns of all workers in
order.

A turn begins before the shard's session connects. Otherwise a session would have to wait while it
is connected, and discord.py closes a connection that has not identified within a minute, and then
fails (https://github.com/Rapptz/discord.py/issues/10520). A worker gives back a turn that it does
not use. The turn of a worker that dies ends after `IDENTIFY_TURN_SECONDS`.
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
"""Seconds between two logins (identifies) of shards in one of Discord's rate-limit buckets.

Discord requires five.
"""
IDENTIFY_TURN_SECONDS = 10.0
"""Seconds that a shard has to log in to the gateway (identify) after its turn begins."""
MIN_BUDGET_RETRY_SECONDS = 0.2
"""Minimum seconds to wait before the bot asks Discord again how many logins are left today."""
BUDGET_TIMEOUT_SECONDS = 30.0
"""Maximum seconds to wait for Discord's answer to the question how many logins are left today."""
TURN_RETRY_SECONDS = 0.5
"""Maximum seconds before a waiting shard tries again to get its turn to log in to the gateway."""
MAX_BUDGET_RETRY_SECONDS = 600.0
"""Maximum seconds to wait before the bot asks Discord again how many logins are left today."""


class IdentifyBudget(Struct, frozen=True):
    """Discord's recommended number of shards, and the number of gateway logins left today.

    A shard is Discord's share of the bot's servers. Each login (identify) of a shard counts.
    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    """The number of shards that Discord recommends for the bot."""
    max_concurrency: int
    """The number of shards that may log in (identify) at the same time, one in each bucket."""
    total: int
    """The maximum number of logins (identifies) per day.

    Beyond it, Discord resets the bot's token.
    """
    remaining: int
    """The number of logins (identifies) that are left until Discord resets its count."""
    resets_in_seconds: float
    """Seconds until Discord sets `remaining` back to `total`."""

    @property
    def is_spent(self) -> bool:
        """Whether so few logins are left that a shard has to wait until Discord resets its count.

        That is the case if `remaining` is less than a tenth of `total` plus `max_concurrency`.
        """
        return self.remaining < self.total // 10 + self.max_concurrency


async def fetch_identify_budget(client: discord.Client) -> IdentifyBudget:
    """Ask Discord for its recommended number of shards, and for the number of gateway logins left.

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
    """Takes turns for this process's shards to log in to Discord's gateway (identify).

    A shard is Discord's share of the bot's servers. Shards of other processes (workers) take their
    turns in the same database, so that all together keep Discord's limit.
    """

    def __init__(self, store: Store, buckets: int, counters: Counters = NO_COUNTERS) -> None:
        """Create the queue of this process (worker).

        Args:
            store: The database, in which all workers take their turns.
            buckets: Discord's `max_concurrency`, the number of shards that may log in (identify) at
                the same time.
            counters: Counters for monitoring. They show how many logins are left.
        """
        self.buckets = buckets
        self._store = store
        self._counters = counters
        self._next_shard_by_bucket: dict[int, int] = {}
        """Maps the number of a bucket to this worker's shard that logs in next in the bucket."""
        self._turn_ends_at: dict[int, float] = {}
        """Maps each shard that has its turn to the turn's end, in seconds of a monotonic clock."""

    def is_free(self, shard: int) -> bool:
        """Tell whether no shard of this worker waits to log in (identify) in the shard's bucket."""
        return shard % self.buckets not in self._next_shard_by_bucket

    def enter(self, shard: int) -> None:
        """Make a shard the next one of this worker that logs in (identifies) in its bucket."""
        self._next_shard_by_bucket[shard % self.buckets] = shard

    async def wait_for_turn(self, client: discord.Client) -> None:
        """Wait until the client's shard may log in to the gateway (identify).

        The shard needs its turn among the shards of all workers. It also needs enough logins left
        of those that Discord allows per day.

        Args:
            client: The shard's client, after its `login`.

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
        """Record that a client logs in to the gateway (identifies) now, and end its shard's turn.

        The next shard of the bucket may then log in after `IDENTIFY_INTERVAL_SECONDS`. If the turn
        is over already, this method first waits for a new one. If the database cannot be used, it
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
        """Give back the turn of a shard that does not log in (identify) after all.

        The next shard then need not wait for the end of the turn.

        Raises:
            StoreProblem: The database cannot be used.
        """
        self._leave_bucket(shard)
        await self._give_back_turn(shard)

    async def _take_turn(self, shard: int) -> None:
        """Wait until it is the shard's turn to log in (identify) among all workers' shards."""
        bucket = shard % self.buckets
        seconds = (IDENTIFY_INTERVAL_SECONDS, IDENTIFY_TURN_SECONDS)
        wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        while wait:
            await asyncio.sleep(min(wait, TURN_RETRY_SECONDS))  # others may end their turn sooner
            wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        self._turn_ends_at[shard] = time.monotonic() + IDENTIFY_TURN_SECONDS

    async def _give_back_turn(self, shard: int) -> None:
        """End the turn of a shard that has not logged in, so that the next turn can begin now."""
        if self._turn_ends_at.pop(shard, 0.0) > time.monotonic():
            await self._store.bot.end_turn(shard % self.buckets, _now() - IDENTIFY_INTERVAL_SECONDS)

    def _leave_bucket(self, shard: int) -> None:
        """Let this worker's other shards log in (identify) in the bucket of the given shard."""
        if self._next_shard_by_bucket.get(shard % self.buckets) == shard:
            del self._next_shard_by_bucket[shard % self.buckets]


def _now() -> float:
    """Return the present time in seconds since 1970."""
    return discord.utils.utcnow().timestamp()


def _warn_of_spent_budget(shard: int, budget: IdentifyBudget) -> None:
    """Warn the bot's host that a shard waits because few gateway logins are left today."""
    log.warning(
        "shard %s waits: only %d of %d starts are left today. Discord allows the next %d in %d min;"
        " if they were spent by a bot that ends again and again, find out why.",
        shard,
        budget.remaining,
        budget.total,
        budget.total,
        -(-budget.resets_in_seconds // 60),
    )
