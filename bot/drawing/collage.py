"""Combines several pictures in one JPEG: pictures in rows, or the banners of games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import accumulate
from typing import Any, TypeAlias

from bot.drawing.pillow import Image
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, Sheet, compute_scale

MAX_PICTURES_PER_ROW = 4
MAX_BANNERS_IN_PAIRS = 4
GAP_PIXELS = 12

Drawing = tuple[Callable[..., bytes], tuple[Any, ...]]
"""A function that draws a picture and returns it as a JPEG, and the function's arguments."""
Rows: TypeAlias = "Sequence[Sequence[Image.Image]]"
"""Rows of pictures, from top to bottom."""


def arrange_pictures(max_height: float, *drawings: Drawing) -> bytes:
    """Draw several pictures and arrange them in rows in one JPEG.

    All have the same width, the largest that fits into `max_height` times the JPEG's width.
    """
    pictures = [Image.open(BytesIO(draw(*given))).convert("RGB") for draw, given in drawings]
    most = min(MAX_PICTURES_PER_ROW, len(pictures))
    layouts = (_split_into_rows(pictures, across) for across in range(1, most + 1))
    rows = max(layouts, key=lambda layout: _fit_width(layout, max_height))
    across, width = len(rows[0]), _fit_width(rows, max_height)
    heights = [max(1, round(height * width)) for height in _measure_rows(rows)]
    tops = accumulate((height + GAP_PIXELS for height in heights), initial=0)
    left = (ABOVE_TEXT_PIXELS[0] - across * width - GAP_PIXELS * (across - 1)) // 2
    sheet = Sheet((ABOVE_TEXT_PIXELS[0], sum(heights) + GAP_PIXELS * (len(rows) - 1)), 1.0)
    for row, top in zip(rows, tops, strict=False):
        for place, each in enumerate(row):
            height = max(1, round(each.height * width / each.width))
            sheet.glue(each.resize((width, height)), left + place * (width + GAP_PIXELS), top)
    return sheet.encode_jpeg()


def _split_into_rows(pictures: Sequence[Image.Image], pictures_per_row: int) -> Rows:
    starts = range(0, len(pictures), pictures_per_row)
    return [pictures[start : start + pictures_per_row] for start in starts]


def _measure_rows(rows: Rows) -> list[float]:
    """Return the height of each row, as a multiple of the width that all pictures have."""
    return [max(each.height / each.width for each in row) for row in rows]


def _fit_width(rows: Rows, max_height: float) -> int:
    """Return the largest width in pixels that all pictures of these rows can have."""
    across = len(rows[0])
    room = max_height * ABOVE_TEXT_PIXELS[0] - GAP_PIXELS * (len(rows) - 1)
    widest = (ABOVE_TEXT_PIXELS[0] - GAP_PIXELS * (across - 1)) // across
    return min(widest, int(room / sum(_measure_rows(rows))))


def draw_poster(banners: Sequence[Callable[[], bytes]]) -> bytes:
    """Draw the banners of one or more games as one JPEG, in rows of two, or of three if many.

    If some are left over, they share the first row. Text and buttons below it still fit on a
    phone's screen.
    """
    pictures = [Image.open(BytesIO(draw())) for draw in banners]
    across = 2 if len(pictures) <= MAX_BANNERS_IN_PAIRS else 3
    first = len(pictures) % across
    rows = [row for row in (pictures[:first], *_split_into_rows(pictures[first:], across)) if row]
    width = min(banner.width for banner in pictures)
    heights = [row[0].height * width / row[0].width / len(row) for row in rows]
    size = (width, sum(heights))
    sheet = Sheet(size, compute_scale(size, ABOVE_TEXT_PIXELS))
    whole, below = sheet.image.width, 0.0
    for row, height in zip(rows, heights, strict=True):
        # each row ends on the pixel where the next one begins, so that no gap is visible
        top, below = round(below * sheet.scale), below + height
        end = sheet.image.height if row is rows[-1] else round(below * sheet.scale)
        for place, banner in enumerate(row):
            left, right = (whole * at // len(row) for at in (place, place + 1))
            sheet.image.paste(banner.resize((right - left, end - top)), (left, top))
    return sheet.encode_jpeg()
