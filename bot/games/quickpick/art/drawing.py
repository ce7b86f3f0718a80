"""Draws the pictures of Quickpick as JPEG files.

Lengths are in drawing units. The same arguments give the same bytes. No font has all the characters
of names, so each player has a hand with a colour and a number instead.
"""

from __future__ import annotations

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, GREY, PAPER, WHITE, Box, load_raster, make_corners, piece
from bot.drawing.pillow import Image, ImageChops
from bot.drawing.sheet import (
    ABOVE_TEXT_PIXELS,
    BELOW_TEXT_PIXELS,
    WIDE_SHEET_UNITS,
    Sheet,
    Size,
    draw_banner,
)
from bot.games.quickpick.art.pieces import (
    PALE_COLOUR,
    RASTERS_FOLDER,
    SEAT_COLOURS,
    TILE_SIZE,
    compose_face,
    make_badge,
    make_beach,
    make_card_back,
    make_face,
    make_hand,
    make_plaque,
    make_tile,
)
from bot.games.quickpick.model.state import FEATURES, MASKS, PART_NAMES, TILES_PER_ROW, find_part

TILE_ROWS = len(MASKS) // TILES_PER_ROW
"""The number of rows in which the 16 tiles (one for each face) lie."""
TILE_GAP = 6.8
"""The gap between two tiles, and around all of them, in drawing units."""
GRID_HEIGHT = round(TILE_ROWS * (TILE_SIZE[1] + TILE_GAP) + TILE_GAP)
"""The height of all rows of tiles together with their gaps, in drawing units."""
STRIP_HEIGHT = 900 - GRID_HEIGHT
"""The height of the strip below the tiles, with the shown parts of the face. Tiles and strip
together are as high as Discord shows a picture at full width.
"""
PART_PLACE_WIDTH = 195
"""The width of the box for each shown part."""
HAND_WIDTH = 112
"""The width, in drawing units, of the hand on a tile that a guesser has chosen."""
FEAST_HEIGHT = 430
"""The height, in drawing units, of the upper part of the final picture, which shows the winners."""
PILE_ROW_HEIGHT = 112
"""The height of each row of the final picture with the won masks of other players."""
CARD_PICTURE_SIZE = (900, 400)
"""The width and height of the picture of the secret mask, which only the mime sees."""
PILE_PICTURE_SIZE = (900, 460)
"""The width and height of the picture of the masks that a player has won, in drawing units."""


class Words(Struct, frozen=True):
    """The words written into the pictures. Each has at most 24 characters."""

    names: tuple[str, ...]
    """The names of the 16 monsters, in the order of `MASKS`."""
    parts: tuple[str, ...]
    """The names of the ten parts of faces, such as "brows up", in the order of `PART_NAMES`."""
    unknown: str
    """The words in the place of a part of the face that was not shown, such as "not yet"."""
    mask: str
    """The singular word below a player's number of won masks: "mask" in English."""
    masks: str
    """The plural word below a player's number of won masks: "masks" in English."""


SeatsByTile = tuple[int | None, ...]
"""The seat whose hand is on each tile, if any, in the order of `MASKS`."""
ChosenMasks = tuple[tuple[int, int | None], ...]
"""Up to seven pairs of a seat and its mask, the earliest first; None means "no idea"."""
ResultRows = tuple[tuple[int, int, tuple[int, ...]], ...]
"""The seat, the rank and the won masks of each player, from the best player to the last."""
RESULT_PICTURE_SIZE = (1200, 490)
"""The width and height of the picture of the last race's result, in drawing units."""


def draw_tiles(seats: SeatsByTile, shown_parts: tuple[int, ...] | None, words: Words) -> bytes:
    """Draw all 16 tiles, with the guessers' hands on them.

    The parts that the mime has shown, oldest first, are in a strip below. None leaves it out.
    """
    strip = 0 if shown_parts is None else STRIP_HEIGHT
    sheet = Sheet.wide(GRID_HEIGHT + strip, BELOW_TEXT_PIXELS)
    if shown_parts is not None:
        sand = make_beach(sheet.image.width, sheet.px(STRIP_HEIGHT))
        sheet.glue(sand, 0, sheet.height - STRIP_HEIGHT)
    sheet.glue(_make_grid(words.names, sheet.scale), 0, 0)
    _draw_hands(sheet, seats)
    if shown_parts is not None:
        _draw_face_so_far(sheet, shown_parts, words)
    return sheet.encode_jpeg()


