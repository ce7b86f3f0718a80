"""The pieces that the pictures of Quickpick are composed of, such as faces, hands and tiles.

Lengths are in pixels unless stated otherwise. A tile is 291 tile units wide and 162 high.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from bot.drawing import kit
from bot.drawing.pillow import Image
from bot.games.quickpick.model.state import MASK_LETTERS, PART_NAMES, PARTS_BY_FEATURE

SEAT_COLOURS = (
    "#FCCB24", "#FF5A5F", "#3CCB8A", "#AE7CF7",
    "#58A6FF", "#FF9ED2", "#C08A52", "#F5EFFF",
)  # fmt: skip
"""The colour of each player's hand. Not everybody can tell them apart, so hands are numbered."""


RASTERS_FOLDER = Path(__file__).parents[1] / "rasters"
BACK_RASTER_WIDTH = 160
"""The width, in pixels, at which the picture of a mask card's back is stored."""
HAND_FILES = tuple(f"seat-{number}" for number in range(1, 9))
"""The names of the files with pictures of the players' hands. The index is the seat."""
TILE_SIZE = (291, 162)
"""The width and height of a tile (a face with its letter and name), in tile units."""
FACE_ON_TILE = 156
"""The width of the face on a tile, which is left of the letter and the name, in tile units."""
BADGE_UNITS = 70
"""The width of the round badge with the letter on a tile, in tile units."""
PLAQUE_HEIGHT = 250
"""The height of a plaque (a sign for one part of a face), in the units that place its contents."""
LEAN_DEGREES = 20
"""The angle, in degrees, by which a head leans to one side."""
LEAN_BY_PART = {len(PART_NAMES) - 2: LEAN_DEGREES, len(PART_NAMES) - 1: -LEAN_DEGREES}
"""Maps the parts "head-left" and "head-right" to the angle that turns the head, in degrees."""
PALE_COLOUR = "#B9BED0"
"""The colour of question marks that stand for something not shown yet."""
ROSY_COLOUR = "#FF5F7E"
"""The colour of tongues, also of those that are not shown yet."""
UNKNOWN_PART_SHAPES: tuple[tuple[tuple[float, float, float, str], ...], ...] = (
    ((0.375, 0.275, 0.19, PALE_COLOUR), (0.625, 0.275, 0.19, PALE_COLOUR)),
    ((0.375, 0.485, 0.19, PALE_COLOUR), (0.625, 0.485, 0.19, PALE_COLOUR)),
    ((0.5, 0.665, 0.17, PALE_COLOUR),),
    ((0.5, 0.885, 0.24, ROSY_COLOUR),),
)
"""The question marks that stand for brows, eyes, mouth and tongue until these are shown. Each has
the x and y of its middle, its height and its colour. Lengths are in widths of the head.
"""


def make_face(mask: int, width: int) -> Image.Image:
    """Return the picture of a monster's face."""
    return kit.load_raster(RASTERS_FOLDER, f"faces/{MASK_LETTERS[mask]}", width)


def make_hand(seat: int, width: int) -> Image.Image:
    """Return the picture of a player's hand in the player's colour, with the player's number."""
    return kit.load_raster(RASTERS_FOLDER, f"signs/{HAND_FILES[seat]}", width)


@kit.piece
def make_card_back(width: int) -> Image.Image:
    """Return the picture of a mask card that lies face down."""
    image = kit.open_raster(RASTERS_FOLDER / "back.webp", width).convert("RGBA")
    return kit.round_off(image, width * 0.12)


@kit.piece
def make_beach(width: int, height: int) -> Image.Image:
    """Return a part of the picture of the beach, used as a background of this width and height."""
    image = kit.open_raster(RASTERS_FOLDER / "beach.webp", width)
    return image.crop((0, image.height - height, width, image.height))


def make_tile(mask: int, name: str, width: int) -> Image.Image:
    """Return the picture of a tile: a monster's face, with its letter and name."""
    scale = width / TILE_SIZE[0]
    high = round(TILE_SIZE[1] * scale)
    image = Image.new("RGBA", (width, high))
    kit.draw_rounded(
        image, (0, 0, width, high), 22 * scale, kit.WHITE, width=max(2, round(4 * scale))
    )
    side = round(FACE_ON_TILE * scale)
    kit.glue(image, make_face(mask, side), 6 * scale, 2 * scale)
    left, right, corner = (FACE_ON_TILE + 6) * scale, width - 10 * scale, round(BADGE_UNITS * scale)
    kit.glue(image, make_badge(mask, corner), (left + right - corner) / 2, 12 * scale)
    box = (left, (BADGE_UNITS + 14) * scale, right, high - 8 * scale)
    kit.write(image, name, box, round(54 * scale))
    return image


def make_badge(mask: int, side: int) -> Image.Image:
    """Return a round badge with the letter of a monster."""
    return kit.disc(MASK_LETTERS[mask].upper(), side)


@kit.piece
def compose_face(shown_parts: tuple[int, ...], width: int) -> Image.Image:
    """Return a grey monster's face composed of the shown parts, with question marks for others."""
    image = _load_composer_part("head", width).copy()
    known = {part // 2 for part in shown_parts}
    unknown = [marks for n, marks in enumerate(UNKNOWN_PART_SHAPES) if n not in known]
    for number in sorted(shown_parts, key=_rank_depth):
        if number not in LEAN_BY_PART:
            image.alpha_composite(_load_composer_part(PART_NAMES[number], width))
    for x, y, high, colour in chain(*unknown):
        side = high * width
        left, top = x * width - side / 2, y * width - side / 2
        kit.write(image, "?", (left, top, left + side, top + side), round(side), colour)
    turn = sum(LEAN_BY_PART.get(number, 0) for number in shown_parts)
    return image.rotate(turn, Image.Resampling.BICUBIC) if turn else image


def _rank_depth(number: int) -> tuple[bool, int]:
    return PART_NAMES[number] in PARTS_BY_FEATURE[0], number


@kit.piece
def _load_composer_part(name: str, width: int) -> Image.Image:
    return kit.open_raster(RASTERS_FOLDER / f"composer/{name}.webp", width).convert("RGBA")


@kit.piece
def make_plaque(
    part_name: str | None, word: str, width: int, height: int, is_newest: bool = False
) -> Image.Image:
    """Return a plaque: a sign with a part of a face, or a question mark, and its name below."""
    scale = height / PLAQUE_HEIGHT
    image = Image.new("RGBA", (width, height))
    ground = kit.GOLD if is_newest else kit.WHITE if part_name else kit.PAPER
    kit.draw_rounded(
        image, (0, 0, width, height), 22 * scale, ground, width=max(2, round(5 * scale))
    )
    side = min(round(height * 0.64), round(width - 20 * scale))
    top = 10 * scale
    if part_name:
        sign = kit.load_raster(RASTERS_FOLDER, f"signs/{part_name}", side)
        kit.glue(image, sign, (width - side) / 2, top)
    else:
        kit.write(image, "?", (0, top, width, top + side), side, PALE_COLOUR)
    box = (8 * scale, side + 10 * scale, width - 8 * scale, height - 6 * scale)
    kit.write(image, word, box, round(52 * scale), kit.INK if part_name else PALE_COLOUR)
    return image
