"""Views made by hand, and their scenes, for the tests of screens."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.engine.screen import Screen
from bot.games.quickpick.model.state import MASK_LETTERS, PART_NAMES, Choice, Turn, View
from bot.games.quickpick.package import PACKAGE
from tests.games.looks import NO_EMOJIS, everything_of, longest_emojis, scene_of

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SCREENS = PACKAGE.screens
SIGNS = (*(f"face-{letter}" for letter in MASK_LETTERS), *PART_NAMES)
"""The stems of the files of the signs that the screens use."""
EMOJIS = longest_emojis(SIGNS)
context = partial(scene_of, PACKAGE, names=NAMES)
"""A scene of the game, for `NAMES` unless told otherwise."""
LOOKS: tuple[tuple[bool, Mapping[str, str]], ...] = (
    (True, NO_EMOJIS),
    (False, NO_EMOJIS),
    (True, EMOJIS),
)
"""With pictures or not, and with which emojis."""
MODES = ("composer", "sounds", "camera")

DRAW = Prompt(decision=64, seat=0, kind="draw", clock="draw:64")
MIME = Prompt(decision=65, seat=0, kind="mime", clock="mime:65")
SLAP = Prompt(decision=64, seat=1, kind="slap")
CLOSING = Prompt(decision=66, seat=None, kind="closing", clock="closing:3")

BIM, KEZ, LUM = 1, 10, 11
SHOWN = (1, 2, 4)
"""Parts of Bim's: brows down, eyes wide, mouth round."""
LAST = Turn(3, KEZ, 1, (Choice(2, BIM), Choice(1, KEZ), Choice(0, KEZ)))
"""Dan mimed Kez, Ben was right, and Ada's hand came to his tile too late."""
TAKEN = (None, None, None, 2, *(None,) * 12)
"""Cleo's hand is on Duf."""


def view(**changes: Any) -> View:
    """Return what an onlooker sees in the fourth race of four players; Ada is the mime."""
    base = View(
        viewer=None,
        mode="composer",
        calm=False,
        deck=17,
        counts=(0, 3, 1, 2),
        won=(),
        mime=0,
        turn=3,
        all_turns=12,
        phase="race",
        decision=64,
        mask=None,
        shown=SHOWN,
        sounds=(),
        done=False,
        chosen=(2,),
        taken=TAKEN,
        late=(),
        own=None,
        turns=(LAST,),
        present=(True,) * 4,
        passed=(0,) * 4,
    )
    return replace(base, **changes)


def before(**changes: Any) -> View:
    """Return what is seen while Ada is to look at her mask."""
    drawing = {"phase": "draw", "shown": (), "chosen": (), "taken": ()}
    return view(**{**drawing, **changes})


def crowded(**changes: Any) -> View:
    """Return a view with as much to tell as there can be, for eight players."""
    hands = tuple(Choice(seat, 12) for seat in range(1, 8))
    crowd = {
        "counts": (24,) * 8,
        "turn": 23,
        "all_turns": 24,
        "shown": (1, 3, 4, 6, 8),
        "sounds": ("muaa",) * 20,
        "done": True,
        "chosen": tuple(range(1, 8)),
        "taken": (*range(1, 8), *(None,) * 9),
        "turns": (Turn(0, 12, 7, hands),),
        "present": (True,) * 8,
        "passed": (1,) * 8,
    }
    return view(**{**crowd, **changes})


def make_final_view(**changes: Any) -> View:
    """Return what is seen at the end: Ada has nothing, Ben and Dan are level."""
    piles = ((), (KEZ, BIM, LUM), (BIM,), (LUM, KEZ, 3))
    ended = {"phase": "over", "taken": (), "piles": piles, "counts": tuple(map(len, piles))}
    return view(**{**ended, **changes})


def list_shown(screen: Screen) -> tuple[object, ...]:
    """Return all that can be told from a screen: words, buttons, and of pictures all but bytes."""
    pictures = (
        (picture.name, picture.alt, picture.key)
        for picture in (screen.picture, screen.below)
        if picture is not None
    )
    return (everything_of(screen), screen.rows, type(screen), *pictures)
