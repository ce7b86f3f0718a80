"""The bot's clock, and the heartbeat that extends deadlines after an outage.

The heartbeat records when people could last reach the bot. The clock runs evenly, and changes only
when the heartbeat adapts it to a machine's clock that somebody has set. It also measures how far it
is ahead of Discord's clock.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine

from bot.common.log import log_failure, trace_work
from bot.common.timings import (
    BEATS_PER_WRITE,
    FINAL_HEARTBEAT_TIMEOUT_SECONDS,
    MAX_MISSED_HEARTBEATS,
)
from bot.services.events import DeadlinesMoved, DeadlinesMoving, Events, ReachabilityChanged
from bot.storage.shards import Shard
from bot.storage.store import Store

log = logging.getLogger(__name__)


MIN_CLOCK_JUMP_SECONDS = 2.0
"""The difference to a steady clock that shows that somebody has set the machine's clock."""
MAX_CLOCK_SKEW_SECONDS = 2.0
"""The difference between the bot's clock and Discord's beyond which the log warns the operator."""
USUAL_LATENCY_SECONDS = 0.5
"""What a press usually takes at most. A clock that seems to be ahead by no more is correct."""
MIN_SKEW_PRESSES = 5
"""The presses to compare before the bot's clock counts as ahead, as some may have been delayed."""
MAX_SKEW_PRESSES = 64
"""The maximum number of presses whose times are compared with Discord's clock, the newest ones."""


class Clock:
    """Tells the time in seconds since 1970, without jumps if somebody sets the machine's clock.

    It starts with the machine's time and then follows a steady clock. If the machine's clock is
    set, `jump` returns the difference. The heartbeat then moves all deadlines by it, and calls
    `synchronize`: before that if the clock was set back, and after that if it was set forward.
    """

    def __init__(self, wall_clock: Callable[[], float], monotonic: Callable[[], float]) -> None:
        """Use the machine's clock, such as `time.time`, and a steady one that nobody can set."""
        self._wall_clock = wall_clock
        self.monotonic = monotonic
        """Returns the time of a steady clock in seconds, which nobody can set."""
        self._wall_at_zero: float | None = None
        """The machine's time when the steady clock was at 0, once the clock has been used."""
        self._press_delays: deque[float] = deque(maxlen=MAX_SKEW_PRESSES)
        """How many seconds the newest presses took from Discord to this process, by this clock."""
        self._has_warned = False

    def now(self) -> float:
        """Return the present time in seconds since 1970."""
        if self._wall_at_zero is None:
            self.synchronize()
        return (self._wall_at_zero or 0.0) + self.monotonic()

    def jump(self) -> float:
        """Return the number of seconds by which somebody has set the machine's clock forward.

        A negative value means that it was set back. 0 means that it was not set, or by so little
        that it does not matter (`MIN_CLOCK_JUMP_SECONDS`).
        """
        moved = self._wall_clock() - self.now()
        return moved if abs(moved) > MIN_CLOCK_JUMP_SECONDS else 0.0

    def synchronize(self) -> None:
        """Set this clock to the machine's present time, from which the steady clock counts on."""
        self._wall_at_zero = self._wall_clock() - self.monotonic()
        self._press_delays.clear()
        self._has_warned = False

    def measure_skew(self, pressed_at: float) -> None:
        """Compare this clock with Discord's, using a press that has just arrived.

        If the clocks differ too much, the log warns the operator once. Discord's time of the press
        is part of its id: https://docs.discord.com/developers/reference#snowflakes
        """
        self._press_delays.append(self.now() - pressed_at)
        ahead = self.seconds_ahead
        if abs(ahead) > MAX_CLOCK_SKEW_SECONDS and not self._has_warned:
            self._has_warned = True
            log.warning(
                "this machine's clock is %.0f s %s Discord's: set it right",
                abs(ahead),
                "ahead of" if ahead > 0 else "behind",
            )

    @property
    def seconds_ahead(self) -> float:
        """The number of seconds by which this clock is ahead of Discord's.

        A negative number means that this clock is behind. The press with the smallest delay gives
        the estimate, because a press cannot arrive before it was made. A lead counts as 0 if it may
        be the usual delay of presses, or if fewer than `MIN_SKEW_PRESSES` presses show it.
        """
        ahead = min(self._press_delays, default=0.0)
        seems = ahead > 0 and (
            ahead <= USUAL_LATENCY_SECONDS or len(self._press_delays) < MIN_SKEW_PRESSES
        )
        return 0.0 if seems else ahead


