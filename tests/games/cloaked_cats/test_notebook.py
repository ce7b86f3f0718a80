"""The notebook tells what follows for its reader, as much as the table's help allows."""

import pytest
from msgspec.structs import replace

from bot.engine.screen import OpenScreen
from bot.games.cloaked_cats.model.state import FEATURES, Dancer
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.pages import make_notebook_page, take_notes
from tests.games.cloaked_cats.looks import GUESS, context, list_guesses, private, view
from tests.games.looks import buttons_of, everything_of


def test_there_are_notes_on_every_opponent_and_none_on_oneself() -> None:
    taken = take_notes(view())
    assert [each.seat for each in taken] == [1, 2, 3]
    assert all(len(each.chances) == len(FEATURES) for each in taken)
    assert all(abs(sum(each.chances) - 3) < 1e-6 for each in taken)


def test_what_is_known_is_certain_and_a_missing_mask_rules_out_all_features_of_the_cat() -> None:
    bo = take_notes(view())[0]
    assert bo.chances[5] == 1, "it lies face up"
    assert {bo.chances[own] for own in (3, 7, 17)} == {0}
    cleo = take_notes(view(floor=(Dancer(24, 1, (0, 1)),)))[1]
    assert {cleo.chances[feature] for feature in (3, 5, 13, 18)} == {0}


def test_marks_tell_no_chances_and_odds_do() -> None:
    words = context(pictures=False)
    marks = everything_of(make_notebook_page(view(), words))
    odds = everything_of(make_notebook_page(view(help="odds"), words))
    assert "%" not in marks
    assert "%" in odds
    assert "**Certain:** white" in marks


def test_in_words_what_is_possible_is_grouped_by_kind_or_by_chance() -> None:
    words = context(pictures=False)
    marks = make_notebook_page(view(), words).fields[1].text.splitlines()
    assert "**Possible:**" in marks
    assert any(line.startswith("Coat colour: ") for line in marks)
    odds = make_notebook_page(view(help="odds"), words).fields[1].text.splitlines()
    first = odds.index("**Possible:**") + 1
    percents = [int(line.split("%")[0]) for line in odds[first:] if not line.startswith("**")]
    assert len(percents) > 1
    assert percents == sorted(set(percents), reverse=True)


def test_there_is_a_notebook_before_the_very_first_guess() -> None:
    one = view(floor=view().floor[:1], phase="guess", guesses=(), revealed=((), (), (), ()))
    assert PACKAGE.pages.find_names(one) == ("notebook",)
    assert PACKAGE.pages.find_names(replace(one, floor=(), phase="cat")) == ()


@pytest.mark.parametrize("pictures", [True, False])
def test_a_sentence_tells_how_many_secret_cats_still_fit(pictures: bool) -> None:
    fields = make_notebook_page(view(), context(pictures=pictures)).fields
    assert fields[0].text.startswith("28 of 969 secret cats still fit.")
    assert ("\n" in fields[0].text) is not pictures
    known = view(floor=(), guesses=(), revealed=((17,), (5, 1, 2), (), ()))
    assert (
        make_notebook_page(known, context()).fields[0].text
        == "Only one of 969 secret cats still fits."
    )


@pytest.mark.parametrize(
    ("help_", "viewer", "phase", "pages"),
    [
        ("marks", 0, "cat", ("notebook",)),
        ("odds", 0, "guess", ("notebook",)),
        ("none", 0, "cat", ()),
        ("odds", None, "cat", ()),
        ("none", 0, "over", ()),
        ("marks", 0, "over", ()),
    ],
)
def test_the_notebook_is_for_players_of_a_table_with_help(
    help_: str, viewer: int | None, phase: str, pages: tuple[str, ...]
) -> None:
    assert PACKAGE.pages.find_names(view(help=help_, viewer=viewer, phase=phase)) == pages


def test_without_help_every_guess_is_offered_and_none_asks_back() -> None:
    moves = tuple(f"guess/1/{number}" for number in range(len(FEATURES)) if number != 5)
    for help_, offered in (("none", 18), ("marks", 8)):
        screen = private(view(phase="guess", help=help_), GUESS, moves, "", context())
        presses = [item.press for item in buttons_of(screen)]
        found = {path for path in list_guesses(screen) if help_ == "none" or path in moves}
        bluffs = {press.path for press in presses if isinstance(press, OpenScreen)}
        assert len(found - bluffs) == offered
        assert any(isinstance(press, OpenScreen) for press in presses) is (help_ == "marks")


@pytest.mark.parametrize("help_", ["marks", "odds"])
def test_the_alt_text_of_the_notebook_lists_what_the_notebook_in_words_lists(help_: str) -> None:
    drawn = make_notebook_page(view(help=help_), context()).picture
    told = make_notebook_page(view(help=help_), context(pictures=False)).fields
    listed = (line for field in told for line in field.text.splitlines()[1:])
    assert drawn is not None
    lines = drawn.alt.splitlines()
    assert [line for line in lines if line not in {"B Bo", "C Cleo", "D Dot"}] == [
        line.replace("**", "") for line in listed
    ]
    assert lines[:2] == ["B Bo", "Certain: white"]
    columns = drawn.arguments[0]
    assert isinstance(columns, tuple)
    marks = {mark for _, column in columns for mark in column}
    assert {"yes", "no"} <= marks and ("?" in marks) == (help_ == "marks")
    assert any(mark.endswith("%") for mark in marks) == (help_ == "odds")


def test_a_text_only_table_draws_no_notebook() -> None:
    assert make_notebook_page(view(), context(pictures=False)).picture is None
