"""Lets each person do a costly thing once at a time, with a pause after it."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import ceil, inf

from cachetools import TTLCache

from bot.domain.changes import Refused
from bot.services.heartbeat import Clock


class PersonalLimit:
    """Admits each person once at a time, and again some seconds after a success."""

    def __init__(
        self, clock: Clock, pause_seconds: float, running_key: str, pausing_key: str
    ) -> None:
        """Admit everybody at first. The two keys are those of the refusals."""
        self._clock = clock
        self._pause_seconds = pause_seconds
        self._running_key = running_key
        self._pausing_key = pausing_key
        self._running_users: set[int] = set()
        self._done_at: TTLCache[tuple[int, Hashable], float, float] = TTLCache(
            inf, pause_seconds, clock.now
        )

    @contextmanager
    def admit(self, user: int, kind: Hashable = None) -> Iterator[None]:
        """Context manager: check that a person may do now what the block does.

        If the block fails, the person may try again at once.

        Args:
            kind: What the person does. Each kind has a pause of its own.

        Raises:
            Refused: The person is doing it, or did it too recently.
        """
        if user in self._running_users:
            raise Refused(self._running_key)
        done_at = self._done_at.get((user, kind))
        if done_at is not None:
            raise Refused(self._pausing_key, until=str(ceil(done_at + self._pause_seconds)))
        self._running_users.add(user)
        try:
            yield
            self._done_at[user, kind] = self._clock.now()
        finally:
            self._running_users.discard(user)
