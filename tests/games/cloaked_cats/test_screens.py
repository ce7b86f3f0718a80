"""The public screens: board, events, scores, end, rules."""

import pytest
from msgspec.structs import replace

from bot.engine.events import EventRecord
from bot.engine.game import Place
from bot.engine.screen import TableAction
from bot.games.cloaked_cats.art.drawing import MAX_SHOWN_CATS
from bot.games.cloaked_cats.model.state import CATS, FEATURES, Dancer
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.words import FEATURE_SIGNS, MAX_FLOOR_CHARACTERS, format_floor
from bot.i18n import LANGUAGES
from tests.bench.limits import size
from tests.games.cloaked_cats.looks import (
    CAT,
    EMOJIS,
    GUESS,
    SCREENS,
    allow_line_breaks,
    context,
    crowded,
    private,
    view,
)
from tests.games.looks import LONG, buttons_of

EVENTS = (
    EventRecord(None, "starts", (2,)),
    EventRecord((0,), "dealt", (3, 7, 17, 26, 5, 4)),
    EventRecord(None, "cat-played", (1, 24, 0, 1)),
    EventRecord(None, "guess-right", (1, 0, 17)),
    EventRecord(None, "guess-wrong", (0, 1, 3)),
    EventRecord(None, "skipped", (3,)),
    EventRecord((0,), "drew", (13,)),
    EventRecord(None, "unmasked", (0,)),
    EventRecord(None, "last-cat", (1,)),
    EventRecord(None, "last-round", ()),
    EventRecord(None, "round-begins", (2,)),
    EventRecord(None, "out-of-masks", (3,)),
    EventRecord(None, "game-over", ()),
)
FANS = ((3, 7, 17), (5, 0, 13), (6, 15, 16), (1, 2, 18))
OVER = view(phase="over", active=None, fans=FANS)
PLACES = (Place(1, 1, 4), Place(2, 1, 4), Place(3, 3, 3), Place(0, 4, 2))


def test_the_board_has_in_words_all_that_is_public() -> None:
    board = SCREENS.board(view(), context(pictures=False))
    assert board.title == "Cloaked Cats · round 2"
    assert "25 cats left to draw" in board.text
    assert allow_line_breaks(board.text).endswith(
        "`1` ⬜ white · striped · lazy layabout · toy mouse → ⭐A👹B\n"
        "`2` 🟫 brown · spotted · strutting beauty\n"
        "`3` 🟥 red · striped · seated boss · top hat → ⭐A🍃C🦋D"
    )
    assert board.fields == ()
    assert allow_line_breaks(board.text).splitlines()[:4] == [
        "⭐A Ada: **2** points · 13 masks · 3 cats · revealed: top hat",
        "👹B Bo: **4** points · 15 masks · 3 cats · received: 2 (AD) · revealed: white",
        "🍃C Cleo: **4** points · 16 masks · 3 cats · received: 1 (B)",
        "🦋D Dot: **3** points · 14 masks · 3 cats",
    ]


def test_on_a_board_in_words_the_player_whose_turn_it_is_comes_first() -> None:
    lines = SCREENS.board(view(active=2), context(pictures=False)).text.splitlines()
    order = [line.split(":")[0].split(" ")[-1] for line in lines[:4]]
    assert order == ["Cleo", "Dot", "Ada", "Bo"]


def test_beside_a_picture_one_line_tells_how_all_players_stand() -> None:
    board = SCREENS.board(view(stockpiles=(13, 3, 16, 1)), context())
    assert (board.title, board.fields, board.below) == ("", (), None)
    assert allow_line_breaks(board.text) == (
        "🎯 Points: ⭐A Ada **2** (🎩) · 👹B Bo **4** (⬜, 3 masks left)"
        " · 🍃C Cleo **4** · 🦋D Dot **3** (1 mask left)"
    )
    assert "Cleo\N{NO-BREAK SPACE}**4**" in board.text, "a name keeps its points beside it"


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Maximilian", "Maximilian"),
        ("Alexandra Maria", "Alexandra…"),
        ("W" * 32, "W" * 6 + "…"),
        ("猫" * 32, "猫" * 6 + "…"),
        ("\\*" * 32, "\\*" * 12 + "…"),
    ],
)
def test_long_names_are_cut_beside_a_picture_and_whole_in_words(name: str, short: str) -> None:
    names = (name, "Bo", "Cleo", "Dot")
    lines = allow_line_breaks(SCREENS.board(view(), context(names=names)).text).splitlines()
    assert lines[0].startswith(f"🎯 Points: ⭐A {short} **2**")
    words = SCREENS.board(view(active=0), context(names=names, pictures=False)).text
    assert allow_line_breaks(words).startswith(f"⭐A {name}: ")


