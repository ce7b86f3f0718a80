"""The tables' clock: it goes evenly while the process lives, and knows how far it is off."""

import logging
from collections import deque
from collections.abc import Callable

log = logging.getLogger(__name__)

SET = 2.0
"""Seconds by which the machine's clock may move against a steady one until it counts as set."""
OFF = 2.0
"""Seconds by which it may differ from Discord's until the host is told."""
ON_THE_WAY = 0.5
"""Seconds that a press usually takes to us at most: so far ahead our clock may only seem to be."""
SURE = 5
"""Presses after which it is believed that our clock is ahead; any one may have been held up."""
KEPT = 64
"""So many of the newest presses are looked at."""


class Clock:
    """Seconds since 1970, as the machine's clock told at first, counted on by a steady one.

    When somebody sets the machine's clock, nobody's time is touched: whoever keeps due times asks
    for the `jump`, moves them by it, and lets this clock `follow`.
    """

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        """Take the machine's clock, and one that nobody sets (`time.monotonic`)."""
        self._wall = wall
        self.steady = steady
        """Seconds that go by, however the machine's clock is set."""
        self._zero: float | None = None
        """What the machine's clock told when the steady one was at 0."""
        self._late: deque[float] = deque(maxlen=KEPT)
        """How much later than at Discord the newest presses came, by this clock."""
        self._told = False

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        if self._zero is None:
            self.follow()
        return (self._zero or 0.0) + self.steady()

    def jump(self) -> float:
        """Return by how many seconds the machine's clock was set forward (or back, below 0)."""
        moved = self._wall() - self.now()
        return moved if abs(moved) > SET else 0.0

    def follow(self) -> None:
        """Tell the machine's time from now on."""
        self._zero = self._wall() - self.steady()
        self._late.clear()
        self._told = False

    def heard(self, pressed_at: float) -> None:
        """Compare with Discord's clock: a press that has just come was made `pressed_at` by that.

        It is the time in the press's id
        (https://docs.discord.com/developers/reference#snowflakes). The host is told once.
        """
        self._late.append(self.now() - pressed_at)
        ahead = self.ahead
        if abs(ahead) > OFF and not self._told:
            self._told = True
            log.warning(
                "this machine's clock is %.0f s %s Discord's: set it right",
                abs(ahead),
                "ahead of" if ahead > 0 else "behind",
            )

    @property
    def ahead(self) -> float:
        """Return by how many seconds this clock is ahead of Discord's, below 0: behind.

        No press comes before it was made, so the one that came soonest tells most. What may as well
        be its way to us counts as none.
        """
        ahead = min(self._late, default=0.0)
        seems = ahead > 0 and (ahead <= ON_THE_WAY or len(self._late) < SURE)
        return 0.0 if seems else ahead
