"""Puzzles of many days: always a next step, one solution, of their rung; and hints that hold."""

from datetime import timedelta
from functools import cache, partial
from itertools import combinations
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Puzzle, Reason, Step
from bot.games.cloaked_cats.model.state import CATS
from bot.games.cloaked_cats.puzzles import deduction, reasoner, steps
from bot.games.cloaked_cats.puzzles.lesson import LESSON
from bot.games.cloaked_cats.puzzles.maker import DEMANDS, make
from bot.games.cloaked_cats.puzzles.reasoner import Reasoner
from bot.games.cloaked_cats.puzzles.steps import find_step
from tests.games.cloaked_cats.puzzling import Chain, can_fit, list_fans
from tests.games.cloaked_cats.test_puzzle_reasoner import check_chains, check_exact
from tools.puzzles import (
    FIRST_DAY,
    Figures,
    PuzzleError,
    check_day,
    check_no_fewer_cards,
    check_puzzle,
    check_step,
    find_reasoned_marks,
    list_steps,
    make_seed,
)

DAYS = [FIRST_DAY + timedelta(number) for number in range(30)]
WEEK = range(7)


@cache
def puzzle_of(weekday: int) -> Puzzle:
    return make(make_seed(0, DAYS[weekday]), weekday)


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_puzzle_of_a_day_is_right(day):
    check_day(day, seed=3, figures=Figures())


@pytest.mark.parametrize("weekday", WEEK)
def test_the_same_seed_gives_the_same_puzzle_and_another_seed_another(weekday):
    seed = make_seed(0, DAYS[weekday])
    assert make(seed, weekday) == puzzle_of(weekday) != make(make_seed(1, DAYS[weekday]), weekday)
    stored = json.encode(puzzle_of(weekday))
    assert json.decode(stored, type=Puzzle) == puzzle_of(weekday)


def test_puzzles_become_harder_in_a_week_and_sunday_has_most_cats():
    week = [puzzle_of(weekday) for weekday in WEEK]
    assert [puzzle.rung for puzzle in week] == [1, 1, 2, 2, 3, 3, 3]
    assert all(4 <= puzzle.open_cards[0] <= 9 for puzzle in week[:-1])
    assert all(len(puzzle.cards) <= 16 for puzzle in week[:-1])
    assert 17 <= len(week[-1].cards) <= 20


@pytest.mark.parametrize("weekday", [0, 3, 5])
def test_just_those_marks_follow_without_which_no_deal_of_all_fans_is_left(weekday):
    puzzle = puzzle_of(weekday)
    for made, following in enumerate(puzzle.following):
        fans = list_fans(puzzle.answer, puzzle.cards[: puzzle.open_cards[made]])
        for owner, fan in enumerate(puzzle.answer):
            for feature in fan:
                without = fans.copy()
                without[owner] = [each for each in fans[owner] if feature not in each]
                assert can_fit(without) != (Mark(owner, feature) in following)


@pytest.mark.parametrize("weekday", WEEK)
def test_each_reason_of_each_step_holds(weekday):
    check_steps(puzzle_of(weekday), seed=weekday)


def check_steps(puzzle: Puzzle, seed: int) -> None:
    """Fail if a step in some order of marks does not follow, link by link, from the fewest cats."""
    for found, step, _ in list_steps(puzzle, Random(seed)):
        check_step(puzzle, found, step)
        check_no_fewer_cards(puzzle, found, step)
        chain = Chain(puzzle.answer, found)
        for reason in step.reasons:
            chain.check(reason)


@pytest.mark.parametrize("weekday", [0, 3, 6])
def test_a_step_is_found_for_each_mark_that_follows(weekday):
    puzzle = puzzle_of(weekday)
    found: list[Mark] = []
    for following in puzzle.following:
        left = [mark for mark in following if mark not in found]
        found_steps = [find_step(puzzle, found, mark) for mark in left]
        assert [step.mark for step in found_steps] == left
        assert all(step.reasons for step in found_steps)
        fewest = min(find_fewest_cards(puzzle, found, mark) for mark in left)
        assert len(find_step(puzzle, found).cards) == fewest
        found.append(left[0])


