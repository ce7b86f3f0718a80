"""Where computers think: quick levels of the bot's games in threads here, all else in processes.

What games do wrong is logged: each kind of fault once for each game, however often it comes.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from itertools import takewhile
from queue import SimpleQueue
from threading import Thread
from time import monotonic

from bot.domain.levels import level_of
from bot.domain.playing import make_computer_task
from bot.domain.table import Match
from bot.engine.box import GamePackage
from bot.engine.computer_task import (
    TIMED_OUT_RESULT,
    ComputerTask,
    ComputerTaskResult,
    catch_failures,
)
from bot.engine.events import Seat
from bot.services.computer_process import ComputerProcess

log = logging.getLogger(__name__)


class GameFaults:
    """Remembers which faults of which games are in the log."""

    def __init__(self) -> None:
        """Begin with no fault known."""
        self._logged_faults: set[tuple[str, str]] = set()

    def log_fault(self, game: str, table: int, what: str, level: int = logging.ERROR) -> None:
        """Log what a game has done at a table; the same kind again is logged as DEBUG.

        The kind is what comes before the first comma of `what`.
        """
        fault = game, what.split(",", 1)[0]
        again = fault in self._logged_faults
        self._logged_faults.add(fault)
        log.log(logging.DEBUG if again else level, "game %s, table %s: %s", game, table, what)


MAX_THINKING_SECONDS = 30.0
"""After which no thought is waited for, and a thread that still runs one counts as stuck."""
SLOW_LEVELS_WORKER_NAME = "slow-levels"
"""Names the worker of all slow levels of the bot's own games, beside those with games' names."""


class ComputerExecutor:
    """Those who think for computers: one for all shards of a process."""

    def __init__(self, *, in_processes: bool = False) -> None:
        """Let all levels think in threads of the bot unless they may do so `in_processes`."""
        self._may_use_processes = in_processes
        self.faults = GameFaults()
        self._workers: dict[tuple[str, bool], _Worker] = {}
        """By game, and whether they are for quick levels."""

    def begin(self, table: Match, box: GamePackage, seat: Seat) -> Future[ComputerTaskResult]:
        """Return the move to come that the computer chooses for a seat.

        Thoughts of a kind begin in the order in which they came; one that is cancelled before, does
        not.
        """
        return self._submit_task(table, box, seat, level_of(table.players[seat], box))

    def begin_at_fast_level(
        self, table: Match, box: GamePackage, seat: Seat
    ) -> Future[ComputerTaskResult] | None:
        """Return the move to come of the best weaker level that thinks quickly; None: none does."""
        level = level_of(table.players[seat], box)
        weaker = takewhile(lambda each: each != level, box.game.levels)
        quick = [each for each in weaker if each in box.game.fast_levels]
        if level in box.game.fast_levels or not quick:
            return None
        return self._submit_task(table, box, seat, quick[-1])

    def close(self) -> None:
        """Begin no more thoughts, and end the processes.

        A thought that runs in a thread ends by itself, if ever; the bot ends without it.
        """
        for worker in self._workers.values():
            worker.close()

    def _submit_task(
        self, table: Match, box: GamePackage, seat: Seat, level: str
    ) -> Future[ComputerTaskResult]:
        is_quick = level in box.game.fast_levels
        worker = self._get_worker(table.game, box, is_quick=is_quick)
        return worker.submit(partial(make_computer_task, table, box, seat, level))

    def _get_worker(self, game: str, box: GamePackage, *, is_quick: bool) -> "_Worker":
        """Return who thinks: no game can hold up another one's quick levels, nor any package."""
        in_process = self._may_use_processes and (box.is_package or not is_quick)
        if in_process and box.is_package:
            key = game, False
        elif in_process:
            key = SLOW_LEVELS_WORKER_NAME, False
        else:
            key = game, is_quick
        if key not in self._workers:
            self._workers[key] = _Worker(key[0], ComputerProcess() if in_process else None)
        return self._workers[key]


class _Worker:
    """A thread that thinks about one thing at a time, or has a process think about it.

    Python cannot end a thread. As a daemon, one that is stuck keeps no bot from ending.
    """

    def __init__(self, name: str, process: ComputerProcess | None) -> None:
        """Begin the thread; `process` is closed with it."""
        self._process = process
        self._task_queue: SimpleQueue[
            tuple[Future[ComputerTaskResult], Callable[[], ComputerTask]] | None
        ]
        self._task_queue = SimpleQueue()
        self._thinking_since: float | None = None
        self._is_closed = False
        Thread(target=self._run, name=f"thinking-{name}", daemon=True).start()

    def submit(self, thought: Callable[[], ComputerTask]) -> Future[ComputerTaskResult]:
        """Return what will come of a thought; it has failed already if the thread is stuck."""
        future = Future[ComputerTaskResult]()
        since = self._thinking_since
        if since is not None and monotonic() - since > MAX_THINKING_SECONDS:
            future.set_result(TIMED_OUT_RESULT)
        else:
            self._task_queue.put((future, thought))
        return future

    def close(self) -> None:
        """Begin no more thoughts, and end the process."""
        self._is_closed = True
        self._task_queue.put(None)
        if self._process:
            self._process.close()

    def _run(self) -> None:
        for future, thought in iter(self._task_queue.get, None):
            if self._is_closed:
                future.cancel()
            elif future.set_running_or_notify_cancel():
                self._thinking_since = monotonic()
                future.set_result(catch_failures(partial(self._run_task, thought)))
                self._thinking_since = None

    def _run_task(self, thought: Callable[[], ComputerTask]) -> ComputerTaskResult:
        return self._process.think(thought()) if self._process else thought().choose()
