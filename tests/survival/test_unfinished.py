"""Commands that change or copy a whole database are killed at any moment: done, or not begun."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.i18n import text
from bot.storage import migrating
from bot.storage.backup import FOLDER_PREFIX
from bot.storage.copying import copy
from bot.storage.opening import open_database
from bot.storage.problems import StoreProblem
from bot.storage.unfinished import COPY_OPTION, REBUILD_OPTION
from tests.databases import empty_database, file_of, is_sqlite, run_sql
from tests.patience import until
from tests.storage.test_migrations import first
from tests.survival.loopback import Loopback
from tests.survival.maintenance import (
    Command,
    Contents,
    contents,
    make_template,
    read_left_database,
)
from tests.survival.processes import TOKEN, run_process

say = text("en")
ELSEWHERE = {"sqlite": "postgresql", "postgresql": "sqlite"}
SCORES = ("results", "standings", "months", "records")
FALSIFY = "UPDATE standings SET games = games + 100"
INTERRUPTED = "was interrupted and has changed nothing"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games, to be copied. What all commands are forked from is loaded by then."""
    file = tmp_path_factory.mktemp("template") / "cats.db"

    async def made() -> None:
        await make_template(file)
        await Command(file.parent, "", "--version").succeed()

    asyncio.run(made())
    return file


