"""The highlights of a game that is over: which are told, and how the game turned."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec

from bot.engine.events import Seat
from bot.engine.screen import Highlight, ScreenContext
from bot.engine.winning_chances import TurningPoint

P = ParamSpec("P")


def sort_by_step(find: Callable[P, Iterable[Highlight]]) -> Callable[P, tuple[Highlight, ...]]:
    """Return the highlights that a function yields by their steps; of a step, the first one."""

    @wraps(find)
    def find_in_order(*args: P.args, **kwargs: P.kwargs) -> tuple[Highlight, ...]:
        found = dict[int, Highlight]()
        for highlight in find(*args, **kwargs):
            found.setdefault(highlight.step, highlight)
        return tuple(found[step] for step in sorted(found))

    return find_in_order


def describe_turning_point(
    turn: TurningPoint,
    player: Callable[[Seat, ScreenContext], str],
    scene: ScreenContext,
    **values: int | str,
) -> Highlight:
    """Return how a game turned: the message `moment-turn`, filled with `values`, too.

    `{ $name }` is whose chance it was, `{ $other }` who did it.
    """
    values |= {"whose": turn.actor_role, "before": turn.before, "after": turn.after}
    values |= {"name": player(turn.seat, scene), "other": player(turn.actor or 0, scene)}
    return Highlight(turn.step, scene.say("moment-turn", **values))
