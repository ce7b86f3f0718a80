"""How long pictures take, how large they are, and how long they hold the event loop up.

Run: python benchmarks/pictures.py
"""

import asyncio
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from bot.art.easel import Easel
from bot.games.cloaked_cats import art
from bot.games.cloaked_cats.cards import CATS, FEATURES
from bot.games.screen import Picture

RUNS = 25
WORDS = art.Words(
    features=tuple(name.replace("-", " ") for name in FEATURES),
    letters=tuple("ABCD"),
    floor="Dance floor",
    fan="My cat",
    hand="My hand",
    revealed="revealed",
    newest="newest",
    stockpile="stockpile",
    received="received",
    points="points",
)
ROWS = tuple(art.PanelRow(9, 2, revealed, 5) for revealed in ((), (6,), (13, 17), (0, 10, 18)))

Draw = Callable[[int], bytes]


def board(cats: int, seed: int) -> bytes:
    """Draw a board with random cats and masks."""
    luck = random.Random(seed)
    dancers = tuple(
        (cat, tuple(seat for seat in range(4) if luck.random() < 0.45))
        for cat in luck.sample(range(len(CATS)), cats)
    )
    return art.board(dancers, cats - 1, ROWS, WORDS)


def hand(seed: int) -> bytes:
    """Draw a random hand."""
    luck = random.Random(seed)
    fan = tuple(sorted(luck.sample(range(len(FEATURES)), 3)))
    return art.hand(fan, fan[:1], tuple(luck.sample(range(len(CATS)), 3)), WORDS)


def measure(name: str, draw: Draw) -> None:
    """Print the median time and size of a picture, each run a different one."""
    began = time.perf_counter()
    draw(0)
    first = time.perf_counter() - began
    times, sizes = [], []
    for seed in range(1, RUNS + 1):
        began = time.perf_counter()
        drawn = draw(seed)
        times.append(time.perf_counter() - began)
        sizes.append(len(drawn))
    print(
        f"{name:8} {statistics.median(times) * 1000:6.1f} ms (first {first * 1000:.0f} ms)"
        f" {statistics.median(sizes) / 1000:6.0f} KB"
    )


async def longest_stop(draw: Draw) -> float:
    """Return for how many seconds the loop did not turn at worst while 20 pictures are drawn."""
    easel, worst, drawing = Easel(), 0.0, True

    async def tick() -> None:
        nonlocal worst
        while drawing:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            worst = max(worst, time.perf_counter() - began - 0.001)

    ticker = asyncio.create_task(tick())
    for seed in range(100, 120):
        await easel.draw(Picture("p.webp", "", partial(draw, seed), (seed,)))
    drawing = False
    await ticker
    easel.close()
    return worst


if __name__ == "__main__":
    measure("board 40", partial(board, 40))
    measure("board 12", partial(board, 12))
    measure("hand", hand)
    for label, what in (("board 40", partial(board, 40)), ("hand", hand)):
        stop = asyncio.run(longest_stop(what))
        print(f"longest stop of the event loop, 20 x {label}: {stop * 1000:.1f} ms")
