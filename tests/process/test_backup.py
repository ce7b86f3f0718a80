"""`python -m bot --backup`: what it refuses, and what it leaves behind."""

import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.i18n import text
from bot.storage.backup import FOLDER_PREFIX
from tests.databases import DATABASES, empty_database, hold_write_lock, is_sqlite, run_sql
from tests.forked import bot
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.process.test_start import begin, start

OLD = Path(__file__).parents[1] / "versions" / "0.3.0.db"
EVENTS = "SELECT count(*) FROM events"


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The address of an empty database."""
    with empty_database(request.param, tmp_path / "data" / "cats.db") as address:
        yield address


@pytest.fixture
def played_database_url(url: str, tmp_path: Path) -> str:
    """The address of a database in which somebody has played."""
    shutil.copy(OLD, tmp_path / "old.db")
    done = start(tmp_path, "--copy-to", url, DATABASE_URL=f"sqlite:///{tmp_path / 'old.db'}")
    assert done.returncode == 0, done.stderr
    (tmp_path / "old.db").unlink()
    (tmp_path / "old.db.lock").unlink()
    return url


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"data"}


def test_a_backup_holds_everything_and_is_its_owners_alone(
    played_database_url: str, tmp_path: Path
) -> None:
    done = start(tmp_path, "--backup", "a copy.db", DATABASE_URL=played_database_url, LANGUAGE="de")
    say = text("de")
    told = say("backup-starting"), say("backup-done", path="a copy.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert tuple(done.stdout.splitlines()) == told
    copied = tmp_path / "a copy.db"
    assert names(tmp_path) == {copied.name}
    assert copied.stat().st_mode & 0o777 == 0o600
    assert run_sql(f"sqlite:///{copied}", EVENTS) == run_sql(played_database_url, EVENTS) != [(0,)]


def test_a_backup_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(OLD, tmp_path / "data" / "cats.db")
    (tmp_path / "copy.db").write_text("dear")
    done = start(tmp_path, "--backup", "copy.db")
    assert done.stderr == text("en")("store-backup-there", path="copy.db") + "\n"
    assert done.returncode == 1
    assert (tmp_path / "copy.db").read_text() == "dear"
    assert names(tmp_path) == {"copy.db"}


def test_without_a_database_there_is_no_backup_and_none_is_made(url: str, tmp_path: Path) -> None:
    file = tmp_path / "data" / "cats.db"
    for is_empty_file in (False, True) if is_sqlite(url) else (False,):
        if is_empty_file:
            file.parent.mkdir()
            file.touch()
        done = start(tmp_path, "--backup", "copy.db", DATABASE_URL=url)
        place = str(file) if is_sqlite(url) else "PostgreSQL"
        assert done.stderr == text("en")("store-backup-nothing", place=place) + "\n"
        assert done.returncode == 1
        assert names(tmp_path) == set()


def test_a_place_that_takes_no_backup_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(OLD, tmp_path / "data" / "cats.db")
    for file in ("no/such/folder/copy.db", "data/cats.db/copy.db", "x" * 300):
        done = start(tmp_path, "--backup", file)
        assert done.stderr == text("en")("store-backup-place", path=file) + "\n"
        assert done.returncode == 1
        assert names(tmp_path) == set()


def test_an_older_file_is_copied_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    shutil.copy(OLD, tmp_path / "data" / "cats.db")
    assert start(tmp_path, "--backup", "copy.db").returncode == 0
    version = "SELECT version_num FROM alembic_version"
    assert run_sql(f"sqlite:///{tmp_path / 'copy.db'}", version) == run_sql(
        f"sqlite:///{OLD}", version
    )


def test_an_older_database_of_a_server_is_left_to_its_own_version(tmp_path: Path) -> None:
    with empty_database("postgresql", tmp_path) as url:
        run_sql(url, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        run_sql(url, "INSERT INTO alembic_version VALUES ('0014')")
        done = start(tmp_path, "--backup", "copy.db", DATABASE_URL=url)
    assert done.stderr == text("en")("store-backup-older") + "\n"
    assert done.returncode == 1
    assert names(tmp_path) == set()


def test_a_damaged_database_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "cats.db"
    shutil.copy(OLD, file)
    with closing(sqlite3.connect(file)) as db:
        ((page, size),) = db.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_schema"
            " WHERE name = 'events'"
        )
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    done = start(tmp_path, "--backup", "copy.db")
    assert done.stderr == text("en")("store-damaged", path="data/cats.db") + "\n"
    assert done.returncode == 1
    assert names(tmp_path) == set()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_an_interrupted_backup_leaves_no_file(played_database_url: str, tmp_path: Path) -> None:
    with hold_write_lock(played_database_url):  # so that it takes its time
        words = ["--backup", "copy.db"]
        started = begin(bot(words), tmp_path, DATABASE_URL=played_database_url)
        until = time.monotonic() + HANG_TIMEOUT_SECONDS
        while not [*tmp_path.glob(f"{FOLDER_PREFIX}*")]:
            assert time.monotonic() < until
            time.sleep(0.01)
        started.process.send_signal(signal.SIGINT)
        done = started.finish()
    said = {text("en")(key) + "\n" for key in ("backup-stopped", "store-server-locked")}
    assert done.stderr in said, "it may have waited for too long just then"
    assert done.returncode == 1
    assert names(tmp_path) == set()


def test_after_the_argument_comes_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--backup"]) == 1
    told = text("en")("start-argument-wrong", argument="--backup") + "\n"
    assert capsys.readouterr().err == told
