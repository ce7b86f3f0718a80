"""The daily clean-up, which deletes what is kept no longer."""

import logging

from bot.common.log import log_failure
from bot.services.tables import Tables

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 86_400.0
"""From one run of a step to the next."""
RETRY_SECONDS = 3600.0
"""From a run that failed to the next."""
OVERDUE_SECONDS = 2 * 86_400.0
"""A step that has failed for so long is shown to whoever watches the bot."""


class Cleanup:
    """Runs each step of the clean-up by itself, so that one that fails stops no other.

    The worker that serves shard 0 does it for all shards.
    """

    def __init__(self, tables: Tables) -> None:
        """Run nothing yet."""
        self._tables = tables
        self._steps = {} if tables.shard.number else tables.store.retention.steps
        self._ran_at: dict[str, float] = {}
        self._failing_since: dict[str, float] = {}

    @property
    def is_due(self) -> bool:
        """Whether a step has to run now."""
        return bool(self._due_steps())

    @property
    def overdue(self) -> tuple[str, ...]:
        """The names of the steps that have failed for two days."""
        now = self._tables.now()
        return tuple(
            step for step, since in self._failing_since.items() if now - since >= OVERDUE_SECONDS
        )

    async def run(self) -> None:
        """Run the steps that are due."""
        now, due = self._tables.now(), self._due_steps()
        self._ran_at |= dict.fromkeys(due, now)
        for step in due:
            await self._run(step, now)
        if due:
            self._tables.read_anew()

    def _due_steps(self) -> tuple[str, ...]:
        """Return the steps that have to run; after the clock was set back, all of them."""
        now = self._tables.now()
        return tuple(
            step
            for step in self._steps
            if step not in self._ran_at
            or not 0 <= now - self._ran_at[step] < self._seconds_between(step)
        )

    def _seconds_between(self, step: str) -> float:
        return RETRY_SECONDS if step in self._failing_since else INTERVAL_SECONDS

    async def _run(self, step: str, now: float) -> None:
        """Run a step. A failure is logged once, until the step works again."""
        try:
            await self._steps[step](now)
            await self._tables.store.personal_data.mark_erasure()
        except Exception as problem:
            if step not in self._failing_since:
                log_failure(log, f"the clean-up of {step}", problem)
            self._failing_since.setdefault(step, now)
        else:
            if self._failing_since.pop(step, None) is not None:
                log.info("the clean-up of %s works again", step)
