"""Helpers for the highlights of a finished game: steps that people may enjoy to read about."""

from collections.abc import Callable, Collection, Iterable

from bot.engine.events import Seat
from bot.engine.replays import Highlight
from bot.engine.screens import ScreenContext
from bot.engine.winning_chances import TurningPoint

MAX_HIGHLIGHTS = 6
"""The maximum number of highlights that are told of a game."""
MAX_COMPUTER_HIGHLIGHTS = 1
"""The maximum number of computer players' highlights that are told beside those of people."""


def choose_highlights(
    found: Iterable[Highlight], computers: Collection[Seat]
) -> tuple[Highlight, ...]:
    """Choose the highlights of a game that people will read, first those of people.

    At most one highlight of each kind and of each step is told. Each group is in the order of the
    game. If people have no highlights, all are about computer players.

    Args:
        found: All highlights of the game. If two exclude each other, the earlier one is chosen.
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
    """Return whether a chosen highlight has the same kind or step."""
    return any(other.kind == highlight.kind or other.step == highlight.step for other in chosen)


def describe_turning_point(
    turning_point: TurningPoint,
    player: Callable[[Seat, ScreenContext], str],
    context: ScreenContext,
    **values: int | str,
) -> str:
    """Return the sentence about a step that changed a player's chance to win.

    It is the game's message `moment-turn`.

    Args:
        turning_point: The step, and the change of the chance.
        player: Returns a player's name for the sentence. The sentence names `{ $name }`, the player
            whose chance changed, and `{ $other }`, the player who acted.
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
    return context.say("moment-turn", **values)
