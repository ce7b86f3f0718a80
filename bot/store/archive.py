"""The records of games that are over, as people look back at them."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from bot.store.database import Transaction
from bot.store.queries import history, personal, profile, settings
from bot.store.queries.history import LISTED
from bot.store.record import Course, Record
from bot.store.standings import Result

Within = Callable[[Callable[[Transaction], Awaitable[Any]]], Awaitable[Any]]
"""Does something in a transaction, and returns what it returns."""


class Archive:
    """Each method raises `StoreProblem`."""

    def __init__(self, read: Within, write: Within) -> None:
        """Use the store's transactions."""
        self._read = read
        self._write = write

    async def kept(self, table: int) -> tuple[Record, Course] | None:
        """Return the record of a table's game, and how it went; None: it is not over, or gone."""
        found: tuple[Record, Course] | None = await self._read(lambda db: history.kept(db, table))
        return found

    async def of_channel(self, channel: int, page: int) -> tuple[Record, ...]:
        """Return a page of a channel's records, the newest first, and the first of the next one."""
        found: tuple[Record, ...] = await self._read(
            lambda db: history.of_channel(db, channel, page)
        )
        return found

    async def of_person(self, user: int, page: int) -> tuple[Record, ...]:
        """Return the same of the games that a person played to any end, wherever that was."""
        found: tuple[Record, ...] = await self._read(lambda db: history.of_person(db, user, page))
        return found

    async def results(self, user: int, guild: int) -> tuple[Result, ...]:
        """Return a person's results on a server, or `EVERYWHERE`; the oldest first."""
        found: tuple[Result, ...] = await self._read(lambda db: profile.results_of(db, user, guild))
        return found

    async def foreseen(self, user: int, guild: int) -> Mapping[str, tuple[int, int]]:
        """Return how often a person guessed who wins, by game, and how often that was right."""
        found: Mapping[str, tuple[int, int]] = await self._read(
            lambda db: profile.foreseen(db, user, guild)
        )
        return found

    async def forget_later(self, user: int, now: float) -> None:
        """Note that a person is to be forgotten, whatever happens in between."""
        await self._write(lambda db: personal.wish(db, user, now))

    async def last_forgotten(self) -> str | None:
        """Return a mark that changes whenever something of people is deleted."""
        found: str | None = await self._read(lambda db: settings.setting(db, settings.FORGOTTEN))
        return found

    async def mark_forgotten(self) -> None:
        """Let every worker read anew what it holds of people."""
        await self._write(settings.mark_forgotten)

    async def wishes(self) -> tuple[int, ...]:
        """Return the ids of people who are to be forgotten."""
        found: tuple[int, ...] = await self._read(personal.wishes)
        return found

    async def open_seats(self, user: int) -> tuple[tuple[int, int], ...]:
        """Return the ids and servers of open tables at which a person sits, lessons included."""
        found: tuple[tuple[int, int], ...] = await self._read(
            lambda db: personal.open_seats(db, user)
        )
        return found

    async def forget(self, user: int) -> None:
        """Take a person out of all that is kept.

        It is done in steps, and can be done again. Who sits at open tables has to leave them first.
        """
        after: int | None = 0
        while after is not None:
            _, after = await self._write(partial(personal.scrub_tables, after=after, user=user))
        while await self._write(lambda db: personal.scrub_records(db, user)):
            pass
        await self._write(lambda db: personal.done(db, user))

    async def about(self, user: int) -> dict[str, Any]:
        """Return how a person stands, what came of their games, and the games' records."""
        found: dict[str, Any] = await self._read(lambda db: personal.about(db, user))
        records: list[tuple[Record, Course]] = []
        page = 0
        while some := await self.of_person(user, page):
            for record in some[:LISTED]:
                if kept := await self.kept(record.id):
                    records.append(kept)
            page += 1
        return {**found, "records": records}
