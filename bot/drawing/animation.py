"""Joins the frames of a film into one small GIF.

All of Discord's clients show GIFs. Each person's settings decide whether GIFs play by themselves.

An animated WebP has a third of the size, and takes twice as long to encode. Discord announced it
for desktops only, where links to it stay still (https://github.com/discord/lilliput/issues/159). No
source says that phones play it. `python -m benchmarks.films` compares both.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from bot.drawing.pillow import Image

GIF_WIDTHS_PIXELS = (550, 440, 330, 240, 180)
"""The widths of a GIF to try, until its file is small enough."""
MAX_GIF_COLOURS = 256


def animate(frames: Sequence[tuple[bytes, float]], max_bytes: int) -> bytes:
    """Return a GIF that shows JPEGs, each for some seconds, centred in the height of the tallest.

    It is made narrower until it fits. Only the narrowest may be larger than `max_bytes`.
    """
    opened = [_open_frame(jpeg) for jpeg, _ in frames]
    seconds = [each for _, each in frames]
    made = b""
    for width in GIF_WIDTHS_PIXELS:
        made = _encode_gif([_resize_frame(frame, width) for frame in opened], seconds)
        if len(made) <= max_bytes:
            break
    return made


def _open_frame(jpeg: bytes) -> Image.Image:
    with Image.open(BytesIO(jpeg)) as file:
        return _resize_frame(file.convert("RGB"), GIF_WIDTHS_PIXELS[0])


def _resize_frame(frame: Image.Image, width: int) -> Image.Image:
    return frame.resize((width, max(1, round(frame.height * width / frame.width))))


def _encode_gif(frames: Sequence[Image.Image], seconds: Sequence[float]) -> bytes:
    """Encode pictures of one width as a GIF.

    The octree method chooses the colours of a frame in 1 ms, where a median cut takes 50 to 110 ms.
    Small spots, such as the players' letters, keep their colours.
    """
    height = max(frame.height for frame in frames)
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", (frame.width, height), frame.getpixel((0, 0)))
        sheet.paste(frame, (0, (height - frame.height) // 2))
        few = sheet.quantize(MAX_GIF_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        sheets.append(few)
    file = BytesIO()
    first, *others = sheets
    times = [round(each * 1000) for each in seconds]
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False
    )
    return file.getvalue()
