"""What a host does with the database: rebuild ratings, export or forget a person."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from msgspec import json

from bot.domain.ratings import reckoned
from bot.engine.box import GameRegistry, games_on
from bot.services.privacy import exported
from bot.storage.database import Database, OneTransaction, Transaction
from bot.storage.history_repository import HistoryRepository
from bot.storage.opening import open_database
from bot.storage.personal_data import PersonalData
from bot.storage.rebuild_ratings import rebuild_ratings
from bot.storage.store import Store
from bot.storage.unfinished import REBUILD_OPTION, mark, run_marked


async def rebuild_all_ratings(url: str) -> int:
    """Make results and how people stand anew from the records; return how many these are.

    It is done whole or not at all, while no bot uses the database. Raises `StoreProblem`.
    """
    async with _hold_database(url) as database:
        async with database.writing() as db:
            await mark(db, REBUILD_OPTION)
        return await run_marked(database, partial(rebuild_ratings, rate=reckoned))


async def export(url: str, shelf: GameRegistry, user: int) -> str:
    """Return all that is kept of somebody, as JSON."""
    store = await Store.open(url, games_on(shelf))
    try:
        about = await store.personal_data.export(user)
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
        async with database.writing() as db:
            data = _personal_data(db)
            await data.request_erasure(user, time.time())
            seats = await data.open_seats(user)
        if not seats:
            async with database.writing() as db:
                await _personal_data(db).erase(user)
        return len(seats)


def _personal_data(db: Transaction) -> PersonalData:
    """Return what does everything in this one transaction."""
    transaction = OneTransaction(db)
    return PersonalData(transaction, HistoryRepository(transaction))


@asynccontextmanager
async def _hold_database(url: str) -> AsyncIterator[Database]:
    """Hold the database that no other process uses meanwhile."""
    database = await open_database(url, alone=True)
    try:
        yield database
    finally:
        await database.close()
