"""Opens, locks, examines and copies a SQLite file, and translates SQLite's error codes."""

import asyncio
import errno
import logging
import os
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from tempfile import TemporaryFile

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
"""The number of bytes by which SQLite enlarges the file that its processes share as memory. With
less free space on the disk, SQLite reports an I/O error, though the disk is full.
https://www.sqlite.org/walformat.html
"""
BEGIN_WRITING = "BEGIN IMMEDIATE"
"""SQL that begins a transaction with SQLite's write lock from the start. If a transaction first
reads and then asks for the lock, it may fail instead of waiting.
"""
TRIAL_SUFFIX = "-checked"
"""The end of the name of a trial file, which is created to test whether the folder takes files. It
is as long as "-journal", which SQLite itself appends to the database's name.
"""
OWNER_FILE_MODE = 0o600
"""The permissions of a new database file: only its owner reads and writes it. SQLite gives the
files that it creates beside it the same permissions.
"""
OWNER_FOLDER_MODE = 0o700
SIDE_FILE_SUFFIXES = (".lock", "-wal", "-shm", "-journal")
"""The ends of the names of the bot's lock and of SQLite's own files beside the database."""
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
    sqlite3.SQLITE_PROTOCOL: "store-no-locks",
    sqlite3.SQLITE_IOERR_LOCK: "store-no-locks",
    sqlite3.SQLITE_IOERR_RDLOCK: "store-no-locks",
    sqlite3.SQLITE_IOERR_UNLOCK: "store-no-locks",
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK: "store-no-locks",
    sqlite3.SQLITE_IOERR_SHMLOCK: "store-no-locks",
    sqlite3.SQLITE_IOERR_SHMMAP: "store-no-locks",
}
_KEYS_WITHOUT_LOCKS = ("store-locked", "store-unreachable", "store-failing")
"""The keys of errors that SQLite also reports if the file system has no locks. It takes most of
the system's error codes for a lock that another process has:
https://github.com/sqlite/sqlite/blob/master/src/os_unix.c, `sqliteErrorFromPosixError`.
"""
_AGE_PROBLEM_KEYS = {
    SchemaAge.FOREIGN: "store-foreign",
    SchemaAge.TOO_OLD: "store-too-old",
    SchemaAge.NEWER: "store-newer",
}
_UNIQUE_VIOLATIONS = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
_EXPECTED_VIOLATIONS = {"interactions.id": RepeatedInteraction, "tables.channel": ChannelTaken}
"""Maps the first column of a violated unique index to the error to raise for it."""


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Convert SQLite's errors in the `with` block to the errors that callers of the storage expect.

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
    """Convert an error of SQLite to the error that callers of the storage expect.

    The low byte of SQLite's result codes is the primary code: https://www.sqlite.org/rescode.html.
    Only the message names the violated constraint.

    Returns:
        The error to raise instead. None means that the error is a fault of the program, so it
            should be raised as it is.
    """
    try:
        code = error.sqlite_errorcode
    except AttributeError:  # raised by Python's module and not by SQLite
        return None
    if code in _UNIQUE_VIOLATIONS:
        columns = str(error).rpartition(": ")[2]
        expected = _EXPECTED_VIOLATIONS.get(columns.partition(",")[0])
        return expected() if expected else None
    key = _PROBLEM_KEYS.get(code) or _PROBLEM_KEYS.get(code & 0xFF)
    if key is None:
        return None
    if key == "store-unreachable" and _is_folder_read_only(path):
        key = "store-read-only"
    if key == "store-failing" and _is_disk_full(path):
        key = "store-full"
    if key in _KEYS_WITHOUT_LOCKS and _lacks_locks(path.parent):
        key = "store-no-locks"
    return StoreProblem(key, path=str(path))


def _is_disk_full(path: Path) -> bool:
    """Tell whether the disk has too little space left for SQLite's files to grow.

    If so, some operations fail with an I/O error: https://www.sqlite.org/rescode.html#ioerr_shmsize
    """
    try:
        return shutil.disk_usage(path.parent).free < SHARED_MEMORY_BYTES
    except OSError:
        return False


def _is_folder_read_only(path: Path) -> bool:
    """Tell whether the database file's folder exists but no file can be created in it.

    SQLite creates its log file in the same folder as the database.
    """
    return path.parent.is_dir() and not path.is_dir() and not os.access(path.parent, os.W_OK)


def _lacks_locks(folder: Path) -> bool:
    """Tell whether no file in a folder can be locked, as on some network drives.

    This is found out with a new temporary file, which nobody else has locked.
    """
    try:
        import fcntl  # noqa: PLC0415 - Windows has none

        trial = TemporaryFile(dir=folder)  # noqa: SIM115 - closed below
    except (ImportError, OSError):
        return False
    with trial:
        try:
            for lock in (fcntl.flock, fcntl.lockf):  # the bot's own lock, and SQLite's
                lock(trial, fcntl.LOCK_EX | fcntl.LOCK_NB)
                lock(trial, fcntl.LOCK_UN)
        except OSError:
            return True
    return False


