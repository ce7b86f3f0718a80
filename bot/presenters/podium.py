"""Renders the podium of an evening that has ended."""

from bot.domain.evenings import Evening
from bot.engine.package import GameRegistry
from bot.engine.screen import Screen
from bot.i18n import Text
from bot.presenters.evenings import format_points


def render_podium(
    evening: Evening,
    registry: GameRegistry,  # noqa: ARG001
    say: Text,
    *,
    pictures: bool,  # noqa: ARG001
) -> Screen:
    """Return the screen of an evening that has ended."""
    points = format_points(evening, say)
    return Screen(
        say("podium-title"),
        say("evening-table", games=len(evening.games), points=points),
        content=points,
    )
