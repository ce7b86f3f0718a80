"""What the pictures are put together from: rasters with the reader's words on them.

Lengths are pixels, or units of a card, which is 300 wide and 400 high, where that is said.
"""

from __future__ import annotations

from pathlib import Path

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
    piece,
    rounded,
    write,
)
from bot.art.pillow import Image
from bot.games.cloaked_cats.cards import COLOURS, FEATURES
from bot.games.cloaked_cats.palette import COATS

RASTERS = Path(__file__).parent / "rasters"
CARD = (300, 400)
"""Width and height of a card: its units."""
CAPTION = 340
"""Where the caption begins, in the card's units."""
WORD = (208, 48)
"""The room for the word in a cat's caption, in the card's units."""
WORD_PLACE = (184, 345)
"""Where the middle of its upper edge is, in the card's units."""
LETTERS = 45
"""The size of a caption's letters, in the card's units."""
ROUND = 25
"""The radius of a card's corners, in the card's units."""
CARDS = (152, 220)
"""The widths in which the cat cards are at hand, in pixels."""
MASK_FILES = ("mask-a", "mask-b", "mask-c", "mask-d")
"""The masks' signs by seat."""


@piece
def card(cat: int, width: int) -> Image.Image:
    """Return a cat card without a word, so that all languages share it."""
    size = next((size for size in CARDS if size >= width), CARDS[-1])
    return _cut(opened(RASTERS / f"cards/{size}/{cat:02}.webp", width))


@piece
def caption(colour: int, width: int, word: str) -> Image.Image:
    """Return the word for a colour on a plate, as it lies on a card of this width."""
    scale, coat = width / CARD[0], COATS[FEATURES[colour]]
    letters, room, high = round(LETTERS * scale), WORD[0] * scale, WORD[1] * scale
    wide = measure(word, (0, 0, room, 1.1 * high), letters) + 24 * scale
    plate = Image.new("RGB", (round(min(wide, room + 8 * scale)), round(high)), coat.coat)
    left, top = (plate.width - room) / 2, 2 * scale
    write(plate, word, (left, top, left + room, top + 1.1 * high), letters, coat.word)
    return plate


def feature_card(number: int, width: int, word: str) -> Image.Image:
    """Return a feature card with its word."""
    image = opened(RASTERS / f"features/{FEATURES[number]}.webp", width)
    scale = width / CARD[0]
    box = (14 * scale, (CAPTION + 4) * scale, 286 * scale, 392 * scale)
    write(image, word, box, round(48 * scale), _inks(number)[1])
    return _cut(image)


@piece
def held(number: int, width: int, word: str, flag: str) -> Image.Image:
    """Return a feature card as it is held; one that lies face up is pale, with a `flag` across."""
    image = feature_card(number, width, word)
    if not flag:
        return image
    pale = Image.blend(image, Image.new("RGBA", image.size, GREY), 0.45)
    pale.putalpha(image.getchannel("A"))
    top, bottom = pale.height * 0.67, pale.height * 0.82
    rounded(pale, (0, top, width, bottom), 0, PINK)
    inset = width / 22
    write(pale, flag, (inset, top, width - inset, bottom), round(width * 0.19), INK)
    return pale


@piece
def sign(number: int, width: int) -> Image.Image:
    """Return a feature's sign."""
    return opened(RASTERS / f"signs/{FEATURES[number]}.webp", width)


@piece
def mask(seat: int, width: int) -> Image.Image:
    """Return a seat's mask with its letter."""
    return opened(RASTERS / f"signs/{MASK_FILES[seat]}.webp", width)


@piece
def crown(width: int) -> Image.Image:
    """Return the winner's crown."""
    return opened(RASTERS / "crown.webp", width)


@piece
def chip(number: str, width: int, newest: bool = False) -> Image.Image:
    """Return a number on a chip."""
    image = opened(RASTERS / ("chip-newest.webp" if newest else "chip.webp"), width)
    inset = width * 0.18
    write(image, number, (inset, inset, width - inset, width - inset), round(width * 0.62))
    return image


@piece
def ground(size: tuple[int, int]) -> Image.Image:
    """Return the upper part of the dance floor."""
    return opened(RASTERS / "floor.webp", size[0]).crop((0, 0, *size))


@piece
def banner_ground(width: int) -> Image.Image:
    """Return the lobby's banner without its title."""
    return opened(RASTERS / "banner.webp", width)


@piece
def podium(width: int) -> Image.Image:
    """Return the stage on which the winner stands."""
    return opened(RASTERS / "podium.webp", width)


@piece
def plaque(number: int, width: int, high: int, word: str) -> Image.Image:
    """Return a feature as its sign with its word below or beside, whichever is larger to read."""
    image = Image.new("RGBA", (width, high))
    ground, ink = _inks(number)
    edge = max(2, round(high * 0.04))
    rounded(image, (0, 0, width, high), high / 8, ground, edge=PINK, width=edge)
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