def find_fewest_cards(puzzle: Puzzle, found: list[Mark], mark: Mark) -> int:
    """Return of how few open cats a mark follows by the puzzle's rung, or 99 of none."""
    opened = puzzle.find_open_cards(found)
    sets = (cards for size in range(len(opened) + 1) for cards in combinations(opened, size))
    enough = (
        cards
        for cards in sets
        if mark in find_reasoned_marks(puzzle, puzzle.rung, frozenset(found), cards)
    )
    return len(next(enough, range(99)))


def test_what_does_not_follow_has_no_step():
    puzzle = puzzle_of(0)
    later = next(mark for mark in puzzle.following[-1] if mark not in puzzle.following[0])
    for found, mark in (((), later), ((), Mark(0, 99)), (puzzle.following[-1], None)):
        with pytest.raises(ValueError, match=r"None|Mark"):
            find_step(puzzle, found, mark)


def test_a_mark_that_the_rung_does_not_find_has_its_cats_but_no_reasons():
    puzzle = make_puzzle_of_few_left()
    mark = puzzle.following[0][0]
    step = find_step(puzzle, (), mark)
    assert (step.mark, step.reasons) == (mark, ())
    for cards, follows in ((step.cards, True), (step.cards[1:], False)):
        can_lack = Chain(puzzle.answer, ()).can_be(cards, {}, {mark.owner: {mark.feature}})
        assert can_lack is not follows


def make_puzzle_of_few_left() -> Puzzle:
    """Return a puzzle whose owner has the only three features that no open cat rules out."""
    answer = ((1, 8, 14),)
    cards = tuple(card for card in range(40) if set(answer[0]).isdisjoint(CATS[card]))
    following = (tuple(Mark(0, feature) for feature in answer[0]),)
    return Puzzle(1, answer, cards, (len(cards), len(cards)), following)


def test_the_lesson_has_three_short_steps_of_one_masked_cat():
    check_puzzle(LESSON)
    found: list[Mark] = []
    cats = []
    for following in LESSON.following:
        (mark,) = set(following) - set(found)
        step = find_step(LESSON, found)
        assert step.mark == mark
        assert {reason.kind for reason in step.reasons} == {"unmasked", "last-left"}
        cats.append(step.cards)
        found.append(mark)
    assert cats == [(31, 24), (24, 17, 9), (24, 9, 8)]
    assert LESSON.rung == DEMANDS[0].rung


ANSWER = puzzle_of(6).answer
"""What the masked cats of a hard puzzle hide."""
SUPPOSED = (
    (((2, 3, 8), (4, 5, 18), (1, 7, 12)), (11, 10), ()),
    (((6, 7, 17), (1, 4, 13), (14, 15, 18)), (24, 8, 13, 38, 34), ()),
    (((3, 9, 17), (0, 1, 18), (7, 12, 14)), (4, 31, 12, 32), ()),
    (((13, 14, 17), (9, 16, 18), (0, 3, 4)), (39, 36, 3, 6, 17), (Mark(2, 0),)),
)
"""Answers, open cats and right marks from which a mark follows by rung 3 alone."""


def check_everything() -> None:
    """Fail if puzzles, steps, reasoning or deduction are wrong for a few examples."""
    for weekday in (0, 3, 6):
        check_puzzle(puzzle_of(weekday))
        check_steps(puzzle_of(weekday), seed=1)
    for rung in reasoner.RUNGS:
        for size in (4, 8):
            for seed in range(6):
                cards = Random(seed).sample(range(40), size)
                check_chains(rung, ANSWER, cards)
    for supposed in SUPPOSED:
        check_chains(3, *supposed)
    for seed in range(8):
        check_exact(ANSWER, Random(seed).sample(range(40), 14))


