"""Sends messages that are no answer to a press, such as updates of tables and late answers.

For each message only the newest content is sent, one request at a time. Messages for people who
have just clicked go first.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from bot.common.log import log_failure, trace_work
from bot.services.background import Background
from bot.services.messenger import NoAccess, Unreachable

log = logging.getLogger(__name__)

MAX_PUBLIC_MESSAGES_IN_FLIGHT, MAX_PRIVATE_MESSAGES_IN_FLIGHT = 16, 8
"""Private messages have slots of their own, so that slow webhooks delay no board. Discord accepts
50 requests per second: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""
PRIVATE_KINDS = ("own-screen", "page-news", "late-answer")
RETRY_DELAYS_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""The delays after each failure in a row. The last one is repeated."""
MIN_RETRY_DELAY_SECONDS = 1.0
"""The delay after a failure even if the content of the message has changed in the meantime."""


class Target(Struct, frozen=True):
    """A message that is sent, or what is done with it."""

    table: int
    kind: Literal["board", "replaced-boards", "replay", "own-screen", "page-news", "late-answer"]
    number: int = 0
    """The id of the user, of the replay's message or of the answered interaction."""


MessageSender = Callable[[], Awaitable[NoAccess | None]]
"""Renders a message with the newest content and sends it. It returns the refusal if Discord does
not let the bot send the message, and raises `Unreachable` if a later try may succeed.
"""


