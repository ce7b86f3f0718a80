"""Sends messages that answer no press: boards, own screens and answers that come late.

For each message only the newest content is sent, and one request is under way at a time. Messages
of people who have just clicked go first.
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
"""The maximum number of messages that are sent at the same time.

Discord accepts 50 requests per second:
https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""
RETRY_DELAYS_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""The seconds until each next try while Discord does not accept a message.

The last delay repeats.
"""

MIN_RETRY_DELAY_SECONDS = 1.0
"""The minimum number of seconds from a failed try to the next one.

It applies even if there is newer content.
"""

Target = tuple[int, ...]
"""The key of a message that is sent.

A table id alone is the table's board. A table id and a user id are the user's own screen. If the
user id is 0, they are the messages that the board has replaced. A third number makes a separate
message of the same user, such as `PAGE_NEWS_TARGET` or the id of an interaction.
"""
MessageSender = Callable[[], Awaitable[NoAccess | None]]
"""A function that renders a message as it is now and sends it.

It returns the refusal if Discord does not let the bot send the message, and else None. It raises
`Unreachable` if the same request may succeed later.
"""


@dataclass
class _MessageState:
    """The state of one message that waits, is being sent, or pauses after a request."""

    show: MessageSender | None = None
    """Sends the newest content that waits. None means that nothing waits."""
    is_urgent: bool = False
    """Whether the message goes before messages that nobody waits for."""
    is_in_flight: bool = False
    min_interval_seconds: float = 0.0
    """The minimum number of seconds between two requests for this message."""
    failed_tries: int = 0
    """The number of tries in a row that failed."""
    tried_at: float = 0.0
    """When the last try ended, in seconds of the event loop's clock."""
    retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS
    """The seconds until each next try after failures. The last delay repeats."""
    pause_timer: asyncio.TimerHandle | None = None
    """Ends the pause after a request. None means that the next request may start at once."""
    waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Futures that get the outcome of the next try."""
    in_flight_waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Futures that get the outcome of the try that is under way."""


