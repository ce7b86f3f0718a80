"""Stores what people and servers have chosen, and who onlookers expect to win."""

from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import UNSERVED_PEOPLE, guesses, preferences, retention
from bot.storage.statements import Statement, insert_missing, param

ProfileVisibility = Literal["me", "server", "everybody"]
"""Who may see how a person plays: only that person, people of the same servers, or everybody."""
RETENTION_CHOICES_DAYS = (730, 365, 90, 30)
"""The numbers of days from which a server or person chooses how long finished games are kept.

The first one is the default.
"""

_USER = param("of_user")
_GUILD = param("of_guild")


class Preferences(Struct, frozen=True, gc=False):
    """What a person has chosen for themselves; the defaults hold until the person chooses."""

    user: int
    """Discord's id of the person."""
    seen_by: ProfileVisibility = "server"
    """Who may see the person's profile, which shows how the person plays."""
    served: bool = True
    """Whether the bot reacts to this person at all."""
    days: int = 0
    """For how many days the person's name stays in records of finished games.

    0 means the default.
    """


class PeopleRepository(Repository):
    """Stores what people and servers have chosen, and who onlookers expect to win."""

    SELECT_PREFERENCES = Statement(sa.select(*preferences.c).where(preferences.c.user == _USER))
    """Query for what a person has chosen. Parameter: `of_user`."""

    @reads
    async def find_preferences(self, db: Transaction, user: int) -> Preferences:
        """Return what a person has chosen, or the defaults if the person has chosen nothing."""
        found = await db.rows(self.SELECT_PREFERENCES, of_user=user)
        return Preferences(*found[0]) if found else Preferences(user)

    DELETE_PREFERENCES = Statement(sa.delete(preferences).where(preferences.c.user == _USER))
    """Deletes what a person has chosen, which restores the defaults. Parameter: `of_user`."""
    INSERT_PREFERENCES = Statement(sa.insert(preferences))
    """Stores what a person has chosen."""

    @writes
    async def set_preferences(self, db: Transaction, new_preferences: Preferences) -> None:
        """Store what a person has chosen, in place of all that the person chose before.

        The defaults are not stored.
        """
        await db.run(self.DELETE_PREFERENCES, [{"of_user": new_preferences.user}])
        if new_preferences != Preferences(new_preferences.user):
            await db.run(self.INSERT_PREFERENCES, [asdict(new_preferences)])

    SELECT_UNSERVED = Statement(sa.select(preferences.c.user).where(UNSERVED_PEOPLE))
    """Query for the ids of people who do not want the bot to react to them."""

    @reads
    async def find_unserved(self, db: Transaction) -> frozenset[int]:
        """Return the ids of people who do not want the bot to react to them."""
        return frozenset(user for (user,) in await db.rows(self.SELECT_UNSERVED))

    SELECT_DAYS = Statement(sa.select(retention.c.days).where(retention.c.guild == _GUILD))
    """Query for how many days a server keeps finished games. Parameter: `of_guild`."""

    @reads
    async def find_retention_days(self, db: Transaction, guild: int) -> int:
        """Return for how many days a server keeps finished games; 0 means the default."""
        found = await db.rows(self.SELECT_DAYS, of_guild=guild)
        return int(found[0][0]) if found else 0

    DELETE_DAYS = Statement(sa.delete(retention).where(retention.c.guild == _GUILD))
    """Deletes a server's choice how long it keeps finished games. Parameter: `of_guild`."""
    INSERT_DAYS = Statement(sa.insert(retention))
    """Stores for how many days a server keeps finished games."""

    @writes
    async def set_retention_days(self, db: Transaction, guild: int, days: int) -> None:
        """Set for how many days a server keeps finished games; 0 restores the default."""
        await db.run(self.DELETE_DAYS, [{"of_guild": guild}])
        if days:
            await db.run(self.INSERT_DAYS, [{"guild": guild, "days": days}])

    INSERT_GUESS = Statement(insert_missing(guesses))
    """Stores an onlooker's guess of a game's winner, unless the person has guessed before."""
    SELECT_GUESS = Statement(
        sa.select(guesses.c.seat).where(
            guesses.c.table == param("of_table"), guesses.c.user == _USER
        )
    )
    """Query for the seat that an onlooker expects to win. Parameters: `of_table` and `of_user`."""

    @writes
    async def store_guess(
        self, db: Transaction, table: int, user: int, name: str, seat: int
    ) -> int:
        """Store which seat an onlooker expects to win, unless the person has guessed before.

        Args:
            db: The transaction, which callers leave out.
            table: The id of the game's table.
            user: Discord's id of the onlooker.
            name: The onlooker's display name.
            seat: The number of the seat that the onlooker expects to win.

        Returns:
            The seat of the onlooker's first guess, which counts.
        """
        row = {"table": table, "user": user, "name": name, "seat": seat}
        await db.run(self.INSERT_GUESS, [row])
        ((first,),) = await db.rows(self.SELECT_GUESS, of_table=table, of_user=user)
        return int(first)
