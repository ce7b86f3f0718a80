"""Scenes, what stands on a screen, and Discord's limits, for the tests of all games' screens."""

from collections.abc import Iterable, Mapping

from bot.engine.package import GamePackage
from bot.engine.screen import Button, Link, OpenScreen, Screen, Select, SubmitMove, TableAction
from bot.engine.screens import ScreenContext
from bot.i18n import text
from tests.bench import limits
from tests.bench.limits import size

LONG = "\\*" * 32
"""The longest name: 32 signs of markup, each escaped."""
NO_EMOJIS: Mapping[str, str] = {}
PATH = 60
"""As many characters as a move has at most."""


def longest_emojis(stems: Iterable[str]) -> dict[str, str]:
    """Return an application's emojis for these signs, names and ids as long as they can be."""
    return {
        stem: f"<:{stem.replace('-', '_'):x<32}:{9 * 10**18 + number}>"
        for number, stem in enumerate(stems)
    }


def scene_of(
    package: GamePackage,
    language: str = "en",
    *,
    names: tuple[str, ...],
    pictures: bool = True,
    emojis: Mapping[str, str] = NO_EMOJIS,
) -> ScreenContext:
    plain = tuple(name.replace("\\", "") for name in names)
    return ScreenContext(text(language, package.text), names, plain, pictures, emojis)


def everything_of(screen: Screen) -> str:
    parts = [screen.title, screen.text, screen.footer]
    for field in screen.fields:
        parts += [field.name, field.text]
    return "\n".join(parts)


def buttons_of(screen: Screen) -> tuple[Button, ...]:
    return tuple(item for row in screen.rows for item in row if isinstance(item, Button))


def selects_of(screen: Screen) -> tuple[Select, ...]:
    return tuple(item for row in screen.rows for item in row if isinstance(item, Select))


def labels_of(screen: Screen) -> list[str]:
    return [item.label for item in buttons_of(screen)]


def path_of(item: Button | Select) -> str:
    """Return the path of what a button or menu moves or looks at."""
    assert isinstance(item.press, SubmitMove | OpenScreen)
    return item.press.path


def button(screen: Screen, label: str) -> Button:
    (found,) = [item for item in buttons_of(screen) if item.label == label]
    return found


def assert_fits(screen: Screen, room: int = limits.EMBED) -> None:
    """Fail if Discord would refuse the screen; `room` is for all words of the embed."""
    assert size(screen.title) <= limits.TITLE
    assert size(screen.text) <= limits.DESCRIPTION
    assert size(screen.footer) <= limits.FOOTER
    assert len(screen.fields) <= limits.FIELDS
    for field in screen.fields:
        assert 0 < size(field.name) <= limits.NAME
        assert 0 < size(field.text) <= limits.VALUE
    assert size(everything_of(screen)) <= room
    for picture in (screen.picture, screen.below):
        assert picture is None or 0 < size(picture.alt) <= limits.ALT
    _assert_rows_fit(screen)
    for item in buttons_of(screen):
        assert 0 < size(item.label) <= limits.LABEL
    for menu in selects_of(screen):
        _assert_menu_fits(menu)


def _assert_rows_fit(screen: Screen) -> None:
    assert len(screen.rows) <= limits.ROWS
    for row in screen.rows:
        assert 0 < len(row) <= limits.BUTTONS
        assert len(row) == 1 or not any(isinstance(item, Select) for item in row)
    items = [item for row in screen.rows for item in row if not isinstance(item, Link)]
    presses = [item.press for item in items]
    assert len(set(presses)) == len(presses)
    for press in presses:
        if isinstance(press, TableAction):
            # "go-on" is in a lesson in which one may also wait.
            assert press.action in ("go-on", "page")
            continue
        assert isinstance(press, SubmitMove | OpenScreen)
        assert press.path.isascii()
        assert len(press.path) <= PATH


def _assert_menu_fits(menu: Select) -> None:
    values = [value for value, _ in menu.options]
    assert 0 < len(values) <= limits.OPTIONS
    assert len(set(values)) == len(values)
    assert 0 < menu.min_values <= menu.max_values <= len(values)
    assert 0 < size(menu.placeholder) <= limits.PLACEHOLDER
    for value, label in menu.options:
        assert value.isascii()
        assert 0 < size(label) <= limits.OPTION
