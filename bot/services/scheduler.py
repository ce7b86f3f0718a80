"""Fires the timers of tables: deadlines, calls, reminders, computer moves, pauses and the clean-up.

A timer is something that a table does by itself at a certain time. It is stored together with the
change that causes it. One `asyncio` timer waits for the earliest of them. Each table whose timer is
due is handled separately, so a table that fails delays no other. All changes go through
`Tables.submit`.
"""

import asyncio
import logging
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from typing import TypeGuard

from bot.common.log import describe_failure, log_failure
from bot.common.snowflakes import time_snowflake
from bot.domain.changes import Change, Gone, Refused, Unstorable, close_table
from bot.domain.consequences import (
    IDLE_SECONDS_UNTIL_GAME_CLOSES,
    IDLE_SECONDS_UNTIL_NOTICE,
    lobby_closing_time,
)
from bot.domain.playing import end_pause, step_game
from bot.domain.presence import call_person, time_out
from bot.domain.skipping import end_skip
from bot.domain.table import (
    Call,
    ComputerTurn,
    Deadline,
    IdleCheck,
    Lobby,
    Match,
    PauseEnd,
    RecordSaving,
    Reminder,
    Skip,
    Table,
    TableDeletion,
    Timer,
    find_timer,
    next_timer,
    postpone_timer,
    remove_timer,
)
from bot.engine.events import Seat
from bot.engine.game import ActRecord, IllegalMove, Stale
from bot.engine.package import GamePackage
from bot.engine.screen import Screen
from bot.presenters import screens
from bot.services.background import Background
from bot.services.computer_moves import ComputerMoves
from bot.services.events import ReachabilityChanged, TableChanged, TableDropped, TimersChanged
from bot.services.heartbeat import Heartbeat
from bot.services.messenger import Messenger, RequestFailed
from bot.services.privacy import Erasure
from bot.services.sessions import TableSessions
from bot.services.tables import Tables

log = logging.getLogger(__name__)


CLEANUP_INTERVAL_SECONDS = 86_400.0
"""The number of seconds between two runs of a clean-up step, which deletes one kind of old data."""
CLEANUP_RETRY_SECONDS = 3600.0
"""The number of seconds until a clean-up step that failed is tried again."""
CLEANUP_OVERDUE_SECONDS = 2 * 86_400.0
"""The number of seconds for which a clean-up step may fail before it is reported as overdue."""


class Cleanup:
    """Deletes old data that need not be stored any longer, in independent steps.

    A step that fails does not stop the others. Only the process that serves shard 0 does the
    clean-up, for all shards.
    """

    def __init__(self, tables: Tables) -> None:
        """Prepare the clean-up steps. Each is due immediately."""
        self._tables = tables
        self._steps = {} if tables.shard.number else tables.store.retention.steps
        self._ran_at: dict[str, float] = {}
        self._failing_since: dict[str, float] = {}

    @property
    def is_due(self) -> bool:
        """Whether at least one clean-up step has to run now."""
        return bool(self._due_steps())

    @property
    def overdue_steps(self) -> tuple[str, ...]:
        """The names of the clean-up steps that have failed for at least two days.

        The limit is `CLEANUP_OVERDUE_SECONDS`.
        """
        now = self._tables.now()
        return tuple(
            step
            for step, since in self._failing_since.items()
            if now - since >= CLEANUP_OVERDUE_SECONDS
        )

    async def run(self) -> None:
        """Run the clean-up steps that are due, and drop cached data from memory."""
        now, due = self._tables.now(), self._due_steps()
        self._ran_at |= dict.fromkeys(due, now)
        for step in due:
            await self._run_step(step, now)
        if due:
            self._tables.clear_caches()

    def _due_steps(self) -> tuple[str, ...]:
        """Return the names of the clean-up steps that have to run now.

        If the clock was set back, a step whose last run lies in the future is due, too.
        """
        now = self._tables.now()
        return tuple(
            step
            for step in self._steps
            if step not in self._ran_at
            or not 0 <= now - self._ran_at[step] < self._seconds_between(step)
        )

    def _seconds_between(self, step: str) -> float:
        """Return the seconds between two runs of a clean-up step.

        They are fewer after a failure.
        """
        return CLEANUP_RETRY_SECONDS if step in self._failing_since else CLEANUP_INTERVAL_SECONDS

    async def _run_step(self, step: str, now: float) -> None:
        """Run one clean-up step.

        The first failure in a row is logged, and so is the next success.
        """
        try:
            await self._steps[step](now)
            await self._tables.store.personal_data.mark_erasure()
        except Exception as problem:
            if step not in self._failing_since:
                log_failure(log, f"the clean-up of {step}", problem)
            self._failing_since.setdefault(step, now)
        else:
            if self._failing_since.pop(step, None) is not None:
                log.info("the clean-up of %s works again", step)


