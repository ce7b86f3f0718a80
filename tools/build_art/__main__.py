"""`python -m tools.build_art`: rasterises the drawings of all games.

A game with art has a folder `parts` of SVG files, and a folder `rasters` that this command fills.
`list_drawings` in `tools/build_art/<game>.py` composes the parts. `built.json` has two hashes
for each drawing: of the drawing and of its raster. With them, a test finds outdated rasters.

The command also makes the bot's avatar, `bot/drawing/avatar.png`, from the SVG file beside it.

Needs the optional dependencies "art" in `pyproject.toml`.
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
"""The WebP quality of opaque rasters, from 0 to 100. Transparent ones are lossless."""


def find_games_with_art() -> tuple[str, ...]:
    """Return the names of the games with a folder `parts`."""
    return tuple(sorted(folder.parent.name for folder in GAMES_FOLDER.glob("*/parts")))


def load_drawings(game: str) -> tuple[Drawing, ...]:
    """Load all drawings of a game."""
    return tuple(importlib.import_module(f"tools.build_art.{game}").list_drawings())


def compute_fingerprint(drawing: Drawing) -> str:
    """Return a hash of everything that the raster of a drawing depends on."""
    content = f"{drawing.width} {drawing.opaque} {WEBP_QUALITY} {drawing.svg}"
    return hashlib.sha256(content.encode()).hexdigest()


def rasterise(drawing: Drawing) -> bytes:
    """Rasterise a drawing as WebP."""
    png = resvg_py.svg_to_bytes(svg_string=drawing.svg, width=drawing.width)
    image = Image.open(io.BytesIO(bytes(png)))
    out = io.BytesIO()
    if drawing.opaque:
        image.convert("RGB").save(out, "WEBP", quality=WEBP_QUALITY, method=6)
    else:
        image.save(out, "WEBP", lossless=True, method=6)
    return out.getvalue()


def build(drawings: Iterable[Drawing], folder: Path) -> None:
    """Bring the rasters in `folder` up to date with the drawings `drawings`.

    Rasterises a drawing if it, or its raster, has changed since the last build. Deletes WebP files
    that belong to no drawing, and writes `built.json`.
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
    """Rasterise the bot's avatar as PNG, as Discord takes no WebP there.

    https://docs.discord.com/developers/reference#image-data
    """
    svg = AVATAR_FILE.read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=AVATAR_WIDTH_PIXELS))


if __name__ == "__main__":
    AVATAR_FILE.with_suffix(".png").write_bytes(rasterise_avatar())
    for game in find_games_with_art():
        build(load_drawings(game), GAMES_FOLDER / game / "rasters")
