"""Several pictures in one, so that a phone shows them all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import accumulate
from typing import Any, TypeAlias

from bot.drawing.pillow import Image
from bot.drawing.sheet import ABOVE, Sheet

ACROSS = 4
"""Pictures in a row at most."""
GAP = 12
"""Pixels between two of them."""

Drawing = tuple[Callable[..., bytes], tuple[Any, ...]]
"""What draws a picture as a JPEG, and what that is given."""


def beside(most: float, *drawings: Drawing) -> bytes:
    """Return pictures as one JPEG, row by row, each as wide as the others.

    It is at most `most` times as high as wide. So many stand in a row that they are as large as
    they can be; what room is left is at both sides.
    """
    drawn = [Image.open(BytesIO(draw(*given))).convert("RGB") for draw, given in drawings]
    ways = (_rows(drawn, across) for across in range(1, min(ACROSS, len(drawn)) + 1))
    rows = max(ways, key=lambda way: _width(way, most))
    across, width = len(rows[0]), _width(rows, most)
    heights = [max(1, round(shape * width)) for shape in _shapes(rows)]
    tops = accumulate((height + GAP for height in heights), initial=0)
    left = (ABOVE[0] - across * width - GAP * (across - 1)) // 2
    sheet = Sheet((ABOVE[0], sum(heights) + GAP * (len(rows) - 1)), 1.0)
    for row, top in zip(rows, tops, strict=False):
        for place, each in enumerate(row):
            height = max(1, round(each.height * width / each.width))
            sheet.glue(each.resize((width, height)), left + place * (width + GAP), top)
    return sheet.jpeg()


Rows: TypeAlias = "Sequence[Sequence[Image.Image]]"


def _rows(drawn: Sequence[Image.Image], across: int) -> Rows:
    return [drawn[start : start + across] for start in range(0, len(drawn), across)]


def _shapes(rows: Rows) -> list[float]:
    """Return how high each row is, in widths of a picture."""
    return [max(each.height / each.width for each in row) for row in rows]


def _width(rows: Rows, most: float) -> int:
    """Return how wide each picture can be, in pixels."""
    across = len(rows[0])
    room = most * ABOVE[0] - GAP * (len(rows) - 1)
    return min((ABOVE[0] - GAP * (across - 1)) // across, int(room / sum(_shapes(rows))))
