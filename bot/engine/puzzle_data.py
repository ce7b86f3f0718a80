"""A daily puzzle as data, with the steps that solve it."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

Rung = Literal[1, 2, 3]
"""How hard the reasoning is that a puzzle needs, from a short look (1) to a supposition (3)."""


class Mark(Struct, frozen=True, gc=False, array_like=True, order=True):
    """The statement that somebody who hides features has a certain one, such as "B is red"."""

    owner: int
    """The number of the one who hides features, from 0."""
    feature: int


class Puzzle(Struct, frozen=True, gc=False):
    """A puzzle in which right marks open more cards, until all hidden features are marked."""

    rung: Rung
    """The hardest reasoning that it needs. No way of solving it gets by with the rung below."""
    answer: tuple[tuple[int, ...], ...]
    """The features of each owner, in ascending order. No feature appears twice."""
    cards: tuple[int, ...]
    """The cards in the order in which they open."""
    open_cards: tuple[int, ...]
    """How many cards lie open after 0, 1, 2, ... right marks. The last entry is that of the end."""
    following: tuple[tuple[Mark, ...], ...]
    """All marks that follow from the open cards after 0, 1, 2, ... right marks, whichever they are.
    They are more than the marks made, so there is always a next step.
    """
    schema: int = 1
    """The version of the stored layout."""

    @property
    def length(self) -> int:
        """The number of marks that solve the puzzle."""
        return len(self.following)

    def find_open_cards(self, found: Collection[Mark]) -> tuple[int, ...]:
        """Return the cards that lie open after these right marks, in the order of opening."""
        return self.cards[: self.open_cards[len(found)]]

    def follows(self, mark: Mark, found: Collection[Mark]) -> bool:
        """Return whether a mark follows from what lies open after these right marks."""
        return len(found) < self.length and mark in self.following[len(found)]


class Reason(Struct, frozen=True, gc=False, array_like=True):
    """One conclusion of a chain of reasoning."""

    kind: str
    """The game's own name for the kind of reasoning."""
    owner: int
    features: tuple[int, ...]
    """What the conclusion is about, such as the features that are ruled out."""
    cards: tuple[int, ...] = ()
    """The open cards from which it follows, beside earlier conclusions."""
    supposed: tuple["Reason", ...] = ()
    """What follows from one or more suppositions, each of which is a reason, too."""


class Step(Struct, frozen=True, gc=False):
    """A mark that follows, and why."""

    mark: Mark
    cards: tuple[int, ...]
    """The open cards from which the mark follows, in their order."""
    reasons: tuple[Reason, ...]
    """The chain of reasoning, whose last conclusion is the mark."""
    found_before: tuple[Mark, ...] = ()
    """The further marks that the reasoning finds on its way."""
