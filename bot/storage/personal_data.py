"""Exports or erases all that is stored about a person.

Records of games with others are kept, without the person's id and name.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from bot.domain.game_records import Course, Record, pack_course, unpack_course
from bot.domain.table import Leaver, lesson_channel
from bot.engine.events import EventRecord
from bot.storage.bot_repository import LAST_ERASURE_KEY, mark_erasure, read_setting
from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.history_repository import RECORDS_PER_PAGE, SELECT_RECORD, HistoryRepository
from bot.storage.schema import (
    ENDED_PHASES,
    OPEN_TABLES,
    boards,
    earlier,
    erasure,
    events,
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
from bot.storage.statements import Statement, insert_missing, make_literals, param

TABLES_PER_STEP = 200
"""The maximum number of game tables that one transaction checks for a person to erase."""
RECORDS_PER_STEP = 20
"""The maximum number of records of games from which one transaction erases a person."""
EVENTS_WITH_NAMES = ("table-ended", "table-host", "table-left", "table-left-vacant")
"""The kinds of stored events whose texts are names of people."""
_USER = param("of_user")
_ID = param("of_id")

UPDATE_RECORD = Statement(
    sa.update(records)
    .where(records.c.id == _ID)
    .values(about=param("about", records.c.about.type), course=param("course"))
)
"""Replaces the record of a game, and the steps that its replay shows. Parameter: `of_id`."""
DELETE_PARTICIPANT = Statement(
    sa.delete(participants).where(participants.c.user == _USER, participants.c.record == _ID)
)
"""Deletes the note that a person took part in a recorded game.

