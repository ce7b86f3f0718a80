"""The public boards: drawn by a task of each table's own, which lives while there is work."""

import asyncio
import logging
from contextlib import suppress

from msgspec.structs import replace

from bot.games.screen import Screen
from bot.log import log_failure
from bot.store.records import Table
from bot.tables import screens
from bot.tables.background import Background
from bot.tables.change import Change, closed
from bot.tables.messenger import BoardGone, ChannelGone, Messenger, NoAccess, Unreachable
from bot.tables.tables import Tables

log = logging.getLogger(__name__)

QUIET = 120.0
"""Seconds without a click after which somebody who is asked is called with a new board."""
RETRY = (2.0, 5.0, 15.0, 60.0)
"""Seconds until the next try, the last one from then on, while Discord does not take a board."""
SOON = 1.0
"""Seconds that the answer to whoever opens a table waits for its board."""
EVENTS = 9
"""How many of the last events a board tells."""


class Boards:
    """Keeps every table's public message at its newest version, one edit in flight for each."""

    def __init__(self, tables: Tables, messenger: Messenger, background: Background) -> None:
        self._tables = tables
        self._messenger = messenger
        self._background = background
        self._drawing: dict[int, asyncio.Event] = {}
        """The tables that are drawn now; the event tells that it was tried once."""
        self._wanted: set[int] = set()
        self._unsure: set[int] = set()
        """Tables for which Discord may have a post already that the store knows nothing of."""
        self._naps: set[asyncio.Task[None]] = set()
        self._closed = False

    def redraw(self, table_id: int) -> None:
        """See to it that the newest version is shown."""
        self._wanted.add(table_id)
        if table_id not in self._drawing:
            self._drawing[table_id] = asyncio.Event()
            self._background.run(self._draw(table_id))

    async def tried(self, table_id: int) -> None:
        """Wait until Discord was asked once to show the newest version, at most `SOON` seconds."""
        if table_id in self._drawing:
            with suppress(TimeoutError):
                async with asyncio.timeout(SOON):
                    await self._drawing[table_id].wait()

    def heal(self, table_id: int) -> None:
        """See to it that the newest version is shown, after a start or crash."""
        self._unsure.add(table_id)
        self.redraw(table_id)

    async def _draw(self, table_id: int) -> None:
        tries = 0
        try:
            while table_id in self._wanted:
                self._wanted.discard(table_id)
                try:
                    table = await self._tables.store.table(table_id)
                    if table is not None and _stale(table):
                        self._wanted.add(table_id)
                        await self._show(table)
                        self._unsure.discard(table_id)
                        self._drawing[table_id].set()
                    tries = 0
                except Exception as problem:
                    self._wanted.add(table_id)
                    self._unsure.add(table_id)
                    if isinstance(problem, Unreachable):
                        log.info("Discord does not take the board of table %s now", table_id)
                    else:
                        log_failure(log, f"drawing the board of table {table_id}", problem)
                    self._drawing[table_id].set()
                    if not await self._wait(RETRY[min(tries, len(RETRY) - 1)]):
                        return
                    tries += 1
        finally:
            self._drawing.pop(table_id).set()

    async def _show(self, table: Table) -> None:
        """Show one version, and note what that says of the channel."""
        try:
            await self._bring(table)
        except NoAccess:
            await self.pause(table)
        except ChannelGone:
            await self.give_up(table)

    async def pause(self, table: Table) -> None:
        """Let a table wait whose channel the bot cannot reach.

        Whoever is asked is called again when it can be reached.
        """
        await self._tables.store.shown(table.id, table.board, table.board_version, ())
        await self._tables.submit(table.id, self._paused)

    async def give_up(self, table: Table) -> None:
        """Close a table whose channel does not exist any more."""
        log.info("closed table %s: its channel is gone", table.id)
        await self._tables.store.shown(table.id, None, table.version + 1, ())
        await self._tables.submit(table.id, closed)

    def _paused(self, table: Table) -> Change:
        if table.phase == "playing" and not table.paused:
            return Change(replace(table, paused="channel", paused_at=self._tables.now()))
        return Change(replace(table, paused="channel", paused_at=table.paused_at))

    async def _bring(self, table: Table) -> None:
        box = self._tables.box(table)
        events = await self._tables.store.events(table.id, EVENTS)
        asked = screens.asked(table, box)
        screen = screens.board(table, box, events)
        if table.board is not None and not await self._wanted_anew(table, screen, asked):
            with suppress(BoardGone):
                await self._messenger.edit(table.channel, table.board, screen)
                called = () if screen.stays else asked
                await self._tables.store.shown(table.id, table.board, table.version, called)
                return
        await self._post(table, screens.calling(screen, table, asked), asked)

    async def _wanted_anew(self, table: Table, screen: Screen, asked: tuple[int, ...]) -> bool:
        """Tell whether the board moves to the end of the channel.

        It does when somebody is newly asked, or the game is over, and the board is not the newest
        message any more, or somebody newly asked has not clicked for two minutes; but never while
        the board stays where it is because people are about to press it.
        """
        if screen.stays:
            return False
        if table.board_anew:
            return True
        newly = [p for p in table.players if p.user in set(asked) - set(table.board_asked)]
        if any(self._tables.now() - player.clicked_at > QUIET for player in newly):
            return True
        if not newly and table.phase != "over":
            return False
        return await self._messenger.newest(table.channel) != table.board

    async def _post(self, table: Table, screen: Screen, asked: tuple[int, ...]) -> None:
        """Post a new board, note its id, then delete the old one: a crash leaves no second.

        The nonce is of the version shown last, thus the same until the id is noted: a post that
        Discord took without our knowing is found again, whatever happened at the table since. It
        may show an older version then, so it is noted as one, and edited next.
        """
        store = self._tables.store
        nonce = f"{table.id}-{table.board_version}"
        try:
            posted = await self._messenger.post(table.channel, screen, nonce)
        except BoardGone:  # a locked thread, for example
            raise NoAccess from None
        version = table.version - 1 if table.id in self._unsure else table.version
        await store.shown(table.id, posted, version, asked)
        if table.board is not None and table.board != posted:
            try:
                await self._messenger.delete(table.channel, table.board)
            except (BoardGone, NoAccess, Unreachable):
                log.info("could not delete the old board of table %s", table.id)

    async def _wait(self, seconds: float) -> bool:
        """Wait before the next try; False when the bot closes meanwhile."""
        if self._closed:
            return False
        nap = asyncio.create_task(asyncio.sleep(seconds))
        self._naps.add(nap)
        await asyncio.wait((nap,))
        self._naps.discard(nap)
        return not nap.cancelled()

    def close(self) -> None:
        """Try no board again that Discord did not take: it heals at the next start."""
        self._closed = True
        for nap in self._naps:
            nap.cancel()


def _stale(table: Table) -> bool:
    """Tell whether the board shows an older version and can be reached."""
    return table.board_version < table.version and table.paused != "channel"
