"""How fast the rules are: `python -m benchmarks.rules [GAME ...]`, by default all.

Whoever changes rules, or the contract that they keep, would miss it. Run it in two checkouts in
alternation: the seeds are fixed, so both play the same games. Random whole games are played with
all numbers of seats, and each call is timed; then all levels choose in some of the positions.
Medians hardly change when others use the same cores; "all of a move" and choices are CPU time.
"""

import os
import platform
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import Any, TypeVar

from msgspec.json import encode

from bot.engine.chance import Luck
from bot.engine.game import ActionRecord, ActRecord, Elapse, Game
from bot.games.registry import GAMES

GAMES_PLAYED = 300
DECISIONS_PER_CHOICE = 97
"""After so many decisions all levels choose: strong ones take a tenth of a second."""
SNOWFLAKE_STEP = 3_000 << 22
"""From one move's Discord id to the next one's: three seconds."""

T = TypeVar("T")


class Stopwatch:
    """Times calls, by the name of what they do."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds = defaultdict[str, list[float]](list)
        self._clock = clock

    def time(self, name: str, call: Callable[..., T], *given: Any) -> T:
        """Return what a call returns, and note how long it took."""
        begin = self._clock()
        result = call(*given)
        self.seconds[name].append(self._clock() - begin)
        return result


def play(game: Game[Any, Any], seats: int, seed: int, watch: Stopwatch, *, choices: bool) -> int:
    """Play a random game by paths and records; time its calls, or only some `choices`."""
    luck = Luck(seed)
    ignored = Stopwatch() if choices else watch
    state, _ = game.begin(seats, game.defaults, luck)
    number = 0
    while prompts := game.prompts(state):
        number += 1
        prompt = prompts[luck.below(len(prompts))]
        action: ActionRecord = Elapse(prompt.decision)
        if prompt.seat is not None:
            moves = ignored.time("legal moves", game.legal_moves, state, prompt.seat)
            paths = ignored.time("legal paths", game.legal_paths, state, prompt.seat)
            seen = ignored.time("view", game.view, state, prompt.seat)
            if choices and (number + seed) % DECISIONS_PER_CHOICE == 0 and len(moves) > 1:
                for level in game.levels:
                    rng = Random(number)
                    watch.time(f"choose: {level}", game.choose_move, seen, moves, level, rng)
            path = paths[luck.below(len(paths))]
            action = ActRecord(prompt.seat, prompt.decision, path, at=SNOWFLAKE_STEP * number)
        state, _ = ignored.time("step", game.step, state, action, luck)
        ignored.time("to JSON and back", lambda after: game.load_state(encode(after)), state)
    return number


def measure(name: str, games: int) -> Iterator[tuple[str, float, float]]:
    """Yield for each call its median and 95th percentile in microseconds."""
    game, watch = GAMES[name].game, Stopwatch()
    settings = [(game.seats[number % len(game.seats)], number) for number in range(games)]
    for seats, seed in settings[:20]:  # loads what is needed
        play(game, seats, seed, Stopwatch(), choices=True)
    begin = process_time()
    moves = sum(play(game, seats, seed, watch, choices=False) for seats, seed in settings)
    each = 1e6 * (process_time() - begin) / moves
    yield "all of a move", each, each
    choosing = Stopwatch(thread_time)
    for seats, seed in settings:
        play(game, seats, seed, choosing, choices=True)
    for call, seconds in (*watch.seconds.items(), *choosing.seconds.items()):
        last = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
        yield call, 1e6 * median(seconds), 1e6 * last


def main() -> None:
    """Print each game's medians and what they ran on."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="by default all")
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="for each of them")
    asked = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the bot does
    print("| game | call | median µs | 95% within |\n|---|---|---|---|")
    for name in asked.game or GAMES:
        for call, middle, last in measure(name, asked.games):
            print(f"| {name} | {call} | {middle:,.1f} | {last:,.1f} |", flush=True)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, 1 core")


if __name__ == "__main__":
    main()