def find_database_file(url: str) -> Path:
    """Return the path of the SQLite file in an address such as `sqlite:///data/cats.db`.

    A "~" at its beginning is the user's home folder, unless there is a file at the path as written.

    Raises:
        StoreProblem: The address does not name a SQLite file. The error does not contain the
            address, which could include a password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreProblem("store-address") from None
    is_sqlite = address.get_backend_name() == "sqlite"
    if is_sqlite and "?" in url:
        raise StoreProblem("store-address-question")
    if is_sqlite and (address.host or address.username):
        raise StoreProblem("store-address-slashes")
    if not is_sqlite or not address.database or address.database == ":memory:":
        raise StoreProblem("store-address")
    path = Path(address.database)
    try:
        return path if path.exists() else path.expanduser()
    except (OSError, RuntimeError):  # opening it tells why, or there is no home folder
        return path


def _resolve_links(path: Path) -> Path:
    """Return the real path of a file if symbolic links lead to it, or else the same path.

    Processes that use different links to the database must find the same lock, which is in the real
    file's folder. It raises `StoreProblem` if links lead in a circle.
    """
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreProblem("store-unreachable", path=str(path)) from error
    return path if resolved == path.absolute() else resolved


def _find_identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode numbers of a file, to find out later whether it was replaced."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _make_folder(path: Path) -> None:
    """Create the folder of the database file if it is missing.

    If that fails, raise `StoreProblem`.
    """
    try:
        path.parent.mkdir(OWNER_FOLDER_MODE, parents=True, exist_ok=True)
    except OSError as error:
        keys = {errno.EACCES: "store-read-only", errno.EROFS: "store-read-only"}
        keys |= {errno.ENOSPC: "store-full"}
        key = keys.get(error.errno or 0, "store-unreachable")
        raise StoreProblem(key, path=str(path)) from error


def _find_remains(path: Path) -> str | None:
    """Return the name of a file left over from a lost database at `path`, such as its lock.

    The names of such files begin with the database's own name.
    """
    try:
        beside = sorted(path.parent.glob(f"{escape(path.stem)}*"))
    except OSError:
        return None
    return next((one.name for one in beside if one != path and one.is_file()), None)


def lock_file(path: Path) -> FileLock:
    """Lock the database file, so that no other process of the bot can open it.

    The lock is a file beside the database. The operating system frees it when the process ends.

    Returns:
        The lock. Call its `release` to let other processes open the file.

    Raises:
        StoreProblem: Another process has the file, or the lock cannot be created.
    """
    lock = FileLock(path.with_name(f"{path.name}.lock"), mode=OWNER_FILE_MODE, thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreProblem("store-in-use", path=str(path)) from None
    except OSError as error:
        key = "store-read-only" if _is_folder_read_only(path) else "store-unreachable"
        if _lacks_locks(path.parent):
            key = "store-no-locks"
        raise StoreProblem(key, path=str(path)) from error
    return lock


def _warn_of_hard_links(path: Path) -> None:
    """Log a warning if the database file has several names (hard links) in the file system.

    A program that opens the file by another name does not find its lock and its log, and can damage
    it. https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file
    """
    if path.stat().st_nlink > 1:
        log.warning(
            "the database file %s has further names (hard links): remove them, "
            "for a program that opens it by one of those can damage it",
            path,
        )


def _close_to_others(path: Path) -> None:
    """Take the right to read the database's files from other users of this machine.

    Earlier versions of the bot created the files with this right. Rights of a group are left, for
    the host has given them. On Windows the folder's access list decides.
    """
    if os.name == "nt":
        return
    files = (path, *(path.with_name(f"{path.name}{suffix}") for suffix in SIDE_FILE_SUFFIXES))
    readable = [file for file in files if _is_readable_by_others(file)]
    for file in readable:
        with suppress(OSError):  # it belongs to somebody else
            file.chmod(OWNER_FILE_MODE)
    if any(_is_readable_by_others(file) for file in readable):
        log.warning(
            "other users of this machine can read the database %s, and the bot cannot change that: "
            "allow only its owner to use the folder",
            path,
        )
    elif readable:
        log.info("only its owner can read the database %s now, no longer everybody here", path)


def _is_readable_by_others(file: Path) -> bool:
    try:
        mode, folder_mode = file.stat().st_mode, file.parent.stat().st_mode
        return bool(mode & stat.S_IROTH and folder_mode & stat.S_IXOTH)
    except OSError:
        return False


@contextmanager
def _write_to(path: Path, mode: str) -> Iterator[sa.Connection]:
    """Yield a connection with a transaction that writes to a SQLite file; commit it at the end.

    Opening the file also recovers it if a process has died while writing. Errors of SQLite are
    raised as `StoreProblem`.
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
    """Return how old the schema is.

    Raise `StoreProblem` if the bot cannot use a database of that age.
    """
    return find_usable_age(db, _AGE_PROBLEM_KEYS, path=str(path))


