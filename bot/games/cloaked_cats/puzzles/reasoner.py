"""Reasoning as people do it, from masks on open cats, in three rungs of difficulty.

Rung 1:
    - "unmasked": a cat without the owner's mask rules its features out.
    - "last-left": one feature is left on a masked cat.
    - "taken": what another owner has is out. "complete": so is what is beside three known ones.
Rung 2:
    - "counting": as many masked cats as features are missing have no possible feature in common, so
      what none of them shows is out.
Rung 3:
    - "too-many": without this feature, masked cats would need more features than are missing.
    - "pair": two other owners need these two features for their masks.
    - "suppose-fails", "suppose-agrees": one of the two or three features left on a masked cat is
      supposed, and rungs 1 and 2 lead to a contradiction, or to the same whichever it is.

What follows from fewer cats or marks also follows from more.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_, or_
from typing import NamedTuple

from bot.engine.puzzle_data import Mark, Reason, Rung
from bot.games.cloaked_cats.computer.deduction import ALL_FEATURES, CAT_BITS, to_bits
from bot.games.cloaked_cats.model.state import FEATURES_PER_FAN
from bot.games.cloaked_cats.puzzles.deduction import Answer

RUNGS: tuple[Rung, ...] = (1, 2, 3)
PROVING_KINDS = ("last-left", "suppose-agrees", "supposed", "too-many")
"""The kinds of reasons whose owner has their feature, if only in a supposition."""
MAX_SUPPOSED_FEATURES = 3
"""The maximum number of features left on a cat of which people suppose each in turn."""


class Facts(NamedTuple):
    """Features that an owner has or lacks, as a bit set."""

    is_had: bool
    owner: int
    features: int


class Conclusion(NamedTuple):
    """Facts that follow from cards and earlier facts."""

    kind: str
    facts: Facts
    cards: tuple[int, ...]
    needs: tuple[Facts, ...]
    supposed: tuple[Reason, ...] = ()
    """What follows from suppositions, as in `Reason.supposed`."""


class Contradiction(NamedTuple):
    """What cannot all be true."""

    needs: tuple[Facts, ...]
    cards: tuple[int, ...] = ()

    def to_reason(self) -> Reason:
        """Return the reason that ends a supposition: a mask without a feature, or one had twice."""
        kind = "none-left" if self.cards else "had-twice"
        return Reason(kind, self.needs[0].owner, _to_features(self.needs[0].features), self.cards)


def _is_never_enough() -> bool:
    return False


class Reasoner:
    """All that follows for somebody who reasons up to a rung."""

    __slots__ = ("conclusions", "had", "lacked", "masked", "rung")

    def __init__(self, rung: Rung, owners: int, found: Collection[Mark] = ()) -> None:
        self.rung = rung
        self.had = [0] * owners
        """The features that each owner certainly has, as bit sets."""
        self.lacked = [0] * owners
        self.masked: list[list[int]] = [[] for _ in range(owners)]
        """The open cards with each owner's mask."""
        self.conclusions: list[Conclusion] = []
        for mark in found:
            self.had[mark.owner] |= 1 << mark.feature

    def copy(self) -> "Reasoner":
        """Return a copy that can reason on by itself."""
        copied = Reasoner(self.rung, 0)
        copied.had, copied.lacked = self.had.copy(), self.lacked.copy()
        copied.masked = [cards.copy() for cards in self.masked]
        copied.conclusions = self.conclusions.copy()
        return copied

    def open_cards(self, answer: Answer, cards: Collection[int]) -> None:
        """Look at the masks on cards. A card without a mask rules its features out."""
        for owner, features in enumerate(map(to_bits, answer)):
            for card in cards:
                if features & CAT_BITS[card]:
                    self.masked[owner].append(card)
                else:
                    self._conclude("unmasked", Facts(False, owner, CAT_BITS[card]), (card,))

    def reason(self, is_enough: Callable[[], bool] = _is_never_enough) -> Contradiction | None:
        """Conclude all that follows, or so much of it that it is enough."""
        while True:
            contradiction = self._reason_simply()
            if contradiction or is_enough():
                return contradiction
            if not (self.rung >= 2 and self._count()) and not (self.rung >= 3 and self._suppose()):
                return None

    def finds_more(self, marks: int) -> bool:
        """Reason until more than so many marks follow, and return whether they do."""
        return self._reason_until(lambda: sum(map(int.bit_count, self.had)) > marks)

    def finds_any(self, marks: Collection[Mark]) -> bool:
        """Reason until any of some marks follows, and return whether it does."""
        return self._reason_until(lambda: any(map(self.has_found, marks)))

    def has_found(self, mark: Mark) -> bool:
        """Return whether a mark follows, as far as the reasoning has come."""
        return bool(self.had[mark.owner] >> mark.feature & 1)

    def _reason_until(self, is_enough: Callable[[], bool]) -> bool:
        self.reason(is_enough)
        return is_enough()

    def explain(self, mark: Mark) -> tuple[Reason, ...]:
        """Return the conclusions that lead to a mark, and nothing else."""
        goal = Facts(True, mark.owner, 1 << mark.feature)
        reasons, _ = _trim(self.conclusions, (goal,))
        return reasons

    def _conclude(
        self,
        kind: str,
        facts: Facts,
        cards: tuple[int, ...] = (),
        *needs: Facts,
        supposed: tuple[Reason, ...] = (),
    ) -> bool:
        """Note those of these facts that are new, and return whether any is."""
        known = self.had if facts.is_had else self.lacked
        new = facts.features & ~known[facts.owner]
        if new:
            known[facts.owner] |= new
            conclusion = Conclusion(kind, facts._replace(features=new), cards, needs, supposed)
            self.conclusions.append(conclusion)
        return bool(new)

    def _reason_simply(self) -> Contradiction | None:
        """Conclude all of rung 1, or find a contradiction."""
        had, lacked = self.had, self.lacked
        changed = True
        while changed:
            changed = False
            for owner, cards in enumerate(self.masked):
                self._exclude_taken(owner)
                if had[owner].bit_count() == FEATURES_PER_FAN:
                    rest = ALL_FEATURES & ~had[owner]
                    if rest & ~lacked[owner]:
                        needs = Facts(True, owner, had[owner])
                        self._conclude("complete", Facts(False, owner, rest), (), needs)
                if both := had[owner] & lacked[owner]:
                    one = both & -both
                    return Contradiction((Facts(True, owner, one), Facts(False, owner, one)))
                possible = ~lacked[owner]
                for card in cards:
                    bits = CAT_BITS[card]
                    left = bits & possible
                    if not left & (left - 1) and not left & had[owner]:
                        needs = Facts(False, owner, bits ^ left)
                        if not left:
                            return Contradiction((needs,), (card,))
                        self._conclude("last-left", Facts(True, owner, left), (card,), needs)
                        changed = True
                        break
        return None

    def _exclude_taken(self, owner: int) -> None:
        """Conclude that what another owner has is not this owner's."""
        for other, features in enumerate(self.had):
            if other != owner:
                for feature in split_bits(features & ~self.lacked[owner]):
                    needs = Facts(True, other, feature)
                    self._conclude("taken", Facts(False, owner, feature), (), needs)

    def _count(self) -> bool:
        """Conclude by rung 2 that an owner lacks further features, if it can."""
        for owner, had in enumerate(self.had):
            open_features = ALL_FEATURES & ~self.lacked[owner] & ~had
            for group in self._list_groups(owner, 0):
                out = open_features & ~_unite(CAT_BITS[card] for card in group)
                if out:
                    needs = Facts(True, owner, had), Facts(False, owner, _find_overlap(group))
                    return self._conclude("counting", Facts(False, owner, out), group, *needs)
        return False

    def _count_without(self) -> bool:
        """Conclude that an owner has a feature, as masks would need too many others without it."""
        for owner, had in enumerate(self.had):
            seen = _unite(CAT_BITS[card] for card in self.masked[owner]) & ~self.lacked[owner]
            for feature in split_bits(seen & ~had):
                for group in self._list_groups(owner, feature):
                    overlap = _find_overlap(group) & ~feature
                    needs = Facts(True, owner, had), Facts(False, owner, overlap)
                    return self._conclude("too-many", Facts(True, owner, feature), group, *needs)
        return False

    def _list_groups(self, owner: int, left_out: int) -> Iterator[tuple[int, ...]]:
        """Yield groups of masked cats that nothing explains, and that share nothing possible.

        They are as many as features are missing, and one more if a feature is left out.
        """
        size = FEATURES_PER_FAN - self.had[owner].bit_count() + bool(left_out)
        possible = ~self.lacked[owner] & ~left_out
        cards: dict[int, int] = {}
        for card in self.masked[owner]:
            if not CAT_BITS[card] & self.had[owner]:
                cards.setdefault(CAT_BITS[card] & possible, card)
        if size > bool(left_out):
            for group in _find_disjoint(list(cards), size):
                yield tuple(cards[features] for features in group)

    def _suppose(self) -> bool:
        """Conclude something by rung 3, if it can."""
        if self._count_without() or self._find_pair():
            return True
        branches: dict[Facts, tuple[Reasoner, Contradiction | None]] = {}
        choices = list(self._list_choices())
        for owner, _, left in choices:
            for feature in split_bits(left & ~self.had[owner]):
                supposed = Facts(True, owner, feature)
                if supposed not in branches:
                    branches[supposed] = branch, contradiction = self._branch(supposed)
                    if contradiction:
                        return self._note_failure(supposed, branch, contradiction)
        return any(
            self._note_agreement(
                owner, card, [branches[Facts(True, owner, each)][0] for each in split_bits(left)]
            )
            for owner, card, left in choices
            if not left & self.had[owner]
        )

    def _find_pair(self) -> bool:
        """Conclude that two features are nobody else's, as two owners need them for their masks."""
        needing: dict[int, dict[int, int]] = {}
        for owner, card, left in self._list_choices():
            if left.bit_count() == 2:
                needing.setdefault(left, {}).setdefault(owner, card)
        for left, cards in needing.items():
            if len(cards) == 2:
                needs = [Facts(False, each, CAT_BITS[card] ^ left) for each, card in cards.items()]
                named, pair = tuple(dict.fromkeys(cards.values())), _to_features(left)
                told = tuple(Reason("either", each, pair, (card,)) for each, card in cards.items())
                for other in {*range(len(self.had))} - {*cards}:
                    facts = Facts(False, other, left)
                    if self._conclude("pair", facts, named, *needs, supposed=told):
                        return True
        return False

    def _list_choices(self) -> Iterator[tuple[int, int, int]]:
        """Yield owners, masked cards, and the two or three features that can explain the mask."""
        for owner, cards in enumerate(self.masked):
            if self.had[owner].bit_count() < FEATURES_PER_FAN:
                for card in cards:
                    left = CAT_BITS[card] & ~self.lacked[owner]
                    if 1 < left.bit_count() <= MAX_SUPPOSED_FEATURES:
                        yield owner, card, left

    def _branch(self, supposed: Facts) -> tuple["Reasoner", Contradiction | None]:
        """Reason on from a supposition by rung 2."""
        branch = Reasoner(2, 0)
        branch.had, branch.lacked = self.had.copy(), self.lacked.copy()
        branch.masked = self.masked
        branch.had[supposed.owner] |= supposed.features
        return branch, branch.reason()

    def _note_failure(
        self, supposed: Facts, branch: "Reasoner", contradiction: Contradiction
    ) -> bool:
        reasons, needs = _trim(branch.conclusions, contradiction.needs)
        cards = _list_cards(reasons, contradiction.cards)
        needs = _without(needs, supposed)
        told = (_to_supposed(supposed), *reasons, contradiction.to_reason())
        facts = supposed._replace(is_had=False)
        return self._conclude("suppose-fails", facts, cards, *needs, supposed=told)

    def _note_agreement(self, owner: int, card: int, branches: Sequence["Reasoner"]) -> bool:
        """Conclude what an owner has whichever feature explains the mask on a card."""
        agreed = reduce(and_, (branch.had[owner] for branch in branches)) & ~self.had[owner]
        if not agreed:
            return False
        facts = Facts(True, owner, agreed & -agreed)
        left = CAT_BITS[card] & ~self.lacked[owner]
        needs, cards, told = [Facts(False, owner, CAT_BITS[card] ^ left)], [card], list[Reason]()
        for feature, branch in zip(split_bits(left), branches, strict=True):
            supposed = Facts(True, owner, feature)
            reasons, needed = _trim(branch.conclusions, (facts,))
            needs += _without(needed, supposed)
            cards += _list_cards(reasons)
            told += [_to_supposed(supposed), *reasons]
        named = tuple(dict.fromkeys(cards))
        return self._conclude("suppose-agrees", facts, named, *needs, supposed=tuple(told))


