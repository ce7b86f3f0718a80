"""The store: all that survives a crash."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.games.game import Event, Input, Seat
from bot.store import queries, tidying
from bot.store.database import (
    READ,
    WRITE,
    database_file,
    make_engine,
    make_folder,
    migrate,
    try_open,
    try_write,
    write_ahead,
)
from bot.store.problems import ChannelTaken, Conflict, Repeated, StoreProblem, problem
from bot.store.records import Commit, DueRow, Score, Table

__all__ = ["ChannelTaken", "Conflict", "Repeated", "Store", "StoreProblem"]

T = TypeVar("T")


class Store:
    """The database, one transaction for each method but `tidy`; nothing is kept in memory.

    Whatever another method raises, it wrote nothing. A cancelled method ends its transaction
    first, so it wrote all or nothing. Besides what is said there, each raises `StoreProblem` when
    the file cannot be read or written.
    """

    def __init__(self, engine: AsyncEngine, path: Path) -> None:
        """Use `Store.open` instead."""
        self._engine = engine
        self._path = path
        self._writing = asyncio.Lock()  # writers of this process queue here, in their order
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Open the database at `url`, such as `sqlite:///data/cats.db`.

        It is made or migrated if need be. Raises `StoreProblem`.
        """
        path = database_file(url)
        await asyncio.to_thread(make_folder, path)
        await asyncio.to_thread(try_open, path)
        store = cls(make_engine(path), path)
        try:
            await store._run(None, write_ahead)
            await store._write(lambda db: migrate(db, path))
            await store._write(try_write)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Let running transactions end and close the file. Later calls raise `RuntimeError`."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def commit(self, change: Commit) -> Table:
        """Write all of `change`; return the table with its id, its new version and stored board.

        Of a table that exists, the board's columns are left to `shown`, but for what `change.anew`
        and `change.calls` ask for. Raises `Repeated` if the interaction was handled before,
        `Conflict` if the table's version is not the stored one, `ChannelTaken` if its channel has
        another open table.
        """
        return await self._write(lambda db: queries.commit(db, change))

    async def table(self, table: int) -> Table | None:
        """Return a table, its dues by time."""
        return await self._read(lambda db: queries.table(db, table))

    async def open_table(self, channel: int) -> Table | None:
        """Return the channel's table that is in the lobby or playing."""
        return await self._read(lambda db: queries.open_table(db, channel))

    async def latest_table(self, channel: int) -> Table | None:
        """Return the channel's open table, else the one that ended last."""
        return await self._read(lambda db: queries.latest_table(db, channel))

    async def finished_table(self, channel: int) -> Table | None:
        """Return the channel's table whose game was played to its end, or ended early, last."""
        return await self._read(lambda db: queries.finished_table(db, channel))

    async def handled(self, interaction: int) -> bool:
        """Tell whether the interaction was committed, within the last hour at least."""
        return await self._read(lambda db: queries.handled(db, interaction))

    async def events(self, table: int, limit: int | None, public: bool = True) -> tuple[Event, ...]:
        """Return a table's newest events, None: all, in order; unless `public`, secret ones too."""
        return await self._read(lambda db: queries.newest_events(db, table, limit, public))

    async def all_events(self, table: int) -> tuple[tuple[int, Event], ...]:
        """Return a table's events, secret ones too, each with the table's step after it."""
        return await self._read(lambda db: queries.all_events(db, table))

    async def inputs(self, table: int) -> tuple[tuple[int, Input, float], ...]:
        """Return a game's inputs with their steps and times, in their order."""
        return await self._read(lambda db: queries.all_inputs(db, table))

    async def due(self, now: float, limit: int, held: Collection[int] = ()) -> tuple[DueRow, ...]:
        """Return the rows whose time has come, oldest first, but those of the tables in `held`.

        At paused tables clocks stand still: only "idle" and "forget" fire.
        """
        return await self._read(lambda db: queries.due_rows(db, now, limit, held))

    async def next_due(self, held: Collection[int] = ()) -> float | None:
        """Return the earliest time, maybe past, at which `due` has a row."""
        return await self._read(lambda db: queries.next_due(db, held))

    async def touch(self, table: int, seat: Seat, now: float) -> None:
        """Note a click of the person on that seat that changes nothing else: no new version."""
        await self._write(lambda db: queries.touch(db, table, seat, now))

    async def shown(
        self, table: int, board: int | None, version: int, asked: tuple[int, ...], moved: int = 0
    ) -> None:
        """Keep which message the board is, the version it shows and the users that it names.

        It was posted anew as all versions up to `moved` asked for: that ends their `board_anew`.
        """
        await self._write(lambda db: queries.shown(db, table, board, version, asked, moved))

    async def unshown(self) -> tuple[int, ...]:
        """Return the ids of the tables, in any phase, whose board shows an older version."""
        return await self._read(queries.unshown)

    async def beat(self, now: float, longest: float) -> float:
        """Write the heartbeat and let go of old interactions; return the seconds of a gap, else 0.

        More than `longest` seconds since the last beat are a gap: all due times are moved by it,
        but those of paused tables' clocks, which stand still anyway.
        """
        return await self._write(lambda db: queries.beat(db, now, longest))

    async def last_beat(self) -> float | None:
        """Return the time of the last heartbeat."""
        return await self._read(queries.last_beat)

    async def scores(self, guild: int) -> tuple[Score, ...]:
        """Return a server's 20 people with the most wins; among equals fewer games come first."""
        return await self._read(lambda db: queries.scores(db, guild))

    async def setting(self, key: str) -> str | None:
        """Return a setting of the bot itself."""
        return await self._read(lambda db: queries.setting(db, key))

    async def set_setting(self, key: str, value: str) -> None:
        """Keep a setting of the bot itself."""
        await self._write(lambda db: queries.set_setting(db, key, value))

    async def forget(self, table: int) -> None:
        """Remove a table that is over or closed with all its rows; its results stay."""
        await self._write(lambda db: tidying.forget(db, table))

    async def guild_removed(self, guild: int, now: float) -> None:
        """Note that the bot was removed from a server: its rows go 30 days later, by `tidy`."""
        await self._write(lambda db: tidying.guild_removed(db, guild, now))

    async def guild_joined(self, guild: int) -> None:
        """Note that the bot is in a server (again): its rows stay."""
        await self._write(lambda db: tidying.guild_joined(db, guild))

    async def compare_guilds(self, there: Collection[int], now: float) -> None:
        """Note of which of the known servers the bot was removed, or is again, unnoticed.

        `there` are all in which it is now, those that Discord cannot reach for a while included.
        """
        await self._write(lambda db: tidying.compare_guilds(db, there, now))

    async def tidy(self, now: float) -> None:
        """Delete what is kept no longer, in many short transactions.

        That are the rows of servers that the bot was removed from 30 days ago, and the names in
        the results of people whose last game is over a year ago.
        """
        for guild in await self._read(lambda db: tidying.gone_guilds(db, now)):
            for table in await self._read(partial(tidying.guild_tables, guild=guild)):
                await self._write(partial(tidying.forget_table, table=table, guild=guild, now=now))
            while await self._write(partial(tidying.forget_results, guild=guild, now=now)):
                pass
        while named := await self._read(lambda db: tidying.old_names(db, now)):
            await self._write(partial(tidying.drop_names, named=named))

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._run(READ, work)

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._run(WRITE, work)

    async def _run(self, begin: str | None, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction, to its end even if the caller is cancelled."""
        if self._closed:
            raise RuntimeError("the store is closed")
        task = asyncio.create_task(self._transact(begin, work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await _ended(task)

    async def _transact(self, begin: str | None, work: Callable[[Connection], T]) -> T:
        if begin == WRITE:
            async with self._writing:
                return await self._connected(begin, work)
        return await self._connected(begin, work)

    async def _connected(self, begin: str | None, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.begin() as db:
                if begin is not None:
                    await db.exec_driver_sql(begin)
                return await db.run_sync(work)
        except DBAPIError as error:
            known = problem(error, self._path)
            if known is None:
                raise
            raise known from error


async def _ended(task: asyncio.Task[T]) -> T:
    """Wait for the task's end, then pass on a cancellation that came meanwhile."""
    cancelled = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # seen: nobody is left to raise it to
    raise cancelled
