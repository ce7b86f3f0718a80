"""Guards against clicks that were meant for what stood there a moment ago."""

import asyncio

from bot.engine.screen import Link, Screen
from bot.services.sessions import TableSessions

MISCLICK_GUARD_SECONDS = 0.4
"""Seconds in which nobody reads what has changed under their finger, and presses it."""
BOARD = 0
"""Stands for the board in place of a user."""


class Misclicks:
    """Knows whether the buttons of a message have just changed under somebody's finger."""

    def __init__(self, sessions: TableSessions) -> None:
        self._sessions = sessions

    def note_shown(self, table_id: int, screen: Screen, user: int = BOARD) -> None:
        """Note that Discord has taken what a message shows from now on.

        What each place does counts, not how it looks: a tile that somebody else has taken stays
        where it was. A note pushes the buttons down.
        """
        places = tuple(
            tuple(None if isinstance(item, Link) else item.press for item in row)
            for row in screen.rows
        )
        layout = hash((places, bool(screen.note)))
        shown = self._sessions[table_id].shown
        if user not in shown or shown[user][0] != layout:
            shown[user] = (layout, asyncio.get_running_loop().time())

    def has_just_changed(self, table_id: int, user: int = BOARD) -> bool:
        """Return whether nobody can have read what a message's buttons do, and chosen one."""
        session = self._sessions.peek(table_id)
        if session is None or user not in session.shown:
            return False
        since = session.shown[user][1]
        return asyncio.get_running_loop().time() - since < MISCLICK_GUARD_SECONDS
