"""What computers think ahead of their moves, while the pause before each of them runs.

So nobody sees by the clock how hard a decision was.
"""

import asyncio
from concurrent.futures import Future

from bot.common.counters import NO_COUNTERS, Counters
from bot.domain.levels import level_of
from bot.domain.playing import choose_any_move, seats_computers_answer
from bot.domain.table import Match, Table
from bot.engine.box import GamePackage
from bot.engine.computer_task import TIMED_OUT_RESULT, ComputerTaskResult
from bot.engine.events import Seat
from bot.services.computer_executor import MAX_THINKING_SECONDS, ComputerExecutor
from bot.services.sessions import ComputerTaskKey, TableSessions

MAX_COMPUTER_DELAY_SECONDS = 1.0
"""Seconds after its pause for which a computer is waited for: after three people wonder."""


class ComputerMoves:
    """Thinks ahead of the moves that computers owe."""

    def __init__(
        self, session: TableSessions, executor: ComputerExecutor, figures: Counters = NO_COUNTERS
    ) -> None:
        """Start without a thought about these tables; whoever made the executor closes it."""
        self._figures = figures
        self._sessions = session
        self._executor = executor
        self.faults = executor.faults
        self._started_tasks: set[Future[ComputerTaskResult]] = set()
        """Thoughts that may be waiting for their turn."""
        self._is_closed = False

    def think_ahead(self, table: Table, box: GamePackage) -> None:
        """Begin to think about what computers owe at a table now, and about nothing else there."""
        if self._is_closed:
            return
        session = self._sessions[table.id]
        before, begun = session.computer_tasks, {}
        if isinstance(table, Match):
            for seat in seats_computers_answer(table):
                question = _make_task_key(table, box, seat)
                going_on = before.pop(question, None)
                thought = going_on or self._track_task(self._executor.begin(table, box, seat))
                begun[question] = thought
        for stale in before.values():
            stale.cancel()
        session.computer_tasks = begun

    async def move(self, table: Match, box: GamePackage, seat: Seat) -> str | None:
        """Return the move that the computer chooses for a seat; None once this is closed.

        Where more computers think than this machine bears, one that is still not ready lets the
        best level choose that thinks quickly. One that fails, or never ends, makes any legal move,
        and the log says so.
        """
        if self._is_closed:
            return None
        chosen = await self._wait_for_choice(table, box, seat)
        if self._is_closed:
            return None
        if chosen.move is None:
            self.faults.log_fault(
                table.game,
                table.id,
                f"a computer player failed and made any legal move: {chosen.failure}",
            )
            return choose_any_move(table, box, seat)
        return chosen.move

    async def _wait_for_choice(
        self, table: Match, box: GamePackage, seat: Seat
    ) -> ComputerTaskResult:
        known = self._sessions[table.id].computer_tasks.pop(_make_task_key(table, box, seat), None)
        thought = known or self._track_task(self._executor.begin(table, box, seat))
        await asyncio.wait((thought,), timeout=MAX_COMPUTER_DELAY_SECONDS)
        if not thought.done() and (hurried := self._executor.begin_at_fast_level(table, box, seat)):
            thought.cancel()
            thought = self._track_task(hurried)
            self._figures.count_hurried_move()
        await asyncio.wait((thought,), timeout=MAX_THINKING_SECONDS)
        if not thought.done():
            thought.cancel()
            return TIMED_OUT_RESULT
        return await thought

    def close(self) -> None:
        """Begin no more thoughts. One that has begun ends by itself, and nothing comes of it."""
        self._is_closed = True
        for _, session in self._sessions:
            for ahead in session.computer_tasks.values():
                ahead.cancel()
            session.computer_tasks = {}
        for begun in self._started_tasks.copy():
            begun.cancel()

    def _track_task(self, begun: Future[ComputerTaskResult]) -> asyncio.Future[ComputerTaskResult]:
        self._started_tasks.add(begun)
        ahead = asyncio.wrap_future(begun)
        ahead.add_done_callback(lambda _: self._started_tasks.discard(begun))
        return ahead


def _make_task_key(table: Match, box: GamePackage, seat: Seat) -> ComputerTaskKey:
    return table.step, seat, level_of(table.players[seat], box)
