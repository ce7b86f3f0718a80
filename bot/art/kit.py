"""Colours, fonts, text that fits, smooth shapes, and the encoding of pictures.

Lengths are pixels unless said otherwise. Colours are "#RRGGBB".
"""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path

from msgspec import Struct
from PIL import Image, ImageColor, ImageDraw, ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed-Bold.ttf"

INK = "#2A2233"
WHITE = "#FFFFFF"
TABLE = "#2B2140"
PAPER = "#F5EFFF"
CREAM = "#FFF3D6"
GROUND = "#DCE4F3"
PINK = "#FF5FA2"
GREY = "#D9DCE8"

FINE = 3
"""How much larger than life shapes are drawn, so that shrinking makes their edges smooth."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Shape(Struct, frozen=True):
    """A line with round ends and joints; where filled, its inside, too."""

    points: tuple[Point, ...]
    width: float = 0
    filled: bool = False


def line(width: float, *points: Point) -> Shape:
    """Return a line through `points`."""
    return Shape(points, width)


def polygon(*points: Point, width: float = 0) -> Shape:
    """Return a filled polygon; a `width` rounds its corners and makes it that much larger."""
    return Shape((*points, points[0]), width, True)


def arc(centre: Point, radii: Point, start: float, end: float) -> tuple[Point, ...]:
    """Return points on an ellipse from one angle to another; 0 is right, 90 degrees is down."""
    steps = max(4, int(abs(end - start) / 8))
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return tuple((centre[0] + radii[0] * cos(a), centre[1] + radii[1] * sin(a)) for a in angles)


def oval(cx: float, cy: float, rx: float, ry: float, tilt: float = 0) -> Shape:
    """Return a filled ellipse around (cx, cy), turned clockwise by `tilt` degrees."""
    c, s = cos(radians(tilt)), sin(radians(tilt))
    around = ((x * c - y * s, x * s + y * c) for x, y in arc((0, 0), (rx, ry), 0, 360))
    return Shape(tuple((cx + x, cy + y) for x, y in around), 0, True)


def moved(
    shapes: Iterable[Shape], dx: float, dy: float, size: float = 1, turn: float = 0
) -> tuple[Shape, ...]:
    """Return shapes turned by `turn` degrees and scaled around the origin, then moved."""
    c, s = cos(radians(turn)) * size, sin(radians(turn)) * size
    return tuple(
        Shape(
            tuple((dx + x * c - y * s, dy + x * s + y * c) for x, y in shape.points),
            shape.width * size,
            shape.filled,
        )
        for shape in shapes
    )


class Canvas:
    """A picture under the brush, `FINE` times larger than the `image` it ends as."""

    def __init__(self, width: int, height: int, ground: str | None = None) -> None:
        """Start with a plain `ground`, or with nothing: transparent."""
        self.size = (width * FINE, height * FINE)
        self._image = Image.new("RGBA", self.size, ground or (0, 0, 0, 0))

    def paint(self, shapes: Iterable[Shape], fill: str | Image.Image, grow: float = 0) -> None:
        """Fill the union of `shapes`, each `grow` larger on every side.

        `fill` is a colour or a `FINE` times larger image of which that part is shown.
        """
        shapes = tuple(shapes)
        if isinstance(fill, str):
            _brush(ImageDraw.Draw(self._image), shapes, ImageColor.getrgb(fill), grow)
            return
        left, top, right, bottom = _bounds(shapes, grow)
        stencil = Image.new("L", (right - left, bottom - top))
        _brush(ImageDraw.Draw(stencil), moved(shapes, -left / FINE, -top / FINE), 255, grow)
        self._image.paste(fill.crop((left, top, right, bottom)), (left, top), stencil)

    def fine(self) -> Image.Image:
        """Return the picture as it is, `FINE` times larger than life."""
        return self._image

    def image(self) -> Image.Image:
        """Return the finished picture, shrunk to life size."""
        return self._image.reduce(FINE)


def _bounds(shapes: Iterable[Shape], grow: float) -> tuple[int, int, int, int]:
    """Return a box around shapes, `FINE` times larger than life."""
    sides = [
        (x + sign * (shape.width / 2 + grow + 1), y + sign * (shape.width / 2 + grow + 1))
        for shape in shapes
        for x, y in shape.points
        for sign in (-1, 1)
    ]
    across, down = [x for x, _ in sides], [y for _, y in sides]
    corners = (min(across), min(down), max(across), max(down))
    left, top, right, bottom = (round(side * FINE) for side in corners)
    return left, top, right, bottom


def _brush(
    draw: ImageDraw.ImageDraw,
    shapes: Iterable[Shape],
    ink: tuple[int, ...] | int,
    grow: float,
) -> None:
    for shape in shapes:
        points = [(x * FINE, y * FINE) for x, y in shape.points]
        width = (shape.width + 2 * grow) * FINE
        if shape.filled:
            draw.polygon(points, fill=ink)
        if width:
            draw.line(points, fill=ink, width=round(width))
            r = width / 2
            for x, y in points:
                draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the kit's one font."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


class Fitted(Struct, frozen=True):
    """A text broken into lines, and the font size at which they fit."""

    lines: tuple[str, ...]
    size: int


LEADING = 1.1
"""From one line to the next, in font sizes."""


@lru_cache(maxsize=2048)
def fit(text: str, width: int, height: int, largest: int) -> Fitted:
    """Set `text` in one line, or break it at a space into two, whichever is larger in the box.

    The font size is at most `largest` and never less than 1.
    """
    words = text.split(" ")
    ways: list[tuple[str, ...]] = [(text,)]
    ways += [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return max((_sized(way, width, height, largest) for way in ways), key=lambda way: way.size)


def _sized(lines: tuple[str, ...], width: int, height: int, largest: int) -> Fitted:
    sample = 100
    longest = max(1.0, *(font(sample).getlength(each) for each in lines))
    size = min(largest, width * sample / longest, height / (len(lines) * LEADING))
    return Fitted(lines, max(1, int(size)))


def write(image: Image.Image, text: str, box: Box, largest: int, fill: str = INK) -> None:
    """Write `text` in the middle of `box` as large as it fits, at most `largest`."""
    left, top, right, bottom = box
    fitted = fit(text, int(right - left), int(bottom - top), largest)
    draw = ImageDraw.Draw(image)
    step = fitted.size * LEADING
    middle = (top + bottom - step * (len(fitted.lines) - 1)) / 2
    for number, each in enumerate(fitted.lines):
        baseline = middle + number * step + fitted.size * 0.34
        draw.text(((left + right) / 2, baseline), each, fill, font(fitted.size), anchor="ms")


def measure(text: str, box: Box, largest: int) -> float:
    """Return how wide `write` makes `text`."""
    left, top, right, bottom = box
    fitted = fit(text, int(right - left), int(bottom - top), largest)
    return max(font(fitted.size).getlength(each) for each in fitted.lines)


def on(ground: str) -> str:
    """Return ink or white, whichever is easier to read on `ground`."""
    light = _luminance(ground) + 0.05
    return INK if light / (_luminance(INK) + 0.05) > 1.05 / light else WHITE


def _luminance(colour: str) -> float:
    """Return the relative luminance as the WCAG defines it, 0 to 1."""
    parts = [value / 255 for value in ImageColor.getrgb(colour)[:3]]
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def rounded(
    image: Image.Image, box: Box, radius: float, fill: str, *, edge: str = INK, width: int = 0
) -> None:
    """Draw a rectangle with round corners and smooth edges, its `edge` inside the box."""
    left, top, right, bottom = (round(side) for side in box)
    w, h = right - left, bottom - top
    if width:
        image.paste(edge, (left, top), corners(w, h, round(radius)))
    inner = (w - 2 * width, h - 2 * width)
    image.paste(fill, (left + width, top + width), corners(*inner, max(0, round(radius) - width)))


@lru_cache(maxsize=128)
def corners(width: int, height: int, radius: int) -> Image.Image:
    """Return a stencil of a rectangle with round corners."""
    stencil = Image.new("L", (width * FINE, height * FINE))
    box = (0, 0, width * FINE - 1, height * FINE - 1)
    ImageDraw.Draw(stencil).rounded_rectangle(box, radius * FINE, 255)
    return stencil.reduce(FINE)


def glue(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Lay a transparent `piece` on `image` with its left upper corner at (x, y)."""
    image.paste(piece, (round(x), round(y)), piece)


def webp(image: Image.Image) -> bytes:
    """Encode a picture; the same picture gives the same bytes."""
    out = BytesIO()
    image.convert("RGB").save(out, "WEBP", quality=70, method=2)
    return out.getvalue()
