"""What people and servers have chosen for themselves, and what onlookers guess."""

from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import UNSERVED_ONES, guesses, preferences, retention
from bot.storage.statements import Statement, insert_missing, param

SeenBy = Literal["me", "server", "everybody"]
"""Who sees how somebody plays: nobody else, people of the servers where they play, or also in what
is told of all servers together."""
DAYS = (730, 365, 90, 30)
"""For so many days games can be kept; the first is what holds for whoever chooses nothing."""

_USER = param("of_user")
_GUILD = param("of_guild")


class Preferences(Struct, frozen=True, gc=False):
    """What a person has chosen."""

    user: int
    seen_by: SeenBy = "server"
    served: bool = True
    """False: they do not want the bot to do anything for them."""
    days: int = 0
    """For so many days their part in games is kept; 0: as for all."""


class PeopleRepository(Repository):
    """What people and servers have chosen for themselves, and what onlookers guess."""

    PREFERENCES = Statement(sa.select(*preferences.c).where(preferences.c.user == _USER))

    @reads
    async def preferences_of(self, db: Transaction, user: int) -> Preferences:
        """Return what a person has chosen, or what holds for whoever has not."""
        found = await db.rows(self.PREFERENCES, of_user=user)
        return Preferences(*found[0]) if found else Preferences(user)

    NO_PREFERENCES = Statement(sa.delete(preferences).where(preferences.c.user == _USER))
    NEW_PREFERENCES = Statement(sa.insert(preferences))

    @writes
    async def choose(self, db: Transaction, chosen: Preferences) -> None:
        """Store what a person has chosen; whoever chooses what holds for all has no row."""
        await db.run(self.NO_PREFERENCES, [{"of_user": chosen.user}])
        if chosen != Preferences(chosen.user):
            await db.run(self.NEW_PREFERENCES, [asdict(chosen)])

    UNSERVED = Statement(sa.select(preferences.c.user).where(UNSERVED_ONES))

    @reads
    async def unserved(self, db: Transaction) -> frozenset[int]:
        """Return who does not want to be served."""
        return frozenset(user for (user,) in await db.rows(self.UNSERVED))

    DAYS = Statement(sa.select(retention.c.days).where(retention.c.guild == _GUILD))

    @reads
    async def days_of(self, db: Transaction, guild: int) -> int:
        """Return for how many days a server's games are kept; 0: as for all."""
        found = await db.rows(self.DAYS, of_guild=guild)
        return int(found[0][0]) if found else 0

    NO_DAYS = Statement(sa.delete(retention).where(retention.c.guild == _GUILD))
    NEW_DAYS = Statement(sa.insert(retention))

    @writes
    async def set_days(self, db: Transaction, guild: int, days: int) -> None:
        """Keep a server's games for so many days from now on; 0: as for all."""
        await db.run(self.NO_DAYS, [{"of_guild": guild}])
        if days:
            await db.run(self.NEW_DAYS, [{"guild": guild, "days": days}])

    GUESS = Statement(insert_missing(guesses))
    GUESSED = Statement(
        sa.select(guesses.c.seat).where(
            guesses.c.table == param("of_table"), guesses.c.user == _USER
        )
    )

    @writes
    async def guess(self, db: Transaction, table: int, user: int, name: str, seat: int) -> int:
        """Note whom an onlooker takes for the winner; return the seat that counts: the first."""
        row = {"table": table, "user": user, "name": name, "seat": seat}
        await db.run(self.GUESS, [row])
        ((first,),) = await db.rows(self.GUESSED, of_table=table, of_user=user)
        return int(first)
