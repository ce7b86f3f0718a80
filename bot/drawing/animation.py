"""Animates the boards of a finished game as one small GIF.

All of Discord's clients show GIFs. Each person's settings decide whether GIFs play by themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from bot.drawing.pillow import Image

GIF_WIDTHS_PIXELS = (550, 440, 330, 240, 180)
"""The widths of a GIF to try, in pixels, widest first, until the GIF's file is small enough."""
MAX_GIF_COLOURS = 256
"""The maximum number of colours that the GIF format allows in a frame."""
LAST_BOARD_DURATION_FACTOR = 3.0
"""The time for which a GIF shows its last board, as a multiple of the time for any other board."""


def animate(boards: Sequence[bytes], seconds_per_board: float, max_bytes: int) -> bytes:
    """Return a GIF that shows one picture of a game's board after another.

    Boards of different heights are centred in the height of the tallest one.

    Args:
        boards: The boards in their order, each as a JPEG.
        seconds_per_board: The time for which each board is shown. The last one is shown longer.
        max_bytes: The maximum size of the GIF. It is made narrower until it fits. Only the
            narrowest GIF may be larger.
    """
    opened = [_open_board(board) for board in boards]
    made = b""
    for width in GIF_WIDTHS_PIXELS:
        made = _encode_gif([_resize_board(board, width) for board in opened], seconds_per_board)
        if len(made) <= max_bytes:
            break
    return made


def _open_board(board: bytes) -> Image.Image:
    """Open a board's JPEG, scaled to the largest width that the GIF can have."""
    with Image.open(BytesIO(board)) as file:
        return _resize_board(file.convert("RGB"), GIF_WIDTHS_PIXELS[0])


def _resize_board(board: Image.Image, width: int) -> Image.Image:
    """Return a picture of a board scaled to another width, in pixels. The ratio is kept."""
    return board.resize((width, max(1, round(board.height * width / board.width))))


def _encode_gif(frames: Sequence[Image.Image], seconds: float) -> bytes:
    """Encode pictures of one width as a GIF.

    The last picture is shown longer. The octree method chooses the colours of a frame in 1 ms,
    where a median cut takes 50 to 110 ms. Small spots, such as the players' letters, keep their
    colours.

    Args:
        frames: The pictures in their order.
        seconds: The time for which each picture but the last is shown.
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
