"""All drawings of Catham City, put together from the parts."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.catham_city.art.pieces import (
    CANDIDATE_FILES,
    LOOKS,
    SEAT_COLOURS,
    SEAT_FILES,
    WIDEST,
)
from bot.games.catham_city.state import FACTIONS
from tools.build_art.parts import GAMES, Drawing, Links, Paint, composed

PARTS = GAMES / "catham_city/parts"

ROBE = "#A3263F"
"""What a mayor wears."""
SHADED = (-10, 50)
"""From where to where a coat darkens, in a head's units."""
MAYOR = 280
"""The width in which the mayors are at hand, in pixels."""
RIM, ROOM = 11.0, 4.0
"""The edge of a sign in a head's units, and the room around it: it also stands on buttons, which
are grey or blurple, and there is 24 pixels wide."""


class Fur(Struct, frozen=True):
    """The colours of a candidate, each "#RRGGBB"; by the names of the swatches in the parts."""

    coat: str
    shade: str
    """Towards which the coat darkens below."""
    light: str
    ink: str = "#2A2233"
    ear: str = "#F7A8B8"
    blush: str = "#FF8FA3"


FURS = tuple(
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
"""The candidates by seat, each in the colour of the medallion."""


def drawings() -> Iterator[Drawing]:
    """Yield every drawing."""
    for faction, name in enumerate(FACTIONS):
        yield Drawing(f"cards/{name}.webp", _card(faction), WIDEST, True)
        yield Drawing(f"signs/{name}.webp", _sign(faction), 128)
    for name, colour in zip(SEAT_FILES, SEAT_COLOURS, strict=True):
        seat = composed(PARTS / f"seats/{name}.svg", Paint({"seat": colour}))
        yield Drawing(f"signs/{name}.webp", seat, 128)
    for name, fur in zip(CANDIDATE_FILES, FURS, strict=True):
        yield Drawing(f"candidates/{name}.webp", _candidate(name, fur), 128)
        yield Drawing(f"mayors/{name}.webp", _mayor(name, fur), MAYOR)
    yield Drawing("back.webp", _plain("frames/back"), WIDEST, True)
    yield Drawing("point.webp", _plain("frames/point"), 96)
    yield Drawing("turn.webp", _plain("frames/turn"), 96)
    yield Drawing("asked.webp", _plain("frames/asked"), 96)
    yield Drawing("board.webp", _plain("backgrounds/board"), ABOVE_TEXT_PIXELS[0], True)
    yield Drawing("banner.webp", _plain("backgrounds/banner", _cats()), ABOVE_TEXT_PIXELS[0], True)


def _paint(faction: int) -> Paint:
    return Paint(asdict(LOOKS[faction]), shaded=SHADED)


def _card(faction: int) -> str:
    """Return a card with this faction's cat on it."""
    paint = _paint(faction)
    cat = PARTS / f"cats/{FACTIONS[faction]}.svg"
    return composed(PARTS / "frames/card.svg", paint, {"cat": (cat, paint)})


def _sign(faction: int) -> str:
    """Return the head of this faction's cat, with a wide rim."""
    paint = replace(_paint(faction), edge=RIM)
    head = PARTS / f"heads/{FACTIONS[faction]}.svg"
    return composed(PARTS / "frames/sign.svg", paint, {"head": (head, paint)}, ROOM)


def _candidate(name: str, fur: Fur) -> str:
    """Return the sign with this candidate's head."""
    paint = Paint(asdict(fur), shaded=SHADED)
    head = PARTS / f"candidates/{name}.svg"
    return composed(PARTS / "frames/sign.svg", paint, {"head": (head, paint)})


def _mayor(name: str, fur: Fur) -> str:
    """Return this candidate with the chain of office, behind a lectern."""
    paint = Paint(asdict(fur), shaded=SHADED)
    head = PARTS / f"candidates/{name}.svg"
    robed = Paint({"ink": fur.ink, "cloth": ROBE})
    return composed(PARTS / "frames/mayor.svg", robed, {"head": (head, paint)})


def _plain(part: str, links: Links | None = None) -> str:
    return composed(PARTS / f"{part}.svg", Paint({}), links)


def _cats() -> Links:
    """Return what stands in the place of each link that is named after a faction."""
    return {
        name: (PARTS / f"cats/{name}.svg", _paint(faction)) for faction, name in enumerate(FACTIONS)
    }
