"""What one player alone may see: the cat and hand, and the way through a guess."""

import re

import pytest

from bot.engine.game import Prompt
from bot.engine.screen import Button, OpenScreen, Screen, SubmitMove
from bot.games.cloaked_cats.model.state import FEATURES, Dancer, View
from bot.games.cloaked_cats.pages import take_notes
from bot.games.cloaked_cats.private import MAX_FEATURE_BUTTONS
from bot.i18n import LANGUAGES
from tests.games.cloaked_cats import looks
from tests.games.cloaked_cats.looks import (
    CAT,
    GUESS,
    NAMES,
    allow_line_breaks,
    context,
    list_guesses,
    view,
)
from tests.games.looks import button, buttons_of, everything_of, path_of, selects_of

CAT_MOVES = ("cat/26", "cat/5", "cat/4")
FACE_UP = (5, 17)


def guesses(*opponents: int) -> tuple[str, ...]:
    """Return the moves of a guess while white and the top hat lie face up."""
    return (
        *(
            f"guess/{opponent}/{feature}"
            for opponent in opponents
            for feature in range(len(FEATURES))
            if feature not in FACE_UP
        ),
        "skip",
    )


def private(
    shown: View,
    prompt: Prompt | None = None,
    moves: tuple[str, ...] = (),
    path: str = "",
    *,
    language: str = "en",
    name: str = "",
    pictures: bool = True,
) -> Screen:
    """Return the private screen of seat 0, everybody having the given name."""
    told = context(language, pictures=pictures, names=(name,) * 4 if name else NAMES)
    return looks.private(shown, prompt, moves, path, told)


def labels(row: tuple[object, ...]) -> list[str]:
    return [item.label for item in row if isinstance(item, Button)]


def test_the_own_cat_has_revealed_features_marked_and_the_hand_where_an_own_mask_would_land() -> (
    None
):
    own, hand, *_ = private(view(), pictures=False).fields
    assert own.text.splitlines() == ["😴 lazy layabout", "🟦 blue", "🎩 top hat (revealed)"]
    assert allow_line_breaks(hand.text).splitlines() == [
        "`1` 🟦 blue · spotted · lazy layabout → ⭐A",
        "`2` 🟨 yellow · striped · leaping daredevil",
        "`3` 🟩 green · spotted · leaping daredevil · fish cocktail",
        "→ ⭐A: has one of your features",
    ]


@pytest.mark.parametrize("phase", ["cat", "guess"])
def test_who_is_not_asked_learns_where_their_turn_appears(phase: str) -> None:
    screen = private(view(active=1, phase=phase))
    assert screen.text == "It's somebody else's turn. Yours pops up right here."


@pytest.mark.parametrize(("turn", "is_done"), [(4, False), (5, False), (7, True)])
def test_who_has_no_turn_left_in_the_last_round_does_not_wait_for_one(
    turn: int, is_done: bool
) -> None:
    """Seat 2 begins each round, so that seat 0 is the third."""
    screen = private(view(active=(2 + turn) % 4, turn=turn, phase="guess", last_round=True))
    assert ("You've had your last turn." in screen.text) is is_done
    assert ("Yours pops up" in screen.text) is not is_done


def test_while_waiting_the_cats_keep_their_places_in_grey() -> None:
    waits, asked = private(view(active=1)), private(view(), CAT, CAT_MOVES)
    assert [labels(row) for row in waits.rows] == [labels(row) for row in asked.rows]
    assert all(item.disabled for item in buttons_of(waits))
    assert not any(item.disabled for item in buttons_of(asked))


def test_one_press_plays_a_cat() -> None:
    screen = private(view(), CAT, CAT_MOVES)
    assert [(item.label, item.press) for item in buttons_of(screen)] == [
        ("1. Blue · lazy layabout", SubmitMove(6, "cat/26")),
        ("2. Yellow · leaping daredevil", SubmitMove(6, "cat/5")),
        ("3. Green · leaping daredevil", SubmitMove(6, "cat/4")),
    ]


def test_the_picture_of_the_hand_has_the_same_name_whatever_it_shows() -> None:
    first, second = private(view()).picture, private(view(fan=(1, 2, 4), hand=(9,))).picture
    assert first is not None
    assert second is not None
    assert first.name == second.name == "hand.jpg"
    assert first.key != second.key
    assert "lazy layabout" in first.alt


def test_of_several_opponents_one_is_chosen_first_beside_the_dance_floor() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 3))
    assert [(item.label, item.press) for item in buttons_of(screen)] == [
        ("B · Bo", OpenScreen(7, "guess/1")),
        ("D · Dot", OpenScreen(7, "guess/3")),
        ("Skip", SubmitMove(7, "skip")),
    ]
    assert screen.picture is not None
    assert screen.picture.name == "floor.jpg"


