"""Where a game turned: the step after which somebody's chance had changed most."""

from importlib import import_module

import pytest

from benchmarks.winning import measured
from bot.engine.winning_chances import (
    TurningPoint,
    WinningChances,
    compute_softmax,
    find_turning_points,
)
from bot.games.registry import GAMES


def test_equal_strengths_are_equal_chances_and_who_is_out_has_none() -> None:
    assert compute_softmax((3.0, 3.0, float("-inf"))) == (0.5, 0.5, 0.0)


TURNING_GAMES = [
    name
    for name in GAMES
    if hasattr(import_module(f"bot.games.{name}.highlights"), "estimate_winning_chances")
]
"""The games that have turning points."""


@pytest.mark.parametrize(
    ("course", "turns"),
    [
        ([(None, 0.5, 0.5), (0, 0.6, 0.4), (0, 0.9, 0.1), (1, 0.8, 0.2)], [(2, 0, 0, 60, 90)]),
        # the largest comes first
        (
            [(None, 0.5, 0.5), (0, 0.75, 0.25), (1, 0.1, 0.9)],
            [(2, 1, 1, 25, 90), (1, 0, 0, 50, 75)],
        ),
        # a small one is not worth telling
        ([(None, 0.5, 0.5), (0, 0.69, 0.31)], []),
        # whoever did it is told of rather than others, unless theirs changed much more
        ([(None, 0.2, 0.5, 0.3), (1, 0.5, 0.25, 0.25)], [(1, 1, 1, 50, 25)]),
        ([(None, 0.2, 0.5, 0.3), (1, 0.6, 0.4, 0.0)], [(1, 1, 0, 20, 60)]),
        # a rise rather than a fall of the same size
        ([(None, 0.6, 0.4), (None, 0.3, 0.7)], [(1, None, 1, 40, 70)]),
        # the end is none unless it was unlikely
        ([(None, 0.7, 0.3), (0, 1.0, 0.0)], []),
        ([(None, 0.3, 0.7), (0, 1.0, 0.0)], [(1, 0, 0, 30, 100)]),
    ],
)
def test_the_step_after_which_a_chance_has_changed_most_is_told(
    course: list[tuple[int | None, *tuple[float, ...]]],
    turns: list[tuple[int, int | None, int, int, int]],
) -> None:
    steps = [WinningChances(n, actor, tuple(of)) for n, (actor, *of) in enumerate(course)]
    assert find_turning_points(steps) == [TurningPoint(*turn) for turn in turns]


@pytest.mark.parametrize("name", TURNING_GAMES)
def test_the_benchmark_compares_what_was_said_with_what_came_true(name: str) -> None:
    first, *table = measured(name, games=1, level=GAMES[name].computers.levels[0])
    assert first.startswith("1 games, ")
    assert len(table) > len(["title", "rule"]), f"no chances of {name} were told"
