"""All that is kept of one person: to hand it over, and to forget it. Each runs in a transaction.

Records of games with others stay, with nobody's id and no name in the person's place.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import delete, literal, null, select, update

from bot.games.events import EventRecord
from bot.store.database import Transaction
from bot.store.queries.history import KEPT, STANDINGS
from bot.store.queries.preferences import OF_USER
from bot.store.queries.settings import mark_forgotten
from bot.store.record import Course, Record, packed, unpacked
from bot.store.records import Leaver, lesson_of
from bot.store.schema import (
    OPEN_ONES,
    boards,
    earlier,
    events,
    forgetting,
    guesses,
    months,
    participants,
    preferences,
    readings,
    records,
    results,
    seats,
    standings,
    tables,
)
from bot.store.statements import Statement, bound, insert_unless, literals
from bot.store.tidying import ENDED

AT_ONCE = 200
"""Tables that are looked at in one step."""
NAMING = ("table-ended", "table-host", "table-left", "table-left-vacant")
"""Events in which a text is somebody's name."""
_USER = bound("of_user")
_ID = bound("of_id")

WISH = Statement(
    insert_unless(
        forgetting,
        {"user": bound("of_user", forgetting.c.user.type), "at": bound("at", forgetting.c.at.type)},
        forgetting.c.user == _USER,
    )
)
WISHES = Statement(select(forgetting.c.user).order_by(forgetting.c.at))
DONE = Statement(delete(forgetting).where(forgetting.c.user == _USER))
OPEN_SEATS = Statement(
    select(tables.c.id, tables.c.guild)
    .where(OPEN_ONES, seats.c.table == tables.c.id, seats.c.user == _USER)
    .order_by(tables.c.id)
)
RECORDS = Statement(
    select(participants.c.record)
    .where(participants.c.user == _USER)
    .order_by(participants.c.record)
    .limit(bound("most"))
)
RECORD = Statement(
    update(records)
    .where(records.c.id == _ID)
    .values(about=bound("about", records.c.about.type), course=bound("course"))
)
NO_PARTICIPANT = Statement(
    delete(participants).where(participants.c.user == _USER, participants.c.record == _ID)
)
OF_PERSON = (
    *(
        Statement(delete(of).where(of.c.user == _USER))
        for of in (results, readings, guesses, standings, months, earlier)
    ),
    Statement(delete(preferences).where(preferences.c.user == _USER, preferences.c.served)),
)
LESSONS = Statement(
    delete(tables).where(tables.c.channel == bound("lesson"), tables.c.phase.in_(literals(ENDED)))
)
RESULTS = Statement(select(*results.c).where(results.c.user == _USER).order_by(results.c.at))
MONTHS = Statement(select(*months.c).where(months.c.user == _USER).order_by(months.c.month))
EARLIER = Statement(select(*earlier.c).where(earlier.c.user == _USER).order_by(earlier.c.game))
READINGS = Statement(
    select(*readings.c).where(readings.c.user == _USER).order_by(readings.c.record)
)
GUESSES = Statement(select(*guesses.c).where(guesses.c.user == _USER).order_by(guesses.c.table))
SOME_TABLES = Statement(
    select(
        tables.c.id,
        tables.c.host,
        tables.c.ended_by,
        tables.c.leavers,
        tables.c.removed,
        boards.c.mentions,
    )
    .where(tables.c.id > bound("after"), boards.c.table == tables.c.id)
    .order_by(tables.c.id)
    .limit(AT_ONCE)
)
SOME_SEATS = Statement(
    select(seats.c.table, seats.c.seat, seats.c.name).where(
        seats.c.table > bound("after"), seats.c.table <= bound("until"), seats.c.user == _USER
    )
)
SEAT = Statement(
    update(seats)
    .where(seats.c.table == _ID, seats.c.user == _USER)
    .values(user=null(), name=literal(""))
)
TABLE = Statement(
    update(tables)
    .where(tables.c.id == _ID)
    .values(
        version=tables.c.version + 1,  # nobody writes what they have in memory over it
        host=bound("host"),
        ended_by=bound("ended_by"),
        leavers=bound("leavers"),
        removed=bound("removed"),
    )
)
BOARD = Statement(update(boards).where(boards.c.table == _ID).values(mentions=bound("mentions")))
TOLD = Statement(
    select(events.c.id, events.c.to, events.c.name, events.c["values"]).where(
        events.c.table == _ID, events.c.name.in_(literals(NAMING))
    )
)
EVENT = Statement(update(events).where(events.c.id == _ID).values({"values": bound("told")}))


async def wish(db: Transaction, user: int, now: float) -> None:
    """Note that a person is to be forgotten."""
    await db.run(WISH, [{"of_user": user, "at": now}])


async def wishes(db: Transaction) -> tuple[int, ...]:
    """Return who is to be forgotten."""
    return tuple(user for (user,) in await db.rows(WISHES))


async def done(db: Transaction, user: int) -> None:
    """Note that a person is forgotten."""
    await db.run(DONE, [{"of_user": user}])
    await mark_forgotten(db)