Parameters: `of_id` and `of_user`.
"""
SELECT_PERSONAL_DATA = tuple(
    (of, Statement(sa.select(*of.c).where(of.c.user == _USER).order_by(*order)))
    for of, order in (
        (standings, (standings.c.guild, standings.c.game)),
        (results, (results.c.at,)),
        (months, (months.c.month,)),
        (earlier, (earlier.c.game,)),
        (readings, (readings.c.record,)),
        (guesses, (guesses.c.table,)),
        (preferences, ()),
    )
)
"""Queries for all rows of a person, each with its database table. Parameter: `of_user`."""


class PersonalData(Repository):
    """Exports or erases all that is stored about a person, as the person can demand."""

    def __init__(self, transactions: Transactions, history: HistoryRepository) -> None:
        super().__init__(transactions)
        self._history = history

    INSERT_REQUEST = Statement(insert_missing(erasure))
    """Notes that a person asked for erasure, unless that is noted already."""

    @writes
    async def request_erasure(self, db: Transaction, user: int, now: float) -> None:
        """Note that a person's data is to be erased, so that a crash does not lose the request.

        Args:
            db: The transaction, which callers leave out.
            user: Discord's id of the person.
            now: The present time in seconds since the epoch.
        """
        await db.run(self.INSERT_REQUEST, [{"user": user, "at": now}])

    SELECT_REQUESTS = Statement(sa.select(erasure.c.user).order_by(erasure.c.at))
    """Query for the people who asked for erasure, the earliest request first."""

    @reads
    async def find_requests(self, db: Transaction) -> tuple[int, ...]:
        """Return the ids of people whose data is still to be erased, the earliest request first."""
        return tuple(user for (user,) in await db.rows(self.SELECT_REQUESTS))

    @reads
    async def read_erasure_mark(self, db: Transaction) -> str | None:
        """Return a text that changes whenever stored data of people is deleted.

        A worker compares it with the last one, to know when to drop what it holds of people in
        memory. None means that nothing was deleted yet.
        """
        return await read_setting(db, LAST_ERASURE_KEY)

    @writes
    async def mark_erasure(self, db: Transaction) -> None:
        """Tell every worker to read again what it holds of people in memory."""
        await mark_erasure(db)

    SELECT_OPEN_SEATS = Statement(
        sa.select(tables.c.id, tables.c.guild)
        .where(OPEN_TABLES, seats.c.table == tables.c.id, seats.c.user == _USER)
        .order_by(tables.c.id)
    )
    """Query for the open tables at which a person sits, with their servers.

    Parameter: `of_user`.
    """

    @reads
    async def find_open_seats(self, db: Transaction, user: int) -> tuple[tuple[int, int], ...]:
        """Return the open tables at which a person sits, lessons included.

        The person has to leave them before the erasure. Each result is a table's id and its
        server's id.
        """
        return tuple(
            (id_, guild) for id_, guild in await db.rows(self.SELECT_OPEN_SEATS, of_user=user)
        )

    async def erase(self, user: int) -> None:
        """Erase all that is stored about a person, in many short transactions.

        The person must have left all open tables. If the method is interrupted, call it again.
        """
        after: int | None = 0
        while after is not None:
            after = await self._erase_from_tables(after, user)
        while await self._erase_from_records(user):
            pass
        await self._end_request(user)

    DELETE_REQUEST = Statement(sa.delete(erasure).where(erasure.c.user == _USER))
    """Deletes the note that a person asked for erasure, because it is done.

    Parameter: `of_user`.
    """

    @writes
    async def _end_request(self, db: Transaction, user: int) -> None:
        """Delete a person's request for erasure, because all data of the person is erased."""
        await db.run(self.DELETE_REQUEST, [{"of_user": user}])
        await mark_erasure(db)

    SELECT_RECORDS = Statement(
        sa.select(participants.c.record)
        .where(participants.c.user == _USER)
        .order_by(participants.c.record)
        .limit(RECORDS_PER_STEP)
    )
    """Query for some of the recorded games in which a person took part. Parameter: `of_user`."""
    DELETE_OF_PERSON = (
        *(
            Statement(sa.delete(of).where(of.c.user == _USER))
            for of in (results, readings, guesses, standings, months, earlier)
        ),
        Statement(sa.delete(preferences).where(preferences.c.user == _USER, preferences.c.served)),
    )
    """Statements that delete a person's ratings, results, guesses and choices.

    Parameter: `of_user`. The choice that the bot does nothing for the person stays stored.
    """
    DELETE_LESSONS = Statement(
        sa.delete(tables).where(
            tables.c.channel == param("lesson"), tables.c.phase.in_(make_literals(ENDED_PHASES))
        )
    )
    """Deletes the ended lessons of a person.

    Parameter: `lesson`, which `lesson_channel` returns.
    """

    @writes
    async def _erase_from_records(self, db: Transaction, user: int) -> bool:
        """Erase a person from some records of games; return whether there may be more of them.

        If there are none left, delete the person's other rows, such as ratings and preferences.
        """
        found = await db.rows(self.SELECT_RECORDS, of_user=user)
        for (id_,) in found:
            await erase_from_record(db, id_, user)
        if not found:
            await db.run_all(
                [(statement, [{"of_user": user}]) for statement in self.DELETE_OF_PERSON]
            )
            await db.run(self.DELETE_LESSONS, [{"lesson": lesson_channel(user)}])
        return bool(found)

    SELECT_TABLES_OF_STEP = Statement(
        sa.select(
            tables.c.id,
            tables.c.host,
            tables.c.ended_by,
            tables.c.leavers,
            tables.c.removed,
            boards.c.mentions,
        )
        .where(tables.c.id > param("after"), boards.c.table == tables.c.id)
        .order_by(tables.c.id)
        .limit(TABLES_PER_STEP)
    )
    """Query for the next game tables, with all their values that may name a person.

    Parameter: `after` is the last table that was read before.
    """
    SELECT_SEATS_OF_STEP = Statement(
        sa.select(seats.c.table, seats.c.seat, seats.c.name).where(
            seats.c.table > param("after"), seats.c.table <= param("until"), seats.c.user == _USER
        )
    )
    """Query for a person's seats at the tables of one step.

    Parameters: `after`, `until`, `of_user`.
    """

    @writes
    async def _erase_from_tables(self, db: Transaction, after: int, user: int) -> int | None:
        """Erase a person from the next game tables.

        Return the id of the last table of this step, or None if there are no more tables.
        """
        found = await db.rows(self.SELECT_TABLES_OF_STEP, after=after)
        if not found:
            return None
        until = int(found[-1][0])
        sat: dict[int, set[str]] = {}
        of = {"after": after, "until": until, "of_user": user}
        for table, _, name in await db.rows(self.SELECT_SEATS_OF_STEP, **of):
            sat.setdefault(table, set()).add(name)
        for row in found:
            await self._erase_from_table(db, row, user, sat.get(row[0], set()))
        return until if len(found) == TABLES_PER_STEP else None

    CLEAR_SEAT = Statement(
        sa.update(seats)
        .where(seats.c.table == _ID, seats.c.user == _USER)
        .values(user=sa.null(), name=sa.literal(""))
    )
    """Removes a person's id and name from their seat at a table.

    Parameters: `of_id` and `of_user`.
    """
    UPDATE_TABLE = Statement(
        sa.update(tables)
        .where(tables.c.id == _ID)
        .values(
            version=tables.c.version + 1,  # so that no process overwrites it from memory
            host=param("host"),
            ended_by=param("ended_by"),
            leavers=param("leavers"),
            removed=param("removed"),
        )
    )
    """Replaces the values of a game table that may name a person. Parameter: `of_id`."""
    UPDATE_BOARD = Statement(
        sa.update(boards).where(boards.c.table == _ID).values(mentions=param("mentions"))
    )
    """Replaces the people whom a table's board mentions. Parameter: `of_id` is the table's id."""
    SELECT_NAMING_EVENTS = Statement(
        sa.select(events.c.id, events.c.to, events.c.name, events.c["values"]).where(
            events.c.table == _ID, events.c.name.in_(make_literals(EVENTS_WITH_NAMES))
        )
    )
    """Query for a table's events whose texts are names of people. Parameter: `of_id`."""
    UPDATE_EVENT = Statement(
        sa.update(events).where(events.c.id == _ID).values({"values": param("told")})
    )
    """Replaces the values of a stored event. Parameter: `of_id` is the event's id."""

    async def _erase_from_table(
        self, db: Transaction, row: Any, user: int, names: set[str]
    ) -> None:
        """Erase a person from a game table, if the table names the person anywhere.

        `row` is a row of `SELECT_TABLES_OF_STEP`. `names` are the display names that the person has
        had at this table.
        """
        id_, host, ended_by, leavers, removed, mentions = row
        names = names | {each.name for each in (*leavers, *removed) if each.user == user}
        if not (names or user in (host, ended_by, *mentions)):
            return
        changed = {
            "of_id": id_,
            "host": None if host == user else host,
            "ended_by": 0 if ended_by == user else ended_by,
            "leavers": _erase_leaver(leavers, user),
            "removed": tuple(each for each in removed if each.user != user),
        }
        told = [
            (of, event, _erase_names(event, names, ended_by == user))
            for of, *event_row in await db.rows(self.SELECT_NAMING_EVENTS, of_id=id_)
            for event in [EventRecord(*event_row)]
        ]
        others = tuple(each for each in mentions if each != user)
        await db.run_all(
            [
                (self.CLEAR_SEAT, [{"of_id": id_, "of_user": user}]),
                (self.UPDATE_TABLE, [changed]),
                (self.UPDATE_BOARD, [{"of_id": id_, "mentions": others}]),
                (
                    self.UPDATE_EVENT,
                    [{"of_id": of, "told": new.values} for of, old, new in told if new != old],
                ),
            ]
        )

    @reads
    async def _load_rows(self, db: Transaction, user: int) -> dict[str, Any]:
        """Return all rows of a person, by the name of their database table."""
        found: dict[str, Any] = {}
        for of, statement in SELECT_PERSONAL_DATA:
            rows = await db.rows(statement, of_user=user)
            found[of.name] = [dict(zip(of.c.keys(), row, strict=True)) for row in rows]
        return found

    async def export(self, user: int) -> dict[str, Any]:
        """Return all that is stored about a person, as the person can demand.

        Returns:
            The person's rows by the name of their database table. The key "records" has the records
                of the games in which the person took part.
        """
        found = await self._load_rows(user)
        kept: list[tuple[Record, Course]] = []
        page = 0
        while some := await self._history.find_person_records(user, page):
            for record in some[:RECORDS_PER_PAGE]:
                if one := await self._history.find_record(record.id):
                    kept.append(one)
            page += 1
        return {**found, "records": kept}


