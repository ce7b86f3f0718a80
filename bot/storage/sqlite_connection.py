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
LOCK_TIMEOUT_SECONDS = 5.0
"""The maximum number of seconds to wait while another program writes to the same file. After that,
the transaction fails.
"""
CACHE_KILOBYTES = 500
SYNCHRONOUS_MODE = "FULL"
"""The mode of SQLite in which all committed data survives a power cut.

https://www.sqlite.org/pragma.html#pragma_synchronous
"""

_SELECT_LAST_ID = "SELECT seq FROM sqlite_sequence WHERE name = ?"
_UPDATE_LAST_ID = "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
"""SQL that sets the last generated id of a table that has had rows."""
_INSERT_LAST_ID = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
"""SQL that sets the last generated id of a table that has never had a row."""

T = TypeVar("T")


class Connection(Transaction):
    """A connection to a SQLite file, which runs one transaction after another.

    If no transaction is running, the first statement that writes begins one. The class uses two
    private names of `aiosqlite.Connection`. `_execute(function)` runs one of our functions in the
    connection's thread and returns its result, which no public method does. `_thread` becomes a
    daemon thread, so that the process can end even if a connection was never closed.
    """

    def __init__(self, path: Path) -> None:
        """Create a connection to the file at `path`; call `Connection.open` instead."""
        self._path = path
        self._cursor: sqlite3.Cursor
        """The only cursor, which runs all statements. It is kept because freeing a cursor in
        another thread resets its statement, while the connection's thread may already be running
        that statement again: https://github.com/python/cpython/issues/118172
        """
        self._driver = aiosqlite.Connection(self._connect, iter_chunk_size=1)
        self._driver._thread.daemon = True

    @classmethod
    async def open(cls, path: Path) -> "Connection":
        """Open a connection to a SQLite file.

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
        """Wait for all earlier calls to end, then close the file and end the thread."""
        await self._call(self._cursor.close)  # else the file stays open
        await self._driver.close()

    async def execute(self, sql: str) -> list[Any]:
        """Run SQL that only exists in SQLite, such as a PRAGMA, and return its rows."""
        return await self._call(self._execute, sql)

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Run a SELECT, and return its rows."""
        return await self._call(self._select_rows, statement, values)

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Run several SELECTs that see the data of the same moment, and return the rows of each."""
        return await self._call(self._select_several, asked)

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed."""
        return await self._call(self._run, statement, rows)

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row, and return the ids of the new rows in their order."""
        return await self._call(self._insert, statement, rows) if rows else []

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, with one call into the connection's thread."""
        await self._call(self._run_all, batch)

    async def lock_people(self, users: Collection[int]) -> None:
        """Do nothing, because nobody else writes to the file at the same time."""

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:  # noqa: ARG002
        """Run the last statements of a transaction, and commit it in the same call."""
        await self._call(self._run_last, batch)

    async def commit(self) -> None:
        """Commit the transaction, if one is running."""
        if self._driver.in_transaction:
            await self._driver.commit()

    async def rollback(self) -> None:
        """Undo the changes of the transaction, if one is running."""
        await self._driver.rollback()

    async def read_last_id(self, table: str) -> int:
        """Return the last id that SQLite generated for a table, even if its row is deleted."""
        rows = await self._call(self._execute, _SELECT_LAST_ID, table)
        return max((int(number) for (number,) in rows), default=0)

    async def set_last_id(self, table: str, last: int) -> None:
        """Make SQLite generate only ids greater than `last` for the next rows of a table."""
        await self._call(self._set_last_id, table, last)

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function in the connection's thread, and return its result.

        The call is wrapped in a lambda to keep the arguments out of aiosqlite's log messages.
        """
        execute: Callable[[Callable[[], T]], Awaitable[T]] = self._driver._execute
        return await execute(lambda: function(*arguments))

    # The methods below run in the connection's thread.

    def _connect(self) -> sqlite3.Connection:
        # Nothing is written outside of a transaction, not even after SQLite has undone one by
        # itself: https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction.
        """Open the file and set up the connection. The library aiosqlite calls this method."""
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
        return self._cursor.execute(sql, values).fetchall()

    def _select_rows(self, statement: Statement, values: Row) -> list[tuple[Any, ...]]:
        compiled = statement.compile_for(DIALECT)
        rows = self._cursor.execute(compiled.sql, convert_row(compiled, values)).fetchall()
        return [read_row(compiled, row) for row in rows]

    def _select_several(self, queries: Sequence[Query]) -> list[list[tuple[Any, ...]]]:
        """Run several SELECTs in one transaction, so that all see the data of the same moment."""
        is_alone = not self._cursor.connection.in_transaction
        if is_alone:
            self._execute("BEGIN")
        try:
            return [self._select_rows(statement, values) for statement, values in queries]
        finally:
            if is_alone:
                self._cursor.connection.rollback()

    def _run(self, statement: Statement, rows: Sequence[Row]) -> int:
        changed = 0
        for sql, parameters in split_rows(statement.compile_for(DIALECT), rows):
            changed = self._cursor.executemany(sql, parameters).rowcount
        return changed

    def _insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        return [int(self._select_rows(statement, row)[0][0]) for row in rows]

    def _run_all(self, batch: Batch) -> None:
        """Run statements in their order. If a guard changes too few rows, raise `TableConflict`."""
        for statement, rows in batch:
            changed = self._run(statement, rows)
            if statement.is_guard and changed != len(rows):
                raise TableConflict

    def _run_last(self, batch: Batch) -> None:
        self._run_all(batch)
        self._cursor.connection.commit()

    def _set_last_id(self, table: str, last: int) -> None:
        if not self._cursor.execute(_UPDATE_LAST_ID, (last, table)).rowcount:
            self._cursor.execute(_INSERT_LAST_ID, (last, table))
