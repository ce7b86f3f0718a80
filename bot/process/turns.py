"""Whose turn it is to identify: in each of Discord's buckets one session in five seconds.

All workers take their turns in the database, one after the other: a turn begins before its session
connects, because discord.py gives up a connection that has not identified within a minute, and
breaks off then (https://github.com/Rapptz/discord.py/issues/10520). A turn that is not used is
given back; one whose worker dies is over after `TURN` seconds.
"""

import asyncio
import logging
import time

import discord

from bot.edge.starts import Starts, starts_left
from bot.figures import NOTHING, Figures
from bot.store.problems import StoreProblem
from bot.store.store import Store
from bot.times import IDENTIFY, SOON, TURN

log = logging.getLogger(__name__)

TRY_AGAIN = 0.5
"""Seconds after which whoever waits for a turn tries again to take it, at the latest."""
ASK_AGAIN = 600.0
"""Seconds after which it is asked again how many starts are left, at the latest."""


class Turns:
    """Takes the turns of a worker's shards."""

    def __init__(self, store: Store, buckets: int, figures: Figures = NOTHING) -> None:
        """Take Discord's `max_concurrency`: so many shards may identify at the same time."""
        self.buckets = buckets
        self._store = store
        self._figures = figures
        self._next: dict[int, int] = {}
        """By bucket the shard of this worker that identifies next."""
        self._held: dict[int, float] = {}
        """By shard whose turn it is: until when, in seconds of a monotonic clock."""

    def is_free(self, shard: int) -> bool:
        """Tell whether no shard of this worker in the same bucket is to identify next."""
        return shard % self.buckets not in self._next

    def enter(self, shard: int) -> None:
        """Let a shard be the next one of this worker in its bucket."""
        self._next[shard % self.buckets] = shard

    async def come(self, client: discord.Client) -> None:
        """Return when it is the turn of a client's shard, and enough starts are left.

        Raises `StoreProblem`, or what asking Discord raises.
        """
        shard, told = client.shard_id or 0, False
        while True:
            await self._take(shard)
            starts = await starts_left(client)
            self._figures.identifies_left(starts.left)
            if not starts.spent:
                return
            await self._give_back(shard)
            if not told:
                _tell_spent(shard, starts)
            told = True
            await asyncio.sleep(max(SOON, min(starts.renewed_in, ASK_AGAIN)))

    async def identifies(self, client: discord.Client) -> None:
        """Take note that a client identifies now; first wait, if it is not its turn."""
        shard = client.shard_id or 0
        try:
            if self._held.get(shard, 0.0) < time.monotonic():
                await self.come(client)
            await self._store.bot.end_turn(shard % self.buckets, _now())
        except StoreProblem as problem:
            log.warning("shard %s identifies without an order: %s", shard, problem.key)
            await asyncio.sleep(IDENTIFY)
        self._held.pop(shard, None)
        self._forget(shard)

    async def leave(self, shard: int) -> None:
        """Let others have the turn of a shard that does not identify."""
        self._forget(shard)
        await self._give_back(shard)

    async def _take(self, shard: int) -> None:
        """Return when it is a shard's turn."""
        bucket = shard % self.buckets
        wait = await self._store.bot.take_turn(bucket, _now(), IDENTIFY, TURN)
        while wait:
            await asyncio.sleep(min(wait, TRY_AGAIN))  # whoever has the turn may end it sooner
            wait = await self._store.bot.take_turn(bucket, _now(), IDENTIFY, TURN)
        self._held[shard] = time.monotonic() + TURN

    async def _give_back(self, shard: int) -> None:
        """End the turn of a shard as if nobody had identified lately."""
        if self._held.pop(shard, 0.0) > time.monotonic():
            await self._store.bot.end_turn(shard % self.buckets, _now() - IDENTIFY)

    def _forget(self, shard: int) -> None:
        if self._next.get(shard % self.buckets) == shard:
            del self._next[shard % self.buckets]


def _now() -> float:
    return discord.utils.utcnow().timestamp()


def _tell_spent(shard: int, starts: Starts) -> None:
    log.warning(
        "shard %s waits: only %d of %d starts are left today. Discord allows the next %d in %d min;"
        " if they were spent by a bot that ends again and again, find out why.",
        shard,
        starts.left,
        starts.total,
        starts.total,
        -(-starts.renewed_in // 60),
    )