async def scrub_records(db: Transaction, user: int) -> bool:
    """Take a person out of some records; return whether there are more."""
    found = await db.rows(RECORDS, of_user=user, most=AT_ONCE // 10)
    for (id_,) in found:
        await scrub_record(db, id_, user)
    if not found:
        await db.run_all([(statement, [{"of_user": user}]) for statement in OF_PERSON])
        await db.run(LESSONS, [{"lesson": lesson_of(user)}])
    return bool(found)


async def scrub_record(db: Transaction, record: int, user: int) -> None:
    """Take a person out of a record."""
    for about, course in await db.rows(KEPT, id=record):
        cleaned = without(about, unpacked(course), user)
        row = {"of_id": record, "about": cleaned[0], "course": packed(cleaned[1])}
        await db.run(RECORD, [row])
    await db.run(NO_PARTICIPANT, [{"of_id": record, "of_user": user}])


def without(about: Record, course: Course, user: int) -> tuple[Record, Course]:
    """Return a record in which nothing tells who somebody was."""
    names = {seat.name for seat in about.seats if seat.user == user}
    names |= {leaver.name for leaver in about.leavers if leaver.user == user}
    ended = about.ended_by == user
    cleaned = replace(
        about,
        ended_by=None if ended else about.ended_by,
        seats=tuple(
            replace(seat, user=None, name="") if seat.user == user else seat for seat in about.seats
        ),
        leavers=_leavers(about.leavers, user),
        readers=tuple(
            replace(reader, user=None, name="") if reader.user == user else reader
            for reader in about.readers
        ),
    )
    steps = tuple(
        replace(step, events=tuple(_unnamed(event, names, ended) for event in step.events))
        for step in course.steps
    )
    return cleaned, replace(course, steps=steps)


def _leavers(leavers: Sequence[Leaver], user: int) -> tuple[Leaver, ...]:
    return tuple(replace(each, user=0, name="") if each.user == user else each for each in leavers)


def _unnamed(event: EventRecord, names: set[str], ended: bool) -> EventRecord:
    """Return an event of the table without the name of somebody who is forgotten."""
    hers = event.name in NAMING and (
        (ended and event.name == "table-ended") or names.intersection(map(str, event.values))
    )
    if not hers:
        return event
    return replace(event, values=tuple("" if isinstance(v, str) else v for v in event.values))


async def scrub_tables(db: Transaction, after: int, user: int) -> tuple[list[int], int | None]:
    """Take a person out of the next tables; return which, and the last that was looked at."""
    found = await db.rows(SOME_TABLES, after=after)
    if not found:
        return [], None
    until = found[-1][0]
    sat: dict[int, set[str]] = {}
    for table, _, name in await db.rows(SOME_SEATS, after=after, until=until, of_user=user):
        sat.setdefault(table, set()).add(name)
    changed = []
    for row in found:
        if await _scrubbed(db, row, user, sat.get(row[0], set())):
            changed.append(row[0])
    return changed, until if len(found) == AT_ONCE else None


async def _scrubbed(db: Transaction, row: Any, user: int, names: set[str]) -> bool:
    """Take a person out of a table; return whether they had a part in it."""
    id_, host, ended_by, leavers, removed, mentions = row
    names = names | {each.name for each in (*leavers, *removed) if each.user == user}
    part = user in (host, ended_by) or user in mentions
    if not (part or names):
        return False
    changed = {
        "of_id": id_,
        "host": None if host == user else host,
        "ended_by": 0 if ended_by == user else ended_by,
        "leavers": _leavers(leavers, user),
        "removed": tuple(each for each in removed if each.user != user),
    }
    told = [
        (of, event, _unnamed(event, names, ended_by == user))
        for of, *event_row in await db.rows(TOLD, of_id=id_)
        for event in [EventRecord(*event_row)]
    ]
    others = tuple(each for each in mentions if each != user)
    await db.run_all(
        [
            (SEAT, [{"of_id": id_, "of_user": user}]),
            (TABLE, [changed]),
            (BOARD, [{"of_id": id_, "mentions": others}]),
            (EVENT, [{"of_id": of, "told": new.values} for of, old, new in told if new != old]),
        ]
    )
    return True


async def open_seats(db: Transaction, user: int) -> tuple[tuple[int, int], ...]:
    """Return the open tables at which a person sits, with their servers."""
    return tuple(
        (table, guild) for table, guild in await db.rows(OPEN_SEATS, of_user=user, after=0)
    )


async def about(db: Transaction, user: int) -> dict[str, Any]:
    """Return how a person stands and what came of their games, as it is kept."""
    found: dict[str, Any] = {}
    for name, statement, of in (
        ("standings", STANDINGS, standings),
        ("results", RESULTS, results),
        ("months", MONTHS, months),
        ("earlier", EARLIER, earlier),
        ("readings", READINGS, readings),
        ("guesses", GUESSES, guesses),
        ("preferences", OF_USER, preferences),
    ):
        names = [column.name for column in of.c]
        rows = await db.rows(statement, of_user=user)
        found[name] = [dict(zip(names, row, strict=True)) for row in rows]
    return found
