"""Runs the tasks in which computer players choose their moves, in threads or separate processes.

Fast levels of the bot's own games run in threads of the bot. Everything else runs in processes, if
they are allowed, and so does slow work on puzzles. Faults of games are logged: each kind of fault
once per game, however often it occurs.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import takewhile
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from bot.domain.computers import make_computer_task
from bot.domain.levels import level_of
from bot.domain.table import Match, Table
from bot.engine.computer_task import (
    TIMED_OUT_RESULT,
    ComputerTask,
    ComputerTaskResult,
    catch_failures,
)
from bot.engine.events import Seat
from bot.engine.package import GamePackage
from bot.engine.puzzle_task import PuzzleTask
from bot.services.computer_process import ComputerProcess

log = logging.getLogger(__name__)


MAX_THINKING_SECONDS = 30.0
"""A thread that takes longer for a choice counts as stuck and gets no new tasks."""
SLOW_LEVELS_WORKER_NAME = "slow-levels"
"""The name of the worker for slow levels of the bot's own games. Others are named after a game."""


class ComputerExecutor:
    """Runs the code with which computer players choose moves, for all shards of this process.

    It uses threads and separate processes, so that the bot keeps answering.
    """

    def __init__(self, *, in_processes: bool = False) -> None:
        """Prepare to run slow levels and games from packages in processes, or all in threads."""
        self._may_use_processes = in_processes
        self._logged_faults: set[tuple[str, str]] = set()
        self._workers: dict[tuple[str, bool], _Worker] = {}
        """The threads or processes that run tasks, by name and by whether they run fast levels."""
        self._is_closed = False

    def begin(self, table: Match, package: GamePackage, seat: Seat) -> Future[ComputerTaskResult]:
        """Start to choose a computer player's move for a seat, and return a future of the move.

        Tasks of the same worker run in the order in which they came. A task that is cancelled
        before its start does not run.
        """
        return self._submit_task(table, package, seat, level_of(table.players[seat], package))

    def begin_at_fast_level(
        self, table: Match, package: GamePackage, seat: Seat
    ) -> Future[ComputerTaskResult] | None:
        """Start to choose a move at a faster level, because the seat's own level takes too long.

        Returns:
            A future of the move, chosen by the strongest fast level that is weaker than the seat's
            own. None means that there is no such level, or that the seat's own level is fast.
        """
        level = level_of(table.players[seat], package)
        weaker = takewhile(lambda each: each != level, package.computers.levels)
        quick = [each for each in weaker if each in package.computers.fast_levels]
        if level in package.computers.fast_levels or not quick:
            return None
        return self._submit_task(table, package, seat, quick[-1])

    def begin_puzzle_task(
        self, game: str, package: GamePackage, task: PuzzleTask
    ) -> Future[ComputerTaskResult]:
        """Start to make a puzzle of a game or to find a step of one, where slow levels run.

        Returns:
            A future of the JSON of the puzzle or step.
        """
        if self._is_closed:
            return _make_cancelled_future()
        return self._get_worker(game, package, is_quick=False).submit(lambda: task)

    def log_fault(self, table: Table, description: str, level: int = logging.ERROR) -> None:
        """Log a fault of a table's game, such as a computer player that fails.

        A kind of fault, which is what stands before the first comma, is logged once for each game,
        and then as DEBUG.
        """
        level = self._choose_log_level(table.game, description, level)
        log.log(level, "game %s, table %s: %s", table.game, table.id, description)

    def log_puzzle_fault(self, game: str, number: int, description: str) -> None:
        """Log a fault of a game's puzzle, as `log_fault` does."""
        level = self._choose_log_level(game, description, logging.ERROR)
        log.log(level, "game %s, puzzle %s: %s", game, number, description)

    def _choose_log_level(self, game: str, description: str, level: int) -> int:
        fault = game, description.split(",", 1)[0]
        is_known = fault in self._logged_faults
        self._logged_faults.add(fault)
        return logging.DEBUG if is_known else level

    def close(self) -> None:
        """Start no more tasks, and end the separate processes.

        A task that runs in a thread cannot be stopped. The bot exits without waiting for it. A task
        that comes later is cancelled.
        """
        self._is_closed = True
        for worker in self._workers.values():
            worker.close()

    def _submit_task(
        self, table: Match, package: GamePackage, seat: Seat, level: str
    ) -> Future[ComputerTaskResult]:
        if self._is_closed:
            return _make_cancelled_future()
        is_quick = level in package.computers.fast_levels
        worker = self._get_worker(table.game, package, is_quick=is_quick)
        return worker.submit(partial(make_computer_task, table, package, seat, level))

    def _get_worker(self, game: str, package: GamePackage, *, is_quick: bool) -> "_Worker":
        """Return the worker that runs a level of a game.

        Create it if there is none. The fast levels of each game, and each game from a package, have
        a worker of their own. So no other game can delay them.
        """
        in_process = self._may_use_processes and (package.is_package or not is_quick)
        if in_process and package.is_package:
            key = game, False
        elif in_process:
            key = SLOW_LEVELS_WORKER_NAME, False
        else:
            key = game, is_quick
        if key not in self._workers:
            self._workers[key] = _Worker(key[0], ComputerProcess() if in_process else None)
        return self._workers[key]


class _Worker:
    """A thread that runs tasks one at a time, by itself or in a separate process.

    Python cannot stop a thread. The thread is a daemon, so it does not keep the bot from exiting if
    it is stuck.
    """

    def __init__(self, name: str, process: ComputerProcess | None) -> None:
        """Start the thread.

        `process` runs the tasks. It is closed together with the worker. None means that the thread
        itself runs them.
        """
        self._process = process
        self._task_queue: SimpleQueue[
            tuple[Future[ComputerTaskResult], Callable[[], ComputerTask | PuzzleTask]] | None
        ]
        self._task_queue = SimpleQueue()
        self._thinking_since: float | None = None
        self._is_closed = False
        Thread(target=self._run, name=f"thinking-{name}", daemon=True).start()

    def submit(
        self, make_task: Callable[[], ComputerTask | PuzzleTask]
    ) -> Future[ComputerTaskResult]:
        """Queue a task, and return a future of its result.

        If the thread is stuck in an earlier task, the result is an immediate failure.
        """
        future = Future[ComputerTaskResult]()
        since = self._thinking_since
        if since is not None and monotonic() - since > MAX_THINKING_SECONDS:
            future.set_result(TIMED_OUT_RESULT)
        else:
            self._task_queue.put((future, make_task))
        return future

    def close(self) -> None:
        """Start no more tasks, and end the process if there is one."""
        self._is_closed = True
        self._task_queue.put(None)
        if self._process:
            self._process.close()

    def _run(self) -> None:
        """Run queued tasks one after another. This is what the worker's thread executes."""
        for future, thought in iter(self._task_queue.get, None):
            if self._is_closed:
                future.cancel()
            elif future.set_running_or_notify_cancel():
                self._thinking_since = monotonic()
                future.set_result(catch_failures(partial(self._run_task, thought)))
                self._thinking_since = None

    def _run_task(self, make_task: Callable[[], ComputerTask | PuzzleTask]) -> ComputerTaskResult:
        return self._process.think(make_task()) if self._process else make_task().choose()


def _make_cancelled_future() -> Future[ComputerTaskResult]:
    cancelled = Future[ComputerTaskResult]()
    cancelled.cancel()
    return cancelled
