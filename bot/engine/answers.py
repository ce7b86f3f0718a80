"""Collects the answers of several players to one decision, which stay secret until all are in.

`Answers` is part of a game's state, and `AnswersView` of its views. An answer is a truth value, a
number, the path of a move, or whatever can be stored as JSON.

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
    """What a player or an onlooker may know of answers that are still secret.

    All seats are in ascending order.
    """

    seats: tuple[Seat, ...] = ()
    """Who is asked."""
    answered: tuple[Seat, ...] = ()
    own: A | None = None
    """The viewer's own answer, or None for none."""

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not answered."""
        return tuple([seat for seat in self.seats if seat not in self.answered])


class Answers(Struct, Generic[A], frozen=True, gc=False):
    """The answers of several players to one decision, which are secret until all are in.

    All seats are in ascending order, so no view can tell in which order the players answered.
    """

    decision: int
    seats: tuple[Seat, ...]
    """Who is asked."""
    given: tuple[tuple[Seat, A], ...] = ()
    """Pairs of a seat and its answer."""
    may_change: bool = False
    """Whether players may change their answers until the last one is in."""

    @property
    def answered(self) -> tuple[Seat, ...]:
        """Who has answered."""
        return tuple([seat for seat, _ in self.given])

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not answered."""
        return tuple([seat for seat in self.seats if seat not in self.answered])

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        """Who may answer now, also to change an answer."""
        return self.seats if self.may_change and self.waiting else self.waiting

    def find(self, seat: Seat) -> A | None:
        """Return a player's answer, or None for none."""
        return next((answer for other, answer in self.given if other == seat), None)

    def add(self, seat: Seat, decision: int, answer: A) -> "Answers[A]":
        """Return the answers with a player's new one, which is not None.

        If the player may change an earlier answer, the new one replaces it.

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
        """Return the prompts of the players who may answer now."""
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
        """Return who has answered, and the viewer's own answer."""
        own = None if viewer is None else self.find(viewer)
        return AnswersView(self.seats, self.answered, own)

    def resample(self, viewer: Seat | None, draw: Callable[[Seat], A]) -> "Answers[A]":
        """Return the answers with those replaced that a viewer does not know.

        Games use it for `Game.resample_hidden`. `draw` returns a random answer that the player on a
        seat could have given.
        """
        given = [(seat, answer if seat == viewer else draw(seat)) for seat, answer in self.given]
        return replace(self, given=tuple(given))