def clear(url: str) -> None:
    """Let there be no database."""
    if is_sqlite(url):
        shutil.rmtree(file_of(url).parent, ignore_errors=True)
    else:
        run_sql(url, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")


async def fill(url: str, template: Path) -> None:
    """Let the database hold what the template does."""
    clear(url)
    if is_sqlite(url):
        file_of(url).parent.mkdir()
        shutil.copy(template, file_of(url))
    else:
        await copy(f"sqlite:///{template}", url)


@pytest.fixture
async def url(database: str, template: Path) -> str:
    """A database with games."""
    await fill(database, template)
    return database


@pytest.fixture
def other_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of the other kind."""
    kind = ELSEWHERE[request.node.callspec.params["database"]]
    with empty_database(kind, tmp_path / "elsewhere" / "cats.db") as address:
        yield address


async def next_start(url: str) -> None:
    """Open the database as the bot does that starts next."""
    await (await open_database(url, exclusive=True)).close()


async def test_a_killed_reckoning_is_whole_or_has_not_begun(
    url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, thorough: bool
) -> None:
    right, _ = read_left_database(url)
    run_sql(url, FALSIFY)
    wrong, _ = read_left_database(url)
    reckon = Command(tmp_path, url, "--rebuild-ratings")
    seconds = await reckon.succeed()
    assert read_left_database(url) == (right, "")
    run_sql(url, FALSIFY)
    async for _ in reckon.kill_repeatedly(seconds, thorough):
        found, mark = read_left_database(url)
        assert (found, mark) in ((wrong, ""), (wrong, REBUILD_OPTION), (right, ""))
        caplog.clear()
        await next_start(url)
        assert (INTERRUPTED in caplog.text) == bool(mark)
        assert read_left_database(url) == (found, "")
        if found == right:
            run_sql(url, FALSIFY)
    await reckon.succeed()
    assert read_left_database(url) == (right, "")
    games = len(right["records"])
    assert reckon.out.read_text().splitlines()[-1] == say("rebuild-done", games=str(games))


async def test_somebody_is_forgotten_whole_or_not_however_often_that_is_killed(
    url: str, template: Path, tmp_path: Path, thorough: bool
) -> None:
    before, _ = read_left_database(url)
    forget = Command(tmp_path, url, "--forget", "7")
    seconds = await forget.succeed()
    after, _ = read_left_database(url)
    assert not after["forgetting"] and after["records"] != before["records"]
    await fill(url, template)
    async for _ in forget.kill_repeatedly(seconds, thorough):
        found, _ = read_left_database(url)
        if found["forgetting"]:
            assert {**found, "forgetting": []} == before, "the next start does it"
        else:
            assert found in (before, after)
        if found == after:
            await fill(url, template)
    await forget.succeed()
    assert read_left_database(url)[0] == after
    assert say("forget-host-done") in forget.out.read_text()


def is_ada_named(found: Contents) -> bool:
    """Tell whether Ada is named by a record or a score."""
    return "Ada" in str(found["standings"]) + str(found["records"])


async def test_a_wish_that_is_noted_is_done_by_the_next_start_of_the_bot(
    url: str, discord: Loopback, tmp_path: Path
) -> None:
    assert is_ada_named(read_left_database(url)[0])
    run_sql(url, "INSERT INTO forgetting VALUES (7, 1.0)")
    log = tmp_path / "log"
    async with run_process(discord, tmp_path, database=url):
        await until(lambda: "somebody who wished it is forgotten" in log.read_text())
    found, _ = read_left_database(url)
    assert not found["forgetting"]
    assert not is_ada_named(found)


async def test_a_killed_copy_is_whole_or_is_not_taken_for_one(
    url: str, other_database_url: str, tmp_path: Path, thorough: bool
) -> None:
    source, _ = read_left_database(url)
    to = Command(tmp_path, url, "--copy-to", other_database_url)
    seconds = await to.succeed()
    assert read_left_database(other_database_url) == (source, "")
    clear(other_database_url)
    async for _ in to.kill_repeatedly(seconds, thorough):
        assert read_left_database(url) == (source, "")
        found, mark = (
            read_left_database(other_database_url) if is_there(other_database_url) else ({}, "")
        )
        if mark:
            assert mark == COPY_OPTION and rows_of(found) == []
            with pytest.raises(StoreProblem) as caught:
                await next_start(other_database_url)
            assert caught.value.key == "store-copy-unfinished"
        elif rows_of(found):
            assert found == source
            assert await to.run() == 1
            assert to.err.read_text() == say("store-copy-not-empty") + "\n"
            clear(other_database_url)
    await to.succeed()
    assert read_left_database(other_database_url) == (source, "")


def is_there(url: str) -> bool:
    return not is_sqlite(url) or file_of(url).exists()


def rows_of(found: Contents) -> list[object]:
    return [row for name, rows in found.items() if name != "alembic_version" for row in rows]


def list_interrupted_backups(folder: Path) -> list[Path]:
    """Return what backups that were killed have left."""
    return [*folder.glob(f"{FOLDER_PREFIX}*")]


async def test_a_killed_backup_leaves_a_whole_file_or_none(
    url: str, tmp_path: Path, thorough: bool
) -> None:
    source, _ = read_left_database(url)
    file = tmp_path / "backup.db"
    backup = Command(tmp_path, url, "--backup", str(file))
    seconds = await backup.succeed()
    file.unlink()
    async for _ in backup.kill_repeatedly(seconds, thorough):
        read_left_database(url)
        remains = list_interrupted_backups(tmp_path)
        if file.exists():
            with closing(sqlite3.connect(file)) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                told = contents(lambda sql: db.execute(sql).fetchall(), "sqlite:")
            assert told == source
            file.unlink()
        if remains:
            await backup.succeed()
            assert "an earlier --backup was interrupted" in backup.err.read_text()
            assert not list_interrupted_backups(tmp_path)
            file.unlink()
    assert read_left_database(url) == (source, "")


async def test_a_killed_migration_is_whole_or_has_not_begun(
    database: str, tmp_path: Path, thorough: bool
) -> None:
    clear(database)
    first(database)
    before, _ = read_left_database(database)
    export = Command(tmp_path, database, "--export", "7")
    seconds = await export.succeed()
    after, _ = read_left_database(database)
    assert after["alembic_version"] == [(migrating.NEWEST_REVISION,)]
    clear(database)
    first(database)
    async for _ in export.kill_repeatedly(seconds, thorough):
        found, _ = read_left_database(database)
        assert found in (before, after)
        if found == after:
            await export.succeed()
            assert "migrated the database" not in export.err.read_text()
            clear(database)
            first(database)
    await export.succeed()
    assert (
        f"migrated the database from schema 0014 to {migrating.NEWEST_REVISION}"
        in export.err.read_text()
    )
    assert read_left_database(database)[0] == after


async def test_beside_a_running_bot_each_command_does_what_it_says(
    url: str, other_database_url: str, discord: Loopback, tmp_path: Path
) -> None:
    def scores() -> list[object]:
        return [run_sql(url, f"SELECT * FROM {name}") for name in SCORES]

    before = scores()
    in_use = say("command-in-use", setting="DATABASE_URL") + "\n"
    async with run_process(discord, tmp_path, database=url) as bot:
        for arguments in (
            ("--rebuild-ratings",),
            ("--forget", "7"),
            ("--copy-to", other_database_url),
        ):
            refused = Command(tmp_path, url, *arguments)
            assert await refused.run() == 1
            assert refused.err.read_text() == in_use
        moving_in = Command(tmp_path, other_database_url, "--copy-to", url)
        assert await moving_in.run() == 1
        assert moving_in.err.read_text() == say("command-in-use", setting="--copy-to") + "\n"
        await Command(tmp_path, url, "--backup", "backup.db").succeed()
        export = Command(tmp_path, url, "--export", "7")
        if is_sqlite(url):
            assert await export.run() == 1
            assert export.err.read_text() == in_use
        else:
            await export.succeed()
        assert bot.returncode is None
    assert scores() == before


async def test_a_bot_that_starts_while_a_command_runs_is_refused(url: str, tmp_path: Path) -> None:
    command = await open_database(url, exclusive=True)
    bot = Command(tmp_path, url, DISCORD_TOKEN=TOKEN)
    assert await bot.run() == 1
    key = "store-in-use" if is_sqlite(url) else "store-server-in-use"
    assert say(key, path=str(file_of(url))) in bot.err.read_text()
    await command.close()
