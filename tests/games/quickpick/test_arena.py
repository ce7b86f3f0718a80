"""The people of Quickpick's arena play as they are said to, by the clock."""

import pytest

from bot.games.quickpick.arena import ARENA, GAME, PEOPLE, Person

SURE = PEOPLE["usual-4"]


@pytest.mark.parametrize("seats", [3, 8])
@pytest.mark.parametrize("level", GAME.levels)
def test_every_deal_is_played_from_every_seat_and_always_the_same(seats, level):
    guest = ARENA.player(level)
    records = ARENA.rotated(2, seats, SURE, guest, {})
    again = ARENA.rotated(2, seats, SURE, guest, {})
    assert [each.figures for each in again] == [each.figures for each in records]
    assert len(records) == seats


def test_who_knows_all_at_once_gets_faces_and_who_is_asleep_none():
    quick = ARENA.rotated(1, 4, Person((0.0, 0.001), 4), ARENA.player("dreamer"), {})
    assert all(record.figures["faces"][0] > 0 for record in quick)
    asleep = ARENA.rotated(1, 4, Person((59.0, 59.9), 4), ARENA.player("daredevil"), {})
    assert [record.figures["faces"][0] for record in asleep] == [0] * 4
