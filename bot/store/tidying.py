"""What is forgotten, and when. Each function runs in a transaction.

Deletions work in small steps, a table or some hundred rows, so that none of them keeps others from
writing for long.
"""

from collections.abc import Collection

from sqlalchemy import Column, cast, delete, exists, func, insert, literal_column, select

from bot.store.database import Transaction
from bot.store.schema import removed_guilds, scores, tables
from bot.store.shards import Shard, of, of_shard
from bot.store.statements import Statement, bound, literals

ENDED = ("over", "closed")
REMEMBERED = 365 * 86_400.0
"""Seconds after their last game for which people's results stand in the scores."""
REMOVED = 30 * 86_400.0
"""Seconds for which the rows of a server stay after the bot was removed from it."""
PEOPLE_AT_ONCE = 50
"""People whose scores on a server are removed in one step."""
PEOPLE_LOOKED_AT = 500
"""People who are looked at in one step."""

_ID = bound("id")
_GUILD = bound("guild")

FORGET = Statement(delete(tables).where(tables.c.id == _ID, tables.c.phase.in_(literals(ENDED))))
FORGET_ANY = Statement(delete(tables).where(tables.c.id == _ID))
REMOVED_AT = Statement(select(removed_guilds.c.at).where(removed_guilds.c.guild == _GUILD))
NOTE_REMOVED = Statement(insert(removed_guilds))
NOTE_JOINED = Statement(delete(removed_guilds).where(removed_guilds.c.guild == bound("of")))
ALL_REMOVED = Statement(select(removed_guilds.c.guild, removed_guilds.c.at))


async def forget(db: Transaction, table: int) -> None:
    """Remove an ended table with all its rows; the scores stay."""
    await db.run(FORGET, [{"id": table}])


async def guild_removed(db: Transaction, guild: int, now: float) -> None:
    """Note that the bot was removed from a server, unless that is noted already."""
    if not await db.rows(REMOVED_AT, guild=guild):
        await db.run(NOTE_REMOVED, [{"guild": guild, "at": now}])


async def guild_joined(db: Transaction, guild: int) -> None:
    """Note that the bot is in a server: nothing of it is to go."""
    await db.run(NOTE_JOINED, [{"of": guild}])


def _known(column: "Column[int]") -> Statement:
    """Return the query for the servers of a shard of which there are rows.

    It takes one look at an index for each server of the bot, however many rows that has:
    https://wiki.postgresql.org/wiki/Loose_indexscan
    """
    none = cast(literal_column("-1"), column.type).label("guild")
    known = select(none).cte("known", recursive=True)
    following = select(func.min(column)).where(column > known.c.guild).scalar_subquery()
    known = known.union_all(select(following).where(known.c.guild.is_not(None)))
    return Statement(select(known.c.guild).where(known.c.guild >= 0, of_shard(known.c.guild)))


KNOWN_GUILDS = (_known(tables.c.guild), _known(scores.c.guild))


async def unnoticed(
    db: Transaction, there: Collection[int], shard: Shard
) -> tuple[set[int], set[int]]:
    """Return which servers of a shard the bot has joined again, and from which it was removed.

    As far as that is not noted yet. `there`: those in which it is.
    """
    removed = {guild for guild, _ in await db.rows(ALL_REMOVED)}
    known = {guild for query in KNOWN_GUILDS for (guild,) in await db.rows(query, **of(shard))}
    return removed.intersection(there), known.difference(there, removed)


async def note_guilds(
    db: Transaction, joined: Collection[int], removed: Collection[int], now: float
) -> None:
    """Note which servers the bot has joined again, and from which it was removed."""
    noted = {guild for guild, _ in await db.rows(ALL_REMOVED)}
    if joined:
        await db.run(NOTE_JOINED, [{"of": guild} for guild in joined])
    if new := {*removed} - noted:
        await db.run(NOTE_REMOVED, [{"guild": guild, "at": now} for guild in new])


async def gone_guilds(db: Transaction, now: float) -> tuple[int, ...]:
    """Return the servers whose time is over."""
    return tuple(guild for guild, at in await db.rows(ALL_REMOVED) if at <= now - REMOVED)


GUILD_TABLES = Statement(select(tables.c.id).where(tables.c.guild == _GUILD))


async def guild_tables(db: Transaction, guild: int) -> tuple[int, ...]:
    """Return the ids of all tables of a server, in any phase."""
    return tuple(id_ for (id_,) in await db.rows(GUILD_TABLES, guild=guild))


async def forget_table(db: Transaction, table: int, guild: int, now: float) -> None:
    """Remove a table of a server whose time is over, unless the bot has come back meanwhile."""
    if guild in await gone_guilds(db, now):
        await db.run(FORGET_ANY, [{"id": table}])


_SOME_PEOPLE = (
    select(scores.c.user).where(scores.c.guild == _GUILD).distinct().limit(PEOPLE_AT_ONCE)
)
FORGET_SCORES = Statement(
    delete(scores).where(scores.c.guild == _GUILD, scores.c.user.in_(_SOME_PEOPLE))
)


async def forget_scores(db: Transaction, guild: int, now: float) -> bool:
    """Remove some scores of a server whose time is over, the server's note after the last ones.

    Returns whether there may be more.
    """
    if guild not in await gone_guilds(db, now):
        return False
    if await db.run(FORGET_SCORES, [{"guild": guild}]):
        return True
    await guild_joined(db, guild)
    return False


PEOPLE = Statement(
    select(scores.c.user, func.max(scores.c.at))
    .where(scores.c.user > bound("after"))
    .group_by(scores.c.user)
    .order_by(scores.c.user)
    .limit(PEOPLE_LOOKED_AT)
)
_newer = scores.alias("newer")
_PLAYED_SINCE = exists().where(_newer.c.user == scores.c.user, _newer.c.at >= bound("since"))
FORGET_PERSON = Statement(delete(scores).where(scores.c.user == bound("of_user"), ~_PLAYED_SINCE))


async def old_people(db: Transaction, after: int, now: float) -> tuple[list[int], int | None]:
    """Return who of the next people, by their ids, played last over a year ago.

    And the last person that was looked at; None if there are no more.
    """
    found = await db.rows(PEOPLE, after=after)
    old = [user for user, at in found if at < now - REMEMBERED]
    return old, found[-1][0] if found else None


async def forget_people(db: Transaction, people: Collection[int], now: float) -> None:
    """Remove the results of people, unless they have played within a year.

    A name alone would not do: whose results they are could still be told by the id.
    """
    since = now - REMEMBERED
    await db.run(FORGET_PERSON, [{"of_user": user, "since": since} for user in people])
