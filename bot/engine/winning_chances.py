"""Each player's chance to win, step by step, and the step after which a chance changed most.

Each game computes the chances from all that is known afterwards, including hidden cards. Only
replays show them.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

MIN_TURNING_POINT_PERCENT = 20
"""The smallest change of a chance that is worth telling, in percentage points."""
MIN_PREFERRED_RATIO = 0.8
"""The minimum size of a preferred change, as a share of the largest one. Within one step, the
change for the player who acted is preferred; between steps, a rise.
"""


class WinningChances(Struct, frozen=True):
    """Every player's chance to win after one step of a game."""

    step: int
    actor: Seat | None
    """Who acted in the step, or None for nobody."""
    chances: Sequence[float]
    """From 0 to 1, by seat."""


class TurningPoint(Struct, frozen=True):
    """A step of a game that greatly changed one player's chance to win."""

    step: int
    actor: Seat | None
    """Who acted in the step, or None for nobody."""
    seat: Seat
    """The player whose chance changed."""
    before: int
    """The chance before the step, in percent."""
    after: int

    @property
    def size(self) -> int:
        """The size of the change, in percentage points."""
        return abs(self.after - self.before)

    @property
    def actor_role(self) -> str:
        """Who acted: "own" (the player whose chance changed), "other" or "nobody"."""
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def is_expected_end(self) -> bool:
        """Whether the step only ended the game as was likely before: by at least 50%."""
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def compute_softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Convert strengths (any numbers) to chances proportional to their exponentials.

    >>> compute_softmax((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def find_turning_points(course: Iterable[WinningChances]) -> list[TurningPoint]:
    """Find the steps that changed a player's chance by `MIN_TURNING_POINT_PERCENT` or more.

    The largest change comes first. A step that ended the game as expected does not count.

    >>> course = [WinningChances(0, None, (0.5, 0.5)), WinningChances(4, 1, (0.75, 0.25))]
    >>> find_turning_points(course)
    [TurningPoint(step=4, actor=1, seat=1, before=50, after=25)]
    """
    turns = [_find_largest_change(before, after) for before, after in pairwise(course)]
    told = [
        turn
        for turn in turns
        if turn.size >= MIN_TURNING_POINT_PERCENT and not turn.is_expected_end
    ]
    return sorted(told, key=_weigh_turn, reverse=True)


def _find_largest_change(before: WinningChances, after: WinningChances) -> TurningPoint:
    """Return the largest change of a chance in one step, or that of the player who acted."""
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.chances, after.chances, strict=True))
    ]
    largest = max(turns, key=_weigh_turn)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= MIN_PREFERRED_RATIO * largest.size else largest


def _weigh_turn(turning_point: TurningPoint) -> float:
    return (
        turning_point.size
        if turning_point.after > turning_point.before
        else MIN_PREFERRED_RATIO * turning_point.size
    )
