"""The pictures of Cloaked Cats: the same each time, within their sizes, and readable."""

import re
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter, ImageStat

from bot.drawing.kit import CARD_UNITS, fit
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, WIDE_SHEET_UNITS
from bot.games.cloaked_cats import pictures
from bot.games.cloaked_cats.art import charts, drawing, pieces
from bot.games.cloaked_cats.art.pieces import COATS, make_figures
from bot.games.cloaked_cats.model.state import (
    ACCESSORIES,
    CATS,
    COLOURS,
    FEATURES,
    PATTERNS,
    POSES,
    NumberedDancer,
    NumberedDancers,
)
from bot.i18n import LANGUAGES, text
from tests.drawing.looks import assert_same_bytes, open_picture

TEXTS = Path(drawing.__file__).parents[1] / "text"


def words(language: str) -> drawing.Words:
    return pictures.make_picture_words(text(language, TEXTS))


EN = words("en")
ENDS = (
    drawing.EndRow(3, 1, 11, (0, 10, 18), (0, 2, 1)),
    drawing.EndRow(0, 2, 5, (1, 5, 13), (None, None, None)),
)
MARKS = ("yes", "no", "?", "37%") * 4 + ("no",) * 3


def dancers(cats: int) -> NumberedDancers:
    return tuple(
        NumberedDancer(cat + 1, cat, tuple(seat for seat in range(4) if cat >> seat & 1))
        for cat in range(cats)
    )


@pytest.mark.parametrize(
    "draw",
    [
        partial(drawing.draw_floor, dancers(9), 9, False, EN),
        partial(drawing.draw_clues, dancers(6), dancers(3), 1, EN),
        partial(drawing.draw_hand, (2, 10, 16), (10,), (24, 4, 35), 2, EN),
        partial(drawing.draw_end, ENDS, EN),
        partial(drawing.draw_end, ENDS * 2, EN),
        partial(drawing.draw_overview, EN),
        partial(drawing.draw_lobby_banner, "Cloaked Cats"),
        *(partial(charts.draw_notebook, ((n, MARKS),) * n, EN.features) for n in (1, 3)),
    ],
)
def test_pictures_are_the_same_each_time_and_at_most_twice_as_large_as_discord_shows_them(
    draw: Callable[[], bytes],
) -> None:
    other = partial(drawing.draw_hand, (1, 2, 3), (), (5, 6, 7), 0, words("de"))
    assert_same_bytes(draw, other)
    wide, high = open_picture(draw()).size
    assert 600 <= wide <= ABOVE_TEXT_PIXELS[0]
    assert high <= ABOVE_TEXT_PIXELS[1]


PHONE = 300
"""How wide a phone shows a picture, in pixels."""
DESKTOP = (550, 350)
"""How wide and how high a desktop shows one at most."""


@pytest.mark.parametrize("cats", (0, 1, 4, 6, 10, drawing.MAX_SHOWN_CATS))
@pytest.mark.parametrize("large", [False, True])
def test_a_floor_is_small_enough_to_send_and_large_enough_to_see(cats: int, large: bool) -> None:
    everybody = tuple(NumberedDancer(cat + 1, cat, (0, 1, 2, 3)) for cat in range(cats))
    wide, high = open_picture(drawing.draw_floor(everybody, cats or None, large, EN)).size
    assert wide <= ABOVE_TEXT_PIXELS[0]
    assert high <= ABOVE_TEXT_PIXELS[1]
    assert wide >= DESKTOP[0] or high >= DESKTOP[1], "as large as a desktop shows it"
    assert wide >= PHONE


@pytest.mark.parametrize("large", [False, True])
def test_a_card_is_at_least_60_pixels_wide_on_a_phone(large: bool) -> None:
    for cats in range(1, drawing.MAX_SHOWN_CATS + 1):
        width = drawing.compute_card_width(cats, drawing.count_columns(cats, large=large), large)
        assert PHONE / drawing.MAX_CARDS_PER_ROW * width >= 60


