"""Measures what each command and press costs with the data of somebody who has played a lot.

Run: python -m benchmarks.costs [--games N]

Each is used once in the simulated Discord, on a SQLite file. The simulated Discord runs in the same
process, so its own work is in the processor time and in the memory.
"""

import asyncio
import tracemalloc
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from time import process_time

from bot.bench.bots import make_start
from bot.bench.world import Answer, World
from bot.domain.table import Player
from bot.services import exporting
from bot.storage.sqlite_connection import Connection
from tests.bench.whole import whole_game

GAME = "liars_dice"
COMPUTERS = 5
"""The number of computer players in each finished game, which makes the records as large as any."""
COMMANDS = (
    "history", "profile", "scores", "privacy", "rules", "help", "play", "hand", "board", "learn",
    "export", "forget",
)  # fmt: skip
"""The subcommands of `/cats`, in an order in which each has something to show."""
PAGES_WITH_BUTTONS = ("history", "profile", "scores", "privacy", "learn")
"""The subcommands whose answers have buttons that show what is stored."""


class Cost:
    """What one command or press has cost so far."""

    milliseconds = 0.0
    """Processor time of the whole process."""
    rows = 0
    """Rows that were read from the database or written to it."""
    kilobytes = 0.0
    """The peak of the memory that Python allocated in addition."""


@contextmanager
def count_rows(cost: Cost) -> Iterator[None]:
    """Add all rows that are read or written in the block to a cost."""
    select, run = Connection._select_rows, Connection._run

    def select_and_count(self: Connection, *given: object) -> list[tuple[object, ...]]:
        found = select(self, *given)  # type: ignore[arg-type]
        cost.rows += len(found)
        return found

    def run_and_count(self: Connection, statement: object, rows: Sequence[object]) -> int:
        cost.rows += len(rows)
        return run(self, statement, rows)  # type: ignore[arg-type]

    Connection._select_rows, Connection._run = select_and_count, run_and_count  # type: ignore
    try:
        yield
    finally:
        Connection._select_rows, Connection._run = select, run  # type: ignore[method-assign]


async def measure(world: World, name: str, use: Callable[[], Awaitable[Answer]]) -> None:
    """Use a command or press twice, once for its time and once for its memory, and print them."""
    cost, requests = Cost(), len(world.requests)
    with count_rows(cost):
        began = process_time()
        answer = await use()
        await world.settle()
        cost.milliseconds = 1000 * (process_time() - began)
    requests = len(world.requests) - requests
    size = sum(map(len, answer.shown.files.values())) // 1024
    tracemalloc.start()
    await use()
    cost.kilobytes = tracemalloc.get_traced_memory()[1] / 1024
    tracemalloc.stop()
    print(
        f"{name:34} {cost.milliseconds:6.0f} ms {cost.kilobytes:8.0f} KB {requests:3} requests "
        f"{cost.rows:5} rows {size:5} KB of files"
    )


async def main(games: int) -> None:
    """Let a person play many games, then measure everything that this person can use."""
    exporting.SECONDS_BETWEEN_EXPORTS = 0.0  # so that a second file can be measured
    with TemporaryDirectory() as folder:
        world = await World.open(make_start(), f"sqlite:///{folder}/cats.db")
        ada = world.people[0]
        players = (Player(ada.name, ada.id), *[Player("Momo", None, "kitten")] * COMPUTERS)
        for seed in range(games):
            await whole_game(
                world.store,
                GAME,
                players,
                guild=world.guild.id,
                channel=world.channel.id,
                seed=seed % 256,
            )
        for command in COMMANDS:
            await measure(world, f"/cats {command}", partial(ada.slash, f"cats {command}"))
        pages = {page: (await ada.slash(f"cats {page}")).shown for page in PAGES_WITH_BUTTONS}
        choices = pages["history"].controls[0]
        choose = partial(ada.choose, choices.custom_id, choices.options[0][0], on=pages["history"])
        await measure(world, "history: choose a game", choose)
        pages["replay"] = (await choose()).shown
        for page, shown in pages.items():
            for button in shown.controls:
                if button.custom_id and not button.disabled and not button.options:
                    press = partial(ada.press, button.custom_id, on=shown)
                    await measure(world, f"{page}: {button.label}", press)
        await world.close(check=False)


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="finished games of the person")
    asyncio.run(main(parser.parse_args().games))
