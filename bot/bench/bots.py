"""Makes the bot as `python -m bot` makes it, but with a test's own settings."""

from importlib import import_module
from typing import Any

from msgspec import Struct

from bot.bench.world import Start
from bot.common.counters import NO_COUNTERS
from bot.common.timings import Timings
from bot.demo.simulated import get_world_time
from bot.discord_adapter.client import CatsClient, ClientOptions
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store

UNLIMITED_CLICKS = 10**9
BENCH_SETTINGS: dict[str, Any] = {
    "emojis": False,
    "install_settings": False,
    "steady": get_world_time,
    "between_edits": 0.0,
    "between_puzzles": None,
    "most_clicks": UNLIMITED_CLICKS,
}
"""The settings of a bot in the simulated Discord, unless a test has others. simcord knows neither
emojis nor install settings. Its time stands still between two clicks.
"""


class BenchClient(CatsClient):
    """The bot's client, which executes the modules of its cogs only once in a process.

    To execute them for each world takes a fifth of the time to open it.
    """

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Add the cog of a module, as its function `setup` does."""
        await import_module(name, package).setup(self)


def make_client(store: Store, **settings: Any) -> CatsClient:
    """Create a client of the bot.

    Args:
        settings: Arguments of `CatsClient`, fields of `ClientOptions`, and fields of `Timings` in
            seconds.
    """

    def take(struct: type[Struct]) -> dict[str, Any]:
        return {name: settings.pop(name) for name in struct.__struct_fields__ if name in settings}

    options = ClientOptions(timings=Timings(**take(Timings)), **take(ClientOptions))
    return BenchClient(store, options=options, **settings)


def make_start(**settings: Any) -> Start:
    """Return a function that creates the bot on a database."""

    async def start(database: str) -> tuple[CatsClient, Store]:
        games = extract_games(settings.get("registry", GAMES))
        counters = settings.get("counters", NO_COUNTERS)
        store = await Store.open(database, games, counters)
        return make_client(store, **{**BENCH_SETTINGS, **settings}), store

    return start
