"""Opens, locks, examines and copies a SQLite file, and translates SQLite's error codes."""

import asyncio
import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from glob import escape
from pathlib import Path

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from bot.storage.database import Database
from bot.storage.migrating import ExaminedDatabase, SchemaAge, find_usable_age, migrate
from bot.storage.problems import ChannelTaken, RepeatedInteraction, StoreProblem
from bot.storage.shard_leases import SingleProcessLeases
from bot.storage.sqlite_connection import LOCK_TIMEOUT_SECONDS, Connection
from bot.storage.unfinished import check_copied

log = logging.getLogger(__name__)

SHARED_MEMORY_BYTES = 32 * 1024
"""By how many bytes the file grows that SQLite's processes share in memory.

If less space is left on the disk, an I/O error means that the disk is full.
https://www.sqlite.org/walformat.html
"""
BEGIN_WRITING = "BEGIN IMMEDIATE"
"""SQL that begins a transaction and takes SQLite's write lock at once.

Waiting for the lock later, after a read, would fail.
"""
TRIAL_SUFFIX = "-checked"
"""The end of the name of a trial file, which shows whether a database could be created there.

It is as long as "-journal", which SQLite itself appends.
"""
_PROBLEM_KEYS = {
    sqlite3.SQLITE_BUSY: "store-locked",
    sqlite3.SQLITE_LOCKED: "store-locked",
    sqlite3.SQLITE_READONLY: "store-read-only",
    sqlite3.SQLITE_IOERR: "store-failing",
    sqlite3.SQLITE_CORRUPT: "store-damaged",
    sqlite3.SQLITE_FULL: "store-full",
    sqlite3.SQLITE_CANTOPEN: "store-unreachable",
    sqlite3.SQLITE_PERM: "store-unreachable",
    sqlite3.SQLITE_NOTADB: "store-foreign",
}
"""Maps SQLite's primary result codes to the keys of the sentences that explain them."""
_AGE_PROBLEM_KEYS = {
    SchemaAge.FOREIGN: "store-foreign",
    SchemaAge.TOO_OLD: "store-too-old",
    SchemaAge.NEWER: "store-newer",
}
"""Maps the ages of a schema that the bot cannot use to the keys of explaining sentences."""
_UNIQUE_VIOLATIONS = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
"""SQLite's result codes for a row whose key exists already."""
_EXPECTED_VIOLATIONS = {"interactions.id": RepeatedInteraction, "tables.channel": ChannelTaken}
"""Maps the first column of a violated unique index to the error that callers expect."""


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Replace errors of SQLite within the block by the errors that callers of the storage expect.

    Args:
        path: The database file that the errors are about.

    Raises:
        StoreProblem: The file cannot be used.
        RepeatedInteraction: The click or command was handled before.
        ChannelTaken: The channel has an open table already.
    """
    try:
        yield
    except sqlite3.Error as error:
        meant = translate_error(error, path)
        if meant is None:
            raise
        raise meant from error


def translate_error(error: sqlite3.Error, path: Path) -> Exception | None:
    """Return the error that callers of the storage expect in place of an error of SQLite.

    The low byte of SQLite's result codes is the primary code: https://www.sqlite.org/rescode.html.
    Only the message names the violated constraint.

    Args:
        error: The error that Python's SQLite module raised.
        path: The database file that it is about.

    Returns:
        The error to raise instead, or None if the error is a fault of the program.
    """
    try:
        code = error.sqlite_errorcode
    except AttributeError:  # raised by Python's module and not by SQLite
        return None
    if code in _UNIQUE_VIOLATIONS:
        columns = str(error).rpartition(": ")[2]
        expected = _EXPECTED_VIOLATIONS.get(columns.partition(",")[0])
        return expected() if expected else None
    key = _PROBLEM_KEYS.get(code & 0xFF)
    if key is None:
        return None
    if key == "store-unreachable" and _is_folder_read_only(path):
        key = "store-read-only"
    if key == "store-failing" and _is_disk_full(path):
        key = "store-full"
    return StoreProblem(key, path=str(path))


def _is_disk_full(path: Path) -> bool:
    """Tell whether the disk is too full for SQLite's files to grow.

    In that case some operations fail with an I/O error:
    https://www.sqlite.org/rescode.html#ioerr_shmsize
    """
    try:
        return shutil.disk_usage(path.parent).free < SHARED_MEMORY_BYTES
    except OSError:
        return False


def _is_folder_read_only(path: Path) -> bool:
    """Tell whether the file's folder exists but takes no new file.

    SQLite needs to create files there, because its log lies beside the database.
    """
    return path.parent.is_dir() and not path.is_dir() and not os.access(path.parent, os.W_OK)


def find_database_file(url: str) -> Path:
    """Return the file that an address names, such as `sqlite:///data/cats.db`.

    Args:
        url: The address.

    Raises:
        StoreProblem: The address names any other kind of database, or one in memory. The problem
            never repeats the address, which could hold a password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreProblem("store-address") from None
    is_sqlite = address.get_backend_name() == "sqlite" and not address.query
    if is_sqlite and (address.host or address.username):
        raise StoreProblem("store-address-slashes")
    if not is_sqlite or not address.database or address.database == ":memory:":
        raise StoreProblem("store-address")
    return Path(address.database)


