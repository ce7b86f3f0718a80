"""The pictures of Who Barked?: the same each time, within their sizes, and clear."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from bot.drawing.sheet import ABOVE_TEXT_PIXELS, WIDE_SHEET_UNITS
from bot.games.who_barked.art import drawing as art
from bot.games.who_barked.art import pieces
from bot.games.who_barked.art.pieces import CAT_MOODS, FURS
from tests.drawing.looks import assert_same_bytes, open_picture

NIGHT = art.Kitchen(7, 10, 1, (2, 3, 3), target=1)
CREW, DOGS, NOSE = (1, 3, 6), (4, 1, 5), 0
SCENES: tuple[art.Scene, ...] = (
    *("idle", "vote", "raid", "hush", "refused", "quiet", "barked", "hunt"),
)
MOST_SCENTS = tuple(art.Scent((0, 2, 4, 5, 7), dogs) for dogs in (0, 1, 2, 3, 1, 0))
PHONE_PIXELS, MIN_CAT_PIXELS = 243, 28
"""The width of a picture on a phone, and that of the smallest cat in it."""
Box = tuple[float, float, float, float]
"""A part of a picture, as left, top, right and bottom in units of the sheet."""
WINDOW_BOX, HOUSE_BOX = (10, 0, 275, 250), (955, 0, 1200, 250)
GOALS_BOX, CATS_BOX = (285, 0, 945, 275), (0, 290, 1200, 570)


def players(seats: int = 8, **marks: bool) -> tuple[art.Player, ...]:
    """Return players without marks, with a crew, and perhaps with votes or unmasked."""
    return tuple(
        art.Player(
            seat,
            is_leader=seat == 2,
            is_in_crew=seat in CREW,
            vote=seat % 3 != 0 if marks.get("votes") else None,
            is_dog=seat in DOGS if marks.get("unmasked") else False,
            is_top_dog=seat == DOGS[0] if marks.get("unmasked") else False,
            is_nose=seat == NOSE if marks.get("unmasked") else False,
        )
        for seat in range(seats)
    )


def split(unmasked: tuple[art.Player, ...]) -> tuple[tuple[art.Player, ...], ...]:
    return (
        tuple(player for player in unmasked if not player.is_dog),
        tuple(player for player in unmasked if player.is_dog),
    )


def draw_card(own: art.Player, *scents: art.Scent) -> bytes:
    others = tuple(player for player in players(unmasked=own.is_dog) if player.letter != own.letter)
    return art.draw_card(own, others, scents, own.is_dog)


def crop(picture: bytes, box: Box) -> Image.Image:
    image = open_picture(picture)
    unit = image.width / WIDE_SHEET_UNITS
    left, top, right, bottom = (round(side * unit) for side in box)
    return image.crop((left, top, right, bottom))


def unlike(one: bytes, other: bytes, box: Box) -> float:
    """Return how much two pictures differ in a box, from 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(crop(one, box), crop(other, box))).mean)


def board(
    scene: art.Scene = "idle",
    kitchen: art.Kitchen = NIGHT,
    seats: tuple[art.Player, ...] | None = None,
    barks: int = 0,
) -> bytes:
    return art.draw_board(kitchen, players() if seats is None else seats, scene, barks, "WOOF!")


@pytest.mark.parametrize(
    "draw",
    [
        *(partial(board, scene, barks=2) for scene in SCENES),
        partial(art.draw_sniff, players(unmasked=True), NOSE),
        partial(draw_card, art.Player(4, is_dog=True, is_top_dog=True)),
        partial(draw_card, art.Player(0, is_nose=True), *MOST_SCENTS),
        partial(art.draw_end, *split(players(unmasked=True))),
        partial(art.draw_lobby_banner, "Who Barked?"),
    ],
)
def test_the_same_arguments_give_the_same_bytes_whatever_was_drawn_before(
    draw: Callable[[], bytes],
) -> None:
    assert_same_bytes(draw, board, partial(draw_card, art.Player(3)))


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_all_boards_and_ends_have_one_size(seats: int) -> None:
    unmasked = players(seats, unmasked=True)
    cats, dogs = split(unmasked)
    made = [board(scene, seats=players(seats), barks=3) for scene in SCENES]
    made += [art.draw_sniff(unmasked, NOSE), art.draw_end(cats, dogs), art.draw_end(dogs, cats)]
    (size,) = {open_picture(each).size for each in made}
    assert size[0] == ABOVE_TEXT_PIXELS[0]
    assert size[1] / size[0] < 0.5


