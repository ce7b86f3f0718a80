"""`python -m tools.build_art`: makes raster images from the SVG drawings of all games.

A game with art has a folder `parts` of SVG files, and a folder `rasters` that this command fills.
`list_drawings` in `tools/build_art/<game>.py` composes the parts. `built.json` has two hashes for
each drawing: of the drawing and of its raster. With them, a test finds outdated rasters.

The command also makes the bot's avatar, `bot/drawing/avatar.png`, from the SVG file beside it.

It needs the optional dependencies "art" in `pyproject.toml`.
"""

import hashlib
import importlib
import io
import json
from collections.abc import Iterable
from pathlib import Path

import resvg_py
from PIL import Image

from bot import drawing as art
from tools.build_art.parts import GAMES_FOLDER, Drawing

BUILD_FILE_NAME = "built.json"
AVATAR_FILE = Path(art.__file__).parent / "avatar.svg"
AVATAR_WIDTH_PIXELS = 512
WEBP_QUALITY = 92
"""The WebP quality of opaque rasters, from 0 to 100; transparent ones are lossless."""


def find_games_with_art() -> tuple[str, ...]:
    """Return the names of the games that have a folder `parts` with SVG files."""
    return tuple(sorted(folder.parent.name for folder in GAMES_FOLDER.glob("*/parts")))


def load_drawings(game: str) -> tuple[Drawing, ...]:
    """Return all drawings of a game, composed as SVG text but not yet rasterised."""
    return tuple(importlib.import_module(f"tools.build_art.{game}").list_drawings())


def compute_fingerprint(drawing: Drawing) -> str:
    """Return a hash of everything that the raster of a drawing depends on.

    If it differs from the stored hash, the raster is outdated.
    """
    content = f"{drawing.width} {drawing.opaque} {WEBP_QUALITY} {drawing.svg}"
    return hashlib.sha256(content.encode()).hexdigest()


def rasterise(drawing: Drawing) -> bytes:
    """Return a drawing as a WebP image, which is lossless unless the drawing is opaque."""
    png = resvg_py.svg_to_bytes(svg_string=drawing.svg, width=drawing.width)
    image = Image.open(io.BytesIO(bytes(png)))
    out = io.BytesIO()
    if drawing.opaque:
        image.convert("RGB").save(out, "WEBP", quality=WEBP_QUALITY, method=6)
    else:
        image.save(out, "WEBP", lossless=True, method=6)
    return out.getvalue()


def build(drawings: Iterable[Drawing], folder: Path) -> None:
    """Bring the stored rasters of a game up to date with its drawings.

    A drawing is rasterised if it, or its raster, has changed since the last build. WebP files that
    belong to no drawing are deleted. Then `built.json` is written.
    """
    build_file = folder / BUILD_FILE_NAME
    before = json.loads(build_file.read_text(encoding="utf-8")) if build_file.exists() else {}
    built = {}
    for drawing in drawings:
        file, made_from = folder / drawing.file, compute_fingerprint(drawing)
        known = {"from": made_from, "made": _hash_file(file)}
        if before.get(drawing.file) != known:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(rasterise(drawing))
        built[drawing.file] = {"from": made_from, "made": _hash_file(file)}
    for file in folder.rglob("*.webp"):
        if file.relative_to(folder).as_posix() not in built:
            file.unlink()
    build_file.write_text(json.dumps(built, indent=1) + "\n", encoding="utf-8")


def _hash_file(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def rasterise_avatar() -> bytes:
    """Return the bot's avatar as a PNG image, because Discord accepts no WebP there.

    https://docs.discord.com/developers/reference#image-data
    """
    svg = AVATAR_FILE.read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=AVATAR_WIDTH_PIXELS))


if __name__ == "__main__":
    AVATAR_FILE.with_suffix(".png").write_bytes(rasterise_avatar())
    for game in find_games_with_art():
        build(load_drawings(game), GAMES_FOLDER / game / "rasters")
