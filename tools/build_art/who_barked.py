"""The drawings of Who Barked?, composed from the SVG parts of the game."""

from collections.abc import Iterator
from pathlib import Path

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.engine.text_helpers import SEAT_LETTERS
from bot.games.who_barked.art.pieces import (
    CAT_MOODS,
    CAT_RASTER_WIDTH_PIXELS,
    DOG_MOODS,
    FUR_PATTERNS,
    FURS,
    GOAL_RASTER_WIDTH_PIXELS,
    HOUSE_RASTER_WIDTH_PIXELS,
    MARK_RASTER_WIDTH_PIXELS,
    SKY_RASTER_WIDTH_PIXELS,
    Fur,
)
from bot.games.who_barked.model.state import SETUPS_BY_SEATS
from tools.build_art.parts import EDGE_UNITS, GAMES_FOLDER, Drawing, Paint, compose

PARTS_FOLDER = GAMES_FOLDER / "who_barked/parts"
ALARMS, GOALS = SETUPS_BY_SEATS[5].alarms, len(SETUPS_BY_SEATS[5].goals)
TAG_LAYER = "paw"
"""What cats on the banner have on their tags instead of a letter."""
LETTERS = SEAT_LETTERS.lower()[: len(FURS)]
GOAL_LAYERS = {"full": ("empty",), "empty": ("full",)}
SKIES, STARS = ("night", "dawn"), ("lit", "out")
BANNER_CATS = {"cat-1": 0, "cat-2": 4, "cat-3": 2, "cat-4": 7}
"""The letters of the cats on the lobby's banner, by their place from left to right."""
BANNER_DOG_LETTER, BANNER_ALARMS = 1, 1
PLAIN = Paint({})


def list_drawings() -> Iterator[Drawing]:
    """Yield every drawing of the game, ready to be rasterised."""
    for letter, fur in zip(LETTERS, FURS, strict=True):
        paint = _make_paint(fur, moods=(), hidden={TAG_LAYER})
        cat, dog = (_compose(part, paint, EDGE_UNITS) for part in ("cat", "dog"))
        yield Drawing(f"cats/{letter}.webp", cat, CAT_RASTER_WIDTH_PIXELS)
        yield Drawing(f"dogs/{letter}.webp", dog, CAT_RASTER_WIDTH_PIXELS)
        hidden = {*LETTERS} - {letter}
        sign = _compose("sign", _make_paint(fur, moods=("calm",), hidden=hidden))
        yield Drawing(f"signs/cat-{letter}.webp", sign, 128)
    yield from _list_moods()
    for goal in range(GOALS):
        for name, hidden_layers in GOAL_LAYERS.items():
            svg = _compose(f"goals/{goal}", Paint({}, frozenset(hidden_layers)), EDGE_UNITS)
            yield Drawing(f"goals/{goal}-{name}.webp", svg, GOAL_RASTER_WIDTH_PIXELS)
    for alarms in range(ALARMS + 1):
        svg = _compose("house", _make_house_paint(alarms), EDGE_UNITS)
        yield Drawing(f"house/{alarms}.webp", svg, HOUSE_RASTER_WIDTH_PIXELS)
    for file in sorted((PARTS_FOLDER / "marks").glob("*.svg")):
        width = 300 if file.stem == "burst" else MARK_RASTER_WIDTH_PIXELS
        svg = compose(file, Paint({}, frozenset(DOG_MOODS[1:])), margin=EDGE_UNITS)
        yield Drawing(f"marks/{file.stem}.webp", svg, width)
    for sky in SKIES:
        svg = _compose("backgrounds/sky", Paint({}, frozenset(SKIES) - {sky}))
        yield Drawing(f"sky/{sky}.webp", svg, SKY_RASTER_WIDTH_PIXELS, True)
    for star in STARS:
        svg = _compose("star", Paint({}, frozenset(STARS) - {star}))
        yield Drawing(f"star-{star}.webp", svg, 32)
    yield Drawing("moon.webp", _compose("moon", PLAIN), MARK_RASTER_WIDTH_PIXELS)
    yield Drawing("window.webp", _compose("window", PLAIN), 200)
    kitchen = _compose("backgrounds/kitchen", PLAIN)
    yield Drawing("kitchen.webp", kitchen, ABOVE_TEXT_PIXELS[0], True)
    yield Drawing("banner.webp", _compose_banner(), ABOVE_TEXT_PIXELS[0], True)


def _list_moods() -> Iterator[Drawing]:
    """Yield the faces that are laid on cats and dogs, in pictures as large as theirs."""
    swatches = {"light": FURS[0].light}
    for kind, part, moods in (("cats", "face", CAT_MOODS), ("dogs", "dog-face", DOG_MOODS)):
        for mood in moods:
            hidden = frozenset(moods) - {mood} | {"base"}
            svg = _compose_overlay(part, Paint(swatches, hidden))
            yield Drawing(f"{kind}/{mood}.webp", svg, CAT_RASTER_WIDTH_PIXELS)
    yield Drawing("cats/eyes.webp", _compose_overlay("eyes", PLAIN), CAT_RASTER_WIDTH_PIXELS)


def _compose_overlay(part: str, paint: Paint) -> str:
    links = {"overlay": (PARTS_FOLDER / f"{part}.svg", paint)}
    return compose(PARTS_FOLDER / "overlay.svg", PLAIN, links, EDGE_UNITS)


def _compose_banner() -> str:
    """Compose the banner with full goals, four cats, and a dog with its hood off."""
    full = Paint({}, frozenset(GOAL_LAYERS["full"]))
    goals = enumerate(("tin", "cheese", "roast"))
    links = {name: (_find_part(f"goals/{goal}"), full) for goal, name in goals}
    links["house"] = (_find_part("house"), _make_house_paint(BANNER_ALARMS))
    for name, letter in BANNER_CATS.items():
        links[name] = (_find_part("cat"), _make_paint(FURS[letter], moods=("calm",)))
    links["dog"] = (_find_part("dog"), _make_paint(FURS[BANNER_DOG_LETTER], moods=("happy",)))
    return compose(_find_part("backgrounds/banner"), PLAIN, links)


def _make_paint(fur: Fur, moods: tuple[str, ...], hidden: set[str] | None = None) -> Paint:
    """Return the paint of a cat with its own pattern, and with a face of one of these moods."""
    colours = {"coat": fur.coat, "marks": fur.marks, "light": fur.light, "ear": fur.ear}
    others = {*FUR_PATTERNS} - {fur.pattern} | {*CAT_MOODS, *DOG_MOODS} - {*moods}
    swatches = {**colours, "shade": fur.coat}
    return Paint(swatches, frozenset(others | (hidden or set())))


def _make_house_paint(alarms: int) -> Paint:
    """Return the paint of the house in which the humans have been woken so often."""
    hidden = (f"{'dark' if n <= alarms else 'lit'}-{n}" for n in range(1, ALARMS + 1))
    return Paint({}, frozenset(hidden))


def _compose(part: str, paint: Paint, margin: float = 0) -> str:
    return compose(_find_part(part), paint, margin=margin)


def _find_part(part: str) -> Path:
    return PARTS_FOLDER / f"{part}.svg"
