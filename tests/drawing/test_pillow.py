"""Pillow is loaded by its first use, in any thread, and is all there is behind the names."""

import subprocess
import sys

import PIL.Image
import PIL.ImageChops
import PIL.ImageDraw
import PIL.ImageFont
import pytest

from bot.drawing import pillow

USED = """
import sys
from concurrent.futures import ThreadPoolExecutor
import bot.games.registry, bot.drawing.collage
print("PIL" in sys.modules)
from bot.drawing.kit import make_corners
with ThreadPoolExecutor(4) as threads:
    images = threads.map(lambda side: make_corners(side, side, 2), range(8, 28))
    sizes = [image.size for image in images]
print(sizes == [(side, side) for side in range(8, 28)])
"""


def test_the_first_picture_loads_it_also_in_many_threads() -> None:
    command = [sys.executable, "-c", USED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("name", pillow.__all__)
def test_its_modules_are_the_real_ones(name: str) -> None:
    real = {"Image": "new", "ImageChops": "multiply", "ImageDraw": "Draw", "ImageFont": "truetype"}
    assert getattr(getattr(pillow, name), real[name]) is getattr(getattr(PIL, name), real[name])


def test_what_it_has_not_is_missing() -> None:
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = pillow.Image.no_such_thing  # type: ignore[attr-defined]
