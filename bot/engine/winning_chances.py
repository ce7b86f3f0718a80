"""Each seat's chance to win, step by step, and the step after which a chance changed most.

Each game computes the chances from all that is known afterwards, including hidden things. They are
for people who watch a replay, and never for those who play.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

MIN_TURN_PERCENT = 20
"""The smallest change of a chance that is worth telling, in percentage points."""
MIN_PREFERRED_TURN_RATIO = 0.8
"""The factor by which a preferred change of a chance may be smaller than the largest one.

Among the changes of a step, the acting seat's own one is preferred. Among all changes, a rise is
preferred to a fall.
"""


class WinningChances(Struct, frozen=True):
    """Each seat's chance to win after a step."""

    step: int
    actor: Seat | None
    """The seat that acted. None: nobody."""
    chances: Sequence[float]
    """The chances by seat, from 0 to 1."""


class TurningPoint(Struct, frozen=True):
    """A step after which a seat's chance to win was quite different."""

    step: int
    actor: Seat | None
    seat: Seat
    """The seat whose chance changed."""
    before: int
    """The chance before the step, in percent."""
    after: int
    """The chance after the step, in percent."""

    @property
    def size(self) -> int:
        """The size of the change, in percentage points."""
        return abs(self.after - self.before)

    @property
    def actor_role(self) -> str:
        """Who acted, compared to the seat whose chance changed: "own", "other" or "nobody"."""
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def is_expected_end(self) -> bool:
        """Tell whether the step ended the game as was likely. That is no turning point."""
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def compute_softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Return chances that are proportional to the exponentials of the strengths.

    >>> compute_softmax((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def find_turning_point(course: Iterable[WinningChances]) -> TurningPoint | None:
    """Return the step after which a seat's chance to win changed most.

    None: no chance changed by `MIN_TURN_PERCENT` or more. A step that ended the game as expected
    does not count.

    >>> course = [WinningChances(0, None, (0.5, 0.5)), WinningChances(4, 1, (0.75, 0.25))]
    >>> find_turning_point(course)
    TurningPoint(step=4, actor=1, seat=1, before=50, after=25)
    """
    turns = [_find_largest_change(before, after) for before, after in pairwise(course)]
    told = [turn for turn in turns if turn.size >= MIN_TURN_PERCENT and not turn.is_expected_end]
    return max(told, key=_weigh_turn, default=None)


def _find_largest_change(before: WinningChances, after: WinningChances) -> TurningPoint:
    """Return a step's largest change, or the acting seat's own one if it is nearly as large."""
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.chances, after.chances, strict=True))
    ]
    largest = max(turns, key=_weigh_turn)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= MIN_PREFERRED_TURN_RATIO * largest.size else largest


def _weigh_turn(turning_point: TurningPoint) -> float:
    return (
        turning_point.size
        if turning_point.after > turning_point.before
        else MIN_PREFERRED_TURN_RATIO * turning_point.size
    )
