"""What it costs a press that somebody watches the bot: `python -m benchmarks.figures`."""

import statistics
import time
from argparse import ArgumentParser

from bot.figures import Figures
from bot.metrics import Metrics

ROUNDS = 2000
AT_ONCE = 50


def press(figures: Figures) -> None:
    """Tell all that is told of a press which is a move, with the board and the picture after it."""
    figures.pressed("cloaked_cats")
    figures.grouped(1)
    figures.committed("cloaked_cats", 1, 0.004)
    figures.acknowledged(0.05)
    figures.board("edit")
    figures.drew(0.03)


def cost(figures: Figures) -> float:
    """Return how many microseconds one press costs, the median of many."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(AT_ONCE):
            press(figures)
        times.append((time.perf_counter() - start) / AT_ONCE * 1e6)
    return statistics.median(times)


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    for name, figures in (("watched", Metrics()), ("not watched", Figures())):
        print(f"{name}: {cost(figures):.2f} µs for each press")
