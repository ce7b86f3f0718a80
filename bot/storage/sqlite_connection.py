"""A connection to a SQLite file, carried by aiosqlite.

aiosqlite runs everything that is done with a connection in that connection's own thread. Each call
into the thread waits for its turn on a busy event loop, so a group of statements is one call here.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy.dialects import sqlite

from bot.storage.database import Asked, Batch
from bot.storage.problems import Conflict
from bot.storage.statements import Row, Statement, converted, read, steps

DIALECT = sqlite.dialect()
LOCK_TIMEOUT_SECONDS = 5.0
"""Seconds to wait for another program that writes to the same file."""
CACHE_KILOBYTES = 500
"""Kilobytes of the file that each connection keeps: the system keeps them, too."""
SYNCHRONOUS = "FULL"
"""What is committed survives a power cut: https://www.sqlite.org/pragma.html#pragma_synchronous."""

_LAST_ID = "SELECT seq FROM sqlite_sequence WHERE name = ?"
_SET_LAST_ID = "UPDATE sqlite_sequence SET seq = ? WHERE name = ?"
_FIRST_LAST_ID = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"

T = TypeVar("T")


class Connection:
    """Runs statements, for one transaction after the other. It is a `Transaction`.

    A statement that writes begins a transaction, if none runs.

    Of `aiosqlite.Connection` it uses `await`, `close()`, `in_transaction` and two private names:
    `_execute(function)`, which calls a function in the connection's thread and returns its result,
    as no public method does for a function of ours; and `_thread`, which becomes a daemon, so that
    a process can end although a connection was never closed.
    """

    def __init__(self, path: Path) -> None:
        """Use `Connection.open` instead."""
        self._path = path
        self._cursor: sqlite3.Cursor
        """Runs all statements. One that is freed elsewhere resets its statement, which by then may
        run again in the thread (https://github.com/python/cpython/issues/118172)."""
        self._driver = aiosqlite.Connection(self._connect, iter_chunk_size=1)
        self._driver._thread.daemon = True

    @classmethod
    async def open(cls, path: Path) -> "Connection":
        """Open a file. Raises `sqlite3.Error`."""
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
        """Close the file and end the thread. What was begun before comes to its end."""
        await self._call(self._cursor.close)  # else the file stays open
        await self._driver.close()

    async def execute(self, sql: str) -> list[Any]:
        """Run SQL that is not made for any database, such as a pragma, and return its rows."""
        return await self._call(self._ask, sql)

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds."""
        return await self._call(self._rows, statement, values)

    async def several(self, *asked: Asked) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all of one moment."""
        return await self._call(self._several, asked)

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        Of an insert of several rows, that are those of its last step.
        """
        return await self._call(self._run, statement, rows)

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row; return the id that each returns, in their order."""
        return await self._call(self._insert, statement, rows) if rows else []

    async def run_all(self, batch: Batch) -> None:
        """Run statements in their order.

        Raises what went wrong first, and `Conflict` where a guard did not change all its rows.
        """
        await self._call(self._run_all, batch)

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:  # noqa: ARG002
        """Run the last statements as `run_all` does, and commit; nobody else writes meanwhile."""
        await self._call(self._run_last, batch)

    async def commit(self) -> None:
        """End the transaction, if one runs: what it wrote is on the disk."""
        if self._driver.in_transaction:
            await self._call(self._commit)

    async def rollback(self) -> None:
        """Undo the transaction, if one runs."""
        await self._call(self._rollback)

    async def last_id(self, table: str) -> int:
        """Return the last id that was given to a row of a table, even if that row is gone.

        0 where ids may come back: https://www.sqlite.org/autoinc.html.
        """
        found = await self._call(self._ask, _LAST_ID, table)
        return max((int(number) for (number,) in found), default=0)

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id behind the `last` one."""
        await self._call(self._set_last_id, table, last)

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        """Call a function in the connection's thread and return its result.

        aiosqlite logs the representation of what it calls: that of a lambda tells no argument.
        """
        execute: Callable[[Callable[[], T]], Awaitable[T]] = self._driver._execute
        return await execute(lambda: function(*arguments))

    # In the connection's thread

    def _connect(self) -> sqlite3.Connection:
        # A transaction begins before anything is written, also what is still written when SQLite
        # itself has undone the transaction after a failure:
        # https://www.sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction.
        connection = sqlite3.connect(
            self._path, isolation_level="IMMEDIATE", timeout=LOCK_TIMEOUT_SECONDS
        )
        try:
            self._cursor = connection.cursor()
            self._cursor.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
            self._cursor.execute("PRAGMA foreign_keys=ON")
            self._cursor.execute(f"PRAGMA cache_size=-{CACHE_KILOBYTES}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _ask(self, sql: str, *values: object) -> list[Any]:
        return self._cursor.execute(sql, values).fetchall()

    def _rows(self, statement: Statement, values: Row) -> list[tuple[Any, ...]]:
        compiled = statement.compiled(DIALECT)
        found = self._cursor.execute(compiled.sql, converted(compiled, values)).fetchall()
        return [read(compiled, row) for row in found]

    def _several(self, asked: Sequence[Asked]) -> list[list[tuple[Any, ...]]]:
        is_alone = not self._cursor.connection.in_transaction
        if is_alone:
            self._ask("BEGIN")
        try:
            return [self._rows(statement, values) for statement, values in asked]
        finally:
            if is_alone:
                self._rollback()

    def _run(self, statement: Statement, rows: Sequence[Row]) -> int:
        changed = 0
        for sql, parameters in steps(statement.compiled(DIALECT), rows):
            changed = self._cursor.executemany(sql, parameters).rowcount
        return changed

    def _insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        return [int(self._rows(statement, row)[0][0]) for row in rows]

    def _run_all(self, batch: Batch) -> None:
        for statement, rows in batch:
            changed = self._run(statement, rows)
            if statement.is_guard and changed != len(rows):
                raise Conflict

    def _run_last(self, batch: Batch) -> None:
        self._run_all(batch)
        self._commit()

    def _commit(self) -> None:
        self._cursor.connection.commit()

    def _rollback(self) -> None:
        self._cursor.connection.rollback()

    def _set_last_id(self, table: str, last: int) -> None:
        if not self._cursor.execute(_SET_LAST_ID, (last, table)).rowcount:
            self._cursor.execute(_FIRST_LAST_ID, (last, table))
