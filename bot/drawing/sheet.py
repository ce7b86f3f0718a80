"""A picture in the making, laid out in units, whatever size it is drawn in.

Discord shows an attachment at most 550x350 pixels large on a desktop, an embed's picture at most
400x300, and either about 300 wide on a phone. Pictures are drawn at most twice as large; 900 pixels
are three for each one of a phone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from bot.drawing import kit
from bot.drawing.kit import INK, TABLE, Box
from bot.drawing.pillow import Image, ImageDraw

Size = tuple[float, float]
"""Width and height."""

WIDTH = 1200
"""How many units wide a picture is that `Sheet.wide` begins."""
BANNER_HEIGHT = 400
"""How many units high the picture above a lobby is."""
ABOVE = (900, 700)
"""The most pixels of a picture that stands above the text, as an attachment."""
BELOW = (800, 600)
"""The most pixels of a picture that stands below the text, in the embed."""
EDGE = 5
"""How much wider a line is with its edge."""
QUALITY = 50
"""With all colours kept (4:4:4): see `Sheet.jpeg`."""


def _scratch() -> BinaryIO:
    """Return an empty file in memory; into one of the system's, Pillow encodes beside Python.

    https://github.com/python-pillow/Pillow/blob/main/src/encode.c (`_encode_to_file`)
    """
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("picture"), "w+b")
    return BytesIO()


def fitting(size: Size, most: Size) -> float:
    """Return how many pixels a unit takes where a picture of this size in units fills `most`."""
    return min(most[0] / size[0], most[1] / size[1])


class Sheet:
    """An opaque picture. All lengths and places are units, unless pixels are named."""

    def __init__(self, size: Size, scale: float, ground: str = TABLE) -> None:
        """Begin a picture of one colour, with `scale` pixels to a unit."""
        self.scale = scale
        self.width, self.height = size
        self.image = Image.new("RGB", (self.px(size[0]), self.px(size[1])), ground)

    @classmethod
    def filling(cls, size: Size, most: Size) -> Sheet:
        """Begin a picture of so many units that is as large as `most` pixels allow."""
        return cls(size, fitting(size, most))

    @classmethod
    def wide(cls, height: float, most: Size = ABOVE) -> Sheet:
        """Begin a picture that is `WIDTH` wide and as large as `most` pixels allow."""
        return cls.filling((WIDTH, height), most)

    def px(self, length: float) -> int:
        """Return a length in whole pixels, at least one."""
        return max(1, round(length * self.scale))

    def glue(self, piece: Image.Image, x: float, y: float) -> None:
        """Lay a piece down with its left upper corner at (x, y)."""
        kit.glue(self.image, piece, x * self.scale, y * self.scale)

    def middle(self, piece: Image.Image, x: float, y: float) -> None:
        """Lay a piece down with its middle at (x, y)."""
        left, top = x * self.scale - piece.width / 2, y * self.scale - piece.height / 2
        kit.glue(self.image, piece, left, top)

    def rounded(
        self, box: Box, radius: float, fill: str, *, edge: str = INK, width: float = 0
    ) -> None:
        """Draw a rectangle with round corners and smooth edges, its `edge` inside the box."""
        border = self.px(width) if width else 0
        kit.rounded(
            self.image, self._pixels(box), radius * self.scale, fill, edge=edge, width=border
        )

    def lines(
        self, lines: Sequence[Sequence[Size]], colours: Sequence[str], width: float, edge: str
    ) -> None:
        """Draw lines through points, each in its colour, with smooth edges and an `edge` around."""
        fine, around = 2, width + EDGE
        size = (self.image.width * fine, self.image.height * fine)
        canvas = self.image.resize(size, Image.Resampling.NEAREST)
        scale = self.scale * fine
        draw = ImageDraw.Draw(canvas)
        for line, colour in zip(lines, colours, strict=True):
            points = [(x * scale, y * scale) for x, y in line]
            for ink, wide in ((edge, around), (colour, width)):
                draw.line(points, fill=ink, width=round(wide * scale), joint="curve")
        self.image.paste(canvas.reduce(fine))

    def write(self, text: str, box: Box, largest: float, fill: str = INK) -> None:
        """Write `text` in the middle of `box` as large as it fits, at most `largest`."""
        kit.write(self.image, text, self._pixels(box), self.px(largest), fill)

    def measure(self, text: str, box: Box, largest: float) -> float:
        """Return how wide `write` makes `text`."""
        return kit.measure(text, self._pixels(box), self.px(largest)) / self.scale

    def jpeg(self) -> bytes:
        """Encode the picture; the same picture gives the same bytes.

        Of 40 cats, with the distance from the drawing at the size that Discord shows on a desktop:
        JPEG 4:4:4 of quality 50 1.5 ms, 113 KB, 33.5 dB; 4:2:0 of quality 75 1.0 ms, 132 KB, 30.2
        dB (it washes out thin coloured lines, of which these pictures are made); WebP of quality 67
        13 to 18 ms, 96 to 108 KB, 31 dB; PNG of 256 colours 11 ms, 139 KB, 38 dB.
        """
        with _scratch() as out:
            self.image.save(out, "JPEG", quality=QUALITY, subsampling="4:4:4")
            out.seek(0)
            return out.read()

    def _pixels(self, box: Box) -> Box:
        left, top, right, bottom = (side * self.scale for side in box)
        return left, top, right, bottom


def draw_banner(rasters: Path, title: str, box: Box, largest: float, fill: str) -> bytes:
    """Draw the picture above a lobby: a game's raster "banner" with its title in `box`."""
    sheet = Sheet.wide(BANNER_HEIGHT)
    sheet.glue(kit.raster(rasters, "banner", sheet.image.width), 0, 0)
    sheet.write(title, box, largest, fill)
    return sheet.jpeg()
