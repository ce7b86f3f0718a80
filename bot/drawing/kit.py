"""The kit that pictures are made with: colours, rasters, the font, fitted text, cached pieces.

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

FONT_FILE = Path(__file__).parent / "fonts" / "Dosis-ExtraBold.otf"

INK = "#2A2233"
WHITE = "#FFFFFF"
TABLE = "#2B2140"
PAPER = "#F5EFFF"
PINK = "#FF5FA2"
GREY = "#D9DCE8"
GOLD = "#FFE08A"
CANDLE = "#FFF3C4"

CARD_UNITS = (300, 400)
"""Width and height of a playing card: the units of what is on it."""
CARD_RADIUS = 25
"""Of a playing card's corners, in its units."""
STENCIL_SCALE = 3
"""How many times larger a stencil is drawn before it is shrunk, for smooth edges."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


P = ParamSpec("P")


def count_bytes(image: Image.Image) -> int:
    """Return the bytes that an image takes. Pillow uses four for a pixel, also without alpha."""
    return image.width * image.height * (1 if image.mode in ("L", "P") else 4)


PIECE_CACHE: LRUCache[tuple[object, ...], Image.Image] = LRUCache(26_000_000, count_bytes)
"""The pieces of all games, up to 26 MB."""
_PIECE_CACHE_LOCK = Lock()
"""Guards the cache, as several threads draw pictures."""


def piece(make_piece: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Cache the images that a function makes in `PIECE_CACHE`. Nobody may draw on them."""
    return cached(PIECE_CACHE, key=partial(hashkey, make_piece), lock=_PIECE_CACHE_LOCK)(make_piece)


def open_raster(file: Path, width: int) -> Image.Image:
    """Open a raster and scale it to `width`. Raises `OSError` if it cannot be read."""
    with Image.open(file) as raster:
        if width == raster.width:
            return raster.copy()
        smaller = width < raster.width
        way = Image.Resampling.HAMMING if smaller else Image.Resampling.BILINEAR
        return raster.resize((width, round(raster.height * width / raster.width)), way)


@piece
def load_raster(folder: Path, name: str, width: int) -> Image.Image:
    """Load a raster of a game's folder as a piece; `name` is, for example, "dice/6"."""
    return open_raster(folder / f"{name}.webp", width)


@lru_cache(maxsize=16)
def load_font(size: int) -> ImageFont.FreeTypeFont:
    """Load the kit's only font."""
    return ImageFont.truetype(FONT_FILE, size, layout_engine=ImageFont.Layout.BASIC)


class FittedText(Struct, frozen=True):
    """Lines of a text, and the font size at which they fit."""

    lines: tuple[str, ...]
    size: int


LINE_SPACING_FONT_SIZES = 1.1
"""From one baseline to the next."""
BASELINE_OFFSET_FONT_SIZES = 0.35
"""From the middle of a line down to its baseline."""


@lru_cache(maxsize=2048)
def fit(text: str, width: int, height: int, max_font_size: int) -> FittedText:
    """Fit `text` into a box, in one line or two, whichever allows the larger font.

    The font size is at least 1 and at most `max_font_size`.
    """
    words = text.split(" ")
    ways: list[tuple[str, ...]] = [(text,)]
    ways += [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return max(
        (_fit_lines(way, width, height, max_font_size) for way in ways), key=lambda way: way.size
    )


def _fit_lines(lines: tuple[str, ...], width: int, height: int, max_font_size: int) -> FittedText:
    sample = 100
    size = int(
        min(
            max_font_size,
            width * sample / _measure_longest(lines, sample),
            height / len(lines) / LINE_SPACING_FONT_SIZES,
        )
    )
    while size > 1 and _measure_longest(lines, size) > width:  # letters are set on whole pixels
        size -= 1
    return FittedText(lines, max(1, size))


def _measure_longest(lines: tuple[str, ...], size: int) -> float:
    return max(1.0, *(load_font(size).getlength(each) for each in lines))


def write(image: Image.Image, text: str, box: Box, max_font_size: int, fill: str = INK) -> None:
    """Write `text` in the middle of `box` as large as it fits, at most `max_font_size`."""
    left, top, right, bottom = box
    fitted = _fit_into_box(text, box, max_font_size)
    draw = ImageDraw.Draw(image)
    step = fitted.size * LINE_SPACING_FONT_SIZES
    middle = (top + bottom - step * (len(fitted.lines) - 1)) / 2
    for number, each in enumerate(fitted.lines):
        baseline = middle + number * step + fitted.size * BASELINE_OFFSET_FONT_SIZES
        draw.text(((left + right) / 2, baseline), each, fill, load_font(fitted.size), anchor="ms")


def measure(text: str, box: Box, max_font_size: int) -> float:
    """Return how wide `write` makes `text`."""
    fitted = _fit_into_box(text, box, max_font_size)
    return max(load_font(fitted.size).getlength(each) for each in fitted.lines)


def find_font_size(text: str, box: Box, max_font_size: int) -> int:
    """Return the font size in which `write` sets `text`."""
    return _fit_into_box(text, box, max_font_size).size


def _fit_into_box(text: str, box: Box, max_font_size: int) -> FittedText:
    left, top, right, bottom = box
    return fit(text, int(right - left), int(bottom - top), max_font_size)


def draw_rounded(
    image: Image.Image, box: Box, radius: float, fill: str, *, edge: str = INK, width: int = 0
) -> None:
    """Draw a rectangle with round corners and smooth edges, its `edge` inside the box."""
    left, top, right, bottom = (round(side) for side in box)
    w, h = right - left, bottom - top
    if width:
        image.paste(edge, (left, top), make_corners(w, h, round(radius)))
    inner = (w - 2 * width, h - 2 * width)
    image.paste(
        fill, (left + width, top + width), make_corners(*inner, max(0, round(radius) - width))
    )


@piece
def make_corners(width: int, height: int, radius: int) -> Image.Image:
    """Make a stencil of a rectangle with round corners."""
    stencil = Image.new("L", (width * STENCIL_SCALE, height * STENCIL_SCALE))
    box = (0, 0, width * STENCIL_SCALE - 1, height * STENCIL_SCALE - 1)
    ImageDraw.Draw(stencil).rounded_rectangle(box, radius * STENCIL_SCALE, 255)
    return stencil.reduce(STENCIL_SCALE)


def round_off(image: Image.Image, radius: float) -> Image.Image:
    """Cut the corners of an image round, and return the image."""
    image.putalpha(make_corners(*image.size, round(radius)))
    return image


def cut_card(image: Image.Image) -> Image.Image:
    """Return the image of a playing card with its corners cut round."""
    return round_off(image, CARD_RADIUS * image.width / CARD_UNITS[0])


@piece
def disc(letter: str, side: int) -> Image.Image:
    """Return a letter on a dark disc."""
    image = Image.new("RGBA", (side, side))
    draw_rounded(image, (0, 0, side, side), side / 2, INK)
    write(image, letter, (0, 0, side, side), round(side * 0.76), WHITE)
    return image


def glue(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Lay a `piece` on `image` with its left upper corner at (x, y)."""
    image.paste(piece, (round(x), round(y)), piece if piece.mode == "RGBA" else None)
