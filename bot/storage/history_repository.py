"""Games that are over: records, results, ratings and how people stand."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.domain.game_records import (
    Course,
    Honour,
    Reader,
    Record,
    Stored,
    Weight,
    kept_of,
    nobody,
    unpack,
)
from bot.domain.results import (
    EVERYWHERE,
    LINES,
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
from bot.domain.table import Keep, Table, kind_of
from bot.engine.events import EventRecord
from bot.storage.database import Batch, Repository, Transaction, reads, writes
from bot.storage.schema import (
    HIDDEN_ONES,
    SEEN_ONES,
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
    told,
)
from bot.storage.statements import Statement, insert_missing, param

SECONDS_PER_DAY = 86_400.0
RECORDS_PER_PAGE = 25
MAX_RESULTS = 2_000
"""Results that a profile looks at, the newest."""

_ID = param("id")
_OF_TABLE = param("of_table")
_USER, _GUILD = param("of_user"), param("of_guild")
_MONTH_KEY = ("guild", "game", "user", "month")
_OF_MONTH = tuple(months.c[name] == param(f"of_{name}") for name in _MONTH_KEY)
_OF_STANDING = (
    standings.c.guild == param("of_guild"),
    standings.c.game == param("of_game"),
    standings.c.user == param("of_user"),
)
_mine, _others = results.alias("mine"), results.alias("others")


def _met(*values: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Return the query for whom a person met in games that moved the person's rating."""
    return (
        sa.select(_others.c.user, *values)
        .where(
            _mine.c.user == param("of_user"),
            _mine.c.game == param("of_game"),
            _mine.c.rated,
            _mine.c.at <= param("until"),
            _others.c.record == _mine.c.record,
            _others.c.user != _mine.c.user,
        )
        .group_by(_others.c.user)
    )


_page = (
    sa.select(participants.c.record)
    .where(participants.c.user == param("of_user"))
    .order_by(participants.c.record.desc())
    .limit(RECORDS_PER_PAGE + 1)
    .offset(param("before"))
    .subquery("page")
)
_COUNTED = sa.select(
    readings.c.game, sa.func.count(), sa.func.sum(sa.cast(readings.c.foresaw, sa.Integer))
).group_by(readings.c.game)
# Many thousands of people are put in order from an index alone; the rest is looked up for a few.
_ON_PAGE = {"guild": param("guild"), "game": param("of_game")}


