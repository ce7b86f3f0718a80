"""Composes drawings from parts: SVG files with swatches, layers and linked images.

A swatch is a named gradient that stands for a colour of the figure. A layer can be left out. A
linked image is replaced by another part. `bot/games/cloaked_cats/parts/README.md` explains the
names in the files. The result is SVG text, which `tools/build_art/__main__.py` rasterises.
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

GAMES_FOLDER = Path(games.__file__).parent
SVG_NAMESPACE = "http://www.w3.org/2000/svg"
XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
LABEL_ATTRIBUTE = "{http://www.inkscape.org/namespaces/inkscape}label"
register_namespace("", SVG_NAMESPACE)

GRADIENT_TAGS = {f"{{{SVG_NAMESPACE}}}linearGradient", f"{{{SVG_NAMESPACE}}}radialGradient"}
SHAPE_TAGS = {
    f"{{{SVG_NAMESPACE}}}{tag}"
    for tag in ("path", "circle", "ellipse", "line", "polygon", "polyline", "rect")
}
STICKER_LAYER = "sticker"
"""The name of the SVG layer that gets a white edge, as a sticker has."""
EDGE_UNITS = 6.0
"""The default distance by which a sticker's white edge reaches beyond its outline.

It is in units of the part.
"""
MIN_EDGED_LINE_UNITS = 7.0
"""The width from which on a line gets a white edge, too, in units of the part."""
PATTERN_SWATCH = "pattern"
"""The name of the swatch, a placeholder for a colour, that stands for the patterned coat."""


class PartError(Exception):
    """Raised when a part cannot be used; the text names the part and says how to repair it."""


class Paint(Struct, frozen=True):
    """The colours of one figure, and the layers and pattern with which it is drawn."""

    swatches: Mapping[str, str]
    """A colour "#RRGGBB" for each swatch. Paint with a "coat" needs a "shade", too."""
    hidden_layers: frozenset[str] = frozenset()
    pattern_part: Path | None = None
    """The part that is repeated where the swatch `pattern` is used.

    None means that the area has the colour `coat`, which darkens downwards.
    """
    pattern_degrees: float = 0
    shading_range: tuple[float, float] = (0, 1)
    """The heights at which a plain coat starts and ends to darken, in units of the part."""
    edge_width: float = EDGE_UNITS
    """The width of a sticker's white edge beyond its outline, in units of its own part."""


Links = Mapping[str, tuple[Path, Paint]]
"""The parts that replace linked images and their paint, by the images' names."""


class Drawing(Struct, frozen=True):
    """A composed drawing that is to be stored as a raster image."""

    file: str
    """The path of its raster in the folder of rasters, such as "cards/320/07.webp"."""
    svg: str
    width: int
    opaque: bool = False
    """True if the drawing has no transparency, so that its raster can be compressed more."""


def compose(part: Path, paint: Paint, links: Links | None = None, margin: float = 0) -> str:
    """Compose a part, with its linked images, as painted SVG text.

    Args:
        margin: The width of the empty space around the part, in units of the part.

    Raises:
        PartError: A part cannot be used.
    """
    left, top, width, height = _parse_view_box(_parse_root(part), part)
    box = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    root = Element(f"{{{SVG_NAMESPACE}}}svg", {"viewBox": " ".join(map(str, box))})
    root.extend(_Composition(links or {}).compose_figure(part, paint))
    return tostring(root, encoding="unicode")


