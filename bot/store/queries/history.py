"""The records of games that are over. Each function runs in a transaction."""

from typing import Any

from sqlalchemy import delete, select

from bot.games.game import Event, Input
from bot.store.database import Transaction
from bot.store.due import Keep, kind_of
from bot.store.record import Record
from bot.store.schema import due, events, inputs, records, told
from bot.store.statements import Statement, bound, insert_unless

_ID = bound("id")
_OF_TABLE = bound("of_table")

INPUTS = Statement(
    select(inputs.c.step, inputs.c.given, inputs.c.at)
    .where(inputs.c.table == _ID)
    .order_by(inputs.c.step)
)
EVENTS = Statement(
    select(events.c.step, events.c.to, events.c.name, events.c["values"])
    .where(events.c.table == _ID)
    .order_by(events.c.id)
)
TOLD = Statement(
    select(told.c.step, told.c.at, told.c.views).where(told.c.table == _ID).order_by(told.c.step)
)
KEEP = Statement(
    insert_unless(
        records,
        {column.name: bound(column.name, column.type) for column in records.c},
        records.c.id == _OF_TABLE,
    )
)
NO_TOLD = Statement(delete(told).where(told.c.table == _OF_TABLE))
NO_KEEP = Statement(delete(due).where(due.c.table == _OF_TABLE, due.c.kind == kind_of(Keep)))
RECORD = Statement(select(records.c.about).where(records.c.id == _ID))
COURSE = Statement(select(records.c.course).where(records.c.id == _ID))


async def stored(
    db: Transaction, table: int
) -> tuple[list[tuple[int, Input, float]], list[tuple[int, Event]], list[tuple[int, float, bytes]]]:
    """Return what was stored while a table's game ran: inputs, events and what was told."""
    of = {"id": table}
    given: list[Any]
    seen: list[Any]
    given, happened, seen = await db.several((INPUTS, of), (EVENTS, of), (TOLD, of))
    return given, [(step, Event(*event)) for step, *event in happened], seen


async def keep(db: Transaction, record: Record, course: bytes) -> None:
    """Write the record of a table's game unless it is there; what it is made of may go."""
    row = {
        "id": record.id,
        "guild": record.guild,
        "game": record.game,
        "ended_at": record.ended_at,
        "about": record,
        "course": course,
    }
    of = [{"of_table": record.id}]
    await db.run(KEEP, [{**row, **of[0]}])
    await db.run_all([(NO_TOLD, of), (NO_KEEP, of)])


async def record(db: Transaction, table: int) -> Record | None:
    """Return the record of a table's game."""
    found = await db.rows(RECORD, id=table)
    return found[0][0] if found else None


async def course(db: Transaction, table: int) -> bytes | None:
    """Return how a table's game went, packed."""
    found = await db.rows(COURSE, id=table)
    return found[0][0] if found else None
