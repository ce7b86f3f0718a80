"""What it costs to keep a database in order that has grown for years.

Run: python -m benchmarks.growth [--database postgresql] [--scores 1000000] [--tables 100000]
[--servers 50000]

It builds one, does what the bot does at a start, with each heartbeat, after lost time and once a
day, and prints of each how long its transactions held the connection that writes, or the one that
reads: median and longest. Meanwhile somebody moves 20 times a second at a table of another shard.
"""

import asyncio
import os
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
)
from contextvars import ContextVar
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.commits import full_table, moved
from benchmarks.filling import DAY, FIRST_CHANNEL, FIRST_USER, LARGEST, Size, fill, guild
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.presenters.scores import since
from bot.store.database import Database, Transaction
from bot.store.opening import open_database
from bot.store.records import Commit, Table
from bot.store.results import Page
from bot.store.shards import Shard
from bot.store.store import Store
from tests.postgres import shared_server
from tests.store.conftest import clean_up

SHARD = Shard(0, 2)
"""The one that has all servers of the database."""
OTHERS = 1 << 22
"""A server of the other shard."""
BETWEEN_MOVES = 0.05
OFTEN = 20
"""How often what changes nothing is done."""
_watched = ContextVar("_watched", default=False)
"""Whether what runs here is what is measured."""


class Held(Struct, frozen=True):
    """How long a transaction held its connection."""

    seconds: float
    cpu: float
    """Seconds of CPU time of this process."""


