"""The public screens: board, events, scores, end, rules."""

import pytest
from msgspec.structs import replace

from bot.games.cloaked_cats.cards import CATS, FEATURES
from bot.games.cloaked_cats.words import FEATURE_SIGNS, FLOOR_ROOM, floor_words
from bot.games.game import Event, Place
from bot.text import LANGUAGES
from tests.bench.limits import size
from tests.games.cloaked_cats.looks import (
    CAT,
    EMOJIS,
    GUESS,
    SCREENS,
    crowded,
    loosened,
    scene,
    view,
)
from tests.games.looks import LONG, assert_fits, everything_of

EVENTS = (
    Event(None, "starts", (2,)),
    Event((0,), "dealt", (3, 7, 17, 26, 5, 4)),
    Event(None, "cat-played", (1, 24, 0, 1)),
    Event(None, "guess-right", (1, 0, 17)),
    Event(None, "guess-wrong", (0, 1, 3)),
    Event(None, "skipped", (3,)),
    Event((0,), "drew", (13,)),
    Event(None, "unmasked", (0,)),
    Event(None, "last-cat", (1,)),
    Event(None, "last-round", ()),
    Event(None, "round-begins", (2,)),
    Event(None, "out-of-masks", (3,)),
    Event(None, "game-over", ()),
)
FANS = ((3, 7, 17), (5, 0, 13), (6, 15, 16), (1, 2, 18))
OVER = view(phase="over", active=None, fans=FANS)
PLACES = (Place(1, 1, 4), Place(2, 1, 4), Place(3, 3, 3), Place(0, 4, 2))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pictures", "emojis"), [(True, {}), (False, {}), (True, EMOJIS)])
def test_the_fullest_board_leaves_1500_characters_to_the_table(
    language: str, pictures: bool, emojis: dict[str, str]
) -> None:
    told = scene(language, names=(LONG,) * 4, pictures=pictures, emojis=emojis)
    assert_fits(SCREENS.board(crowded(), told), room=4500)
    places = tuple(Place(seat, 1, 16) for seat in range(4))
    end = crowded(phase="over", active=None, fans=crowded().revealed)
    assert_fits(SCREENS.end(end, places, told), room=4500)


def test_the_board_has_in_words_all_that_is_public() -> None:
    board = SCREENS.board(view(), scene(pictures=False))
    assert board.title == "Cloaked Cats · round 2"
    assert "25 cats are left" in board.text
    assert loosened(board.text).endswith(
        "`1` ⬜ white · striped · lazy layabout · toy mouse → 🟡A🔴B\n"
        "`2` 🟫 brown · spotted · strutting beauty\n"
        "`3` 🟥 red · striped · seated boss · top hat → 🟡A🟢C🟣D"
    )
    stand = board.fields[1]
    assert stand.name == "🔴 B · Bo"
    assert loosened(stand.text).splitlines() == [
        "🎭 Stockpile: 15",
        "🎁 Received: 2 (🟡A🟣D)",
        "🃏 Cats in hand: 3",
        "👀 Revealed: ⬜ white",
        "⭐ Points: 4",
    ]
    assert "nothing yet" in board.fields[2].text


