"""Draws the pictures of Liar's Dice as JPEG files: the table, and a player's own dice.

Lengths are in units of the sheet, which do not depend on the picture's size in pixels. A picture
depends only on the function's arguments: the same arguments give the same bytes. Pictures show no
players' names, because no font has all the characters that names contain. Instead, each player has
a cup with a colour and a letter.
"""

from __future__ import annotations

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, GREY, PAPER, WHITE, Box
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet, draw_banner
from bot.games.liars_dice.art.pieces import (
    CUP_COLOURS,
    RASTERS_FOLDER,
    make_cup,
    make_die,
    make_felt,
)

PLACE_GAP = 14
STRIP_HEIGHT = 176
"""The lower edge of the strip that shows the last bid, in units of the sheet from the top.

The strip begins `PLACE_GAP` below the top, so it is less high than this.
"""
PLACE_HEIGHT = 226
"""The height of the box that shows one player's cup or dice, in units of the sheet."""
HAND_HEIGHT = 250
"""The height of the picture of a player's own dice, in units of the sheet."""
TRUE_BID_COLOUR, FALSE_BID_COLOUR = "#3CCB8A", "#FF5A5F"
"""The colours behind the number of dice that a challenge has found for the bid.

The first is for a true bid, the second for a false one. The first is also drawn behind each die
that counts for the bid, and the second behind the "-1" of a player who loses a die.
"""
MAX_PLACES_PER_ROW = 3
"""The maximum number of players in one row of the picture.

More players are spread evenly over several rows: four players make two rows of two.
"""
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
    """The player's latest bid in this round.

    None means that the player has not bid, or that dice are revealed.
    """
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


