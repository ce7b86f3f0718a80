"""Where computer players think: in threads, while the pause before their move runs.

So the event loop goes on, and nobody sees by the clock how hard a decision was.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from bot.games.box import Box
from bot.games.game import Seat
from bot.store.records import Table
from bot.tables.live import LiveTables, Question
from bot.tables.lobby.levels import level_of
from bot.tables.playing import answering, thought

THREADS = 2
"""Few: each that thinks takes its share of the time from the event loop."""


class Thinking:
    """Thinks ahead of the moves that computers owe."""

    def __init__(self, live: LiveTables) -> None:
        """Start without a thought about these tables."""
        self._live = live
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
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
            begun[question] = going_on or self._begin(table, box, seat)
        for stale in before.values():
            stale.cancel()
        live.thoughts = begun

    async def move(self, table: Table, box: Box, seat: Seat) -> str | None:
        """Return the move that the computer chooses for a seat; None once this is closed.

        Raises what `Game.choose` raises.
        """
        if self._closed:
            return None
        begun = self._live[table.id].thoughts.pop(_question(table, box, seat), None)
        chosen = await (begun or self._begin(table, box, seat))
        return None if self._closed else chosen

    def close(self) -> None:
        """Begin no more thoughts. One that has begun ends by itself, and nothing comes of it."""
        self._closed = True
        for _, live in self._live:
            for ahead in live.thoughts.values():
                ahead.cancel()
            live.thoughts = {}
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, table: Table, box: Box, seat: Seat) -> asyncio.Future[str]:
        loop = asyncio.get_running_loop()
        begun = loop.run_in_executor(self._threads, thought, table, box, seat)
        begun.add_done_callback(_noted)
        return begun


def _question(table: Table, box: Box, seat: Seat) -> Question:
    return table.step, seat, level_of(table.players[seat], box)


def _noted(done: asyncio.Future[str]) -> None:
    """Take note of a failure that nobody may ask for: asyncio would complain in the log."""
    if not done.cancelled():
        done.exception()
