"""Puts drawings together from parts: SVG files with swatches, layers and linked pictures.

What the names in the files mean is told in `bot/games/cloaked_cats/parts/README.md`. Nothing is
drawn here: `bot/art/build.py` makes rasters of what comes out.
"""

import re
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, parse, register_namespace, tostring

from msgspec import Struct

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
register_namespace("", SVG)

SWATCHES = {"coat", "pattern", "light", "marks", "ink", "ear", "blush", "shade"}
GRADIENTS = {f"{{{SVG}}}linearGradient", f"{{{SVG}}}radialGradient"}
STICKER = "sticker"
"""The layer that gets an edge."""
EDGE = 6.0
"""How far the white edge reaches beyond the outline, in units of the drawing."""
BOLD = 7.0
"""A line this wide gets an edge, too, in units of the drawing."""
SHAPES = {f"{{{SVG}}}{tag}" for tag in ("path", "circle", "ellipse", "rect", "polygon")}


class Paint(Struct, frozen=True):
    """The colours and the features of one figure."""

    name: str
    """Unlike any other paint's in the same drawing."""
    swatches: Mapping[str, str]
    """A colour "#RRGGBB" for each swatch."""
    hidden: frozenset[str] = frozenset()
    """The layers that are left out."""
    tile: Path | None = None
    """The part that the swatch `pattern` repeats; without one it is `coat`, shaded downwards."""
    turn: float = 0
    """By how many degrees the tile is turned."""


Links = Mapping[str, tuple[Path, Paint]]
"""What stands in the place of the linked pictures with these ids."""


class Drawing(Struct, frozen=True):
    """A drawing to be made into a raster."""

    file: str
    """Where it goes in the folder of rasters, such as "cards/300/07.webp"."""
    svg: str
    width: int
    """Of the raster, in pixels."""
    opaque: bool = False
    """Without transparency: packed tighter."""


def composed(part: Path, paint: Paint, links: Links | None = None) -> str:
    """Return a part as SVG text with all that it links to, painted.

    Raises `OSError` for a part that is missing, `ParseError` for one that is no SVG.
    """
    source = _root(part)
    root = Element(f"{{{SVG}}}svg", {"viewBox": source.attrib["viewBox"]})
    root.append(_painter(paint))
    root.extend(_inlined(source, part, paint, links or {}))
    return tostring(root, encoding="unicode")


def _root(part: Path) -> Element:
    return parse(part).getroot()  # noqa: S314 - the project's own files


def _painter(paint: Paint) -> Element:
    """Return the definition of the swatch `pattern`."""
    defs = Element(f"{{{SVG}}}defs")
    if paint.tile is None:
        down = {"id": _pattern(paint), "gradientUnits": "userSpaceOnUse"}
        down |= {"x1": "0", "x2": "0", "y1": "200", "y2": "330"}
        shading = SubElement(defs, f"{{{SVG}}}linearGradient", down)
        for offset, swatch in (("0", "coat"), ("1", "shade")):
            stop = {"offset": offset, "stop-color": paint.swatches[swatch]}
            SubElement(shading, f"{{{SVG}}}stop", stop)
        return defs
    tile = _root(paint.tile)
    _, _, width, height = tile.attrib["viewBox"].split()
    size = {"width": width, "height": height}
    turned = {"patternUnits": "userSpaceOnUse", "patternTransform": f"rotate({paint.turn})"}
    pattern = SubElement(defs, f"{{{SVG}}}pattern", {"id": _pattern(paint)} | size | turned)
    pattern.extend(_inlined(tile, paint.tile, paint, {}))
    return defs


def _pattern(paint: Paint) -> str:
    return f"pattern-{paint.name}"


def _inlined(parent: Element, part: Path, paint: Paint, links: Links) -> list[Element]:
    """Return the children of an element of `part`, painted, with what they link to."""
    inlined = []
    for child in parent:
        name = child.get("id", "")
        if name in paint.hidden or (child.tag in GRADIENTS and name in SWATCHES):
            continue
        if child.tag == f"{{{SVG}}}image":
            inlined.append(_linked(child, part, paint, links))
            continue
        copy = Element(child.tag, {key: _swatched(v, paint) for key, v in child.attrib.items()})
        copy.text, copy.tail = child.text, child.tail
        copy.extend(_inlined(child, part, paint, links))
        if name == STICKER:
            copy.insert(0, _edge(copy))
        inlined.append(copy)
    return inlined


def _swatched(value: str, paint: Paint) -> str:
    """Return an attribute with the figure's own colours in the places of the swatches."""

    def colour(swatch: re.Match[str]) -> str:
        if swatch[1] == "pattern":
            return f"url(#{_pattern(paint)})"
        return paint.swatches.get(swatch[1], swatch[0])

    return re.sub(r"url\(#([\w-]+)\)", colour, value)


def _linked(image: Element, part: Path, paint: Paint, links: Links) -> Element:
    """Return the group that stands in the place of a linked picture."""
    href = image.get("href") or image.get(f"{{{XLINK}}}href") or ""
    target, painted = links.get(image.get("id", ""), (part.parent / href, paint))
    source = _root(target)
    left, top, width, _ = (float(number) for number in source.attrib["viewBox"].split())
    scale = float(image.attrib["width"]) / width
    x, y = float(image.get("x", 0)) - left * scale, float(image.get("y", 0)) - top * scale
    place = (image.get("transform", ""), f"translate({x:g},{y:g})", f"scale({scale:g})")
    group = Element(f"{{{SVG}}}g", {"transform": " ".join(place).strip()})
    if painted is not paint:
        group.append(_painter(painted))
    group.extend(_inlined(source, target, painted, links))
    return group


def _edge(figure: Element) -> Element:
    """Return a white silhouette of all that is filled and of bold lines, larger by `EDGE`."""
    edge = deepcopy(figure)
    edge.attrib = {"class": "edge"}
    _whiten(edge, {"fill": "#000000", "stroke": "none", "stroke-width": "1"})
    return edge


def _whiten(element: Element, inherited: Mapping[str, str]) -> None:
    for child in list(element):
        look = {name: _look(child, name, inherited[name]) for name in inherited}
        line = float(look["stroke-width"]) if look["stroke"] != "none" else 0.0
        faint = child.tag in SHAPES and look["fill"] == "none" and line < BOLD
        if faint or child.get("class") == "edge":
            element.remove(child)
            continue
        _whiten(child, look)
        for name in ("style", "opacity", "paint-order", "stroke-dasharray", "id", *look):
            child.attrib.pop(name, None)
        if child.tag in SHAPES:
            fill = "none" if look["fill"] == "none" else "#FFFFFF"
            white = {"fill": fill, "stroke": "#FFFFFF", "stroke-linejoin": "round"}
            child.attrib.update(white | {"stroke-width": f"{line + 2 * EDGE:g}"})


def _look(element: Element, name: str, inherited: str) -> str:
    """Return a presentation attribute, which editors write in either of two ways."""
    styled = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", element.get("style", ""))
    return styled[1].strip() if styled else element.get(name, inherited)
