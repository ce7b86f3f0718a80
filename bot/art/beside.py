"""Several pictures in one, two in a row, so that a phone shows them all at once."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import accumulate
from typing import Any

from bot.art.pillow import Image
from bot.art.sheet import ABOVE, Sheet

ACROSS = 2
"""Pictures in a row."""
GAP = 12
"""Pixels between two of them."""

Drawing = tuple[Callable[..., bytes], tuple[Any, ...]]
"""What draws a picture as a JPEG, and what that is given."""


def beside(most: float, *drawings: Drawing) -> bytes:
    """Return pictures as one JPEG, row by row, each as wide as the others.

    It is at most `most` times as high as wide: higher pictures are made smaller, and stand in its
    middle.
    """
    drawn = [Image.open(BytesIO(draw(*given))).convert("RGB") for draw, given in drawings]
    across = min(ACROSS, len(drawn))
    rows = [drawn[start : start + across] for start in range(0, len(drawn), across)]
    width = (ABOVE[0] - GAP * (across - 1)) // across
    shapes = [max(each.height / each.width for each in row) for row in rows]
    room = most * ABOVE[0] - GAP * (len(rows) - 1)
    width = min(width, int(room / sum(shapes)))
    heights = [max(1, round(shape * width)) for shape in shapes]
    tops = accumulate((height + GAP for height in heights), initial=0)
    left = (ABOVE[0] - across * width - GAP * (across - 1)) // 2
    sheet = Sheet((ABOVE[0], sum(heights) + GAP * (len(rows) - 1)), 1.0)
    for row, top in zip(rows, tops, strict=False):
        for place, each in enumerate(row):
            height = max(1, round(each.height * width / each.width))
            sheet.glue(each.resize((width, height)), left + place * (width + GAP), top)
    return sheet.jpeg()
