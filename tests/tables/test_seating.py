"""The lobby's seats and options, as pure functions."""

import pytest

from bot.games.box import Box
from bot.store.records import Table
from bot.tables import seating
from bot.tables.change import Click, Refused
from bot.tables.seating import Wishes
from tests.toys import SHELF

ADA = Click(1, 1, "Ada", "en", 1)


def lobby(box: Box, *, text_only: bool = False) -> Table:
    """Return a new lobby of Ada's."""
    return seating.opened(ADA, 1, 1, "game", box, Wishes(text_only=text_only), 0.0)


def test_a_host_chooses_whether_there_are_pictures() -> None:
    table, box = lobby(SHELF["cloaked_cats"]), SHELF["cloaked_cats"]
    assert not table.text_only
    assert seating.option_set(table, box, "text-only", "yes").table.text_only
    assert lobby(box, text_only=True).text_only


def test_a_game_without_pictures_is_text_only_and_nobody_chooses() -> None:
    table, box = lobby(SHELF["secret_numbers"]), SHELF["secret_numbers"]
    assert table.text_only
    with pytest.raises(Refused, match="option-unknown"):
        seating.option_set(table, box, "text-only", "no")