def test_a_single_opponent_need_not_be_chosen_and_there_is_nothing_to_go_back_to() -> None:
    screen = private(view(phase="guess", floor=(Dancer(1, 2, (3,)),)), GUESS, guesses(3))
    assert "🦋\N{WORD JOINER}D Dot" in screen.text
    assert button(screen, "Leaping daredevil").press == SubmitMove(7, "guess/3/0")
    assert labels(screen.rows[-1]) == ["Skip", "Bluff …"]


@pytest.mark.parametrize(
    ("language", "told"), [("en", "nothing left to guess"), ("de", "nichts mehr zu erraten")]
)
def test_when_nobody_can_be_asked_there_is_only_skip(language: str, told: str) -> None:
    """Guesses are never called questions."""
    screen = private(view(phase="guess"), GUESS, ("skip",), language=language)
    assert [item.press for item in buttons_of(screen)] == [SubmitMove(7, "skip")]
    assert told in screen.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_table_without_help_every_feature_that_is_not_face_up_can_be_guessed(
    language: str,
) -> None:
    shown = view(phase="guess", help="none")
    screen = private(shown, GUESS, guesses(1, 2), "guess/2", language=language)
    masked = [2, 12, 13]  # a red, striped, seated cat with a top hat, which lies face up
    paths = [path_of(item) for item in buttons_of(screen)]
    assert paths == [*(f"guess/2/{feature}" for feature in masked), "", "skip"]
    (menu,) = selects_of(screen)
    assert menu.press == SubmitMove(7, "guess/2")
    hidden = [str(feature) for feature in range(len(FEATURES)) if feature not in FACE_UP]
    assert [value for value, _ in menu.options] == hidden
    assert not any(item.disabled for item in buttons_of(screen))


def test_only_what_may_be_right_is_offered_and_one_button_leads_to_a_bluff() -> None:
    """Cleo has placed no mask on a brown, spotted, strutting cat; Ada herself is lazy and blue."""
    floor = (Dancer(9, 2, ()), Dancer(23, 3, (0, 2, 3)))
    screen = private(view(phase="guess", floor=floor), GUESS, guesses(1, 2), "guess/2")
    wrong = (1, 3, 6, 7, 14)
    offered = set(list_guesses(screen))
    assert offered & {f"guess/2/{feature}" for feature in wrong} == {"guess/2/1"}
    assert button(screen, "Striped").press == SubmitMove(7, "guess/2/13")
    assert button(screen, "Striped").style == "main"
    assert button(screen, "Bluff …").press == OpenScreen(7, "guess/2/1")


def test_features_of_masked_cats_have_buttons_and_a_menu_has_all() -> None:
    floor = tuple(Dancer(cat, 3, (2,)) for cat in range(6))
    for masked, count in ((floor[:0], 0), (floor[:1], 3), (floor, MAX_FEATURE_BUTTONS)):
        shown = view(phase="guess", floor=masked, revealed=((), (), (), ()), fan=())
        screen = private(shown, GUESS, guesses(1, 2), "guess/2")
        buttons = [item for item in buttons_of(screen) if path_of(item).startswith("guess/2/")]
        assert len([item for item in buttons if item.style == "main"]) == count - (masked != ())
        (menu,) = selects_of(screen)
        assert len(menu.options) == len(FEATURES) - len(FACE_UP)


def test_where_few_features_are_possible_all_have_buttons() -> None:
    floor = tuple(Dancer(cat, 3, ()) for cat in (8, 9, 10, 20))
    screen = private(view(phase="guess", floor=floor), GUESS, guesses(1, 2), "guess/2")
    assert selects_of(screen) == ()
    assert len(list_guesses(screen)) <= MAX_FEATURE_BUTTONS + 1


@pytest.mark.parametrize("asks", [False, True])
def test_a_bluff_can_be_any_guess_that_is_certainly_wrong_and_asks_back_once(asks: bool) -> None:
    shown = view(phase="guess", floor=(Dancer(9, 2, ()),), asks=asks)
    features = private(shown, GUESS, guesses(1, 2), "guess/2")
    assert "Right wins a mask, wrong costs one." in features.text
    bluff = private(shown, GUESS, guesses(1, 2), "guess/2/7")
    assert allow_line_breaks(bluff.note) == "**🍃C Cleo is blue?** You know that's wrong!"
    (menu,) = selects_of(bluff)
    assert menu.press == OpenScreen(7, "guess")
    assert [value for value, _ in menu.options] == ["2/1", "2/3", "2/6", "2/7", "2/14"]
    assert menu.chosen == ("2/7",)
    presses = [item.press for item in buttons_of(bluff)]
    assert presses == [SubmitMove(7, "guess/2/7"), OpenScreen(7, "guess/2")]
    assert features.picture and bluff.picture
    assert features.picture.key == bluff.picture.key, "the picture stays"
    honest = private(shown, GUESS, guesses(1, 2), "guess/2/13")
    assert asks or (honest.text, honest.rows) == (features.text, features.rows)