def test_floors_of_few_cats_are_equally_high_and_those_of_many_cats_never_higher_than_wide() -> (
    None
):
    shapes = [
        open_picture(drawing.draw_floor(dancers(cats), None, False, EN)).size
        for cats in range(1, drawing.MAX_SHOWN_CATS + 1)
    ]
    on_a_phone = [high * 306 / wide for wide, high in shapes]
    few, many = on_a_phone[: drawing.MAX_CARDS_PER_ROW], on_a_phone[drawing.MAX_CARDS_PER_ROW :]
    assert max(few) - min(few) < 8
    assert max(few) < 165
    assert max(many) < 295


@pytest.mark.parametrize("masked", (0, 1, 5, 8, drawing.MAX_SHOWN_CATS))
def test_clues_are_small_enough_to_send_and_at_least_60_pixels_wide_on_a_phone(masked: int) -> None:
    every = dancers(drawing.MAX_SHOWN_CATS)
    wide, high = open_picture(drawing.draw_clues(every[:masked], every[masked:], 1, EN)).size
    assert wide <= ABOVE_TEXT_PIXELS[0]
    assert high <= ABOVE_TEXT_PIXELS[1]
    assert high * 306 / wide < 295


def test_the_two_groups_of_clues_look_different() -> None:
    every = dancers(4)
    seen = {drawing.draw_clues(every[:masked], every[masked:], 1, EN) for masked in range(5)}
    assert len(seen) == 5


def test_a_hand_is_small_enough_with_any_number_of_cats() -> None:
    sizes = {
        open_picture(drawing.draw_hand((2, 10, 16), (), tuple(range(n)), 0, EN)).size
        for n in range(4)
    }
    assert len(sizes) == 1
    open_picture(drawing.draw_hand((2, 10, 16), (), (24, 4, 35), 0, EN))


@pytest.mark.parametrize(
    ("cats", "columns"),
    [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 3), (8, 4), (10, 5), (12, 4), (15, 5)],
)
def test_the_columns_make_the_cards_large(cats: int, columns: int) -> None:
    assert drawing.count_columns(cats) == columns


def test_the_newest_cat_is_marked() -> None:
    marked = {drawing.draw_floor(dancers(3), newest, False, EN) for newest in (None, 1, 2, 3)}
    assert len(marked) == 4


def test_a_revealed_feature_looks_different_in_the_hand() -> None:
    hands = {
        drawing.draw_hand((2, 10, 16), turned, (), 0, EN)
        for turned in ((), (2,), (10,), (2, 10, 16))
    }
    assert len(hands) == 4


def test_a_cat_that_shows_an_own_feature_wears_the_own_mask_in_the_hand() -> None:
    def seen(fan: tuple[int, ...]) -> Image.Image:
        image = open_picture(drawing.draw_hand(fan, (), (0,), 1, EN)).convert("RGB")
        unit = image.width / WIDE_SHEET_UNITS
        return image.crop(
            (round(72 * unit), round(430 * unit), round(400 * unit), round(480 * unit))
        )

    bare = seen((1, 2, 3))
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((0, 2, 3)))).mean) > 5
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((2, 3, 4)))).mean) < 5


def test_the_end_tells_who_guessed_which_feature() -> None:
    def ended(guesser: int | None) -> bytes:
        return drawing.draw_end((drawing.EndRow(0, 1, 2, (1, 5, 13), (guesser, None, 2)),), EN)

    assert len({ended(guesser) for guesser in (None, 1, 2, 3)}) == 4


def coats_of(image: Image.Image) -> set[int]:
    """Return the coats of which there is much to see, as features."""
    solid = image.convert("RGBA")
    colours = solid.getcolors(solid.width * solid.height) or []
    seen = {
        number: sum(
            count
            for count, pixel in colours
            if isinstance(pixel, tuple) and pixel[3] == 255 and close(pixel[:3], number)
        )
        for number in COLOURS
    }
    return {number for number, count in seen.items() if count > solid.width * solid.height / 60}


