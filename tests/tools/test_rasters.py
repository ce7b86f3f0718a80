"""The rasters in the repository are what the parts make, and no more than fits into a package."""

import hashlib
import json
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageOps, ImageStat

from bot.games.catham_city.model.state import FACTIONS
from tools.build_art import parts
from tools.build_art.__main__ import (
    BUILD_FILE_NAME,
    build,
    compute_fingerprint,
    find_games_with_art,
    load_drawings,
    rasterise,
)
from tools.build_art.parts import GAMES_FOLDER, Drawing

ART = find_games_with_art()
MAX_RASTER_BYTES = 3_000_000


def folder(game: str) -> Path:
    return GAMES_FOLDER / game / "rasters"


def test_there_are_games_with_art() -> None:
    assert "cloaked_cats" in ART


@pytest.mark.parametrize("game", ART)
def test_every_raster_is_made_from_the_parts_as_they_are_now(game: str) -> None:
    built = json.loads((folder(game) / BUILD_FILE_NAME).read_text(encoding="utf-8"))
    now = {drawing.file: compute_fingerprint(drawing) for drawing in load_drawings(game)}
    changed = {file for file, told in built.items() if now.get(file) != told["from"]}
    changed |= now.keys() - built.keys()
    assert not changed, "run: python -m tools.build_art"


@pytest.mark.parametrize("game", ART)
def test_no_raster_was_changed_by_hand_and_none_is_left_over(game: str) -> None:
    built = json.loads((folder(game) / BUILD_FILE_NAME).read_text(encoding="utf-8"))
    there = {
        file.relative_to(folder(game)).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder(game).rglob("*.webp")
    }
    assert there == {file: told["made"] for file, told in built.items()}


def test_all_rasters_together_are_small() -> None:
    files = [file for game in ART for file in folder(game).rglob("*.webp")]
    assert sum(file.stat().st_size for file in files) <= MAX_RASTER_BYTES


@pytest.mark.parametrize("game", ART)
def test_every_part_is_used(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = set()
    read = parts._parse_root

    def noted(part: Path) -> Element:
        opened.add(part.resolve())
        return read(part)

    monkeypatch.setattr(parts, "_parse_root", noted)
    load_drawings(game)
    assert {part.resolve() for part in (GAMES_FOLDER / game / "parts").rglob("*.svg")} == opened


@pytest.mark.parametrize("file", ["cards/152/07.webp", "signs/mask-c.webp", "banner.webp"])
def test_drawing_anew_gives_the_picture_that_is_there(file: str, tmp_path: Path) -> None:
    drawing = next(drawing for drawing in load_drawings("cloaked_cats") if drawing.file == file)
    (tmp_path / "new.webp").write_bytes(rasterise(drawing))
    with Image.open(tmp_path / "new.webp") as new, Image.open(folder("cloaked_cats") / file) as old:
        difference = ImageChops.difference(new.convert("RGBA"), old.convert("RGBA"))
    assert max(ImageStat.Stat(difference).mean) < 1


def square(file: str, colour: str) -> Drawing:
    shape = f'<rect width="9" height="9" fill="{colour}"/>'
    return Drawing(
        file, f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{shape}</svg>', 9
    )


def test_building_draws_what_changed_and_deletes_what_is_gone(tmp_path: Path) -> None:
    build([square("a.webp", "#FF0000"), square("b.webp", "#00FF00")], tmp_path)
    kept = (tmp_path / "a.webp").stat().st_mtime_ns
    build([square("a.webp", "#FF0000"), square("c/d.webp", "#0000FF")], tmp_path)
    assert sorted(file.name for file in tmp_path.rglob("*.webp")) == ["a.webp", "d.webp"]
    assert (tmp_path / "a.webp").stat().st_mtime_ns == kept
    (tmp_path / "a.webp").write_bytes(b"painted over by hand")
    build([square("a.webp", "#FFFFFF")], tmp_path)
    with Image.open(tmp_path / "a.webp") as image:
        assert image.convert("RGB").getpixel((4, 4)) == (255, 255, 255)


RIMMED = [
    *(GAMES_FOLDER / f"catham_city/rasters/signs/{faction}.webp" for faction in FACTIONS),
    *sorted(GAMES_FOLDER.glob("quickpick/rasters/signs/face-*.webp")),
]
RIM = 3
"""Pixels of 128: on a button there is less than one left of it."""


@pytest.mark.parametrize("file", RIMMED, ids=lambda file: file.stem)
def test_a_sign_on_a_button_has_a_wide_white_rim(file: Path) -> None:
    """Else a dark one is lost on grey, and a violet one on blurple."""
    with Image.open(file) as sign:
        image = sign.convert("RGBA")
    alpha = ImageOps.expand(image.getchannel("A"), RIM)  # beyond it there is nothing
    inside = alpha.point(lambda a: 255 if a > 250 else 0)
    core = inside.filter(ImageFilter.MinFilter(2 * RIM + 1))
    rim = ImageChops.subtract(inside, core).crop((RIM, RIM, RIM + image.width, RIM + image.height))
    (brightness,) = ImageStat.Stat(image.convert("L"), rim).mean
    assert brightness > 240
