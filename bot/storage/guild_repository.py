"""Stores which servers have been welcomed, and from which servers the bot was removed."""

from collections.abc import Collection, Iterator, Sequence

import sqlalchemy as sa

from bot.domain.results import ALL_SERVERS
from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.schema import (
    call_subscriptions,
    evenings,
    guild_settings,
    puzzle_days,
    records,
    removed_guilds,
    settings,
    standings,
    tables,
)
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, insert_missing, param

GUILDS_PER_STEP = 500
"""The maximum number of servers that one transaction reads, when all servers have to be read."""
GUILDS_PER_WRITE = 200
"""The maximum number of servers that one transaction marks as joined or removed."""

_AFTER = param("after")


def _select_known(column: "sa.Column[int]") -> Statement:
    """Return a query for the next servers that have rows in a table of the database.

    The query reads up to `GUILDS_PER_STEP` server ids in ascending order, and numbers them from 1.
    It returns the ids of one shard, each with its number. If it has read the
    full `GUILDS_PER_STEP` ids, it also returns the last one, whatever its shard, because the next
    step begins there. It reads one index entry per server, however many rows the server has:
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
    """Store that the bot is on these servers, so that their data is not deleted.

    The rows that say that the bot was removed are deleted. This is done in the transaction `db`.
    """
    await db.run(DELETE_REMOVED, [{"of": guild} for guild in guilds])


class GuildRepository(Repository):
    """Stores which servers have been welcomed, and from which servers the bot was removed.

    The data of a server is deleted some time after the removal.
    """

    INSERT_GREETED = Statement(insert_missing(settings))
    """Stores that a server has been welcomed, unless that is stored already."""

    @writes
    async def greet(self, db: Transaction, guild: int) -> bool:
        """Store that a server has been welcomed, so that the bot welcomes it only once.

        Returns:
            True if the server had not been welcomed before.
        """
        return bool(await db.run(self.INSERT_GREETED, [{"key": f"greeted:{guild}", "value": ""}]))

    INSERT_REMOVED = Statement(insert_missing(removed_guilds))
    """INSERT for the time when the bot was removed from a server, unless one is already stored."""

    @writes
    async def note_removed(self, db: Transaction, guilds: Collection[int], now: float) -> None:
        """Store that the bot was removed from servers, so that their data is deleted later.

        The data is deleted 30 days after `now`, a time in seconds since 1970. That is not done if
        the bot has been added to the server again by then.
        """
        await db.run(self.INSERT_REMOVED, [{"guild": guild, "at": now} for guild in guilds])

    @writes
    async def note_joined(self, db: Transaction, guilds: Collection[int]) -> None:
        """Store that the bot is on these servers, so that their data is not deleted."""
        await note_joined(db, guilds)

    async def compare(self, present_guilds: Collection[int], now: float, shard: Shard) -> None:
        """Store which servers the bot left or rejoined while it was not connected to Discord.

        `present_guilds` includes those that are unavailable because of an outage of Discord.
        """
        rows = self.iterate_rows(self.SELECT_REMOVED, GUILDS_PER_STEP, **shard_params(shard))
        removed, known = {guild async for (guild,) in rows}, set[int]()
        for query in self.SELECT_KNOWN:
            after: int | None = -1
            while after is not None:
                guilds, after = await self.find_known(after, query, shard)
                known.update(guilds)
        for joined in _split(removed.intersection(present_guilds)):
            await self.note_joined(joined)
        for gone in _split(known.difference(present_guilds, removed)):
            await self.note_removed(gone, now)

    SELECT_REMOVED = Statement.select_page(
        GUILDS_PER_STEP, removed_guilds.c.guild, where=[is_in_shard(removed_guilds.c.guild)]
    )

    SELECT_KNOWN = tuple(
        _select_known(each.c.guild)
        for each in (
            *(tables, standings, records, evenings, guild_settings, call_subscriptions),
            puzzle_days,
        )
    )
    """The queries for the servers of which something is stored, one query for each kind. The
    results and parameters are those of `_select_known`.
    """

    @reads
    async def find_known(
        self, db: Transaction, after: int, query: Statement, shard: Shard
    ) -> tuple[list[int], int | None]:
        """Return the ids of a shard's next servers that have rows in one table of the database.

        Args:
            after: The id of the last server that was read before, or -1 at the start.
            query: One of the queries of `SELECT_KNOWN`.

        Returns:
            The ids, and the value of `after` for the next call. That value is None if there are no
                more servers.
        """
        rows = await db.rows(query, after=after, **shard_params(shard))
        last = next((guild for guild, place in rows if place == GUILDS_PER_STEP), None)
        return [
            guild for guild, _ in rows if guild != ALL_SERVERS and shard.contains_guild(guild)
        ], last


def _split(guilds: Collection[int]) -> Iterator[Sequence[int]]:
    ordered = sorted(guilds)
    for start in range(0, len(ordered), GUILDS_PER_WRITE):
        yield ordered[start : start + GUILDS_PER_WRITE]
