"""Makes the puzzle of a day from a secret seed.

Deals are drawn until one gives a puzzle that meets the demands of the weekday. A cat opens as soon
as nothing further follows, by the puzzle's rung, from the cats that lie open. As the reasoning uses
no marks, there is a next step in whatever order people mark.
"""

from collections.abc import Collection
from itertools import count, islice

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.chance import SeededChance
from bot.engine.game import Chance
from bot.engine.puzzle_data import Mark, Puzzle, Rung
from bot.games.cloaked_cats.model.state import CATS, FEATURES, FEATURES_PER_FAN
from bot.games.cloaked_cats.puzzles.deduction import (
    count_fans,
    find_fans,
    is_telling,
    list_following_marks,
    list_marks,
    open_card,
)
from bot.games.cloaked_cats.puzzles.reasoner import RUNGS, Reasoner

OWNERS_PER_PUZZLE = 3
PUZZLE_LENGTH = OWNERS_PER_PUZZLE * FEATURES_PER_FAN
MAX_MARKS_AHEAD = 3
"""The maximum number of marks that follow at once. With more, a puzzle falls apart too soon."""
FIRST_HALF_LENGTH = PUZZLE_LENGTH // 2 + 1
MAX_SECOND_HALVES = 24
"""How many second halves are tried after a first one. It is far less work than a new first one."""
MAX_QUIET_MARKS = 2
"""The maximum number of right marks, before the last, that open no cat."""


class Demands(Struct, frozen=True):
    """What the puzzle of a weekday has to be like."""

    rung: Rung
    hard_steps: int = 0
    """How many steps of each half, at least, the rung below does not find."""
    thought_steps: int = 0
    """How many steps of the first half, at least, rung 1 does not find."""
    first_cards: range = range(4, 10)
    """How many cats may lie open at the start."""
    all_cards: range = range(10, 17)
    """How many cats may lie open at the end. A phone shows 16 of them well."""
    drawn_cards: int = 1
    """Of how many cats the one opens that tells least. With more, the floor becomes larger."""


_EASY, _MEDIUM = Demands(1), Demands(2, hard_steps=1)
_HARD = Demands(3, hard_steps=1, thought_steps=2)
_LARGE = replace(_HARD, first_cards=range(6, 13), all_cards=range(17, 21), drawn_cards=3)
DEMANDS = (_EASY, _EASY, _MEDIUM, _MEDIUM, _HARD, _HARD, _LARGE)
"""What the puzzle has to be like, from Monday to Sunday."""


def make(seed: bytes, weekday: int) -> Puzzle:
    """Make the puzzle of a day from a secret seed of 32 bytes. The same seed gives the same.

    Args:
        weekday: 0 is Monday, 6 is Sunday.
    """
    drafts = (draft_puzzle(SeededChance(seed, deal), DEMANDS[weekday]) for deal in count())
    return next(puzzle for puzzle in drafts if puzzle)


def draft_puzzle(chance: Chance, demands: Demands) -> Puzzle | None:
    """Deal features and cats, and return their puzzle, or None if it does not meet the demands."""
    features = chance.shuffle(range(len(FEATURES)))
    firsts = range(0, PUZZLE_LENGTH, FEATURES_PER_FAN)
    answer = tuple(tuple(sorted(features[at : at + FEATURES_PER_FAN])) for at in firsts)
    draft = _Draft(answer, chance.shuffle(range(len(CATS))), demands)
    if not draft.plan(FIRST_HALF_LENGTH):
        return None
    endings = (draft.copy(chance) for _ in range(MAX_SECOND_HALVES))
    return next((ending.finish() for ending in endings if ending.plan(PUZZLE_LENGTH)), None)