def _shown(user: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a person lets others see how they play."""
    return ~sa.exists().where(HIDDEN_ONES, preferences.c.user == user)


_ever = (
    sa.select(standings.c.user, standings.c.games, standings.c.wins)
    .where(
        standings.c.guild == _ON_PAGE["guild"],
        standings.c.game == _ON_PAGE["game"],
        _shown(standings.c.user),
    )
    .order_by(
        (standings.c.rated > 0).desc(),
        standings.c.mu.desc(),
        standings.c.wins.desc(),
        standings.c.games,
        standings.c.user,
    )
    .limit(LINES + 1)
    .offset(param("before"))
    .subquery("page")
)
_GAMES, _WINS = sa.func.sum(months.c.games), sa.func.sum(months.c.wins)
_since = (
    sa.select(months.c.user, _GAMES.label("games"), _WINS.label("wins"))
    .where(
        months.c.guild == _ON_PAGE["guild"],
        months.c.game == _ON_PAGE["game"],
        months.c.month >= param("since"),
        _shown(months.c.user),
    )
    .group_by(months.c.user)
    .order_by(_WINS.desc(), _GAMES, months.c.user)
    .limit(LINES + 1)
    .offset(param("before"))
    .subquery("page")
)


_LINE = (standings.c.name, standings.c.mu, standings.c.rated, standings.c.opponents, standings.c.at)


def _lines(page: Any) -> sa.Select[Any]:
    """Return the query for all that is told of the people on a page."""
    return sa.select(page.c.user, *_LINE, page.c.games, page.c.wins).where(
        standings.c.guild == param("of_guild"),
        standings.c.game == param("of_standing"),
        standings.c.user == page.c.user,
    )


_BEST = (standings.c.mu.desc(), standings.c.wins.desc(), standings.c.games, standings.c.user)

RESULT = Statement(sa.insert(results))
READING = Statement(sa.insert(readings))
KEPT = Statement(sa.select(records.c.about, records.c.course).where(records.c.id == _ID))


class HistoryRepository(Repository):
    """Games that are over: their records, and what follows from them."""

    async def save_record(
        self, table: Table, weight: Weight, rate: RateRecord, honour: Honour = nobody
    ) -> None:
        """Write the record of a table whose game is over, once, and what it brings."""
        found = await self._stored(table.id)
        record, course = kept_of(table, found, weight, honour)
        await self._save(record, course, rate)

    INPUTS = Statement(
        sa.select(inputs.c.step, inputs.c.given, inputs.c.at)
        .where(inputs.c.table == _ID)
        .order_by(inputs.c.step)
    )
    EVENTS = Statement(
        sa.select(events.c.step, events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID)
        .order_by(events.c.id)
    )
    TOLD = Statement(
        sa.select(told.c.step, told.c.at, told.c.views)
        .where(told.c.table == _ID)
        .order_by(told.c.step)
    )
    GUESSES = Statement(
        sa.select(guesses.c.name, guesses.c.user, guesses.c.seat)
        .where(guesses.c.table == _ID)
        .order_by(guesses.c.user)
    )

    @reads
    async def _stored(self, db: Transaction, table: int) -> Stored:
        """Return what was stored while a table's game ran."""
        of = {"id": table}
        given: list[Any]
        seen: list[Any]
        given, happened, seen, guessed = await db.several(
            (self.INPUTS, of), (self.EVENTS, of), (self.TOLD, of), (self.GUESSES, of)
        )
        happened = [(step, EventRecord(*event)) for step, *event in happened]
        return Stored(given, happened, seen, tuple(Reader(*guess) for guess in guessed))

    RECORD = Statement(sa.select(records.c.about).where(records.c.id == _ID))
    KEEP = Statement(insert_missing(records))
    NO_TOLD = Statement(sa.delete(told).where(told.c.table == _OF_TABLE))
    NO_KEEP = Statement(sa.delete(due).where(due.c.table == _OF_TABLE, due.c.kind == kind_of(Keep)))
    NEW_PARTICIPANTS = Statement(sa.insert(participants))

    @writes
    async def _save(self, db: Transaction, record: Record, course: bytes, rate: RateRecord) -> None:
        """Write the record of a table's game unless it is there, with what it brings.

        What it was made of may go.
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
        done: Batch = [(self.NO_TOLD, of), (self.NO_KEEP, of)]
        if await db.rows(self.RECORD, id=record.id):
            await db.run_all(done)
            return
        past = await self._past(db, record)
        brought = rate(record, past)
        people = [{"record": record.id, "user": user} for user in sorted(record.involved)]
        kept: Batch = [(self.KEEP, [row]), (self.NEW_PARTICIPANTS, people)]
        await db.run_all([*kept, *self._rows(brought, past.standings), *done])

    LATELY = Statement(
        sa.select(records.c.about)
        .where(
            records.c.guild == param("guild"),
            records.c.ended_at >= param("since"),
            records.c.ended_at <= param("until"),
        )
        .order_by(records.c.ended_at, records.c.id)
    )
    STANDING = Statement(sa.select(*standings.c).where(*_OF_STANDING).with_for_update())
    """Locks it, where others write meanwhile."""
    MET_SINCE = Statement(_met(sa.func.count()).where(_mine.c.at >= param("since")))
    MET_EVERYWHERE = Statement(_met(sa.func.max(_mine.c.at)))
    MET_HERE = Statement(_met(sa.func.max(_mine.c.at)).where(_mine.c.guild == param("guild")))

    async def _past(self, db: Transaction, record: Record) -> Past:
        """Return what happened before a record, and lock how its people stand."""
        keys = _standing_keys(record)
        lately = {
            "guild": record.guild,
            "since": record.ended_at - SECONDS_PER_DAY,
            "until": record.ended_at,
        }
        earlier, *found = await db.several(
            (self.LATELY, lately), *((self.STANDING, key) for key in keys)
        )
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
            if not (stands := known.get((guild, record.game, user)))
            or stands.opponents < MIN_OPPONENTS
        ]
        of = {"of_game": record.game, "until": record.ended_at}
        since = start_of_month(record.ended_at)
        met = await db.several(
            *((self.MET_SINCE, {**of, "of_user": user, "since": since}) for user in users),
            *(
                (self.MET_EVERYWHERE, {**of, "of_user": user})
                if guild == EVERYWHERE
                else (self.MET_HERE, {**of, "of_user": user, "guild": guild})
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

    NEW_STANDING = Statement(sa.insert(standings))
    CHANGED = Statement(
        sa.update(standings)
        .where(*_OF_STANDING)
        .values({each.name: param(each.name) for each in standings.c if not each.primary_key})
    )
    FIRST_MONTH = Statement(insert_missing(months, games=sa.literal(0), wins=sa.literal(0)))
    MONTH = Statement(
        sa.update(months)
        .where(*_OF_MONTH)
        .values(games=months.c.games + param("games"), wins=months.c.wins + param("wins"))
    )

    def _rows(self, update: RatingUpdate, known: Mapping[Key, Standing]) -> Batch:
        """Return what is written of what a record brought; `known` are the standings so far."""
        changed, new = list[dict[str, Any]](), list[dict[str, Any]]()
        for each in update.standings:
            is_known = (each.guild, each.game, each.user) in known
            (changed if is_known else new).append(_keyed(asdict(each)))
        month_rows = [_keyed(asdict(each)) for each in update.months]
        return [
            (RESULT, [asdict(each) for each in update.results]),
            (READING, [asdict(each) for each in update.readings]),
            (self.NEW_STANDING, new),
            (self.CHANGED, changed),
            (self.FIRST_MONTH, month_rows),
            (self.MONTH, month_rows),
        ]

    STANDINGS = Statement(
        sa.select(*standings.c)
        .where(standings.c.user == param("of_user"))
        .order_by(standings.c.guild, standings.c.game)
    )

    @reads
    async def standings_of(self, db: Transaction, user: int) -> tuple[Standing, ...]:
        """Return how a person stands in each game: on each server, and everywhere."""
        return tuple(Standing(*row) for row in await db.rows(self.STANDINGS, of_user=user))

    @reads
    async def record(self, db: Transaction, table: int) -> tuple[Record, Course] | None:
        """Return the record of a table's game and how it went; None: it is not over, or gone."""
        found = await db.rows(KEPT, id=table)
        return (found[0][0], unpack(found[0][1])) if found else None

    OF_CHANNEL = Statement(
        sa.select(records.c.about)
        .where(records.c.channel == param("channel"))
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
        .limit(RECORDS_PER_PAGE + 1)
        .offset(param("before"))
    )

    @reads
    async def records_of_channel(
        self, db: Transaction, channel: int, page: int
    ) -> tuple[Record, ...]:
        """Return a page of a channel's records, the newest first, and the first of the next one."""
        found = await db.rows(self.OF_CHANNEL, channel=channel, before=page * RECORDS_PER_PAGE)
        return tuple(record for (record,) in found)

    OF_PERSON = Statement(
        sa.select(records.c.about)
        .where(records.c.id == _page.c.record)
        .order_by(records.c.ended_at.desc(), records.c.id.desc())
    )

    @reads
    async def records_of_person(self, db: Transaction, user: int, page: int) -> tuple[Record, ...]:
        """Return a page of the records of games that a person had a part in, and one more."""
        found = await db.rows(self.OF_PERSON, of_user=user, before=page * RECORDS_PER_PAGE)
        return tuple(record for (record,) in found)

    RESULTS_HERE = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER, results.c.guild == _GUILD)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS)
    )
    ALL_RESULTS = Statement(
        sa.select(*results.c)
        .where(results.c.user == _USER)
        .order_by(results.c.at.desc())
        .limit(MAX_RESULTS)
    )

    @reads
    async def results_of(self, db: Transaction, user: int, guild: int) -> tuple[Result, ...]:
        """Return a person's results on a server, or `EVERYWHERE`; the oldest first."""
        found: list[Any]
        if guild == EVERYWHERE:
            found = await db.rows(self.ALL_RESULTS, of_user=user)
        else:
            found = await db.rows(self.RESULTS_HERE, of_user=user, of_guild=guild)
        return tuple(Result(*row) for row in reversed(found))

    READ_HERE = Statement(_COUNTED.where(readings.c.user == _USER, readings.c.guild == _GUILD))
    READ_ALL = Statement(_COUNTED.where(readings.c.user == _USER))

    @reads
    async def guesses_of(
        self, db: Transaction, user: int, guild: int
    ) -> Mapping[str, tuple[int, int]]:
        """Return how often a person guessed who wins, by game, and how often that was right."""
        if guild == EVERYWHERE:
            found = await db.rows(self.READ_ALL, of_user=user)
        else:
            found = await db.rows(self.READ_HERE, of_user=user, of_guild=guild)
        return {game: (int(times), int(right)) for game, times, right in found}

    EVER = Statement(
        _lines(_ever).order_by(
            (standings.c.rated > 0).desc(),
            standings.c.mu.desc(),
            _ever.c.wins.desc(),
            _ever.c.games,
            _ever.c.user,
        )
    )
    EVERYWHERE_BEST = Statement(
        sa.select(standings.c.user, *_LINE, standings.c.games, standings.c.wins)
        .where(
            SEEN_ONES,
            standings.c.guild == param("guild"),
            standings.c.game == param("of_game"),
            standings.c.user == preferences.c.user,
            standings.c.rated > 0,
        )
        .order_by(*_BEST)
        .limit(LINES + 1)
        .offset(param("before"))
    )
    SINCE = Statement(_lines(_since).order_by(_since.c.wins.desc(), _since.c.games, _since.c.user))

    @reads
    async def scores(self, db: Transaction, page: Page) -> tuple[Line, ...]:
        """Return the people on a page of a server's table, and whoever follows them.

        Of all games the highest rating is first, and people without one are behind the others; of
        some months the most wins are first, and among equals the fewest games. Of all servers
        together only people with a rating are told, who let everybody see it.
        """
        if page.guild == EVERYWHERE:
            best = {"guild": EVERYWHERE, "of_game": page.game, "before": page.number * LINES}
            return tuple(Line(*row) for row in await db.rows(self.EVERYWHERE_BEST, **best))
        of = {
            "guild": page.guild,
            "of_game": page.game,
            "of_guild": page.guild,
            "of_standing": page.game,
            "before": page.number * LINES,
        }
        if page.since:
            found = await db.rows(self.SINCE, since=page.since, **of)
        else:
            found = await db.rows(self.EVER, **of)
        return tuple(Line(*row) for row in found)

    FINISHED = Statement(
        sa.select(standings.c.games).where(
            standings.c.guild == param("everywhere"),
            standings.c.game == param("of_game"),
            standings.c.user == param("person"),
        )
    )

    @reads
    async def has_finished(self, db: Transaction, user: int, game: str) -> bool:
        """Tell whether a person finished a game of this kind, on any server; no lessons count."""
        return bool(await db.rows(self.FINISHED, everywhere=EVERYWHERE, of_game=game, person=user))

    GAMES = Statement(
        sa.select(standings.c.game)
        .where(standings.c.guild == param("guild"))
        .group_by(standings.c.game)
        .order_by(standings.c.game)
    )

    @reads
    async def games_of(self, db: Transaction, guild: int) -> tuple[str, ...]:
        """Return the games that were played to their end on a server."""
        return tuple(game for (game,) in await db.rows(self.GAMES, guild=guild))


def _standing_keys(record: Record) -> list[dict[str, Any]]:
    """Return by what is found how people stand: those of all servers first, to lock them in order.

    Another process, where the same people play, waits until all is written.
    """
    return [
        {"of_guild": guild, "of_game": record.game, "of_user": user}
        for guild in (EVERYWHERE, record.guild)
        for user in sorted(record.people)
    ]


def _keyed(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with the values by which it is found, too."""
    return {**row, **{f"of_{name}": row[name] for name in _MONTH_KEY if name in row}}
