"""What Discord allows the whole bot, shared among its workers."""

import asyncio
import logging
import time
from collections import deque

import discord

from bot.edge.gate import Purpose
from bot.store.problems import StoreProblem
from bot.store.store import Store

log = logging.getLogger(__name__)

SECOND = 1.05
"""Seconds in which no more requests go than are allowed in one: some take longer than others."""
IDENTIFY = 5.5
"""Seconds from one identification in a bucket to the next; Discord asks for five."""


class Pacing:
    """Keeps this worker's requests and identifications within what Discord allows all together."""

    def __init__(self, store: Store, buckets: int, requests: int) -> None:
        """Take what Discord allows, and let no requests go but within that.

        `buckets`: `max_concurrency`, so many shards may identify at the same time. `requests`: so
        many all workers may send in a second
        (https://docs.discord.com/developers/topics/rate-limits#global-rate-limit).
        """
        self._store = store
        self._buckets = buckets
        self._requests = self._share = requests
        self._went: deque[float] = deque(maxlen=requests)
        """When the newest requests went, by a monotonic clock."""
        self._turn = asyncio.Lock()

    def share(self, workers: int) -> None:
        """Take note of how many workers share the allowance."""
        self._share = max(1, self._requests // workers)

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
        if purpose is Purpose.ANSWER:
            return
        async with self._turn:  # who came first goes first
            if len(self._went) >= self._share:
                await asyncio.sleep(self._went[-self._share] + SECOND - time.monotonic())
            self._went.append(time.monotonic())
