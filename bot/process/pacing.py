"""The requests that Discord allows the whole bot, shared among its workers."""

import asyncio
import time
from collections import deque

from bot.edge.gate import Purpose

SECOND = 1.05
"""Seconds in which no more requests go than are allowed in one: some take longer than others."""


class Pacing:
    """Keeps this worker's requests within what Discord allows all together."""

    def __init__(self, requests: int) -> None:
        """Let no requests go but within so many a second, which all workers may send together.

        https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
        """
        self._requests = self._share = requests
        self._went: deque[float] = deque(maxlen=requests)
        """When the newest requests went, by a monotonic clock."""
        self._turn = asyncio.Lock()

    def share(self, workers: int) -> None:
        """Take note of how many workers share the allowance."""
        self._share = max(1, self._requests // workers)

    async def requests(self, purpose: Purpose) -> None:
        """Return when a request may go; the limit is not about answers to interactions."""
        if purpose is Purpose.ANSWER:
            return
        async with self._turn:  # who came first goes first
            if len(self._went) >= self._share:
                await asyncio.sleep(self._went[-self._share] + SECOND - time.monotonic())
            self._went.append(time.monotonic())
