"""The real bot, made as `python -m bot` makes it, but with the test's own settings."""

from pathlib import Path
from typing import Any

from bot.client import CatsClient
from bot.store.store import Store
from tests.bench.sim import Start

UNLIMITED = 10**9
"""Clicks of one person that the bot takes in five seconds."""


def real_bot(**settings: Any) -> Start:
    """Return a maker of the real bot on a SQLite file; `settings` go to `CatsClient`.

    Unless they say otherwise, standard emojis stand in for the application's, and nobody clicks
    too quickly: the world's time stands still between two clicks.
    """

    async def start(path: Path) -> tuple[CatsClient, Store]:
        store = await Store.open(f"sqlite+aiosqlite:///{path}")
        return CatsClient(store, **{"emojis": False, "most_clicks": UNLIMITED, **settings}), store

    return start
