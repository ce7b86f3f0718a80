"""What the pictures are put together from: rasters with the reader's words on them.

Lengths are pixels.
"""

from functools import lru_cache
from pathlib import Path

from PIL import Image

from bot.art.kit import GOLD, INK, PAPER, WHITE, corners, glue, opened, rounded, write
from bot.games.quickpick.masks import LETTERS, PART_NAMES, PARTS

RASTERS = Path(__file__).parent / "rasters"
FACE = 288
"""The width in which the faces are at hand."""
COMPOSER = 320
"""The width in which the composer's monster is at hand."""
BACK = 160
"""The width in which the back of a mask card is at hand."""
HANDS = tuple(f"seat-{number}" for number in range(1, 9))
"""The hands' signs by seat."""
TILE = (288, 240)
"""Width and height of a tile."""
NAME = 194
"""Where the name begins on a tile."""
ASIDE = 22
"""How far left of the middle a face is on its tile, as hands lie on the right."""
BADGE = 54
"""The side of a letter's badge on a tile."""
LEAN = 20
"""By how many degrees a head leans."""
LEANING = dict(enumerate((LEAN, -LEAN), len(PART_NAMES) - len(PARTS[-1])))
"""By how many degrees a part turns the head to the left."""
UNKNOWN: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.375, 0.275), (0.625, 0.275)),
    ((0.375, 0.485), (0.625, 0.485)),
    ((0.5, 0.715),),
)
"""Where the composer's head has a question mark until brows, eyes or mouth are shown: the marks'
middles, in widths of the head."""
MARKED = 0.19
"""How high a question mark is, in widths of the head."""
PALE = "#B9BED0"
"""Of question marks."""


@lru_cache(maxsize=80)
def face(mask: int, width: int) -> Image.Image:
    """Return a mask's face."""
    return opened(RASTERS / f"faces/{LETTERS[mask]}.webp", width)


@lru_cache(maxsize=64)
def sign(name: str, width: int) -> Image.Image:
    """Return a sign, such as "brows-up"."""
    return opened(RASTERS / f"signs/{name}.webp", width)


def hand(seat: int, width: int) -> Image.Image:
    """Return a seat's hand with its number."""
    return sign(HANDS[seat], width)


@lru_cache(maxsize=4)
def crown(width: int) -> Image.Image:
    """Return the winner's crown."""
    return opened(RASTERS / "crown.webp", width)


@lru_cache(maxsize=2)
def tick(width: int) -> Image.Image:
    """Return the mark of a right guess."""
    return opened(RASTERS / "tick.webp", width)


@lru_cache(maxsize=4)
def back(width: int) -> Image.Image:
    """Return a mask card face down."""
    image = opened(RASTERS / "back.webp", width).convert("RGBA")
    image.putalpha(corners(*image.size, round(width * 0.12)))
    return image


@lru_cache(maxsize=2)
def background(name: str, width: int) -> Image.Image:
    """Return the raster behind a picture."""
    return opened(RASTERS / f"{name}.webp", width)


@lru_cache(maxsize=32)
def tile(mask: int, name: str) -> Image.Image:
    """Return a tile with its letter and its `name`."""
    wide, high = TILE
    image = Image.new("RGBA", TILE)
    rounded(image, (0, 0, wide, high), 24, WHITE, width=5)
    side = NAME + 2
    glue(image, face(mask, side), (wide - side) / 2 - ASIDE, 2)
    write(image, name, (BADGE + 12, NAME - 4, wide - 14, high - 10), 42)
    glue(image, badge(mask, BADGE), 8, high - BADGE - 8)
    return image


@lru_cache(maxsize=48)
def badge(mask: int, side: int) -> Image.Image:
    """Return a mask's letter on a disc."""
    image = Image.new("RGBA", (side, side))
    rounded(image, (0, 0, side, side), side / 2, INK)
    write(image, LETTERS[mask].upper(), (0, 0, side, side), round(side * 0.76), WHITE)
    return image


@lru_cache(maxsize=16)
def composed(shown: tuple[int, ...], width: int) -> Image.Image:
    """Return the grey monster with the parts that were shown, leaning as far as that is known."""
    image = _composer("head", width).copy()
    side = width * MARKED
    for feature, places in enumerate(UNKNOWN):
        if not any(number // 2 == feature for number in shown):
            for x, y in places:
                left, top = x * width - side / 2, y * width - side / 2
                write(image, "?", (left, top, left + side, top + side), round(side), PALE)
    for number in sorted(shown, key=_depth):
        if number not in LEANING:
            image.alpha_composite(_composer(PART_NAMES[number], width))
    turn = sum(LEANING.get(number, 0) for number in shown)
    return image.rotate(turn, Image.Resampling.BICUBIC) if turn else image


def _depth(number: int) -> tuple[bool, int]:
    """Sort parts as they overlap: a tongue hangs out of a mouth, brows hang over eyes."""
    return PART_NAMES[number] in PARTS[0], number


@lru_cache(maxsize=16)
def _composer(name: str, width: int) -> Image.Image:
    return opened(RASTERS / f"composer/{name}.webp", width).convert("RGBA")


@lru_cache(maxsize=64)
def plaque(name: str | None, word: str, wide: int, high: int, newest: bool = False) -> Image.Image:
    """Return a part's sign with its `word` below; a question mark where `name` is None."""
    image = Image.new("RGBA", (wide, high))
    ground = WHITE if name else PAPER
    rounded(image, (0, 0, wide, high), 22, GOLD if newest else ground, width=5)
    side = min(round(high * 0.6), wide - 20)
    if name:
        glue(image, sign(name, side), (wide - side) / 2, 10)
    else:
        write(image, "?", (0, 10, wide, 10 + side), side, PALE)
    write(image, word, (12, side + 12, wide - 12, high - 10), 46, INK if name else PALE)
    return image
