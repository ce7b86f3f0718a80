"""Extends deadlines after an outage: moves the due times of a shard's open tables, step by step.

A row of `deadline_extensions` holds how far the due times move, and which table moved last. It is
written with the moved tables, so each table moves once, whichever process finishes the work.
"""

import asyncio
import logging

import sqlalchemy as sa

from bot.common.log import log_failure
from bot.domain.table import UNPAUSED_TIMER_KINDS, Deadline, kind_of
from bot.storage.bot_repository import write_heartbeat
from bot.storage.database import Repository, Transaction, Transactions, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.problems import StoreProblem
from bot.storage.schema import MAX_ID, OPEN_TABLES, deadline_extensions, due, seats, tables
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, insert_missing, make_literals, param

log = logging.getLogger(__name__)

TABLES_PER_STEP = 50
"""Tables whose due times move in one transaction."""

_SHARD = param("shard")
_SECONDS = param("seconds", deadline_extensions.c.seconds.type)
_MOVED = param("moved")
_OF_SHARD = is_in_shard(tables.c.guild)
_OPEN = (OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED, tables.c.id <= param("last"))
_RUNS = tables.c.paused == ""
_OPEN_IDS = sa.select(tables.c.id).where(*_OPEN)
_RUNNING_IDS = _OPEN_IDS.where(_RUNS)
_IS_DEADLINE = due.c.kind.in_(make_literals([kind_of(Deadline)]))
_HAS_DEADLINE = sa.exists().where(due.c.table == tables.c.id, _IS_DEADLINE)
_LEAST = param("now", due.c.at.type) + due.c.least
_WAS_ASKED = sa.and_(seats.c.asked.is_not(None), seats.c.table.in_(_RUNNING_IDS))


class DeadlineExtensions(Repository):
    """Extends the deadlines of shards. Meanwhile no commit changes their tables."""

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer
        self._moving: dict[Shard, asyncio.Event] = {}
        """The shards whose due times move. Each event is set when all have moved."""

    async def wait_while_extending(self, guild: int) -> bool:
        """Wait while due times of a server's shard move; return whether they did."""
        moving = [moved for shard, moved in self._moving.items() if shard.contains_guild(guild)]
        for moved in moving:
            await moved.wait()
        return bool(moving)

    async def extend(
        self, now: float, outage_began_at: float, shard: Shard, *, keep_minimum: bool
    ) -> None:
        """Write a shard's heartbeat, and move its tables' due times by `now - outage_began_at`.

        Clocks of paused tables stand still and do not move. With `keep_minimum`, each moved
        deadline leaves at least its `Deadline.least` from now on.

        After a failure, call `finish` before the next `extend`. Until then commits to the shard's
        tables wait.
        """
        await self._transactions.check()
        self._moving.setdefault(shard, asyncio.Event())
        await self._writer.flush()
        await self.begin(now, now - outage_began_at, shard, keep_minimum)
        await self.finish(shard)

    INSERT_EXTENSION = Statement(insert_missing(deadline_extensions))

    @writes
    async def begin(
        self, db: Transaction, now: float, seconds: float, shard: Shard, keep_minimum: bool
    ) -> None:
        """Store that all deadlines of a shard are to move by `seconds`.

        If an extension of the shard is stored already, nothing changes. With `keep_minimum`, each
        deadline also leaves at least `Deadline.least` seconds from `now` on.
        """
        row = {
            "shard": shard.number,
            "at": now,
            "seconds": seconds,
            "least": keep_minimum,
            "moved": 0,
        }
        await db.run(self.INSERT_EXTENSION, [row])

    async def finish(self, shard: Shard) -> None:
        """Finish what `extend` began in this process or in an earlier one.

        Tables move step by step, so that other changes are written in between. A table stays
        as it is if the database refuses its rows.
        """
        while await self._move_some(shard):
            pass
        if moved := self._moving.pop(shard, None):
            moved.set()

    async def _move_some(self, shard: Shard) -> bool:
        """Move the next tables, or one, or skip one; return whether there are more."""
        for count in (TABLES_PER_STEP, 1):
            try:
                return await self.move_tables(shard, count)
            except StoreProblem:
                raise
            except Exception as error:
                problem = error
        more = await self.move_tables(shard, 1, skip=True)
        log_failure(log, "moving the due times of a table", problem)
        return more

    LOCK_EXTENSION = Statement(
        sa.update(deadline_extensions)
        .where(deadline_extensions.c.shard == _SHARD)
        .values(shard=deadline_extensions.c.shard)
    )
    """Keeps other processes from continuing it until the transaction ends."""
    SELECT_EXTENSION = Statement(
        sa.select(
            deadline_extensions.c.at,
            deadline_extensions.c.seconds,
            deadline_extensions.c.least,
            deadline_extensions.c.moved,
        ).where(deadline_extensions.c.shard == _SHARD)
    )
    SELECT_LAST_OF_STEP = Statement(
        sa.select(tables.c.id)
        .where(OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED)
        .order_by(tables.c.id)
        .offset(param("before"))
        .limit(1)
    )
    MOVE_DUES = (
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
                    due.c.kind.in_(make_literals(map(kind_of, UNPAUSED_TIMER_KINDS))),
                    due.c.table.in_(_RUNNING_IDS),
                ),
            )
            .values(at=due.c.at + _SECONDS)
        ),
    )
    RAISE_TO_LEAST = Statement(
        sa.update(due)
        .where(due.c.table.in_(_RUNNING_IDS), _IS_DEADLINE, due.c.at < _LEAST)
        .values(at=_LEAST)
    )
    NOTE_MOVED = Statement(
        sa.update(deadline_extensions)
        .where(deadline_extensions.c.shard == _SHARD)
        .values(moved=param("last"))
    )
    DELETE_EXTENSION = Statement(
        sa.delete(deadline_extensions).where(deadline_extensions.c.shard == _SHARD)
    )

    @writes
    async def move_tables(
        self, db: Transaction, shard: Shard, max_tables: int, *, skip: bool = False
    ) -> bool:
        """Move the due times of the next `max_tables` tables; after the last, write the heartbeat.

        Return whether there are more.

        A table with a deadline gets a new version, because its board shows the deadline. The outage
        counts neither as idle time nor as anybody's silence. Clocks of paused tables do not move:
        the end of the pause moves them.

        With `skip` the tables stay as they are. All statements still run, without rows: if they
        fail even so, the tables are not the cause.
        """
        number = {"shard": shard.number}
        if not await db.run(self.LOCK_EXTENSION, [number]):
            return False
        ((now, seconds, least, moved),) = await db.rows(self.SELECT_EXTENSION, **number)
        step = {"moved": moved, "before": max_tables - 1, **shard_params(shard)}
        found = await db.rows(self.SELECT_LAST_OF_STEP, **step)
        last = found[0][0] if found else MAX_ID
        some = {"moved": moved, "last": moved if skip else last, **shard_params(shard)}
        shifts = [(statement, [{**some, "seconds": seconds}]) for statement in self.MOVE_DUES]
        raises = [(self.RAISE_TO_LEAST, [{**some, "now": now}])] if least else []
        await db.run_all([*shifts, *raises, (self.NOTE_MOVED, [{"last": last, **number}])])
        if not found:
            await db.run(self.DELETE_EXTENSION, [number])
            await write_heartbeat(db, now, shard)
        return bool(found)