def draw_table(strip: Strip | None, places: tuple[Place, ...]) -> bytes:
    """Draw the table: the last bid, and each player's cup or revealed dice.

    Args:
        strip: The last bid. None means that nobody has bid in this round.
        places: What to show of each player. The index is the seat.

    Returns:
        The picture as JPEG.
    """
    rows = -(-len(places) // MAX_PLACES_PER_ROW) if len(places) != 4 else 2
    across = -(-len(places) // rows)
    sheet = _make_table_sheet(STRIP_HEIGHT + PLACE_GAP + rows * (PLACE_HEIGHT + PLACE_GAP))
    _draw_strip(sheet, strip)
    wide = (WIDE_SHEET_UNITS - PLACE_GAP) / across - PLACE_GAP
    for number, place in enumerate(places):
        row, column = divmod(number, across)
        left, top = (
            PLACE_GAP + column * (wide + PLACE_GAP),
            STRIP_HEIGHT + PLACE_GAP + row * (PLACE_HEIGHT + PLACE_GAP),
        )
        _draw_place(sheet, place, (left, top, left + wide, top + PLACE_HEIGHT))
    return sheet.encode_jpeg()


def draw_hand(letter: int, dice: tuple[int, ...]) -> bytes:
    """Draw a player's own dice beside their cup.

    Args:
        letter: The number of the letter on the player's cup, from 0 for A.
        dice: The numbers that the dice show.

    Returns:
        The picture as JPEG.
    """
    sheet = _make_table_sheet(HAND_HEIGHT)
    box = (PLACE_GAP, PLACE_GAP, WIDE_SHEET_UNITS - PLACE_GAP, HAND_HEIGHT - PLACE_GAP)
    sheet.draw_rounded(box, 40, PAPER, edge=CUP_COLOURS[letter], width=10)
    sheet.glue(make_cup(letter, sheet.px(190)), 32, 28)
    _draw_dice(sheet, dice, (), (236, 32, WIDE_SHEET_UNITS - 36, HAND_HEIGHT - 32))
    return sheet.encode_jpeg()


def draw_lobby_banner(title: str) -> bytes:
    """Draw the banner of a table whose game has not begun, with the game's title."""
    return draw_banner(RASTERS_FOLDER, title, (120, 14, WIDE_SHEET_UNITS - 120, 140), 116, CANDLE)


def _make_table_sheet(height: float) -> Sheet:
    sheet = Sheet.wide(height)
    sheet.glue(make_felt(*sheet.image.size), 0, 0)
    return sheet


def _draw_strip(sheet: Sheet, strip: Strip | None) -> None:
    """Draw the strip with the last bid and its bidder's cup.

    After a challenge, the strip also shows how many dice count for the bid. If `strip` is None,
    nobody has bid yet, and a question mark is drawn.
    """
    wide = 560 if strip is None or strip.matching_count is None else 860
    left, right = (WIDE_SHEET_UNITS - wide) / 2, (WIDE_SHEET_UNITS + wide) / 2
    sheet.draw_rounded((left, PLACE_GAP, right, STRIP_HEIGHT), 40, CANDLE, edge=GOLD, width=8)
    if strip is None:
        sheet.write("?", (left, PLACE_GAP, right, STRIP_HEIGHT), 130, GREY)
        return
    count, face = strip.bid
    sheet.glue(make_cup(strip.letter, sheet.px(136)), left + 24, PLACE_GAP + 12)
    sheet.write(f"{count} ×", (left + 172, PLACE_GAP, left + 396, STRIP_HEIGHT), 120)
    sheet.glue(make_die(face, sheet.px(136)), left + 400, PLACE_GAP + 12)
    if strip.matching_count is not None:
        box = (right - 280, PLACE_GAP + 18, right - 24, STRIP_HEIGHT - 18)
        sheet.draw_rounded(
            box, 30, TRUE_BID_COLOUR if strip.matching_count >= count else FALSE_BID_COLOUR, width=6
        )
        sheet.write(str(strip.matching_count), box, 110, WHITE)


def _draw_place(sheet: Sheet, place: Place, box: Box) -> None:
    left, top, right, bottom = box
    ground = GOLD if place.is_highlighted else PAPER if place.count or place.dice else GREY
    sheet.draw_rounded(box, 32, ground, edge=CUP_COLOURS[place.letter], width=9)
    if place.dice:
        sheet.glue(make_cup(place.letter, sheet.px(84)), left + 18, top + 12)
        if place.loses_die:
            less = (left + 116, top + 22, left + 206, top + 92)
            sheet.draw_rounded(less, 24, FALSE_BID_COLOUR, width=5)
            sheet.write("-1", less, 56, WHITE)
        inside = (left + 20, top + 100, right - 20, bottom - 18)
        _draw_dice(sheet, place.dice, place.counts_for_bid, inside)
        return
    sheet.glue(make_cup(place.letter, sheet.px(168)), left + 18, top + 26)
    beside = (left + 200, top + 20, right - 20, top + (118 if place.bid else PLACE_HEIGHT - 20))
    if place.count:
        _draw_covered_dice(sheet, place.count, beside)
    if place.bid:
        count, face = place.bid
        sheet.write(f"{count} ×", (left + 196, top + 122, left + 290, bottom - 20), 60)
        sheet.glue(make_die(face, sheet.px(76)), left + 294, top + 126)


def _draw_covered_dice(sheet: Sheet, count: int, box: Box) -> None:
    """Draw a small square for each of `count` dice that are hidden under a cup."""
    left, top, right, bottom = box
    step = min((right - left) / MAX_DICE_PER_SEAT, 46)
    side, middle = step - 6, (top + bottom) / 2
    for number in range(count):
        at = left + number * step
        square = (at, middle - side / 2, at + side, middle + side / 2)
        sheet.draw_rounded(square, side / 4, WHITE, width=4)


def _draw_dice(
    sheet: Sheet, dice: tuple[int, ...], counts_for_bid: tuple[bool, ...], box: Box
) -> None:
    """Draw dice in a row, in the middle of a box.

    The dice that count for the challenged bid get a background in `TRUE_BID_COLOUR`.

    Args:
        sheet: The sheet to draw on.
        dice: The numbers that the dice show.
        counts_for_bid: Whether each of the dice counts for the bid. It is empty if no bid was
            challenged.
        box: The area for the dice.
    """
    left, top, right, bottom = box
    side = min((right - left) / MAX_DICE_PER_SEAT, bottom - top)
    begin = (left + right - side * len(dice)) / 2
    for number, face in enumerate(dice):
        at, above = begin + number * side, (top + bottom - side) / 2
        if counts_for_bid and counts_for_bid[number]:
            sheet.draw_rounded((at, above, at + side, above + side), side * 0.2, TRUE_BID_COLOUR)
        sheet.glue(make_die(face, sheet.px(side - 8)), at + 4, above + 4)