def test_only_a_text_only_board_tells_the_cats_in_words() -> None:
    floor = crowded().floor[:20]
    with_picture = SCREENS.board(view(floor=floor), context())
    without = SCREENS.board(view(floor=floor), context(pictures=False))
    assert with_picture.picture is not None
    assert without.picture is None
    assert with_picture.text.count("leaping daredevil") == 0
    assert without.text.count("leaping daredevil") == 8


def test_a_crowded_board_shows_the_newest_cats_and_pages_have_them_all() -> None:
    few, many = view(floor=crowded().floor[:MAX_SHOWN_CATS]), crowded(phase="guess")
    assert "newest" not in SCREENS.board(few, context()).text
    assert "floor" not in PACKAGE.pages.find_names(few)
    assert "the newest 15 of 40 cats" in SCREENS.board(many, context()).text
    assert "floor" in PACKAGE.pages.find_names(many)
    shown = [
        PACKAGE.pages.make_page(name, many, context()) for name in ("floor", "floor-2", "floor-3")
    ]
    labels = ["Cats 1–15", "Cats 16–30", "Cats 31–40"]
    for number, page in enumerate(shown):
        assert page.picture is not None
        assert page.picture.alt.count("\n") == (15, 15, 10)[number] + 1, "and whose masks they are"
        assert [item.label for item in buttons_of(page)] == labels
        assert [item.disabled for item in buttons_of(page)] == [n == number for n in range(3)]
    assert [item.press for item in buttons_of(shown[0])] == [
        TableAction("page", f"floor-{number}") for number in (1, 2, 3)
    ]
    words = PACKAGE.pages.make_page("floor-2", many, context(pictures=False))
    assert words.picture is None
    assert [line.split()[0] for line in words.text.splitlines()] == [
        f"`{number}`" for number in range(16, 31)
    ]


@pytest.mark.parametrize("part", ["floor-0", "floor-4", "floor-999"])
def test_a_part_of_the_floor_that_is_not_there_shows_another(part: str) -> None:
    assert PACKAGE.pages.make_page(part, crowded(), context()).picture is not None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("pictures", "emojis"), [(False, {}), (False, EMOJIS)])
@pytest.mark.parametrize("cats", [0, 1, 6, 7, 20, 40])
def test_every_cat_on_the_floor_is_told_once(
    language: str, pictures: bool, emojis: dict[str, str], cats: int
) -> None:
    shown = context(language, pictures=pictures, emojis=emojis)
    told = format_floor(crowded(floor=crowded().floor[:cats]).number_dancers(), shown)
    assert size(told) <= MAX_FLOOR_CHARACTERS
    assert [line.split()[0] for line in told.splitlines()] == [
        f"`{number}`" for number in range(1, cats + 1)
    ]


def test_every_feature_has_a_sign_that_is_one_emoji() -> None:
    assert len(set(FEATURE_SIGNS)) == len(FEATURES)
    assert all(len(sign) == 1 for sign in FEATURE_SIGNS)


def test_the_last_round_is_told_once_beside_pictures_on_the_board() -> None:
    """The board's line about the points says so, and stays until the end."""
    began = EventRecord(None, "last-round", ())
    assert PACKAGE.describe_event(view(), began, context()) == ""
    assert "Last round" in PACKAGE.describe_event(view(), began, context(pictures=False))
    assert "Last round" in SCREENS.board(view(last_round=True), context()).text
    assert "Last round" not in SCREENS.board(view(), context()).text
    begins = EventRecord(None, "round-begins", (2,))
    assert PACKAGE.describe_event(view(), begins, context()) == "", "nor does a round take a line"
    assert PACKAGE.describe_event(view(), begins, context(pictures=False)) == "Round 2 begins."


def test_whoever_owes_is_told_what() -> None:
    assert (
        allow_line_breaks(SCREENS.describe_prompts(view(), (CAT,), context()))
        == "⭐A Ada: play a cat"
    )
    guesses = replace(GUESS, seat=3)
    words = context("de", pictures=False)
    assert SCREENS.describe_prompts(view(), (guesses,), words) == "🦋 Dot: Rate oder passe"


