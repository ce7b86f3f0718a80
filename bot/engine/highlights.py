"""Helpers for the highlights of a finished game: steps that people may enjoy to read about."""

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
    """Decorate `Screens.find_highlights`: sort its result, and keep one highlight of each step.

    A highlight is a remarkable step of a finished game. If the function yields several for one
    step, the first one is kept.
    """

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
    """Return the highlight for the step after which a player's chance to win changed most.

    Its sentence is the game's message `moment-turn`.

    Args:
        turning_point: The step, and the change of the chance.
        player: Returns a player's name for the sentence. The sentence names `{ $name }`, the player
            whose chance changed, and `{ $other }`, the player who acted.
        context: What the sentence needs to know of the table and of the reader.
        values: The values of further placeholders of the message.
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
