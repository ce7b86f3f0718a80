"""All drawings of Liar's Dice, put together from the parts."""

from collections.abc import Iterator

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.engine.text_helpers import SEAT_LETTERS
from bot.games.liars_dice.art.pieces import CUP_COLOURS, CUP_WIDTH, DIE_WIDTH
from bot.games.liars_dice.state import FACES
from tools.build_art.parts import GAMES, Drawing, Paint, composed

PARTS = GAMES / "liars_dice/parts"
LAYERS = frozenset(str(face) for face in range(1, FACES + 1))
GUESTS = (3, 0, 2, 1)
"""The cups on the banner, from left to right."""
SCATTERED = (1, 5, 2, 6, 3)
"""The dice on the banner."""


def drawings() -> Iterator[Drawing]:
    """Yield every drawing."""
    for face in range(1, FACES + 1):
        svg = composed(PARTS / "die.svg", _die(face))
        yield Drawing(f"dice/{face}.webp", svg, DIE_WIDTH)
        yield Drawing(f"signs/die-{face}.webp", svg, 128)
    for letter, colour in zip(SEAT_LETTERS.lower(), CUP_COLOURS, strict=False):
        svg = composed(PARTS / "cup.svg", Paint({"seat": colour}))
        yield Drawing(f"cups/{letter}.webp", svg, CUP_WIDTH)
        yield Drawing(f"signs/cup-{letter}.webp", svg, 128)
    felt = composed(PARTS / "backgrounds/felt.svg", Paint({}))
    yield Drawing("felt.webp", felt, 600, True)
    yield Drawing("banner.webp", _banner(), ABOVE_TEXT_PIXELS[0], True)


def _die(face: int) -> Paint:
    return Paint({}, LAYERS - {str(face)})


def _banner() -> str:
    cups = {
        f"cup-{place}": (PARTS / "cup.svg", Paint({"seat": CUP_COLOURS[letter]}))
        for place, letter in enumerate(GUESTS, 1)
    }
    dice = {
        f"die-{place}": (PARTS / "die.svg", _die(face)) for place, face in enumerate(SCATTERED, 1)
    }
    return composed(PARTS / "backgrounds/banner.svg", Paint({}), {**cups, **dice})
