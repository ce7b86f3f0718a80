"""What pictures cost: processor time, bytes, memory, and how long they hold the event loop up.

Those of Cloaked Cats on their own, then of every game what a random game with all seats shows. The
figures are of pieces that are at hand ("warm"); the first picture of a kind makes its pieces.

Run: python -m benchmarks.pictures
"""

import asyncio
import random
import resource
import statistics
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.moves import play
from bot.art import malloc
from bot.edge.easel import Easel
from bot.games.cloaked_cats.art import drawing, pictures
from bot.games.cloaked_cats.state import CATS, FEATURES, Dancers, Dancing
from bot.games.registry import GAMES
from bot.games.screen import Picture, Scene, question_of
from bot.measuring.luck import Luck
from bot.text import LANGUAGES, text

RUNS = 25
GROWTH = 4000
"""How many different pictures are drawn to see how much memory they take."""
WORDS = pictures.words(text("en", Path(drawing.__file__).parents[1] / "text"))
FIRST = """
import time
import bot.games.box, bot.games.screen, bot.text
import fluent.runtime, msgspec.structs
began = time.perf_counter()
from bot.games.cloaked_cats.art import drawing
loaded = time.perf_counter()
words = drawing.Words(tuple("abcdefghijklmnopqrs"), *"abcdefg")
drawing.floor(tuple(drawing.Dancing(cat, cat, (0, 2)) for cat in range({cats})), 0, False, words)
print(loaded - began, time.perf_counter() - loaded)
"""
"""What a new process does for its first picture, when the rest of the bot is loaded."""

Draw = Callable[[int], bytes]


def dancers(cats: int, seed: int) -> Dancers:
    """Return random cats with random masks."""
    luck = random.Random(seed)
    return tuple(
        Dancing(number, cat, tuple(seat for seat in range(4) if luck.random() < 0.45))
        for number, cat in enumerate(luck.sample(range(len(CATS)), cats), 1)
    )


def floor(cats: int, seed: int) -> bytes:
    """Draw a dance floor with random cats and masks."""
    return drawing.floor(dancers(cats, seed), cats, False, WORDS)


def clues(seed: int) -> bytes:
    """Draw random clues, as many as there can be."""
    shown = dancers(drawing.MAX_SHOWN_CATS, seed)
    return drawing.clues(shown[:7], shown[7:], 0, WORDS)


def hand(seed: int) -> bytes:
    """Draw a random hand."""
    luck = random.Random(seed)
    fan = tuple(sorted(luck.sample(range(len(FEATURES)), 3)))
    return drawing.hand(fan, fan[:1], tuple(luck.sample(range(len(CATS)), 3)), 0, WORDS)


def nothing(seed: int) -> bytes:  # noqa: ARG001 - drawn as the others are
    """Take as long as a picture without drawing one: what the machine itself stops a loop for."""
    time.sleep(0.01)
    return b""


def measure(name: str, draw: Draw) -> None:
    """Print the median processor time and size of a picture, each run a different one."""
    began = time.thread_time()
    sizes = [len(draw(seed)) for seed in range(RUNS + 1)]
    first = (time.thread_time() - began) / len(sizes)
    times = []
    for seed in range(RUNS + 1):
        began = time.thread_time()
        draw(seed)
        times.append(time.thread_time() - began)
    print(
        f"{name:20} {statistics.median(times) * 1000:6.1f} ms (at first {first * 1000:.0f} ms)"
        f" {statistics.median(sizes) / 1000:6.0f} KB (most {max(sizes) / 1000:.0f} KB)"
    )