class _Draft:
    """A puzzle to which cats are added one by one, as long as it meets the demands."""

    def __init__(
        self, answer: tuple[tuple[int, ...], ...], deck: tuple[int, ...], demands: Demands
    ) -> None:
        self.cards: list[int] = []
        self.open_cards: list[int] = []
        """How many cats lie open after 0, 1, 2, ... right marks, as far as planned."""
        self._answer = answer
        self._deck = deck
        self._demands = demands
        self._fans = find_fans(answer, ())
        self._following: list[tuple[Mark, ...]] = []
        self._reasoner = Reasoner(demands.rung, OWNERS_PER_PUZZLE)
        self._hard_steps = self._thought_steps = self._quiet_marks = 0

    def plan(self, marks: int) -> bool:
        """Open cats until a further mark follows after all but one of so many right marks.

        Returns:
            Whether that can be, and whether the cats and steps are as the demands say.
        """
        self._hard_steps = self._thought_steps = 0
        while len(self.open_cards) < marks:
            if not self.open_card() or not self.plan_marks():
                return False
        demands = self._demands
        if self._hard_steps < demands.hard_steps:
            return False
        if marks < PUZZLE_LENGTH:
            return self._thought_steps >= demands.thought_steps
        return len(self.cards) in demands.all_cards

    def copy(self, chance: Chance) -> "_Draft":
        """Return a copy with the same open cats, after which others may come."""
        copied = _Draft(self._answer, chance.shuffle(self._deck), self._demands)
        copied.cards, copied.open_cards = self.cards.copy(), self.open_cards.copy()
        copied._following, copied._reasoner = self._following.copy(), self._reasoner.copy()
        copied._fans, copied._quiet_marks = self._fans, self._quiet_marks
        return copied

    def open_card(self) -> bool:
        """Open one of the next cats that tell anything new, if there is one and it has room."""
        answer, demands = self._answer, self._demands
        rest = iter(self._deck)
        telling = (card for card in rest if is_telling(self._fans, answer, card))
        drawn = tuple(islice(telling, demands.drawn_cards))
        max_cards = (demands.all_cards if self.open_cards else demands.first_cards)[-1]
        if not drawn or len(self.cards) == max_cards:
            return False
        after = {card: open_card(self._fans, answer, card) for card in drawn}
        card = max(drawn, key=lambda each: count_fans(after[each]))
        self._fans = after[card]
        self._deck = (*(each for each in drawn if each != card), *rest)
        self.cards.append(card)
        self._reasoner.open_cards(answer, (card,))
        return True

    def plan_marks(self) -> bool:
        """Let as many right marks come before the next cat as lead to further ones.

        Returns:
            Whether it is still interesting.
        """
        marks = list_marks(self._answer)
        following = list_following_marks(self._fans, marks)
        planned, known = len(self.open_cards), tuple(filter(self._reasoner.has_found, marks))
        if len(following) > planned + MAX_MARKS_AHEAD:
            return False
        for made in range(planned, len(following)):
            if not self._reasoner.finds_more(made):
                break
            if made == planned:
                self._count_step(known)
            self.open_cards.append(len(self.cards))
            self._following.append(following)
        more = len(self.open_cards) - planned
        self._quiet_marks += max(more - 1, 0)
        if more and not planned and len(self.cards) not in self._demands.first_cards:
            return False
        return self._quiet_marks <= MAX_QUIET_MARKS

    def _count_step(self, known: Collection[Mark]) -> None:
        """Count the next step after some marks as hard, if the rungs below do not find it."""
        for rung in RUNGS[: self._demands.rung - 1]:
            easier = Reasoner(rung, OWNERS_PER_PUZZLE, known)
            easier.open_cards(self._answer, self.cards)
            if easier.finds_more(len(known)):
                return
            self._thought_steps += rung == 1
            self._hard_steps += rung == self._demands.rung - 1

    def finish(self) -> Puzzle:
        """Return the puzzle of all cats so far."""
        return Puzzle(
            self._demands.rung,
            self._answer,
            cards=tuple(self.cards),
            open_cards=(*self.open_cards, len(self.cards)),
            following=tuple(self._following),
        )