@dataclass
class _MessageState:
    """One message that waits, is being sent, or was sent just before."""

    lane: "_Lane"
    show: MessageSender | None = None
    """Sends the message with its newest content. None means that nothing waits to be sent."""
    is_urgent: bool = False
    is_in_flight: bool = False
    min_interval_seconds: float = 0.0
    failed_tries: int = 0
    """How many tries in a row have failed."""
    tried_at: float = 0.0
    """When the last try ended, by the event loop's clock."""
    retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS
    pause_timer: asyncio.TimerHandle | None = None
    """Ends the pause after a request. None means that the next request may start now."""
    waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Receive the outcome of the next try."""
    in_flight_waiters: list[asyncio.Future[NoAccess | None]] = field(default_factory=list)
    """Receive the outcome of the try that is running now."""


@dataclass
class _Lane:
    """The messages of one kind that are ready to be sent, and how many may be sent at once."""

    max_in_flight: int
    in_flight_count: int = 0
    priority_queue: dict[Target, None] = field(default_factory=dict)
    """The urgent messages, in order. They are sent first."""
    normal_queue: dict[Target, None] = field(default_factory=dict)


class Delivery:
    """Sends messages to Discord, a limited number at the same time."""

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
        min_interval_seconds: float = 0.0,
        retry_delays: Sequence[float] = RETRY_DELAYS_SECONDS,
    ) -> None:
        """Send a message soon, in place of its former content if it is still waiting.

        Args:
            is_urgent: Whether people are waiting for the message.
            min_interval_seconds: The minimum time until the next request for this message.
        """
        lane = self._private_lane if target.kind in PRIVATE_KINDS else self._public_lane
        message = self._messages.setdefault(target, _MessageState(lane))
        message.show, message.retry_delays = show, retry_delays
        message.min_interval_seconds = min_interval_seconds
        message.is_urgent = message.is_urgent or is_urgent
        if message.failed_tries and message.pause_timer:  # newer content is tried sooner
            now = asyncio.get_running_loop().time()
            soonest = message.tried_at + max(min_interval_seconds, MIN_RETRY_DELAY_SECONDS)
            self._start_pause(target, message, min(message.pause_timer.when(), soonest) - now)
        self._enqueue(target, message)

    def prioritize(self, target: Target) -> None:
        """Send a waiting message before those that nobody is waiting for."""
        message = self._messages.get(target)
        if message and message.show:
            message.is_urgent = True
            self._enqueue(target, message)

    async def wait_until_shown(self, target: Target, seconds: float) -> NoAccess | None:
        """Wait at most some seconds for the next try to send a message, if it waits.

        Return the refusal if Discord does not let the bot show the message.
        """
        message = self._messages.get(target)
        if self._is_closed or message is None or not (message.show or message.is_in_flight):
            return None
        self.prioritize(target)
        outcome: asyncio.Future[NoAccess | None] = asyncio.get_running_loop().create_future()
        (message.waiters if message.show else message.in_flight_waiters).append(outcome)
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
        """The number of tables whose public message is waiting or being sent."""
        boards = (each for target, each in self._messages.items() if target.kind == "board")
        return sum(each.is_in_flight or each.show is not None for each in boards)

    def close(self) -> None:
        """Start no more requests. Running ones are completed."""
        self._is_closed = True
        for lane in (self._public_lane, self._private_lane):
            lane.priority_queue.clear()
            lane.normal_queue.clear()
        for message in self._messages.values():
            if message.pause_timer:
                message.pause_timer.cancel()
            _resolve_waiters(message.waiters, None)

    def _enqueue(self, target: Target, message: _MessageState) -> None:
        if self._is_closed or message.pause_timer or message.is_in_flight or not message.show:
            return
        if message.is_urgent:
            message.lane.normal_queue.pop(target, None)
            message.lane.priority_queue[target] = None
        else:
            message.lane.normal_queue[target] = None
        self._start_deliveries(message.lane)

    def _start_deliveries(self, lane: _Lane) -> None:
        """Send as many queued messages of a lane as its limit allows."""
        while lane.in_flight_count < lane.max_in_flight and (
            queue := lane.priority_queue or lane.normal_queue
        ):
            target = next(iter(queue))
            del queue[target]
            message = self._messages[target]
            message.is_in_flight = True  # `schedule` may run before the task starts
            lane.in_flight_count += 1
            with trace_work(table=target.table):
                self._background.run(self._deliver(target, message))

    async def _deliver(self, target: Target, message: _MessageState) -> None:
        """Send one message once. If that fails, schedule the next try."""
        show, message.show, message.is_urgent = message.show, None, False
        message.in_flight_waiters, message.waiters = message.waiters, []
        outcome, rest = None, message.min_interval_seconds
        try:
            if show:
                outcome = await show()
            message.failed_tries = 0
        except Exception as problem:
            rest = max(message.min_interval_seconds, MIN_RETRY_DELAY_SECONDS)
            if not message.show:  # no newer content came meanwhile
                message.show = show
                last = len(message.retry_delays) - 1
                rest = message.retry_delays[min(message.failed_tries, last)]
            message.failed_tries += 1
            if isinstance(problem, Unreachable):
                outcome = problem.refusal
                log.info("Discord does not take a message now")
            else:
                log_failure(log, "showing a message", problem)
        finally:
            message.is_in_flight = False
            message.tried_at = asyncio.get_running_loop().time()
            message.lane.in_flight_count -= 1
            _resolve_waiters(message.in_flight_waiters, outcome)
            self._start_pause(target, message, rest)
            self._start_deliveries(message.lane)

    def _start_pause(self, target: Target, message: _MessageState, seconds: float) -> None:
        """Pause this message, so that it is not sent again within the next `seconds`."""
        if self._is_closed:
            return
        if message.pause_timer:
            message.pause_timer.cancel()
        if seconds > 0:
            message.pause_timer = asyncio.get_running_loop().call_later(
                seconds, self._end_pause, target, message
            )
        else:
            self._end_pause(target, message)

    def _end_pause(self, target: Target, message: _MessageState) -> None:
        message.pause_timer = None
        if message.show:
            self._enqueue(target, message)
        else:
            self._messages.pop(target, None)


def _resolve_waiters(
    futures: list[asyncio.Future[NoAccess | None]], outcome: NoAccess | None
) -> None:
    for future in futures:
        if not future.done():
            future.set_result(outcome)
