"""The interface of a database, and the base class of repositories, which use it.

`SqliteDatabase` and `PostgresDatabase` each know how to open one kind of database, how a
transaction begins, and what errors mean. They share the statements and the schema. A repository has
the methods that read and write one part of the database, such as game tables.
"""

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterator,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, contextmanager, suppress
from functools import wraps
from operator import methodcaller
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.storage.problems import StoreProblem, WriteHindered
from bot.storage.shard_leases import ShardLeases
from bot.storage.statements import Row, Statement

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R", bound="Repository")
T = TypeVar("T")
Batch = Sequence[tuple[Statement, Sequence[Row]]]
"""Statements to run in their order, each with a list of rows. It runs once for each row. A row
holds the values of the statement's parameters.
"""
Query = tuple[Statement, Row]
"""A SELECT statement with the values of its parameters."""
MAX_TRIES = 5
"""The maximum number of attempts to write if other processes hinder the write. The first attempt
is included. If the last one fails, its error is raised.
"""


class Transaction(Protocol):
    """A database transaction, with methods to run statements in it.

    Whoever opens a transaction also commits it or rolls it back (`Database.writing`).
    """

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Run a SELECT, and return its rows."""

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Run several SELECTs that all see the data of the same moment, and return their rows.

        The SELECTs are sent to the database together, so that the caller waits only once. The
        result has one list of rows per SELECT, in the order of the SELECTs.
        """

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed.

        Args:
            statement: An INSERT, UPDATE or DELETE.

        Returns:
            The number of changed rows. For an INSERT of many rows, do not rely on it: only the rows
                of the driver's last call are counted.
        """

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row, and return the ids that the database gave the new rows.

        Returns:
            The ids, in the order of the rows.
        """

    async def lock_people(self, users: Collection[int]) -> None:
        """Let other processes that lock one of these people wait until this transaction ends.

        What was written for these people before is visible to the statements that follow.
        """

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, with only one wait for the database.

        Raises:
            TableConflict: A guard changed too few rows, because another process changed a game
                table first.
            Exception: The first error of a statement. The caller must roll the transaction back.
        """

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run a transaction's last statements, while no other process can change some game tables.

        It works like `run_all`. With a SQLite file, it also commits, which saves a wait.

        Raises:
            TableConflict: A guard (`Statement.is_guard`) changed too few rows, because another
                process changed a game table first.
        """

    async def read_last_id(self, table: str) -> int:
        """Return the last id that the database generated for a table, even if its row is deleted.

        0 means that no such id is known.
        """

    async def set_last_id(self, table: str, last: int) -> None:
        """Make the database generate only ids greater than `last` for the next rows of a table.

        Used when a database is copied, so that ids of deleted rows are not used again.
        """


