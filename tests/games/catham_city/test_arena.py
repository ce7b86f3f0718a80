"""The arena measures what it says it does."""

import re
import subprocess
import sys
from random import Random
from statistics import mean

import pytest

from bot.games.catham_city.arena import (
    GAME,
    SETS,
    Record,
    measured,
    player,
    rotated,
    summary,
)
from tests.games.catham_city.playing import cats, start

KITTEN, TOMCAT, RANDOM = map(player, ("kitten", "tomcat", "random"))


@pytest.mark.parametrize("seats", GAME.seats)
def test_among_equals_every_deal_gives_everybody_the_same(seats):
    records = rotated(seats, seats, 1, KITTEN, KITTEN)
    assert len(records) == seats
    assert sum(record.won for record in records) == 1
    assert len({record.turns for record in records}) == 1
    assert mean(record.points[0] for record in records) == pytest.approx(
        mean(record.points[1] for record in records)
    )


def test_the_measured_player_is_told_from_the_others():
    def taking(view, moves, luck):
        return moves[0]

    collecting = rotated(1, 3, 1, taking, KITTEN)
    assert all(not record.won for record in collecting)
    assert all(record.points[0] < record.points[1] for record in collecting)
    assert all(len(record.seconds) >= 2 for record in collecting)


def test_two_actions_make_shorter_games():
    assert rotated(1, 2, 2, TOMCAT, TOMCAT)[0].turns < rotated(1, 2, 1, TOMCAT, TOMCAT)[0].turns


def test_the_deals_go_through_all_sets_of_factions():
    assert len(set(SETS)) == 56
    assert SETS[0] != SETS[1]


def test_the_stronger_level_wins_more_often():
    """About 0.95 in truth: with fixed seeds, luck cannot make it fail."""
    records = [each for deal in range(20) for each in rotated(deal, 2, 1, TOMCAT, KITTEN)]
    assert mean(record.won for record in records) >= 0.75


def test_a_greedy_player_takes_points_in_sight_or_else_most_cards():
    greedy = player("greedy")
    for hand, choice in ((cats(scientists=3), "play/1"), (cats(scientists=2), "take/1/3")):
        state = start(hand, cats(mafia=4))
        assert greedy(GAME.view(state, 0), GAME.moves(state, 0), Random(0)) == choice


def record(deal, won):
    return Record(deal, won, 30, (16.0, 8.0), (0.001,))


def test_what_was_measured_is_summed_up():
    assert summary([record(1, True), record(1, False), record(2, True), record(2, True)]) == (
        "wins 0.750 (0.301 to 0.954) of 4 games, 30.0 turns; 16.0 points, others: 8.0; "
        "decisions 1.0 ms (median), 1 ms (longest)"
    )


def test_games_are_played_on_all_cores():
    records = measured(2, 8, 1, "kitten", "random")
    assert [each.deal for each in records] == [0, 0, 1, 1, 2, 2, 3, 3]
    again = [each for deal in range(4) for each in rotated(deal, 2, 1, KITTEN, RANDOM)]
    assert [each.points for each in records] == [each.points for each in again]


def test_the_command_prints_a_line_for_each_number_of_players():
    command = [sys.executable, "-m", "bot.games.catham_city.arena", "kitten", "random"]
    done = subprocess.run(
        [*command, "--players", "2", "3", "--games", "4"],
        capture_output=True, check=True, text=True,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert re.match(r"kitten against random, 2 players: wins [01]\.\d{3} \(", lines[0])
