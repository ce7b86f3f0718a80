"""The pieces that the pictures of Liar's Dice are composed of: dice, cups and felt.

Lengths are in pixels.
"""

from __future__ import annotations

from pathlib import Path

from bot.drawing.kit import disc, load_raster, open_raster, piece
from bot.drawing.pillow import Image
from bot.engine.text_helpers import SEAT_LETTERS

CUP_COLOURS = ("#FCCB24", "#FF5A5F", "#3CCB8A", "#AE7CF7", "#58A6FF", "#FF9A4D")
"""The colours of the players' cups.

The index is the number of the letter on the cup, from 0 for A. Not everybody can distinguish six
colours, so players are told apart by the letters, too.
"""


RASTERS_FOLDER = Path(__file__).parent.parent / "rasters"
DIE_RASTER_WIDTH_PIXELS, CUP_RASTER_WIDTH_PIXELS = 240, 320
"""The widths, in pixels, at which the pictures of a die and of a cup are stored."""


def make_die(face: int, width: int) -> Image.Image:
    """Return the picture of a die that shows a face, at a width in pixels."""
    return load_raster(RASTERS_FOLDER, f"dice/{face}", width)


@piece
def make_cup(letter: int, width: int) -> Image.Image:
    """Return the picture of a player's cup with its letter on the brim.

    Args:
        letter: The number of the letter, from 0 for A.
        width: The width of the picture, in pixels.
    """
    name = SEAT_LETTERS[letter]
    image = open_raster(RASTERS_FOLDER / f"cups/{name.lower()}.webp", width).convert("RGBA")
    side = round(width * 0.34)
    image.alpha_composite(disc(name, side), ((width - side) // 2, width - side))
    return image


@piece
def make_felt(width: int, height: int) -> Image.Image:
    """Return a piece of the felt that covers the table, with this width and height in pixels."""
    return open_raster(RASTERS_FOLDER / "felt.webp", width).crop((0, 0, width, height))
