"""The requests that Discord allows the whole bot, shared among its workers."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from bot.edge.gate import Purpose

COUNTS_FOR_SECONDS = 1.0
"""Seconds for which a request counts after it was answered: Discord has had it before."""
MAX_TRAVEL_SECONDS = 5.0
"""A request that was not answered for so many seconds counts as one that Discord has had."""


class _Request:
    """A request that counts towards the limit."""

    def __init__(self) -> None:
        self.counts_until = time.monotonic() + MAX_TRAVEL_SECONDS + COUNTS_FOR_SECONDS
        """In seconds of a monotonic clock."""


class Pacing:
    """Keeps this worker's requests within what Discord allows all together."""

    def __init__(self, requests: int) -> None:
        """Let no requests go but within so many a second, which all workers may send together.

        https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
        """
        self._requests = self._share = requests
        self._counting: list[_Request] = []
        self._turn = asyncio.Lock()
        self._answered = asyncio.Event()

    def share(self, workers: int) -> None:
        """Take note of how many workers share the allowance."""
        self._share = max(1, self._requests // workers)

    async def requests(self, purpose: Purpose) -> Callable[[], None] | None:
        """Return when a request may go; the limit is not about answers to interactions.

        What is returned is to be called when the request was answered or has failed. When exactly
        Discord gets it meanwhile, which depends on new connections and on how busy all are, does
        not matter then: no second has more than are allowed.
        """
        if purpose is Purpose.ANSWER:
            return None
        async with self._turn:  # who came first goes first
            while self._is_full():
                await self._wait()
            request = _Request()
            self._counting.append(request)

        def end() -> None:
            soon = time.monotonic() + COUNTS_FOR_SECONDS
            request.counts_until = min(request.counts_until, soon)
            self._answered.set()

        return end

    def _is_full(self) -> bool:
        now = time.monotonic()
        self._counting = [each for each in self._counting if each.counts_until > now]
        return len(self._counting) >= self._share

    async def _wait(self) -> None:
        """Wait until a request does not count any more, or one is answered."""
        self._answered.clear()
        first = min(each.counts_until for each in self._counting)
        with suppress(TimeoutError):
            async with asyncio.timeout(first - time.monotonic()):
                await self._answered.wait()
