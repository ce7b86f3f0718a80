"""Deletes stored data that is too old, in steps that do not depend on each other.

Servers and people can choose to have records of games deleted sooner (`RETENTION_CHOICES_DAYS`).
The table `earlier` keeps how many games with deleted records each person has played. Each
transaction reads or deletes only a little, so that others can run in between.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

import sqlalchemy as sa

from bot.domain.puzzles import MAX_ARCHIVE_DAYS, find_number
from bot.storage.database import Repository, Transaction, reads, writes
from bot.storage.guild_repository import GUILDS_PER_STEP, note_joined
from bot.storage.people_repository import RETENTION_CHOICES_DAYS
from bot.storage.personal_data import ERASED_MEMBER, erase_from_record
from bot.storage.schema import (
    ATTEMPTS_WITH_ENTRIES,
    call_subscriptions,
    earlier,
    evenings,
    guild_settings,
    months,
    participants,
    predictions,
    preferences,
    puzzle_attempts,
    puzzle_days,
    readings,
    records,
    removed_guilds,
    removed_people,
    results,
    retention,
    standings,
    tables,
)
from bot.storage.standings_repository import SECONDS_PER_DAY
from bot.storage.statements import ZERO_LITERAL, Row, Statement, insert_missing, match_key, param

STANDINGS_KEPT_SECONDS = 365 * SECONDS_PER_DAY
"""The number of seconds after a person's last game until their ratings are deleted. Their numbers
of games are deleted with the ratings.
"""
REMOVED_GUILDS_KEPT_SECONDS = 30 * SECONDS_PER_DAY
"""The number of seconds for which a server's data is kept after the bot was removed from it."""
TABLES_PER_STEP = 4
"""The maximum number of game tables that one transaction deletes. It is small because some hundred
rows belong to each table.
"""
ROWS_PER_STEP = 50
"""The maximum number of records of finished games that one transaction deletes. It is also the
maximum number of people whose data on a server one transaction deletes.
"""
PEOPLE_PER_STEP = 100
"""The maximum number of people or servers that one transaction reads when all are searched."""
ATTEMPTS_PER_STEP = 500
"""The maximum number of attempts at puzzles that one transaction deletes or reduces."""

_ID = param("id")
_GUILD = param("guild")
_AFTER = param("after")
_BEFORE = param("before")
_NAME = sa.select(standings.c.name).where(*match_key(standings)).scalar_subquery()
"""Subquery for a person's newest display name, from the row of `standings` with the same key."""
_SOME_TABLES = (
    sa.select(tables.c.id)
    .where(tables.c.guild == _GUILD)
    .order_by(tables.c.guild, tables.c.game, tables.c.ended_at)  # the order of an index
    .limit(TABLES_PER_STEP)
)
"""Subquery for the ids of some game tables of a server, at most `TABLES_PER_STEP`."""
_RECORDS_OF_GUILD = (
    sa.select(records.c.id)
    .where(records.c.guild == _GUILD)
    .order_by(records.c.guild, records.c.ended_at)  # the order of an index
    .limit(ROWS_PER_STEP)
)
"""Query for the ids of a server's oldest records of games, at most `ROWS_PER_STEP`."""
_newer = standings.alias("newer")
_PLAYED_SINCE = sa.exists().where(_newer.c.user == param("of_user"), _newer.c.at >= param("since"))
"""The SQL condition that a person has finished a game at or after a certain time."""
_newer_attempt = puzzle_attempts.alias("newer_attempt")


def _select_solvers() -> "sa.Select[Any]":
    """Return a query for the next `PEOPLE_PER_STEP` people with attempts, in ascending order.

    Each comes with the number of the newest puzzle that the person attempted. It reads two index
    entries per person: https://wiki.postgresql.org/wiki/Loose_indexscan
    """
    user = puzzle_attempts.c.user
    known = sa.select(
        sa.cast(_AFTER, user.type).label("user"), sa.literal_column("0", sa.Integer).label("place")
    ).cte("known", recursive=True)
    following = sa.select(sa.func.min(user)).where(user > known.c.user).scalar_subquery()
    place = known.c.place
    known = known.union_all(
        sa.select(following, place + 1).where(known.c.user.is_not(None), place < PEOPLE_PER_STEP)
    )
    newest = (
        sa.select(sa.func.max(puzzle_attempts.c.number))
        .where(user == known.c.user)
        .scalar_subquery()
        .label("newest")
    )
    return sa.select(known.c.user, newest).where(known.c.user.is_not(None), known.c.place > 0)


