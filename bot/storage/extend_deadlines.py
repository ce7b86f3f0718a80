"""Extends deadlines after an outage, a time in which people could not reach the bot.

All timers of a shard's open tables move by the length of the outage, some tables at a time. A row
of `deadline_extensions` holds by how much they move, and which table moved last. It is written
together with the moved tables. So each table moves once, whichever process finishes the work.
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
"""The maximum number of tables whose timers move in one transaction."""

_SHARD = param("shard")
_SECONDS = param("seconds", deadline_extensions.c.seconds.type)
_MOVED = param("moved")
_OF_SHARD = is_in_shard(tables.c.guild)
"""The SQL condition that a game table belongs to a shard (see `shard_params`)."""
_OPEN = (OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED, tables.c.id <= param("last"))
"""SQL conditions that select the open tables of a shard whose timers move in one transaction.

Their parameters are those of `shard_params`, and `moved` and `last`, the ids around these tables.
"""
_RUNS = tables.c.paused == ""
"""The SQL condition that a game table is not paused."""
_OPEN_IDS = sa.select(tables.c.id).where(*_OPEN)
"""Query for the ids of the open tables whose timers move in one transaction."""
_RUNNING_IDS = _OPEN_IDS.where(_RUNS)
"""Query for the ids of those of these open tables that are not paused.

