"""What it takes to count the results of a daily puzzle, and what a press waits meanwhile.

Run: python -m benchmarks.puzzles [--people N] [--days N] [--presses N]

So many people have solved each day's puzzle. A press reads a person's attempt and stores it with
one entry more, in turns while nothing else runs, and while the par of one day after the other and
the solvers of a large server are read again and again.
"""

import asyncio
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec.json import encode

from bot.domain.puzzles import Attempt, Entry, enter_mark, find_middle, find_opening
from bot.engine.package import extract_games
from bot.storage.store import Store
from tests.databases import DATABASES, empty_database, open_transaction
from tests.puzzles import HOUR, MARKS, NUMBER, OPENING, STORED
from tests.toys import REGISTRY

SERVER = 1 << 60
"""A server of which a tenth of the people are."""
ROWS_PER_INSERT = 100
PRESSES_AT_ONCE = 8
NINE_MARKS = encode(tuple(Entry("right", MARKS[at % len(MARKS)]) for at in range(9))).decode()


def fill(url: str, people: int, days: int) -> None:
    """Store that many people have solved the puzzles of some days."""
    luck = Random(1)
    with open_transaction(url) as ask:
        for number in range(NUMBER - days, NUMBER):
            for start in range(0, people, ROWS_PER_INSERT):
                users = range(start, min(start + ROWS_PER_INSERT, people))
                rows = [
                    (
                        *(number, 10**17 + 7 * user, SERVER + user % 10, f"Person {user}"),
                        *(NINE_MARKS, luck.choice((0, 0, 1, 2, 3, 5, 8))),
                        *(find_opening(number), find_opening(number) + luck.random() * 36 * HOUR),
                    )
                    for user in users
                ]
                marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * len(rows))
                values = (value for row in rows for value in row)
                ask(f"INSERT INTO puzzle_attempts VALUES {marks}", *values)


async def press(store: Store, user: int) -> float:
    """Read a person's attempt, store its next entry, and return the seconds that it took."""
    began = perf_counter()
    stored = await store.puzzles.find_attempt(NUMBER, user)
    attempt = stored or Attempt(NUMBER, user, SERVER, "Ada", started_at=OPENING)
    mark = next(each for each in MARKS if each not in attempt.found)
    entered = enter_mark(attempt, STORED.puzzle, mark, OPENING + 60.0)
    assert await store.puzzles.store_attempt(entered, len(attempt.entries))
    return perf_counter() - began


async def press_often(store: Store, presses: int, first_user: int) -> list[float]:
    """Let some people press again and again, and return the seconds of each press."""

    async def press_in_turn(at: int) -> list[float]:
        times = []
        for number in range(at, presses, PRESSES_AT_ONCE):
            user = first_user + at * presses + number // (PRESSES_AT_ONCE * len(MARKS))
            times.append(await press(store, user))
            await asyncio.sleep(0.005)
        return times

    lists = await asyncio.gather(*(press_in_turn(at) for at in range(PRESSES_AT_ONCE)))
    return [seconds for each in lists for seconds in each]


async def repeat(read: Callable[[int], Awaitable[object]], days: int, times: list[float]) -> None:
    """Read one day after the other until cancelled, and note the seconds that each took."""
    number = 0
    while True:
        began = perf_counter()
        await read(NUMBER - 1 - number % days)
        times.append(perf_counter() - began)
        number += 1


def tell(name: str, times: list[float]) -> None:
    """Print a line with the figures of some times."""
    p99 = quantiles(times, n=100)[98]
    figures = (median(times), p99, max(times))
    print(f"{name:38} {' '.join(f'{1000 * each:8.1f} ms' for each in figures)}  ({len(times)})")


async def measure(url: str, days: int, presses: int) -> None:
    """Print the figures of one database."""
    store = await Store.open(url, extract_games(REGISTRY))
    began = perf_counter()
    counts = await store.puzzles.count_prints(NUMBER - 1)
    first = perf_counter() - began
    par, solved = find_middle(counts), sum(counts.values())
    print(f"{'the first count':38} {1000 * first:8.1f} ms  (par {par} of {solved})")
    await press_often(store, presses // 10, 1)
    tell("a press", await press_often(store, presses, 10**6))
    reads: dict[str, Callable[[int], Awaitable[object]]] = {
        "par": store.puzzles.count_prints,
        "solvers": partial(store.puzzles.find_solvers, SERVER),
    }
    for at, (name, read) in enumerate(reads.items(), 2):
        times = list[float]()
        task = asyncio.create_task(repeat(read, days, times))
        tell(f"a press while {name} is read", await press_often(store, presses, at * 10**7))
        task.cancel()
        tell(f"reading {name} meanwhile", times)
    await store.close()


async def main() -> None:
    """Print the figures of both databases."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--days", type=int, default=5)
    parser.add_argument("--presses", type=int, default=2_000)
    given = parser.parse_args()
    for kind in DATABASES:
        with TemporaryDirectory() as folder, empty_database(kind, Path(folder) / "cats.db") as url:
            await (await Store.open(url, extract_games(REGISTRY))).close()
            fill(url, given.people, given.days)
            print(f"{kind}, median, 99th percentile, worst (number)")
            await measure(url, given.days, given.presses)


if __name__ == "__main__":
    asyncio.run(main())
