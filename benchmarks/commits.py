"""How long a commit and a read of a table take, on a real file: `python benchmarks/commits.py`."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from bot.games.box import games_on
from bot.games.game import Act, Event
from bot.games.registry import GAMES
from bot.store.records import Commit, Due, Player, Table
from bot.store.store import Store

ROUNDS = 1000


def full_table(now: float) -> Table:
    """Return a table of four in the midst of a game, its state of the usual size (2 KB)."""
    people = tuple(Player(name=f"Player {user}", user=user, clicked_at=now) for user in range(4))
    dues = (Due("clock", "turn:12", now + 600), Due("idle", "", now + 604800))
    table = Table("cloaked-cats", 1, 1, "en", "10", now, now, phase="playing", players=people)
    return msgspec.structs.replace(table, seed=bytes(32), state=bytes(2000), dues=dues)


async def timed(work: Callable[[], Awaitable[object]]) -> str:
    """Run `work` again and again; return its median and 99th percentile in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        await work()
        times.append((time.perf_counter() - start) * 1000)
    last = statistics.quantiles(times, n=100)[98]
    return f"median {statistics.median(times):.2f} ms, p99 {last:.2f} ms"


async def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'cats.db'}", games_on(GAMES))
        now = time.time()
        table = await store.commit(Commit(full_table(now), at=now))

        async def commit() -> None:
            nonlocal table
            step = table.step + 1
            moved = msgspec.structs.replace(table, step=step)
            given = (Act(seat=0, decision=step, move="guess/2/14", at=step),)
            told = tuple(Event(to=None, name="guessed", values=(0, 2, 14)) for _ in range(3))
            change = Commit(moved, at=now, given=given, events=told, interaction=step)
            table = await store.commit(change)

        print("commit:", await timed(commit))
        print("table: ", await timed(lambda: store.table(table.id)))
        await store.close()


if __name__ == "__main__":
    asyncio.run(main())
