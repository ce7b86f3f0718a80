"""People's reasoning, rung by rung: each kind by an example, and never wrong."""

from collections.abc import Collection
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.engine.puzzle_data import Mark, Reason, Rung
from bot.games.cloaked_cats.puzzles.deduction import find_fans, is_telling, list_following_marks
from bot.games.cloaked_cats.puzzles.reasoner import RUNGS, Reasoner
from tests.games.cloaked_cats.puzzling import (
    Chain,
    TooManyFans,
    list_deals,
    list_fans,
    list_true_marks,
)

Answer = tuple[tuple[int, ...], ...]
B, C, D = range(3)
UNMASKED, LAST_LEFT = "unmasked", "last-left"

deals = st.tuples(st.permutations(range(19)), st.permutations(range(40)), st.integers(1, 20))
"""An order of the features, the first nine of which are the answer, and some cats."""


def answer_of(features: Collection[int]) -> Answer:
    order = tuple(features)
    return tuple(tuple(sorted(order[at : at + 3])) for at in (0, 3, 6))


def reason(
    rung: Rung, answer: Answer, cards: Collection[int], found: Collection[Mark] = ()
) -> Reasoner:
    reasoner = Reasoner(rung, len(answer), found)
    reasoner.open_cards(answer, cards)
    assert reasoner.reason() is None
    return reasoner


def find_marks(reasoner: Reasoner) -> set[Mark]:
    owners = range(len(reasoner.had))
    return {Mark(each, f) for each in owners for f in range(19) if reasoner.had[each] >> f & 1}


@pytest.mark.parametrize(
    ("rung", "answer", "cards", "found", "mark", "reasons"),
    [
        pytest.param(
            1, ((2, 12, 16),), (31, 24), (), Mark(B, 12),
            (Reason(UNMASKED, B, (3, 13), (24,)), Reason(LAST_LEFT, B, (12,), (31,))),
            id="a cat without the mask rules its features out, and one is left on another",
        ),
        pytest.param(
            1, ((1, 2, 12), (3, 4, 15)), (7, 5), (Mark(B, 12),), Mark(C, 15),
            (
                Reason(UNMASKED, C, (0,), (5,)),
                Reason("taken", C, (12,)),
                Reason(LAST_LEFT, C, (15,), (7,)),
            ),
            id="what one has is nobody else's",
        ),
        pytest.param(
            2, ((0, 2, 14),), (0, 9, 23, 35), (), Mark(B, 14),
            (
                Reason("counting", B, (4, 8), (0, 9, 23)),
                Reason(LAST_LEFT, B, (14,), (35,)),
            ),
            id="three cats that share nothing leave no place for others",
        ),
        pytest.param(
            3, ((0, 2, 14),), (9, 35, 26, 0), (), Mark(B, 14),
            (Reason("too-many", B, (14,), (9, 35, 26, 0)),),
            id="without the shared feature it would need four",
        ),
        pytest.param(
            3, ((2, 3, 8), (4, 5, 18), (1, 7, 12)), (11, 10), (), Mark(D, 1),
            (
                Reason(UNMASKED, B, (1,), (10,)),
                Reason(UNMASKED, C, (1,), (10,)),
                Reason("pair", D, (8, 18), (11,)),
                Reason(LAST_LEFT, D, (1,), (11,)),
            ),
            id="what two others need between them is nobody else's",
        ),
        pytest.param(
            3, ((6, 7, 17), (1, 4, 13), (14, 15, 18)), (24, 8, 13, 38, 34), (), Mark(C, 4),
            (
                Reason(UNMASKED, D, (4,), (38,)),
                Reason("suppose-fails", B, (4,), (24, 38, 34, 8, 13)),
                Reason("pair", C, (7, 15), (34,)),
                Reason(LAST_LEFT, C, (4,), (34,)),
            ),
            id="a feature with which a mask would have none left is out",
        ),
        pytest.param(
            3, ((13, 14, 17), (9, 16, 18), (0, 3, 4)), (39, 36, 3, 6, 17), (Mark(D, 0),),
            Mark(B, 13),
            (
                Reason("taken", B, (0,)),
                Reason("suppose-agrees", B, (13,), (3, 39, 6, 17, 36)),
            ),
            id="whichever feature explains a mask, the same follows",
        ),
    ],
)  # fmt: skip
def test_each_kind_of_reasoning(rung, answer, cards, found, mark, reasons):
    explained = reason(rung, answer, cards, found).explain(mark)
    assert tuple(replace(each, supposed=()) for each in explained) == reasons
    if rung > 1:
        assert mark not in find_marks(reason(RUNGS[rung - 2], answer, cards, found))


