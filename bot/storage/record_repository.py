"""Stores the records of finished games.

A record is all that is kept of a finished game. Lists of past games and replays are read from here.
"""

from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.game_records import (
    Course,
    Facts,
    FindFacts,
    OnlookerGuess,
    RatingWeight,
    Record,
    Stored,
    make_stored_record,
    measure_play,
    unpack_course,
)
from bot.domain.results import RateRecord, RecentGames
from bot.domain.table import Finished, RecordSaving, kind_of
from bot.engine.events import EventRecord
from bot.storage.database import Batch, Repository, Transaction, reads, writes
from bot.storage.schema import (
    HIDDEN_PROFILES,
    durations,
    events,
    guesses,
    inputs,
    participants,
    predictions,
    preferences,
    records,
    timers,
    transcript_steps,
)
from bot.storage.standings_repository import find_past, make_update_batch
from bot.storage.statements import Statement, param

Records = tuple[Record, ...]

RECORDS_PER_PAGE = 25
"""The maximum number of finished games on one page of a list of past games."""
MAX_RECENT_GAMES = 200
"""The maximum number of finished games, the newest, that count as recent ones of a channel."""
MAX_DURATIONS = 100
"""The maximum number of games from which the usual length of a game is computed."""

_ID, _OF_TABLE = param("id"), param("of_table")
_ABOUT = sa.select(records.c.about)
_NEWEST_FIRST = (records.c.ended_at.desc(), records.c.id.desc())
_IS_RECENT = (
    sa.or_(records.c.channel == param("channel"), records.c.parent == param("channel")),
    records.c.ended_at >= param("since"),
)
_page = (
    sa.select(participants.c.record)
    .where(participants.c.user == param("of_user"))
    .order_by(participants.c.record.desc())
    .limit(RECORDS_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
SELECT_INPUTS = Statement(
    sa.select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)


class RecordRepository(Repository):
    """Stores and finds records of finished games."""

    async def save_record(
        self,
        table: Finished,
        weight: RatingWeight,
        rate_record: RateRecord,
        find_facts: FindFacts = lambda _: Facts(),
        *,
        has_usual_options: bool = False,
    ) -> Record:
        """Write the record of a finished game and its results, unless they are stored already.

        After a crash, the method can safely be called again: no game is rated twice.

        Args:
            weight: How much the game counts for ratings.
            has_usual_options: Whether the game had its default options, so that its length helps to
                predict that of later games.
        """
        stored = await self._load_stored(table.id)
        record, course = make_stored_record(table, stored, weight, find_facts)
        right = [
            {"record": table.id, "user": person.user, "correct": person.right_predictions}
            for person in table.guessers
            if table.is_complete and person.right_predictions
        ]
        seats, seconds = len(table.players), measure_play(stored)
        duration = {"record": table.id, "game": table.game, "seats": seats, "seconds": seconds}
        usual = [duration] if has_usual_options and record.is_by_people_alone else []
        others: Batch = [(self.INSERT_PREDICTIONS, right), (self.INSERT_DURATION, usual)]
        await self._save(record, course, rate_record, others)
        return record

    SELECT_EVENTS = Statement(
        sa.select(events.c.step, events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID)
        .order_by(events.c.id)
    )
    SELECT_TRANSCRIPT = Statement(
        sa.select(transcript_steps.c.step, transcript_steps.c.at, transcript_steps.c.views)
        .where(transcript_steps.c.table == _ID)
        .order_by(transcript_steps.c.step)
    )
    SELECT_GUESSES = Statement(
        sa.select(guesses.c.name, guesses.c.user, guesses.c.seat)
        .where(guesses.c.table == _ID)
        .order_by(guesses.c.user)
    )

    @reads
    async def _load_stored(self, db: Transaction, table: int) -> Stored:
        """Return all that was stored while a game ran, so that its record can be made."""
        of = {"id": table}
        actions: list[Any]
        steps: list[Any]
        actions, event_rows, steps, guess_rows = await db.select_several(
            (SELECT_INPUTS, of),
            (self.SELECT_EVENTS, of),
            (self.SELECT_TRANSCRIPT, of),
            (self.SELECT_GUESSES, of),
        )
        happened = [(step, EventRecord(*event)) for step, *event in event_rows]
        return Stored(actions, happened, steps, tuple(OnlookerGuess(*row) for row in guess_rows))

    SELECT_ABOUT = Statement(_ABOUT.where(records.c.id == _ID))
    INSERT_RECORD = Statement(sa.insert(records))
    INSERT_PARTICIPANT = Statement(sa.insert(participants))
    INSERT_PREDICTIONS = Statement(sa.insert(predictions))
    INSERT_DURATION = Statement(sa.insert(durations))
    DELETE_SOURCES = (
        Statement(sa.delete(transcript_steps).where(transcript_steps.c.table == _OF_TABLE)),
        Statement(
            sa.delete(timers).where(
                timers.c.table == _OF_TABLE, timers.c.kind == kind_of(RecordSaving)
            )
        ),
    )

    @writes
    async def discard_transcript(self, db: Transaction, table: int) -> None:
        """Delete what was only kept to make the record of a finished game, as it gets none."""
        await db.run_all([(statement, [{"of_table": table}]) for statement in self.DELETE_SOURCES])

    @writes
    async def _save(
        self, db: Transaction, record: Record, course: bytes, rate_record: RateRecord, others: Batch
    ) -> None:
        """Write a finished game's record and results, unless the record is stored already.

        In both cases, delete what was only needed to make the record. `others` are statements that
        write what else is stored with the record.
        """
        row = {**asdict(record), "about": record, "course": course}
        batch: Batch = [(each, [{"of_table": record.id}]) for each in self.DELETE_SOURCES]
        if not await db.rows(self.SELECT_ABOUT, id=record.id):
            past = await find_past(db, record)
            update = rate_record(record, past)
            people = [{"record": record.id, "user": user} for user in sorted(record.involved)]
            first: Batch = [(self.INSERT_RECORD, [row]), (self.INSERT_PARTICIPANT, people)]
            batch = [*first, *others, *make_update_batch(update, past.standings), *batch]
        await db.run_all(batch)

    SELECT_RECORD = Statement(
        sa.select(records.c.about, records.c.course).where(records.c.id == _ID)
    )

    @reads
    async def find_record(self, db: Transaction, table: int) -> tuple[Record, Course] | None:
        """Return the record of a table's finished game, and the steps of the game for a replay.

        None means that the game has no record, or that the record was deleted.
        """
        rows = await db.rows(self.SELECT_RECORD, id=table)
        return (rows[0][0], unpack_course(rows[0][1])) if rows else None

    SELECT_RECENT = Statement(
        _ABOUT.where(*_IS_RECENT).order_by(*_NEWEST_FIRST).limit(MAX_RECENT_GAMES)
    )
    SELECT_HIDDEN_OF_RECENT = Statement(
        sa.select(preferences.c.user).where(
            HIDDEN_PROFILES,
            sa.exists().where(
                participants.c.user == preferences.c.user,
                participants.c.record == records.c.id,
                *_IS_RECENT,
            ),
        )
    )

    @reads
    async def find_recent_games(self, db: Transaction, channel: int, since: float) -> RecentGames:
        """Return the newest games that a channel or its threads have finished since a time."""
        of = {"channel": channel, "since": since}
        about, hidden = await db.select_several(
            (self.SELECT_RECENT, of), (self.SELECT_HIDDEN_OF_RECENT, of)
        )
        hidden_users = frozenset(user for (user,) in hidden)
        return RecentGames(tuple(record for (record,) in about), hidden_users)

    SELECT_OF_PERSON = Statement(
        _ABOUT.where(records.c.id == _page.c.record).order_by(*_NEWEST_FIRST)
    )

    @reads
    async def find_person_records(self, db: Transaction, user: int, page: int) -> Records:
        """Return one page of the finished games in which a person took part, newest first.

        People take part by playing, by ending the game early, or by guessing its winner. Pages
        count from 0. If there is a next page, its first record follows as the last item.
        """
        of = {"of_user": user, "before": page * RECORDS_PER_PAGE}
        return tuple(record for (record,) in await db.rows(self.SELECT_OF_PERSON, **of))

    SELECT_DURATIONS = Statement(
        sa.select(durations.c.seconds)
        .where(durations.c.game == param("of_game"), durations.c.seats == param("seats"))
        .order_by(durations.c.record.desc())
        .limit(MAX_DURATIONS)
    )

    @reads
    async def find_durations(self, db: Transaction, game: str, seats: int) -> tuple[float, ...]:
        """Return how long the newest games took that people alone played, in seconds.

        Long gaps between two moves are left out (`measure_play`).
        """
        rows = await db.rows(self.SELECT_DURATIONS, of_game=game, seats=seats)
        return tuple(seconds for (seconds,) in rows)
