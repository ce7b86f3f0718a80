"""What a process has loaded that has started and serves: nothing that only others need."""

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path

from tests.fake_discord import command, fake_discord
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.process.test_start import TOKEN, environment

TELLS = "import atexit, sys; atexit.register(lambda: print(*sys.modules))\n"
UNNEEDED = {
    "the demo": ("bot.demo", "simcord"),
    "a check": ("bot.checks",),
    "copies": ("bot.storage.backup", "bot.storage.copying"),
    "migrations": ("alembic", "mako", "sqlalchemy.ext", "sqlalchemy.orm"),
    "PostgreSQL": (
        *("bot.storage.postgres_connections", "bot.storage.postgres_database"),
        *("bot.storage.postgres_shard_leases", "psycopg", "sqlalchemy.dialects.postgresql"),
    ),
    "figures": ("aiohttp.web", "bot.metrics", "bot.http_endpoints", "prometheus_client"),
    "who compares computers or draws": ("tools", "resvg_py"),
    "the first computer that thinks": ("numpy",),
    "the first picture": ("PIL",),
}


async def list_loaded_modules(folder: Path) -> set[str]:
    """Start a bot on a file, stop it when it is online, and return what it has loaded."""
    async with fake_discord() as discord:
        arguments = command(discord.address)
        arguments[2] = TELLS + arguments[2]
        process = await asyncio.create_subprocess_exec(
            *arguments, cwd=folder, env=environment(DISCORD_TOKEN=TOKEN), stdout=PIPE
        )
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await discord.online.wait()
            process.terminate()
            told, _ = await process.communicate()
    return set(told.decode().splitlines()[-1].split())


async def test_a_bot_on_a_file_has_loaded_nothing_that_others_need(tmp_path: Path) -> None:
    there = await list_loaded_modules(tmp_path)
    assert {"bot.discord_adapter.client", "cogs", "sqlite3"} <= there
    assert "orjson" in there, "discord.py reads and writes JSON with it"
    for who, names in UNNEEDED.items():
        found = [name for name in there if f"{name}.".startswith(tuple(f"{n}." for n in names))]
        assert not found, who
