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
RETRY_DELAYS_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""Seconds until the next try, the last one from then on, while Discord does not take a message."""

MIN_RETRY_DELAY_SECONDS = 1.0
"""Seconds at least from a try that failed to the next one, even if there is news."""

Target = tuple[int, ...]
"""A message: the board of a table (its id), or the private line at a table to a user (both ids).
With 0 in the user's place, the messages whose place the table's board took."""
MessageSender = Callable[[], Awaitable[NoAccess | None]]
"""Draws a message as it is now and sends it. It returns why Discord does not let us, and raises
`Unreachable` where trying again makes sense."""


@dataclass
class _MessageState:
    """What is under way to one message."""

    show: MessageSender | None = None
    """What waits to be shown, the newest only."""
    first: bool = False
    """It goes before what nobody waits for."""
    in_flight: bool = False
    pause: float = 0.0
    """Seconds at least between two of its requests."""
    failed_tries: int = 0
    """How often in a row Discord did not take it."""
    tried: float = 0.0
    """When the last try ended."""
    retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS
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
        self._messages: dict[Target, _MessageState] = {}
        self._priority_queue: dict[Target, None] = {}
        self._normal_queue: dict[Target, None] = {}
        """Both are queues: what is ready to be shown, in this order."""
        self._in_flight_count = 0
        self._is_closed = False

    def schedule(
        self,
        target: Target,
        show: MessageSender,
        *,
        first: bool,
        pause: float = 0.0,
        retry: Sequence[float] = RETRY_DELAYS_SECONDS,
    ) -> None:
        """See to it that a message is shown, in place of what was to be shown there before.

        `first`: before what nobody waits for. `pause`: seconds until it can be shown once more.
        `retry_delays`: seconds until each next try while Discord does not take it, the last one
        from then on.
        """
        line = self._messages.setdefault(target, _MessageState())
        line.show, line.pause, line.retry_delays = show, pause, retry
        line.first = line.first or first
        if line.failed_tries and line.rest:  # there is news: the next try comes sooner
            now = asyncio.get_running_loop().time()
            soonest = line.tried + max(pause, MIN_RETRY_DELAY_SECONDS)
            self._start_pause(target, line, min(line.rest.when(), soonest) - now)
        self._enqueue(target, line)

    def prioritize(self, target: Target) -> None:
        """Let a message go before what nobody waits for, if it waits to be shown."""
        line = self._messages.get(target)
        if line and line.show:
            line.first = True
            self._enqueue(target, line)

    async def taken(self, target: Target, seconds: float) -> NoAccess | None:
        """Wait until Discord was asked once to show the newest, at most so many seconds.

        What somebody waits for goes first.
        Returns why Discord does not let us show it; None if it does, or if that is not known yet.
        """
        line = self._messages.get(target)
        if self._is_closed or line is None or not (line.show or line.in_flight):
            return None
        self.prioritize(target)
        outcome: asyncio.Future[NoAccess | None] = asyncio.get_running_loop().create_future()
        (line.waiting if line.show else line.watching).append(outcome)
        try:
            async with asyncio.timeout(seconds):
                return await outcome
        except TimeoutError:
            return None

    def is_under_way(self, target: Target) -> bool:
        """Tell whether a message is being shown, or waits for that."""
        return target in self._messages

    def is_scheduled(self, target: Target) -> bool:
        """Tell whether something waits to be shown there."""
        return target in self._messages and self._messages[target].show is not None

    @property
    def pending_boards(self) -> int:
        """How many boards wait to be shown, or are just being shown."""
        boards = (line for target, line in self._messages.items() if len(target) == 1)
        return sum(line.in_flight or line.show is not None for line in boards)

    def close(self) -> None:
        """Begin nothing any more; what is in flight comes to its end."""
        self._is_closed = True
        self._priority_queue.clear()
        self._normal_queue.clear()
        for line in self._messages.values():
            if line.rest:
                line.rest.cancel()
            _resolve_waiters(line.waiting, None)

    def _enqueue(self, target: Target, line: _MessageState) -> None:
        """Queue a message that is wanted, unless it rests or is in flight."""
        if self._is_closed or line.rest or line.in_flight or not line.show:
            return
        if line.first:
            self._normal_queue.pop(target, None)
            self._priority_queue[target] = None
        else:
            self._normal_queue[target] = None
        self._start_deliveries()

    def _start_deliveries(self) -> None:
        while self._in_flight_count < MAX_MESSAGES_IN_FLIGHT and (
            queue := self._priority_queue or self._normal_queue
        ):
            target = next(iter(queue))
            del queue[target]
            line = self._messages[target]
            line.in_flight = True  # from now on: more may be wanted before the task runs
            self._in_flight_count += 1
            self._background.run(self._deliver(target, line))

    async def _deliver(self, target: Target, line: _MessageState) -> None:
        show, line.show, line.first = line.show, None, False
        line.watching, line.waiting = line.waiting, []
        outcome, rest = None, line.pause
        try:
            if show:
                outcome = await show()
            line.failed_tries = 0
        except Exception as problem:
            rest = max(line.pause, MIN_RETRY_DELAY_SECONDS)
            if not line.show:  # there was no news meanwhile
                line.show = show
                rest = line.retry_delays[min(line.failed_tries, len(line.retry_delays) - 1)]
            line.failed_tries += 1
            if isinstance(problem, Unreachable):
                outcome = problem.refusal
                log.info("Discord does not take the message of table %s now", target[0])
            elif not isinstance(problem, Unstorable):  # which is logged already
                log_failure(log, f"showing a message of table {target[0]}", problem)
        finally:
            line.in_flight = False
            line.tried = asyncio.get_running_loop().time()
            self._in_flight_count -= 1
            _resolve_waiters(line.watching, outcome)
            self._start_pause(target, line, rest)
            self._start_deliveries()

    def _start_pause(self, target: Target, line: _MessageState, seconds: float) -> None:
        """Show this message not before so many seconds have passed."""
        if self._is_closed:
            return
        if line.rest:
            line.rest.cancel()
        if seconds > 0:
            line.rest = asyncio.get_running_loop().call_later(
                seconds, self._end_pause, target, line
            )
        else:
            self._end_pause(target, line)

    def _end_pause(self, target: Target, line: _MessageState) -> None:
        line.rest = None
        if line.show:
            self._enqueue(target, line)
        else:
            self._messages.pop(target, None)


def _resolve_waiters(
    futures: list[asyncio.Future[NoAccess | None]], outcome: NoAccess | None
) -> None:
    for future in futures:
        if not future.done():
            future.set_result(outcome)