def _resolve_links(path: Path) -> Path:
    """Return the path of the file itself if symbolic links lead to it, else the same path.

    Processes that use different links to the file have to find the same lock, which lies beside the
    file itself. It raises `StoreProblem` for links that lead in a circle.
    """
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreProblem("store-unreachable", path=str(path)) from error
    return path if resolved == path.absolute() else resolved


def _find_identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of the file at a path, to tell later whether it was replaced.

    None means that there is no file.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_folder(path: Path) -> None:
    """Create the folder of the database file if it is missing, or raise `StoreProblem`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        keys = {errno.EACCES: "store-read-only", errno.EROFS: "store-read-only"}
        keys |= {errno.ENOSPC: "store-full"}
        key = keys.get(error.errno or 0, "store-unreachable")
        raise StoreProblem(key, path=str(path)) from error


def _find_remains(path: Path) -> str | None:
    """Return the name of a file that a lost database at `path` has left, such as its lock.

    The names of such files begin with the database's own. None means that there is no such file.
    """
    try:
        beside = sorted(path.parent.glob(f"{escape(path.stem)}*"))
    except OSError:
        return None
    return next((one.name for one in beside if one != path and one.is_file()), None)


def lock_file(path: Path) -> FileLock:
    """Lock the database file, so that no other process of the bot can open it.

    The lock is a file beside the database. The operating system frees it when the process ends.

    Args:
        path: The database file.

    Returns:
        The lock. Call its `release` to let other processes open the file.

    Raises:
        StoreProblem: Another process has the file, or the lock cannot be created.
    """
    lock = FileLock(path.with_name(f"{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreProblem("store-in-use", path=str(path)) from None
    except OSError as error:
        key = "store-read-only" if _is_folder_read_only(path) else "store-unreachable"
        raise StoreProblem(key, path=str(path)) from error
    return lock


def _warn_of_hard_links(path: Path) -> None:
    """Log a warning if the database file has further names in the file system.

    Programs that open it by those names do not find its lock or log, and can damage it.
    https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file
    """
    if path.stat().st_nlink > 1:
        log.warning(
            "the database file %s has further names (hard links): remove them, "
            "for a program that opens it by one of those can damage it",
            path,
        )


@contextmanager
def _write_to(path: Path, mode: str) -> Iterator[sa.Connection]:
    """Hold a transaction that may write to a SQLite file, and commit it when the block ends.

    `mode` is one of SQLite's modes to open a file, such as "rwc". Opening also cleans up after a
    process that has died. Errors of the file are raised as `StoreProblem`.
    """
    address = f"{path.absolute().as_uri()}?mode={mode}"
    engine = sa.create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT_SECONDS),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",  # else Python's module begins transactions, too late
        hide_parameters=True,
    )
    try:
        with engine.begin() as db:
            db.exec_driver_sql(BEGIN_WRITING)
            yield db
    except DBAPIError as error:
        with translate_errors(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


def _find_usable_age(db: sa.Connection, path: Path) -> SchemaAge:
    """Return how old the schema is, or raise `StoreProblem` if the bot cannot use the database."""
    return find_usable_age(db, _AGE_PROBLEM_KEYS, path=str(path))


def _prepare(path: Path) -> SchemaAge:
    """Create the database at `path` or migrate it, in one transaction.

    Return how old it was before.
    """
    with _write_to(path, "rwc") as db:
        found = _find_usable_age(db, path)
        migrate(db, found)
        return found


class SqliteDatabase(Database):
    """A database in a SQLite file, with one connection that writes and one that reads.

    A lock beside the file keeps other processes of the bot out.
    """

    def __init__(
        self, link: Path, path: Path, writer: Connection, reader: Connection, file_lock: FileLock
    ) -> None:
        """Create the object for an open file; call `SqliteDatabase.open` instead.

        Args:
            link: The path as the host gave it, perhaps a symbolic link.
            path: The file itself.
            writer: The connection that writes.
            reader: The connection that reads.
            file_lock: The lock that keeps other processes out.
        """
        self._path = path
        self._writer = writer
        self._reader = reader
        self._file_lock = file_lock
        self._lock = asyncio.Lock()
        """Held by the transaction that writes, so that only one writes at a time."""
        self._file = link.absolute()
        self._opened_identity = _find_identity(self._file)
        self._is_replaced = False

    @classmethod
    async def open(cls, url: str) -> "SqliteDatabase":
        """Lock a database file, create or migrate it if needed, and open it.

        Args:
            url: The address, such as `sqlite:///data/cats.db`.

        Raises:
            StoreProblem: The file cannot be used, for example because another process has it.
        """
        named = find_database_file(url)
        path = await asyncio.to_thread(_resolve_links, named)
        await asyncio.to_thread(_make_folder, path)
        remains = await asyncio.to_thread(_find_remains, path)  # before our own lock is there
        lock = await asyncio.to_thread(lock_file, path)
        try:
            if await asyncio.to_thread(_prepare, path) is SchemaAge.NEW and remains:
                log.warning(
                    "the database %s was missing or empty, and is made anew, although there is %s",
                    path,
                    remains,
                )
            await asyncio.to_thread(_warn_of_hard_links, path)
            writer, reader = await cls._connect(path)
        except BaseException:
            lock.release()
            raise
        return cls(named, path, writer, reader, lock)

    @staticmethod
    async def _connect(path: Path) -> tuple[Connection, Connection]:
        """Open the connection that writes and the one that reads.

        There are two so that reads go on during a write.
        """
        with translate_errors(path):
            writer = await Connection.open(path)
            try:
                await writer.execute("PRAGMA journal_mode=WAL")  # reads go on meanwhile
                return writer, await Connection.open(path)
            except BaseException:
                await writer.close()
                raise

    async def close(self) -> None:
        """Wait until the running transactions have ended, close the file and unlock it."""
        try:
            async with self._lock:
                await self._reader.close()
                await self._writer.close()
        finally:
            self._file_lock.release()

    async def check(self) -> None:
        """Check that the path still names the file that was opened.

        What is written to a file that was moved, deleted or replaced is lost when the process ends.
        So all transactions are refused until the same file is there again.

        Raises:
            StoreProblem: The file was moved, deleted or replaced.
        """
        was_replaced = self._is_replaced
        found = await asyncio.to_thread(_find_identity, self._file)
        self._is_replaced = found != self._opened_identity
        if self._is_replaced and not was_replaced:
            log.error(
                "the database file %s was moved, deleted or replaced: nothing is stored any more",
                self._path,
            )
        self._refuse_if_replaced()

    def _refuse_if_replaced(self) -> None:
        """Raise `StoreProblem` if the last check found that the file was moved or replaced."""
        if self._is_replaced:
            raise StoreProblem("store-replaced", path=str(self._path))

    def open_leases(self) -> SingleProcessLeases:
        """Return leases for the only process that uses the file, which may serve all shards."""
        return SingleProcessLeases()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """Hold a transaction that may write, while no other one writes.

        What was written is on the disk when the block ends. If the block raises, everything is
        undone.
        """
        async with self._lock, self._end_transaction(self._writer):
            yield self._writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """Hold the connection that reads, which several callers share.

        Each statement sees the newest committed data.
        """
        self._refuse_if_replaced()
        with translate_errors(self._path):
            yield self._reader

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Hold a transaction that reads the data of one moment, while nobody else reads here.

        A copy of the whole database needs it.
        """
        async with self._end_transaction(self._reader):
            await self._reader.execute("BEGIN")
            yield self._reader

    @asynccontextmanager
    async def _end_transaction(self, connection: Connection) -> AsyncIterator[None]:
        """Commit the transaction when the block ends, or undo it if the block raises."""
        self._refuse_if_replaced()
        with translate_errors(self._path):
            try:
                yield
                await connection.commit()
            except BaseException:
                await connection.rollback()
                raise


