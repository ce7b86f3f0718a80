"""How long exact chances take: `python benchmarks/deduction.py`.

Every position of games between plain reasoners, from the view of whoever is to move, once NumPy
is loaded and warm.
"""

import platform
from argparse import ArgumentParser
from random import Random
from statistics import median
from time import perf_counter

from bot.games.cloaked_cats.arena import GAME, reasoner
from bot.games.cloaked_cats.computer.chances import chances
from bot.games.cloaked_cats.state import View
from bot.games.game import ActRecord
from bot.measuring.luck import Luck

GAMES = 40
"""For each number of players."""
RUNS = 5
"""A position's time is the median of so many."""


def views(seats: int, deal: int) -> list[View]:
    """Play one game and return what those to move saw before each of their decisions."""
    state, _ = GAME.deal(seats, {}, Luck(deal))
    seen = []
    while prompts := GAME.prompts(state):
        seat, decision = prompts[0].seat or 0, prompts[0].decision
        view = GAME.view(state, seat)
        move = reasoner(view, GAME.legal_moves(state, seat), Random(decision))
        seen.append(view)
        state, _ = GAME.step(state, ActRecord(seat, decision, move.path, at=0), Luck(0))
    return seen


def seconds(view: View) -> float:
    """Return how long the chances of one position take."""
    times = []
    for _ in range(RUNS):
        begin = perf_counter()
        chances(view)
        times.append(perf_counter() - begin)
    return median(times)


def main() -> None:
    """Print the median and the longest time for each number of players."""
    for seats in GAME.seats:
        positions = [view for deal in range(GAMES) for view in views(seats, deal)]
        times = [seconds(view) * 1e3 for view in positions]
        print(
            f"{seats} players: {median(times):.2f} ms (median), {max(times):.2f} ms (longest) "
            f"of {len(times)} positions"
        )
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    main()
