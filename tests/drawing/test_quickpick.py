"""The pictures of Quickpick: the same each time, within their sizes, and told apart at a glance."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.drawing.kit import fit, load_raster
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, BELOW_TEXT_PIXELS, WIDE_SHEET_UNITS
from bot.games.quickpick.art import drawing, pieces
from bot.games.quickpick.art.pieces import SEAT_COLOURS
from bot.games.quickpick.model.state import (
    FEATURES,
    MASKS,
    PART_NAMES,
    PARTS_BY_FEATURE,
    TILES_PER_ROW,
    find_part,
)
from tests.drawing.looks import assert_same_bytes, open_picture
from tools.build_art.quickpick import MASK_MONSTERS

NAMES = tuple(f"{letter}wm" for letter in "ABCDEFGHIJKLMNOP")
EN = drawing.Words(
    NAMES,
    (
        *("brows up", "brows down", "eyes wide", "eyes shut", "mouth round", "mouth flat"),
        *("tongue out", "tongue in", "head left", "head right"),
    ),
    "not yet",
    "mask",
    "masks",
)
DE = drawing.Words(
    NAMES,
    (
        *("Brauen hoch", "Brauen tief", "Augen auf", "Augen zu", "Mund rund", "Mund flach"),
        *("Zunge raus", "Zunge drin", "Kopf links", "Kopf rechts"),
    ),
    "noch nicht",
    "Maske",
    "Masken",
)
MASK_NUMBERS = range(len(MASKS))
SEATS = range(len(SEAT_COLOURS))
FREE = (None,) * len(MASKS)
CROWDED = tuple(mask // 2 if mask % 2 else None for mask in MASK_NUMBERS)
"""The hands of eight players."""
HANDS = tuple((seat, None if seat == 5 else seat * 2 + 1) for seat in range(1, 8))
"""What seven guessers chose; seat 1 was right with mask 3, seat 5 had no idea."""
ALL_SHOWN = (4, 7, 0, 9, 2)
SMALL = 44


def in_grey(mask: int) -> Image.Image:
    """Return a face as it is seen on a button, without colour."""
    ground = Image.new("RGB", (SMALL, SMALL), "#808080")
    image = pieces.make_face(mask, SMALL)
    ground.paste(image, (0, 0), image)
    return ground.convert("L")


def measure_difference(one: Image.Image, other: Image.Image, least: int = 60) -> float:
    """Return which share of two pictures differs by at least so much."""
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(histogram[least:]) / (one.width * one.height)


PICTURES: tuple[Callable[[drawing.Words], bytes], ...] = (
    partial(drawing.draw_tiles, CROWDED, ALL_SHOWN),
    partial(drawing.draw_tiles, CROWDED, None),
    partial(drawing.draw_race_result, 3, 1, HANDS),
    partial(drawing.draw_secret_mask, 5),
    partial(drawing.draw_secret_mask, None),
    partial(drawing.draw_won_masks, tuple(mask % 16 for mask in range(24))),
    partial(drawing.draw_end, ((2, 1, (4,) * 24), (0, 1, (5,) * 7), (7, 3, ()))),
    partial(drawing.draw_end, tuple((seat, 1 + seat, (seat,) * (9 - seat)) for seat in range(8))),
    drawing.draw_overview,
    drawing.draw_features,
)


@pytest.mark.parametrize(
    "draw", [*(partial(draw, EN) for draw in PICTURES), partial(drawing.draw_lobby_banner, "Q")]
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    tiles = partial(drawing.draw_tiles, CROWDED, (1, 3), DE)
    assert_same_bytes(draw, tiles, partial(drawing.draw_race_result, 7, None, (), EN))


def test_pictures_are_small_enough_to_send_and_large_enough_to_see() -> None:
    for draw in PICTURES:
        image = open_picture(draw(DE))
        assert 550 <= image.width <= ABOVE_TEXT_PIXELS[0]
        assert image.height <= ABOVE_TEXT_PIXELS[1]


def test_what_stands_below_the_text_is_at_most_twice_as_large_as_discord_shows_it() -> None:
    for draw in PICTURES[:2]:
        wide, high = open_picture(draw(EN)).size
        assert wide <= BELOW_TEXT_PIXELS[0]
        assert high <= BELOW_TEXT_PIXELS[1]


@pytest.mark.parametrize(("players", "winners"), [(3, 1), (3, 3), (5, 2), (8, 1), (8, 5), (8, 8)])
def test_any_number_of_players_winners_and_masks_is_drawn(players: int, winners: int) -> None:
    rows = tuple(
        (seat, 1 if seat < winners else seat + 1, (seat,) * (seat * 24 // players))
        for seat in range(players)
    )
    image = open_picture(drawing.draw_end(rows, DE))
    assert image.width / image.height >= 550 / 375, "it is wide enough for a desktop"


@pytest.mark.parametrize("guessers", range(1, 8))
def test_hands_lie_in_the_middle_of_the_result(guessers: int) -> None:
    none, some = (
        open_picture(drawing.draw_race_result(3, None, HANDS[:n], EN)) for n in (0, guessers)
    )
    assert none.size == some.size == (900, 368)
    changed = ImageChops.difference(none, some).convert("L").point(lambda level: level > 60)
    box = changed.getbbox()
    assert box
    assert abs(box[1] - (some.height - box[3])) <= 6


def test_own_pictures_keep_their_sizes_so_that_nothing_jumps() -> None:
    masks = {open_picture(drawing.draw_secret_mask(mask, EN)).size for mask in (None, 3, 12)}
    piles = {
        open_picture(drawing.draw_won_masks((4,) * masks, EN)).size for masks in (0, 1, 8, 9, 24)
    }
    assert (masks, piles) == ({(900, 400)}, {(900, 460)})


def test_a_taken_tile_is_grey_and_its_neighbours_are_not() -> None:
    free, taken = (
        open_picture(drawing.draw_tiles(FREE, (), EN)),
        open_picture(drawing.draw_tiles((2, *FREE[1:]), (), EN)),
    )
    own, next_one = (10, 10, 60, 60), (210, 10, 260, 60)
    assert measure_difference(free.crop(own), taken.crop(own), 20) > 0.2
    assert measure_difference(free.crop(next_one), taken.crop(next_one), 20) == 0


def test_the_face_so_far_is_the_lowest_part_of_a_race_next_to_the_buttons() -> None:
    none, some = (
        open_picture(drawing.draw_tiles(FREE, (), EN)),
        open_picture(drawing.draw_tiles(FREE, (4, 7), EN)),
    )
    changed = ImageChops.difference(none, some).convert("L").point(lambda level: level > 60)
    box = changed.getbbox()
    assert box is not None
    assert box[1] > none.height / 2
    assert box[3] > none.height * 0.9


def test_the_board_keeps_its_size_during_a_race() -> None:
    sizes = {
        open_picture(drawing.draw_tiles(taken, ALL_SHOWN[:shown], EN)).size
        for taken in (FREE, CROWDED)
        for shown in range(6)
    }
    assert len(sizes) == 1


def test_faces_differ_in_grey_at_the_size_of_a_button() -> None:
    faces = [in_grey(mask) for mask in MASK_NUMBERS]
    for one, other in combinations(faces, 2):
        assert measure_difference(one, other) > 0.08


def test_every_part_that_is_shown_changes_the_face_so_far() -> None:
    for mask in MASK_NUMBERS:
        shown: tuple[int, ...] = ()
        before = pieces.compose_face(shown, 290)
        for feature in range(len(FEATURES)):
            shown += (find_part(mask, feature),)
            after = pieces.compose_face(shown, 290)
            assert measure_difference(before.convert("RGB"), after.convert("RGB")) > 0.005, shown
            before = after


@pytest.mark.parametrize("feature", range(len(FEATURES)), ids=FEATURES)
def test_the_two_parts_of_a_feature_look_different_in_the_face_so_far(feature: int) -> None:
    rest = tuple(2 * other for other in range(len(FEATURES)) if other != feature)
    one, other = (
        pieces.compose_face((*rest, 2 * feature + value), SMALL).convert("LA").convert("L")
        for value in range(2)
    )
    assert measure_difference(one, other, 40) > 0.02


def test_the_face_so_far_is_the_same_in_whatever_order_its_parts_were_shown() -> None:
    one, other = (
        pieces.compose_face((4, 6, 1, 3, 8), 290),
        pieces.compose_face((8, 3, 1, 6, 4), 290),
    )
    assert one.tobytes() == other.tobytes()


def test_the_part_shown_last_is_marked() -> None:
    assert drawing.draw_tiles(FREE, (4, 7), EN) != drawing.draw_tiles(FREE, (7, 4), EN)


@pytest.mark.parametrize(("number", "leans_left"), [(8, True), (9, False)])
def test_left_is_where_the_viewer_sees_it(number: int, leans_left: bool) -> None:
    head = pieces.compose_face((number,), 290).getchannel("A")
    top = head.crop((0, 0, 290, 34)).getbbox()
    assert top is not None
    assert ((top[0] + top[2]) / 2 < 145) == leans_left


def sign(name: str, width: int) -> Image.Image:
    return load_raster(pieces.RASTERS_FOLDER, f"signs/{name}", width)


@pytest.mark.parametrize("pair", PARTS_BY_FEATURE, ids=FEATURES)
def test_the_signs_of_a_feature_differ_without_colour(pair: tuple[str, str]) -> None:
    one, other = (sign(name, SMALL).convert("LA").convert("L") for name in pair)
    assert measure_difference(one, other, 40) > 0.03


def test_a_tongue_that_stays_in_is_a_closed_mouth_and_nothing_is_crossed_out() -> None:
    """Lips: wider than high, in the lower half, in the tongue's colour."""
    red, green, _ = sign("tongue-in", 128).convert("RGB").split()
    box = ImageChops.subtract(red, green).point(lambda level: level > 60).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert right - left > 1.8 * (bottom - top)
    assert top > 64