def cold_start(cats: int) -> None:
    """Print how long a new process takes to load the art, and to draw its first floor."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", FIRST.format(cats=cats)], capture_output=True, check=True
        ).stdout.split()
        for _ in range(RUNS)
    ]
    loaded, drawn = (
        statistics.median(float(seconds) for seconds in column) * 1000
        for column in zip(*runs, strict=True)
    )
    print(f"cold start: {loaded:.0f} ms to load, {drawn:.0f} ms for a first floor of {cats} cats")


async def longest_stop(draw: Draw) -> float:
    """Return for how many seconds the loop did not turn at worst while 20 pictures are drawn."""
    easel, worst, is_drawing = Easel(), 0.0, True

    async def tick() -> None:
        nonlocal worst
        while is_drawing:
            began = time.perf_counter()
            await asyncio.sleep(0.001)
            worst = max(worst, time.perf_counter() - began - 0.001)

    ticker = asyncio.create_task(tick())
    drawn = [Picture("p.jpg", "", draw, (seed,)) for seed in range(100, 120)]
    await asyncio.gather(*(easel.draw(picture) for picture in drawn))
    is_drawing = False
    await ticker
    easel.close()
    return worst


def shown_pictures(name: str, language: str = "en", seed: int = 1) -> dict[str, list[Picture]]:
    """Return the pictures of a random game: above and below the board's text, and one's own."""
    box = GAMES[name]
    seats = box.game.seats[-1]
    names = ("",) * seats
    scene = Scene(text(language, box.text), names, names, pictures=True)
    found: dict[str, list[Picture]] = {"above": [], "below": [], "own": []}
    for state in play(box.game, seats, Luck(seed)):
        prompts = box.game.prompts(state)
        if not prompts:
            break
        board = box.screens.board(box.game.view(state, None), scene)
        asked = next((prompt for prompt in prompts if prompt.seat is not None), None)
        found["above"] += [board.picture] if board.picture else []
        found["below"] += [board.below] if board.below else []
        if asked is not None and asked.seat is not None:
            question = question_of(box.game, state, asked.seat, asked, "", scene)
            own = box.screens.private(question)
            found["own"] += [own.picture] if own.picture else []
    return found


def many_pictures() -> Iterator[Picture]:
    """Yield what random games of all kinds show in all languages, for ever."""
    seed = 0
    while True:
        seed += 1
        for name in GAMES:
            for language in LANGUAGES:
                for found in shown_pictures(name, language, seed).values():
                    yield from found


async def growth() -> tuple[float, float]:
    """Return by how many MB the process grows while many pictures are drawn: at the end, at most.

    As the bot does it, by an easel, several at a time.
    """
    easel, source = Easel(), many_pictures()
    wanted = [next(source) for _ in range(GROWTH)]
    before = most = memory()
    for start in range(0, GROWTH, 20):
        await asyncio.gather(*(easel.draw(picture) for picture in wanted[start : start + 20]))
        most = max(most, memory())
    easel.close()
    return memory() - before, most - before


def memory() -> float:
    """Return how many MB this process holds, on Linux."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 1e6


def _draw(drawn: list[Picture], run: int) -> bytes:
    return drawn[run].draw()


def measure_game(name: str) -> None:
    """Print the figures of a game's pictures, as many of each kind as `measure` draws."""
    for where, found in shown_pictures(name).items():
        different = list({picture.key: picture for picture in found}.values())
        if different:
            drawn = [different[run % len(different)] for run in range(RUNS + 1)]
            measure(f"{name}, {where}", partial(_draw, drawn))


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    malloc.keep_no_holes()
    at_end, at_most = asyncio.run(growth())
    print(f"memory: {at_end:.0f} MB more after {GROWTH} pictures ({at_most:.0f} MB at most)")
    for shown in (1, 12):
        cold_start(shown)
    measure("floor 15", partial(floor, drawing.MAX_SHOWN_CATS))
    measure("floor 5", partial(floor, 5))
    measure("hand", hand)
    measure("clues", clues)
    for game in GAMES:
        measure_game(game)
    for label, what in (("floor 15", partial(floor, 15)), ("hand", hand), ("nothing", nothing)):
        stop = asyncio.run(longest_stop(what))
        print(f"longest stop of the event loop, 20 x {label}: {stop * 1000:.1f} ms")
    games = Path(drawing.__file__).parents[2]
    rasters = sum(file.stat().st_size for file in games.glob("*/rasters/**/*.webp"))
    print(f"all rasters: {rasters / 1e6:.2f} MB")
