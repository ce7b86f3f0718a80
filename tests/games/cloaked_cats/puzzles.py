"""Puzzles made by hand, and how they are seen, for the tests of screens of puzzles."""

from collections.abc import Sequence

from bot.engine.puzzle_data import Mark, Puzzle
from bot.engine.puzzles import PuzzleView
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import text

ANSWER = ((3, 12, 17), (1, 9, 14), (4, 7, 16))
"""B: lazy layabout, red, top hat. C: strutting beauty, green, spotted. D: playful kitty, blue, fish
cocktail.
"""
MARKS = tuple(Mark(owner, feature) for owner, fan in enumerate(ANSWER) for feature in fan)
CARDS = (31, 14, 5, 32, 19, 23, 39, 20, 9, 28, 0, 26, 7, 13, 36, 2, 11, 22, 33, 16, 38, 4, 29, 18)
"""The most cats that a puzzle has."""


def puzzle_of(
    cards: Sequence[int] = CARDS,
    answer: tuple[tuple[int, ...], ...] = ANSWER,
    first: int = 6,
    last: int | None = None,
) -> Puzzle:
    """Return a puzzle with these cats, of which as many as possible open with the first marks."""
    length = sum(map(len, answer))
    most = len(cards) if last is None else last
    opened = tuple(min(most, first + 3 * n) for n in range(length + 1))
    marks = tuple(Mark(owner, feature) for owner, fan in enumerate(answer) for feature in fan)
    return Puzzle(1, answer, tuple(cards), opened, (marks,) * length)


def see(
    puzzle: Puzzle,
    found: Sequence[Mark] = (),
    language: str = "en",
    shown_cards: tuple[int, ...] = (),
) -> PuzzleView:
    say = text(language, PACKAGE.text)
    return PuzzleView(puzzle, tuple(found), say, shown_cards=shown_cards)
