"""Each player's chance to win, step by step, and the step after which a chance changed most.

Each game computes the chances from all that is known afterwards, including hidden cards and the
like. Only people who watch a replay see the chances, and never those who play.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

MIN_TURNING_POINT_PERCENT = 20
"""The smallest change of a player's chance to win that is worth telling, in percentage points.
Smaller changes are never reported as a turning point.
"""
MIN_PREFERRED_RATIO = 0.8
"""The minimum size of a preferred change, as a share of the largest change, to be told instead.
Within one step, the change for the player who acted is preferred. Between steps, a rise is
preferred to a fall.
"""


class WinningChances(Struct, frozen=True):
    """Every player's chance to win after one step of a game."""

    step: int
    """The number of the step within its game. The deal is step 0."""
    actor: Seat | None
    """The seat of the player who acted in the step. None means that nobody acted."""
    chances: Sequence[float]
    """Each player's chance to win after the step, from 0 to 1. The index is the player's seat."""


class TurningPoint(Struct, frozen=True):
    """A step of a game that greatly changed one player's chance to win."""

    step: int
    """The number of the step within its game. The deal is step 0."""
    actor: Seat | None
    """The seat of the player who acted in the step. None means that nobody acted."""
    seat: Seat
    """The seat of the player whose chance to win changed."""
    before: int
    """The chance to win of the player at `seat` before the step, in percent."""
    after: int
    """The chance to win of the player at `seat` after the step, in percent."""

    @property
    def size(self) -> int:
        """The size of the change of the chance, in percentage points. It is never negative."""
        return abs(self.after - self.before)

    @property
    def actor_role(self) -> str:
        """Who acted in the step.

        The result is "own", "other" or "nobody". "own" means the player whose chance changed, and
        "other" means another player.
        """
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def is_expected_end(self) -> bool:
        """Whether the step only ended the game as was likely before.

        The player at `seat` had a chance of at least 50% and won, or at most 50% and lost. Such a
        step does not count as a turning point.
        """
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def compute_softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Convert the players' strengths (any numbers) to chances to win that add up to 1.

    The chances are proportional to the exponentials of the strengths.

    >>> compute_softmax((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def find_turning_points(course: Iterable[WinningChances]) -> list[TurningPoint]:
    """Find the steps of a game that changed a player's chance to win much.

    That is by `MIN_TURNING_POINT_PERCENT` or more. A step that ended the game as expected does not
    count.

    >>> course = [WinningChances(0, None, (0.5, 0.5)), WinningChances(4, 1, (0.75, 0.25))]
    >>> find_turning_points(course)
    [TurningPoint(step=4, actor=1, seat=1, before=50, after=25)]

    Args:
        course: The chances after each step of the game, in order.

    Returns:
        The steps, the largest change first. Each has one player, whose chance changed most.
    """
    turns = [_find_largest_change(before, after) for before, after in pairwise(course)]
    told = [
        turn
        for turn in turns
        if turn.size >= MIN_TURNING_POINT_PERCENT and not turn.is_expected_end
    ]
    return sorted(told, key=_weigh_turn, reverse=True)


def _find_largest_change(before: WinningChances, after: WinningChances) -> TurningPoint:
    """Return the largest change of a player's chance to win in one step.

    If the change for the player who acted is nearly as large, return that one instead.
    """
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.chances, after.chances, strict=True))
    ]
    largest = max(turns, key=_weigh_turn)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= MIN_PREFERRED_RATIO * largest.size else largest


def _weigh_turn(turning_point: TurningPoint) -> float:
    """Return the number by which changes are compared. A fall counts as less than an equal rise."""
    return (
        turning_point.size
        if turning_point.after > turning_point.before
        else MIN_PREFERRED_RATIO * turning_point.size
    )
