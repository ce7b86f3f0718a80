"""SQLite: its file, its connections and its error codes. All that only SQLite knows is here."""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from glob import escape
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.store.claims import Alone
from bot.store.database import Group
from bot.store.migrating import Age, age, migrate
from bot.store.problems import StoreProblem
from bot.store.sqlite.connection import Connection
from bot.store.sqlite.errors import as_problems, takes_no_files

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


def prepare(path: Path) -> Age:
    """Make or migrate the database at `path`, in one transaction; return how old it was.

    Raises `StoreProblem`.
    """
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",  # else Python's module begins transactions, too late
        hide_parameters=True,
    )
    try:
        with engine.begin() as db:
            db.exec_driver_sql(WRITE)
            found = age(db)
            refuse(found, path)
            migrate(db, found)
            return found
    except DBAPIError as error:
        with as_problems(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


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
        with as_problems(path):
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

    def claims(self) -> Alone:
        """Return what says that every shard is this process's own."""
        return Alone()

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
        with as_problems(self._path):
            yield self._reader

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Connection]:
        """Hold a transaction that reads the data of one moment, while nobody else reads here."""
        self._refuse_if_replaced()
        async with self._ending(self._reader):
            await self._reader.execute("BEGIN")
            yield self._reader

    async def write(self, group: Group) -> list[int]:
        """Write a group, by one call into the writing connection's thread."""
        self._refuse_if_replaced()
        async with self._lock:
            with as_problems(self._path):
                return await self._writer.write(group)

    @asynccontextmanager
    async def _ending(self, transaction: Connection) -> AsyncIterator[None]:
        with as_problems(self._path):
            try:
                yield
                await transaction.commit()
            except BaseException:
                await transaction.rollback()
                raise
