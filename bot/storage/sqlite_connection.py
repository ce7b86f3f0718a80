"""A connection to a SQLite file, on top of the library aiosqlite.

That library runs everything that a connection does in the connection's own thread. A call into the
thread waits for its turn on a busy event loop, so many statements go with one call.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy.dialects import sqlite

from bot.storage.database import Batch, Query, Transaction
from bot.storage.problems import TableConflict
from bot.storage.statements import Row, Statement, convert_row, read_row, split_rows

DIALECT = sqlite.dialect()
"""SQLAlchemy's dialect for SQLite, for which statements are compiled."""
LOCK_TIMEOUT_SECONDS = 5.0
"""How many seconds a transaction waits for another program that writes to the same file."""
CACHE_KILOBYTES = 500
"""How many kilobytes of the file each connection keeps in memory.

It can be little, because the operating system keeps the file in memory, too.
"""
SYNCHRONOUS_MODE = "FULL"
"""SQLite's mode in which everything that is committed survives a power cut.

https://www.sqlite.org/pragma.html#pragma_synchronous
"""

_SELECT_LAST_ID = "SELECT seq FROM sqlite_sequence WHERE name = ?"
"""SQL for the last id that SQLite gave to a row of a table, even if that row is gone."""
_UPDATE_LAST_ID = "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
"""SQL that sets the last id of a table that has had rows."""
_INSERT_LAST_ID = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
"""SQL that sets the last id of a table that has never had a row."""

T = TypeVar("T")


