"""The scenes of all games, and what is asked of heights."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import ModuleType

from msgspec import Struct

from bot.demo.heights import Height
from tests.heights import catham_city, cloaked_cats, liars_dice, quickpick
from tests.heights.album import Step

SCENES: Mapping[str, ModuleType] = {
    "cloaked_cats": cloaked_cats,
    "catham_city": catham_city,
    "quickpick": quickpick,
    "liars_dice": liars_dice,
}
"""A module for each game, with `PEOPLE`, `TARGETS`, `worst` and `steps`."""
MOST_JUMP = {"liars_dice": 70}
"""Pixels that the heights of consecutive steps may be apart, where it is not `USUAL_MOST_JUMP`.

In Liar's Dice, the button that ends the pause comes below the dice of all.
"""
USUAL_MOST_JUMP = 60


class Jump(Struct, frozen=True):
    """How far the heights of two consecutive steps are apart."""

    before: str
    after: str
    pixels: int


def jumps(steps: Sequence[Step], heights: Mapping[str, Height]) -> list[Jump]:
    """Return the jump from each step to the next one.

    While somebody chooses, nothing happens to them: the whole messages are compared. After a move
    the news on top may be others: then all that is below the words is. And where one more row of
    cats came into a board's picture, all but the picture.
    """
    found = []
    for before, after in pairwise(steps):
        old, new = heights[before.name], heights[after.name]
        pixels = new.total - old.total
        if after.acted:
            pixels -= new.content - old.content
        if after.grown:
            pixels -= new.picture - old.picture
        found.append(Jump(before.name, after.name, pixels))
    return found