class Database(Protocol):
    """An open database, SQLite or PostgreSQL, that provides transactions.

    Its methods raise `StoreProblem`, `RepeatedInteraction` and `ChannelTaken`. An error in the
    program itself raises the driver's error, without any value of a parameter.
    """

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a transaction that may write.

        What was written is on the disk when the block ends. If the block raises, everything is
        undone.
        """

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a connection that reads.

        Each statement sees the newest committed data, so two statements may see different data.
        """

    def snapshot(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a transaction in which all reads see the same moment.

        While the block runs, nobody else reads through this object.
        """

    async def check(self) -> None:
        """Check that the opened database is still there.

        Raises:
            StoreProblem: The database is gone. After that, other methods may raise it, too.
        """

    def open_leases(self) -> ShardLeases:
        """Return the object with which this process of the bot claims the shards that it serves."""

    async def close(self) -> None:
        """Wait until the running transactions have ended, and close the database."""


Work = Callable[[Transaction], Awaitable[T]]
"""A function that reads or writes data in the transaction that it is called with."""


class OutageLog:
    """Logs once that the database cannot be used, and once that it can be used again."""

    def __init__(self) -> None:
        self._failing = set[str]()
        """What fails at present, such as "read"."""

    @contextmanager
    def watch(self, use: str) -> Iterator[None]:
        """Watch a use of the database in the `with` block, such as a "read"."""
        try:
            yield
        except StoreProblem as problem:
            if not self._failing:
                log.warning("the database cannot be used: %s", problem.key)
            self._failing.add(use)
            raise
        if use in self._failing:
            self._failing.remove(use)
            if not self._failing:
                log.info("the database can be used again")


class Transactions:
    """Runs functions in transactions of a database, and lets each transaction finish.

    If a caller is cancelled, the transaction still runs to its end before `CancelledError` is
    raised.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.outage = OutageLog()
        self._running: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        """Call `work` with a transaction that only reads, and return the result of `work`."""
        with self.outage.watch("read"):
            return await self._run(self.database.reading, work)

    async def write(self, work: Work[T]) -> T:
        """Call `work` with a transaction that can write, and return the result of `work`.

        If another process is writing, too, `work` may be called again, up to `MAX_TRIES` times in
        all. If `work` raises an error, nothing is written.
        """
        with self.outage.watch("write"):
            for _ in range(MAX_TRIES - 1):
                with suppress(WriteHindered):
                    return await self._run(self.database.writing, work)
            return await self._run(self.database.writing, work)

    async def check(self) -> None:
        """Check that the database is still the one that was opened.

        Raises:
            StoreProblem: The database was moved, deleted or replaced.
            RuntimeError: This object was closed with `close`.
        """
        self.check_open()
        with self.outage.watch("check"):
            await self.finish(asyncio.create_task(self.database.check()))

    def check_open(self) -> None:
        """Raise `RuntimeError` if this object was closed with `close`."""
        if self._is_closed:
            raise RuntimeError("the store is closed")

    async def close(self) -> bool:
        """Refuse new transactions, and wait until all running ones have ended.

        Returns:
            True at the first call. False means that this object was closed before.
        """
        if self._is_closed:
            return False
        self._is_closed = True
        if self._running:
            await asyncio.wait(self._running)
        return True

    async def finish(self, running: asyncio.Future[T]) -> T:
        """Wait until a transaction has ended, even if the caller is cancelled in the meantime.

        Returns:
            The result of the transaction.

        Raises:
            CancelledError: The caller was cancelled. It is raised only after the transaction has
                ended.
        """
        self._running.add(running)
        running.add_done_callback(self._running.discard)
        cancelled = None
        while not running.done():
            try:
                await asyncio.wait((running,))
            except asyncio.CancelledError as error:
                cancelled = error
        if cancelled is None:
            return running.result()
        if not running.cancelled():
            running.exception()  # retrieved, because nobody is left to raise it to
        raise cancelled

    async def _run(
        self,
        open_transaction: Callable[[], AbstractAsyncContextManager[Transaction]],
        work: Work[T],
    ) -> T:
        """Open a transaction with `open_transaction`, and return the result of `work` with it."""
        self.check_open()

        async def transaction() -> T:
            async with open_transaction() as db:
                return await work(db)

        return await self.finish(asyncio.create_task(transaction()))


class OneTransaction(Transactions):
    """Runs the work of all repositories in one transaction that is already open.

    Used by commands that change the whole database, so that either all changes are written or none.
    """

    def __init__(self, db: Transaction) -> None:
        self._db = db

    async def read(self, work: Work[T]) -> T:
        """Call `work` with the open transaction, and return its result."""
        return await work(self._db)

    async def write(self, work: Work[T]) -> T:
        """Call `work` with the open transaction, and return its result."""
        return await work(self._db)


class Repository:
    """Base class for the methods and SQL statements that read and write one kind of stored data.

    A method marked `@reads` or `@writes` runs in a transaction. The decorator passes the
    transaction as the argument `db`, so callers leave that out. Each such method raises
    `StoreProblem` if the database cannot be used, and can safely be called again afterwards.
    """

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions

    async def iterate_rows(
        self, query: Statement, rows_per_page: int, **values: object
    ) -> AsyncIterator[tuple[Any, ...]]:
        """Yield the rows of a SELECT, which runs in a transaction of its own for each page.

        The SELECT returns the rows whose first column is greater than its parameter `after`, in the
        order of that column. The column has no negative numbers.
        """
        after: int | None = -1
        while after is not None:
            read = methodcaller("rows", query, after=after, **values)
            rows: list[tuple[Any, ...]] = await self._transactions.read(read)
            for row in rows:
                yield row
            after = rows[-1][0] if len(rows) == rows_per_page else None


def reads(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Decorate a repository's method to run it in a transaction that only reads.

    The decorator passes the transaction as the first argument, `db`, so callers leave that out.
    """

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.read(lambda db: method(self, db, *args, **kwargs))

    return run


def writes(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Decorate a repository's method to run it in a transaction that can write.

    The decorator passes the transaction as the first argument, `db`, so callers leave that out. If
    another process is writing, too, the method may be called again.
    """

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.write(lambda db: method(self, db, *args, **kwargs))

    return run
