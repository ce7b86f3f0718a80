"""All drawings of Cloaked Cats, put together from the parts."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.cloaked_cats.art.pieces import (
    CARDS,
    COATS,
    FIGURE,
    KEYS,
    MASK_COLOURS,
    MASK_FILES,
    PLAIN,
    PLAIN_PATTERN,
    POSTURES,
    Coat,
)
from bot.games.cloaked_cats.state import CATS, COLOURS, FEATURES, PATTERNS, POSES
from tools.build_art.parts import GAMES, Drawing, Links, Paint, composed

PARTS = GAMES / "cloaked_cats/parts"

FEATURE = 182
"""The width in which the feature cards are at hand."""
GREY = Coat("#D9DCE8", "#FFFFFF", "#9D97AE", "#C3C7D8")
"""The coat of a cat that stands for its pose alone."""
WHITE = Coat("#FFFFFF", "#FFFFFF", "#2A2233", "#FFFFFF")
"""The bar of a feature card, and the fur that stands for its pattern alone."""
GUESTS = (14, 2, 23, 29, 36)
"""The cats on the banner, from left to right."""
SHADED = (200, 330)
"""From where to where a plain coat darkens, in a card's units."""
TURNS = {"striped": 12, "spotted": 20}
"""By how many degrees the tiles of the patterns are turned."""


def drawings() -> Iterator[Drawing]:
    """Yield every drawing."""
    for cat in range(len(CATS)):
        svg = _card(cat)
        yield from (Drawing(f"cards/{width}/{cat:02}.webp", svg, width, True) for width in CARDS)
    for feature in range(len(FEATURES)):
        yield Drawing(f"features/{FEATURES[feature]}.webp", _feature_card(feature), FEATURE, True)
        yield Drawing(f"signs/{FEATURES[feature]}.webp", _sign(feature), 128)
    for name, colour in zip(MASK_FILES, MASK_COLOURS, strict=True):
        mask = composed(PARTS / f"masks/{name}.svg", Paint({"mask": colour}))
        yield Drawing(f"signs/{name}.webp", mask, 128)
    yield from _figures()
    yield Drawing("chip.webp", _plain("frames/chip"), 96)
    yield Drawing("chip-newest.webp", _plain("frames/chip-newest"), 96)
    yield Drawing("crown.webp", _plain("frames/crown"), 128)
    yield Drawing("floor.webp", _plain("backgrounds/floor"), 600, True)
    yield Drawing("podium.webp", _plain("backgrounds/podium"), 700, True)
    yield Drawing("banner.webp", _banner(), ABOVE_TEXT_PIXELS[0], True)


def _paint(coat: Coat, features: Iterable[int] = ()) -> Paint:
    """Return a coat with the layers of these features, and no others."""
    shown = {FEATURES[feature] for feature in features}
    pattern = next((FEATURES[number] for number in PATTERNS if FEATURES[number] in shown), None)
    return Paint(
        swatches=asdict(coat),
        hidden=frozenset(FEATURES) - shown,
        tile=PARTS / f"patterns/{pattern}.svg" if pattern else None,
        turn=TURNS[pattern] if pattern else 0,
        shaded=SHADED,
    )


def _plain(part: str, links: Links | None = None) -> str:
    return composed(PARTS / f"{part}.svg", _paint(GREY), links)


def _figure(cat: int) -> tuple[Path, Paint]:
    """Return the part and the paint of a whole cat."""
    pose, colour = (FEATURES[feature] for feature in CATS[cat][:2])
    return PARTS / f"poses/{pose}.svg", _paint(COATS[colour], CATS[cat])


def _card(cat: int) -> str:
    coat = COATS[FEATURES[CATS[cat][1]]]
    caption = _paint(replace(coat, shade=coat.coat), CATS[cat])
    return composed(PARTS / "frames/cat.svg", caption, {"cat": _figure(cat)})


def _feature_card(feature: int) -> str:
    """Return a feature card; the bar below is white, or of the colour that the card stands for."""
    name = FEATURES[feature]
    figure, bar = _paint(GREY), WHITE
    picture = PARTS / f"features/{name}.svg"
    if feature in POSES:
        picture = PARTS / f"poses/{name}.svg"
    elif feature in COLOURS:
        figure, bar, picture = _paint(COATS[name]), COATS[name], PARTS / "features/colour.svg"
    elif feature in PATTERNS:
        figure, picture = _paint(WHITE, (feature,)), PARTS / "features/fur.svg"
    return composed(PARTS / "frames/feature.svg", _paint(bar), {"feature": (picture, figure)})


def _sign(feature: int) -> str:
    name = FEATURES[feature]
    if feature in COLOURS:
        return composed(PARTS / "signs/colour.svg", _paint(COATS[name]))
    return _plain(f"signs/{name}")


def _figures() -> Iterator[Drawing]:
    """Yield the cats that are painted at run time (`figures.figure`), in both keys."""
    for posture in POSTURES:
        for pattern in (None, *PATTERNS):
            name = PLAIN_PATTERN if pattern is None else FEATURES[pattern]
            features = () if pattern is None else (pattern,)
            for key, (coat, light, marks) in KEYS.items():
                keyed = replace(PLAIN, coat=coat, light=light, marks=marks, shade=coat)
                svg = composed(PARTS / f"poses/{posture}.svg", _paint(keyed, features))
                yield Drawing(f"figures/{posture}-{name}-{key}.webp", svg, FIGURE)


def _banner() -> str:
    links = {f"cat-{place}": _figure(cat) for place, cat in enumerate(GUESTS, 1)}
    return _plain("backgrounds/banner", links)
