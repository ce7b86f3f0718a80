"""Stores whom managers have removed from the scores of their servers."""

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.storage.database import Transaction, reads
from bot.storage.group_commit import GroupedRepository
from bot.storage.schema import removed_people
from bot.storage.statements import Statement, insert_missing, match_key, param

REMOVED_PEOPLE_PER_PAGE = 25
"""As many as one select menu can offer."""

PUT_BACK = Statement(sa.delete(removed_people).where(*match_key(removed_people)))
"""Puts a person back into the scores of a server."""


class RemovedPerson(Struct, frozen=True, gc=False):
    """A person whom a manager has removed from the scores of a server."""

    guild: int
    user: int
    name: str
    at: float
    """When the person was removed."""


class RemovedPeopleRepository(GroupedRepository):
    """Stores whom managers have removed from scores. A finished game there puts people back."""

    SELECT_REMOVED = Statement(
        sa.select(*removed_people.c)
        .where(removed_people.c.guild == param("of_guild"))
        .order_by(removed_people.c.at.desc(), removed_people.c.user)
        .limit(REMOVED_PEOPLE_PER_PAGE + 1)
        .offset(param("before"))
    )

    @reads
    async def find(self, db: Transaction, guild: int, page: int) -> tuple[RemovedPerson, ...]:
        """Return a page of the people who are removed from a server's scores, the last one first.

        If there is a next page, its first person follows.
        """
        before = page * REMOVED_PEOPLE_PER_PAGE
        rows = await db.rows(self.SELECT_REMOVED, of_guild=guild, before=before)
        return tuple(RemovedPerson(*row) for row in rows)

    SELECT_PERSON = Statement(sa.select(*removed_people.c).where(*match_key(removed_people)))

    @reads
    async def find_person(self, db: Transaction, guild: int, user: int) -> RemovedPerson | None:
        """Return a person who is removed from a server's scores, or None if they are not."""
        rows = await db.rows(self.SELECT_PERSON, of_guild=guild, of_user=user)
        return RemovedPerson(*rows[0]) if rows else None

    INSERT_REMOVED = Statement(insert_missing(removed_people))

    async def remove(self, person: RemovedPerson) -> None:
        """Remove a person from the scores of a server, together with other changes that wait."""
        await self._write(self.INSERT_REMOVED, asdict(person))

    async def put_back(self, guild: int, user: int) -> None:
        """Put a person back into the scores of a server, together with other changes that wait."""
        of = {"of_guild": guild, "of_user": user}
        await self._write(PUT_BACK, of)
