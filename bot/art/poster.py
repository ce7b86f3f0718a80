"""One picture of several games: their banners, one below another."""

from collections.abc import Callable, Sequence
from io import BytesIO

from PIL import Image

from bot.art.sheet import ABOVE, Sheet, fitting


def poster(banners: Sequence[Callable[[], bytes]]) -> bytes:
    """Draw at least one banner, all equally wide, as large as a picture above the text may be."""
    drawn = [Image.open(BytesIO(draw())) for draw in banners]
    width = min(banner.width for banner in drawn)
    heights = [banner.height * width / banner.width for banner in drawn]
    size = (width, sum(heights))
    sheet = Sheet(size, fitting(size, ABOVE))
    top = 0.0
    for banner, height in zip(drawn, heights, strict=True):
        # each reaches down to where the next one begins, so that no gap shows between whole pixels
        end = sheet.image.height if banner is drawn[-1] else sheet.px(top + height)
        start = round(top * sheet.scale)
        sheet.image.paste(banner.resize((sheet.image.width, end - start)), (0, start))
        top += height
    return sheet.jpeg()
