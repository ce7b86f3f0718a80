"""Finds, loads and changes stored tables, and scans many of them."""

from collections.abc import Sequence
from math import inf
from typing import Any

import sqlalchemy as sa
from msgspec import Raw, Struct
from msgspec.structs import replace

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
from bot.engine.game import ActionRecord, Games
from bot.storage.database import Repository, Transaction, Transactions, reads, writes
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.group_commit import GroupWriter
from bot.storage.history_repository import SELECT_INPUTS
from bot.storage.problems import TableConflict
from bot.storage.schema import (
    ENDED_PHASES,
    MAX_ID,
    OPEN_TABLES,
    PAUSED_TABLES,
    TABLES_WITH_REPLACED_BOARDS,
    boards,
    due,
    events,
    heartbeat,
    seats,
    tables,
)
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, make_literals, param

TIMERS_PER_STEP = 1000
"""Due rows that one step of a scan reads."""
TABLES_PER_STEP = 500
"""Tables that one step of a scan reads."""
PageKey = tuple[float, int]
"""The place of a timer or an ended table in a scan: a time, and the table's id."""

_KINDS: dict[str, Any] = {kind_of(of): of for of in TIMER_KINDS}
_ID = param("id")
_CHANNEL = param("channel")
_OF_SHARD = is_in_shard(tables.c.guild)
_IS_ON_BOARD = tables.c.channel >= 0  # not `Table.is_lesson`
_PLAYER_COLUMNS = tuple(column for column in seats.c if column.name not in ("table", "seat"))
_BOARD_COLUMNS = tuple(column for column in boards.c if column.name != "table")
_DUE_COLUMNS = tuple(c for c in due.c if c.name not in ("table", "place", "guild", "kind"))
_EVENTS = sa.select(events.c.to, events.c.name, events.c["values"]).where(events.c.table == _ID)
_PUBLIC = _EVENTS.where(events.c.to.is_(None))


def _select_last_ended(*where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """Return the query for the channel's table that ended last, of those that meet conditions."""
    ended = sa.select(tables.c.id).where(tables.c.channel == _CHANNEL, *where)
    return ended.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)


def _key_conditions(
    at: "sa.Column[float]", id_: "sa.Column[int]"
) -> tuple[sa.ColumnElement[bool], ...]:
    """Return the conditions that rows come after the key `after`, and not after `last`."""
    after, last = (
        sa.tuple_(param(f"{which}_at", at.type), param(f"{which}_id", id_.type))
        for which in ("after", "last")
    )
    return sa.tuple_(at, id_) > after, sa.tuple_(at, id_) <= last


def _key_values(after: PageKey, last: PageKey) -> dict[str, object]:
    """Return the parameters of both conditions."""
    (after_at, after_id), (last_at, last_id) = after, last
    return {"after_at": after_at, "after_id": after_id, "last_at": last_at, "last_id": last_id}


_AFTER_DUE, _TO_DUE = _key_conditions(due.c.at, due.c.table)
_AFTER_OPEN, _TO_OPEN = tables.c.id > param("after"), tables.c.id <= param("last")
_AFTER_END, _TO_END = _key_conditions(tables.c.ended_at, tables.c.id)
_WITH_BOARD = sa.select(tables.c.id, tables.c.channel).join(boards, boards.c.table == tables.c.id)
_STALE = _WITH_BOARD.where(boards.c.shown < tables.c.version, _OF_SHARD)
_RUNS = sa.or_(
    due.c.kind.in_(make_literals(map(kind_of, UNPAUSED_TIMER_KINDS))),
    due.c.table.not_in(sa.select(tables.c.id).where(PAUSED_TABLES)),
)


def _count_where(*where: sa.ColumnElement[bool] | sa.TextClause) -> sa.ColumnElement[Any]:
    return sa.func.count().filter(*where)


_GOES_ON = tables.c.paused == ""
_PHASES = {
    "lobby": _count_where(tables.c.phase == sa.literal_column("'lobby'"), _GOES_ON),
    "playing": _count_where(tables.c.phase == sa.literal_column("'playing'"), _GOES_ON),
    "paused": _count_where(PAUSED_TABLES),
}


