"""Reads numbers that arrive as text, such as in custom ids, which anybody can forge."""

MAX_ID = 2**63 - 1
"""The largest id that the database can store. Discord's ids are smaller."""
MAX_PAGE = 99_999
"""The largest number of a page or of a step of a finished game that a button can ask for."""


def parse_number(text: str, min_value: int, max_value: int) -> int:
    """Convert a string of decimal digits to a number.

    Raises:
        ValueError: There are other characters, or the number is out of range.
    """
    if not (text.isascii() and text.isdecimal() and min_value <= int(text) <= max_value):
        raise ValueError
    return int(text)


def parse_number_or_none(text: str, max_value: int) -> int | None:
    """Return the number from 0 to `max_value` that a text contains, or None for any other text."""
    try:
        return parse_number(text, 0, max_value)
    except ValueError:
        return None


def parse_id(text: str) -> int:
    """Return the id that a text contains, or 0, which is nobody's, for any other text."""
    return parse_number_or_none(text, MAX_ID) or 0


def parse_page(text: str) -> int:
    """Return the number of a page or step that a text contains, or 0 for any other text."""
    return parse_number_or_none(text, MAX_PAGE) or 0
