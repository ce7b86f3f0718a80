"""Why a mark follows, in short sentences that name the cats: each kind of reason, every puzzle."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from bot.engine.puzzle_data import Mark, Puzzle, Reason, Step
from bot.engine.puzzles import Puzzles, PuzzleView
from bot.games.cloaked_cats.model.state import FEATURES
from bot.games.cloaked_cats.package import PACKAGE
from bot.i18n import LANGUAGES
from tests.games.cloaked_cats.puzzles import puzzle_of, see

assert PACKAGE.puzzles is not None
PUZZLES: Puzzles = PACKAGE.puzzles
B, C, D = range(3)
(LEAPING, STRUTTING, SEATED, LAZY, PLAYFUL) = range(5)
(WHITE, BROWN, BLUE, BLACK, GREEN, YELLOW, PURPLE, RED, STRIPED, SPOTTED) = range(5, 15)
(YARN, FISH, HAT, MOUSE) = range(15, 19)
CARDS = (31, 24, 0, 23, 39, 14, 38, 7)
"""1: lazy, red, striped. 2: lazy, white, striped, mouse. 3: leaping, white, yarn. 4: seated, red,
striped, hat. 5: playful, red, spotted, fish. 6: strutting, purple, spotted, yarn. 7: playful,
purple, hat. 8: leaping, red, yarn.
"""
MAX_WORDS_PER_CLAUSE = 24
MAX_CHARACTERS = 1000


def explain(
    *reasons: Reason, mark: Mark, found: tuple[Mark, ...] = (), language: str = "en"
) -> str:
    cards = tuple(dict.fromkeys(card for reason in reasons for card in reason.cards))
    step = Step(mark, cards or CARDS[:3], reasons)
    return PUZZLES.explain(step, see(puzzle_of(CARDS), found, language))


def bare(owner: int, card: int, *features: int) -> Reason:
    return Reason("unmasked", owner, features, (card,))


def left(owner: int, feature: int, card: int) -> Reason:
    return Reason("last-left", owner, (feature,), (card,))


B_RED, B_LAZY, C_STRIPED = Mark(B, RED), Mark(B, LAZY), Mark(C, STRIPED)
LAST_ON_8 = (Reason("counting", B, (LAZY, STRIPED, SPOTTED), (7,)),)
WITH_LAZY = Reason("supposed", B, (LAZY,))
EXAMPLES = {
    "one cat without the mask": (
        (bare(B, 24, LAZY, STRIPED), left(B, RED, 31)),
        (),
        "Cat 1 wears B's mask, but not because of striped (cat 2) or lazy layabout (cat 2): "
        "only **red** is left.",
    ),
    "several cats without it, each once": (
        (bare(B, 38, HAT), bare(B, 24, SEATED, STRIPED), left(B, RED, 23)),
        (),
        "Cat 4 wears B's mask, but not because of striped (cat 2), seated boss (cat 2) or top "
        "hat (cat 7): only **red** is left.",
    ),
    "what others have": (
        (Reason("taken", B, (LAZY,)), Reason("taken", B, (STRIPED,)), left(B, RED, 31)),
        (Mark(D, LAZY), C_STRIPED),
        "Cat 1 wears B's mask, but not because of striped (C's) or lazy layabout (D's): only "
        "**red** is left.",
    ),
    "a cat and what others have": (
        (bare(B, 24, LAZY), Reason("taken", B, (STRIPED,)), left(B, RED, 31)),
        (C_STRIPED,),
        "Cat 1 wears B's mask, but not because of striped (C's) or lazy layabout (cat 2): "
        "only **red** is left.",
    ),
    "a feature that was only just found": (
        (bare(C, 0, LEAPING, YARN), left(C, RED, 7), bare(B, 24, LAZY), left(B, STRIPED, 31)),
        (),
        "Cat 8 wears C's mask, but not because of leaping daredevil (cat 3) or ball of yarn "
        "(cat 3): only **red** is left. So C is red.\n"
        "Cat 1 wears B's mask, but not because of red (C's) or lazy layabout (cat 2): only "
        "**striped** is left.",
    ),
    "several features of one owner": (
        (Reason("taken", B, (LAZY,)), Reason("taken", B, (STRIPED,)), left(B, RED, 31)),
        (Mark(D, LAZY), Mark(D, STRIPED)),
        "Cat 1 wears B's mask, but not because of striped (D's) or lazy layabout (D's): only "
        "**red** is left.",
    ),
    "the last feature": (
        (Reason("counting", B, (LAZY, STRIPED), (7,)), left(B, RED, 31)),
        (Mark(B, HAT), Mark(B, MOUSE), Mark(C, LAZY)),
        "B hides only one more feature. Cats 1 and 8 both wear B's mask and show neither top "
        "hat nor toy mouse. Only **red** is on both.",
    ),
    "as many cats as features": (
        (Reason("counting", B, (LAZY, STRIPED), (7, 38)), left(B, RED, 31)),
        (Mark(B, MOUSE),),
        "Cats 1, 7 and 8 wear B's mask, and none shows toy mouse. Only **red** is on more "
        "than one of them. Without red, B would need three more features, one for each cat, "
        "but hides only two more.",
    ),
    "a last feature that serves twice": (
        (*LAST_ON_8, left(B, YARN, 14), left(B, RED, 31)),
        (Mark(B, HAT), Mark(B, MOUSE)),
        "B hides only one more feature. Cat 8 wears B's mask but shows neither top hat nor "
        "toy mouse, so the last one is on it. What cat 8 doesn't show is out.\n"
        "That leaves only **ball of yarn** on cat 6 for B's mask. So B has the ball of yarn.\n"
        "That leaves only **red** on cat 1 for B's mask.",
    ),
    "cats that serve twice": (
        (Reason("counting", B, (LAZY,), (7, 38)), left(B, SPOTTED, 14), left(B, RED, 31)),
        (Mark(B, MOUSE),),
        "Cats 7 and 8 wear B's mask and have nothing in common. None shows toy mouse, so each "
        "shows one of B's two missing features. What none of them shows is out.\n"
        "That leaves only **spotted** on cat 6 for B's mask. So B is spotted.\n"
        "That leaves only **red** on cat 1 for B's mask.",
    ),
    "three cats that share only what is ruled out": (
        (
            bare(B, 14, PURPLE),
            Reason("taken", B, (YARN,)),
            Reason("counting", B, (LAZY, STRIPED), (7, 38, 0)),
            left(B, RED, 31),
        ),
        (Mark(D, YARN),),
        "Cats 1, 3, 7 and 8 wear B's mask. Only **red** is left on more than one of them "
        "(ball of yarn is D's). Without red, B would need four features, one for each cat, "
        "but hides only three.",
    ),
    "a supposition that leaves nothing": (
        (
            bare(C, 24, STRIPED),
            Reason(
                "suppose-fails",
                B,
                (LAZY,),
                (7, 31),
                (
                    WITH_LAZY,
                    left(D, RED, 7),
                    Reason("none-left", C, (LAZY, RED, STRIPED), (31,)),
                ),
            ),
            bare(B, 23, STRIPED),
            left(B, RED, 31),
        ),
        (),
        "Suppose B is the lazy layabout. Then D is red (cat 8). That leaves nothing on cat 1 "
        "for C's mask (cat 2 rules out striped for C). So B isn't the lazy layabout.\n"
        "That leaves only **red** on cat 1 for B's mask (cat 4 rules out striped for B).",
    ),
    "a supposition that fails at once": (
        (
            Reason(
                "suppose-fails",
                B,
                (LAZY,),
                (38,),
                (
                    WITH_LAZY,
                    Reason("complete", B, (PLAYFUL, PURPLE, HAT)),
                    Reason("none-left", B, (PLAYFUL, PURPLE, HAT), (38,)),
                ),
            ),
            left(B, RED, 31),
        ),
        (),
        "Suppose B is the lazy layabout. That makes three for B, but none of them is on cat "
        "7, which wears B's mask. So B isn't the lazy layabout.\n"
        "That leaves only **red** on cat 1 for B's mask.",
    ),
    "a supposition with which two have the same feature": (
        (
            Reason(
                "suppose-fails",
                B,
                (LAZY,),
                (7, 23),
                (WITH_LAZY, left(C, RED, 7), left(D, RED, 23), Reason("had-twice", C, (RED,))),
            ),
            left(B, RED, 31),
        ),
        (),
        "Suppose B is the lazy layabout. Then C is red (cat 8), so D is red (cat 4). But no "
        "two hide the same feature. So B isn't the lazy layabout.\n"
        "That leaves only **red** on cat 1 for B's mask.",
    ),
    "whichever it is": (
        (
            bare(B, 24, STRIPED),
            Reason(
                "suppose-agrees",
                B,
                (RED,),
                (31, 38, 39),
                (
                    WITH_LAZY,
                    Reason("counting", B, (SPOTTED,), (38,)),
                    left(B, RED, 39),
                    Reason("supposed", B, (RED,)),
                ),
            ),
        ),
        (),
        "B's mask on cat 1 is for **lazy layabout** or **red** (cat 2 rules out striped for "
        "B). With **lazy layabout**: B's last feature is on cat 7, so B is red (cat 5). "
        "Either way, B is red.",
    ),
    "the same for several features": (
        (
            Reason(
                "suppose-agrees",
                B,
                (RED,),
                (31, 38, 39),
                (
                    WITH_LAZY,
                    Reason("counting", B, (YARN, LEAPING), (38, 39)),
                    left(B, RED, 7),
                    Reason("supposed", B, (RED,)),
                    Reason("supposed", B, (STRIPED,)),
                    Reason("counting", B, (YARN, LEAPING), (38, 39)),
                    left(B, RED, 7),
                ),
            ),
        ),
        (),
        "B's mask on cat 1 is for **lazy layabout**, **red** or **striped**. With **lazy "
        "layabout** or **striped**: B needs one more feature for each of cats 5 and 7, as no "
        "two share one, so B is red (cat 8). Either way, B is red.",
    ),
    "too many features for the last one": (
        (Reason("too-many", B, (RED,), (31, 7)),),
        (Mark(B, HAT), Mark(B, WHITE)),
        "B hides only one more feature. Cats 1 and 8 both wear B's mask and show neither top "
        "hat nor white. Only **red** is on both.",
    ),
    "too many features for three": (
        (
            bare(B, 24, STRIPED),
            Reason("taken", B, (YARN,)),
            Reason("too-many", B, (RED,), (31, 7, 23, 14)),
        ),
        (Mark(C, YARN),),
        "Cats 1, 4, 6 and 8 wear B's mask. Only **red** is left on more than one of them (cat "
        "2 rules out striped; ball of yarn is C's). Without red, B would need four features, "
        "one for each cat, but hides only three.",
    ),
    "a feature that all cats show": (
        (Reason("too-many", B, (RED,), (31, 7, 39)),),
        (Mark(B, MOUSE),),
        "Cats 1, 5 and 8 wear B's mask, and none shows toy mouse. All of them show **red**, "
        "and no two share anything else. Without red, B would need three more features, one "
        "for each cat, but hides only two more.",
    ),
    "two others need the same two": (
        (
            bare(B, 24, STRIPED),
            bare(C, 23, STRIPED),
            Reason(
                "pair",
                D,
                (LAZY, RED),
                (31,),
                (
                    Reason("either", B, (LAZY, RED), (31,)),
                    Reason("either", C, (LAZY, RED), (31,)),
                ),
            ),
            left(D, STRIPED, 31),
        ),
        (),
        "On cat 1, only **lazy layabout** and **red** are left for B and C (cat 2 rules out "
        "striped for B; cat 4 rules out striped for C): one each, as nothing is hidden twice. "
        "So D has neither.\n"
        "That leaves only **striped** on cat 1 for D's mask.",
    ),
    "two others need the same two on two cats": (
        (
            Reason(
                "pair",
                D,
                (RED,),
                (31, 7),
                (Reason("either", B, (RED, YARN), (31,)), Reason("either", C, (RED, YARN), (7,))),
            ),
            left(D, STRIPED, 31),
        ),
        (),
        "On cats 1 and 8, only **red** and **ball of yarn** are left for B and C: one each, "
        "as nothing is hidden twice. So D has neither.\n"
        "That leaves only **striped** on cat 1 for D's mask.",
    ),
    "no reasoning of the rung": (
        (),
        (),
        "It takes a lot of trying, but with cats 1, 2 and 3 nothing else is possible.",
    ),
}


@pytest.mark.parametrize(("reasons", "found", "told"), EXAMPLES.values(), ids=EXAMPLES)
def test_each_kind_of_reason_is_told(
    reasons: tuple[Reason, ...], found: tuple[Mark, ...], told: str
) -> None:
    assert explain(*reasons, mark=B_RED, found=found) == told


def list_cats(told: str) -> set[int]:
    """Return the numbers of the cats that a text names."""
    named = re.findall(r"(?i)\b(?:cats?|katzen?) (\d+(?:(?:, | and | und )\d+)*)", told)
    return {int(number) for each in named for number in re.findall(r"\d+", each)}


@pytest.mark.parametrize(("reasons", "found", "told"), EXAMPLES.values(), ids=EXAMPLES)
def test_german_names_the_same_cats_and_owners(
    reasons: tuple[Reason, ...], found: tuple[Mark, ...], told: str
) -> None:
    german = explain(*reasons, mark=B_RED, found=found, language="de")
    assert list_cats(german) == list_cats(told)
    assert set(re.findall(r"\b[BCD]\b", german)) == set(re.findall(r"\b[BCD]\b", told))
    assert german.count("\n") == told.count("\n")


def list_steps(puzzle: Puzzle, rng: Random) -> Iterator[tuple[tuple[Mark, ...], Step]]:
    """Yield the shortest step and a step to any mark that follows, in any order of marks."""
    found: tuple[Mark, ...] = ()
    while len(found) < puzzle.length:
        ahead = [mark for mark in puzzle.following[len(found)] if mark not in found]
        yield found, PUZZLES.find_step(puzzle, found)
        yield found, PUZZLES.find_step(puzzle, found, rng.choice(ahead))
        found = (*found, rng.choice(ahead))


@pytest.mark.parametrize("weekday", range(7))
def test_every_step_of_a_puzzle_is_explained_by_its_cats_in_short_clauses(weekday: int) -> None:
    rng, kinds = Random(weekday), set()
    for seed in range(2):
        puzzle = PUZZLES.make(bytes([weekday, seed] * 16), weekday)
        for found, step in list_steps(puzzle, rng):
            kinds |= {reason.kind for reason in step.reasons}
            for language in LANGUAGES:
                check_explanation(step, see(puzzle, found, language))
    assert "last-left" in kinds
    assert weekday < 2 or kinds & {"counting", "suppose-fails", "suppose-agrees", "too-many"}


def check_explanation(step: Step, view: PuzzleView) -> None:
    told = PUZZLES.explain(step, view)
    assert list_cats(told) == {view.puzzle.cards.index(card) + 1 for card in step.cards}
    assert len(told) <= MAX_CHARACTERS
    if step.reasons:
        name = view.say(f"feature-{FEATURES[step.mark.feature]}")
        assert name in told.splitlines()[-1]
    for clause in re.split(r"[.:;]\s| \(", told):
        assert len(clause.split()) <= MAX_WORDS_PER_CLAUSE, clause


def test_the_lesson_is_explained() -> None:
    puzzle = PUZZLES.lesson
    found: tuple[Mark, ...] = ()
    while len(found) < puzzle.length:
        step = PUZZLES.find_step(puzzle, found)
        for language in LANGUAGES:
            assert PUZZLES.explain(step, see(puzzle, found, language)).count("**") == 2
        found = (*found, step.mark)
