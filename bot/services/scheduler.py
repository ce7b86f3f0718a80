"""What tables do by themselves: deadlines, calls, reminders, computer moves, pauses, the clean-up.

Each is a due row that was written with the change it follows from. One timer waits for the
earliest; what is due fires through `Tables.submit`, one unit of work for each table, so that a
table that fails delays no other.
"""

import asyncio
import logging
from collections.abc import Callable
from math import inf

from bot.common.log import failure, log_failure
from bot.common.snowflakes import snowflake
from bot.domain.changes import Change, Gone, Refused, closed
from bot.domain.consequences import GAME_IDLE, NOTICE_IDLE, lobby_closes
from bot.domain.playing import elapsed, given
from bot.domain.presence import called, timed_out
from bot.domain.table import (
    Call,
    Computer,
    Deadline,
    Due,
    Elapse,
    Forget,
    Idle,
    Keep,
    Reminder,
    Table,
    next_due,
    put_off,
    running,
    without,
)
from bot.engine.box import Box
from bot.engine.events import Seat
from bot.engine.game import ActRecord, IllegalMove, Stale
from bot.engine.screen import Screen
from bot.presenters import mentions
from bot.services import missing_games
from bot.services.background import Background
from bot.services.cleanup import Cleanup
from bot.services.computer_moves import ComputerMoves
from bot.services.erasure import Forgetting
from bot.services.events import PeopleCanAct, TableChanged, TableDropped, TimersChanged
from bot.services.failures import Unstorable
from bot.services.heartbeat import Heartbeat
from bot.services.messenger import Messenger, NotTaken
from bot.services.tables import Tables
from bot.services.timer_heap import TimerHeap

log = logging.getLogger(__name__)

AT_ONCE = 50
"""Due rows that are looked at together."""
RETRY = 30.0
"""Seconds until a row that was refused is tried again."""
REFUSED = 5.0
"""Seconds until a computer thinks anew whose move was refused, such as one that came too soon."""
LONGEST_SLEEP = 3600.0
FORGOTTEN = 30.0
"""Seconds between two looks for people who wish in another process to be forgotten."""
AHEAD = 2 * 86_400.0
"""Seconds for which the agenda knows all that will be due."""


