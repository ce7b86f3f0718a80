"""How many moves a second the rules of Cloaked Cats make: `python benchmarks/moves.py`.

Whole games of random moves through `deal`, `prompts`, `moves` and `step`, on one core.
"""

import platform
from collections.abc import Sequence
from random import Random
from statistics import mean, median
from time import perf_counter

from bot.games.cloaked_cats.rules import CloakedCats
from bot.games.game import Act

RUNS = 7
GAMES = 2_000
"""In each run, as many with 2 as with 3 and with 4 players."""


class Luck:
    """Chance from Python's own generator, in place of the table's sealed seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, n: int) -> int:
        """Draw an integer from 0 to n-1."""
        return self.random.randrange(n)

    def shuffled(self, items: Sequence[int]) -> tuple[int, ...]:
        """Return the items in a random order."""
        return tuple(self.random.sample(items, len(items)))


def play(game: CloakedCats, seats: int, luck: Luck) -> tuple[int, int]:
    """Play one game at random and return its moves and turns."""
    choose = luck.random.random
    state, _ = game.deal(seats, {}, luck)
    moves = 0
    while prompts := game.prompts(state):
        prompt = prompts[0]
        seat = prompt.seat or 0
        options = game.moves(state, seat)
        move = options[int(choose() * len(options))]
        state, _ = game.step(state, Act(seat, prompt.decision, move, at=0), luck)
        moves += 1
    return moves, state.turn + 1


def run(seed: int) -> tuple[float, float]:
    """Play one run of games and return its moves a second and mean turns a game."""
    game, luck = CloakedCats(), Luck(seed)
    begin = perf_counter()
    played = [play(game, 2 + number % 3, luck) for number in range(GAMES)]
    seconds = perf_counter() - begin
    return sum(moves for moves, _ in played) / seconds, mean(turns for _, turns in played)


def main() -> None:
    """Print the median of all runs and what they ran on."""
    runs = [run(seed) for seed in range(RUNS)]
    speeds = [speed for speed, _ in runs]
    print(f"{median(speeds):,.0f} moves/s (median; {min(speeds):,.0f} to {max(speeds):,.0f})")
    print(f"{RUNS} runs of {GAMES} games, {mean(turns for _, turns in runs):.1f} turns a game")
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, 1 core")


if __name__ == "__main__":
    main()
