"""The yardsticks of Cloaked Cats are what they are said to be."""

from tools.arena.cloaked_cats import ARENA, choose_as_reasoner


def test_the_measured_player_is_told_from_the_others():
    silent = ARENA.play_from_every_seat(
        1, 3, lambda view, moves, luck: moves[-1], choose_as_reasoner, {}
    )
    assert all(
        record.measures["guesses"][0] == 0 < record.measures["guesses"][1] for record in silent
    )
    assert all(len(record.cpu_seconds) >= 2 for record in silent)


def test_nobody_is_right_more_often_than_they_guess():
    for record in ARENA.play_from_every_seat(2, 4, choose_as_reasoner, choose_as_reasoner, {}):
        for right, guesses in zip(
            record.measures["right"], record.measures["guesses"], strict=True
        ):
            assert 0 < right <= guesses