def test_events_say_who_did_what_to_whom() -> None:
    words = context(pictures=False)
    lines = {
        event.name: allow_line_breaks(PACKAGE.describe_event(view(), event, words))
        for event in EVENTS
    }
    assert lines["cat-played"] == (
        "👹 Bo plays ⬜ white · striped · lazy layabout · toy mouse → ⭐A👹B"
    )
    assert lines["guess-right"] == (
        "👹 Bo guesses: ⭐ Ada has the top hat. Yes! ⭐A gives 👹B a mask."
    )
    assert lines["guess-wrong"] == (
        "⭐ Ada guesses: 👹 Bo is the lazy layabout. No! ⭐A gives 👹B a mask."
    )
    assert lines["dealt"].startswith("Your cat: 😴 lazy layabout · 🟦 blue · 🎩 top hat.")
    assert lines["drew"] == "You draw 🟨 yellow · striped · strutting beauty · fish cocktail."
    nobody = PACKAGE.describe_event(view(), EventRecord(None, "cat-played", (0, 9)), words)
    assert nobody.endswith("Nobody places a mask.")


def test_beside_a_picture_events_are_short() -> None:
    lines = {
        event.name: allow_line_breaks(PACKAGE.describe_event(view(), event, context()))
        for event in EVENTS
    }
    assert lines["cat-played"] == "👹B Bo plays white · lazy layabout"
    assert lines["guess-right"] == "👹B Bo guesses: ⭐A Ada has the top hat. Yes!"
    assert lines["guess-wrong"] == "⭐A Ada guesses: 👹B Bo is the lazy layabout. No!"
    assert lines["skipped"] == "🦋D Dot skips the guess."


def test_a_german_guess_reads_naturally() -> None:
    words = context("de", pictures=False)
    lines = [
        PACKAGE.describe_event(view(), EventRecord(None, "guess-wrong", (0, 1, f)), words)
        for f in (3, 5, 17)
    ]
    assert [line.split(": ", 1)[1].split(".")[0] for line in lines] == [
        "👹 Bo tanzt als Faulpelz",
        "👹 Bo ist weiß",
        "👹 Bo kommt mit Zylinder",
    ]


def test_the_end_shows_the_places_in_lines_beside_the_podium() -> None:
    end = SCREENS.end(OVER, PLACES, context())
    assert (end.title, end.fields, end.rows) == ("", (), ())
    assert end.picture is not None
    assert allow_line_breaks(end.text).splitlines() == [
        "🏆 **Shared victory:** 👹B Bo · 🍃C Cleo",
        "🥇 👹B Bo: **4 points**",
        "🥇 🍃C Cleo: **4 points**",
        "🥉 🦋D Dot: **3 points**",
        "**4.** ⭐A Ada: **2 points**",
    ]


def test_the_alt_text_of_the_end_has_all_names_points_masks_and_features() -> None:
    picture = SCREENS.end(OVER, PLACES, context()).picture
    assert picture is not None
    assert picture.alt.splitlines() == [
        "1. Bo, 4 points (masks received: 2, features hidden: 2):"
        " white (guessed by Cleo), leaping daredevil, striped.",
        "1. Cleo, 4 points (masks received: 1, features hidden: 3):"
        " brown, ball of yarn, fish cocktail.",
        "3. Dot, 3 points (masks received: 0, features hidden: 3):"
        " strutting beauty, seated boss, toy mouse.",
        "4. Ada, 2 points (masks received: 0, features hidden: 2):"
        " lazy layabout, blue, top hat (guessed by Bo).",
    ]


def test_the_alt_text_of_the_hand_tells_what_is_revealed_and_where_a_mask_would_go() -> None:
    picture = private(view(), CAT, (), "", context()).picture
    assert picture is not None
    assert "top hat (revealed). Your cards:" in picture.alt
    assert picture.alt.count("(you would place a mask)") == 1
    assert "lazy layabout (you would place a mask)" in picture.alt


def test_the_end_has_in_words_all_features_and_points_by_kind() -> None:
    end = SCREENS.end(OVER, PLACES, context(pictures=False))
    assert "Shared victory:** 👹 Bo · 🍃 Cleo" in end.text
    assert "decide" not in end.text
    assert [field.name for field in end.fields] == [
        "🥇 👹 B · Bo",
        "🥇 🍃 C · Cleo",
        "🥉 🦋 D · Dot",
        "**4.** ⭐ A · Ada",
    ]
    assert allow_line_breaks(end.fields[0].text).splitlines() == [
        "🎯 **4 points**",
        "🎁 masks received: 2 (AD)",
        "🙈 still hidden: 2",
        "White (guessed by C)",
        "Leaping daredevil",
        "Striped",
    ]
    assert end.rows == ()


