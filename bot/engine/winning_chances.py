"""How a game turned: how likely each seat wins, step by step, and where that changed most.

Each game reckons chances from all that is known afterwards, hidden things, too: they are for those
who watch a game again, and never for whoever plays it.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import exp

from msgspec import Struct

from bot.engine.events import Seat

LEAST = 20
"""Percent: a smaller turn is not worth telling."""
RATHER = 0.8
"""Whoever did it is told of rather than others, and a rise rather than a fall, if it is so large
beside the larger one."""


class Chances(Struct, frozen=True):
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
    def whose(self) -> str:
        """Return whose move it was beside whose chance: "own", "other" or "nobody"."""
        if self.actor is None:
            return "nobody"
        return "own" if self.actor == self.seat else "other"

    @property
    def expected(self) -> bool:
        """Tell whether it decided the game as was likely: that is no turn, but the end."""
        return (self.after == 100 and self.before >= 50) or (self.after == 0 and self.before <= 50)


def shares(strengths: Sequence[float]) -> tuple[float, ...]:
    """Return chances that go by the powers of e of some strengths.

    >>> shares((0.0, 0.0, float("-inf")))
    (0.5, 0.5, 0.0)
    """
    most = max(strengths)
    weights = [exp(strength - most) for strength in strengths]
    return tuple(weight / sum(weights) for weight in weights)


def turning_point(course: Iterable[Chances]) -> TurningPoint | None:
    """Return the step after which somebody's chance had changed most; None: by less than `LEAST`.

    >>> course = [Chances(0, None, (0.5, 0.5)), Chances(4, 1, (0.75, 0.25))]
    >>> turning_point(course)
    TurningPoint(step=4, actor=1, seat=1, before=50, after=25)
    """
    turns = [_turn(before, after) for before, after in pairwise(course)]
    told = [turn for turn in turns if turn.size >= LEAST and not turn.expected]
    return max(told, key=_weight, default=None)


def _turn(before: Chances, after: Chances) -> TurningPoint:
    """Return the largest change of a step, that of who acted if it is nearly as large."""
    turns = [
        TurningPoint(after.step, after.actor, seat, round(100 * one), round(100 * two))
        for seat, (one, two) in enumerate(zip(before.shares, after.shares, strict=True))
    ]
    largest = max(turns, key=_weight)
    own = turns[after.actor] if after.actor is not None else largest
    return own if own.size >= RATHER * largest.size else largest


def _weight(turn: TurningPoint) -> float:
    return turn.size if turn.after > turn.before else RATHER * turn.size