class _Composition:
    """Composes one drawing. Each part in it gets ids of its own, so that ids never clash."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._numbers = count()

    def compose_figure(self, part: Path, paint: Paint) -> list[Element]:
        """Return the painted contents of a part, with the definition of its pattern."""
        if "coat" not in paint.swatches:
            return self._compose_contents(part, paint, paint.swatches)
        pattern = f"pattern-{next(self._numbers)}"
        colours = {**paint.swatches, PATTERN_SWATCH: f"url(#{pattern})"}
        return [self._make_pattern(pattern, paint), *self._compose_contents(part, paint, colours)]

    def _make_pattern(self, name: str, paint: Paint) -> Element:
        defs = Element(f"{{{SVG_NAMESPACE}}}defs")
        if paint.pattern_part is None:
            start, end = paint.shading_range
            down = {"id": name, "gradientUnits": "userSpaceOnUse", "x1": "0", "x2": "0"}
            down |= {"y1": f"{start:g}", "y2": f"{end:g}"}
            shading = SubElement(defs, f"{{{SVG_NAMESPACE}}}linearGradient", down)
            for offset, swatch in (("0", "coat"), ("1", "shade")):
                stop = {"offset": offset, "stop-color": paint.swatches[swatch]}
                SubElement(shading, f"{{{SVG_NAMESPACE}}}stop", stop)
            return defs
        _, _, width, height = _parse_view_box(_parse_root(paint.pattern_part), paint.pattern_part)
        size = {"width": f"{width:g}", "height": f"{height:g}"}
        turned = {
            "patternUnits": "userSpaceOnUse",
            "patternTransform": f"rotate({paint.pattern_degrees:g})",
        }
        pattern = SubElement(defs, f"{{{SVG_NAMESPACE}}}pattern", {"id": name} | size | turned)
        pattern.extend(self._compose_contents(paint.pattern_part, paint, paint.swatches))
        return defs

    def _compose_contents(
        self, part: Path, paint: Paint, colours: Mapping[str, str]
    ) -> list[Element]:
        root, prefix = _parse_root(part), f"part-{next(self._numbers)}"
        forks = {
            gradient.get("id", ""): colours[_get_href(gradient)[1:]]
            for gradient in root.iter()
            if gradient.tag in GRADIENT_TAGS and _get_href(gradient)[1:] in colours
        }
        return _Contents(self, part, paint, colours, forks, prefix).compose_children(root)

    def compose_link(
        self, image: Element, name: str, part: Path, paint: Paint, colours: Mapping[str, str]
    ) -> Element:
        """Return the SVG group that replaces a linked image with the contents of another part."""
        look = _parse_attributes(image)
        if name in self._links:
            target, painted = self._links[name]
            contents = self.compose_figure(target, painted)
        else:
            target = _find_target(image, part)
            contents = self._compose_contents(target, paint, colours)
        left, top, width, _ = _parse_view_box(_parse_root(target), target)
        scale = _parse_length(look.get("width", "0")) / width
        x, y = (
            _parse_length(look.get("x", "0")) - left * scale,
            _parse_length(look.get("y", "0")) - top * scale,
        )
        place = (look.get("transform", ""), f"translate({x:g},{y:g})", f"scale({scale:g})")
        kept = {key: look[key] for key in ("opacity",) if key in look}
        group = Element(f"{{{SVG_NAMESPACE}}}g", {"transform": " ".join(place).strip()} | kept)
        group.extend(contents)
        return group


class _Contents(Struct, frozen=True):
    composition: _Composition
    part: Path
    paint: Paint
    colours: Mapping[str, str]
    """The colours by swatch; a swatch is a placeholder for a colour in the SVG file."""
    forked_colours: Mapping[str, str]
    """The colours of gradients that a drawing program has derived from a swatch, by their ids."""
    prefix: str
    """The prefix of the ids in this part's SVG, so that no two parts share an id."""

    def compose_children(self, parent: Element) -> list[Element]:
        """Return the painted children of an element of the part, with linked images replaced."""
        made = (self._compose_child(child) for child in parent)
        return [element for element in made if element is not None]

    def _compose_child(self, child: Element) -> Element | None:
        name = child.get(LABEL_ATTRIBUTE) or child.get("id") or ""
        look = _parse_attributes(child)
        if self._is_left_out(child, name) or look.get("display") == "none":
            return None
        if child.tag == f"{{{SVG_NAMESPACE}}}style":
            raise PartError(f"{self.part} has a style sheet: save it with presentation attributes")
        if child.tag == f"{{{SVG_NAMESPACE}}}image":
            return self.composition.compose_link(child, name, self.part, self.paint, self.colours)
        element = Element(
            child.tag, {key: self._replace_colours(value) for key, value in look.items()}
        )
        element.text = child.text
        if "id" in look:
            element.set("id", f"{self.prefix}-{look['id']}")
        if _get_href(child).startswith("#"):
            element.set("href", f"#{self.prefix}-{_get_href(child)[1:]}")
        element.extend(self.compose_children(child))
        if name == STICKER_LAYER:
            element.insert(0, _make_edge(element, self.paint.edge_width))
        return element

    def _is_left_out(self, child: Element, name: str) -> bool:
        foreign = not child.tag.startswith(f"{{{SVG_NAMESPACE}}}")
        swatch = child.tag in GRADIENT_TAGS and child.get("id") in {
            **self.colours,
            **self.forked_colours,
        }
        return foreign or swatch or name in self.paint.hidden_layers

    def _replace_colours(self, value: str) -> str:
        """Replace references to swatches in an attribute by the figure's own colours."""
        colours = {**self.colours, **self.forked_colours}

        def colour(match: re.Match[str]) -> str:
            return colours.get(match[1], f"url(#{self.prefix}-{match[1]})")

        return re.sub(r"""url\(["']?#([^"')]+)["']?\)""", colour, value)