class TableRepository(Repository):
    """The tables. Changes are written in groups; each other method has its own transaction."""

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
        """Write all of `change`; return the table with its id and its new version.

        Raises `RepeatedInteraction` if the interaction was handled before. Raises `ChannelTaken` if
        the channel has another open table. Raises `TableConflict` if the stored version is another
        one. While deadlines of the shard move, it waits, and then raises `TableConflict`.
        """
        self._transactions.check_open()
        if await self._deadlines.wait_while_extending(change.table.guild) and change.table.id:
            raise TableConflict
        table: Table = await self._writer.write(change)
        return table

    async def store_board(self, update: BoardUpdate) -> None:
        """Store the present board of a table."""
        await self._writer.write(update)

    def note_click(self, table: int, user: int, now: float) -> None:
        """Note a click of a person at the table that changes nothing else.

        It is written with the next group or heartbeat, if the person still sits there.
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
    SELECT_DUES = Statement(
        sa.select(due.c.kind, *_DUE_COLUMNS).where(due.c.table == _ID).order_by(due.c.place)
    )
    SELECT_NEWEST_EVENTS = Statement(_PUBLIC.order_by(events.c.id.desc()).limit(MAX_PUBLIC_NEWS))
    SELECT_RECENT_EVENTS = Statement(
        sa.select(events.c.step, events.c.to, events.c.name, events.c["values"])
        .where(events.c.table == _ID)
        .order_by(events.c.id.desc())
        .limit(MAX_NEWS)
    )

    @reads
    async def load(self, db: Transaction, id_: int) -> Table | None:
        """Return a table."""
        asked = (
            self.SELECT_TABLE,
            self.SELECT_PLAYERS,
            self.SELECT_DUES,
            self.SELECT_NEWEST_EVENTS,
            self.SELECT_RECENT_EVENTS,
        )
        found, seated, dues, newest, recent = await db.select_several(
            *((statement, {"id": id_}) for statement in asked)
        )
        if not found:
            return None
        mine = dict(zip(tables.c.keys(), found[0], strict=False))
        players = tuple(Player(*row) for row in seated)
        happened = tuple(TableEvent(step, EventRecord(*event)) for step, *event in reversed(recent))
        return self._make_table(
            mine.pop("phase"),
            mine.pop("state"),
            mine
            | {
                "board": Board(*found[0][len(tables.c) :]),
                "players": players,
                "timers": tuple(_make_due(*row) for row in dues),
                "public_events": tuple(EventRecord(*row) for row in reversed(newest)),
                "recent": recent_events(happened, players),
            },
        )

    def _make_table(self, phase: str, stored_state: bytes, fields: dict[str, Any]) -> Table:
        """Return a table of this phase, with the state that is stored and these other fields."""
        game = self._games.get(fields["game"])
        state: Struct | Raw = (
            game.load_state(stored_state) if game and stored_state else Raw(stored_state)
        )
        match phase:
            case "lobby":
                return Lobby(**_select_fields(Lobby, fields))
            case "playing":
                table = Match(state=state, **_select_fields(Match, fields))
                return replace(table, prompts=game.prompts(state)) if game else table
            case _:
                ended = Finished(is_complete=phase == "over", **_select_fields(Finished, fields))
                return replace(ended, state=state) if stored_state else ended

    SELECT_OPEN = Statement(sa.select(tables.c.id).where(tables.c.channel == _CHANNEL, OPEN_TABLES))

    @reads
    async def find_open(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's table that is in the lobby or playing."""
        return _take_first_id(await db.rows(self.SELECT_OPEN, channel=channel))

    SELECT_LESSON = Statement(
        sa.select(tables.c.id).where(
            tables.c.channel == _CHANNEL, tables.c.guild == param("guild"), OPEN_TABLES
        )
    )

    @reads
    async def find_lesson(self, db: Transaction, user: int, guild: int) -> int | None:
        """Return the id of the lesson that a person takes in a server."""
        return _take_first_id(
            await db.rows(self.SELECT_LESSON, channel=lesson_channel(user), guild=guild)
        )

    SELECT_LAST_ENDED = Statement(_select_last_ended())

    @reads
    async def find_latest(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's open table, or else of the one that ended last."""
        found = _take_first_id(await db.rows(self.SELECT_OPEN, channel=channel))
        return found or _take_first_id(await db.rows(self.SELECT_LAST_ENDED, channel=channel))

    SELECT_FINISHED = Statement(
        _select_last_ended(sa.or_(tables.c.phase == "over", tables.c.ended_by.is_not(None)))
    )

    @reads
    async def find_finished(self, db: Transaction, channel: int) -> int | None:
        """Return the id of the channel's table that was last finished or ended early."""
        return _take_first_id(await db.rows(self.SELECT_FINISHED, channel=channel))

    SELECT_HOSTED = Statement(
        sa.select(tables.c.id)
        .where(
            tables.c.host == param("of_host"),
            tables.c.guild == param("guild"),
            OPEN_TABLES,
            _IS_ON_BOARD,
        )
        .order_by(tables.c.id)
    )

    @reads
    async def find_hosted(self, db: Transaction, user: int, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open tables that have this host, without lessons."""
        return tuple(id_ for (id_,) in await db.rows(self.SELECT_HOSTED, of_host=user, guild=guild))

    SELECT_OPEN_IN_GUILD = Statement(
        sa.select(tables.c.id).where(tables.c.guild == param("guild"), OPEN_TABLES, _IS_ON_BOARD)
    )

    @reads
    async def find_open_in_guild(self, db: Transaction, guild: int) -> tuple[int, ...]:
        """Return the ids of a server's open tables, without lessons."""
        return tuple(id_ for (id_,) in await db.rows(self.SELECT_OPEN_IN_GUILD, guild=guild))

    SELECT_PUBLIC_EVENTS = Statement(_PUBLIC.order_by(events.c.id))
    SELECT_EVENTS = Statement(_EVENTS.order_by(events.c.id))

    @reads
    async def find_events(
        self, db: Transaction, id_: int, public_only: bool = True
    ) -> tuple[EventRecord, ...]:
        """Return a table's events in their order, with secret ones unless `public_only`."""
        statement = self.SELECT_PUBLIC_EVENTS if public_only else self.SELECT_EVENTS
        return tuple(EventRecord(*row) for row in await db.rows(statement, id=id_))

    @reads
    async def find_inputs(
        self, db: Transaction, id_: int
    ) -> tuple[tuple[int, ActionRecord, float], ...]:
        """Return the steps, inputs and times of a game, in their order."""
        return tuple(await db.rows(SELECT_INPUTS, id=id_))

    DELETE_TABLE = Statement(
        sa.delete(tables).where(tables.c.id == _ID, tables.c.phase.in_(make_literals(ENDED_PHASES)))
    )

    @writes
    async def delete(self, db: Transaction, id_: int) -> None:
        """Delete a table that is over or closed, with all its rows. Its record stays."""
        await db.run(self.DELETE_TABLE, [{"id": id_}])

    TOUCH_HEARTBEAT = Statement(sa.update(heartbeat).values(at=heartbeat.c.at))

    @writes
    async def try_write(self, db: Transaction) -> None:
        """Check that the file takes writes. A read-only one begins transactions, too."""
        await db.run(self.TOUCH_HEARTBEAT)

    # Scans of all tables run in many steps, so that others can read in between. A step returns what
    # it found, and the key after which the next step begins; None after the last step.

    async def find_next_timers(self, until: float, shard: Shard) -> dict[int, float]:
        """Return by table of a shard when its next timer is due, until then.

        Clocks of paused tables stand still: there only `UNPAUSED_TIMER_KINDS` timers count.
        """
        timers: dict[int, float] = {}
        after: PageKey | None = (-inf, 0)
        while after is not None:
            found, after = await self._find_timers(after, until, shard)
            for table, at in found:
                timers.setdefault(table, at)
        return timers

    SELECT_LAST_DUE_OF_STEP = Statement(
        sa.select(due.c.at, due.c.table)
        .where(_AFTER_DUE, due.c.at <= param("until"))
        .order_by(due.c.at, due.c.table)
        .offset(TIMERS_PER_STEP - 1)
        .limit(1)
    )
    SELECT_DUES_OF_STEP = Statement(
        sa.select(due.c.table, due.c.at)
        .where(_AFTER_DUE, _TO_DUE, _RUNS, is_in_shard(due.c.guild))
        .order_by(due.c.at)
    )

    @reads
    async def _find_timers(
        self, db: Transaction, after: PageKey, until: float, shard: Shard
    ) -> tuple[list[tuple[int, float]], PageKey | None]:
        """Return tables and times of the next timers of a shard, the earliest first."""
        found = await db.rows(
            self.SELECT_LAST_DUE_OF_STEP, after_at=after[0], after_id=after[1], until=until
        )
        last = found[0] if found else (until, MAX_ID)
        dues = await db.rows(
            self.SELECT_DUES_OF_STEP, **_key_values(after, last), **shard_params(shard)
        )
        return [(table, at) for table, at in dues], last if found else None

    async def find_stale_boards(self, shard: Shard, since: float) -> tuple[int, ...]:
        """Return the ids of a shard's tables whose board is stale.

        A board is stale if it shows an older version, and the table is open or ended after `since`.
        It is also stale while messages that it replaced are not deleted yet.
        """
        found = {*await self._find_replaced(shard)}
        after: int | None = 0
        while after is not None:
            ids, after = await self._find_stale_open(after, shard)
            found.update(ids)
        after_end: PageKey | None = (since, MAX_ID)
        while after_end is not None:
            ids, after_end = await self._find_stale_ended(after_end, shard)
            found.update(ids)
        return tuple(sorted(found))

    SELECT_REPLACED = Statement(_WITH_BOARD.where(TABLES_WITH_REPLACED_BOARDS, _OF_SHARD))

    @reads
    async def _find_replaced(self, db: Transaction, shard: Shard) -> list[int]:
        """Return the tables of a shard with replaced messages that are not deleted yet."""
        return [id_ for id_, _ in await db.rows(self.SELECT_REPLACED, **shard_params(shard))]

    SELECT_LAST_OPEN_OF_STEP = Statement(
        sa.select(tables.c.id)
        .where(OPEN_TABLES, _AFTER_OPEN)
        .order_by(tables.c.id)
        .offset(TABLES_PER_STEP - 1)
        .limit(1)
    )
    SELECT_STALE_OPEN = Statement(_STALE.where(OPEN_TABLES, _AFTER_OPEN, _TO_OPEN))

    @reads
    async def _find_stale_open(
        self, db: Transaction, after: int, shard: Shard
    ) -> tuple[list[int], int | None]:
        """Return those of the next open tables of a shard that have a stale board."""
        found = await db.rows(self.SELECT_LAST_OPEN_OF_STEP, after=after)
        last = found[0][0] if found else MAX_ID
        rows = await db.rows(self.SELECT_STALE_OPEN, after=after, last=last, **shard_params(shard))
        return _skip_lessons(rows), last if found else None

    SELECT_LAST_END_OF_STEP = Statement(
        sa.select(tables.c.ended_at, tables.c.id)
        .where(_AFTER_END)
        .order_by(tables.c.ended_at, tables.c.id)
        .offset(TABLES_PER_STEP - 1)
        .limit(1)
    )
    SELECT_STALE_ENDED = Statement(_STALE.where(_AFTER_END, _TO_END))

    @reads
    async def _find_stale_ended(
        self, db: Transaction, after: PageKey, shard: Shard
    ) -> tuple[list[int], PageKey | None]:
        """Return those of the next ended tables of a shard that have a stale board."""
        found = await db.rows(self.SELECT_LAST_END_OF_STEP, after_at=after[0], after_id=after[1])
        last = found[0] if found else (inf, MAX_ID)
        rows = await db.rows(
            self.SELECT_STALE_ENDED, **_key_values(after, last), **shard_params(shard)
        )
        return _skip_lessons(rows), last if found else None

    COUNT_PHASES = Statement(sa.select(*_PHASES.values()).select_from(tables).where(OPEN_TABLES))

    @reads
    async def count_phases(self, db: Transaction) -> dict[str, int]:
        """Return how many tables are in the lobby, playing and paused; lessons count, too."""
        (counts,) = await db.rows(self.COUNT_PHASES)
        return dict(zip(_PHASES, counts, strict=True))


def _take_first_id(rows: Sequence[tuple[int]]) -> int | None:
    """Return the id in the first row, if there is one."""
    return rows[0][0] if rows else None


def _skip_lessons(rows: Sequence[tuple[int, int]]) -> list[int]:
    """Return the ids of tables that are not a lesson (`Table.is_lesson`)."""
    return [id_ for id_, channel in rows if channel >= 0]


def _make_due(kind: str, *values: object) -> Timer:
    """Return a timer of a kind, with the values that timers of this kind have."""
    row = dict(zip((column.name for column in _DUE_COLUMNS), values, strict=True))
    of = _KINDS[kind]
    found: Timer = of(**{name: row[name] for name in of.__struct_fields__})
    return found


def _select_fields(kind: type[Struct], fields: dict[str, Any]) -> dict[str, Any]:
    """Return those of the fields that this kind of table has."""
    return {name: fields[name] for name in kind.__struct_fields__ if name in fields}
