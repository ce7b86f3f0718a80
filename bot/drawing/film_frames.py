"""Draws the frames of a film that shares a finished game: a picture with a caption below it.

Frames have one size, which Discord shows without scaling on a desktop, and as wide as the screen on
a phone. Captions contain players' names. Characters that the font lacks are left out.
"""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations, pairwise

from bot.drawing import kit
from bot.drawing.collage import Drawing
from bot.drawing.pillow import Image
from bot.drawing.sheet import Sheet

FRAME_SIZE_PIXELS = (550, 400)
CAPTION_HEIGHT_PIXELS = 84
MAX_CAPTION_FONT_PIXELS, MAX_NAME_FONT_PIXELS = 32, 34
NAMES_PER_ROW = 2
BANNER_HEIGHT_PIXELS = 184
MAX_NAME_ROW_HEIGHT_PIXELS = 76
MAX_CAPTION_LINES = 3
LINE_BREAK = r"(?<![×])\s(?![×·→])"
"""Matches a space at which a caption may be divided: not before or after a sign for "times"."""
CROWN_CORNERS = ((0, 0), (0.28, 0.42), (0.5, -0.1), (0.72, 0.42), (1, 0), (0.88, 0.9), (0.12, 0.9))
"""The corners of a crown beside the winner's name, as parts of its width."""
CROWN_COLOUR = "#FCCB24"
KEYCAP_EMOJI = re.compile(r".\ufe0f?\u20e3")
"""Matches an emoji that consists of a digit on a key. The digit alone would have a meaning."""


def clean_caption(text: str) -> str:
    """Return a text without what the font cannot draw, such as emojis, and the space around it."""
    drawn = "".join(each for each in KEYCAP_EMOJI.sub("", text) if kit.can_draw(each))
    return re.sub(r" +([.,:;!?…])", r"\1", " ".join(drawn.split()))


def draw_title(title: str, names: tuple[str, ...], banner: Drawing | None) -> bytes:
    """Draw the first frame: the game's banner, or else its title, and the names of the players."""
    sheet = Sheet(FRAME_SIZE_PIXELS, 1.0)
    if banner:
        _paste_picture(sheet, banner, BANNER_HEIGHT_PIXELS)
    else:
        sheet.write(title, (20, 10, sheet.width - 20, BANNER_HEIGHT_PIXELS - 10), 80, kit.GOLD)
    rows = [names[at : at + NAMES_PER_ROW] for at in range(0, len(names), NAMES_PER_ROW)]
    room = sheet.height - BANNER_HEIGHT_PIXELS
    height = min(MAX_NAME_ROW_HEIGHT_PIXELS, room / max(1, len(rows)))
    top = BANNER_HEIGHT_PIXELS + (room - height * len(rows)) / 2
    for number, row in enumerate(rows):
        width = sheet.width / NAMES_PER_ROW
        left = (sheet.width - width * len(row)) / 2
        for place, name in enumerate(row):
            x, y = left + place * width, top + number * height
            box = (x + 7, y + 5, x + width - 7, y + height - 5)
            sheet.draw_rounded(box, 16, kit.PAPER, width=3)
            inside = (box[0] + 12, box[1] + 2, box[2] - 12, box[3] - 2)
            sheet.write(clean_caption(name), inside, MAX_NAME_FONT_PIXELS)
    return sheet.encode_jpeg()


def draw_shot(caption: str, drawing: Drawing) -> bytes:
    """Draw a frame with a picture of the game, and what happened below it."""
    sheet = Sheet(FRAME_SIZE_PIXELS, 1.0)
    height = sheet.height - (CAPTION_HEIGHT_PIXELS if caption else 0)
    _paste_picture(sheet, drawing, height)
    if caption:
        _draw_caption(sheet, caption, (14, height, sheet.width - 14, sheet.height), kit.PAPER)
    return sheet.encode_jpeg()


def draw_winner(caption: str, drawing: Drawing) -> bytes:
    """Draw the last frame: the final picture, and who has won, with a crown."""
    sheet = Sheet(FRAME_SIZE_PIXELS, 1.0)
    height = sheet.height - CAPTION_HEIGHT_PIXELS
    _paste_picture(sheet, drawing, height)
    _draw_caption(sheet, caption, (96, height, sheet.width - 96, sheet.height), kit.CANDLE)
    for left in (22, sheet.width - 78):
        points = [(left + x * 56, height + 22 + y * 46) for x, y in CROWN_CORNERS]
        sheet.draw_shape(points, CROWN_COLOUR, kit.INK, 3)
    return sheet.encode_jpeg()


def _paste_picture(sheet: Sheet, drawing: Drawing, height: float) -> None:
    """Draw a picture as large as possible into the upper part of a frame, on its own colour."""
    draw, given = drawing
    picture = Image.open(BytesIO(draw(*given))).convert("RGB")
    ratio = min(sheet.width / picture.width, height / picture.height)
    size = (max(1, round(picture.width * ratio)), max(1, round(picture.height * ratio)))
    sheet.image.paste(
        picture.getpixel((0, 0)) or kit.TABLE, (0, 0, round(sheet.width), round(height))
    )
    sheet.glue(picture.resize(size), (sheet.width - size[0]) / 2, (height - size[1]) / 2)


def _draw_caption(sheet: Sheet, caption: str, box: kit.Box, ground: str) -> None:
    """Draw a caption at the bottom of a frame. `box` is the room for its letters."""
    sheet.draw_rounded((0, box[1], sheet.width, sheet.height), 0, ground)
    sheet.draw_rounded((0, box[1], sheet.width, box[1] + 3), 0, kit.INK)
    lines, size = _divide_caption(clean_caption(caption), box[2] - box[0])
    top = (box[1] + box[3] + 4 - len(lines) * size * kit.LINE_SPACING_FONT_SIZES) / 2
    for number, line in enumerate(lines):
        above = top + number * size * kit.LINE_SPACING_FONT_SIZES
        inside = (box[0], above, box[2], above + size * kit.LINE_SPACING_FONT_SIZES + 1)
        sheet.write(line.replace(" ", "\N{NO-BREAK SPACE}"), inside, size)


def _divide_caption(text: str, width: float) -> tuple[tuple[str, ...], int]:
    """Return the lines, of nearly equal length, that allow the largest letters, and their size."""
    words = re.split(LINE_BREAK, text)
    ways: list[tuple[tuple[str, ...], int]] = [((text,), _find_size((text,), width))]
    for count in range(2, min(MAX_CAPTION_LINES, len(words)) + 1):
        lines = min(
            (
                tuple(" ".join(words[at:to]) for at, to in pairwise((0, *cuts, len(words))))
                for cuts in combinations(range(1, len(words)), count - 1)
            ),
            key=lambda lines: max(map(len, lines)),
        )
        ways.append((lines, _find_size(lines, width)))
    return max(ways, key=lambda way: way[1])


def _find_size(lines: tuple[str, ...], width: float) -> int:
    sample = 100
    longest = max(1.0, *(kit.load_font(sample).getlength(line) for line in lines))
    high = (CAPTION_HEIGHT_PIXELS - 6) / len(lines) / kit.LINE_SPACING_FONT_SIZES
    return max(1, int(min(MAX_CAPTION_FONT_PIXELS, width * sample / longest, high)))
