"""The drawings of Quickpick, composed from the SVG parts of the game."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.quickpick.art.pieces import BACK_RASTER_WIDTH, HAND_FILES, SEAT_COLOURS
from bot.games.quickpick.model.state import (
    FEATURES,
    MASK_LETTERS,
    PART_NAMES,
    PARTS_BY_FEATURE,
    find_part,
)
from tools.build_art.parts import GAMES_FOLDER, Drawing, Links, Paint, compose

PARTS_FOLDER = GAMES_FOLDER / "quickpick/parts"

FACE_WIDTH_PIXELS = 288
COMPOSER_WIDTH_PIXELS = 320


class Coat(Struct, frozen=True):
    """The colours of a monster, each as "#RRGGBB".

    The fields have the names of the colour swatches in the SVG parts.
    """

    coat: str
    shade: str
    """The colour towards which the coat darkens downwards."""
    light: str
    """The colour of the muzzle."""
    marks: str
    """The colour of eyelids, spikes, hair and fins."""
    ink: str = "#2A2233"


MONSTER_COATS = {
    "green": Coat("#86DB8F", "#5CC47C", "#DDF7D9", "#2F9B62"),
    "orange": Coat("#FFB071", "#FF8F5A", "#FFE6CC", "#DD6335"),
    "blue": Coat("#98CCFF", "#6DB0F7", "#DFF0FF", "#3F83D6"),
    "purple": Coat("#DCB2FF", "#BF8CF5", "#F5E6FF", "#8D55CE"),
}
GREY_COAT = Coat("#F1F2F7", "#DADDE8", "#FFFFFF", "#9AA1B8")
"""The coat of a monster without a colour, which shows only some parts of a face."""


class Monster(Struct, frozen=True):
    """The looks of a monster apart from its face: the names of head, decoration and coat."""

    head: str
    top: str
    coat: str


# Mixed, so that no decoration reveals a feature.
MASK_MONSTERS = (
    Monster("pear", "horns", "purple"),
    Monster("round", "unicorn", "orange"),
    Monster("square", "fins", "purple"),
    Monster("round", "feelers", "green"),
    Monster("bulb", "unicorn", "purple"),
    Monster("square", "horns", "green"),
    Monster("pear", "ears", "blue"),
    Monster("bulb", "fins", "orange"),
    Monster("square", "antenna", "blue"),
    Monster("round", "spikes", "purple"),
    Monster("square", "tuft", "orange"),
    Monster("round", "ears", "blue"),
    Monster("bulb", "spikes", "green"),
    Monster("pear", "antenna", "orange"),
    Monster("bulb", "feelers", "blue"),
    Monster("pear", "tuft", "green"),
)
BLANK_LAYERS = frozenset({"square", "muzzle"})
"""The layers of the grey monster's head without a face."""
STRAIGHT_LAYER = "head-straight"
FACE_LAYERS = BLANK_LAYERS.union(
    PART_NAMES,
    (STRAIGHT_LAYER, "nose"),
    *({monster.head, monster.top} for monster in MASK_MONSTERS),
)
NUMBER_LAYERS = frozenset(str(seat + 1) for seat in range(len(SEAT_COLOURS)))
"""The layers of a hand's drawing that show the number of a seat."""
LEANING_PARTS = PARTS_BY_FEATURE[-1]
"""The parts of a face that only turn the head, so that they need no picture of their own."""
SHADED_UNITS = (-40, 110)
"""The heights at which a coat starts and ends to darken, in units of a face's drawing."""
SIGN_EDGE_UNITS, SIGN_MARGIN_UNITS = 14.0, 9.0
"""The widths of a sign's white edge and of the space around it, in units of a face's drawing.

Signs are also on buttons, which are blurple and show 24 pixels.
"""
BANNER_MASKS = (12, 1, 2, 11, 10, 3)


def list_drawings() -> Iterator[Drawing]:
    """Yield every drawing of the game, ready to be rasterised."""
    for mask, letter in enumerate(MASK_LETTERS):
        file, paint = _find_mask(mask)
        yield Drawing(f"faces/{letter}.webp", compose(file, paint), FACE_WIDTH_PIXELS)
        rimmed = compose(file, replace(paint, edge_width=SIGN_EDGE_UNITS), margin=SIGN_MARGIN_UNITS)
        yield Drawing(f"signs/face-{letter}.webp", rimmed, 128)
    head = _make_paint(GREY_COAT, BLANK_LAYERS | {"antenna", "nose", STRAIGHT_LAYER})
    yield Drawing(
        "composer/head.webp", compose(PARTS_FOLDER / "face.svg", head), COMPOSER_WIDTH_PIXELS
    )
    for name in PART_NAMES:
        yield Drawing(f"signs/{name}.webp", _compose_sign(name), 128)
        if name not in LEANING_PARTS:
            yield Drawing(f"composer/{name}.webp", _compose_part(name), COMPOSER_WIDTH_PIXELS)
    for seat, colour in enumerate(SEAT_COLOURS):
        yield Drawing(f"signs/{HAND_FILES[seat]}.webp", _compose_hand(seat, colour), 128)
    yield Drawing("back.webp", _compose_plain("back"), BACK_RASTER_WIDTH, True)
    yield Drawing("crown.webp", _compose_plain("crown"), 128)
    yield Drawing("tick.webp", _compose_plain("tick"), 96)
    yield Drawing("beach.webp", _compose_plain("backgrounds/beach"), 600, True)
    guests = {f"monster-{place}": _find_mask(mask) for place, mask in enumerate(BANNER_MASKS, 1)}
    yield Drawing(
        "banner.webp", _compose_plain("backgrounds/banner", guests), ABOVE_TEXT_PIXELS[0], True
    )


def _compose_plain(part: str, links: Links | None = None) -> str:
    return compose(PARTS_FOLDER / f"{part}.svg", Paint({}), links)


def _make_paint(coat: Coat, shown_layers: Iterable[str]) -> Paint:
    return Paint(asdict(coat), FACE_LAYERS - frozenset(shown_layers), shading_range=SHADED_UNITS)


def _find_mask(mask: int) -> tuple[Path, Paint]:
    monster = MASK_MONSTERS[mask]
    parts = (PART_NAMES[find_part(mask, feature)] for feature in range(len(FEATURES)))
    shown = {monster.head, monster.top, "muzzle", "nose", *parts}
    return PARTS_FOLDER / "face.svg", _make_paint(MONSTER_COATS[monster.coat], shown)


def _compose_part(name: str) -> str:
    """Compose one part of a face alone, for the bot to assemble faces at run time."""
    return compose(PARTS_FOLDER / "composer.svg", _make_paint(GREY_COAT, {name}))


def _compose_sign(name: str) -> str:
    """Compose a sign: the grey monster with one part of a face."""
    blank = _make_paint(
        GREY_COAT, BLANK_LAYERS | {name if name in LEANING_PARTS else STRAIGHT_LAYER}
    )
    return compose(
        PARTS_FOLDER / "sign.svg",
        _make_paint(GREY_COAT, {name}),
        {"blank": (PARTS_FOLDER / "face.svg", blank)},
    )


def _compose_hand(seat: int, colour: str) -> str:
    others = NUMBER_LAYERS - {str(seat + 1)}
    return compose(PARTS_FOLDER / "hand.svg", Paint({"seat": colour}, others))
