"""Helpers for the highlights of a finished game: steps that people may enjoy to read about."""

from collections.abc import Callable, Collection, Iterable

from bot.engine.events import Seat
from bot.engine.replays import Highlight
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import TurningPoint

MAX_HIGHLIGHTS = 6
MAX_COMPUTER_HIGHLIGHTS = 1
"""Beside those of people."""


def choose_highlights(
    found: Iterable[Highlight], computers: Collection[Seat]
) -> tuple[Highlight, ...]:
    """Choose the highlights of a game that people will read, first those of people.

    At most one of each kind and of each step is told, the first found. Each group is in the order
    of the game. If people have no highlights, all are about computer players.
    """
    found = tuple(found)
    people = _choose_different([h for h in found if h.seat not in computers], MAX_HIGHLIGHTS)
    others = [
        highlight
        for highlight in found
        if highlight.seat in computers and not _is_told(highlight, people)
    ]
    room = min(MAX_COMPUTER_HIGHLIGHTS, MAX_HIGHLIGHTS - len(people)) if people else MAX_HIGHLIGHTS
    return (*people, *_choose_different(others, room))


def _choose_different(found: Iterable[Highlight], max_highlights: int) -> tuple[Highlight, ...]:
    """Return the first highlight of each kind and of each step, in the order of the game."""
    chosen = list[Highlight]()
    for highlight in found:
        if len(chosen) < max_highlights and not _is_told(highlight, chosen):
            chosen.append(highlight)
    return tuple(sorted(chosen, key=lambda highlight: highlight.step))


def _is_told(highlight: Highlight, chosen: Iterable[Highlight]) -> bool:
    return any(other.kind == highlight.kind or other.step == highlight.step for other in chosen)


def describe_turning_point(
    turning_point: TurningPoint,
    player: Callable[[Seat, ScreenContext], str],
    context: ScreenContext,
    **values: int | str,
) -> str:
    """Return the game's message `moment-turn` about a step that changed a chance to win.

    The message names `{ $name }`, the player whose chance changed, and `{ $other }`, the player who
    acted. `values` fill its further placeholders.
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
    return context.say("moment-turn", **values)
