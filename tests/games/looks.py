"""Scenes, what stands on a screen, and Discord's limits, for the tests of all games' screens."""

from collections.abc import Iterable, Mapping

from bot.engine.package import GamePackage
from bot.engine.screen import Button, OpenScreen, Screen, Select, SubmitMove
from bot.engine.screens import ScreenContext
from bot.i18n import text

LONG = "\\*" * 32
"""The longest name: 32 signs of markup, each escaped."""
NO_EMOJIS: Mapping[str, str] = {}


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
