"""A backup: what a database holds at one moment, in one new SQLite file, while people play on."""

import asyncio
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout

from bot.storage.copying import copy
from bot.storage.migrating import Age
from bot.storage.opening import examine, names_server
from bot.storage.problems import StoreProblem
from bot.storage.sqlite_database import copy_file, database_file

log = logging.getLogger(__name__)

FILE = "--backup"
"""The argument that names the file."""
FOLDER_PREFIX = ".cats-backup-"
"""Begins the names of the folders in which backups are written until they are whole."""
LOCK = "lock"
"""The file in such a folder that is locked while its process lives."""


async def backup(url: str, file: Path) -> None:
    """Write what is in the database at an address into a new file, for its owner's eyes alone.

    Nothing is migrated or changed. Of a SQLite file it is a copy, of a server's database all of its
    rows. Raises `StoreProblem`; then no file is left, and one that was there stays as it was.
    """
    with _unfinished(file) as copied:
        found = await examine(url)
        if found.age is Age.NEW:
            raise StoreProblem("store-backup-nothing", place=found.place)
        if not names_server(url):
            await asyncio.to_thread(copy_file, database_file(url), copied)
        elif found.age is Age.OLDER:
            raise StoreProblem("store-backup-older")
        else:
            await copy(url, f"sqlite:///{copied}", FILE, alone=False)


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """Yield where to write what becomes the file as soon as it is whole. Raises `StoreProblem`."""
    try:
        _remove_interrupted(file.parent)
        with (
            TemporaryDirectory(dir=file.parent, prefix=FOLDER_PREFIX) as folder,
            FileLock(Path(folder) / LOCK),
        ):
            copied = Path(folder) / "cats.db"
            _refuse_to_replace(file)
            yield copied
            _refuse_to_replace(file)  # somebody else may have made one meanwhile
            copied.chmod(0o600)
            copied.rename(file)
    except OSError as error:
        raise StoreProblem("store-backup-place", path=str(file)) from error


def _remove_interrupted(folder: Path) -> None:
    """Remove what backups have left in a folder whose processes were killed."""
    for left in folder.glob(f"{FOLDER_PREFIX}*"):
        try:
            with FileLock(left / LOCK, blocking=False):
                shutil.rmtree(left, ignore_errors=True)
        except Timeout:
            continue  # it is being written
        log.warning("an earlier --backup was interrupted: removed what it left in %s", left)


def _refuse_to_replace(file: Path) -> None:
    if file.exists():
        raise StoreProblem("store-backup-there", path=str(file))
