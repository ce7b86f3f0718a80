"""The rules about time: what a table does at each press must be as good as nothing.

Times are those of the quickest of some tries, and beside those of a piece of work that is always
the same: so a machine that is slow, or busy with other things, is not taken for a slow game.
"""

from collections.abc import Callable, Iterable
from functools import partial
from statistics import mean, median
from time import perf_counter, sleep, thread_time
from typing import Any

from bot.engine.game import ActRecord
from bot.testing.computers import chosen, quick
from bot.testing.playing import Broken, Play
from bot.testing.rule import Rule

MOVES = 20_000
"""Moves that a machine takes in a second on which `_yardstick` takes `YARDSTICK` seconds."""
YARDSTICK = 22e-6
THOUGHT, QUICK = 1.0, 0.005
"""Seconds of a processor for a computer's move, and for one of a level that is called quick."""
TRIES = 5
AGAIN, CALM = 5, 0.2
"""What seems slow is timed so many times more, after so many seconds: a gust passes."""
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


def moves_a_second(play: Play) -> float:
    """Return the moves that the rules take in a second, on the machine of the rule."""
    steps = [(b.state, a.given, a.number) for b, a in play.steps if isinstance(a.given, ActRecord)]
    took, beside = [], []
    for step in steps[:: max(1, len(steps) // STEPS)]:
        took.append(_best(partial(play.stepped, *step), perf_counter))
        beside.append(_best(_yardstick, perf_counter))
    return _pace(beside) / mean(took) if took else float("inf")


def _pace(beside: Iterable[float]) -> float:
    """Return how many times longer work takes here and now than on the machine of the rule."""
    return median(beside) / YARDSTICK


def _speed(play: Play) -> None:
    found = moves_a_second(play)
    for _ in range(AGAIN):
        if found < MOVES:
            sleep(CALM)
            found = max(found, moves_a_second(play))
    if found < MOVES:
        raise Broken(f"the rules take {found:,.0f} moves a second")


def _thought(play: Play) -> None:
    game = play.game
    for moment in play.some(THOUGHTS, play.luck):
        seats = [prompt.seat for prompt in game.prompts(moment.state) if prompt.seat is not None]
        for seat in seats[:1]:
            for level in quick(play):
                most = QUICK if level in game.quick else THOUGHT
                took = _thinks(partial(chosen, play, moment.state, seat, level), most)
                if took > most:
                    why = f"{level} thinks for {1000 * took:,.0f} ms, not {1000 * most:,.0f}"
                    raise Broken(why, moment.number)


def _thinks(thought: Callable[[], Any], most: float) -> float:
    """Return the seconds that a thought takes; above the most, the best of some more tries."""
    took = float("inf")
    for number in range(1 + AGAIN):
        sleep(CALM if number else 0)
        tried = _best(thought, thread_time, 2)
        took = min(took, tried / _pace(_best(_yardstick, thread_time) for _ in range(3)))
        if took <= most:
            break
    return took


RULES = (
    Rule(
        "speed", "The rules take twenty thousand moves a second.", _speed, every=10, of="game.apply"
    ),
    Rule(
        "thought",
        "A computer chooses within a second, and within 5 ms where `quick` names its level.",
        _thought,
        every=5,
        of="game.choose_move",
    ),
)
