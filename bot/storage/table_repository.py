"""Finds, loads and changes stored game tables, and scans many of them."""

from collections.abc import Sequence
from math import inf
from typing import Any

import sqlalchemy as sa
from msgspec import Raw, Struct
from msgspec.structs import replace

from bot.common.numbers import MAX_ID
from bot.domain.table import (
    MAX_NEWS,
    MAX_PUBLIC_NEWS,
    TIMER_KINDS,
    UNPAUSED_TIMER_KINDS,
    Board,
    BoardUpdate,
    Commit,
    Finished,
    Lobby,
    Match,
    Player,
    Table,
    TableEvent,
    Timer,
    kind_of,
    lesson_channel,
    recent_events,
)
from bot.engine.events import EventRecord
from bot.engine.game import Games
from bot.engine.records import ActionRecord
from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.group_commit import IS_HOSTED, GroupWriter
from bot.storage.problems import TableConflict
from bot.storage.record_repository import SELECT_INPUTS
from bot.storage.schema import (
    ENDED_PHASES,
    IS_ASIDE,
    OPEN_TABLES,
    PAUSED_TABLES,
    TABLES_WITH_REPLACED_BOARDS,
    boards,
    events,
    heartbeat,
    seats,
    tables,
    timers,
)
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, make_literals, param

TIMERS_PER_STEP = 1000
"""The maximum number of timers read in one transaction when all timers are searched."""
TABLES_PER_STEP = 500
"""The maximum number of game tables read in one transaction when all tables are searched."""
PageKey = tuple[float, int]
"""The position up to which a long search has read: a time, and the id of a game table. The time is
that of a timer, or of the end of the table's game.
"""

_KINDS: dict[str, Any] = {kind_of(of): of for of in TIMER_KINDS}
_ID = param("id")
_CHANNEL = param("channel")
_OF_SHARD = is_in_shard(tables.c.guild)
_IS_ON_BOARD = tables.c.channel >= 0
"""The SQL condition that a game table is no lesson. Only other tables are shown in a channel. A
lesson stores a negative number as its channel.
"""
_PLAYER_COLUMNS = tuple(column for column in seats.c if column.name not in ("table", "seat"))
"""The columns of `seats` that hold the fields of a `Player`, in the order of the fields."""
_BOARD_COLUMNS = tuple(column for column in boards.c if column.name != "table")
"""The columns of `boards` that hold the fields of a `Board`, in the order of the fields."""
_TIMER_COLUMNS = tuple(c for c in timers.c if c.name not in ("table", "place", "guild", "kind"))
"""The columns of `timers` that hold the fields of timers. Each kind of timer uses some of them."""


