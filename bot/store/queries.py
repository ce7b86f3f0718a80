"""The SQL of the store. Each function runs inside a transaction that the caller began."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.games.game import Event, Input, Seat
from bot.store.problems import ChannelTaken, Conflict, Repeated, is_taken
from bot.store.records import (
    NEVER_PAUSED,
    OPEN,
    Commit,
    Due,
    DueRow,
    Player,
    Score,
    Table,
)
from bot.store.schema import (
    due,
    events,
    heartbeat,
    inputs,
    interactions,
    results,
    seats,
    settings,
    tables,
)

K = TypeVar("K")
T = TypeVar("T")

REMEMBERED = 3600.0
"""Seconds for which handled interactions are kept: Discord's tokens last 900."""
SCORES = 20
"""Lines of a server's table of games and wins."""

# Kept as the version that asked: a board of an older version that is posted meanwhile is no answer.
_ANEW = tables.c.board_anew > tables.c.board_version
_BOARD = (
    tables.c.board,
    tables.c.board_version,
    tables.c.board_asked,
    _ANEW.label("board_anew"),
    tables.c.board_calls,
)
_TABLE = (*(column for column in tables.c if not column.name.startswith("board")), *_BOARD)
_PLAYER = tuple(column for column in seats.c if column.name not in ("table", "seat"))
_HAS_BOARD = tables.c.channel >= 0  # not `Table.is_lesson`
_RUNS = or_(
    due.c.kind.in_(NEVER_PAUSED),
    due.c.table.in_(select(tables.c.id).where(tables.c.paused == "")),
)


def commit(db: Connection, change: Commit) -> Table:
    """Write all of `change` and return the table with its id, new version and stored board.

    Raises `Repeated`, `ChannelTaken` or `Conflict`; the caller rolls back.
    """
    if change.interaction is not None:
        _remember(db, change.interaction, change.at)
    table = _update(db, change) if change.table.id else _insert(db, change.table)
    _write_seats(db, table)
    _write_dues(db, table)
    _write_inputs(db, table, change)
    _write_events(db, table, change)
    _write_results(db, table, change)
    return table


def _remember(db: Connection, interaction: int, at: float) -> None:
    try:
        db.execute(insert(interactions).values(id=interaction, at=at))
    except IntegrityError as error:
        if is_taken(error, "interactions.id"):
            raise Repeated from None
        raise


def _insert(db: Connection, table: Table) -> Table:
    table = msgspec.structs.replace(table, version=table.version + 1)
    values = _values(table) | {"board_anew": 0}
    del values["id"]
    with _channel_taken():
        row = db.execute(insert(tables).values(values).returning(tables.c.id)).one()
    return msgspec.structs.replace(table, id=row.id)


def _update(db: Connection, change: Commit) -> Table:
    """Update under the guard. The board's columns belong to `shown` and are read instead.

    But a change may want the board anew, and whom that calls adds to whom it calls already.
    """
    table = change.table
    values = _values(table) | {"version": table.version + 1}
    for column in _BOARD:
        del values[column.name]
    if change.anew:
        values["board_anew"] = table.version + 1
        values["board_calls"] = _calls(db, change)
    same = (tables.c.id == table.id) & (tables.c.version == table.version)
    with _channel_taken():
        row = db.execute(update(tables).where(same).values(values).returning(*_BOARD)).one_or_none()
    if row is None:
        raise Conflict
    return msgspec.structs.replace(table, version=table.version + 1, **row._asdict())


@contextmanager
def _channel_taken() -> Iterator[None]:
    """Raise `ChannelTaken` where the channel's one open table is another one."""
    try:
        yield
    except IntegrityError as error:
        if is_taken(error, "tables.channel"):
            raise ChannelTaken from None
        raise


def _calls(db: Connection, change: Commit) -> tuple[str, ...]:
    """Return whom the new board calls: those of this change, and those that wait for it already."""
    wanted = select(tables.c.board_calls).where(tables.c.id == change.table.id, _ANEW)
    earlier: tuple[str, ...] = db.scalar(wanted) or ()
    return tuple(dict.fromkeys((*earlier, *change.calls)))


def _values(table: Table) -> dict[str, object]:
    values = msgspec.structs.asdict(table)
    del values["players"], values["dues"]
    return values


def _write_seats(db: Connection, table: Table) -> None:
    db.execute(delete(seats).where(seats.c.table == table.id))
    if table.players:
        rows = [
            {"table": table.id, "seat": seat, **msgspec.structs.asdict(player)}
            for seat, player in enumerate(table.players)
        ]
        db.execute(insert(seats), rows)


def _write_dues(db: Connection, table: Table) -> None:
    db.execute(delete(due).where(due.c.table == table.id))
    if table.dues:
        rows = [{"table": table.id, **msgspec.structs.asdict(row)} for row in table.dues]
        db.execute(insert(due), rows)


