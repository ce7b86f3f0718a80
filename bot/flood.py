"""One person's flood of clicks, noticed before any work is done for it."""

from collections import OrderedDict, deque

SECONDS = 5.0
"""How far back a person's clicks are counted."""


class Flood:
    """The clicks and commands taken lately, by person; it remembers those of a few seconds only."""

    def __init__(self, most: int) -> None:
        """Take at most so many clicks of one person in `SECONDS`, wherever made; at least one."""
        self._most = most
        self._taken: OrderedDict[int, deque[float]] = OrderedDict()
        """When each person's newest clicks came, the person who clicked last at the end."""

    def takes(self, user: int, at: float) -> bool:
        """Tell whether a click that came `at`, in seconds since 1970, is taken.

        One that is not does not count: whoever clicks on and on is taken now and then.
        """
        self._forget(at)
        times = self._taken.setdefault(user, deque(maxlen=self._most))
        if len(times) == self._most and at - times[0] < SECONDS:
            return False
        times.append(at)
        self._taken.move_to_end(user)
        return True

    def _forget(self, at: float) -> None:
        """Forget whose newest click is too old to matter."""
        while self._taken:
            user, times = next(iter(self._taken.items()))
            if at - times[-1] < SECONDS:
                return
            del self._taken[user]
