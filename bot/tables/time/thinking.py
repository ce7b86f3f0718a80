"""What computers think ahead of their moves, while the pause before each of them runs.

So nobody sees by the clock how hard a decision was.
"""

import asyncio
from concurrent.futures import Future

from bot.figures import NOTHING, Figures
from bot.games.box import Box
from bot.games.game import Seat
from bot.store.records import Table
from bot.tables.live import LiveTables, Question
from bot.tables.lobby.levels import level_of
from bot.tables.playing import answering
from bot.tables.time.thinkers import Thinkers

PATIENCE = 1.0
"""Seconds after its pause for which a computer is waited for: after three people wonder."""


class Thinking:
    """Thinks ahead of the moves that computers owe."""

    def __init__(self, live: LiveTables, thinkers: Thinkers, figures: Figures = NOTHING) -> None:
        """Start without a thought about these tables; whoever made the thinkers closes them."""
        self._figures = figures
        self._live = live
        self._thinkers = thinkers
        self._begun: set[Future[str]] = set()
        """Thoughts that may be waiting for their turn."""
        self._closed = False

    def ahead(self, table: Table, box: Box) -> None:
        """Begin to think about what computers owe at a table now, and about nothing else there."""
        if self._closed:
            return
        live = self._live[table.id]
        before, begun = live.thoughts, {}
        for seat in answering(table):
            question = _question(table, box, seat)
            going_on = before.pop(question, None)
            begun[question] = going_on or self._begun_now(self._thinkers.begin(table, box, seat))
        for stale in before.values():
            stale.cancel()
        live.thoughts = begun

    async def move(self, table: Table, box: Box, seat: Seat) -> str | None:
        """Return the move that the computer chooses for a seat; None once this is closed.

        Where more computers think than this machine bears, one that is still not ready lets the
        best level choose that thinks quickly.
        """
        if self._closed:
            return None
        known = self._live[table.id].thoughts.pop(_question(table, box, seat), None)
        thought = known or self._begun_now(self._thinkers.begin(table, box, seat))
        await asyncio.wait((thought,), timeout=PATIENCE)
        if not thought.done() and (hurried := self._thinkers.begin_hurried(table, box, seat)):
            thought.cancel()
            thought = self._begun_now(hurried)
            self._figures.computer_hurried()
        chosen = await thought
        return None if self._closed else chosen

    def close(self) -> None:
        """Begin no more thoughts. One that has begun ends by itself, and nothing comes of it."""
        self._closed = True
        for _, live in self._live:
            for ahead in live.thoughts.values():
                ahead.cancel()
            live.thoughts = {}
        for begun in self._begun.copy():
            begun.cancel()

    def _begun_now(self, begun: Future[str]) -> asyncio.Future[str]:
        self._begun.add(begun)
        ahead = asyncio.wrap_future(begun)

        def noted(done: asyncio.Future[str]) -> None:
            self._begun.discard(begun)
            if not done.cancelled():
                done.exception()  # that nobody may ask for: asyncio would complain in the log

        ahead.add_done_callback(noted)
        return ahead


def _question(table: Table, box: Box, seat: Seat) -> Question:
    return table.step, seat, level_of(table.players[seat], box)
