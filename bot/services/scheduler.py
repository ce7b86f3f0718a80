"""Fires the timers of tables: deadlines, calls, reminders, computer moves, pauses and the clean-up.

A timer is something that a table does by itself at a certain time. It is stored together with the
change that causes it. One `asyncio` timer waits for the earliest of them. Each table whose timer is
due is handled separately, so a table that fails delays no other. All changes go through
`Tables.submit`.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from math import inf
from typing import TypeGuard

from bot.common.log import describe_failure, log_failure, trace_work
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
from bot.domain.voting import VOTE_CLOCK, end_vote
from bot.engine.events import Seat
from bot.engine.game import IllegalMove, Stale
from bot.engine.package import GamePackage
from bot.engine.records import ActRecord, list_legal_paths
from bot.engine.screen import Screen
from bot.presenters import screens
from bot.services.cleanup import Cleanup
from bot.services.computer_moves import ComputerMoves
from bot.services.evenings import Evenings
from bot.services.events import ReachabilityChanged, TableChanged, TableDropped, TimersChanged
from bot.services.messenger import RequestFailed
from bot.services.privacy import Erasure
from bot.services.service import Service, Shared
from bot.services.timer_heap import TimerHeap

log = logging.getLogger(__name__)


MAX_TABLES_PER_LOOK = 50
"""The maximum number of tables whose timers start to fire at the same time. Further ones follow at
the next look at the timers.
"""
REFUSED_RETRY_SECONDS = 30.0
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


class Scheduler(Service):
    """Fires the timers of a shard's tables at their times, such as ends of deadlines."""

    def __init__(
        self,
        shared: Shared,
        cleanup: Cleanup,
        computers: ComputerMoves,
        erasure: Erasure,
        evenings: Evenings,
    ) -> None:
        """Prepare to fire timers. Nothing fires until people can reach the bot."""
        super().__init__(shared)
        self.cleanup = cleanup
        self._computer_moves = computers
        self._heartbeat = shared.heartbeat
        self._erasure = erasure
        self._evenings = evenings
        self._timers = TimerHeap(shared.sessions)
        self._next_look: asyncio.TimerHandle | None = None
        self._is_looking = False
        self._should_look_again = False
        self._is_closed = False
        self._is_suspended = True
        """Whether no timer may fire, because people cannot reach the bot."""
        self._erasure_checked_at = -inf
        self._erasure_interval_seconds = (
            ERASURE_CHECK_INTERVAL_SECONDS if shared.shard.total > 1 else MAX_SLEEP_SECONDS
        )
        """The number of seconds between two checks for requests to erase data. Only requests that
        other processes got wait for such a check.
        """

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
            with trace_work():  # not that of the click whose change was the reason to look
                self._background.run(self._fire_until_done())

    def close(self) -> None:
        """Fire no more timers. Timers that are already firing are completed."""
        self._is_closed = True
        if self._next_look:
            self._next_look.cancel()

    async def _fire_until_done(self) -> None:
        """Fire due timers, and repeat that as long as `wake` was called in the meantime."""
        try:
            while self._should_look_again and not self._is_closed and not self._is_suspended:
                self._should_look_again = False
                await self._fire_due_timers()
        finally:
            self._is_looking = False

    async def _fire_due_timers(self) -> None:
        """Start all timers that are due, and schedule the next look at the timers."""
        self._plan_look(REFUSED_RETRY_SECONDS)
        await self._heartbeat.catch_up()
        if self._is_suspended:
            return
        now = self._clock.now()
        if self.cleanup.is_due:
            self._background.run(self.cleanup.run())
        # The difference is negative if the clock was set back.
        if not 0 <= now - self._erasure_checked_at < self._erasure_interval_seconds:
            self._erasure_checked_at = now
            self._background.run(self._run_erasures())
        timers = self._timers
        if now + TIMER_LOAD_AHEAD_SECONDS / 2 > timers.loaded_until:
            next_times = await self._store.tables.find_next_timers(
                now + TIMER_LOAD_AHEAD_SECONDS, self._shard
            )
            timers.load(next_times, now + TIMER_LOAD_AHEAD_SECONDS)
        for table_id in timers.find_due_tables(now, MAX_TABLES_PER_LOOK):
            self._sessions[table_id].is_firing = True
            with trace_work(table=table_id):
                self._background.run(self._fire_next_timer(table_id))
        earliest = timers.find_earliest()
        until = MAX_SLEEP_SECONDS if earliest is None else max(earliest - now, 0.0)
        until_check = max(self._erasure_checked_at + self._erasure_interval_seconds - now, 0.0)
        self._plan_look(min(until, until_check))

    def _plan_look(self, seconds: float) -> None:
        if self._next_look:
            self._next_look.cancel()
        if not self._is_closed:
            self._next_look = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _fire_next_timer(self, table_id: int) -> None:
        """Fire the next timer of a table. If that fails, try it again later."""
        kind = "timer"
        try:
            table = await self._tables.load(table_id, allow_missing_game=True)
            timer = next_timer(table)
            if self._tables.is_game_missing(table):
                if await self._missing_games.handle_timer(table, timer):
                    self._timers.drop(table_id)
            elif timer and timer.at <= self._clock.now():
                kind = timer.kind
                await self._run_timer(table_id, timer)
            else:
                self._timers.update_timer(table)
        except Gone:
            log.info("the table is gone, and its %s with it", kind)
            self._timers.drop(table_id)
        except Unstorable:
            self._try_later(table_id)
        except Refused as refusal:
            log.info("the table refused its %s: %s", kind, refusal.key)
            self._timers.postpone(table_id, self._clock.now() + REFUSED_RETRY_SECONDS)
        except Exception as problem:
            self._try_later(table_id)
            if self._sessions[table_id].may_log_failure(self._clock.now()):
                log_failure(log, f"a due {kind}", problem)
        else:
            if session := self._sessions.peek(table_id):
                session.failures = 0
        finally:
            self._sessions[table_id].is_firing = False
            self.wake()

    def _try_later(self, table_id: int) -> None:
        pause = self._sessions[table_id].count_failure()
        self._timers.postpone(table_id, self._clock.now() + pause)

    async def _run_erasures(self) -> None:
        try:
            await self._erasure.process_requests()
        except Exception as problem:
            log_failure(log, "forgetting somebody", problem)

    async def _run_timer(self, table_id: int, timer: Timer) -> None:
        """Carry out what a timer stands for, such as the end of a deadline."""
        package = self._tables.find_package
        match timer:
            case ComputerTurn():
                await self._make_computer_move(table_id, timer)
            case Deadline(clock=clock) if clock == VOTE_CLOCK:
                vote_over = partial(end_vote, registry=self._registry)
                await self._apply_timer(table_id, timer, vote_over)
            case Deadline(clock=clock):
                await self._apply_timer(table_id, timer, lambda table: time_out(table, clock))
            case Call():
                now = self._clock.now()
                await self._apply_timer(table_id, timer, partial(call_person, call=timer, now=now))
            case Skip():
                await self._apply_timer(table_id, timer, lambda table: end_skip(table, timer))
            case PauseEnd(decision=decision):
                await self._apply_timer(
                    table_id, timer, lambda table: end_pause(table, package(table), decision)
                )
            case Reminder():
                await self._send_reminder(table_id, timer)
            case IdleCheck(what="next-game"):
                await self._evenings.open_next_lobby(table_id)
                await self._apply_timer(table_id, timer, Change)
            case IdleCheck(what="evening-end"):
                await self._tables.save_evening(await self._tables.load(table_id))
                await self._apply_timer(table_id, timer, Change)
            case IdleCheck():
                await self._close_idle(table_id, timer)
            case RecordSaving():
                await self._tables.save_record(table_id)
            case TableDeletion():
                await self._tables.delete_table(table_id)

    async def _apply_timer(
        self, table_id: int, timer: Timer, change: Callable[[Table], Change]
    ) -> Table | None:
        """Make the change that a timer stands for, remove the timer, and return the changed table.

        If the timer no longer exists or was moved to a later time, change nothing and return None.
        """
        is_stored = False

        def guarded(table: Table) -> Change:
            nonlocal is_stored
            rest, stored = remove_timer(table, timer), find_timer(table, timer)
            # An outage may have moved it.
            is_stored = stored is not None and stored.at <= self._clock.now()
            if not is_stored:
                return Change(table)
            try:
                return change(rest)
            except Stale:
                log.info("dropped a stale %s", timer.kind)
                return Change(rest)

        table = await self._tables.submit(table_id, guarded)
        return table if is_stored else None

    async def _make_computer_move(self, table_id: int, timer: ComputerTurn) -> None:
        """Choose a computer player's move without holding the table's lock, and submit it.

        If the rules refuse the move, the computer player chooses again after
        `COMPUTER_RETRY_SECONDS`, because the move may have come too early. After a second refusal,
        other legal moves are tried. While the bot is stopping, nothing is submitted: the timer
        stays, and the next process chooses again.
        """
        decision, seat = timer.decision, timer.seat
        table = await self._tables.load(table_id)
        package = self._tables.find_package(table)
        if not _is_answered_by_computer(table, decision, seat):
            await self._apply_timer(table_id, timer, Change)
            return
        move = await self._computer_moves.wait_for_move(table, package, seat)
        if move is None:
            return
        session = self._sessions[table_id]  # `is_firing` keeps it from eviction
        at = time_snowflake(timer.at - self._clock.seconds_ahead)

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
            self._computer_moves.executor.log_fault(
                table, f"a computer player's move was not taken: {refusal}", level
            )
            session.refused_decisions |= {(decision, seat)}
            pause = REFUSED_RETRY_SECONDS if others else COMPUTER_RETRY_SECONDS
            return Change(postpone_timer(table, timer, self._clock.now() + pause))

        after = await self._apply_timer(table_id, timer, answered)
        if after is not None and (decision, seat) not in session.refused_decisions:
            self._counters.observe_computer_delay(self._clock.now() - timer.at)

    async def _send_reminder(self, table_id: int, timer: Reminder) -> None:
        """Post a message that mentions the people who have not answered in half of their time."""
        table = await self._apply_timer(table_id, timer, Change)
        if table is None:
            return
        waiting = table.waiting() if isinstance(table, Match) else ()
        seats = [prompt.seat for prompt in waiting if prompt.clock == timer.clock]
        if seats:
            users = tuple(table.players[seat].user or 0 for seat in seats if seat is not None)
            await self._post_message(
                table, screens.render_reminder(table, users, timer.clock), f"r{timer.clock}"
            )

    async def _close_idle(self, table_id: int, timer: IdleCheck) -> None:
        """Close a table that nobody uses.

        For a "notice" timer, warn the players of a running game instead. Nothing happens if
        somebody has clicked in the meantime.
        """
        table = await self._tables.load(table_id)
        warns = timer.what == "notice"
        limit = IDLE_SECONDS_UNTIL_NOTICE if warns else IDLE_SECONDS_UNTIL_GAME_CLOSES
        at = lobby_closing_time(table) if isinstance(table, Lobby) else table.clicked_at + limit
        if self._clock.now() < at:
            await self._apply_timer(table_id, timer, Change)
        elif timer.what == "close":
            close = partial(close_table, event_name="table-idle-closed")
            await self._apply_timer(table_id, timer, close)
        elif await self._apply_timer(table_id, timer, Change):
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
            log.info("could not post a %s", kind)


def _find_other_moves(table: Match, package: GamePackage, seat: Seat, move: str) -> tuple[str, ...]:
    moves = list_legal_paths(package.game, table.state, seat)
    return tuple(other for other in moves if other != move)


def _is_answered_by_computer(table: Table, decision: int, seat: Seat) -> TypeGuard[Match]:
    """Return whether the decision is still open and the computer has to answer it for the seat."""
    if not isinstance(table, Match):
        return False
    prompt = table.prompt_of(seat)
    if prompt is None or prompt.decision != decision:
        return False
    return table.players[seat].is_answered_for(prompt)
