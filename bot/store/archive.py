"""The records of games that are over, as people look back at them."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.store.database import Transaction
from bot.store.queries import history
from bot.store.record import Course, Record

Within = Callable[[Callable[[Transaction], Awaitable[Any]]], Awaitable[Any]]
"""Does something in a transaction, and returns what it returns."""


class Archive:
    """Each method is one transaction, and raises `StoreProblem`."""

    def __init__(self, read: Within) -> None:
        """Use the store's transactions."""
        self._read = read

    async def kept(self, table: int) -> tuple[Record, Course] | None:
        """Return the record of a table's game, and how it went; None: it is not over, or gone."""
        found: tuple[Record, Course] | None = await self._read(lambda db: history.kept(db, table))
        return found

    async def of_server(self, guild: int, page: int) -> tuple[Record, ...]:
        """Return a page of a server's records, the newest first, and the first of the next one."""
        found: tuple[Record, ...] = await self._read(lambda db: history.of_server(db, guild, page))
        return found

    async def of_person(self, user: int, page: int) -> tuple[Record, ...]:
        """Return the same of the games that a person played to any end, wherever that was."""
        found: tuple[Record, ...] = await self._read(lambda db: history.of_person(db, user, page))
        return found
