"""The arena measures what it says it does."""

import re
from math import isclose
from statistics import mean

import pytest

from bot.games.cloaked_cats.arena import (
    GAME,
    measured,
    player,
    reasoner,
    rotated,
    summary,
)


@pytest.mark.parametrize("seats", GAME.seats)
def test_among_equals_every_deal_gives_everybody_the_same(seats):
    for deal in range(4):
        records = rotated(deal, seats, reasoner, reasoner)
        assert len(records) == seats
        assert isclose(sum(record.share for record in records), 1)
        assert len({record.turns for record in records}) == 1
        assert isclose(
            mean(record.points[0] for record in records),
            mean(record.points[1] for record in records),
        )


def test_the_measured_player_is_told_from_the_others():
    silent = rotated(1, 3, lambda view, moves, luck: moves[-1], reasoner)
    assert all(record.guesses[0] == 0 < record.guesses[1] for record in silent)
    assert all(len(record.seconds) >= 2 for record in silent)


def test_games_are_played_on_all_cores_and_summed_up():
    records = measured(2, 8, "tomcat", "reasoner")
    assert [each.deal for each in records] == [0, 0, 1, 1, 2, 2, 3, 3]
    again = [each for deal in range(4) for each in rotated(deal, 2, player("tomcat"), reasoner)]
    assert [each.share for each in records] == [each.share for each in again]
    assert re.match(
        r"win share 0\.\d{3} \(-?0\.\d{3} to [01]\.\d{3}\) in 8 games", summary(records)
    )
