"""The pictures of Catham City: the same each time, within their sizes, and readable."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.drawing.kit import PAPER, fit
from bot.drawing.sheet import ABOVE_TEXT_PIXELS, WIDE_SHEET_UNITS
from bot.games.catham_city.art import drawing as art
from bot.games.catham_city.art import pieces
from bot.games.catham_city.art.pieces import SEAT_COLOURS
from bot.games.catham_city.model.state import (
    CARDS_PER_FACTION,
    FACTIONS,
    MARKET_CARDS,
    compute_target,
)
from tests.drawing.looks import assert_same_bytes, open_picture

NAMES = (
    "Detektive", "Wissenschaftler", "Robocats", "Mafia",
    "Hacker", "Polizei", "Journalisten", "Bürokraten",
)  # fmt: skip
WORDS = art.Words(NAMES, "Stapel", "Ablage", "Hand", "Auslage")
LONG = art.Words(("Wissenschaftler!",) * 8, *(("Wissenschaftler!",) * 4))
MARKET_OF_SEVEN = (0, 1, 1, 3, 4, 4, 6)
IN_MARKET = art.Market((0, 1, 3, 4, 6), MARKET_OF_SEVEN, 43, 12, 5)
PHONE_WIDTH_PIXELS = 350
MIN_LETTER_PIXELS = 8
Box = tuple[int, int, int, int]
"""A part of a picture, as left, top, right and bottom in units of the sheet."""
FIRST_FACTION_BOX, OTHER_FACTIONS_BOX = (40, 60, 180, 300), (220, 60, 1000, 300)
DRAW_PILE_BOX, DISCARD_PILE_BOX = (1066, 16, 1120, 110), (1066, 170, 1120, 270)
TURN_SIGN_BOX = (70, art.MARKET_HEIGHT, 120, art.MARKET_HEIGHT + 50)
FIRST_LANE_BOX = (0, art.MARKET_HEIGHT, WIDE_SHEET_UNITS, art.MARKET_HEIGHT + art.LANE_HEIGHT)
MARKET_STRIP_BOX = (260, 0, WIDE_SHEET_UNITS, art.STRIP_HEIGHT)
"""The market above a hand, with its name."""
MARKET_CARDS_BOX = (500, 0, WIDE_SHEET_UNITS, art.STRIP_HEIGHT)
"""The market above a hand, without its name."""
DECIDING_FACTION_BOX = (art.PODIUM_WIDTH - 180, 40, art.PODIUM_WIDTH - 30, 240)
"""The faction's card beside the winner."""
OPAQUE = slice(200, None)
"""The part of an opacity's histogram whose pixels are (nearly) opaque."""


def rows(seats: int) -> tuple[art.Row, ...]:
    return tuple(
        art.Row(
            seat,
            3 * seat,
            4 * seat + 4,
            is_active=seat == 1,
            owes_answer=seat == 0,
            is_present=seat != 2,
        )
        for seat in range(seats)
    )


def ranking(seats: int) -> tuple[art.EndRow, ...]:
    return tuple(art.EndRow(seat, seat + 1, 17 - 3 * seat) for seat in range(seats))


def make_hand(cards: int) -> tuple[int, ...]:
    return tuple(sorted(place % 5 if place % 2 else 0 for place in range(cards)))


def crop(image: Image.Image, box: Box) -> Image.Image:
    """Return a part of a picture, whose box is told in its units."""
    unit = image.width / WIDE_SHEET_UNITS
    left, top, right, bottom = (round(side * unit) for side in box)
    return image.crop((left, top, right, bottom))


def unlike(one: bytes, other: bytes, box: Box) -> float:
    """Return how much two pictures differ in a box, from 0 to 255."""
    first, second = crop(open_picture(one), box), crop(open_picture(other), box)
    return max(ImageStat.Stat(ImageChops.difference(first, second)).mean)


