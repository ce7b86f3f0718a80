"""The pictures of Quickpick, as JPEG. Lengths are units of the sheet unless said otherwise.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a hand with a colour and a number; names stay out, as no font knows all of them.
"""

from msgspec import Struct
from PIL import Image

from bot.art.kit import CANDLE, GOLD, GREY, PAPER, WHITE, Box, piece
from bot.art.sheet import ABOVE, BELOW, Sheet, Size
from bot.games.quickpick.masks import FEATURES, PART_NAMES, part
from bot.games.quickpick.palette import SEAT_COLOURS
from bot.games.quickpick.pieces import (
    TILE,
    back,
    badge,
    banner_ground,
    beach,
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
"""Of all pictures but the single mask."""
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
    above = 0 if shown is None else COMPOSER
    sheet = _table(above + GRID, BELOW)
    if shown is not None:
        sheet.glue(beach(sheet.image.width, sheet.px(COMPOSER), below=False), 0, 0)
        _face_so_far(sheet, shown, words)
    sheet.glue(_grid(words.names, sheet.scale), 0, above)
    _hands(sheet, taken, above)
    return sheet.jpeg()


def revealed(mask: int, right: int | None, taken: Taken, words: Words) -> bytes:
    """Draw the tiles after a race: `mask` was acted out, and the seat `right` has its tile."""
    sheet = _table(GRID, ABOVE)
    sheet.glue(_pale_grid(words.names, sheet.scale), 0, 0)
    left, top = _corner(mask)
    wide, high = TILE
    sheet.rounded((left - 10, top - 10, left + wide + 10, top + high + 10), 34, GOLD, width=5)
    sheet.glue(tile(mask, words.names[mask], sheet.px(wide)), left, top)
    _hands(sheet, taken)
    if right is not None:
        sheet.glue(tick(sheet.px(76)), left + wide - 84, top + 8)
    return sheet.jpeg()


def mask(number: int, words: Words) -> bytes:
    """Draw a secret mask with its five features in words, for the mime."""
    sheet = Sheet.filling((900, 500), ABOVE)
    sheet.rounded((12, 12, 432, 488), 32, WHITE, width=6)
    sheet.glue(face(number, sheet.px(392)), 26, 18)
    sheet.write(words.names[number], (108, 410, 418, 478), 60)
    sheet.glue(badge(number, sheet.px(76)), 26, 400)
    step = 95.2
    for feature in range(len(FEATURES)):
        shown, top = part(number, feature), 12 + feature * step
        sheet.rounded((450, top, 888, top + step - 8), 22, WHITE, width=5)
        sheet.glue(sign(PART_NAMES[shown], sheet.px(76)), 464, top + 5)
        sheet.write(words.parts[shown], (552, top + 4, 874, top + step - 12), 50)
    return sheet.jpeg()


def piles(counts: tuple[int, ...], words: Words) -> bytes:
    """Draw how many masks each seat has collected."""
    wide, high, gap = 586, 112, 9.3
    sheet = _table(-(-len(counts) // 2) * (high + gap) + gap, BELOW)
    for seat, count in enumerate(counts):
        row, column = divmod(seat, 2)
        left, top = gap + column * (wide + gap), gap + row * (high + gap)
        box = (left, top, left + wide, top + high)
        sheet.rounded(box, 24, PAPER, edge=SEAT_COLOURS[seat], width=7)
        sheet.glue(hand(seat, sheet.px(92)), left + 16, top + 10)
        _pile(sheet, (left + 110, top, left + wide, top + high), count, words)
    return sheet.jpeg()


def won(masks: tuple[int, ...], words: Words) -> bytes:
    """Draw the masks that a player collected, face up."""
    across, step, title = 8, 148, 66
    rows = max(1, -(-len(masks) // across))
    sheet = _sand(title + rows * step + 10)
    sheet.write(words.masks, (20, 6, WIDTH - 20, title - 2), 48)
    for place in range(max(len(masks), 1)):
        row, column = divmod(place, across)
        left, top = 10 + column * step, title + row * step
        box = (left, top, left + step - 8, top + step - 8)
        sheet.rounded(box, 20, WHITE if masks else GOLD, width=4)
        if masks:
            sheet.glue(face(masks[place], sheet.px(step - 20)), left + 6, top + 4)
            sheet.glue(badge(masks[place], sheet.px(42)), left + 5, top + step - 55)
    return sheet.jpeg()


def end(rows: tuple[tuple[int, int, tuple[int, ...]], ...], words: Words) -> bytes:
    """Draw everybody's pile, face up; `rows` of seat, rank and masks, from the best on."""
    high, gap = 132, 10
    sheet = _table(gap + len(rows) * (high + gap), ABOVE)
    for place, (seat, rank, masks) in enumerate(rows):
        top = gap + place * (high + gap)
        ground = CANDLE if rank == 1 else PAPER
        box = (10, top, WIDTH - 10, top + high)
        sheet.rounded(box, 26, ground, edge=SEAT_COLOURS[seat], width=8)
        sheet.glue(hand(seat, sheet.px(112)), 130, top + 10)
        if rank == 1:
            sheet.glue(crown(sheet.px(100)), 26, top + 28)
        _count(sheet, (250, top, 370, top + high), len(masks), words)
        _faces(sheet, masks, 390, top)
    return sheet.jpeg()


def overview(words: Words) -> bytes:
    """Draw all faces with their names."""
    sheet = _table(GRID, ABOVE)
    sheet.glue(_grid(words.names, sheet.scale), 0, 0)
    return sheet.jpeg()


def features(words: Words) -> bytes:
    """Draw the ten parts of faces, the two of each feature one above the other."""
    wide, high, gap = 228, 252, 10
    sheet = _sand(2 * (high + gap) + gap)
    size = (sheet.px(wide), sheet.px(high))
    for feature in range(len(FEATURES)):
        left = gap + feature * (wide + gap)
        for value in range(2):
            number = 2 * feature + value
            plate = plaque(PART_NAMES[number], words.parts[number], *size)
            sheet.glue(plate, left, gap + value * (high + gap))
    return sheet.jpeg()


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    sheet = _table(400, ABOVE)
    sheet.glue(banner_ground(sheet.image.width), 0, 0)
    sheet.write(title, (240, 14, WIDTH - 240, 130), 110, CANDLE)
    return sheet.jpeg()


@piece
def _grid(names: tuple[str, ...], scale: float) -> Image.Image:
    """Return the tiles without hands, with so many pixels to a unit."""
    return _tiles(names, scale)


@piece
def _pale_grid(names: tuple[str, ...], scale: float) -> Image.Image:
    """Return the tiles without hands, greyed."""
    plain = _tiles(names, scale)
    return Image.blend(plain, Image.new("RGB", plain.size, GREY), 0.6)


def _tiles(names: tuple[str, ...], scale: float) -> Image.Image:
    sheet = Sheet((WIDTH, GRID), scale)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    for number, name in enumerate(names):
        sheet.glue(tile(number, name, sheet.px(TILE[0])), *_corner(number))
    return sheet.image


def _corner(mask: int) -> tuple[float, float]:
    """Return the left upper corner of a tile."""
    row, column = divmod(mask, ACROSS)
    return GAP + column * (TILE[0] + GAP), GAP + row * (TILE[1] + GAP)


def _table(high: float, most: Size) -> Sheet:
    """Return a sheet as wide as all are."""
    return Sheet.filling((WIDTH, high), most)


def _sand(high: float) -> Sheet:
    """Return a sheet with the lower end of the beach."""
    sheet = _table(high, ABOVE)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    return sheet


def _face_so_far(sheet: Sheet, shown: tuple[int, ...], words: Words) -> None:
    """Draw the composed face with a place for each part, those shown first and the newest last."""
    sheet.glue(composed(shown, sheet.px(290)), 8, -8)
    wide, high = 170, 250
    size = (sheet.px(wide), sheet.px(high))
    for place in range(len(FEATURES)):
        known = place < len(shown)
        name = PART_NAMES[shown[place]] if known else None
        word = words.parts[shown[place]] if known else words.unknown
        plate = plaque(name, word, *size, place == len(shown) - 1)
        sheet.glue(plate, 304 + place * (wide + 8), 14)


def _hands(sheet: Sheet, taken: Taken, below: float = 0) -> None:
    """Lay the hands on the tiles, whose first row begins so far `below` the sheet's top."""
    for number, seat in enumerate(taken):
        if seat is not None:
            left, top = _corner(number)
            x, y = left + TILE[0] - HAND - 4, below + top + TILE[1] - HAND - 42
            sheet.glue(hand(seat, sheet.px(HAND)), x, y)


def _pile(sheet: Sheet, box: Box, number: int, words: Words) -> None:
    """Draw how many masks are collected, and as many cards face down."""
    left, top, right, bottom = box
    high = bottom - top
    _count(sheet, (left, top, left + 120, bottom), number, words)
    wide, tall = high * 0.6, high * 0.75
    card = back(sheet.px(wide))
    step = min(wide * 0.6, (right - left - 144 - wide) / max(1, number - 1))
    for place in range(number):
        sheet.glue(card, left + 132 + place * step, top + (high - tall) / 2)


def _count(sheet: Sheet, box: Box, number: int, words: Words) -> None:
    """Write how many masks are collected."""
    left, top, right, bottom = box
    high = bottom - top
    sheet.write(str(number), (left, top + 4, right, top + high * 0.66), high * 0.6)
    name = words.mask if number == 1 else words.masks
    sheet.write(name, (left, top + high * 0.62, right, bottom - 8), 34)


def _faces(sheet: Sheet, masks: tuple[int, ...], left: float, top: float) -> None:
    """Draw a pile of masks in a strip of height 132: large in one row, or small in two."""
    side = 108 if len(masks) <= IN_A_STRIP else 62
    across = max(IN_A_STRIP, -(-len(masks) // 2))
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        sheet.glue(face(number, sheet.px(side)), left + column * (side + 3), top + 5 + row * 60)
