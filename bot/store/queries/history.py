"""The records of games that are over. Each function runs in a transaction."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Select, delete, func, insert, literal, select, update

from bot.games.events import EventRecord
from bot.store.database import Batch, Transaction
from bot.store.due import Keep, kind_of
from bot.store.record import Course, Reader, Record, Stored, unpacked
from bot.store.schema import (
    due,
    events,
    guesses,
    inputs,
    months,
    participants,
    readings,
    records,
    results,
    standings,
    told,
)
from bot.store.standings import (
    EVERYWHERE,
    MIN_OPPONENTS,
    Key,
    Past,
    Reckon,
    Reckoned,
    Standing,
    start_of_month,
)
from bot.store.statements import Statement, bound, insert_unless

_ID = bound("id")
_OF_TABLE = bound("of_table")

INPUTS = Statement(
    select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)
EVENTS = Statement(
    select(events.c.step, events.c.to, events.c.name, events.c["values"])
    .where(events.c.table == _ID)
    .order_by(events.c.id)
)
TOLD = Statement(
    select(told.c.step, told.c.at, told.c.views).where(told.c.table == _ID).order_by(told.c.step)
)
GUESSES = Statement(
    select(guesses.c.name, guesses.c.user, guesses.c.seat)
    .where(guesses.c.table == _ID)
    .order_by(guesses.c.user)
)
KEEP = Statement(
    insert_unless(
        records,
        {column.name: bound(column.name, column.type) for column in records.c},
        records.c.id == _OF_TABLE,
    )
)
NO_TOLD = Statement(delete(told).where(told.c.table == _OF_TABLE))
NO_KEEP = Statement(delete(due).where(due.c.table == _OF_TABLE, due.c.kind == kind_of(Keep)))
DAY = 86_400.0
KEY = ("guild", "game", "user", "month")
LATELY = Statement(
    select(records.c.about)
    .where(
        records.c.guild == bound("guild"),
        records.c.ended_at >= bound("since"),
        records.c.ended_at <= bound("until"),
    )
    .order_by(records.c.ended_at, records.c.id)
)
RESULT = Statement(insert(results))
READING = Statement(insert(readings))
_OF_STANDING = (
    standings.c.guild == bound("of_guild"),
    standings.c.game == bound("of_game"),
    standings.c.user == bound("of_user"),
)
STANDING = Statement(select(*standings.c).where(*_OF_STANDING).with_for_update())
"""Locks it, where others write meanwhile."""
STANDINGS = Statement(
    select(*standings.c)
    .where(standings.c.user == bound("of_user"))
    .order_by(standings.c.guild, standings.c.game)
)
_mine, _others = results.alias("mine"), results.alias("others")


def _met(*values: ColumnElement[Any]) -> Select[Any]:
    """Return the query for whom a person met in games that moved the person's rating."""
    return (
        select(_others.c.user, *values)
        .where(
            _mine.c.user == bound("of_user"),
            _mine.c.game == bound("of_game"),
            _mine.c.rated,
            _mine.c.at <= bound("until"),
            _others.c.record == _mine.c.record,
            _others.c.user != _mine.c.user,
        )
        .group_by(_others.c.user)
    )


MET_SINCE = Statement(_met(func.count()).where(_mine.c.at >= bound("since")))
MET_EVERYWHERE = Statement(_met(func.max(_mine.c.at)))
MET_HERE = Statement(_met(func.max(_mine.c.at)).where(_mine.c.guild == bound("guild")))
NEW_STANDING = Statement(insert(standings))
CHANGED = Statement(
    update(standings)
    .where(*_OF_STANDING)
    .values({each.name: bound(each.name) for each in standings.c if not each.primary_key})
)
_OF_MONTH = tuple(months.c[name] == bound(f"of_{name}") for name in KEY)
FIRST_MONTH = Statement(
    insert_unless(
        months,
        {name: bound(f"of_{name}", months.c[name].type) for name in KEY}
        | {"games": literal(0), "wins": literal(0)},
        *_OF_MONTH,
    )
)
MONTH = Statement(
    update(months)
    .where(*_OF_MONTH)
    .values(games=months.c.games + bound("games"), wins=months.c.wins + bound("wins"))
)
NEW_PARTICIPANTS = Statement(insert(participants))
LISTED = 25
"""Records on a page of a list."""
OF_CHANNEL = Statement(
    select(records.c.about)
    .where(records.c.channel == bound("channel"))
    .order_by(records.c.ended_at.desc(), records.c.id.desc())
    .limit(LISTED + 1)
    .offset(bound("before"))
)
_page = (
    select(participants.c.record)
    .where(participants.c.user == bound("of_user"))
    .order_by(participants.c.record.desc())
    .limit(LISTED + 1)
    .offset(bound("before"))
    .subquery("page")
)
OF_PERSON = Statement(
    select(records.c.about)
    .where(records.c.id == _page.c.record)
    .order_by(records.c.ended_at.desc(), records.c.id.desc())
)
RECORD = Statement(select(records.c.about).where(records.c.id == _ID))
KEPT = Statement(select(records.c.about, records.c.course).where(records.c.id == _ID))


