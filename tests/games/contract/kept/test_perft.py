"""States are counted that can be reached by so many inputs."""

from math import comb

from bot.games.contract.kept import perft
from tests.toys.race.rules import MOVES, Race
from tests.toys.secret_numbers.rules import NUMBERS, SecretNumbers


def test_the_first_states_are_those_that_can_be_counted_by_hand() -> None:
    first, second, *_ = perft.counts(SecretNumbers(), perft.first(SecretNumbers()))
    moves = NUMBERS["few"] * comb(NUMBERS["few"], 2)
    assert first == (1, 0)
    assert second == (2 * moves + 2, 2)  # two of them answer, or one of them leaves, which ends it


def test_pauses_are_counted_and_a_whole_game_where_it_is_small() -> None:
    first, second, third, *_, last = perft.counts(Race(), perft.first(Race()))
    assert first == (1, 0)
    assert second == (2 * len(MOVES), 0)
    assert third[0] == 2 * len(MOVES) ** 2 + 7  # both hands, or the pause: points 0 to 3 of either
    assert last[0] == last[1]
