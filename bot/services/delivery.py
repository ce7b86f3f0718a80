"""All that is shown without being asked for: boards, and what is pushed to private lines.

Newest wins, one request is in flight for each message, and people who have just clicked come first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from bot.common.log import log_failure
from bot.domain.changes import Unstorable
from bot.services.background import Background
from bot.services.messenger import NoAccess, Unreachable

log = logging.getLogger(__name__)

MAX_MESSAGES_IN_FLIGHT = 16
"""Messages that are shown at the same time. Discord takes 50 requests a second:
https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
RETRY_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""Seconds until the next try, the last one from then on, while Discord does not take a message."""

MIN_RETRY_SECONDS = 1.0
"""Seconds at least from a try that failed to the next one, even if there is news."""

Target = tuple[int, ...]
"""A message: the board of a table (its id), or the private line at a table to a user (both ids).
With 0 in the user's place, the messages whose place the table's board took."""
Show = Callable[[], Awaitable[NoAccess | None]]
"""Draws a message as it is now and sends it. It returns why Discord does not let us, and raises
`Unreachable` where trying again makes sense."""


@dataclass
class _Line:
    """What is under way to one message."""

    show: Show | None = None
    """What waits to be shown, the newest only."""
    first: bool = False
    """It goes before what nobody waits for."""
    in_flight: bool = False
    pause: float = 0.0
    """Seconds at least between two of its requests."""
    tries: int = 0
    """How often in a row Discord did not take it."""
    tried: float = 0.0
    """When the last try ended."""
    retry: Sequence[float] = RETRY_SECONDS
    """Seconds until each next try, the last one from then on."""
    rest: asyncio.TimerHandle | None = None
    """Runs until the message may be shown anew."""
    waiting: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Told what comes of the next try."""
    watching: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Told what comes of the try that is in flight."""


class Delivery:
    """Shows messages, so many at once."""

    def __init__(self, background: Background) -> None:
        """Work in this background."""
        self._background = background
        self._lines: dict[Target, _Line] = {}
        self._first: dict[Target, None] = {}
        self._later: dict[Target, None] = {}
        """Both are queues: what is ready to be shown, in this order."""
        self._running = 0
        self._closed = False

    def want(
        self,
        target: Target,
        show: Show,
        *,
        first: bool,
        pause: float = 0.0,
        retry: Sequence[float] = RETRY_SECONDS,
    ) -> None:
        """See to it that a message is shown, in place of what was to be shown there before.

        `first`: before what nobody waits for. `pause`: seconds until it can be shown once more.
        `retry`: seconds until each next try while Discord does not take it, the last one from then
        on.
        """
        line = self._lines.setdefault(target, _Line())
        line.show, line.pause, line.retry = show, pause, retry
        line.first = line.first or first
        if line.tries and line.rest:  # there is news: the next try comes sooner
            now = asyncio.get_running_loop().time()
            soonest = line.tried + max(pause, MIN_RETRY_SECONDS)
            self._rest(target, line, min(line.rest.when(), soonest) - now)
        self._queue(target, line)

    def hurry(self, target: Target) -> None:
        """Let a message go before what nobody waits for, if it waits to be shown."""
        line = self._lines.get(target)
        if line and line.show:
            line.first = True
            self._queue(target, line)

    async def taken(self, target: Target, seconds: float) -> NoAccess | None:
        """Wait until Discord was asked once to show the newest, at most so many seconds.

        What somebody waits for goes first.
        Returns why Discord does not let us show it; None if it does, or if that is not known yet.
        """
        line = self._lines.get(target)
        if self._closed or line is None or not (line.show or line.in_flight):
            return None
        self.hurry(target)
        outcome: asyncio.Future[NoAccess | None] = asyncio.get_running_loop().create_future()
        (line.waiting if line.show else line.watching).append(outcome)
        try:
            async with asyncio.timeout(seconds):
                return await outcome
        except TimeoutError:
            return None

    def is_under_way(self, target: Target) -> bool:
        """Tell whether a message is being shown, or waits for that."""
        return target in self._lines

    def is_wanted(self, target: Target) -> bool:
        """Tell whether something waits to be shown there."""
        return target in self._lines and self._lines[target].show is not None

    @property
    def behind(self) -> int:
        """How many boards wait to be shown, or are just being shown."""
        boards = (line for target, line in self._lines.items() if len(target) == 1)
        return sum(line.in_flight or line.show is not None for line in boards)

    def close(self) -> None:
        """Begin nothing any more; what is in flight comes to its end."""
        self._closed = True
        self._first.clear()
        self._later.clear()
        for line in self._lines.values():
            if line.rest:
                line.rest.cancel()
            _tell(line.waiting, None)

    def _queue(self, target: Target, line: _Line) -> None:
        """Queue a message that is wanted, unless it rests or is in flight."""
        if self._closed or line.rest or line.in_flight or not line.show:
            return
        if line.first:
            self._later.pop(target, None)
            self._first[target] = None
        else:
            self._later[target] = None
        self._begin()

    def _begin(self) -> None:
        while self._running < MAX_MESSAGES_IN_FLIGHT and (queue := self._first or self._later):
            target = next(iter(queue))
            del queue[target]
            line = self._lines[target]
            line.in_flight = True  # from now on: more may be wanted before the task runs
            self._running += 1
            self._background.run(self._deliver(target, line))

    async def _deliver(self, target: Target, line: _Line) -> None:
        show, line.show, line.first = line.show, None, False
        line.watching, line.waiting = line.waiting, []
        outcome, rest = None, line.pause
        try:
            if show:
                outcome = await show()
            line.tries = 0
        except Exception as problem:
            rest = max(line.pause, MIN_RETRY_SECONDS)
            if not line.show:  # there was no news meanwhile
                line.show = show
                rest = line.retry[min(line.tries, len(line.retry) - 1)]
            line.tries += 1
            if isinstance(problem, Unreachable):
                outcome = problem.refusal
                log.info("Discord does not take the message of table %s now", target[0])
            elif not isinstance(problem, Unstorable):  # which is logged already
                log_failure(log, f"showing a message of table {target[0]}", problem)
        finally:
            line.in_flight = False
            line.tried = asyncio.get_running_loop().time()
            self._running -= 1
            _tell(line.watching, outcome)
            self._rest(target, line, rest)
            self._begin()

    def _rest(self, target: Target, line: _Line, seconds: float) -> None:
        """Show this message not before so many seconds have passed."""
        if self._closed:
            return
        if line.rest:
            line.rest.cancel()
        if seconds > 0:
            line.rest = asyncio.get_running_loop().call_later(seconds, self._rested, target, line)
        else:
            self._rested(target, line)

    def _rested(self, target: Target, line: _Line) -> None:
        line.rest = None
        if line.show:
            self._queue(target, line)
        else:
            self._lines.pop(target, None)


def _tell(futures: list[asyncio.Future[NoAccess | None]], outcome: NoAccess | None) -> None:
    for future in futures:
        if not future.done():
            future.set_result(outcome)
