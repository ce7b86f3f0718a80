"""What certainly follows from open cats: which fans the owners of masks can have together.

A set of fans is an integer, in which bit i is set for fan i of `ALL_FANS`. That makes it fast to
rule out many fans at once.
"""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_

from bot.engine.puzzle_data import Mark
from bot.games.cloaked_cats.computer.deduction import ALL_FANS, CAT_BITS, to_bits
from bot.games.cloaked_cats.model.state import CATS, FEATURES

Answer = Sequence[Sequence[int]]
"""The features of each owner."""
FanSets = tuple[int, ...]
"""For each owner, the set of fans that are still possible."""

_EVERY_FAN = (1 << len(ALL_FANS)) - 1
_FANS_WITH_FEATURE = tuple(
    sum(1 << number for number, fan in enumerate(ALL_FANS) if fan >> feature & 1)
    for feature in range(len(FEATURES))
)
_FANS_WITH_MASK = tuple(
    reduce(or_, (_FANS_WITH_FEATURE[feature] for feature in cat)) for cat in CATS
)
"""For each cat, the fans whose owners place a mask on it."""
_DISJOINT_FANS = tuple(
    sum(1 << number for number, other in enumerate(ALL_FANS) if not fan & other) for fan in ALL_FANS
)
"""For each fan, the fans that share no feature with it."""


def find_fans(answer: Answer, cards: Collection[int], found: Collection[Mark] = ()) -> FanSets:
    """Return the fans that fit each owner's masks on open cats and right marks.

    That no two owners share a feature is not considered.
    """
    fans = [_EVERY_FAN] * len(answer)
    for owner, features in enumerate(map(to_bits, answer)):
        for card in cards:
            fitting = _FANS_WITH_MASK[card]
            fans[owner] &= fitting if features & CAT_BITS[card] else ~fitting
    for mark in found:
        fans[mark.owner] &= _FANS_WITH_FEATURE[mark.feature]
    return tuple(fans)


def open_card(fans: FanSets, answer: Answer, card: int) -> FanSets:
    """Return the fans that are left after a cat opens."""
    opened = find_fans(answer, (card,))
    return tuple(before & after for before, after in zip(fans, opened, strict=True))


def list_following_marks(fans: FanSets, candidates: Collection[Mark]) -> tuple[Mark, ...]:
    """Return which of these marks are true for all fans that the owners can have together."""
    following, ahead = [], sorted(candidates)
    while ahead:
        mark = ahead.pop(0)
        deal = _find_deal(_replace(fans, mark.owner, ~_FANS_WITH_FEATURE[mark.feature]))
        if deal is None:
            following.append(mark)
        else:
            ahead = [each for each in ahead if ALL_FANS[deal[each.owner]] >> each.feature & 1]
    return tuple(following)


def list_marks(answer: Answer) -> tuple[Mark, ...]:
    """Return all right marks, in ascending order."""
    return tuple(Mark(owner, feature) for owner, fan in enumerate(answer) for feature in fan)


def is_telling(fans: FanSets, answer: Answer, card: int) -> bool:
    """Return whether a cat rules out anything that the owners could have together."""
    opened = find_fans(answer, (card,))
    return any(
        fans[owner] & ~fitting and _find_deal(_replace(fans, owner, ~fitting)) is not None
        for owner, fitting in enumerate(opened)
    )


def count_fans(fans: FanSets) -> int:
    """Return how many fans all owners together can have."""
    return sum(each.bit_count() for each in fans)


def _replace(fans: FanSets, owner: int, kept: int) -> FanSets:
    """Return the fans of all owners, with one owner's limited to a set."""
    return (*fans[:owner], fans[owner] & kept, *fans[owner + 1 :])


def _find_deal(fans: FanSets) -> dict[int, int] | None:
    """Return a possible fan for each owner, so that no two share a feature, if there is one."""
    return _complete_deal(dict(enumerate(fans)))


def _complete_deal(fans: dict[int, int]) -> dict[int, int] | None:
    if not all(fans.values()):
        return None
    owner = min(fans, key=lambda each: fans[each].bit_count())
    left = fans[owner]
    if len(fans) == 1:
        return {owner: left.bit_length() - 1}
    others = {other: each for other, each in fans.items() if other != owner}
    while left:
        fan = (left & -left).bit_length() - 1
        left &= left - 1
        fitting = {other: each & _DISJOINT_FANS[fan] for other, each in others.items()}
        deal = _complete_deal(fitting)
        if deal is not None:
            return {owner: fan, **deal}
    return None
