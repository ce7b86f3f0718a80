"""Draws the pictures of Liar's Dice as JPEG files: the table, and a player's own dice.

Lengths are in units of the sheet. The same arguments give the same bytes. No font has all the
characters of names, so each player has a cup with a colour and a letter instead.
"""

from __future__ import annotations

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, GREY, PAPER, WHITE, Box, load_raster
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet, draw_banner
from bot.games.liars_dice.art.pieces import (
    CUP_COLOURS,
    LARGE_LETTER_SHARE,
    RASTERS_FOLDER,
    make_cup,
    make_die,
    make_felt,
)

PLACE_GAP = 14
STRIP_HEIGHT = 138
"""The lower edge of the strip with the last bid; it begins `PLACE_GAP` below the top."""
PLACE_HEIGHT = 132
"""The height of a player's box, so low that a phone also shows the own dice."""
DIE_GAP_SHARE = 0.04
"""The width of the gap between two dice, as a share of the width that a die and a gap take."""
PEDESTAL_HEIGHTS, PEDESTAL_WIDTH = (100, 72, 50), 236
"""The height of the pedestals of the first three players, and the width of one, in units."""
PODIUM_CUP_WIDTH, CROWN_WIDTH, CROWN_HEIGHT = 140, 104, 66
PODIUM_HEIGHT = PLACE_GAP + CROWN_HEIGHT + PODIUM_CUP_WIDTH + PEDESTAL_HEIGHTS[0]
"""The height of the podium at the top of the final picture, in units of the sheet."""
PODIUM_ORDER = (0, -1, 1)
"""How far the first three stand from the middle, in pedestals: the winner is in the middle."""
MAX_PLACES_ON_PODIUM = len(PODIUM_ORDER)
HAND_HEIGHT = 200
"""The height of the picture of a player's own dice, in units of the sheet."""
TRUE_BID_COLOUR, FALSE_BID_COLOUR = "#3CCB8A", "#FF5A5F"
"""The colours behind the number of dice that a challenge has found, and behind dice that count or
are lost.
"""
MAX_PLACES_PER_ROW = 3
"""The maximum number of players in one row; four players make two rows of two."""
MAX_DICE_IN_NARROW_PLACE = 3
"""The number of revealed dice up to which three players fit in a row on a phone."""
MAX_DICE_PER_SEAT = 5
"""The maximum number of dice that a player can have. A row of dice has room for this many."""

Claim = tuple[int, int]
"""A bid in the form that pictures need: a pair of its number of dice and its face."""


class Place(Struct, frozen=True):
    """The contents of one player's box in the picture of the table."""

    letter: int
    """The number of the letter on the player's cup, from 0 for A."""
    count: int
    """The number of dice that the player has left."""
    bid: Claim | None = None
    """The player's latest bid in this round; None also while dice are revealed."""
    dice: tuple[int, ...] = ()
    """The player's dice if a challenge has revealed them; empty while the cup covers them."""
    counts_for_bid: tuple[bool, ...] = ()
    """Whether each of the revealed dice counts for the challenged bid, in the order of `dice`."""
    loses_die: bool = False
    """True if the player loses a die because of the challenge that is shown."""
    is_highlighted: bool = False
    """True if it is the player's turn to move, or if the player has won the game."""


class Strip(Struct, frozen=True):
    """The contents of the strip at the top of the picture: the last bid, and its bidder's cup."""

    letter: int
    """The number of the letter on the bidder's cup, from 0 for A."""
    bid: Claim
    matching_count: int | None = None
    """The number of dice that count for the bid. None means that the dice are still hidden."""


