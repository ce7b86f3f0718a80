"""The shapes of Cloaked Cats: cats, features and masks, drawn without any words.

Units are those of a card, 300 wide and 400 high; the cat stands between y = 82 and 316.
"""

from functools import lru_cache
from math import sin

from msgspec import Struct
from PIL import Image

from bot.art.kit import (
    GREY,
    INK,
    PINK,
    WHITE,
    Canvas,
    Point,
    Shape,
    arc,
    line,
    moved,
    oval,
    polygon,
)
from bot.games.cloaked_cats.cards import ACCESSORIES, CATS, COLOURS, PATTERNS, POSES

CARD = (300, 400)

COATS = (
    ("#FCFBFA", "#FFFFFF", "#9D97AE"),
    ("#6F4016", "#C99A66", "#2E1402"),
    ("#3C8DFD", "#BBDCFF", "#0F3F94"),
    ("#3B3747", "#77718A", "#9892AB"),
    ("#30C688", "#C6F3DC", "#0B6A44"),
    ("#FCCB24", "#FFF0B8", "#C96F00"),
    ("#7429C5", "#D6B5F5", "#B285F2"),
    ("#EA434E", "#FFC6C0", "#850C1C"),
)
"""Base, light and marks of each coat colour, in the order of the features."""

OUTLINE = 4.5
HALO = 10.0


class Layer(Struct, frozen=True):
    """Shapes of one fill. "coat" and "light" stand for the cat's own colours."""

    fill: str
    shapes: tuple[Shape, ...]
    outline: float = OUTLINE


def _plain(fill: str, *shapes: Shape) -> Layer:
    return Layer(fill, shapes, 0)


def _solid(fill: str, *shapes: Shape) -> Layer:
    return Layer(fill, shapes)


def _layers(layers: tuple[Layer, ...], x: float, y: float, size: float) -> tuple[Layer, ...]:
    """Scale layers around their origin and move them."""
    return tuple(Layer(o.fill, moved(o.shapes, x, y, size), o.outline) for o in layers)


def _eyes(rx: float, ry: float, pupil: float, y: float = -4) -> tuple[Layer, ...]:
    return (
        Layer(WHITE, (oval(-23, y, rx, ry), oval(23, y, rx, ry)), 3),
        _plain(INK, oval(-22, y, pupil, pupil * 1.15), oval(24, y, pupil, pupil * 1.15)),
        _plain(WHITE, oval(-25, y - pupil * 0.4, pupil * 0.34, pupil * 0.34),
               oval(21, y - pupil * 0.4, pupil * 0.34, pupil * 0.34)),
    )  # fmt: skip


HEAD: tuple[Layer, ...] = (
    _solid(
        "coat",
        polygon((-50, -14), (-46, -66), (-10, -36), width=8),
        polygon((50, -14), (46, -66), (10, -36), width=8),
        oval(0, 0, 58, 46),
    ),
    _plain("#FF9DB8", polygon((-42, -28), (-41, -54), (-22, -38), width=3),
           polygon((42, -28), (41, -54), (22, -38), width=3)),
    _plain("light", oval(0, 22, 27, 18)),
    _plain(INK, line(4, (-36, 14), (-70, 8)), line(4, (-36, 22), (-69, 26)),
           line(4, (36, 14), (70, 8)), line(4, (36, 22), (69, 26))),
    _plain(PINK, polygon((-6, 10), (6, 10), (0, 16), width=4)),
)  # fmt: skip

SMILE = _plain(INK, line(4, *arc((0, 14), (14, 14), 15, 165)))

