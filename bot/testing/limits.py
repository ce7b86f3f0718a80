"""Discord's limits for what a screen shows, copied by hand from its documentation.

https://docs.discord.com/developers/resources/message and .../components/reference. Lengths are
counted in UTF-16 units, the strictest way.
"""

from collections.abc import Iterator

from bot.engine.screen import BUTTONS, ROWS, Button, Link, Look, Screen, Select, SubmitMove
from bot.engine.text_helpers import length

TITLE, DESCRIPTION, FIELDS, NAME, VALUE, FOOTER = 256, 4096, 25, 256, 1024, 2048
EMBED = 6000
"""All words of a message."""
LABEL, OPTIONS, OPTION, PLACEHOLDER, ALT = 80, 25, 100, 150, 1024
PATH = 60
"""Characters of a move, which a custom id of 100 has to hold beside the table and the decision."""


def problems(screen: Screen, room: int = EMBED) -> Iterator[str]:
    """Yield what Discord would refuse of a game's screen; `room` is for all its words."""
    words = [("title", screen.title, TITLE), ("text", screen.text, DESCRIPTION)]
    words.append(("footer", screen.footer, FOOTER))
    for field in screen.fields:
        words += [("name of a field", field.name, NAME), ("field", field.text, VALUE)]
        if not field.name.strip() or not field.text.strip():
            yield "a field is empty"
    for what, text, most in words:
        yield from _too_long(what, text, most)
    if len(screen.fields) > FIELDS:
        yield f"{len(screen.fields)} fields"
    whole = sum(length(text) for _, text, _ in words)
    if whole > room:
        yield f"its words take {whole} of {room}"
    for picture in (screen.picture, screen.below):
        if picture is not None:
            yield from _badly_named("alternative text of a picture", picture.alt, ALT)
    yield from _problems_of_rows(screen)


def _too_long(what: str, text: str, most: int) -> Iterator[str]:
    if length(text) > most:
        yield f"the {what} has {length(text)} characters, {most} are allowed"


def _badly_named(what: str, text: str, most: int) -> Iterator[str]:
    yield from _too_long(what, text, most)
    if not text.strip():
        yield f"the {what} is empty"


def _problems_of_rows(screen: Screen) -> Iterator[str]:
    if len(screen.rows) > ROWS:
        yield f"{len(screen.rows)} rows"
    presses = set[object]()
    for row in screen.rows:
        if not 0 < len(row) <= BUTTONS:
            yield f"a row of {len(row)}"
        if len(row) > 1 and any(isinstance(item, Select) for item in row):
            yield "a menu shares its row"
        for item in row:
            yield from _problems_of(item)
            press = None if isinstance(item, Link) else item.press
            if press in presses:
                yield f"two things to press do the same: {press}"
            presses |= {press} - {None}
            if isinstance(press, SubmitMove | Look):
                yield from _too_long("path of a press", press.path, PATH)


def _problems_of(item: Button | Link | Select) -> Iterator[str]:
    if not isinstance(item, Select):
        yield from _badly_named("label of a button", item.label, LABEL)
        return
    values = [value for value, _ in item.options]
    if not 0 < len(values) <= OPTIONS:
        yield f"a menu of {len(values)} options"
    if len({*values}) != len(values):
        yield f"a menu offers a value twice: {values}"
    if not 0 < item.least <= item.most <= max(1, len(values)):
        yield f"a menu takes {item.least} to {item.most} of {len(values)} options"
    yield from _badly_named("placeholder of a menu", item.placeholder, PLACEHOLDER)
    for value, label in item.options:
        yield from _badly_named("label of an option", label, OPTION)
        if not value.isascii() or not value:
            yield f"a menu has the value {value!r}"
    for description in item.descriptions:
        yield from _too_long("description of an option", description, OPTION)
