"""Daily puzzles are made, found and explained, whatever fails meanwhile."""

import asyncio
import hashlib
import hmac
import os
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.domain.changes import Refused
from bot.domain.puzzles import (
    COUNTING_SECONDS,
    MAX_ARCHIVE_DAYS,
    find_middle,
    find_opening,
    is_playable,
)
from bot.engine.package import GamePackage, extract_games
from bot.engine.puzzle_data import Mark, Puzzle, Step
from bot.services import puzzle_library
from bot.services.computer_executor import ComputerExecutor
from bot.services.heartbeat import Clock
from bot.services.puzzle_library import DAYS_MADE_AHEAD, PuzzleLibrary
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from tests.databases import is_sqlite, run_sql
from tests.puzzles import HOUR, MARKS, NUMBER, OPENING, STORED, make_attempt, make_stored_puzzle
from tests.toys import REGISTRY
from tests.toys.puzzles import TOY_PUZZLES, ToyPuzzles

GAME = "secret_numbers"
GAMES = extract_games(REGISTRY)
DAY_SECONDS = 86_400.0


class Noting(ToyPuzzles):
    """Notes how often puzzles are made and steps are found."""

    def __init__(self) -> None:
        self.made: list[tuple[bytes, int]] = []
        self.steps = 0

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        self.made.append((seed, weekday))
        return super().make(seed, weekday)

    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        self.steps += 1
        time.sleep(0.02)
        return super().find_step(puzzle, found, mark)


class Broken(ToyPuzzles):
    """Fails in whatever way it is told."""

    def __init__(self, way: str) -> None:
        self.way = way

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        self.fail()
        puzzle = super().make(seed, weekday)
        return replace(puzzle, following=puzzle.following[:1] * puzzle.length)

    def find_step(self, puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
        self.fail()
        return puzzle  # type: ignore[return-value]

    def fail(self) -> None:
        match self.way:
            case "error":
                raise ValueError("a secret")
            case "death":
                os._exit(3)
            case "hang":
                time.sleep(60.0)


def make_package(puzzles: ToyPuzzles | None) -> GamePackage:
    return replace(REGISTRY[GAME], puzzles=puzzles)


class Library:
    """A library of one worker; `now` is moved by hand."""

    def __init__(self, store: Store, puzzles: ToyPuzzles, executor: ComputerExecutor) -> None:
        self.now = OPENING + HOUR
        self.store = store
        clock = Clock(lambda: self.now, lambda: self.now)
        self.registry = {"race": REGISTRY["race"], GAME: make_package(puzzles)}
        self.library = PuzzleLibrary(store, self.registry, executor, clock)


Make = Callable[..., Library]


@pytest.fixture
def executor() -> Iterator[ComputerExecutor]:
    executor = ComputerExecutor()
    yield executor
    executor.close()


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'cats.db'}", GAMES)
    yield store
    await store.close()


@pytest.fixture
def make(store: Store, executor: ComputerExecutor) -> Make:
    return lambda puzzles=TOY_PUZZLES: Library(store, puzzles, executor)


async def expect_refusal(key: str, *asked: "asyncio.Future[object] | object") -> None:
    for each in asked:
        with pytest.raises(Refused) as refused:
            await each  # type: ignore[misc]
        assert refused.value.key == key


async def test_a_missing_puzzle_is_made_once_from_secret_and_date(make: Make, store: Store) -> None:
    noting = Noting()
    one = make(noting)
    found = await asyncio.gather(*(one.library.load(NUMBER) for _ in range(5)))
    assert len({each.hash for each in found}) == len(noting.made) == 1
    secret = await store.puzzles.find_secret("another")
    assert len(bytes.fromhex(secret)) == 32
    seed = hmac.digest(secret.encode(), b"puzzle:secret_numbers:2026-11-30", "sha256")
    assert noting.made == [(seed, date(2026, 11, 30).weekday())]
    assert found[0] == replace(make_stored_puzzle(seed=seed), hash=found[0].hash)
    again = make(noting)
    assert await again.library.load(NUMBER) == found[0], "as stored"
    assert len(noting.made) == 1


async def test_two_workers_make_the_same_puzzle(database: str, executor: ComputerExecutor) -> None:
    async with AsyncExitStack() as stack:
        workers = list[Library]()
        for at in range(2):
            if not at or not is_sqlite(database):
                store = await Store.open(database, GAMES)
                stack.push_async_callback(store.close)
            workers.append(Library(store, Noting(), executor))
        for number in range(NUMBER - 5, NUMBER + 1):
            first, second = await asyncio.gather(*(each.library.load(number) for each in workers))
            assert first == second
        assert len(run_sql(database, "SELECT 1 FROM settings WHERE key = 'puzzle-secret'")) == 1


