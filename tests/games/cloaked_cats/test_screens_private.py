"""What one player alone may see: the cat and hand, and the way through a guess."""

import pytest

from bot.games.cloaked_cats.cards import FEATURES
from bot.games.cloaked_cats.state import Dancer, Guess, View
from bot.games.game import Prompt
from bot.games.screen import Button, Look, Move, Screen
from bot.text import LANGUAGES
from tests.games.cloaked_cats.looks import (
    CAT,
    GUESS,
    NAMES,
    SCREENS,
    crowded,
    loosened,
    scene,
    view,
)
from tests.games.looks import LONG, assert_fits, button, buttons_of, everything_of, path_of

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
    told = scene(language, pictures=pictures, names=(name,) * 4 if name else NAMES)
    return SCREENS.private(shown, 0, prompt, moves, path, told)


def labels(row: tuple[object, ...]) -> list[str]:
    return [item.label for item in row if isinstance(item, Button)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pictures", [True, False])
def test_every_private_screen_fits(language: str, pictures: bool) -> None:
    ways = (
        (None, (), ""),
        (CAT, CAT_MOVES, ""),
        (GUESS, guesses(1, 2, 3), ""),
        (GUESS, guesses(1), ""),
        (GUESS, ("skip",), ""),
        (GUESS, guesses(1, 2, 3), "guess/2"),
        (GUESS, guesses(1, 2, 3), "guess/2/14"),
    )
    for shown in (view(), crowded(hand=(24, 30, 38)), view(hand=(), floor=())):
        for prompt, moves, path in ways:
            screen = private(
                shown, prompt, moves, path, language=language, name=LONG, pictures=pictures
            )
            assert_fits(screen)
            for row in (row for row in screen.rows if path.startswith("guess")):
                assert all(len(label) <= 24 for label in labels(row))


def test_the_own_cat_is_shown_with_revealed_features_marked() -> None:
    screen = private(view())
    assert screen.fields[0].text.splitlines() == [
        "😴 lazy layabout",
        "🟦 blue",
        "🎩 top hat (revealed)",
    ]


def test_the_hand_marks_the_cats_on_which_an_own_mask_would_land() -> None:
    screen = private(view())
    assert loosened(screen.fields[1].text).splitlines() == [
        "`1` 🟦 blue · spotted · lazy layabout → 🟡A",
        "`2` 🟨 yellow · striped · leaping daredevil",
        "`3` 🟩 green · spotted · leaping daredevil · fish cocktail",
        "→ 🟡A shows one of your features",
    ]


def test_who_is_not_asked_learns_what_to_press_when_it_is_their_turn() -> None:
    screen = private(view(active=1))
    assert screen.text.startswith(
        "The others are playing. When it is your turn, press 🐾 below the board."
    )
    assert screen.rows == ()


def test_after_the_game_the_hand_points_to_the_board() -> None:
    assert private(view(active=None, phase="over")).text.startswith("The game is over.")


def test_one_press_plays_a_cat() -> None:
    screen = private(view(), CAT, CAT_MOVES)
    assert [(item.label, item.press) for item in buttons_of(screen)] == [
        ("1. Blue · lazy layabout", Move(6, "cat/26")),
        ("2. Yellow · leaping daredevil", Move(6, "cat/5")),
        ("3. Green · leaping daredevil", Move(6, "cat/4")),
    ]


def test_the_picture_of_the_hand_has_the_same_name_whatever_it_shows() -> None:
    first, second = private(view()).picture, private(view(fan=(1, 2, 4), hand=(9,))).picture
    assert first is not None
    assert second is not None
    assert first.name == second.name == "hand.jpg"
    assert first.key != second.key
    assert "lazy layabout" in first.alt


def test_of_several_opponents_one_is_chosen_first() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 3))
    assert [(item.label, item.press) for item in buttons_of(screen)] == [
        ("B · Bo", Look(7, "guess/1")),
        ("D · Dot", Look(7, "guess/3")),
        ("Skip", Move(7, "skip")),
    ]


def test_a_single_opponent_need_not_be_chosen_and_there_is_nothing_to_go_back_to() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(3))
    assert "🟣 Dot" in screen.text
    assert button(screen, "Leaping daredevil").press == Move(7, "guess/3/0")
    assert labels(screen.rows[4]) == ["Skip"]


