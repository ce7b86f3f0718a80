"""How many moves a second the rules make: `python benchmarks/moves.py [game]`, by default all.

Whole games of random moves through `deal`, `prompts`, `moves` and `step`, on one core; then what
it takes to write a state as JSON and to read it again.
"""

import platform
from argparse import ArgumentParser
from statistics import mean, median
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.json import encode

from bot.games.game import ActionRecord, ActRecord, Elapse, Game
from bot.games.registry import GAMES
from bot.measuring.luck import Luck

RUNS = 7
MOVES = 60_000
"""In each run, at least: its last game is played to the end."""
PACE = 3_000 << 22
"""From one move's Discord id to the next one's: three seconds."""


def play(game: Game[Any, Any], seats: int, luck: Luck) -> list[Struct]:
    """Play one game at random and return its states, one for each move."""
    choose = luck.random.random
    state, _ = game.begin(seats, game.defaults, luck)
    states: list[Struct] = []
    while prompts := game.prompts(state):
        prompt = prompts[int(choose() * len(prompts))]
        given: ActionRecord = Elapse(prompt.decision)
        if prompt.seat is not None:
            moves = game.legal_paths(state, prompt.seat)
            move = moves[int(choose() * len(moves))]
            given = ActRecord(prompt.seat, prompt.decision, move, at=PACE * len(states))
        state, _ = game.step(state, given, luck)
        states.append(state)
    return states


def run(game: Game[Any, Any], seed: int) -> tuple[float, float]:
    """Play one run of games and return its moves a second and mean moves a game."""
    luck, lengths = Luck(seed), list[int]()
    begin = perf_counter()
    while sum(lengths) < MOVES:
        lengths.append(len(play(game, game.seats[len(lengths) % len(game.seats)], luck)))
    return sum(lengths) / (perf_counter() - begin), mean(lengths)


def stored(game: Game[Any, Any]) -> float:
    """Return how many states a second go to JSON and back, over a game of each size."""
    states = [state for seats in game.seats for state in play(game, seats, Luck(0))]
    begin = perf_counter()
    for state in states:
        game.restored(encode(state))
    return len(states) / (perf_counter() - begin)


def main() -> None:
    """Print each game's medians over all runs and what they ran on."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("game", nargs="*", help="by default all")
    for name in arguments.parse_args().game or GAMES:
        game = GAMES[name].game
        runs = [run(game, seed) for seed in range(RUNS)]
        speeds = [speed for speed, _ in runs]
        print(f"{name}: {median(speeds):,.0f} moves/s", end=" ")
        print(f"(median; {min(speeds):,.0f} to {max(speeds):,.0f})", end=", ")
        print(f"{mean(length for _, length in runs):.1f} moves a game", end=", ")
        print(f"{median(stored(game) for _ in runs):,.0f} states/s to JSON and back")
    print(f"{RUNS} runs of at least {MOVES:,} moves", end=", ")
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, 1 core")


if __name__ == "__main__":
    main()