def close(pixel: tuple[int, ...], colour: int) -> bool:
    coat = ImageColor.getrgb(COATS[FEATURES[colour]].coat)
    return all(abs(one - other) < 3 for one, other in zip(pixel, coat[:3], strict=True))


FANS = tuple(combinations(range(len(FEATURES)), 3))


@pytest.mark.parametrize("fan", FANS[::33])
def test_the_cat_on_the_podium_has_the_winners_features_and_no_others(fan: tuple[int, ...]) -> None:
    drawn = make_figures(fan, 400, 220)
    poses = [number for number in fan if number in POSES]
    assert len(drawn) == max(1, len(poses))
    for figure in drawn:
        assert coats_of(figure) == {number for number in fan if number in COLOURS}
    bare = tuple(number for number in fan if number not in PATTERNS)
    assert (make_figures(bare, 400, 220) != drawn) == (bare != fan)
    things = tuple(number for number in fan if number not in ACCESSORIES)
    assert make_figures(things, 400, 220) == drawn


def test_each_pose_and_pattern_has_a_figure_of_its_own_and_so_has_none() -> None:
    looks = [(*pose, *pattern) for pose in ((), *zip(POSES)) for pattern in ((), (13,), (14,))]
    assert len({make_figures(look, 220, 220)[0].tobytes() for look in looks}) == len(looks) == 18


def test_the_things_of_a_winner_stand_at_the_feet_of_the_cat() -> None:
    def stage(*fan: int) -> Image.Image:
        row = drawing.EndRow(0, 1, 2, fan, (None, None, None))
        image = open_picture(drawing.draw_end((row,), EN))
        return image.crop(
            (0, 0, image.width, round(image.width * drawing.PODIUM_HEIGHT / WIDE_SHEET_UNITS))
        )

    plain = stage(0, 9, 13)
    for thing in ACCESSORIES:
        with_it, other = stage(0, 9, thing), stage(0, 9, 15 if thing != 15 else 16)
        assert ImageChops.difference(with_it, other).getbbox() is not None
        assert ImageChops.difference(with_it, plain).getbbox() is not None


def test_all_winners_stand_on_the_podium() -> None:
    one = drawing.draw_end((ENDS[0], replace(ENDS[0], seat=1, rank=2)), EN)
    both = drawing.draw_end((ENDS[0], replace(ENDS[0], seat=1, rank=1)), EN)
    assert one != both


def test_every_cat_has_a_card_of_its_own() -> None:
    assert len({pieces.make_card(cat, 110).tobytes() for cat in range(len(CATS))}) == len(CATS)


def shows(cat: int, box: tuple[int, int, int, int]) -> Image.Image:
    """Return where a card shows a cat's coat, as white on black, in a box of the card's units."""
    card = pieces.make_card(cat, 220).convert("RGB").resize(CARD_UNITS)
    coat = Image.new("RGB", card.size, COATS[FEATURES[CATS[cat][1]]].coat)
    red, green, blue = ImageChops.difference(card, coat).split()
    unlike = ImageChops.add(ImageChops.add(red, green), blue)
    return unlike.point(lambda value: 255 if value < 50 else 0).crop(box)


COLOURED = [cat for cat in range(len(CATS)) if FEATURES[CATS[cat][1]] != "white"]
"""The cats whose coat is not the colour of light, too."""
PICTURE = (8, 8, 292, 334)
"""What is above a card's caption, within its frame, in its units."""


@pytest.mark.parametrize("cat", COLOURED)
def test_every_cat_fills_its_card(cat: int) -> None:
    shape = shows(cat, PICTURE).filter(ImageFilter.MedianFilter(5)).getbbox()
    assert shape is not None
    left, top, right, bottom = shape
    assert right - left > 0.6 * (PICTURE[2] - PICTURE[0])
    assert bottom - top > 0.6 * (PICTURE[3] - PICTURE[1])


