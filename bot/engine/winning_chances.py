"""How a game turned: how likely each seat wins, step by step, and where that changed most.

Each game reckons chances from all that is known afterwards, hidden things, too: they are for those
who watch a game again, and never for whoever plays it.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

MIN_TURN_PERCENT = 20
"""Percent: a smaller turn is not worth telling."""
MIN_PREFERRED_TURN_RATIO = 0.8
"""Whoever did it is told of rather than others, and a rise rather than a fall, if it is so large
beside the larger one."""


class WinningChances(Struct, frozen=True):
    """How likely each seat wins after a step."""

    step: int
    actor: Seat | None
    """Who did what was done; None: nobody."""
    shares: Sequence[float]
    """By seat, from 0 to 1."""


class TurningPoint(Struct, frozen=True):
    """A step after which somebody's chance to win was quite another one."""

    step: int
    actor: Seat | None
    seat: Seat
    """Whose chance it was."""
    before: int
    """In percent."""
    after: int

    @property
    def size(self) -> int:
        """Return by how many percent the chance rose or fell."""
        return abs(self.after - self.before)

    @property
    def actor_role(self) -> str:
        """Return whose move it was beside whose chance: "own", "other" or "nobody"."""
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def is_expected_end(self) -> bool:
        """Tell whether it decided the game as was likely: that is no turn, but the end."""
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def compute_softmax(strengths: Sequence[float]) -> tuple[float, ...]:
    """Return chances that go by the powers of e of some strengths.

    >>> compute_softmax((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def find_turning_point(course: Iterable[WinningChances]) -> TurningPoint | None:
    """Return the step after which somebody's chance had changed most.

    None: it changed by less than `MIN_TURN_PERCENT`.

    >>> course = [WinningChances(0, None, (0.5, 0.5)), WinningChances(4, 1, (0.75, 0.25))]
    >>> find_turning_point(course)
    TurningPoint(step=4, actor=1, seat=1, before=50, after=25)
    """
    turns = [_find_largest_change(before, after) for before, after in pairwise(course)]
    told = [turn for turn in turns if turn.size >= MIN_TURN_PERCENT and not turn.is_expected_end]
    return max(told, key=_weigh_turn, default=None)


def _find_largest_change(before: WinningChances, after: WinningChances) -> TurningPoint:
    """Return the largest change of a step, that of who acted if it is nearly as large."""
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.shares, after.shares, strict=True))
    ]
    largest = max(turns, key=_weigh_turn)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= MIN_PREFERRED_TURN_RATIO * largest.size else largest


def _weigh_turn(turn: TurningPoint) -> float:
    return turn.size if turn.after > turn.before else MIN_PREFERRED_TURN_RATIO * turn.size