MAX_STALE_HEAP_ENTRIES = 64
"""The number of heap entries above which outdated entries are removed for the first time.

After each removal, the limit is this number plus twice the number of entries left.
"""


class TimerHeap:
    """Finds the tables whose next timer is due, with a heap ordered by time.

    It holds tables whose next timer fires before `loaded_until`. An entry is outdated if its time
    differs from `TableSession.next_due_at`.
    """

    def __init__(self, session: TableSessions) -> None:
        """Start with no timer known. `session` holds the tables in memory."""
        self._sessions = session
        self._heap: list[tuple[float, int]] = []
        self._rebuild_threshold = MAX_STALE_HEAP_ENTRIES
        self.loaded_until = 0.0
        """The time up to which timers were loaded from the database, in seconds since 1970.

        Later timers are not known here.
        """

    def load(self, due_times: dict[int, float], loaded_until: float) -> None:
        """Replace all known times by those that were read from the database.

        For tables in memory, the timers in memory are used instead, because they may be newer.

        Args:
            due_times: Maps table ids to the time of the table's next timer, in seconds since 1970.
            loaded_until: The time up to which timers were read. Later timers are left out.
        """
        self.loaded_until = loaded_until
        for table_id, session in self._sessions:
            if table_id not in due_times:
                session.next_due_at = None
        for table_id, at in due_times.items():
            session = self._sessions[table_id]
            session.next_due_at = max(at, session.retry_at)
        self._rebuild_heap()
        for _, session in self._sessions:
            if session.table is not None:
                self.update_timer(session.table)

    def clear(self) -> None:
        """Mark all times as unknown until the next `load`, because timers may have moved."""
        self.loaded_until = 0.0
        for _, session in self._sessions:
            session.retry_at = 0.0

    def update_timer(self, table: Table) -> None:
        """Note the time of a table's next timer again, because the table may have changed."""
        due, session = next_timer(table), self._sessions[table.id]
        at = None if due is None else max(due.at, session.retry_at)
        if at is None or at > self.loaded_until:
            session.next_due_at = None
        elif session.next_due_at != at:
            self._push(at, table.id)

    def postpone(self, table_id: int, at: float) -> None:
        """Wait until a certain time before the timers of a table are tried again.

        Args:
            table_id: The table's id.
            at: The time of the next try, in seconds since 1970.
        """
        self._sessions[table_id].retry_at = at
        self._push(at, table_id)

    def drop(self, table_id: int) -> None:
        """Forget the timers of a table, because it was deleted or waits for its game."""
        self._sessions[table_id].next_due_at = None

    def find_due_tables(self, now: float, max_count: int) -> tuple[int, ...]:
        """Return the ids of the tables whose next timer is due, the earliest timer first.

        Tables for which a timer is already firing are left out.

        Args:
            now: The present time in seconds since 1970.
            max_count: The maximum number of tables to return.
        """
        found: list[int] = []
        kept = []
        while self._heap and len(found) < max_count and self._heap[0][0] <= now:
            at, table_id = heappop(self._heap)
            session = self._sessions[table_id]
            if session.next_due_at != at:
                continue
            kept.append((at, table_id))
            if not session.is_firing and table_id not in found:
                found.append(table_id)
        for entry in kept:
            heappush(self._heap, entry)
        return tuple(found)

    def find_earliest(self) -> float | None:
        """Return the time of the earliest timer that is not firing yet, in seconds since 1970.

        None means that there is no such timer before `loaded_until`.
        """
        kept, earliest = [], None
        while self._heap and earliest is None:
            at, table_id = heappop(self._heap)
            session = self._sessions[table_id]
            if session.next_due_at != at:
                continue
            kept.append((at, table_id))
            if not session.is_firing:
                earliest = at
        for entry in kept:
            heappush(self._heap, entry)
        return earliest

    def _push(self, at: float, table_id: int) -> None:
        self._sessions[table_id].next_due_at = at
        heappush(self._heap, (at, table_id))
        if len(self._heap) > self._rebuild_threshold:
            self._rebuild_heap()

    def _rebuild_heap(self) -> None:
        self._heap = [
            (session.next_due_at, id_)
            for id_, session in self._sessions
            if session.next_due_at is not None
        ]
        heapify(self._heap)
        self._rebuild_threshold = 2 * len(self._heap) + MAX_STALE_HEAP_ENTRIES


