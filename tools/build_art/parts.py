"""Puts drawings together from parts: SVG files with swatches, layers and linked pictures.

What the names in the files mean is told in `bot/games/cloaked_cats/parts/README.md`. Nothing is
drawn here: `tools/build_art/__main__.py` makes rasters of what comes out.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from itertools import count
from pathlib import Path
from xml.etree.ElementTree import (
    Element,
    ParseError,
    SubElement,
    parse,
    register_namespace,
    tostring,
)

from msgspec import Struct

from bot import games

GAMES = Path(games.__file__).parent
"""Each game with art has a folder `parts` there."""
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
register_namespace("", SVG)

GRADIENTS = {f"{{{SVG}}}linearGradient", f"{{{SVG}}}radialGradient"}
SHAPES = {
    f"{{{SVG}}}{tag}"
    for tag in ("path", "circle", "ellipse", "line", "polygon", "polyline", "rect")
}
STICKER = "sticker"
"""The layer that gets an edge."""
EDGE = 6.0
"""How far the white edge of a sticker mostly reaches beyond its outline."""
BOLD = 7.0
"""A line this wide gets an edge, too, in the same units."""
PATTERN = "pattern"
"""The swatch that is the coat with its pattern."""


class PartError(Exception):
    """A part cannot be used as it is; the text says which, and what to do."""


class Paint(Struct, frozen=True):
    """The colours and the features of one figure."""

    swatches: Mapping[str, str]
    """A colour "#RRGGBB" for each swatch. Who has a "coat" has a "shade" of it, too."""
    hidden: frozenset[str] = frozenset()
    """The layers that are left out."""
    tile: Path | None = None
    """The part that the swatch `pattern` repeats; without one it is `coat`, shaded downwards."""
    turn: float = 0
    """By how many degrees the tile is turned."""
    shaded: tuple[float, float] = (0, 1)
    """From where to where a plain coat darkens, in units of the part."""
    edge: float = EDGE
    """How far the white edge of a sticker reaches beyond its outline, in units of its own part."""


Links = Mapping[str, tuple[Path, Paint]]
"""What stands in the place of the linked pictures with these names."""


class Drawing(Struct, frozen=True):
    """A drawing to be made into a raster."""

    file: str
    """Where it goes in the folder of rasters, such as "cards/320/07.webp"."""
    svg: str
    width: int
    """Of the raster, in pixels."""
    opaque: bool = False
    """Without transparency: packed tighter."""


def composed(part: Path, paint: Paint, links: Links | None = None, margin: float = 0) -> str:
    """Return a part as SVG text with all that it links to, painted; raises `PartError`.

    `margin`: how much room is left around it, in its own units.
    """
    left, top, width, height = _view_box(_root(part), part)
    box = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    root = Element(f"{{{SVG}}}svg", {"viewBox": " ".join(map(str, box))})
    root.extend(_Composition(links or {}).figure(part, paint))
    return tostring(root, encoding="unicode")


class _Composition:
    """One drawing in the making. Each part in it gets ids of its own."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._numbers = count()

    def figure(self, part: Path, paint: Paint) -> list[Element]:
        """Return the contents of a part, painted, with the definition of its pattern."""
        if "coat" not in paint.swatches:
            return self._contents(part, paint, paint.swatches)
        pattern = f"pattern-{next(self._numbers)}"
        colours = {**paint.swatches, PATTERN: f"url(#{pattern})"}
        return [self._pattern(pattern, paint), *self._contents(part, paint, colours)]

    def _pattern(self, name: str, paint: Paint) -> Element:
        defs = Element(f"{{{SVG}}}defs")
        if paint.tile is None:
            start, end = paint.shaded
            down = {"id": name, "gradientUnits": "userSpaceOnUse", "x1": "0", "x2": "0"}
            down |= {"y1": f"{start:g}", "y2": f"{end:g}"}
            shading = SubElement(defs, f"{{{SVG}}}linearGradient", down)
            for offset, swatch in (("0", "coat"), ("1", "shade")):
                stop = {"offset": offset, "stop-color": paint.swatches[swatch]}
                SubElement(shading, f"{{{SVG}}}stop", stop)
            return defs
        _, _, width, height = _view_box(_root(paint.tile), paint.tile)
        size = {"width": f"{width:g}", "height": f"{height:g}"}
        turned = {"patternUnits": "userSpaceOnUse", "patternTransform": f"rotate({paint.turn:g})"}
        pattern = SubElement(defs, f"{{{SVG}}}pattern", {"id": name} | size | turned)
        pattern.extend(self._contents(paint.tile, paint, paint.swatches))
        return defs

    def _contents(self, part: Path, paint: Paint, colours: Mapping[str, str]) -> list[Element]:
        root, prefix = _root(part), f"part-{next(self._numbers)}"
        forks = {
            gradient.get("id", ""): colours[_href(gradient)[1:]]
            for gradient in root.iter()
            if gradient.tag in GRADIENTS and _href(gradient)[1:] in colours
        }
        return _Contents(self, part, paint, colours, forks, prefix).of(root)

    def linked(
        self, image: Element, name: str, part: Path, paint: Paint, colours: Mapping[str, str]
    ) -> Element:
        """Return the group that stands in the place of a linked picture."""
        look = _look(image)
        if name in self._links:
            target, painted = self._links[name]
            contents = self.figure(target, painted)
        else:
            target = _target(image, part)
            contents = self._contents(target, paint, colours)
        left, top, width, _ = _view_box(_root(target), target)
        scale = _number(look.get("width", "0")) / width
        x, y = _number(look.get("x", "0")) - left * scale, _number(look.get("y", "0")) - top * scale
        place = (look.get("transform", ""), f"translate({x:g},{y:g})", f"scale({scale:g})")
        kept = {key: look[key] for key in ("opacity",) if key in look}
        group = Element(f"{{{SVG}}}g", {"transform": " ".join(place).strip()} | kept)
        group.extend(contents)
        return group


