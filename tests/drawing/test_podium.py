"""The podium of an evening: the same each time, within its size, with everybody on it."""

from functools import reduce
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.drawing.kit import GOLD, GREY
from bot.drawing.podium import MAX_STEPS, STEP_COLOURS, Guest, draw_podium
from bot.drawing.sheet import ABOVE_TEXT_PIXELS
from tests.drawing.looks import assert_same_bytes

MAX_COLOUR_DISTANCE = 16


def draw(*ranks: int) -> Image.Image:
    guests = tuple(Guest(rank, letter) for letter, rank in enumerate(ranks))
    return Image.open(BytesIO(draw_podium(guests))).convert("RGB")


def count_pixels(picture: Image.Image, colour: str) -> int:
    """Return how many pixels are nearly of a colour. A JPEG changes colours a little."""
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    small = picture.resize((150, picture.height * 150 // picture.width))
    distances = ImageChops.difference(small, Image.new("RGB", small.size, wanted)).split()
    far = reduce(ImageChops.lighter, distances)
    return sum(far.histogram()[:MAX_COLOUR_DISTANCE])


def test_the_same_evening_gives_the_same_picture() -> None:
    assert_same_bytes(lambda: draw_podium((Guest(1, 0), Guest(2, 1), Guest(3, 2))))


@pytest.mark.parametrize("people", [1, 2, 3, 5, 8, 20])
def test_everybody_fits_into_the_picture(people: int) -> None:
    picture = draw(*range(1, people + 1))
    assert picture.width <= ABOVE_TEXT_PIXELS[0]
    assert picture.height <= ABOVE_TEXT_PIXELS[1]
    assert picture.width * 0.3 < picture.height < picture.width * 0.8


def test_a_few_others_stand_beside_the_steps_and_more_below() -> None:
    assert draw(*range(1, 8)).size == draw(1, 2).size
    assert draw(*range(1, 9)).height > draw(1, 2).height


def test_each_of_the_first_three_places_has_its_step() -> None:
    both, three = draw(1, 2), draw(1, 2, 3)
    for colour in STEP_COLOURS[:2]:
        assert count_pixels(both, colour) > 100
    assert count_pixels(three, STEP_COLOURS[2]) > count_pixels(both, STEP_COLOURS[2]) + 100


def test_who_shares_the_first_place_stands_as_high() -> None:
    shared = draw(1, 1, 1)
    assert count_pixels(shared, GOLD) > 2 * count_pixels(draw(1, 2, 3), GOLD)
    assert count_pixels(shared, GREY) < 50


def test_more_than_have_room_on_the_steps_stand_in_front_of_them() -> None:
    with_steps, without = draw(*[1] * MAX_STEPS), draw(*[1] * (MAX_STEPS + 1))
    assert count_pixels(without, GOLD) < count_pixels(with_steps, GOLD) / 2
    second = draw(1, *[2] * MAX_STEPS)
    assert count_pixels(second, GREY) < count_pixels(draw(1, 2), GREY) / 3, (
        "only the winner is on a step"
    )