def test_a_guess_shows_the_cats_with_and_without_the_opponents_mask() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2", pictures=False)
    assert [
        (allow_line_breaks(field.name), allow_line_breaks(field.text))
        for field in screen.fields[1:]
    ] == [
        ("🍃C Cats with their mask: 1", "`3` 🟥 red · striped · seated boss · top hat"),
        (
            "🍃C Cats without their mask: 2",
            "`1` ⬜ white · striped · lazy layabout · toy mouse\n"
            "`2` 🟫 brown · spotted · strutting beauty",
        ),
    ]
    shown = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2").picture
    assert shown is not None
    assert shown.alt == (
        "With mask C Cleo: red · striped · seated boss · top hat. Without it: white · striped ·"
        " lazy layabout · toy mouse; brown · spotted · strutting beauty"
    )


@pytest.mark.parametrize("help_", ["marks", "none", "odds"])
def test_what_ends_the_turn_or_leads_elsewhere_never_shares_a_row_with_guesses(help_: str) -> None:
    for floor in ((), (Dancer(9, 2, ()),), view().floor):
        shown = view(phase="guess", floor=floor, help=help_)
        for moves, path in ((guesses(1, 2), "guess/2"), (guesses(2), "")):
            *rows, last = private(shown, GUESS, moves, path).rows
            guessing = [item.label for row in rows for item in row if isinstance(item, Button)]
            assert {"Skip", "Bluff …", "Back"}.isdisjoint(guessing)
            assert {"Skip", "Bluff …", "Back"}.issuperset(labels(last))


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("help_", ["marks", "none", "odds"])
def test_where_the_table_asks_before_a_guess_the_first_press_only_asks(
    help_: str, pictures: bool
) -> None:
    floor = (Dancer(9, 2, ()), Dancer(23, 3, (0, 2, 3)))
    shown = view(phase="guess", floor=floor, help=help_, asks=True)
    features = private(shown, GUESS, guesses(1, 2), "guess/2", pictures=pictures)
    moves = [item.press for item in buttons_of(features) if isinstance(item.press, SubmitMove)]
    assert moves == [SubmitMove(7, "skip")]
    striped = next(item for item in buttons_of(features) if item.label.startswith("Striped"))
    assert striped.press == OpenScreen(7, "guess/2/13")
    assert [menu.press for menu in selects_of(features)] == [OpenScreen(7, "guess/2")]
    asked = private(shown, GUESS, guesses(1, 2), "guess/2/13", pictures=pictures)
    assert allow_line_breaks(asked.note) == "**🍃C Cleo is striped?** Is that your guess?"
    presses = [item.press for item in buttons_of(asked)]
    assert presses == [SubmitMove(7, "guess/2/13"), OpenScreen(7, "guess/2")]


@pytest.mark.parametrize(
    ("language", "label"), [("en", r"Seated boss · \d+%"), ("de", r"Sesselboss · \d+ %")]
)
def test_with_chances_each_guess_tells_its_own_and_the_likeliest_come_first(
    language: str, label: str
) -> None:
    shown = view(phase="guess", help="odds")
    screen = private(shown, GUESS, guesses(1, 2), "guess/2", language=language)
    likely = next(each for each in take_notes(shown) if each.seat == 2).chances
    offered = [int(path_of(item).split("/")[2]) for item in buttons_of(screen)[:-3]]
    assert [likely[number] for number in offered] == sorted(
        (likely[number] for number in offered), reverse=True
    )
    boss = buttons_of(screen)[offered.index(2)].label
    assert re.fullmatch(label, boss)
    assert f" {round(100 * likely[2])}" in boss
    marks = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2", language=language)
    assert not any("%" in item.label for item in buttons_of(marks))


@pytest.mark.parametrize("path", ["", "guess/2"])
@pytest.mark.parametrize("pictures", [True, False])
def test_the_last_round_is_announced_to_the_guesser(path: str, pictures: bool) -> None:
    shown = view(phase="guess", last_round=True)
    screen = private(shown, GUESS, guesses(1, 2), path, pictures=pictures)
    assert "Last round" in everything_of(screen)
