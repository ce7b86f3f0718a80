"""The drawings of Cloaked Cats, composed from the SVG parts of the game."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import asdict, replace

from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.cloaked_cats.art.pieces import (
    CARD_RASTER_WIDTHS_PIXELS,
    COATS,
    FIGURE_KEY_COLOURS,
    FIGURE_RASTER_WIDTH_PIXELS,
    MASK_COLOURS,
    MASK_FILES,
    PLAIN_COAT,
    PLAIN_PATTERN,
    POSTURES,
    Coat,
)
from bot.games.cloaked_cats.model.state import CATS, COLOURS, FEATURES, PATTERNS, POSES
from tools.build_art.parts import GAMES_FOLDER, Drawing, Links, Paint, compose

PARTS_FOLDER = GAMES_FOLDER / "cloaked_cats/parts"

FEATURE_WIDTH_PIXELS = 182
GREY_COAT = Coat("#D9DCE8", "#FFFFFF", "#9D97AE", "#C3C7D8")
"""The coat of a cat that shows only a pose."""
WHITE_COAT = Coat("#FFFFFF", "#FFFFFF", "#2A2233", "#FFFFFF")
"""The coat for the bar of a feature card, and for fur that shows only a pattern."""
BANNER_CATS = (14, 2, 23, 29, 36)
"""The cats on the lobby's banner, from left to right, as indices into `CATS`."""
SHADED_UNITS = (200, 330)
"""The heights at which a plain coat starts and ends to darken, in a card's units."""
PATTERN_ROTATION_DEGREES = {"striped": 12, "spotted": 20}


def list_drawings() -> Iterator[Drawing]:
    """Yield every drawing of the game, ready to be rasterised."""
    for cat in range(len(CATS)):
        svg = _compose_card(cat)
        yield from (
            Drawing(f"cards/{width}/{cat:02}.webp", svg, width, True)
            for width in CARD_RASTER_WIDTHS_PIXELS
        )
    for feature in range(len(FEATURES)):
        yield Drawing(
            f"features/{FEATURES[feature]}.webp",
            _compose_feature_card(feature),
            FEATURE_WIDTH_PIXELS,
            True,
        )
        yield Drawing(f"signs/{FEATURES[feature]}.webp", _compose_sign(feature), 128)
    for name, colour in zip(MASK_FILES, MASK_COLOURS, strict=True):
        mask = compose(PARTS_FOLDER / f"masks/{name}.svg", Paint({"mask": colour}))
        yield Drawing(f"signs/{name}.webp", mask, 128)
    yield from _list_figures()
    yield Drawing("chip.webp", _compose_plain("frames/chip"), 96)
    yield Drawing("chip-newest.webp", _compose_plain("frames/chip-newest"), 96)
    yield Drawing("crown.webp", _compose_plain("frames/crown"), 128)
    yield Drawing("floor.webp", _compose_plain("backgrounds/floor"), 600, True)
    yield Drawing("podium.webp", _compose_plain("backgrounds/podium"), 700, True)
    yield Drawing("banner.webp", _compose_banner(), ABOVE_TEXT_PIXELS[0], True)


def _make_paint(coat: Coat, features: Iterable[int] = ()) -> Paint:
    """Return the paint of a coat that shows the layers of only these features."""
    shown = {FEATURES[feature] for feature in features}
    pattern = next((FEATURES[number] for number in PATTERNS if FEATURES[number] in shown), None)
    return Paint(
        swatches=asdict(coat),
        hidden_layers=frozenset(FEATURES) - shown,
        pattern_part=PARTS_FOLDER / f"patterns/{pattern}.svg" if pattern else None,
        pattern_degrees=PATTERN_ROTATION_DEGREES[pattern] if pattern else 0,
        shading_range=SHADED_UNITS,
    )


def _compose_plain(part: str, links: Links | None = None) -> str:
    return compose(PARTS_FOLDER / f"{part}.svg", _make_paint(GREY_COAT), links)


def _find_figure(cat: int) -> tuple[Path, Paint]:
    pose, colour = (FEATURES[feature] for feature in CATS[cat][:2])
    return PARTS_FOLDER / f"poses/{pose}.svg", _make_paint(COATS[colour], CATS[cat])


def _compose_card(cat: int) -> str:
    coat = COATS[FEATURES[CATS[cat][1]]]
    caption = _make_paint(replace(coat, shade=coat.coat), CATS[cat])
    return compose(PARTS_FOLDER / "frames/cat.svg", caption, {"cat": _find_figure(cat)})


def _compose_feature_card(feature: int) -> str:
    """Compose a feature card; its bar is white, or has the colour that is the feature."""
    name = FEATURES[feature]
    figure, bar = _make_paint(GREY_COAT), WHITE_COAT
    picture = PARTS_FOLDER / f"features/{name}.svg"
    if feature in POSES:
        picture = PARTS_FOLDER / f"poses/{name}.svg"
    elif feature in COLOURS:
        figure, bar, picture = (
            _make_paint(COATS[name]),
            COATS[name],
            PARTS_FOLDER / "features/colour.svg",
        )
    elif feature in PATTERNS:
        figure, picture = _make_paint(WHITE_COAT, (feature,)), PARTS_FOLDER / "features/fur.svg"
    return compose(
        PARTS_FOLDER / "frames/feature.svg", _make_paint(bar), {"feature": (picture, figure)}
    )


def _compose_sign(feature: int) -> str:
    name = FEATURES[feature]
    if feature in COLOURS:
        return compose(PARTS_FOLDER / "signs/colour.svg", _make_paint(COATS[name]))
    return _compose_plain(f"signs/{name}")


def _list_figures() -> Iterator[Drawing]:
    """Yield the cats that the bot paints at run time (`make_figures`).

    Each is drawn in both sets of `FIGURE_KEY_COLOURS`.
    """
    for posture in POSTURES:
        for pattern in (None, *PATTERNS):
            name = PLAIN_PATTERN if pattern is None else FEATURES[pattern]
            features = () if pattern is None else (pattern,)
            for key, (coat, light, marks) in FIGURE_KEY_COLOURS.items():
                keyed = replace(PLAIN_COAT, coat=coat, light=light, marks=marks, shade=coat)
                svg = compose(PARTS_FOLDER / f"poses/{posture}.svg", _make_paint(keyed, features))
                yield Drawing(
                    f"figures/{posture}-{name}-{key}.webp", svg, FIGURE_RASTER_WIDTH_PIXELS
                )


def _compose_banner() -> str:
    links = {f"cat-{place}": _find_figure(cat) for place, cat in enumerate(BANNER_CATS, 1)}
    return _compose_plain("backgrounds/banner", links)
