"""Finds the daily puzzles, makes those that are missing, and explains their steps."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Collection, Hashable
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar

from cachetools import LRUCache, TTLCache
from msgspec import MsgspecError
from msgspec.json import decode

from bot.domain.changes import Refused
from bot.domain.puzzles import (
    FIRST_NUMBER,
    LESSON_NUMBER,
    MAX_ARCHIVE_DAYS,
    compute_puzzle_hash,
    find_counting_end,
    find_date,
    find_middle,
    find_number,
    is_playable,
)
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.engine.puzzle_task import PuzzleTask
from bot.engine.puzzles import Puzzles
from bot.services.computer_executor import ComputerExecutor
from bot.services.heartbeat import Clock
from bot.storage.puzzle_repository import PuzzleProof, StoredPuzzle
from bot.storage.store import Store

DAYS_MADE_AHEAD = 2
"""Puzzles are made so many days ahead. So the hash of the next one is known from midnight on."""
MAX_TASK_SECONDS = 15.0
"""The number of seconds after which nobody waits any longer for a puzzle or for a step of one."""
FAILURE_RETRY_SECONDS = 60.0
"""The number of seconds for which what could not be made is not tried again."""
MAX_CACHED_PUZZLES = 64
MAX_CACHED_STEPS = 4096
SECRET_BYTES = 32

Work = Puzzle | Step
T = TypeVar("T")
W = TypeVar("W", Puzzle, Step)


class TaskFailed(Refused):
    """Raised when a game could not make a puzzle or find a step of one."""


class PuzzleLibrary:
    """Finds the daily puzzles of a shard, their pars and their steps.

    Slow work on them runs where slow computer players choose their moves. Several people who wait
    for the same share one run of it.
    """

    def __init__(
        self, store: Store, registry: GameRegistry, executor: ComputerExecutor, clock: Clock
    ) -> None:
        self._store = store
        self._registry = registry
        self._executor = executor
        self._clock = clock
        self._stored: LRUCache[int, StoredPuzzle] = LRUCache(MAX_CACHED_PUZZLES)
        self._pars: LRUCache[int, int | None] = LRUCache(MAX_CACHED_PUZZLES)
        self._steps: LRUCache[Hashable, Step] = LRUCache(MAX_CACHED_STEPS)
        self._running: dict[Hashable, asyncio.Task[Any]] = {}
        """What is being read or made now, by its key."""
        self._failed: TTLCache[Hashable, str] = TTLCache(MAX_CACHED_STEPS, FAILURE_RETRY_SECONDS)
        """The keys of refusals for work that failed lately."""

    @property
    def game(self) -> str | None:
        """The name of the first game that has puzzles, or None if no game has some."""
        return next((name for name, each in self._registry.items() if each.puzzles), None)

    @property
    def package(self) -> GamePackage | None:
        """The first game that has puzzles, or None if no game has some."""
        return None if self.game is None else self._registry[self.game]

    @property
    def puzzles(self) -> Puzzles | None:
        """The puzzles of `package`."""
        return self.package.puzzles if self.package else None

    def find_package(self, stored: StoredPuzzle) -> GamePackage:
        """Return the game of a puzzle, which is an earlier one if another game has puzzles now.

        Raises:
            Refused: The game is not installed any more.
        """
        package = self._registry.get(stored.game)
        if package is None or package.puzzles is None:
            raise Refused("puzzle-not-ready")
        return package

    async def load(self, number: int) -> StoredPuzzle:
        """Return a puzzle that is open, or the lesson. If it is missing, make it.

        Raises:
            Refused: It opens later, is too old, or cannot be made now.
        """
        if number > find_number(self._clock.now()):
            raise Refused("puzzle-not-ready")
        return await self._load(number)

    async def find_hash(self, number: int) -> str:
        """Return the hash of a puzzle, which may open later. If it is missing, make it.

        Raises:
            Refused: As `load` does.
        """
        return (await self._load(number)).hash

    async def find_proof(self, number: int) -> PuzzleProof | None:
        """Return what opens the hash of a puzzle, or None while the puzzle still counts."""
        if number < FIRST_NUMBER or self._clock.now() < find_counting_end(number):
            return None
        return await self._store.puzzles.find_proof(number)

    async def find_par(self, number: int) -> int | None:
        """Return the middle number of paw prints of those who solved a puzzle in time.

        None means that it still counts, or that nobody has solved it.
        """
        if number < FIRST_NUMBER or self._clock.now() < find_counting_end(number):
            return None
        if number not in self._pars:
            count = partial(self._store.puzzles.count_prints, number)
            self._pars[number] = find_middle(await self._share(("par", number), count))
        return self._pars[number]

    async def find_step(
        self, number: int, found: Collection[Mark], mark: Mark | None = None
    ) -> Step:
        """Return a step of a puzzle that is open, as `Puzzles.find_step`.

        Raises:
            Refused: It cannot be found now, or `load` refuses the puzzle.
        """
        marks = tuple(sorted(found))
        key = "step", number, marks, mark
        if key in self._steps:
            return self._steps[key]
        stored = await self.load(number)
        package = self.find_package(stored)
        return await self._share(key, partial(self._find_step, key, package, stored, marks, mark))

    def find_missing(self, stored: Collection[int]) -> tuple[int, ...]:
        """Return the puzzles that have to be made, in their order, given those that are stored.

        The order is today's, the next ones, then those of the archive, the newest first.
        """
        today = find_number(self._clock.now())
        ahead = range(today, today + DAYS_MADE_AHEAD + 1)
        archive = range(today - 1, today - MAX_ARCHIVE_DAYS - 1, -1)
        days = (number for number in (*ahead, *archive) if number >= FIRST_NUMBER)
        return tuple(number for number in days if number not in stored)

    async def make(self, number: int) -> None:
        """Make the puzzle of a day, and store it unless the day has one.

        Raises:
            Refused: It cannot be made now.
        """
        await self._share(("puzzle", number), partial(self._find_or_make, number))

    async def _load(self, number: int) -> StoredPuzzle:
        if number == LESSON_NUMBER:
            return self._make_lesson()
        if number in self._stored:
            return self._stored[number]
        return await self._share(("puzzle", number), partial(self._find_or_make, number))

    def _make_lesson(self) -> StoredPuzzle:
        if self.game is None or self.puzzles is None:
            raise Refused("puzzle-not-ready")
        return StoredPuzzle(LESSON_NUMBER, self.game, self.puzzles.lesson, "", "")

    async def _find_or_make(self, number: int) -> StoredPuzzle:
        """Return the puzzle of a day from the database, and make and store it before if needed."""
        stored = await self._store.puzzles.find_puzzle(number)
        if stored is None and number in self.find_missing(()):
            await self._store.puzzles.add_puzzle(await self._make(number))
            stored = await self._store.puzzles.find_puzzle(number)
        if stored is None:
            raise Refused("puzzle-not-ready")
        self._stored[number] = stored
        return stored

    async def _make(self, number: int) -> StoredPuzzle:
        game, package = self.game, self.package
        if game is None or package is None or package.puzzles is None:
            raise Refused("puzzle-not-ready")
        secret = await self._store.puzzles.find_secret(token_hex(SECRET_BYTES))
        day = find_date(number)
        seed = hmac.digest(secret.encode(), f"puzzle:{game}:{day.isoformat()}".encode(), "sha256")
        task = PuzzleTask(partial(package.puzzles.make, seed, day.weekday()))
        puzzle = await self._run(game, package, number, task, Puzzle)
        if puzzle and not is_playable(puzzle):
            self._executor.log_puzzle_fault(game, number, "it cannot be played")
            puzzle = None
        if puzzle is None:
            raise TaskFailed("puzzle-not-ready")
        return StoredPuzzle(number, game, puzzle, seed.hex(), compute_puzzle_hash(seed, puzzle))

    async def _find_step(
        self,
        key: Hashable,
        package: GamePackage,
        stored: StoredPuzzle,
        found: tuple[Mark, ...],
        mark: Mark | None,
    ) -> Step:
        if package.puzzles is None:
            raise Refused("puzzle-not-ready")
        task = PuzzleTask(partial(package.puzzles.find_step, stored.puzzle, found, mark))
        step = await self._run(stored.game, package, stored.number, task, Step)
        if step is None:
            raise TaskFailed("puzzle-no-step")
        self._steps[key] = step
        return step

    async def _run(
        self, game: str, package: GamePackage, number: int, task: PuzzleTask, kind: type[W]
    ) -> W | None:
        """Run slow work, and return what it has made. If it fails, log that and return None."""
        future = asyncio.wrap_future(self._executor.begin_puzzle_task(game, package, task))
        await asyncio.wait((future,), timeout=MAX_TASK_SECONDS)
        if not future.done():
            future.cancel()
            failure = TimeoutError.__name__
        elif future.cancelled():
            return None
        else:
            result = future.result()
            failure = result.failure
            if not failure:
                try:
                    return decode(result.made, type=kind)
                except MsgspecError as problem:
                    failure = type(problem).__name__
        self._executor.log_puzzle_fault(game, number, f"work on it failed: {failure}")
        return None

    async def _share(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of work that runs once for all who wait for the same key.

        Work that failed is not tried again for `FAILURE_RETRY_SECONDS`.
        """
        if refusal := self._failed.get(key):
            raise TaskFailed(refusal)
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(self._run_shared(key, work))
            task.add_done_callback(partial(self._end_shared, key))
        return await asyncio.shield(task)

    def _end_shared(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._running[key]
        if not task.cancelled():
            task.exception()  # retrieved, because all who waited may have been cancelled

    async def _run_shared(self, key: Hashable, work: Callable[[], Awaitable[T]]) -> T:
        try:
            return await work()
        except TaskFailed as failure:
            self._failed[key] = failure.key
            raise
