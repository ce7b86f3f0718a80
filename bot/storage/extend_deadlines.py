"""Extends deadlines after an outage: the due times of a shard's open tables move, some at a time.

A row of its own says what is to be done and how far it is, written with the tables that moved:
whoever goes on, after whatever came in between, moves each table once.
"""

import asyncio
import logging
from functools import partial

import sqlalchemy as sa

from bot.common.log import log_failure
from bot.domain.table import NEVER_PAUSED, Deadline, kind_of
from bot.storage.bot_repository import write_heartbeat
from bot.storage.database import Repository, Transaction, Transactions, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.problems import StoreProblem
from bot.storage.schema import LAST_ID, OPEN_ONES, due, forgiving, seats, tables
from bot.storage.shards import Shard, of, of_shard
from bot.storage.statements import Statement, insert_missing, literals, param

log = logging.getLogger(__name__)

TABLES_PER_STEP = 50
"""Tables whose due times are moved in one transaction."""

_SHARD = param("shard")
_SECONDS = param("seconds", forgiving.c.seconds.type)
_MOVED = param("moved")
_OF_SHARD = of_shard(tables.c.guild)
_NEXT = (
    sa.select(tables.c.id).where(OPEN_ONES, _OF_SHARD, tables.c.id > _MOVED).order_by(tables.c.id)
)
_OPEN = (OPEN_ONES, _OF_SHARD, tables.c.id > _MOVED, tables.c.id <= param("last"))
_RUNS = tables.c.paused == ""
_OPEN_IDS = sa.select(tables.c.id).where(*_OPEN)
_RUNNING_IDS = _OPEN_IDS.where(_RUNS)
_IS_DEADLINE = due.c.kind.in_(literals([kind_of(Deadline)]))
_HAS_DEADLINE = sa.exists().where(due.c.table == tables.c.id, _IS_DEADLINE)
_WAS_ASKED = sa.and_(seats.c.asked.is_not(None), seats.c.table.in_(_RUNNING_IDS))


