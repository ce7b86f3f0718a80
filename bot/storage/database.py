"""What the storage needs of a database, and how repositories use it.

`SqliteDatabase` and `PostgresDatabase` each know one kind of database: how to open it, how a
transaction begins, and what its errors mean. They share the statements and the schema. A repository
has the methods that read and write one part of the database, such as tables.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.storage.problems import WriteHindered
from bot.storage.shard_leases import ShardLeases
from bot.storage.statements import Row, Statement

P = ParamSpec("P")
R = TypeVar("R", bound="Repository")
T = TypeVar("T")
Batch = Sequence[tuple[Statement, Sequence[Row]]]
"""Statements to run in their order, each with the parameters of each of its runs."""
Query = tuple[Statement, Row]
"""A SELECT statement with the values of its parameters."""
MAX_TRIES = 5
"""The maximum number of tries of a write that other processes hinder, the first one included."""


class Transaction(Protocol):
    """Runs the statements of one database transaction.

    Whoever opens a transaction also commits it or undoes it (`Database.writing`).
    """

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds.

        Args:
            statement: The SELECT.
            values: The values of its parameters, by name.
        """

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all at the same moment.

        The SELECTs are sent to the database together, so that the caller waits only once. The
        result has a list of rows for each SELECT, in their order.
        """

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters, and return how many rows it changed.

        Args:
            statement: An INSERT, UPDATE or DELETE.
            rows: The parameters of each run, by name. Without any row, nothing is run.

        Returns:
            The number of changed rows. For an INSERT of several rows, it is only the number that
                the last step of the driver inserted.
        """

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row, and return the ids that the database gave the new rows.

        Args:
            statement: An INSERT that returns the new row's id.
            rows: The parameters of each run, by name.

        Returns:
            The ids, in the order of the rows.
        """

    async def run_all(self, batch: Batch) -> None:
        """Run several statements in their order, and wait for the database only once.

        A guard is a statement that has to change as many rows as it is given
        (`Statement.is_guard`).

        Args:
            batch: The statements, each with the parameters of its runs.

        Raises:
            TableConflict: A guard changed fewer rows, because another process changed a table
                first.
            Exception: The first error of a statement. The caller has to undo the transaction.
        """

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run the last statements of the transaction, while no other process changes these tables.

        It works like `run_all`. A SQLite file also commits at once, which saves a wait.

        Args:
            batch: The statements, each with the parameters of its runs.
            locked: The ids of the game tables that no other process may change meanwhile.

        Raises:
            TableConflict: A guard changed fewer rows, because another process changed a table
                first.
        """

    async def read_last_id(self, table: str) -> int:
        """Return the last id that the database gave to a row of a table, even if that row is gone.

        0 means that the id is not known, because this table may reuse the ids of its last rows.

        Args:
            table: The name of a database table.
        """

    async def set_last_id(self, table: str, last: int) -> None:
        """Let the next row of a database table get an id greater than `last`.

        A copy of a database needs it, so that ids of deleted rows are not used again.
        """


class Database(Protocol):
    """An open database of some kind, which hands out transactions.

    Its errors are `StoreProblem`, `RepeatedInteraction` and `ChannelTaken`. A fault of the program
    raises the driver's own error, which never repeats a parameter's value.
    """

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a transaction that may write.

        What was written is on the disk when the block ends. If the block raises, everything is
        undone.
        """

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a connection that reads.

        Each statement sees the newest committed data, so two statements may see different moments.
        """

    def snapshot(self) -> AbstractAsyncContextManager[Transaction]:
        """Return a context manager with a transaction that reads the data of one moment.

        While the block runs, nobody else reads through this object.
        """

    async def check(self) -> None:
        """Check that the database that was opened is still there.

        Raises:
            StoreProblem: The database is gone. From now on other methods may raise it, too.
        """

    def open_leases(self) -> ShardLeases:
        """Return the object with which this process leases the shards that it serves."""

    async def close(self) -> None:
        """Wait until the running transactions have ended, and close the database."""


Work = Callable[[Transaction], Awaitable[T]]
"""A function that reads or writes within the transaction that it is given."""


class Transactions:
    """Runs functions in transactions of a database, and never leaves a transaction half done.

    If a caller is cancelled, the transaction still ends first. Only then does the caller get its
    cancellation.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._running: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        """Call `work` with a transaction that reads, and return its result."""
        return await self._run(self.database.reading, work)

    async def write(self, work: Work[T]) -> T:
        """Call `work` with a transaction that writes, and return its result.

        If another process hinders the write, `work` is called again, up to `MAX_TRIES` times in
        all. If `work` raises, nothing has been written.
        """
        for _ in range(MAX_TRIES - 1):
            with suppress(WriteHindered):
                return await self._run(self.database.writing, work)
        return await self._run(self.database.writing, work)

    async def check(self) -> None:
        """Check that the database is still the one that was opened.

        Raises:
            StoreProblem: The database was moved, deleted or replaced.
            RuntimeError: `close` was called before.
        """
        self.check_open()
        await self.finish(asyncio.create_task(self.database.check()))

    def check_open(self) -> None:
        """Raise `RuntimeError` if `close` was called before."""
        if self._is_closed:
            raise RuntimeError("the store is closed")

    async def close(self) -> bool:
        """Refuse new work, and wait until all running transactions have ended.

        Returns:
            False if it was closed before, or else True.
        """
        if self._is_closed:
            return False
        self._is_closed = True
        if self._running:
            await asyncio.wait(self._running)
        return True

    async def finish(self, running: asyncio.Future[T]) -> T:
        """Wait until a transaction has ended, even if the caller is cancelled meanwhile.

        Args:
            running: The task or future of the transaction.

        Returns:
            The result of the transaction.

        Raises:
            CancelledError: The caller was cancelled. It is raised after the transaction has ended.
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
        """Call `work` in a transaction that `open_transaction` opens."""
        self.check_open()

        async def transaction() -> T:
            async with open_transaction() as db:
                return await work(db)

        return await self.finish(asyncio.create_task(transaction()))


class OneTransaction(Transactions):
    """Runs the work of all repositories in one transaction that is already open.

    A host's command that changes the whole database uses it, so that all of it happens or nothing.
    """

    def __init__(self, db: Transaction) -> None:
        self._db = db

    async def read(self, work: Work[T]) -> T:
        """Call `work` with the open transaction, and return its result."""
        return await work(self._db)

    async def write(self, work: Work[T]) -> T:
        """Call `work` with the open transaction, and return its result.

        It is committed by its owner.
        """
        return await work(self._db)


class Repository:
    """Base class of the methods and SQL statements for one kind of stored data.

    A method marked `@reads` or `@writes` runs in a transaction. The decorator supplies it as the
    argument `db`, so callers leave that out. Each such method raises `StoreProblem` if the database
    cannot be used. It can be called again, whatever happened the first time.
    """

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions


def reads(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Decorate a repository's method so that it runs in a transaction that reads.

    The method takes the transaction as its first argument, `db`. Callers leave that out.
    """

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.read(lambda db: method(self, db, *args, **kwargs))

    return run


def writes(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Decorate a repository's method so that it runs in a transaction that writes.

    The method takes the transaction as its first argument, `db`. Callers leave that out. If another
    process hinders the write, the method runs again.
    """

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.write(lambda db: method(self, db, *args, **kwargs))

    return run
