"""Frames of films: captions that can be read, and names that can be drawn."""

from io import BytesIO

import pytest
from PIL import Image

from bot.drawing.film_frames import (
    CAPTION_HEIGHT_PIXELS,
    FRAME_SIZE_PIXELS,
    _divide_caption,
    clean_caption,
    draw_shot,
    draw_title,
    draw_winner,
)
from bot.presenters.films import MAX_CAPTION_LENGTH

MIN_LETTER_PIXELS = 12
PHONE_WIDTH_PIXELS = 350
CAPTION_WIDTH_PIXELS = FRAME_SIZE_PIXELS[0] - 28


def picture(width: int, height: int, lower: str = "#00FF00") -> bytes:
    image = Image.new("RGB", (width, height), "#FF0000")
    image.paste(lower, (0, height // 2, width, height))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("🟡 Ada bids 7 fours 4️⃣.", "Ada bids 7 fours."),
        ("Zoë plays 1 × 💻 Hacker", "Zoë plays 1 × Hacker"),
        ("👑\u2060King👑 wins!", "King wins!"),
        ("Ольга", ""),
        ("", ""),
    ],
)
def test_what_the_font_lacks_is_left_out(text: str, drawn: str) -> None:
    assert clean_caption(text) == drawn


def test_letters_of_the_longest_caption_are_readable_on_a_phone() -> None:
    words = "Gelogen!, sagt Maximiliane. Konstantin hat 12 Vieren geboten: Da lagen 7."
    words += " Konstantin verliert den letzten Würfel und ist raus. Mehr Worte stehen nie da."
    longest = words[:MAX_CAPTION_LENGTH]
    lines, size = _divide_caption(longest, CAPTION_WIDTH_PIXELS)
    assert len(lines) == 3
    assert " ".join(lines) == longest
    assert size * PHONE_WIDTH_PIXELS / FRAME_SIZE_PIXELS[0] >= MIN_LETTER_PIXELS


def test_lines_of_a_caption_are_balanced_and_keep_numbers_with_their_cards() -> None:
    lines, _ = _divide_caption("Ben spielt die Detektive mit 1 × Hacker und bekommt Punkte.", 300)
    assert max(map(len, lines)) - min(map(len, lines)) <= 12
    assert any("1 × Hacker" in line for line in lines)


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada",), tuple("ABCDEFGH"), ()])
def test_all_frames_have_one_size(names: tuple[str, ...]) -> None:
    drawing = (picture, (900, 300))
    frames = (
        draw_title("Game", names, drawing),
        draw_title("Game", names, None),
        draw_shot("Ada bids 7 fours.", drawing),
        draw_shot("", drawing),
        draw_winner("Ada wins!", drawing),
    )
    assert {Image.open(BytesIO(frame)).size for frame in frames} == {FRAME_SIZE_PIXELS}


def test_a_high_picture_fits_whole_into_each_frame() -> None:
    middle, above = FRAME_SIZE_PIXELS[0] // 2, FRAME_SIZE_PIXELS[1] - CAPTION_HEIGHT_PIXELS - 6
    drawing = (picture, (600, 1200))
    for draw in (draw_shot, draw_winner):
        frame = Image.open(BytesIO(draw("Ada wins!", drawing))).convert("RGB")
        seen = frame.getpixel((middle, above))
        assert isinstance(seen, tuple)
        assert all(abs(one - other) < 40 for one, other in zip(seen, (0, 255, 0), strict=True))


def test_a_long_name_stays_in_its_place() -> None:
    for names in (("x" * 60, "Ben"), ("Ada " * 12, "Ben")):
        frame = Image.open(BytesIO(draw_title("Game", names, None))).convert("L")
        middle = FRAME_SIZE_PIXELS[0] // 2
        gap = frame.crop((middle - 2, 260, middle + 2, 330))
        assert max(gap.tobytes()) < 80, "nothing is written between two names"
