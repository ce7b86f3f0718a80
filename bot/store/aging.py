"""Records of games that are kept no longer: for all, of a server, of a person.

Servers and people can choose that theirs go sooner (`bot.store.preferences.DAYS`). What a record
brought stays counted, among the games of which there is none. Each function runs in a transaction,
and does a little at a time.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import case, delete, func, literal, select, update

from bot.store.database import Transaction
from bot.store.preferences import DAYS
from bot.store.queries.personal import scrub_record
from bot.store.schema import (
    earlier,
    participants,
    preferences,
    readings,
    records,
    results,
    retention,
    standings,
)
from bot.store.statements import Statement, bound, insert_unless
from bot.store.tidying import PEOPLE_AT_ONCE, PEOPLE_LOOKED_AT, forget_records

DAY = 86_400.0
_ID = bound("id")
_AFTER = bound("after")

OLD_RECORDS = Statement(
    select(records.c.id)
    .where(records.c.id > _AFTER, records.c.ended_at < bound("before"))
    .order_by(records.c.id)
    .limit(PEOPLE_AT_ONCE)
)


async def old_records(db: Transaction, after: int, now: float) -> tuple[list[int], int | None]:
    """Return the next records of games that ended long ago, and the last one."""
    found = await db.rows(OLD_RECORDS, after=after, before=now - DAYS[0] * DAY)
    ids = [id_ for (id_,) in found]
    return ids, ids[-1] if len(ids) == PEOPLE_AT_ONCE else None


SERVERS = Statement(
    select(retention.c.guild, retention.c.days)
    .where(retention.c.guild > _AFTER)
    .order_by(retention.c.guild)
    .limit(PEOPLE_LOOKED_AT)
)
OF_SERVER = Statement(
    select(records.c.id)
    .where(records.c.guild == bound("guild"), records.c.ended_at < bound("before"))
    .order_by(records.c.guild, records.c.ended_at)  # as in an index
    .limit(PEOPLE_AT_ONCE)
)
PEOPLE = Statement(
    select(preferences.c.user, preferences.c.days)
    .where(preferences.c.user > _AFTER, preferences.c.days > 0)
    .order_by(preferences.c.user)
    .limit(PEOPLE_LOOKED_AT)
)
OF_PERSON = Statement(
    select(participants.c.record)
    .where(
        participants.c.user == bound("of_user"),
        participants.c.record == records.c.id,
        records.c.ended_at < bound("before"),
    )
    .order_by(participants.c.record)
    .limit(PEOPLE_AT_ONCE)
)
OF_RECORD = tuple(
    Statement(delete(of).where(of.c.record == bound("of_record"), of.c.user == bound("of_user")))
    for of in (results, readings)
)


async def servers(db: Transaction, after: int) -> tuple[list[tuple[int, int]], int | None]:
    """Return the next servers with the days for which they keep their games, and the last one."""
    found: list[Any] = await db.rows(SERVERS, after=after)
    return found, found[-1][0] if len(found) == PEOPLE_LOOKED_AT else None


async def age_server(db: Transaction, whose: int, days: int, now: float) -> bool:
    """Remove some records of a server that are older; return whether there may be more."""
    found = await db.rows(OF_SERVER, guild=whose, before=now - days * DAY)
    await age(db, [id_ for (id_,) in found])
    return len(found) == PEOPLE_AT_ONCE


async def people(db: Transaction, after: int) -> tuple[list[tuple[int, int]], int | None]:
    """Return the next people with the days for which they keep their games, and the last one."""
    found: list[Any] = await db.rows(PEOPLE, after=after)
    return found, found[-1][0] if len(found) == PEOPLE_LOOKED_AT else None


async def age_person(db: Transaction, whose: int, days: int, now: float) -> bool:
    """Take a person out of some records that are older; return whether there may be more."""
    found = await db.rows(OF_PERSON, of_user=whose, before=now - days * DAY)
    for (id_,) in found:
        rows = [row for row in await _counted(db, id_) if row["of_user"] == whose]
        of = [{"of_record": id_, "of_user": whose}]
        await db.run_all(
            [(FIRST_EARLIER, rows), (EARLIER, rows), *((statement, of) for statement in OF_RECORD)]
        )
        await scrub_record(db, id_, whose)
    return len(found) == PEOPLE_AT_ONCE


RESULTS = Statement(
    select(
        results.c.user,
        results.c.guild,
        results.c.game,
        case((results.c["rank"] == 1, 1), else_=0),
        results.c.at,
    ).where(results.c.record == _ID)
)
_OF_EARLIER = tuple(earlier.c[name] == bound(f"of_{name}") for name in ("guild", "game", "user"))
_NAME = (
    select(standings.c.name)
    .where(*(standings.c[name] == bound(f"of_{name}") for name in ("guild", "game", "user")))
    .scalar_subquery()
)
FIRST_EARLIER = Statement(
    insert_unless(
        earlier,
        {
            "guild": bound("of_guild", earlier.c.guild.type),
            "game": bound("of_game", earlier.c.game.type),
            "user": bound("of_user", earlier.c.user.type),
            "name": func.coalesce(_NAME, literal("")),
            "games": literal(0),
            "wins": literal(0),
            "at": literal(0.0),
        },
        *_OF_EARLIER,
    )
)
EARLIER = Statement(
    update(earlier)
    .where(*_OF_EARLIER)
    .values(
        games=earlier.c.games + 1,
        wins=earlier.c.wins + bound("won"),
        at=bound("at"),
    )
)


async def age(db: Transaction, ids: Collection[int]) -> None:
    """Remove records of games, which are counted among the earlier ones from now on."""
    rows = [row for id_ in ids for row in await _counted(db, id_)]
    await db.run_all([(FIRST_EARLIER, rows), (EARLIER, rows)])
    await forget_records(db, ids)


async def _counted(db: Transaction, record: int) -> list[dict[str, Any]]:
    """Return what is counted of a record that goes."""
    found = await db.rows(RESULTS, id=record)
    names = ("of_user", "of_guild", "of_game", "won", "at")
    return [dict(zip(names, row, strict=True)) for row in found]
