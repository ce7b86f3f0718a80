"""Several pictures in one, as large as there is room."""

from io import BytesIO

import pytest
from PIL import Image

from bot.drawing.collage import GAP_PIXELS, Drawing, arrange_pictures
from bot.drawing.sheet import ABOVE_TEXT_PIXELS

WIDTH = ABOVE_TEXT_PIXELS[0]


def plain(width: int, height: int, colour: str) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "JPEG")
    return file.getvalue()


def drawing(width: int, height: int, colour: str = "red") -> Drawing:
    return plain, (width, height, colour)


def draw_collage(most: float, *drawings: Drawing) -> Image.Image:
    return Image.open(BytesIO(arrange_pictures(most, *drawings)))


def test_one_picture_stands_alone_as_wide_as_there_is_room() -> None:
    assert draw_collage(0.5, drawing(100, 20)).size == (WIDTH, WIDTH // 5)


def test_they_stand_in_rows_in_their_order() -> None:
    tile = (WIDTH - GAP_PIXELS) // 2
    colours = ("red", "lime", "blue")
    sheet = draw_collage(0.5, *(drawing(100, 50, colour) for colour in colours))
    left = (WIDTH - 2 * (width := int(0.5 * WIDTH - GAP_PIXELS)) - GAP_PIXELS) // 2
    assert width < tile
    assert sheet.size == (WIDTH, 2 * (width // 2) + GAP_PIXELS)
    middles = (
        (left + 50, 50),
        (left + width + GAP_PIXELS + 50, 50),
        (left + 50, sheet.height - 50),
    )
    for place, colour in zip(middles, ((255, 0, 0), (0, 255, 0), (0, 0, 255)), strict=True):
        seen = sheet.getpixel(place)
        assert isinstance(seen, tuple)
        assert all(abs(one - other) < 9 for one, other in zip(seen, colour, strict=True))


@pytest.mark.parametrize(
    ("count", "height", "rows"), [(3, 20, 3), (4, 80, 2), (3, 80, 1), (2, 40, 2), (6, 20, 3)]
)
def test_as_many_stand_in_a_row_as_makes_them_largest(count: int, height: int, rows: int) -> None:
    sheet = draw_collage(0.5, *[drawing(100, height)] * count)
    columns = [y for y in range(1, sheet.height) if dark(sheet, y) and not dark(sheet, y - 1)]
    assert len(columns) == rows - 1


def dark(sheet: Image.Image, y: int) -> bool:
    line = sheet.crop((0, y, sheet.width, y + 1))
    return not any(line.getchannel("R").histogram()[128:])


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_it_is_never_higher_than_it_may_be(count: int) -> None:
    sheet = draw_collage(0.4, *[drawing(100, 90)] * count)
    assert sheet.width == WIDTH
    assert sheet.height <= 0.4 * WIDTH + 2