def _write_inputs(db: Connection, table: Table, change: Commit) -> None:
    first = table.step - len(change.given) + 1
    if change.given:
        rows = [
            {"table": table.id, "step": step, "given": given, "at": change.at}
            for step, given in enumerate(change.given, first)
        ]
        db.execute(insert(inputs), rows)


def _write_events(db: Connection, table: Table, change: Commit) -> None:
    if change.events:
        rows = [
            {"table": table.id, "step": table.step, **msgspec.structs.asdict(event)}
            for event in change.events
        ]
        db.execute(insert(events), rows)


def _write_results(db: Connection, table: Table, change: Commit) -> None:
    if change.results:
        game = {"table": table.id, "guild": table.guild, "game": table.game, "at": change.at}
        rows = [game | msgspec.structs.asdict(result) for result in change.results]
        db.execute(insert(results), rows)


def table(db: Connection, table: int) -> Table | None:
    """Return the table, its dues by time."""
    return _read(db, select(*_TABLE).where(tables.c.id == table))


def open_table(db: Connection, channel: int) -> Table | None:
    """Return the channel's table that is in the lobby or playing."""
    there = (tables.c.channel == channel) & tables.c.phase.in_(OPEN)
    return _read(db, select(*_TABLE).where(there))


def latest_table(db: Connection, channel: int) -> Table | None:
    """Return the channel's open table, else the one that ended last."""
    return open_table(db, channel) or _ended(db, tables.c.channel == channel)


def finished_table(db: Connection, channel: int) -> Table | None:
    """Return the channel's table whose game was played to its end, or ended early, last."""
    finished = (tables.c.phase == "over") | tables.c.ended_by.is_not(None)
    return _ended(db, (tables.c.channel == channel) & finished)


def _ended(db: Connection, where: ColumnElement[bool]) -> Table | None:
    newest = (tables.c.ended_at.desc(), tables.c.id.desc())
    return _read(db, select(*_TABLE).where(where).order_by(*newest).limit(1))


def _read(db: Connection, query: Select[tuple[object, ...]]) -> Table | None:
    row = db.execute(query).one_or_none()
    if row is None:
        return None
    mine = row._asdict()
    sitting = select(*_PLAYER).where(seats.c.table == mine["id"]).order_by(seats.c.seat)
    rows = select(due.c.kind, due.c.key, due.c.at).where(due.c.table == mine["id"])
    return Table(
        **mine,
        players=tuple(Player(**player._asdict()) for player in db.execute(sitting)),
        dues=tuple(Due(**row._asdict()) for row in db.execute(rows.order_by(due.c.at))),
    )


def handled(db: Connection, interaction: int) -> bool:
    """Tell whether the interaction was committed."""
    query = select(interactions.c.id).where(interactions.c.id == interaction)
    return db.execute(query).first() is not None


def newest_events(db: Connection, table: int, limit: int | None, public: bool) -> tuple[Event, ...]:
    """Return the newest events in their order; unless `public`, those for some seats too."""
    query = select(events.c.to, events.c.name, events.c["values"]).where(events.c.table == table)
    if public:
        query = query.where(events.c.to.is_(None))
    rows = db.execute(query.order_by(events.c.id.desc()).limit(limit)).all()
    return tuple(Event(*row) for row in reversed(rows))


def all_events(db: Connection, table: int) -> tuple[tuple[int, Event], ...]:
    """Return every event with the table's step, in their order."""
    columns = (events.c.step, events.c.to, events.c.name, events.c["values"])
    rows = db.execute(select(*columns).where(events.c.table == table).order_by(events.c.id))
    return tuple((step, Event(*event)) for step, *event in rows)


def all_inputs(db: Connection, table: int) -> tuple[tuple[int, Input, float], ...]:
    """Return every input with its step and time, in their order."""
    columns = (inputs.c.step, inputs.c.given, inputs.c.at)
    rows = db.execute(select(*columns).where(inputs.c.table == table).order_by(inputs.c.step))
    return tuple((row.step, row.given, row.at) for row in rows)


def due_rows(db: Connection, now: float, limit: int, held: Collection[int]) -> tuple[DueRow, ...]:
    """Return the rows whose time has come, oldest first; paused tables' clocks stand still."""
    columns = (due.c.table, due.c.kind, due.c.key, due.c.at)
    come = select(*columns).where(due.c.at <= now, _RUNS, due.c.table.not_in(held))
    rows = db.execute(come.order_by(due.c.at).limit(limit))
    return tuple(DueRow(**row._asdict()) for row in rows)


def next_due(db: Connection, held: Collection[int]) -> float | None:
    """Return the earliest time at which `due_rows` has a row."""
    query = select(func.min(due.c.at)).where(_RUNS, due.c.table.not_in(held))
    at: float | None = db.scalar(query)
    return at