async def test_a_host_who_changes_the_secret_changes_no_stored_day(
    make: Make, tmp_path: Path
) -> None:
    one = make()
    announced = await one.library.find_hash(NUMBER + 1)
    for secret in ("x", "", "ein anderes 🐈"):
        url = f"sqlite:///{tmp_path / 'cats.db'}"
        run_sql(url, "UPDATE settings SET value = ? WHERE key = 'puzzle-secret'", secret)
        other = make()
        assert await other.library.find_hash(NUMBER + 1) == announced
    await other.library.make(NUMBER + 2)
    run_sql(url, "DELETE FROM settings WHERE key = 'puzzle-secret'")
    other = make()
    assert await other.library.find_hash(NUMBER + 1) == announced
    other.now += 2.5 * DAY_SECONDS
    proof = await other.library.find_proof(NUMBER + 1)
    assert proof is not None
    opened = hashlib.sha256(bytes.fromhex(proof.seed) + proof.json.encode()).hexdigest()
    assert opened == announced
    await other.library.make(NUMBER + 4)


async def test_a_puzzle_opens_at_midnight_and_its_proof_when_it_counts_no_more(make: Make) -> None:
    one = make()
    await one.library.find_hash(NUMBER)
    one.now = OPENING - 0.001
    await expect_refusal("puzzle-not-ready", one.library.load(NUMBER))
    assert await one.library.find_hash(NUMBER)
    await expect_refusal("puzzle-not-ready", one.library.find_step(NUMBER, ()))
    one.now = OPENING
    assert (await one.library.load(NUMBER)).number == NUMBER
    one.now = OPENING + COUNTING_SECONDS - 1
    assert await one.library.find_proof(NUMBER) is None
    one.now += 1
    assert await one.library.find_proof(NUMBER) is not None
    assert await one.library.find_proof(NUMBER - 9) is None, "it was never made"
    assert await one.library.find_proof(0) is None


async def test_only_days_of_the_archive_and_the_next_ones_are_made(make: Make) -> None:
    one = make()
    oldest, newest = NUMBER - MAX_ARCHIVE_DAYS, NUMBER + DAYS_MADE_AHEAD
    for number in (oldest - 1, newest + 1, -3):
        await expect_refusal("puzzle-not-ready", one.library.find_hash(number))
    assert await one.library.load(oldest)
    assert await one.library.find_hash(newest)
    missing = one.library.find_missing({oldest, NUMBER + 1})
    assert missing[:3] == (NUMBER, NUMBER + 2, NUMBER - 1)
    assert {*missing} == {*range(oldest + 1, newest + 1)} - {NUMBER + 1}
    one.now = find_opening(3)
    assert one.library.find_missing(()) == (3, 4, 5, 2, 1)


async def test_the_lesson_is_there_without_a_database(make: Make) -> None:
    lesson = await make().library.load(0)
    assert (lesson.game, lesson.puzzle) == (GAME, TOY_PUZZLES.lesson)
    step = await make().library.find_step(0, ())
    assert step.mark == lesson.puzzle.following[0][0]


async def test_people_who_want_the_same_step_share_one_run_of_it(make: Make, store: Store) -> None:
    noting = Noting()
    await store.puzzles.add_puzzle(STORED)
    library = make(noting).library
    found = MARKS[:2]
    asked = [library.find_step(NUMBER, order) for order in (found, found[::-1], found)]
    steps = await asyncio.gather(*asked)
    assert steps == [TOY_PUZZLES.find_step(STORED.puzzle, found)] * 3
    assert await library.find_step(NUMBER, {*found}) == steps[0]
    assert noting.steps == 1
    other = await library.find_step(NUMBER, found, MARKS[3])
    assert other.mark == MARKS[3]
    assert noting.steps == 2


async def test_whoever_stops_waiting_takes_nobody_elses_step_away(make: Make, store: Store) -> None:
    await store.puzzles.add_puzzle(STORED)
    library = make(Noting()).library
    tasks = [asyncio.create_task(library.find_step(NUMBER, ())) for _ in range(2)]
    await asyncio.sleep(0.005)
    tasks[0].cancel()
    assert (await tasks[1]).mark == MARKS[0]
    assert tasks[0].cancelled()


