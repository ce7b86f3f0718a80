"""The rules about time: what a table does at each press must be as good as nothing.

Times are those of the quickest of some tries, and beside those of a piece of work that is always
the same: so a machine that is slow, or busy with other things, is not taken for a slow game.
"""

from collections.abc import Callable, Iterable
from statistics import mean, median
from time import perf_counter, thread_time
from typing import Any

from bot.games.contract.playing import Broken, Play, chance
from bot.games.contract.rule import Rule
from bot.games.game import Act

MOVES = 20_000
"""Moves that a machine takes in a second on which `_yardstick` takes `YARDSTICK` seconds."""
YARDSTICK = 50e-6
THOUGHT, QUICK = 1.0, 0.005
"""Seconds of a processor for a computer's move, and for one of a level that is called quick."""
TRIES = 5
STEPS = 40
"""So many moves of a game are timed."""
THOUGHTS = 3
"""So many thoughts of a game are timed."""


def _yardstick() -> int:
    """Do as much as a move may take."""
    made = [(number, str(number)) for number in range(160)]
    return sum(len(text) for _, text in sorted(made, reverse=True))


def _best(work: Callable[[], Any], clock: Callable[[], float], tries: int = TRIES) -> float:
    """Return the seconds that the quickest of some tries takes."""
    took = []
    for _ in range(tries):
        began = clock()
        work()
        took.append(clock() - began)
    return min(took)


def _slower(times: Iterable[float]) -> float:
    """Return how many times longer work takes here and now than on the machine of the rule."""
    return median(times) / YARDSTICK


def moves_a_second(play: Play) -> float:
    """Return the moves that the rules take in a second, on the machine of the rule."""
    game, acts = play.game, [(b, a) for b, a in play.steps if isinstance(a.given, Act)]
    took, beside = [], []
    for before, after in acts[:: max(1, len(acts) // STEPS)]:
        state, given, luck = before.state, after.given, chance(play.setting, after.number)
        took.append(_best(lambda: game.step(state, given, luck), perf_counter))
        beside.append(_best(_yardstick, perf_counter))
    return _slower(beside) / mean(took) if took else float("inf")
