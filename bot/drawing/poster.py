"""One picture of several games: their banners together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from bot.drawing.pillow import Image
from bot.drawing.sheet import ABOVE, Sheet, fitting


def poster(banners: Sequence[Callable[[], bytes]]) -> bytes:
    """Draw at least one banner, as large as a picture above the text may be.

    Two stand beside each other, so that words and buttons fit on a phone's screen with them; of an
    odd number the first is as wide as the picture.
    """
    drawn = [Image.open(BytesIO(draw())) for draw in banners]
    first = len(drawn) % 2
    rows = [drawn[:first], *(drawn[at : at + 2] for at in range(first, len(drawn), 2))]
    rows = [row for row in rows if row]
    width = min(banner.width for banner in drawn)
    heights = [row[0].height * width / row[0].width / len(row) for row in rows]
    size = (width, sum(heights))
    sheet = Sheet(size, fitting(size, ABOVE))
    whole, below = sheet.image.width, 0.0
    for row, height in zip(rows, heights, strict=True):
        # each reaches to where the next one begins, so that no gap shows between whole pixels
        top, below = round(below * sheet.scale), below + height
        end = sheet.image.height if row is rows[-1] else round(below * sheet.scale)
        for place, banner in enumerate(row):
            left, right = (whole * at // len(row) for at in (place, place + 1))
            sheet.image.paste(banner.resize((right - left, end - top)), (left, top))
    return sheet.jpeg()