def draw_race_result(mask: int, guesser: int | None, guesses: ChosenMasks, words: Words) -> bytes:
    """Draw the result of a race: the secret face, and the guessers' choices, the earliest first.

    `guesser` was first on the right tile, which gets a tick. None means that nobody was.
    """
    sheet = _cover_with_sand(Sheet.filling(RESULT_PICTURE_SIZE, ABOVE_TEXT_PIXELS))
    sheet.draw_rounded((12, 12, 412, 478), 40, GOLD, width=6)
    sheet.glue(make_face(mask, sheet.px(376)), 24, 14)
    sheet.write(words.names[mask], (132, 386, 400, 470), 76)
    sheet.glue(make_badge(mask, sheet.px(92)), 28, 378)
    across = max(2, min(len(guesses), 4))
    rows = -(-len(guesses) // across)
    larger = min(4 / across, 2 / max(1, rows))
    upper = (RESULT_PICTURE_SIZE[1] - (rows * 238 - 10) * larger) / 2
    for place, (seat, chosen) in enumerate(guesses):
        row, column = divmod(place, across)
        corner = (428 + column * 192 * larger, upper + row * 238 * larger)
        _draw_guess(sheet, corner, larger, seat, chosen, GOLD if chosen == mask else WHITE)
        if seat == guesser:
            tick = load_raster(RASTERS_FOLDER, "tick", sheet.px(70 * larger))
            sheet.glue(tick, corner[0] + 110 * larger, corner[1] + 4)
    return sheet.encode_jpeg()


def draw_secret_mask(mask: int | None, words: Words) -> bytes:
    """Draw the secret mask for the mime, with its five parts in words.

    None draws the card face down, in the same size, so that nothing moves when the mime looks.
    """
    sheet = Sheet.filling(CARD_PICTURE_SIZE, ABOVE_TEXT_PIXELS)
    sheet.draw_rounded((12, 12, 352, 388), 32, WHITE, width=6)
    if mask is None:
        sheet.glue(make_card_back(sheet.px(250)), 57, 44)
    else:
        sheet.glue(make_face(mask, sheet.px(300)), 32, 14)
        sheet.write(words.names[mask], (104, 316, 346, 382), 60)
        sheet.glue(make_badge(mask, sheet.px(70)), 24, 312)
    step = 75.6
    for feature in range(len(FEATURES)):
        top = 12 + feature * step
        sheet.draw_rounded((368, top, 888, top + step - 7), 20, WHITE, width=5)
        box = (460, top + 4, 874, top + step - 11)
        if mask is None:
            sheet.write(words.unknown, box, 46, PALE_COLOUR)
        else:
            shown = find_part(mask, feature)
            sign = load_raster(RASTERS_FOLDER, f"signs/{PART_NAMES[shown]}", sheet.px(62))
            sheet.glue(sign, 380, top + 3)
            sheet.write(words.parts[shown], box, 46)
    return sheet.encode_jpeg()


def draw_won_masks(masks: tuple[int, ...], words: Words) -> bytes:
    """Draw the masks that a player has won, face up.

    The size of the picture never changes, so that little moves when it replaces the secret mask.
    """
    sheet = _cover_with_sand(Sheet.filling(PILE_PICTURE_SIZE, ABOVE_TEXT_PIXELS))
    sheet.draw_rounded((12, 12, 172, 448), 32, CANDLE, width=6)
    sheet.glue(make_card_back(sheet.px(130)), 27, 34)
    _draw_count(sheet, (18, 235, 166, 440), len(masks), words)
    side, across = _fit_squares(len(masks), 704, 440)
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        left, top = 186 + column * side, 12 + row * side
        box = (left, top, left + side - 6, top + side - 6)
        sheet.draw_rounded(box, side * 0.12, WHITE, width=4)
        sheet.glue(make_face(number, sheet.px(side * 0.88)), left + side * 0.04, top + side * 0.02)
        sheet.glue(make_badge(number, sheet.px(side * 0.3)), left + 6, top + side * 0.7 - 12)
    return sheet.encode_jpeg()


def draw_end(rows: ResultRows, words: Words) -> bytes:
    """Draw the final picture: the winners with their masks on a beach, the others below."""
    best = [(seat, masks) for seat, rank, masks in rows if rank == 1]
    others = [(seat, masks) for seat, rank, masks in rows if rank > 1]
    across = 1 if len(others) < 2 else 2 if len(others) < 5 else 3
    high = -(-len(others) // across) * (PILE_ROW_HEIGHT + 8)
    sheet = _cover_with_sand(Sheet.wide(FEAST_HEIGHT + high + 8))
    columns = len(best) if len(best) < 4 else -(-len(best) // 2)
    size = (WIDE_SHEET_UNITS / columns, FEAST_HEIGHT / -(-len(best) // columns))
    for place, (seat, masks) in enumerate(best):
        row, column = divmod(place, columns)
        _draw_winner(sheet, (column * size[0], row * size[1]), size, seat, masks, words)
    wide = (WIDE_SHEET_UNITS - 8) / across
    for place, (seat, masks) in enumerate(others):
        row, column = divmod(place, across)
        left, top = 8 + column * wide, FEAST_HEIGHT + row * (PILE_ROW_HEIGHT + 8)
        _draw_pile(sheet, (left, top, left + wide - 8, top + PILE_ROW_HEIGHT), seat, masks, words)
    return sheet.encode_jpeg()


def draw_overview(words: Words) -> bytes:
    """Draw all 16 monster faces with their names."""
    sheet = Sheet.wide(GRID_HEIGHT)
    sheet.glue(_make_grid(words.names, sheet.scale), 0, 0)
    return sheet.encode_jpeg()


def draw_features(words: Words) -> bytes:
    """Draw the ten parts of faces: a column for each feature, with its two opposite parts."""
    wide, high, gap = 228, 252, 10
    sheet = _cover_with_sand(Sheet.wide(2 * (high + gap) + gap))
    size = (sheet.px(wide), sheet.px(high))
    for feature in range(len(FEATURES)):
        left = gap + feature * (wide + gap)
        for value in range(2):
            number = 2 * feature + value
            plate = make_plaque(PART_NAMES[number], words.parts[number], *size)
            sheet.glue(plate, left, gap + value * (high + gap))
    return sheet.encode_jpeg()


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner of a table whose game has not begun, with the game's title."""
    return draw_banner(RASTERS_FOLDER, title, (240, 14, WIDE_SHEET_UNITS - 240, 130), 110, CANDLE)


@piece
def _make_grid(names: tuple[str, ...], scale: float) -> Image.Image:
    sheet = _cover_with_sand(Sheet((WIDE_SHEET_UNITS, GRID_HEIGHT), scale))
    for number, name in enumerate(names):
        sheet.glue(make_tile(number, name, sheet.px(TILE_SIZE[0])), *_find_tile_corner(number))
    return sheet.image


@piece
def _make_shade(width: int, height: int, radius: int) -> Image.Image:
    shade = Image.new("RGBA", (width, height), GREY)
    strength = Image.new("L", (width, height), 160)
    shade.putalpha(ImageChops.multiply(make_corners(width, height, radius), strength))
    return shade


def _find_tile_corner(mask: int) -> Size:
    row, column = divmod(mask, TILES_PER_ROW)
    return TILE_GAP + column * (TILE_SIZE[0] + TILE_GAP), TILE_GAP + row * (TILE_SIZE[1] + TILE_GAP)


def _cover_with_sand(sheet: Sheet) -> Sheet:
    sheet.glue(make_beach(*sheet.image.size), 0, 0)
    return sheet


def _draw_face_so_far(sheet: Sheet, shown_parts: tuple[int, ...], words: Words) -> None:
    """Draw the strip with the face as far as the mime has shown it, and a box for each part."""
    wide, high = PART_PLACE_WIDTH, STRIP_HEIGHT - 12
    left, top, side = TILE_GAP, GRID_HEIGHT + 4, high + 4
    begin = WIDE_SHEET_UNITS - len(FEATURES) * (wide + TILE_GAP)
    sheet.draw_rounded((left, top, begin - TILE_GAP, top + high), 22, CANDLE, edge=GOLD, width=6)
    middle = (left + begin - TILE_GAP) / 2
    sheet.glue(compose_face(shown_parts, sheet.px(side)), middle - side / 2, top - 2)
    size = (sheet.px(wide), sheet.px(high))
    for place in range(len(FEATURES)):
        known = place < len(shown_parts)
        name = PART_NAMES[shown_parts[place]] if known else None
        word = words.parts[shown_parts[place]] if known else words.unknown
        plate = make_plaque(name, word, *size, place == len(shown_parts) - 1)
        sheet.glue(plate, begin + place * (wide + TILE_GAP), top)


def _draw_hands(sheet: Sheet, seats_by_tile: SeatsByTile) -> None:
    for number, seat in enumerate(seats_by_tile):
        if seat is not None:
            left, top = _find_tile_corner(number)
            sheet.glue(_make_shade(*map(sheet.px, (*TILE_SIZE, 22))), left, top)
            x, y = left + TILE_SIZE[0] - HAND_WIDTH - 2, top + TILE_SIZE[1] - HAND_WIDTH - 4
            sheet.glue(make_hand(seat, sheet.px(HAND_WIDTH)), x, y)


def _draw_guess(
    sheet: Sheet, corner: Size, scale: float, seat: int, chosen_mask: int | None, ground: str
) -> None:
    """Draw the face that a guesser chose, with the guesser's hand on it.

    None as the face draws a question mark, because the guesser said "no idea".
    """
    (left, top), wide, high = corner, 184 * scale, 228 * scale
    sheet.draw_rounded((left, top, left + wide, top + high), 26, ground, width=5)
    paw, side = 106 * scale, 62 * scale
    if chosen_mask is None:
        sheet.write("?", (left, top, left + wide, top + high * 0.65), 120 * scale, PALE_COLOUR)
    else:
        face = make_face(chosen_mask, sheet.px(160 * scale))
        sheet.glue(face, left + 12 * scale, top + 4 * scale)
        sheet.glue(make_badge(chosen_mask, sheet.px(side)), left + 8, top + high - side - 8)
    sheet.glue(make_hand(seat, sheet.px(paw)), left + wide - paw - 4, top + high - paw - 4)


def _draw_winner(
    sheet: Sheet, corner: Size, size: Size, seat: int, masks: tuple[int, ...], words: Words
) -> None:
    """Draw a winner's hand with a crown on a podium, beside all faces that the player has won."""
    (left, top), (wide, high) = corner, size
    foot, paw = min(wide * 0.36, 300), min(wide * 0.3, high * 0.46, 190)
    floor, middle = top + high - 12, left + 14 + foot / 2
    stand = (left + 14, floor - high * 0.3, left + 14 + foot, floor)
    sheet.draw_rounded(stand, 18, CANDLE, edge=SEAT_COLOURS[seat], width=8)
    _draw_count(sheet, stand, len(masks), words)
    sheet.glue(make_hand(seat, sheet.px(paw)), middle - paw / 2, stand[1] - paw * 0.94)
    hat = paw * 0.72
    crown = load_raster(RASTERS_FOLDER, "crown", sheet.px(hat))
    sheet.glue(crown, middle - hat / 2, stand[1] - paw * 0.94 - hat * 0.56)
    _draw_faces(sheet, masks, (left + 28 + foot, top + 12, left + wide - 8, floor))


def _draw_pile(sheet: Sheet, box: Box, seat: int, masks: tuple[int, ...], words: Words) -> None:
    left, top, right, bottom = box
    sheet.draw_rounded(box, 24, PAPER, edge=SEAT_COLOURS[seat], width=7)
    paw = PILE_ROW_HEIGHT - 22
    sheet.glue(make_hand(seat, sheet.px(paw)), left + 12, top + 10)
    _draw_count(sheet, (left + paw + 10, top + 4, left + paw + 96, bottom - 4), len(masks), words)
    _draw_faces(sheet, masks, (left + paw + 100, top + 8, right - 10, bottom - 8))


def _draw_count(sheet: Sheet, box: Box, number: int, words: Words) -> None:
    left, top, right, bottom = box
    high = bottom - top
    sheet.write(str(number), (left, top + high * 0.04, right, top + high * 0.66), high * 0.6)
    name = words.mask if number == 1 else words.masks
    sheet.write(name, (left + 8, top + high * 0.6, right - 8, top + high * 0.94), high * 0.3)


def _draw_faces(sheet: Sheet, masks: tuple[int, ...], box: Box) -> None:
    """Draw faces as large as they fit into `box`, row by row from its lower left corner."""
    left, top, right, bottom = box
    side, across = _fit_squares(len(masks), right - left, bottom - top)
    for place, number in enumerate(masks):
        row, column = divmod(place, across)
        face = make_face(number, sheet.px(side * 1.04))
        sheet.glue(face, left + column * side, bottom - (row + 1) * side)


def _fit_squares(number: int, width: float, height: float) -> tuple[float, int]:
    return max(
        (min(width / across, height / max(1, -(-number // across))), across)
        for across in range(1, max(number, 1) + 1)
    )
