"""Text stays in its box and can be read; encoding is the same each time."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.art.kept import Kept
from bot.art.kit import (
    FONT,
    PIECES,
    WHITE,
    fit,
    font,
    measure,
    opened,
    piece,
    weight,
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
    assert FONT.stat().st_size < 800_000
    missing = font(40).getmask("\uffff")
    for letter in "äöüßÄÖÜéñ?":
        assert bytes(font(40).getmask(letter)) != bytes(missing)
    assert (FONT.parent / "LICENSE.txt").read_text(encoding="utf-8").count("SIL Open Font License")


def test_a_raster_keeps_its_shape_at_any_width(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 400), "#FF5FA2").save(tmp_path / "card.webp", lossless=True)
    assert [opened(tmp_path / "card.webp", wide).size for wide in (300, 150, 75)] == [
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
    PIECES.clear()
    assert square(9, colour="#FF0000").tobytes() == first.tobytes()


def test_what_an_image_weighs_is_what_pillow_takes_for_it() -> None:
    assert [weight(Image.new(mode, (10, 5))) for mode in ("L", "RGB", "RGBA")] == [50, 200, 200]


def test_what_is_kept_never_weighs_more_than_it_may() -> None:
    kept: Kept[bytes] = Kept(300, len)
    for key in range(9):
        kept.keep(key, bytes(100))
        assert kept.bytes <= 300
    assert [key for key in range(9) if kept.get(key)] == [6, 7, 8]
    kept.keep(6, bytes(250))
    assert [key for key in range(9) if kept.get(key)] == [6]
    assert kept.bytes == 250
    kept.keep(9, bytes(301))
    assert kept.bytes == 0
    assert kept.get(9) is None


def test_what_was_asked_for_lately_is_kept() -> None:
    kept: Kept[bytes] = Kept(300, len)
    for key in (1, 2, 3):
        kept.keep(key, bytes(100))
    kept.get(1)
    kept.keep(4, bytes(100))
    assert [key for key in (1, 2, 3, 4) if kept.get(key)] == [1, 3, 4]


def test_many_threads_may_keep_and_ask_at_once() -> None:
    kept: Kept[bytes] = Kept(1000, len)

    def use(seed: int) -> None:
        luck = random.Random(seed)
        for _ in range(3000):
            key = luck.randrange(40)
            if kept.get(key) is None:
                kept.keep(key, bytes(key * 5))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(use, range(4)))
    assert kept.bytes == sum(len(kept.get(key) or b"") for key in range(40)) <= 1000
