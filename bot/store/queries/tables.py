"""What the store is asked, and its small writes. Each function runs in a transaction."""

from typing import Any

from msgspec import Raw
from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Select,
    or_,
    select,
    update,
)

from bot.games.events import EventRecord
from bot.games.game import ActionRecord, Games
from bot.store.database import Transaction
from bot.store.due import KINDS, Due, kind_of
from bot.store.records import (
    NEWEST_PUBLIC,
    RECENT,
    Board,
    Happened,
    Player,
    Table,
    lesson_of,
    still_news,
)
from bot.store.schema import (
    OPEN_ONES,
    boards,
    due,
    events,
    heartbeat,
    inputs,
    seats,
    tables,
)
from bot.store.statements import Statement, bound

_KINDS: dict[str, Any] = {kind_of(of): of for of in KINDS}
_ID = bound("id")
_CHANNEL = bound("channel")

_PLAYER_COLUMNS = tuple(column for column in seats.c if column.name not in ("table", "seat"))
_BOARD_COLUMNS = tuple(column for column in boards.c if column.name != "table")
TABLE = Statement(
    select(*tables.c, *_BOARD_COLUMNS)
    .join(boards, boards.c.table == tables.c.id)
    .where(tables.c.id == _ID)
)
PLAYERS = Statement(select(*_PLAYER_COLUMNS).where(seats.c.table == _ID).order_by(seats.c.seat))
_DUE_COLUMNS = tuple(c for c in due.c if c.name not in ("table", "place", "guild", "kind"))
DUES = Statement(select(due.c.kind, *_DUE_COLUMNS).where(due.c.table == _ID).order_by(due.c.place))
_EVENTS = select(events.c.to, events.c.name, events.c["values"]).where(events.c.table == _ID)
_PUBLIC = _EVENTS.where(events.c.to.is_(None))
NEWEST_EVENTS = Statement(_PUBLIC.order_by(events.c.id.desc()).limit(NEWEST_PUBLIC))
RECENT_EVENTS = Statement(
    select(events.c.step, events.c.to, events.c.name, events.c["values"])
    .where(events.c.table == _ID)
    .order_by(events.c.id.desc())
    .limit(RECENT)
)
PUBLIC_EVENTS = Statement(_PUBLIC.order_by(events.c.id))
ALL_EVENTS = Statement(_EVENTS.order_by(events.c.id))
INPUTS = Statement(
    select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)


async def table(db: Transaction, games: Games, id_: int) -> Table | None:
    """Return the table."""
    of = {"id": id_}
    found, seated, dues, newest, recent = await db.several(
        (TABLE, of), (PLAYERS, of), (DUES, of), (NEWEST_EVENTS, of), (RECENT_EVENTS, of)
    )
    if not found:
        return None
    mine = dict(zip(tables.c.keys(), found[0], strict=False))
    board = Board(*found[0][len(mine) :])
    state = mine.pop("state")
    players = tuple(Player(*row) for row in seated)
    happened = tuple(Happened(step, EventRecord(*event)) for step, *event in reversed(recent))
    record = Table(
        **mine,
        board=board,
        players=players,
        dues=tuple(_due(*row) for row in dues),
        public_events=tuple(EventRecord(*row) for row in reversed(newest)),
        recent=still_news(happened, players),
    )
    if not state:
        return record
    game = games.get(record.game)
    if game is None:
        return replace(record, state=Raw(state))
    return record.in_state(game.restored(state), game)


def _due(kind: str, *values: object) -> Due:
    """Return a due row of a kind, with those of the values that such rows have."""
    row = dict(zip((column.name for column in _DUE_COLUMNS), values, strict=True))
    of = _KINDS[kind]
    found: Due = of(**{name: row[name] for name in of.__struct_fields__})
    return found


OPEN_TABLE = Statement(select(tables.c.id).where(tables.c.channel == _CHANNEL, OPEN_ONES))
OPEN_LESSON = Statement(
    select(tables.c.id).where(
        tables.c.channel == _CHANNEL, tables.c.guild == bound("guild"), OPEN_ONES
    )
)


def _last_ended(*where: ColumnElement[bool]) -> Select[Any]:
    """Return the channel's table that ended last, of these."""
    ended = select(tables.c.id).where(tables.c.channel == _CHANNEL, *where)
    return ended.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(1)


LAST_TABLE = Statement(_last_ended())
FINISHED_TABLE = Statement(
    _last_ended(or_(tables.c.phase == "over", tables.c.ended_by.is_not(None)))
)

HOSTED = Statement(
    select(tables.c.id)
    .where(
        tables.c.host == bound("of_host"),
        tables.c.guild == bound("guild"),
        OPEN_ONES,
        tables.c.channel >= 0,  # not `Table.is_lesson`
    )
    .order_by(tables.c.id)
)


async def hosted(db: Transaction, user: int, guild: int) -> tuple[int, ...]:
    """Return the ids of a server's open tables that have this host, without lessons."""
    return tuple(row[0] for row in await db.rows(HOSTED, of_host=user, guild=guild))


OPEN_IN_GUILD = Statement(
    select(tables.c.id).where(tables.c.guild == bound("guild"), OPEN_ONES, tables.c.channel >= 0)
)


async def open_in_guild(db: Transaction, guild: int) -> tuple[int, ...]:
    """Return the ids of a server's open tables; a lesson is none."""
    return tuple(row[0] for row in await db.rows(OPEN_IN_GUILD, guild=guild))


async def of_channel(db: Transaction, query: Statement, channel: int) -> int | None:
    """Return the id of a channel's table by one of the queries above."""
    found = await db.rows(query, channel=channel)
    return found[0][0] if found else None


async def open_lesson(db: Transaction, user: int, guild: int) -> int | None:
    """Return the id of the lesson that a person takes in a server."""
    found = await db.rows(OPEN_LESSON, channel=lesson_of(user), guild=guild)
    return found[0][0] if found else None


async def latest_table(db: Transaction, channel: int) -> int | None:
    """Return the channel's open table, else the one that ended last."""
    opened = await of_channel(db, OPEN_TABLE, channel)
    return opened or await of_channel(db, LAST_TABLE, channel)


async def events_of(db: Transaction, query: Statement, id_: int) -> tuple[EventRecord, ...]:
    """Return a table's events in their order."""
    return tuple(EventRecord(*row) for row in await db.rows(query, id=id_))


async def all_inputs(db: Transaction, id_: int) -> tuple[tuple[int, ActionRecord, float], ...]:
    """Return every input with its step and time, in their order."""
    return tuple(await db.rows(INPUTS, id=id_))


TRY_WRITE = Statement(update(heartbeat).values(at=heartbeat.c.at))


async def try_write(db: Transaction) -> None:
    """Find out whether the file takes writes: a read-only one begins transactions all the same."""
    await db.run(TRY_WRITE)
