"""What the texts of all games, and of the table around them, are put together with."""

from collections.abc import Iterable

from bot.games.screen import Scene

MEDALS = ("🥇", "🥈", "🥉")
"""Of the first three ranks."""


def lines(*told: str) -> str:
    """Return the lines that are not empty, one below the other."""
    return "\n".join(filter(None, told))


def paragraphs(*told: str) -> str:
    """Return the paragraphs that are not empty, with a blank line between them."""
    return "\n\n".join(filter(None, told))


def medal(rank: int) -> str:
    """Return the medal of a rank, which is 1 for the winner, or its number where there is none."""
    return MEDALS[rank - 1] if rank <= len(MEDALS) else f"{rank}."


def hints(told: Iterable[str], scene: Scene) -> tuple[str, ...]:
    """Return these sentences as what a lesson says besides the game."""
    return tuple(scene.say("lesson-line", line=line) for line in told)
