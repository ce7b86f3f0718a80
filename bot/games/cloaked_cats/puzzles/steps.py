"""Finds the next step of a puzzle that needs the fewest cats, for hints and explanations.

The search goes by implicit hitting sets (Ignatiev et al. 2015, "Smallest MUS extraction with
minimal hitting set dualization"). Each set of cats from which nothing follows is grown as far as
possible, and at least one of the other cats is needed. The smallest sets that have a cat of each
such group are tried next.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from bot.engine.puzzle_data import Mark, Puzzle, Reason, Rung, Step
from bot.games.cloaked_cats.model.state import CATS
from bot.games.cloaked_cats.puzzles.deduction import find_fans, list_following_marks
from bot.games.cloaked_cats.puzzles.reasoner import PROVING_KINDS, RUNGS, Reasoner, split_bits

MAX_COMPARED_STEPS = 12
"""The maximum number of steps with equally few cats of which the shortest is chosen."""


def find_step(puzzle: Puzzle, found: Collection[Mark], mark: Mark | None = None) -> Step:
    """Return the next step that needs the fewest cats, by the reasoning of the puzzle's rung.

    Of steps with as few cats, it is one of the lowest rung, then one with few reasons, and then one
    of which most cats show the feature.

    Args:
        found: The right marks so far.
        mark: Only this mark counts as next step, and the lowest rung that finds it counts before
            the fewest cats, even a rung above the puzzle's. If none does, the step has no reasons.

    Raises:
        ValueError: Nothing follows, or not the mark.
    """
    follow = puzzle.following[len(found)] if len(found) < puzzle.length else ()
    goals = [each for each in follow if each not in found and mark in (None, each)]
    if not goals:
        raise ValueError(mark)
    search = _Search(puzzle, tuple(found), tuple(goals))
    best: tuple[Step, ...] = ()
    for rung in RUNGS if mark else RUNGS[: puzzle.rung]:
        max_cards = len(best[0].cards) - 1 if best else len(search.cards)
        best = search.find_steps(rung, max_cards) or best
        if best and mark:
            break
    return min(best or (search.find_exact_step(),), key=_rate_explanation)


def _rate_explanation(step: Step) -> tuple[int, int]:
    """Return how hard a step's explanation is to read, among those with as many cats."""
    return len(step.reasons), sum(step.mark.feature not in CATS[card] for card in step.cards)


class _Search(Struct):
    """A search among the sets of open cats, as bit sets of their positions."""

    puzzle: Puzzle
    found: tuple[Mark, ...]
    goals: tuple[Mark, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        return self.puzzle.find_open_cards(self.found)

    def find_steps(self, rung: Rung, max_cards: int) -> tuple[Step, ...]:
        """Return some steps of a rung with the fewest cats, if so many are enough."""

        def follows(cards: int) -> bool:
            return self._follows(cards) and any(self._explain(cards, rung))

        if not follows((1 << len(self.cards)) - 1):
            return ()
        sets = self._find_fewest(follows, max_cards)
        return tuple(step for cards in sets for step in self._explain(cards, rung))

    def find_exact_step(self) -> Step:
        """Return the step with the fewest cats by exact deduction, without reasons."""
        cards = self._find_fewest(self._follows, len(self.cards))[0]
        mark = self._list_following(cards)[0]
        return Step(mark, self._list_cards(cards), ())

    def _follows(self, cards: int) -> bool:
        """Return whether a goal follows by exact deduction, which knows all that reasoning does."""
        return bool(self._list_following(cards))

    def _list_following(self, cards: int) -> tuple[Mark, ...]:
        fans = find_fans(self.puzzle.answer, self._list_cards(cards), self.found)
        return list_following_marks(fans, self.goals)

    def _explain(self, cards: int, rung: Rung) -> Iterator[Step]:
        """Yield the steps that follow first by a rung."""
        answer, opened = self.puzzle.answer, self._list_cards(cards)
        reasoner = Reasoner(rung, len(answer), self.found)
        reasoner.open_cards(answer, opened)
        if reasoner.finds_any(self.goals):
            for mark in filter(reasoner.has_found, self.goals):
                reasons = reasoner.explain(mark)
                yield Step(mark, opened, reasons, _list_found(reasons[:-1]))

    def _list_cards(self, cards: int) -> tuple[int, ...]:
        return tuple(card for at, card in enumerate(self.cards) if cards >> at & 1)

    def _find_fewest(self, follows: Callable[[int], bool], max_cards: int) -> tuple[int, ...]:
        """Return some of the smallest sets of cats from which a goal follows."""
        conflicts: list[int] = []
        fewest: dict[int, None] = {}
        size = failures = 0
        while size <= max_cards:
            for cards in _find_hitting_sets(conflicts, size):
                if cards not in fewest and not follows(cards):
                    conflicts.append(self._find_conflict(cards, follows))
                    failures += bool(fewest)
                    break
                fewest[cards] = None
                if len(fewest) == MAX_COMPARED_STEPS:
                    return tuple(fewest)
            else:
                if fewest:
                    return tuple(fewest)
                size += 1
            if failures > MAX_COMPARED_STEPS:
                return tuple(fewest)
        return ()

    def _find_conflict(self, cards: int, follows: Callable[[int], bool]) -> int:
        """Return a small set of cats of which one is needed, given cats that are not enough."""
        if not self._follows(cards):
            follows = self._follows
        every = (1 << len(self.cards)) - 1
        for card in split_bits(every & ~cards):
            if not follows(cards | card):
                cards |= card
        return every & ~cards


def _list_found(reasons: Collection[Reason]) -> tuple[Mark, ...]:
    """Return the marks that reasons prove."""
    proving = (each for each in reasons if each.kind in PROVING_KINDS)
    return tuple(Mark(each.owner, each.features[0]) for each in proving)


def _find_hitting_sets(conflicts: list[int], size: int, left_out: int = 0) -> Iterator[int]:
    """Yield sets of at most so many cats, with a cat of each conflict."""
    if not conflicts:
        yield 0
    elif size:
        first = min((each & ~left_out for each in conflicts), key=int.bit_count)
        for card in split_bits(first):
            rest = [each for each in conflicts if not each & card]
            for others in _find_hitting_sets(rest, size - 1, left_out):
                yield card | others
            left_out |= card
