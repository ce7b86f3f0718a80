"""A SQLite file: its error codes, making, owning, opening, examining and copying it."""

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

from bot.storage.migrating import Age, Found, age, migrate
from bot.storage.problems import ChannelTaken, Repeated, StoreProblem
from bot.storage.shard_leases import SingleProcessLeases
from bot.storage.sqlite_connection import LOCK_TIMEOUT_SECONDS, Connection
from bot.storage.unfinished import check_copied

_KEYS = {
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
SHARED_MEMORY_BYTES = 32 * 1024
"""By so much the file grows that SQLite's processes share: https://www.sqlite.org/walformat.html"""
_TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
_MEANT = {"interactions.id": Repeated, "tables.channel": ChannelTaken}
"""What it means that another row has the values of an index that begins with such a column."""


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Raise what SQLite's errors mean for the file at `path`."""
    try:
        yield
    except sqlite3.Error as error:
        meant = translate_error(error, path)
        if meant is None:
            raise
        raise meant from error


def translate_error(error: sqlite3.Error, path: Path) -> Exception | None:
    """Return what `error` means for the database file at `path`; None for a fault of the program.

    SQLite's result codes: https://www.sqlite.org/rescode.html; the low byte is the primary one.
    Which constraint was hurt, its message tells.
    """
    try:
        code = error.sqlite_errorcode
    except AttributeError:  # raised by Python's module and not by SQLite
        return None
    if code in _TAKEN:
        columns = str(error).rpartition(": ")[2]
        meant = _MEANT.get(columns.partition(",")[0])
        return meant() if meant else None
    key = _KEYS.get(code & 0xFF)
    if key is None:
        return None
    if key == "store-unreachable" and takes_no_files(path):
        key = "store-read-only"
    if key == "store-failing" and _is_disk_full(path):
        key = "store-full"
    return StoreProblem(key, path=str(path))


def _is_disk_full(path: Path) -> bool:
    """Tell whether SQLite's files cannot grow. Some of them then fail with an I/O error.

    https://www.sqlite.org/rescode.html#ioerr_shmsize
    """
    try:
        return shutil.disk_usage(path.parent).free < SHARED_MEMORY_BYTES
    except OSError:
        return False


def takes_no_files(path: Path) -> bool:
    """Tell whether the folder is there, but takes no new file (SQLite's log lies beside it)."""
    return path.parent.is_dir() and not path.is_dir() and not os.access(path.parent, os.W_OK)


log = logging.getLogger(__name__)

WRITE = "BEGIN IMMEDIATE"
"""Takes the write lock at once: waiting for it later, with data read before, would fail."""


def database_file(url: str) -> Path:
    """Return the file that the address names, such as `sqlite:///data/cats.db`.

    Raises `StoreProblem` for any other kind of database, one in memory included. The address is
    never repeated: it could hold a password.
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


def resolve_links(path: Path) -> Path:
    """Return the path of the file itself if there are symbolic links on the way, else the same.

    SQLite puts its log beside the file itself, too: two processes that use different links to it
    have to find the same lock. Raises `StoreProblem` for links that lead in a circle.
    """
    try:
        resolved = path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreProblem("store-unreachable", path=str(path)) from error
    return path if resolved == path.absolute() else resolved


def _identity(path: Path) -> tuple[int, int] | None:
    """Return which file a path names: device and inode, on every system; None: no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def make_folder(path: Path) -> None:
    """Create the folder of the database file. Raises `StoreProblem`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        keys = {errno.EACCES: "store-read-only", errno.EROFS: "store-read-only"}
        keys |= {errno.ENOSPC: "store-full"}
        key = keys.get(error.errno or 0, "store-unreachable")
        raise StoreProblem(key, path=str(path)) from error


def remains(path: Path) -> str | None:
    """Return the name of a file that says that there was a database at `path`, if there is one.

    It is what a database leaves beside itself, such as its lock, or a backup: a file whose name
    begins as the database's own.
    """
    try:
        beside = sorted(path.parent.glob(f"{escape(path.stem)}*"))
    except OSError:
        return None
    return next((one.name for one in beside if one != path and one.is_file()), None)


def own(path: Path) -> FileLock:
    """Take the file for this process alone; raises `StoreProblem` if another one has it.

    The lock is the operating system's, on a file beside the database, and goes with the process.
    """
    lock = FileLock(path.with_name(f"{path.name}.lock"), thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise StoreProblem("store-in-use", path=str(path)) from None
    except OSError as error:
        key = "store-read-only" if takes_no_files(path) else "store-unreachable"
        raise StoreProblem(key, path=str(path)) from error
    return lock


def _warn_of_hard_links(path: Path) -> None:
    """Warn where the file has other names: no lock is found by those, and no log of SQLite's.

    https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file
    """
    if path.stat().st_nlink > 1:
        log.warning(
            "the database file %s has further names (hard links): remove them, "
            "for a program that opens it by one of those can damage it",
            path,
        )


@contextmanager
def _held(path: Path, mode: str) -> Iterator[sa.Connection]:
    """Hold the right to write to the file at `path`, opened in one of SQLite's modes.

    After a process that has died, SQLite clears up, as it does whenever such a file is opened.
    Raises `StoreProblem`.
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
            db.exec_driver_sql(WRITE)
            yield db
    except DBAPIError as error:
        with translate_errors(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


def prepare(path: Path) -> Age:
    """Make or migrate the database at `path`, in one transaction; return how old it was."""
    with _held(path, "rwc") as db:
        found = age(db)
        refuse(found, path)
        migrate(db, found)
        return found


def refuse(found: Age, path: Path) -> None:
    """Raise the `StoreProblem` of a file that this version cannot use."""
    match found:
        case Age.FOREIGN:
            raise StoreProblem("store-foreign", path=str(path))
        case Age.TOO_OLD:
            raise StoreProblem("store-too-old", path=str(path))
        case Age.NEWER:
            raise StoreProblem("store-newer", path=str(path))


class SqliteDatabase:
    """A database file with two connections, one that writes and one that reads.

    It is a `Database`.
    """

    def __init__(
        self, named: Path, path: Path, writer: Connection, reader: Connection, owned: FileLock
    ) -> None:
        """Use `SqliteDatabase.open` instead; `named` leads to the file at `path`."""
        self._path = path
        self._writer = writer
        self._reader = reader
        self._owned = owned
        self._lock = asyncio.Lock()
        """Of who writes: one transaction after the other."""
        self._file = named.absolute()
        self._opened = _identity(self._file)
        self._replaced = False

    @classmethod
    async def open(cls, url: str) -> "SqliteDatabase":
        """Own, make or migrate, and open a file. Raises `StoreProblem`."""
        named = database_file(url)
        path = await asyncio.to_thread(resolve_links, named)
        await asyncio.to_thread(make_folder, path)
        missed = await asyncio.to_thread(remains, path)  # before our own lock lies there
        lock = await asyncio.to_thread(own, path)
        try:
            if await asyncio.to_thread(prepare, path) is Age.NEW and missed:
                log.warning(
                    "the database %s was missing or empty, and is made anew, although there is %s",
                    path,
                    missed,
                )
            await asyncio.to_thread(_warn_of_hard_links, path)
            writer, reader = await cls._connections(path)
        except BaseException:
            lock.release()
            raise
        return cls(named, path, writer, reader, lock)

    @staticmethod
    async def _connections(path: Path) -> tuple[Connection, Connection]:
        with translate_errors(path):
            writer = await Connection.open(path)
            try:
                await writer.execute("PRAGMA journal_mode=WAL")  # reads go on meanwhile
                return writer, await Connection.open(path)
            except BaseException:
                await writer.close()
                raise

    async def close(self) -> None:
        """Let the running transactions end, close the file and own it no longer."""
        try:
            async with self._lock:
                await self._reader.close()
                await self._writer.close()
        finally:
            self._owned.release()

    async def check(self) -> None:
        """Look whether the path still names the file that was opened; else nothing is done with it.

        Whatever were written to a file that was moved, deleted or replaced, would be lost with the
        end of the process. Raises `StoreProblem`, as each transaction does from then on, until the
        same file is there again.
        """
        was, self._replaced = self._replaced, await asyncio.to_thread(self._is_replaced)
        if self._replaced and not was:
            log.error(
                "the database file %s was moved, deleted or replaced: nothing is stored any more",
                self._path,
            )
        self._refuse_if_replaced()

    def _is_replaced(self) -> bool:
        return _identity(self._file) != self._opened

    def _refuse_if_replaced(self) -> None:
        if self._replaced:
            raise StoreProblem("store-replaced", path=str(self._path))

    def leases(self) -> SingleProcessLeases:
        """Return what says that every shard is this process's own."""
        return SingleProcessLeases()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""
        self._refuse_if_replaced()
        async with self._lock, self._ending(self._writer):
            yield self._writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """Hold the connection that reads, beside others; each statement sees the newest data."""
        self._refuse_if_replaced()
        with translate_errors(self._path):
            yield self._reader

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Hold a transaction that reads the data of one moment, while nobody else reads here."""
        self._refuse_if_replaced()
        async with self._ending(self._reader):
            await self._reader.execute("BEGIN")
            yield self._reader

    @asynccontextmanager
    async def _ending(self, transaction: Connection) -> AsyncIterator[None]:
        with translate_errors(self._path):
            try:
                yield
                await transaction.commit()
            except BaseException:
                await transaction.rollback()
                raise


TRIAL = "-checked"
"""Ends the name of a file that is made to see whether one can be: as long as "-journal"."""


def examine(url: str) -> Found:
    """Return what is known of the file at an address, or of its place if it is yet to be made."""
    path = resolve_links(database_file(url))
    place = str(path.absolute())
    try:
        folder = next(folder for folder in path.absolute().parents if folder.exists())
        is_there = path.exists()
    except OSError:
        raise StoreProblem("store-unreachable", path=str(path)) from None
    if not folder.is_dir():
        raise StoreProblem("store-unreachable", path=str(path))
    if not os.access(folder, os.W_OK | os.X_OK):  # the lock and SQLite's log lie there, too
        raise StoreProblem("store-read-only", path=str(path))
    if is_there and not os.access(path, os.W_OK):  # SQLite would begin to read all the same
        raise StoreProblem("store-read-only", path=str(path))
    if is_there and not path.is_file():
        raise StoreProblem("store-unreachable", path=str(path))
    if not is_there:
        _try_to_make(path)
        return Found(place, Age.NEW, used=False, remains=remains(path))
    found = _age(path)
    refuse(found, path)
    missed = remains(path) if found is Age.NEW else None
    return Found(place, found, _is_used(path), missed)


def _try_to_make(path: Path) -> None:
    """Make a file like that which is missing, and remove it again; raises `StoreProblem`."""
    with _folders(path):
        trial = path.with_name(f"{path.name}{TRIAL}")
        try:
            with translate_errors(path), closing(sqlite3.connect(trial)) as db:
                db.execute("PRAGMA journal_mode=OFF")  # no further file, with a longer name
                db.execute("PRAGMA user_version=1")
        finally:
            with suppress(OSError):
                trial.unlink()


@contextmanager
def _folders(path: Path) -> Iterator[None]:
    """Let the file's folder be there, and remove those that were not."""
    missing = [folder for folder in path.absolute().parents if not folder.exists()]
    try:
        make_folder(path)
        yield
    finally:
        for folder in missing:
            with suppress(OSError):  # it was not made, or holds something that a bot has just made
                folder.rmdir()


def _age(path: Path) -> Age:
    """Return how old the database is, after a look whether it can be written to."""
    with _held(path, "rw") as db:
        found = age(db)
        if found is Age.CURRENT:
            check_copied(db)
        db.exec_driver_sql("ROLLBACK")
        return found


def _is_used(path: Path) -> bool:
    """Tell whether a bot has the file; raises `StoreProblem` if none could have it.

    Nobody tells who has a lock but the try to take it: a bot that starts in that very moment would
    find it taken, for some microseconds.
    """
    if not path.with_name(f"{path.name}.lock").exists():
        return False
    try:
        own(path).release()
    except StoreProblem as problem:
        if problem.key == "store-in-use":
            return True
        raise
    return False


def copy_file(source: Path, target: Path) -> None:
    """Copy a database into a new file, and read the copy once.

    In WAL mode it is the state of one moment, and nobody waits for it:
    https://www.sqlite.org/backup.html. Raises `StoreProblem`, also if the copy is damaged.
    """
    address = f"{source.absolute().as_uri()}?mode=rw"  # never makes a file
    with (
        translate_errors(target),
        closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT_SECONDS)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)
        is_well = here.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    if not is_well:
        raise StoreProblem("store-damaged", path=str(source))