MAX_ROWS_PER_LOOK = 50
"""The maximum number of tables whose timers start to fire at the same time.

Further ones follow at the next look at the timers.
"""
ROW_RETRY_SECONDS = 30.0
"""The number of seconds until a timer is tried again after the table refused its change."""
COMPUTER_RETRY_SECONDS = 5.0
"""The number of seconds until a computer player chooses again after the rules refused its move.

The move may have come too early.
"""
MAX_SLEEP_SECONDS = 3600.0
"""The maximum number of seconds between two times that the scheduler looks for due timers."""
ERASURE_CHECK_INTERVAL_SECONDS = 30.0
"""The number of seconds between two checks whether other processes got requests to erase data."""
TIMER_LOAD_AHEAD_SECONDS = 2 * 86_400.0
"""The number of seconds into the future for which timers are loaded from the database."""


class Scheduler:
    """Fires the timers of a shard's tables at their times, such as ends of deadlines.

    A shard is Discord's share of the servers.
    """

    def __init__(
        self,
        tables: Tables,
        messenger: Messenger,
        background: Background,
        computers: ComputerMoves,
        heartbeat: Heartbeat,
        erasure: Erasure,
    ) -> None:
        """Prepare to fire timers.

        Nothing fires until people can reach the bot.

        Args:
            tables: The tables of this shard.
            messenger: Posts reminders and notices.
            background: Runs the timers.
            computers: Chooses the moves of computer players.
            heartbeat: Extends deadlines after an outage, before any timer fires.
            erasure: Erases the data of people who asked for it.
        """
        self._heartbeat = heartbeat
        self._tables = tables
        self._timers = TimerHeap(tables.sessions)
        self._messenger = messenger
        self._background = background
        self._computer_moves = computers
        self._timer: asyncio.TimerHandle | None = None
        self._is_looking = False
        self._should_look_again = False
        self._is_closed = False
        self._is_suspended = True
        """Whether no timer may fire, because people cannot reach the bot."""
        self._erasure_checked_at = -inf
        self._erasure_interval_seconds = (
            ERASURE_CHECK_INTERVAL_SECONDS if tables.shard.total > 1 else MAX_SLEEP_SECONDS
        )
        """The number of seconds between two checks for requests to erase data.

        Only requests that other processes got wait for such a check.
        """
        self._erasure = erasure
        self.cleanup = Cleanup(tables)

    def on_table_changed(self, event: TableChanged) -> None:
        """Note the next timer of a changed table, and start to choose computer players' moves."""
        table = event.change.table
        self._timers.update_timer(table)
        self.wake()
        self._computer_moves.think_ahead(table, event.package)

    def on_timers_changed(self, event: TimersChanged) -> None:
        """Note the next timer of a table of which only the timers have changed."""
        self._timers.update_timer(event.table)

    def on_table_dropped(self, event: TableDropped) -> None:
        """Forget the timers of a table that was deleted."""
        self._timers.drop(event.table_id)

    def on_reachability_changed(self, event: ReachabilityChanged) -> None:
        """Start to fire timers when people can reach the bot, and stop when they cannot."""
        if self._is_suspended == event.is_reachable:
            self._is_suspended = not event.is_reachable
            self.wake()

    def forget_timers(self) -> None:
        """Forget all known timers, so that they are loaded from the database again."""
        self._timers.clear()

    def wake(self) -> None:
        """Look for due timers now, because timers may have changed."""
        self._should_look_again = True
        if self._is_closed or self._is_suspended:
            return
        if not self._is_looking:
            self._is_looking = True
            self._background.run(self._fire_until_done())

    def close(self) -> None:
        """Fire no more timers. Timers that are already firing are completed."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()

    async def _fire_until_done(self) -> None:
        """Fire due timers, and repeat that as long as `wake` was called in the meantime."""
        try:
            while self._should_look_again and not self._is_closed and not self._is_suspended:
                self._should_look_again = False
                await self._fire_due()
        finally:
            self._is_looking = False

    async def _fire_due(self) -> None:
        """Start all timers that are due, and schedule the next look at the timers."""
        self._set_timer(ROW_RETRY_SECONDS)
        await self._heartbeat.catch_up()
        if self._is_suspended:
            return
        now = self._tables.now()
        if self.cleanup.is_due:
            self._background.run(self.cleanup.run())
        if (
            not 0 <= now - self._erasure_checked_at < self._erasure_interval_seconds
        ):  # negative: the clock was set back
            self._erasure_checked_at = now
            self._background.run(self._run_erasures())
        timers = self._timers
        if now + TIMER_LOAD_AHEAD_SECONDS / 2 > timers.loaded_until:
            dues = await self._tables.store.tables.find_next_timers(
                now + TIMER_LOAD_AHEAD_SECONDS, self._tables.shard
            )
            timers.load(dues, now + TIMER_LOAD_AHEAD_SECONDS)
        for table_id in timers.find_due_tables(now, MAX_ROWS_PER_LOOK):
            self._tables.sessions[table_id].is_firing = True
            self._background.run(self._fire_row(table_id))
        earliest = timers.find_earliest()
        until = MAX_SLEEP_SECONDS if earliest is None else max(earliest - now, 0.0)
        self._set_timer(
            min(until, max(self._erasure_checked_at + self._erasure_interval_seconds - now, 0.0))
        )

    def _set_timer(self, seconds: float) -> None:
        """Look at the timers again after this number of seconds. This replaces the planned look."""
        if self._timer:
            self._timer.cancel()
        if not self._is_closed:
            self._timer = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _fire_row(self, table_id: int) -> None:
        """Fire the next timer of a table. If that fails, try it again later."""
        kind = "row"
        try:
            table = await self._tables.load(table_id, allow_missing_game=True)
            row = next_timer(table)
            if self._tables.is_game_missing(table):
                if await self._tables.handle_missing_game(table, row):
                    self._timers.drop(table_id)
            elif row and row.at <= self._tables.now():
                kind = row.kind
                await self._run_step(table_id, row)
            else:
                self._timers.update_timer(table)
        except Gone:
            log.info("table %s is gone, and its %s with it", table_id, kind)
            self._timers.drop(table_id)
        except Unstorable:
            self._try_later(table_id)
        except Refused as refusal:
            log.info("table %s refused its %s: %s", table_id, kind, refusal.key)
            self._timers.postpone(table_id, self._tables.now() + ROW_RETRY_SECONDS)
        except Exception as problem:
            self._try_later(table_id)
            if self._tables.sessions[table_id].may_log_failure(self._tables.now()):
                log_failure(log, f"{kind} of table {table_id}", problem)
        else:
            if session := self._tables.sessions.peek(table_id):
                session.failures = 0
        finally:
            self._tables.sessions[table_id].is_firing = False
            self.wake()

    def _try_later(self, table_id: int) -> None:
        """Try the timers of a table again later. The delay grows with each failure in a row."""
        pause = self._tables.sessions[table_id].count_failure()
        self._timers.postpone(table_id, self._tables.now() + pause)

    async def _run_erasures(self) -> None:
        """Carry out people's requests to erase their data. An error is logged."""
        try:
            await self._erasure.process_requests()
        except Exception as problem:
            log_failure(log, "forgetting somebody", problem)

    async def _run_step(self, table_id: int, row: Timer) -> None:
        """Carry out what a timer stands for, such as the end of a deadline."""
        package = self._tables.find_package
        match row:
            case ComputerTurn():
                await self._make_computer_move(table_id, row)
            case Deadline(clock=clock):
                await self._apply_row(table_id, row, lambda table: time_out(table, clock))
            case Call():
                now = self._tables.now()
                await self._apply_row(table_id, row, lambda table: call_person(table, row, now))
            case Skip():
                await self._apply_row(table_id, row, lambda table: end_skip(table, row))
            case PauseEnd(decision=decision):
                await self._apply_row(
                    table_id, row, lambda table: end_pause(table, package(table), decision)
                )
            case Reminder():
                await self._send_reminder(table_id, row)
            case IdleCheck():
                await self._close_idle(table_id, row)
            case RecordSaving():
                await self._tables.save_record(table_id)
            case TableDeletion():
                await self._tables.delete_table(table_id)

    async def _apply_row(
        self, table_id: int, row: Timer, change: Callable[[Table], Change]
    ) -> Table | None:
        """Make the change that a timer stands for, remove the timer, and return the changed table.

        If the timer no longer exists or was moved to a later time, change nothing and return None.
        """
        found = False

        def guarded(table: Table) -> Change:
            nonlocal found
            rest, due = remove_timer(table, row), find_timer(table, row)
            found = due is not None and due.at <= self._tables.now()  # an outage may have moved it
            if not found:
                return Change(table)
            try:
                return change(rest)
            except Stale:
                log.info("dropped a stale %s of table %s", row.kind, table_id)
                return Change(rest)

        table = await self._tables.submit(table_id, guarded)
        return table if found else None

    async def _make_computer_move(self, table_id: int, row: ComputerTurn) -> None:
        """Choose a computer player's move without holding the table's lock, and submit it.

        If the rules refuse the move, the computer player chooses again after
        `COMPUTER_RETRY_SECONDS`, because the move may have come too early. After a second refusal,
        other legal moves are tried. While the bot is stopping, nothing is submitted: the timer
        stays, and the next process chooses again.
        """
        decision, seat = row.decision, row.seat
        table = await self._tables.load(table_id)
        package = self._tables.find_package(table)
        if not _is_answered_by_computer(table, decision, seat):
            await self._apply_row(table_id, row, Change)
            return
        move = await self._computer_moves.wait_for_move(table, package, seat)
        if move is None:
            return
        session = self._tables.sessions[table_id]  # `is_firing` keeps it from eviction
        at = time_snowflake(row.at - self._heartbeat.clock.seconds_ahead)

        def answered(table: Table) -> Change:
            if not _is_answered_by_computer(table, decision, seat):
                return Change(table)
            again = (decision, seat) in session.refused_decisions
            others = _find_other_moves(table, package, seat, move) if again else ()
            for tried in (move, *others):
                try:
                    answer = ActRecord(seat, decision, tried, at, by_computer=True)
                    change = step_game(table, package, answer)
                except Stale:
                    raise
                except IllegalMove as illegal:
                    refusal, level = illegal.key, logging.WARNING
                except Exception as problem:
                    refusal, level = describe_failure(problem), logging.ERROR
                else:
                    return change
            self._computer_moves.faults.log_fault(
                table.game, table_id, f"a computer player's move was not taken: {refusal}", level
            )
            session.refused_decisions |= {(decision, seat)}
            later = self._tables.now() + (ROW_RETRY_SECONDS if others else COMPUTER_RETRY_SECONDS)
            return Change(postpone_timer(table, row, later))

        after = await self._apply_row(table_id, row, answered)
        if after is not None and (decision, seat) not in session.refused_decisions:
            self._tables.counters.observe_computer_delay(self._tables.now() - row.at)

    async def _send_reminder(self, table_id: int, row: Reminder) -> None:
        """Post a message that mentions the people who have not answered in half of their time."""
        table = await self._apply_row(table_id, row, Change)
        if table is None:
            return
        waiting = table.waiting() if isinstance(table, Match) else ()
        seats = [prompt.seat for prompt in waiting if prompt.clock == row.clock]
        if seats:
            users = tuple(table.players[seat].user or 0 for seat in seats if seat is not None)
            await self._post_message(
                table, screens.render_reminder(table, users, row.clock), f"r{row.clock}"
            )

    async def _close_idle(self, table_id: int, row: IdleCheck) -> None:
        """Close a table that nobody uses.

        For a "notice" timer, warn the players of a running game instead.

        Nothing happens if somebody has clicked in the meantime.
        """
        table = await self._tables.load(table_id)
        limit = (
            IDLE_SECONDS_UNTIL_NOTICE if row.what == "notice" else IDLE_SECONDS_UNTIL_GAME_CLOSES
        )
        at = lobby_closing_time(table) if isinstance(table, Lobby) else table.clicked_at + limit
        if self._tables.now() < at:
            await self._apply_row(table_id, row, Change)
        elif row.what == "close":
            await self._apply_row(
                table_id, row, lambda table: close_table(table, "table-idle-closed")
            )
        elif await self._apply_row(table_id, row, Change):
            await self._post_message(
                table, screens.render_notice(table, self._tables.find_package(table)), "notice"
            )

    async def _post_message(self, table: Table, screen: Screen, kind: str) -> None:
        """Post an additional message about a table to its channel.

        If that fails, it is logged and not tried again. `kind` distinguishes the messages of a
        table.
        """
        try:
            await self._messenger.post(table.channel, screen, f"{table.id}-{kind}"[:25])
        except RequestFailed:
            log.info("could not post a %s of table %s", kind, table.id)


def _find_other_moves(table: Match, package: GamePackage, seat: Seat, move: str) -> tuple[str, ...]:
    """Return the paths of all legal moves of a seat except `move`."""
    moves = package.game.legal_paths(table.state, seat)
    return tuple(other for other in moves if other != move)


def _is_answered_by_computer(table: Table, decision: int, seat: Seat) -> TypeGuard[Match]:
    """Return whether the decision is still open and the computer has to answer it for the seat."""
    if not isinstance(table, Match):
        return False
    prompt = table.prompt_of(seat)
    if prompt is None or prompt.decision != decision:
        return False
    return table.players[seat].is_answered_for(prompt)
