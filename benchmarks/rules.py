"""How fast the rules are: `python -m benchmarks.rules [GAME ...]`, by default all.

Whoever changes rules, or the contract that they keep, would miss it. Run it in two checkouts in
alternation: the seeds are fixed, so both play the same games. Random whole games are played with
all numbers of seats: first by types and by paths, with a clock around all games; then with a clock
around each call. At last all levels choose in some of the positions. `--games-only` ends after the
first part. Medians hardly change when others use the same cores; "a move by types", "a move by
paths", "all of a move" and choices are CPU time.
"""

import os
import platform
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time, thread_time
from typing import Any, NamedTuple, TypeVar

from msgspec.json import encode

from bot.engine.chance import PythonChance
from bot.engine.game import Act, Elapse, Game
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.engine.records import ActionRecord, ActRecord, apply_record, begin_game, list_legal_paths
from bot.games.registry import GAMES

GAMES_PLAYED = 300
WARM_UP_GAMES = 20
"""Games that are played before the time is taken, so that all is loaded."""
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


class Calls(NamedTuple):
    """The calls that play a game."""

    begin: Callable[..., Any]
    list_moves: Callable[..., Any]
    act: Callable[..., Any]
    """Makes an action of a seat, a decision, a move and a time."""
    step: Callable[..., Any]


def calls_by_types(game: Game[Any, Any]) -> Calls:
    """Return the calls with moves and events as types."""
    return Calls(game.deal, game.legal_moves, Act, game.apply)


def calls_by_paths(game: Game[Any, Any]) -> Calls:
    """Return the calls with moves as paths, and with actions and events as records."""
    return Calls(
        partial(begin_game, game),
        partial(list_legal_paths, game),
        ActRecord,
        partial(apply_record, game),
    )


def play_whole(game: Game[Any, Any], calls: Calls, seats: int, seed: int) -> int:
    """Play a random game by nothing but these calls, and return the number of its moves."""
    rng = PythonChance(seed)
    state, _ = calls.begin(seats, default_options(game.options), rng)
    number = 0
    while prompts := game.prompts(state):
        number += 1
        prompt = prompts[rng.below(len(prompts))]
        action: Any = Elapse(prompt.decision)
        if prompt.seat is not None:
            moves = calls.list_moves(state, prompt.seat)
            move = moves[rng.below(len(moves))]
            action = calls.act(prompt.seat, prompt.decision, move, SNOWFLAKE_STEP * number)
        state, _ = calls.step(state, action, rng)
    return number


def play(package: GamePackage, seats: int, seed: int, watch: Stopwatch, *, choices: bool) -> int:
    """Play a random game by paths and records; time its calls, or only some `choices`."""
    game, computers, rng = package.game, package.computers, PythonChance(seed)
    ignored = Stopwatch() if choices else watch
    state, _ = begin_game(game, seats, default_options(game.options), rng)
    number = 0
    while prompts := game.prompts(state):
        number += 1
        prompt = prompts[rng.below(len(prompts))]
        action: ActionRecord = Elapse(prompt.decision)
        if prompt.seat is not None:
            moves = ignored.time("legal moves", game.legal_moves, state, prompt.seat)
            paths = ignored.time("legal paths", list_legal_paths, game, state, prompt.seat)
            seen = ignored.time("view", game.view, state, prompt.seat)
            if choices and (number + seed) % DECISIONS_PER_CHOICE == 0 and len(moves) > 1:
                for level in computers.levels:
                    own = Random(number)
                    watch.time(f"choose: {level}", computers.choose_move, seen, moves, level, own)
            path = paths[rng.below(len(paths))]
            action = ActRecord(prompt.seat, prompt.decision, path, at=SNOWFLAKE_STEP * number)
        state, _ = ignored.time("step", apply_record, game, state, action, rng)
        ignored.time("to JSON and back", lambda after: game.load_state(encode(after)), state)
    return number


def measure_games(name: str, games: int) -> Iterator[tuple[str, float, float]]:
    """Yield how many microseconds a move takes in whole games, by types and by paths."""
    game = GAMES[name].game
    settings = list_settings(game, games)
    for label, calls in (
        ("a move by types", calls_by_types(game)),
        ("a move by paths", calls_by_paths(game)),
    ):
        play_one = partial(play_whole, game, calls)
        time_moves(play_one, settings[:WARM_UP_GAMES])
        each = time_moves(play_one, settings)
        yield label, each, each


def measure_calls(name: str, games: int) -> Iterator[tuple[str, float, float]]:
    """Yield for each call its median and 95th percentile in microseconds."""
    package, watch = GAMES[name], Stopwatch()
    settings = list_settings(package.game, games)
    for seats, seed in settings[:WARM_UP_GAMES]:
        play(package, seats, seed, Stopwatch(), choices=True)
    each = time_moves(partial(play, package, watch=watch, choices=False), settings)
    yield "all of a move", each, each
    choosing = Stopwatch(thread_time)
    for seats, seed in settings:
        play(package, seats, seed, choosing, choices=True)
    for call, seconds in (*watch.seconds.items(), *choosing.seconds.items()):
        last = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
        yield call, 1e6 * median(seconds), 1e6 * last


def list_settings(game: Game[Any, Any], games: int) -> list[tuple[int, int]]:
    """Return the number of seats and the seed of each game."""
    return [(game.seats[number % len(game.seats)], number) for number in range(games)]


def time_moves(play_one: Callable[[int, int], int], settings: list[tuple[int, int]]) -> float:
    """Return how many microseconds of CPU a move takes; `play_one` returns how many it played."""
    begin = process_time()
    moves = sum(play_one(seats, seed) for seats, seed in settings)
    return 1e6 * (process_time() - begin) / moves


def main() -> None:
    """Print each game's medians and what they ran on."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="by default all")
    parser.add_argument("--games", type=int, default=GAMES_PLAYED, help="for each of them")
    parser.add_argument("--games-only", action="store_true", help="time whole games alone")
    asked = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the bot does
    print("| game | call | median µs | 95% within |\n|---|---|---|---|")
    for name in asked.game or GAMES:
        calls = () if asked.games_only else measure_calls(name, asked.games)
        for call, middle, last in chain(measure_games(name, asked.games), calls):
            print(f"| {name} | {call} | {middle:,.1f} | {last:,.1f} |", flush=True)
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, 1 core")


if __name__ == "__main__":
    main()
