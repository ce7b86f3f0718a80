"""The pieces that the pictures of Liar's Dice are composed of: dice, cups and felt.

Lengths are in pixels.
"""

from __future__ import annotations

from pathlib import Path

from bot.drawing.kit import disc, load_raster, open_raster, piece
from bot.drawing.pillow import Image
from bot.engine.text_helpers import SEAT_LETTERS

CUP_COLOURS = ("#FCCB24", "#FF5A5F", "#3CCB8A", "#AE7CF7", "#58A6FF", "#FF9A4D")
"""The colours of the players' cups, by the number of the letter on them."""


RASTERS_FOLDER = Path(__file__).parent.parent / "rasters"
DIE_RASTER_WIDTH_PIXELS, CUP_RASTER_WIDTH_PIXELS, CROWN_RASTER_WIDTH_PIXELS = 240, 320, 128
"""The widths, in pixels, at which the pictures of a die, a cup and the crown are stored."""
FELT_ASPECT_RATIO = 600 / 380
"""The width of the picture of the felt, divided by its height."""
LETTER_SHARE, LARGE_LETTER_SHARE = 0.42, 0.68
"""The width of the disc with the letter, as a share of the cup's width: usually, on a small cup."""


def make_die(face: int, width: int) -> Image.Image:
    """Return the picture of a die that shows a face, at a width in pixels."""
    return load_raster(RASTERS_FOLDER, f"dice/{face}", width)


@piece
def make_cup(letter: int, width: int, letter_share: float = LETTER_SHARE) -> Image.Image:
    """Return the picture of a player's cup with its letter on the brim."""
    name = SEAT_LETTERS[letter]
    image = open_raster(RASTERS_FOLDER / f"cups/{name.lower()}.webp", width).convert("RGBA")
    side = round(width * letter_share)
    image.alpha_composite(disc(name, side), ((width - side) // 2, width - side))
    return image


@piece
def make_felt(width: int, height: int) -> Image.Image:
    """Return a piece of the felt that covers the table, with this width and height in pixels."""
    across = max(width, round(height * FELT_ASPECT_RATIO) + 1)
    return open_raster(RASTERS_FOLDER / "felt.webp", across).crop((0, 0, width, height))
