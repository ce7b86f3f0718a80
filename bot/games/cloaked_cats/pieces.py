"""What the pictures are put together from: rasters with the reader's words on them.

Lengths are pixels, or units of a card, which is 300 wide and 400 high, where that is said.
"""

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageOps

from bot.art.kit import (
    GOLD,
    GREY,
    INK,
    PINK,
    WHITE,
    Box,
    corners,
    glue,
    lettering,
    measure,
    opened,
    rounded,
    write,
)
from bot.games.cloaked_cats.cards import CATS, COLOURS, FEATURES, PATTERNS
from bot.games.cloaked_cats.palette import COATS

RASTERS = Path(__file__).parent / "rasters"
CARD = (300, 400)
"""Width and height of a card: its units."""
CAPTION = 340
"""Where the caption begins, in the card's units."""
LETTERS = 45
"""The size of a caption's letters, in the card's units."""
ROUND = 25
"""The radius of a card's corners, in the card's units."""
CARDS = (160, 320)
"""The widths in which the cat cards are at hand, in pixels."""
WIDEST = CARDS[-1]
MASK_FILES = ("mask-a", "mask-b", "mask-c", "mask-d")
"""The masks' signs by seat."""


@lru_cache(maxsize=48)
def card(cat: int, width: int, colour: str) -> Image.Image:
    """Return a cat card with the word for its `colour`."""
    size = next((size for size in CARDS if size >= width), CARDS[-1])
    image = opened(RASTERS / f"cards/{size}/{cat:02}.webp", width)
    scale = width / CARD[0]
    _, number, *others = CATS[cat]
    coat = COATS[FEATURES[number]]
    box: Box = (80 * scale, (CAPTION + 7) * scale, 288 * scale, 399 * scale)
    if any(feature in PATTERNS for feature in others):
        wide = measure(colour, box, round(LETTERS * scale)) / 2 + 12 * scale
        middle = (box[0] + box[2]) / 2
        plate = (middle - wide, (CAPTION + 3) * scale, middle + wide, 394 * scale)
        rounded(image, plate, 0, coat.coat)
    write(image, colour, box, round(LETTERS * scale), coat.word)
    return _cut(image)


@lru_cache(maxsize=24)
def feature_card(number: int, width: int, word: str) -> Image.Image:
    """Return a feature card with its word."""
    image = opened(RASTERS / f"features/{FEATURES[number]}.webp", width)
    scale = width / CARD[0]
    box = (14 * scale, (CAPTION + 4) * scale, 286 * scale, 392 * scale)
    write(image, word, box, round(48 * scale), _inks(number)[1])
    return _cut(image)


def held(number: int, width: int, word: str, flag: str, tilt: int) -> Image.Image:
    """Return a feature card as it is held, tilted by `tilt` degrees to the left.

    One that lies face up is pale, has a `flag` across and is turned the other way.
    """
    image = feature_card(number, width, word)
    if flag:
        pale = Image.blend(image, Image.new("RGBA", image.size, GREY), 0.45)
        pale.putalpha(image.getchannel("A"))
        image, tilt = pale, -tilt or -5
        top, bottom = image.height * 0.67, image.height * 0.82
        rounded(image, (0, top, width, bottom), 0, PINK)
        write(image, flag, (12, top, width - 12, bottom), 50, INK)
    room = ImageOps.expand(image, 2)
    return room.rotate(tilt, Image.Resampling.BICUBIC, expand=True)


@lru_cache(maxsize=2)
def back(width: int) -> Image.Image:
    """Return a feature card face down."""
    return _cut(opened(RASTERS / "back.webp", width))


@lru_cache(maxsize=128)
def sign(number: int, width: int) -> Image.Image:
    """Return a feature's sign."""
    return opened(RASTERS / f"signs/{FEATURES[number]}.webp", width)


@lru_cache(maxsize=64)
def mask(seat: int, width: int) -> Image.Image:
    """Return a seat's mask with its letter."""
    return opened(RASTERS / f"signs/{MASK_FILES[seat]}.webp", width)


@lru_cache(maxsize=2)
def crown(width: int) -> Image.Image:
    """Return the winner's crown."""
    return opened(RASTERS / "crown.webp", width)


@lru_cache(maxsize=128)
def chip(number: str, width: int, newest: bool = False) -> Image.Image:
    """Return a number on a chip."""
    image = opened(RASTERS / ("chip-newest.webp" if newest else "chip.webp"), width)
    inset = width * 0.18
    write(image, number, (inset, inset, width - inset, width - inset), round(width * 0.62))
    return image


@lru_cache(maxsize=2)
def background(name: str, width: int) -> Image.Image:
    """Return the raster behind a picture."""
    return opened(RASTERS / f"{name}.webp", width)


@lru_cache(maxsize=32)
def plaque(number: int, width: int, high: int, word: str) -> Image.Image:
    """Return a feature as its sign with its word below or beside, whichever is larger to read."""
    image = Image.new("RGBA", (width, high))
    ground, ink = _inks(number)
    rounded(image, (0, 0, width, high), high / 8, ground, edge=PINK, width=4)
    inset, largest = round(high * 0.08), round(high * 0.4)
    small, large = round(high * 0.58), high - 2 * inset
    below: Box = (inset, inset + small, width - inset, high - inset / 2)
    beside: Box = (2 * inset + large, inset, width - inset, high - inset)
    box, side, left = below, small, (width - small) // 2
    if lettering(word, beside, largest) >= lettering(word, below, largest):
        box, side, left = beside, large, inset
    rounded(image, (left - 2, inset - 2, left + side + 2, inset + side + 2), side / 6, GOLD)
    glue(image, sign(number, side), left, inset)
    write(image, word, box, largest, ink)
    return image


def _inks(number: int) -> tuple[str, str]:
    """Return the colour that a feature's word stands on, and that of the word."""
    if number not in COLOURS:
        return WHITE, INK
    coat = COATS[FEATURES[number]]
    return coat.coat, coat.word


def _cut(image: Image.Image) -> Image.Image:
    """Return a card with its corners cut round."""
    image.putalpha(corners(*image.size, round(ROUND * image.width / CARD[0])))
    return image