def test_beside_a_picture_the_players_are_told_in_two_lines() -> None:
    stand = SCREENS.board(view(), scene()).fields[1]
    assert loosened(stand.text).splitlines() == [
        "🎭 15 · 🎁 2 (🟡A🟣D) · 🃏 3 · ⭐ 4",
        "👀 ⬜ white",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_is_the_same_for_every_viewer(language: str) -> None:
    seen = {
        (everything_of(board), board.picture and board.picture.key)
        for board in (
            SCREENS.board(view(), scene(language)),
            SCREENS.board(view(viewer=None, fan=(), hand=()), scene(language)),
            SCREENS.board(view(viewer=2, fan=(6, 15, 16), hand=(1, 2, 3)), scene(language)),
        )
    }
    assert len(seen) == 1


def test_a_text_only_board_has_no_picture_and_tells_more_cats_at_full_length() -> None:
    floor = crowded().floor[:20]
    with_picture = SCREENS.board(view(floor=floor), scene())
    without = SCREENS.board(view(floor=floor), scene(pictures=False))
    assert with_picture.picture is not None
    assert without.picture is None
    assert with_picture.text.count("leaping daredevil") == 0
    assert without.text.count("leaping daredevil") == 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pictures", "emojis"), [(True, {}), (False, {}), (True, EMOJIS)])
@pytest.mark.parametrize("cats", [0, 1, 6, 7, 20, 40])
def test_every_cat_on_the_floor_is_told_once_and_the_newest_at_full_length(
    language: str, pictures: bool, emojis: dict[str, str], cats: int
) -> None:
    shown = scene(language, pictures=pictures, emojis=emojis)
    told = floor_words(crowded().floor[:cats], shown)
    assert size(told) <= FLOOR_ROOM
    assert [f"`{number}`" in told for number in range(1, 42)] == [True] * cats + [False] * (
        41 - cats
    )
    if cats:
        assert told.splitlines()[-1].count(" · ") >= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_drawn_from_what_the_screens_hand_over(language: str) -> None:
    told = scene(language)
    screens = (
        SCREENS.board(view(), told),
        SCREENS.board(view(floor=()), told),
        SCREENS.private(view(), 0, None, (), "", told),
        SCREENS.end(OVER, PLACES, told),
    )
    for screen in screens:
        assert screen.picture is not None
        assert screen.picture.draw()[:2] == b"\xff\xd8"


def test_every_feature_has_a_sign_that_is_one_emoji() -> None:
    assert len(set(FEATURE_SIGNS)) == len(FEATURES)
    assert all(len(sign) == 1 for sign in FEATURE_SIGNS)


def test_the_last_round_is_announced_on_the_board() -> None:
    assert "Last round" in SCREENS.board(view(last_round=True), scene()).text
    assert "Last round" not in SCREENS.board(view(), scene()).text


def test_whoever_owes_is_told_what() -> None:
    assert SCREENS.asked(view(), (CAT,), scene()) == "🟡 Ada: play a cat"
    guesses = replace(GUESS, seat=3)
    assert SCREENS.asked(view(), (guesses,), scene("de")) == "🟣 Dot: Rate oder passe"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_every_event_is_one_line(language: str, event: Event) -> None:
    told = SCREENS.told(event, scene(language))
    assert told
    assert "\n" not in told
    assert len(SCREENS.told(event, scene(language, names=(LONG,) * 4))) <= 250


def test_events_say_who_did_what_to_whom() -> None:
    lines = {event.name: loosened(SCREENS.told(event, scene())) for event in EVENTS}
    assert lines["cat-played"] == (
        "🔴 Bo plays ⬜ white · striped · lazy layabout · toy mouse → 🟡A🔴B"
    )
    assert lines["guess-right"] == (
        "🔴 Bo guesses: 🟡 Ada has the top hat. Yes! One mask goes from 🟡A to 🔴B."
    )
    assert lines["guess-wrong"] == (
        "🟡 Ada guesses: 🔴 Bo is the lazy layabout. No! One mask goes from 🟡A to 🔴B."
    )
    assert lines["dealt"].startswith("Your cat: 😴 lazy layabout · 🟦 blue · 🎩 top hat.")
    assert lines["drew"] == "You draw 🟨 yellow · striped · strutting beauty · fish cocktail."
    nobody = SCREENS.told(Event(None, "cat-played", (0, 9)), scene())
    assert nobody.endswith("Nobody places a mask.")


def test_a_german_guess_reads_naturally() -> None:
    lines = [SCREENS.told(Event(None, "guess-wrong", (0, 1, f)), scene("de")) for f in (3, 5, 17)]
    assert [line.split(": ", 1)[1].split(".")[0] for line in lines] == [
        "🔴 Bo tanzt als Faulpelz",
        "🔴 Bo ist weiß",
        "🔴 Bo kommt mit Zylinder",
    ]


def test_the_end_shows_all_features_points_by_kind_and_the_shared_victory() -> None:
    end = SCREENS.end(OVER, PLACES, scene())
    assert "Shared victory:** 🔴 Bo · 🟢 Cleo" in end.text
    assert "decide" not in end.text
    assert [field.name for field in end.fields] == [
        "1. 🔴 B · Bo",
        "1. 🟢 C · Cleo",
        "3. 🟣 D · Dot",
        "4. 🟡 A · Ada",
    ]
    assert loosened(end.fields[0].text).splitlines() == [
        "⭐ **4 points**",
        "🎁 masks received: 2 (🟡A🟣D)",
        "🙈 still hidden: 2",
        "⬜ white (guessed by 🟢C)",
        "🤸 leaping daredevil",
        "🦓 striped",
    ]
    assert end.rows == ()


def test_the_end_says_so_when_hidden_features_broke_a_tie() -> None:
    places = (Place(2, 1, 4), Place(1, 2, 4), Place(3, 3, 3), Place(0, 4, 2))
    end = SCREENS.end(OVER, places, scene())
    assert "🟢 Cleo wins!" in end.text
    assert "the features still hidden decide" in end.text
    clear = (Place(2, 1, 5), *places[1:])
    assert "decide" not in SCREENS.end(OVER, clear, scene()).text


def test_the_running_score_counts_received_masks_and_hidden_features() -> None:
    assert SCREENS.score(view(), scene()).splitlines()[:2] == [
        "Round 2",
        "🟡 Ada: ⭐ **2 points** (masks received: 0, features hidden: 2)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("emojis", [{}, EMOJIS])
def test_every_page_of_the_rules_fits(language: str, emojis: dict[str, str]) -> None:
    told = scene(language, emojis=emojis)
    for page in range(SCREENS.rules_pages):
        screen = SCREENS.rules(page, told)
        assert_fits(screen)
        assert screen.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_count_the_cats_of_each_feature(language: str) -> None:
    told = scene(language)
    overview = next(
        screen
        for screen in (SCREENS.rules(page, told) for page in range(SCREENS.rules_pages))
        if screen.fields
    )
    lines = [line for field in overview.fields for line in field.text.splitlines()]
    assert len(lines) == len(FEATURES)
    for number, line in enumerate(lines):
        count = len([cat for cat in CATS if number in cat])
        assert line.endswith(f" {count}×")
