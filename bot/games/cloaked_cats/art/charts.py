"""The JPEG picture of the notebook, which shows what a player can deduce."""

from __future__ import annotations

from bot.drawing.kit import PAPER, Box
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet
from bot.games.cloaked_cats.art.pieces import make_mask, make_sign

ROW_HEIGHT, HEAD_HEIGHT = 66, 120
"""The heights of a feature's row and of the header with the masks, in units of the sheet."""
YES_COLOUR, OPEN_COLOUR = "#30C688", "#FFF3C4"
"""The colours of certain and of possible features."""

NotebookColumns = tuple[tuple[int, tuple[str, ...]], ...]
"""The number of each opponent's mask, and a mark for each feature: "yes", "no", "?" or "50%"."""


def draw_notebook(columns: NotebookColumns, features: tuple[str, ...]) -> bytes:
    """Draw the notebook: a table that shows which features each opponent can have."""
    sheet = Sheet.wide(HEAD_HEIGHT + len(features) * ROW_HEIGHT + 14)
    names = 470 if len(columns) > 2 else 560
    wide = (WIDE_SHEET_UNITS - names - 24) / len(columns)
    for number, name in enumerate(features):
        top = HEAD_HEIGHT + number * ROW_HEIGHT
        sheet.draw_rounded((12, top, WIDE_SHEET_UNITS - 12, top + ROW_HEIGHT - 6), 14, PAPER)
        sheet.glue(make_sign(number, sheet.px(ROW_HEIGHT - 10)), 22, top + 2)
        sheet.write(name, (90, top, names, top + ROW_HEIGHT - 6), 40)
    for place, (seat, marks) in enumerate(columns):
        left = names + place * wide
        sheet.glue(make_mask(seat, sheet.px(104)), left + wide / 2 - 52, 8)
        for number, mark in enumerate(marks):
            top = HEAD_HEIGHT + number * ROW_HEIGHT
            box = (left + 8, top + 4, left + wide - 8, top + ROW_HEIGHT - 10)
            _draw_mark(sheet, box, seat, mark)
    return sheet.encode_jpeg()


def _draw_mark(sheet: Sheet, box: Box, seat: int, mark: str) -> None:
    left, top, right, bottom = box
    if mark == "yes":
        sheet.draw_rounded(box, 12, YES_COLOUR)
        side = bottom - top
        sheet.glue(make_mask(seat, sheet.px(side)), (left + right - side) / 2, top)
    elif mark == "no":
        sheet.write("×", box, 44, "#A79CC4")
    else:
        sheet.draw_rounded(box, 12, OPEN_COLOUR)
        sheet.write(mark, box, 42)
