"""The JPEG picture of a puzzle: the open cats, and the right marks of each masked cat above them.

Lengths are in units of a card, as in `drawing`. Masked cat 0 has the mask with the letter B,
because A is the reader.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from bot.drawing.kit import CARD_UNITS, GOLD, PAPER
from bot.drawing.pillow import Image
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet
from bot.games.cloaked_cats.art.drawing import (
    MASK_TAB_HEIGHT,
    SPACE_BELOW_CARDS,
    Words,
    draw_dancer,
    make_floor_sheet,
)
from bot.games.cloaked_cats.art.pieces import MASK_COLOURS, make_mask, make_sign
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN, NumberedDancer

FLOORS = ((3, 3, 205), (8, 4, 137), (15, 5, 128), (24, 6, 100))
"""The maximum number of cats, the columns in which they lie, and the width of a card in pixels.

A phone shows each card at least 50 pixels wide. A desktop shows a picture at most 350 pixels high,
so none is higher than twice that.
"""
HEADER_SHARE = 0.115
"""The height of the right marks above the cats, as a share of the picture's width."""
FADED_GROUND_SHARE = 0.55
"""How much of the floor shines through a faded cat, from 0 to 1."""
SLOT_COLOUR = "#D5CBE6"
"""The colour of a place for a feature that is not found yet."""

Look = Literal["plain", "framed", "faded"]
Features = tuple[int, ...]


class PuzzleCat(Struct, frozen=True):
    """An open cat of a puzzle, and how it is drawn."""

    dancer: NumberedDancer
    look: Look = "plain"


def draw_puzzle(cats: tuple[PuzzleCat, ...], found: tuple[Features, ...], words: Words) -> bytes:
    """Draw a puzzle's open cats, and the features of each masked cat that are `found`."""
    fitting = (floor for floor in FLOORS if len(cats) <= floor[0])
    _, across, pixels = next(fitting, FLOORS[-1])
    down = -(-len(cats) // across)
    cell = (CARD_UNITS[0], MASK_TAB_HEIGHT + CARD_UNITS[1])
    wide = across * cell[0]
    header = wide * HEADER_SHARE
    size = (wide, header + down * cell[1] + SPACE_BELOW_CARDS)
    sheet = make_floor_sheet(size, pixels / CARD_UNITS[0])
    unit = wide / WIDE_SHEET_UNITS
    for owner, features in enumerate(found):
        left = wide / 2 + (owner - len(found) / 2) * 400 * unit
        _draw_owner(sheet, left, unit, owner + 1, features)
    places = list(enumerate(cats))
    for place, cat in sorted(places, key=lambda each: each[1].look == "framed"):
        row, column = divmod(place, across)
        corner = (column * cell[0], header + row * cell[1])
        box = (*corner, corner[0] + cell[0], corner[1] + cell[1])
        ground = sheet.crop(box)
        draw_dancer(sheet, corner, cat.dancer, cat.look == "framed", words)
        if cat.look == "faded":
            sheet.glue(Image.blend(sheet.crop(box), ground, FADED_GROUND_SHARE), *corner)
    return sheet.encode_jpeg()


def _draw_owner(sheet: Sheet, left: float, unit: float, mask: int, features: Features) -> None:
    """Draw a mask, and a slot for each of its owner's features, filled with those found.

    It is 400 units wide, of which each is `unit` units of the sheet.
    """
    ground = GOLD if len(features) == FEATURES_PER_FAN else PAPER
    box = (left + 5 * unit, 6 * unit, left + 395 * unit, 130 * unit)
    sheet.draw_rounded(box, 30 * unit, ground, edge=MASK_COLOURS[mask], width=7 * unit)
    middle = (box[1] + box[3]) / 2
    sheet.glue_centred(make_mask(mask, sheet.px(108 * unit)), left + 64 * unit, middle)
    for slot in range(FEATURES_PER_FAN):
        x = left + (166 + slot * 92) * unit
        if slot < len(features):
            sheet.glue_centred(make_sign(features[slot], sheet.px(96 * unit)), x, middle)
        else:
            half = 36 * unit
            around = (x - half, middle - half, x + half, middle + half)
            sheet.draw_rounded(around, half, ground, edge=SLOT_COLOUR, width=7 * unit)