def draw_table(
    strip: Strip | None, places: tuple[Place, ...], podium: tuple[int, ...] = ()
) -> bytes:
    """Draw the table: the last bid, if any, and each player's cup or revealed dice.

    `podium` has the letters of the first three players, the winner first, after the game.
    """
    most = max(len(place.dice) for place in places)
    is_wide = len(places) == 4 or most > MAX_DICE_IN_NARROW_PLACE
    rows = -(-len(places) // (2 if is_wide else MAX_PLACES_PER_ROW))
    across = -(-len(places) // rows)
    begin = PODIUM_HEIGHT if podium else 0
    first = begin + STRIP_HEIGHT + PLACE_GAP
    sheet = _make_table_sheet(first + rows * (PLACE_HEIGHT + PLACE_GAP))
    if podium:
        _draw_podium(sheet, podium)
    _draw_strip(sheet, strip, begin)
    wide = (WIDE_SHEET_UNITS - PLACE_GAP) / across - PLACE_GAP
    for number, place in enumerate(places):
        row, column = divmod(number, across)
        left = PLACE_GAP + column * (wide + PLACE_GAP)
        top = first + row * (PLACE_HEIGHT + PLACE_GAP)
        _draw_place(sheet, place, (left, top, left + wide, top + PLACE_HEIGHT), most)
    return sheet.encode_jpeg()


def _draw_podium(sheet: Sheet, podium: tuple[int, ...]) -> None:
    """Draw the cups of the first three players on a podium, and a crown on the winner's cup."""
    for rank, (letter, aside) in enumerate(zip(podium, PODIUM_ORDER, strict=False), 1):
        middle = WIDE_SHEET_UNITS / 2 + aside * (PEDESTAL_WIDTH + PLACE_GAP)
        top = PODIUM_HEIGHT - PEDESTAL_HEIGHTS[rank - 1]
        half = PEDESTAL_WIDTH / 2
        box = (middle - half, top, middle + half, PODIUM_HEIGHT)
        sheet.draw_rounded(box, 14, GOLD if rank == 1 else PAPER, edge=CUP_COLOURS[letter], width=8)
        sheet.write(str(rank), box, PEDESTAL_HEIGHTS[rank - 1] * 0.7)
        cup, left = top - PODIUM_CUP_WIDTH + 8, middle - PODIUM_CUP_WIDTH / 2
        sheet.glue(make_cup(letter, sheet.px(PODIUM_CUP_WIDTH)), left, cup)
        if rank == 1:
            crown = load_raster(RASTERS_FOLDER, "crown", sheet.px(CROWN_WIDTH))
            sheet.glue(crown, middle - CROWN_WIDTH / 2, cup - CROWN_HEIGHT + 6)


def draw_hand(letter: int, dice: tuple[int, ...]) -> bytes:
    """Draw a player's own dice beside their cup."""
    sheet = _make_table_sheet(HAND_HEIGHT)
    box = (PLACE_GAP, PLACE_GAP, WIDE_SHEET_UNITS - PLACE_GAP, HAND_HEIGHT - PLACE_GAP)
    sheet.draw_rounded(box, 40, PAPER, edge=CUP_COLOURS[letter], width=10)
    sheet.glue(make_cup(letter, sheet.px(150)), 32, 24)
    box = (206, 24, WIDE_SHEET_UNITS - 36, HAND_HEIGHT - 24)
    _draw_dice(sheet, dice, (), box, MAX_DICE_PER_SEAT)
    return sheet.encode_jpeg()


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner of a table whose game has not begun, with the game's title."""
    return draw_banner(RASTERS_FOLDER, title, (120, 14, WIDE_SHEET_UNITS - 120, 140), 116, CANDLE)


def _make_table_sheet(height: float) -> Sheet:
    sheet = Sheet.wide(height)
    sheet.glue(make_felt(*sheet.image.size), 0, 0)
    return sheet


def _draw_strip(sheet: Sheet, strip: Strip | None, begin: float) -> None:
    """Draw the strip with the last bid, or a question mark, below the height `begin`."""
    wide = 560 if strip is None or strip.matching_count is None else 860
    left, right = (WIDE_SHEET_UNITS - wide) / 2, (WIDE_SHEET_UNITS + wide) / 2
    top, bottom = begin + PLACE_GAP, begin + STRIP_HEIGHT
    sheet.draw_rounded((left, top, right, bottom), 40, CANDLE, edge=GOLD, width=8)
    if strip is None:
        sheet.write("?", (left, top, right, bottom), 100, GREY)
        return
    count, face = strip.bid
    side = bottom - top - 20
    sheet.glue(make_cup(strip.letter, sheet.px(side)), left + 30, top + 10)
    sheet.write(f"{count} ×", (left + 172, top, left + 396, bottom), 96)
    sheet.glue(make_die(face, sheet.px(side)), left + 410, top + 10)
    if strip.matching_count is not None:
        box = (right - 280, top + 14, right - 24, bottom - 14)
        ground = TRUE_BID_COLOUR if strip.matching_count >= count else FALSE_BID_COLOUR
        sheet.draw_rounded(box, 30, ground, width=6)
        sheet.write(str(strip.matching_count), box, 88, WHITE)


def _draw_place(sheet: Sheet, place: Place, box: Box, most: int) -> None:
    """Draw one player's box. `most` is the number of dice that a row of dice has room for."""
    left, top, right, bottom = box
    ground = GOLD if place.is_highlighted else PAPER if place.count or place.dice else GREY
    sheet.draw_rounded(box, 32, ground, edge=CUP_COLOURS[place.letter], width=9)
    if place.dice:
        above = top + 4 if place.loses_die else top + 30
        sheet.glue(make_cup(place.letter, sheet.px(66), LARGE_LETTER_SHARE), left - 8, above)
        if place.loses_die:
            less = (left - 8, top + 74, left + 58, bottom - 10)
            sheet.draw_rounded(less, 18, FALSE_BID_COLOUR, width=5)
            sheet.write("-1", less, 42, WHITE)
        inside = (left + 62, top + 12, right - 12, bottom - 12)
        _draw_dice(sheet, place.dice, place.counts_for_bid, inside, most)
        return
    cup = bottom - top - 24
    sheet.glue(make_cup(place.letter, sheet.px(cup)), left + 16, top + 12)
    middle = (top + bottom) / 2
    beside = (left + cup + 36, top + 12, right - 20, middle if place.bid else bottom - 12)
    if place.count:
        _draw_covered_dice(sheet, place.count, beside)
    if place.bid:
        count, face = place.bid
        at, side = left + cup + 32, bottom - 12 - middle
        sheet.write(f"{count} ×", (at, middle, at + 96, bottom - 12), 52)
        sheet.glue(make_die(face, sheet.px(side)), at + 102, middle)


def _draw_covered_dice(sheet: Sheet, count: int, box: Box) -> None:
    left, top, right, bottom = box
    step = min((right - left) / MAX_DICE_PER_SEAT, 46)
    side, middle = step - 6, (top + bottom) / 2
    for number in range(count):
        at = left + number * step
        square = (at, middle - side / 2, at + side, middle + side / 2)
        sheet.draw_rounded(square, side / 4, WHITE, width=4)


def _draw_dice(
    sheet: Sheet, dice: tuple[int, ...], counts_for_bid: tuple[bool, ...], box: Box, most: int
) -> None:
    """Draw dice in a row, in the middle of a box.

    The dice that count for a challenged bid get a background in `TRUE_BID_COLOUR`.
    """
    left, top, right, bottom = box
    side = min((right - left) / most, bottom - top)
    gap = side * DIE_GAP_SHARE / 2
    begin = (left + right - side * len(dice)) / 2
    for number, face in enumerate(dice):
        at, above = begin + number * side, (top + bottom - side) / 2
        if counts_for_bid and counts_for_bid[number]:
            around = (at - gap, above - gap, at + side + gap, above + side + gap)
            sheet.draw_rounded(around, side * 0.2, TRUE_BID_COLOUR)
        sheet.glue(make_die(face, sheet.px(side - 2 * gap)), at + gap, above + gap)
