"""The drawings of Liar's Dice, composed from the SVG parts of the game."""

from collections.abc import Iterator

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.engine.text_helpers import SEAT_LETTERS
from bot.games.liars_dice.art.pieces import (
    CROWN_RASTER_WIDTH_PIXELS,
    CUP_COLOURS,
    CUP_RASTER_WIDTH_PIXELS,
    DIE_RASTER_WIDTH_PIXELS,
)
from bot.games.liars_dice.model.state import FACES_PER_DIE
from tools.build_art.parts import GAMES_FOLDER, Drawing, Paint, compose

PARTS_FOLDER = GAMES_FOLDER / "liars_dice/parts"
FACE_LAYERS = frozenset(str(face) for face in range(1, FACES_PER_DIE + 1))
BANNER_CUPS = (3, 0, 2, 1)
"""The cups on the lobby's banner, from left to right, by the number of their letter."""
BANNER_DICE = (1, 5, 2, 6, 3)


def list_drawings() -> Iterator[Drawing]:
    """Yield every drawing of the game, ready to be rasterised."""
    for face in range(1, FACES_PER_DIE + 1):
        svg = compose(PARTS_FOLDER / "die.svg", _paint_die(face))
        yield Drawing(f"dice/{face}.webp", svg, DIE_RASTER_WIDTH_PIXELS)
        yield Drawing(f"signs/die-{face}.webp", svg, 128)
    for letter, colour in zip(SEAT_LETTERS.lower(), CUP_COLOURS, strict=False):
        svg = compose(PARTS_FOLDER / "cup.svg", Paint({"seat": colour}))
        yield Drawing(f"cups/{letter}.webp", svg, CUP_RASTER_WIDTH_PIXELS)
        yield Drawing(f"signs/cup-{letter}.webp", svg, 128)
    crown = compose(PARTS_FOLDER / "crown.svg", Paint({}))
    yield Drawing("crown.webp", crown, CROWN_RASTER_WIDTH_PIXELS)
    felt = compose(PARTS_FOLDER / "backgrounds/felt.svg", Paint({}))
    yield Drawing("felt.webp", felt, 600, True)
    yield Drawing("banner.webp", _compose_banner(), ABOVE_TEXT_PIXELS[0], True)


def _paint_die(face: int) -> Paint:
    return Paint({}, FACE_LAYERS - {str(face)})


def _compose_banner() -> str:
    cups = {
        f"cup-{place}": (PARTS_FOLDER / "cup.svg", Paint({"seat": CUP_COLOURS[letter]}))
        for place, letter in enumerate(BANNER_CUPS, 1)
    }
    dice = {
        f"die-{place}": (PARTS_FOLDER / "die.svg", _paint_die(face))
        for place, face in enumerate(BANNER_DICE, 1)
    }
    return compose(PARTS_FOLDER / "backgrounds/banner.svg", Paint({}), {**cups, **dice})
