"""Rules of the contract about computer players, and about speed.

Each time is the fastest of several tries. It is compared with the time of a fixed piece of work,
the yardstick. A slow or busy machine takes longer for both, so it does not make a game look slow.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from random import Random
from statistics import mean, median
from time import perf_counter, sleep, thread_time
from typing import Any

from msgspec.structs import replace

from bot.engine.author_checks import MAX_LEVEL_CHOICES, count_level_choices
from bot.engine.computers import Computers
from bot.engine.events import Seat
from bot.engine.records import list_legal_paths
from bot.testing.playing import ABSENT_PLAYERS, Broken, Play, Step, choose_as_computer, rule

MAX_CHECKED_STEPS = 3
GAMES_PER_MEMORY_CHECK = 4
MAX_PROMPTS_REMEMBERED, MAX_STEPS_REMEMBERED, MAX_OTHER_CHOICES = 2, 6, 4
"""So many choices are checked, after some of those that others had in the last steps."""
STEADY_CHOICES = 3
"""The times that a level has to repeat a choice that seems to depend on what is hidden."""
MIN_MOVES_PER_SECOND = 20_000
YARDSTICK_SECONDS = 22e-6
"""The time of `_run_yardstick` on the machine for which all limits of time are meant."""
MAX_CHOICE_SECONDS, MAX_FAST_CHOICE_SECONDS = 1.0, 0.005
"""The CPU time in which a computer player chooses a move, and one of a level in `fast_levels`."""
TRIES_PER_TIMING = 5
MAX_REPEATS, SECONDS_BEFORE_REPEAT = 5, 0.2
"""A time that exceeds its limit is measured again, because the machine may have been busy."""
MAX_TIMED_STEPS, MAX_TIMED_CHOICES = 40, 3


@rule("computers.choose_move")
def _check_computers_move_legally(play: Play) -> None:
    """Each level, and the computer for absent people, always chooses the same legal move."""
    for step, seat in _sample_prompts(play, play.rng):
        moves = list_legal_paths(play.game, step.state, seat)
        for level in list_checked_levels(play):
            move = choose_path(play, step.state, seat, level)
            if move not in moves:
                why = f"{level} chooses {move!r} for seat {seat}: it is not listed"
                raise Broken(why, step)
            if move != choose_path(play, step.state, seat, level):
                raise Broken(f"{level} chooses now this, now that", step)


@rule("computers.choose_move")
def _check_computers_use_views_only(play: Play) -> None:
    """A computer player's move does not depend on what is hidden from its seat.

    Check that computers know neither hidden facts nor what their object remembers, of this game or
    of another one.
    """
    rng = play.rng
    for step, seat in _sample_prompts(play, rng):
        other = play.game.resample_hidden(step.state, seat, rng)
        is_alike = other is not None and (
            list_legal_paths(play.game, other, seat)
            == list_legal_paths(play.game, step.state, seat)
        )
        for level in list_checked_levels(play):
            one = choose_path(play, step.state, seat, level)
            why = ""
            if is_alike and one != choose_path(play, other, seat, level):
                why = f"{level} knows what is hidden from seat {seat}, for which it chooses"
            elif play.unused_computers and one != _choose_unused(play, step, seat, level):
                why = f"{level} chooses for seat {seat} by what the object remembers"
            again = (choose_path(play, step.state, seat, level) for _ in range(STEADY_CHOICES))
            if why and all(move == one for move in again):  # else it breaks another rule
                raise Broken(why, step)
    if not play.unused_computers or (play.setup.number + 1) % GAMES_PER_MEMORY_CHECK:
        return
    levels = list_checked_levels(play)
    fast = [level for level in levels if level in play.computers.fast_levels]
    for step, seat in islice(_sample_prompts(play, rng), MAX_PROMPTS_REMEMBERED):
        for level in fast or levels[:1]:
            _check_forgets_others(play, step, seat, level)


def _choose_unused(play: Play, step: Step, seat: Seat, level: str) -> str:
    return choose_path(play, step.state, seat, level, _load_unused(play))


def _load_unused(play: Play) -> Computers[Any]:
    unused: Computers[Any] = pickle.loads(play.unused_computers)  # noqa: S301 - pickled by the suite
    return unused


def _check_forgets_others(play: Play, step: Step, seat: Seat, level: str) -> None:
    """Check that a choice is the same after choices for other seats, with two sets of secrets."""
    computers, rng, chosen = _load_unused(play), play.rng, list[str]()
    others = [(each, other) for each, other in _list_prompts(play, step) if other != seat]
    for is_varied in (False, True):
        for each, other in others[-MAX_OTHER_CHOICES:]:
            state = each.state
            varied = play.game.resample_hidden(state, seat, rng) if is_varied else state
            if varied is not None and play.game.legal_moves(varied, other):
                choose_path(play, varied, other, level, computers)
        chosen += [choose_path(play, step.state, seat, level, computers) for _ in range(2)]
    if chosen[0] == chosen[1] and chosen[2] == chosen[3] and chosen[0] != chosen[2]:
        why = f"{level} chooses {chosen[0]!r} or {chosen[2]!r} for seat {seat}"
        raise Broken(f"{why} by what it has chosen for others before", step)


def _list_prompts(play: Play, step: Step) -> list[tuple[Step, Seat]]:
    """Return who was asked at the last steps up to the given one."""
    steps = play.steps[max(0, step.number + 1 - MAX_STEPS_REMEMBERED) : step.number + 1]
    return [
        (each, prompt.seat)
        for each in steps
        for prompt in play.game.prompts(each.state)
        if prompt.seat is not None
    ]


@rule("computers.choose_move", games_per_check=10)
def _check_picklable(play: Play) -> None:
    """The computers and views can be pickled, as slow computer players run in another process."""
    for step, seat in _sample_prompts(play, play.rng):
        pickle.dumps((play.computers, play.game.view(step.state, seat)))


def _sample_prompts(play: Play, rng: Random) -> Iterator[tuple[Step, Seat]]:
    for step in play.sample_steps(MAX_CHECKED_STEPS, rng):
        for prompt in play.game.prompts(step.state):
            if prompt.seat is not None:
                yield step, prompt.seat


def list_checked_levels(play: Play) -> list[str]:
    """Return all fast levels, and the one that plays this game. Others may take long."""
    levels = (*play.computers.levels, ABSENT_PLAYERS)
    return [level for level in levels if level in (*play.computers.fast_levels, play.setup.players)]


def choose_path(
    play: Play, state: Any, seat: Seat, level: str, computers: Computers[Any] | None = None
) -> str:
    """Return the path of a computer's move, with the same random choices each time.

    `computers` choose, or else those with which the game was played.
    """
    package = replace(play.package, computers=computers) if computers else play.package
    rng = Random(f"choose {play.setup.number}")  # noqa: S311 - no draw of a game
    return choose_as_computer(package, state, seat, level, rng)


@rule(games_per_check=10)
def _check_levels_fit_menu(play: Play) -> None:
    """A menu can hold the levels for all seats but the host's: at most 24 choices."""
    levels, others = len(play.computers.levels), play.game.seats[-1] - 1
    if (choices := count_level_choices(play.package)) > MAX_LEVEL_CHOICES:
        raise Broken(f"{levels} levels for {others} other seats are {choices}")