def _find_disjoint(sets: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of so many bit sets that share nothing."""
    if size == 1:
        yield from ((each,) for each in sets)
        return
    for at, first in enumerate(sets):
        fitting = [each for each in sets[at + 1 :] if not each & first]
        if len(fitting) >= size - 1:
            yield from ((first, *rest) for rest in _find_disjoint(fitting, size - 1))


def _unite(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def _find_overlap(cards: Collection[int]) -> int:
    """Return the features that are on more than one of some cards."""
    overlap = 0
    for first, second in combinations(cards, 2):
        overlap |= CAT_BITS[first] & CAT_BITS[second]
    return overlap


def _trim(
    conclusions: Sequence[Conclusion], goals: Collection[Facts]
) -> tuple[tuple[Reason, ...], tuple[Facts, ...]]:
    """Return the reasons that facts need, and the facts before all conclusions that these need."""
    needed: dict[tuple[bool, int], int] = {}

    def add_needs(all_facts: Collection[Facts]) -> None:
        for is_had, owner, features in all_facts:
            needed[is_had, owner] = needed.get((is_had, owner), 0) | features

    add_needs(goals)
    reasons = []
    for kind, facts, cards, needs, supposed in reversed(conclusions):
        key = facts.is_had, facts.owner
        used = facts.features & needed.get(key, 0)
        if used:
            needed[key] ^= used
            add_needs(needs)
            reasons.append(Reason(kind, facts.owner, _to_features(used), cards, supposed))
    left = tuple(Facts(*key, features) for key, features in needed.items() if features)
    return tuple(reversed(reasons)), left


def _to_supposed(supposed: Facts) -> Reason:
    return Reason("supposed", supposed.owner, _to_features(supposed.features))


def _without(facts: Collection[Facts], left_out: Facts) -> tuple[Facts, ...]:
    """Return facts without some features of an owner, which were only supposed."""
    return tuple(
        each._replace(features=each.features & ~left_out.features)
        if each[:2] == left_out[:2]
        else each
        for each in facts
    )


def _list_cards(reasons: Collection[Reason], more: Collection[int] = ()) -> tuple[int, ...]:
    """Return the cards of some reasons, each once."""
    cards = (card for reason in reasons for card in reason.cards)
    return tuple(dict.fromkeys((*cards, *more)))


def split_bits(features: int) -> Iterator[int]:
    """Yield the single bits of a bit set."""
    while features:
        one = features & -features
        features ^= one
        yield one


def _to_features(bits: int) -> tuple[int, ...]:
    return tuple(bit.bit_length() - 1 for bit in split_bits(bits))
