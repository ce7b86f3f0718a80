"""How puzzles are shown: the picture and its text twin, what is ruled out, and no secrets."""

import re
from itertools import combinations, permutations

import pytest
from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Puzzle
from bot.engine.puzzles import Puzzles, PuzzleView
from bot.engine.text_helpers import count_utf16_units
from bot.games.cloaked_cats.art.puzzles import PuzzleCat
from bot.games.cloaked_cats.model.state import CAT_FEATURES, CATS, FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.puzzles.screens import is_explained
from bot.i18n import LANGUAGES, text
from tests.games.cloaked_cats.looks import EMOJIS
from tests.games.cloaked_cats.puzzles import ANSWER, CARDS, MARKS, puzzle_of, see

assert PACKAGE.puzzles is not None
PUZZLES: Puzzles = PACKAGE.puzzles
NBSP = "\N{NO-BREAK SPACE}"
RED, TOP_HAT, GREEN, BLUE = Mark(0, 12), Mark(0, 17), Mark(1, 9), Mark(2, 7)
MAX_ALT, MAX_TEXT = 1024, 3000
"""Discord's limit of alt texts, and three quarters of its limit of an embed's text."""


def looks(view: PuzzleView) -> dict[int, str]:
    """Return how the cats are drawn, by their numbers."""
    cats = PUZZLES.make_picture(view).arguments[0]
    assert isinstance(cats, tuple)
    assert all(isinstance(cat, PuzzleCat) for cat in cats)
    return {cat.dancer.number: cat.look for cat in cats}


def told_of(view: PuzzleView) -> tuple[object, ...]:
    """Return all that a person sees of a puzzle, without how a step follows."""
    picture = PUZZLES.make_picture(view)
    owners = range(len(view.puzzle.answer))
    return (
        *(picture.name, picture.alt, picture.key, PUZZLES.tell(view), PUZZLES.name_owners(view)),
        *(PUZZLES.list_choices(view, owner) for owner in owners),
    )


def test_a_small_puzzle_in_words() -> None:
    cards = (29, 1, 31, 14, 8, 24)
    puzzle = replace(puzzle_of(cards, first=3), open_cards=(3, 4, 6) + (6,) * 8)
    assert PUZZLES.tell(see(puzzle)) == (
        "👹 **B:** ?, ?, ?\n🍃 **C:** ?, ?, ?\n🦋 **D:** ?, ?, ?\n\n"
        f"`1` 🟨 yellow · spotted · lazy layabout · top hat →{NBSP}B{NBSP}C\n"
        f"`2` 🟫 brown · leaping daredevil · fish cocktail →{NBSP}D\n"
        f"`3` 🟥 red · striped · lazy layabout →{NBSP}B"
    )
    told = PUZZLES.tell(see(puzzle, (TOP_HAT, GREEN)))
    assert told.splitlines()[:2] == ["👹 **B:** top hat, ?, ?", "🍃 **C:** green, ?, ?"]
    assert told.splitlines()[3:6:2] == [
        "**New:**",
        f"`6` ⬜ white · striped · lazy layabout · toy mouse →{NBSP}B",
    ]
    assert PUZZLES.make_picture(see(puzzle, (TOP_HAT, GREEN))).alt.splitlines() == [
        "B: top hat, ?, ?. C: green, ?, ?. D: ?, ?, ?",
        "New:",
        f"5. white, strutting beauty, fish cocktail: C{NBSP}D",
        "6. white, striped, lazy layabout, toy mouse: B",
        "Still useful:",
        f"1. yellow, spotted, lazy layabout, top hat: B{NBSP}C",
        "2. brown, leaping daredevil, fish cocktail: D",
        "3. red, striped, lazy layabout: B",
        "4. purple, spotted, strutting beauty, ball of yarn: C",
    ]


def test_a_cat_without_masks_says_so() -> None:
    assert PUZZLES.tell(see(puzzle_of((0,)))).endswith(f"ball of yarn →{NBSP}–")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 5, 9])
