"""One person's flood of clicks, noticed before any work is done for it."""

from collections import deque
from math import inf

from cachetools import TTLCache

SECONDS = 5.0
"""How far back a person's clicks are counted."""


class Flood:
    """The clicks and commands taken lately, by person; it remembers those of a few seconds only."""

    def __init__(self, most: int) -> None:
        """Take at most so many clicks of one person in `SECONDS`, wherever made; at least one."""
        self._most = most
        self._at = 0.0
        """When the click came that is looked at."""
        self._taken: TTLCache[int, deque[float], float] = TTLCache(inf, SECONDS, lambda: self._at)
        """When each person's newest clicks came."""

    def takes(self, user: int, at: float) -> bool:
        """Tell whether a click that came `at`, in seconds since 1970, is taken.

        One that is not does not count: whoever clicks on and on is taken now and then.
        """
        self._at = at
        times = self._taken.get(user) or deque(maxlen=self._most)
        if len(times) == self._most and at - times[0] < SECONDS:
            return False
        times.append(at)
        self._taken[user] = times
        return True
