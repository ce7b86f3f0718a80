"""Makes the daily puzzles ahead of their days."""

import asyncio
import logging

from bot.common.log import log_failure
from bot.domain.changes import Refused
from bot.domain.puzzles import find_number, find_opening
from bot.services.events import ReachabilityChanged
from bot.services.service import Service, Shared

log = logging.getLogger(__name__)

START_DELAY_SECONDS = 20.0
"""The number of seconds after the start for which people's boards and games come first."""
RETRY_SECONDS = 120.0
"""The number of seconds after a failure until the missing puzzles are tried again."""
MAX_SLEEP_SECONDS = 3600.0
"""The maximum number of seconds between two looks at the clock, which can be set."""


class PuzzleMaker(Service):
    """Makes the puzzles of the next days, and those of the archive that are missing.

    Only the process that serves shard 0 does it, soon after its start and after each midnight UTC.
    Any other process makes a missing puzzle only when somebody wants to see it.
    """

    def __init__(self, shared: Shared) -> None:
        """Prepare to make puzzles, which begins soon after people can reach the bot."""
        super().__init__(shared)
        self._pause_seconds = self._timings.between_puzzles
        self._is_active = shared.shard.number == 0 and self._pause_seconds is not None
        self._next_look: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._complete_day: int | None = None
        """The day on which no puzzle was missing any more, as the number of its puzzle."""
        self._is_failing = False

    def on_reachability_changed(self, event: ReachabilityChanged) -> None:
        """Begin to make puzzles soon after people can reach the bot for the first time."""
        if event.is_reachable and self._next_look is None and self._puzzle_library.puzzles:
            self._plan_look(START_DELAY_SECONDS)

    def close(self) -> None:
        """Make no more puzzles. One that is being made is left to the next start."""
        self._is_active = False
        if self._next_look:
            self._next_look.cancel()
        if self._task:
            self._task.cancel()

    def _plan_look(self, seconds: float) -> None:
        if self._is_active:
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(seconds, lambda: self._background.run(self._look()))

    async def _look(self) -> None:
        """Make what is missing, unless nothing is today, and plan the next look."""
        day, self._task = find_number(self._clock.now()), asyncio.current_task()
        try:
            if day != self._complete_day:
                await self._run(day)
        finally:
            self._task = None
            until_midnight = find_opening(day + 1) - self._clock.now()
            wait = min(until_midnight, MAX_SLEEP_SECONDS)
            self._plan_look(RETRY_SECONDS if self._is_failing else max(wait, 0.0))

    async def _run(self, day: int) -> None:
        is_complete = False
        try:
            is_complete = await self._make_missing()
            if is_complete and self._is_failing:
                log.info("puzzles are made again")
        except Exception as problem:
            if not self._is_failing:
                log_failure(log, "making puzzles", problem)
        finally:
            self._is_failing = not is_complete
        if is_complete:
            self._complete_day = day

    async def _make_missing(self) -> bool:
        """Make the missing puzzles, one after the other, and return whether none is missing now.

        One that cannot be made does not stop the others. It is tried again later.
        """
        library, is_complete = self._puzzle_library, True
        wanted = library.find_missing(())
        if not wanted:  # the clock is before the first day
            return True
        stored = await self._store.puzzles.find_numbers(min(wanted), max(wanted))
        for number in library.find_missing(stored):
            try:
                await library.make(number)
            except Refused:
                is_complete = False
            await asyncio.sleep(self._pause_seconds or 0.0)
        return is_complete
