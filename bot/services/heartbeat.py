"""The heartbeat: it says that people could reach us. Time without one is nobody's fault.

The clock goes evenly while the process lives, and knows how far it is off Discord's.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine

from bot.common.log import log_failure
from bot.common.timings import (
    BEATS_PER_WRITE,
    FINAL_HEARTBEAT_TIMEOUT_SECONDS,
    MAX_MISSED_HEARTBEATS,
)
from bot.services.events import DeadlinesMoved, DeadlinesMoving, Events, ReachabilityChanged
from bot.storage.problems import StoreProblem
from bot.storage.shards import Shard
from bot.storage.store import Store

log = logging.getLogger(__name__)


MIN_CLOCK_JUMP_SECONDS = 2.0
"""Seconds by which the machine's clock may move against a steady one until it counts as set."""
MAX_CLOCK_SKEW_SECONDS = 2.0
"""Seconds by which it may differ from Discord's until the host is told."""
USUAL_LATENCY_SECONDS = 0.5
"""Seconds that a press usually takes to us at most: so far ahead our clock may only seem to be."""
MIN_SKEW_PRESSES = 5
"""Presses after which it is believed that our clock is ahead; any one may have been held up."""
MAX_SKEW_PRESSES = 64
"""So many of the newest presses are looked at."""


class Clock:
    """Seconds since 1970, as the machine's clock told at first, counted on by a steady one.

    When somebody sets the machine's clock, nobody's time is touched: whoever keeps due times asks
    for the `jump`, moves them by it, and lets this clock `follow`.
    """

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        """Take the machine's clock, and one that nobody sets (`time.monotonic`)."""
        self._wall = wall
        self.monotonic = steady
        """Seconds that go by, however the machine's clock is set."""
        self._wall_at_zero: float | None = None
        """What the machine's clock told when the steady one was at 0."""
        self._press_delays: deque[float] = deque(maxlen=MAX_SKEW_PRESSES)
        """How much later than at Discord the newest presses came, by this clock."""
        self._has_warned = False

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        if self._wall_at_zero is None:
            self.follow()
        return (self._wall_at_zero or 0.0) + self.monotonic()

    def jump(self) -> float:
        """Return by how many seconds the machine's clock was set forward (or back, below 0)."""
        moved = self._wall() - self.now()
        return moved if abs(moved) > MIN_CLOCK_JUMP_SECONDS else 0.0

    def follow(self) -> None:
        """Tell the machine's time from now on."""
        self._wall_at_zero = self._wall() - self.monotonic()
        self._press_delays.clear()
        self._has_warned = False

    def heard(self, pressed_at: float) -> None:
        """Compare with Discord's clock: a press that has just come was made `pressed_at` by that.

        It is the time in the press's id
        (https://docs.discord.com/developers/reference#snowflakes). The host is told once.
        """
        self._press_delays.append(self.now() - pressed_at)
        ahead = self.ahead
        if abs(ahead) > MAX_CLOCK_SKEW_SECONDS and not self._has_warned:
            self._has_warned = True
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
        ahead = min(self._press_delays, default=0.0)
        seems = ahead > 0 and (
            ahead <= USUAL_LATENCY_SECONDS or len(self._press_delays) < MIN_SKEW_PRESSES
        )
        return 0.0 if seems else ahead


