"""Drawings are put together from parts as the README of the parts tells."""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from tools.build_art.parts import (
    EDGE_UNITS,
    SVG_NAMESPACE,
    XLINK_NAMESPACE,
    Paint,
    PartError,
    compose,
)

HEAD = f'<svg xmlns="{SVG_NAMESPACE}" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
STOP = '<stop stop-color="#D9DCE8"/>'
SWATCH = f'<linearGradient id="coat" inkscape:swatch="solid">{STOP}</linearGradient>'
RED = Paint({"coat": "#EA434E", "ink": "#2A2233", "shade": "#CB333F"})


def part(path: Path, body: str, box: str = "0 0 300 400") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'{HEAD} viewBox="{box}">{body}</svg>', encoding="utf-8")
    return path


def compose_part(path: Path, paint: Paint = RED, **links: tuple[Path, Paint]) -> Element:
    return fromstring(compose(path, paint, links))


def make_tag_path(tag: str) -> str:
    return f".//{{{SVG_NAMESPACE}}}{tag}"


def test_swatches_get_the_colours_of_the_figure_wherever_an_editor_writes_them(
    tmp_path: Path,
) -> None:
    body = f"<defs>{SWATCH}</defs>" + (
        '<path fill="url(#coat)" stroke="url(#ink)"/><path style="fill:url(#coat);stroke:none"/>'
    )
    attribute, style = compose_part(part(tmp_path / "body.svg", body)).findall(
        make_tag_path("path")
    )
    assert (attribute.get("fill"), attribute.get("stroke")) == ("#EA434E", "#2A2233")
    assert (style.get("fill"), style.get("stroke")) == ("#EA434E", "none")


def test_other_colours_and_gradients_stay(tmp_path: Path) -> None:
    body = '<defs><linearGradient id="glow"/></defs><path fill="url(#glow)" stroke="#FF5FA2"/>'
    svg = compose_part(part(tmp_path / "body.svg", body))
    path = svg.find(make_tag_path("path"))
    assert path is not None
    assert path.get("stroke") == "#FF5FA2"
    kept = {
        f"url(#{gradient.get('id')})" for gradient in svg.iter(f"{{{SVG_NAMESPACE}}}linearGradient")
    }
    assert path.get("fill") in kept


def test_a_swatch_that_an_editor_has_forked_is_still_the_swatch(tmp_path: Path) -> None:
    fork = f'<linearGradient id="lg9" xmlns:xlink="{XLINK_NAMESPACE}" xlink:href="#coat"/>'
    svg = compose_part(
        part(tmp_path / "body.svg", f'<defs>{SWATCH}{fork}</defs><path fill="url(#lg9)"/>')
    )
    path = svg.find(make_tag_path("path"))
    assert path is not None
    assert path.get("fill") == "#EA434E"


def test_two_parts_may_use_the_same_ids(tmp_path: Path) -> None:
    for name in ("one", "two"):
        clip = f'<clipPath id="clip"><{"rect" if name == "one" else "circle"}/></clipPath>'
        part(tmp_path / f"{name}.svg", f'{clip}<path id="{name}" clip-path="url(#clip)"/>')
    links = "".join(
        f'<image href="{name}.svg" width="300" height="400"/>' for name in ("one", "two")
    )
    svg = compose_part(part(tmp_path / "both.svg", links))
    clips = {
        f"url(#{clip.get('id')})": clip[0].tag for clip in svg.iter(f"{{{SVG_NAMESPACE}}}clipPath")
    }
    used = [clips[path.get("clip-path", "")] for path in svg.iter(f"{{{SVG_NAMESPACE}}}path")]
    assert used == [f"{{{SVG_NAMESPACE}}}rect", f"{{{SVG_NAMESPACE}}}circle"]


def test_what_is_hidden_in_the_editor_is_not_drawn_and_gets_no_edge(tmp_path: Path) -> None:
    hidden = '<path style="display:none" fill="#111111"/><rect fill="#111111"/>'
    svg = compose_part(part(tmp_path / "cat.svg", f'<g id="sticker">{hidden}</g>'))
    assert svg.find(make_tag_path("path")) is None
    assert len(svg.findall(make_tag_path("rect"))) == 2


