"""The real bot as a process of its own, and the real bot in this process, at the loopback."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord as library
import pytest
import yarl

from bot.bench.bots import UNLIMITED_CLICKS, make_client
from bot.discord_adapter.client import CatsClient
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.store import Store
from tests.databases import address
from tests.fake_discord import command
from tests.forked import Forked, at_discord
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.survival.loopback import Loopback

ROOT = Path(__file__).parent.parent.parent
TOKEN = "a.secret.token"


@asynccontextmanager
async def run_process(
    discord: Loopback,
    folder: Path,
    constants: Mapping[str, float] = WITHOUT_PAUSES,
    database: str = "",
    before: Callable[[], None] | None = None,
    **settings: str,
) -> AsyncIterator[Forked]:
    """Run `python -m bot` on a database, or on `folder`/data/cats.db, its log in `folder`/log.

    It does `before` first. `constants` are as in `tests.fake_discord.command`; `settings` are
    others of the bot's.
    """
    environment = os.environ | {"DISCORD_TOKEN": TOKEN, "PYTHONPATH": str(ROOT)}
    environment |= {"DATABASE_URL": database} | settings
    words = command(discord.address, constants=constants)
    process = Forked(
        at_discord(words, before), folder, environment, out=Path(os.devnull), err=folder / "log"
    )
    try:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await discord.offline.wait()


def at_loopback(discord: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients of this process talk to the loopback."""
    api = yarl.URL(discord.address)
    monkeypatch.setattr("discord.http.Route.BASE", discord.address)
    monkeypatch.setattr(
        "discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY", api.with_path("/gateway")
    )


@asynccontextmanager
async def run_client(
    discord: Loopback,
    monkeypatch: pytest.MonkeyPatch,
    where: Path | str,
    now: Callable[[], float] = lambda: library.utils.utcnow().timestamp(),
    **settings: Any,
) -> AsyncIterator[CatsClient]:
    """Run the bot in this process, with the real HTTP client and gateway, and close it.

    Unless the settings say otherwise, it uploads no emojis, edits boards at once, and nobody clicks
    too quickly.
    """
    at_loopback(discord, monkeypatch)
    games = extract_games(settings.get("registry", GAMES))
    store = await Store.open(address(where), games)
    steady = settings.pop("steady", now)  # the test's clock is set by nobody, unless it says so
    quiet = {"emojis": False, "most_clicks": UNLIMITED_CLICKS, "between_edits": 0.0}
    client = make_client(store, now=now, steady=steady, **{**quiet, **settings})
    # The library's own wait for further servers must not end while a test already closes the bot.
    client._connection.guild_ready_timeout = 0.05
    session = asyncio.create_task(client.start(TOKEN))
    try:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
            await client.wait_until_ready()
        yield client
    finally:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await client.close()
            await session
        await store.close()


async def wait_until_at_rest(client: CatsClient) -> None:
    await until(lambda: not client.reply_tasks and client.services.background.is_idle)
