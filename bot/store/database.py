"""What the store needs of a database, whichever it is.

`sqlite/` and `postgres/` each know one: how it is opened, how a transaction begins, who has
claimed what, which problem an error is, and which constraint was hurt. Statements and schema are
one text for both (`statements.py`, `schema.py`).
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.store.claims import Claims
from bot.store.problems import Hindered
from bot.store.statements import Row, Statement

T = TypeVar("T")
Batch = Sequence[tuple[Statement, Sequence[Row]]]
Asked = tuple[Statement, Row]
"""A SELECT with its values."""
TRIES = 5
"""How often something is done that other processes hinder."""


class Group(NamedTuple):
    """What is written in one transaction."""

    new: Sequence[Row]
    """The rows of new tables."""
    insert: Statement
    """What inserts one of them and returns its id."""
    rest: Callable[[Sequence[int]], Batch]
    """All else, for the ids of the new tables."""
    guard: Statement
    """The one of these statements that has to change a row with each of its own."""
    hold: Collection[int]
    """The ids of known tables that nobody else changes meanwhile."""


class Transaction(Protocol):
    """Runs statements, for one transaction."""

    async def rows(self, statement: Statement, **values: object) -> list[tuple[Any, ...]]:
        """Return the rows that a SELECT finds."""

    async def run(self, statement: Statement, rows: Sequence[Row] = ({},)) -> int:
        """Run a statement once for each row of parameters; return how many rows it changed.

        Without rows it runs nothing and returns 0. Of an insert of several rows, that are
        those of its last step.
        """

    async def several(self, *asked: Asked) -> list[list[tuple[Any, ...]]]:
        """Return the rows that each of several SELECTs finds, all of one moment, in one trip."""

    async def run_all(self, batch: Batch) -> None:
        """Run statements in their order, in one trip. Raises what went wrong first."""

    async def last_id(self, table: str) -> int:
        """Return the last id that was given to a row of a table, even if that row is gone.

        0 where it is not known, because ids of the last rows may come back.
        """

    async def set_last_id(self, table: str, last: int) -> None:
        """Let a table's next row get an id behind the `last` one."""


class Database(Protocol):
    """A database. What goes wrong is raised as `StoreProblem`, `Repeated`,
    `ChannelTaken`, or, for a fault of the program, as the driver's own error, which never tells a
    parameter.
    """  # noqa: D205

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a transaction that writes: on the disk at its end, undone if it raises."""

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a connection that reads; each statement sees the newest data."""

    def snapshot(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a transaction that reads the data of one moment, while nobody else reads here."""

    async def write(self, group: Group) -> list[int]:
        """Write a group in one go: on the disk at the end, or nothing of it.

        Returns the ids of its new tables. Raises what went wrong first, and `Conflict` where the
        guard did not find all rows to be changed.
        """

    async def check(self) -> None:
        """Look whether what was opened is still there. Raises `StoreProblem`, also later on."""

    def claims(self) -> Claims:
        """Return what says which worker serves which shard."""

    async def close(self) -> None:
        """Let the running transactions end, and close the database."""


async def again(work: Callable[[], Awaitable[T]]) -> T:
    """Do something; if another process hinders it, some times more, until that is raised."""
    for _ in range(TRIES - 1):
        try:
            return await work()
        except Hindered:
            continue
    return await work()
