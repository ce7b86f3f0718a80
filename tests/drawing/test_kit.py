"""Text stays in its box and can be read; encoding is the same each time."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.drawing.kit import (
    FONT_FILE,
    PIECE_CACHE,
    WHITE,
    count_bytes,
    fit,
    load_font,
    measure,
    open_raster,
    piece,
    write,
)

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüß "


@settings(max_examples=60)
@given(
    st.text(LETTERS, min_size=1, max_size=24).filter(str.strip),
    st.integers(40, 300),
    st.integers(16, 90),
    st.integers(10, 60),
)
def test_text_never_leaves_its_box(text: str, width: int, height: int, largest: int) -> None:
    image = Image.new("RGB", (width + 200, height + 200), WHITE)
    write(image, text, (100, 100, 100 + width, 100 + height), largest)
    touched = ImageChops.difference(image, Image.new("RGB", image.size, WHITE)).getbbox()
    if touched is not None:
        left, top, right, bottom = touched
        assert left >= 98
        assert right <= 102 + width
        assert top >= 98
        assert bottom <= 102 + height


def test_a_long_text_is_broken_at_the_space_that_makes_it_largest() -> None:
    assert fit("springender Draufgänger", 280, 80, 46).lines == ("springender", "Draufgänger")
    assert fit("fish cocktail", 400, 60, 40).lines == ("fish cocktail",)


def test_a_short_text_is_no_larger_than_wanted() -> None:
    assert fit("red", 1000, 1000, 40).size == 40


def test_the_measure_is_what_fits() -> None:
    assert measure("Laufstegschönheit", (0, 0, 120, 40), 40) <= 120


def test_the_font_is_small_enough_and_has_umlauts() -> None:
    assert FONT_FILE.stat().st_size < 800_000
    missing = load_font(40).getmask("\uffff")
    for letter in "äöüßÄÖÜéñ?":
        assert bytes(load_font(40).getmask(letter)) != bytes(missing)
    assert (
        (FONT_FILE.parent / "LICENSE.txt")
        .read_text(encoding="utf-8")
        .count("SIL Open Font License")
    )


def test_a_raster_keeps_its_shape_at_any_width(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 400), "#FF5FA2").save(tmp_path / "card.webp", lossless=True)
    assert [open_raster(tmp_path / "card.webp", wide).size for wide in (300, 150, 75)] == [
        (300, 400),
        (150, 200),
        (75, 100),
    ]


def test_a_piece_is_made_once_for_the_same_arguments() -> None:
    made: list[int] = []

    @piece
    def square(side: int, *, colour: str) -> Image.Image:
        made.append(side)
        return Image.new("RGB", (side, side), colour)

    first = square(9, colour="#FF0000")
    assert square(9, colour="#FF0000") is first
    assert square(9, colour="#00FF00").getpixel((0, 0)) == (0, 255, 0)
    assert square(8, colour="#FF0000").size == (8, 8)
    assert made == [9, 9, 8]
    PIECE_CACHE.clear()
    assert square(9, colour="#FF0000").tobytes() == first.tobytes()


def test_what_an_image_weighs_is_what_pillow_takes_for_it() -> None:
    assert [count_bytes(Image.new(mode, (10, 5))) for mode in ("L", "RGB", "RGBA")] == [
        50,
        200,
        200,
    ]


def test_what_is_kept_never_weighs_more_than_it_may() -> None:
    made: list[int] = []

    @piece
    def large(number: int) -> Image.Image:
        made.append(number)
        return Image.new("RGBA", (1000, 1000), (number, 0, 0, 255))  # 4 MB

    for number in range(9):
        large(number)
        assert PIECE_CACHE.currsize <= PIECE_CACHE.maxsize
    large(3)
    large(9)
    assert made == [*range(10)]
    large(3)
    large(4)
    assert made == [*range(10), 4], "what was wanted lately is kept"


def test_a_piece_that_is_heavier_than_all_that_is_kept_is_made_each_time() -> None:
    made: list[int] = []

    @piece
    def huge(side: int) -> Image.Image:
        made.append(side)
        return Image.new("RGBA", (side, side))

    side = 1 + int((PIECE_CACHE.maxsize / 4) ** 0.5)
    assert huge(side).size == huge(side).size == (side, side)
    assert made == [side, side]


def test_many_threads_may_want_pieces_at_once() -> None:
    @piece
    def tile(number: int) -> Image.Image:
        return Image.new("RGBA", (600, 600), (number, 0, 0, 255))  # 1.4 MB: 18 of 40 are kept

    def use(seed: int) -> bool:
        luck = random.Random(seed)
        numbers = [luck.randrange(40) for _ in range(200)]
        return all(tile(number).getpixel((0, 0)) == (number, 0, 0, 255) for number in numbers)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(use, range(4)))
    assert (
        PIECE_CACHE.currsize == sum(map(count_bytes, PIECE_CACHE.values())) <= PIECE_CACHE.maxsize
    )
