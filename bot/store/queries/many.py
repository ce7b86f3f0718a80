"""What is asked of all tables, however many there are: in steps, so that others are read between.

A step returns what it has found, and behind what the next one looks; None: it was the last. Each
function runs in a transaction.
"""

from collections.abc import Sequence
from math import inf
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    TextClause,
    func,
    literal_column,
    or_,
    select,
    tuple_,
)

from bot.store.database import Transaction
from bot.store.due import NEVER_PAUSED, kind_of
from bot.store.schema import LAST_ID, OPEN_ONES, PAUSED_ONES, REPLACED_ONES, boards, due, tables
from bot.store.shards import Shard, of, of_shard
from bot.store.statements import Statement, bound, literals

DUES_AT_ONCE = 1000
"""Due rows that are looked at in one step."""
TABLES_AT_ONCE = 500
"""Tables whose boards are looked at in one step."""
Key = tuple[float, int]
"""Where a due row or an ended table stands among all: a time, and the table's id."""
FIRST: Key = (-inf, 0)

_RUNS = or_(
    due.c.kind.in_(literals(map(kind_of, NEVER_PAUSED))),
    due.c.table.not_in(select(tables.c.id).where(PAUSED_ONES)),
)
_OF_SHARD = of_shard(tables.c.guild)


def _keys(at: "Column[float]", id_: "Column[int]") -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that rows stand behind one key, and not behind another."""
    after, last = (
        tuple_(bound(f"{which}_at", at.type), bound(f"{which}_id", id_.type))
        for which in ("after", "last")
    )
    return tuple_(at, id_) > after, tuple_(at, id_) <= last


def _between(after: Key, last: Key) -> dict[str, object]:
    """Return the values of the parameters in both conditions."""
    (after_at, after_id), (last_at, last_id) = after, last
    return {"after_at": after_at, "after_id": after_id, "last_at": last_at, "last_id": last_id}


_AFTER_DUE, _TO_DUE = _keys(due.c.at, due.c.table)
LAST_DUE_OF_STEP = Statement(
    select(due.c.at, due.c.table)
    .where(_AFTER_DUE, due.c.at <= bound("until"))
    .order_by(due.c.at, due.c.table)
    .offset(DUES_AT_ONCE - 1)
    .limit(1)
)
NEXT_DUES = Statement(
    select(due.c.table, due.c.at)
    .where(_AFTER_DUE, _TO_DUE, _RUNS, of_shard(due.c.guild))
    .order_by(due.c.at)
)


async def next_dues(
    db: Transaction, after: Key, until: float, shard: Shard
) -> tuple[list[tuple[int, float]], Key | None]:
    """Return the next due rows of a shard until then, the earliest first: table and time.

    And where the next ones stand; None if there are none.
    """
    found = await db.rows(LAST_DUE_OF_STEP, after_at=after[0], after_id=after[1], until=until)
    last = found[0] if found else (until, LAST_ID)
    dues = await db.rows(NEXT_DUES, **_between(after, last), **of(shard))
    return [(table, at) for table, at in dues], last if found else None


_BEHIND = (
    select(tables.c.id, tables.c.channel)
    .join(boards, boards.c.table == tables.c.id)
    .where(boards.c.shown < tables.c.version, _OF_SHARD)
)
_AFTER_OPEN, _TO_OPEN = tables.c.id > bound("after"), tables.c.id <= bound("last")
LAST_OPEN_OF_STEP = Statement(
    select(tables.c.id)
    .where(OPEN_ONES, _AFTER_OPEN)
    .order_by(tables.c.id)
    .offset(TABLES_AT_ONCE - 1)
    .limit(1)
)
BEHIND = Statement(_BEHIND.where(OPEN_ONES, _AFTER_OPEN, _TO_OPEN))


async def behind(db: Transaction, after: int, shard: Shard) -> tuple[list[int], int | None]:
    """Return which of the next open tables of a shard have a board that shows an older version.

    And the last that was looked at; None if there are no more.
    """
    found = await db.rows(LAST_OPEN_OF_STEP, after=after)
    last = found[0][0] if found else LAST_ID
    rows = await db.rows(BEHIND, after=after, last=last, **of(shard))
    return _on_boards(rows), last if found else None


_AFTER_END, _TO_END = _keys(tables.c.ended_at, tables.c.id)
LAST_END_OF_STEP = Statement(
    select(tables.c.ended_at, tables.c.id)
    .where(_AFTER_END)
    .order_by(tables.c.ended_at, tables.c.id)
    .offset(TABLES_AT_ONCE - 1)
    .limit(1)
)
BEHIND_AT_THE_END = Statement(_BEHIND.where(_AFTER_END, _TO_END))


async def behind_at_the_end(
    db: Transaction, after: Key, shard: Shard
) -> tuple[list[int], Key | None]:
    """Return the same of ended tables."""
    found = await db.rows(LAST_END_OF_STEP, after_at=after[0], after_id=after[1])
    last = found[0] if found else (inf, LAST_ID)
    rows = await db.rows(BEHIND_AT_THE_END, **_between(after, last), **of(shard))
    return _on_boards(rows), last if found else None


def _on_boards(rows: Sequence[tuple[int, int]]) -> list[int]:
    return [id_ for id_, channel in rows if channel >= 0]  # not `Table.is_lesson`


REPLACED = Statement(
    select(tables.c.id).join(boards, boards.c.table == tables.c.id).where(REPLACED_ONES, _OF_SHARD)
)


async def replaced(db: Transaction, shard: Shard) -> list[int]:
    """Return the tables of a shard with messages that are still to be deleted."""
    return [id_ for (id_,) in await db.rows(REPLACED, **of(shard))]


def _counted(*where: ColumnElement[bool] | TextClause) -> ColumnElement[Any]:
    return func.count().filter(*where)


_GOES_ON = tables.c.paused == ""
_PHASES = {
    "lobby": _counted(tables.c.phase == literal_column("'lobby'"), _GOES_ON),
    "playing": _counted(tables.c.phase == literal_column("'playing'"), _GOES_ON),
    "paused": _counted(PAUSED_ONES),
}
PHASES = Statement(select(*_PHASES.values()).select_from(tables).where(OPEN_ONES))


async def phases(db: Transaction) -> dict[str, int]:
    """Return how many tables are in the lobby, playing and paused."""
    (counts,) = await db.rows(PHASES)
    return dict(zip(_PHASES, counts, strict=True))
