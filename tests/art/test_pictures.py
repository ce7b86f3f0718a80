"""The pictures of Cloaked Cats: the same each time, within their sizes, and readable."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.art.kit import fit
from bot.games.cloaked_cats import art, pictures, pieces
from bot.games.cloaked_cats.cards import CATS, FEATURES
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


def dancers(cats: int) -> art.Dancers:
    return tuple((cat, tuple(seat for seat in range(4) if cat >> seat & 1)) for cat in range(cats))


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    assert image.format == "WEBP"
    return image


def forget_what_was_drawn() -> None:
    for made in vars(pieces).values():
        if hasattr(made, "cache_clear"):
            made.cache_clear()


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
    forget_what_was_drawn()
    first = draw()
    art.hand((1, 2, 3), (), (5, 6, 7), 0, words("de"))
    assert draw() == first
    forget_what_was_drawn()
    assert draw() == first


@pytest.mark.parametrize("cats", range(41))
def test_a_floor_is_small_enough_to_send_and_large_enough_to_see(cats: int) -> None:
    picture = art.floor(dancers(cats), cats - 1 if cats else None, EN)
    image = opened(picture)
    assert 300 < image.width <= art.WIDTH
    assert image.height <= 1250
    assert len(picture) < 300_000


def test_a_hand_is_small_enough_with_any_number_of_cats() -> None:
    sizes = {opened(art.hand((2, 10, 16), (), tuple(range(n)), 0, EN)).size for n in range(4)}
    assert len(sizes) == 1
    assert len(art.hand((2, 10, 16), (), (24, 4, 35), 0, EN)) < 120_000


@pytest.mark.parametrize(
    ("cats", "columns"), [(1, 1), (2, 2), (3, 3), (4, 2), (6, 3), (12, 4), (17, 6), (40, 8)]
)
def test_the_columns_make_the_cards_large(cats: int, columns: int) -> None:
    assert art.columns(cats) == columns


@pytest.mark.parametrize("cats", range(1, 41))
def test_no_other_number_of_columns_makes_larger_cards_in_a_chat_window(cats: int) -> None:
    def card(across: int) -> float:
        down = -(-cats // across)
        return min(550 / across / art.CELL[0], 460 / down / art.CELL[1])

    assert card(art.columns(cats)) == max(map(card, range(1, cats + 1)))


def test_the_newest_cat_is_marked() -> None:
    marked = {art.floor(dancers(3), newest, EN) for newest in (None, 0, 1, 2)}
    assert len(marked) == 4


def test_a_revealed_feature_looks_different_in_the_hand() -> None:
    hands = {art.hand((2, 10, 16), turned, (), 0, EN) for turned in ((), (2,), (10,), (2, 10, 16))}
    assert len(hands) == 4


def test_a_cat_that_shows_an_own_feature_wears_the_own_mask_in_the_hand() -> None:
    above_the_first_cat = (72, 510, 400, 560)

    def seen(fan: tuple[int, ...]) -> Image.Image:
        return opened(art.hand(fan, (), (0,), 1, EN)).convert("RGB").crop(above_the_first_cat)

    bare = seen((1, 2, 3))
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((0, 2, 3)))).mean) > 5
    assert max(ImageStat.Stat(ImageChops.difference(bare, seen((2, 3, 4)))).mean) < 5


def test_the_end_tells_who_guessed_which_feature() -> None:
    def ended(guesser: int | None) -> bytes:
        return art.end((art.EndRow(0, 1, 2, 0, (), (1, 5, 13), (guesser, None, 2)),), EN)

    assert len({ended(guesser) for guesser in (None, 1, 2, 3)}) == 4


def test_every_cat_has_a_card_of_its_own() -> None:
    assert len({pieces.card(cat, 110, "").tobytes() for cat in range(len(CATS))}) == len(CATS)


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
    assert opened(art.panel(ROWS, wordy)).width == art.WIDTH
    assert opened(art.hand((2, 10, 16), (10,), (24, 4, 35), 1, wordy)).height > 0
    assert opened(art.end(ENDS, wordy)).width == art.WIDTH
    assert opened(art.overview(wordy)).width == art.WIDTH
