"""Draws the podium of an evening as a JPEG: the best on steps, all others beside or below.

Everybody is a cat with a letter, because no font has all the characters of names. Lengths are in
the units of a `Sheet`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.drawing.kit import CANDLE, GOLD, GREY, INK, PINK, STENCIL_SCALE, WHITE, piece, write
from bot.drawing.pillow import Image, ImageDraw
from bot.drawing.sheet import WIDE_SHEET_UNITS, Sheet

MAX_STEPS = 7
"""The maximum number of people on the steps. Of more, those of the last place stand beside."""
FLOOR, LOW_FLOOR = 430, 170
"""How far below the top the floor is, and if nobody is on a step."""
STEP_HEIGHTS = (170, 116, 72)
"""The height of the step of each of the first three places."""
STEP_COLOURS = (GOLD, GREY, "#E0A878")
MAX_STEP_WIDTH, MAX_CAT_WIDTH = 220, 170
MAX_CATS_PER_ROW = 9
ROW_HEIGHT, ROW_CAT_WIDTH, ROW_STEP = 158, 124, 130
COATS = ["#F5B041", "#8FB7E8", "#F7A8C4", "#A9D18E", "#C9B6F2", "#F2E3C6", "#9AA5B8", "#E58C6B"]
"""The colours of cats, by their letters. Further letters use them again."""
UPPER_SKY, LOWER_SKY = "#1D1A3A", "#4A3672"
STARS = ((70, 60), (190, 150), (330, 50), (470, 120), (700, 44), (860, 140), (1000, 300), (90, 280))
CAT_UNITS = (100, 142)
"""The width and height of the space for a cat with its crown, in the units of its parts."""
CROWN = (26, 46, 22, 18, 38, 32, 50, 12, 62, 32, 78, 18, 74, 46)
EARS = (
    ((12, 58, 16, 26, 42, 40), (20, 51, 21, 36, 33, 42), (16, 50, 18, 34, 38, 40)),
    ((88, 58, 84, 26, 58, 40), (80, 51, 79, 36, 67, 42), (84, 50, 82, 34, 62, 40)),
)
"""The corners of each ear, of its inside, and of the place where it covers the head's edge."""


class Guest(Struct, frozen=True):
    """A person or computer who took part in the evening."""

    rank: int
    letter: int
    """The number of the letter on the cat's chest, from 0 for A."""


