"""Notes which servers were greeted, and which the bot was removed from."""

from collections.abc import Collection, Iterator, Sequence

import sqlalchemy as sa

from bot.domain.results import ALL_SERVERS
from bot.storage.bot_repository import read_setting, write_setting
from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import records, removed_guilds, standings, tables
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, insert_missing, param

GUILDS_PER_STEP = 500
"""Servers that one step of a scan reads."""
GUILDS_PER_WRITE = 200
"""Servers that one transaction notes as joined or removed."""

_AFTER = param("after")


def _select_known(column: "sa.Column[int]") -> Statement:
    """Return the query for the next servers of a shard that have rows, and the last of the step.

    It reads one index entry for each server, however many rows the server has:
    https://wiki.postgresql.org/wiki/Loose_indexscan
    """
    first = sa.select(
        sa.cast(_AFTER, column.type).label("guild"),
        sa.literal_column("0", sa.Integer).label("place"),
    )
    known = first.cte("known", recursive=True)
    following = sa.select(sa.func.min(column)).where(column > known.c.guild).scalar_subquery()
    place = known.c.place
    known = known.union_all(
        sa.select(following, place + 1).where(known.c.guild.is_not(None), place < GUILDS_PER_STEP)
    )
    is_last = known.c.place == GUILDS_PER_STEP
    return Statement(
        sa.select(known.c.guild, known.c.place).where(
            known.c.guild.is_not(None),
            known.c.place > 0,
            sa.or_(is_in_shard(known.c.guild), is_last),
        )
    )


DELETE_REMOVED = Statement(sa.delete(removed_guilds).where(removed_guilds.c.guild == param("of")))


async def note_joined(db: Transaction, guilds: Collection[int]) -> None:
    """Note that the bot is in servers, so that their rows stay."""
    await db.run(DELETE_REMOVED, [{"of": guild} for guild in guilds])


class GuildRepository(Repository):
    """Notes which servers were greeted, and which the bot was removed from."""

    @writes
    async def greet(self, db: Transaction, guild: int) -> bool:
        """Note for ever that a server is greeted; return whether it was not yet."""
        key = f"greeted:{guild}"
        if await read_setting(db, key) is not None:
            return False
        await write_setting(db, key, "")
        return True

    INSERT_REMOVED = Statement(insert_missing(removed_guilds))

    @writes
    async def note_removed(self, db: Transaction, guilds: Collection[int], now: float) -> None:
        """Note that the bot was removed from servers, whose rows are deleted 30 days later."""
        await db.run(self.INSERT_REMOVED, [{"guild": guild, "at": now} for guild in guilds])

    @writes
    async def note_joined(self, db: Transaction, guilds: Collection[int]) -> None:
        """Note that the bot is in servers, so that their rows stay."""
        await note_joined(db, guilds)

    async def compare(self, present_guilds: Collection[int], now: float, shard: Shard) -> None:
        """Note which of a shard's known servers the bot left or joined while it was not running.

        `present_guilds` are all servers that the bot is in now, those in an outage of Discord
        included.
        """
        removed, known = set[int](), set[int]()
        after: int | None = -1
        while after is not None:
            guilds, after = await self.find_removed(after, shard)
            removed.update(guilds)
        for query in self.SELECT_KNOWN:
            after = -1
            while after is not None:
                guilds, after = await self.find_known(after, query, shard)
                known.update(guilds)
        for joined in _split(removed.intersection(present_guilds)):
            await self.note_joined(joined)
        for gone in _split(known.difference(present_guilds, removed)):
            await self.note_removed(gone, now)

    SELECT_REMOVED = Statement(
        sa.select(removed_guilds.c.guild)
        .where(removed_guilds.c.guild > _AFTER, is_in_shard(removed_guilds.c.guild))
        .order_by(removed_guilds.c.guild)
        .limit(GUILDS_PER_STEP)
    )

    @reads
    async def find_removed(
        self, db: Transaction, after: int, shard: Shard
    ) -> tuple[list[int], int | None]:
        """Return the next servers of a shard that are noted as removed."""
        found = [
            guild
            for (guild,) in await db.rows(self.SELECT_REMOVED, after=after, **shard_params(shard))
        ]
        return found, found[-1] if len(found) == GUILDS_PER_STEP else None

    SELECT_KNOWN = (
        _select_known(tables.c.guild),
        _select_known(standings.c.guild),
        _select_known(records.c.guild),
    )

    @reads
    async def find_known(
        self, db: Transaction, after: int, query: Statement, shard: Shard
    ) -> tuple[list[int], int | None]:
        """Return the next servers of a shard that have rows, by one of the queries."""
        found = await db.rows(query, after=after, **shard_params(shard))
        last = next((guild for guild, place in found if place == GUILDS_PER_STEP), None)
        return [
            guild for guild, _ in found if guild != ALL_SERVERS and shard.contains_guild(guild)
        ], last


def _split(guilds: Collection[int]) -> Iterator[Sequence[int]]:
    """Yield `GUILDS_PER_WRITE` servers at a time."""
    ordered = sorted(guilds)
    for start in range(0, len(ordered), GUILDS_PER_WRITE):
        yield ordered[start : start + GUILDS_PER_WRITE]
