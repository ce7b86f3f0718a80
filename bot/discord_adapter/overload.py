"""Too many presses: all together wait for others to end, and one person's flood is turned away.

Those that are served are served in time, and as many in a second as ever. Moves go first, then
the looks that came last, as they are still in time. Who has waited too long is told so, which costs
a small part of serving them.

It begins where the event loop itself is late. A database or a Discord that is slow is none: nobody
would be served sooner if others waited.

discord.py's own cooldowns (`app_commands.checks.cooldown`) hold back commands, but no presses.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from math import inf
from statistics import median

from cachetools import TTLCache

MAX_SERVED_PRESSES = 24
"""Presses that are served at once while the loop is late."""
LATE_TURN_SECONDS = 0.02
"""Seconds that a turn of the loop takes then."""
MEASURED_TURNS = 9
"""So many turns tell how long they are: one that was held up tells nothing."""
TURN_TTL_SECONDS = 1.0
"""Seconds after which a turn tells nothing any more."""
FLOOD_SECONDS = 5.0
"""How far back a person's clicks are counted."""
MAX_LOOK_WAIT_SECONDS, MAX_MOVE_WAIT_SECONDS = 1.5, 2.0
"""Seconds that looks and all else wait at most: Discord waits for three."""
Waiting = asyncio.Future[bool]
"""Has whether a press is served."""


class Overload:
    """The presses that are being served, and those that wait for it."""

    def __init__(self, steady: Callable[[], float] = time.perf_counter) -> None:
        """Measure with this clock, in seconds."""
        self._steady = steady
        self._turns: deque[float] = deque(maxlen=MEASURED_TURNS)
        self._began = 0.0
        """When the turn began that is measured now, or was last."""
        self._measuring = False
        self._served = 0
        self._moves: deque[Waiting] = deque()
        self._looks: deque[Waiting] = deque()

    async def takes(self, *, is_look: bool) -> bool:
        """Wait until a press is to be served; False: it is turned away.

        Whoever was taken says when they have been `served`.
        """
        self._feel()
        if not self._is_full:
            self._served += 1
            return True
        loop = asyncio.get_running_loop()
        waiting: Waiting = loop.create_future()
        (self._looks if is_look else self._moves).append(waiting)
        too_long = loop.call_later(
            MAX_LOOK_WAIT_SECONDS if is_look else MAX_MOVE_WAIT_SECONDS, _turn_away, waiting
        )
        try:
            return await waiting
        finally:
            too_long.cancel()

    def served(self) -> None:
        """Let others be served in the place of one who has been."""
        self._served -= 1
        while not self._is_full and (waiting := self._next()):
            self._served += 1
            waiting.set_result(True)

    def _next(self) -> Waiting | None:
        """Return who is served next: moves in their order, then the newest look."""
        while self._moves:
            if not (move := self._moves.popleft()).done():
                return move
        while self._looks:
            if not (look := self._looks.pop()).done():
                return look
        return None

    @property
    def is_near(self) -> bool:
        """Tell whether the loop is late, so that whatever can be left out is better left out."""
        return len(self._turns) == MEASURED_TURNS and median(self._turns) > LATE_TURN_SECONDS

    @property
    def _is_full(self) -> bool:
        return self._served >= MAX_SERVED_PRESSES and self.is_near

    def _feel(self) -> None:
        """Begin to measure a turn, if none is measured."""
        if self._measuring:
            return
        now = self._steady()
        if now > self._began + TURN_TTL_SECONDS:
            self._turns.clear()
        self._measuring, self._began = True, now
        asyncio.get_running_loop().call_soon(self._felt)

    def _felt(self) -> None:
        self._measuring = False
        self._turns.append(self._steady() - self._began)


class ClickLimit:
    """The clicks and commands of each person that were taken in the last few seconds.

    discord.py's `Cooldown` counts in windows one after the other, not in one that slides: around
    the end of a window it would take twice as many.
    """

    def __init__(self, most: int) -> None:
        """Take at most so many clicks of one person in `FLOOD_SECONDS`, at least one."""
        self._most = most
        self._at = 0.0
        """When the click came that is looked at."""
        self._taken: TTLCache[int, deque[float], float] = TTLCache(
            inf, FLOOD_SECONDS, lambda: self._at
        )
        """When each person's newest clicks came."""

    def takes(self, user: int, at: float) -> bool:
        """Tell whether a click that came `at`, in seconds since 1970, is taken.

        One that is not does not count: whoever clicks on and on is taken now and then.
        """
        self._at = at
        times = self._taken.get(user) or deque(maxlen=self._most)
        if len(times) == self._most and at - times[0] < FLOOD_SECONDS:
            return False
        times.append(at)
        self._taken[user] = times
        return True


def _turn_away(waiting: Waiting) -> None:
    if not waiting.done():
        waiting.set_result(False)
