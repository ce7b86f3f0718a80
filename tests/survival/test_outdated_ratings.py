"""After an upgrade that changes how games are rated, the host is told until ratings are new."""

import shutil
from pathlib import Path

import pytest

from bot import maintenance
from tests.databases import address, run_sql
from tests.survival.loopback import Loopback
from tests.survival.processes import run_process

KEPT = Path(__file__).parent.parent / "versions" / "0.3.0.db"
WARNING = "ratings follow an older rule"


async def log_of_a_start(discord: Loopback, folder: Path, database: str) -> str:
    """Start the bot until it is online; return what it wrote into its log."""
    async with run_process(discord, folder, database=database):
        pass
    return (folder / "log").read_text()


async def test_the_log_asks_for_new_ratings_until_they_are_made(
    discord: Loopback, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    shutil.copy(KEPT, tmp_path / "cats.db")
    database, new = address(tmp_path / "cats.db"), address(tmp_path / "new.db")
    for _ in range(2):
        log = await log_of_a_start(discord, tmp_path_factory.mktemp("start"), database)
        assert WARNING in log
    await maintenance.rebuild_all_ratings(database)
    for url in (database, new):
        log = await log_of_a_start(discord, tmp_path_factory.mktemp("start"), url)
        assert WARNING not in log
    assert run_sql(database, "SELECT key FROM settings WHERE key = 'outdated-ratings'") == []