def test_when_nobody_can_be_asked_there_is_only_skip() -> None:
    screen = private(view(phase="guess"), GUESS, ("skip",))
    assert [item.press for item in buttons_of(screen)] == [Move(7, "skip")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_features_stand_in_rows_by_kind_with_back_and_skip_below_all(
    language: str,
) -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2", language=language)
    paths = [[path_of(item) for item in row if isinstance(item, Button)] for row in screen.rows]
    assert paths == [
        [f"guess/2/{feature}" for feature in range(5)],
        [f"guess/2/{feature}" for feature in range(5, 10)],
        [f"guess/2/{feature}" for feature in range(10, 15)],
        [f"guess/2/{feature}" for feature in range(15, 19)],
        ["", "skip"],
    ]
    assert len({item.emoji for item in buttons_of(screen)}) == 21


def test_exactly_the_face_up_features_are_disabled() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2")
    assert [item.label for item in buttons_of(screen) if item.disabled] == ["White", "Top hat"]


def test_what_is_certainly_wrong_is_marked_but_can_be_pressed() -> None:
    """Cleo has placed no mask on a brown, spotted, strutting cat; Ada herself is lazy and blue."""
    floor = (Dancer(9, 2, ()),)
    screen = private(view(phase="guess", floor=floor), GUESS, guesses(1, 2), "guess/2")
    marked = [item for item in buttons_of(screen) if item.label.startswith("✗")]
    assert [item.label for item in marked] == [
        "✗ Strutting beauty",
        "✗ Lazy layabout",
        "✗ Brown",
        "✗ Blue",
        "✗ Spotted",
    ]
    assert {(item.style, item.disabled) for item in marked} == {("plain", False)}
    assert button(screen, "Striped").style == "main"
    assert "✗ is certainly wrong" in screen.text


def test_the_guess_shows_the_cats_with_and_without_the_opponents_mask() -> None:
    screen = private(view(phase="guess"), GUESS, guesses(1, 2), "guess/2")
    assert [(loosened(field.name), loosened(field.text)) for field in screen.fields[1:]] == [
        ("🟢C Cats with their mask: 1", "`3` 🟥🦓🪑🎩"),
        ("🟢C Cats without their mask: 2", "`1` ⬜🦓😴🐭 · `2` 🟫🐆💃"),
    ]


def test_a_feature_is_the_guess_and_only_one_that_is_certainly_wrong_asks_back() -> None:
    shown = view(phase="guess", floor=(Dancer(9, 2, ()),))
    screen = private(shown, GUESS, guesses(1, 2), "guess/2")
    assert "If you are right, you receive a mask" in screen.text
    assert button(screen, "Striped").press == Move(7, "guess/2/13")
    assert button(screen, "✗ Blue").press == Look(7, "guess/2/7")
    bluff = private(shown, GUESS, guesses(1, 2), "guess/2/7")
    assert bluff.text.startswith("**Your guess: 🟢 Cleo is blue?**")
    assert "You know that this is wrong" in bluff.text
    assert [item.press for item in buttons_of(bluff)] == [Move(7, "guess/2/7"), Look(7, "guess/2")]


def test_a_path_to_a_guess_that_may_be_right_shows_the_features() -> None:
    shown = view(phase="guess", floor=(Dancer(9, 2, ()),))
    honest = private(shown, GUESS, guesses(1, 2), "guess/2/13")
    features = private(shown, GUESS, guesses(1, 2), "guess/2")
    assert (honest.text, honest.rows) == (features.text, features.rows)


@pytest.mark.parametrize("path", ["", "guess/2"])
def test_the_last_round_is_announced_to_the_guesser(path: str) -> None:
    screen = private(view(phase="guess", last_round=True), GUESS, guesses(1, 2), path)
    assert "Last round" in everything_of(screen)


@pytest.mark.parametrize(("right", "answer"), [(True, "Yes!"), (False, "No!")])
def test_after_a_guess_the_hand_tells_how_it_went(right: bool, answer: str) -> None:
    guess = Guess(turn=4, seat=0, opponent=2, feature=17, right=right)
    screen = private(view(active=1, turn=5, guesses=(guess,)))
    assert answer in screen.text.splitlines()[0]
    later = private(view(active=1, turn=9, guesses=(guess,)))
    assert answer not in later.text
