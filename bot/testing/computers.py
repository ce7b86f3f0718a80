"""The rules about computers, and about time.

They tell what `choose_move` owes, how many levels fit, and that a table does next to nothing at
each press. Times are those of the quickest of some tries, and beside those of a piece of work that
is always the same: so a machine that is slow, or busy, is not taken for a slow game.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from statistics import mean, median
from time import perf_counter, sleep, thread_time
from typing import Any

from bot.engine.events import Seat
from bot.engine.game import ActRecord
from bot.testing.playing import ABSENT, Broken, Moment, Play, Rule

MAX_LEVELS_OF_ALL_SEATS = 25
"""Levels of all seats but the host's fit into one select."""
MOMENTS_LOOKED_AT = 3
"""So many moments of a game are looked at."""
MIN_MOVES_PER_SECOND = 20_000
"""Moves that a machine takes in a second on which `_yardstick` takes `YARDSTICK_SECONDS`."""
YARDSTICK_SECONDS = 22e-6
MAX_THOUGHT_SECONDS, MAX_QUICK_THOUGHT_SECONDS = 1.0, 0.005
"""Seconds of a processor for a computer's move, and for one of a level that is called quick."""
TRIES = 5
MAX_REPEATS, SECONDS_BEFORE_REPEAT = 5, 0.2
"""What seems slow is timed so many times more, after so many seconds: a gust passes."""
TIMED_STEPS = 40
"""So many moves of a game are timed."""
TIMED_THOUGHTS = 3
"""So many thoughts of a game are timed."""


def _choose(play: Play) -> None:
    for moment, seat in _asked(play, play.luck):
        moves = play.game.legal_paths(moment.state, seat)
        for level in quick(play):
            move = chosen(play, moment.state, seat, level)
            if move not in moves:
                why = f"{level} chooses {move!r} for seat {seat}: it is not listed"
                raise Broken(why, moment.number)
            if move != chosen(play, moment.state, seat, level):
                raise Broken(f"{level} chooses now this, now that", moment.number)


def _choose_blindly(play: Play) -> None:
    luck = play.luck
    for moment, seat in _asked(play, luck):
        other = play.game.resample_hidden(moment.state, seat, luck)
        for level in quick(play) if other is not None else ():
            one, two = (chosen(play, moment.state, seat, level) for _ in range(2))
            if one == two != chosen(play, other, seat, level):
                raise Broken(f"{level} knows what is hidden from its seat", moment.number)


def _pickled(play: Play) -> None:
    """Raise what `pickle` raises; it names the type that cannot be pickled."""
    for moment, seat in _asked(play, play.luck):
        pickle.dumps((play.game, play.game.view(moment.state, seat)))


def _asked(play: Play, luck: Random) -> Iterator[tuple[Moment, Seat]]:
    """Yield some moments, each with everybody who is asked then."""
    for moment in play.some(MOMENTS_LOOKED_AT, luck):
        for prompt in play.game.prompts(moment.state):
            if prompt.seat is not None:
                yield moment, prompt.seat


def quick(play: Play) -> list[str]:
    """Return the levels that are asked here; those that think long are when they play."""
    levels = (*play.game.levels, ABSENT)
    return [level for level in levels if level in (*play.game.fast_levels, play.setting.players)]


def chosen(play: Play, state: Any, seat: Seat, level: str) -> str:
    """Return what a level chooses for a seat, the same each time."""
    luck = Random(f"choose {play.setting.number}")  # noqa: S311 - a computer's taste
    moves = play.game.legal_moves(state, seat)
    return play.game.choose_move(play.game.view(state, seat), moves, level, luck).path


def _fit_into_a_menu(play: Play) -> None:
    levels, others = len(play.game.levels), play.game.seats[-1] - 1
    if levels * others > MAX_LEVELS_OF_ALL_SEATS:
        raise Broken(f"{levels} levels for {others} other seats are {levels * others}")