class _Contents(Struct, frozen=True):
    """What one part adds to a drawing."""

    composition: _Composition
    part: Path
    paint: Paint
    colours: Mapping[str, str]
    """What the swatches stand for."""
    forks: Mapping[str, str]
    """What gradients stand for that an editor has forked from a swatch."""
    prefix: str
    """Goes before the ids of this part, so that no two parts share one."""

    def of(self, parent: Element) -> list[Element]:
        """Return the children of an element of the part, painted, with what they link to."""
        made = (self._made(child) for child in parent)
        return [element for element in made if element is not None]

    def _made(self, child: Element) -> Element | None:
        name = child.get(LABEL) or child.get("id") or ""
        look = _look(child)
        if self._is_left_out(child, name) or look.get("display") == "none":
            return None
        if child.tag == f"{{{SVG}}}style":
            raise PartError(f"{self.part} has a style sheet: save it with presentation attributes")
        if child.tag == f"{{{SVG}}}image":
            return self.composition.linked(child, name, self.part, self.paint, self.colours)
        element = Element(child.tag, {key: self._painted(value) for key, value in look.items()})
        element.text = child.text
        if "id" in look:
            element.set("id", f"{self.prefix}-{look['id']}")
        if _href(child).startswith("#"):
            element.set("href", f"#{self.prefix}-{_href(child)[1:]}")
        element.extend(self.of(child))
        if name == STICKER:
            element.insert(0, _edge(element, self.paint.edge))
        return element

    def _is_left_out(self, child: Element, name: str) -> bool:
        foreign = not child.tag.startswith(f"{{{SVG}}}")
        swatch = child.tag in GRADIENTS and child.get("id") in {**self.colours, **self.forks}
        return foreign or swatch or name in self.paint.hidden

    def _painted(self, value: str) -> str:
        """Return an attribute with the figure's own colours in the places of the swatches."""
        colours = {**self.colours, **self.forks}

        def colour(found: re.Match[str]) -> str:
            return colours.get(found[1], f"url(#{self.prefix}-{found[1]})")

        return re.sub(r"""url\(["']?#([^"')]+)["']?\)""", colour, value)


def _root(part: Path) -> Element:
    try:
        return parse(part).getroot()  # noqa: S314 - the project's own files
    except OSError:
        raise PartError(f"{part} is missing: draw it or mend the link to it") from None
    except ParseError as problem:
        raise PartError(f"{part} is no SVG: {problem}") from None


def _view_box(root: Element, part: Path) -> tuple[float, float, float, float]:
    numbers = re.findall(r"[-+.\deE]+", root.get("viewBox", ""))
    if len(numbers) != 4:
        raise PartError(f"{part} has no viewBox: set one in the document's properties")
    left, top, width, height = (float(number) for number in numbers)
    return left, top, width, height


def _target(image: Element, part: Path) -> Path:
    """Return the part that a linked picture shows."""
    href = _href(image)
    target = part.parent / href
    if not href.endswith(".svg") or not target.is_file():
        raise PartError(f"{part} links to {href[:60]!r}: link to another part, by a relative path")
    return target


def _href(element: Element) -> str:
    return element.get(f"{{{XLINK}}}href") or element.get("href") or ""


def _look(element: Element) -> dict[str, str]:
    """Return an element's attributes, those from its style, too, which editors write either way."""
    look = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    look.pop("href", None)
    for declaration in look.pop("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            look[name.strip()] = value.strip()
    return look


def _number(value: str) -> float:
    """Return a length in units of the drawing, which editors like to write as pixels."""
    return float(value.removesuffix("px"))


def _edge(figure: Element, reach: float) -> Element:
    """Return a white silhouette of all that is filled and of bold lines, larger by `reach`."""
    edge = deepcopy(figure)
    edge.attrib = {"class": "edge"}
    _whiten(edge, {"fill": "#000000", "stroke": "none", "stroke-width": "1"}, reach)
    return edge


def _whiten(element: Element, inherited: Mapping[str, str], reach: float) -> None:
    for child in list(element):
        look = {name: child.get(name, inherited[name]) for name in inherited}
        line = _number(look["stroke-width"]) if look["stroke"] != "none" else 0.0
        hollow = look["fill"] == "none" or child.get("fill-opacity") == "0"
        shape = child.tag in SHAPES
        bare = not shape and child.tag != f"{{{SVG}}}g"
        if bare or (shape and hollow and line < BOLD) or child.get("class") == "edge":
            element.remove(child)
            continue
        _whiten(child, look, reach)
        for name in ("opacity", "fill-opacity", "paint-order", "stroke-dasharray", "id", *look):
            child.attrib.pop(name, None)
        if shape:
            fill = "none" if hollow else "#FFFFFF"
            white = {"fill": fill, "stroke": "#FFFFFF", "stroke-linejoin": "round"}
            child.attrib.update(white | {"stroke-width": f"{line + 2 * reach:g}"})
