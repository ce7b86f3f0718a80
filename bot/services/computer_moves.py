"""Chooses the moves of computer players in advance, during the pause before each move.

The time until a move therefore does not reveal how hard the decision was.
"""

import asyncio
from concurrent.futures import Future

from bot.domain.computers import choose_any_move, seats_computers_answer
from bot.domain.levels import level_of
from bot.domain.table import Match, Table
from bot.engine.computer_task import TIMED_OUT_RESULT, ComputerTaskResult
from bot.engine.events import Seat
from bot.engine.package import GamePackage
from bot.services.computer_executor import MAX_THINKING_SECONDS, ComputerExecutor
from bot.services.service import Service, Shared
from bot.services.sessions import ComputerTaskKey

MAX_COMPUTER_DELAY_SECONDS = 1.0
"""The number of seconds after the pause that a computer player may still take to choose its move.
After that, a faster level chooses the move. After three seconds people begin to wonder.
"""


class ComputerMoves(Service):
    """Chooses the moves of computer players in advance, during the pause before each move."""

    def __init__(self, shared: Shared, executor: ComputerExecutor) -> None:
        """Start without any move to choose. Whoever created the executor has to close it."""
        super().__init__(shared)
        self.executor = executor
        self._started_tasks: set[Future[ComputerTaskResult]] = set()
        """The futures of moves that are being chosen or still wait for it."""
        self._is_closed = False

    def think_ahead(self, table: Table, package: GamePackage) -> None:
        """Start to choose each move that computer players have to make at a table.

        Choices for moves that are no longer needed are cancelled.
        """
        if self._is_closed:
            return
        session = self._sessions[table.id]
        before, begun = session.computer_tasks, {}
        if isinstance(table, Match):
            for seat in seats_computers_answer(table):
                question = _make_task_key(table, package, seat)
                going_on = before.pop(question, None)
                thought = going_on or self._track_task(self.executor.begin(table, package, seat))
                begun[question] = thought
        for stale in before.values():
            stale.cancel()
        session.computer_tasks = begun

    async def wait_for_move(self, table: Match, package: GamePackage, seat: Seat) -> str | None:
        """Return the move that a computer player chooses, as a path such as "bid/3/6".

        If the choice takes too long, the strongest faster level below the player's own chooses the
        move. That can happen if the machine runs too many computer players. If a computer player
        fails or never finishes, the fault is logged and a random legal move is returned.

        Returns:
            The move, or None if the bot is closing.
        """
        if self._is_closed:
            return None
        chosen = await self._wait_for_choice(table, package, seat)
        if self._is_closed:
            return None
        if chosen.move is None:
            self.executor.log_fault(
                table, f"a computer player failed and made any legal move: {chosen.failure}"
            )
            return choose_any_move(table, package, seat)
        return chosen.move

    async def _wait_for_choice(
        self, table: Match, package: GamePackage, seat: Seat
    ) -> ComputerTaskResult:
        """Return a computer player's choice, or that of a faster level if it takes too long."""
        key = _make_task_key(table, package, seat)
        known = self._sessions[table.id].computer_tasks.pop(key, None)
        thought = known or self._track_task(self.executor.begin(table, package, seat))
        await asyncio.wait((thought,), timeout=MAX_COMPUTER_DELAY_SECONDS)
        if not thought.done() and (
            hurried := self.executor.begin_at_fast_level(table, package, seat)
        ):
            thought.cancel()
            thought = self._track_task(hurried)
            self._counters.count_hurried_move()
        await asyncio.wait((thought,), timeout=MAX_THINKING_SECONDS)
        if not thought.done():
            thought.cancel()
            return TIMED_OUT_RESULT
        return await thought

    def close(self) -> None:
        """Stop choosing moves. A choice that is running finishes, and its result is discarded."""
        self._is_closed = True
        for _, session in self._sessions:
            for ahead in session.computer_tasks.values():
                ahead.cancel()
            session.computer_tasks = {}
        for begun in self._started_tasks.copy():
            begun.cancel()

    def _track_task(self, begun: Future[ComputerTaskResult]) -> asyncio.Future[ComputerTaskResult]:
        """Keep a choice that has started until it is done, so that `close` can cancel it.

        Returns:
            The same future, in a form that `asyncio` can wait for.
        """
        self._started_tasks.add(begun)
        ahead = asyncio.wrap_future(begun)
        ahead.add_done_callback(lambda _: self._started_tasks.discard(begun))
        return ahead


def _make_task_key(table: Match, package: GamePackage, seat: Seat) -> ComputerTaskKey:
    """Return a key for one choice of a move. Equal keys mean the same move at the same level."""
    return table.step, seat, level_of(table.players[seat], package)