class Watched:
    """A database that notes how long its connections were held for what is measured."""

    def __init__(self, database: Database) -> None:
        """Watch this one."""
        self._database = database
        self.writing_held: list[Held] = []
        self.reading_held: list[Held] = []

    def __getattr__(self, name: str) -> Any:
        """Be that database in all else."""
        return getattr(self._database, name)

    def writing(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold a transaction that writes."""
        return self._timed(self.writing_held, self._database.writing)

    def reading(self) -> AbstractAsyncContextManager[Transaction]:
        """Hold the connection that reads."""
        return self._timed(self.reading_held, self._database.reading)

    @asynccontextmanager
    async def _timed(
        self, held: list[Held], begin: Callable[[], AbstractAsyncContextManager[Transaction]]
    ) -> AsyncIterator[Transaction]:
        async with AsyncExitStack() as ending:
            transaction = await ending.enter_async_context(begin())
            start, cpu = time.perf_counter(), time.process_time()
            yield transaction
        if _watched.get():
            held.append(Held(time.perf_counter() - start, time.process_time() - cpu))


class Cost(Struct, frozen=True):
    """What something cost; all times are seconds."""

    times: int
    """How often it was done."""
    writing: Sequence[Held]
    """How each of its transactions held the connection that writes."""
    reading: Sequence[Held]
    """How it held the one that reads."""
    total: float
    cpu: float
    """Of this process, the moves of somebody else included."""
    waits: Sequence[float]
    """How long each of these took."""


Work = Callable[[Store, float], Awaitable[object]]


async def _compare(store: Store, now: float, size: Size) -> None:
    """Compare the servers; one in a hundred is gone, but for the 500 of which that is noted."""
    there = {guild(number) for number in range(501, size.servers + 1) if number % 100}
    await store.guilds.compare(there, now, SHARD)


def works(size: Size, first: int) -> dict[str, tuple[int, Work]]:
    """Return what is measured, and how often: by its name, in this order."""
    ended = iter(range(first + 2, first + size.tables, 10))

    async def forget(store: Store, _: float) -> None:
        await store.tables.delete(next(ended))

    return {
        "compare_guilds": (1, lambda store, now: _compare(store, now, size)),
        "forgive": (
            1,
            lambda s, now: s.deadlines.extend(now, now - 600, SHARD, least=True),
        ),
        "beat, first": (1, lambda s, now: s.bot.beat(now, SHARD)),
        "beat": (OFTEN, lambda s, now: s.bot.beat(now, SHARD)),
        "next_dues": (OFTEN, lambda s, now: s.tables.next_timers(now + 2 * DAY, SHARD)),
        "unshown": (OFTEN, lambda s, now: s.tables.find_stale_boards(SHARD, now - 7 * DAY)),
        "phases": (OFTEN, lambda s, _: s.tables.count_phases()),
        "scores, ever": (
            OFTEN,
            lambda s, _: s.history.scores(Page(LARGEST, "cloaked_cats")),
        ),
        "scores, three months": (
            OFTEN,
            lambda s, now: s.history.scores(Page(LARGEST, "cloaked_cats", since("three", now))),
        ),
        "games": (OFTEN, lambda s, _: s.history.games_of(LARGEST)),
        "finished": (
            OFTEN,
            lambda s, _: s.history.has_finished(FIRST_USER + 5, "catham_city"),
        ),
        "open_lesson": (OFTEN, lambda s, _: s.tables.find_lesson(FIRST_USER + 5, LARGEST)),
        "open_table": (OFTEN, lambda s, _: s.tables.find_open(FIRST_CHANNEL + 10)),
        "forget": (min(OFTEN, size.tables // 10), forget),
        "clean up": (1, clean_up),
    }


@asynccontextmanager
async def moving(store: Store, table: Table) -> AsyncIterator[list[float]]:
    """Let somebody move at a table; return how long each move took."""
    waits: list[float] = []

    async def move() -> None:
        latest = table
        while True:
            start = time.perf_counter()
            latest = await store.tables.commit(moved(latest, time.time()))
            waits.append(time.perf_counter() - start)
            await asyncio.sleep(BETWEEN_MOVES)

    task = asyncio.create_task(move())
    try:
        yield waits
    finally:
        task.cancel()
        await asyncio.wait([task])


async def measured(url: str, size: Size) -> dict[str, Cost]:
    """Fill an empty database, and return what each costs."""
    await fill(url, size)
    costs = {}
    start, cpu = time.perf_counter(), time.process_time()
    watched = Watched(await open_database(url))
    store = Store(cast("Database", watched), games_on(GAMES))
    costs["open"] = Cost(
        1, (), (), time.perf_counter() - start, time.process_time() - cpu, waits=()
    )
    first = await store.tables.find_latest(1) or 0
    for number, (name, (often, work)) in enumerate(works(size, first).items()):
        table = replace(full_table(time.time(), number), guild=OTHERS)
        table = await store.tables.commit(Commit(table, at=time.time()))
        async with moving(store, table) as waits:
            costs[name] = await _cost(watched, store, often, work, waits)
    await store.close()
    return costs


async def _cost(watched: Watched, store: Store, often: int, work: Work, waits: list[float]) -> Cost:
    watched.writing_held, watched.reading_held = [], []
    _watched.set(True)
    start, cpu = time.perf_counter(), time.process_time()
    for _ in range(often):
        await work(store, time.time())
    total, used = time.perf_counter() - start, time.process_time() - cpu
    _watched.set(False)
    return Cost(
        often, watched.writing_held, watched.reading_held, total / often, used / often, waits
    )


def _spread(seconds: Sequence[float]) -> str:
    """Return the median and the longest, in milliseconds."""
    if not seconds:
        return ""
    ordered = sorted(seconds)
    return f"{1000 * ordered[len(ordered) // 2]:.1f}, {1000 * ordered[-1]:.1f}"


def table(costs: dict[str, Cost]) -> str:
    """Return the costs as a table of Markdown."""
    lines = [
        "| what | times | writes each, ms held; of CPU | reads each, ms held; of CPU "
        "| s each | CPU s each | a move meanwhile, ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, cost in costs.items():
        both = [
            f"{len(held) / cost.times:.0f}: {_spread([each.seconds for each in held])}; "
            f"{_spread([each.cpu for each in held])}"
            if held
            else ""
            for held in (cost.writing, cost.reading)
        ]
        lines.append(
            f"| {name} | {cost.times} | {both[0]} | {both[1]} | {cost.total:.3f} | "
            f"{cost.cpu:.3f} | {_spread(cost.waits)} |"
        )
    return "\n".join(lines)


@contextmanager
def empty(database: str) -> Iterator[str]:
    """Return the address of an empty database of a kind for a while."""
    if database == "postgresql":
        with shared_server().database() as url:
            yield url
        return
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield f"sqlite:///{Path(folder) / 'cats.db'}"


def main() -> None:
    """Print the costs."""
    usual = Size()
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    arguments.add_argument("--scores", type=int, default=usual.scores)
    arguments.add_argument("--tables", type=int, default=usual.tables)
    arguments.add_argument("--servers", type=int, default=usual.servers)
    options = arguments.parse_args()
    with empty(options.database) as url:
        size = Size(options.scores, options.tables, options.servers)
        print(table(asyncio.run(measured(url, size))))
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