def test_three_features_are_all():
    found = (Mark(B, 2), Mark(B, 12), Mark(B, 16))
    reasoner = reason(1, ((2, 12, 16), (0, 1, 3)), (), found)
    assert reasoner.lacked[B] == sum(1 << f for f in range(19) if f not in (2, 12, 16))


@pytest.mark.parametrize("rung", RUNGS)
@settings(max_examples=25)
@given(deal=deals)
def test_each_link_of_each_chain_follows(rung, deal):
    features, order, count = deal
    check_chains(rung, answer_of(features), order[:count])


def check_chains(rung, answer, cards, found=()):
    """Fail if anything is concluded that is not true, or that does not follow from its reasons."""
    reasoner = reason(rung, answer, cards, found)
    for mark in find_marks(reasoner):
        assert mark.feature in answer[mark.owner]
        if mark not in found:
            chain = Chain(answer, found)
            reasons = reasoner.explain(mark)
            for each in reasons:
                chain.check(each)
            assert reasons[-1].owner == mark.owner
            assert reasons[-1].features == (mark.feature,)
            assert {card for each in reasons for card in each.cards} <= set(cards)
    for owner, fan in enumerate(answer):
        assert not any(reasoner.lacked[owner] >> feature & 1 for feature in fan)


@settings(max_examples=40)
@given(deal=deals, more=st.lists(st.integers(0, 39), max_size=3), seed=st.integers(0, 99))
def test_who_sees_more_or_has_marked_more_never_knows_less(deal, more, seed):
    features, order, count = deal
    answer, cards = answer_of(features), order[:count]
    for rung in RUNGS:
        known = find_marks(reason(rung, answer, cards))
        found = {mark for mark in known if Random(seed).random() < 0.5}
        assert known <= find_marks(reason(rung, answer, cards, found))
        assert known <= find_marks(reason(rung, answer, {*cards, *more}, found))
        if rung > 1:
            assert known >= find_marks(reason(RUNGS[rung - 2], answer, cards, found))


@settings(max_examples=40)
@given(deal=deals, seed=st.integers(0, 99))
def test_exact_deduction_finds_just_what_trying_all_fans_finds(deal, seed):
    features, order, _ = deal
    answer, rng = answer_of(features), Random(seed)
    cards = order[: rng.randint(6, 20)]
    marks = [Mark(owner, feature) for owner, fan in enumerate(answer) for feature in fan]
    found = rng.sample(marks, rng.randint(0, 6))
    check_exact(answer, cards, found)


def check_exact(answer, cards, found=()):
    """Fail if exact deduction, or telling what a cat tells, differs from trying all fans."""
    marks = [Mark(owner, feature) for owner, fan in enumerate(answer) for feature in fan]
    try:
        all_deals = list_deals(list_fans(answer, cards, found))
    except TooManyFans:
        return False
    fans = find_fans(answer, cards, found)
    true_marks = list_true_marks(all_deals)
    assert set(list_following_marks(fans, marks)) == true_marks
    for rung in RUNGS:
        assert find_marks(reason(rung, answer, cards, found)) <= true_marks
    next_card = next(card for card in range(40) if card not in cards)
    after = list_deals(list_fans(answer, (*cards, next_card), found))
    assert is_telling(fans, answer, next_card) == (len(after) < len(all_deals))
    return True
