"""Cats for any three features, painted at run time: the winners on the podium.

There are 969 ways to have three features, so a figure is at hand once for each posture and
pattern, and gets its coat here. Of each there are two rasters: in the one all places for colour are
black, in the other coat, light fur and marks are red, green and blue. Their difference tells for
each pixel how much of which of the three colours it takes.
"""

from __future__ import annotations

from bot.art.kit import opened, piece
from bot.art.pillow import Image, ImageChops
from bot.games.cloaked_cats.cards import COLOURS, FEATURES, PATTERNS, POSES
from bot.games.cloaked_cats.palette import COATS, PLAIN, Coat
from bot.games.cloaked_cats.pieces import RASTERS

__all__ = ["FIGURE", "KEYS", "PLAIN", "PLAIN_PATTERN", "PLAIN_POSTURE", "POSTURES", "figures"]

FIGURE = 220
"""The width in which the figures are at hand, in pixels; they are 300 units wide, as cards are."""
PLAIN_POSTURE = "plain"
"""Of a cat without a pose: it just stands there."""
PLAIN_PATTERN = "plain"
"""Of a cat without a pattern."""
POSTURES = (*(FEATURES[pose] for pose in POSES), PLAIN_POSTURE)
KEYS = {
    "black": ("#000000", "#000000", "#000000"),
    "keyed": ("#FF0000", "#00FF00", "#0000FF"),
}
"""What stands for coat, light fur and marks in the two rasters."""


def figures(fan: tuple[int, ...], width: int, most: int) -> tuple[Image.Image, ...]:
    """Return a cat that has the poses, the colours and the patterns of `fan`, and no others.

    It stands plain where it has no pose, is grey where it has no colour, and has no marks where it
    has no pattern. As nobody holds two poses at once, there is a figure for each of several;
    several colours or patterns share the coat, side by side. Things are no part of it.

    All figures together are at most `width` pixels wide, each at most `most`, and cut close.
    """
    postures = [FEATURES[number] for number in fan if number in POSES] or [PLAIN_POSTURE]
    coats = tuple(FEATURES[number] for number in fan if number in COLOURS)
    patterns = tuple(FEATURES[number] for number in fan if number in PATTERNS)
    each = min(most, width // len(postures))
    return tuple(_figure(posture, coats, patterns, each) for posture in postures)


@piece
def _figure(
    posture: str, coats: tuple[str, ...], patterns: tuple[str, ...], width: int
) -> Image.Image:
    dressed = [COATS[coat] for coat in coats] or [PLAIN]
    marked = patterns or (PLAIN_PATTERN,)
    bands = max(len(dressed), len(marked))
    painted = [
        _painted(posture, marked[band % len(marked)], dressed[band % len(dressed)])
        for band in range(bands)
    ]
    whole = painted[0]
    left, top, right, bottom = whole.getbbox() or (0, 0, *whole.size)
    for band in range(1, bands):
        box = (left + (right - left) * band // bands, 0, right, whole.height)
        whole.paste(painted[band].crop(box), box)
    cut = whole.crop((left, top, right, bottom))
    scale = width / whole.width
    size = (max(1, round(cut.width * scale)), max(1, round(cut.height * scale)))
    return cut.resize(size, Image.Resampling.HAMMING if scale < 1 else Image.Resampling.BILINEAR)


def _painted(posture: str, pattern: str, coat: Coat) -> Image.Image:
    """Return a figure in the colours of a coat."""
    black, keyed = (
        opened(RASTERS / f"figures/{posture}-{pattern}-{key}.webp", FIGURE).convert("RGBA")
        for key in KEYS
    )
    shares = ImageChops.subtract(keyed.convert("RGB"), black.convert("RGB"))
    colours = [_parts(colour) for colour in (coat.coat, coat.light, coat.marks)]
    matrix = [value for channel in zip(*colours, strict=True) for value in (*channel, 0.0)]
    image = ImageChops.add(shares.convert("RGB", tuple(matrix)), black.convert("RGB"))
    image.putalpha(black.getchannel("A"))
    return image


def _parts(colour: str) -> tuple[float, ...]:
    """Return red, green and blue of "#RRGGBB", each from 0 to 1."""
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
