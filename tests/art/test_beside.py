"""Several pictures in one, two in a row."""

from io import BytesIO

import pytest
from PIL import Image

from bot.art.beside import GAP, Drawing, beside
from bot.art.sheet import ABOVE

WIDTH = ABOVE[0]


def plain(width: int, height: int, colour: str) -> bytes:
    """Return a JPEG of one colour."""
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "JPEG")
    return file.getvalue()


def drawing(width: int, height: int, colour: str = "red") -> Drawing:
    return plain, (width, height, colour)


def drawn(most: float, *drawings: Drawing) -> Image.Image:
    return Image.open(BytesIO(beside(most, *drawings)))


def test_one_picture_stands_alone_as_wide_as_there_is_room() -> None:
    assert drawn(0.5, drawing(100, 20)).size == (WIDTH, WIDTH // 5)


def test_two_stand_side_by_side_and_a_third_one_below() -> None:
    tile = (WIDTH - GAP) // 2
    colours = ("red", "lime", "blue")
    sheet = drawn(9.0, *(drawing(100, 50, colour) for colour in colours))
    assert sheet.size == (WIDTH, 2 * (tile // 2) + GAP)
    middles = ((tile // 2, 50), (tile + GAP + tile // 2, 50), (tile // 2, sheet.height - 50))
    for place, colour in zip(middles, ((255, 0, 0), (0, 255, 0), (0, 0, 255)), strict=True):
        seen = sheet.getpixel(place)
        assert isinstance(seen, tuple)
        assert all(abs(one - other) < 9 for one, other in zip(seen, colour, strict=True))


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_it_is_never_higher_than_it_may_be(count: int) -> None:
    sheet = drawn(0.4, *[drawing(100, 90)] * count)
    assert sheet.width == WIDTH
    assert sheet.height <= 0.4 * WIDTH + 2
