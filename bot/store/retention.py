"""Deletes what is kept no longer, in steps that do not depend on each other."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from bot.store import aging, tidying
from bot.store.archive import Within
from bot.store.database import Transaction

Step = Callable[[Transaction, int], Awaitable[tuple[list[Any], int | None]]]
InSteps = Callable[[Step, int], AsyncIterator[list[Any]]]
"""Reads what may be much in several transactions, and yields what each of them found."""


class Retention:
    """The steps of the daily clean-up, each in many short transactions."""

    def __init__(self, in_steps: InSteps, write: Within) -> None:
        """Use the store's transactions."""
        self._in_steps = in_steps
        self._write = write

    @property
    def steps(self) -> Mapping[str, Callable[[float], Awaitable[None]]]:
        """The steps by their names. Each takes the time now and can be repeated."""
        return {
            "old-records": self._delete_old_records,
            "records-of-servers": self._delete_records_of_servers,
            "records-of-people": self._delete_records_of_people,
            "removed-servers": self._delete_removed_servers,
            "absent-people": self._delete_absent_people,
        }

    async def _delete_old_records(self, now: float) -> None:
        """Delete records that are older than any are kept."""
        async for ids in self._in_steps(partial(aging.old_records, now=now), 0):
            if ids:
                await self._write(partial(aging.age, ids=ids))

    async def _delete_records_of_servers(self, now: float) -> None:
        """Delete records that are older than their server keeps them."""
        async for chosen in self._in_steps(aging.servers, -1):
            for guild, days in chosen:
                step = partial(aging.age_server, whose=guild, days=days, now=now)
                while await self._write(step):
                    pass

    async def _delete_records_of_people(self, now: float) -> None:
        """Take people out of records that are older than they want them."""
        async for chosen in self._in_steps(aging.people, -1):
            for user, days in chosen:
                step = partial(aging.age_person, whose=user, days=days, now=now)
                while await self._write(step):
                    pass

    async def _delete_removed_servers(self, now: float) -> None:
        """Delete the rows of servers that the bot was removed from 30 days ago."""
        async for guilds in self._in_steps(partial(tidying.gone, now=now), -1):
            for guild in guilds:
                while await self._write(partial(tidying.forget_some, guild=guild, now=now)):
                    pass

    async def _delete_absent_people(self, now: float) -> None:
        """Delete how people stand whose last game is over a year ago."""
        async for old in self._in_steps(partial(tidying.old_people, now=now), -1):
            if old:
                await self._write(partial(tidying.forget_people, people=old, now=now))
