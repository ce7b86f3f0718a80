"""Time that is forgiven to a shard: the due times of its open tables move, some tables at a time.

What is to be done stands in a row of its own, and how far it is, written with the tables that were
moved: whoever goes on, after whatever came in between, moves each table once. Each function runs
in a transaction.
"""

from sqlalchemy import and_, case, delete, exists, or_, select, update

from bot.store.database import Transaction
from bot.store.due import NEVER_PAUSED, Deadline, kind_of
from bot.store.queries.clock import beat
from bot.store.schema import LAST_ID, OPEN_ONES, due, forgiving, seats, tables
from bot.store.shards import Shard, of, of_shard
from bot.store.statements import Statement, bound, insert_unless, literals

TABLES_AT_ONCE = 50
"""Tables whose times are moved in one step."""

_SHARD = bound("shard")
_SECONDS = bound("seconds", forgiving.c.seconds.type)
_MOVED = bound("moved")
_OF_SHARD = of_shard(tables.c.guild)

BEGIN = Statement(
    insert_unless(
        forgiving,
        {column.name: bound(column.name, column.type) for column in forgiving.c},
        forgiving.c.shard == bound("of_shard"),
    )
)
HOLD = Statement(
    update(forgiving).where(forgiving.c.shard == _SHARD).values(shard=forgiving.c.shard)
)
"""Lets nobody else go on with it until the transaction ends."""
LEFT = Statement(
    select(forgiving.c.at, forgiving.c.seconds, forgiving.c.least, forgiving.c.moved).where(
        forgiving.c.shard == _SHARD
    )
)
ADVANCE = Statement(
    update(forgiving).where(forgiving.c.shard == _SHARD).values(moved=bound("last"))
)
END = Statement(delete(forgiving).where(forgiving.c.shard == _SHARD))

_NEXT = select(tables.c.id).where(OPEN_ONES, _OF_SHARD, tables.c.id > _MOVED).order_by(tables.c.id)
NEXT = Statement(_NEXT.limit(1))
LAST_OF_STEP = Statement(_NEXT.offset(TABLES_AT_ONCE - 1).limit(1))
_OPEN = (OPEN_ONES, _OF_SHARD, tables.c.id > _MOVED, tables.c.id <= bound("last"))
_RUNS = tables.c.paused == ""
_OPEN_IDS = select(tables.c.id).where(*_OPEN)
_RUNNING_IDS = _OPEN_IDS.where(_RUNS)
_IS_DEADLINE = due.c.kind.in_(literals([kind_of(Deadline)]))
_HAS_DEADLINE = exists().where(due.c.table == tables.c.id, _IS_DEADLINE)
_WAS_ASKED = and_(seats.c.asked.is_not(None), seats.c.table.in_(_RUNNING_IDS))
SHIFTS = (
    Statement(
        update(tables)
        .where(*_OPEN)
        .values(
            clicked_at=tables.c.clicked_at + _SECONDS,
            version=tables.c.version + case((and_(_RUNS, _HAS_DEADLINE), 1), else_=0),
        )
    ),
    Statement(
        update(seats)
        .where(seats.c.user.is_not(None), seats.c.table.in_(_OPEN_IDS))
        .values(
            clicked_at=seats.c.clicked_at + _SECONDS,
            asked_at=seats.c.asked_at + case((_WAS_ASKED, _SECONDS), else_=0.0),
        )
    ),
    Statement(
        update(due)
        .where(
            due.c.table.in_(_OPEN_IDS),
            or_(
                due.c.kind.in_(literals(map(kind_of, NEVER_PAUSED))),
                due.c.table.in_(_RUNNING_IDS),
            ),
        )
        .values(at=due.c.at + _SECONDS)
    ),
)
LEAST = Statement(
    update(due)
    .where(
        due.c.table.in_(_RUNNING_IDS),
        _IS_DEADLINE,
        due.c.at < bound("now", due.c.at.type) + due.c.least,
    )
    .values(at=bound("now", due.c.at.type) + due.c.least)
)


async def begin(db: Transaction, now: float, seconds: float, shard: Shard, least: bool) -> None:
    """Note that a shard's due times are to move by so many seconds, unless some move already.

    With `least`, each deadline is to leave at least its `Deadline.least` from now on.
    """
    row = {"shard": shard.number, "at": now, "seconds": seconds, "least": least, "moved": 0}
    await db.run(BEGIN, [{**row, "of_shard": shard.number}])


async def step(db: Transaction, shard: Shard) -> bool:
    """Move the due times of a shard's next tables; with the last ones, write its heartbeat.

    Return whether there are more.

    Clocks that stand still do not move: they do when their table goes on, by the whole pause.
    Tables with a deadline get a new version, because their boards show it. The time counts neither
    as idle nor as anybody's silence; when people were asked moves unless a pause will move that.
    """
    return await _step(db, shard, LAST_OF_STEP)


async def step_one(db: Transaction, shard: Shard, *, skips: bool) -> bool:
    """Do the same with the next table alone; with `skips`, leave its times as they are.

    Whoever skips a table runs all statements without rows: if they fail even so, it is not the
    table's fault.
    """
    return await _step(db, shard, NEXT, skips=skips)


async def _step(db: Transaction, shard: Shard, until: Statement, *, skips: bool = False) -> bool:
    number = {"shard": shard.number}
    if not await db.run(HOLD, [number]):
        return False
    ((now, seconds, least, moved),) = await db.rows(LEFT, **number)
    found = await db.rows(until, moved=moved, **of(shard))
    last = found[0][0] if found else LAST_ID
    some = {"moved": moved, "last": moved if skips else last, **of(shard)}
    shifts = [(statement, [{**some, "seconds": seconds}]) for statement in SHIFTS]
    leaves = [(LEAST, [{**some, "now": now}])] if least else []
    await db.run_all([*shifts, *leaves, (ADVANCE, [{"last": last, **number}])])
    if not found:
        await db.run(END, [number])
        await beat(db, now, shard)
    return bool(found)
