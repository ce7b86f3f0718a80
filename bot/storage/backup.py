"""Writes all rows of a database at one moment into a new SQLite file, while people play on."""

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
"""The command-line option that names the backup file to write."""
FOLDER_PREFIX = ".cats-backup-"
"""The beginning of the names of temporary folders, in which backups are written."""
LOCK_NAME = "lock"
"""The name of a file in the temporary folder of a backup, locked while the backup runs. If the
file is not locked, the backup was interrupted and the folder can be removed.
"""


async def backup(url: str, file: Path) -> None:
    """Write a backup of a database to a new SQLite file, readable only by the user who runs it.

    The database is not changed, not even migrated. A bot can use it meanwhile.

    Raises:
        StoreProblem: The backup failed, for example because the file exists. No new file is left.
    """
    with _write_whole(file) as copied:
        examined = await examine(url)
        if examined.age is SchemaAge.NEW:
            raise StoreProblem("store-backup-nothing", place=examined.location)
        if not names_server(url):
            await asyncio.to_thread(copy_file, find_database_file(url), copied)
        elif examined.age is SchemaAge.OLDER:
            raise StoreProblem("store-backup-older")
        else:
            await copy(url, f"sqlite:///{copied}", FILE_OPTION, exclusive=False)


@contextmanager
def _write_whole(file: Path) -> Iterator[Path]:
    """Yield a temporary path to write to.

    When the block ends, move the file there to `file`. If the block raises an error, there is no
    file at `file`. It raises `StoreProblem` if a file exists already, or cannot be written.
    """
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
    """Remove temporary folders left in this folder by backups whose process was killed."""
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
