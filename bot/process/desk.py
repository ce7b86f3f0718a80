"""What a host does with the database while no bot uses it: reckon anew, export, forget."""

import time

from msgspec import json

from bot.games.box import Shelf, games_on
from bot.history.reckoning import reckoned
from bot.store.store import Store
from bot.tables.past.mine import exported


async def reckon(url: str, shelf: Shelf) -> int:
    """Make results and how people stand anew from the records; return how many these are."""
    store = await Store.open(url, games_on(shelf))
    try:
        return await store.archive.reckon(reckoned)
    finally:
        await store.close()


async def export(url: str, shelf: Shelf, user: int) -> str:
    """Return all that is kept of somebody, as JSON."""
    store = await Store.open(url, games_on(shelf))
    try:
        about = await store.archive.about(user)
    finally:
        await store.close()
    return json.format(json.encode(exported(user, about, time.time()))).decode()


async def forget(url: str, shelf: Shelf, user: int) -> None:
    """Forget somebody; games that still run are left by them as soon as the bot starts."""
    store = await Store.open(url, games_on(shelf))
    try:
        await store.archive.forget_later(user, time.time())
        if not await store.archive.open_seats(user):
            await store.archive.forget(user)
    finally:
        await store.close()
