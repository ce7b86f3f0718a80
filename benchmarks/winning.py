"""How true the chances are that looking back at a game tells (`bot/games/<game>/highlights.py`).

Run: python -m benchmarks.winning GAME [--games 200] [--level LEVEL] [--with POWER=3.0 ...]

Computers of the quick levels, or of one level, play whole games. Of all that was called 10 to 20
percent likely, say, so much should come true; and the higher the likelihood of those who won, the
truer the chances are. `--with` tries another value of a figure of that module.
"""

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from math import exp, log
from random import Random
from typing import Any

from bot.engine.chance import PythonChance
from bot.engine.computers import Computers
from bot.engine.game import Act, Action, Elapse, Place, Prompt, find_waiting
from bot.engine.options import default_options
from bot.engine.package import GamePackage
from bot.engine.replays import ReplayedStep
from bot.games.registry import GAMES

PAUSE = 4.0
"""Seconds that computers take where a game says nothing else."""
BINS = 10


def played(
    package: GamePackage, seed: int, level: str
) -> tuple[tuple[ReplayedStep, ...], Sequence[Place]]:
    """Return a whole game, with its places; each answer comes when it is due."""
    game, computers, rng = package.game, package.computers, Random(seed)
    seats = rng.choice(game.seats)
    quick = [name for name in computers.levels if name in computers.fast_levels]
    levels = [level or rng.choice(quick) for _ in range(seats)]
    state, notices = game.deal(seats, default_options(game.options), PythonChance(seed))
    now, answer_times, course = 0.0, dict[Prompt, float](), list[ReplayedStep]()
    action: Action | None = None
    while True:
        views = tuple(game.view(state, viewer) for viewer in (None, *range(seats)))
        course.append(ReplayedStep(len(course), now, action, notices, views))
        prompts = find_waiting(game.prompts(state))
        if not prompts:
            return tuple(course), game.standings(state) or ()
        answer_times = {
            each: answer_times.get(each, now + _waits(computers, each, levels)) for each in prompts
        }
        first = min(prompts, key=lambda prompt: (answer_times[prompt], rng.random()))
        now = answer_times[first]
        action = Elapse(first.decision)
        if first.seat is not None:
            moves, view = game.legal_moves(state, first.seat), views[1 + first.seat]
            move = computers.choose_move(view, moves, levels[first.seat], rng)
            action = Act(first.seat, first.decision, move, int(now * 1000) << 22)
        state, notices = game.apply(state, action, PythonChance(seed << 32 | len(course)))


def _waits(computers: Computers[Any], prompt: Prompt, levels: Sequence[str]) -> float:
    if prompt.seat is None:
        return prompt.seconds or PAUSE
    own = (
        prompt.timing.think_seconds[computers.levels.index(levels[prompt.seat])]
        if prompt.timing.think_seconds
        else PAUSE
    )
    return max(own, prompt.timing.min_think_seconds)


def measured(name: str, games: int, level: str) -> Iterator[str]:
    """Yield the lines of a table: what was said, and what came true."""
    said = defaultdict[int, list[tuple[float, float]]](list)
    likelihood, moments = 0.0, 0
    estimate = import_module(f"bot.games.{name}.highlights").estimate_winning_chances
    for seed in range(games):
        course, places = played(GAMES[name], seed, level)
        best = [place.seat for place in places if place.rank == 1]
        for told in estimate(course):
            if told.step == course[-1].step:
                continue
            moments += 1
            likelihood += sum(log(max(told.chances[seat], 1e-9)) for seat in best) / len(best)
            for seat, share in enumerate(told.chances):
                won = 1 / len(best) if seat in best else 0.0
                said[min(BINS - 1, int(share * BINS))].append((share, won))
    yield f"{games} games, {moments:,} moments, likelihood {exp(likelihood / moments):.4f}"
    yield "| said, % | came true, % | times |"
    yield "|---|---|---|"
    for number in sorted(said):
        count = len(said[number])
        likely = sum(share for share, _ in said[number]) / count
        true = sum(won for _, won in said[number]) / count
        yield f"| {100 * likely:.0f} | {100 * true:.0f} | {count:,} |"


def tried(name: str, values: Mapping[str, float]) -> None:
    """Set figures of a game's module to other values."""
    module = import_module(f"bot.games.{name}.highlights")
    for key, value in values.items():
        setattr(module, key, value)


def main() -> None:
    """Print how true the chances of a game are."""
    arguments = ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=sorted(GAMES))
    arguments.add_argument("--games", type=int, default=200)
    arguments.add_argument("--level", default="")
    arguments.add_argument("--with", dest="values", nargs="*", default=[], metavar="NAME=VALUE")
    options = arguments.parse_args()
    pairs = (value.split("=") for value in options.values)
    tried(options.game, {key: float(value) for key, value in pairs})
    print("\n".join(measured(options.game, options.games, options.level)))


if __name__ == "__main__":
    main()
