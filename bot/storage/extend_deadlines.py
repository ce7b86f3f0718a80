"""Extends deadlines after an outage, a time in which people could not reach the bot.

All timers of a shard's open game tables move by the length of the outage, some tables per
transaction. A row of `deadline_extensions` stores by how much they move, and which table was moved
last. It is updated in the same transaction as the tables, so that each table moves only once, even
if another process continues the work.
"""

import asyncio
import logging

import sqlalchemy as sa

from bot.common.log import log_failure
from bot.common.numbers import MAX_ID
from bot.domain.table import DEADLINE_KINDS, UNPAUSED_TIMER_KINDS, kind_of
from bot.storage.bot_repository import write_heartbeat
from bot.storage.database import Repository, Transaction, Transactions, writes
from bot.storage.group_commit import GroupWriter
from bot.storage.problems import StoreProblem
from bot.storage.schema import OPEN_TABLES, deadline_extensions, seats, tables, timers
from bot.storage.shards import Shard, is_in_shard, shard_params
from bot.storage.statements import Statement, insert_missing, make_literals, param

log = logging.getLogger(__name__)

TABLES_PER_STEP = 50
"""The maximum number of game tables whose timers are moved in one transaction."""

_SHARD = param("shard")
_SECONDS = param("seconds", deadline_extensions.c.seconds.type)
_MOVED = param("moved")
_OF_SHARD = is_in_shard(tables.c.guild)
_OPEN = (OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED, tables.c.id <= param("last"))
"""SQL conditions that select the open game tables of a shard to move in one transaction."""
_RUNS = tables.c.paused == ""
"""The SQL condition that a game table is not paused."""
_OPEN_IDS = sa.select(tables.c.id).where(*_OPEN)
"""Query for the ids of the open game tables whose timers are moved in one transaction."""
_RUNNING_IDS = _OPEN_IDS.where(_RUNS)
"""Query for the ids of open game tables to move in one transaction, without paused ones."""
_IS_DEADLINE = timers.c.kind.in_(make_literals(map(kind_of, DEADLINE_KINDS)))
"""The SQL condition that a timer is a deadline, and not, for example, a reminder."""
_HAS_DEADLINE = sa.exists().where(timers.c.table == tables.c.id, _IS_DEADLINE)
"""The SQL condition that a game table has a deadline."""
_LEAST = param("now", timers.c.at.type) + timers.c.least
"""The earliest time to which a deadline may be set after an outage, in seconds since 1970."""
_WAS_ASKED = sa.and_(seats.c.asked.is_not(None), seats.c.table.in_(_RUNNING_IDS))
"""The SQL condition that a player at a game table that is not paused still has to answer."""


