"""Views made by hand, scenes in each language, and Discord's limits, for the tests of screens."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.games.catham_city import BOX
from bot.games.catham_city.cards import FACTIONS
from bot.games.catham_city.state import View
from bot.games.catham_city.words import TIED
from bot.games.game import Prompt
from bot.games.screen import Button, Look, Move, Scene, Screen, Select
from bot.text import text

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
LONG = "\\*" * 32
"""The longest name: 32 signs of markup, each escaped."""
SCREENS = BOX.screens
SIGNS = (*FACTIONS, *(f"seat-{letter}" for letter in "abcdef"))
"""The stems of the files of all signs."""
EMOJIS = {
    stem: f"<:{stem.replace('-', '_'):x<32}:{9 * 10**18 + number}>"
    for number, stem in enumerate(SIGNS)
}
"""The application's emojis with names and ids as long as they can be."""
NO_EMOJIS: Mapping[str, str] = {}

ACTION = Prompt(decision=6, seat=0, kind="action", clock="turn:3")
DISCARD = Prompt(decision=7, seat=0, kind="discard", clock="turn:3")


def answer(kind: str, seat: int = 0) -> Prompt:
    """Return the question that a faction asks."""
    return Prompt(decision=9, seat=seat, kind=kind, clock="answers:9")


def scene(
    language: str = "en",
    *,
    names: tuple[str, ...] = NAMES,
    pictures: bool = True,
    emojis: Mapping[str, str] = NO_EMOJIS,
) -> Scene:
    """Return a scene for these (escaped) names."""
    plain = tuple(name.replace("\\", "") for name in names)
    return Scene(text(language, BOX.text), names, plain, pictures, emojis)


def view(**changes: Any) -> View:
    """Return what seat 0 of four sees on its turn, with the given changes.

    In play: detectives, mafia, hackers, police and journalists.
    """
    base = View(
        viewer=0,
        factions=(0, 3, 4, 5, 6),
        points=(5, 12, 0, 1),
        target=13,
        hand_sizes=(6, 8, 1, 7),
        hand=(0, 4, 4, 5, 5, 6),
        market=(0, 4, 4, 4, 5, 6, 6),
        pile=21,
        discards=(0, 0, 3),
        turn=8,
        active=0,
        phase="action",
        actions=1,
        left=1,
        table=(),
        played=None,
        extra=None,
        owing=(),
        answered=(),
        answer=None,
        present=(True,) * 4,
    )
    return replace(base, **changes)


def answers(kind: str, **changes: Any) -> View:
    """Return what seat 0 of four sees when seat 1 has played a faction that all others answer."""
    faction = FACTIONS.index(kind)
    extra = 4 if kind == "detectives" else None
    asked = {
        "active": 1,
        "phase": "answers",
        "table": (0, 0, 0, 4) if kind == "detectives" else (faction,) * 4,
        "played": faction,
        "extra": extra,
        "owing": (0, 2, 3),
    }
    return view(**{**asked, **changes})


def crowded(**changes: Any) -> View:
    """Return a view of six with as much to tell as there can be."""
    crowd = {
        "factions": (0, 4, 5, 6, 7),
        "points": (15,) * 6,
        "target": 16,
        "hand_sizes": (24, 10, 10, 10, 10, 10),
        "hand": tuple(sorted((0, 4, 5, 6, 7) * 5))[:24],
        "market": (0, 0, 4, 5, 6, 7, 7),
        "pile": 40,
        "turn": 122,
        "phase": "answers",
        "active": 0,
        "table": (0, 0, 0, 7),
        "played": 0,
        "extra": 7,
        "owing": (3, 4, 5),
        "answered": (1, 2),
        "present": (True,) * 6,
    }
    return view(**{**crowd, **changes})


def everything_of(screen: Screen) -> str:
    """Return all words of a screen."""
    parts = [screen.title, screen.text, screen.footer]
    for field in screen.fields:
        parts += [field.name, field.text]
    return "\n".join(parts)


def buttons_of(screen: Screen) -> tuple[Button, ...]:
    """Return all buttons in reading order."""
    return tuple(item for row in screen.rows for item in row if isinstance(item, Button))


def selects_of(screen: Screen) -> tuple[Select, ...]:
    """Return all menus in reading order."""
    return tuple(item for row in screen.rows for item in row if isinstance(item, Select))


def button(screen: Screen, label: str) -> Button:
    """Return the one button with this label."""
    (found,) = [item for item in buttons_of(screen) if item.label == label]
    return found


def labels_of(screen: Screen) -> list[str]:
    """Return the labels of all buttons."""
    return [item.label for item in buttons_of(screen)]


def loosened(words: str) -> str:
    """Return a text without what keeps its parts in one line."""
    return words.replace(TIED, "")


def size(words: str) -> int:
    """Return the length as the strictest of Discord's counters has it: UTF-16 units."""
    return len(words.encode("utf-16-le")) // 2


def assert_fits(screen: Screen, room: int = 6000) -> None:
    """Fail if Discord would refuse the screen; `room` is for all words of the embed."""
    assert 0 < size(screen.title) <= 256
    assert size(screen.text) <= 4096
    assert len(screen.fields) <= 25
    for field in screen.fields:
        assert 0 < size(field.name) <= 256
        assert 0 < size(field.text) <= 1024
    assert size(everything_of(screen)) <= room
    for picture in (screen.picture, screen.below):
        assert picture is None or 0 < size(picture.alt) <= 1024
    assert len(screen.rows) <= 5
    for row in screen.rows:
        assert 0 < len(row) <= 5
        assert len(row) == 1 or not any(isinstance(item, Select) for item in row)
    presses = [item.press for row in screen.rows for item in row]
    assert len(set(presses)) == len(presses)
    for press in presses:
        assert isinstance(press, Move | Look)
        assert press.path.isascii()
        assert len(press.path) <= 60
    for item in buttons_of(screen):
        assert 0 < size(item.label) <= 80
    for menu in selects_of(screen):
        assert_menu_fits(menu)


def assert_menu_fits(menu: Select) -> None:
    """Fail if Discord would refuse the menu."""
    values = [value for value, _ in menu.options]
    assert 0 < len(values) <= 25
    assert len(set(values)) == len(values)
    assert 0 < menu.least <= menu.most <= len(values)
    assert 0 < size(menu.placeholder) <= 150
    for value, label in menu.options:
        assert value.isascii()
        assert 0 < size(label) <= 100
