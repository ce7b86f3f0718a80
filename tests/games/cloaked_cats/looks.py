"""Views made by hand, scenes in each language, and Discord's limits, for the tests of screens."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.games.cloaked_cats import BOX
from bot.games.cloaked_cats.cards import CATS, FEATURES
from bot.games.cloaked_cats.state import Dancer, Guess, View
from bot.games.cloaked_cats.words import NARROW, TIED
from bot.games.game import Prompt
from bot.games.screen import Button, Look, Move, Scene, Screen
from bot.text import text

NAMES = ("Ada", "Bo", "Cleo", "Dot")
LONG = "\\*" * 32
"""The longest name: 32 signs of markup, each escaped."""
SCREENS = BOX.screens
SIGNS = (*FEATURES, *(f"mask-{letter}" for letter in "abcd"))
"""The stems of the files of all signs."""
EMOJIS = {
    stem: f"<:{stem.replace('-', '_'):x<32}:{9 * 10**18 + number}>"
    for number, stem in enumerate(SIGNS)
}
"""The application's emojis with names and ids as long as they can be."""
NO_EMOJIS: Mapping[str, str] = {}

CAT = Prompt(decision=6, seat=0, kind="cat", clock="turn:3")
GUESS = Prompt(decision=7, seat=0, kind="guess", clock="turn:3")


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
    """Return what seat 0 of four sees in round 2, with the given changes.

    Seat 0 holds lazy layabout, blue and top hat (revealed); seat 1 has revealed white.
    """
    floor = (
        Dancer(24, 1, (0, 1)),
        Dancer(9, 2, ()),
        Dancer(23, 3, (0, 2, 3)),
    )
    base = View(
        viewer=0,
        starter=2,
        round=2,
        turn=6,
        active=0,
        phase="cat",
        last_round=False,
        floor=floor,
        guesses=(Guess(2, 1, 0, 17, True), Guess(3, 2, 1, 5, True), Guess(4, 3, 1, 9, False)),
        stockpiles=(13, 15, 16, 14),
        received=(0, 2, 1, 0),
        revealed=((17,), (5,), (), ()),
        hand_sizes=(3, 3, 3, 3),
        pile=25,
        fan=(3, 7, 17),
        hand=(26, 5, 4),
        fans=(),
        points=(2, 4, 4, 3),
    )
    return replace(base, **changes)


def crowded(**changes: Any) -> View:
    """Return a view with as much to tell as there can be: 40 cats with all masks on each."""
    features = ((0, 1, 3), (2, 4, 16), (15, 17, 18), (13, 14, 5))
    crowd = {
        "floor": tuple(Dancer(cat, cat % 4, (0, 1, 2, 3)) for cat in range(len(CATS))),
        "revealed": features,
        "received": (16, 16, 16, 16),
        "points": (16, 16, 16, 16),
        "last_round": True,
        "fan": features[0],
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


def button(screen: Screen, label: str) -> Button:
    """Return the one button with this label."""
    (found,) = [item for item in buttons_of(screen) if item.label == label]
    return found


def loosened(words: str) -> str:
    """Return a text without what keeps its parts in one line."""
    return words.replace(TIED, "").replace(NARROW, " ")


def size(words: str) -> int:
    """Return the length as the strictest of Discord's counters has it: UTF-16 units."""
    return len(words.encode("utf-16-le")) // 2


def assert_fits(screen: Screen, room: int = 6000) -> None:
    """Fail if Discord would refuse the screen; `room` is for all words of the embed."""
    assert 0 < size(screen.title) <= 256
    assert size(screen.text) <= 4096
    assert size(screen.footer) <= 2048
    assert len(screen.fields) <= 25
    for field in screen.fields:
        assert 0 < size(field.name) <= 256
        assert 0 < size(field.text) <= 1024
    assert size(everything_of(screen)) <= room
    if screen.picture is not None:
        assert 0 < size(screen.picture.alt) <= 1024
    assert len(screen.rows) <= 5
    for row in screen.rows:
        assert 0 < len(row) <= 5
    presses = [item.press for item in buttons_of(screen)]
    assert len(set(presses)) == len(presses)
    for item in buttons_of(screen):
        assert 0 < size(item.label) <= 80
        assert isinstance(item.press, Move | Look)
        assert item.press.path.isascii()
        assert len(item.press.path) <= 60