def _parse_root(part: Path) -> Element:
    try:
        return parse(part).getroot()  # noqa: S314 - the project's own files
    except OSError:
        raise PartError(f"{part} is missing: draw it or mend the link to it") from None
    except ParseError as problem:
        raise PartError(f"{part} is no SVG: {problem}") from None


def _parse_view_box(root: Element, part: Path) -> tuple[float, float, float, float]:
    numbers = re.findall(r"[-+.\deE]+", root.get("viewBox", ""))
    if len(numbers) != 4:
        raise PartError(f"{part} has no viewBox: set one in the document's properties")
    left, top, width, height = (float(number) for number in numbers)
    return left, top, width, height


def _find_target(image: Element, part: Path) -> Path:
    href = _get_href(image)
    target = part.parent / href
    if not href.endswith(".svg") or not target.is_file():
        raise PartError(f"{part} links to {href[:60]!r}: link to another part, by a relative path")
    return target


def _get_href(element: Element) -> str:
    return element.get(f"{{{XLINK_NAMESPACE}}}href") or element.get("href") or ""


def _parse_attributes(element: Element) -> dict[str, str]:
    """Return an element's attributes, including those in its style: editors write either."""
    look = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    look.pop("href", None)
    for declaration in look.pop("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            look[name.strip()] = value.strip()
    return look


def _parse_length(value: str) -> float:
    """Return a length in units of the drawing, which some editors write with the suffix "px"."""
    return float(value.removesuffix("px"))


def _make_edge(figure: Element, edge_width: float) -> Element:
    """Return a white silhouette of all filled shapes and bold lines, larger by `edge_width`."""
    edge = deepcopy(figure)
    edge.attrib = {"class": "edge"}
    _whiten(edge, {"fill": "#000000", "stroke": "none", "stroke-width": "1"}, edge_width)
    return edge


def _whiten(element: Element, inherited: Mapping[str, str], edge_width: float) -> None:
    for child in list(element):
        look = {name: child.get(name, inherited[name]) for name in inherited}
        line = _parse_length(look["stroke-width"]) if look["stroke"] != "none" else 0.0
        hollow = look["fill"] == "none" or child.get("fill-opacity") == "0"
        shape = child.tag in SHAPE_TAGS
        bare = not shape and child.tag != f"{{{SVG_NAMESPACE}}}g"
        if (
            bare
            or (shape and hollow and line < MIN_EDGED_LINE_UNITS)
            or child.get("class") == "edge"
        ):
            element.remove(child)
            continue
        _whiten(child, look, edge_width)
        for name in ("opacity", "fill-opacity", "paint-order", "stroke-dasharray", "id", *look):
            child.attrib.pop(name, None)
        if shape:
            fill = "none" if hollow else "#FFFFFF"
            white = {"fill": fill, "stroke": "#FFFFFF", "stroke-linejoin": "round"}
            child.attrib.update(white | {"stroke-width": f"{line + 2 * edge_width:g}"})
