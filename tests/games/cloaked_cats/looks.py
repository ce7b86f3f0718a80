"""Views made by hand, and their scenes, for the tests of screens."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.engine.moves import EMPTY_PREFIX, parse_prefix
from bot.engine.records import read_move
from bot.engine.screen import Screen
from bot.engine.screens import Question, ScreenContext
from bot.engine.text_helpers import NO_BREAK_SPACE
from bot.games.cloaked_cats.model.state import CATS, FEATURES, Dancer, Guess, View
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import WORD_JOINER
from tests.games.looks import buttons_of, longest_emojis, path_of, scene_of, selects_of

NAMES = ("Ada", "Bo", "Cleo", "Dot")
SCREENS = PACKAGE.screens
SIGNS = (*FEATURES, *(f"mask-{letter}" for letter in "abcd"))
"""The stems of the files of all signs."""
EMOJIS = longest_emojis(SIGNS)
context = partial(scene_of, PACKAGE, names=NAMES)
"""A scene of the game, for `NAMES` unless told otherwise."""

CAT = Prompt(decision=6, seat=0, kind="cat", clock="turn:3")
GUESS = Prompt(decision=7, seat=0, kind="guess", clock="turn:3")


def view(**changes: Any) -> View:
    """Return what seat 0 of four sees in round 2, with the given changes.

    Seat 0 holds lazy layabout, blue and top hat (revealed); seat 1 has revealed white.
    """
    floor = (Dancer(24, 1, (0, 1)), Dancer(9, 2, ()), Dancer(23, 3, (0, 2, 3)))
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


def private(
    shown: View, prompt: Prompt | None, moves: Iterable[str], path: str, here: ScreenContext
) -> Screen:
    """Return the private screen of seat 0; moves are told by their paths."""
    entered = parse_prefix(PACKAGE.game.move_types, path) or EMPTY_PREFIX
    asked = tuple(map(partial(read_move, PACKAGE.game), moves))
    return SCREENS.own_screen(Question(shown, 0, prompt, asked, entered, here))


def list_guesses(screen: Screen) -> list[str]:
    """Return the paths of all guesses that a screen offers, on buttons and in its menu."""
    buttons = [path_of(item) for item in buttons_of(screen)]
    return [
        *(path for path in buttons if path.startswith("guess/")),
        *(f"{path_of(menu)}/{value}" for menu in selects_of(screen) for value, _ in menu.options),
    ]


def allow_line_breaks(words: str) -> str:
    """Return a text without what keeps its parts in one line."""
    return words.replace(WORD_JOINER, "").replace(NO_BREAK_SPACE, " ")
