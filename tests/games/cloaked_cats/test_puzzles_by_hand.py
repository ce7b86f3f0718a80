"""Explanations of steps of puzzles that people solved by hand, who said what they stumbled over."""

import pytest

from bot.engine.puzzle_data import Mark, Puzzle, Rung
from bot.games.cloaked_cats.package import PACKAGE
from bot.games.cloaked_cats.puzzles.deduction import list_marks
from tests.games.cloaked_cats.puzzles import see

Answer = tuple[tuple[int, ...], ...]
Pairs = tuple[tuple[int, int], ...]

SOLVED_BY_HAND: dict[str, tuple[Rung, Answer, tuple[int, ...], Pairs, tuple[int, int], str]] = {
    "the last feature, for a mark above the rung": (
        1,
        ((1, 6, 13), (3, 9, 14), (0, 2, 11)),
        (6, 4, 15, 7, 20, 33, 30, 8, 18, 3, 38, 13, 19, 9),
        ((2, 0), (0, 13), (1, 3), (2, 11), (1, 9)),
        (2, 2),
        "D hides only one more feature. Cats 5 and 13 both wear D's mask and show neither "
        "leaping daredevil nor purple. Only **seated boss** is on both.",
    ),
    "a feature on all cats, for a mark above the rung": (
        1,
        ((1, 6, 13), (3, 9, 14), (0, 2, 11)),
        (6, 4, 15, 7, 20, 33, 30, 8, 18, 3, 38, 13, 19, 9, 17),
        ((2, 0), (0, 13), (1, 3), (2, 11), (1, 9), (2, 2)),
        (0, 1),
        "Cats 3, 8 and 14 wear B's mask, and none shows striped. All of them show **strutting "
        "beauty**, and no two share anything else. Without strutting beauty, B would need "
        "three more features, one for each cat, but hides only two more.",
    ),
    "what one cat rules out beside that": (
        1,
        ((5, 7, 17), (6, 8, 10), (1, 11, 16)),
        (23, 0, 27, 10, 28, 32, 17, 12, 6, 5, 38, 19),
        ((1, 8), (2, 1), (0, 5), (2, 11), (1, 10)),
        (0, 17),
        "Cats 1, 4 and 11 wear B's mask, and none shows white. All of them show **top hat**, "
        "and no two share anything else that B could have (cat 5 rules out striped). Without "
        "top hat, B would need three more features, one for each cat, but hides only two "
        "more.",
    ),
    "no superfluous owner": (
        2,
        ((4, 13, 14), (6, 11, 16), (3, 15, 17)),
        (22, 30, 21, 38, 32, 5, 11, 33, 29, 1, 8, 10),
        ((1, 11), (2, 15), (0, 14), (1, 6), (2, 3), (0, 13), (1, 16)),
        (2, 17),
        "D hides only one more feature. Cats 4 and 12 both wear D's mask and show neither "
        "ball of yarn nor lazy layabout. Only **top hat** is on both.",
    ),
    "no cat that rules out nothing": (
        2,
        ((9, 15, 17), (2, 12, 13), (4, 14, 18)),
        (28, 0, 21, 4, 38, 11, 5),
        (),
        (0, 15),
        "Cats 2, 3, 4 and 5 wear B's mask. Only **ball of yarn** is left on more than one of "
        "them (cat 7 rules out leaping daredevil). Without ball of yarn, B would need four "
        "features, one for each cat, but hides only three.",
    ),
    "one cat that rules out one feature": (
        2,
        ((5, 9, 16), (10, 14, 17), (2, 3, 6)),
        (35, 5, 10, 26, 15, 3, 24, 9, 12, 7),
        ((2, 3), (0, 5), (2, 6), (1, 14), (0, 9), (1, 10)),
        (1, 17),
        "C hides only one more feature. Cats 3 and 6 both wear C's mask and show neither "
        "spotted nor yellow. Only **top hat** is left on both (cat 7 rules out striped).",
    ),
    "elimination before counting": (
        2,
        ((3, 5, 9), (1, 8, 18), (0, 10, 11)),
        (37, 22, 1, 7, 11, 16, 24, 34, 27, 33, 14, 13, 19),
        ((2, 0), (2, 10), (1, 18), (2, 11), (0, 3), (0, 5), (1, 1)),
        (1, 8),
        "Cat 13 wears C's mask, but not because of seated boss (cat 6) or fish cocktail (cat "
        "3): only **black** is left.",
    ),
    "elimination by an owner before counting": (
        3,
        ((0, 6, 13), (1, 3, 9), (8, 11, 17)),
        (8, 23, 38, 6, 33, 36, 31, 34, 16, 21, 20, 17, 30, 14),
        ((0, 13), (1, 3), (2, 17), (1, 9), (2, 11)),
        (1, 1),
        "Cat 14 wears C's mask, but not because of purple (D's), spotted (cat 12) or ball of "
        "yarn (cat 5): only **strutting beauty** is left.",
    ),
    "four cats that show it": (
        3,
        ((2, 5, 17), (11, 13, 16), (8, 14, 15)),
        (24, 13, 23, 6),
        (),
        (1, 13),
        "Cats 1, 2, 3 and 4 wear C's mask. All of them show **striped**, and no two share "
        "anything else. Without striped, C would need four features, one for each cat, but "
        "hides only three.",
    ),
    "a shared feature of another owner": (
        3,
        ((3, 7, 17), (2, 6, 11), (0, 16, 18)),
        (13, 4, 21, 37, 15, 20, 18, 1, 29, 19),
        ((1, 2), (0, 17), (0, 7), (1, 6)),
        (2, 16),
        "Cats 2, 4, 7 and 10 wear D's mask. Only **fish cocktail** is left on more than one "
        "of them (seated boss is C's). Without fish cocktail, D would need four features, one "
        "for each cat, but hides only three.",
    ),
    "a feature on the way": (
        3,
        ((3, 7, 17), (2, 6, 11), (0, 16, 18)),
        (13, 4, 21, 37, 15, 20),
        (),
        (1, 2),
        "Cat 6 wears B's mask, but not because of green (cat 2) or seated boss (cat 3): only "
        "**top hat** is left. So B has the top hat.\n"
        "Cat 6 wears C's mask, but not because of green (cat 2) or top hat (B's): only "
        "**seated boss** is left.",
    ),
    "two features of one owner": (
        3,
        ((0, 9, 17), (3, 14, 16), (2, 4, 18)),
        (24, 32, 31, 17, 14, 25, 39, 28, 16, 3, 19),
        ((1, 14), (0, 17), (0, 9), (1, 3), (1, 16), (2, 2)),
        (2, 4),
        "Cat 7 wears D's mask, but not because of red (cat 3), spotted (C's) or fish cocktail "
        "(C's): only **playful kitty** is left.",
    ),
}
"""The rung, the answer, the open cats, the right marks, the mark to explain, and how."""


@pytest.mark.parametrize(
    ("rung", "answer", "cards", "made", "mark", "told"), SOLVED_BY_HAND.values(), ids=SOLVED_BY_HAND
)
def test_a_step_is_explained_as_people_see_it(
    rung: Rung,
    answer: Answer,
    cards: tuple[int, ...],
    made: Pairs,
    mark: tuple[int, int],
    told: str,
) -> None:
    marks = list_marks(answer)
    puzzle = Puzzle(rung, answer, cards, (len(cards),) * (len(marks) + 1), (marks,) * len(marks))
    found = tuple(Mark(*each) for each in made)
    assert PACKAGE.puzzles is not None
    step = PACKAGE.puzzles.find_step(puzzle, found, Mark(*mark))
    assert PACKAGE.puzzles.explain(step, see(puzzle, found)) == told