@pytest.mark.parametrize("shown", [(), CARDS[2:5]])
def test_the_words_tell_all_that_the_picture_shows(
    language: str, count: int, shown: tuple[int, ...]
) -> None:
    view = see(puzzle_of(), MARKS[:count], language, shown)
    picture = PUZZLES.make_picture(view)
    cats, found, _ = picture.arguments
    assert isinstance(cats, tuple)
    assert isinstance(found, tuple)
    say, told = view.say, PUZZLES.tell(view)
    lines = {int(match[1]): match[0] for match in re.finditer(r"^`(\d+)` .*$", told, re.MULTILINE)}
    assert sorted(lines) == [cat.dancer.number for cat in cats]
    for cat in cats:
        line = lines[cat.dancer.number]
        assert all(say(f"feature-{FEATURES[each]}") in line for each in CATS[cat.dancer.cat])
        assert re.findall("[BCD]", line.split("→")[1]) == [
            "ABCD"[mask] for mask in cat.dancer.masks
        ]
    for owner, features in enumerate(found):
        line = told.splitlines()[owner]
        assert all(say(f"feature-{FEATURES[each]}") in line for each in features)
        assert line.count("?") == 3 - len(features)
    plain = {line.split(" →")[0].split("` ")[1].split(" ", 1)[1] for line in lines.values()}
    brief = {
        line.split(". ", 1)[1].split(":")[0]
        for line in picture.alt.splitlines()[1:]
        if ". " in line
    }
    assert brief <= {line.replace(" · ", ", ") for line in plain}
    assert len(brief) >= min(len(lines), 18)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("emojis", [{}, EMOJIS])
def test_the_largest_floor_fits(language: str, emojis: dict[str, str]) -> None:
    for count in range(len(MARKS) + 1):
        view = replace(see(puzzle_of(first=24), MARKS[:count], language), emojis=emojis)
        assert count_utf16_units(PUZZLES.tell(view)) <= MAX_TEXT
        assert count_utf16_units(PUZZLES.make_picture(view).alt) <= MAX_ALT
        for owner in range(3):
            choices = PUZZLES.list_choices(view, owner)
            assert all(count_utf16_units(choice.label) <= 25 for choice in choices)
            assert all(choice.emoji for choice in choices)


def test_the_order_of_marks_changes_neither_picture_nor_words() -> None:
    seen = {told_of(see(puzzle_of(), order)) for order in permutations(MARKS[2:6])}
    assert len(seen) == 1


def test_new_cats_are_framed_and_those_that_tell_nothing_new_are_faded() -> None:
    cards = (29, 1, 31, 14, 8, 24)
    puzzle = replace(puzzle_of(cards), open_cards=(3, 4, 6) + (6,) * 8)
    assert set(looks(see(puzzle)).values()) == {"plain"}
    one = looks(see(puzzle, (TOP_HAT,)))
    assert [number for number, look in one.items() if look == "framed"] == [4]
    two = looks(see(puzzle, (TOP_HAT, GREEN)))
    assert [number for number, look in two.items() if look == "framed"] == [5, 6]
    nearly = looks(see(puzzle, (*MARKS[3:], MARKS[0])))
    faded = [number for number, look in nearly.items() if look == "faded"]
    assert faded == [1, 3, 6], "B is the lazy layabout, and all is known of the others"
    assert set(nearly.values()) == {"faded", "plain"}
    assert set(looks(see(puzzle, MARKS)).values()) == {"plain"}


def test_a_hint_frames_its_cats_and_fades_all_others() -> None:
    view = see(puzzle_of(), MARKS[:2], shown_cards=CARDS[1:3])
    framed = [number for number, look in looks(view).items() if look == "framed"]
    assert framed == [2, 3]
    assert set(looks(view).values()) == {"framed", "faded"}
    assert "**Look here:**\n`2`" in PUZZLES.tell(view)


def test_a_cat_is_explained_if_and_only_if_it_adds_nothing_to_the_marks() -> None:
    """Compare with the exact deduction for one owner at a time."""
    puzzle, seen = puzzle_of(), set()
    for count in range(len(MARKS) + 1):
        for found in list(combinations(MARKS, count))[::9]:
            taken = {mark.feature for mark in found}
            for card in CARDS[::5]:
                explained = is_explained(puzzle, found, card)
                seen.add(explained)
                for owner in range(3):
                    own = {mark.feature for mark in found if mark.owner == owner}
                    fans = [
                        set(fan)
                        for fan in combinations(range(len(FEATURES)), 3)
                        if own <= set(fan) and not (set(fan) - own) & taken
                    ]
                    has_mask = bool(CAT_FEATURES[card] & set(ANSWER[owner]))
                    changes = any(bool(fan & CAT_FEATURES[card]) != has_mask for fan in fans)
                    assert not (explained and changes)
    assert seen == {False, True}


