"""Stores the records of finished games, and the results and ratings that follow from them.

A record is all that is kept of a finished game. Lists of past games, replays, profiles and score
tables are read from here.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.game_records import (
    ChooseAwards,
    Course,
    FindNumbers,
    OnlookerGuess,
    RatingWeight,
    Record,
    Stored,
    make_stored_record,
    measure_play,
    no_awards,
    no_numbers,
    unpack_course,
)
from bot.domain.results import (
    ALL_SERVERS,
    MAX_LINES_PER_PAGE,
    MIN_OPPONENTS,
    Evening,
    Key,
    Line,
    Page,
    Past,
    RateRecord,
    RatingUpdate,
    Result,
    Standing,
    order_lines,
    start_of_month,
)
from bot.domain.table import Finished, RecordSaving, kind_of
from bot.engine.events import EventRecord
from bot.storage.database import Batch, Repository, Transaction, reads, writes
from bot.storage.schema import (
    HIDDEN_PROFILES,
    VISIBLE_PROFILES,
    due,
    durations,
    events,
    guesses,
    inputs,
    months,
    participants,
    predictions,
    preferences,
    readings,
    records,
    results,
    standings,
    transcript_steps,
)
from bot.storage.statements import ZERO_LITERAL, Statement, insert_missing, match_key, param

SECONDS_PER_DAY = 86_400.0
"""The number of seconds in a day."""
RECORDS_PER_PAGE = 25
"""The maximum number of finished games on one page of a list of past games."""
MAX_RECORDS_PER_EVENING = 200
"""The maximum number of finished games that count for an evening in a channel."""
MAX_RESULTS_PER_PERSON = 2_000
"""The maximum number of finished games that a person's profile is computed from.

If a person has finished more games, only the newest ones count.
"""
MAX_TEAM_GAMES = 300
"""The maximum number of finished games from which a profile counts a person's wins in each team."""
MAX_DURATIONS = 100
"""The maximum number of games from which the usual length of a game is computed."""

_ID = param("id")
"""The query parameter `id`: the id of a table, which is also the id of its game's record."""
_OF_TABLE = param("of_table")
"""The query parameter `of_table`: the id of the table whose rows a DELETE removes."""
_USER, _GUILD, _GAME = param("of_user"), param("of_guild"), param("of_game")
"""Query parameters for a person's user id, a Discord server's id, and the name of a game."""
_mine, _others = results.alias("mine"), results.alias("others")
"""Two aliases of the table `results`, used to find whom a person met in the same games.

`_mine` stands for the person's own results, `_others` for those of the other people.
"""


