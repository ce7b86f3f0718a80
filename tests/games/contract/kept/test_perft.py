"""States are counted that can be reached by so many inputs."""

from math import comb
from pathlib import Path

from bot.games.contract.kept import perft
from tests.toys import SHELF
from tests.toys.race.moves import MOVES
from tests.toys.race.rules import Race
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


def test_each_choice_has_a_block_and_those_that_count_alike_share_one(tmp_path: Path) -> None:
    (text,) = perft.texts(SHELF["quickpick"], tmp_path).values()
    _, *others = text.split("\n\n")
    assert [block.partition("\n")[0] for block in others] == [
        "mode sounds",
        "mode camera",
        "seconds 30, seconds 90, seconds 120, seconds 180",
        "choosing all",
        "choosing calm",
    ]
