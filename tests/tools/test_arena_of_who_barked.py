"""The yardsticks of Who Barked? play as one level with a cat's role, as another with a dog's."""

from itertools import permutations
from random import Random

import pytest

from bot.games.who_barked.package import PACKAGE
from tests.games.who_barked.playing import GAME, make_state, propose
from tools.arena.arena import find_arena
from tools.arena.who_barked import ARENA

LEVELS = PACKAGE.computers.levels


def test_each_two_levels_can_be_measured_on_either_side() -> None:
    assert find_arena("who_barked") is ARENA
    expected = {f"cats-{cats}-dogs-{dogs}" for cats, dogs in permutations(LEVELS, 2)}
    assert {*ARENA.player_names} == {*expected, *LEVELS}


@pytest.mark.parametrize(("cats", "dogs"), permutations(LEVELS, 2))
def test_a_split_player_plays_by_its_role(cats: str, dogs: str) -> None:
    player = ARENA.make_player(f"cats-{cats}-dogs-{dogs}")
    states = [make_state(), propose(make_state(), 0, 3)]
    for state in states:
        for seat in range(5):
            if moves := GAME.legal_moves(state, seat):
                view, level = GAME.view(state, seat), dogs if seat in state.dogs else cats
                for number in range(20):
                    expected = PACKAGE.computers.choose_move(view, moves, level, Random(number))
                    assert player(view, moves, Random(number)) == expected


def test_a_deal_between_equals_is_played_once_and_counts_for_every_seat() -> None:
    player = ARENA.make_player("tomcat")
    records = ARENA.play_from_every_seat(3, 5, player, player, {})
    again = ARENA.play_from_every_seat(3, 5, player, ARENA.make_player("tomcat"), {})
    assert [each.share for each in records] == [each.share for each in again]
    assert records[0].team_shares == again[4].team_shares
    assert sum(records[0].team_shares.values()) == 1
