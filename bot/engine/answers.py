"""Collects the answers of several players to one decision, which stay secret until all are in.

`Answers` is part of a game's state, and `AnswersView` of its views. The answers are values of any
type that can be stored as JSON: a truth value, a number, or the path (text) of a move.

>>> vote = Answers[bool](decision=7, seats=(0, 1, 2), may_change=True)
>>> vote = vote.add(0, 7, True).add(2, 7, False)
>>> vote.waiting
(1,)
>>> vote.view(2)
AnswersView(seats=(0, 1, 2), answered=(0, 2), own=False)
>>> vote.add(2, 7, True).add(1, 7, False).given
((0, True), (1, False), (2, True))
>>> [(prompt.seat, prompt.has_answered) for prompt in vote.prompts("vote", "vote:7")]
[(0, True), (1, False), (2, True)]
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.engine.events import Seat
from bot.engine.game import Prompt, Stale

A = TypeVar("A")


class AnswersView(Struct, Generic[A], frozen=True, gc=False):
    """What a player or an onlooker may know of answers that are still secret."""

    seats: tuple[Seat, ...] = ()
    """The seats of the players who are asked, in ascending order."""
    answered: tuple[Seat, ...] = ()
    """The seats of the players who have answered, in ascending order."""
    own: A | None = None
    """The viewer's own answer. None means that the viewer has not answered."""

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats of the players who have not answered, in ascending order."""
        return tuple([seat for seat in self.seats if seat not in self.answered])


class Answers(Struct, Generic[A], frozen=True, gc=False):
    """The answers of several players to one decision, which are secret until all are in.

    A state keeps nothing about the order in which the players answered, so no view can tell it.
    """

    decision: int
    """The number of the decision, as in `Prompt.decision`."""
    seats: tuple[Seat, ...]
    """The seats of the players who are asked, in ascending order."""
    given: tuple[tuple[Seat, A], ...] = ()
    """The answers so far, as pairs of a seat and its answer, in the order of the seats."""
    may_change: bool = False
    """Whether players may change their answers until the last one is in."""

    @property
    def answered(self) -> tuple[Seat, ...]:
        """The seats of the players who have answered, in ascending order."""
        return tuple([seat for seat, _ in self.given])

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats of the players who have not answered, in ascending order."""
        return tuple([seat for seat in self.seats if seat not in self.answered])

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """The seats of the players who may answer now, also those who may change their answers."""
        return self.seats if self.may_change and self.waiting else self.waiting

    def find(self, seat: Seat) -> A | None:
        """Return a player's answer, or None if that player has not answered."""
        return next((answer for other, answer in self.given if other == seat), None)

    def add(self, seat: Seat, decision: int, answer: A) -> "Answers[A]":
        """Return the answers together with a player's new one.

        If the player may change an earlier answer, the new answer replaces it.

        Args:
            decision: The number of the decision that the player answers, as in `Act.decision`.
            answer: The answer. It is not None.

        Raises:
            Stale: The player is not asked this decision, or has answered and may not change that.
        """
        if decision != self.decision or seat not in self.open_seats:
            raise Stale
        others = [pair for pair in self.given if pair[0] != seat]
        return replace(self, given=tuple(sorted([*others, (seat, answer)], key=lambda one: one[0])))

    def remove(self, seat: Seat) -> "Answers[A]":
        """Return the answers without a player who left, whose answer no longer counts."""
        return replace(
            self,
            seats=tuple([other for other in self.seats if other != seat]),
            given=tuple([pair for pair in self.given if pair[0] != seat]),
        )

    def prompts(self, kind: str, clock: str = "", clock_share: float = 1.0) -> tuple[Prompt, ...]:
        """Return the prompts of the players who may answer now.

        Args:
            kind: The kind of question, as in `Prompt.kind`.
            clock: The name of the deadline that all these players share, as in `Prompt.clock`.
            clock_share: The share of the table's time limit, as in `Prompt.clock_share`.
        """
        answered = self.answered
        return tuple(
            [
                Prompt(
                    self.decision,
                    seat,
                    kind,
                    clock,
                    has_answered=seat in answered,
                    clock_share=clock_share,
                )
                for seat in self.open_seats
            ]
        )

    def view(self, viewer: Seat | None) -> AnswersView[A]:
        """Return who has answered, and the viewer's own answer.

        Args:
            viewer: The player's seat. None means an onlooker.
        """
        own = None if viewer is None else self.find(viewer)
        return AnswersView(self.seats, self.answered, own)

    def resample(self, viewer: Seat | None, draw: Callable[[Seat], A]) -> "Answers[A]":
        """Return the answers with those replaced that a viewer does not know.

        Games use it for `Game.resample_hidden`.

        Args:
            viewer: The seat of the player whose own answer stays. None means an onlooker.
            draw: Returns a random answer that the player on a seat could have given.
        """
        given = [(seat, answer if seat == viewer else draw(seat)) for seat, answer in self.given]
        return replace(self, given=tuple(given))