class Heartbeat:
    """Records when people could last reach the bot, and extends deadlines after an outage.

    Only time in which people could play counts against a deadline. An outage is more than
    `MAX_MISSED_HEARTBEATS` missed heartbeats in a row. Its cause may be a lost gateway connection,
    a process that stood still, or an unavailable database. Every start of the bot counts as an
    outage, too.

    After an outage, all timers move by the time since the last heartbeat before anything else
    happens. People then have the time that was left to them, and at least `Deadline.least` seconds.
    If the machine's clock is set, timers move with it, so that nobody gains or loses time.

    A heartbeat that is only in memory is lost when the process is killed. The time since the last
    written one then counts as an outage. A process that stops properly writes a last heartbeat. A
    process that takes tables over without a gap extends no deadlines.
    """

    def __init__(
        self, store: Store, shard: Shard, clock: Clock, seconds: float, events: Events
    ) -> None:
        """Prepare to write a heartbeat to the database each time so many seconds have passed."""
        self._store = store
        self._shard = shard
        self.clock = clock
        self._interval_seconds = seconds / BEATS_PER_WRITE
        self._events = events
        self._is_reachable = False
        self._is_closed = False
        self._has_just_started = True
        """Whether the time before this process started still has to be treated as an outage."""
        self._last_beat_at: float | None = None
        """The time of the last heartbeat in seconds since 1970. None means that there was none."""
        self._last_written_at = 0.0
        """When this process has written its last heartbeat, or 0."""
        self._extending_until: float | None = None
        """The end of the time by which deadlines are being extended, or could not be extended. If
        extending them fails midway, a part of it may be stored, so it has to be completed. None
        means that there is nothing to complete.
        """
        self._has_unpublished_deadlines = False
        """Whether deadlines have moved and the tables' public messages do not show that yet."""
        self._beat_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, is_reachable: bool) -> None:
        """Start the heartbeat. None is noted until people can reach the bot (`mark_reachable`).

        They can already if another process served the tables until now. The time before the start
        is then no outage.
        """
        self.clock.synchronize()
        await self._store.deadlines.finish(self._shard)
        self._last_beat_at = await self._store.bot.read_last_heartbeat(self._shard)
        self._has_just_started = not is_reachable
        self._start_task(self._beat_repeatedly())

    async def mark_reachable(self) -> None:
        """Note that people can reach the bot from now on. Do nothing if the bot is closing."""
        if not self._is_closed:
            self._is_reachable = True
            await self._beat_and_publish()

    def mark_unreachable(self, seconds: float = 0.0) -> None:
        """Note that people cannot reach the bot now, and could not for some seconds before."""
        self._note_beat()
        if self._is_reachable and self._last_beat_at is not None:
            self._last_beat_at = min(self._last_beat_at, self.clock.now() - seconds)
        self._is_reachable = False
        self._events.publish(ReachabilityChanged(False))

    async def catch_up(self) -> None:
        """Move deadlines if there was an outage, or if somebody has set the machine's clock.

        Call this before somebody acts or a timer fires. In all other cases, it does nothing and
        needs no database.

        Raises:
            StoreProblem: The database cannot be used.
        """
        if self._must_extend_deadlines():
            with trace_work():
                await self._beat(only_if_outage=True)

    def close(self) -> None:
        """Start to write the last heartbeat, and stop. `wait_closed` waits for the write.

        From now on, this process does not serve people who press a button.
        """
        if self._is_closed:
            return
        self._note_beat()
        last = self._last_beat_at if self._is_reachable and not self._has_gap() else None
        self._is_closed = True
        self._is_reachable = False
        for task in self._tasks:
            task.cancel()
        if last is not None:
            self._start_task(self._store.bot.record_heartbeat(last, self._shard))

    async def wait_closed(self) -> None:
        """Wait until the last heartbeat is written, at most `FINAL_HEARTBEAT_TIMEOUT_SECONDS`."""
        if not self._tasks:
            return
        done, _ = await asyncio.wait(self._tasks, timeout=FINAL_HEARTBEAT_TIMEOUT_SECONDS)
        for task in done:
            if not task.cancelled() and (problem := task.exception()):
                self._note_failure(problem)

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        with trace_work():
            task = asyncio.create_task(work)
        self._tasks.add(task)
        if not self._is_closed:
            task.add_done_callback(self._tasks.discard)

    async def _beat_repeatedly(self) -> None:
        """Note a heartbeat in memory at regular intervals, and write some to the database."""
        while True:
            await asyncio.sleep(self._interval_seconds)
            self._note_beat()
            is_due = self.clock.now() - self._last_written_at > self._interval_seconds * (
                BEATS_PER_WRITE - 0.5
            )
            if not self._beat_lock.locked() and (is_due or self._must_extend_deadlines()):
                self._start_task(self._beat_and_publish())

    def _note_beat(self) -> None:
        """Note a heartbeat in memory, unless an outage still has to be handled.

        If heartbeats could not be written for a while, the last written one counts instead, because
        people cannot play without the database.
        """
        if not self._is_reachable or self._has_gap() or self._extending_until is not None:
            return
        now = self.clock.now()
        limit = self._interval_seconds * BEATS_PER_WRITE * MAX_MISSED_HEARTBEATS
        missed = now - self._last_written_at > limit
        self._last_beat_at = self._last_written_at if missed else now

    def _has_gap(self) -> bool:
        """Return whether there was an outage that still has to be handled.

        A last heartbeat in the future counts, too. It may come from another machine whose clock was
        ahead.
        """
        if self._last_beat_at is None:
            return True
        silence = abs(self.clock.now() - self._last_beat_at)
        return self._has_just_started or silence > self._interval_seconds * MAX_MISSED_HEARTBEATS

    def _must_extend_deadlines(self) -> bool:
        """Return whether deadlines have to move, because of an outage or a clock that was set."""
        return self._has_gap() or bool(self.clock.jump()) or self._extending_until is not None

    async def _beat_and_publish(self) -> None:
        """Write a heartbeat and let timers fire. Do nothing while people cannot reach the bot."""
        if not self._is_reachable:
            return
        try:
            await self._beat()
        except Exception as problem:
            if not self._is_closed:  # while closing, the store may be closed already
                self._note_failure(problem)
        else:
            if self._is_reachable:
                self._events.publish(ReachabilityChanged(True))

    def _note_failure(self, problem: BaseException) -> None:
        """Log that a heartbeat failed, and let the last written one count instead."""
        log_failure(log, "the heartbeat", problem)
        self._last_beat_at = self._last_written_at or self._last_beat_at

    async def _extend_deadlines(self, now: float, since: float, *, keep_minimum: bool) -> float:
        """Move all timers by `now - since` seconds, and return the end of the outage.

        If an earlier try failed midway, it is completed first, so that no timer moves twice. If
        that try has moved all timers, the end that it was given is returned. Otherwise the end is
        `now`. `keep_minimum` says whether people get at least `Deadline.least` seconds.
        """
        if self._extending_until is not None:
            await self._store.deadlines.finish(self._shard)
        if (
            self._extending_until is not None
            and await self._store.bot.read_last_heartbeat(self._shard) == self._extending_until
        ):
            now = self._extending_until
        else:
            self._extending_until = now
            await self._store.deadlines.extend(now, since, self._shard, keep_minimum=keep_minimum)
        self._extending_until = None
        return now

    async def _beat(self, *, only_if_outage: bool = False) -> None:
        """Write a heartbeat.

        If there was an outage, or if somebody has set the machine's clock, move the deadlines. With
        `only_if_outage`, do nothing if no deadlines have to move. Raises `StoreProblem` if the
        database cannot be used.
        """
        async with self._beat_lock:
            has_to, is_late = self._must_extend_deadlines(), self._has_gap()
            was_set = self.clock.jump()
            if only_if_outage and not has_to:
                return
            is_moved, was_reachable = has_to and self._last_beat_at is not None, self._is_reachable
            if is_moved:
                self._events.publish(DeadlinesMoving())
            # Until timers have moved, the clock shows the earlier time, so none fires too early.
            if was_set < 0:
                self.clock.synchronize()
            now, since = self.clock.now() + max(was_set, 0.0), self._last_beat_at
            if is_moved and since is not None:
                now = await self._extend_deadlines(now, since, keep_minimum=is_late)
            else:
                await self._store.bot.record_heartbeat(now, self._shard)
            if was_set > 0:
                self.clock.synchronize()
            self._last_written_at = now
            was_lost_meanwhile = was_reachable and not self._is_reachable
            if is_moved or not was_lost_meanwhile:  # else `mark_unreachable` has set it
                self._last_beat_at = now
            self._has_just_started = False
        if is_moved and since is not None:
            self._events.publish(DeadlinesMoving())
            if was_set:
                log.info("moved all deadlines by %.0f s: this machine's clock was set", was_set)
            if is_late:
                lost = now - since - was_set
                log.info("moved all deadlines by %.0f s in which nobody could reach us", lost)
            self._has_unpublished_deadlines = True
        if self._has_unpublished_deadlines and self._is_reachable:
            self._has_unpublished_deadlines = False
            self._events.publish(DeadlinesMoved())
