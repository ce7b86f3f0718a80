"""Commands for the bot's host: rebuild all ratings, and export or erase a person's data."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from msgspec import json

from bot.domain.ratings import make_rating_update
from bot.engine.package import GameRegistry, extract_games
from bot.services.exporting import make_export
from bot.storage.database import Database, OneTransaction, Transaction
from bot.storage.opening import open_database
from bot.storage.personal_data import PersonalData
from bot.storage.rebuild_ratings import rebuild_ratings
from bot.storage.record_repository import RecordRepository
from bot.storage.store import Store
from bot.storage.unfinished import REBUILD_OPTION, mark_unfinished, run_marked


async def rebuild_all_ratings(url: str) -> int:
    """Rebuild all results and ratings from the records of finished games, and return their number.

    The change takes effect as a whole or not at all.

    Raises:
        StoreProblem: A bot uses the database, or the database cannot be opened.
    """
    async with _hold_database(url) as database:
        async with database.writing() as db:
            await mark_unfinished(db, REBUILD_OPTION)
        return await run_marked(database, partial(rebuild_ratings, rate_record=make_rating_update))


async def export_person(url: str, registry: GameRegistry, user: int) -> str:
    """Return all stored data about a person as JSON."""
    store = await Store.open(url, extract_games(registry))
    try:
        rows = await store.personal_data.load_rows(user)
        games = [game async for game in store.personal_data.iterate_games(user)]
    finally:
        await store.close()
    return json.format(json.encode(make_export(user, rows, games, time.time()))).decode()


async def erase_person(url: str, user: int) -> int:
    """Erase a person's data now, or at the bot's next start if the person sits at an open table.

    The bot's next start also completes an erasure that was interrupted.

    Returns:
        The number of open tables at which the person sits. 0 means that the data have been erased.

    Raises:
        StoreProblem: A bot uses the database, or the database cannot be opened.
    """
    async with _hold_database(url) as database:
        async with database.writing() as db:
            data = _open_personal_data(db)
            await data.request_erasure(user, time.time())
            seats = await data.find_open_seats(user)
        if not seats:
            async with database.writing() as db:
                await _open_personal_data(db).erase(user)
        return len(seats)


def _open_personal_data(db: Transaction) -> PersonalData:
    transaction = OneTransaction(db)
    return PersonalData(transaction, RecordRepository(transaction))


@asynccontextmanager
async def _hold_database(url: str) -> AsyncIterator[Database]:
    """Open the database for this process alone, and close it when the block ends."""
    database = await open_database(url, exclusive=True)
    try:
        yield database
    finally:
        await database.close()
