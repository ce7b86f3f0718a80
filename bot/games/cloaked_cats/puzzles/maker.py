"""Makes the puzzle of a day from a secret seed.

Deals are drawn until one gives a puzzle that meets the demands of the weekday. A cat opens as soon
as nothing further follows, by the puzzle's rung, from the cats that lie open. As the reasoning uses
no marks, there is a next step in whatever order people mark.
"""

from itertools import count, islice

from msgspec import Struct

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

OWNERS = 3
PUZZLE_LENGTH = OWNERS * FEATURES_PER_FAN
MAX_MARKS_AHEAD = 3
"""The maximum number of marks that follow at once. With more, a puzzle falls apart too soon."""
MAX_QUIET_MARKS = 2
"""The maximum number of right marks, before the last, that open no cat."""


class Demands(Struct, frozen=True):
    """What the puzzle of a weekday has to be like."""

    rung: Rung
    hard_steps: int = 0
    """After how many numbers of right marks, at least, the rung below finds no next step."""
    first_cards: range = range(4, 10)
    """How many cats may lie open at the start."""
    all_cards: range = range(10, 17)
    """How many cats may lie open at the end. A phone shows 16 of them well."""
    drawn_cards: int = 1
    """Of how many cats the one opens that tells least. With more, the floor becomes larger."""


_EASY, _MEDIUM, _HARD = Demands(1), Demands(2, hard_steps=2), Demands(3, hard_steps=2)
_LARGE = Demands(3, 2, first_cards=range(6, 13), all_cards=range(18, 25), drawn_cards=3)
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
    while len(draft.open_cards) < PUZZLE_LENGTH:
        if not draft.open_card() or not draft.plan_marks():
            return None
    return draft.finish()


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
        self._reasoner = Reasoner(demands.rung, OWNERS)
        self._easier = Reasoner(RUNGS[demands.rung - 2], OWNERS) if demands.rung > 1 else None
        self._hard_steps = self._quiet_marks = 0

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
        for reasoner in filter(None, (self._reasoner, self._easier)):
            reasoner.open_cards(answer, (card,))
        return True

    def plan_marks(self) -> bool:
        """Let as many right marks come before the next cat as lead to further ones.

        Returns:
            Whether it is still interesting.
        """
        following = list_following_marks(self._fans, list_marks(self._answer))
        planned = len(self.open_cards)
        if len(following) > planned + MAX_MARKS_AHEAD:
            return False
        for marks in range(planned, len(following)):
            if not self._reasoner.finds_more(marks):
                break
            self._hard_steps += self._easier is None or not self._easier.finds_more(marks)
            self.open_cards.append(len(self.cards))
            self._following.append(following)
        more = len(self.open_cards) - planned
        self._quiet_marks += max(more - 1, 0)
        if more and not planned and len(self.cards) not in self._demands.first_cards:
            return False
        return self._quiet_marks <= MAX_QUIET_MARKS

    def finish(self) -> Puzzle | None:
        """Return the puzzle if it is hard enough and has enough cats."""
        demands = self._demands
        if self._hard_steps < demands.hard_steps or len(self.cards) not in demands.all_cards:
            return None
        return Puzzle(
            demands.rung,
            self._answer,
            cards=tuple(self.cards),
            open_cards=(*self.open_cards, len(self.cards)),
            following=tuple(self._following),
        )
