"""Boards one after the other in one small picture, as a GIF.

All of Discord's clients show it; whether it plays by itself is for each person's settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from bot.drawing.pillow import Image

WIDTHS = (550, 440, 330, 240, 180)
"""Pixels, widest first: the first one at which the picture is small enough is taken."""
COLOURS = 256
LAST = 3.0
"""So many times as long as the others the last board stands."""


def animated(boards: Sequence[bytes], seconds: float, most: int) -> bytes:
    """Return boards, which are JPEGs, as a GIF of at most so many bytes, if any width gives that.

    Each stands for so many seconds. Boards of different heights stand in the middle of the highest.
    """
    opened = [_opened(board) for board in boards]
    made = b""
    for width in WIDTHS:
        made = _gif([_fitted(board, width) for board in opened], seconds)
        if len(made) <= most:
            break
    return made


def _opened(board: bytes) -> Image.Image:
    """Return a board no larger than it will ever be shown."""
    with Image.open(BytesIO(board)) as file:
        return _fitted(file.convert("RGB"), WIDTHS[0])


def _fitted(board: Image.Image, width: int) -> Image.Image:
    """Return a board of another width."""
    return board.resize((width, max(1, round(board.height * width / board.width))))


def _gif(frames: Sequence[Image.Image], seconds: float) -> bytes:
    """Return frames of one width as a GIF.

    An octree finds their colours a hundred times sooner than a median cut (1 ms a frame, where that
    takes 50 to 110), and small spots keep theirs: the players' letters.
    """
    height = max(frame.height for frame in frames)
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", (frame.width, height), frame.getpixel((0, 0)))
        sheet.paste(frame, (0, (height - frame.height) // 2))
        sheets.append(sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
    times = [round(seconds * 1000)] * (len(sheets) - 1) + [round(seconds * LAST * 1000)]
    file = BytesIO()
    first, *others = sheets
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
    )
    return file.getvalue()
