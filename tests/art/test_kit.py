"""Text stays in its box and can be read; encoding is the same each time."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.art.kit import FONT, WHITE, fit, font, measure, opened, webp, write

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


def test_the_same_picture_is_encoded_to_the_same_bytes() -> None:
    image = Image.linear_gradient("L").convert("RGB")
    assert webp(image) == webp(image.copy())
