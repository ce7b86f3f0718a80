"""The real bot, made as `python -m bot` makes it, but with the test's own settings."""

from pathlib import Path
from typing import Any

from bot.common.counters import NO_COUNTERS
from bot.common.timings import Timings
from bot.demo.simulated import get_world_time
from bot.discord_adapter.client import CatsClient
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.bench.sim import Start
from tests.databases import address

UNLIMITED = 10**9
"""Clicks of one person that the bot takes in five seconds."""
QUIET: dict[str, Any] = {
    "emojis": False,
    "install_settings": False,
    "steady": get_world_time,
    "between_edits": 0.0,
    "most_clicks": UNLIMITED,
}
"""What simcord does not know, and what would make a world wait whose time stands still."""


def client_of(store: Store, **settings: Any) -> CatsClient:
    """Return a client with these settings, the seconds of its `Timings` among them."""
    seconds = {name: settings.pop(name) for name in Timings.__struct_fields__ if name in settings}
    return CatsClient(store, timings=Timings(**seconds), **settings)


def real_bot(**settings: Any) -> Start:
    """Return a maker of the real bot on a database; `settings` go to `client_of`.

    Unless they say otherwise, standard emojis stand in for the application's, boards are edited at
    once and nobody clicks too quickly, because the world's time stands still between two clicks,
    and no install settings are set, which simcord does not know.
    """

    async def start(where: Path | str) -> tuple[CatsClient, Store]:
        games = extract_games(settings.get("registry", GAMES))
        counters = settings.get("counters", NO_COUNTERS)
        store = await Store.open(address(where), games, counters)
        return client_of(store, **{**QUIET, **settings}), store

    return start