class Scheduler:
    """Fires due rows."""

    def __init__(
        self,
        tables: Tables,
        messenger: Messenger,
        background: Background,
        computers: ComputerMoves,
        heartbeat: Heartbeat,
        forgetting: Forgetting,
    ) -> None:
        """Fire nothing before the `heartbeat` has given back the time in which nobody could act."""
        self._heartbeat = heartbeat
        self._tables = tables
        self._timers = TimerHeap(tables.sessions)
        self._messenger = messenger
        self._background = background
        self._computers = computers
        self._timer: asyncio.TimerHandle | None = None
        self._looking = False
        self._again = False
        self._closed = False
        self._held = True
        """Nothing fires before people can reach the bot."""
        self._forgot_at = -inf
        self._between = FORGOTTEN if tables.shard.of > 1 else LONGEST_SLEEP
        """Seconds until it is looked again who wishes to be forgotten: what is wished in this
        process is done at once."""
        self._forgetting = forgetting
        self.cleanup = Cleanup(tables)

    def on_table_changed(self, event: TableChanged) -> None:
        """Plan the timers of a table that has changed, and begin to think ahead there."""
        table = event.change.table
        self._timers.note(table)
        self.wake()
        self._computers.think_ahead(table, self._tables.box(table))

    def on_timers_changed(self, event: TimersChanged) -> None:
        """Plan the timers of a table anew."""
        self._timers.note(event.table)

    def on_table_dropped(self, event: TableDropped) -> None:
        """Forget the timers of a table."""
        self._timers.drop(event.table_id)

    def on_people_can_act(self, event: PeopleCanAct) -> None:
        """Fire what is due, or nothing while nobody can reach the bot."""
        if self._held == event.can:
            self._held = not event.can
            self.wake()

    def forget_timers(self) -> None:
        """Read all timers anew: they have moved in the database, or may have."""
        self._timers.clear()

    def wake(self) -> None:
        """Look at the due rows now, because they may have changed."""
        self._again = True
        if self._closed or self._held:
            return
        if not self._looking:
            self._looking = True
            self._background.run(self._look())

    def close(self) -> None:
        """Fire nothing any more; what fires already comes to its end."""
        self._closed = True
        if self._timer:
            self._timer.cancel()

    async def _look(self) -> None:
        try:
            while self._again and not self._closed and not self._held:
                self._again = False
                await self._fire_due()
        finally:
            self._looking = False

    async def _fire_due(self) -> None:
        self._sleep(RETRY)
        await self._heartbeat.catch_up()
        if self._held:
            return
        now = self._tables.now()
        if self.cleanup.is_due:
            self._background.run(self.cleanup.run())
        if not 0 <= now - self._forgot_at < self._between:  # below 0: the clock was set back
            self._forgot_at = now
            self._background.run(self._forget())
        timers = self._timers
        if now + AHEAD / 2 > timers.until:
            dues = await self._tables.store.tables.next_timers(now + AHEAD, self._tables.shard)
            timers.load(dues, now + AHEAD)
        for table_id in timers.due(now, AT_ONCE):
            self._tables.sessions[table_id].busy = True
            self._background.run(self._fire(table_id))
        earliest = timers.next()
        until = LONGEST_SLEEP if earliest is None else max(earliest - now, 0.0)
        self._sleep(min(until, max(self._forgot_at + self._between - now, 0.0)))

    def _sleep(self, seconds: float) -> None:
        """Look again after so many seconds, whatever was planned before."""
        if self._timer:
            self._timer.cancel()
        if not self._closed:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _fire(self, table_id: int) -> None:
        kind = "row"
        try:
            table = await self._tables.load(table_id, asleep=True)
            row = next_due(table)
            if self._tables.is_asleep(table):
                if await missing_games.wait(self._tables, table, row):
                    self._timers.drop(table_id)
            elif row and row.at <= self._tables.now():
                kind = row.kind
                await self._run(table_id, row)
            else:
                self._timers.note(table)
        except Gone:
            log.info("table %s is gone, and its %s with it", table_id, kind)
            self._timers.drop(table_id)
        except Unstorable:
            self._try_later(table_id)
        except Refused as refusal:
            log.info("table %s refused its %s: %s", table_id, kind, refusal.key)
            self._timers.put_off(table_id, self._tables.now() + RETRY)
        except Exception as problem:
            self._try_later(table_id)
            if self._tables.failures.is_news(table_id):
                log_failure(log, f"{kind} of table {table_id}", problem)
        else:
            self._tables.failures.clear(table_id)
        finally:
            self._tables.sessions[table_id].busy = False
            self.wake()

    def _try_later(self, table_id: int) -> None:
        """Try what is due at a table again, each time after a longer pause."""
        pause = self._tables.failures.count(table_id)
        self._timers.put_off(table_id, self._tables.now() + pause)

    async def _forget(self) -> None:
        """Forget whoever wished it."""
        try:
            await self._forgetting.go_on()
        except Exception as problem:
            log_failure(log, "forgetting somebody", problem)

    async def _run(self, table_id: int, row: Due) -> None:
        box = self._tables.box
        match row:
            case Computer():
                await self._computer(table_id, row)
            case Deadline(clock=clock):
                await self._once(table_id, row, lambda table: timed_out(table, clock))
            case Call():
                now = self._tables.now()
                await self._once(table_id, row, lambda table: called(table, row, now))
            case Elapse(decision=decision):
                await self._once(table_id, row, lambda table: elapsed(table, box(table), decision))
            case Reminder():
                await self._remind(table_id, row)
            case Idle():
                await self._idle(table_id, row)
            case Keep():
                await self._tables.keep(table_id)
            case Forget():
                await self._tables.forget(table_id)

    async def _once(
        self, table_id: int, row: Due, change: Callable[[Table], Change]
    ) -> Table | None:
        """Make the row's change and take the row away; returns the table.

        Returns None, and changes nothing, if the row is not there any more.
        """
        found = False

        def guarded(table: Table) -> Change:
            nonlocal found
            rest, due = without(table, row), running(table, row)
            found = due is not None and due.at <= self._tables.now()  # it may have moved meanwhile
            if not found:
                return Change(table)
            try:
                return change(rest)
            except Stale:
                log.info("dropped a stale %s of table %s", row.kind, table_id)
                return Change(rest)

        table = await self._tables.submit(table_id, guarded)
        return table if found else None

    async def _computer(self, table_id: int, row: Computer) -> None:
        """Think on a view, outside the lock, then submit with the decision that was asked.

        After a refusal the computer thinks anew a little later, because the move may have come too
        soon; if it is refused again, any other one is made. Nothing is submitted while the bot
        stops: the row stays, and the next process thinks anew.
        """
        decision, seat = row.decision, row.seat
        table = await self._tables.load(table_id)
        box = self._tables.box(table)
        if not _answers(table, decision, seat):
            await self._once(table_id, row, Change)
            return
        move = await self._computers.move(table, box, seat)
        if move is None:
            return
        session = self._tables.sessions[table_id]  # busy, so it stays in use
        at = snowflake(row.at - self._heartbeat.clock.ahead)

        def answered(table: Table) -> Change:
            if not _answers(table, decision, seat):
                return Change(table)
            again = (decision, seat) in session.refused
            others = _other_moves(table, box, seat, move) if again else ()
            for tried in (move, *others):
                try:
                    change = given(table, box, ActRecord(seat, decision, tried, at))
                except Stale:
                    raise
                except IllegalMove as illegal:
                    refusal, level = illegal.key, logging.WARNING
                except Exception as problem:
                    refusal, level = failure(problem), logging.ERROR
                else:
                    return change
            self._computers.faults.log_fault(
                table.game, table_id, f"a computer player's move was not taken: {refusal}", level
            )
            session.refused |= {(decision, seat)}
            later = self._tables.now() + (RETRY if others else REFUSED)
            return Change(put_off(table, row, later))

        after = await self._once(table_id, row, answered)
        if after is not None and (decision, seat) not in session.refused:
            self._tables.figures.computer_moved(self._tables.now() - row.at)

    async def _remind(self, table_id: int, row: Reminder) -> None:
        """Call those who still owe an answer, once, at half of the time."""
        table = await self._once(table_id, row, Change)
        if table is None:
            return
        seats = [prompt.seat for prompt in table.waiting() if prompt.clock == row.clock]
        if seats:
            users = tuple(table.players[seat].user or 0 for seat in seats if seat is not None)
            await self._say(table, mentions.reminder(table, users, row.clock), f"r{row.clock}")

    async def _idle(self, table_id: int, row: Idle) -> None:
        """Close a lobby or a game that nobody touches; a game gives notice before."""
        table = await self._tables.load(table_id)
        limit = NOTICE_IDLE if row.what == "notice" else GAME_IDLE
        at = lobby_closes(table) if table.phase == "lobby" else table.clicked_at + limit
        if self._tables.now() < at:
            await self._once(table_id, row, Change)
        elif row.what == "close":
            await self._once(table_id, row, lambda table: closed(table, "table-idle-closed"))
        elif await self._once(table_id, row, Change):
            await self._say(table, mentions.notice(table, self._tables.box(table)), "notice")

    async def _say(self, table: Table, screen: Screen, what: str) -> None:
        """Post a message beside the board, best effort."""
        try:
            await self._messenger.post(table.channel, screen, f"{table.id}-{what}"[:25])
        except NotTaken:
            log.info("could not post a %s of table %s", what, table.id)


def _other_moves(table: Table, box: Box, seat: Seat, move: str) -> tuple[str, ...]:
    moves = box.game.legal_paths(table.state, seat)
    return tuple(other for other in moves if other != move)


def _answers(table: Table, decision: int, seat: Seat) -> bool:
    """Tell whether this decision is open and the computer answers it for the seat."""
    prompt = table.prompt_of(seat)
    if prompt is None or prompt.decision != decision:
        return False
    return table.players[seat].is_answered_for(prompt)
