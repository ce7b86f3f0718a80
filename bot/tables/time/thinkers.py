"""Where computers think: levels that think long in a process aside, all others in threads here."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import takewhile

from bot.games.box import Box
from bot.games.game import Seat
from bot.games.thought import Chosen, Thought, ended
from bot.store.records import Table
from bot.tables.lobby.levels import level_of
from bot.tables.playing import move_of, thought_of
from bot.tables.time.aside import Aside

THREADS = 2
"""Few: each that thinks takes its share of the time from the event loop."""


class Thinkers:
    """Those who think for computers: one for all shards of a process."""

    def __init__(self, aside: Aside | None = None) -> None:
        """Think here alone if there is no process `aside`, which is closed with this."""
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
        self._waiting = ThreadPoolExecutor(1, thread_name_prefix="thinking-aside")
        """What waits for the process, which thinks about one thing at a time."""
        self._aside = aside

    def begin(self, table: Table, box: Box, seat: Seat) -> Future[str]:
        """Return the move to come that the computer chooses for a seat.

        Thoughts of a kind begin in the order in which they came; one that is cancelled before, does
        not.
        """
        level = level_of(table.players[seat], box)
        if self._aside is None or level in box.game.quick:
            return self._threads.submit(_move, _here, table, box, seat, level)
        return self._waiting.submit(_move, self._aside.think, table, box, seat, level)

    def begin_hurried(self, table: Table, box: Box, seat: Seat) -> Future[str] | None:
        """Return the move to come of the best weaker level that thinks quickly; None: none does."""
        level = level_of(table.players[seat], box)
        weaker = takewhile(lambda each: each != level, box.game.levels)
        quick = [each for each in weaker if each in box.game.quick]
        if level in box.game.quick or not quick:
            return None
        return self._threads.submit(_move, _here, table, box, seat, quick[-1])

    def close(self) -> None:
        """Begin no more thoughts. One that has begun here ends by itself; nothing comes of it."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._waiting.shutdown(wait=False, cancel_futures=True)
        if self._aside:
            self._aside.close()


def _move(
    think: Callable[[Thought], Chosen], table: Table, box: Box, seat: Seat, level: str
) -> str:
    thought = thought_of(table, box, seat, level)
    return move_of(table, thought, think(thought))


def _here(thought: Thought) -> Chosen:
    return ended(thought.choose)