def examine(url: str) -> ExaminedDatabase:
    """Examine the database file at an address, and change nothing.

    For a missing file, check whether one could be created there.

    Args:
        url: The address, such as `sqlite:///data/cats.db`.

    Returns:
        Where the file is, how old its schema is, and whether a bot uses it now.

    Raises:
        StoreProblem: A bot could not start with this file.
    """
    path = _resolve_links(find_database_file(url))
    place = str(path.absolute())
    try:
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        is_there = path.exists()
    except OSError:
        raise StoreProblem("store-unreachable", path=str(path)) from None
    if not folder.is_dir():
        raise StoreProblem("store-unreachable", path=str(path))
    # The lock and SQLite's log lie in the folder. SQLite would begin to read a read-only file.
    if not os.access(folder, os.W_OK | os.X_OK) or (is_there and not os.access(path, os.W_OK)):
        raise StoreProblem("store-read-only", path=str(path))
    if is_there and not path.is_file():
        raise StoreProblem("store-unreachable", path=str(path))
    if not is_there:
        _try_to_make(path)
        return ExaminedDatabase(
            place, SchemaAge.NEW, is_used=False, leftover_file=_find_remains(path)
        )
    with _write_to(path, "rw") as db:
        found = _find_usable_age(db, path)
        if found is SchemaAge.CURRENT:
            check_copied(db)
        db.exec_driver_sql("ROLLBACK")
    remains = _find_remains(path) if found is SchemaAge.NEW else None
    return ExaminedDatabase(place, found, _is_used(path), remains)