`_OPEN_IDS` finds all open tables whose timers move in one transaction.
"""
_IS_DEADLINE = due.c.kind.in_(make_literals([kind_of(Deadline)]))
"""The SQL condition that a timer is a deadline, and not a reminder, for example."""
_HAS_DEADLINE = sa.exists().where(due.c.table == tables.c.id, _IS_DEADLINE)
"""The SQL condition that a game table has a deadline."""
_LEAST = param("now", due.c.at.type) + due.c.least
"""The earliest time at which a deadline may end after the extension, in seconds since the epoch."""
_WAS_ASKED = sa.and_(seats.c.asked.is_not(None), seats.c.table.in_(_RUNNING_IDS))
"""The SQL condition that a seat of a table that is not paused owes an answer."""


class DeadlineExtensions(Repository):
    """Extends the deadlines of shards after an outage.

    Meanwhile no commit changes their tables. A shard is Discord's share of the servers.
    """

    def __init__(self, transactions: Transactions, writer: GroupWriter) -> None:
        super().__init__(transactions)
        self._writer = writer
        self._moving: dict[Shard, asyncio.Event] = {}
        """The shards whose timers move.

        Each event is set when all timers of the shard have moved.
        """

    async def wait_while_extending(self, guild: int) -> bool:
        """Wait while the timers of a server's shard move after an outage.

        Args:
            guild: The server's id.

        Returns:
            Whether timers moved. Then a table that was read before has to be read again.
        """
        moving = [moved for shard, moved in self._moving.items() if shard.contains_guild(guild)]
        for moved in moving:
            await moved.wait()
        return bool(moving)

    async def extend(
        self, now: float, outage_began_at: float, shard: Shard, *, keep_minimum: bool
    ) -> None:
        """Move all timers of a shard's tables by the length of an outage, and write its heartbeat.

        The clocks of paused tables stand still, so they do not move. If this fails, call `finish`
        before the next `extend`. Until then commits to the shard's tables wait.

        Args:
            now: The end of the outage, in seconds since the epoch.
            outage_began_at: The beginning of the outage, in seconds since the epoch.
            shard: The shard that people could not reach.
            keep_minimum: Whether each moved deadline leaves at least `Deadline.least` seconds from
                now on.

        Raises:
            StoreProblem: The database cannot be used.
        """
        await self._transactions.check()
        self._moving.setdefault(shard, asyncio.Event())
        await self._writer.flush()
        await self.begin(now, now - outage_began_at, shard, keep_minimum)
        await self.finish(shard)

    INSERT_EXTENSION = Statement(insert_missing(deadline_extensions))
    """Stores the extension of a shard's deadlines, unless one of the shard is stored already."""

    @writes
    async def begin(
        self, db: Transaction, now: float, seconds: float, shard: Shard, keep_minimum: bool
    ) -> None:
        """Store that all deadlines of a shard are to move, so that a crash does not lose it.

        If an extension of the shard is stored already, nothing changes.

        Args:
            db: The transaction, which callers leave out.
            now: The end of the outage, in seconds since the epoch.
            seconds: By how many seconds the deadlines move.
            shard: The shard that people could not reach.
            keep_minimum: Whether each deadline also leaves at least `Deadline.least` seconds from
                `now` on.
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
        """Finish the extension of a shard's deadlines that this process or an earlier one began.

        The tables move in several transactions, so that other changes are written in between. A
        table stays as it is if the database refuses its rows.
        """
        while await self._move_some(shard):
            pass
        if moved := self._moving.pop(shard, None):
            moved.set()

    async def _move_some(self, shard: Shard) -> bool:
        """Move the timers of the next tables by the length of an outage.

        If that fails, move those of one table only. If that fails, too, skip the table. Return
        whether there are more tables.
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
    """Keeps other processes from continuing the extension until the transaction ends.

    Parameter: `shard` is the number of the shard.
    """
    SELECT_EXTENSION = Statement(
        sa.select(
            deadline_extensions.c.at,
            deadline_extensions.c.seconds,
            deadline_extensions.c.least,
            deadline_extensions.c.moved,
        ).where(deadline_extensions.c.shard == _SHARD)
    )
    """Query for the extension of a shard's deadlines. Parameter: `shard` is the shard's number."""
    SELECT_LAST_OF_STEP = Statement(
        sa.select(tables.c.id)
        .where(OPEN_TABLES, _OF_SHARD, tables.c.id > _MOVED)
        .order_by(tables.c.id)
        .offset(param("before"))
        .limit(1)
    )
    """Query for the id of the last open table that moves in the next step.

    Parameters: `moved`, the last table that has moved, `before`, the number of tables to leave out,
    and those of `shard_params`.
    """
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
    """Statements that move the tables, the seats and the timers of one step by a number of seconds.

    Parameters: `seconds`, `moved` and `last`, the ids around the step, and those of `shard_params`.
    """
    RAISE_TO_LEAST = Statement(
        sa.update(due)
        .where(due.c.table.in_(_RUNNING_IDS), _IS_DEADLINE, due.c.at < _LEAST)
        .values(at=_LEAST)
    )
    """Moves deadlines that are still too early after an outage.

    So each deadline leaves at least `Deadline.least` seconds. Parameters: those of `MOVE_DUES`, and
    `now`, the end of the outage.
    """
    NOTE_MOVED = Statement(
        sa.update(deadline_extensions)
        .where(deadline_extensions.c.shard == _SHARD)
        .values(moved=param("last"))
    )
    """Stores which table moved last. Parameters: `shard` and `last`, the table's id."""
    DELETE_EXTENSION = Statement(
        sa.delete(deadline_extensions).where(deadline_extensions.c.shard == _SHARD)
    )
    """Deletes the extension of a shard's deadlines, because all its tables have moved."""

    @writes
    async def move_tables(
        self, db: Transaction, shard: Shard, max_tables: int, *, skip: bool = False
    ) -> bool:
        """Move the timers of a shard's next tables by the length of an outage.

        After the last table, write the shard's heartbeat. A table with a deadline gets a new
        version, because its board shows the deadline. The outage counts neither as idle time nor as
        anybody's silence. Clocks of paused tables do not move, because the end of the pause moves
        them.

        Args:
            db: The transaction, which callers leave out.
            shard: The shard whose deadlines are extended.
            max_tables: The maximum number of tables to move.
            skip: Whether the tables stay as they are. All statements still run, without rows. If
                they fail even so, the tables are not the cause.

        Returns:
            Whether there are more tables to move.
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
