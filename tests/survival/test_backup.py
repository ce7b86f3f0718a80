"""Backup and restore as the page for hosts tells them, word by word, with a game that runs on."""

import asyncio
import os
import re
import shlex
import shutil
import sys
import time
from pathlib import Path
from random import Random

from tests.databases import empty_database, file_of, is_sqlite
from tests.databases import run_sql as rows
from tests.postgres import shared_server
from tests.survival.books import books, check
from tests.survival.loopback import Loopback
from tests.survival.people import People, find_asked_person, start_game, take
from tests.survival.processes import ROOT, run_process

PAGE = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
CHAPTER = PAGE[PAGE.index("## Backup and restore") : PAGE.index("## Upgrading")]
COMMANDS = re.findall(r"```sh\n(.*?)\n```", CHAPTER, re.DOTALL)
BACKUP, NIGHTLY, RESTORE_FILE, RESTORE_SERVER, DUMP, RESTORE_DUMP = COMMANDS
OLD = ROOT / "tests/versions/0.3.0.db"
ADDRESS = "postgresql://cats:PASSWORD@HOST/cats"
STEP = "SELECT step FROM tables"
EVERYTHING = "SELECT * FROM tables", "SELECT * FROM inputs", "SELECT * FROM events"


async def do(command: str, folder: Path, database: str) -> None:
    """Run a command as a host does who has `DATABASE_URL` in the environment."""
    programs = [Path(sys.executable).parent]
    if not is_sqlite(database):
        programs.append(shared_server().programs)
    path = os.pathsep.join(map(str, programs))
    environment = os.environ | {"DATABASE_URL": database, "PYTHONPATH": str(ROOT)}
    environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}"
    process = await asyncio.create_subprocess_exec(
        "bash", "-c", command, cwd=folder, env=environment
    )
    assert await process.wait() == 0


async def play(people: People, moves: int, luck: Random) -> None:
    """Let people play on."""
    for _ in range(moves):
        person = await find_asked_person(people)
        await person.answered(await take(person, luck, guesses=0.0))


async def test_a_backup_of_a_running_game_is_restored_elsewhere_and_the_game_plays_on(
    discord: Loopback, people: People, tmp_path: Path, database: str
) -> None:
    luck = Random(5)
    async with run_process(discord, tmp_path, database=database):
        await start_game(people)
        await play(people, 4, luck)
        before = rows(database, STEP)
        await asyncio.gather(do(BACKUP, tmp_path, database), play(people, 4, luck))
        await play(people, 4, luck)
    lost = rows(database, STEP)

    if is_sqlite(database):
        folder = file_of(database).parent
        shutil.rmtree(folder)
        folder.mkdir()
        await do(RESTORE_FILE, tmp_path, database)
        await _goes_on(discord, people, tmp_path, database, before, lost)
    else:
        with empty_database("postgresql", tmp_path) as elsewhere:
            await do(RESTORE_SERVER.replace(ADDRESS, shlex.quote(elsewhere)), tmp_path, database)
            await _goes_on(discord, people, tmp_path, elsewhere, before, lost)
    assert " ERROR " not in (tmp_path / "log").read_text()


async def _goes_on(
    discord: Loopback,
    people: People,
    folder: Path,
    database: str,
    before: list[tuple[int]],
    lost: list[tuple[int]],
) -> None:
    """The game is as it was when the backup was made, and is played on."""
    assert before <= rows(database, STEP) < lost
    check(books(database))
    async with run_process(discord, folder, database=database):
        for person in people:
            await person.slash("hand")
        await play(people, 4, Random(6))
    assert before < rows(database, STEP)
    check(books(database))


async def test_the_servers_own_programs_make_and_restore_a_backup_as_well(tmp_path: Path) -> None:
    with (
        empty_database("postgresql", tmp_path) as here,
        empty_database("postgresql", tmp_path) as elsewhere,
    ):
        shutil.copy(OLD, tmp_path / "copy.db")
        await do(RESTORE_SERVER.replace(ADDRESS, shlex.quote(here)), tmp_path, here)
        await do(DUMP, tmp_path, here)
        await do(RESTORE_DUMP, tmp_path, elsewhere)
        kept = [[rows(url, each) for each in EVERYTHING] for url in (here, elsewhere)]
    assert kept[0] == kept[1]
    assert all(kept[0])


async def test_a_backup_a_night_lets_old_ones_go(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cats.db'}"
    shutil.copy(OLD, tmp_path / "cats.db")
    backups = tmp_path / "backups"
    backups.mkdir()
    for name, days in (("cats-2020-01-01.db", 20), ("cats-2020-01-02.db", 2), ("dear.db", 20)):
        (backups / name).touch()
        then = time.time() - days * 86_400
        os.utime(backups / name, (then, then))
    await do(NIGHTLY, tmp_path, database)
    kept = {file.name for file in backups.iterdir()}
    assert kept > {"cats-2020-01-02.db", "dear.db"}
    assert len(kept) == 3
    assert "cats-2020-01-01.db" not in kept
