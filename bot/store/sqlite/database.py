"""SQLite: its file, its connections and its error codes. All that only SQLite knows is here."""

import asyncio
import errno
import logging
import sqlite3
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from glob import escape
from pathlib import Path
from typing import Any

import aiosqlite
from filelock import FileLock, Timeout
from sqlalchemy import create_engine
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.store.claims import Alone
from bot.store.database import Batch
from bot.store.migrating import Age, migrate
from bot.store.problems import Conflict, StoreProblem
from bot.store.sqlite.errors import as_problems, takes_no_files
from bot.store.statements import Row, Statement, converted, read, steps

log = logging.getLogger(__name__)

DIALECT = sqlite.dialect()
PATIENCE = 5.0
"""Seconds to wait for another program that writes to the same file."""
SYNCHRONOUS = "FULL"
"""What is committed survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous."""
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
            return migrate(
                db,
                foreign=StoreProblem("store-foreign", path=str(path)),
                newer=StoreProblem("store-newer", path=str(path)),
            )
    except DBAPIError as error:
        with as_problems(path):
            raise error.orig or error from None
    finally:
        engine.dispose()


class SqliteDatabase:
    """A database file with two connections, one that writes and one that reads.

    Each has a thread of its own, and does one transaction after the other. It is a `Database`.
    """

    def __init__(
        self, path: Path, writer: "SqliteTransaction", reader: "SqliteTransaction", lock: FileLock
    ) -> None:
        """Use `SqliteDatabase.open` instead."""
        self._path = path
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._file = path.absolute()
        self._opened = _identity(self._file)
        self._replaced = False

    @classmethod
    async def open(cls, url: str) -> "SqliteDatabase":
        """Own, make or migrate, and open a file. Raises `StoreProblem`."""
        path = database_file(url)
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
            writer, reader = await cls._connections(path)
        except BaseException:
            lock.release()
            raise
        return cls(path, writer, reader, lock)

    @staticmethod
    async def _connections(path: Path) -> tuple["SqliteTransaction", "SqliteTransaction"]:
        # At its debug level this one writes every parameter: seeds, states, hidden cards.
        logging.getLogger("aiosqlite").setLevel(logging.INFO)
        with as_problems(path):
            # aiosqlite opens in a thread that may outlive the event loop after a failure, and say
            # so on standard error, beside the one sentence that is meant for the host.
            sqlite3.connect(path).close()
            writer = await _connected(path)
            try:
                await writer.execute_fetchall("PRAGMA journal_mode=WAL")  # reads go on meanwhile
                reader = await _connected(path)
            except BaseException:
                await writer.close()
                raise
        return await SqliteTransaction.on(writer), await SqliteTransaction.on(reader)

    async def close(self) -> None:
        """Let the running transactions end, close the file and own it no longer."""
        try:
            async with self._writer.lock, self._reader.lock:
                await self._reader.close()
                await self._writer.close()
        finally:
            self._lock.release()

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
    async def writing(self) -> AsyncIterator["SqliteTransaction"]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""
        self._refuse_if_replaced()
        async with self._writer.lock, self._ending(self._writer):
            yield self._writer

    @asynccontextmanager
    async def reading(self) -> AsyncIterator["SqliteTransaction"]:
        """Hold the connection that reads; each statement sees the newest data."""
        self._refuse_if_replaced()
        async with self._reader.lock:
            with as_problems(self._path):
                yield self._reader

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator["SqliteTransaction"]:
        """Hold a transaction that reads the data of one moment."""
        self._refuse_if_replaced()
        async with self._reader.lock, self._ending(self._reader):
            await self._reader.connection.execute("BEGIN")
            yield self._reader

    @asynccontextmanager
    async def _ending(self, transaction: "SqliteTransaction") -> AsyncIterator[None]:
        with as_problems(self._path):
            try:
                yield
                await transaction.connection.commit()
            except BaseException:
                await transaction.connection.rollback()
                raise


class SqliteTransaction:
    """Runs the statements of one connection, for one transaction after the other.

    It is a `Transaction`.

    All that write run by two cursors, which live as long as their connection: one that is freed
    resets its statement, which by then may run again in the connection's thread
    (https://github.com/python/cpython/issues/118172).
    """

    def __init__(
        self, connection: aiosqlite.Connection, cursor: aiosqlite.Cursor, guard: aiosqlite.Cursor
    ) -> None:
        """Use `SqliteTransaction.on` instead. The `guard` cursor keeps what it has changed."""
        self.connection = connection
        self.lock = asyncio.Lock()
        self._cursor = cursor
        self._guard = guard

    @classmethod
    async def on(cls, connection: aiosqlite.Connection) -> "SqliteTransaction":
        """Return what runs the statements of a connection."""
        return cls(connection, await connection.cursor(), await connection.cursor())

    async def close(self) -> None:
        """Close the connection, and before it the cursors, which would keep the file open."""
        await self._cursor.close()
        await self._guard.close()
        await self.connection.close()

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds, or that an INSERT returns."""
        compiled = statement.compiled(DIALECT)
        parameters = converted(compiled, values)
        found = await self.connection.execute_fetchall(compiled.sql, parameters)
        return [read(compiled, row) for row in found]

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        Of an insert of several rows, that are those of its last step.
        """
        await self.run_all([(statement, rows)])
        return self._cursor.rowcount

    async def run_all(
        self,
        batch: Batch,
        guard: Statement | None = None,
        hold: Collection[int] = (),  # noqa: ARG002 - who writes has the whole file anyway
    ) -> None:
        """Run statements in their order, without a way back to the event loop in between.

        After one that fails, the others still run, in the transaction that is then undone. Raises
        what went wrong first, and `Conflict` where `guard` did not find all rows to be changed.
        """
        running = [
            (self._guard if statement is guard else self._cursor, len(rows), step)
            for statement, rows in batch
            for step in steps(statement.compiled(DIALECT), rows)
        ]
        done = await asyncio.gather(
            *(cursor.executemany(*step) for cursor, _, step in running), return_exceptions=True
        )
        for (cursor, rows, _), problem in zip(running, done, strict=True):
            if isinstance(problem, BaseException):
                raise problem
            if cursor is self._guard and cursor.rowcount != rows:
                raise Conflict

    async def last_id(self, table: str) -> int:
        """Return the last id that was given to a row of a table, even if that row is gone.

        0 where ids may come back: https://www.sqlite.org/autoinc.html.
        """
        found = await self.connection.execute_fetchall(_LAST_ID, {"table": table})
        return max((int(number) for (number,) in found), default=0)

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id behind the `last` one."""
        parameters = {"table": table, "last": last}
        if not (await self._cursor.execute(_SET_LAST_ID, parameters)).rowcount:
            await self._cursor.execute(_FIRST_LAST_ID, parameters)


_LAST_ID = "SELECT seq FROM sqlite_sequence WHERE name = :table"
_SET_LAST_ID = "UPDATE sqlite_sequence SET seq = :last WHERE name = :table"
_FIRST_LAST_ID = "INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"


async def _connected(path: Path) -> aiosqlite.Connection:
    """Return a connection that begins a transaction before anything is written.

    Also before what is still written when SQLite itself has undone the transaction after a failure:
    https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction.
    """
    connection = await aiosqlite.connect(path, isolation_level="IMMEDIATE", timeout=PATIENCE)
    try:
        await connection.execute_fetchall(f"PRAGMA synchronous={SYNCHRONOUS}")
        await connection.execute_fetchall("PRAGMA foreign_keys=ON")
    except BaseException:
        await connection.close()
        raise
    return connection