class Delivery:
    """Sends messages to Discord, at most `MAX_MESSAGES_IN_FLIGHT` at once.

    It keeps an order, so that people who are waiting see their messages first.
    """

    def __init__(self, background: Background) -> None:
        """Run the requests to Discord in this background."""
        self._background = background
        self._messages: dict[Target, _MessageState] = {}
        self._priority_queue: dict[Target, None] = {}
        self._normal_queue: dict[Target, None] = {}
        """The keys of messages that are ready to be sent.

        Those in `_priority_queue` are sent before.
        """
        self._in_flight_count = 0
        self._is_closed = False

    def schedule(
        self,
        target: Target,
        show: MessageSender,
        *,
        is_urgent: bool,
        min_interval_seconds: float = 0.0,
        retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS,
    ) -> None:
        """Send a message soon, instead of older content of the same message that still waits.

        Args:
            target: The key of the message.
            show: Renders the message as it is at that moment, and sends it.
            is_urgent: Whether the message goes before messages that nobody waits for.
            min_interval_seconds: The minimum number of seconds until the next request for this
                message.
            retry_delays: The seconds until each next try while Discord does not accept the message.
                The last delay repeats.
        """
        line = self._messages.setdefault(target, _MessageState())
        line.show, line.min_interval_seconds, line.retry_delays = (
            show,
            min_interval_seconds,
            retry_delays,
        )
        line.is_urgent = line.is_urgent or is_urgent
        if line.failed_tries and line.pause_timer:  # newer content is tried sooner
            now = asyncio.get_running_loop().time()
            soonest = line.tried_at + max(min_interval_seconds, MIN_RETRY_DELAY_SECONDS)
            self._start_pause(target, line, min(line.pause_timer.when(), soonest) - now)
        self._enqueue(target, line)

    def prioritize(self, target: Target) -> None:
        """Let a waiting message go before messages that nobody waits for."""
        line = self._messages.get(target)
        if line and line.show:
            line.is_urgent = True
            self._enqueue(target, line)

    async def wait_until_shown(self, target: Target, seconds: float) -> NoAccess | None:
        """Wait until the bot has tried once to send the newest content of a message.

        The message goes before messages that nobody waits for.

        Args:
            target: The key of the message.
            seconds: The maximum number of seconds to wait.

        Returns:
            The refusal if Discord does not let the bot show the message. None means that it was
            sent, or that the outcome is not known yet.
        """
        line = self._messages.get(target)
        if self._is_closed or line is None or not (line.show or line.is_in_flight):
            return None
        self.prioritize(target)
        outcome: asyncio.Future[NoAccess | None] = asyncio.get_running_loop().create_future()
        (line.waiters if line.show else line.in_flight_waiters).append(outcome)
        try:
            async with asyncio.timeout(seconds):
                return await outcome
        except TimeoutError:
            return None

    def is_under_way(self, target: Target) -> bool:
        """Return whether a message waits, is being sent, or pauses after a request."""
        return target in self._messages

    def is_scheduled(self, target: Target) -> bool:
        """Return whether content of a message waits to be sent."""
        return target in self._messages and self._messages[target].show is not None

    @property
    def pending_boards(self) -> int:
        """The number of boards that wait or are being sent."""
        boards = (line for target, line in self._messages.items() if len(target) == 1)
        return sum(line.is_in_flight or line.show is not None for line in boards)

    def close(self) -> None:
        """Start no more requests. Requests that are under way are completed."""
        self._is_closed = True
        self._priority_queue.clear()
        self._normal_queue.clear()
        for line in self._messages.values():
            if line.pause_timer:
                line.pause_timer.cancel()
            _resolve_waiters(line.waiters, None)

    def _enqueue(self, target: Target, line: _MessageState) -> None:
        """Queue a message that has content, unless it pauses or is being sent."""
        if self._is_closed or line.pause_timer or line.is_in_flight or not line.show:
            return
        if line.is_urgent:
            self._normal_queue.pop(target, None)
            self._priority_queue[target] = None
        else:
            self._normal_queue[target] = None
        self._start_deliveries()

    def _start_deliveries(self) -> None:
        """Send as many queued messages as the limit allows."""
        while self._in_flight_count < MAX_MESSAGES_IN_FLIGHT and (
            queue := self._priority_queue or self._normal_queue
        ):
            target = next(iter(queue))
            del queue[target]
            line = self._messages[target]
            line.is_in_flight = True  # `schedule` may run before the task starts
            self._in_flight_count += 1
            self._background.run(self._deliver(target, line))

    async def _deliver(self, target: Target, line: _MessageState) -> None:
        """Send one message once, and plan the next try if that fails."""
        show, line.show, line.is_urgent = line.show, None, False
        line.in_flight_waiters, line.waiters = line.waiters, []
        outcome, rest = None, line.min_interval_seconds
        try:
            if show:
                outcome = await show()
            line.failed_tries = 0
        except Exception as problem:
            rest = max(line.min_interval_seconds, MIN_RETRY_DELAY_SECONDS)
            if not line.show:  # no newer content came meanwhile
                line.show = show
                rest = line.retry_delays[min(line.failed_tries, len(line.retry_delays) - 1)]
            line.failed_tries += 1
            if isinstance(problem, Unreachable):
                outcome = problem.refusal
                log.info("Discord does not take the message of table %s now", target[0])
            elif not isinstance(problem, Unstorable):  # `Tables` has logged it
                log_failure(log, f"showing a message of table {target[0]}", problem)
        finally:
            line.is_in_flight = False
            line.tried_at = asyncio.get_running_loop().time()
            self._in_flight_count -= 1
            _resolve_waiters(line.in_flight_waiters, outcome)
            self._start_pause(target, line, rest)
            self._start_deliveries()

    def _start_pause(self, target: Target, line: _MessageState, seconds: float) -> None:
        """Let this message pause, so that it is sent again after `seconds` at the earliest."""
        if self._is_closed:
            return
        if line.pause_timer:
            line.pause_timer.cancel()
        if seconds > 0:
            line.pause_timer = asyncio.get_running_loop().call_later(
                seconds, self._end_pause, target, line
            )
        else:
            self._end_pause(target, line)

    def _end_pause(self, target: Target, line: _MessageState) -> None:
        """Queue the message if new content waits, or else forget it."""
        line.pause_timer = None
        if line.show:
            self._enqueue(target, line)
        else:
            self._messages.pop(target, None)


def _resolve_waiters(
    futures: list[asyncio.Future[NoAccess | None]], outcome: NoAccess | None
) -> None:
    """Tell all who wait for a message how the try to send it went."""
    for future in futures:
        if not future.done():
            future.set_result(outcome)
