"""Text stays in its box and can be read; shapes and encoding are the same each time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.art.kit import FONT, INK, WHITE, Canvas, fit, font, measure, on, oval, webp, write

LETTERS = "abcdefghijklmnopqrstuvwxyzäöüß "


@settings(max_examples=60, deadline=None)
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
    assert (FONT.parent / "LICENSE.txt").read_text(encoding="utf-8").startswith("DejaVu")


@pytest.mark.parametrize("ground", ["#FFFFFF", "#FCCB24", "#F5EFFF"])
def test_bright_grounds_are_written_on_with_ink(ground: str) -> None:
    assert on(ground) == INK


@pytest.mark.parametrize("ground", ["#000000", "#7429C5", "#6F4016"])
def test_dark_grounds_are_written_on_with_white(ground: str) -> None:
    assert on(ground) == WHITE


def test_a_shape_is_painted_with_the_part_of_a_pattern_that_lies_under_it() -> None:
    halves = Canvas(40, 40, "#FF0000")
    halves.paint((oval(40, 20, 20, 40),), "#0000FF")
    canvas = Canvas(40, 40)
    canvas.paint((oval(20, 20, 18, 18),), halves.fine())
    image = canvas.image()
    assert image.size == (40, 40)
    assert image.getpixel((8, 20)) == (255, 0, 0, 255)
    assert image.getpixel((32, 20)) == (0, 0, 255, 255)
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)


def test_the_same_picture_is_encoded_to_the_same_bytes() -> None:
    image = Image.linear_gradient("L").convert("RGB")
    assert webp(image) == webp(image.copy())
