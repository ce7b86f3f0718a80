"""Stores settings that people and servers chose, and onlookers' guesses who will win a game."""

from collections.abc import Collection
from typing import Literal

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import (
    TEXT_READERS,
    UNSERVED_PEOPLE,
    guesses,
    predictions,
    preferences,
    readings,
    retention,
)
from bot.storage.statements import Statement, insert_missing, match_key, param

ProfileVisibility = Literal["me", "server", "everybody"]
"""The people who may see a person's profile.

They are only that person ("me"), people on the same servers ("server"), or everybody ("everybody").
"""
RETENTION_CHOICES_DAYS = (730, 365, 90, 30)
"""The numbers of days that a server or person can choose for keeping records of finished games.

The first one is the default.
"""

_USER = param("of_user")
_GUILD = param("of_guild")


class Preferences(Struct, frozen=True, gc=False):
    """A person's own settings. The default values apply until the person changes them."""

    user: int
    """Discord's id of the person."""
    seen_by: ProfileVisibility = "server"
    """Who may see the person's profile, which shows the person's results and ratings."""
    served: bool = True
    """Whether the bot reacts to this person at all."""
    days: int = 0
    """The number of days for which the person's name is kept in records of finished games.

    0 means the bot's default.
    """
    in_words: bool = False
    """Whether the bot shows everything to this person in words, without pictures."""


class PeopleRepository(Repository):
    """Stores settings that people and servers chose, and onlookers' guesses who will win a game."""

    SELECT_PREFERENCES = Statement(sa.select(*preferences.c).where(preferences.c.user == _USER))
    """Query for a person's own settings. Parameter: `of_user` is Discord's id of the person."""

    @reads
    async def find_preferences(self, db: Transaction, user: int) -> Preferences:
        """Return a person's own settings. If the person has chosen nothing, return the defaults."""
        found = await db.rows(self.SELECT_PREFERENCES, of_user=user)
        return Preferences(*found[0]) if found else Preferences(user)

    DELETE_PREFERENCES = Statement(sa.delete(preferences).where(preferences.c.user == _USER))
    """Deletes a person's own settings, so that the defaults apply again. Parameter: `of_user`."""
    INSERT_PREFERENCES = Statement(sa.insert(preferences))
    """Stores a person's own settings."""

    @writes
    async def set_preferences(self, db: Transaction, new_preferences: Preferences) -> None:
        """Replace all of a person's own settings.

        If the new settings are the defaults, nothing is stored for the person.
        """
        await db.run(self.DELETE_PREFERENCES, [{"of_user": new_preferences.user}])
        if new_preferences != Preferences(new_preferences.user):
            await db.run(self.INSERT_PREFERENCES, [asdict(new_preferences)])

    SELECT_UNSERVED = Statement(sa.select(preferences.c.user).where(UNSERVED_PEOPLE))
    """Query for the ids of people who do not want the bot to react to them."""

    @reads
    async def find_unserved(self, db: Transaction) -> frozenset[int]:
        """Return Discord's ids of the people who do not want the bot to react to them."""
        return frozenset(user for (user,) in await db.rows(self.SELECT_UNSERVED))

    SELECT_TEXT_READERS = Statement(sa.select(preferences.c.user).where(TEXT_READERS))
    """Query for the ids of people to whom the bot shows no pictures."""

    @reads
    async def find_text_readers(self, db: Transaction) -> frozenset[int]:
        """Return Discord's ids of the people to whom the bot shows no pictures."""
        return frozenset(user for (user,) in await db.rows(self.SELECT_TEXT_READERS))

    SELECT_DAYS = Statement(sa.select(retention.c.days).where(retention.c.guild == _GUILD))
    """Query for the number of days that a server keeps records of finished games.

    Parameter: `of_guild` is the server's id.
    """

    @reads
    async def find_retention_days(self, db: Transaction, guild: int) -> int:
        """Return the number of days that a server keeps records of finished games.

        0 means that the server uses the bot's default.
        """
        found = await db.rows(self.SELECT_DAYS, of_guild=guild)
        return int(found[0][0]) if found else 0

    DELETE_DAYS = Statement(sa.delete(retention).where(retention.c.guild == _GUILD))
    """Deletes a server's choice of how long records of games are kept. Parameter: `of_guild`."""
    INSERT_DAYS = Statement(sa.insert(retention))
    """Stores the number of days that a server keeps records of finished games."""

    @writes
    async def set_retention_days(self, db: Transaction, guild: int, days: int) -> None:
        """Set the number of days that a server keeps records of finished games.

        0 restores the bot's default.
        """
        await db.run(self.DELETE_DAYS, [{"of_guild": guild}])
        if days:
            await db.run(self.INSERT_DAYS, [{"guild": guild, "days": days}])

    INSERT_GUESS = Statement(insert_missing(guesses))
    """Stores an onlooker's guess who will win a game, unless the onlooker has already guessed."""
    UPDATE_GUESS = Statement(
        sa.update(guesses).where(*match_key(guesses)).values(seat=param("seat"))
    )
    """Replaces the seat of the player who an onlooker guesses will win.

    Parameters: `of_table` is the id of the game table, `of_user` the onlooker's id.
    """

    @writes
    async def store_guess(
        self, db: Transaction, table: int, user: int, name: str, seat: int
    ) -> None:
        """Store an onlooker's guess who will win a game, in place of an earlier one.

        Args:
            db: The transaction, which callers leave out.
            table: The id of the game table.
            user: Discord's id of the onlooker.
            name: The onlooker's display name.
            seat: The number of the seat of the guessed player.
        """
        row = {"table": table, "user": user, "name": name, "seat": seat}
        await db.run(self.INSERT_GUESS, [row])
        await db.run(self.UPDATE_GUESS, [{"of_table": table, "of_user": user, "seat": seat}])

    COUNT_RIGHT_CALLS = Statement(
        sa.select(
            sa.func.coalesce(
                sa.select(sa.func.sum(predictions.c.correct))
                .where(predictions.c.user == _USER, predictions.c.record != param("record"))
                .scalar_subquery(),
                sa.literal_column("0"),
            ),
            sa.select(sa.func.count())
            .where(
                readings.c.user == _USER, readings.c.foresaw, readings.c.record != param("record")
            )
            .scalar_subquery(),
        )
    )
    """Query for how many predictions, and guesses of the winner, of an onlooker were right.

    Parameters: `of_user` is the person's id, and `record` the id of a game that is left out.
    """

    @reads
    async def count_right_calls(
        self, db: Transaction, users: Collection[int], without: int = 0
    ) -> dict[int, int]:
        """Count how often people were right about games that they only watched, on all servers.

        Predictions of what a game reveals next count, and guesses of the winner.

        Args:
            db: The transaction, which callers leave out.
            users: Discord's ids of the people.
            without: The id of the record of a game that does not count. 0 means that all games do.

        Returns:
            The numbers by the ids of the people.
        """
        counted = dict[int, int]()
        for user in users:
            ((right, foreseen),) = await db.rows(
                self.COUNT_RIGHT_CALLS, of_user=user, record=without
            )
            counted[user] = int(right) + int(foreseen)
        return counted
