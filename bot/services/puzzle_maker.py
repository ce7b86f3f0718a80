"""Makes the daily puzzles ahead of their days."""

import asyncio
import logging
from math import inf

from bot.common.log import log_failure
from bot.domain.changes import Refused
from bot.domain.puzzles import find_number, find_opening
from bot.services.service import Service, Shared

log = logging.getLogger(__name__)

START_DELAY_SECONDS = 20.0
"""The number of seconds after the first call for which people's boards and games come first."""
RETRY_SECONDS = 120.0
"""The number of seconds after a failure until the missing puzzles are tried again."""


class PuzzleMaker(Service):
    """Makes the puzzles of the next days, and those of the archive that are missing.

    Only the process that serves shard 0 does it, soon after its start and after each midnight UTC.
    Any other process makes a missing puzzle only when somebody wants to see it.
    """

    def __init__(self, shared: Shared) -> None:
        """Prepare to make puzzles, which begins with `start_if_due`."""
        super().__init__(shared)
        self._pause_seconds = self._timings.between_puzzles
        self._is_active = shared.shard.number == 0 and self._pause_seconds is not None
        self._task: asyncio.Task[None] | None = None
        self._complete_day: int | None = None
        """The day on which no puzzle was missing any more, as the number of its puzzle."""
        self._not_before: float | None = None
        """The time before which no puzzle is made. None means that nobody has asked for it yet."""
        self._is_failing = False

    @property
    def seconds_until_due(self) -> float:
        """The number of seconds until puzzles may have to be made, or infinity for never.

        A day that was not looked at is due, even if the clock was set back.
        """
        if not self._is_active or not self._puzzle_library.puzzles:
            return inf
        if self._task:
            return RETRY_SECONDS
        now = self._clock.now()
        if self._complete_day == find_number(now):
            return find_opening(find_number(now) + 1) - now
        wait = START_DELAY_SECONDS if self._not_before is None else self._not_before - now
        return wait if 0 < wait <= RETRY_SECONDS else 0.0

    def start_if_due(self) -> None:
        """Start to make the missing puzzles in the background, if it is time."""
        if self._not_before is None:
            self._not_before = self._clock.now() + START_DELAY_SECONDS
        if self.seconds_until_due == 0:
            self._background.run(self._run())

    def close(self) -> None:
        """Make no more puzzles. One that is being made is left to the next start."""
        self._is_active = False
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        if self._task or not self._is_active:
            return
        self._task = asyncio.current_task()
        day, is_complete = find_number(self._clock.now()), False
        try:
            is_complete = await self._make_missing()
            if is_complete and self._is_failing:
                log.info("puzzles are made again")
        except Exception as problem:
            if not self._is_failing:
                log_failure(log, "making puzzles", problem)
        finally:
            self._task = None
            self._is_failing = not is_complete
            if is_complete:
                self._complete_day = day
            else:
                self._not_before = self._clock.now() + RETRY_SECONDS

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
