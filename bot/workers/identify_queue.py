"""Whose turn it is to identify: in each of Discord's buckets one session in five seconds.

All workers take their turns in the database, one after the other: a turn begins before its session
connects, because discord.py gives up a connection that has not identified within a minute, and
breaks off then (https://github.com/Rapptz/discord.py/issues/10520). A turn that is not used is
given back; one whose worker dies ends after `IDENTIFY_TURN_SECONDS`.
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
"""Between two identifications in a bucket; Discord asks for five."""
IDENTIFY_TURN_SECONDS = 10.0
"""In which whoever has the turn to identify shall have done so."""
MIN_BUDGET_RETRY_SECONDS = 0.2
"""Before it is asked again how many starts are left, at least."""
BUDGET_TIMEOUT_SECONDS = 30.0
"""After which the question how many starts are left is given up."""
TURN_RETRY_SECONDS = 0.5
"""Seconds after which whoever waits for a turn tries again to take it, at the latest."""
MAX_BUDGET_RETRY_SECONDS = 600.0
"""Seconds after which it is asked again how many starts are left, at the latest."""


class IdentifyBudget(Struct, frozen=True):
    """How many sessions Discord recommends, and how often a bot may still identify.

    https://docs.discord.com/developers/events/gateway#session-start-limit-object
    """

    shards: int
    """As many are recommended."""
    max_concurrency: int
    """So many may identify at the same time (`max_concurrency`)."""
    total: int
    """How often the bot may identify in a day; after that Discord resets its token."""
    left: int
    """How often it may yet."""
    resets_in_seconds: float
    """Seconds until it may as often as ever."""

    @property
    def is_spent(self) -> bool:
        """Whether only the last tenth is left, and what may be asked for at the same time."""
        return self.left < self.total // 10 + self.max_concurrency


async def fetch_identify_budget(client: discord.Client) -> IdentifyBudget:
    """Ask Discord, as a client that has logged in. Raises what such a request raises.

    https://docs.discord.com/developers/events/gateway#get-gateway-bot
    """
    async with limit_request_time(client, BUDGET_TIMEOUT_SECONDS):
        shards, _, limit = await client.http.get_bot_gateway()
    return IdentifyBudget(
        shards=shards,
        max_concurrency=limit["max_concurrency"],
        total=limit["total"],
        left=limit["remaining"],
        resets_in_seconds=limit["reset_after"] / 1000.0,
    )


class IdentifyQueue:
    """Takes the turns of a worker's shards."""

    def __init__(self, store: Store, buckets: int, figures: Counters = NO_COUNTERS) -> None:
        """Take Discord's `max_concurrency`: so many shards may identify at the same time."""
        self.buckets = buckets
        self._store = store
        self._figures = figures
        self._next_shard_by_bucket: dict[int, int] = {}
        """By bucket the shard of this worker that identifies next."""
        self._turn_ends_at: dict[int, float] = {}
        """By shard whose turn it is: until when, in seconds of a monotonic clock."""

    def is_free(self, shard: int) -> bool:
        """Tell whether no shard of this worker in the same bucket is to identify next."""
        return shard % self.buckets not in self._next_shard_by_bucket

    def enter(self, shard: int) -> None:
        """Let a shard be the next one of this worker in its bucket."""
        self._next_shard_by_bucket[shard % self.buckets] = shard

    async def wait_for_turn(self, client: discord.Client) -> None:
        """Return when it is the turn of a client's shard, and enough starts are left.

        Raises `StoreProblem`, or what asking Discord raises.
        """
        shard, told = client.shard_id or 0, False
        while True:
            await self._take_turn(shard)
            starts = await fetch_identify_budget(client)
            self._figures.set_identifies_left(starts.left)
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
        """Take note that a client identifies now; first wait, if it is not its turn."""
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
        """Let others have the turn of a shard that does not identify."""
        self._leave_bucket(shard)
        await self._give_back_turn(shard)

    async def _take_turn(self, shard: int) -> None:
        """Return when it is a shard's turn."""
        bucket = shard % self.buckets
        seconds = (IDENTIFY_INTERVAL_SECONDS, IDENTIFY_TURN_SECONDS)
        wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        while wait:
            await asyncio.sleep(min(wait, TURN_RETRY_SECONDS))  # others may end their turn sooner
            wait = await self._store.bot.take_turn(bucket, _now(), *seconds)
        self._turn_ends_at[shard] = time.monotonic() + IDENTIFY_TURN_SECONDS

    async def _give_back_turn(self, shard: int) -> None:
        """End the turn of a shard as if nobody had identified lately."""
        if self._turn_ends_at.pop(shard, 0.0) > time.monotonic():
            await self._store.bot.end_turn(shard % self.buckets, _now() - IDENTIFY_INTERVAL_SECONDS)

    def _leave_bucket(self, shard: int) -> None:
        if self._next_shard_by_bucket.get(shard % self.buckets) == shard:
            del self._next_shard_by_bucket[shard % self.buckets]


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _warn_of_spent_budget(shard: int, starts: IdentifyBudget) -> None:
    log.warning(
        "shard %s waits: only %d of %d starts are left today. Discord allows the next %d in %d min;"
        " if they were spent by a bot that ends again and again, find out why.",
        shard,
        starts.left,
        starts.total,
        starts.total,
        -(-starts.resets_in_seconds // 60),
    )
