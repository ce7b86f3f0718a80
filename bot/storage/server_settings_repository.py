"""Stores what the managers of servers choose."""

from collections.abc import Mapping

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.server_settings import (
    SETTING_DEFAULTS,
    PuzzleProblem,
    ServerSettings,
    SettingName,
    SettingValue,
)
from bot.storage.database import Transaction, reads, writes
from bot.storage.group_commit import GroupedRepository
from bot.storage.schema import PUZZLE_SERVERS, guild_settings
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, insert_or_replace, match_key, param

_AUTHOR_COLUMNS = ("changed_by", "changed_setting", "changed_at")
_PUZZLE_COLUMNS = ("puzzle_channel", "puzzle_hour", "puzzle_zone", "puzzle_due", "puzzle_problem")
_IS_DUE = (*match_key(guild_settings), guild_settings.c.puzzle_due == param("of_due"))
DUE_SERVERS_PER_READ = 50


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

    UPSERT_PUZZLE = Statement(insert_or_replace(guild_settings, *_PUZZLE_COLUMNS, *_AUTHOR_COLUMNS))

    async def change_puzzle(self, settings: ServerSettings) -> None:
        """Store when and where the daily puzzle is posted in a server, and who changed that.

        The other settings stay as they are, even if they are changed at the same moment.
        """
        await self._write(self.UPSERT_PUZZLE, asdict(settings))

    SELECT_DUE = Statement(
        sa.select(*guild_settings.c)
        .where(
            PUZZLE_SERVERS,
            guild_settings.c.puzzle_due <= param("now"),
            sa.tuple_(guild_settings.c.puzzle_due, guild_settings.c.guild)
            > sa.tuple_(param("after_due", sa.Float()), param("after_guild", sa.BigInteger())),
            is_in_shard(guild_settings.c.guild),
        )
        .order_by(guild_settings.c.puzzle_due, guild_settings.c.guild)
        .limit(DUE_SERVERS_PER_READ)
    )

    @reads
    async def find_due_puzzles(
        self, db: Transaction, now: float, shard: Shard, after: ServerSettings | None = None
    ) -> tuple[ServerSettings, ...]:
        """Return the next servers of a shard that are due for a post of the daily puzzle.

        They come in the order of the times at which they are due.

        Args:
            after: The last server that was read before, or None at the start.
        """
        due, guild = (after.puzzle_due, after.guild) if after else (0.0, 0)
        place = {"after_due": due, "after_guild": guild}
        rows = await db.rows(self.SELECT_DUE, now=now, **place, **shard_params(shard))
        return tuple(ServerSettings(*row) for row in rows)

    SELECT_NEXT_DUE = Statement(
        sa.select(guild_settings.c.puzzle_due)
        .where(PUZZLE_SERVERS, is_in_shard(guild_settings.c.guild))
        .order_by(guild_settings.c.puzzle_due)
        .limit(1)
    )

    @reads
    async def find_next_puzzle(self, db: Transaction, shard: Shard) -> float | None:
        """Return when the first server of a shard is due, or None if no server wants posts."""
        rows = await db.rows(self.SELECT_NEXT_DUE, **shard_params(shard))
        return rows[0][0] if rows else None

    BEGIN_POST = Statement(
        sa.update(guild_settings)
        .where(*_IS_DUE, guild_settings.c.puzzle_begun < guild_settings.c.puzzle_due)
        .values(puzzle_begun=param("now"))
    )
    SELECT_BEGUN = Statement(sa.select(*guild_settings.c).where(*_IS_DUE))

    @writes
    async def begin_puzzle_post(
        self, db: Transaction, guild: int, due: float, now: float
    ) -> ServerSettings | None:
        """Note that a server's post is begun now, unless it was begun before.

        Return the settings of the server, which tell when it was begun. None means that the server
        is not due at this time any more.
        """
        of = {"of_guild": guild, "of_due": due}
        await db.run(self.BEGIN_POST, [{**of, "now": now}])
        rows = await db.rows(self.SELECT_BEGUN, **of)
        return ServerSettings(*rows[0]) if rows else None

    MOVE_POST = Statement(
        sa.update(guild_settings)
        .where(*_IS_DUE)
        .values(puzzle_due=param("due"), puzzle_problem=param("problem"))
    )

    @writes
    async def move_puzzle_post(
        self,
        db: Transaction,
        guild: int,
        due: float,
        next_due: float | None,
        problem: PuzzleProblem = "",
    ) -> None:
        """Store when a server's next post is due, unless it is not due at `due` any more.

        Args:
            next_due: None ends the posts, because of the problem.
        """
        row = {"of_guild": guild, "of_due": due, "due": next_due, "problem": problem}
        await db.run(self.MOVE_POST, [row])
