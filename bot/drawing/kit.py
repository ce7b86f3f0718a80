"""The kit for drawing pictures: colours, image files, the font, fitted text and cached images.

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
"""The width and height of a playing card, in the units in which games place a card's parts."""
CARD_RADIUS = 25
GLYPH_TEST_SIZE_PIXELS = 30
MISSING_CHARACTER = "\U0010fffe"
"""A character that Unicode promises never to define, so that no font has it."""
STENCIL_SCALE = 3
"""The factor by which masks are drawn larger and then shrunk, so that their edges are smooth."""

Box = tuple[float, float, float, float]
"""A rectangle, as the positions of its left, top, right and bottom sides."""


P = ParamSpec("P")


def count_bytes(image: Image.Image) -> int:
    """Return the bytes of memory that an image takes: four for each pixel of any colour image."""
    return image.width * image.height * (1 if image.mode in ("L", "P") else 4)


PIECE_CACHE: LRUCache[tuple[object, ...], Image.Image] = LRUCache(26_000_000, count_bytes)
"""At most 26 MB of images, such as dice and cards. The least recently used ones are dropped."""
_PIECE_CACHE_LOCK = Lock()


def piece(make_piece: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Decorate a function that makes an image, so that `PIECE_CACHE` keeps its results.

    Nobody may draw on such an image, because several pictures share it.
    """
    return cached(PIECE_CACHE, key=partial(hashkey, make_piece), lock=_PIECE_CACHE_LOCK)(make_piece)


def open_raster(file: Path, width: int) -> Image.Image:
    """Open an image file and scale it to a width in pixels.

    Raises:
        OSError: The file cannot be read.
    """
    with Image.open(file) as raster:
        if width == raster.width:
            return raster.copy()
        smaller = width < raster.width
        way = Image.Resampling.HAMMING if smaller else Image.Resampling.BILINEAR
        return raster.resize((width, round(raster.height * width / raster.width)), way)


@piece
def load_raster(folder: Path, name: str, width: int) -> Image.Image:
    """Load one of a game's image files by its path without the ending, such as "dice/6"."""
    return open_raster(folder / f"{name}.webp", width)


@lru_cache(maxsize=16)
def load_font(size: int) -> ImageFont.FreeTypeFont:
    """Load the font of all texts in pictures, at a size in pixels."""
    return ImageFont.truetype(FONT_FILE, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def can_draw(character: str) -> bool:
    """Return whether the font has a character. For others it draws an empty box."""
    font = load_font(GLYPH_TEST_SIZE_PIXELS)
    return bytes(font.getmask(character)) != bytes(font.getmask(MISSING_CHARACTER))


class FittedText(Struct, frozen=True):
    """A text divided into lines, and the font size at which these lines fit into a box."""

    lines: tuple[str, ...]
    size: int


LINE_SPACING_FONT_SIZES = 1.1
"""The distance between the baselines of two lines of text, as a multiple of the font size."""
BASELINE_OFFSET_FONT_SIZES = 0.35
"""The distance from a line's middle down to its baseline, as a multiple of the font size."""


@lru_cache(maxsize=2048)
def fit(text: str, width: int, height: int, max_font_size: int) -> FittedText:
    """Divide a text into one or two lines, whichever allows the larger font size in a box."""
    words = text.split(" ")
    ways: list[tuple[str, ...]] = [(text,)]
    ways += [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    fitted = (_fit_lines(way, width, height, max_font_size) for way in ways)
    return max(fitted, key=lambda way: way.size)


def _fit_lines(lines: tuple[str, ...], width: int, height: int, max_font_size: int) -> FittedText:
    sample = 100
    widest = width * sample / _measure_longest(lines, sample)
    size = int(min(max_font_size, widest, height / len(lines) / LINE_SPACING_FONT_SIZES))
    # Pillow rounds the widths of letters to pixels, so the estimate can be too large.
    while size > 1 and _measure_longest(lines, size) > width:
        size -= 1
    return FittedText(lines, max(1, size))


def _measure_longest(lines: tuple[str, ...], size: int) -> float:
    return max(1.0, *(load_font(size).getlength(each) for each in lines))


def write(image: Image.Image, text: str, box: Box, max_font_size: int, fill: str = INK) -> None:
    """Write a text in the middle of a box, in the largest font size that fits."""
    left, top, right, bottom = box
    fitted = _fit_into_box(text, box, max_font_size)
    draw = ImageDraw.Draw(image)
    step = fitted.size * LINE_SPACING_FONT_SIZES
    middle = (top + bottom - step * (len(fitted.lines) - 1)) / 2
    for number, each in enumerate(fitted.lines):
        baseline = middle + number * step + fitted.size * BASELINE_OFFSET_FONT_SIZES
        draw.text(((left + right) / 2, baseline), each, fill, load_font(fitted.size), anchor="ms")


def measure(text: str, box: Box, max_font_size: int) -> float:
    """Return the width that a text has when `write` fits it into a box."""
    fitted = _fit_into_box(text, box, max_font_size)
    return max(load_font(fitted.size).getlength(each) for each in fitted.lines)


def find_font_size(text: str, box: Box, max_font_size: int) -> int:
    """Return the font size at which `write` writes a text into a box."""
    return _fit_into_box(text, box, max_font_size).size


def _fit_into_box(text: str, box: Box, max_font_size: int) -> FittedText:
    left, top, right, bottom = box
    return fit(text, int(right - left), int(bottom - top), max_font_size)


def draw_rounded(
    image: Image.Image, box: Box, radius: float, fill: str, *, edge: str = INK, width: int = 0
) -> None:
    """Draw a filled rectangle with round corners, smooth edges and its border inside the box."""
    left, top, right, bottom = (round(side) for side in box)
    w, h = right - left, bottom - top
    if width:
        image.paste(edge, (left, top), make_corners(w, h, round(radius)))
    inner = (w - 2 * width, h - 2 * width)
    corners = make_corners(*inner, max(0, round(radius) - width))
    image.paste(fill, (left + width, top + width), corners)


@piece
def make_corners(width: int, height: int, radius: int) -> Image.Image:
    """Return a mask that shows a rectangle with round corners."""
    stencil = Image.new("L", (width * STENCIL_SCALE, height * STENCIL_SCALE))
    box = (0, 0, width * STENCIL_SCALE - 1, height * STENCIL_SCALE - 1)
    ImageDraw.Draw(stencil).rounded_rectangle(box, radius * STENCIL_SCALE, 255)
    return stencil.reduce(STENCIL_SCALE)


def round_off(image: Image.Image, radius: float) -> Image.Image:
    """Make an image's corners transparent, so that they look round, and return the same image."""
    image.putalpha(make_corners(*image.size, round(radius)))
    return image


def cut_card(image: Image.Image) -> Image.Image:
    """Make the corners of a playing card's image round, and return the same image."""
    return round_off(image, CARD_RADIUS * image.width / CARD_UNITS[0])


@piece
def disc(letter: str, side: int) -> Image.Image:
    """Return an image of a player's letter on a dark disc."""
    image = Image.new("RGBA", (side, side))
    draw_rounded(image, (0, 0, side, side), side / 2, INK)
    write(image, letter, (0, 0, side, side), round(side * 0.76), WHITE)
    return image


def glue(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Paste an image onto another one, which stays visible where the piece is transparent."""
    image.paste(piece, (round(x), round(y)), piece if piece.mode == "RGBA" else None)
