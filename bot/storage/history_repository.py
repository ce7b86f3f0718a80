"""Stores the records, results and ratings of finished games."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.game_records import (
    ChooseAwards,
    Course,
    OnlookerGuess,
    RatingWeight,
    Record,
    Stored,
    make_stored_record,
    no_awards,
    unpack_course,
)
from bot.domain.results import (
    ALL_SERVERS,
    MAX_LINES_PER_PAGE,
    MIN_OPPONENTS,
    Key,
    Line,
    Page,
    Past,
    RateRecord,
    RatingUpdate,
    Result,
    Standing,
    start_of_month,
)
from bot.domain.table import Finished, RecordSaving, kind_of
from bot.engine.events import EventRecord
from bot.storage.database import Batch, Repository, Transaction, reads, writes
from bot.storage.schema import (
    HIDDEN_PROFILES,
    VISIBLE_PROFILES,
    due,
    events,
    guesses,
    inputs,
    months,
    participants,
    preferences,
    readings,
    records,
    results,
    standings,
    transcript_steps,
)
from bot.storage.statements import Statement, insert_missing, match_key, param

SECONDS_PER_DAY = 86_400.0
RECORDS_PER_PAGE = 25
MAX_RESULTS_PER_PERSON = 2_000
"""The maximum number of results that a profile takes into account. Older ones are left out."""

_ID = param("id")
_OF_TABLE = param("of_table")
_USER, _GUILD, _GAME = param("of_user"), param("of_guild"), param("of_game")
# A person's own results, and those of other people in the same games.
_mine, _others = results.alias("mine"), results.alias("others")


def _select_opponents(*values: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for the people whom a person met in games that moved the person's rating.

    `values` are aggregates over these games, selected for each of those people.
    """
    return (
        sa.select(_others.c.user, *values)
        .where(
            _mine.c.user == _USER,
            _mine.c.game == _GAME,
            _mine.c.rated,
            _mine.c.at <= param("until"),
            _others.c.record == _mine.c.record,
            _others.c.user != _mine.c.user,
        )
        .group_by(_others.c.user)
    )


