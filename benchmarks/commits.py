"""How long a commit and a read of a table take, on a real file: `python -m benchmarks.commits`.

Also how many moves a second are stored where many tables move again at once. With `--database` and
an address, such as `postgresql://user@host/database`, the same in an empty database there.
Whoever changes the store would miss it.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from bot.domain.table import Commit, Deadline, IdleCheck, Lobby, Match, Player, Table
from bot.engine.chance import SeededChance
from bot.engine.events import EventRecord
from bot.engine.options import default_options
from bot.engine.package import extract_games
from bot.engine.records import ActRecord, begin_game
from bot.games.registry import GAMES
from bot.storage.store import Store

ROUNDS = 1000
MANY = (1, 20, 100)
PLAYERS = 4


def full_table(now: float, channel: int) -> Match:
    """Return a table of four at which a game has just been dealt."""
    people = tuple(Player(f"Player {user}", user, clicked_at=now) for user in range(PLAYERS))
    timers = (Deadline("turn:12", at=now + 600), IdleCheck("close", at=now + 604800))
    lobby = Lobby("cloaked_cats", 1, channel, "en", "10", now, now, timers=timers)
    game, seed = GAMES[lobby.game].game, bytes(32)
    state, _ = begin_game(game, PLAYERS, default_options(game.options), SeededChance(seed, 0))
    return lobby.begin(game, state, seed, people)


def moved(table: Table, now: float) -> Commit:
    """Return a change that writes what a guess does."""
    step = table.step + 1
    given = (ActRecord(seat=0, decision=step, move="guess/2/14", at=step),)
    told = tuple(EventRecord(to=None, name="guessed", values=(0, 2, 14)) for _ in range(3))
    interaction = table.id << 32 | step
    return Commit(
        replace(table, step=step), at=now, actions=given, events=told, interaction_id=interaction
    )


async def timed(work: Callable[[], Awaitable[object]]) -> str:
    """Run `work` again and again; return its median and 99th percentile in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        await work()
        times.append((time.perf_counter() - start) * 1000)
    last = statistics.quantiles(times, n=100)[98]
    return f"median {statistics.median(times):.2f} ms, p99 {last:.2f} ms"


async def at_once(store: Store, tables: list[Table], now: float) -> str:
    """Let tables move again and again, all at once; return how many moves a second are stored."""

    async def play(table: Table) -> None:
        for _ in range(ROUNDS // 10):
            table = await store.tables.commit(moved(table, now))

    start = time.perf_counter()
    await asyncio.gather(*map(play, tables))
    seconds = time.perf_counter() - start
    return f"{len(tables) * (ROUNDS // 10) / seconds:,.0f} a second"


async def main(database: str | None) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        url = database or f"sqlite:///{Path(folder) / 'cats.db'}"
        store = await Store.open(url, extract_games(GAMES))
        now = time.time()
        table = await store.tables.commit(Commit(full_table(now, 0), at=now))

        async def commit() -> None:
            nonlocal table
            table = await store.tables.commit(moved(table, now))

        print("commit:", await timed(commit))
        print("table: ", await timed(lambda: store.tables.load(table.id)))
        channel = 0
        for many in MANY:
            opened = []
            for _ in range(many):
                channel += 1
                opened.append(await store.tables.commit(Commit(full_table(now, channel), at=now)))
            print(f"moves of {many} at once:", await at_once(store, opened, now))
        await store.close()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--database", help="the address of an empty database")
    asyncio.run(main(arguments.parse_args().database))