def _select_last_ended(*where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Return a query for the channel's game table that ended last.

    Only tables that meet the conditions `where` count. The query's parameter `channel` is the
    channel's id.
    """
    ended = sa.select(tables.c.id).where(tables.c.channel == _CHANNEL, *where)
    return ended.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)


def _key_conditions(
    at: "sa.Column[float]", id_: "sa.Column[int]"
) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the SQL conditions for the rows to read in one step of a long search.

    Both are comparisons of a time and a table's id: rows come after the key `after`, and up to the
    key `last`. `_key_values` returns the values of the parameters.
    """
    after, last = (
        sa.tuple_(param(f"{which}_at", at.type), param(f"{which}_id", id_.type))
        for which in ("after", "last")
    )
    return sa.tuple_(at, id_) > after, sa.tuple_(at, id_) <= last


def _key_values(after: PageKey, last: PageKey) -> dict[str, object]:
    (after_at, after_id), (last_at, last_id) = after, last
    return {"after_at": after_at, "after_id": after_id, "last_at": last_at, "last_id": last_id}


_TIMER_KEY, _END_KEY = (timers.c.at, timers.c.table), (tables.c.ended_at, tables.c.id)
_AFTER_TIMER, _TO_TIMER = _key_conditions(*_TIMER_KEY)
"""Two SQL conditions that select the timers to read in one step, as `_key_conditions` explains."""
_AFTER_OPEN, _TO_OPEN = tables.c.id > param("after"), tables.c.id <= param("last")
"""Two SQL conditions that select the open game tables to read in one step of a long search."""
_AFTER_END, _TO_END = _key_conditions(*_END_KEY)
"""Two SQL conditions that select the ended game tables to read in one step."""
_WITH_BOARD = sa.select(tables.c.id, tables.c.channel).join(boards, boards.c.table == tables.c.id)
"""Query for the ids and channels of game tables with a board, their public message."""
_STALE = _WITH_BOARD.where(boards.c.shown < tables.c.version, _OF_SHARD)
"""Query for a shard's game tables whose public message in the channel is not up to date."""
_RUNS = sa.or_(
    timers.c.kind.in_(make_literals(map(kind_of, UNPAUSED_TIMER_KINDS))),
    timers.c.table.not_in(sa.select(tables.c.id).where(PAUSED_TABLES)),
)
"""The SQL condition that a timer is running, and not stopped by a pause of its game table. Timers
of `UNPAUSED_TIMER_KINDS` run even during a pause.
"""


def _count_where(*where: sa.ColumnElement[bool] | sa.TextClause) -> sa.ColumnElement[Any]:
    return sa.func.count().filter(*where)


_GOES_ON = tables.c.paused == ""
_PHASES = {
    "lobby": _count_where(tables.c.phase == sa.literal_column("'lobby'"), _GOES_ON),
    "playing": _count_where(tables.c.phase == sa.literal_column("'playing'"), _GOES_ON),
    "paused": _count_where(PAUSED_TABLES),
}


class TableRepository(Repository):
    """Reads and writes game tables.

    Changes of all tables are written together in groups. Each other method has its own transaction.
    """

    def __init__(
        self,
        transactions: Transactions,
        games: Games,
        writer: GroupWriter,
        deadlines: DeadlineExtensions,
    ) -> None:
        super().__init__(transactions)
        self._games = games
        self._writer = writer
        self._deadlines = deadlines

    async def commit(self, change: Commit) -> Table:
        """Write a change of a game table with all that belongs to it, or nothing if that fails.

        The method waits while deadlines on the table's server are being extended after an outage.

        Returns:
            The table with its id and its new version, a number that grows with each commit.

        Raises:
            RepeatedInteraction: The click or command was handled before.
            ChannelTaken: The channel has another open table.
            TooManyHosted: The host of a new table has too many open ones.
            TableConflict: The stored table has changed since it was read, perhaps because deadlines
                were extended. Read it and try again.
        """
        self._transactions.check_open()
        if await self._deadlines.wait_while_extending(change.table.guild) and change.table.id:
            raise TableConflict
        table: Table = await self._writer.write(change)
        return table

    async def store_board(self, update: BoardUpdate) -> None:
        """Store the state of a game table's board."""
        await self._writer.write(update)

    def note_click(self, table: int, user: int, now: float) -> None:
        """Remember when a person clicked at a game table, if the click changed nothing in the game.

        It shows that the person is present. The time is written later, together with the next
        changes, if the person still sits at the table.
        """
        self._writer.note_click(table, user, now)

    SELECT_TABLE = Statement(
        sa.select(*tables.c, *_BOARD_COLUMNS)
        .join(boards, boards.c.table == tables.c.id)
        .where(tables.c.id == _ID)
    )
    SELECT_PLAYERS = Statement(
        sa.select(*_PLAYER_COLUMNS).where(seats.c.table == _ID).order_by(seats.c.seat)
    )
    SELECT_TIMERS = Statement(
        sa.select(timers.c.kind, *_TIMER_COLUMNS)
        .where(timers.c.table == _ID)
        .order_by(timers.c.place)
    )
    SELECT_NEWEST_EVENTS = Statement(
        sa.select(events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID, events.c.to.is_(None))
        .order_by(events.c.id.desc())
        .limit(MAX_PUBLIC_NEWS)
    )
    SELECT_RECENT_EVENTS = Statement(
        sa.select(events.c.step, events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID)
        .order_by(events.c.id.desc())
        .limit(MAX_NEWS)
    )

    @reads
    async def load(self, db: Transaction, id_: int) -> Table | None:
        """Return the game table with this id, or None if there is no such table."""
        whole = (self.SELECT_TABLE, self.SELECT_PLAYERS, self.SELECT_TIMERS)
        asked = (*whole, self.SELECT_NEWEST_EVENTS, self.SELECT_RECENT_EVENTS)
        table_rows, player_rows, timer_rows, newest, recent = await db.select_several(
            *((statement, {"id": id_}) for statement in asked)
        )
        if not table_rows:
            return None
        fields = dict(zip(tables.c.keys(), table_rows[0], strict=False))
        players = tuple(Player(*row) for row in player_rows)
        happened = tuple(TableEvent(step, EventRecord(*event)) for step, *event in reversed(recent))
        return self._make_table(
            fields.pop("phase"),
            fields.pop("state"),
            fields
            | {
                "board": Board(*table_rows[0][len(tables.c) :]),
                "players": players,
                "timers": tuple(_make_timer(*row) for row in timer_rows),
                "public_events": tuple(EventRecord(*row) for row in reversed(newest)),
                "recent": recent_events(happened, players, fields["step"]),
            },
        )

    def _make_table(self, phase: str, stored_state: bytes, fields: dict[str, Any]) -> Table:
        """Create a table object from the stored values.

        If the bot does not know the table's game, the state stays undecoded.

        Args:
            phase: The stored phase, such as "lobby". It decides the class of the object.
            stored_state: The state of the game as JSON; b"" if there is none.
        """
        fields["guessers"] = fields["removed"]  # a lobby removes people, and a game has guesses
        game = self._games.get(fields["game"])
        state: Struct | Raw = (
            game.load_state(stored_state) if game and stored_state else Raw(stored_state)
        )
        match phase:
            case "lobby":
                return Lobby(**_select_fields(Lobby, fields))
            case "playing" | "aside":
                fields["phase"] = phase
                table = Match(state=state, **_select_fields(Match, fields))
                if game is None:
                    return table
                return replace(table, prompts=game.prompts(state)).limit_guesses(game)
            case _:
                ended = Finished(is_complete=phase == "over", **_select_fields(Finished, fields))
                return replace(ended, state=state) if stored_state else ended

    SELECT_OPEN = Statement(sa.select(tables.c.id).where(tables.c.channel == _CHANNEL, OPEN_TABLES))

    @reads
    async def find_open(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's open game table, one in its lobby or being played."""
        return _take_first_id(await db.rows(self.SELECT_OPEN, channel=channel))

    SELECT_ASIDE = Statement(
        sa.select(tables.c.id)
        .join(seats, seats.c.table == tables.c.id)
        .where(
            tables.c.channel == _CHANNEL,
            tables.c.ended_at == sa.literal_column("0"),
            IS_ASIDE,
            seats.c.user == param("of_user"),
        )
        .order_by(tables.c.id.desc())
        .limit(1)
    )

    @reads
    async def find_aside(self, db: Transaction, channel: int, user: int) -> int | None:
        """Return the id of a person's newest game that was put aside in a channel."""
        return _take_first_id(await db.rows(self.SELECT_ASIDE, channel=channel, of_user=user))

    SELECT_ALL_ASIDE = Statement(
        sa.select(tables.c.id).where(
            tables.c.channel == _CHANNEL, tables.c.ended_at == sa.literal_column("0"), IS_ASIDE
        )
    )

    @reads
    async def find_all_aside(self, db: Transaction, channel: int) -> tuple[int, ...]:
        """Return the ids of all games that were put aside in a channel."""
        return tuple(id_ for (id_,) in await db.rows(self.SELECT_ALL_ASIDE, channel=channel))

    SELECT_ASIDE_IN_SHARD = Statement(
        sa.select(tables.c.id).where(PAUSED_TABLES, IS_ASIDE, _OF_SHARD)
    )

    @reads
    async def find_aside_in_shard(self, db: Transaction, shard: Shard) -> tuple[int, ...]:
        """Return the ids of all games that were put aside on a shard's servers."""
        rows = await db.rows(self.SELECT_ASIDE_IN_SHARD, **shard_params(shard))
        return tuple(id_ for (id_,) in rows)

    SELECT_LESSON = Statement(
        sa.select(tables.c.id).where(
            tables.c.channel == _CHANNEL, tables.c.guild == param("guild"), OPEN_TABLES
        )
    )

    @reads
    async def find_lesson(self, db: Transaction, user: int, guild: int) -> int | None:
        """Return the id of the lesson that a person takes on a server."""
        of = {"channel": lesson_channel(user), "guild": guild}
        return _take_first_id(await db.rows(self.SELECT_LESSON, **of))

    SELECT_LAST_ENDED = Statement(_select_last_ended())

    @reads
    async def find_latest(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's open game table, or else of the one that ended last."""
        open_id = _take_first_id(await db.rows(self.SELECT_OPEN, channel=channel))
        return open_id or _take_first_id(await db.rows(self.SELECT_LAST_ENDED, channel=channel))

    SELECT_FINISHED = Statement(
        _select_last_ended(sa.or_(tables.c.phase == "over", tables.c.ended_by.is_not(None)))
    )
    """Query for the id of the channel's last game table that was played or ended by a person.
    Tables that closed by themselves do not count.
    """

    @reads
    async def find_finished(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's last game table that was finished or ended by a person.

        Tables that closed by themselves, because nobody continued, do not count.
        """
        return _take_first_id(await db.rows(self.SELECT_FINISHED, channel=channel))

    SELECT_HOSTED = Statement(sa.select(tables.c.id).where(*IS_HOSTED).order_by(tables.c.id))
    """Query for the ids of a server's open game tables that a person hosts, without lessons."""

    @reads
    async def find_hosted(self, db: Transaction, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open game tables that this person hosts.

        Lessons are left out.
        """
        return tuple(id_ for (id_,) in await db.rows(self.SELECT_HOSTED, of_host=user, guild=guild))

    SELECT_OPEN_IN_GUILD = Statement(
        sa.select(tables.c.id).where(tables.c.guild == param("guild"), OPEN_TABLES, _IS_ON_BOARD)
    )
    """Query for the ids of a server's open game tables, without lessons."""

    @reads
    async def find_open_in_guild(self, db: Transaction, guild: int) -> tuple[int, ...]:
        """Return the ids of all open game tables of a server. Lessons are left out."""
        return tuple(id_ for (id_,) in await db.rows(self.SELECT_OPEN_IN_GUILD, guild=guild))

    @reads
    async def find_inputs(
        self, db: Transaction, id_: int
    ) -> tuple[tuple[int, ActionRecord, float], ...]:
        """Return the actions, such as moves, that a game was given, in order.

        Returns:
            For each action, the number of its step, the action, and its time in seconds since 1970.
        """
        return tuple(await db.rows(SELECT_INPUTS, id=id_))

    DELETE_TABLE = Statement(
        sa.delete(tables).where(tables.c.id == _ID, tables.c.phase.in_(make_literals(ENDED_PHASES)))
    )

    @writes
    async def delete(self, db: Transaction, id_: int) -> None:
        """Delete a game table that has ended, with all its rows.

        An open table is not deleted. The record of the finished game is kept, so that it can still
        be replayed.
        """
        await db.run(self.DELETE_TABLE, [{"id": id_}])

    TOUCH_HEARTBEAT = Statement(sa.update(heartbeat).values(at=heartbeat.c.at))
    """Updates rows without changing a value, to check that the database can be written to."""

    @writes
    async def try_write(self, db: Transaction) -> None:
        """Check that the database can be written to, so that a read-only one is noticed early.

        It runs an UPDATE that changes no value, because even in a read-only file a transaction can
        begin.
        """
        await db.run(self.TOUCH_HEARTBEAT)

    # Scans of all tables run in many steps, so that others can read in between. A step returns what
    # it found, and the key after which the next step begins; None after the last step.

    async def find_next_timers(self, until: float, shard: Shard) -> dict[int, float]:
        """Return when the next timer of each game table of a shard is due.

        Timers of paused tables are left out, except for `UNPAUSED_TIMER_KINDS`.

        Args:
            until: The latest time that counts, in seconds since 1970. Later timers are left out.

        Returns:
            Maps ids of tables to the time of their next timer, in seconds since 1970.
        """
        next_times: dict[int, float] = {}
        after: PageKey | None = (-inf, 0)
        while after is not None:
            step, after = await self._find_timers(after, until, shard)
            for table, at in step:
                next_times.setdefault(table, at)
        return next_times

    SELECT_LAST_TIMER_OF_STEP = Statement.select_key(
        TIMERS_PER_STEP - 1, *_TIMER_KEY, where=(_AFTER_TIMER, timers.c.at <= param("until"))
    )
    SELECT_TIMERS_OF_STEP = Statement(
        sa.select(timers.c.table, timers.c.at)
        .where(_AFTER_TIMER, _TO_TIMER, _RUNS, is_in_shard(timers.c.guild))
        .order_by(timers.c.at)
    )

    @reads
    async def _find_timers(
        self, db: Transaction, after: PageKey, until: float, shard: Shard
    ) -> tuple[list[tuple[int, float]], PageKey | None]:
        """Return the table's id and the time of each of a shard's next timers, the earliest first.

        At most `TIMERS_PER_STEP` timers are read, so that other transactions can run in between.
        The second result is the next value of `after`, None at the end.
        """
        last_rows = await db.rows(
            self.SELECT_LAST_TIMER_OF_STEP, after_at=after[0], after_id=after[1], until=until
        )
        last = last_rows[0] if last_rows else (until, MAX_ID)
        timer_rows = await db.rows(
            self.SELECT_TIMERS_OF_STEP, **_key_values(after, last), **shard_params(shard)
        )
        return [(table, at) for table, at in timer_rows], last if last_rows else None

    async def find_stale_boards(self, shard: Shard, since: float) -> tuple[int, ...]:
        """Return the ids of a shard's game tables whose board needs an update.

        A board needs one if it shows an older version of its table, and the table is open, put
        aside, or ended after `since`. A board also needs an update as long as older messages that
        it replaced are not deleted.

        Args:
            since: The time in seconds since 1970. Boards of tables that ended before it stay as
                they are.
        """
        stale_ids = {*await self._find_few_stale(shard)}
        after: int | None = 0
        while after is not None:
            ids, after = await self._find_stale_open(after, shard)
            stale_ids.update(ids)
        after_end: PageKey | None = (since, MAX_ID)
        while after_end is not None:
            ids, after_end = await self._find_stale_ended(after_end, shard)
            stale_ids.update(ids)
        return tuple(sorted(stale_ids))

    SELECT_FEW_STALE = (
        Statement(_WITH_BOARD.where(TABLES_WITH_REPLACED_BOARDS, _OF_SHARD)),
        Statement(_STALE.where(PAUSED_TABLES, IS_ASIDE)),  # always paused, which has an index
    )

    @reads
    async def _find_few_stale(self, db: Transaction, shard: Shard) -> list[int]:
        """Return the ids of tables with replaced boards, and of games aside with stale boards."""
        of = shard_params(shard)
        results = await db.select_several(*((each, of) for each in self.SELECT_FEW_STALE))
        return [id_ for rows in results for id_, _ in rows]

    SELECT_LAST_OPEN_OF_STEP = Statement.select_key(
        TABLES_PER_STEP - 1, tables.c.id, where=(OPEN_TABLES, _AFTER_OPEN)
    )
    SELECT_STALE_OPEN = Statement(_STALE.where(OPEN_TABLES, _AFTER_OPEN, _TO_OPEN))

    @reads
    async def _find_stale_open(
        self, db: Transaction, after: int, shard: Shard
    ) -> tuple[list[int], int | None]:
        """Return the ids of a shard's next open game tables whose public message is out of date.

        The second result is the next value of `after`, None at the end.
        """
        last_rows = await db.rows(self.SELECT_LAST_OPEN_OF_STEP, after=after)
        last = last_rows[0][0] if last_rows else MAX_ID
        rows = await db.rows(self.SELECT_STALE_OPEN, after=after, last=last, **shard_params(shard))
        return _skip_lessons(rows), last if last_rows else None

    SELECT_LAST_END_OF_STEP = Statement.select_key(
        TABLES_PER_STEP - 1, *_END_KEY, where=(_AFTER_END,)
    )
    SELECT_STALE_ENDED = Statement(_STALE.where(_AFTER_END, _TO_END))

    @reads
    async def _find_stale_ended(
        self, db: Transaction, after: PageKey, shard: Shard
    ) -> tuple[list[int], PageKey | None]:
        """Return the ids of a shard's next ended game tables whose public message is out of date.

        The second result is the next value of `after`, None at the end.
        """
        found = await db.rows(self.SELECT_LAST_END_OF_STEP, after_at=after[0], after_id=after[1])
        last = found[0] if found else (inf, MAX_ID)
        rows = await db.rows(
            self.SELECT_STALE_ENDED, **_key_values(after, last), **shard_params(shard)
        )
        return _skip_lessons(rows), last if found else None

    COUNT_PHASES = Statement(sa.select(*_PHASES.values()).select_from(tables).where(OPEN_TABLES))

    @reads
    async def count_phases(self, db: Transaction) -> dict[str, int]:
        """Count the open game tables that are in the lobby, being played or paused.

        Used to monitor the bot. The keys of the result are "lobby", "playing" and "paused". Lessons
        are included.
        """
        (counts,) = await db.rows(self.COUNT_PHASES)
        return dict(zip(_PHASES, counts, strict=True))


def _take_first_id(rows: Sequence[tuple[int]]) -> int | None:
    return rows[0][0] if rows else None


def _skip_lessons(rows: Sequence[tuple[int, int]]) -> list[int]:
    """Return the ids from rows of ids and channels, without lessons, whose channel is negative."""
    return [id_ for id_, channel in rows if channel >= 0]


def _make_timer(kind: str, *values: object) -> Timer:
    """Create a timer from a row of the database table `timers`.

    `kind` is the stored name of the kind of timer. `values` are the row's other columns. Each kind
    of timer uses some of them.
    """
    row = dict(zip((column.name for column in _TIMER_COLUMNS), values, strict=True))
    of = _KINDS[kind]
    timer: Timer = of(**{name: row[name] for name in of.__struct_fields__})
    return timer


def _select_fields(kind: type[Struct], fields: dict[str, Any]) -> dict[str, Any]:
    return {name: fields[name] for name in kind.__struct_fields__ if name in fields}
