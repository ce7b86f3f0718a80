"""Views made by hand, and their scenes, for the tests of screens."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.games.quickpick.model.state import MASK_LETTERS, PART_NAMES, Choice, Turn, View
from bot.games.quickpick.package import PACKAGE
from tests.games.looks import longest_emojis, scene_of

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SCREENS = PACKAGE.screens
SIGNS = (*(f"face-{letter}" for letter in MASK_LETTERS), *PART_NAMES)
"""The stems of the files of the signs that the screens use."""
EMOJIS = longest_emojis(SIGNS)
context = partial(scene_of, PACKAGE, names=NAMES)
"""A scene of the game, for `NAMES` unless told otherwise."""
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


def make_final_view(**changes: Any) -> View:
    """Return what is seen at the end: Ada has nothing, Ben and Dan are level."""
    piles = ((), (KEZ, BIM, LUM), (BIM,), (LUM, KEZ, 3))
    ended = {"phase": "over", "taken": (), "piles": piles, "counts": tuple(map(len, piles))}
    return view(**{**ended, **changes})