FACES: tuple[tuple[Layer, ...], ...] = (
    (   # leaping: wide eyes, fangs
        *_eyes(13, 16, 6),
        Layer("#8C1C3A", (polygon(*arc((0, 20), (17, 17), 0, 180)),), 3),
        _plain(WHITE, polygon((-13, 20), (-5, 20), (-9, 30)), polygon((5, 20), (13, 20), (9, 30))),
    ),
    (   # strutting: lashes and lips
        _plain(WHITE, polygon(*arc((-23, -4), (15, 13), 0, 180)),
               polygon(*arc((23, -4), (15, 13), 0, 180))),
        _plain(INK, oval(-23, 1, 6, 7), oval(23, 1, 6, 7),
               line(6, (-40, -6), (-6, -4)), line(6, (40, -6), (6, -4)),
               line(4, (-38, -6), (-48, -16)), line(4, (-30, -6), (-36, -19)),
               line(4, (38, -6), (48, -16)), line(4, (30, -6), (36, -19))),
        Layer(PINK, (oval(-5, 27, 7, 4.5), oval(5, 27, 7, 4.5)), 2),
    ),
    (   # seated: a scowl
        *_eyes(12, 9, 5, 2),
        _plain(INK, line(9, (-42, -20), (-9, -6)), line(9, (42, -20), (9, -6)),
               line(5, *arc((0, 36), (16, 10), 195, 345))),
    ),
    (   # lazy: asleep
        _plain(INK, line(5, *arc((-23, -6), (13, 9), 10, 170)),
               line(5, *arc((23, -6), (13, 9), 10, 170))),
        Layer("#8C1C3A", (oval(0, 27, 6, 7),), 3),
    ),
    (   # playful: huge pupils, tongue
        *_eyes(19, 21, 14, -5),
        Layer("#FF7E8F", (polygon(*arc((0, 22), (9, 13), 0, 180)),), 3),
        SMILE,
    ),
)  # fmt: skip


def _head(pose: int, x: float, y: float, size: float) -> tuple[Layer, ...]:
    return _layers(HEAD + FACES[pose], x, y, size)


def _hoop(start: float, end: float) -> tuple[Layer, ...]:
    ring = moved((line(12, *arc((0, 0), (34, 104), start, end)),), 122, 208, 1, 14)
    bits = range(int(start), int(end), 30)
    white = (line(12, *arc((0, 0), (34, 104), a, a + 13)) for a in bits)
    return (_solid(PINK, *ring), _plain(WHITE, *moved(white, 122, 208, 1, 14)))


def _wings() -> tuple[Shape, ...]:
    return tuple(
        wing
        for side in (-1, 1)
        for wing in (
            polygon((0, 10), (side * 44, -48), (side * 50, -4), width=10),
            polygon((0, 10), (side * 38, 16), (side * 28, 48), width=10),
        )
    )


def _zed(x: float, y: float, size: float) -> Shape:
    return line(9 * size, *((x + a * size, y + b * size) for a, b in
                            ((-15, -17), (15, -17), (-15, 17), (15, 17))))  # fmt: skip


FIGURES: tuple[tuple[Layer, ...], ...] = (
    (   # leaping daredevil: stretched out through a hoop
        *_hoop(90, 270),
        _solid("coat", line(24, (70, 258), (34, 236), (22, 196), (40, 166))),
        _solid("coat", line(30, (86, 262), (40, 300)), line(30, (196, 214), (272, 236))),
        _solid("coat", line(72, (92, 250), (188, 204)), line(30, (100, 272), (74, 302)),
               line(30, (196, 200), (272, 196))),
        *_hoop(-90, 90),
        *_head(0, 208, 160, 0.92),
    ),
    (   # strutting beauty: on tiptoe, pearls, tail high
        _plain("#FFFFFF", polygon((120, 84), (216, 84), (290, 314), (30, 314))),
        _solid("coat", line(22, (78, 206), (46, 176), (38, 134), (58, 104))),
        _solid("coat", line(22, (112, 236), (112, 302)), line(22, (174, 236), (182, 302))),
        _solid("coat", line(62, (92, 216), (178, 214)), line(22, (80, 236), (78, 302)),
               line(46, (182, 208), (200, 172)), line(22, (196, 226), (234, 250), (222, 284))),
        Layer(WHITE, tuple(oval(168 + 12 * i, 194 + (6, 11, 13, 12, 8, 2)[i], 7, 7)
                           for i in range(6)), 3),
        *_head(1, 204, 150, 0.86),
    ),
    (   # seated boss: in an armchair, with a tie
        _solid("#8E93AD", polygon((88, 128), (212, 128), (222, 312), (78, 312), width=30)),
        _solid("coat", polygon((118, 220), (182, 220), (204, 304), (96, 304), width=24)),
        _plain("light", oval(150, 262, 26, 38)),
        _solid("coat", line(30, (112, 226), (66, 246)), line(30, (188, 226), (234, 246))),
        _solid("#A7ACC4", polygon((52, 258), (68, 258), (68, 312), (52, 312), width=26),
               polygon((232, 258), (248, 258), (248, 312), (232, 312), width=26)),
        _solid("light", oval(120, 302, 23, 18), oval(180, 302, 23, 18)),
        _plain(PINK, oval(120, 306, 8, 6), oval(180, 306, 8, 6)),
        _solid(PINK, polygon((142, 214), (158, 214), (163, 258), (150, 274), (137, 258))),
        *_head(2, 150, 166, 0.98),
    ),
    (   # lazy layabout: asleep on a cushion
        _solid("#F2A7C6", oval(150, 294, 140, 22)),
        _solid("coat", oval(182, 240, 92, 58)),
        _solid("coat", line(24, *arc((212, 266), (56, 28), -10, 110))),
        _solid("coat", line(28, (60, 288), (128, 292))),
        *_head(3, 96, 244, 0.98),
        Layer(INK, (_zed(168, 156, 0.8), _zed(204, 142, 1), _zed(254, 120, 1.25)), 0),
    ),
    (   # playful kitty: rump up, a paw raised
        _solid("coat", line(24, (232, 220), (270, 186), (272, 140), (244, 118), (222, 134))),
        _solid("coat", line(34, (236, 236), (238, 298))),
        _solid("coat", line(86, (208, 224), (136, 256)), line(34, (204, 250), (206, 300))),
        _solid("coat", line(30, (128, 268), (160, 302)), line(34, (74, 252), (34, 166))),
        _plain(PINK, oval(34, 171, 8, 7), *(oval(x, y, 3.5, 4) for x, y in
                                            ((23, 163), (30, 156), (38, 156), (45, 163)))),
        *_head(4, 118, 210, 1.1),
    ),
)  # fmt: skip