class Heartbeat:
    """Beats while people can reach the bot, and forgives the time in which they could not.

    Time is what people could use. After more than `MAX_MISSED_HEARTBEATS`, whatever made it (a lost
    gateway, a process that stood still, a database that was away), and at every start, all due
    times are moved by the time since the last beat, before anything else happens: nobody's clock
    ends before they have had what was left to them then. And each deadline leaves at least the
    seconds of its `Due.least` from then on. When the machine's clock is set, due times move with
    it; that takes nobody's time, and gives none.

    A beat that is only known here goes with the process; so when one is killed, the time since the
    last written beat counts as lost. A process that is stopped writes a last one. Whoever takes
    tables over without a gap forgives nothing.
    """

    def __init__(
        self,
        store: Store,
        shard: Shard,
        clock: Clock,
        seconds: float,
        events: Events,
    ) -> None:
        """Beat for a shard, and write that down every so many `seconds`.

        `events` tell whether people can act, and that deadlines move: before and after they do in
        the store, and once more when people can see it.
        """
        self._store = store
        self._shard = shard
        self.clock = clock
        self._interval_seconds = seconds / BEATS_PER_WRITE
        self._events = events
        self._is_reachable = False
        self._is_closed = False
        self._has_just_started = True
        """The process has just started: whatever was before was a gap."""
        self._last_beat_at: float | None = None
        """The time of the last beat; None: there was none at all."""
        self._last_written_at = 0.0
        """The time of the last one that this process has written."""
        self._extending_until: float | None = None
        """Until when it was tried to forgive, of which nobody knows how much is on the disk."""
        self._has_to_show = False
        """Whether due times have moved that are not shown so far."""
        self._is_failing = False
        self._beat_lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, *, taken_over: bool) -> None:
        """Begin to beat as soon as people can reach the bot.

        `taken_over`: they can already, and another process had the tables until now.
        """
        self.clock.follow()
        await self._store.deadlines.finish(self._shard)
        self._last_beat_at = await self._store.bot.read_last_heartbeat(self._shard)
        self._has_just_started = not taken_over
        self._start_task(self._beat_repeatedly())

    async def mark_reachable(self) -> None:
        """Take note that people can reach the bot from now on, unless it closes."""
        if not self._is_closed:
            self._is_reachable = True
            await self._beat_and_publish()

    def lost(self, seconds: float = 0.0) -> None:
        """Take note that nobody can reach the bot, and could not for so many seconds."""
        self._note_beat()
        if self._is_reachable and self._last_beat_at is not None:
            self._last_beat_at = min(self._last_beat_at, self.clock.now() - seconds)
        self._is_reachable = False
        self._events.publish(ReachabilityChanged(False))

    async def catch_up(self) -> None:
        """Forgive a gap that ends now, because somebody acts or something is due.

        Costs nothing while there is none. Raises `StoreProblem`.
        """
        if self._must_extend_deadlines():
            await self._beat(only_late=True)

    def close(self) -> None:
        """Beat for the last time: people are told that the bot restarts."""
        if self._is_closed:
            return
        self._note_beat()
        last = self._last_beat_at if self._is_reachable and not self._has_gap() else None
        self._is_closed = True
        self._is_reachable = False
        for task in self._tasks:
            task.cancel()
        if last is not None:
            self._start_task(self._store.bot.beat(last, self._shard))

    async def closed(self) -> None:
        """Wait until the last beat is written, but not for long."""
        if not self._tasks:
            return
        done, _ = await asyncio.wait(self._tasks, timeout=FINAL_HEARTBEAT_TIMEOUT_SECONDS)
        for task in done:
            if not task.cancelled() and (problem := task.exception()):
                self._note_failure(problem)

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        if not self._is_closed:
            task.add_done_callback(self._tasks.discard)

    async def _beat_repeatedly(self) -> None:
        while True:
            await asyncio.sleep(self._interval_seconds)
            self._note_beat()
            is_due = self.clock.now() - self._last_written_at > self._interval_seconds * (
                BEATS_PER_WRITE - 0.5
            )
            if not self._beat_lock.locked() and (is_due or self._must_extend_deadlines()):
                self._start_task(self._beat_and_publish())

    def _note_beat(self) -> None:
        """Take note of a beat, unless there was a gap before it, which is still to be forgiven.

        While beats cannot be written, people cannot play: then there is none.
        """
        if not self._is_reachable or self._has_gap() or self._extending_until is not None:
            return
        now = self.clock.now()
        if (
            now - self._last_written_at
            > self._interval_seconds * BEATS_PER_WRITE * MAX_MISSED_HEARTBEATS
        ):
            self._last_beat_at = self._last_written_at
        else:
            self._last_beat_at = now

    def _has_gap(self) -> bool:
        """Tell whether there is a gap; another machine's clock may have been ahead of ours."""
        if self._last_beat_at is None:
            return True
        return (
            self._has_just_started
            or abs(self.clock.now() - self._last_beat_at)
            > self._interval_seconds * MAX_MISSED_HEARTBEATS
        )

    def _must_extend_deadlines(self) -> bool:
        """Tell whether due times have to move, or those of some tables still have to."""
        return self._has_gap() or bool(self.clock.jump()) or self._extending_until is not None

    async def _beat_and_publish(self) -> None:
        """Beat and let due rows fire, unless nobody can reach the bot (any more)."""
        if not self._is_reachable:
            return
        try:
            await self._beat()
        except Exception as problem:
            if (
                not self._is_closed
            ):  # else the store was closed under it, and the last beat is apart
                self._note_failure(problem)
        else:
            if self._is_reachable:
                self._events.publish(ReachabilityChanged(True))

    def _note_failure(self, problem: BaseException) -> None:
        """Say once that no beat can be written, and count none since the last that was."""
        if not isinstance(problem, StoreProblem):
            log_failure(log, "the heartbeat", problem)
        elif not self._is_failing:
            log.error("the heartbeat could not be stored: %s", problem.key)
        self._is_failing = True
        self._last_beat_at = self._last_written_at or self._last_beat_at

    async def _extend_deadlines(self, now: float, since: float, *, least: bool) -> float:
        """Move all due times by the time `since` another, and return until when: mostly `now`.

        Of an earlier try that has begun the rest is done: none is moved twice.
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
            await self._store.deadlines.extend(now, since, self._shard, least=least)
        self._extending_until = None
        return now

    async def _beat(self, *, only_late: bool = False) -> None:
        """Write a beat; a gap before it is forgiven. Raises `StoreProblem`.

        With `only_late`, it may be that somebody else has just done so.
        """
        async with self._beat_lock:
            has_to, is_late, was_set = (
                self._must_extend_deadlines(),
                self._has_gap(),
                self.clock.jump(),
            )
            if only_late and not has_to:
                return
            is_moved, was_reachable = has_to and self._last_beat_at is not None, self._is_reachable
            if is_moved:
                self._events.publish(DeadlinesMoving())
            # What is due must not seem so meanwhile: of both times, it is the earlier one.
            if was_set < 0:
                self.clock.follow()
            now, since = self.clock.now() + max(was_set, 0.0), self._last_beat_at
            if is_moved and since is not None:
                now = await self._extend_deadlines(now, since, least=is_late)
            else:
                await self._store.bot.beat(now, self._shard)
            if was_set > 0:
                self.clock.follow()
            self._last_written_at = now
            was_lost_meanwhile = was_reachable and not self._is_reachable
            if is_moved or not was_lost_meanwhile:  # else `lost` has noted since when
                self._last_beat_at = now
            self._has_just_started = self._is_failing = False
        if is_moved and since is not None:
            self._events.publish(DeadlinesMoving())
            if was_set:
                log.info("moved all deadlines by %.0f s: this machine's clock was set", was_set)
            if is_late:
                lost = now - since - was_set
                log.info("moved all deadlines by %.0f s in which nobody could reach us", lost)
            self._has_to_show = True
        if self._has_to_show and self._is_reachable:
            self._has_to_show = False
            self._events.publish(DeadlinesMoved())