def test_what_is_not_known_of_the_face_so_far_has_a_question_mark_until_it_is() -> None:
    """A tongue that stays in leaves nothing to see but that nobody asks for it any more."""
    none, known = pieces.compose_face((), 290), pieces.compose_face((7,), 290)
    chin = (125, 235, 165, 285)
    assert (
        measure_difference(none.convert("RGB").crop(chin), known.convert("RGB").crop(chin), 20)
        > 0.05
    )


def test_every_seat_has_a_hand_that_is_known_without_its_colour() -> None:
    hands = [pieces.make_hand(seat, SMALL).convert("LA").convert("L") for seat in SEATS]
    for one, other in combinations(hands, 2):
        assert measure_difference(one, other) > 0.02


def test_a_hand_lies_on_its_tile_and_on_no_other() -> None:
    free = open_picture(drawing.draw_tiles(FREE, None, EN))
    unit = free.width / WIDE_SHEET_UNITS
    wide, high = pieces.TILE_SIZE[0] + drawing.TILE_GAP, pieces.TILE_SIZE[1] + drawing.TILE_GAP
    for mask in MASK_NUMBERS:
        taken = tuple(4 if tile == mask else None for tile in MASK_NUMBERS)
        drawn = open_picture(drawing.draw_tiles(taken, None, EN))
        row, column = divmod(mask, TILES_PER_ROW)
        left, top = round(column * wide * unit), round(row * high * unit)
        own = (left, top, left + round(wide * unit), top + round(high * unit))
        assert measure_difference(free.crop(own), drawn.crop(own)) > 0.05
        drawn.paste(free.crop(own), own)
        assert measure_difference(free, drawn) < 0.001