@pytest.mark.parametrize("cat", COLOURED)
@pytest.mark.parametrize(("x", "y"), [(34, 369), (22, 362)], ids=["floor", "hand"])
def test_a_number_lies_on_no_paw(cat: int, x: int, y: int) -> None:
    radius = 48
    box = (max(8, x - radius), y - radius, x + radius, PICTURE[3])
    round_chip = Image.new("L", CARD_UNITS)
    around = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(round_chip).ellipse(around, fill=255)
    assert ImageChops.multiply(shows(cat, box), round_chip.crop(box)).histogram()[255] < 8


@pytest.mark.parametrize("pose", [FEATURES[number] for number in POSES])
def test_every_pose_has_a_hat_on_the_head_and_all_else_in_a_paw(pose: str) -> None:
    part = (Path(drawing.__file__).parents[1] / f"parts/poses/{pose}.svg").read_text(
        encoding="utf-8"
    )
    links = re.findall(r'href="\.\./([a-z-]+/[a-z-]+|head)\.svg"', part)
    assert links.index("accessories/top-hat") == links.index("head") + 2
    held = ["accessories/ball-of-yarn", "accessories/fish-cocktail", "accessories/toy-mouse"]
    assert links[-4:] == [*held, f"bodies/{pose}-paw"]


def test_every_feature_has_a_card_and_a_sign_of_its_own() -> None:
    features = range(len(FEATURES))
    assert len({pieces.make_feature_card(number, 110, "").tobytes() for number in features}) == 19
    assert len({pieces.make_sign(number, 22).tobytes() for number in features}) == 19


def test_masks_differ_in_shape_and_not_only_in_colour() -> None:
    shapes = [pieces.make_mask(seat, 128).getchannel("A") for seat in range(4)]
    for one, other in combinations(shapes, 2):
        differing = ImageChops.difference(one, other).histogram()[200:]
        assert sum(differing) > 800


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colour_can_be_read_on_a_card_of_60_pixels(language: str) -> None:
    for name in words(language).features[5:13]:
        assert fit(name.upper(), int(208 * 0.2), int(52 * 0.2), 9).size >= 8, name


@pytest.mark.parametrize("colour", range(5, 13))
def test_the_encoding_keeps_the_colours_of_cats_apart_on_the_smallest_cards(colour: int) -> None:
    cat = next(cat for cat in range(len(CATS)) if CATS[cat][1] == colour)
    seen = open_picture(
        drawing.draw_floor((NumberedDancer(1, cat, ()),) * drawing.MAX_SHOWN_CATS, None, False, EN)
    ).convert("RGB")
    scale = seen.width / drawing.MAX_CARDS_PER_ROW / 300
    width, top = round(300 * scale), round(drawing.MASK_TAB_HEIGHT * scale)
    drawn = pieces.make_card(cat, width).convert("RGB")
    box = (0, 0, width, round(1.08 * width))
    same = seen.crop((0, top, width, top + box[3]))
    difference = ImageChops.difference(same, drawn.crop(box))
    assert max(ImageStat.Stat(difference).mean) < 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_features_can_be_read_on_a_phone(language: str) -> None:
    narrowest = 272 * 264 / 300
    for name in words(language).features:
        assert fit(name, int(narrowest), 42, 42).size * 350 / WIDE_SHEET_UNITS >= 8, name


def test_words_of_24_letters_are_drawn_too() -> None:
    long = "springender Draufgänger!"
    wordy = drawing.Words((long,) * 19, long, long, long, long, long, long, long)
    for picture in (
        drawing.draw_floor(dancers(4), 3, False, wordy),
        drawing.draw_clues(dancers(4), dancers(3), 2, wordy),
        drawing.draw_hand((2, 10, 16), (10,), (24, 4, 35), 1, wordy),
        drawing.draw_end(ENDS, wordy),
        drawing.draw_overview(wordy),
    ):
        assert open_picture(picture).height > 0
