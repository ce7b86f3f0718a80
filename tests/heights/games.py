"""The scenes of all games, and what is asked of heights."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import ModuleType

from msgspec import Struct

from bot.demo.heights import WINDOW_PIXELS, Height
from tests.heights import catham_city, cloaked_cats, liars_dice, quickpick
from tests.heights.album import Step

SCENES: Mapping[str, ModuleType] = {
    "cloaked_cats": cloaked_cats,
    "catham_city": catham_city,
    "quickpick": quickpick,
    "liars_dice": liars_dice,
}
"""A module for each game, with `PEOPLE`, `TARGETS`, `worst`, `steps` and perhaps `TOGETHER`.

`TOGETHER` names pairs of a board and an own screen, and the most pixels that both may have on a
phone and on a desktop: who decides sees both at once. None is no limit.
"""
MOST_JUMP = 60
"""Pixels that the heights of consecutive steps may be apart."""


class Jump(Struct, frozen=True):
    """How far the heights of two consecutive steps are apart."""

    before: str
    after: str
    pixels: int


class Pair(Struct, frozen=True):
    """How high a board and an own screen are together, and how high they may be."""

    name: str
    pixels: int
    most: int | None


def pairs(scenes: ModuleType, heights: Mapping[str, Height], device: str) -> list[Pair]:
    """Return how high the boards and own screens of a game are that are needed together."""
    together = getattr(scenes, "TOGETHER", {})
    place = [*WINDOW_PIXELS].index(device)
    return [
        Pair(f"{board} + {own}", heights[board].total + heights[own].total, most[place])
        for (board, own), most in together.items()
    ]


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
