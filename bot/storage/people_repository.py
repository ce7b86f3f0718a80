"""Stores settings that people and servers chose."""

from typing import Literal, get_args

import sqlalchemy as sa
from cachetools import LRUCache, TTLCache
from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.storage.database import Transaction, Transactions, reads
from bot.storage.group_commit import GroupedRepository, GroupWriter, StatementRuns
from bot.storage.problems import StoreProblem
from bot.storage.schema import preferences, retention
from bot.storage.statements import Statement, insert_or_replace, param

ProfileVisibility = Literal["me", "server", "everybody"]
"""The people who may see a person's profile. They are only that person ("me"), people on the same
servers ("server"), or everybody ("everybody").
"""
RETENTION_CHOICES_DAYS = (730, 365, 90, 30)
"""The numbers of days that a server or person can choose for keeping records of finished games.
The first one is the default.
"""

MAX_KNOWN_PEOPLE = 8192
"""The maximum number of people whose settings are kept in memory. The least recently used ones are
dropped, and read again when they are needed.
"""
MAX_SETTINGS_AGE_SECONDS = 30.0
"""The number of seconds after which a person's settings in memory are read again. Another process
may have changed them.
"""

_USER = param("of_user")
_GUILD = param("of_guild")


class Preferences(Struct, frozen=True, gc=False):
    """A person's own settings. The default values apply until the person changes them."""

    user: int
    seen_by: ProfileVisibility = "server"
    """Who may see the person's profile, which shows the person's results and ratings."""
    served: bool = True
    """Whether the bot reacts to this person at all."""
    days: int = 0
    """The number of days for which the person's name is kept in records of finished games. 0 means
    the bot's default.
    """
    in_words: bool = False
    """Whether the bot shows everything to this person in words, without pictures."""
    puzzle_marks: bool = False
    """Whether the menus of puzzles leave out for this person what is ruled out."""


PreferenceName = Literal["seen_by", "served", "days", "in_words", "puzzle_marks"]
"""The name of one of a person's settings: a field of `Preferences`."""
PREFERENCE_DEFAULTS: dict[PreferenceName, str | int] = {
    name: asdict(Preferences(0))[name] for name in get_args(PreferenceName)
}
"""The default values of a person's settings, by their names."""


class PeopleRepository(GroupedRepository):
    """Stores settings that people and servers chose.

    Every press asks for the person's settings, so some are kept in memory, once for all shards.
    """

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions, writer)
        self._known: LRUCache[int, Preferences] = LRUCache(MAX_KNOWN_PEOPLE)
        """The settings of the people who pressed something last, as this process knows them."""
        self._fresh: TTLCache[int, None] = TTLCache(MAX_KNOWN_PEOPLE, MAX_SETTINGS_AGE_SECONDS)
        """The people whose settings were read so recently that they need not be read again."""
        self._pending_reads: dict[int, object] = {}
        """A marker for each person whose settings are being read. If they change in the meantime,
        the marker is removed, and what was read is not remembered.
        """

    SELECT_PREFERENCES = Statement(sa.select(*preferences.c).where(preferences.c.user == _USER))

    @reads
    async def _read_preferences(self, db: Transaction, user: int) -> Preferences:
        rows = await db.rows(self.SELECT_PREFERENCES, of_user=user)
        return Preferences(*rows[0]) if rows else Preferences(user)

    async def find_preferences(self, user: int) -> Preferences:
        """Return a person's own settings. If the person has chosen nothing, return the defaults."""
        marker = self._pending_reads[user] = object()
        try:
            preferences_ = await self._read_preferences(user)
            if self._pending_reads.get(user) is marker:
                self._known[user], self._fresh[user] = preferences_, None
        finally:
            if self._pending_reads.get(user) is marker:
                del self._pending_reads[user]
        return preferences_

    async def load_preferences(self, user: int) -> Preferences:
        """Return a person's own settings, which may be `MAX_SETTINGS_AGE_SECONDS` old.

        While the database cannot be used, what this process knows applies, however old it is.
        """
        if user not in self._fresh:
            try:
                return await self.find_preferences(user)
            except StoreProblem:
                if user not in self._known:
                    raise
        return self.recall_preferences(user)

    def recall_preferences(self, user: int) -> Preferences:
        """Return a person's settings as this process knows them, or else the defaults.

        They are known from `load_preferences`, which every press that is served calls.
        """
        return self._known.get(user) or Preferences(user)

    def mark_outdated(self) -> None:
        """Let everybody's settings be read again when they are next loaded."""
        self._pending_reads.clear()
        self._fresh.clear()

    UPSERT_PREFERENCES = tuple(
        Statement(insert_or_replace(preferences, name)) for name in PREFERENCE_DEFAULTS
    )
    """Statements that store one setting of a person, in the order of `PREFERENCE_DEFAULTS`. The
    person's other settings stay as they are.
    """
    DELETE_DEFAULTS = Statement(
        sa.delete(preferences).where(
            preferences.c.user == _USER,
            *(preferences.c[name] == param(name) for name in PREFERENCE_DEFAULTS),
        )
    )

    async def set_preference(self, user: int, name: PreferenceName, value: str | int) -> None:
        """Store one of a person's settings, together with other changes that wait.

        The person's other settings stay as they are, even if they are changed at the same moment.
        If all settings are the defaults then, nothing is stored for the person.
        """
        upsert_one = self.UPSERT_PREFERENCES[[*PREFERENCE_DEFAULTS].index(name)]
        defaults = asdict(Preferences(user))
        row, of = defaults | {name: value}, defaults | {"of_user": user}
        try:
            await self._writer.write(
                StatementRuns(((upsert_one, [row]), (self.DELETE_DEFAULTS, [of])))
            )
        finally:  # the outcome may be unknown
            self._pending_reads.pop(user, None)
            self._fresh.pop(user, None)
        self._known[user] = replace(self.recall_preferences(user), **{name: value})

    SELECT_DAYS = Statement(sa.select(retention.c.days).where(retention.c.guild == _GUILD))

    @reads
    async def find_retention_days(self, db: Transaction, guild: int) -> int:
        """Return the number of days that a server keeps records of finished games.

        0 means that the server uses the bot's default.
        """
        rows = await db.rows(self.SELECT_DAYS, of_guild=guild)
        return int(rows[0][0]) if rows else 0

    DELETE_DAYS = Statement(sa.delete(retention).where(retention.c.guild == _GUILD))
    UPSERT_DAYS = Statement(insert_or_replace(retention, "days"))

    async def set_retention_days(self, guild: int, days: int) -> None:
        """Set the number of days that a server keeps records of finished games.

        0 restores the bot's default.
        """
        row = {"guild": guild, "of_guild": guild, "days": days}
        statement = self.UPSERT_DAYS if days else self.DELETE_DAYS
        await self._write(statement, row)
