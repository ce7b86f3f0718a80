"""All drawings of Quickpick, put together from the parts."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.quickpick.art.pieces import BACK, HANDS, SEAT_COLOURS
from bot.games.quickpick.state import FEATURES, LETTERS, PART_NAMES, PARTS, part
from tools.build_art.parts import GAMES, Drawing, Links, Paint, composed

FILES = GAMES / "quickpick/parts"


FACE = 288
"""The width in which the faces are at hand."""
COMPOSER = 320
"""The width in which the composer's monster is at hand."""


class Coat(Struct, frozen=True):
    """The colours of a monster, each "#RRGGBB"; by the names of the swatches in its parts."""

    coat: str
    shade: str
    """Towards which the coat darkens below."""
    light: str
    """Of the muzzle."""
    marks: str
    """Of eyelids, spikes, hair and fins."""
    ink: str = "#2A2233"


COATS = {
    "green": Coat("#86DB8F", "#5CC47C", "#DDF7D9", "#2F9B62"),
    "orange": Coat("#FFB071", "#FF8F5A", "#FFE6CC", "#DD6335"),
    "blue": Coat("#98CCFF", "#6DB0F7", "#DFF0FF", "#3F83D6"),
    "purple": Coat("#DCB2FF", "#BF8CF5", "#F5E6FF", "#8D55CE"),
}
"""The coats of the monsters."""
GREY = Coat("#F1F2F7", "#DADDE8", "#FFFFFF", "#9AA1B8")
"""The coat of a monster that stands for parts of a face alone."""


class Monster(Struct, frozen=True):
    """What a monster is apart from its face: parts and a coat, by their names."""

    head: str
    top: str
    coat: str


# Scattered, so that no decoration tells a feature.
MONSTERS = (
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
"""The monsters by mask."""
BLANK = frozenset({"square", "muzzle"})
"""The layers of the grey monster's head."""
STRAIGHT = "head-straight"
LAYERS = BLANK.union(
    PART_NAMES,
    (STRAIGHT, "nose"),
    *({monster.head, monster.top} for monster in MONSTERS),
)
NUMBERS = frozenset(str(seat + 1) for seat in range(len(SEAT_COLOURS)))
"""The layers of a hand."""
LEANING = PARTS[-1]
"""Parts that are no more than a turn of the head."""
SHADED = (-40, 110)
"""From where to where a coat darkens, in a face's units."""
RIM, ROOM = 14.0, 9.0
"""The edge of a sign in a face's units, and the room around it: it also stands on buttons, which
are blurple, and there is 24 pixels wide."""
GUESTS = (12, 1, 2, 11, 10, 3)
"""The masks on the banner, from left to right."""


def drawings() -> Iterator[Drawing]:
    """Yield every drawing."""
    for mask, letter in enumerate(LETTERS):
        file, paint = _mask(mask)
        yield Drawing(f"faces/{letter}.webp", composed(file, paint), FACE)
        rimmed = composed(file, replace(paint, edge=RIM), margin=ROOM)
        yield Drawing(f"signs/face-{letter}.webp", rimmed, 128)
    head = _paint(GREY, BLANK | {"antenna", "nose", STRAIGHT})
    yield Drawing("composer/head.webp", composed(FILES / "face.svg", head), COMPOSER)
    for name in PART_NAMES:
        yield Drawing(f"signs/{name}.webp", _sign(name), 128)
        if name not in LEANING:
            yield Drawing(f"composer/{name}.webp", _part(name), COMPOSER)
    for seat, colour in enumerate(SEAT_COLOURS):
        yield Drawing(f"signs/{HANDS[seat]}.webp", _hand(seat, colour), 128)
    yield Drawing("back.webp", _plain("back"), BACK, True)
    yield Drawing("crown.webp", _plain("crown"), 128)
    yield Drawing("tick.webp", _plain("tick"), 96)
    yield Drawing("beach.webp", _plain("backgrounds/beach"), 600, True)
    guests = {f"monster-{place}": _mask(mask) for place, mask in enumerate(GUESTS, 1)}
    yield Drawing("banner.webp", _plain("backgrounds/banner", guests), ABOVE_TEXT_PIXELS[0], True)


def _plain(part: str, links: Links | None = None) -> str:
    return composed(FILES / f"{part}.svg", Paint({}), links)


def _paint(coat: Coat, shown: Iterable[str]) -> Paint:
    """Return the paint of a monster that shows these layers alone."""
    return Paint(asdict(coat), LAYERS - frozenset(shown), shaded=SHADED)


def _mask(mask: int) -> tuple[Path, Paint]:
    """Return the part and the paint of a mask."""
    monster = MONSTERS[mask]
    parts = (PART_NAMES[part(mask, feature)] for feature in range(len(FEATURES)))
    shown = {monster.head, monster.top, "muzzle", "nose", *parts}
    return FILES / "face.svg", _paint(COATS[monster.coat], shown)


def _part(name: str) -> str:
    """Return one part of a face alone, for the composer."""
    return composed(FILES / "composer.svg", _paint(GREY, {name}))


def _sign(name: str) -> str:
    """Return the grey monster with one part of a face."""
    blank = _paint(GREY, BLANK | {name if name in LEANING else STRAIGHT})
    return composed(
        FILES / "sign.svg", _paint(GREY, {name}), {"blank": (FILES / "face.svg", blank)}
    )


def _hand(seat: int, colour: str) -> str:
    others = NUMBERS - {str(seat + 1)}
    return composed(FILES / "hand.svg", Paint({"seat": colour}, others))
