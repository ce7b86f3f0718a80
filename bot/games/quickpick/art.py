"""The pictures of Quickpick, as WebP. Lengths are pixels.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a hand with a colour and a number; names stay out, as no font knows all of them.
"""

from functools import lru_cache

from msgspec import Struct
from PIL import Image

from bot.art.kit import (
    CANDLE,
    GOLD,
    GREY,
    PAPER,
    TABLE,
    WHITE,
    Box,
    glue,
    rounded,
    webp,
    write,
)
from bot.games.quickpick.masks import FEATURES, PART_NAMES, part
from bot.games.quickpick.palette import SEAT_COLOURS
from bot.games.quickpick.pieces import (
    TILE,
    back,
    background,
    badge,
    composed,
    crown,
    face,
    hand,
    plaque,
    sign,
    tick,
    tile,
)

WIDTH = 1200
"""Enough for a sharp screen of 600 pixels."""
ACROSS = 4
"""Tiles in a row."""
GAP = 9.6
"""Between tiles."""
GRID = round(ACROSS * (TILE[1] + GAP) + GAP)
"""The height of all tiles."""
COMPOSER = 276
"""The height of the face so far, above the tiles."""
HAND = 100
"""The width of a hand on a tile."""
IN_A_STRIP = 7
"""Large faces beside each other at the end."""


class Words(Struct, frozen=True):
    """The words in the pictures, in the reader's language; up to 24 characters each."""

    names: tuple[str, ...]
    """The names of the 16 masks."""
    parts: tuple[str, ...]
    """The ten parts by their numbers, such as "brows up"."""
    unknown: str
    """Under a part that the mime has not shown so far."""
    mask: str
    """Under a single mask that somebody collected."""
    masks: str
    """Under any other number of them."""


Taken = tuple[int | None, ...]
"""By mask, the seat whose hand lies on the tile; None: nobody's."""


def tiles(taken: Taken, shown: tuple[int, ...] | None, words: Words) -> bytes:
    """Draw all tiles with the hands on them.

    `shown` are the parts that the mime has shown, in that order: the face so far is drawn above
    the tiles. None: it is left out, as nothing is composed.
    """
    if shown is None:
        image = _grid(words.names).copy()
    else:
        image = background("beach", WIDTH).crop((0, 0, WIDTH, COMPOSER + GRID))
        _face_so_far(image, shown, words)
        image.paste(_grid(words.names), (0, COMPOSER))
    _hands(image, taken, image.height - GRID)
    return webp(image)


def revealed(mask: int, right: int | None, taken: Taken, words: Words) -> bytes:
    """Draw the tiles after a race: `mask` was acted out, and the seat `right` has its tile."""
    plain = _grid(words.names)
    image = Image.blend(plain, Image.new("RGB", plain.size, GREY), 0.6)
    left, top = _corner(mask)
    wide, high = TILE
    rounded(image, (left - 10, top - 10, left + wide + 10, top + high + 10), 34, GOLD, width=5)
    glue(image, tile(mask, words.names[mask]), left, top)
    _hands(image, taken)
    if right is not None:
        glue(image, tick(76), left + wide - 84, top + 8)
    return webp(image)


def mask(number: int, words: Words) -> bytes:
    """Draw a secret mask with its five features in words, for the mime."""
    image = Image.new("RGB", (900, 500), TABLE)
    rounded(image, (12, 12, 432, 488), 32, WHITE, width=6)
    glue(image, face(number, 392), 26, 18)
    write(image, words.names[number], (108, 410, 418, 478), 60)
    glue(image, badge(number, 76), 26, 400)
    step = 95.2
    for feature in range(len(FEATURES)):
        shown, top = part(number, feature), 12 + feature * step
        rounded(image, (450, top, 888, top + step - 8), 22, WHITE, width=5)
        glue(image, sign(PART_NAMES[shown], 76), 464, top + 5)
        write(image, words.parts[shown], (552, top + 4, 874, top + step - 12), 50)
    return webp(image)


