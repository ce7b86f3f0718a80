"""Who may read the files of a SQLite database, and what is said where files cannot be locked."""

import errno
import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.domain.table import Commit, Table
from bot.storage.opening import examine
from bot.storage.problems import StoreProblem
from bot.storage.sqlite_database import _prepare as prepare
from bot.storage.sqlite_database import translate_error, translate_errors
from bot.storage.store import Store
from tests.databases import address
from tests.storage.conftest import GAMES

NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO)
"""What systems report where a file system has no locks."""
Told = list[tuple[int, str]]


@pytest.fixture(autouse=True)
def _open_umask(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the system take no rights from new files, and the bot make them itself."""
    monkeypatch.setattr("bot.storage.sqlite_database._prepare", prepare)
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the permissions of all files in a folder."""
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def told(caplog: pytest.LogCaptureFixture) -> Told:
    """Return what the log says about the file, and forget it."""
    name = "bot.storage.sqlite_database"
    found = [(r.levelno, r.getMessage()) for r in caplog.records if r.name == name]
    caplog.clear()
    return found


async def open_and_close(path: Path) -> None:
    await (await Store.open(address(path), GAMES)).close()


async def test_a_new_database_is_its_owners_alone(path: Path, lobby: Table) -> None:
    store = await Store.open(address(path), GAMES)
    await store.tables.commit(Commit(lobby, at=1.0))
    assert path.parent.stat().st_mode & 0o777 == 0o700
    beside = {f"cats.db{suffix}" for suffix in ("", ".lock", "-wal", "-shm")}
    assert modes(path.parent) == dict.fromkeys(beside, 0o600)
    await store.close()


async def test_a_folder_that_was_there_keeps_its_permissions(path: Path) -> None:
    path.parent.mkdir()
    for before in (0o755, 0o775, 0o700):
        path.parent.chmod(before)
        await open_and_close(path)
        assert path.parent.stat().st_mode & 0o777 == before
        assert set(modes(path.parent).values()) == {0o600}


async def test_files_that_everybody_could_read_are_closed_at_the_start(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path.parent.mkdir(0o755)
    await open_and_close(path)
    assert told(caplog) == []
    path.with_name("cats.db-journal").touch()
    path.with_name("notes.txt").touch()
    for file in path.parent.iterdir():
        file.chmod(0o644)
    await open_and_close(path)
    (line,) = told(caplog)
    assert line[0] == logging.INFO
    assert str(path) in line[1]
    found = modes(path.parent)
    assert found.pop("notes.txt") == 0o644, "it is not the bot's"
    assert set(found.values()) == {0o600}
    path.chmod(0o640)  # noqa: ASYNC240
    await open_and_close(path)
    assert told(caplog) == []
    assert modes(path.parent)["cats.db"] == 0o640, "rights of a group are the host's choice"


@pytest.mark.parametrize("is_folder_open", [True, False])
async def test_a_file_of_somebody_else_is_told_if_others_can_read_it(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_folder_open: bool,
) -> None:
    """As in a volume that was mounted into a container, whose files belong to another user."""
    await open_and_close(path)
    path.chmod(0o666)  # noqa: ASYNC240
    path.parent.chmod(0o777 if is_folder_open else 0o770)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    await open_and_close(path)
    assert [level for level, _ in told(caplog)] == [logging.WARNING] * is_folder_open


# Without locks


def report_no_locks(code: int) -> Callable[..., None]:
    """Return what stands in for a system's lock where the file system has none."""

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return refuse


async def test_a_folder_where_the_bot_can_lock_nothing_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's call is replaced: a drive without locks cannot be mounted everywhere."""
    await open_and_close(path)
    for code in NO_LOCKS:
        monkeypatch.setattr(fcntl, "flock", report_no_locks(code))
        for use in (Store.open(address(path), GAMES), examine(address(path))):
            with pytest.raises(StoreProblem) as caught:
                await use
            told = (caught.value.key, caught.value.values)
            assert told == ("store-no-locks", {"path": str(path)})


@pytest.mark.parametrize("has_locks", [True, False])
def test_a_file_that_cannot_be_locked_is_not_taken_for_one_that_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_locks: bool
) -> None:
    """SQLite says "database is locked" of both; only here another connection really has the lock.

    SQLite's own calls of the system cannot be replaced from Python.
    """
    path = tmp_path / "cats.db"
    prepare(path)
    if not has_locks:
        monkeypatch.setattr(fcntl, "lockf", report_no_locks(errno.ENOLCK))
    with closing(sqlite3.connect(path)) as one, closing(sqlite3.connect(path, timeout=0)) as other:
        one.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreProblem) as caught, translate_errors(path):
            other.execute("BEGIN IMMEDIATE")
    assert caught.value.key == ("store-locked" if has_locks else "store-no-locks")
    assert [file.name for file in tmp_path.iterdir()] == ["cats.db"], "no trial file is left"


def test_what_sqlite_reports_of_its_locks_is_told_as_that(tmp_path: Path) -> None:
    """Errors with SQLite's codes stand in for a drive that has no locks or no shared memory."""
    kinds = ("LOCK", "RDLOCK", "UNLOCK", "CHECKRESERVEDLOCK", "SHMLOCK", "SHMMAP")
    for name in ("PROTOCOL", *(f"IOERR_{kind}" for kind in kinds)):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{name}")
        told = translate_error(error, tmp_path / "cats.db")
        assert isinstance(told, StoreProblem)
        assert told.key == "store-no-locks", name
