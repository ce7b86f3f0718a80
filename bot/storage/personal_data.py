"""Exports or erases all that is stored about a person.

Records of games with others are kept, without the person's id and name.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from bot.domain.calls import LobbyCall
from bot.domain.changes import EVENTS_WITH_NAMES
from bot.domain.evenings import erase_member
from bot.domain.game_records import Course, Record, pack_course, unpack_course
from bot.domain.table import Leaver, lesson_channel
from bot.engine.events import EventRecord
from bot.storage.bot_repository import LAST_ERASURE_KEY, mark_erasure, read_setting
from bot.storage.database import Batch, Repository, Transaction, Transactions, reads, writes
from bot.storage.people_repository import PREFERENCE_DEFAULTS
from bot.storage.record_repository import RECORDS_PER_PAGE, RecordRepository
from bot.storage.schema import (
    ENDED_PHASES,
    IS_ASIDE,
    OPEN_TABLES,
    PAUSED_TABLES,
    boards,
    call_subscriptions,
    earlier,
    erasure,
    evenings,
    events,
    guesses,
    guild_settings,
    months,
    participants,
    predictions,
    preferences,
    puzzle_attempts,
    readings,
    records,
    removed_people,
    results,
    seats,
    standings,
    tables,
)
from bot.storage.statements import Statement, insert_missing, make_literals, param

FinishedGame = tuple[Record, Course]
StoredRows = dict[str, list[dict[str, Any]]]
"""Rows about a person, as values by column. Each key is the name of their database table."""
TABLES_PER_STEP = 200
"""The maximum number of game tables that one transaction searches for a person to erase."""
RECORDS_PER_STEP = 20
"""The maximum number of records of finished games from which one transaction erases a person."""
_USER = param("of_user")
_ID = param("of_id")

LOCK_RECORD = Statement(
    sa.select(records.c.about, records.c.course)
    .where(records.c.id == param("id"))
    .with_for_update()
)
"""Query for a finished game's record and its packed steps. In PostgreSQL, it also locks the record
until the transaction ends. If two processes erase different people from it at once, the second one
then reads what the first has written.
"""
UPDATE_RECORD = Statement(
    sa.update(records)
    .where(records.c.id == _ID)
    .values(about=param("about", records.c.about.type), course=param("course"))
)
DELETE_PARTICIPANT = Statement(
    sa.delete(participants).where(participants.c.user == _USER, participants.c.record == _ID)
)
ERASED_MEMBER = {"user": sa.null(), "name": sa.literal("")}
"""The values of a member of an evening whose data was erased."""


def _select_of_person(
    table: sa.Table, *order: str, columns: Sequence[str] = (), person: str = "user"
) -> tuple[str, tuple[str, ...], Statement]:
    """Return a table's name, the columns to export, and the query for these columns.

    Args:
        order: The columns that sort the rows.
        columns: All if none are given.
        person: The column with the person's id.
    """
    exported = tuple(columns) or tuple(table.c.keys())
    query = sa.select(*(table.c[name] for name in exported)).where(table.c[person] == _USER)
    return table.name, exported, Statement(query.order_by(*(table.c[name] for name in order)))


_SETTINGS_COLUMNS = ("guild", "changed_setting", "changed_at")
SELECT_PERSONAL_DATA = (
    _select_of_person(standings, "guild", "game"),
    _select_of_person(results, "at"),
    _select_of_person(months, "month"),
    _select_of_person(earlier, "game"),
    _select_of_person(readings, "record"),
    _select_of_person(predictions, "record"),
    _select_of_person(guesses, "table"),
    _select_of_person(preferences),
    _select_of_person(guild_settings, "guild", columns=_SETTINGS_COLUMNS, person="changed_by"),
    _select_of_person(call_subscriptions, "guild"),
    _select_of_person(evenings, "id"),
    _select_of_person(removed_people, "guild"),
    _select_of_person(puzzle_attempts, "number"),
)
"""For each database table with rows of people: its name, the columns to export, and a query."""


class PersonalData(Repository):
    """Exports or erases all data that is stored about a person, if the person asks for it."""

    def __init__(self, transactions: Transactions, record_repository: RecordRepository) -> None:
        super().__init__(transactions)
        self._records = record_repository
        self.export_lock = asyncio.Lock()
        """Held while a person's data is exported, so that the process exports one at a time."""

    INSERT_REQUEST = Statement(insert_missing(erasure))
    """Stores that a person asked for their data to be erased, unless that is stored already."""

    @writes
    async def request_erasure(self, db: Transaction, user: int, now: float) -> None:
        """Store that a person's data must be erased."""
        await db.run(self.INSERT_REQUEST, [{"user": user, "at": now}])

    SELECT_REQUESTS = Statement(sa.select(erasure.c.user).order_by(erasure.c.at))

    @reads
    async def find_requests(self, db: Transaction) -> tuple[int, ...]:
        """Return the ids of people whose data must still be erased, the earliest request first."""
        return tuple(user for (user,) in await db.rows(self.SELECT_REQUESTS))

    @reads
    async def read_erasure_mark(self, db: Transaction) -> str | None:
        """Return a text that changes whenever stored data of people is deleted.

        Each process of the bot compares it with the last one, to know when to drop cached data of
        people. None means that nothing has been deleted yet.
        """
        return await read_setting(db, LAST_ERASURE_KEY)

    @writes
    async def mark_erasure(self, db: Transaction) -> None:
        """Tell every process of the bot to drop what it has cached about people."""
        await mark_erasure(db)

    SELECT_SEATS = tuple(
        Statement(
            sa.select(tables.c.id, tables.c.guild)
            .where(*where, seats.c.table == tables.c.id, seats.c.user == _USER)
            .order_by(tables.c.id)
        )
        for where in ((OPEN_TABLES,), (PAUSED_TABLES, IS_ASIDE))
    )

    @reads
    async def find_open_seats(self, db: Transaction, user: int) -> tuple[tuple[int, int], ...]:
        """Return the open game tables at which a person sits, each as its id and its server's id.

        Games that were put aside are included. Used before the person is erased, because the person
        must leave these tables first. Lessons are included.
        """
        found = [await db.rows(each, of_user=user) for each in self.SELECT_SEATS]
        return tuple((id_, guild) for rows in found for id_, guild in rows)

    async def erase(self, user: int) -> None:
        """Erase all that is stored about a person, in many short transactions.

        The person must have left all open game tables before. If the method is interrupted, call it
        again to finish the erasure.
        """
        after: int | None = 0
        while after is not None:
            after = await self._erase_from_tables(after, user)
        while await self._erase_from_records(user):
            pass
        await self._end_request(user)

    DELETE_REQUEST = Statement(sa.delete(erasure).where(erasure.c.user == _USER))

    @writes
    async def _end_request(self, db: Transaction, user: int) -> None:
        await db.run(self.DELETE_REQUEST, [{"of_user": user}])
        await mark_erasure(db)

    SELECT_RECORDS = Statement(
        sa.select(participants.c.record)
        .where(participants.c.user == _USER)
        .order_by(participants.c.record)
        .limit(RECORDS_PER_STEP)
    )
    DELETE_OF_PERSON = (
        *(
            Statement(sa.delete(of).where(of.c.user == _USER))
            for of in (
                *(results, readings, predictions, guesses, standings, months, earlier),
                *(call_subscriptions, removed_people, puzzle_attempts),
            )
        ),
        Statement(sa.update(evenings).where(evenings.c.user == _USER).values(ERASED_MEMBER)),
        Statement(
            sa.update(guild_settings)
            .where(guild_settings.c.changed_by == _USER)
            .values(changed_by=sa.null())
        ),
        Statement(sa.delete(preferences).where(preferences.c.user == _USER, preferences.c.served)),
        Statement(
            sa.update(preferences)
            .where(preferences.c.user == _USER)
            .values(
                {
                    name: sa.literal(value)
                    for name, value in PREFERENCE_DEFAULTS.items()
                    if name != "served"
                }
            )
        ),
    )
    """Statements that delete a person's ratings, results, guesses, settings, calls and attempts at
    puzzles, and the person's name in evenings. The person's wish that the bot never reacts to them
    stays stored.
    """
    DELETE_LESSONS = Statement(
        sa.delete(tables).where(
            tables.c.channel == param("lesson"), tables.c.phase.in_(make_literals(ENDED_PHASES))
        )
    )

    @writes
    async def _erase_from_records(self, db: Transaction, user: int) -> bool:
        """Erase a person from some records of finished games.

        Return whether there may be more. If no record names the person any more, delete the
        person's other rows, such as ratings.
        """
        rows = await db.rows(self.SELECT_RECORDS, of_user=user)
        for (id_,) in rows:
            await erase_from_record(db, id_, user)
        if not rows:
            await db.run_all([(each, [{"of_user": user}]) for each in self.DELETE_OF_PERSON])
            await db.run(self.DELETE_LESSONS, [{"lesson": lesson_channel(user)}])
        return bool(rows)

    SELECT_TABLES_OF_STEP = Statement(
        sa.select(
            tables.c.id,
            tables.c.host,
            tables.c.ended_by,
            tables.c.leavers,
            tables.c.removed,
            tables.c.applicants,
            tables.c.call,
            tables.c.evening,
            boards.c.mentions,
        )
        .where(tables.c.id > param("after"), boards.c.table == tables.c.id)
        .order_by(tables.c.id)
        .limit(TABLES_PER_STEP)
        .with_for_update(of=tables)
    )
    """Query for the next game tables, with all values that may contain a person's id or name. In
    PostgreSQL, it also locks their rows until the transaction ends, because these values are
    written back. Another process could change them in between.
    """
    SELECT_SEATS_OF_STEP = Statement(
        sa.select(seats.c.table, seats.c.seat, seats.c.name).where(
            seats.c.table > param("after"), seats.c.table <= param("until"), seats.c.user == _USER
        )
    )

    @writes
    async def _erase_from_tables(self, db: Transaction, after: int, user: int) -> int | None:
        """Erase a person from the next game tables, at most `TABLES_PER_STEP`.

        Return the id of the last of these tables, which is the value of `after` for the next call.
        """
        rows = await db.rows(self.SELECT_TABLES_OF_STEP, after=after)
        if not rows:
            return None
        until = int(rows[-1][0])
        names_by_table: dict[int, set[str]] = {}
        of = {"after": after, "until": until, "of_user": user}
        for table, _, name in await db.rows(self.SELECT_SEATS_OF_STEP, **of):
            names_by_table.setdefault(table, set()).add(name)
        for row in rows:
            await self._erase_from_table(db, row, user, names_by_table.get(row[0], set()))
        return until if len(rows) == TABLES_PER_STEP else None

    CLEAR_SEAT = Statement(
        sa.update(seats)
        .where(seats.c.table == _ID, seats.c.user == _USER)
        .values(user=sa.null(), name=sa.literal(""))
    )
    UPDATE_TABLE = Statement(
        sa.update(tables)
        .where(tables.c.id == _ID)
        .values(
            version=tables.c.version + 1,  # so that no process overwrites it from memory
            host=param("host"),
            ended_by=param("ended_by"),
            leavers=param("leavers"),
            removed=param("removed"),
            applicants=param("applicants"),
            call=param("call"),
            evening=param("evening"),
        )
    )
    UPDATE_BOARD = Statement(
        sa.update(boards).where(boards.c.table == _ID).values(mentions=param("mentions"))
    )
    SELECT_NAMING_EVENTS = Statement(
        sa.select(events.c.id, events.c.to, events.c.name, events.c["values"]).where(
            events.c.table == _ID, events.c.name.in_(make_literals(EVENTS_WITH_NAMES))
        )
    )
    UPDATE_EVENT = Statement(
        sa.update(events).where(events.c.id == _ID).values({"values": param("told")})
    )

    async def _erase_from_table(
        self, db: Transaction, row: Any, user: int, names: set[str]
    ) -> None:
        """Erase a person from a game table, if the table contains the person's id or name anywhere.

        Args:
            row: The table's row, as `SELECT_TABLES_OF_STEP` returns it.
        """
        id_, host, ended_by, leavers, removed, applicants, call, evening, mentions = row
        called = (call.by, *call.users) if call else ()
        members = evening.members if evening else ()
        named = (*leavers, *removed, *applicants, *members)
        names = names | {each.name for each in named if each.user == user}
        erased_evening = evening and erase_member(evening, user)
        is_named = user in (host, ended_by, *called, *mentions)
        if not (names or is_named or erased_evening != evening):
            return
        changed = {
            "of_id": id_,
            "host": None if host == user else host,
            "ended_by": 0 if ended_by == user else ended_by,
            "leavers": _erase_leaver(leavers, user),
            "removed": tuple(each for each in removed if each.user != user),
            "applicants": tuple(each for each in applicants if each.user != user),
            "call": _erase_from_call(call, user),
            "evening": erased_evening,
        }
        renamed = [
            (of, event, _erase_names(event, names, ended_by == user))
            for of, *event_row in await db.rows(self.SELECT_NAMING_EVENTS, of_id=id_)
            for event in [EventRecord(*event_row)]
        ]
        others = tuple(each for each in mentions if each != user)
        batch: Batch = [
            (self.CLEAR_SEAT, [{"of_id": id_, "of_user": user}]),
            (self.UPDATE_TABLE, [changed]),
            (self.UPDATE_BOARD, [{"of_id": id_, "mentions": others}]),
        ]
        told = [{"of_id": of, "told": new.values} for of, old, new in renamed if new != old]
        await db.run_all([*batch, (self.UPDATE_EVENT, told)])

    @reads
    async def load_rows(self, db: Transaction, user: int) -> StoredRows:
        """Return all rows about a person, except for the records of finished games."""
        rows_by_table: StoredRows = {}
        for name, columns, statement in SELECT_PERSONAL_DATA:
            rows = await db.rows(statement, of_user=user)
            rows_by_table[name] = [dict(zip(columns, row, strict=True)) for row in rows]
        return rows_by_table

    async def iterate_games(self, user: int) -> AsyncIterator[FinishedGame]:
        """Yield the finished games in which a person took part, one at a time, newest first."""
        page = 0
        while some := await self._records.find_person_records(user, page):
            for record in some[:RECORDS_PER_PAGE]:
                if game := await self._records.find_record(record.id):
                    yield game
            page += 1


