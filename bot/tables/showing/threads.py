"""Threads that somebody or Discord closes while a game runs there."""

import logging
from contextlib import suppress
from math import inf

from cachetools import TTLCache

from bot.store.records import Table
from bot.tables.showing.boards import Boards
from bot.tables.showing.messenger import Messenger, NotTaken
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

STAYS_OPEN_SECONDS = 6 * 3600.0
"""Seconds after the bot has reopened a thread within which it does not reopen it once more."""


class Threads:
    """Keeps the threads of running games open, or lets their tables wait."""

    def __init__(self, tables: Tables, boards: Boards, messenger: Messenger) -> None:
        """Reopen threads by this way to Discord; `boards` pause the tables."""
        self._tables = tables
        self._boards = boards
        self._messenger = messenger
        self._reopened: TTLCache[int, None, float] = TTLCache(inf, STAYS_OPEN_SECONDS, tables.now)
        """Threads that were reopened lately. After a restart each is reopened once more."""

    async def on_lock(self, thread: int) -> None:
        """Pause the table of a thread that somebody has locked.

        It goes on with the next click after the thread is open again.
        """
        table = await self._running_in(thread)
        if table:
            log.info("table %s waits: its thread %s is locked", table.id, thread)
            await self._boards.pause(table)

    async def on_archive(self, thread: int) -> None:
        """Reopen an archived thread in which a game runs; if that is undone, pause the table.

        In an archived thread, some people's buttons do nothing. Whoever archives a thread again
        soon after it was reopened wants it closed.
        """
        table = await self._running_in(thread)
        if table is None:
            return
        if thread in self._reopened:
            log.info("table %s waits: its thread %s was archived again", table.id, thread)
            await self._boards.pause(table)
            return
        with suppress(NotTaken):
            await self._messenger.reopen(thread)
            self._reopened[thread] = None

    async def _running_in(self, thread: int) -> Table | None:
        """Return the table of a running game in a thread, unless it waits for the thread."""
        table = await self._tables.open_table(thread)
        runs = table and table.phase == "playing" and table.paused != "channel"
        return table if runs else None
