"""Colours, rasters, fonts, text that fits, and the pieces that pictures are put together from.

Lengths are pixels unless said otherwise. Colours are "#RRGGBB".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock
from typing import ParamSpec

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from msgspec import Struct

from bot.drawing.pillow import Image, ImageDraw, ImageFont

FONT = Path(__file__).parent / "fonts" / "Dosis-ExtraBold.otf"

INK = "#2A2233"
WHITE = "#FFFFFF"
TABLE = "#2B2140"
PAPER = "#F5EFFF"
PINK = "#FF5FA2"
GREY = "#D9DCE8"
GOLD = "#FFE08A"
CANDLE = "#FFF3C4"

CARD = (300, 400)
"""Width and height of a playing card: the units of what is on it."""
CARD_RADIUS = 25
"""Of a playing card's corners, in its units."""
FINE = 3
"""How much larger than life a stencil is drawn, so that shrinking makes its edges smooth."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


P = ParamSpec("P")


def weight(image: Image.Image) -> int:
    """Return how many bytes an image takes: Pillow has four for a pixel, also without alpha."""
    return image.width * image.height * (1 if image.mode in ("L", "P") else 4)


PIECES: LRUCache[tuple[object, ...], Image.Image] = LRUCache(26_000_000, weight)
"""The pieces of all games, ready to be glued."""
_ONE_AT_A_TIME = Lock()
"""Pictures are drawn in several threads."""


def piece(make: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Keep what a function makes among the `PIECES`. Nobody may draw on it."""
    return cached(PIECES, key=partial(hashkey, make), lock=_ONE_AT_A_TIME)(make)


def opened(file: Path, width: int) -> Image.Image:
    """Return a raster, `width` wide; raises `OSError` if it cannot be read."""
    with Image.open(file) as raster:
        if width == raster.width:
            return raster.copy()
        smaller = width < raster.width
        way = Image.Resampling.HAMMING if smaller else Image.Resampling.BILINEAR
        return raster.resize((width, round(raster.height * width / raster.width)), way)


@piece
def raster(folder: Path, name: str, width: int) -> Image.Image:
    """Return a piece that is a raster as it is, such as "dice/6" of a game's folder of rasters."""
    return opened(folder / f"{name}.webp", width)


@lru_cache(maxsize=16)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the kit's one font."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


class Fitted(Struct, frozen=True):
    """A text broken into lines, and the font size at which they fit."""

    lines: tuple[str, ...]
    size: int


LEADING = 1.1
"""From one line to the next, in font sizes."""
RISE = 0.35
"""From the middle of a line down to its baseline, in font sizes."""


@lru_cache(maxsize=2048)
def fit(text: str, width: int, height: int, largest: int) -> Fitted:
    """Set `text` in one line, or break it at a space into two, whichever is larger in the box.

    The font size is at most `largest` and never less than 1.
    """
    words = text.split(" ")
    ways: list[tuple[str, ...]] = [(text,)]
    ways += [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return max((_sized(way, width, height, largest) for way in ways), key=lambda way: way.size)


def _sized(lines: tuple[str, ...], width: int, height: int, largest: int) -> Fitted:
    sample = 100
    size = int(
        min(largest, width * sample / _longest(lines, sample), height / len(lines) / LEADING)
    )
    while size > 1 and _longest(lines, size) > width:  # letters are set on whole pixels
        size -= 1
    return Fitted(lines, max(1, size))


def _longest(lines: tuple[str, ...], size: int) -> float:
    return max(1.0, *(font(size).getlength(each) for each in lines))


def write(image: Image.Image, text: str, box: Box, largest: int, fill: str = INK) -> None:
    """Write `text` in the middle of `box` as large as it fits, at most `largest`."""
    left, top, right, bottom = box
    fitted = _fitted(text, box, largest)
    draw = ImageDraw.Draw(image)
    step = fitted.size * LEADING
    middle = (top + bottom - step * (len(fitted.lines) - 1)) / 2
    for number, each in enumerate(fitted.lines):
        baseline = middle + number * step + fitted.size * RISE
        draw.text(((left + right) / 2, baseline), each, fill, font(fitted.size), anchor="ms")


def measure(text: str, box: Box, largest: int) -> float:
    """Return how wide `write` makes `text`."""
    fitted = _fitted(text, box, largest)
    return max(font(fitted.size).getlength(each) for each in fitted.lines)


def lettering(text: str, box: Box, largest: int) -> int:
    """Return in which font size `write` sets `text`."""
    return _fitted(text, box, largest).size


def _fitted(text: str, box: Box, largest: int) -> Fitted:
    left, top, right, bottom = box
    return fit(text, int(right - left), int(bottom - top), largest)


def rounded(
    image: Image.Image, box: Box, radius: float, fill: str, *, edge: str = INK, width: int = 0
) -> None:
    """Draw a rectangle with round corners and smooth edges, its `edge` inside the box."""
    left, top, right, bottom = (round(side) for side in box)
    w, h = right - left, bottom - top
    if width:
        image.paste(edge, (left, top), corners(w, h, round(radius)))
    inner = (w - 2 * width, h - 2 * width)
    image.paste(fill, (left + width, top + width), corners(*inner, max(0, round(radius) - width)))


@piece
def corners(width: int, height: int, radius: int) -> Image.Image:
    """Return a stencil of a rectangle with round corners."""
    stencil = Image.new("L", (width * FINE, height * FINE))
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(stencil).rounded_rectangle(box, radius * FINE, 255)
    return stencil.reduce(FINE)


def round_off(image: Image.Image, radius: float) -> Image.Image:
    """Return an image with its corners cut round."""
    image.putalpha(corners(*image.size, round(radius)))
    return image


def cut_card(image: Image.Image) -> Image.Image:
    """Return the image of a playing card with its corners cut round."""
    return round_off(image, CARD_RADIUS * image.width / CARD[0])


@piece
def disc(letter: str, side: int) -> Image.Image:
    """Return a letter on a dark disc."""
    image = Image.new("RGBA", (side, side))
    rounded(image, (0, 0, side, side), side / 2, INK)
    write(image, letter, (0, 0, side, side), round(side * 0.76), WHITE)
    return image


def glue(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Lay a `piece` on `image` with its left upper corner at (x, y)."""
    image.paste(piece, (round(x), round(y)), piece if piece.mode == "RGBA" else None)
