"""Reacts when threads are locked or archived, or servers come and go."""

import logging
from collections.abc import Collection
from contextlib import suppress
from math import inf

from cachetools import TTLCache

from bot.domain.changes import Change, Refused
from bot.domain.presence import resume
from bot.domain.table import Match, Table
from bot.services.boards import Boards
from bot.services.messenger import RequestFailed
from bot.services.service import Service, Shared

log = logging.getLogger(__name__)

MIN_SECONDS_BETWEEN_REOPENINGS = 6 * 3600.0
"""The minimum number of seconds between two times that the bot reopens the same archived thread.
If the thread is archived again before that, its table pauses.
"""


class ChannelEvents(Service):
    """Pauses or resumes tables when their thread or server changes."""

    def __init__(self, shared: Shared, boards: Boards) -> None:
        super().__init__(shared)
        self._boards = boards
        self._reopened_threads: TTLCache[int, None, float] = TTLCache(
            inf, MIN_SECONDS_BETWEEN_REOPENINGS, shared.clock.now
        )
        """The ids of threads. They are not stored, so a restart may reopen each once more."""
        self._waiting_tables: dict[int, set[int]] = {}
        """Maps each unavailable server's id to the ids of the tables that are paused for it."""

    async def on_server_left(self, guild: int) -> None:
        """Record that the bot was removed from a server. Its data are deleted 30 days later."""
        await self._store.guilds.note_removed([guild], self._clock.now())

    async def on_server_joined(self, guild: int) -> None:
        """Record that the bot is on a server, whose data are kept."""
        await self._store.guilds.note_joined([guild])

    async def compare_servers(self, guilds: Collection[int]) -> None:
        """Record which servers the bot left or joined unheard. `guilds` are all it is on now."""
        await self._store.guilds.compare(guilds, self._clock.now(), self._shard)

    async def on_server_lost(self, guild: int) -> None:
        """Pause all running games of a server that Discord reports as unavailable.

        Nobody can press buttons there, so no deadline may run out.
        """
        waiting = self._waiting_tables.setdefault(guild, set())
        for table_id in await self._store.tables.find_open_in_guild(guild):
            with suppress(Refused):
                table = await self._tables.load(table_id)
                if isinstance(table, Match) and table.paused != "channel":
                    waiting.add(table_id)
                    await self._boards.pause(table)
        log.info("%d tables wait: Discord cannot reach their server", len(waiting))

    async def on_server_back(self, guild: int) -> None:
        """Resume the tables that were paused while their server was unavailable.

        Their deadlines are extended by the length of the pause. After a restart, the bot does not
        know these tables, and each resumes with the next click.
        """

        def goes_on(table: Table) -> Change:
            waits = table.paused == "channel"
            return Change(resume(table, self._clock.now()) if waits else table)

        for table_id in self._waiting_tables.pop(guild, ()):
            with suppress(Refused):
                await self._tables.submit(table_id, goes_on)

    async def on_lock(self, thread: int) -> None:
        """Pause the running game of a thread that somebody has locked.

        The table resumes with the next click after the thread is unlocked.
        """
        table = await self._find_running_table(thread)
        if table:
            log.info("table %s waits: its thread %s is locked", table.id, thread)
            await self._boards.pause(table)

    async def on_archive(self, thread: int) -> None:
        """Reopen an archived thread if a game is running in it.

        In an archived thread, some people's buttons do nothing. If somebody archives the thread
        again within `MIN_SECONDS_BETWEEN_REOPENINGS`, they want it closed, so the table pauses
        instead.
        """
        table = await self._find_running_table(thread)
        if table is None:
            return
        if thread in self._reopened_threads:
            log.info("table %s waits: its thread %s was archived again", table.id, thread)
            await self._boards.pause(table)
            return
        with suppress(RequestFailed):
            await self._messenger.reopen(thread)
            self._reopened_threads[thread] = None

    async def _find_running_table(self, thread: int) -> Table | None:
        """Return the table with a running game in a thread, or None if there is none.

        A table that is paused because the bot cannot reach the thread does not count.
        """
        table = await self._tables.find_open_table(thread)
        runs = isinstance(table, Match) and table.paused != "channel"
        return table if runs else None
