"""What Discord allows the whole bot, shared among its workers."""

import asyncio
import logging
import time

import discord

from bot.edge.gate import Purpose
from bot.store.problems import StoreProblem
from bot.store.store import Store

log = logging.getLogger(__name__)

REQUESTS = 50.0
"""Requests a second: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
AT_ONCE = 0.5
"""Seconds of the allowance that may be used at once."""
IDENTIFY = 5.5
"""Seconds from one identification in a bucket to the next; Discord asks for five."""


class Pacing:
    """Keeps this worker's requests and identifications within what Discord allows all together."""

    def __init__(self, store: Store, buckets: int) -> None:
        """Take Discord's `max_concurrency`: so many shards may identify at the same time."""
        self._store = store
        self._buckets = buckets
        self._workers = 1
        self._next = 0.0
        """When the next request may go, if no allowance is left over."""

    def share(self, workers: int) -> None:
        """Take note of how many workers share the allowance; the only one is Discord's to limit."""
        self._workers = workers

    async def identifies(self, shard: int) -> None:
        """Return when a shard may identify.

        https://docs.discord.com/developers/events/gateway#sharding-max-concurrency
        """
        now = discord.utils.utcnow().timestamp()
        try:
            seconds = await self._store.identifies(shard % self._buckets, now, IDENTIFY)
        except StoreProblem as problem:
            log.warning("shard %s identifies without an order: %s", shard, problem.key)
            seconds = IDENTIFY
        await asyncio.sleep(seconds)

    async def requests(self, purpose: Purpose) -> None:
        """Return when a request may go; the limit is not about answers to interactions."""
        if self._workers < 2 or purpose is Purpose.ANSWER:
            return
        now = time.monotonic()
        self._next = max(self._next, now - AT_ONCE) + self._workers / REQUESTS
        if self._next > now:
            await asyncio.sleep(self._next - now)
