"""Stores what the managers of servers choose."""

from collections.abc import Mapping

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.server_settings import (
    SETTING_DEFAULTS,
    ServerSettings,
    SettingName,
    SettingValue,
)
from bot.storage.database import Transaction, reads
from bot.storage.group_commit import GroupedRepository
from bot.storage.schema import guild_settings
from bot.storage.statements import Statement, insert_or_replace, match_key

_AUTHOR_COLUMNS = ("changed_by", "changed_setting", "changed_at")


class ServerSettingsRepository(GroupedRepository):
    """Stores the settings of servers. `bot.services.lookups` keeps them in memory."""

    SELECT_SETTINGS = Statement(sa.select(*guild_settings.c).where(*match_key(guild_settings)))

    @reads
    async def find(self, db: Transaction, guild: int) -> ServerSettings:
        """Return the settings of a server. If nothing was chosen, return the defaults."""
        rows = await db.rows(self.SELECT_SETTINGS, of_guild=guild)
        return ServerSettings(*rows[0]) if rows else ServerSettings(guild)

    UPSERT_SETTING: Mapping[SettingName, Statement] = {
        name: Statement(insert_or_replace(guild_settings, name, *_AUTHOR_COLUMNS))
        for name in SETTING_DEFAULTS
    }
    """Statements that store one setting of a server, and who changed it. The server's other
    settings stay as they are.
    """

    async def change(
        self, guild: int, name: SettingName, value: SettingValue, user: int, now: float
    ) -> None:
        """Store one setting of a server and who changed it, together with other changes that wait.

        The other settings stay as they are, even if they are changed at the same moment.
        """
        row = asdict(ServerSettings(guild, changed_by=user, changed_setting=name, changed_at=now))
        statement = self.UPSERT_SETTING[name]
        await self._write(statement, row | {name: value})

    UPSERT_CALL = Statement(insert_or_replace(guild_settings, "called_at"))

    async def note_call(self, guild: int, now: float) -> None:
        """Store when people were last called in a server."""
        row = asdict(ServerSettings(guild, called_at=now))
        await self._write(self.UPSERT_CALL, row)