YARN = (
    _solid("#FF7FB4", line(8, (30, 24), (46, 36), (62, 30)), oval(0, 0, 38, 38)),
    _plain("#B3246B", *(line(4, *arc((0, y), (36, 14), 190, 350)) for y in (-6, 10, 26)),
           *(line(4, *arc((x, 0), (14, 36), 100, 260)) for x in (0, 20))),
)  # fmt: skip
FISH = (
    _solid("#29C0D6", polygon((-32, -6), (32, -6), (2, 26), (-2, 26), width=6)),
    _solid(WHITE, line(7, (0, 28), (0, 46)), line(9, (-20, 48), (20, 48))),
    _solid("#FF8A2B", oval(-4, -24, 30, 18), polygon((18, -24), (42, -42), (42, -6), width=4)),
    _plain("#B34A00", line(4, *arc((-14, -24), (14, 14), -60, 60)), line(4, (32, -32), (32, -16))),
    _plain(WHITE, oval(-20, -28, 7, 7)),
    _plain(INK, oval(-21, -28, 3.5, 3.5)),
)
HAT = (
    _solid("#4B4459", polygon((-34, -44), (34, -44), (28, 22), (-28, 22), width=6),
           line(16, (-50, 26), (50, 26))),
    _plain(PINK, polygon((-29, 2), (29, 2), (28, 15), (-28, 15))),
    _plain("#8A83A0", line(7, (-22, -36), (-19, -8))),
)  # fmt: skip
MOUSE = (
    _solid("#C3C6D2", line(5, (-36, 4), (-54, -10), (-48, -30)), oval(-4, 0, 38, 24),
           polygon((20, -18), (48, 8), (20, 18), width=6)),
    _solid("#F7B6CB", oval(2, -24, 15, 16)),
    _solid("#FF8A2B", oval(-20, 24, 11, 11), oval(20, 24, 11, 11)),
    _plain(INK, oval(26, -4, 4, 5)),
    _plain(PINK, oval(50, 8, 6, 6)),
)  # fmt: skip
THINGS = (YARN, FISH, HAT, MOUSE)

STAR = tuple(
    arc((0, 4), (r, r), a - 90, a - 90)[0]
    for i in range(5)
    for r, a in ((46, 72 * i), (28, 72 * i + 36))
)
LEAF = ((0, -58), (12, -44), (34, -18), (42, 8), (34, 30), (16, 42), (5, 46), (5, 56))
MASKS: tuple[tuple[str, tuple[Shape, ...]], ...] = (
    ("#FCCB24", (polygon(*STAR, width=14),)),
    ("#EA434E", (polygon((-44, -46), (-26, -22), (26, -22), (44, -46), (42, 12), (0, 48), (-42, 12),
                         width=8),)),
    ("#30C688", (polygon(*LEAF, *((-x, y) for x, y in LEAF[::-1]), width=4),)),
    ("#7429C5", (*_wings(), oval(0, 4, 26, 30))),
)  # fmt: skip
"""Colour and shape of each seat's masks: a star, horns, a leaf, a moth."""