@pytest.mark.logs_errors
@pytest.mark.parametrize("way", ["error", "unplayable"])
async def test_a_game_that_fails_is_logged_once_and_people_are_told_to_try_again(
    make: Make, store: Store, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    one = make(Broken(way))
    asked = [one.library.load(NUMBER) for _ in range(3)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert {str(each) for each in answers} == {"puzzle-not-ready"}
    await expect_refusal("puzzle-not-ready", one.library.load(NUMBER - 1))
    await expect_refusal("puzzle-not-ready", one.library.find_hash(NUMBER + 1))
    assert await store.puzzles.find_numbers(0, 999) == set(), "nothing is stored"
    faults = [each for each in caplog.records if each.levelname == "ERROR"]
    assert len(faults) == 1
    assert "a secret" not in caplog.text
    await store.puzzles.add_puzzle(STORED)
    other = make(Broken(way))
    await expect_refusal("puzzle-no-step", other.library.find_step(NUMBER, ()))


@pytest.mark.logs_errors
async def test_what_failed_is_not_tried_again_at_each_press(make: Make, store: Store) -> None:
    await store.puzzles.add_puzzle(STORED)
    one = make(Broken("error"))
    await expect_refusal("puzzle-no-step", one.library.find_step(NUMBER, ()))
    one.registry[GAME] = make_package(TOY_PUZZLES)
    await expect_refusal("puzzle-no-step", one.library.find_step(NUMBER, ()))
    assert (await one.library.find_step(NUMBER, MARKS[:1])).mark == MARKS[1]
    one.library._failed.clear()  # as after a while
    assert (await one.library.find_step(NUMBER, ())).mark == MARKS[0]


@pytest.mark.logs_errors
@pytest.mark.parametrize("way", ["death", "hang"])
async def test_a_game_that_kills_its_process_or_hangs_leaves_nobody_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("bot.services.computer_process.MAX_THOUGHT_SECONDS", 2.5)
    executor = ComputerExecutor(in_processes=True)
    try:
        one = Library(store, Broken(way), executor)
        await expect_refusal("puzzle-not-ready", one.library.load(NUMBER))
        one.registry[GAME] = make_package(TOY_PUZZLES)
        assert (await one.library.load(NUMBER - 1)).number == NUMBER - 1
    finally:
        executor.close()


@pytest.mark.logs_errors
async def test_a_game_that_hangs_in_a_thread_leaves_nobody_waiting(
    make: Make, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_library, "MAX_TASK_SECONDS", 0.05)
    one = make(Broken("hang"))
    await expect_refusal("puzzle-not-ready", one.library.load(NUMBER))


async def test_a_database_that_was_away_is_asked_again(
    make: Make, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = make()
    with monkeypatch.context() as away:
        problem = StoreProblem("store-failing")
        away.setattr(store.puzzles, "find_puzzle", AsyncMock(side_effect=problem))
        with pytest.raises(StoreProblem):
            await one.library.load(NUMBER)
    assert (await one.library.load(NUMBER)).number == NUMBER


async def test_a_closed_executor_refuses(make: Make, executor: ComputerExecutor) -> None:
    executor.close()
    await expect_refusal("puzzle-not-ready", make().library.load(NUMBER))


async def test_without_a_game_that_has_puzzles_there_are_none(make: Make, store: Store) -> None:
    one = make()
    await store.puzzles.add_puzzle(STORED)
    one.registry[GAME] = make_package(None)
    assert one.library.package is None
    assert one.library.puzzles is None
    await expect_refusal(
        "puzzle-not-ready",
        one.library.load(NUMBER - 1),
        one.library.load(0),
        one.library.find_step(NUMBER, ()),
    )
    stored = await one.library.load(NUMBER)
    with pytest.raises(Refused):
        one.library.find_package(stored)


async def test_par_is_told_once_the_puzzle_counts_no_more_and_then_stays(
    make: Make, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = make()
    for user, wrong in enumerate((5, 0, 3, 1)):
        assert await store.puzzles.store_attempt(make_attempt(user, wrong=wrong), 0)
    one.now = OPENING + COUNTING_SECONDS - 1
    assert await one.library.find_par(NUMBER) is None
    one.now += 1
    count, counted = store.puzzles.count_prints, list[int]()

    async def count_and_note(number: int) -> dict[int, int]:
        counted.append(number)
        return await count(number)

    monkeypatch.setattr(store.puzzles, "count_prints", count_and_note)
    assert await asyncio.gather(*(one.library.find_par(NUMBER) for _ in range(3))) == [1] * 3
    assert counted == [NUMBER], "they are counted once for all"
    await store.personal_data.erase(1)
    assert await one.library.find_par(NUMBER) == 1
    assert await one.library.find_par(NUMBER - 1) is None, "nobody solved it"
    assert await one.library.find_par(0) is None


@pytest.mark.parametrize(
    ("counts", "middle"),
    [({}, None), ({4: 1}, 4), ({0: 1, 2: 1}, 0), ({5: 1, 0: 1, 2: 1}, 2), ({0: 3, 1: 2, 9: 9}, 9)],
)
def test_the_middle_of_numbers(counts: dict[int, int], middle: int | None) -> None:
    assert find_middle(counts) == middle


def test_a_puzzle_whose_parts_do_not_fit_is_not_playable() -> None:
    puzzle, (own, other) = STORED.puzzle, STORED.puzzle.answer
    assert is_playable(puzzle)
    wrong = (
        replace(puzzle, answer=(own, own)),
        replace(puzzle, answer=(own,)),
        replace(puzzle, answer=((), ()), following=(), open_cards=(1,)),
        replace(puzzle, cards=puzzle.cards[:-1]),
        replace(puzzle, open_cards=(0, 3, 4, 4, 4)),
        replace(puzzle, open_cards=(2, 4, 3, 4, 4)),
        replace(puzzle, open_cards=puzzle.open_cards[:-1]),
        replace(puzzle, following=(MARKS[:1], MARKS[:1], *puzzle.following[2:])),
        replace(puzzle, following=(*puzzle.following[:3], (*MARKS[:3], Mark(0, other[0])))),
        replace(puzzle, following=(*puzzle.following[:3], (*MARKS[:3], MARKS[0]))),
    )
    assert [each for each in wrong if is_playable(each)] == []