class Connection(Transaction):
    """A connection to a SQLite file, which runs one transaction after the other.

    A statement that writes begins a transaction, if none is running.

    The class uses two private names of `aiosqlite.Connection`. `_execute(function)` calls a
    function of ours in the connection's thread and returns its result, which no public method does.
    `_thread` becomes a daemon, so that a process can end although a connection was never closed.
    """

    def __init__(self, path: Path) -> None:
        """Create a connection to the file at `path`; call `Connection.open` instead."""
        self._path = path
        self._cursor: sqlite3.Cursor
        """The cursor that runs all statements.

        A cursor that is freed in another thread resets its statement, which may run again in the
        connection's thread by then (https://github.com/python/cpython/issues/118172).
        """
        self._driver = aiosqlite.Connection(self._connect, iter_chunk_size=1)
        self._driver._thread.daemon = True

    @classmethod
    async def open(cls, path: Path) -> "Connection":
        """Open a SQLite file, and return the connection to it.

        Args:
            path: The file, which is created if it is missing.

        Raises:
            sqlite3.Error: SQLite cannot open the file.
        """
        connection = cls(path)
        opening = asyncio.ensure_future(connection._driver)
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            with suppress(sqlite3.Error):
                await opening
                await connection.close()
            raise
        return connection

    async def close(self) -> None:
        """Close the file and end the thread, after everything that was begun before."""
        await self._call(self._cursor.close)  # else the file stays open
        await self._driver.close()

    async def execute(self, sql: str) -> list[Any]:
        """Run SQL that only SQLite understands, such as a pragma, and return its rows."""
        return await self._call(self._execute, sql)

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds; `values` are its parameters by name."""
        return await self._call(self._select_rows, statement, values)

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all at the same moment."""
        return await self._call(self._select_several, asked)

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed."""
        return await self._call(self._run, statement, rows)

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row, and return the ids of the new rows in their order."""
        return await self._call(self._insert, statement, rows) if rows else []

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, in one call into the connection's thread.

        Args:
            batch: The statements, each with the parameters of its runs.

        Raises:
            TableConflict: A guard changed fewer rows than it had to, because a table was changed
                first.
        """
        await self._call(self._run_all, batch)

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:  # noqa: ARG002
        """Run the last statements of the transaction, and commit it in the same call.

        `locked`, the ids of the tables to lock, is not needed: nobody else writes to the file
        meanwhile.
        """
        await self._call(self._run_last, batch)

    async def commit(self) -> None:
        """Commit the transaction, if one is running."""
        if self._driver.in_transaction:
            await self._driver.commit()

    async def rollback(self) -> None:
        """Undo the transaction, if one is running."""
        await self._driver.rollback()

    async def read_last_id(self, table: str) -> int:
        """Return the last id that SQLite gave to a row of a table, even if that row is gone.

        0 means that the id is not known, because this table may reuse ids:
        https://www.sqlite.org/autoinc.html.
        """
        found = await self._call(self._execute, _SELECT_LAST_ID, table)
        return max((int(number) for (number,) in found), default=0)

    async def set_last_id(self, table: str, last: int) -> None:
        """Let the next row of a table get an id greater than `last`."""
        await self._call(self._set_last_id, table, last)

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function in the connection's thread, and return its result.

        The call goes through a lambda, because aiosqlite logs the representation of what it calls.
        That of a lambda shows no argument.
        """
        execute: Callable[[Callable[[], T]], Awaitable[T]] = self._driver._execute
        return await execute(lambda: function(*arguments))

    # The methods below run in the connection's thread.

    def _connect(self) -> sqlite3.Connection:
        # Nothing is written outside of a transaction, not even after SQLite has undone one by
        # itself: https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction.
        """Open the file and set up the connection, as aiosqlite asks for it."""
        connection = sqlite3.connect(
            self._path, isolation_level="IMMEDIATE", timeout=LOCK_TIMEOUT_SECONDS
        )
        try:
            self._cursor = connection.cursor()
            self._cursor.execute(f"PRAGMA synchronous={SYNCHRONOUS_MODE}")
            self._cursor.execute("PRAGMA foreign_keys=ON")
            self._cursor.execute(f"PRAGMA cache_size=-{CACHE_KILOBYTES}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _execute(self, sql: str, *values: object) -> list[Any]:
        """Run SQL, and return all rows of its result."""
        return self._cursor.execute(sql, values).fetchall()

    def _select_rows(self, statement: Statement, values: Row) -> list[tuple[Any, ...]]:
        """Run a SELECT, and return its rows with the values converted for Python."""
        compiled = statement.compile_for(DIALECT)
        found = self._cursor.execute(compiled.sql, convert_row(compiled, values)).fetchall()
        return [read_row(compiled, row) for row in found]

    def _select_several(self, queries: Sequence[Query]) -> list[list[tuple[Any, ...]]]:
        """Run several SELECTs in one transaction, so that they all read the data of one moment."""
        is_alone = not self._cursor.connection.in_transaction
        if is_alone:
            self._execute("BEGIN")
        try:
            return [self._select_rows(statement, values) for statement, values in queries]
        finally:
            if is_alone:
                self._cursor.connection.rollback()

    def _run(self, statement: Statement, rows: Sequence[Row]) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed."""
        changed = 0
        for sql, parameters in split_rows(statement.compile_for(DIALECT), rows):
            changed = self._cursor.executemany(sql, parameters).rowcount
        return changed

    def _insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row, and return the ids of the new rows."""
        return [int(self._select_rows(statement, row)[0][0]) for row in rows]

    def _run_all(self, batch: Batch) -> None:
        """Run statements in their order. Raise `TableConflict` if a guard changed too few rows."""
        for statement, rows in batch:
            changed = self._run(statement, rows)
            if statement.is_guard and changed != len(rows):
                raise TableConflict

    def _run_last(self, batch: Batch) -> None:
        """Run statements in their order, and commit the transaction."""
        self._run_all(batch)
        self._cursor.connection.commit()

    def _set_last_id(self, table: str, last: int) -> None:
        """Store the last id of a table, whether or not the table has had rows."""
        if not self._cursor.execute(_UPDATE_LAST_ID, (last, table)).rowcount:
            self._cursor.execute(_INSERT_LAST_ID, (last, table))
