"""How a mark of a daily puzzle is answered."""

import pytest
from msgspec.structs import replace

from bot.domain.puzzles import LESSON_NUMBER, Attempt, Entry, enter_mark
from bot.engine.puzzle_data import Mark
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import text
from bot.presenters.puzzles import ShownPuzzle, tell_mark
from tests.games.cloaked_cats.puzzles import puzzle_of

B, C = range(2)
LAZY, FISH, RED, STRIPED = 3, 16, 12, 13
CARDS = (31, 24)
"""1: lazy, red, striped. 2: lazy, white, striped, mouse."""
ANSWER = ((0, 1, RED), (4, 5, 6))
NO_MASK_OF_B = "“B is striped”? No: cat 2 shows that, but doesn't wear B's mask."
TAKEN = "“C is red”? No: B is red, and nothing is hidden twice. That was free."


@pytest.mark.parametrize(
    ("language", "number", "mark", "note"),
    [
        ("en", 9, Mark(B, STRIPED), f"{NO_MASK_OF_B} That costs a paw print."),
        ("en", LESSON_NUMBER, Mark(B, STRIPED), NO_MASK_OF_B),
        ("en", 9, Mark(B, FISH), "“B has the fish cocktail”? You can't know that yet. That costs a "
         "paw print."),
        ("en", 9, Mark(C, RED), TAKEN),
        ("de", 9, Mark(B, STRIPED), "„B ist gestreift“? Nein: Katze 2 zeigt das, aber ohne die "
         "Maske von B. Das kostet einen Pfotenabdruck."),
        ("de", 9, Mark(C, RED), "„C ist rot“? Nein: B ist rot, und nichts ist doppelt versteckt. "
         "Das hat nichts gekostet."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_everybody_can_see(
    language: str, number: int, mark: Mark, note: str
) -> None:
    puzzle, say = puzzle_of(CARDS, ANSWER), text(language, PACKAGE.text)
    assert PACKAGE.puzzles is not None
    before = Attempt(number, 7, entries=(Entry("right", Mark(B, RED)),))
    following = (tuple({*puzzle.following[0]} - {Mark(B, FISH)}),) * puzzle.length
    after = enter_mark(before, replace(puzzle, following=following), mark, 0.0)
    assert (after == before) is (mark == Mark(C, RED))
    shown = ShownPuzzle(PACKAGE, PACKAGE.puzzles, puzzle, after, say, 0.0)
    assert tell_mark(shown, mark) == ("", note)
