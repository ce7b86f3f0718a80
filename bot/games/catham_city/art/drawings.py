"""All drawings of Catham City, put together from the parts. The bot itself only needs rasters."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import asdict, replace

from bot.art.build.parts import Drawing, Links, Paint, composed
from bot.art.sheet import ABOVE
from bot.games.catham_city.art.palette import FURS, LOOKS, SEAT_COLOURS, Fur
from bot.games.catham_city.art.pieces import CANDIDATE_FILES, MAYOR, SEAT_FILES, WIDEST
from bot.games.catham_city.state import FACTIONS

PARTS = Path(__file__).parent.parent / "parts"

ROBE = "#A3263F"
"""What a mayor wears."""
SHADED = (-10, 50)
"""From where to where a coat darkens, in a head's units."""


RIM, ROOM = 11.0, 4.0
"""The edge of a sign in a head's units, and the room around it: it also stands on buttons, which
are grey or blurple, and there is 24 pixels wide."""


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
    yield Drawing("board.webp", _plain("backgrounds/board"), ABOVE[0], True)
    yield Drawing("banner.webp", _plain("backgrounds/banner", _cats()), ABOVE[0], True)


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
