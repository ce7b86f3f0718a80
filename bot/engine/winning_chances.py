"""Each player's chance to win, step by step, and the step after which a chance changed most.

Each game computes the chances from all that is known afterwards, including hidden cards and the
like. They are for people who watch a replay, and never for those who play.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

MIN_TURN_PERCENT = 20
"""The smallest change of a player's chance to win that is worth telling, in percentage points."""
MIN_PREFERRED_TURN_RATIO = 0.8
"""How large a preferred change must be, as a share of the largest change, to be told instead.

Among the changes of one step, that of the player who acted is preferred. Among all steps, a rise is
preferred to a fall.
"""


class WinningChances(Struct, frozen=True):
    """Every player's chance to win after one step of a game."""

    step: int
    """The number of the step. The deal is step 0."""
    actor: Seat | None
    """The seat of the player who acted in the step. None means that nobody acted."""
    chances: Sequence[float]
    """Each player's chance to win, by seat, from 0 to 1."""


class TurningPoint(Struct, frozen=True):
    """A step that changed one player's chance to win a great deal."""

    step: int
    """The number of the step. The deal is step 0."""
    actor: Seat | None
    """The seat of the player who acted in the step. None means that nobody acted."""
    seat: Seat
    """The seat of the player whose chance changed."""
    before: int
    """That player's chance to win before the step, in percent."""
    after: int
    """That player's chance to win after the step, in percent."""

    @property
    def size(self) -> int:
        """The size of the change, in percentage points. It is never negative."""
        return abs(self.after - self.before)

    @property
    def actor_role(self) -> str:
        """Who acted: "own" is the player whose chance changed, "other" another one, or "nobody"."""
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def is_expected_end(self) -> bool:
        """Whether the step only ended the game in the way that was likely before.

        Such a step is no turning point.
        """
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def compute_softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Convert the players' strengths to chances that add up to 1.

    The chances are proportional to the exponentials of the strengths.

    >>> compute_softmax((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def find_turning_point(course: Iterable[WinningChances]) -> TurningPoint | None:
    """Find the step that changed a player's chance to win most.

    A step that ended the game as expected does not count.

    >>> course = [WinningChances(0, None, (0.5, 0.5)), WinningChances(4, 1, (0.75, 0.25))]
    >>> find_turning_point(course)
    TurningPoint(step=4, actor=1, seat=1, before=50, after=25)

    Args:
        course: The chances after each step of the game, in order.

    Returns:
        The step, or None if no chance changed by at least `MIN_TURN_PERCENT`.
    """
    turns = [_find_largest_change(before, after) for before, after in pairwise(course)]
    told = [turn for turn in turns if turn.size >= MIN_TURN_PERCENT and not turn.is_expected_end]
    return max(told, key=_weigh_turn, default=None)


def _find_largest_change(before: WinningChances, after: WinningChances) -> TurningPoint:
    """Return the largest change in one step.

    The acting player's own change is returned instead if it is nearly as large.
    """
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.chances, after.chances, strict=True))
    ]
    largest = max(turns, key=_weigh_turn)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= MIN_PREFERRED_TURN_RATIO * largest.size else largest


def _weigh_turn(turning_point: TurningPoint) -> float:
    """Return the size by which changes are compared: a fall counts as less than an equal rise."""
    return (
        turning_point.size
        if turning_point.after > turning_point.before
        else MIN_PREFERRED_TURN_RATIO * turning_point.size
    )
