"""The pictures of Quickpick, as JPEG. Lengths are units of the sheet unless said otherwise.

A picture depends on nothing but its arguments: the same arguments give the same bytes. Seats have
a hand with a colour and a number; names stay out, as no font knows all of them.
"""

from __future__ import annotations

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, GREY, PAPER, WHITE, Box, load_raster, make_corners, piece
from bot.drawing.pillow import Image, ImageChops
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, BELOW_TEXT_PIXELS, WIDTH, Sheet, draw_banner
from bot.games.quickpick.art.pieces import (
    PALE,
    RASTERS,
    SEAT_COLOURS,
    TILE,
    back,
    badge,
    beach,
    composed,
    face,
    hand,
    plaque,
    tile,
)
from bot.games.quickpick.model.state import FEATURES, MASKS, PART_NAMES, TILES_PER_ROW, part

DOWN = len(MASKS) // TILES_PER_ROW
"""Rows of tiles."""
GAP = 6.8
"""Between tiles."""
GRID = round(DOWN * (TILE[1] + GAP) + GAP)
"""The height of all tiles."""
STRIP = 900 - GRID
"""The height of the face so far, below the tiles: as much as Discord shows beside a full width."""
PLAQUE = 195
"""The width of a part's place beside the face so far."""
HAND = 112
"""The width of a hand on a tile."""
FEAST = 430
"""The height of the winners' beach at the end."""
PILE = 112
"""The height of everybody else's pile at the end."""
CARD = (900, 400)
"""Width and height of the single mask's picture, in its own units."""
PILE_CARD = (900, 460)
"""Width and height of the picture of the own masks, in its own units."""


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
Hands = tuple[tuple[int, int | None], ...]
"""Seats and the masks that they chose, None for no idea, in the order that counts; up to seven."""
Rows = tuple[tuple[int, int, tuple[int, ...]], ...]
"""Seats, ranks and collected masks, from the best on."""
RESULT = (1200, 490)
"""Width and height of the last result."""


def tiles(taken: Taken, shown: tuple[int, ...] | None, words: Words) -> bytes:
    """Draw all tiles with the hands on them.

    `shown` are the parts that the mime has shown, in that order: the face so far is drawn below the
    tiles, next to the buttons, with its parts beside it. None: nothing is composed.
    """
    sheet = Sheet.wide(GRID + (0 if shown is None else STRIP), BELOW_TEXT_PIXELS)
    if shown is not None:
        sand = beach(sheet.image.width, sheet.px(STRIP), below=True)
        sheet.glue(sand, 0, sheet.height - STRIP)
    sheet.glue(_grid(words.names, sheet.scale), 0, 0)
    _hands(sheet, taken)
    if shown is not None:
        _face_so_far(sheet, shown, words)
    return sheet.encode_jpeg()