def _select_opponents(*values: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for the people who shared rated games with a person, one row per opponent.

    The query's parameters are `of_user`, `of_game` and `until`, the latest end of a game that
    counts.

    Args:
        values: SQL aggregates over the shared games, which are selected for each opponent.
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


_person_page = (
    sa.select(participants.c.record)
    .where(participants.c.user == _USER)
    .order_by(participants.c.record.desc())
    .limit(RECORDS_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
"""Subquery for the ids of the records on one page of a person's list of past games.

It selects one record more than fits on a page, which shows whether another page follows.
Parameters: `of_user` is the person's id, `before` the number of records on earlier pages.
"""
_COUNT_GUESSES = sa.select(
    readings.c.game, sa.func.count(), sa.func.sum(sa.cast(readings.c.foresaw, sa.Integer))
).group_by(readings.c.game)
"""Query for how often onlookers guessed a game's winner, and how often they were right.

There is one row per kind of game. Statements that use this query add a person, and perhaps a
server. The numbers appear in the person's profile.
"""


def _select_played_records() -> sa.Select[Any]:
    """Return a query for the records of a game that a person played to its end, newest first.

    The query's parameters are `of_user` and `of_game`.
    """
    return (
        sa.select(records.c.about)
        .join(results, results.c.record == records.c.id)
        .where(results.c.user == _USER, results.c.game == _GAME)
        .order_by(results.c.at.desc())
    )


# `_ever` and `_since` find the people on a page of a server's score table by an index alone.
# `_select_lines` then reads the other columns for these people only.


def _is_shown(user: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the SQL condition that a person has not hidden their profile.

    People with a hidden profile are left out of a server's score tables.

    Args:
        user: The column with the person's id.
    """
    return ~sa.exists().where(HIDDEN_PROFILES, preferences.c.user == user)


_BEST_FIRST = (standings.c.mu.desc(), standings.c.wins.desc(), standings.c.games, standings.c.user)
"""Sort order of score tables, in which the highest rating comes first.

People with equal ratings are sorted by most wins, then by fewest games. The user id comes last, so
that the order is the same on each page.
"""
_RATED_FIRST = ((standings.c.rated > 0).desc(), *_BEST_FIRST)
"""Sort order of the score table of all time, in which people without a rating come last.

The rest is in the order `_BEST_FIRST`.
"""
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
"""Subquery for the people on one page of a server's score table, over all games ever played.

An index alone answers it, and `_select_lines` reads the other columns for these people only.
Parameters: `guild` is the server's id, `of_game` the name of the game, and `before` the number of
people on earlier pages.
"""
_GAMES, _WINS = sa.func.sum(months.c.games), sa.func.sum(months.c.wins)
"""SQL sums of the games that a person played and won, over the selected months."""
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
"""Subquery for the people on one page of a server's score table that starts with a given month.

People with the most wins come first, then those with the fewest games. Parameters: `guild` is the
server's id, `of_game` the name of the game, `since` the first month that counts (such as 202611),
and `before` the number of people on earlier pages.
"""
_everywhere = (
    sa.select(standings.c.user, standings.c.games, standings.c.wins)
    .where(
        VISIBLE_PROFILES,
        standings.c.guild == param("guild"),
        standings.c.game == _GAME,
        standings.c.user == preferences.c.user,
        standings.c.rated > 0,
    )
    .order_by(*_BEST_FIRST)
    .limit(MAX_LINES_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
"""Subquery for the people on one page of the score table of all servers together.

Only people with a rating and a profile that everybody may see are included. Parameters: `guild` is
`ALL_SERVERS`, `of_game` the name of the game, and `before` the number of people on earlier pages.
"""
_LINE = (standings.c.name, standings.c.mu, standings.c.rated, standings.c.opponents, standings.c.at)
"""The columns of `standings` that each line of a score table shows, besides games and wins."""


def _newest_awards(*conditions: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """Return the awards that a person earned in the last game that brought any, or none.

    Args:
        conditions: Further SQL conditions for the results that count.
    """
    newest = (
        sa.select(results.c.awards)
        .where(
            results.c.user == standings.c.user,
            results.c.game == standings.c.game,
            results.c.awards != sa.literal_column("'[]'"),
            *conditions,
        )
        .order_by(results.c.at.desc())
        .limit(1)
        .scalar_subquery()
    )
    return sa.func.coalesce(newest, sa.literal_column("'[]'"), type_=results.c.awards.type)


_AWARDS = _newest_awards()
"""SQL value for the awards of the person's last game that brought any, on all servers."""
_AWARDS_HERE = _newest_awards(results.c.guild == standings.c.guild)
"""SQL value for the awards of the person's last game on the server that brought any."""


_MEAN_RANK_HERE = sa.func.coalesce(
    sa.select(sa.cast(sa.func.avg(results.c.rank), sa.Float))
    .where(
        results.c.user == standings.c.user,
        results.c.guild == standings.c.guild,
        results.c.game == standings.c.game,
        results.c.at >= param("since_at"),
    )
    .scalar_subquery(),
    sa.literal_column("0.0"),
)
"""SQL value for the person's average place on the server since the time `since_at`."""


def _select_lines(page: Any, *more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return a query for all values on one page of a server's score table, one row per person.

    Its parameters are those of `page` and `more`, and `of_guild` and `of_standing`, which must
    repeat the server's id and the name of the game.

    Args:
        page: The subquery that finds the people: `_ever`, `_since` or `_everywhere`.
        more: The values for the last fields of a `Line`.
    """
    return sa.select(page.c.user, *_LINE, page.c.games, page.c.wins, *more).where(
        standings.c.guild == _GUILD,
        standings.c.game == param("of_standing"),
        standings.c.user == page.c.user,
    )


SELECT_INPUTS = Statement(
    sa.select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)
"""Query for the actions, such as moves, that a game was given, with their steps and times.

The actions come in order. Used to make the record of the finished game. Parameter: `id` is the
table's id.
"""
INSERT_RESULT = Statement(sa.insert(results))
"""Stores how one person did in a game that was played to its end (a `Result`)."""
INSERT_READING = Statement(sa.insert(readings))
"""Stores whether an onlooker's guess of the winner was right (a `GuessResult`)."""
SELECT_RECORD = Statement(sa.select(records.c.about, records.c.course).where(records.c.id == _ID))
"""Query for the record of one finished game, and for its steps, packed for a replay.

Parameter: `id` is the id of the game's table.
"""


class HistoryRepository(Repository):
    """Stores and finds records of finished games, and people's results and ratings.

    A record holds all that is kept of a finished game, such as its players and its steps.
    """

    async def save_record(
        self,
        table: Finished,
        weight: RatingWeight,
        rate_record: RateRecord,
        choose_awards: ChooseAwards = no_awards,
        *,
        find_numbers: FindNumbers = no_numbers,
        has_usual_options: bool = False,
    ) -> Record:
        """Write the record of a finished game and its results, unless they are stored already.

        After a crash, the method can safely be called again: no game is rated twice.

        Args:
            table: The table of the finished game.
            weight: How much the game counts for ratings.
            rate_record: Computes a game's effect on results and ratings.
            choose_awards: Chooses the players' awards from all steps of the game.
            find_numbers: Finds the numbers that tell much of the game, from all its steps.
            has_usual_options: Whether the game had its default options, so that its length helps to
                predict that of later games.

        Returns:
            The record.
        """
        found = await self._load_stored(table.id)
        record, course = make_stored_record(table, found, weight, choose_awards, find_numbers)
        right = [
            {"record": table.id, "user": person.user, "correct": person.right_predictions}
            for person in table.guessers
            if table.is_complete and person.right_predictions
        ]
        lasted = {
            "record": table.id,
            "game": table.game,
            "seats": len(table.players),
            "seconds": measure_play(found),
        }
        is_usual = has_usual_options and record.is_by_people_alone
        await self._save(
            record,
            course,
            rate_record,
            [(self.INSERT_PREDICTIONS, right), (self.INSERT_DURATION, [lasted] * is_usual)],
        )
        return record

    SELECT_EARNED_AWARDS = Statement(
        sa.select(results.c.awards).where(
            results.c.user == param("of_user"),
            results.c.game == param("of_game"),
            results.c.record != param("record"),
            results.c.awards != sa.literal_column("'[]'"),
        )
    )
    """Query for the awards that a person earned in all games of a kind but one.

    Parameters: `of_user` is the person's id, `of_game` the name of the game, and `record` the id of
    the record that is left out.
    """

    @reads
    async def find_earned_awards(
        self, db: Transaction, record: Record
    ) -> dict[int, frozenset[str]]:
        """Return the awards that the players of a game with awards earned in other such games.

        Args:
            db: The transaction, which callers leave out.
            record: The record of the finished game.

        Returns:
            The names of the awards by the ids of those people who have just earned one.
        """
        earned = dict[int, frozenset[str]]()
        for seat in {seat for _, seat in record.awards}:
            if user := record.seats[seat].user:
                rows = await db.rows(
                    self.SELECT_EARNED_AWARDS, of_user=user, of_game=record.game, record=record.id
                )
                earned[user] = frozenset(award for (awards,) in rows for award in awards)
        return earned

    SELECT_EVENTS = Statement(
        sa.select(events.c.step, events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID)
        .order_by(events.c.id)
    )
    """Query for all that happened in a game, in order, to make the game's record from it.

    Parameter: `id` is the table's id.
    """
    SELECT_TRANSCRIPT = Statement(
        sa.select(transcript_steps.c.step, transcript_steps.c.at, transcript_steps.c.views)
        .where(transcript_steps.c.table == _ID)
        .order_by(transcript_steps.c.step)
    )
    """Query for what each step of a game showed to its players and onlookers.

    The game's record is made from the result. Parameter: `id` is the table's id.
    """
    SELECT_GUESSES = Statement(
        sa.select(guesses.c.name, guesses.c.user, guesses.c.seat)
        .where(guesses.c.table == _ID)
        .order_by(guesses.c.user)
    )
    """Query for the onlookers' guesses who would win a game.

    They become part of the game's record.

    Parameter: `id` is the table's id.
    """

    @reads
    async def _load_stored(self, db: Transaction, table: int) -> Stored:
        """Return all that was stored while a game ran, so that its record can be made.

        These are the game's actions and events, what each step showed to players and onlookers, and
        the onlookers' guesses who would win.
        """
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
    """Query for the record of a table's game, used to find out whether the record exists.

    Parameter: `id` is the table's id.
    """
    INSERT_RECORD = Statement(sa.insert(records))
    """Stores the record of a finished game."""
    DELETE_TRANSCRIPT = Statement(
        sa.delete(transcript_steps).where(transcript_steps.c.table == _OF_TABLE)
    )
    """Deletes what the steps of a game showed, because the game's record now contains it.

    Parameter: `of_table` is the table's id.
    """
    DELETE_RECORD_SAVING = Statement(
        sa.delete(due).where(due.c.table == _OF_TABLE, due.c.kind == kind_of(RecordSaving))
    )
    """Deletes the timer that makes the bot write the record of a finished game.

    Parameter: `of_table` is the table's id.
    """
    INSERT_PARTICIPANT = Statement(sa.insert(participants))
    """Stores that a person took part in a recorded game, so that their list of past games has it.

    People take part by playing, by ending the game early, or by guessing its winner.
    """
    INSERT_PREDICTIONS = Statement(sa.insert(predictions))
    """Stores how many predictions of an onlooker came true in a recorded game."""
    INSERT_DURATION = Statement(sa.insert(durations))
    """Stores how long a recorded game took."""

    @writes
    async def discard_transcript(self, db: Transaction, table: int) -> None:
        """Delete what was only kept to make the record of a finished game, as it gets none."""
        of = [{"of_table": table}]
        await db.run_all([(self.DELETE_TRANSCRIPT, of), (self.DELETE_RECORD_SAVING, of)])

    @writes
    async def _save(
        self, db: Transaction, record: Record, course: bytes, rate_record: RateRecord, others: Batch
    ) -> None:
        """Write a finished game's record and results, unless the record is stored already.

        In both cases, delete what was only needed to make the record: what the game's steps showed,
        and the `RecordSaving` timer.

        Args:
            db: The transaction, which callers leave out.
            record: The record.
            course: The steps of the game, packed for a replay.
            rate_record: Computes the game's effect on results and ratings.
            others: Statements that write what else is stored with the record.
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
        done: Batch = [(self.DELETE_TRANSCRIPT, of), (self.DELETE_RECORD_SAVING, of)]
        if await db.rows(self.SELECT_ABOUT, id=record.id):
            await db.run_all(done)
            return
        past = await self._find_past(db, record)
        brought = rate_record(record, past)
        people = [{"record": record.id, "user": user} for user in sorted(record.involved)]
        kept: Batch = [(self.INSERT_RECORD, [row]), (self.INSERT_PARTICIPANT, people), *others]
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
    """Query for the records of a server's games that ended in a certain period, oldest first.

    Used to rate a new game, which depends on the games of the day before. Parameters: `guild` is
    the server's id, `since` and `until` are the first and last time.
    """
    SELECT_STANDING = Statement(
        sa.select(*standings.c).where(*match_key(standings)).with_for_update()
    )
    """Query for a person's standing: their rating and number of games, for one game on one server.

    In PostgreSQL, it also locks the row until the transaction ends, so that no other process
    changes the same rating. Parameters: `of_guild`, `of_game` and `of_user`.
    """
    COUNT_GAMES_TOGETHER = Statement(
        _select_opponents(sa.func.count()).where(_mine.c.at >= param("since"))
    )
    """Query for the number of rated games that a person shared with each opponent in a period.

    Parameters: `of_user`, `of_game`, and `since` and `until`, the first and last end of games that
    count.
    """
    SELECT_OPPONENTS_EVERYWHERE = Statement(_select_opponents(sa.func.max(_mine.c.at)))
    """Query for a person's opponents on all servers, each with the end of their last game together.

    Only games that changed the person's rating count. Parameters: `of_user`, `of_game` and `until`,
    the latest end of a game that counts.
    """
    SELECT_OPPONENTS_HERE = Statement(
        _select_opponents(sa.func.max(_mine.c.at)).where(_mine.c.guild == param("guild"))
    )
    """Query for a person's opponents on one server, each with the end of their last game together.

    Only games that changed the person's rating count. Parameters: `of_user`, `of_game`, `guild` and
    `until`, the latest end of a game that counts.
    """

    async def _find_past(self, db: Transaction, record: Record) -> Past:
        """Return what the rating of a new record depends on: earlier ratings and recent games.

        In PostgreSQL, it also locks the ratings of the record's people until the transaction ends.
        """
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
    """Stores a person's first standing (rating and number of games) for a game on a server."""
    UPDATE_STANDING = Statement(
        sa.update(standings)
        .where(*match_key(standings))
        .values({each.name: param(each.name) for each in standings.c if not each.primary_key})
    )
    """Replaces a person's standing (rating and number of games) for a game on a server."""
    INSERT_MONTH = Statement(insert_missing(months, games=ZERO_LITERAL, wins=ZERO_LITERAL))
    """Creates a person's count of games and wins in a month, with zeros, unless it exists."""
    UPDATE_MONTH = Statement(
        sa.update(months)
        .where(*match_key(months))
        .values(games=months.c.games + param("games"), wins=months.c.wins + param("wins"))
    )
    """Adds games and wins to a person's count in a month.

    Run `INSERT_MONTH` first: it creates the count if it is missing.
    """

    def _make_update_batch(
        self, update: RatingUpdate, known_standings: Mapping[Key, Standing]
    ) -> Batch:
        """Return the statements that write new results and ratings to the database.

        Args:
            update: The results and ratings to write.
            known_standings: The standings (each a person's rating and number of games) that are
                stored already, so that they are updated. Others are inserted.
        """
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
    """Query for a person's ratings and numbers of games, one row per server and game.

    Parameter: `of_user` is the person's id.
    """

    @reads
    async def find_standings(self, db: Transaction, user: int) -> tuple[Standing, ...]:
        """Return a person's ratings and numbers of games, one item per server and game.

        The items for all servers together have `ALL_SERVERS` in place of the server's id.
        """
        return tuple(Standing(*row) for row in await db.rows(self.SELECT_STANDINGS, of_user=user))

    @reads
    async def find_record(self, db: Transaction, table: int) -> tuple[Record, Course] | None:
        """Return the record of a table's finished game, and the steps of the game for a replay.

        None means that the game has no record, or that the record was deleted.
        """
        found = await db.rows(SELECT_RECORD, id=table)
        return (found[0][0], unpack_course(found[0][1])) if found else None

    SELECT_OF_CHANNEL = Statement(
        sa.select(records.c.about)
        .where(records.c.channel == param("channel"))
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
        .limit(RECORDS_PER_PAGE + 1)
        .offset(param("before"))
    )
    """Query for one page of a channel's finished games, newest first.

    It reads one game more than fits on a page, which shows whether another page follows.
    Parameters: `channel` is the channel's id, `before` the number of records on earlier pages.
    """

    @reads
    async def find_channel_records(
        self, db: Transaction, channel: int, page: int
    ) -> tuple[Record, ...]:
        """Return one page of the finished games of a channel, newest first.

        Args:
            db: The transaction, which callers leave out.
            channel: Discord's id of the channel or thread.
            page: The number of the page, from 0.

        Returns:
            Up to `RECORDS_PER_PAGE` records. If there is a next page, its first record follows as
                the last item, so that the caller can offer that page.
        """
        found = await db.rows(
            self.SELECT_OF_CHANNEL, channel=channel, before=page * RECORDS_PER_PAGE
        )
        return tuple(record for (record,) in found)

    SELECT_EVENING = Statement(
        sa.select(records.c.about)
        .where(records.c.channel == param("channel"), records.c.ended_at >= param("since"))
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
        .limit(MAX_RECORDS_PER_EVENING)
    )
    """Query for a channel's games that ended at a certain time or later, newest first.

    Parameters: `channel` is the channel's id, `since` the time.
    """
    SELECT_HIDDEN_OF_EVENING = Statement(
        sa.select(preferences.c.user).where(
            HIDDEN_PROFILES,
            sa.exists().where(
                participants.c.user == preferences.c.user,
                participants.c.record == records.c.id,
                records.c.channel == param("channel"),
                records.c.ended_at >= param("since"),
            ),
        )
    )
    """Query for people with a hidden profile in the games that `SELECT_EVENING` finds.

    Its parameters are the same.
    """

    @reads
    async def find_evening(self, db: Transaction, channel: int, since: float) -> Evening:
        """Return the games that were finished in a channel since a time.

        If there are more than `MAX_RECORDS_PER_EVENING`, only the newest are returned.

        Args:
            db: The transaction, which callers leave out.
            channel: Discord's id of the channel or thread.
            since: The time in seconds since 1970.
        """
        of = {"channel": channel, "since": since}
        found, hidden = await db.select_several(
            (self.SELECT_EVENING, of), (self.SELECT_HIDDEN_OF_EVENING, of)
        )
        return Evening(tuple(record for (record,) in found), frozenset(user for (user,) in hidden))

    SELECT_OF_PERSON = Statement(
        sa.select(records.c.about)
        .where(records.c.id == _person_page.c.record)
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
    )
    """Query for one page of a person's finished games, newest first.

    It reads one game more than fits on a page, which shows whether another page follows.
    Parameters: `of_user` is the person's id, `before` the number of records on earlier pages.
    """

    @reads
    async def find_person_records(
        self, db: Transaction, user: int, page: int
    ) -> tuple[Record, ...]:
        """Return one page of the finished games in which a person took part, newest first.

        People take part by playing, by ending the game early, or by guessing its winner as an
        onlooker.

        Args:
            db: The transaction, which callers leave out.
            user: Discord's id of the person.
            page: The number of the page, from 0.

        Returns:
            Up to `RECORDS_PER_PAGE` records. If there is a next page, its first record follows as
                the last item, so that the caller can offer that page.
        """
        found = await db.rows(self.SELECT_OF_PERSON, of_user=user, before=page * RECORDS_PER_PAGE)
        return tuple(record for (record,) in found)

    SELECT_RESULTS_HERE = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER, results.c.guild == _GUILD)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS_PER_PERSON)
    )
    """Query for a person's results on one server, newest first, for the person's profile.

    At most `MAX_RESULTS_PER_PERSON` are read. Parameters: `of_user` is the person's id, `of_guild`
    the server's.
    """
    SELECT_RESULTS = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS_PER_PERSON)
    )
    """Query for a person's results on all servers, newest first, for the person's profile.

    At most `MAX_RESULTS_PER_PERSON` are read. Parameter: `of_user` is the person's id.
    """

    @reads
    async def find_results(self, db: Transaction, user: int, guild: int) -> tuple[Result, ...]:
        """Return a person's result in each finished game, oldest first.

        Args:
            db: The transaction, which callers leave out.
            user: Discord's id of the person.
            guild: The server's id, or `ALL_SERVERS` for the games on all servers.

        Returns:
            The results. If there are more than `MAX_RESULTS_PER_PERSON`, only the newest are
                returned.
        """
        found: list[Any]
        if guild == ALL_SERVERS:
            found = await db.rows(self.SELECT_RESULTS, of_user=user)
        else:
            found = await db.rows(self.SELECT_RESULTS_HERE, of_user=user, of_guild=guild)
        return tuple(Result(*row) for row in reversed(found))

    SELECT_TEAM_RECORDS_HERE = Statement(
        _select_played_records().where(results.c.guild == _GUILD).limit(MAX_TEAM_GAMES)
    )
    """Query for the records of a game that a person played on one server, newest first.

    At most `MAX_TEAM_GAMES` are read. Parameters: `of_user` is the person's id, `of_game` the name
    of the game, and `of_guild` the server's id.
    """
    SELECT_TEAM_RECORDS = Statement(_select_played_records().limit(MAX_TEAM_GAMES))
    """Query for the records of a game that a person played on all servers, newest first.

    At most `MAX_TEAM_GAMES` are read. Parameters: `of_user` is the person's id, and `of_game` the
    name of the game.
    """

    @reads
    async def count_team_games(
        self, db: Transaction, user: int, game: str, guild: int
    ) -> dict[str, tuple[int, int]]:
        """Count how often a person played in each team of a game, and how often that team won.

        Args:
            db: The transaction, which callers leave out.
            user: Discord's id of the person.
            game: The name of the game.
            guild: The server's id, or `ALL_SERVERS` for the games on all servers.

        Returns:
            A map from the name of each team to the numbers of games and of wins, among the newest
                `MAX_TEAM_GAMES`.
        """
        of = {"of_user": user, "of_game": game}
        found: list[tuple[Record]]
        if guild == ALL_SERVERS:
            found = await db.rows(self.SELECT_TEAM_RECORDS, **of)
        else:
            found = await db.rows(self.SELECT_TEAM_RECORDS_HERE, of_guild=guild, **of)
        own = [seat for (record,) in found for seat in record.seats if seat.user == user]
        games = Counter(seat.team for seat in own if seat.team)
        wins = Counter(seat.team for seat in own if seat.rank == 1)
        return {team: (games[team], wins[team]) for team in games}

    COUNT_GUESSES_HERE = Statement(
        _COUNT_GUESSES.where(readings.c.user == _USER, readings.c.guild == _GUILD)
    )
    """Query for an onlooker's numbers of guesses and of right guesses on one server, by game.

    Onlookers guess who will win. Parameters: `of_user` is the person's id, `of_guild` the server's.
    """
    COUNT_GUESSES = Statement(_COUNT_GUESSES.where(readings.c.user == _USER))
    """Query for an onlooker's numbers of guesses and of right guesses on all servers, by game.

    Onlookers guess who will win. Parameter: `of_user` is the person's id.
    """

    @reads
    async def count_guesses(
        self, db: Transaction, user: int, guild: int
    ) -> Mapping[str, tuple[int, int]]:
        """Count how often a person, as an onlooker, guessed who would win a game.

        Args:
            db: The transaction, which callers leave out.
            user: Discord's id of the person.
            guild: The server's id, or `ALL_SERVERS` for the games on all servers.

        Returns:
            A map from the name of each game to the number of guesses and the number of right
                guesses.
        """
        if guild == ALL_SERVERS:
            found = await db.rows(self.COUNT_GUESSES, of_user=user)
        else:
            found = await db.rows(self.COUNT_GUESSES_HERE, of_user=user, of_guild=guild)
        return {game: (int(times), int(right)) for game, times, right in found}

    SELECT_DURATIONS = Statement(
        sa.select(durations.c.seconds)
        .where(durations.c.game == _GAME, durations.c.seats == param("seats"))
        .order_by(durations.c.record.desc())
        .limit(MAX_DURATIONS)
    )
    """Query for how long the newest games took, in seconds.

    At most `MAX_DURATIONS` are read. Parameters: `of_game` is the name of the game, `seats` the
    number of players.
    """

    @reads
    async def find_durations(self, db: Transaction, game: str, seats: int) -> tuple[float, ...]:
        """Return how long the newest games took that people alone played, in seconds.

        Long gaps between two moves are left out (`measure_play`).

        Args:
            db: The transaction, which callers leave out.
            game: The name of the game.
            seats: The number of players.
        """
        found = await db.rows(self.SELECT_DURATIONS, of_game=game, seats=seats)
        return tuple(seconds for (seconds,) in found)

    SELECT_SCORES = Statement(
        _select_lines(_ever, _AWARDS_HERE, _MEAN_RANK_HERE).order_by(*_RATED_FIRST)
    )
    """Query for one page of a server's score table, counting all games ever played.

    Its parameters are those of `_ever`, `since_at`, and `of_guild` and `of_standing`, which must
    repeat the server's id and the name of the game.
    """
    SELECT_SCORES_EVERYWHERE = Statement(_select_lines(_everywhere, _AWARDS).order_by(*_BEST_FIRST))
    """Query for one page of the score table of all servers together, best rating first.

    Its parameters are those of `_everywhere`, and `of_guild` and `of_standing`, which must repeat
    `ALL_SERVERS` and the name of the game.
    """
    SELECT_SCORES_SINCE = Statement(
        _select_lines(_since, _AWARDS_HERE, _MEAN_RANK_HERE).order_by(
            _since.c.wins.desc(), _since.c.games, _since.c.user
        )
    )
    """Query for one page of a server's score table, counting only games in or after a given month.

    Its parameters are those of `_since`, `since_at`, the start of that month, and `of_guild` and
    `of_standing`, which must repeat the server's id and the name of the game.
    """

    @reads
    async def find_scores(self, db: Transaction, page: Page) -> tuple[Line, ...]:
        """Return the lines on one page of a server's score table for a game, best first.

        If `page.first_month` is 0, all games count. The highest rating comes first, and people
        without a rating last. Otherwise only the games in or after that month count, and the most
        wins come first. People whom neither tells apart are in the order of `order_lines`.

        For `ALL_SERVERS`, `page.first_month` is ignored. Only people with a rating and a profile
        that everybody may see are included.

        Args:
            db: The transaction, which callers leave out.
            page: Which server, game and page to show.

        Returns:
            Up to `MAX_LINES_PER_PAGE` lines. If there is a next page, its first line follows as the
                last item, so that the caller can offer that page.
        """
        of = {
            "guild": page.guild,
            "of_game": page.game,
            "of_guild": page.guild,
            "of_standing": page.game,
            "before": page.number * MAX_LINES_PER_PAGE,
        }
        if page.guild == ALL_SERVERS:
            found = await db.rows(self.SELECT_SCORES_EVERYWHERE, **of)
        elif page.first_month:
            year, month = divmod(page.first_month, 100)
            since_at = datetime(year, month, 1, tzinfo=UTC).timestamp()
            since = {"since": page.first_month, "since_at": since_at}
            found = await db.rows(self.SELECT_SCORES_SINCE, **since, **of)
        else:
            found = await db.rows(self.SELECT_SCORES, since_at=0.0, **of)
        return order_lines([Line(*row) for row in found], by_wins=bool(page.first_month))

    SELECT_FINISHED = Statement(
        sa.select(standings.c.games).where(
            standings.c.guild == param("everywhere"),
            standings.c.game == param("of_game"),
            standings.c.user == param("person"),
        )
    )
    """Query that returns a row if a person has ever finished a certain game on any server.

    Parameters: `everywhere` is `ALL_SERVERS`, `of_game` the name of the game, and `person` the
    person's id.
    """

    @reads
    async def has_finished(self, db: Transaction, user: int, game: str) -> bool:
        """Tell whether a person has ever finished this game on any server.

        Lessons, which are private tutorials, do not count.
        """
        return bool(
            await db.rows(self.SELECT_FINISHED, everywhere=ALL_SERVERS, of_game=game, person=user)
        )

    SELECT_GAMES = Statement(
        sa.select(standings.c.game)
        .where(standings.c.guild == param("guild"))
        .group_by(standings.c.game)
        .order_by(standings.c.game)
    )
    """Query for the names of the games that were finished on a server. Parameter: `guild`."""

    @reads
    async def find_finished_games(self, db: Transaction, guild: int) -> tuple[str, ...]:
        """Return the names of the games that were finished on a server, in alphabetical order."""
        return tuple(game for (game,) in await db.rows(self.SELECT_GAMES, guild=guild))


def _make_standing_keys(record: Record) -> list[dict[str, Any]]:
    """Return the keys of the standings that a record changes, in the order in which to lock them.

    A standing is a person's rating and number of games, for one game on one server. All processes
    lock standings in the same order, so that no two of them wait for each other (a deadlock).
    """
    return [
        {"of_guild": guild, "of_game": record.game, "of_user": user}
        for guild in (ALL_SERVERS, record.guild)
        for user in sorted(record.people)
    ]


def _add_key_params(table: sa.Table, values: dict[str, Any]) -> dict[str, Any]:
    """Return a row's values, and the parameters with which `match_key` finds the row."""
    return {**values, **{f"of_{key.name}": values[key.name] for key in table.primary_key}}
