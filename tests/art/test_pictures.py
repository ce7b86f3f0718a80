"""The pictures of Cloaked Cats: the same each time, within their sizes, and readable."""

import re
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from bot.art.kit import PIECES, fit
from bot.art.sheet import ABOVE, BELOW
from bot.games.cloaked_cats import art, charts, pictures, pieces
from bot.games.cloaked_cats.cards import CATS, FEATURES, POSES
from bot.games.cloaked_cats.palette import COATS
from bot.text import LANGUAGES, text

TEXTS = Path(art.__file__).parent / "text"


def words(language: str) -> art.Words:
    return pictures.words(text(language, TEXTS))


EN = words("en")
ROWS = (
    art.PanelRow(9, 2, (1,), (), 5, False),
    art.PanelRow(12, 0, (), (6,), 2, True),
    art.PanelRow(7, 1, (0,), (13, 17), 2, False),
    art.PanelRow(16, 11, (0, 1, 2), (0, 10, 18), 11, False),
)
ENDS = (
    art.EndRow(3, 1, 11, 11, (0, 1, 2), (0, 10, 18), (0, 2, 1)),
    art.EndRow(0, 2, 5, 2, (1,), (1, 5, 13), (None, None, None)),
)
MARKS = ("yes", "no", "?", "37%") * 4 + ("no",) * 3
LEFT = tuple(tuple(max(1, 900 // (turn + seat + 1)) for seat in range(4)) for turn in range(18))
LARGEST = 130_000
"""Bytes that a picture may have."""
PHONES_PIXELS = 2.5
"""Pixels of a phone to one of those in which Discord measures, at least on most."""


def dancers(cats: int) -> art.Dancers:
    return tuple((cat, tuple(seat for seat in range(4) if cat >> seat & 1)) for cat in range(cats))


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    assert image.format == "JPEG"
    return image


@pytest.mark.parametrize(
    "draw",
    [
        partial(art.floor, dancers(9), 8, EN),
        partial(art.panel, ROWS, EN),
        partial(art.hand, (2, 10, 16), (10,), (24, 4, 35), 2, EN),
        partial(art.end, ENDS, EN),
        partial(art.overview, EN),
        partial(art.banner, "Cloaked Cats"),
    ],
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    PIECES.clear()
    first = draw()
    art.hand((1, 2, 3), (), (5, 6, 7), 0, words("de"))
    assert draw() == first
    PIECES.clear()
    assert draw() == first


@pytest.mark.parametrize("cats", range(41))
def test_a_floor_is_small_enough_to_send_and_large_enough_to_see(cats: int) -> None:
    everybody = tuple((cat, (0, 1, 2, 3)) for cat in range(cats))
    picture = art.floor(everybody, cats - 1 if cats else None, EN)
    wide, high = opened(picture).size
    assert 230 < wide <= 1100
    assert high <= 700
    assert len(picture) < LARGEST


@pytest.mark.parametrize("cats", range(1, 41))
def test_a_floor_is_no_smaller_than_a_desktop_shows_it(cats: int) -> None:
    wide, high = opened(art.floor(dancers(cats), None, EN)).size
    assert wide >= 550 or high >= 350


@pytest.mark.parametrize(
    ("draw", "most"),
    [
        *((partial(art.panel, ROWS[:seats], EN), BELOW) for seats in (2, 3, 4)),
        *((partial(art.end, ENDS * pairs, EN), ABOVE) for pairs in (1, 2)),
        (partial(art.hand, (2, 10, 16), (10,), (24, 4, 35), 2, EN), ABOVE),
        (partial(art.overview, EN), ABOVE),
        (partial(art.banner, "Cloaked Cats"), ABOVE),
        *(
            (partial(charts.notebook, ((seat, MARKS),) * seat, EN.features), ABOVE)
            for seat in (1, 3)
        ),
        (partial(charts.story, LEFT, ((1, 0, 1, True),), "fans", "turns"), ABOVE),
    ],
)
def test_pictures_are_at_most_twice_as_large_as_discord_shows_them(
    draw: Callable[[], bytes], most: tuple[int, int]
) -> None:
    picture = draw()
    wide, high = opened(picture).size
    assert 600 <= wide <= most[0]
    assert high <= most[1]
    assert len(picture) < LARGEST


def test_nothing_is_drawn_larger_than_twice_what_a_desktop_shows() -> None:
    assert ABOVE[0] <= 2 * 550
    assert ABOVE[1] <= 2 * 350
    assert BELOW[0] <= 2 * 400
    assert BELOW[1] <= 2 * 300


def test_a_hand_is_small_enough_with_any_number_of_cats() -> None:
    sizes = {opened(art.hand((2, 10, 16), (), tuple(range(n)), 0, EN)).size for n in range(4)}
    assert len(sizes) == 1
    assert len(art.hand((2, 10, 16), (), (24, 4, 35), 0, EN)) < LARGEST


@pytest.mark.parametrize(
    ("cats", "columns"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 3), (12, 6), (17, 6), (40, 10)]
)
def test_the_columns_make_the_cards_large(cats: int, columns: int) -> None:
    assert art.columns(cats) == columns


@pytest.mark.parametrize("cats", range(1, 41))
def test_no_other_number_of_columns_makes_larger_cards_in_a_chat_window(cats: int) -> None:
    def card(across: int) -> float:
        down = -(-cats // across)
        return min(550 / across / art.CELL[0], 350 / down / art.CELL[1])

    assert card(art.columns(cats)) == max(map(card, range(1, cats + 1)))


def test_the_newest_cat_is_marked() -> None:
    marked = {art.floor(dancers(3), newest, EN) for newest in (None, 0, 1, 2)}
    assert len(marked) == 4


def test_a_revealed_feature_looks_different_in_the_hand() -> None:
    hands = {art.hand((2, 10, 16), turned, (), 0, EN) for turned in ((), (2,), (10,), (2, 10, 16))}
    assert len(hands) == 4


def test_a_cat_that_shows_an_own_feature_wears_the_own_mask_in_the_hand() -> None:
    def seen(fan: tuple[int, ...]) -> Image.Image:
        image = opened(art.hand(fan, (), (0,), 1, EN)).convert("RGB")
        unit = image.width / art.WIDTH
        return image.crop(
            (round(72 * unit), round(510 * unit), round(400 * unit), round(560 * unit))
        )

    bare = seen((1, 2, 3))
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((0, 2, 3)))).mean) > 5
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((2, 3, 4)))).mean) < 5