class DeadlineExtensions(Repository):
    """Extends the deadlines of shards, during which none of their tables is changed."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer
        self._moving: dict[Shard, asyncio.Event] = {}
        """The shards whose due times move, and what is set when all have."""

    async def wait(self, guild: int) -> bool:
        """Wait while due times of a server's shard move; return whether they did."""
        moving = [moved for shard, moved in self._moving.items() if shard.has(guild)]
        for moved in moving:
            await moved.wait()
        return bool(moving)

    async def extend(self, now: float, since: float, shard: Shard, *, least: bool) -> None:
        """Write a shard's heartbeat, and move the due times of its open tables by `now - since`.

        But not those of paused tables' clocks, which stand still anyway. With `least`, each
        deadline that moves leaves at least its `Deadline.least` from now on.

        If it does not come to its end, `finish` has to be called, before this again. Until then no
        table of the shard is changed.
        """
        await self._transactions.check()
        self._moving.setdefault(shard, asyncio.Event())
        await self._writer.flush()
        await self.begin(now, now - since, shard, least)
        await self.finish(shard)

    BEGIN = Statement(insert_missing(forgiving))

    @writes
    async def begin(
        self, db: Transaction, now: float, seconds: float, shard: Shard, least: bool
    ) -> None:
        """Note by how much a shard's due times are to move, unless some move already."""
        row = {"shard": shard.number, "at": now, "seconds": seconds, "least": least, "moved": 0}
        await db.run(self.BEGIN, [row])

    async def finish(self, shard: Shard) -> None:
        """Do what is left of what `extend` began, here or in a process that has ended.

        Some tables move at a time, so that others can be written in between. A table whose rows
        the database refuses stays as it is.
        """
        while await self._move_some(shard):
            pass
        if moved := self._moving.pop(shard, None):
            moved.set()

    async def _move_some(self, shard: Shard) -> bool:
        """Move the due times of the next tables, or of one; return whether there are more."""
        for move in (self.move_tables, partial(self.move_table, skip=False)):
            try:
                return await move(shard)
            except StoreProblem:
                raise
            except Exception as error:
                problem = error
        more = await self.move_table(shard, skip=True)
        log_failure(log, "moving the due times of a table", problem)
        return more

    LAST_OF_STEP = Statement(_NEXT.offset(TABLES_PER_STEP - 1).limit(1))

    @writes
    async def move_tables(self, db: Transaction, shard: Shard) -> bool:
        """Move the due times of a shard's next tables; with the last ones, write its heartbeat.

        Return whether there are more.

        Clocks that stand still do not move: they do when their table goes on, by the whole pause.
        Tables with a deadline get a new version, because their boards show it. The time counts
        neither as idle nor as anybody's silence; when people were asked moves unless a pause will
        move that.
        """
        return await self._move(db, shard, self.LAST_OF_STEP)

    NEXT = Statement(_NEXT.limit(1))

    @writes
    async def move_table(self, db: Transaction, shard: Shard, *, skip: bool) -> bool:
        """Move the due times of the next table alone; with `skip`, leave them as they are.

        Whoever skips a table runs all statements without rows: if they fail even so, it is not the
        table's fault.
        """
        return await self._move(db, shard, self.NEXT, skip=skip)

    HOLD = Statement(
        sa.update(forgiving).where(forgiving.c.shard == _SHARD).values(shard=forgiving.c.shard)
    )
    """Lets nobody else go on with it until the transaction ends."""
    LEFT = Statement(
        sa.select(forgiving.c.at, forgiving.c.seconds, forgiving.c.least, forgiving.c.moved).where(
            forgiving.c.shard == _SHARD
        )
    )
    SHIFTS = (
        Statement(
            sa.update(tables)
            .where(*_OPEN)
            .values(
                clicked_at=tables.c.clicked_at + _SECONDS,
                version=tables.c.version + sa.case((sa.and_(_RUNS, _HAS_DEADLINE), 1), else_=0),
            )
        ),
        Statement(
            sa.update(seats)
            .where(seats.c.user.is_not(None), seats.c.table.in_(_OPEN_IDS))
            .values(
                clicked_at=seats.c.clicked_at + _SECONDS,
                asked_at=seats.c.asked_at + sa.case((_WAS_ASKED, _SECONDS), else_=0.0),
            )
        ),
        Statement(
            sa.update(due)
            .where(
                due.c.table.in_(_OPEN_IDS),
                sa.or_(
                    due.c.kind.in_(literals(map(kind_of, NEVER_PAUSED))),
                    due.c.table.in_(_RUNNING_IDS),
                ),
            )
            .values(at=due.c.at + _SECONDS)
        ),
    )
    LEAST = Statement(
        sa.update(due)
        .where(
            due.c.table.in_(_RUNNING_IDS),
            _IS_DEADLINE,
            due.c.at < param("now", due.c.at.type) + due.c.least,
        )
        .values(at=param("now", due.c.at.type) + due.c.least)
    )
    ADVANCE = Statement(
        sa.update(forgiving).where(forgiving.c.shard == _SHARD).values(moved=param("last"))
    )
    END = Statement(sa.delete(forgiving).where(forgiving.c.shard == _SHARD))

    async def _move(
        self, db: Transaction, shard: Shard, until: Statement, *, skip: bool = False
    ) -> bool:
        number = {"shard": shard.number}
        if not await db.run(self.HOLD, [number]):
            return False
        ((now, seconds, least, moved),) = await db.rows(self.LEFT, **number)
        found = await db.rows(until, moved=moved, **of(shard))
        last = found[0][0] if found else LAST_ID
        some = {"moved": moved, "last": moved if skip else last, **of(shard)}
        shifts = [(statement, [{**some, "seconds": seconds}]) for statement in self.SHIFTS]
        leaves = [(self.LEAST, [{**some, "now": now}])] if least else []
        await db.run_all([*shifts, *leaves, (self.ADVANCE, [{"last": last, **number}])])
        if not found:
            await db.run(self.END, [number])
            await write_heartbeat(db, now, shard)
        return bool(found)
