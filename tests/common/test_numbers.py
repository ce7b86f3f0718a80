"""Numbers in text from buttons, which anybody can forge."""

import pytest

from bot.common.numbers import MAX_ID, MAX_PAGE, parse_id, parse_number_or_none, parse_page


@pytest.mark.parametrize(
    ("text", "id_"),
    [("7", 7), ("007", 7), (str(MAX_ID), MAX_ID), (str(MAX_ID + 1), 0), ("9" * 5000, 0)],
)
def test_an_id_is_one_that_the_database_can_store(text: str, id_: int) -> None:
    assert parse_id(text) == id_


@pytest.mark.parametrize("text", ["", "-1", "1.0", " 1", "٣", "²", "x"])
def test_anything_but_digits_is_no_number(text: str) -> None:
    assert parse_number_or_none(text, MAX_ID) is None
    assert parse_id(text) == parse_page(text) == 0


def test_pages_have_a_limit() -> None:
    assert parse_page(str(MAX_PAGE)) == MAX_PAGE
    assert parse_page(str(MAX_PAGE + 1)) == 0
