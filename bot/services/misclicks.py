"""Presses that were meant for what stood there a moment ago."""

import asyncio

from cachetools import FIFOCache

from bot.games.screen import Link, Screen
from bot.services.delivery import Target

SETTLES = 0.4
"""Seconds in which nobody reads what has changed under their finger, and presses it."""
REMEMBERED = 4096
"""Messages of which it is known since when they show what they show."""


class Haste:
    """Knows whether the buttons of a message have just changed under somebody's finger."""

    def __init__(self) -> None:
        self._shown: FIFOCache[Target, tuple[int, float]] = FIFOCache(REMEMBERED)
        """What the places of each message do, and since when."""

    def shown(self, target: Target, screen: Screen) -> None:
        """Note that Discord has taken what a message shows from now on.

        What each place does counts, not how it looks: a tile that somebody else has taken stays
        where it was. A note pushes the buttons down.
        """
        places = tuple(
            tuple(None if isinstance(item, Link) else item.press for item in row)
            for row in screen.rows
        )
        layout = hash((places, bool(screen.note)))
        known = self._shown.get(target)
        if known is None or known[0] != layout:
            self._shown[target] = (layout, asyncio.get_running_loop().time())

    def has_just_changed(self, target: Target) -> bool:
        """Tell whether nobody can have read what a message's buttons do, and chosen one of them."""
        known = self._shown.get(target)
        if known is None:
            return False
        return asyncio.get_running_loop().time() - known[1] < SETTLES
