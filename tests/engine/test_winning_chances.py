"""Where a game turned: the step after which somebody's chance had changed most."""

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


def test_a_turn_is_found() -> None:
    course = [
        WinningChances(0, None, (0.5, 0.5)),
        WinningChances(3, 0, (0.6, 0.4)),
        WinningChances(7, 0, (0.9, 0.1)),
        WinningChances(8, 1, (0.8, 0.2)),
    ]
    assert find_turning_points(course) == [TurningPoint(7, 0, 0, 60, 90)]


def test_the_largest_turn_comes_first() -> None:
    course = [
        WinningChances(0, None, (0.5, 0.5)),
        WinningChances(3, 0, (0.75, 0.25)),
        WinningChances(7, 1, (0.1, 0.9)),
    ]
    assert find_turning_points(course) == [
        TurningPoint(7, 1, 1, 25, 90),
        TurningPoint(3, 0, 0, 50, 75),
    ]


def test_a_small_turn_is_not_worth_telling() -> None:
    assert (
        find_turning_points(
            [WinningChances(0, None, (0.5, 0.5)), WinningChances(1, 0, (0.69, 0.31))]
        )
        == []
    )


def test_whoever_did_it_is_told_of_rather_than_others() -> None:
    both = [WinningChances(0, None, (0.2, 0.5, 0.3)), WinningChances(1, 1, (0.5, 0.25, 0.25))]
    assert find_turning_points(both) == [TurningPoint(1, 1, 1, 50, 25)]


def test_others_are_told_of_if_theirs_changed_much_more() -> None:
    others = [WinningChances(0, None, (0.2, 0.5, 0.3)), WinningChances(1, 1, (0.6, 0.4, 0.0))]
    assert find_turning_points(others) == [TurningPoint(1, 1, 0, 20, 60)]


def test_a_rise_is_told_of_rather_than_a_fall_of_the_same_size() -> None:
    course = [WinningChances(0, None, (0.6, 0.4)), WinningChances(1, None, (0.3, 0.7))]
    assert find_turning_points(course) == [TurningPoint(1, None, 1, 40, 70)]


def test_the_end_is_no_turn_unless_it_was_unlikely() -> None:
    assert (
        find_turning_points([WinningChances(0, None, (0.7, 0.3)), WinningChances(1, 0, (1.0, 0.0))])
        == []
    )
    upset = [WinningChances(0, None, (0.3, 0.7)), WinningChances(1, 0, (1.0, 0.0))]
    assert find_turning_points(upset) == [TurningPoint(1, 0, 0, 30, 100)]


@pytest.mark.parametrize("name", GAMES)
def test_the_benchmark_compares_what_was_said_with_what_came_true(name: str) -> None:
    first, *table = measured(name, games=1, level=GAMES[name].computers.levels[0])
    assert first.startswith("1 games, ")
    assert len(table) > len(["title", "rule"]), f"no chances of {name} were told"