# In all queries for pages, "before" is the number of rows on earlier pages. They read one row more
# than a page has, so that callers see whether another page follows.
_person_page = (
    sa.select(participants.c.record)
    .where(participants.c.user == _USER)
    .order_by(participants.c.record.desc())
    .limit(RECORDS_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
_COUNT_GUESSES = sa.select(
    readings.c.game, sa.func.count(), sa.func.sum(sa.cast(readings.c.foresaw, sa.Integer))
).group_by(readings.c.game)


# `_ever` and `_since` find the people on a page of a server's score table by an index alone.
# `_select_lines` then reads the other columns for these people only.


def _is_shown(user: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a person has not hidden their profile from others."""
    return ~sa.exists().where(HIDDEN_PROFILES, preferences.c.user == user)


_BEST_FIRST = (standings.c.mu.desc(), standings.c.wins.desc(), standings.c.games, standings.c.user)
_RATED_FIRST = ((standings.c.rated > 0).desc(), *_BEST_FIRST)
_ever = (
    sa.select(standings.c.user, standings.c.games, standings.c.wins)
    .where(
        standings.c.guild == param("guild"), standings.c.game == _GAME, _is_shown(standings.c.user)
    )
    .order_by(*_RATED_FIRST)
    .limit(MAX_LINES_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
_GAMES, _WINS = sa.func.sum(months.c.games), sa.func.sum(months.c.wins)
_since = (
    sa.select(months.c.user, _GAMES.label("games"), _WINS.label("wins"))
    .where(
        months.c.guild == param("guild"),
        months.c.game == _GAME,
        months.c.month >= param("since"),
        _is_shown(months.c.user),
    )
    .group_by(months.c.user)
    .order_by(_WINS.desc(), _GAMES, months.c.user)
    .limit(MAX_LINES_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
_LINE = (standings.c.name, standings.c.mu, standings.c.rated, standings.c.opponents, standings.c.at)


def _select_lines(page: Any) -> sa.Select[Any]:
    """Return a query for the lines of the people on a page of a score table."""
    return sa.select(page.c.user, *_LINE, page.c.games, page.c.wins).where(
        standings.c.guild == _GUILD,
        standings.c.game == param("of_standing"),
        standings.c.user == page.c.user,
    )


SELECT_INPUTS = Statement(
    sa.select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)
INSERT_RESULT = Statement(sa.insert(results))
INSERT_READING = Statement(sa.insert(readings))
SELECT_RECORD = Statement(sa.select(records.c.about, records.c.course).where(records.c.id == _ID))


class HistoryRepository(Repository):
    """Stores and finds records of finished games, and the results and ratings that they cause."""

    async def save_record(
        self,
        table: Finished,
        weight: RatingWeight,
        rate_record: RateRecord,
        choose_awards: ChooseAwards = no_awards,
    ) -> None:
        """Write the record of a finished game and its results, unless they are stored already.

        `rate_record` computes the rating update. `weight` says how much the game counts for it, and
        `choose_awards` chooses the awards.
        """
        found = await self._load_stored(table.id)
        record, course = make_stored_record(table, found, weight, choose_awards)
        await self._save(record, course, rate_record)

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
        """Return the inputs, events, transcript and guesses that were stored while a game ran."""
        of = {"id": table}
        given: list[Any]
        seen: list[Any]
        given, happened, seen, guessed = await db.select_several(
            (SELECT_INPUTS, of),
            (self.SELECT_EVENTS, of),
            (self.SELECT_TRANSCRIPT, of),
            (self.SELECT_GUESSES, of),
        )
        happened = [(step, EventRecord(*event)) for step, *event in happened]
        return Stored(given, happened, seen, tuple(OnlookerGuess(*guess) for guess in guessed))

    SELECT_ABOUT = Statement(sa.select(records.c.about).where(records.c.id == _ID))
    INSERT_RECORD = Statement(insert_missing(records))
    DELETE_TRANSCRIPT = Statement(
        sa.delete(transcript_steps).where(transcript_steps.c.table == _OF_TABLE)
    )
    DELETE_KEEP = Statement(
        sa.delete(due).where(due.c.table == _OF_TABLE, due.c.kind == kind_of(RecordSaving))
    )
    INSERT_PARTICIPANT = Statement(sa.insert(participants))

    @writes
    async def _save(
        self, db: Transaction, record: Record, course: bytes, rate_record: RateRecord
    ) -> None:
        """Write a record and its results, unless the record is stored already.

        In both cases, delete the game's transcript and its `RecordSaving` timer: nothing needs them
        now.
        """
        row = {
            "id": record.id,
            "guild": record.guild,
            "channel": record.channel,
            "game": record.game,
            "ended_at": record.ended_at,
            "about": record,
            "course": course,
        }
        of = [{"of_table": record.id}]
        done: Batch = [(self.DELETE_TRANSCRIPT, of), (self.DELETE_KEEP, of)]
        if await db.rows(self.SELECT_ABOUT, id=record.id):
            await db.run_all(done)
            return
        past = await self._find_past(db, record)
        brought = rate_record(record, past)
        people = [{"record": record.id, "user": user} for user in sorted(record.involved)]
        kept: Batch = [(self.INSERT_RECORD, [row]), (self.INSERT_PARTICIPANT, people)]
        await db.run_all([*kept, *self._make_update_batch(brought, past.standings), *done])

    SELECT_RECENT_RECORDS = Statement(
        sa.select(records.c.about)
        .where(
            records.c.guild == param("guild"),
            records.c.ended_at >= param("since"),
            records.c.ended_at <= param("until"),
        )
        .order_by(records.c.ended_at, records.c.id)
    )
    SELECT_STANDING = Statement(
        sa.select(*standings.c).where(*match_key(standings)).with_for_update()
    )
    """Locks the row in PostgreSQL."""
    COUNT_GAMES_TOGETHER = Statement(
        _select_opponents(sa.func.count()).where(_mine.c.at >= param("since"))
    )
    SELECT_OPPONENTS_EVERYWHERE = Statement(_select_opponents(sa.func.max(_mine.c.at)))
    SELECT_OPPONENTS_HERE = Statement(
        _select_opponents(sa.func.max(_mine.c.at)).where(_mine.c.guild == param("guild"))
    )

    async def _find_past(self, db: Transaction, record: Record) -> Past:
        """Return the earlier games that affect a record's ratings; lock its people's standings."""
        keys = _make_standing_keys(record)
        recent = {
            "guild": record.guild,
            "since": record.ended_at - SECONDS_PER_DAY,
            "until": record.ended_at,
        }
        earlier, *found = await db.select_several(
            (self.SELECT_RECENT_RECORDS, recent), *((self.SELECT_STANDING, key) for key in keys)
        )
        standing = [Standing(*row) for rows in found for row in rows]
        known = {(each.guild, each.game, each.user): each for each in standing}
        before = tuple(each for (each,) in earlier if each.id != record.id)
        if not record.rated:
            return Past(known, before)
        users = sorted(record.people)
        # Only standings with fewer than `MIN_OPPONENTS` need the list of their opponents.
        unsure = [
            (guild, user)
            for guild in (ALL_SERVERS, record.guild)
            for user in users
            if not (stands := known.get((guild, record.game, user)))
            or stands.opponents < MIN_OPPONENTS
        ]
        of = {"of_game": record.game, "until": record.ended_at}
        since = start_of_month(record.ended_at)
        met = await db.select_several(
            *(
                (self.COUNT_GAMES_TOGETHER, {**of, "of_user": user, "since": since})
                for user in users
            ),
            *(
                (self.SELECT_OPPONENTS_EVERYWHERE, {**of, "of_user": user})
                if guild == ALL_SERVERS
                else (self.SELECT_OPPONENTS_HERE, {**of, "of_user": user, "guild": guild})
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

    INSERT_STANDING = Statement(sa.insert(standings))
    UPDATE_STANDING = Statement(
        sa.update(standings)
        .where(*match_key(standings))
        .values({each.name: param(each.name) for each in standings.c if not each.primary_key})
    )
    INSERT_MONTH = Statement(insert_missing(months, games=sa.literal(0), wins=sa.literal(0)))
    UPDATE_MONTH = Statement(
        sa.update(months)
        .where(*match_key(months))
        .values(games=months.c.games + param("games"), wins=months.c.wins + param("wins"))
    )

    def _make_update_batch(
        self, update: RatingUpdate, known_standings: Mapping[Key, Standing]
    ) -> Batch:
        """Return the statements that write a rating update over the stored `known_standings`."""
        changed, new = list[dict[str, Any]](), list[dict[str, Any]]()
        for each in update.standings:
            is_known = (each.guild, each.game, each.user) in known_standings
            (changed if is_known else new).append(_add_key_params(standings, asdict(each)))
        month_rows = [_add_key_params(months, asdict(each)) for each in update.months]
        return [
            (INSERT_RESULT, [asdict(each) for each in update.results]),
            (INSERT_READING, [asdict(each) for each in update.guess_results]),
            (self.INSERT_STANDING, new),
            (self.UPDATE_STANDING, changed),
            (self.INSERT_MONTH, month_rows),
            (self.UPDATE_MONTH, month_rows),
        ]

    SELECT_STANDINGS = Statement(
        sa.select(*standings.c)
        .where(standings.c.user == _USER)
        .order_by(standings.c.guild, standings.c.game)
    )

    @reads
    async def find_standings(self, db: Transaction, user: int) -> tuple[Standing, ...]:
        """Return a person's standings in all games, for each server and for `ALL_SERVERS`."""
        return tuple(Standing(*row) for row in await db.rows(self.SELECT_STANDINGS, of_user=user))

    @reads
    async def find_record(self, db: Transaction, table: int) -> tuple[Record, Course] | None:
        """Return the record and course of a table's game, or None if there is no record."""
        found = await db.rows(SELECT_RECORD, id=table)
        return (found[0][0], unpack_course(found[0][1])) if found else None

    SELECT_OF_CHANNEL = Statement(
        sa.select(records.c.about)
        .where(records.c.channel == param("channel"))
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
        .limit(RECORDS_PER_PAGE + 1)
        .offset(param("before"))
    )

    @reads
    async def find_channel_records(
        self, db: Transaction, channel: int, page: int
    ) -> tuple[Record, ...]:
        """Return a page of a channel's records, newest first.

        If there is a next page, its first record follows as the last item.
        """
        found = await db.rows(
            self.SELECT_OF_CHANNEL, channel=channel, before=page * RECORDS_PER_PAGE
        )
        return tuple(record for (record,) in found)

    SELECT_OF_PERSON = Statement(
        sa.select(records.c.about)
        .where(records.c.id == _person_page.c.record)
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
    )

    @reads
    async def find_person_records(
        self, db: Transaction, user: int, page: int
    ) -> tuple[Record, ...]:
        """Return a page of a person's records, newest first.

        If there is a next page, its first record follows as the last item.
        """
        found = await db.rows(self.SELECT_OF_PERSON, of_user=user, before=page * RECORDS_PER_PAGE)
        return tuple(record for (record,) in found)

    SELECT_RESULTS_HERE = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER, results.c.guild == _GUILD)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS_PER_PERSON)
    )
    SELECT_RESULTS = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS_PER_PERSON)
    )

    @reads
    async def find_results(self, db: Transaction, user: int, guild: int) -> tuple[Result, ...]:
        """Return a person's results on a server, or on `ALL_SERVERS`, oldest first.

        If there are more than `MAX_RESULTS_PER_PERSON`, only the newest are returned.
        """
        found: list[Any]
        if guild == ALL_SERVERS:
            found = await db.rows(self.SELECT_RESULTS, of_user=user)
        else:
            found = await db.rows(self.SELECT_RESULTS_HERE, of_user=user, of_guild=guild)
        return tuple(Result(*row) for row in reversed(found))

    COUNT_GUESSES_HERE = Statement(
        _COUNT_GUESSES.where(readings.c.user == _USER, readings.c.guild == _GUILD)
    )
    COUNT_GUESSES = Statement(_COUNT_GUESSES.where(readings.c.user == _USER))

    @reads
    async def count_guesses(
        self, db: Transaction, user: int, guild: int
    ) -> Mapping[str, tuple[int, int]]:
        """Return, by game, the numbers of all and of correct guesses by a person as an onlooker."""
        if guild == ALL_SERVERS:
            found = await db.rows(self.COUNT_GUESSES, of_user=user)
        else:
            found = await db.rows(self.COUNT_GUESSES_HERE, of_user=user, of_guild=guild)
        return {game: (int(times), int(right)) for game, times, right in found}

    SELECT_SCORES = Statement(_select_lines(_ever).order_by(*_RATED_FIRST))
    SELECT_SCORES_EVERYWHERE = Statement(
        sa.select(standings.c.user, *_LINE, standings.c.games, standings.c.wins)
        .where(
            VISIBLE_PROFILES,
            standings.c.guild == param("guild"),
            standings.c.game == param("of_game"),
            standings.c.user == preferences.c.user,
            standings.c.rated > 0,
        )
        .order_by(*_BEST_FIRST)
        .limit(MAX_LINES_PER_PAGE + 1)
        .offset(param("before"))
    )
    SELECT_SCORES_SINCE = Statement(
        _select_lines(_since).order_by(_since.c.wins.desc(), _since.c.games, _since.c.user)
    )

    @reads
    async def find_scores(self, db: Transaction, page: Page) -> tuple[Line, ...]:
        """Return the lines on a page of a server's score table, best first.

        If there is a next page, its first line follows as the last item.

        Without `page.since`, all games count. The order is by rating, and people without a rating
        come last. With `page.since`, the order is by wins, then by fewest games.

        For `ALL_SERVERS`, `page.since` is ignored. Only people with a rating are included, and only
        if their profile is visible to everybody.
        """
        if page.guild == ALL_SERVERS:
            best = {
                "guild": ALL_SERVERS,
                "of_game": page.game,
                "before": page.number * MAX_LINES_PER_PAGE,
            }
            return tuple(Line(*row) for row in await db.rows(self.SELECT_SCORES_EVERYWHERE, **best))
        of = {
            "guild": page.guild,
            "of_game": page.game,
            "of_guild": page.guild,
            "of_standing": page.game,
            "before": page.number * MAX_LINES_PER_PAGE,
        }
        if page.first_month:
            found = await db.rows(self.SELECT_SCORES_SINCE, since=page.first_month, **of)
        else:
            found = await db.rows(self.SELECT_SCORES, **of)
        return tuple(Line(*row) for row in found)

    SELECT_FINISHED = Statement(
        sa.select(standings.c.games).where(
            standings.c.guild == param("everywhere"),
            standings.c.game == param("of_game"),
            standings.c.user == param("person"),
        )
    )

    @reads
    async def has_finished(self, db: Transaction, user: int, game: str) -> bool:
        """Tell whether a person has ever finished this game on any server. Lessons do not count."""
        return bool(
            await db.rows(self.SELECT_FINISHED, everywhere=ALL_SERVERS, of_game=game, person=user)
        )

    SELECT_GAMES = Statement(
        sa.select(standings.c.game)
        .where(standings.c.guild == param("guild"))
        .group_by(standings.c.game)
        .order_by(standings.c.game)
    )

    @reads
    async def find_finished_games(self, db: Transaction, guild: int) -> tuple[str, ...]:
        """Return the names of the games that were finished on a server."""
        return tuple(game for (game,) in await db.rows(self.SELECT_GAMES, guild=guild))


def _make_standing_keys(record: Record) -> list[dict[str, Any]]:
    """Return the keys of the standings that a record changes, in the order of locking.

    Another process that changes the same standings waits until this transaction ends. All
    processes lock in this order, which avoids deadlocks.
    """
    return [
        {"of_guild": guild, "of_game": record.game, "of_user": user}
        for guild in (ALL_SERVERS, record.guild)
        for user in sorted(record.people)
    ]


def _add_key_params(table: sa.Table, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values, with the parameters that `match_key` needs added."""
    return {**values, **{f"of_{key.name}": values[key.name] for key in table.primary_key}}