@pytest.mark.parametrize("pictures", [True, False])
def test_the_end_says_so_when_hidden_features_broke_a_tie(pictures: bool) -> None:
    places = (Place(2, 1, 4), Place(1, 2, 4), Place(3, 3, 3), Place(0, 4, 2))
    end = SCREENS.end(OVER, places, context(pictures=pictures))
    assert "Cleo wins!" in end.text
    reason = "Equal points: whoever hid more features comes first."
    assert reason in end.text
    told = [reason in SCREENS.result(OVER, places, seat, context()) for seat in range(4)]
    assert told == [False, True, True, False]
    clear = (Place(2, 1, 5), *places[1:])
    assert reason not in SCREENS.end(OVER, clear, context(pictures=pictures)).text
    behind = (Place(2, 1, 5), Place(1, 2, 4), Place(3, 3, 2), Place(0, 4, 2))
    assert reason in SCREENS.end(OVER, behind, context(pictures=pictures)).text
    shared = (Place(2, 1, 5), Place(1, 2, 4), Place(3, 3, 2), Place(0, 3, 2))
    assert reason not in SCREENS.end(OVER, shared, context(pictures=pictures)).text


def test_everybody_is_told_how_the_game_ended_for_them() -> None:
    results = [SCREENS.result(OVER, PLACES, seat, context()) for seat in range(4)]
    assert results == [
        "You came **4th** with 2 points. Guessed about you: 🎩 top hat (👹 Bo).",
        "🏆 **You share the victory** with 4 points each! Guessed about you: ⬜ white (🍃 Cleo).",
        "🏆 **You share the victory** with 4 points each! Nobody guessed any of your features!",
        "You came **3rd** with 3 points. Nobody guessed any of your features!",
    ]
    alone = (Place(2, 1, 1), *PLACES[2:])
    assert SCREENS.result(OVER, alone, 2, context()).startswith("🏆 **You won** with 1 point!")
    german = SCREENS.result(OVER, PLACES, 0, context("de"))
    assert german == ("Du bist auf **Platz 4**, mit 2 Punkten. Erraten: 🎩 Zylinder (👹 Bo).")


@pytest.mark.parametrize(("language", "running"), [("en", "Round 2"), ("de", "Runde 2")])
def test_the_score_counts_received_masks_and_hidden_features_and_tells_a_running_round(
    language: str, running: str
) -> None:
    here = context(language)
    first, second, *_ = SCREENS.score(view(), here).splitlines()
    assert first == running
    told = "🍃 Cleo: 🎯 **4 points** (masks received: 1, features hidden: 3)"
    assert language != "en" or second == told
    assert running not in SCREENS.score(view(), replace(here, ended=True))


def test_the_boards_alt_text_tells_whose_mask_is_whose() -> None:
    board = SCREENS.board(view(), context()).picture
    assert board is not None
    assert board.alt.splitlines()[-1] == "Masks: A Ada, B Bo, C Cleo, D Dot"
    crowd = SCREENS.board(crowded(), context(names=(LONG,) * 4)).picture
    assert crowd is not None
    assert len(crowd.alt) <= 1024
    assert crowd.alt.splitlines()[-1].startswith("Masks: A ")


def test_letters_of_a_table_stand_on_the_board_in_the_pictures_and_in_words() -> None:
    """The four seats, Ada's first, have the letters B, D, A and C."""
    told = replace(context(), letters=(1, 3, 0, 2))
    board = SCREENS.board(view(), told)
    assert "👹\N{WORD JOINER}B Ada" in board.text
    assert board.picture is not None
    assert "1. white · striped · lazy layabout · toy mouse, masks B D" in board.picture.alt
    drawn = SCREENS.board(
        view(floor=(Dancer(24, 1, (1, 3)),)), replace(context(), letters=())
    ).picture
    same = SCREENS.board(view(floor=(Dancer(24, 1, (0, 1)),)), told).picture
    assert drawn is not None
    assert same is not None
    assert drawn.key == same.key, "the masks B and D are drawn"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_count_the_cats_of_each_feature(language: str) -> None:
    overview = PACKAGE.rulebook.render(
        PACKAGE.rulebook.pages.index("features"), context(language, pictures=False)
    )
    lines = [line for field in overview.fields for line in field.text.splitlines()]
    assert len(lines) == len(FEATURES)
    for number, line in enumerate(lines):
        count = len([cat for cat in CATS if number in cat])
        assert line.endswith(f" {count}×")


@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_the_picture_the_rules_name_each_feature_in_one_line_of_its_kind(
    language: str,
) -> None:
    overview = PACKAGE.rulebook.render(
        PACKAGE.rulebook.pages.index("features"), context(language, emojis=EMOJIS)
    )
    told = [field.text for field in overview.fields]
    assert sum(text.count(" · ") + 1 for text in told) == len(FEATURES)
    assert not any("\n" in text or "×" in text for text in told)
