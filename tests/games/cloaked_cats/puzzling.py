"""What follows in a puzzle, found anew by trying all fans, and chains of reasoning checked link by
link. Nothing here uses the code that makes puzzles."""

from collections.abc import Collection, Sequence
from copy import deepcopy
from itertools import combinations

from bot.engine.puzzle_data import Mark, Reason
from bot.games.cloaked_cats.model.state import CATS, FEATURES

Fan = frozenset[int]
EVERY_FAN = [frozenset(fan) for fan in combinations(range(len(FEATURES)), 3)]
MAX_TRIED_DEALS = 100_000


class TooManyFans(Exception):  # noqa: N818
    """There are too many fans to try how they fit together."""


def has_mask(fan: Collection[int], card: int) -> bool:
    return not set(fan).isdisjoint(CATS[card])


def list_fans(
    answer: Sequence[Collection[int]], cards: Sequence[int], found: Collection[Mark] = ()
) -> list[list[Fan]]:
    """Return the fans that fit the masks and marks, for each owner alone."""
    return [
        [
            fan
            for fan in EVERY_FAN
            if all(mark.feature in fan for mark in found if mark.owner == owner)
            and all(has_mask(fan, card) == has_mask(own, card) for card in cards)
        ]
        for owner, own in enumerate(answer)
    ]


def list_deals(fans: Sequence[list[Fan]]) -> list[tuple[Fan, ...]]:
    """Return all ways to give each owner a fan so that no two share a feature."""
    deals: list[tuple[Fan, ...]] = [()]
    for own in fans:
        if len(deals) * len(own) > MAX_TRIED_DEALS:
            raise TooManyFans
        deals = [(*deal, fan) for deal in deals for fan in own if all(map(fan.isdisjoint, deal))]
    return deals


def can_fit(fans: Sequence[list[Fan]], used: Fan = frozenset()) -> bool:
    """Return whether each owner can be given a fan so that no feature is used twice."""
    if not fans:
        return True
    first, *others = sorted(fans, key=len)
    return any(can_fit(others, used | fan) for fan in first if used.isdisjoint(fan))


def list_true_marks(deals: Sequence[tuple[Fan, ...]]) -> set[Mark]:
    """Return the marks that are true in all deals."""
    owners = range(len(deals[0]))
    shared = [frozenset.intersection(*(deal[owner] for deal in deals)) for owner in owners]
    return {Mark(owner, feature) for owner in owners for feature in shared[owner]}


class Chain:
    """Checks a chain of reasoning: each link has to follow from its cards and the links before."""

    def __init__(self, answer: Sequence[Collection[int]], found: Collection[Mark]) -> None:
        self.answer = answer
        self.had = [{m.feature for m in found if m.owner == o} for o in range(len(answer))]
        self.lacked: list[set[int]] = [set() for _ in answer]

    def check(self, reason: Reason) -> None:
        """Fail if a reason is none, and else note what follows from it."""
        self._check_supposed(reason)
        owner, features = reason.owner, set(reason.features)
        is_had = {
            "unmasked": self._check_unmasked,
            "last-left": self._check_last_left,
            "taken": self._check_taken,
            "counting": self._check_counting,
            "too-many": self._check_too_many,
            "complete": self._check_complete,
            "pair": self._check_pair,
            "suppose-fails": self._check_suppose_fails,
            "suppose-agrees": self._check_suppose_agrees,
        }[reason.kind](owner, features, reason.cards)
        (self.had if is_had else self.lacked)[owner] |= features

    def find_left(self, owner: int, card: int) -> set[int]:
        """Return the features that can explain an owner's mask on a card."""
        assert has_mask(self.answer[owner], card)
        return set(CATS[card]) - self.lacked[owner]

    def _check_unmasked(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        (card,) = cards
        assert not has_mask(self.answer[owner], card)
        assert features <= set(CATS[card])
        return False

    def _check_last_left(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        (card,) = cards
        assert self.find_left(owner, card) == features
        assert len(features) == 1
        return True

    def _check_taken(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        assert not cards
        others = (had for other, had in enumerate(self.had) if other != owner)
        assert features <= set().union(*others)
        return False

    def _check_counting(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        assert len(cards) == 3 - len(self.had[owner])
        left = self._list_separate(owner, cards, set())
        assert all(map(features.isdisjoint, (*left, self.had[owner])))
        return False

    def _check_too_many(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        (_,) = features
        assert len(cards) == 4 - len(self.had[owner])
        self._list_separate(owner, cards, features)
        return True

    def _list_separate(
        self, owner: int, cards: tuple[int, ...], left_out: set[int]
    ) -> list[set[int]]:
        left = [self.find_left(owner, card) - left_out for card in cards]
        assert all(first.isdisjoint(second) for first, second in combinations(left, 2))
        assert all(each.isdisjoint(self.had[owner]) for each in left)
        return left

    def _check_supposed(self, reason: Reason) -> None:
        """Fail if the links from a reason's suppositions are wrong, or lead to something else."""
        owner, features = reason.owner, set(reason.features)
        branches: dict[int, Chain] = {}
        if reason.kind == "pair":
            first, second = reason.supposed
            assert len({owner, first.owner, second.owner}) == 3
            assert features <= set(first.features) == set(second.features)
            for each in reason.supposed:
                assert self.find_left(each.owner, *each.cards) == set(each.features)
                assert len(each.features) == 2
            return
        for each in reason.supposed:
            if each.kind == "supposed":
                branch = branches[each.features[0]] = deepcopy(self)
                branch.had[each.owner] |= set(each.features)
                assert each.owner == owner
            elif each.kind == "none-left":
                assert not branch.find_left(each.owner, *each.cards)
            elif each.kind == "had-twice":
                assert set(each.features) <= branch.had[each.owner] & branch.lacked[each.owner]
            else:
                branch.check(each)
        if reason.kind == "suppose-fails":
            assert set(branches) == features
            assert reason.supposed[-1].kind in ("none-left", "had-twice")
        elif reason.kind == "suppose-agrees":
            assert set(branches) == self.find_left(owner, reason.cards[0])
            assert all(features <= branch.had[owner] for branch in branches.values())
        else:
            assert not reason.supposed

    def _check_complete(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        assert len(self.had[owner]) == 3
        assert features.isdisjoint(self.had[owner])
        return False

    def _check_pair(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        return False  # its links are checked with the reason

    def _check_suppose_fails(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        (feature,) = features
        assert not self.can_be(cards, {owner: {feature}}, {})
        return False

    def _check_suppose_agrees(self, owner: int, features: set[int], cards: tuple[int, ...]) -> bool:
        (feature,) = features
        assert len(self.find_left(owner, cards[0])) in (2, 3)
        for supposed in self.find_left(owner, cards[0]):
            assert not self.can_be(cards, {owner: {supposed}}, {owner: {feature}})
        return True

    def can_be(
        self, cards: Sequence[int], had: dict[int, set[int]], lacked: dict[int, set[int]]
    ) -> bool:
        """Return whether owners can have and lack more, by the masks on some cards."""
        fans = [
            [
                fan
                for fan in own
                if fan >= self.had[owner] | had.get(owner, set())
                and fan.isdisjoint(self.lacked[owner] | lacked.get(owner, set()))
            ]
            for owner, own in enumerate(list_fans(self.answer, cards))
        ]
        return can_fit(fans)
