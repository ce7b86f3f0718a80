"""The requests that Discord allows the whole bot, shared among its workers."""

import asyncio
import time

from bot.edge.gate import Purpose

REQUESTS = 50.0
"""Requests a second: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
AT_ONCE = 0.5
"""Seconds of the allowance that may be used at once."""


class Pacing:
    """Keeps this worker's requests within what Discord allows all together."""

    def __init__(self) -> None:
        """Begin alone."""
        self._workers = 1
        self._next = 0.0
        """When the next request may go, if no allowance is left over."""

    def share(self, workers: int) -> None:
        """Take note of how many workers share the allowance; the only one is Discord's to limit."""
        self._workers = workers

    async def requests(self, purpose: Purpose) -> None:
        """Return when a request may go; the limit is not about answers to interactions."""
        if self._workers < 2 or purpose is Purpose.ANSWER:
            return
        now = time.monotonic()
        self._next = max(self._next, now - AT_ONCE) + self._workers / REQUESTS
        if self._next > now:
            await asyncio.sleep(self._next - now)