def test_choices_are_grouped_and_named_as_buttons() -> None:
    choices = PUZZLES.list_choices(see(puzzle_of()), 0)
    assert [choice.feature for choice in choices] == list(range(len(FEATURES)))
    assert [choice.label for choice in choices[3:6]] == [
        "Lazy layabout", "Playful kitty", "White",
    ]  # fmt: skip
    assert (choices[17].label, choices[17].emoji) == ("Top hat", "🎩")
    drawn = replace(see(puzzle_of()), emojis=EMOJIS)
    assert PUZZLES.list_choices(drawn, 0)[17].emoji == EMOJIS["top-hat"]


def outs(view: PuzzleView, owner: int) -> set[int]:
    return {each.feature for each in PUZZLES.list_choices(view, owner) if each.is_out}


def test_what_a_bare_cat_shows_and_what_others_have_is_out() -> None:
    puzzle = puzzle_of((31, 14), first=2)
    """Cat 31 wears B's mask alone, cat 14 C's alone."""
    assert outs(see(puzzle), 0) == set(CATS[14])
    assert outs(see(puzzle), 1) == set(CATS[31])
    assert outs(see(puzzle), 2) == {*CATS[31], *CATS[14]}
    assert outs(see(puzzle, (GREEN, TOP_HAT)), 0) == {*CATS[14], 9}
    assert outs(see(puzzle, (GREEN, TOP_HAT)), 1) == {*CATS[31], 17}


def test_all_else_is_out_for_an_owner_whose_three_features_are_found() -> None:
    view = see(puzzle_of((31,)), MARKS[:3])
    assert outs(view, 0) == set(range(len(FEATURES))) - set(ANSWER[0])
    assert outs(view, 1) == {*CATS[31], *ANSWER[0]}


def test_what_follows_is_never_out() -> None:
    puzzle = puzzle_of()
    for count in range(len(MARKS)):
        view = see(puzzle, MARKS[:count])
        for mark in MARKS:
            assert mark.feature not in outs(view, mark.owner)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["B is red", "B has the top hat", "C is green", "D is blue"]),
        ("de", ["B ist rot", "B kommt mit Zylinder", "C ist grün", "D ist blau"]),
    ],
)
def test_marks_are_short_sentences(language: str, told: list[str]) -> None:
    view = see(puzzle_of(), language=language)
    marks = (RED, TOP_HAT, GREEN, BLUE)
    assert [PUZZLES.say_mark(mark, view) for mark in marks] == told
    assert PUZZLES.name_owners(view) == ("B", "C", "D")


def find_other_answer(puzzle: Puzzle, count: int) -> tuple[tuple[int, ...], ...]:
    """Return other features that look the same on the open cats after the first marks."""
    opened = [CAT_FEATURES[card] for card in puzzle.find_open_cards(MARKS[:count])]
    used: set[int] = set()
    other = []
    for owner, fan in enumerate(ANSWER):
        found = {mark.feature for mark in MARKS[:count] if mark.owner == owner}
        left = {each for own in ANSWER[owner + 1 :] for each in own} | used
        fitting = (
            each
            for each in combinations(range(len(FEATURES)), 3)
            if found <= set(each)
            and each != fan
            and not left & set(each)
            and all(cat.isdisjoint(each) == cat.isdisjoint(fan) for cat in opened)
        )
        other.append(next(fitting, fan))
        used |= set(other[-1])
    return tuple(other)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_nothing_shown_depends_on_what_is_hidden(count: int) -> None:
    """Change the cats to come, and the features as far as nothing open tells them apart."""
    puzzle = puzzle_of(CARDS[:10], first=4)
    opened = puzzle.open_cards[count]
    answer = find_other_answer(puzzle, count)
    assert answer != puzzle.answer
    other = replace(
        puzzle,
        rung=3,
        answer=answer,
        cards=(*puzzle.cards[:opened], *reversed(CARDS[10:])),
        open_cards=(*puzzle.open_cards[: count + 1], *[opened + 9] * (9 - count)),
        following=tuple(reversed(puzzle.following)),
    )
    found = MARKS[:count]
    assert told_of(see(other, found)) == told_of(see(puzzle, found))
    drawn = [PUZZLES.make_picture(see(each, found)).draw() for each in (puzzle, other)]
    assert drawn[0] == drawn[1]


def test_the_lesson_is_shown_with_one_mask() -> None:
    view = PuzzleView(PUZZLES.lesson, (), text("en", PACKAGE.text))
    assert PUZZLES.name_owners(view) == ("B",)
    assert PUZZLES.tell(view).startswith("👹 **B:** ?, ?, ?\n\n`1`")
