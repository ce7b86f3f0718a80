"""What is forgotten, and when. Each function runs in a transaction.

Whatever may be much is looked at and deleted in small steps, so that none of them keeps others
from reading or writing for long. A step that looks returns behind what the next one does.
"""

from collections.abc import Collection

from sqlalchemy import (
    Column,
    Integer,
    Table,
    cast,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from bot.store.database import Transaction
from bot.store.schema import (
    earlier,
    months,
    records,
    removed_guilds,
    retention,
    standings,
    tables,
)
from bot.store.shards import Shard, of, of_shard
from bot.store.standings import EVERYWHERE
from bot.store.statements import Statement, bound, insert_unless, literals

ENDED = ("over", "closed")
REMEMBERED = 365 * 86_400.0
"""Seconds after their last game for which is kept how people stand."""
REMOVED = 30 * 86_400.0
"""Seconds for which the rows of a server stay after the bot was removed from it."""
GUILDS_LOOKED_AT = 500
"""Servers that are looked at in one step."""
GUILDS_AT_ONCE = 200
"""Servers of which it is noted in one step that the bot is in them, or is not any more."""
TABLES_AT_ONCE = 4
"""Tables that are removed in one step, each with some hundred rows."""
PEOPLE_AT_ONCE = 50
"""People whose rows of a server are removed in one step; also records."""
PEOPLE_LOOKED_AT = 100
"""People who are looked at in one step, and of whom those who are to go go in the next."""

_ID = bound("id")
_GUILD = bound("guild")
_AFTER = bound("after")

FORGET = Statement(delete(tables).where(tables.c.id == _ID, tables.c.phase.in_(literals(ENDED))))
_OF_GUILD = bound("of", removed_guilds.c.guild.type)
_REMOVED_AT = bound("at", removed_guilds.c.at.type)
NOTE_REMOVED = Statement(
    insert_unless(
        removed_guilds,
        {"guild": _OF_GUILD, "at": _REMOVED_AT},
        removed_guilds.c.guild == bound("of"),
    )
)
NOTE_JOINED = Statement(delete(removed_guilds).where(removed_guilds.c.guild == bound("of")))


async def forget(db: Transaction, table: int) -> None:
    """Remove an ended table with all its rows; its record stays."""
    await db.run(FORGET, [{"id": table}])


async def note_removed(db: Transaction, guilds: Collection[int], now: float) -> None:
    """Note that the bot was removed from servers, of which that is not noted already."""
    await db.run(NOTE_REMOVED, [{"of": guild, "at": now} for guild in guilds])


async def note_joined(db: Transaction, guilds: Collection[int]) -> None:
    """Note that the bot is in servers: nothing of them is to go."""
    await db.run(NOTE_JOINED, [{"of": guild} for guild in guilds])


_REMOVED = (
    select(removed_guilds.c.guild)
    .where(removed_guilds.c.guild > _AFTER)
    .order_by(removed_guilds.c.guild)
    .limit(GUILDS_LOOKED_AT)
)
REMOVED_GUILDS = Statement(_REMOVED.where(of_shard(removed_guilds.c.guild)))
GONE_GUILDS = Statement(_REMOVED.where(removed_guilds.c.at <= bound("before")))
GONE = Statement(
    select(removed_guilds.c.at).where(
        removed_guilds.c.guild == _GUILD, removed_guilds.c.at <= bound("before")
    )
)


def _known(column: "Column[int]") -> Statement:
    """Return the query for the next servers of which there are rows, and the place of each.

    Of those of a shard, and whichever is the last of this step. It takes one look at an index for
    each server, however many rows that has: https://wiki.postgresql.org/wiki/Loose_indexscan
    """
    first = select(
        cast(_AFTER, column.type).label("guild"), literal_column("0", Integer).label("place")
    )
    known = first.cte("known", recursive=True)
    following = select(func.min(column)).where(column > known.c.guild).scalar_subquery()
    place = known.c.place
    known = known.union_all(
        select(following, place + 1).where(known.c.guild.is_not(None), place < GUILDS_LOOKED_AT)
    )
    is_last = known.c.place == GUILDS_LOOKED_AT
    return Statement(
        select(known.c.guild, known.c.place).where(
            known.c.guild.is_not(None), known.c.place > 0, or_(of_shard(known.c.guild), is_last)
        )
    )


async def removed(db: Transaction, after: int, shard: Shard) -> tuple[list[int], int | None]:
    """Return from which of the next servers of a shard the bot was removed, as far as is noted."""
    return _step(await db.rows(REMOVED_GUILDS, after=after, **of(shard)))


KNOWN_GUILDS = (_known(tables.c.guild), _known(standings.c.guild), _known(records.c.guild))


async def known(
    db: Transaction, after: int, query: Statement, shard: Shard
) -> tuple[list[int], int | None]:
    """Return the next servers of a shard of which there are rows, by one of the queries above."""
    found = await db.rows(query, after=after, **of(shard))
    last = next((guild for guild, place in found if place == GUILDS_LOOKED_AT), None)
    return [guild for guild, _ in found if guild != EVERYWHERE and shard.has(guild)], last


async def gone(db: Transaction, after: int, now: float) -> tuple[list[int], int | None]:
    """Return the next servers whose time is over."""
    return _step(await db.rows(GONE_GUILDS, after=after, before=now - REMOVED))


def _step(found: list[tuple[int]]) -> tuple[list[int], int | None]:
    guilds = [guild for (guild,) in found]
    return guilds, guilds[-1] if len(guilds) == GUILDS_LOOKED_AT else None


_SOME_TABLES = (
    select(tables.c.id)
    .where(tables.c.guild == _GUILD)
    .order_by(tables.c.guild, tables.c.game, tables.c.ended_at)  # as in an index
    .limit(TABLES_AT_ONCE)
)
FORGET_TABLES = Statement(delete(tables).where(tables.c.id.in_(_SOME_TABLES)))
RECORDS = Statement(
    select(records.c.id)
    .where(records.c.guild == _GUILD)
    .order_by(records.c.guild, records.c.ended_at)  # as in an index
    .limit(PEOPLE_AT_ONCE)
)
FORGET_RECORD = Statement(delete(records).where(records.c.id == bound("of_record")))


def _some_of_guild(of: Table) -> Statement:
    """Return what removes some people's rows of a server."""
    some = select(of.c.user).where(of.c.guild == _GUILD).distinct().limit(PEOPLE_AT_ONCE)
    return Statement(delete(of).where(of.c.guild == _GUILD, of.c.user.in_(some)))


OF_GUILD = (
    FORGET_TABLES,
    *map(_some_of_guild, (earlier, standings, months)),
    Statement(delete(retention).where(retention.c.guild == _GUILD)),
)


async def forget_some(db: Transaction, guild: int, now: float) -> bool:
    """Remove some tables of a server whose time is over, in any phase; then some of all else.

    The server's note goes after the last ones. Returns whether there may be more: not if the bot
    has come back meanwhile.
    """
    if not await db.rows(GONE, guild=guild, before=now - REMOVED):
        return False
    if ids := await db.rows(RECORDS, guild=guild):
        await forget_records(db, [id_ for (id_,) in ids])
        return True
    for statement in OF_GUILD:
        if await db.run(statement, [{"guild": guild}]):
            return True
    await note_joined(db, [guild])
    return False


PEOPLE = Statement(
    select(standings.c.user, func.max(standings.c.at))
    .where(standings.c.user > bound("after"))
    .group_by(standings.c.user)
    .order_by(standings.c.user)
    .limit(PEOPLE_LOOKED_AT)
)
_newer = standings.alias("newer")
_PLAYED_SINCE = exists().where(_newer.c.user == bound("of_user"), _newer.c.at >= bound("since"))
FORGET_PERSON = tuple(
    Statement(delete(of).where(of.c.user == bound("of_user"), ~_PLAYED_SINCE))
    for of in (months, earlier, standings)
)


async def forget_records(db: Transaction, ids: Collection[int]) -> None:
    """Remove records with what they brought; how people stand stays."""
    await db.run(FORGET_RECORD, [{"of_record": id_} for id_ in ids])


async def old_people(db: Transaction, after: int, now: float) -> tuple[list[int], int | None]:
    """Return who of the next people, by their ids, played last over a year ago.

    And the last person that was looked at; None if there are no more.
    """
    found = await db.rows(PEOPLE, after=after)
    old = [user for user, at in found if at < now - REMEMBERED]
    return old, found[-1][0] if found else None


async def forget_people(db: Transaction, people: Collection[int], now: float) -> None:
    """Remove how people stand, unless they have played within a year.

    A name alone would not do: whose rows they are could still be told by the id.
    """
    since = now - REMEMBERED
    rows = [{"of_user": user, "since": since} for user in people]
    await db.run_all([(statement, rows) for statement in FORGET_PERSON])