def _delete_some_of_guild(table: sa.Table) -> Statement:
    """Return a statement that deletes the rows of some people on a server from a database table.

    At most `ROWS_PER_STEP` people are affected by each run. Its parameter `guild` is the server's
    id.
    """
    some = sa.select(table.c.user).where(table.c.guild == _GUILD).distinct().limit(ROWS_PER_STEP)
    return Statement(sa.delete(table).where(table.c.guild == _GUILD, table.c.user.in_(some)))


def _select_evenings(*where: sa.ColumnElement[bool]) -> "sa.Select[int]":
    """Return a query for the ids of the oldest evenings, at most `ROWS_PER_STEP`."""
    first = sa.select(evenings.c.id).where(evenings.c.line == ZERO_LITERAL, *where)
    return first.order_by(evenings.c.ended_at, evenings.c.id).limit(ROWS_PER_STEP)


class Retention(Repository):
    """The daily deletion of stored data that is too old. It runs in many short transactions."""

    @property
    def steps(self) -> Mapping[str, Callable[[float], Awaitable[None]]]:
        """Maps the name of each step of the deletion to the method that runs it.

        Each method takes the present time in seconds since 1970, and can be repeated.
        """
        return {
            "old-records": self._delete_old_records,
            "records-of-servers": self._delete_records_of_servers,
            "records-of-people": self._delete_records_of_people,
            "removed-servers": self._delete_removed_servers,
            "absent-people": self._delete_absent_people,
            "puzzle-attempts": self._reduce_attempts,
            "absent-solvers": self._delete_absent_solvers,
        }

    async def _delete_old_records(self, now: float) -> None:
        before = now - RETENTION_CHOICES_DAYS[0] * SECONDS_PER_DAY
        while ids := await self._find_old(self.SELECT_OLD, {"before": before}):
            await self._delete_records(ids)
        while ids := await self._find_old(self.SELECT_OLD_EVENINGS, {"before": before}):
            await self._delete_evenings(ids)

    SELECT_OLD_EVENINGS = Statement(_select_evenings(evenings.c.ended_at < _BEFORE))
    SELECT_OLD_EVENINGS_OF_SERVER = Statement(
        _select_evenings(evenings.c.guild == _GUILD, evenings.c.ended_at < _BEFORE)
    )
    DELETE_EVENING = Statement(sa.delete(evenings).where(evenings.c.id == param("of_evening")))

    @writes
    async def _delete_evenings(self, db: Transaction, ids: Collection[int]) -> None:
        await db.run(self.DELETE_EVENING, [{"of_evening": id_} for id_ in ids])

    SELECT_OLD = Statement(
        sa.select(records.c.id)
        .where(records.c.ended_at < _BEFORE)
        .order_by(records.c.ended_at, records.c.id)
        .limit(ROWS_PER_STEP)
    )
    SELECT_OLD_OF_SERVER = Statement(_RECORDS_OF_GUILD.where(records.c.ended_at < _BEFORE))

    INSERT_EARLIER = Statement(
        insert_missing(
            earlier,
            **{key.name: param(f"of_{key.name}", key.type) for key in earlier.primary_key},
            name=sa.func.coalesce(_NAME, sa.literal("")),
            games=ZERO_LITERAL,
            wins=ZERO_LITERAL,
            at=ZERO_LITERAL,
        )
    )
    """Creates a person's count of games whose records were deleted, unless there is one already.
    The new count has zeros, and the person's newest name.
    """
    UPDATE_EARLIER = Statement(
        sa.update(earlier)
        .where(*match_key(earlier))
        .values(games=earlier.c.games + 1, wins=earlier.c.wins + param("won"), at=param("at"))
    )
    """Adds one game to a person's count of games whose records were deleted. Run `INSERT_EARLIER`
    first: it creates the count if it is missing.
    """
    DELETE_RECORD = Statement(sa.delete(records).where(records.c.id == param("of_record")))

    @reads
    async def _find_old(self, db: Transaction, query: Statement, values: Row) -> list[int]:
        """Return the ids of the next records or evenings to delete.

        Args:
            query: The query that selects those which are too old, such as `SELECT_OLD`.
        """
        return [id_ for (id_,) in await db.rows(query, **values)]

    @writes
    async def _delete_records(self, db: Transaction, ids: Collection[int]) -> None:
        rows = [row for id_ in ids for row in await self._find_results(db, id_)]
        gone = [{"of_record": id_} for id_ in ids]
        await db.run_all(
            [(self.INSERT_EARLIER, rows), (self.UPDATE_EARLIER, rows), (self.DELETE_RECORD, gone)]
        )

    SELECT_RESULTS = Statement(
        sa.select(
            results.c.user,
            results.c.guild,
            results.c.game,
            sa.case((results.c["rank"] == 1, 1), else_=0),
            results.c.at,
        )
        .where(results.c.record == _ID)
        .with_for_update()
    )
    """Query for each person's result in a recorded game. In PostgreSQL, it also locks the rows, so
    that two processes do not both count and delete them.
    """

    async def _find_results(self, db: Transaction, record: int) -> list[dict[str, Any]]:
        names = ("of_user", "of_guild", "of_game", "won", "at")
        rows = await db.rows(self.SELECT_RESULTS, id=record)
        return [dict(zip(names, row, strict=True)) for row in rows]

    SELECT_SERVER_DAYS = Statement.select_page(PEOPLE_PER_STEP, *retention.c)

    async def _delete_records_of_servers(self, now: float) -> None:
        """Delete games and evenings that are older than their server wants to keep them."""
        async for guild, days in self.iterate_rows(self.SELECT_SERVER_DAYS, PEOPLE_PER_STEP):
            old = {"guild": guild, "before": now - days * SECONDS_PER_DAY}
            while ids := await self._find_old(self.SELECT_OLD_OF_SERVER, old):
                await self._delete_records(ids)
            while ids := await self._find_old(self.SELECT_OLD_EVENINGS_OF_SERVER, old):
                await self._delete_evenings(ids)

    SELECT_PERSON_DAYS = Statement.select_page(
        PEOPLE_PER_STEP, preferences.c.user, preferences.c.days, where=[preferences.c.days > 0]
    )

    async def _delete_records_of_people(self, now: float) -> None:
        """Erase people from games and evenings that are older than these people have chosen."""
        async for user, days in self.iterate_rows(self.SELECT_PERSON_DAYS, PEOPLE_PER_STEP):
            while await self._erase_from_records(user, now - days * SECONDS_PER_DAY):
                pass

    SELECT_OLD_OF_PERSON = Statement(
        sa.select(participants.c.record)
        .where(
            participants.c.user == param("of_user"),
            participants.c.record == records.c.id,
            records.c.ended_at < _BEFORE,
        )
        .order_by(participants.c.record)
        .limit(ROWS_PER_STEP)
    )
    DELETE_OF_RECORD = tuple(
        Statement(
            sa.delete(of).where(of.c.record == param("of_record"), of.c.user == param("of_user"))
        )
        for of in (results, readings)
    )

    DELETE_OLD_PREDICTIONS = Statement(
        sa.delete(predictions).where(
            predictions.c.user == param("of_user"),
            sa.exists().where(records.c.id == predictions.c.record, records.c.ended_at < _BEFORE),
        )
    )

    ERASE_FROM_OLD_EVENINGS = Statement(
        sa.update(evenings)
        .where(evenings.c.user == param("of_user"), evenings.c.ended_at < _BEFORE)
        .values(ERASED_MEMBER)
    )

    @writes
    async def _erase_from_records(self, db: Transaction, user: int, before: float) -> bool:
        """Erase a person from evenings and some records of games that ended before a time.

        The games still count in the person's number of games. Return whether there may be more such
        records.
        """
        for statement in (self.DELETE_OLD_PREDICTIONS, self.ERASE_FROM_OLD_EVENINGS):
            await db.run(statement, [{"of_user": user, "before": before}])
        rows = await db.rows(self.SELECT_OLD_OF_PERSON, of_user=user, before=before)
        for (id_,) in rows:
            own_rows = [row for row in await self._find_results(db, id_) if row["of_user"] == user]
            of = [{"of_record": id_, "of_user": user}]
            counting = ((self.INSERT_EARLIER, own_rows), (self.UPDATE_EARLIER, own_rows))
            await db.run_all([*counting, *((statement, of) for statement in self.DELETE_OF_RECORD)])
            await erase_from_record(db, id_, user)
        return len(rows) == ROWS_PER_STEP

    async def _delete_removed_servers(self, now: float) -> None:
        """Delete the data of servers from which the bot was removed at least 30 days ago."""
        before = now - REMOVED_GUILDS_KEPT_SECONDS
        removed = self.iterate_rows(self.SELECT_REMOVED, GUILDS_PER_STEP, before=before)
        async for (guild,) in removed:
            while await self.delete_some_of_guild(guild, before):
                pass

    SELECT_REMOVED = Statement.select_page(
        GUILDS_PER_STEP, removed_guilds.c.guild, where=[removed_guilds.c.at <= _BEFORE]
    )

    SELECT_REMOVED_AT = Statement(
        sa.select(removed_guilds.c.at).where(
            removed_guilds.c.guild == _GUILD, removed_guilds.c.at <= _BEFORE
        )
    )
    SELECT_OF_SERVER = Statement(_RECORDS_OF_GUILD)
    DELETE_OF_SERVER = (
        Statement(sa.delete(tables).where(tables.c.id.in_(_SOME_TABLES))),
        *map(
            _delete_some_of_guild, (earlier, standings, months, call_subscriptions, removed_people)
        ),
        Statement(
            sa.delete(evenings).where(
                evenings.c.id.in_(_select_evenings(evenings.c.guild == _GUILD))
            )
        ),
        *(
            Statement(sa.delete(of).where(of.c.guild == _GUILD))
            for of in (retention, guild_settings, puzzle_days)
        ),
        Statement(
            sa.update(puzzle_attempts)
            .where(
                puzzle_attempts.c.guild == _GUILD,
                puzzle_attempts.c.user.in_(
                    sa.select(puzzle_attempts.c.user)
                    .where(puzzle_attempts.c.guild == _GUILD)
                    .limit(ROWS_PER_STEP)
                ),
            )
            .values(guild=ZERO_LITERAL, name=sa.literal(""))
        ),
    )

    @writes
    async def delete_some_of_guild(self, db: Transaction, guild: int, before: float) -> bool:
        """Delete some data of a server from which the bot was removed.

        Call it until it returns False. Records of games are deleted first, and the row about the
        removal last, so that an interrupted deletion is continued later. Nothing is deleted if the
        bot has come back in the meantime.

        Args:
            before: The latest time of the removal, in seconds since 1970.

        Returns:
            Whether there may be more data to delete.
        """
        if not await db.rows(self.SELECT_REMOVED_AT, guild=guild, before=before):
            return False
        if ids := await db.rows(self.SELECT_OF_SERVER, guild=guild):
            await db.run(self.DELETE_RECORD, [{"of_record": id_} for (id_,) in ids])
            return True
        for statement in self.DELETE_OF_SERVER:
            if await db.run(statement, [{"guild": guild}]):
                return True
        await note_joined(db, [guild])
        return False

    async def _delete_absent_people(self, now: float) -> None:
        """Delete the ratings and numbers of games of people who have not played for a year."""
        since = now - STANDINGS_KEPT_SECONDS
        after: int | None = -1
        while after is not None:
            people, after = await self._find_absent(after, since)
            if people:
                await self.delete_standings(people, since)

    SELECT_PLAYERS = Statement(
        sa.select(standings.c.user, sa.func.max(standings.c.at))
        .where(standings.c.user > _AFTER)
        .group_by(standings.c.user)
        .order_by(standings.c.user)
        .limit(PEOPLE_PER_STEP)
    )

    @reads
    async def _find_absent(
        self, db: Transaction, after: int, since: float
    ) -> tuple[list[int], int | None]:
        """Return those of the next people whose last finished game ended before the time `since`.

        The second result is the next value of `after`, None at the end.
        """
        rows = await db.rows(self.SELECT_PLAYERS, after=after)
        return [user for user, at in rows if at < since], rows[-1][0] if rows else None

    DELETE_STANDINGS = tuple(
        Statement(sa.delete(of).where(of.c.user == param("of_user"), ~_PLAYED_SINCE))
        for of in (months, earlier, removed_people, standings)
    )

    @writes
    async def delete_standings(self, db: Transaction, users: Collection[int], since: float) -> None:
        """Delete the ratings and numbers of games of people who have not played since a given time.

        The time of each person's last game is checked here again, because a person may have played
        after the caller checked it.

        Args:
            since: The earliest end of a game that prevents the deletion, in seconds since 1970.
        """
        rows = [{"of_user": user, "since": since} for user in users]
        await db.run_all([(statement, rows) for statement in self.DELETE_STANDINGS])

    SELECT_OLD_ATTEMPTS = Statement(
        sa.select(puzzle_attempts.c.number, puzzle_attempts.c.user)
        .where(ATTEMPTS_WITH_ENTRIES, puzzle_attempts.c.started_at < _BEFORE)
        .order_by(puzzle_attempts.c.started_at)
        .limit(ATTEMPTS_PER_STEP)
    )
    DELETE_UNSOLVED = Statement(
        sa.delete(puzzle_attempts).where(
            *match_key(puzzle_attempts), puzzle_attempts.c.solved_at.is_(None)
        )
    )
    REDUCE_SOLVED = Statement(
        sa.update(puzzle_attempts)
        .where(*match_key(puzzle_attempts), puzzle_attempts.c.solved_at.is_not(None))
        .values(entries=sa.literal("[]", sa.Text), guild=ZERO_LITERAL, name=sa.literal(""))
    )

    async def _reduce_attempts(self, now: float) -> None:
        """Delete attempts at puzzles that have left the archive unsolved.

        Of solved ones, only when they were solved and with how many paw prints stays, for streaks.
        """
        before = now - (MAX_ARCHIVE_DAYS + 1) * SECONDS_PER_DAY
        while keys := await self._find_old_attempts(before):
            await self._reduce_some_attempts(keys)

    @reads
    async def _find_old_attempts(self, db: Transaction, before: float) -> list[Row]:
        rows = await db.rows(self.SELECT_OLD_ATTEMPTS, before=before)
        return [{"of_number": number, "of_user": user} for number, user in rows]

    @writes
    async def _reduce_some_attempts(self, db: Transaction, keys: list[Row]) -> None:
        await db.run_all([(self.DELETE_UNSOLVED, keys), (self.REDUCE_SOLVED, keys)])

    SELECT_SOLVERS = Statement(_select_solvers())
    DELETE_ATTEMPTS = Statement(
        sa.delete(puzzle_attempts).where(
            puzzle_attempts.c.user == param("of_user"),
            ~sa.exists().where(
                _newer_attempt.c.user == param("of_user"),
                _newer_attempt.c.started_at >= param("since"),
            ),
        )
    )

    async def _delete_absent_solvers(self, now: float) -> None:
        """Delete all attempts of people who have not begun a puzzle for a year."""
        since = now - STANDINGS_KEPT_SECONDS
        async for user, newest in self.iterate_rows(self.SELECT_SOLVERS, PEOPLE_PER_STEP):
            if newest < find_number(since):
                await self._delete_attempts(user, since)

    @writes
    async def _delete_attempts(self, db: Transaction, user: int, since: float) -> None:
        """Delete a person's attempts, unless the person has begun one since a given time."""
        await db.run(self.DELETE_ATTEMPTS, [{"of_user": user, "since": since}])
