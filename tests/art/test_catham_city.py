"""The pictures of Catham City: the same each time, within their sizes, and readable."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from coloraide import Color
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter, ImageStat

from bot.art.kit import PAPER, PIECES, fit
from bot.art.sheet import ABOVE, BELOW
from bot.games.catham_city import art, pieces
from bot.games.catham_city.cards import COPIES, FACTIONS, MARKET, target_of
from bot.games.catham_city.palette import SEAT_COLOURS

NAMES = (
    "Detektive", "Wissenschaftler", "Robocats", "Mafia",
    "Hacker", "Polizei", "Journalisten", "Bürokraten",
)  # fmt: skip
WORDS = art.Words(NAMES, "Stapel", "Ablage", "Hand", "Punkte", "Ziel")
LONG = art.Words(("Wissenschaftler!",) * 8, *(("Wissenschaftler!",) * 5))
SENT = 130_000
"""Bytes that a picture may have."""
PHONE = 350
"""How wide a phone shows a picture, in pixels."""
WORST = {"": 32.6, "protan": 16.4, "deutan": 13.1, "tritan": 10.7, "grayscale": 4.3}
"""The distance of the two seats that are hardest to tell apart. It may grow, never shrink."""


def rows(seats: int) -> tuple[art.Row, ...]:
    return tuple(
        art.Row(seat, 3 * seat, 4 * seat + 4, active=seat == 1, owes=seat == 0, present=seat != 2)
        for seat in range(seats)
    )


def ranking(seats: int) -> tuple[art.EndRow, ...]:
    return tuple(art.EndRow(seat, seat + 1, 17 - 3 * seat) for seat in range(seats))


def dealt(cards: int) -> tuple[int, ...]:
    """Return so many cards of five factions, most of them of the first."""
    return tuple(sorted(place % 5 if place % 2 else 0 for place in range(cards)))


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    assert image.format == "JPEG"
    assert len(picture) < SENT
    return image.convert("RGB")


def crop(image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """Return a part of a picture, whose box is told in its units."""
    unit = image.width / art.WIDTH
    left, top, right, bottom = (round(side * unit) for side in box)
    return image.crop((left, top, right, bottom))


def unlike(one: bytes, other: bytes, box: tuple[int, int, int, int]) -> float:
    """Return how much two pictures differ in a box, from 0 to 255."""
    first, second = crop(opened(one), box), crop(opened(other), box)
    return max(ImageStat.Stat(ImageChops.difference(first, second)).mean)


@pytest.mark.parametrize(
    "draw",
    [
        partial(art.market, (0, 1, 1, 3, 4, 4, 6), 43, 12, 5, WORDS),
        partial(art.race, rows(6), 16, WORDS),
        partial(art.hand, dealt(10), WORDS),
        partial(art.end, ranking(4), 13, WORDS),
        partial(art.overview, (0, 2, 3, 5, 7), WORDS),
        partial(art.banner, "Catham City"),
    ],
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    PIECES.clear()
    first = draw()
    art.hand((1, 2, 3), LONG)
    assert draw() == first
    PIECES.clear()
    assert draw() == first


@pytest.mark.parametrize("cards", range(25))
def test_a_hand_of_any_size_is_small_enough_to_send(cards: int) -> None:
    image = opened(art.hand(dealt(cards), WORDS))
    assert image.width == ABOVE[0]
    assert 250 < image.height < ABOVE[1]


@pytest.mark.parametrize("cards", range(1, COPIES + 1))
def test_all_cards_of_one_faction_fit_into_a_hand(cards: int) -> None:
    assert opened(art.hand((1,) * cards, WORDS)).height < ABOVE[1]


@pytest.mark.parametrize("factions", range(1, 6))
def test_a_market_has_the_same_size_whatever_lies_in_it(factions: int) -> None:
    cards = tuple(sorted(place % factions for place in range(MARKET)))
    image = opened(art.market(cards, 43, 12, 5, WORDS))
    assert image.size == opened(art.market((), 0, 0, None, WORDS)).size


def test_the_market_tells_empty_piles_from_full_ones() -> None:
    draw_pile, discard_pile = (1070, 26, 1130, 150), (1070, 250, 1130, 390)
    full = art.market((), 30, 5, 3, WORDS)
    assert unlike(full, art.market((), 0, 5, 3, WORDS), draw_pile) > 5
    assert unlike(full, art.market((), 30, 0, None, WORDS), discard_pile) > 5
    assert unlike(full, art.market((), 30, 5, 4, WORDS), discard_pile) > 5


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_player_has_a_row_of_the_same_height(seats: int) -> None:
    target = target_of(seats)
    race = opened(art.race(rows(seats), target, WORDS))
    fewer = opened(art.race(rows(seats - 1), target, WORDS))
    assert race.height - fewer.height == pytest.approx(112 * BELOW[0] / art.WIDTH, abs=1)
    end = opened(art.end(ranking(seats), target, WORDS))
    assert (race.width, end.width) == (BELOW[0], ABOVE[0])
    assert race.height <= BELOW[1]
    assert end.height <= ABOVE[1]


ROW = art.Row(0, 5, 7, active=False, owes=False, present=True)


def test_the_race_tells_points_hands_and_players() -> None:
    others = (replace(ROW, points=6), replace(ROW, cards=8), replace(ROW, seat=1))
    assert len({art.race((row,), 16, WORDS) for row in (ROW, *others)}) == 4


def test_turns_and_awaited_answers_are_told_by_signs_and_not_by_shade_alone() -> None:
    sign = (82, 52, 142, 112)
    rows = (ROW, replace(ROW, active=True), replace(ROW, owes=True))
    greys = [crop(opened(art.race((row,), 16, WORDS)), sign).convert("L") for row in rows]
    edges = [grey.filter(ImageFilter.FIND_EDGES) for grey in greys]
    for one, other in combinations(edges, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


def test_a_seat_that_was_left_is_dimmed() -> None:
    here, left = (opened(art.race((row,), 16, WORDS)) for row in (ROW, replace(ROW, present=False)))
    row = (0, 54, art.WIDTH, 158)
    bright, dim = (ImageStat.Stat(crop(image, row).convert("L")).mean[0] for image in (here, left))
    assert dim < 0.6 * bright


def test_points_beyond_the_target_fill_the_track_and_no_more() -> None:
    track = (322, 54, 1000, 158)
    reached, passed = (art.race((replace(ROW, points=n),), 13, WORDS) for n in (13, 17))
    assert unlike(reached, passed, track) < 1


@pytest.mark.parametrize("factions", [1, 5, 8])
def test_an_overview_shows_any_number_of_factions(factions: int) -> None:
    assert opened(art.overview(tuple(range(factions)), WORDS)).width == ABOVE[0]


def test_words_of_16_letters_are_drawn_too() -> None:
    opened(art.market(dealt(7), 43, 12, 5, LONG))
    opened(art.race(rows(6), 16, LONG))
    opened(art.hand(dealt(10), LONG))
    opened(art.end(ranking(6), 16, LONG))
    opened(art.overview(tuple(range(8)), LONG))


def test_names_can_be_read_on_a_phone() -> None:
    left, right = art.MARKET_SIDES
    narrowest = (right - left) // 5 - art.APART
    for name in NAMES:
        size = fit(name, int(narrowest * 288 / 300), 40, 40).size
        assert size * PHONE / art.WIDTH >= 8, name


def test_every_faction_is_told_apart_at_60_pixels_and_in_grey() -> None:
    cards = [pieces.card(faction, 60, "").convert("RGB") for faction in range(len(FACTIONS))]
    for one, other in combinations(cards, 2):
        assert sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) > 90
        grey = ImageChops.difference(one.convert("L"), other.convert("L"))
        assert ImageStat.Stat(grey).mean[0] > 25


def test_every_head_has_an_outline_of_its_own() -> None:
    signs = pieces.RASTERS / "signs"
    heads = [Image.open(signs / f"{name}.webp").getchannel("A") for name in FACTIONS]
    for one, other in combinations(heads, 2):
        assert sum(ImageChops.difference(one, other).histogram()[200:]) > 1000


def test_every_seat_has_a_shape_of_its_own() -> None:
    shapes = [pieces.medallion(seat, 128).getchannel("A") for seat in range(len(SEAT_COLOURS))]
    for one, other in combinations(shapes, 2):
        assert sum(ImageChops.difference(one, other).histogram()[200:]) > 400


def test_every_candidate_has_a_face_of_its_own_also_in_grey() -> None:
    greys = [
        pieces.candidate(seat, 61).convert("LA").convert("L") for seat in range(len(SEAT_COLOURS))
    ]
    middle = (16, 16, 46, 46)
    edges = [grey.crop(middle).filter(ImageFilter.FIND_EDGES) for grey in greys]
    for one, other in combinations(edges, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 20


@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize(
    ("place", "wide"), [((126, 57), 98), ((222, 62), 116)], ids=["race", "end"]
)
def test_every_row_shows_its_candidate(seat: int, place: tuple[int, int], wide: int) -> None:
    row = (replace(ROW, seat=seat),)
    ended = wide > 98
    draw = partial(art.end, (art.EndRow(seat, 2, 7),)) if ended else partial(art.race, row)
    image = opened(draw(16, WORDS))
    unit = image.width / art.WIDTH
    left, top = (round(side * unit) for side in place)

    def unlike_the_row(candidate: int) -> float:
        head = pieces.candidate(candidate, round(wide * unit))
        paper = Image.new("RGB", head.size, PAPER)
        paper.paste(head, (0, 0), head)
        drawn = image.crop((left, top, left + head.width, top + head.height))
        return sum(ImageStat.Stat(ImageChops.difference(drawn, paper)).mean)

    assert min(range(6), key=unlike_the_row) == seat


@pytest.mark.parametrize("vision", WORST)
def test_no_two_seats_come_closer_than_the_worst_pair(vision: str) -> None:
    seen = [Color(colour) for colour in SEAT_COLOURS]
    if vision:
        way: dict[str, Any] = {} if vision == "grayscale" else {"method": "machado"}
        seen = [colour.filter(vision, **way).clip("srgb") for colour in seen]
    closest = min(one.delta_e(other, method="2000") for one, other in combinations(seen, 2))
    assert closest > WORST[vision] - 0.1


def test_the_rasters_are_small() -> None:
    assert sum(file.stat().st_size for file in pieces.RASTERS.rglob("*.webp")) < 450_000
    assert (pieces.RASTERS / "banner.webp").stat().st_size < 90_000