def revealed(mask: int, right: int | None, hands: Hands, words: Words) -> bytes:
    """Draw the result of a race: the face of `mask`, on which faces all hands were, and a tick.

    That belongs to the seat `right`, who was first on the right tile.
    """
    sheet = Sheet.filling(RESULT, ABOVE_TEXT_PIXELS)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    sheet.draw_rounded((12, 12, 412, 478), 40, GOLD, width=6)
    sheet.glue(face(mask, sheet.px(376)), 24, 14)
    sheet.write(words.names[mask], (132, 386, 400, 470), 76)
    sheet.glue(badge(mask, sheet.px(92)), 28, 378)
    across = max(2, min(len(hands), 4))
    rows = -(-len(hands) // across)
    larger = min(4 / across, 2 / max(1, rows))
    upper = (RESULT[1] - (rows * 238 - 10) * larger) / 2
    for place, (seat, chosen) in enumerate(hands):
        row, column = divmod(place, across)
        corner = (428 + column * 192 * larger, upper + row * 238 * larger)
        _guess(sheet, corner, larger, seat, chosen, golden=chosen == mask)
        if seat == right:
            left = corner[0] + 110 * larger
            sheet.glue(load_raster(RASTERS, "tick", sheet.px(70 * larger)), left, corner[1] + 4)
    return sheet.encode_jpeg()


def mask(number: int | None, words: Words) -> bytes:
    """Draw a secret mask with its five features in words; None: face down, before the mime looks.

    Both are of one size, so that nothing moves when the mime has looked.
    """
    sheet = Sheet.filling(CARD, ABOVE_TEXT_PIXELS)
    sheet.draw_rounded((12, 12, 352, 388), 32, WHITE, width=6)
    if number is None:
        sheet.glue(back(sheet.px(250)), 57, 44)
    else:
        sheet.glue(face(number, sheet.px(300)), 32, 14)
        sheet.write(words.names[number], (104, 316, 346, 382), 60)
        sheet.glue(badge(number, sheet.px(70)), 24, 312)
    step = 75.6
    for feature in range(len(FEATURES)):
        top = 12 + feature * step
        sheet.draw_rounded((368, top, 888, top + step - 7), 20, WHITE, width=5)
        box = (460, top + 4, 874, top + step - 11)
        if number is None:
            sheet.write(words.unknown, box, 46, PALE)
        else:
            shown = part(number, feature)
            sheet.glue(
                load_raster(RASTERS, f"signs/{PART_NAMES[shown]}", sheet.px(62)), 380, top + 3
            )
            sheet.write(words.parts[shown], box, 46)
    return sheet.encode_jpeg()


def won(masks: tuple[int, ...], words: Words) -> bytes:
    """Draw the masks that a player collected, face up.

    All piles are of one size, which is a little higher than the single mask's: a mime's screen has
    a row of buttons more, so that nothing moves far when the race is over.
    """
    sheet = Sheet.filling(PILE_CARD, ABOVE_TEXT_PIXELS)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    sheet.draw_rounded((12, 12, 172, 448), 32, CANDLE, width=6)
    sheet.glue(back(sheet.px(130)), 27, 34)
    _count(sheet, (18, 235, 166, 440), len(masks), words)
    side, across = _fitted(len(masks), 704, 440)
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        left, top = 186 + column * side, 12 + row * side
        box = (left, top, left + side - 6, top + side - 6)
        sheet.draw_rounded(box, side * 0.12, WHITE, width=4)
        sheet.glue(face(number, sheet.px(side * 0.88)), left + side * 0.04, top + side * 0.02)
        sheet.glue(badge(number, sheet.px(side * 0.3)), left + 6, top + side * 0.7 - 12)
    return sheet.encode_jpeg()


def end(rows: Rows, words: Words) -> bytes:
    """Draw the winners with their monsters on the beach, and the piles of all others below."""
    best = [(seat, masks) for seat, rank, masks in rows if rank == 1]
    others = [(seat, masks) for seat, rank, masks in rows if rank > 1]
    across = 1 if len(others) < 2 else 2 if len(others) < 5 else 3
    high = -(-len(others) // across) * (PILE + 8)
    sheet = Sheet.wide(FEAST + high + 8)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    columns = len(best) if len(best) < 4 else -(-len(best) // 2)
    size = (WIDTH / columns, FEAST / -(-len(best) // columns))
    for place, (seat, masks) in enumerate(best):
        row, column = divmod(place, columns)
        _winner(sheet, (column * size[0], row * size[1]), size, seat, masks, words)
    wide = (WIDTH - 8) / across
    for place, (seat, masks) in enumerate(others):
        row, column = divmod(place, across)
        left, top = 8 + column * wide, FEAST + row * (PILE + 8)
        _pile(sheet, (left, top, left + wide - 8, top + PILE), seat, masks, words)
    return sheet.encode_jpeg()


def overview(words: Words) -> bytes:
    """Draw all faces with their names."""
    sheet = Sheet.wide(GRID)
    sheet.glue(_grid(words.names, sheet.scale), 0, 0)
    return sheet.encode_jpeg()


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
    return sheet.encode_jpeg()


def banner(title: str) -> bytes:
    """Draw the lobby's banner."""
    return draw_banner(RASTERS, title, (240, 14, WIDTH - 240, 130), 110, CANDLE)


@piece
def _grid(names: tuple[str, ...], scale: float) -> Image.Image:
    """Return the tiles without hands, with so many pixels to a unit."""
    return _tiles(names, scale)


@piece
def _shade(width: int, height: int, radius: int) -> Image.Image:
    """Return what greys a tile that is taken."""
    shade = Image.new("RGBA", (width, height), GREY)
    strength = Image.new("L", (width, height), 160)
    shade.putalpha(ImageChops.multiply(make_corners(width, height, radius), strength))
    return shade


def _tiles(names: tuple[str, ...], scale: float) -> Image.Image:
    sheet = Sheet((WIDTH, GRID), scale)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    for number, name in enumerate(names):
        sheet.glue(tile(number, name, sheet.px(TILE[0])), *_corner(number))
    return sheet.image


def _corner(mask: int) -> tuple[float, float]:
    """Return the left upper corner of a tile."""
    row, column = divmod(mask, TILES_PER_ROW)
    return GAP + column * (TILE[0] + GAP), GAP + row * (TILE[1] + GAP)


def _sand(high: float) -> Sheet:
    """Return a sheet with the lower end of the beach."""
    sheet = Sheet.wide(high)
    sheet.glue(beach(*sheet.image.size, below=True), 0, 0)
    return sheet


def _face_so_far(sheet: Sheet, shown: tuple[int, ...], words: Words) -> None:
    """Draw the composed face, and beside it a place for each part.

    Those shown first come first, and the newest is marked.
    """
    wide, high = PLAQUE, STRIP - 12
    left, top, side = GAP, GRID + 4, high + 4
    begin = WIDTH - len(FEATURES) * (wide + GAP)
    sheet.draw_rounded((left, top, begin - GAP, top + high), 22, CANDLE, edge=GOLD, width=6)
    middle = (left + begin - GAP) / 2
    sheet.glue(composed(shown, sheet.px(side)), middle - side / 2, top - 2)
    size = (sheet.px(wide), sheet.px(high))
    for place in range(len(FEATURES)):
        known = place < len(shown)
        name = PART_NAMES[shown[place]] if known else None
        word = words.parts[shown[place]] if known else words.unknown
        plate = plaque(name, word, *size, place == len(shown) - 1)
        sheet.glue(plate, begin + place * (wide + GAP), top)


def _hands(sheet: Sheet, taken: Taken) -> None:
    """Lay the hands on the tiles, which turn grey."""
    for number, seat in enumerate(taken):
        if seat is not None:
            left, top = _corner(number)
            sheet.glue(_shade(*map(sheet.px, (*TILE, 22))), left, top)
            x, y = left + TILE[0] - HAND - 2, top + TILE[1] - HAND - 4
            sheet.glue(hand(seat, sheet.px(HAND)), x, y)


def _guess(
    sheet: Sheet,
    corner: tuple[float, float],
    larger: float,
    seat: int,
    chosen: int | None,
    *,
    golden: bool,
) -> None:
    """Draw a hand on the face that it chose, `larger` than in two full rows."""
    (left, top), wide, high = corner, 184 * larger, 228 * larger
    sheet.draw_rounded((left, top, left + wide, top + high), 26, GOLD if golden else WHITE, width=5)
    paw, side = 106 * larger, 62 * larger
    if chosen is None:
        sheet.write("?", (left, top, left + wide, top + high * 0.65), 120 * larger, PALE)
    else:
        sheet.glue(face(chosen, sheet.px(160 * larger)), left + 12 * larger, top + 4 * larger)
        sheet.glue(badge(chosen, sheet.px(side)), left + 8, top + high - side - 8)
    sheet.glue(hand(seat, sheet.px(paw)), left + wide - paw - 4, top + high - paw - 4)


def _winner(
    sheet: Sheet,
    corner: tuple[float, float],
    size: tuple[float, float],
    seat: int,
    masks: tuple[int, ...],
    words: Words,
) -> None:
    """Draw a winner's hand, crowned and on a podium, beside all the monsters collected."""
    (left, top), (wide, high) = corner, size
    foot, paw = min(wide * 0.36, 300), min(wide * 0.3, high * 0.46, 190)
    floor, middle = top + high - 12, left + 14 + foot / 2
    stand = (left + 14, floor - high * 0.3, left + 14 + foot, floor)
    sheet.draw_rounded(stand, 18, CANDLE, edge=SEAT_COLOURS[seat], width=8)
    _count(sheet, stand, len(masks), words)
    sheet.glue(hand(seat, sheet.px(paw)), middle - paw / 2, stand[1] - paw * 0.94)
    hat = paw * 0.72
    sheet.glue(
        load_raster(RASTERS, "crown", sheet.px(hat)),
        middle - hat / 2,
        stand[1] - paw * 0.94 - hat * 0.56,
    )
    _faces(sheet, masks, (left + 28 + foot, top + 12, left + wide - 8, floor))


def _pile(sheet: Sheet, box: Box, seat: int, masks: tuple[int, ...], words: Words) -> None:
    """Draw a hand, how many masks it has, and their faces."""
    left, top, right, bottom = box
    sheet.draw_rounded(box, 24, PAPER, edge=SEAT_COLOURS[seat], width=7)
    paw = PILE - 22
    sheet.glue(hand(seat, sheet.px(paw)), left + 12, top + 10)
    _count(sheet, (left + paw + 10, top + 4, left + paw + 96, bottom - 4), len(masks), words)
    _faces(sheet, masks, (left + paw + 100, top + 8, right - 10, bottom - 8))


def _count(sheet: Sheet, box: Box, number: int, words: Words) -> None:
    """Write how many masks are collected."""
    left, top, right, bottom = box
    high = bottom - top
    sheet.write(str(number), (left, top + high * 0.04, right, top + high * 0.66), high * 0.6)
    name = words.mask if number == 1 else words.masks
    sheet.write(name, (left + 8, top + high * 0.6, right - 8, top + high * 0.94), high * 0.3)


def _faces(sheet: Sheet, masks: tuple[int, ...], box: Box) -> None:
    """Draw faces as large as they fit into `box`, row by row from its left lower corner."""
    left, top, right, bottom = box
    side, across = _fitted(len(masks), right - left, bottom - top)
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        sheet.glue(
            face(number, sheet.px(side * 1.04)), left + column * side, bottom - (row + 1) * side
        )


def _fitted(number: int, wide: float, high: float) -> tuple[float, int]:
    """Return the largest side of so many squares that fit, and how many are in a row."""
    return max(
        (min(wide / across, high / max(1, -(-number // across))), across)
        for across in range(1, max(number, 1) + 1)
    )
