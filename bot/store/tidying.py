"""What is forgotten, and when. Each function runs inside a transaction that the caller began.

Deletions work in small steps, a table or some hundred rows, so that none of them keeps others from
writing for long.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, func, insert, select, union, update

from bot.store.schema import removed_guilds, results, tables

ENDED = ("over", "closed")
NAMED = 365 * 86_400.0
"""Seconds after their last game for which people's names stand in the results."""
REMOVED = 30 * 86_400.0
"""Seconds for which the rows of a server stay after the bot was removed from it."""
PEOPLE_AT_ONCE = 50
"""People whose results on a server are removed in one step."""
NAMES_AT_ONCE = 500
"""Names that are dropped in one step."""


class Named(Struct, frozen=True):
    """A result that bears a name."""

    table: int
    user: int


def forget(db: Connection, table: int) -> None:
    """Remove an ended table with all its rows; its results stay."""
    db.execute(delete(tables).where(tables.c.id == table, tables.c.phase.in_(ENDED)))


def guild_removed(db: Connection, guild: int, now: float) -> None:
    """Note that the bot was removed from a server, unless that is noted already."""
    known = select(removed_guilds.c.guild).where(removed_guilds.c.guild == guild)
    if db.scalar(known) is None:
        db.execute(insert(removed_guilds).values(guild=guild, at=now))


def guild_joined(db: Connection, guild: int) -> None:
    """Note that the bot is in a server: nothing of it is to go."""
    db.execute(delete(removed_guilds).where(removed_guilds.c.guild == guild))


def compare_guilds(db: Connection, there: Collection[int], now: float) -> None:
    """Hold the servers in the database against those in which the bot is."""
    known = set(db.scalars(union(select(tables.c.guild), select(results.c.guild))))
    removed = set(db.scalars(select(removed_guilds.c.guild)))
    for guild in removed.intersection(there):
        guild_joined(db, guild)
    for guild in known.difference(there, removed):
        guild_removed(db, guild, now)


def gone_guilds(db: Connection, now: float) -> tuple[int, ...]:
    """Return the servers whose time is over."""
    come = removed_guilds.c.at <= now - REMOVED
    return tuple(db.scalars(select(removed_guilds.c.guild).where(come)))


def guild_tables(db: Connection, guild: int) -> tuple[int, ...]:
    """Return the ids of all tables of a server, in any phase."""
    return tuple(db.scalars(select(tables.c.id).where(tables.c.guild == guild)))


def forget_table(db: Connection, table: int, guild: int, now: float) -> None:
    """Remove a table of a server whose time is over, unless the bot has come back meanwhile."""
    if guild in gone_guilds(db, now):
        db.execute(delete(tables).where(tables.c.id == table))


def forget_results(db: Connection, guild: int, now: float) -> bool:
    """Remove some results of a server whose time is over, the server's note after the last ones.

    Returns whether there may be more.
    """
    if guild not in gone_guilds(db, now):
        return False
    here = results.c.guild == guild
    some = select(results.c.user).where(here).distinct().limit(PEOPLE_AT_ONCE)
    if db.execute(delete(results).where(here, results.c.user.in_(some))).rowcount:
        return True
    guild_joined(db, guild)
    return False


def old_names(db: Connection, now: float) -> tuple[Named, ...]:
    """Return some results with names of people whose last game is over a year ago."""
    absent = select(results.c.user).group_by(results.c.user)
    absent = absent.having(func.max(results.c.at) < now - NAMED)
    named = select(results.c.table, results.c.user).where(results.c.name != "")
    rows = db.execute(named.where(results.c.user.in_(absent)).limit(NAMES_AT_ONCE))
    return tuple(Named(row.table, row.user) for row in rows)


def drop_names(db: Connection, named: Sequence[Named]) -> None:
    """Make the names in these results empty."""
    this = (results.c.table == bindparam("of_table")) & (results.c.user == bindparam("of_user"))
    rows = [{"of_table": result.table, "of_user": result.user} for result in named]
    db.execute(update(results).where(this).values(name=""), rows)