def test_all_cards_have_one_size_and_are_low() -> None:
    own = [
        art.Player(0),
        art.Player(0, is_nose=True),
        art.Player(4, is_dog=True),
        art.Player(4, is_dog=True, is_top_dog=True),
    ]
    made = [draw_card(player, *scents) for player in own for scents in ((), MOST_SCENTS)]
    (size,) = {open_picture(each).size for each in made}
    assert size[1] / size[0] < 0.2


def test_a_cat_is_large_enough_for_a_phone() -> None:
    smallest = min(art.MAX_CAT_WIDTH, WIDE_SHEET_UNITS / len(FURS))
    assert smallest * PHONE_PIXELS / WIDE_SHEET_UNITS >= MIN_CAT_PIXELS


def test_the_window_tells_the_hours_and_the_house_tells_the_alarms() -> None:
    hours = [board(kitchen=replace(NIGHT, hours_left=left)) for left in range(11)]
    assert all(unlike(one, other, WINDOW_BOX) > 1 for one, other in combinations(hours, 2))
    alarms = [board(kitchen=replace(NIGHT, alarms=alarms)) for alarms in range(5)]
    assert all(unlike(one, other, HOUSE_BOX) > 5 for one, other in combinations(alarms, 2))


def test_an_eaten_goal_and_the_size_of_a_crew_can_be_seen() -> None:
    full, small = board(), board(kitchen=replace(NIGHT, goals=(2, 2, 3)))
    eaten = board(kitchen=replace(NIGHT, goals=(2, 0, 3)))
    assert unlike(full, eaten, GOALS_BOX) > 3
    assert unlike(full, small, GOALS_BOX) > 0.1


@pytest.mark.parametrize(("one", "other"), combinations((1, 2, 3), 2))
def test_the_number_of_barks_can_be_seen(one: int, other: int) -> None:
    assert unlike(board("barked", barks=one), board("barked", barks=other), GOALS_BOX) > 10


def test_nobody_in_the_crew_stands_out_when_it_barks() -> None:
    """Who barked is a secret: one more bark changes nothing about the cats."""
    one, three = (board("barked", barks=barks) for barks in (1, 3))
    assert unlike(one, three, CATS_BOX) < 0.5


def test_all_see_alike_in_the_dark_who_listens() -> None:
    """A dog of the crew has the same eyes as a cat."""
    eyes = [pieces.make_shadow_cat(letter, 160) for letter in CREW]
    shapes = {each.getchannel("A").tobytes() for each in eyes}
    assert len(shapes) == 1


@pytest.mark.parametrize("letter", range(len(FURS)))
def test_votes_crowns_and_answers_are_told_by_shape(letter: int) -> None:
    shown = [
        replace(art.Player(letter), **mark)
        for mark in ({}, {"vote": True}, {"vote": False}, {"has_answered": True})
    ]
    greys = [crop(board(seats=(each,)), CATS_BOX).convert("L") for each in shown]
    for one, other in combinations(greys, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 0.2


def test_every_cat_has_a_pattern_of_its_own_and_every_mood_a_face() -> None:
    assert len({fur.pattern for fur in FURS}) == len(FURS)
    greys = {pieces.make_cat(letter, 150).convert("L").tobytes() for letter in range(len(FURS))}
    assert len(greys) == len(FURS)
    assert len({pieces.make_cat(0, 150, mood).tobytes() for mood in CAT_MOODS}) == len(CAT_MOODS)


def test_a_dog_in_its_suit_looks_like_a_cat_until_it_takes_it_off() -> None:
    masked, unmasked = (pieces.make_cat(1, 150, "calm", is_dog) for is_dog in (False, True))
    assert masked.size == unmasked.size
    assert masked.tobytes() != unmasked.tobytes()


def test_a_card_tells_each_role_apart() -> None:
    roles = [
        art.Player(4),
        art.Player(4, is_nose=True),
        art.Player(4, is_dog=True),
        art.Player(4, is_dog=True, is_top_dog=True),
    ]
    assert len({draw_card(role) for role in roles}) == len(roles)
    scents = [art.Scent((0, 2), dogs) for dogs in range(3)]
    assert len({draw_card(roles[1], scent) for scent in scents}) == len(scents)
