"""What a table, its board and its game tell of themselves."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from bot.domain.table import Board, Lobby, Player
from tests.tables import in_phase
from tests.toys.secret_numbers.rules import SecretNumbers


class NineSteps(SecretNumbers):
    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        return 9


@pytest.mark.parametrize(("shown", "expected"), [(2, True), (3, False), (4, False)])
def test_a_board_moves_until_it_shows_the_version_that_asked_for_it(
    shown: int, *, expected: bool
) -> None:
    asked = Board().request_move(3, ())
    assert asked.show_version(9, shown, (), moved_version=0).should_move is expected


def test_a_board_that_nobody_asked_to_move_stays() -> None:
    assert not Board().should_move


def test_guesses_of_the_winner_end_after_half_of_the_usual_steps() -> None:
    lobby = Lobby("secret_numbers", 1, 2, "en", "10", 0.0, 0.0, players=(Player("Ada", 1),))
    limited = in_phase(lobby, "playing").limit_guesses(NineSteps())
    assert replace(limited, step=3).takes_guesses
    assert not replace(limited, step=4).takes_guesses