async def erase_from_record(db: Transaction, record: int, user: int) -> None:
    """Erase a person's id and name from the stored record of a game.

    Args:
        db: The transaction that writes.
        record: The id of the record.
        user: Discord's id of the person.
    """
    for about, course in await db.rows(SELECT_RECORD, id=record):
        cleaned = erase_person(about, unpack_course(course), user)
        row = {"of_id": record, "about": cleaned[0], "course": pack_course(cleaned[1])}
        await db.run(UPDATE_RECORD, [row])
    await db.run(DELETE_PARTICIPANT, [{"of_id": record, "of_user": user}])


def erase_person(record: Record, course: Course, user: int) -> tuple[Record, Course]:
    """Return a record of a game and its course without the id and name of a person.

    The course has the steps that a replay shows.

    Args:
        record: The record.
        course: The game's course.
        user: Discord's id of the person.
    """
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
    """Return the people who left a game, without the id and name of one person."""
    return tuple(replace(each, user=0, name="") if each.user == user else each for each in leavers)


def _erase_names(event: EventRecord, names: set[str], has_ended_game: bool) -> EventRecord:
    """Return an event without its texts, if one of them is a name of the erased person.

    `has_ended_game` says that the person ended the game early. Then the event that tells so is
    cleared, whatever name it has.
    """
    is_naming = event.name in EVENTS_WITH_NAMES and (
        (has_ended_game and event.name == "table-ended")
        or names.intersection(map(str, event.values))
    )
    if not is_naming:
        return event
    return replace(event, values=tuple("" if isinstance(v, str) else v for v in event.values))
