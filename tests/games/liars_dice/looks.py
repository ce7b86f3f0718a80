"""Views made by hand, and their scenes, for the tests of screens."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from bot.engine.game import Prompt
from bot.games.liars_dice.model.state import Bid, LiftedChallenge, View
from bot.games.liars_dice.package import PACKAGE
from tests.games.liars_dice.playing import CUPS
from tests.games.looks import longest_emojis, scene_of

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
SCREENS = PACKAGE.screens
EMOJIS = longest_emojis(
    (*(f"die-{face}" for face in range(1, 7)), *(f"cup-{letter}" for letter in "abcdef"))
)
context = partial(scene_of, PACKAGE, names=NAMES)
"""A scene of the game, for `NAMES` unless told otherwise."""

BID = Prompt(decision=1, seat=1, kind="bid", clock="turn:1")
LIE = LiftedChallenge(CUPS, Bid(0, 5, 3), challenger=1, found=4, loser=0)
"""Ada bid five threes, Ben said "Liar!", and there were four."""


def view(**changes: Any) -> View:
    """Return what Ben sees after Ada's bid of four threes: he is on."""
    base = View(
        viewer=1,
        decision=1,
        wild=True,
        dice=CUPS[1],
        counts=(4, 4, 4),
        turn=1,
        bids=(Bid(0, 4, 3),),
    )
    return replace(base, **changes)
