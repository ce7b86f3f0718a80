"""What the storage needs of a database, and how repositories use it.

`SqliteDatabase` and `PostgresDatabase` each know one kind of database: how to open it, how a
transaction begins, and what its errors mean. They share the statements and the schema.
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
"""Statements with the parameters of each run."""
Query = tuple[Statement, Row]
"""A SELECT with its parameters."""
MAX_TRIES = 5
"""How often a write is tried that other processes hinder."""


class Transaction(Protocol):
    """Runs the statements of one transaction."""

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds."""

    async def select_several(self, *asked: Query) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds at one moment, in one trip."""

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        An INSERT of several rows returns how many its last step inserted. Without rows it does
        nothing.
        """

    async def insert(self, statement: Statement, rows: Sequence[Row]) -> list[int]:
        """Run an INSERT once for each row; return the id that each returns, in their order."""

    async def run_all(self, batch: Batch) -> None:
        """Run statements in their order, in one trip.

        Raises what went wrong first, and `TableConflict` where a guard did not change all its rows.
        """

    async def run_last(self, batch: Batch, locked: Collection[int]) -> None:
        """Run the transaction's last statements as `run_all` does; a file commits in the same trip.

        Nobody else changes the tables with the ids `locked` meanwhile.
        """

    async def read_last_id(self, table: str) -> int:
        """Return the last id that a row of a table got, even if that row is gone.

        0 where it is not known, because ids of the last rows may come back.
        """

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id after the `last` one."""


class Database(Protocol):
    """A database. Its errors are `StoreProblem`, `RepeatedInteraction` and `ChannelTaken`.

    A fault of the program raises the driver's own error, which never tells a parameter.
    """

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a connection that reads; each statement sees the newest data."""

    def snapshot(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a transaction that reads the data of one moment, while nobody else reads here."""

    async def check(self) -> None:
        """Check that the opened database is still there. Raises `StoreProblem`, also later on."""

    def open_leases(self) -> ShardLeases:
        """Return the leases of this worker."""

    async def close(self) -> None:
        """Let the running transactions end, and close the database."""


Work = Callable[[Transaction], Awaitable[T]]


class Transactions:
    """Runs work in transactions of a database.

    A cancelled caller gets its cancellation when the transaction has ended.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._running: set[asyncio.Future[Any]] = set()
        self._is_closed = False

    async def read(self, work: Work[T]) -> T:
        """Run work that reads."""
        return await self._run(self.database.reading, work)

    async def write(self, work: Work[T]) -> T:
        """Run work that writes. If it raises, it has written nothing."""
        for _ in range(MAX_TRIES - 1):
            with suppress(WriteHindered):
                return await self._run(self.database.writing, work)
        return await self._run(self.database.writing, work)

    async def check(self) -> None:
        """Check that the database is still the one that was opened."""
        self.check_open()
        await self.finish(asyncio.create_task(self.database.check()))

    def check_open(self) -> None:
        """Raise `RuntimeError` after `close`."""
        if self._is_closed:
            raise RuntimeError("the store is closed")

    async def close(self) -> bool:
        """Refuse new work, and wait for what runs; return False if already closed."""
        if self._is_closed:
            return False
        self._is_closed = True
        if self._running:
            await asyncio.wait(self._running)
        return True

    async def finish(self, running: asyncio.Future[T]) -> T:
        """Wait until a transaction has ended, then pass on a cancellation."""
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
        self.check_open()

        async def transaction() -> T:
            async with open_transaction() as db:
                return await work(db)

        return await self.finish(asyncio.create_task(transaction()))


class OneTransaction(Transactions):
    """Runs all work in the given transaction."""

    def __init__(self, db: Transaction) -> None:
        self._db = db

    async def read(self, work: Work[T]) -> T:
        """Run work that reads."""
        return await work(self._db)

    async def write(self, work: Work[T]) -> T:
        """Run work that writes."""
        return await work(self._db)


class Repository:
    """Statements and methods for one kind of stored data.

    A method marked `@reads` or `@writes` runs in a transaction, `db`, which its callers leave out.
    Each raises `StoreProblem`. It can be called again, whatever happened the first time.
    """

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions


def reads(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Run a repository's method in a transaction that reads."""

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.read(lambda db: method(self, db, *args, **kwargs))

    return run


def writes(
    method: Callable[Concatenate[R, Transaction, P], Awaitable[T]],
) -> Callable[Concatenate[R, P], Coroutine[Any, Any, T]]:
    """Run a repository's method in a transaction that writes, again if it was hindered."""

    @wraps(method)
    async def run(self: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._transactions.write(lambda db: method(self, db, *args, **kwargs))

    return run