class DeadlineExtensions(Repository):
    """Extends the deadlines at game tables after an outage, by the length of the outage.

    It works on one shard at a time. Until it is done, other changes of the shard's tables wait.
    """

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer
        self._moving: dict[Shard, asyncio.Event] = {}
        """The shards whose deadlines are being extended, each with an event set at the end."""

    async def wait_while_extending(self, guild: int) -> bool:
        """Wait while the deadlines at the game tables of a server are extended after an outage.

        Returns:
            Whether deadlines were being extended. If so, a table that was read before must be read
                again.
        """
        moving = [moved for shard, moved in self._moving.items() if shard.contains_guild(guild)]
        for moved in moving:
            await moved.wait()
        return bool(moving)

    async def extend(self, now: float, since: float, shard: Shard, *, keep_minimum: bool) -> None:
        """Move all timers of a shard's game tables by the length of an outage.

        The end of the outage is stored as the shard's heartbeat. Timers that a pause has stopped do
        not move. If this method fails, call `finish` before the next `extend`. Until then, other
        changes of the shard's tables wait.

        Args:
            keep_minimum: Whether each moved deadline must leave at least `Deadline.least` seconds
                from `now` on.
        """
        await self._transactions.check()
        self._moving.setdefault(shard, asyncio.Event())
        await self._writer.flush()
        await self.begin(now, now - since, shard, keep_minimum)
        await self.finish(shard)

    INSERT_EXTENSION = Statement(insert_missing(deadline_extensions))
    """Stores that a shard's deadlines must be extended, unless that is already stored."""

    @writes
    async def begin(
        self, db: Transaction, now: float, seconds: float, shard: Shard, keep_minimum: bool
    ) -> None:
        """Store that all deadlines of a shard must be extended, so that this survives a crash.

        If an extension for the shard is stored already, nothing changes.

        Args:
            keep_minimum: Whether each deadline must also leave at least `Deadline.least` seconds
                from `now` on.
        """
        row = {"at": now, "seconds": seconds, "least": keep_minimum, "moved": 0}
        await db.run(self.INSERT_EXTENSION, [{"shard": shard.number, **row}])

    async def finish(self, shard: Shard) -> None:
        """Extend all of a shard's deadlines that this or an earlier process has begun to extend.

        The game tables are changed in several transactions, so that others can run in between. If
        the database refuses the changes of a table, that table stays as it is.
        """
        while await self._move_some(shard):
            pass
        if moved := self._moving.pop(shard, None):
            moved.set()

    async def _move_some(self, shard: Shard) -> bool:
        """Move the timers of the next game tables by the length of an outage.

        If that fails, move only those of the first table. If that fails, too, skip the table.
        Return whether there are more tables.
        """
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
    """Locks a shard's extension of deadlines, so that no other process works on it."""
    SELECT_EXTENSION = Statement(
        sa.select(
            deadline_extensions.c.at,
            deadline_extensions.c.seconds,
            deadline_extensions.c.least,
            deadline_extensions.c.moved,
        ).where(deadline_extensions.c.shard == _SHARD)
    )
    SELECT_LAST_OF_STEP = Statement.select_key(
        param("before"), tables.c.id, where=(OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED)
    )
    MOVE_TIMERS = (
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
            sa.update(timers)
            .where(
                timers.c.table.in_(_OPEN_IDS),
                sa.or_(
                    timers.c.kind.in_(make_literals(map(kind_of, UNPAUSED_TIMER_KINDS))),
                    timers.c.table.in_(_RUNNING_IDS),
                ),
            )
            .values(at=timers.c.at + _SECONDS)
        ),
    )
    """Statements that move all times of some game tables by a number of seconds."""
    RAISE_TO_LEAST = Statement(
        sa.update(timers)
        .where(timers.c.table.in_(_RUNNING_IDS), _IS_DEADLINE, timers.c.at < _LEAST)
        .values(at=_LEAST)
    )
    """Moves deadlines that still leave less than `Deadline.least` seconds after an outage."""
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
        """Move the timers of a shard's next game tables by the length of an outage.

        After the last table, store the end of the outage as the shard's heartbeat. A table with a
        deadline gets a new version, because its public message shows the deadline. Times of clicks
        and questions move, too, so that nobody counts as absent because of the outage. Timers that
        a pause has stopped do not move.

        Args:
            skip: Whether to leave the tables as they are, because moving them failed. All
                statements still run, but change no row. If they fail nevertheless, the tables are
                not the cause.

        Returns:
            Whether there are more tables to move.
        """
        number = {"shard": shard.number}
        if not await db.run(self.LOCK_EXTENSION, [number]):
            return False
        ((now, seconds, least, moved),) = await db.rows(self.SELECT_EXTENSION, **number)
        step = {"moved": moved, "before": max_tables - 1, **shard_params(shard)}
        last_rows = await db.rows(self.SELECT_LAST_OF_STEP, **step)
        last = last_rows[0][0] if last_rows else MAX_ID
        some = {"moved": moved, "last": moved if skip else last, **shard_params(shard)}
        shifts = [(statement, [{**some, "seconds": seconds}]) for statement in self.MOVE_TIMERS]
        raises = [(self.RAISE_TO_LEAST, [{**some, "now": now}])] if least else []
        await db.run_all([*shifts, *raises, (self.NOTE_MOVED, [{"last": last, **number}])])
        if not last_rows:
            await db.run(self.DELETE_EXTENSION, [number])
            await write_heartbeat(db, now, shard)
        return bool(last_rows)