def touch(db: Connection, table: int, seat: Seat, now: float) -> None:
    """Note a click of the person on that seat, who needs no call any more."""
    here = (seats.c.table == table) & (seats.c.seat == seat)
    db.execute(update(seats).where(here).values(clicked_at=now))
    db.execute(update(tables).where(tables.c.id == table).values(clicked_at=now))
    call = (due.c.table == table) & (due.c.kind == "call") & due.c.key.like(f"%:{seat}")
    db.execute(delete(due).where(call))


def shown(
    db: Connection,
    table: int,
    board: int | None,
    version: int,
    asked: tuple[int, ...],
    moved: int,
) -> None:
    """Keep what the public message is and shows, and that it moved as versions up to one asked."""
    anew = case((tables.c.board_anew <= moved, 0), else_=tables.c.board_anew)
    values = {"board": board, "board_version": version, "board_asked": asked, "board_anew": anew}
    db.execute(update(tables).where(tables.c.id == table).values(values))


def unshown(db: Connection) -> tuple[int, ...]:
    """Return the tables, in any phase, whose board shows an older version."""
    query = select(tables.c.id).where(tables.c.board_version < tables.c.version, _HAS_BOARD)
    return tuple(db.scalars(query.order_by(tables.c.id)))


def beat(db: Connection, now: float, longest: float) -> float:
    """Write the heartbeat, let go of old interactions, and move the due times by a gap.

    Returns its seconds; up to `longest` of them are none.
    """
    last = last_beat(db)
    gap = now - last if last is not None and now - last > longest else 0.0
    if gap:
        shift(db, gap)
    _put(db, heartbeat.c.id, 1, heartbeat.c.at, now)
    db.execute(delete(interactions).where(interactions.c.at < now - REMEMBERED))
    return gap


def last_beat(db: Connection) -> float | None:
    """Return the time of the last heartbeat."""
    return db.scalar(select(heartbeat.c.at))


def shift(db: Connection, seconds: float) -> None:
    """Move all due times but those of clocks that stand still.

    Those move when their table goes on, by the whole pause, and must not move twice. Tables with a
    deadline get a new version, because their boards show it. The time counts neither as idle nor
    as anybody's silence.
    """
    there = update(tables).where(tables.c.phase.in_(OPEN))
    db.execute(there.values(clicked_at=tables.c.clicked_at + seconds))
    _shift_seats(db, seconds)
    db.execute(update(due).where(_RUNS).values(at=due.c.at + seconds))
    shown = tables.c.id.in_(select(due.c.table).where(due.c.kind == "deadline", _RUNS))
    db.execute(update(tables).where(shown).values(version=tables.c.version + 1))


def _shift_seats(db: Connection, seconds: float) -> None:
    """Move the people's last clicks; and when they were asked, unless a pause will move that."""
    people = update(seats).where(seats.c.user.is_not(None))
    open_ones = select(tables.c.id).where(tables.c.phase.in_(OPEN))
    sitting = people.where(seats.c.table.in_(open_ones))
    db.execute(sitting.values(clicked_at=seats.c.clicked_at + seconds))
    running = people.where(seats.c.table.in_(open_ones.where(tables.c.paused == "")))
    asked = running.where(seats.c.asked.is_not(None))
    db.execute(asked.values(asked_at=seats.c.asked_at + seconds))


def scores(db: Connection, guild: int) -> tuple[Score, ...]:
    """Return the people with the most wins; among equals those who needed fewer games."""
    older = results.alias()
    name = (
        select(older.c.name)
        .where(older.c.guild == guild, older.c.user == results.c.user)
        .order_by(older.c.at.desc(), older.c.table.desc())
        .limit(1)
        .scalar_subquery()
        .label("name")
    )
    games = func.count().label("games")
    wins = func.sum(case((results.c.rank == 1, 1), else_=0)).label("wins")
    points = func.sum(results.c.points).label("points")
    rows = db.execute(
        select(results.c.user, name, games, wins, points)
        .where(results.c.guild == guild)
        .group_by(results.c.user)
        .order_by(wins.desc(), games, name)
        .limit(SCORES)
    )
    return tuple(Score(**row._asdict()) for row in rows)


def setting(db: Connection, key: str) -> str | None:
    """Return a setting of the bot itself."""
    return db.scalar(select(settings.c.value).where(settings.c.key == key))


def set_setting(db: Connection, key: str, value: str) -> None:
    """Keep a setting of the bot itself."""
    _put(db, settings.c.key, key, settings.c.value, value)


def _put(db: Connection, key: Column[K], name: K, column: Column[T], value: T) -> None:
    """Write one value under its key, new or not."""
    if not db.execute(update(key.table).where(key == name).values({column: value})).rowcount:
        db.execute(insert(key.table).values({key: name, column: value}))
