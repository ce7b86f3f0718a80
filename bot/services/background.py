"""Runs work that no answer waits for, such as drawing boards and firing timers."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from bot.common.log import log_failure

log = logging.getLogger(__name__)


class Background:
    """Runs coroutines in the background, all at the same time, and logs their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a coroutine without waiting for it.

        After `close`, the coroutine is discarded without running.
        """
        if self._is_closed:
            work.close()
            return
        task = asyncio.create_task(_run_and_log(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def is_idle(self) -> bool:
        """Whether no coroutine is running."""
        return not self._tasks

    async def close(self, timeout_seconds: float) -> None:
        """Wait until all coroutines have ended, including those started in the meantime.

        After the time-out, those that remain are cancelled.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        self._is_closed = True
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)


async def _run_and_log(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as problem:
        log_failure(log, "background work", problem)
