"""The people of Quickpick's arena play as they are said to, by the clock."""

from statistics import mean

import pytest

from tools.arena.quickpick import ARENA, PERSON_MODELS, Person

SURE = PERSON_MODELS["usual-4"]
FITS = {"quick": "daredevil", "usual": "guest", "slow": "guest", "child": "dreamer"}
"""The level beside which people of a speed win about a fair share."""


def fair_shares(person, level, seats, deals):
    """Return what share of the wins a person has, if 1 is a fair one."""
    player, guest = ARENA.make_player(person), ARENA.make_player(level)
    records = [
        each
        for deal in deals
        for each in ARENA.play_from_every_seat(deal, seats, player, guest, {})
    ]
    return seats * mean(each.share for each in records)


@pytest.mark.parametrize("level", ARENA.package.computers.levels)
def test_every_deal_is_played_from_every_seat_and_always_the_same(level):
    guest = ARENA.make_player(level)
    records, again = (ARENA.play_from_every_seat(2, 5, SURE, guest, {}) for _ in range(2))
    assert [each.measures for each in again] == [each.measures for each in records]
    assert len(records) == 5


def test_who_knows_all_at_once_gets_faces_and_who_is_asleep_none():
    quick = ARENA.play_from_every_seat(
        1, 4, Person((0.0, 0.001), 4), ARENA.make_player("dreamer"), {}
    )
    assert all(record.measures["faces"][0] > 0 for record in quick)
    asleep = ARENA.play_from_every_seat(
        1, 4, Person((59.0, 59.9), 4), ARENA.make_player("daredevil"), {}
    )
    assert [record.measures["faces"][0] for record in asleep] == [0] * 4


@pytest.mark.parametrize("speed", FITS)
def test_with_three_players_every_way_of_daring_wins_and_none_wins_nearly_always(speed):
    """Between 0.4 and 1.9 fair shares, as docs/figures.md tells of thousands of games."""
    found = [fair_shares(way, FITS[speed], 3, range(30)) for way in ARENA.player_groups[speed]]
    assert all(0.3 < share < 1.8 for share in found)
    assert 0.75 < mean(found) < 1.3


def test_beside_many_daredevils_people_of_usual_speed_who_wait_win_now_and_then():
    assert fair_shares("usual-4", "daredevil", 8, range(12)) > 0


def test_all_ways_of_daring_stand_together_under_the_name_of_a_speed():
    assert ARENA.player_groups["slow"] == ["slow-2", "slow-3", "slow-4"]
    assert {way for ways in ARENA.player_groups.values() for way in ways} == set(PERSON_MODELS)
