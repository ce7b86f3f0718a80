"""Sends messages that are no answer to a press, such as updates of tables and late answers.

For each message only the newest content is sent, one request at a time. Messages for people who
have just clicked go first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from bot.common.log import log_failure, trace_work
from bot.services.background import Background
from bot.services.messenger import NoAccess, Unreachable

log = logging.getLogger(__name__)

MAX_PUBLIC_MESSAGES_IN_FLIGHT, MAX_PRIVATE_MESSAGES_IN_FLIGHT = 16, 8
"""The maximum numbers of public and of private messages that are sent at the same time.

Private messages have slots of their own, so that a slow route of Discord's webhooks delays no
board. Discord accepts 50 requests per second:
https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""
RETRY_DELAYS_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""The delays before each next try to send a message. The last one is repeated."""

MIN_RETRY_DELAY_SECONDS = 1.0
"""The minimum delay, even if the content of the message has changed in the meantime."""

Target = tuple[int, ...]
"""The key of a message that the bot sends by itself, without a press to answer.

(table id) means the board. (table id, user id) means the user's own screen of the table. (table id,
message id) means a public message about the finished game. (table id, 0) means the deletion of
replaced boards. A third number distinguishes further messages of the same user, such as
`PAGE_NEWS_TARGET` or the id of an interaction.
"""
MessageSender = Callable[[], Awaitable[NoAccess | None]]
"""A function that renders a message with the newest content and sends it.

It returns the refusal if Discord does not let the bot send the message. It raises `Unreachable` if
a later try may succeed.
"""


@dataclass
class _MessageState:
    """What the delivery knows of one message that waits, is being sent, or was sent just before."""

    lane: "_Lane"
    show: MessageSender | None = None
    """Sends the message with its newest content. None means that nothing waits to be sent."""
    is_urgent: bool = False
    """Whether somebody is waiting for the message."""
    is_in_flight: bool = False
    min_interval_seconds: float = 0.0
    """The minimum time from one request for this message to the next."""
    failed_tries: int = 0
    """How many tries in a row have failed."""
    tried_at: float = 0.0
    """When the last try ended, by the event loop's clock."""
    retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS
    pause_timer: asyncio.TimerHandle | None = None
    """The timer that ends the pause after a request, or None without a pause."""
    waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Futures that receive the outcome of the next try to send the message."""
    in_flight_waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Futures that receive the outcome of the try that is running now."""


@dataclass
class _Lane:
    """The messages of one kind that are ready to be sent, and how many may be sent at once."""

    max_in_flight: int
    in_flight_count: int = 0
    priority_queue: dict[Target, None] = field(default_factory=dict)
    """The keys of messages for which people are waiting, in order."""
    normal_queue: dict[Target, None] = field(default_factory=dict)
    """The keys of all other messages, in order."""


class Delivery:
    """Sends messages to Discord, a limited number at the same time.

    Urgent messages, for which people are waiting, are sent first.
    """

    def __init__(self, background: Background) -> None:
        self._background = background
        self._messages: dict[Target, _MessageState] = {}
        self._public_lane = _Lane(MAX_PUBLIC_MESSAGES_IN_FLIGHT)
        self._private_lane = _Lane(MAX_PRIVATE_MESSAGES_IN_FLIGHT)
        self._is_closed = False

    def schedule(
        self,
        target: Target,
        show: MessageSender,
        *,
        is_urgent: bool,
        is_private: bool = False,
        min_interval_seconds: float = 0.0,
        retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS,
    ) -> None:
        """Send a message soon.

        If the same message is already waiting, its content is replaced.

        Args:
            target: The key of the message.
            show: Renders the message with the newest content, and sends it.
            is_urgent: Whether somebody is waiting for the message.
            is_private: Whether one person alone sees the message.
            min_interval_seconds: The minimum time until the next request for this message.
            retry_delays: As `RETRY_DELAYS_SECONDS`.
        """
        lane = self._private_lane if is_private else self._public_lane
        line = self._messages.setdefault(target, _MessageState(lane))
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
        """Send a waiting message before those that nobody is waiting for."""
        line = self._messages.get(target)
        if line and line.show:
            line.is_urgent = True
            self._enqueue(target, line)

    async def wait_until_shown(self, target: Target, seconds: float) -> NoAccess | None:
        """Wait until the bot has tried once to send the newest content of a message, as urgent.

        Returns:
            The refusal if Discord does not let the bot show the message. None means that it was
                sent, or that the outcome is not known after so many seconds.
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
        """Return whether a message waits, is being sent, or was sent so recently that it pauses."""
        return target in self._messages

    def is_scheduled(self, target: Target) -> bool:
        """Return whether a message waits to be sent."""
        return target in self._messages and self._messages[target].show is not None

    @property
    def pending_boards(self) -> int:
        """The number of boards that are waiting or being sent."""
        boards = (line for target, line in self._messages.items() if len(target) == 1)
        return sum(line.is_in_flight or line.show is not None for line in boards)

    def close(self) -> None:
        """Start no more requests. Requests that are running are completed."""
        self._is_closed = True
        for lane in (self._public_lane, self._private_lane):
            lane.priority_queue.clear()
            lane.normal_queue.clear()
        for line in self._messages.values():
            if line.pause_timer:
                line.pause_timer.cancel()
            _resolve_waiters(line.waiters, None)

    def _enqueue(self, target: Target, line: _MessageState) -> None:
        """Queue a message that waits, unless it pauses or is being sent."""
        if self._is_closed or line.pause_timer or line.is_in_flight or not line.show:
            return
        if line.is_urgent:
            line.lane.normal_queue.pop(target, None)
            line.lane.priority_queue[target] = None
        else:
            line.lane.normal_queue[target] = None
        self._start_deliveries(line.lane)

    def _start_deliveries(self, lane: _Lane) -> None:
        """Send as many queued messages of a lane as its limit allows."""
        while lane.in_flight_count < lane.max_in_flight and (
            queue := lane.priority_queue or lane.normal_queue
        ):
            target = next(iter(queue))
            del queue[target]
            line = self._messages[target]
            line.is_in_flight = True  # `schedule` may run before the task starts
            lane.in_flight_count += 1
            with trace_work(table=target[0]):
                self._background.run(self._deliver(target, line))

    async def _deliver(self, target: Target, line: _MessageState) -> None:
        """Send one message once. If that fails, schedule the next try."""
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
                log.info("Discord does not take a message now")
            else:
                log_failure(log, "showing a message", problem)
        finally:
            line.is_in_flight = False
            line.tried_at = asyncio.get_running_loop().time()
            line.lane.in_flight_count -= 1
            _resolve_waiters(line.in_flight_waiters, outcome)
            self._start_pause(target, line, rest)
            self._start_deliveries(line.lane)

    def _start_pause(self, target: Target, line: _MessageState, seconds: float) -> None:
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
        """Queue the message if new content waits. Otherwise forget the message."""
        line.pause_timer = None
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
