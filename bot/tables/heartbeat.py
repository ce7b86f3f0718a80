"""The heartbeat: it says that people could reach us. Time without one is nobody's fault."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.log import log_failure
from bot.store.shards import Shard
from bot.store.store import Store

log = logging.getLogger(__name__)

LOST = 30.0
"""Seconds by which a beat may be late until deadlines are moved."""


class Heartbeat:
    """Beats while people can reach the bot, and forgives the gaps between the beats.

    Downtime, a lost gateway, a process that stood still and a clock that jumped forward are one
    case: more time since the last beat than there should be. All due times are moved by it, before
    anything else happens.
    """

    def __init__(
        self,
        store: Store,
        shard: Shard,
        now: Callable[[], float],
        seconds: float,
        run: Callable[[bool], None],
        forgiving: Callable[[], None],
        forgiven: Callable[[], Awaitable[None]],
    ) -> None:
        """Beat for a shard every so many `seconds`.

        `run` is told whether due rows may fire; nothing does while nobody can reach the bot.
        `forgiving` is called before and after due times move in the store, `forgiven` is awaited
        then.
        """
        self._store = store
        self._shard = shard
        self._now = now
        self._seconds = seconds
        self._longest = seconds + LOST
        self._run = run
        self._forgiving = forgiving
        self._forgiven = forgiven
        self._reachable = False
        self._closed = False
        self._last: float | None = None
        """The time of the last beat; None: there was none at all."""
        self._beating = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to beat as soon as people can reach the bot."""
        self._last = await self._store.last_beat(self._shard)
        self._task = asyncio.create_task(self._live())

    async def reached(self) -> None:
        """Take note that people can reach the bot from now on, unless it closes."""
        if not self._closed:
            self._reachable = True
            await self._pulse()

    def lost(self) -> None:
        """Take note that nobody can reach the bot."""
        self._reachable = False
        self._run(False)

    async def catch_up(self) -> None:
        """Forgive a gap that ends now, because somebody acts or something is due.

        Costs nothing while there is none. Raises `StoreProblem`.
        """
        if self._is_late():
            await self._beat(late=True)

    def close(self) -> None:
        """Beat no more: people are told that the bot restarts."""
        self._closed = True
        self._reachable = False
        if self._task:
            self._task.cancel()

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            await self._pulse()

    async def _pulse(self) -> None:
        """Beat and let due rows fire, unless nobody can reach the bot (any more)."""
        if not self._reachable:
            return
        try:
            await self._beat()
        except Exception as problem:
            log_failure(log, "the heartbeat", problem)
        else:
            if self._reachable:
                self._run(True)

    async def _beat(self, *, late: bool = False) -> None:
        """Beat; with `late` only if nobody else has done so meanwhile."""
        async with self._beating:
            if late and not self._is_late():
                return
            now = self._now()
            if self._is_late():
                self._forgiving()
            lost = await self._store.beat(now, self._longest, self._shard)
            self._last = now
        if lost:
            self._forgiving()
            log.info("moved all deadlines by %.0f s in which nobody could reach us", lost)
            await self._forgiven()

    def _is_late(self) -> bool:
        return self._last is None or self._now() - self._last > self._longest
