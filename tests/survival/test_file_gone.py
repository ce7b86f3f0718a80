"""The database file is moved, deleted or replaced while the bot runs: it says so, and refuses."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.i18n import text
from bot.storage.problems import StoreProblem
from bot.storage.shards import ONLY_SHARD
from bot.storage.store import Store
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.storage.conftest import GAMES
from tests.survival.loopback import Loopback
from tests.survival.people import People
from tests.survival.processes import run_process

Mishap = Callable[[Path], object]


def delete_file(path: Path) -> None:
    """Delete the file."""
    path.unlink()


def replace_file(path: Path) -> None:
    """Put a copy in its place, as a restore does."""
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


def moved_with_its_folder(path: Path) -> None:
    """Move the folder away."""
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.logs_errors
@pytest.mark.parametrize(
    ("mishap", "relative"),
    [(delete_file, False), (replace_file, True), (moved_with_its_folder, True)],
)
async def test_a_store_whose_file_is_gone_refuses_until_it_is_back(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    mishap: Mishap,
    relative: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "data" / "cats.db"
    where = "data/cats.db" if relative else str(path)
    store = await Store.open(f"sqlite:///{where}", GAMES)
    await store.bot.record_heartbeat(1.0, ONLY_SHARD)
    kept = path.with_name("kept.db")
    os.link(path, kept)
    mishap(path)
    for _ in range(2):
        with pytest.raises(StoreProblem, match="store-replaced"):
            await store.bot.record_heartbeat(2.0, ONLY_SHARD)
    with pytest.raises(StoreProblem, match="store-replaced"):
        await store.bot.set_setting("a", "b")
    with pytest.raises(StoreProblem, match="store-replaced"):
        await store.tables.count_phases()
    assert [record.message for record in caplog.records if "cats.db" in record.message] == [
        f"the database file {where} was moved, deleted or replaced: nothing is stored any more"
    ]
    if mishap is moved_with_its_folder:
        (tmp_path / "elsewhere").rename(path.parent)
    else:
        kept.rename(path)
    await store.bot.record_heartbeat(3.0, ONLY_SHARD)
    assert await store.bot.read_last_heartbeat(ONLY_SHARD) == 3.0
    await store.close()


async def test_people_the_log_and_the_exit_code_tell_that_the_file_is_gone(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, ben = people
    async with run_process(discord, tmp_path) as process:
        await ada.slash("play")
        delete_file(tmp_path / "data" / "cats.db")
        log = tmp_path / "log"
        await until(lambda: "was moved, deleted or replaced" in log.read_text())
        assert text("en")("store-trouble") in (await ben.press(":join:")).text
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await process.wait() == 1
    said = text("en")("store-replaced", path="data/cats.db")
    assert log.read_text().splitlines()[-1] == said