def test_a_layer_can_have_its_name_as_a_label(tmp_path: Path) -> None:
    file = part(tmp_path / "tail.svg", '<g id="layer1" inkscape:label="striped"><path/></g>')
    assert (
        compose_part(file, Paint(RED.swatches, frozenset({"striped"}))).find(make_tag_path("path"))
        is None
    )


def test_what_an_editor_keeps_for_itself_is_left_out(tmp_path: Path) -> None:
    view = '<sodipodi:namedview xmlns:sodipodi="http://sodipodi" zoom="2"/><path/>'
    text = compose(part(tmp_path / "cat.svg", view), RED)
    assert "zoom" not in text


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("<style>.a{fill:red}</style>", "style sheet"),
        ('<image href="data:image/png;base64,AAAA" width="9" height="9"/>', "links to"),
        ('<image href="" width="9" height="9"/>', "links to"),
        ("<g><image href='gone.svg' width='9' height='9'/></g>", "gone.svg"),
    ],
)
def test_what_cannot_be_used_is_told_with_the_name_of_the_part(
    tmp_path: Path, body: str, told: str
) -> None:
    with pytest.raises(PartError, match=f"cat.svg.*{told}"):
        compose(part(tmp_path / "cat.svg", body), RED)


def test_a_part_needs_a_view_box(tmp_path: Path) -> None:
    (tmp_path / "cat.svg").write_text(f"{HEAD}></svg>", encoding="utf-8")
    with pytest.raises(PartError, match="viewBox"):
        compose(tmp_path / "cat.svg", RED)


def test_layers_of_features_that_the_figure_lacks_are_left_out(tmp_path: Path) -> None:
    file = part(tmp_path / "tail.svg", '<g id="striped"><path/></g><g id="spotted"><rect/></g>')
    spotted = Paint(RED.swatches, frozenset({"striped"}))
    assert compose_part(file, spotted).find(make_tag_path("rect")) is not None
    assert compose_part(file, spotted).find(make_tag_path("path")) is None


def test_a_linked_part_is_placed_and_painted(tmp_path: Path) -> None:
    part(tmp_path / "head.svg", '<circle fill="url(#coat)"/>', "-50 -50 100 100")
    link = (
        '<image href="../head.svg" x="10" y="20" width="200" height="200" transform="rotate(9)"/>'
    )
    svg = compose_part(part(tmp_path / "poses/boss.svg", link))
    group = svg.find(make_tag_path("g"))
    assert group is not None
    assert group.get("transform") == "rotate(9) translate(110,120) scale(2)"
    assert group[0].get("fill") == "#EA434E"


def test_another_part_in_another_paint_can_stand_in_the_place_of_a_link(tmp_path: Path) -> None:
    blue = Paint({**RED.swatches, "coat": "#3C8DFD"})
    other = part(tmp_path / "other.svg", '<circle fill="url(#coat)"/>')
    link = '<image id="cat" href="none.svg" x="0" y="0" width="300" height="400"/>'
    frame = part(tmp_path / "frame.svg", f'{link}<rect fill="url(#coat)"/>')
    svg = compose_part(frame, RED, cat=(other, blue))
    circle, rect = svg.find(make_tag_path("circle")), svg.find(make_tag_path("rect"))
    assert circle is not None
    assert rect is not None
    assert (circle.get("fill"), rect.get("fill")) == ("#3C8DFD", "#EA434E")


def test_the_pattern_is_a_tile_in_the_figure_s_colours(tmp_path: Path) -> None:
    tile = part(tmp_path / "striped.svg", '<rect fill="url(#coat)"/>', "0 0 37 84")
    body = part(tmp_path / "body.svg", '<path fill="url(#pattern)"/>')
    svg = compose_part(body, Paint(RED.swatches, pattern_part=tile, pattern_degrees=12))
    pattern, path = svg.find(make_tag_path("pattern")), svg.find(make_tag_path("path"))
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
    svg = compose_part(part(tmp_path / "cat.svg", layer))
    sticker = svg.find(make_tag_path("g"))
    assert sticker is not None
    edge = sticker[0]
    white = [
        (shape.get("fill"), shape.get("stroke-width")) for shape in edge.iter() if len(shape) == 0
    ]
    assert white == [("#FFFFFF", f"{10 + 2 * EDGE_UNITS:g}"), ("none", f"{7 + 2 * EDGE_UNITS:g}")]
    assert edge.get("transform") is None, "the layer's own transform already holds for it"
