"""The drawings of Catham City, composed from the SVG parts of the game."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.catham_city.art.pieces import (
    CANDIDATE_FILES,
    CARD_RASTER_WIDTH_PIXELS,
    FACTION_COLOURS,
    SEAT_COLOURS,
    SEAT_FILES,
)
from bot.games.catham_city.model.state import FACTIONS
from tools.build_art.parts import GAMES_FOLDER, Drawing, Links, Paint, compose

PARTS_FOLDER = GAMES_FOLDER / "catham_city/parts"

ROBE_COLOUR = "#A3263F"
SHADED_UNITS = (-10, 50)
"""The heights at which a coat starts and ends to darken, in units of a head's drawing."""
MAYOR_WIDTH_PIXELS = 280
SIGN_EDGE_UNITS, SIGN_MARGIN_UNITS = 11.0, 4.0
"""The widths of a sign's white edge and of the space around it, in units of a head's drawing.

Signs are also on buttons, which are grey or blurple and show 24 pixels.
"""


class Fur(Struct, frozen=True):
    """The colours of a candidate's cat, each as "#RRGGBB".

    The fields have the names of the colour swatches in the SVG parts.
    """

    coat: str
    shade: str
    """The colour towards which the coat darkens downwards."""
    light: str
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"


CANDIDATE_FURS = tuple(
    Fur(coat, shade, light)
    for coat, (shade, light) in zip(
        SEAT_COLOURS,
        (
            ("#EDAF19", "#FFF0B8"),
            ("#CB333F", "#FFC6C0"),
            ("#25AA74", "#C6F3DC"),
            ("#5B219E", "#D6B5F5"),
            ("#3C8DFD", "#CBE4FF"),
            ("#D9D2EA", "#FFFFFF"),
        ),
        strict=True,
    )
)
"""The colours of each player's candidate, by seat, each in the colour of the medallion."""


def list_drawings() -> Iterator[Drawing]:
    """Yield every drawing of the game, ready to be rasterised."""
    for faction, name in enumerate(FACTIONS):
        yield Drawing(f"cards/{name}.webp", _compose_card(faction), CARD_RASTER_WIDTH_PIXELS, True)
        yield Drawing(f"signs/{name}.webp", _compose_sign(faction), 128)
    for name, colour in zip(SEAT_FILES, SEAT_COLOURS, strict=True):
        seat = compose(PARTS_FOLDER / f"seats/{name}.svg", Paint({"seat": colour}))
        yield Drawing(f"signs/{name}.webp", seat, 128)
    for name, fur in zip(CANDIDATE_FILES, CANDIDATE_FURS, strict=True):
        yield Drawing(f"candidates/{name}.webp", _compose_candidate(name, fur), 128)
        yield Drawing(f"mayors/{name}.webp", _compose_mayor(name, fur), MAYOR_WIDTH_PIXELS)
    yield Drawing("back.webp", _compose_plain("frames/back"), CARD_RASTER_WIDTH_PIXELS, True)
    yield Drawing("point.webp", _compose_plain("frames/point"), 96)
    yield Drawing("turn.webp", _compose_plain("frames/turn"), 96)
    yield Drawing("asked.webp", _compose_plain("frames/asked"), 96)
    yield Drawing("board.webp", _compose_plain("backgrounds/board"), ABOVE_TEXT_PIXELS[0], True)
    yield Drawing(
        "banner.webp",
        _compose_plain("backgrounds/banner", _link_cats()),
        ABOVE_TEXT_PIXELS[0],
        True,
    )


def _make_paint(faction: int) -> Paint:
    return Paint(asdict(FACTION_COLOURS[faction]), shading_range=SHADED_UNITS)


def _compose_card(faction: int) -> str:
    paint = _make_paint(faction)
    cat = PARTS_FOLDER / f"cats/{FACTIONS[faction]}.svg"
    return compose(PARTS_FOLDER / "frames/card.svg", paint, {"cat": (cat, paint)})


def _compose_sign(faction: int) -> str:
    """Compose a sign: the head of this faction's cat, with a wide white edge."""
    paint = replace(_make_paint(faction), edge_width=SIGN_EDGE_UNITS)
    head = PARTS_FOLDER / f"heads/{FACTIONS[faction]}.svg"
    return compose(
        PARTS_FOLDER / "frames/sign.svg", paint, {"head": (head, paint)}, SIGN_MARGIN_UNITS
    )


def _compose_candidate(name: str, fur: Fur) -> str:
    paint = Paint(asdict(fur), shading_range=SHADED_UNITS)
    head = PARTS_FOLDER / f"candidates/{name}.svg"
    return compose(PARTS_FOLDER / "frames/sign.svg", paint, {"head": (head, paint)})


def _compose_mayor(name: str, fur: Fur) -> str:
    """Compose a picture of this candidate as mayor, with the chain of office, behind a lectern."""
    paint = Paint(asdict(fur), shading_range=SHADED_UNITS)
    head = PARTS_FOLDER / f"candidates/{name}.svg"
    robed = Paint({"ink": fur.ink, "cloth": ROBE_COLOUR})
    return compose(PARTS_FOLDER / "frames/mayor.svg", robed, {"head": (head, paint)})


def _compose_plain(part: str, links: Links | None = None) -> str:
    return compose(PARTS_FOLDER / f"{part}.svg", Paint({}), links)


def _link_cats() -> Links:
    """Return the cats that replace those linked images that are named after factions."""
    return {
        name: (PARTS_FOLDER / f"cats/{name}.svg", _make_paint(faction))
        for faction, name in enumerate(FACTIONS)
    }
