"""Drawings are put together from parts as the README of the parts tells."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from bot.art.parts import EDGE, SVG, Paint, composed

HEAD = f'<svg xmlns="{SVG}" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
STOP = '<stop stop-color="#D9DCE8"/>'
SWATCH = f'<linearGradient id="coat" inkscape:swatch="solid">{STOP}</linearGradient>'
RED = Paint("red", {"coat": "#EA434E", "ink": "#2A2233", "shade": "#CB333F"})


def part(path: Path, body: str, box: str = "0 0 300 400") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'{HEAD} viewBox="{box}">{body}</svg>', encoding="utf-8")
    return path


def drawn(path: Path, paint: Paint = RED, **links: tuple[Path, Paint]) -> Element:
    return fromstring(composed(path, paint, links))


def named(tag: str) -> str:
    return f".//{{{SVG}}}{tag}"


def test_swatches_get_the_colours_of_the_figure_wherever_an_editor_writes_them(
    tmp_path: Path,
) -> None:
    body = f"<defs>{SWATCH}</defs>" + (
        '<path fill="url(#coat)" stroke="url(#ink)"/><path style="fill:url(#coat);stroke:none"/>'
    )
    attribute, style = drawn(part(tmp_path / "body.svg", body)).findall(named("path"))
    assert (attribute.get("fill"), attribute.get("stroke")) == ("#EA434E", "#2A2233")
    assert style.get("style") == "fill:#EA434E;stroke:none"


def test_other_colours_and_gradients_stay(tmp_path: Path) -> None:
    body = '<defs><linearGradient id="glow"/></defs><path fill="url(#glow)" stroke="#FF5FA2"/>'
    svg = drawn(part(tmp_path / "body.svg", body))
    path = svg.find(named("path"))
    assert path is not None
    assert (path.get("fill"), path.get("stroke")) == ("url(#glow)", "#FF5FA2")
    assert any(gradient.get("id") == "glow" for gradient in svg.iter(f"{{{SVG}}}linearGradient"))


def test_layers_of_features_that_the_figure_lacks_are_left_out(tmp_path: Path) -> None:
    file = part(tmp_path / "tail.svg", '<g id="striped"><path/></g><g id="spotted"><rect/></g>')
    spotted = Paint("red", RED.swatches, frozenset({"striped"}))
    assert drawn(file, spotted).find(named("rect")) is not None
    assert drawn(file, spotted).find(named("path")) is None


def test_a_linked_part_is_placed_and_painted(tmp_path: Path) -> None:
    part(tmp_path / "head.svg", '<circle fill="url(#coat)"/>', "-50 -50 100 100")
    link = (
        '<image href="../head.svg" x="10" y="20" width="200" height="200" transform="rotate(9)"/>'
    )
    svg = drawn(part(tmp_path / "poses/boss.svg", link))
    group = svg.find(named("g"))
    assert group is not None
    assert group.get("transform") == "rotate(9) translate(110,120) scale(2)"
    assert group[0].get("fill") == "#EA434E"


def test_another_part_in_another_paint_can_stand_in_the_place_of_a_link(tmp_path: Path) -> None:
    blue = Paint("blue", RED.swatches | {"coat": "#3C8DFD"})
    other = part(tmp_path / "other.svg", '<circle fill="url(#coat)"/>')
    link = '<image id="cat" href="none.svg" x="0" y="0" width="300" height="400"/>'
    frame = part(tmp_path / "frame.svg", f'{link}<rect fill="url(#coat)"/>')
    svg = drawn(frame, RED, cat=(other, blue))
    circle, rect = svg.find(named("circle")), svg.find(named("rect"))
    assert circle is not None
    assert rect is not None
    assert (circle.get("fill"), rect.get("fill")) == ("#3C8DFD", "#EA434E")


def test_the_pattern_is_a_tile_in_the_figure_s_colours(tmp_path: Path) -> None:
    tile = part(tmp_path / "striped.svg", '<rect fill="url(#coat)"/>', "0 0 37 84")
    body = part(tmp_path / "body.svg", '<path fill="url(#pattern)"/>')
    svg = drawn(body, Paint("red", RED.swatches, tile=tile, turn=12))
    pattern, path = svg.find(named("pattern")), svg.find(named("path"))
    assert pattern is not None
    assert path is not None
    assert path.get("fill") == f"url(#{pattern.get('id')})"
    assert (pattern.get("width"), pattern.get("height")) == ("37", "84")
    assert pattern[0].get("fill") == "#EA434E"


def test_a_sticker_gets_a_white_edge_around_what_is_filled_and_around_bold_lines(
    tmp_path: Path,
) -> None:
    drawing = (
        '<path fill="#111111" stroke="#222222" stroke-width="10"/>'
        '<path style="fill:none;stroke:#222222;stroke-width:3"/>'
        '<g fill="none" stroke="#222222" stroke-width="7"><circle/></g>'
    )
    layer = f'<g id="sticker" transform="scale(0.9)">{drawing}</g>'
    svg = drawn(part(tmp_path / "cat.svg", layer))
    sticker = svg.find(named("g"))
    assert sticker is not None
    edge = sticker[0]
    white = [
        (shape.get("fill"), shape.get("stroke-width")) for shape in edge.iter() if len(shape) == 0
    ]
    assert white == [("#FFFFFF", f"{10 + 2 * EDGE:g}"), ("none", f"{7 + 2 * EDGE:g}")]
    assert edge.get("transform") is None, "the layer's own transform already holds for it"


def test_a_missing_part_is_told(tmp_path: Path) -> None:
    link = '<g><image href="gone.svg" x="0" y="0" width="10" height="10"/></g>'
    with pytest.raises(OSError, match="gone"):
        composed(part(tmp_path / "cat.svg", link), RED)
