"""`python -m tools.build_art`: makes the rasters of every game's drawings anew.

A game with art has a folder `parts` of SVG files and the folder `rasters` that this command fills;
`drawings` in `tools/build_art/<game>.py` puts the parts together. `built.json` tells from what each
raster was made and what came out, so that a test notices when one of them is out of date.

The bot's own avatar is made as well: `bot/drawing/avatar.png` from the SVG file beside it.

Needs the extra "art".
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
from tools.build_art.parts import GAMES, Drawing

BUILT = "built.json"
AVATAR = Path(art.__file__).parent / "avatar.svg"
AVATAR_WIDTH = 512
QUALITY = 92
"""Of opaque rasters; transparent ones lose nothing."""


def games_with_art() -> tuple[str, ...]:
    """Return the names of the games that have parts to draw from."""
    return tuple(sorted(folder.parent.name for folder in GAMES.glob("*/parts")))


def drawings(game: str) -> tuple[Drawing, ...]:
    """Return all drawings of a game."""
    return tuple(importlib.import_module(f"tools.build_art.{game}").drawings())


def fingerprint(drawing: Drawing) -> str:
    """Return what changes with all that the raster depends on."""
    told = f"{drawing.width} {drawing.opaque} {QUALITY} {drawing.svg}"
    return hashlib.sha256(told.encode()).hexdigest()


def rasterise(drawing: Drawing) -> bytes:
    """Return a drawing as WebP."""
    png = resvg_py.svg_to_bytes(svg_string=drawing.svg, width=drawing.width)
    image = Image.open(io.BytesIO(bytes(png)))
    out = io.BytesIO()
    if drawing.opaque:
        image.convert("RGB").save(out, "WEBP", quality=QUALITY, method=6)
    else:
        image.save(out, "WEBP", lossless=True, method=6)
    return out.getvalue()


def build(drawn: Iterable[Drawing], folder: Path) -> None:
    """Draw into `folder` what is not as it was built last, and delete what is left over."""
    told = folder / BUILT
    before = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
    built = {}
    for drawing in drawn:
        file, made_from = folder / drawing.file, fingerprint(drawing)
        known = {"from": made_from, "made": _hash(file)}
        if before.get(drawing.file) != known:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(rasterise(drawing))
        built[drawing.file] = {"from": made_from, "made": _hash(file)}
    for file in folder.rglob("*.webp"):
        if file.relative_to(folder).as_posix() not in built:
            file.unlink()
    told.write_text(json.dumps(built, indent=1) + "\n", encoding="utf-8")


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


def avatar() -> bytes:
    """Return the bot's avatar as PNG; Discord takes no WebP there.

    https://docs.discord.com/developers/reference#image-data
    """
    svg = AVATAR.read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=AVATAR_WIDTH))


if __name__ == "__main__":
    AVATAR.with_suffix(".png").write_bytes(avatar())
    for game in games_with_art():
        build(drawings(game), GAMES / game / "rasters")
