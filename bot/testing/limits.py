"""Checks screens, the contents of messages, against the limits in Discord's documentation.

https://docs.discord.com/developers/resources/message and .../components/reference. Lengths are in
UTF-16 code units, the strictest way to count.
"""

from collections.abc import Iterator

from bot.engine.screen import (
    MAX_BUTTONS_PER_ROW,
    MAX_ROWS_PER_MESSAGE,
    Button,
    EntitySelect,
    Item,
    Link,
    OpenScreen,
    Screen,
    Select,
    SubmitMove,
)
from bot.engine.text_helpers import count_utf16_units

MAX_TITLE_LENGTH = 256
MAX_TEXT_LENGTH = 4096
MAX_FIELDS = 25
MAX_FIELD_NAME_LENGTH = 256
MAX_FIELD_TEXT_LENGTH = 1024
MAX_FOOTER_LENGTH = 2048
MAX_EMBED_LENGTH = 6000
MAX_BUTTON_LABEL_LENGTH = 80
MAX_SELECT_OPTIONS = 25
MAX_OPTION_LENGTH = 100
MAX_PLACEHOLDER_LENGTH = 150
MAX_ALT_TEXT_LENGTH = 1024
MAX_PATH_LENGTH = 60
"""The maximum length of a move's path, such as "bid/3/6".

A button's custom id of at most 100 characters also holds the table and the decision.
"""


def check_screen(screen: Screen, max_characters: int = MAX_EMBED_LENGTH) -> Iterator[str]:
    """Yield a sentence for each part of a screen that Discord would refuse."""
    words = [("title", screen.title, MAX_TITLE_LENGTH), ("text", screen.text, MAX_TEXT_LENGTH)]
    words.append(("footer", screen.footer, MAX_FOOTER_LENGTH))
    for field in screen.fields:
        words += [
            ("name of a field", field.name, MAX_FIELD_NAME_LENGTH),
            ("field", field.text, MAX_FIELD_TEXT_LENGTH),
        ]
        if not field.name.strip() or not field.text.strip():
            yield "a field is empty"
    for what, text, most in words:
        yield from _check_length(what, text, most)
    if len(screen.fields) > MAX_FIELDS:
        yield f"{len(screen.fields)} fields"
    whole = sum(count_utf16_units(text) for _, text, _ in words)
    if whole > max_characters:
        yield f"its words take {whole} of {max_characters}"
    for picture in (screen.picture, screen.below):
        if picture is not None:
            yield from _check_required_text(
                "alternative text of a picture", picture.alt, MAX_ALT_TEXT_LENGTH
            )
    yield from _check_rows(screen)


def _check_length(part: str, text: str, max_characters: int) -> Iterator[str]:
    if count_utf16_units(text) > max_characters:
        yield f"the {part} has {count_utf16_units(text)} characters, {max_characters} are allowed"


def _check_required_text(part: str, text: str, max_characters: int) -> Iterator[str]:
    yield from _check_length(part, text, max_characters)
    if not text.strip():
        yield f"the {part} is empty"


def _check_rows(screen: Screen) -> Iterator[str]:
    if len(screen.rows) > MAX_ROWS_PER_MESSAGE:
        yield f"{len(screen.rows)} rows"
    presses = set[object]()
    for row in screen.rows:
        if not 0 < len(row) <= MAX_BUTTONS_PER_ROW:
            yield f"a row of {len(row)}"
        if len(row) > 1 and any(isinstance(item, Select | EntitySelect) for item in row):
            yield "a menu shares its row"
        for item in row:
            yield from _check_control(item)
            press = None if isinstance(item, Link) else item.press
            if press in presses:
                yield f"two things to press do the same: {press}"
            presses |= {press} - {None}
            if isinstance(press, SubmitMove | OpenScreen):
                yield from _check_length("path of a press", press.path, MAX_PATH_LENGTH)


def _check_control(item: Item) -> Iterator[str]:
    if isinstance(item, Button | Link):
        yield from _check_required_text("label of a button", item.label, MAX_BUTTON_LABEL_LENGTH)
        return
    yield from _check_required_text(
        "placeholder of a menu", item.placeholder, MAX_PLACEHOLDER_LENGTH
    )
    if isinstance(item, EntitySelect):
        if not 0 <= item.min_values <= item.max_values <= MAX_SELECT_OPTIONS:
            yield f"a menu takes {item.min_values} to {item.max_values} values"
        if len(item.chosen) > item.max_values:
            yield f"a menu of at most {item.max_values} values has {len(item.chosen)}"
        return
    values = [value for value, _ in item.options]
    if not 0 < len(values) <= MAX_SELECT_OPTIONS:
        yield f"a menu of {len(values)} options"
    if len({*values}) != len(values):
        yield f"a menu offers a value twice: {values}"
    if not 0 < item.min_values <= item.max_values <= max(1, len(values)):
        yield f"a menu takes {item.min_values} to {item.max_values} of {len(values)} options"
    for value, label in item.options:
        yield from _check_required_text("label of an option", label, MAX_OPTION_LENGTH)
        if not value.isascii() or not value:
            yield f"a menu has the value {value!r}"
    for description in item.descriptions:
        yield from _check_length("description of an option", description, MAX_OPTION_LENGTH)
