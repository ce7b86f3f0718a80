"""The highlights of a finished game: their selection, and the text of its turning point."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec

from bot.engine.events import Seat
from bot.engine.screen import Highlight, ScreenContext
from bot.engine.winning_chances import TurningPoint

P = ParamSpec("P")


def sort_by_step(
    find_highlights: Callable[P, Iterable[Highlight]],
) -> Callable[P, tuple[Highlight, ...]]:
    """Sort the highlights that a function yields by step, and keep the first one of each step."""

    @wraps(find_highlights)
    def find_in_order(*args: P.args, **kwargs: P.kwargs) -> tuple[Highlight, ...]:
        found = dict[int, Highlight]()
        for highlight in find_highlights(*args, **kwargs):
            found.setdefault(highlight.step, highlight)
        return tuple(found[step] for step in sorted(found))

    return find_in_order


def describe_turning_point(
    turning_point: TurningPoint,
    player: Callable[[Seat, ScreenContext], str],
    context: ScreenContext,
    **values: int | str,
) -> Highlight:
    """Return the highlight of a turning point, made from the message `moment-turning_point`.

    `values` are added to what fills the message.

    `{ $name }` is the player whose chance changed. `{ $other }` is the player who acted.
    """
    values |= {
        "whose": turning_point.actor_role,
        "before": turning_point.before,
        "after": turning_point.after,
    }
    values |= {
        "name": player(turning_point.seat, context),
        "other": player(turning_point.actor or 0, context),
    }
    return Highlight(turning_point.step, context.say("moment-turn", **values))
