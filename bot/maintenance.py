"""What a host does with the database: rebuild ratings, export or forget a person."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from msgspec import json

from bot.games.box import Shelf, games_on
from bot.history.reckoning import reckoned
from bot.store.archive import Archive
from bot.store.database import Database, Transaction
from bot.store.opening import open_database
from bot.store.queries.reckoning import rebuild
from bot.store.store import Store
from bot.store.unfinished import RECKON, mark, run_marked
from bot.tables.past.mine import exported

T = TypeVar("T")


async def rebuild_all_ratings(url: str) -> int:
    """Make results and how people stand anew from the records; return how many these are.

    It is done whole or not at all, while no bot uses the database. Raises `StoreProblem`.
    """
    async with _hold_database(url) as database:
        async with database.writing() as db:
            await mark(db, RECKON)
        return await run_marked(database, partial(rebuild, reckon=reckoned))


async def export(url: str, shelf: Shelf, user: int) -> str:
    """Return all that is kept of somebody, as JSON."""
    store = await Store.open(url, games_on(shelf))
    try:
        about = await store.archive.about(user)
    finally:
        await store.close()
    return json.format(json.encode(exported(user, about, time.time()))).decode()


async def forget(url: str, user: int) -> int:
    """Forget somebody while no bot uses the database, whole or not at all.

    If they sit at open tables, nothing is deleted: the wish is noted, and the bot's next start
    does the rest, as it does after this was interrupted. Returns how many tables these are. Raises
    `StoreProblem`.
    """
    async with _hold_database(url) as database:
        async with _archive(database) as archive:
            await archive.forget_later(user, time.time())
            seats = await archive.open_seats(user)
        if not seats:
            async with _archive(database) as archive:
                await archive.forget(user)
        return len(seats)


@asynccontextmanager
async def _hold_database(url: str) -> AsyncIterator[Database]:
    """Hold the database that no other process uses meanwhile."""
    database = await open_database(url, alone=True)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def _archive(database: Database) -> AsyncIterator[Archive]:
    """Hold an archive of which all is done in one transaction."""
    async with database.writing() as db:

        async def within(work: Callable[[Transaction], Awaitable[T]]) -> T:
            return await work(db)

        yield Archive(within, within)
