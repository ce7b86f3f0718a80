"""Writes a database's rows of one moment into a new SQLite file, while people play on."""

import asyncio
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout

from bot.storage.copying import copy
from bot.storage.migrating import SchemaAge
from bot.storage.opening import examine, names_server
from bot.storage.problems import StoreProblem
from bot.storage.sqlite_database import copy_file, find_database_file

log = logging.getLogger(__name__)

FILE_OPTION = "--backup"
"""The option that names the file."""
FOLDER_PREFIX = ".cats-backup-"
"""Begins the names of folders that hold unfinished backups."""
LOCK_NAME = "lock"
"""The file in such a folder that is locked while its process lives."""


async def backup(url: str, file: Path) -> None:
    """Write the database at an address into a new file that only its owner can read.

    The database is neither migrated nor changed. Raises `StoreProblem`, and then leaves no file; a
    file that was there stays as it was.
    """
    with _write_whole(file) as copied:
        found = await examine(url)
        if found.age is SchemaAge.NEW:
            raise StoreProblem("store-backup-nothing", place=found.location)
        if not names_server(url):
            await asyncio.to_thread(copy_file, find_database_file(url), copied)
        elif found.age is SchemaAge.OLDER:
            raise StoreProblem("store-backup-older")
        else:
            await copy(url, f"sqlite:///{copied}", FILE_OPTION, exclusive=False)


@contextmanager
def _write_whole(file: Path) -> Iterator[Path]:
    """Yield a path to write to, and move it to `file` when it is whole. Raises `StoreProblem`."""
    try:
        _remove_interrupted(file.parent)
        with (
            TemporaryDirectory(dir=file.parent, prefix=FOLDER_PREFIX) as folder,
            FileLock(Path(folder) / LOCK_NAME),
        ):
            copied = Path(folder) / "cats.db"
            _refuse_to_replace(file)
            yield copied
            _refuse_to_replace(file)  # another process may have made one meanwhile
            copied.chmod(0o600)
            copied.rename(file)
    except OSError as error:
        raise StoreProblem("store-backup-place", path=str(file)) from error


def _remove_interrupted(folder: Path) -> None:
    """Remove what killed backups have left in a folder."""
    for left in folder.glob(f"{FOLDER_PREFIX}*"):
        try:
            with FileLock(left / LOCK_NAME, blocking=False):
                shutil.rmtree(left, ignore_errors=True)
        except Timeout:
            continue  # its process lives
        log.warning("an earlier --backup was interrupted: removed what it left in %s", left)


def _refuse_to_replace(file: Path) -> None:
    if file.exists():
        raise StoreProblem("store-backup-there", path=str(file))