def test_the_right_face_and_whose_hand_had_it_can_be_seen() -> None:
    drawn = {
        drawing.draw_race_result(mask, right, HANDS, EN)
        for mask in (0, 7, 15)
        for right in (None, 3)
    }
    assert len(drawn) == 6


def test_no_head_and_no_coat_tells_a_part() -> None:
    for kind in ("head", "coat"):
        for look in {getattr(monster, kind) for monster in MASK_MONSTERS}:
            masks = [n for n, monster in enumerate(MASK_MONSTERS) if getattr(monster, kind) == look]
            for feature in range(len(FEATURES)):
                assert {MASKS[mask][feature] for mask in masks} == {0, 1}, (look, feature)


def test_no_two_monsters_share_head_and_coat() -> None:
    assert len({(monster.head, monster.coat) for monster in MASK_MONSTERS}) == len(MASKS)


@pytest.mark.parametrize("words", [EN, DE])
def test_words_can_be_read_on_a_phone(words: drawing.Words) -> None:
    phone = 300 / WIDE_SHEET_UNITS
    for name in words.names:
        beside_face = pieces.TILE_SIZE[0] - pieces.FACE_ON_TILE - 16
        assert (
            fit(name, beside_face, pieces.TILE_SIZE[1] - pieces.BADGE_UNITS - 22, 54).size * phone
            >= 8
        ), name
    for word in (*words.parts, words.unknown):
        assert fit(word, drawing.PART_PLACE_WIDTH - 16, 60, 40).size * phone >= 8, word


@pytest.mark.parametrize("words", [EN, DE])
def test_one_mask_is_counted_as_one(words: drawing.Words) -> None:
    several = replace(words, mask=words.masks)
    assert drawing.draw_won_masks((1,), words) != drawing.draw_won_masks((1,), several)
    assert drawing.draw_won_masks((1, 2), words) == drawing.draw_won_masks((1, 2), several)


def test_words_of_24_letters_are_drawn_too() -> None:
    long = "springender Draufgänger!"
    wordy = drawing.Words((long,) * len(MASKS), (long,) * len(PART_NAMES), long, long, long)
    for draw in PICTURES:
        assert open_picture(draw(wordy)).width >= 550