@rule(games_per_check=10)
def _check_level_names_and_rates(play: Play) -> None:
    """`fast_levels` names only existing levels, and `win_rates` has a rate for each level but the weakest."""  # noqa: E501
    unknown = {*play.computers.fast_levels} - {*play.computers.levels, ABSENT_PLAYERS}
    if unknown:
        raise Broken(f"`fast_levels` names {', '.join(sorted(unknown))}: there is no such level")
    levels = len(play.computers.levels)
    for seats, rates in play.computers.win_rates.items():
        if seats not in play.game.seats:
            raise Broken(f"`win_rates` has rates for {seats} seats: so many cannot play")
        if len(rates) != levels - 1:
            raise Broken(f"`win_rates` has {len(rates)} rates for {seats} seats, not {levels - 1}")
        most = (len(play.package.teams) or seats) / seats
        if not all(0 < rate < most for rate in rates):
            raise Broken(f"`win_rates` for {seats} seats has a rate not between 0 and {most:g}")


def _run_yardstick() -> int:
    """Do a fixed piece of work, which takes about as long as applying a move may take."""
    made = [(number, str(number)) for number in range(160)]
    return sum(len(text) for _, text in sorted(made, reverse=True))


def _time_fastest(
    work: Callable[[], Any], clock: Callable[[], float], tries: int = TRIES_PER_TIMING
) -> float:
    took = []
    for _ in range(tries):
        began = clock()
        work()
        took.append(clock() - began)
    return min(took)


def measure_moves_per_second(play: Play) -> float:
    """Return how many moves per second the rules apply, converted to the standard machine."""
    steps = [(before.state, act, after.number) for before, after, act in play.answers]
    took, yardsticks = [], []
    for step in steps[:: max(1, len(steps) // MAX_TIMED_STEPS)]:
        took.append(_time_fastest(partial(play.apply, *step), perf_counter))
        yardsticks.append(_time_fastest(_run_yardstick, perf_counter))
    return _compute_slowdown(yardsticks) / mean(took) if took else float("inf")


def _compute_slowdown(yardsticks: Iterable[float]) -> float:
    """Return how many times slower this machine is than the one for which limits are meant."""
    return median(yardsticks) / YARDSTICK_SECONDS


@rule("game.apply", games_per_check=10)
def _check_rules_speed(play: Play) -> None:
    """The rules apply at least 20,000 moves a second."""
    found = measure_moves_per_second(play)
    for _ in range(MAX_REPEATS):
        if found < MIN_MOVES_PER_SECOND:
            sleep(SECONDS_BEFORE_REPEAT)
            found = max(found, measure_moves_per_second(play))
    if found < MIN_MOVES_PER_SECOND:
        raise Broken(f"the rules take {found:,.0f} moves a second")


@rule("computers.choose_move", games_per_check=5)
def _check_computers_speed(play: Play) -> None:
    """A computer player chooses within a second, and within 5 ms if `fast_levels` has its level."""
    game = play.game
    for step in play.sample_steps(MAX_TIMED_CHOICES, play.rng):
        seats = [prompt.seat for prompt in game.prompts(step.state) if prompt.seat is not None]
        for seat in seats[:1]:
            for level in list_checked_levels(play):
                is_fast = level in play.computers.fast_levels
                most = MAX_FAST_CHOICE_SECONDS if is_fast else MAX_CHOICE_SECONDS
                took = _time_choice(partial(choose_path, play, step.state, seat, level), most)
                if took > most:
                    why = f"{level} thinks for {1000 * took:,.0f} ms, not {1000 * most:,.0f}"
                    raise Broken(why, step)


def _time_choice(choose: Callable[[], Any], max_seconds: float) -> float:
    """Return the shortest measured time of a choice, converted to the standard machine."""
    took = float("inf")
    for number in range(1 + MAX_REPEATS):
        sleep(SECONDS_BEFORE_REPEAT if number else 0)
        tried = _time_fastest(choose, thread_time, 2)
        took = min(
            took,
            tried / _compute_slowdown(_time_fastest(_run_yardstick, thread_time) for _ in range(3)),
        )
        if took <= max_seconds:
            break
    return took
