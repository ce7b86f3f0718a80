"""Deletes old data that need not be stored any longer, once a day."""

import logging

from bot.common.log import log_failure
from bot.services.service import Service, Shared

log = logging.getLogger(__name__)

CLEANUP_INTERVAL_SECONDS = 86_400.0
CLEANUP_RETRY_SECONDS = 3600.0
CLEANUP_OVERDUE_SECONDS = 2 * 86_400.0
"""The number of seconds for which a clean-up step may fail before it is reported as overdue."""


class Cleanup(Service):
    """Deletes old data that need not be stored any longer, in independent steps.

    A step that fails does not stop the others. Only the process that serves shard 0 does the
    clean-up, for all shards.
    """

    def __init__(self, shared: Shared) -> None:
        """Prepare the clean-up steps. Each is due immediately."""
        super().__init__(shared)
        self._steps = {} if shared.shard.number else shared.store.retention.steps
        self._ran_at: dict[str, float] = {}
        self._failing_since: dict[str, float] = {}

    @property
    def is_due(self) -> bool:
        """Whether at least one clean-up step has to run now."""
        return bool(self._due_steps())

    @property
    def overdue_steps(self) -> tuple[str, ...]:
        """The names of the clean-up steps that have failed for at least two days.

        The limit is `CLEANUP_OVERDUE_SECONDS`.
        """
        now = self._clock.now()
        return tuple(
            step
            for step, since in self._failing_since.items()
            if now - since >= CLEANUP_OVERDUE_SECONDS
        )

    async def run(self) -> None:
        """Run the clean-up steps that are due, and drop cached data from memory."""
        now, due = self._clock.now(), self._due_steps()
        self._ran_at |= dict.fromkeys(due, now)
        for step in due:
            await self._run_step(step, now)
        if due:
            self._tables.clear_caches()

    def _due_steps(self) -> tuple[str, ...]:
        """Return the names of the clean-up steps that have to run now.

        If the clock was set back, a step whose last run lies in the future is due, too.
        """
        now = self._clock.now()
        return tuple(
            step
            for step in self._steps
            if step not in self._ran_at
            or not 0 <= now - self._ran_at[step] < self._seconds_between(step)
        )

    def _seconds_between(self, step: str) -> float:
        """Return the seconds between two runs of a clean-up step.

        They are fewer after a failure.
        """
        return CLEANUP_RETRY_SECONDS if step in self._failing_since else CLEANUP_INTERVAL_SECONDS

    async def _run_step(self, step: str, now: float) -> None:
        """Run one clean-up step.

        The first failure in a row is logged, and so is the next success.
        """
        try:
            await self._steps[step](now)
            await self._store.personal_data.mark_erasure()
        except Exception as problem:
            if step not in self._failing_since:
                log_failure(log, f"the clean-up of {step}", problem)
            self._failing_since.setdefault(step, now)
        else:
            if self._failing_since.pop(step, None) is not None:
                log.info("the clean-up of %s works again", step)