def _try_to_make(path: Path) -> None:
    """Create a trial file beside the missing database, and remove it again.

    It raises `StoreProblem` if that fails, because a database could not be created there either.
    """
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    trial = path.with_name(f"{path.name}{TRIAL_SUFFIX}")
    try:
        _make_folder(path)
        with translate_errors(path), closing(sqlite3.connect(trial)) as db:
            db.execute("PRAGMA journal_mode=OFF")  # no further file, with a longer name
            db.execute("PRAGMA user_version=1")
    finally:
        with suppress(OSError):
            trial.unlink()
        for folder in missing:
            with suppress(OSError):  # it was not made, or holds what a bot has just made
                folder.rmdir()


def _is_used(path: Path) -> bool:
    """Tell whether a running bot has locked the database file.

    Only an attempt to take the lock tells. For some microseconds a bot that starts finds it taken.
    It raises `StoreProblem` if no bot could take the lock.
    """
    if not path.with_name(f"{path.name}.lock").exists():
        return False
    try:
        lock_file(path).release()
    except StoreProblem as problem:
        if problem.key == "store-in-use":
            return True
        raise
    return False


def copy_file(source: Path, target: Path) -> None:
    """Copy a database into a new file, even while a bot uses it, and check that the copy is intact.

    The copy shows the data of one moment, and nobody waits for it:
    https://www.sqlite.org/backup.html

    Args:
        source: The database file.
        target: The path of the new file.

    Raises:
        StoreProblem: The file cannot be read or written, or the copy is damaged.
    """
    address = f"{source.absolute().as_uri()}?mode=rw"  # never makes a file
    with (
        translate_errors(target),
        closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT_SECONDS)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)
        is_whole = here.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    if not is_whole:
        raise StoreProblem("store-damaged", path=str(source))
