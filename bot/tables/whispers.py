"""The private lines to people, by which their own screens are pushed while they are fresh."""

from collections.abc import Callable

from bot.games.box import Box
from bot.games.game import Seat
from bot.store.records import Table
from bot.tables import screens
from bot.tables.background import Background
from bot.tables.change import Change
from bot.tables.messenger import Whisper
from bot.tables.playing import position, waiting

FRESH = 14 * 60.0
"""Seconds for which an interaction token is used (Discord takes it for 15 minutes)."""


class Whispers:
    """The newest private line to each person at each table; they live in memory only."""

    def __init__(self, background: Background, now: Callable[[], float]) -> None:
        self._background = background
        self._now = now
        self._newest: dict[tuple[int, int], Whisper] = {}

    def remember(self, table: int, user: int, whisper: Whisper) -> None:
        """Keep a person's newest private line; one that shows their own screen is preferred."""
        known = self._fresh(table, user)
        if whisper.own or known is None or not known.own:
            self._newest[table, user] = whisper

    def _fresh(self, table: int, user: int) -> Whisper | None:
        whisper = self._newest.get((table, user))
        return None if whisper is None or self._is_old(whisper) else whisper

    def _is_old(self, whisper: Whisper) -> bool:
        return self._now() - whisper.at > FRESH

    def told(self, table: Table, box: Box, user: int) -> bool:
        """Show a person their own screen if there is a fresh line to them; tell if so."""
        whisper = self._fresh(table.id, user)
        if whisper is None:
            return False
        self._background.run(self._show(whisper, table, box, user))
        return True

    def push(self, before: Table, change: Change, box: Box, told: int | None) -> None:
        """Show their own screens to those who have news, or to all when the phase changes.

        News is to be asked for something, or what happened for that seat's eyes alone. Whoever does
        not sit here any more is told so, too, in place of the own screen, and the line to them is
        dropped. `told` is whom the answer to a click tells already.
        """
        after = change.table
        for seat in _concerned(before, change, box):
            user = after.players[seat].user
            whisper = self._fresh(after.id, user) if user and user != told else None
            if user and whisper and (whisper.own or after.phase != "closed"):
                self._background.run(self._show(whisper, after, box, user))
        for user in _gone(before, after):
            whisper = self._fresh(after.id, user)
            if whisper and whisper.own and user != told:
                self._background.run(self._show(whisper, after, box, user))
            self._newest.pop((after.id, user), None)
        self._newest = {key: w for key, w in self._newest.items() if not self._is_old(w)}

    async def _show(self, whisper: Whisper, table: Table, box: Box, user: int) -> None:
        """Show a person their own screen; a line that fails is forgotten.

        Then the next press is answered with the screen, instead of trusting that line again.
        """
        shown = await whisper.show(screens.own(table, box, user, whisper.language))
        if not shown and self._newest.get((table.id, user)) is whisper:
            del self._newest[table.id, user]


def _concerned(before: Table, change: Change, box: Box) -> tuple[Seat, ...]:
    """Return the seats whose own screen has news for them.

    Nobody's when a lesson is left: that is answered, and the same message may show the next one.
    """
    after = change.table
    if after.is_lesson and after.phase == "closed":
        return ()
    if after.phase == before.phase == "playing":
        asked = _asked(after, box) - _asked(before, box)
        newly = {seat for _, seat in asked}
        return tuple(sorted(newly.union(*(event.to or () for event in change.events))))
    if after.phase != before.phase and {"playing", "closed"} & {before.phase, after.phase}:
        return tuple(range(len(after.players)))
    return ()


def _asked(table: Table, box: Box) -> set[tuple[int, Seat]]:
    """Return the decisions that people owe now, with their seats."""
    prompts = waiting(table, position(table, box).prompts)
    return {(prompt.decision, prompt.seat) for prompt in prompts if prompt.seat is not None}


def _gone(before: Table, after: Table) -> tuple[int, ...]:
    """Return the user ids of those who have lost or given up their seat."""
    seated = {player.user for player in after.players}
    users = (player.user for player in before.players if player.user not in seated)
    return tuple(user for user in users if user)
