"""What a table, its board and its game tell of themselves."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from bot.domain import seating
from bot.domain.changes import Click
from bot.domain.seating import TableOptions
from bot.domain.table import Board, Match
from tests.tables import in_phase
from tests.toys import REGISTRY
from tests.toys.secret_numbers.rules import SecretNumbers

ADA = Click(1, 1, "Ada", "en", 1)
PACKAGE = REGISTRY["secret_numbers"]


class NineSteps(SecretNumbers):
    """A game that usually takes nine steps."""

    def typical_length(self, seats: int, options: Mapping[str, str]) -> int:
        """Return nine."""
        return 9


def match() -> Match:
    """Return a running game of Ada's."""
    table = seating.open_lobby(ADA, 1, 1, "secret_numbers", PACKAGE, TableOptions(), 0.0)
    return in_phase(table, "playing")


@pytest.mark.parametrize(("shown", "expected"), [(2, True), (3, False), (4, False)])
def test_a_board_moves_until_it_shows_the_version_that_asked_for_it(
    shown: int, *, expected: bool
) -> None:
    asked = Board().request_move(3, ())
    assert asked.show_version(9, shown, (), moved_version=0).should_move is expected


def test_a_board_that_nobody_asked_to_move_stays() -> None:
    assert not Board().should_move


def test_guesses_of_the_winner_end_after_half_of_the_usual_steps() -> None:
    limited = match().limit_guesses(NineSteps())
    assert replace(limited, step=3).takes_guesses
    assert not replace(limited, step=4).takes_guesses