async def erase_from_record(db: Transaction, record: int, user: int) -> None:
    """Erase a person's id and name from the stored record of a finished game."""
    for about, course in await db.rows(LOCK_RECORD, id=record):
        cleaned = erase_person(about, unpack_course(course), user)
        row = {"of_id": record, "about": cleaned[0], "course": pack_course(cleaned[1])}
        await db.run(UPDATE_RECORD, [row])
    await db.run(DELETE_PARTICIPANT, [{"of_id": record, "of_user": user}])


def erase_person(record: Record, course: Course, user: int) -> tuple[Record, Course]:
    """Return copies of a finished game's record and course without a person's id and name."""
    names = {seat.name for seat in record.seats if seat.user == user}
    names |= {leaver.name for leaver in record.leavers if leaver.user == user}
    ended = record.ended_by == user
    cleaned = replace(
        record,
        ended_by=None if ended else record.ended_by,
        seats=tuple(
            replace(seat, user=None, name="") if seat.user == user else seat
            for seat in record.seats
        ),
        leavers=_erase_leaver(record.leavers, user),
        readers=tuple(
            replace(reader, user=None, name="") if reader.user == user else reader
            for reader in record.readers
        ),
    )
    steps = tuple(
        replace(step, events=tuple(_erase_names(event, names, ended) for event in step.events))
        for step in course.steps
    )
    return cleaned, replace(course, steps=steps)


def _erase_leaver(leavers: Sequence[Leaver], user: int) -> tuple[Leaver, ...]:
    return tuple(replace(each, user=0, name="") if each.user == user else each for each in leavers)


def _erase_from_call(call: LobbyCall | None, user: int) -> LobbyCall | None:
    if call is None:
        return None
    users = tuple(each for each in call.users if each != user)
    return replace(call, users=users, by=0 if call.by == user else call.by)


def _erase_names(event: EventRecord, names: set[str], has_ended_game: bool) -> EventRecord:
    """Return an event with its texts cleared if one of them is a name of the erased person.

    Args:
        has_ended_game: Whether the person ended the game early. If so, the event that tells about
            this end is cleared, too, whatever name it has.
    """
    is_naming = event.name in EVENTS_WITH_NAMES and (
        (has_ended_game and event.name == "table-ended")
        or names.intersection(map(str, event.values))
    )
    if not is_naming:
        return event
    return replace(event, values=tuple("" if isinstance(v, str) else v for v in event.values))