@pytest.mark.parametrize(
    "draw",
    [
        partial(art.draw_board, IN_MARKET, rows(6), 13, WORDS),
        partial(art.draw_hand, make_hand(10), MARKET_OF_SEVEN, WORDS),
        partial(art.draw_end, ranking(4), 4, WORDS),
        partial(art.draw_overview, (0, 2, 3, 5, 7), WORDS),
        partial(art.draw_lobby_banner, "Catham City"),
    ],
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    assert_same_bytes(draw, partial(art.draw_hand, (1, 2, 3), None, LONG))


@pytest.mark.parametrize("cards", (0, 1, 5, 10, 11, 24))
def test_a_hand_of_any_size_is_small_enough_to_send(cards: int) -> None:
    image = open_picture(art.draw_hand(make_hand(cards), MARKET_OF_SEVEN, WORDS))
    assert image.width == ABOVE_TEXT_PIXELS[0]
    assert 250 < image.height < ABOVE_TEXT_PIXELS[1]


def test_all_cards_of_one_faction_fit_into_a_hand() -> None:
    hand = (1,) * CARDS_PER_FACTION
    assert open_picture(art.draw_hand(hand, None, WORDS)).height < ABOVE_TEXT_PIXELS[1]


def test_a_hand_has_the_same_size_with_and_without_the_market_above() -> None:
    cards = make_hand(10)
    with_market, without = (
        art.draw_hand(cards, MARKET_OF_SEVEN, WORDS),
        art.draw_hand(cards, None, WORDS),
    )
    assert open_picture(with_market).size == open_picture(without).size
    assert unlike(with_market, without, MARKET_STRIP_BOX) > 10
    more = art.draw_hand(cards, (0, 0, 1, 3, 4, 4, 6), WORDS)
    assert unlike(with_market, more, MARKET_CARDS_BOX) > 1


def board(
    *lanes: art.Row, market: art.Market = IN_MARKET, target: int = 13, words: art.Words = WORDS
) -> bytes:
    return art.draw_board(market, lanes, target, words)


@pytest.mark.parametrize("factions", [0, 1, 5])
def test_a_board_has_the_same_size_whatever_lies_in_the_market(factions: int) -> None:
    cards = tuple(sorted(place % factions for place in range(MARKET_CARDS))) if factions else ()
    some = replace(IN_MARKET, factions=(0, 1, 2, 3, 4), cards=cards)
    assert open_picture(board(ROW, market=some)).size == open_picture(board(ROW)).size


def test_a_faction_that_does_not_lie_in_the_market_keeps_its_dimmed_place() -> None:
    here = board(ROW, market=replace(IN_MARKET, cards=(0, 1, 3, 4, 6)))
    gone = board(ROW, market=replace(IN_MARKET, cards=(1, 3, 4, 6)))
    bright, dim = (
        ImageStat.Stat(crop(open_picture(one), FIRST_FACTION_BOX).convert("L")).mean[0]
        for one in (here, gone)
    )
    assert dim < 0.7 * bright
    assert unlike(here, gone, OTHER_FACTIONS_BOX) < 1


def test_the_board_tells_empty_piles_from_full_ones() -> None:
    full = board(ROW)
    empty = replace(IN_MARKET, pile_count=0)
    assert unlike(full, board(ROW, market=empty), DRAW_PILE_BOX) > 5
    none = replace(IN_MARKET, discard_count=0, top_discard=None)
    assert unlike(full, board(ROW, market=none), DISCARD_PILE_BOX) > 5
    assert unlike(full, board(ROW, market=replace(IN_MARKET, top_discard=4)), DISCARD_PILE_BOX) > 5


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_boards_and_ends_are_as_large_as_a_desktop_shows_them(seats: int) -> None:
    image = open_picture(board(*rows(seats), target=compute_target(max(seats, 2))))
    end = open_picture(art.draw_end(ranking(seats), None, WORDS))
    for each in (image, end):
        assert each.width == ABOVE_TEXT_PIXELS[0]
        assert each.height / each.width <= 350 / 550


ROW = art.Row(0, 5, 7, is_active=False, owes_answer=False, is_present=True)


def test_the_race_tells_points_hands_and_players() -> None:
    others = (replace(ROW, points=6), replace(ROW, card_count=8), replace(ROW, seat=1))
    assert len({board(row) for row in (ROW, *others)}) == 4


def test_turns_and_awaited_answers_are_told_by_signs_and_not_by_shade_alone() -> None:
    rows = (ROW, replace(ROW, is_active=True), replace(ROW, owes_answer=True))
    greys = [crop(open_picture(board(row)), TURN_SIGN_BOX).convert("L") for row in rows]
    edges = [grey.filter(ImageFilter.FIND_EDGES) for grey in greys]
    for one, other in combinations(edges, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


def test_a_seat_that_was_left_is_dimmed() -> None:
    here, left = (open_picture(board(row)) for row in (ROW, replace(ROW, is_present=False)))
    bright, dim = (
        ImageStat.Stat(crop(image, FIRST_LANE_BOX).convert("L")).mean[0] for image in (here, left)
    )
    assert dim < 0.65 * bright


def test_points_beyond_the_target_bring_the_candidate_to_the_end_and_no_further() -> None:
    track = (art.TRACK_COLUMN[0], *FIRST_LANE_BOX[1:])
    reached, passed = (board(replace(ROW, points=number)) for number in (13, 17))
    assert unlike(reached, passed, track) < 1


@pytest.mark.parametrize("factions", [1, 5, 8])
def test_an_overview_shows_any_number_of_factions(factions: int) -> None:
    assert (
        open_picture(art.draw_overview(tuple(range(factions)), WORDS)).width == ABOVE_TEXT_PIXELS[0]
    )


def test_words_of_16_letters_are_drawn_too() -> None:
    open_picture(board(*rows(6), words=LONG))
    open_picture(art.draw_hand(make_hand(10), MARKET_OF_SEVEN, LONG))
    open_picture(art.draw_end(ranking(6), 1, LONG))
    open_picture(art.draw_overview(tuple(range(8)), LONG))


def test_names_can_be_read_on_a_phone() -> None:
    left, right = art.MARKET_SIDES
    narrowest = (right - left) // 5 - art.CARD_GAP
    for name in NAMES:
        size = fit(name, int(narrowest * 288 / 300), 40, 40).size
        assert size * PHONE_WIDTH_PIXELS / WIDE_SHEET_UNITS >= MIN_LETTER_PIXELS, name


def test_every_faction_is_told_apart_at_60_pixels_and_in_grey() -> None:
    cards = [pieces.make_card(faction, 60, "").convert("RGB") for faction in range(len(FACTIONS))]
    for one, other in combinations(cards, 2):
        assert sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 90
        grey = ImageChops.difference(one.convert("L"), other.convert("L"))
        assert ImageStat.Stat(grey).mean[0] > 25


def test_every_head_has_an_outline_of_its_own() -> None:
    signs = pieces.RASTERS_FOLDER / "signs"
    heads = [Image.open(signs / f"{name}.webp").getchannel("A") for name in FACTIONS]
    for one, other in combinations(heads, 2):
        assert sum(ImageChops.difference(one, other).histogram()[OPAQUE]) > 1000


def test_every_seat_has_a_shape_of_its_own() -> None:
    shapes = [pieces.make_medallion(seat, 128).getchannel("A") for seat in range(len(SEAT_COLOURS))]
    for one, other in combinations(shapes, 2):
        assert sum(ImageChops.difference(one, other).histogram()[OPAQUE]) > 400


def test_every_candidate_has_a_face_of_its_own_also_in_grey() -> None:
    greys = [
        pieces.make_candidate(seat, 61).convert("LA").convert("L")
        for seat in range(len(SEAT_COLOURS))
    ]
    middle = (16, 16, 46, 46)
    edges = [grey.crop(middle).filter(ImageFilter.FIND_EDGES) for grey in greys]
    for one, other in combinations(edges, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


def resembled(image: Image.Image, place: tuple[float, float], wide: float) -> int:
    """Return the candidate that stands at a place of a picture, in its units."""
    unit = image.width / WIDE_SHEET_UNITS
    left, top = (round(side * unit) for side in place)

    def unlike_the_row(candidate: int) -> float:
        head = pieces.make_candidate(candidate, round(wide * unit))
        paper = Image.new("RGB", head.size, PAPER)
        paper.paste(head, (0, 0), head)
        drawn = image.crop((left, top, left + head.width, top + head.height))
        return sum(ImageStat.Stat(ImageChops.difference(drawn, paper)).mean)

    return min(range(6), key=unlike_the_row)


@pytest.mark.parametrize("seat", range(6))
def test_every_lane_shows_its_candidate_where_its_points_are(seat: int) -> None:
    high = art.LANE_HEIGHT - 6
    for points in (0, 5, 13):
        step = (
            art.TRACK_COLUMN[0] + (points - 0.5) * (art.TRACK_COLUMN[1] - art.TRACK_COLUMN[0]) / 13
        )
        image = open_picture(board(replace(ROW, seat=seat, points=points)))
        assert resembled(image, (step - high / 2, art.MARKET_HEIGHT), high) == seat


@pytest.mark.parametrize("seat", range(6))
def test_the_end_shows_every_candidate_and_the_mayor(seat: int) -> None:
    others = open_picture(art.draw_end((art.EndRow(0, 1, 13), art.EndRow(seat, 2, 7)), None, WORDS))
    row_height, candidate_width, candidate_left = 104, 96, art.PODIUM_WIDTH + 166
    row_top = (others.height * WIDE_SHEET_UNITS / others.width - row_height) / 2
    assert resembled(others, (candidate_left, row_top), candidate_width) == seat
    ends = {art.draw_end((art.EndRow(winner, 1, 13),), None, WORDS) for winner in range(6)}
    assert len(ends) == 6


def test_the_end_shows_the_faction_that_decided_it_if_one_did() -> None:
    row = (art.EndRow(0, 1, 13),)
    nobody, hackers, mafia = (art.draw_end(row, faction, WORDS) for faction in (None, 4, 3))
    assert unlike(nobody, hackers, DECIDING_FACTION_BOX) > 20
    assert unlike(hackers, mafia, DECIDING_FACTION_BOX) > 20


def test_the_rasters_are_small() -> None:
    assert sum(file.stat().st_size for file in pieces.RASTERS_FOLDER.rglob("*.webp")) < 450_000
    assert (pieces.RASTERS_FOLDER / "banner.webp").stat().st_size < 90_000