def draw_podium(guests: tuple[Guest, ...]) -> bytes:
    """Draw all who took part in an evening, who are given in the order of their places."""
    on_steps = guests[: _count_on_steps(guests)]
    others = guests[len(on_steps) :]
    floor = FLOOR if on_steps else LOW_FLOOR
    width = min(MAX_STEP_WIDTH, (WIDE_SHEET_UNITS - 60) / max(1, len(on_steps)))
    beside = (WIDE_SHEET_UNITS - width * len(on_steps)) / 2
    half = -(-len(others) // 2)
    fits_beside = bool(on_steps) and beside >= ROW_STEP * half
    rows = 0 if fits_beside else -(-len(others) // MAX_CATS_PER_ROW)
    sheet = Sheet.wide(floor + 30 + rows * ROW_HEIGHT)
    _draw_night(sheet)
    _draw_steps(sheet, on_steps, width)
    if fits_beside:
        for side, cats in enumerate((others[:half], others[half:])):
            _draw_row(sheet, cats, beside / 2 + side * (WIDE_SHEET_UNITS - beside), floor)
    for row in range(rows):
        start, end = (at * len(others) // rows for at in (row, row + 1))
        bottom = floor + 14 + (row + 1) * ROW_HEIGHT
        _draw_row(sheet, others[start:end], WIDE_SHEET_UNITS / 2, bottom)
    return sheet.encode_jpeg()


def _count_on_steps(guests: Sequence[Guest]) -> int:
    """Return how many have one of the first three places, without a place that has no room."""
    for last in (3, 2, 1):
        count = sum(guest.rank <= last for guest in guests)
        if count <= MAX_STEPS:
            return count
    return 0


def _draw_night(sheet: Sheet) -> None:
    """Draw the sky with stars and the moon."""
    sheet.image.paste(_make_sky(*sheet.image.size))
    for number, (x, y) in enumerate(STARS):
        radius = 3 + number % 3
        sheet.draw_rounded((x - radius, y - radius, x + radius, y + radius), radius, CANDLE)
    sheet.draw_rounded((1010, 36, 1130, 156), 60, CANDLE)
    for x, y, radius in ((1050, 70, 14), (1092, 112, 18), (1040, 120, 9)):
        sheet.draw_rounded((x - radius, y - radius, x + radius, y + radius), radius, GOLD)


@piece
def _make_sky(width: int, height: int) -> Image.Image:
    mask = Image.linear_gradient("L").resize((width, height))
    upper, lower = (Image.new("RGB", (width, height), each) for each in (UPPER_SKY, LOWER_SKY))
    return Image.composite(lower, upper, mask)


def _draw_steps(sheet: Sheet, guests: Sequence[Guest], width: float) -> None:
    """Draw the best on their steps: the first in the middle, and the others beside them."""
    ordered = [*guests[1::2][::-1], *guests[::2]]
    left = (WIDE_SHEET_UNITS - width * len(guests)) / 2
    for place, guest in enumerate(ordered):
        x, top = left + place * width, FLOOR - STEP_HEIGHTS[guest.rank - 1]
        box = (x + 4, top, x + width - 4, FLOOR + 8)
        sheet.draw_rounded(box, 16, STEP_COLOURS[guest.rank - 1], width=6)
        sheet.write(str(guest.rank), (x, top + 4, x + width, FLOOR), 88)
        _draw_cat(sheet, guest, x + width / 2, top + 6, min(MAX_CAT_WIDTH, width - 20))


def _draw_row(sheet: Sheet, guests: Sequence[Guest], middle: float, bottom: float) -> None:
    for place, guest in enumerate(guests):
        x = middle + (place + 0.5 - len(guests) / 2) * ROW_STEP
        _draw_cat(sheet, guest, x, bottom, ROW_CAT_WIDTH)


def _draw_cat(sheet: Sheet, guest: Guest, middle: float, bottom: float, width: float) -> None:
    cat = _make_cat(guest.letter, sheet.px(width), is_first=guest.rank == 1)
    sheet.glue(cat, middle - width / 2, bottom - cat.height / sheet.scale)


@piece
def _make_cat(letter: int, width: int, *, is_first: bool) -> Image.Image:
    """Return a sitting cat with its letter on the chest, and with a crown if it is first."""
    fine = width * STENCIL_SCALE / CAT_UNITS[0]
    image = Image.new("RGBA", (width * STENCIL_SCALE, round(CAT_UNITS[1] * fine)))
    draw, coat, edge = ImageDraw.Draw(image), COATS[letter % len(COATS)], round(3.5 * fine)

    def at(*numbers: float) -> list[float]:
        return [number * fine for number in numbers]

    draw.ellipse(at(9, 80, 91, 184), coat, INK, edge)
    for ear, inside, _ in EARS:
        draw.polygon(at(*ear), coat)
        draw.line(at(*ear, *ear[:4]), INK, edge, "curve")
        draw.polygon(at(*inside), PINK)
    draw.ellipse(at(8, 34, 92, 98), coat, INK, edge)
    for _, _, root in EARS:
        draw.polygon(at(*root), coat)
    for x in (34, 66):
        draw.ellipse(at(x - 8, 54, x + 8, 74), WHITE, INK, round(2 * fine))
        draw.ellipse(at(x - 4, 58, x + 4, 72), INK)
    draw.polygon(at(45, 75, 55, 75, 50, 81), PINK)
    for x, begin in ((38, 20), (50, 30)):
        draw.arc(at(x, 75, x + 12, 87), begin, begin + 130, INK, round(2 * fine))
    if is_first:
        draw.polygon(at(*CROWN), GOLD)
        draw.line(at(*CROWN, *CROWN[:4]), INK, round(2.5 * fine), "curve")
    draw.ellipse(at(26, 92, 74, 140), WHITE, INK, round(2.5 * fine))
    cat = image.reduce(STENCIL_SCALE)
    left, top, right, bottom = (each / STENCIL_SCALE for each in at(26, 92, 74, 140))
    write(cat, chr(ord("A") + letter), (left, top, right, bottom), round(42 * width / 100))
    return cat
