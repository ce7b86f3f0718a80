"""Work that nobody waits for: boards, due rows, pushes."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from bot.common.log import log_failure

log = logging.getLogger(__name__)


class Background:
    """Runs units of work beside each other; one that fails is logged and stops no other."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin a unit of work, unless all has ended."""
        if self._is_closed:
            work.close()
            return
        task = asyncio.create_task(_run_and_log(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def idle(self) -> bool:
        """Tell whether nothing runs."""
        return not self._tasks

    async def close(self, patience: float) -> None:
        """Let what runs come to its end; after `patience` seconds, cancel it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
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
