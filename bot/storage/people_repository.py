"""What people and servers have chosen for themselves, and what onlookers guess."""

from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import UNSERVED_PEOPLE, guesses, preferences, retention
from bot.storage.statements import Statement, insert_missing, param

ProfileVisibility = Literal["me", "server", "everybody"]
"""Who sees how a person plays: only that person, people of the same servers, or everybody."""
RETENTION_CHOICES_DAYS = (730, 365, 90, 30)
"""The numbers of days for which games can be kept. The first is the default."""

_USER = param("of_user")
_GUILD = param("of_guild")


class Preferences(Struct, frozen=True, gc=False):
    """What a person has chosen."""

    user: int
    seen_by: ProfileVisibility = "server"
    served: bool = True
    """False: the bot does nothing for this person."""
    days: int = 0
    """For how many days their part in games is kept; 0 is the default."""


class PeopleRepository(Repository):
    """What people and servers have chosen for themselves, and what onlookers guess."""

    SELECT_PREFERENCES = Statement(sa.select(*preferences.c).where(preferences.c.user == _USER))

    @reads
    async def find_preferences(self, db: Transaction, user: int) -> Preferences:
        """Return what a person has chosen, or the defaults."""
        found = await db.rows(self.SELECT_PREFERENCES, of_user=user)
        return Preferences(*found[0]) if found else Preferences(user)

    DELETE_PREFERENCES = Statement(sa.delete(preferences).where(preferences.c.user == _USER))
    INSERT_PREFERENCES = Statement(sa.insert(preferences))

    @writes
    async def set_preferences(self, db: Transaction, new_preferences: Preferences) -> None:
        """Store what a person has chosen. The defaults take no row."""
        await db.run(self.DELETE_PREFERENCES, [{"of_user": new_preferences.user}])
        if new_preferences != Preferences(new_preferences.user):
            await db.run(self.INSERT_PREFERENCES, [asdict(new_preferences)])

    SELECT_UNSERVED = Statement(sa.select(preferences.c.user).where(UNSERVED_PEOPLE))

    @reads
    async def find_unserved(self, db: Transaction) -> frozenset[int]:
        """Return the people for whom the bot does nothing."""
        return frozenset(user for (user,) in await db.rows(self.SELECT_UNSERVED))

    SELECT_DAYS = Statement(sa.select(retention.c.days).where(retention.c.guild == _GUILD))

    @reads
    async def find_retention_days(self, db: Transaction, guild: int) -> int:
        """Return for how many days a server's games are kept; 0 is the default."""
        found = await db.rows(self.SELECT_DAYS, of_guild=guild)
        return int(found[0][0]) if found else 0

    DELETE_DAYS = Statement(sa.delete(retention).where(retention.c.guild == _GUILD))
    INSERT_DAYS = Statement(sa.insert(retention))

    @writes
    async def set_retention_days(self, db: Transaction, guild: int, days: int) -> None:
        """Set for how many days a server's games are kept; 0 is the default."""
        await db.run(self.DELETE_DAYS, [{"of_guild": guild}])
        if days:
            await db.run(self.INSERT_DAYS, [{"guild": guild, "days": days}])

    INSERT_GUESS = Statement(insert_missing(guesses))
    SELECT_GUESS = Statement(
        sa.select(guesses.c.seat).where(
            guesses.c.table == param("of_table"), guesses.c.user == _USER
        )
    )

    @writes
    async def store_guess(
        self, db: Transaction, table: int, user: int, name: str, seat: int
    ) -> int:
        """Note which seat an onlooker expects to win; return the first seat that they chose."""
        row = {"table": table, "user": user, "name": name, "seat": seat}
        await db.run(self.INSERT_GUESS, [row])
        ((first,),) = await db.rows(self.SELECT_GUESS, of_table=table, of_user=user)
        return int(first)
