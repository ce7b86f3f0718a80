"""The store: all that survives a crash."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, TypeVar

from bot.figures import NOTHING, Figures
from bot.games.events import EventRecord
from bot.games.game import ActionRecord, Games
from bot.log import log_failure
from bot.store import tidying
from bot.store.archive import Archive
from bot.store.chosen import Chosen
from bot.store.claims import Claims
from bot.store.database import Database, Transaction, again
from bot.store.groups import Groups
from bot.store.opening import open_database
from bot.store.problems import ChannelTaken, Conflict, Repeated, StoreProblem
from bot.store.queries import clock, forgiving, history, many, people, settings, tables
from bot.store.record import Honour, Weight, kept_of, nobody
from bot.store.records import Commit, Noted, Table
from bot.store.retention import Retention
from bot.store.schema import LAST_ID
from bot.store.shards import Shard
from bot.store.standings import Line, Page, Reckon, Standing

__all__ = ["ChannelTaken", "Conflict", "Repeated", "Store", "StoreProblem"]

log = logging.getLogger(__name__)

T = TypeVar("T")
K = TypeVar("K")
Work = Callable[[Transaction], Awaitable[T]]


class Store:
    """The database, of which nothing is kept in memory.

    Changes of tables are written in groups, all else in a transaction for each method, or in some
    where it may be much (`beat`, `compare_guilds`, `forgive`, `shards`, `retention`): those can be
    called again after whatever came in between. Whatever another raises, it wrote nothing. A
    cancelled one ends its transaction first. Besides what it says, each raises `StoreProblem`.
    """

    def __init__(self, database: Database, games: Games, figures: Figures = NOTHING) -> None:
        """Use `Store.open` instead."""
        self._database = database
        self._games = games
        self._groups = Groups(database, figures)
        self.archive = Archive(self._read, self._write)
        self.chosen = Chosen(self._read, self._write)
        self.retention = Retention(self._in_steps, self._write)
        self._running: set[asyncio.Future[Any]] = set()
        self._moving: dict[Shard, asyncio.Event] = {}
        """The shards whose due times move, and what is set when all have."""
        self._closed = False

    @classmethod
    async def open(cls, url: str, games: Games, figures: Figures = NOTHING) -> "Store":
        """Open the database at `url`, such as `sqlite:///data/cats.db`, with tables of these games.

        It is made or migrated if need be. `figures` count what is written. Raises `StoreProblem`,
        also if another process has it for itself.
        """
        store = cls(await open_database(url), games, figures)
        try:
            await store._write(tables.try_write)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what waits, and close the database. Later calls raise `RuntimeError`."""
        if self._closed:
            return
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        try:
            await self._groups.flush()
        finally:
            await self._database.close()

    async def commit(self, change: Commit) -> Table:
        """Write all of `change`; return the table with its id and its new version.

        Raises `Repeated` if the interaction was handled before, `Conflict` if the table's version
        is not the stored one or its times have moved, `ChannelTaken` if its channel has another
        open table. While times of its shard move, it waits.
        """
        self._check_open()
        moving = [moved for shard, moved in self._moving.items() if shard.has(change.table.guild)]
        for moved in moving:
            await moved.wait()
        if moving and change.table.id:
            raise Conflict
        table: Table = await self._ended(self._groups.add(change))
        return table

    async def note(self, noted: Noted) -> None:
        """Keep what a table's board is now."""
        self._check_open()
        await self._ended(self._groups.add(noted))

    def seen(self, table: int, user: int, now: float) -> None:
        """Note a person's click that changes nothing else, where they sit there when it is written.

        It is written with the next group or heartbeat.
        """
        self._groups.seen(table, user, now)

    async def table(self, table: int) -> Table | None:
        """Return a table."""
        return await self._read(lambda db: tables.table(db, self._games, table))

    async def open_table(self, channel: int) -> int | None:
        """Return the id of the channel's table that is in the lobby or playing."""
        return await self._read(lambda db: tables.of_channel(db, tables.OPEN_TABLE, channel))

    async def open_lesson(self, user: int, guild: int) -> int | None:
        """Return the id of the lesson that a person takes in a server."""
        return await self._read(lambda db: tables.open_lesson(db, user, guild))

    async def hosted(self, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open tables that have this host, without lessons."""
        return await self._read(lambda db: tables.hosted(db, user, guild))

    async def open_in_guild(self, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open tables; a lesson is none."""
        return await self._read(lambda db: tables.open_in_guild(db, guild))

    async def latest_table(self, channel: int) -> int | None:
        """Return the id of the channel's open table, else of the one that ended last."""
        return await self._read(lambda db: tables.latest_table(db, channel))

    async def finished_table(self, channel: int) -> int | None:
        """Return the id of the channel's table that was played to an end, or ended early, last."""
        return await self._read(lambda db: tables.of_channel(db, tables.FINISHED_TABLE, channel))

    async def events(self, table: int, public: bool = True) -> tuple[EventRecord, ...]:
        """Return a table's events in their order; unless `public`, secret ones, too."""
        of = tables.PUBLIC_EVENTS if public else tables.ALL_EVENTS
        return await self._read(lambda db: tables.events_of(db, of, table))

    async def inputs(self, table: int) -> tuple[tuple[int, ActionRecord, float], ...]:
        """Return a game's inputs with their steps and times, in their order."""
        return await self._read(lambda db: tables.all_inputs(db, table))

    async def keep(
        self, table: Table, weight: Weight, reckon: Reckon, honour: Honour = nobody
    ) -> None:
        """Write the record of a table whose game is over, once, and what it brings."""
        found = await self._read(lambda db: history.stored(db, table.id))
        kept = kept_of(table, found, weight, honour)
        await self._write(lambda db: history.keep(db, *kept, reckon))

    async def standings(self, user: int) -> tuple[Standing, ...]:
        """Return how a person stands in each game: on each server, and everywhere."""
        return await self._read(lambda db: history.standings_of(db, user))

    async def next_dues(self, until: float, shard: Shard) -> dict[int, float]:
        """Return by table of a shard when something is due next, of those that have until then.

        At paused tables clocks stand still: only "idle" and "forget" count.
        """
        dues: dict[int, float] = {}
        step = partial(many.next_dues, until=until, shard=shard)
        async for rows in self._in_steps(step, many.FIRST):
            for table, at in rows:
                dues.setdefault(table, at)
        return dues

    async def unshown(self, shard: Shard, since: float) -> tuple[int, ...]:
        """Return the ids of a shard's tables, open or ended `since` then, whose board is behind.

        It shows an older version, or messages are still to be deleted whose place it took; of
        those, however long ago the table ended.
        """
        found = {*await self._read(partial(many.replaced, shard=shard))}
        async for ids in self._in_steps(partial(many.behind, shard=shard), 0):
            found.update(ids)
        ended = partial(many.behind_at_the_end, shard=shard)
        async for ids in self._in_steps(ended, (since, LAST_ID)):
            found.update(ids)
        return tuple(sorted(found))

    async def phases(self) -> dict[str, int]:
        """Return how many tables are in the lobby, playing and paused; lessons count, too."""
        return await self._read(many.phases)

    async def beat(self, now: float, shard: Shard) -> None:
        """Write a shard's heartbeat and let go of old interactions."""
        await self.check()
        await self.flush()
        await self._write(lambda db: clock.beat(db, now, shard))
        while await self._write(partial(clock.forget_clicks, until=now - clock.REMEMBERED)):
            pass

    async def forgive(self, now: float, since: float, shard: Shard, *, least: bool) -> None:
        """Write a shard's heartbeat, and move the due times of its open tables by `now - since`.

        But not those of paused tables' clocks, which stand still anyway. With `least`, each
        deadline that moves leaves at least its `Deadline.least` from now on.

        If it does not come to its end, `finish_forgiving` has to be called, before this again.
        Until then no table of the shard is changed.
        """
        await self.check()
        self._moving.setdefault(shard, asyncio.Event())
        await self.flush()
        await self._write(lambda db: forgiving.begin(db, now, now - since, shard, least))
        await self.finish_forgiving(shard)

    async def finish_forgiving(self, shard: Shard) -> None:
        """Do what is left of what `forgive` began, here or in a process that has ended.

        Some tables move at a time, so that others can be written in between. A table whose rows
        the database refuses stays as it is.
        """
        while await self._forgive_some(shard):
            pass
        if moved := self._moving.pop(shard, None):
            moved.set()

    async def _forgive_some(self, shard: Shard) -> bool:
        """Move the due times of the next tables, or of one; return whether there are more."""
        one = partial(forgiving.step_one, shard=shard)
        for step in (partial(forgiving.step, shard=shard), partial(one, skips=False)):
            try:
                return await self._write(step)
            except StoreProblem:
                raise
            except Exception as error:
                problem = error
        more = await self._write(partial(one, skips=True))
        log_failure(log, "moving the due times of a table", problem)
        return more

    async def check(self) -> None:
        """Look whether the database is still the one that was opened."""
        self._check_open()
        await self._ended(asyncio.create_task(self._database.check()))

    async def flush(self) -> None:
        """Write what waits for the next group."""
        await self._ended(asyncio.create_task(self._groups.flush()))

    async def last_beat(self, shard: Shard) -> float | None:
        """Return the time of a shard's last heartbeat."""
        return await self._read(lambda db: clock.last_beat(db, shard))

    def claims(self) -> Claims:
        """Return what says which worker serves which shard."""
        return self._database.claims()

    async def shards(self, wanted: int | None, now: float) -> int:
        """Return how many shards there are; with `wanted`, there are so many from now on.

        Only who is alone may change that. The time is forgiven in which nobody could reach the old
        ones.
        """
        there = await self._read(clock.shards)
        if wanted is None or wanted == there:
            return there
        for shard in (Shard(number, there) for number in range(there)):
            await self.finish_forgiving(shard)
            last = await self.last_beat(shard)
            if last is not None:
                await self.forgive(now, last, shard, least=True)
        await self._write(lambda db: clock.set_shards(db, wanted, now))
        return wanted

    async def take_turn(self, bucket: int, now: float, pause: float, lease: float) -> float:
        """Take the turn to identify in one of Discord's buckets, for so many seconds at most.

        Return 0.0, or in how many seconds to try again: somebody has it, or identified less than
        `pause` seconds ago.
        """
        return await self._write(lambda db: clock.take_turn(db, bucket, now, pause, lease))

    async def end_turn(self, bucket: int, identified: float) -> None:
        """End one's turn; the next one's begins a pause after that time."""
        await self._write(lambda db: clock.end_turn(db, bucket, identified))

    async def scores(self, page: Page) -> tuple[Line, ...]:
        """Return the people on a page of a server's table, and whoever follows them."""
        return await self._read(lambda db: people.scores(db, page))

    async def games(self, guild: int) -> tuple[str, ...]:
        """Return the games that were played to their end on a server."""
        return await self._read(lambda db: people.games(db, guild))

    async def finished(self, user: int, game: str) -> bool:
        """Tell whether a person finished a game of this kind, on any server; no lessons count."""
        return await self._read(lambda db: people.finished(db, user, game))

    async def setting(self, key: str) -> str | None:
        """Return a setting of the bot itself."""
        return await self._read(lambda db: settings.setting(db, key))

    async def set_setting(self, key: str, value: str) -> None:
        """Keep a setting of the bot itself."""
        await self._write(lambda db: settings.set_setting(db, key, value))

    async def greet(self, guild: int) -> bool:
        """Note for ever that a server is greeted; tell whether it is the first time."""
        return await self._write(lambda db: settings.greet(db, guild))

    async def forget(self, table: int) -> None:
        """Remove a table that is over or closed with all its rows; its record stays."""
        await self._write(lambda db: tidying.forget(db, table))

    async def guild_removed(self, guild: int, now: float) -> None:
        """Note that the bot was removed from a server: its rows go 30 days later."""
        await self._write(lambda db: tidying.note_removed(db, [guild], now))

    async def guild_joined(self, guild: int) -> None:
        """Note that the bot is in a server (again): its rows stay."""
        await self._write(lambda db: tidying.note_joined(db, [guild]))

    async def compare_guilds(self, there: Collection[int], now: float, shard: Shard) -> None:
        """Note of which of a shard's known servers the bot was removed, or is again, unnoticed.

        `there` are all in which it is now, those that Discord cannot reach for a while included.
        """
        removed, known = set[int](), set[int]()
        async for guilds in self._in_steps(partial(tidying.removed, shard=shard), -1):
            removed.update(guilds)
        for query in tidying.KNOWN_GUILDS:
            step = partial(tidying.known, query=query, shard=shard)
            async for guilds in self._in_steps(step, -1):
                known.update(guilds)
        for joined in _some(removed.intersection(there)):
            await self._write(partial(tidying.note_joined, guilds=joined))
        for gone in _some(known.difference(there, removed)):
            await self._write(partial(tidying.note_removed, guilds=gone, now=now))

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

    async def _in_steps(
        self, step: Callable[[Transaction, K], Awaitable[tuple[list[T], K | None]]], first: K
    ) -> AsyncIterator[list[T]]:
        """Read what may be much, so that others can read in between; yield what each step found.

        A step also returns behind what the next one looks, None if it was the last.
        """

        def behind(after: K) -> Work[tuple[list[T], K | None]]:
            return lambda db: step(db, after)

        following: K | None = first
        while following is not None:
            found, following = await self._read(behind(following))
            yield found

    async def _read(self, work: Work[T]) -> T:
        return await self._within(self._database.reading, work)

    async def _write(self, work: Work[T]) -> T:
        return await again(lambda: self._within(self._database.writing, work))

    async def _within(
        self, begin: Callable[[], AbstractAsyncContextManager[Transaction]], work: Work[T]
    ) -> T:
        self._check_open()

        async def transaction() -> T:
            async with begin() as db:
                return await work(db)

        return await self._ended(asyncio.create_task(transaction()))

    async def _ended(self, done: asyncio.Future[T]) -> T:
        """Wait for the end of what is written or read, then pass on a cancellation."""
        self._running.add(done)
        done.add_done_callback(self._running.discard)
        cancelled = None
        while not done.done():
            try:
                await asyncio.wait((done,))
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is None:
            return done.result()
        if not done.cancelled():
            done.exception()  # seen: nobody is left to raise it to
        raise cancelled


def _some(guilds: Collection[int]) -> Iterator[Sequence[int]]:
    """Yield some at a time."""
    ordered = sorted(guilds)
    for start in range(0, len(ordered), tidying.GUILDS_AT_ONCE):
        yield ordered[start : start + tidying.GUILDS_AT_ONCE]