def _known(play: Play) -> None:
    unknown = {*play.game.fast_levels} - {*play.game.levels, ABSENT}
    if unknown:
        raise Broken(f"`fast_levels` names {', '.join(sorted(unknown))}: there is no such level")
    levels = len(play.game.levels)
    for seats, shares in play.game.level_win_rates.items():
        if seats not in play.game.seats:
            raise Broken(f"`level_win_rates` has shares for {seats} seats: so many cannot play")
        if len(shares) != levels - 1:
            raise Broken(
                f"`level_win_rates` has {len(shares)} shares for {seats} seats and {levels} levels"
            )
        if not all(0 < share < 1 for share in shares):
            raise Broken(
                f"`level_win_rates` has a share for {seats} seats that is not between 0 and 1"
            )


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
    for step in steps[:: max(1, len(steps) // TIMED_STEPS)]:
        took.append(_best(partial(play.stepped, *step), perf_counter))
        beside.append(_best(_yardstick, perf_counter))
    return _pace(beside) / mean(took) if took else float("inf")


def _pace(beside: Iterable[float]) -> float:
    """Return how many times longer work takes here and now than on the machine of the rule."""
    return median(beside) / YARDSTICK_SECONDS


def _speed(play: Play) -> None:
    found = moves_a_second(play)
    for _ in range(MAX_REPEATS):
        if found < MIN_MOVES_PER_SECOND:
            sleep(SECONDS_BEFORE_REPEAT)
            found = max(found, moves_a_second(play))
    if found < MIN_MOVES_PER_SECOND:
        raise Broken(f"the rules take {found:,.0f} moves a second")


def _thought(play: Play) -> None:
    game = play.game
    for moment in play.some(TIMED_THOUGHTS, play.luck):
        seats = [prompt.seat for prompt in game.prompts(moment.state) if prompt.seat is not None]
        for seat in seats[:1]:
            for level in quick(play):
                most = (
                    MAX_QUICK_THOUGHT_SECONDS if level in game.fast_levels else MAX_THOUGHT_SECONDS
                )
                took = _thinks(partial(chosen, play, moment.state, seat, level), most)
                if took > most:
                    why = f"{level} thinks for {1000 * took:,.0f} ms, not {1000 * most:,.0f}"
                    raise Broken(why, moment.number)


def _thinks(thought: Callable[[], Any], most: float) -> float:
    """Return the seconds that a thought takes; above the most, the best of some more tries."""
    took = float("inf")
    for number in range(1 + MAX_REPEATS):
        sleep(SECONDS_BEFORE_REPEAT if number else 0)
        tried = _best(thought, thread_time, 2)
        took = min(took, tried / _pace(_best(_yardstick, thread_time) for _ in range(3)))
        if took <= most:
            break
    return took


RULES = (
    Rule(
        "choose",
        "Each level, and whoever is absent, chooses a listed move, and the same one each time.",
        _choose,
        of="game.choose_move",
    ),
    Rule(
        "choose-blindly",
        "A computer chooses alike whatever is hidden from its seat.",
        _choose_blindly,
        of="game.choose_move",
    ),
    Rule(
        "pickled",
        "The game and its views can be pickled, as its computers think in another process.",
        _pickled,
        every=10,
        of="game.choose_move",
    ),
    Rule(
        "fit-into-a-menu",
        "The levels for all seats but the host's are at most twenty-five.",
        _fit_into_a_menu,
        every=10,
    ),
    Rule(
        "known",
        "`fast_levels` names levels that there are; for numbers of seats, `level_win_rates` has a"
        " share of all levels but the weakest.",
        _known,
        every=10,
    ),
    Rule(
        "speed", "The rules take twenty thousand moves a second.", _speed, every=10, of="game.apply"
    ),
    Rule(
        "thought",
        "A computer chooses within a second, and within 5 ms where `fast_levels` names its level.",
        _thought,
        every=5,
        of="game.choose_move",
    ),
)
