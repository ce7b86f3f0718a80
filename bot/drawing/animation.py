"""Animates boards as one small GIF.

All of Discord's clients show GIFs. Each person's settings decide whether they play by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from bot.drawing.pillow import Image

GIF_WIDTHS_PIXELS = (550, 440, 330, 240, 180)
"""Widths to try, widest first, until the file is small enough."""
MAX_GIF_COLOURS = 256
LAST_BOARD_DURATION_FACTOR = 3.0
"""How many times longer the last board is shown than each other one."""


def animate(boards: Sequence[bytes], seconds_per_board: float, max_bytes: int) -> bytes:
    """Return a GIF that shows each JPEG of a board for so many seconds.

    It takes at most `max_bytes` bytes, unless the smallest width takes more. Boards of different
    heights stand in the middle of the highest.
    """
    opened = [_open_board(board) for board in boards]
    made = b""
    for width in GIF_WIDTHS_PIXELS:
        made = _encode_gif([_resize_board(board, width) for board in opened], seconds_per_board)
        if len(made) <= max_bytes:
            break
    return made


def _open_board(board: bytes) -> Image.Image:
    """Open a board at the largest width that is ever shown."""
    with Image.open(BytesIO(board)) as file:
        return _resize_board(file.convert("RGB"), GIF_WIDTHS_PIXELS[0])


def _resize_board(board: Image.Image, width: int) -> Image.Image:
    """Scale a board to another width, in pixels."""
    return board.resize((width, max(1, round(board.height * width / board.width))))


def _encode_gif(frames: Sequence[Image.Image], seconds: float) -> bytes:
    """Encode frames of one width as a GIF.

    An octree finds their colours in 1 ms a frame, where a median cut takes 50 to 110. Small spots,
    such as the players' letters, keep their colours.
    """
    height = max(frame.height for frame in frames)
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", (frame.width, height), frame.getpixel((0, 0)))
        sheet.paste(frame, (0, (height - frame.height) // 2))
        sheets.append(
            sheet.quantize(MAX_GIF_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        )
    times = [round(seconds * 1000)] * (len(sheets) - 1) + [
        round(seconds * LAST_BOARD_DURATION_FACTOR * 1000)
    ]
    file = BytesIO()
    first, *others = sheets
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
    )
    return file.getvalue()