def piles(counts: tuple[int, ...], words: Words) -> bytes:
    """Draw how many masks each seat has collected."""
    wide, high, gap = 586, 112, 9.3
    image = Image.new("RGB", (WIDTH, round(-(-len(counts) // 2) * (high + gap) + gap)), TABLE)
    for seat, count in enumerate(counts):
        row, column = divmod(seat, 2)
        left, top = gap + column * (wide + gap), gap + row * (high + gap)
        box = (left, top, left + wide, top + high)
        rounded(image, box, 24, PAPER, edge=SEAT_COLOURS[seat], width=7)
        glue(image, hand(seat, 92), left + 16, top + 10)
        _pile(image, (left + 110, top, left + wide, top + high), count, words)
    return webp(image)


def won(masks: tuple[int, ...], words: Words) -> bytes:
    """Draw the masks that a player collected, face up."""
    across, step, title = 8, 148, 66
    rows = max(1, -(-len(masks) // across))
    image = _sand(title + rows * step + 10)
    write(image, words.masks, (20, 6, WIDTH - 20, title - 2), 48)
    for place in range(max(len(masks), 1)):
        row, column = divmod(place, across)
        left, top = 10 + column * step, title + row * step
        box = (left, top, left + step - 8, top + step - 8)
        rounded(image, box, 20, WHITE if masks else GOLD, width=4)
        if masks:
            glue(image, face(masks[place], step - 20), left + 6, top + 4)
            glue(image, badge(masks[place], 42), left + 5, top + step - 55)
    return webp(image)


def end(rows: tuple[tuple[int, int, tuple[int, ...]], ...], words: Words) -> bytes:
    """Draw everybody's pile, face up; `rows` of seat, rank and masks, from the best on."""
    high, gap = 132, 10
    image = Image.new("RGB", (WIDTH, gap + len(rows) * (high + gap)), TABLE)
    for place, (seat, rank, masks) in enumerate(rows):
        top = gap + place * (high + gap)
        ground = CANDLE if rank == 1 else PAPER
        box = (10, top, WIDTH - 10, top + high)
        rounded(image, box, 26, ground, edge=SEAT_COLOURS[seat], width=8)
        glue(image, hand(seat, 112), 130, top + 10)
        if rank == 1:
            glue(image, crown(100), 26, top + 28)
        _count(image, (250, top, 370, top + high), len(masks), words)
        _faces(image, masks, 390, top)
    return webp(image)


def overview(words: Words) -> bytes:
    """Draw all faces with their names."""
    return webp(_grid(words.names))


def features(words: Words) -> bytes:
    """Draw the ten parts of faces, the two of each feature one above the other."""
    wide, high, gap = 228, 252, 10
    image = _sand(2 * (high + gap) + gap)
    for feature in range(len(FEATURES)):
        left = gap + feature * (wide + gap)
        for value in range(2):
            number = 2 * feature + value
            piece = plaque(PART_NAMES[number], words.parts[number], wide, high)
            glue(image, piece, left, gap + value * (high + gap))
    return webp(image)


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    image = background("banner", WIDTH).copy()
    write(image, title, (240, 14, WIDTH - 240, 130), 110, CANDLE)
    return webp(image)


@lru_cache(maxsize=4)
def _grid(names: tuple[str, ...]) -> Image.Image:
    """Return the tiles without hands."""
    image = _sand(GRID)
    for number, name in enumerate(names):
        glue(image, tile(number, name), *_corner(number))
    return image


def _corner(mask: int) -> tuple[int, int]:
    """Return the left upper corner of a tile."""
    row, column = divmod(mask, ACROSS)
    return round(GAP + column * (TILE[0] + GAP)), round(GAP + row * (TILE[1] + GAP))


def _sand(high: int) -> Image.Image:
    """Return the lower end of the beach."""
    beach = background("beach", WIDTH)
    return beach.crop((0, beach.height - high, WIDTH, beach.height))


def _face_so_far(image: Image.Image, shown: tuple[int, ...], words: Words) -> None:
    """Draw the composed face with a place for each part, those shown first and the newest last."""
    glue(image, composed(shown, 290), 8, -8)
    wide, high = 170, 250
    for place in range(len(FEATURES)):
        known = place < len(shown)
        name = PART_NAMES[shown[place]] if known else None
        word = words.parts[shown[place]] if known else words.unknown
        piece = plaque(name, word, wide, high, place == len(shown) - 1)
        glue(image, piece, 304 + place * (wide + 8), 14)


def _hands(image: Image.Image, taken: Taken, below: int = 0) -> None:
    """Lay the hands on the tiles, whose first row begins so far `below` the image's top."""
    for number, seat in enumerate(taken):
        if seat is not None:
            left, top = _corner(number)
            piece = hand(seat, HAND)
            glue(image, piece, left + TILE[0] - HAND - 4, below + top + TILE[1] - HAND - 42)


def _pile(image: Image.Image, box: Box, number: int, words: Words) -> None:
    """Draw how many masks are collected, and as many cards face down."""
    left, top, right, bottom = box
    high = bottom - top
    _count(image, (left, top, left + 120, bottom), number, words)
    piece = back(round(high * 0.6))
    room = right - left - 144 - piece.width
    step = min(piece.width * 0.6, room / max(1, number - 1))
    for place in range(number):
        glue(image, piece, left + 132 + place * step, top + (high - piece.height) / 2)


def _count(image: Image.Image, box: Box, number: int, words: Words) -> None:
    """Write how many masks are collected."""
    left, top, right, bottom = box
    high = bottom - top
    write(image, str(number), (left, top + 4, right, top + high * 0.66), round(high * 0.6))
    name = words.mask if number == 1 else words.masks
    write(image, name, (left, top + high * 0.62, right, bottom - 8), 34)


def _faces(image: Image.Image, masks: tuple[int, ...], left: float, top: float) -> None:
    """Draw a pile of masks in a strip of height 132: large in one row, or small in two."""
    side = 108 if len(masks) <= IN_A_STRIP else 62
    across = max(IN_A_STRIP, -(-len(masks) // 2))
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        glue(image, face(number, side), left + column * (side + 3), top + 5 + row * 60)