def give_any_groups(sets, size):
    return combinations(sets, size)


MUTANTS = {
    "what one has can be somebody else's": (Reasoner, "_exclude_taken", lambda *_: None),
    "two features are all": (reasoner, "FEATURES_PER_FAN", 2),
    "four features are all": (reasoner, "FEATURES_PER_FAN", 4),
    "masked cats may share what is possible": (reasoner, "_find_disjoint", give_any_groups),
    "rung 2 does not count": (Reasoner, "_count", lambda self: False),
    "rung 3 supposes nothing": (Reasoner, "_suppose", lambda self: False),
    "a chain says only its end": (
        reasoner, "_trim",
        lambda conclusions, goals, trim=reasoner._trim: (trim(conclusions, goals)[0][-1:], ()),
    ),
    "each supposition ends with a feature had twice": (
        reasoner.Contradiction, "to_reason",
        lambda self: Reason(
            "had-twice", self.needs[0].owner, reasoner._to_features(self.needs[0].features)
        ),
    ),
    "a supposition needs no facts": (reasoner, "_without", lambda facts, left_out: ()),
    "owners of a pair may need different features": (
        reasoner.Reasoner, "_find_pair",
        lambda self: self._conclude("pair", reasoner.Facts(False, 0, 1 << ANSWER[0][0])),
    ),
    "one branch is enough": (
        Reasoner, "_note_agreement",
        lambda self, owner, card, branches, note=Reasoner._note_agreement: note(
            self, owner, card, branches[:1] * len(branches)
        ),
    ),
    "owners may share a feature": (deduction, "_DISJOINT_FANS", (-1,) * 969),
    "a fan can be no other": (deduction, "_find_deal", lambda fans: None),
    "all open cats are named": (
        steps, "_find_hitting_sets", lambda conflicts, size: iter((2**16 - 1,)),
    ),
    "one cat too many is named": (
        steps._Search, "_find_fewest",
        lambda self, *args, find=steps._Search._find_fewest: tuple(
            cards | cards << 1 for cards in find(self, *args)
        ),
    ),
}  # fmt: skip


def test_what_is_right_passes_all_checks():
    check_everything()


@pytest.mark.parametrize("mutant", MUTANTS)
def test_each_mutant_of_the_code_is_noticed(mutant, monkeypatch):
    for weekday in (0, 3, 6):
        puzzle_of(weekday)  # made by the right code
    monkeypatch.setattr(*MUTANTS[mutant])
    with pytest.raises((AssertionError, PuzzleError, IndexError)):
        check_everything()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda p: replace(p, open_cards=(p.open_cards[0] - 1, *p.open_cards[1:])), "other marks"),
        (lambda p: replace(p, following=(p.following[0][:-1], *p.following[1:])), "other marks"),
        (lambda p: replace(p, cards=p.cards[:-1]), "never opens"),
        (lambda p: replace(p, cards=(*p.cards[:-1], p.cards[0])), "a cat appears twice"),
        (lambda p: replace(p, answer=(p.answer[0], *p.answer[:2])), "a feature appears twice"),
        (lambda p: replace(p, rung=2), "its rung gets stuck"),
        (lambda p: replace(puzzle_of(3), rung=3), "the rung below is enough"),
    ],
)
def test_each_wrong_puzzle_is_noticed(change, problem):
    with pytest.raises(PuzzleError, match=problem):
        check_puzzle(change(puzzle_of(5)))


def test_a_step_with_wrong_cats_is_noticed():
    puzzle = puzzle_of(0)
    step = find_step(puzzle, ())
    check = partial(check_step, puzzle, frozenset())
    check(step)
    for wrong in (
        replace(step, cards=step.cards[1:]),
        replace(step, cards=step.cards[::-1]),
        replace(step, reasons=step.reasons[:-1]),
    ):
        assert isinstance(wrong, Step)
        with pytest.raises(PuzzleError):
            check(wrong)