def test_the_end_tells_who_guessed_which_feature() -> None:
    def ended(guesser: int | None) -> bytes:
        return art.end((art.EndRow(0, 1, 2, 0, (), (1, 5, 13), (guesser, None, 2)),), EN)

    assert len({ended(guesser) for guesser in (None, 1, 2, 3)}) == 4


def test_every_cat_has_a_card_of_its_own() -> None:
    assert len({pieces.card(cat, 110).tobytes() for cat in range(len(CATS))}) == len(CATS)


def shows(cat: int, box: tuple[int, int, int, int]) -> Image.Image:
    """Return where a card shows a cat's coat, as white on black, in a box of the card's units."""
    card = pieces.card(cat, 220).convert("RGB").resize(pieces.CARD)
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
    round_chip = Image.new("L", pieces.CARD)
    around = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(round_chip).ellipse(around, fill=255)
    assert ImageChops.multiply(shows(cat, box), round_chip.crop(box)).histogram()[255] < 8


@pytest.mark.parametrize("pose", [FEATURES[number] for number in POSES])
def test_every_pose_has_a_hat_on_the_head_and_all_else_in_a_paw(pose: str) -> None:
    part = (Path(art.__file__).parent / f"parts/poses/{pose}.svg").read_text(encoding="utf-8")
    links = re.findall(r'href="\.\./([a-z-]+/[a-z-]+|head)\.svg"', part)
    assert links.index("accessories/top-hat") == links.index("head") + 2
    held = ["accessories/ball-of-yarn", "accessories/fish-cocktail", "accessories/toy-mouse"]
    assert links[-4:] == [*held, f"bodies/{pose}-paw"]


def test_every_feature_has_a_card_and_a_sign_of_its_own() -> None:
    features = range(len(FEATURES))
    assert len({pieces.feature_card(number, 110, "").tobytes() for number in features}) == 19
    assert len({pieces.sign(number, 22).tobytes() for number in features}) == 19


def test_masks_differ_in_shape_and_not_only_in_colour() -> None:
    shapes = [pieces.mask(seat, 128).getchannel("A") for seat in range(4)]
    for one, other in combinations(shapes, 2):
        differing = ImageChops.difference(one, other).histogram()[200:]
        assert sum(differing) > 800


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_colour_can_be_read_on_a_card_of_60_pixels(language: str) -> None:
    for name in words(language).features[5:13]:
        assert fit(name.upper(), int(208 * 0.2), int(52 * 0.2), 9).size >= 8, name


def test_the_smallest_card_has_60_pixels_of_a_phone_and_of_its_own() -> None:
    assert min(width for _, width in art.CARD_WIDTHS) >= 60
    share = 300 / (art.columns(40) * art.CELL[0])
    assert 300 * share * PHONES_PIXELS >= 60


@pytest.mark.parametrize("colour", range(5, 13))
def test_the_encoding_keeps_the_colours_of_cats_apart_on_the_smallest_cards(colour: int) -> None:
    cat = next(cat for cat in range(len(CATS)) if CATS[cat][1] == colour)
    drawn = pieces.card(cat, 72).convert("RGB")
    seen = opened(art.floor(((cat, ()),) * 40, None, EN)).convert("RGB")
    unit = 72 / 300
    left, top = round(10 * unit), round(78 * unit)
    same = seen.crop((left, top, left + 72, top + 78))
    difference = ImageChops.difference(same, drawn.crop((0, 0, 72, 78)))
    assert max(ImageStat.Stat(difference).mean) < 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_features_can_be_read_on_a_phone(language: str) -> None:
    narrowest = 272 * 264 / 300
    for name in words(language).features:
        size = fit(name, int(narrowest), 42, 42).size * 350 / art.WIDTH
        assert size >= 8, name


def test_words_of_24_letters_are_drawn_too() -> None:
    long = "springender Draufgänger!"
    wordy = art.Words((long,) * 19, long, long, long, long, long, long, long, long)
    assert opened(art.floor(dancers(4), 3, wordy)).height > 0
    assert opened(art.panel(ROWS, wordy)).width == BELOW[0]
    assert opened(art.hand((2, 10, 16), (10,), (24, 4, 35), 1, wordy)).height > 0
    assert opened(art.end(ENDS, wordy)).height > 0
    assert opened(art.overview(wordy)).height > 0