async def stored(db: Transaction, table: int) -> Stored:
    """Return what was stored while a table's game ran."""
    of = {"id": table}
    given: list[Any]
    seen: list[Any]
    asked = ((INPUTS, of), (EVENTS, of), (TOLD, of), (GUESSES, of))
    given, happened, seen, guessed = await db.several(*asked)
    happened = [(step, EventRecord(*event)) for step, *event in happened]
    return Stored(given, happened, seen, tuple(Reader(*guess) for guess in guessed))


async def keep(db: Transaction, record: Record, course: bytes, reckon: Reckon) -> None:
    """Write the record of a table's game unless it is there, with what it brings.

    What it was made of may go.
    """
    row = {
        "of_table": record.id,
        "id": record.id,
        "guild": record.guild,
        "channel": record.channel,
        "game": record.game,
        "ended_at": record.ended_at,
        "about": record,
        "course": course,
    }
    of = [{"of_table": record.id}]
    done: Batch = [(NO_TOLD, of), (NO_KEEP, of)]
    if await db.rows(RECORD, id=record.id):
        await db.run_all(done)
        return
    past = await _past(db, record)
    brought = reckon(record, past)
    people = [{"record": record.id, "user": user} for user in sorted(record.involved)]
    kept: Batch = [(KEEP, [row]), (NEW_PARTICIPANTS, people)]
    await db.run_all([*kept, *_rows(brought, past.standings), *done])


async def _past(db: Transaction, record: Record) -> Past:
    """Return what happened before a record, and lock how its people stand."""
    keys = _standing_keys(record)
    lately = {"guild": record.guild, "since": record.ended_at - DAY, "until": record.ended_at}
    earlier, *found = await db.several((LATELY, lately), *((STANDING, key) for key in keys))
    standing = [Standing(*row) for rows in found for row in rows]
    known = {(each.guild, each.game, each.user): each for each in standing}
    before = tuple(each for (each,) in earlier if each.id != record.id)
    if not record.rated:
        return Past(known, before)
    users = sorted(record.people)
    unsure = [
        (guild, user)
        for guild in (EVERYWHERE, record.guild)
        for user in users
        if not (stands := known.get((guild, record.game, user))) or stands.opponents < MIN_OPPONENTS
    ]
    of = {"of_game": record.game, "until": record.ended_at}
    since = start_of_month(record.ended_at)
    met = await db.several(
        *((MET_SINCE, {**of, "of_user": user, "since": since}) for user in users),
        *(
            (MET_EVERYWHERE, {**of, "of_user": user})
            if guild == EVERYWHERE
            else (MET_HERE, {**of, "of_user": user, "guild": guild})
            for guild, user in unsure
        ),
    )
    return Past(
        known,
        before,
        {
            (user, other): games
            for user, rows in zip(users, met, strict=False)
            for other, games in rows
        },
        {
            (guild, record.game, user): dict(rows)
            for (guild, user), rows in zip(unsure, met[len(users) :], strict=True)
        },
    )


def _standing_keys(record: Record) -> list[dict[str, Any]]:
    """Return by what is found how people stand: those of all servers first, to lock them in order.

    Another process, where the same people play, waits until all is written.
    """
    return [
        {"of_guild": guild, "of_game": record.game, "of_user": user}
        for guild in (EVERYWHERE, record.guild)
        for user in sorted(record.people)
    ]


def _rows(reckoned: Reckoned, known: Mapping[Key, Standing]) -> Batch:
    """Return what is written of what a record brought; `known` are the standings so far."""
    changed, new = list[dict[str, Any]](), list[dict[str, Any]]()
    for each in reckoned.standings:
        is_known = (each.guild, each.game, each.user) in known
        (changed if is_known else new).append(_keyed(asdict(each)))
    month_rows = [_keyed(asdict(each)) for each in reckoned.months]
    return [
        (RESULT, [asdict(each) for each in reckoned.results]),
        (READING, [asdict(each) for each in reckoned.readings]),
        (NEW_STANDING, new),
        (CHANGED, changed),
        (FIRST_MONTH, month_rows),
        (MONTH, month_rows),
    ]


def _keyed(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the values by which it is found, too."""
    return {**row, **{f"of_{name}": row[name] for name in KEY if name in row}}


async def standings_of(db: Transaction, user: int) -> tuple[Standing, ...]:
    """Return how a person stands in each game: on each server, and everywhere."""
    return tuple(Standing(*row) for row in await db.rows(STANDINGS, of_user=user))


async def kept(db: Transaction, table: int) -> tuple[Record, Course] | None:
    """Return the record of a table's game, and how it went."""
    found = await db.rows(KEPT, id=table)
    return (found[0][0], unpacked(found[0][1])) if found else None


async def of_channel(db: Transaction, channel: int, page: int) -> tuple[Record, ...]:
    """Return a page of a channel's records, the newest first, and the first of the next one."""
    found = await db.rows(OF_CHANNEL, channel=channel, before=page * LISTED)
    return tuple(record for (record,) in found)


async def of_person(db: Transaction, user: int, page: int) -> tuple[Record, ...]:
    """Return a page of the records of games that a person had a part in, and one more."""
    found = await db.rows(OF_PERSON, of_user=user, before=page * LISTED)
    return tuple(record for (record,) in found)
