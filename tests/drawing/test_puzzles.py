"""The pictures of puzzles: the same each time, small enough to send, and readable on a phone."""

from functools import partial

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from bot.drawing.kit import GOLD
from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from bot.games.cloaked_cats.art import puzzles
from bot.games.cloaked_cats.art.pieces import MASK_COLOURS
from bot.games.cloaked_cats.art.puzzles import FLOORS, Look, PuzzleCat, draw_puzzle
from bot.games.cloaked_cats.model.state import NumberedDancer
from tests.drawing.looks import assert_same_bytes, open_picture
from tests.drawing.test_pictures import DESKTOP, EN, PHONE, words

NONE_FOUND = ((), (), ())
ALL_FOUND = ((3, 12, 17), (1, 9, 14), (4, 7, 16))
MIN_PHONE_CARD, MAX_PHONE_HEIGHT = 50, 340
MOST_CATS = FLOORS[-1][0]


def cats(count: int, look: Look = "plain") -> tuple[PuzzleCat, ...]:
    return tuple(PuzzleCat(NumberedDancer(cat + 1, cat, (1, 2, 3)), look) for cat in range(count))


def test_a_puzzle_is_the_same_each_time() -> None:
    looks: tuple[Look, ...] = ("plain", "framed", "faded")
    mixed = tuple(PuzzleCat(cat.dancer, looks[at % 3]) for at, cat in enumerate(cats(7)))
    others = [partial(draw_puzzle, cats(3), NONE_FOUND, words("de"))]
    assert_same_bytes(partial(draw_puzzle, mixed, ((3,), (), (4, 7, 16)), EN), *others)


@pytest.mark.parametrize("count", range(1, MOST_CATS + 1))
def test_every_floor_is_small_enough_to_send_and_large_enough_on_a_phone(count: int) -> None:
    image = open_picture(draw_puzzle(cats(count), ALL_FOUND, words("de")))
    assert image.width <= ABOVE_TEXT_PIXELS[0]
    assert image.height <= ABOVE_TEXT_PIXELS[1]
    assert image.width >= PHONE * 1.5
    assert image.width >= DESKTOP[0] - 2 or image.height >= DESKTOP[1]
    _, _, card = next(floor for floor in FLOORS if count <= floor[0])
    assert PHONE * card / image.width >= MIN_PHONE_CARD
    assert PHONE * image.height / image.width <= MAX_PHONE_HEIGHT


def test_more_cats_than_any_puzzle_has_are_still_drawn() -> None:
    many = open_picture(draw_puzzle(cats(MOST_CATS + 1), NONE_FOUND, EN))
    assert many.height > open_picture(draw_puzzle(cats(MOST_CATS), NONE_FOUND, EN)).height


def card_of(image: Image.Image, place: int, across: int) -> Image.Image:
    """Return the upper part of a card, where the cat is drawn."""
    wide = image.width / across
    row, column = divmod(place, across)
    top = image.width * puzzles.HEADER_SHARE + (row * 448 + 100) * wide / 300
    left = (column + 0.1) * wide
    return image.crop((round(left), round(top), round(left + 0.8 * wide), round(top + 0.8 * wide)))


def brightness(image: Image.Image) -> float:
    return sum(ImageStat.Stat(image).mean)


def test_faded_cats_are_darker_and_framed_ones_have_a_pink_frame() -> None:
    looks: tuple[Look, ...] = ("plain", "framed", "faded")
    same = [NumberedDancer(1, 0, (1,))] * 3
    drawn = tuple(PuzzleCat(dancer, look) for dancer, look in zip(same, looks, strict=True))
    image = open_picture(draw_puzzle(drawn, NONE_FOUND, EN))
    plain, framed, faded = (card_of(image, place, 3) for place in range(3))
    assert brightness(framed) == pytest.approx(brightness(plain), rel=0.02)
    assert brightness(faded) < 0.75 * brightness(plain)
    assert brightness(faded) > 0.3 * brightness(plain), "one can still read it"
    pink = [count_close(part(image, place), "#FF5FA2") for place in range(3)]
    assert pink[1] > 200 > 100 * max(pink[0], pink[2])


def part(image: Image.Image, place: int) -> Image.Image:
    """Return a stripe above a card, below the masks."""
    wide = image.width / 3
    top = image.width * puzzles.HEADER_SHARE + 37 * wide / 300
    left, high = (place + 0.5) * wide, 10 * wide / 300
    return image.crop((round(left), round(top), round(left + 0.4 * wide), round(top + high)))


def count_close(image: Image.Image, colour: str) -> int:
    """Return how many pixels have nearly a colour. Pictures are JPEGs."""
    solid = Image.new("RGB", image.size, ImageColor.getrgb(colour))
    bands = ImageChops.difference(image, solid).split()
    far = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(far.histogram()[:24])


@pytest.mark.parametrize("owner", range(3))
def test_what_is_found_stands_beside_its_owner(owner: int) -> None:
    found = tuple((12,) if each == owner else () for each in range(3))
    before = open_picture(draw_puzzle(cats(4), NONE_FOUND, EN))
    after = open_picture(draw_puzzle(cats(4), found, EN))
    changed = ImageChops.difference(before, after).point(lambda value: 255 if value > 40 else 0)
    box = changed.getbbox()
    assert box is not None
    third = before.width / 3
    assert owner * third + 0.3 * third < box[0] < box[2] < owner * third + 0.6 * third
    assert box[3] < before.width * puzzles.HEADER_SHARE


def test_each_mask_has_a_panel_in_its_colour_and_one_alone_is_in_the_middle() -> None:
    image = open_picture(draw_puzzle(cats(4), NONE_FOUND, EN))
    high, third = round(image.width * puzzles.HEADER_SHARE), image.width // 3
    for owner in range(3):
        panel = image.crop((owner * third, 0, (owner + 1) * third, high))
        assert count_close(panel, MASK_COLOURS[owner + 1]) > 300
    alone = open_picture(draw_puzzle(cats(4), ((),), EN))
    panel = alone.crop((third, 0, 2 * third, high))
    assert count_close(panel, MASK_COLOURS[1]) > 300
    assert count_close(alone.crop((0, 0, third - 4, high - 12)), MASK_COLOURS[1]) < 20


def test_an_owner_whose_features_are_all_found_looks_different() -> None:
    def count_golden(found: tuple[int, ...]) -> int:
        return count_close(open_picture(draw_puzzle(cats(4), (found, (), ()), EN)), GOLD)

    assert count_golden((3, 12, 17)) > count_golden((3, 12)) + 1000
