"""The pictures of Cloaked Cats: the same each time, within their sizes, and readable."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.art.kit import fit
from bot.games.cloaked_cats import art, drawings
from bot.games.cloaked_cats.cards import CATS, FEATURES
from bot.text import LANGUAGES, text

TEXTS = Path(art.__file__).parent / "text"


def words(language: str) -> art.Words:
    say = text(language, TEXTS)
    return art.Words(
        features=tuple(say(f"feature-{name}") for name in FEATURES),
        letters=tuple("ABCD"),
        floor=say("picture-floor"),
        fan="My cat",
        hand="My hand",
        revealed=say("picture-revealed"),
        newest=say("picture-newest"),
        stockpile=say("picture-stockpile"),
        received=say("picture-received"),
        points=say("picture-points"),
    )


EN = words("en")
ROWS = (
    art.PanelRow(9, 2, (), 5),
    art.PanelRow(12, 0, (6,), 2),
    art.PanelRow(7, 1, (13, 17), 2),
    art.PanelRow(16, 11, (0, 10, 18), 11),
)


def dancers(cats: int) -> art.Dancers:
    return tuple((cat, tuple(seat for seat in range(4) if cat >> seat & 1)) for cat in range(cats))


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    assert image.format == "WEBP"
    return image


def forget_what_was_drawn() -> None:
    for module in (art, drawings):
        for made in vars(module).values():
            if hasattr(made, "cache_clear"):
                made.cache_clear()


@pytest.mark.parametrize(
    "draw",
    [
        partial(art.board, dancers(9), 8, ROWS, EN),
        partial(art.hand, (2, 10, 16), (10,), (24, 4, 35), EN),
        partial(art.end, ((2, 10, 16), (0, 5, 13)), ((10,), ()), (5, 7), EN),
    ],
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    forget_what_was_drawn()
    first = draw()
    art.hand((1, 2, 3), (), (5, 6, 7), words("de"))
    assert draw() == first
    forget_what_was_drawn()
    assert draw() == first


@pytest.mark.parametrize("cats", [0, 1, 2, 7, 20, 40])
def test_a_board_is_small_enough_and_as_wide_as_ever(cats: int) -> None:
    picture = art.board(dancers(cats), cats - 1 if cats else None, ROWS, EN)
    image = opened(picture)
    assert image.width == art.WIDTH <= 1200
    assert image.height <= 1500
    assert len(picture) < 300_000


def test_a_hand_is_small_enough_with_any_number_of_cats() -> None:
    sizes = {opened(art.hand((2, 10, 16), (), tuple(range(n)), EN)).size for n in range(4)}
    assert len(sizes) == 1
    assert len(art.hand((2, 10, 16), (), (24, 4, 35), EN)) < 120_000


@pytest.mark.parametrize(
    ("cats", "columns"), [(1, 1), (2, 2), (3, 3), (4, 4), (6, 3), (12, 6), (17, 6), (40, 10)]
)
def test_the_columns_make_the_cards_large(cats: int, columns: int) -> None:
    assert art.columns(cats) == columns


@pytest.mark.parametrize("cats", range(1, 41))
def test_no_other_number_of_columns_makes_much_larger_cards(cats: int) -> None:
    def card(across: int) -> float:
        down = -(-cats // across)
        return min(550 / across / art.CELL[0], 460 / down / art.CELL[1], 550 / 4 / art.CELL[0])

    assert card(art.columns(cats)) > 0.93 * max(map(card, range(1, cats + 1)))


def test_the_floor_is_the_upper_part_of_the_board() -> None:
    floor = opened(art.floor(dancers(5), 4, EN))
    panel = opened(art.panel(ROWS, EN))
    board = opened(art.board(dancers(5), 4, ROWS, EN))
    assert board.height == floor.height + panel.height


def test_the_newest_cat_is_marked() -> None:
    marked = {art.floor(dancers(3), newest, EN) for newest in (None, 0, 1, 2)}
    assert len(marked) == 4


def test_a_revealed_feature_looks_different_in_the_hand() -> None:
    hands = {art.hand((2, 10, 16), turned, (), EN) for turned in ((), (2,), (10,), (2, 10, 16))}
    assert len(hands) == 4


def test_every_cat_has_a_drawing_of_its_own_that_is_neither_cut_nor_covered() -> None:
    seen = set()
    for number in range(len(CATS)):
        cat = drawings.cat(number)
        assert cat.size == drawings.CARD
        left, top, right, bottom = cat.getchannel("A").getbbox() or (0, 0, 0, 0)
        assert right - left > 180
        assert bottom - top > 180
        assert top - art.LIFT >= art.STRIP - 8
        assert bottom - art.LIFT >= art.CAPTION
        seen.add(cat.tobytes())
    assert len(seen) == len(CATS)


def test_every_feature_has_a_drawing_of_its_own() -> None:
    assert len({drawings.feature(number).tobytes() for number in range(len(FEATURES))}) == 19


def test_masks_differ_in_shape_and_not_only_in_colour() -> None:
    shapes = [drawings.mask(seat).getchannel("A") for seat in range(4)]
    for one, other in combinations(shapes, 2):
        differing = ImageChops.difference(one, other).histogram()[200:]
        assert sum(differing) > 800


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_card_can_be_read_where_it_is_100_pixels_wide(language: str) -> None:
    scale = 100 / drawings.CARD[0]
    for name in words(language).features:
        assert fit(name, int(276 * scale), int(60 * scale), int(46 * scale)).size >= 8, name


def test_words_of_24_letters_are_drawn_too() -> None:
    long = "springender Draufgänger!"
    wordy = art.Words((long,) * 19, ("W",) * 4, long, long, long, long, long, long, long, long)
    assert opened(art.board(dancers(4), 3, ROWS, wordy)).width == art.WIDTH
    assert opened(art.hand((2, 10, 16), (10,), (24, 4, 35), wordy)).height > 0
    assert opened(art.end(((2, 10, 16),), ((10,),), (5,), wordy)).width == art.WIDTH
