"""The JPEG pictures that show what players can deduce: the notebook and the story of the game."""

from __future__ import annotations

from math import log2

from bot.drawing.kit import GOLD, GREY, PAPER, WHITE, Box
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet
from bot.games.cloaked_cats.art.pieces import MASK_COLOURS, make_mask, make_sign

ROW_HEIGHT, HEAD_HEIGHT = 66, 120
"""The heights of a feature's row and of the header with the masks, in units of the sheet.

Both are for the picture of the notebook, a table of features and opponents.
"""
YES_COLOUR, OPEN_COLOUR, LINE_COLOUR = "#30C688", "#FFF3C4", "#4A3B6B"
"""The colours of certain features, of possible features, and of the lines in charts.

A feature of an opponent is certain or possible by what the reader of the picture knows.
"""

NotebookColumns = tuple[tuple[int, tuple[str, ...]], ...]
"""The columns of the notebook's picture, one for each opponent.

A column is the number of the opponent's mask, and a mark for each feature. A mark is "yes", "no",
"?" or a percentage.
"""


def draw_notebook(columns: NotebookColumns, features: tuple[str, ...]) -> bytes:
    """Draw the notebook: a table that shows which features each opponent can have.

    Args:
        columns: The mask number and the marks of each opponent.
        features: The names of the features, one for each row.

    Returns:
        The picture as JPEG.
    """
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
            _draw_mark(
                sheet, (left + 8, top + 4, left + wide - 8, top + ROW_HEIGHT - 10), seat, mark
            )
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


def draw_story(
    fan_counts: tuple[tuple[int, ...], ...],
    guesses: tuple[tuple[int, int, int, bool], ...],
    mask_numbers: tuple[int, ...],
    fans_label: str,
    turns_label: str,
) -> bytes:
    """Draw a line chart of how many fans each player could still have after each turn.

    A fan is the three secret features of a player. The axis of fans is logarithmic. Each guess is
    marked on the opponent's line with the guesser's mask, inside a ring if the guess was right.

    Args:
        fan_counts: The number of possible fans, by turn and seat.
        guesses: For each guess: the turn, the guesser's seat, the opponent's seat, and whether the
            guess was right.
        mask_numbers: The number of each seat's mask.
        fans_label: The name of the axis of fans, in the reader's language.
        turns_label: The name of the axis of turns, in the reader's language.

    Returns:
        The picture as JPEG.
    """
    high, low, begin, end = 90, 800, 130, WIDE_SHEET_UNITS - 110
    sheet = Sheet.wide(934)
    most = log2(fan_counts[0][0])
    step = (end - begin) / max(1, len(fan_counts) - 1)

    def place(turn: int, seat: int) -> tuple[float, float]:
        lift = 5 * (seat - (len(fan_counts[0]) - 1) / 2)  # keeps lines visible that would overlap
        return begin + turn * step, low - log2(max(1, fan_counts[turn][seat])) / most * (
            low - high
        ) + lift

    _draw_axes(sheet, (begin, high, end, low), fan_counts[0][0], len(fan_counts) - 1)
    sheet.write(fans_label, (20, 10, WIDE_SHEET_UNITS - 20, 64), 46, GOLD)
    sheet.write(turns_label, (20, low + 74, WIDE_SHEET_UNITS - 20, low + 124), 46, GOLD)
    lines = [
        [place(turn, seat) for turn in range(len(fan_counts))] for seat in range(len(fan_counts[0]))
    ]
    sheet.draw_lines(lines, [MASK_COLOURS[mask_] for mask_ in mask_numbers], 8, WHITE)
    for turn, seat, opponent, right in guesses:
        x, y = place(turn, opponent)
        if right:
            sheet.draw_rounded(
                (x - 34, y - 34, x + 34, y + 34), 34, WHITE, edge=YES_COLOUR, width=7
            )
        sheet.glue(make_mask(mask_numbers[seat], sheet.px(46)), x - 23, y - 23)
    y = low + 72.0
    for seat in sorted(
        range(len(fan_counts[0])), key=lambda seat: -place(len(fan_counts) - 1, seat)[1]
    ):
        y = min(y - 72, place(len(fan_counts) - 1, seat)[1])
        sheet.glue(make_mask(mask_numbers[seat], sheet.px(70)), end + 32, y - 35)
    return sheet.encode_jpeg()


def _draw_axes(
    sheet: Sheet, box: tuple[int, int, int, int], max_fans: int, turn_count: int
) -> None:
    left, top, right, bottom = box
    for number in (1, 3, 10, 30, 100, 300, max_fans):
        y = bottom - log2(number) / log2(max_fans) * (bottom - top)
        sheet.draw_rounded((left - 10, y - 1, right, y + 1), 0, LINE_COLOUR)
        sheet.write(str(number), (10, y - 24, left - 16, y + 24), 38, GREY)
    for turn in range(0, turn_count + 1, 1 if turn_count < 16 else 5):
        x = left + turn * (right - left) / max(1, turn_count)
        sheet.write(str(turn), (x - 30, bottom + 34, x + 30, bottom + 74), 34, GREY)