def _prepare(path: Path) -> SchemaAge:
    """Create the database at `path`, or migrate it, in one transaction.

    Return how old the schema was before. `NEW` means that the database was created.
    """
    with suppress(OSError):  # it exists, or SQLite tells the reason
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, OWNER_FILE_MODE))
    with _write_to(path, "rwc") as db:
        age = _find_usable_age(db, path)
        migrate(db, age)
        return age


class SqliteDatabase(Database):
    """A database in a SQLite file, with one connection for writes and another for reads.

    A lock file in the same folder keeps other processes of the bot from using the database.
    """

    def __init__(
        self, link: Path, path: Path, writer: Connection, reader: Connection, file_lock: FileLock
    ) -> None:
        """Create the object for an open file; call `SqliteDatabase.open` instead."""
        self._path = path
        self._writer = writer
        self._reader = reader
        self._file_lock = file_lock
        self._lock = asyncio.Lock()
        """Held while a transaction writes, so that only one writes at a time."""
        self._file = link.absolute()
        self._opened_identity = _find_identity(self._file)
        self._is_replaced = False

    @classmethod
    async def open(cls, url: str) -> "SqliteDatabase":
        """Lock a database file and open it.

        Create or migrate the database first if necessary.

        Raises:
            StoreProblem: The file cannot be used, for example because another process uses it.
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
            await asyncio.to_thread(_close_to_others, path)
            await asyncio.to_thread(_warn_of_hard_links, path)
            writer, reader = await cls._connect(path)
        except BaseException:
            lock.release()
            raise
        return cls(named, path, writer, reader, lock)

    @staticmethod
    async def _connect(path: Path) -> tuple[Connection, Connection]:
        """Open two connections to a file, one for writes and one for reads, and return them.

        With two connections, reads need not wait for a write.
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
        """Wait until all running transactions have ended, then close the file and unlock it."""
        try:
            async with self._lock:
                await self._reader.close()
                await self._writer.close()
        finally:
            self._file_lock.release()

    async def check(self) -> None:
        """Check that the path still leads to the file that was opened.

        If not, all that is written to the file is lost when the process ends. All transactions are
        then refused until the original file is back.
        """
        was_replaced = self._is_replaced
        identity = await asyncio.to_thread(_find_identity, self._file)
        self._is_replaced = identity != self._opened_identity
        if self._is_replaced and not was_replaced:
            log.error(
                "the database file %s was moved, deleted or replaced: nothing is stored any more",
                self._path,
            )
        self._refuse_if_replaced()

    def _refuse_if_replaced(self) -> None:
        if self._is_replaced:
            raise StoreProblem("store-replaced", path=str(self._path))

    def open_leases(self) -> SingleProcessLeases:
        """Return the leases of the only process, which may serve all shards."""
        return SingleProcessLeases()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """Yield a transaction that may write, while no other transaction writes."""
        async with self._lock, self._end_transaction(self._writer):
            yield self._writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """Yield the connection for reads, which several callers can use at a time."""
        self._refuse_if_replaced()
        with translate_errors(self._path):
            yield self._reader

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Yield a transaction in which all reads see the data of the same moment."""
        async with self._end_transaction(self._reader):
            await self._reader.execute("BEGIN")
            yield self._reader

    @asynccontextmanager
    async def _end_transaction(self, connection: Connection) -> AsyncIterator[None]:
        """Commit the transaction when the `with` block ends, or roll it back after an error."""
        self._refuse_if_replaced()
        with translate_errors(self._path):
            try:
                yield
                await connection.commit()
            except BaseException:
                await connection.rollback()
                raise


def examine(url: str) -> ExaminedDatabase:
    """Find out about the database file at an address, without changing anything.

    If the file is missing, check whether it could be created.

    Returns:
        Where the file is, how old its schema is, and whether a bot is using it.

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
        remains = _find_remains(path)
        return ExaminedDatabase(place, SchemaAge.NEW, is_used=False, leftover_file=remains)
    with _write_to(path, "rw") as db:
        age = _find_usable_age(db, path)
        if age is SchemaAge.CURRENT:
            check_copied(db)
        db.exec_driver_sql("ROLLBACK")
    remains = _find_remains(path) if age is SchemaAge.NEW else None
    return ExaminedDatabase(place, age, _is_used(path), remains)


def _try_to_make(path: Path) -> None:
    """Create a trial file in the folder of a missing database, and remove it again.

    If that fails, raise `StoreProblem`, because the database could not be created there either.
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

    This is found out by taking the lock for some microseconds. A bot that starts in this time finds
    the file locked. It raises `StoreProblem` if no bot could take the lock.
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
    """Copy a database to a new file, even while a bot uses it, and check the copy for damage.

    The copy has the data of one moment, and others need not wait:
    https://www.sqlite.org/backup.html

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
