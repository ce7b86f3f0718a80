"""The arena measures what it says it does."""

import re

import pytest

from bot.games.quickpick.arena import GAME, SPEEDS, Person, main, measured, played, rotated

SURE = Person(SPEEDS["usual"], 4)


@pytest.mark.parametrize("seats", [3, 8])
@pytest.mark.parametrize("level", GAME.levels)
def test_every_deal_is_played_from_every_seat_and_always_the_same(seats, level):
    records = rotated(2, seats, SURE, level)
    assert [record.deal for record in records] == [2] * seats
    again = [played(2, seats, seat, SURE, level) for seat in range(seats)]
    assert [each.share for each in again] == [each.share for each in records]
    assert [each.prizes for each in again] == [each.prizes for each in records]
    assert all(record.decisions > 5 * 3 * (seats - 1) for record in records)


def test_who_knows_all_at_once_gets_every_face_and_who_is_asleep_none():
    first = rotated(1, 4, Person((0.0, 0.001), 4), "dreamer")
    assert all(record.prizes > 0 for record in first)
    asleep = rotated(1, 4, Person((59.0, 59.9), 4), "daredevil")
    assert [record.prizes for record in asleep] == [0] * 4


def test_what_is_measured_is_told_in_a_row_for_each_speed_and_number_of_players(capsys):
    main(["guest", "--speeds", "usual", "--players", "3", "--games", "6"])
    share = r"\d\.\d{3} \(-?\d\.\d{3} to \d\.\d{3}\)"
    fair = share.replace("3", "2")
    row = rf"\| guest \| usual \| 3 \| {share} \| {share} \| {share} \| {fair} \| 0\.\d{{3}} \|\n"
    assert re.fullmatch(row, capsys.readouterr().out)
    assert len(measured(3, 6, SURE, "guest")) == 6
