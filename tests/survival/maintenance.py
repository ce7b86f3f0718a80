"""The commands of a host as processes, on a database with games of three people."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

from bot import maintenance
from bot.domain.table import Player
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.storage.bot_repository import LAST_ERASURE_KEY
from bot.storage.store import Store
from bot.storage.unfinished import MARK_KEY
from tests.bench.whole import whole_game
from tests.databases import Ask, is_sqlite, open_left_database, open_transaction
from tests.fake_discord import command
from tests.forked import Forked, at_discord
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.survival.processes import ROOT

ADA, BEN, CLEO = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cleo"), 7))
COPIES = 20
"""How often each game that was played is there once more."""
KILLS, THOROUGH_KILLS = 4, 10
"""Of each command on each of the two databases; the second with `--thorough`."""
NOWHERE = "http://127.0.0.1:1"
"""No command needs Discord."""
NAMES = {
    True: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    False: "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
}
Contents = dict[str, list[tuple[Any, ...]]]


async def make_template(file: Path) -> None:
    """Make a file with some hundred games that are over, of three people."""
    address = f"sqlite:///{file}"
    store = await Store.open(address, extract_games(GAMES))
    for seed, game in enumerate(("liars_dice", "quickpick", "liars_dice", "liars_dice"), 1):
        at = 1_790_000_000.0 + 90_000 * seed
        await whole_game(store, game, (ADA, BEN, CLEO), guild=seed % 2 + 1, seed=seed, at=at)
    await store.close()
    with open_transaction(address) as ask:
        for number in range(1, COPIES + 1):
            more = number * 1000
            ask(
                "INSERT INTO records SELECT id + ?, guild, game, ended_at + ?,"
                " json_set(about, '$.id', id + ?, '$.ended_at', ended_at + ?), course, channel,"
                " parent FROM records WHERE id < 1000",
                *(more, more, more, more),
            )
            ask(
                'INSERT INTO participants SELECT record + ?, "user" FROM participants'
                " WHERE record < 1000",
                more,
            )
    await maintenance.rebuild_all_ratings(address)


def contents(ask: Ask, url: str) -> Contents:
    """Return all rows of a database, but for marks: that a command has begun, who was forgotten."""
    names = sorted(name for (name,) in ask(NAMES[is_sqlite(url)]))
    found = {name: [_plain(row) for row in ask(f'SELECT * FROM "{name}"')] for name in names}
    return {
        name: sorted((row for row in rows if row[0] not in (MARK_KEY, LAST_ERASURE_KEY)), key=repr)
        for name, rows in found.items()
    }


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(int(value) if isinstance(value, bool) else value for value in row)


def read_left_database(url: str) -> tuple[Contents, str]:
    """Return what a process that has ended left in a database, and the command in its mark."""
    with open_left_database(url) as ask:
        found = contents(ask, url)
        marks = (
            ask("SELECT value FROM settings WHERE key = ?", MARK_KEY) if "settings" in found else []
        )
        return found, marks[0][0] if marks else ""


class Command:
    """A command line of the bot, run again and again on a database."""

    def __init__(self, folder: Path, url: str, *arguments: str, **settings: str) -> None:
        self._folder = folder
        self._environment = os.environ | {"PYTHONPATH": str(ROOT), "DATABASE_URL": url} | settings
        self._words = command(NOWHERE, *arguments)
        self.out, self.err = folder / "out", folder / "err"

    def start(self) -> Forked:
        """Start it; what it says is in files, until it is started again."""
        for file in (self.out, self.err):
            file.write_text("")
        return Forked(
            at_discord(self._words), self._folder, self._environment, out=self.out, err=self.err
        )

    async def run(self) -> int:
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            return await self.start().wait()

    async def succeed(self) -> float:
        began = time.monotonic()
        assert await self.run() == 0, self.err.read_text()
        return time.monotonic() - began

    async def kill_repeatedly(self, seconds: float, thorough: bool) -> AsyncIterator[None]:
        """Kill it again and again, at random moments of so many seconds."""
        luck, kills = Random(7), THOROUGH_KILLS if thorough else KILLS
        for number in range(kills):
            process = self.start()
            await asyncio.sleep(seconds * (number + luck.random()) / kills)
            process.kill()
            await process.wait()
            yield