HAT_SPOTS = ((204, 120, 0.58), (202, 112, 0.54), (150, 121, 0.7), (92, 184, 0.85), (118, 142, 0.95))
"""Where each pose wears the hat: x, y and size."""
SPOTS = ((236, 266, 0.9), (240, 254, 0.84), (62, 238, 0.92), (226, 262, 0.9), (54, 274, 0.84))
"""Where each pose has any other accessory."""


@lru_cache(maxsize=32)
def coat(colour: int, pattern: int | None) -> Image.Image:
    """Return a card-sized piece of fur, `FINE` times larger than life, in a feature colour."""
    base, _, marks = COATS[colour - COLOURS.start]
    return cloth(base, marks, pattern)


def cloth(base: str, marks: str, pattern: int | None) -> Image.Image:
    """Return a card-sized piece of `base` with stripes, spots or nothing, as large as `coat`."""
    canvas = Canvas(*CARD, base)
    if pattern == PATTERNS[0]:
        for x in range(-10, 330, 34):
            wave: list[Point] = [(x + 8 * sin(y / 11), y) for y in range(0, 410, 6)]
            canvas.paint((line(12, *wave),), marks)
    elif pattern == PATTERNS[1]:
        spots = (
            oval(x + 16 * (row % 2), 26.0 * row, 8.5, 7.5)
            for row in range(17)
            for x in range(0, 320, 33)
        )
        canvas.paint(spots, marks)
    return canvas.fine()


def _draw(canvas: Canvas, layers: tuple[Layer, ...], light: str, fur: Image.Image | None) -> None:
    """Paint layers from the back to the front: a white halo, then each with its outline."""
    for layer in layers:
        if layer.outline == OUTLINE:
            canvas.paint(layer.shapes, WHITE, HALO)
    for layer in layers:
        if layer.outline:
            canvas.paint(layer.shapes, INK, layer.outline)
        fill = {"light": light, "coat": fur}.get(layer.fill) or layer.fill
        canvas.paint(layer.shapes, fill)


@lru_cache(maxsize=len(CATS))
def cat(number: int) -> Image.Image:
    """Return the cat of card `number` on nothing, at the size of a card."""
    pose, colour, *rest = CATS[number]
    pattern = next((f for f in rest if f in PATTERNS), None)
    canvas = Canvas(*CARD)
    _draw(canvas, FIGURES[pose], COATS[colour - COLOURS.start][1], coat(colour, pattern))
    for thing in rest:
        if thing in ACCESSORIES:
            which = thing - ACCESSORIES.start
            spot = HAT_SPOTS[pose] if THINGS[which] is HAT else SPOTS[pose]
            _draw(canvas, _layers(THINGS[which], *spot), WHITE, None)
    return canvas.image()


@lru_cache(maxsize=len(MASKS))
def mask(seat: int) -> Image.Image:
    """Return a seat's mask without its letter on nothing, 120 x 120."""
    colour, shapes = MASKS[seat]
    canvas = Canvas(120, 120)
    _draw(canvas, (Layer(colour, moved(shapes, 60, 60)),), WHITE, None)
    return canvas.image()


@lru_cache(maxsize=19)
def feature(number: int) -> Image.Image:
    """Return a feature's picture on nothing, 300 x 250."""
    canvas = Canvas(*CARD)
    if number in POSES:
        _draw(canvas, FIGURES[number], WHITE, Canvas(*CARD, GREY).fine())
    elif number in COLOURS:
        light = COATS[number - COLOURS.start][1]
        big = _layers(HEAD + FACES[4], 150, 218, 1.7)
        _draw(canvas, big, light, coat(number, None))
    elif number in PATTERNS:
        swatch = polygon((86, 126), (214, 126), (214, 272), (86, 272), width=56)
        _draw(canvas, (_solid("coat", swatch),), WHITE, cloth(WHITE, INK, number))
    else:
        _draw(canvas, _layers(THINGS[number - ACCESSORIES.start], 150, 198, 2.1), WHITE, None)
    return canvas.image().crop((0, 74, 300, 324))
