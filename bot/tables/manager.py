"""The per-channel game manager: tables, boards, clockwork and private lines, put together."""

import asyncio
import logging
from contextlib import suppress

from bot.figures import NOTHING, Figures
from bot.games.box import Shelf
from bot.store.problems import StoreProblem
from bot.store.records import Table
from bot.store.shards import Shard
from bot.store.store import Store
from bot.tables.absence import resumed
from bot.tables.background import Background
from bot.tables.change import Asleep, Change, Click, Refused
from bot.tables.past.forgetting import Forgetting
from bot.tables.people.actions import Actions
from bot.tables.people.haste import Haste
from bot.tables.showing.boards import Boards
from bot.tables.showing.delivery import Delivery
from bot.tables.showing.messenger import Messenger
from bot.tables.showing.threads import Threads
from bot.tables.showing.whispers import Whispers
from bot.tables.tables import Tables
from bot.tables.time.clock import Clock
from bot.tables.time.clockwork import Clockwork
from bot.tables.time.heartbeat import Heartbeat
from bot.tables.time.thinkers import Thinkers
from bot.tables.time.thinking import Thinking
from bot.times import RHYTHM, Rhythm

log = logging.getLogger(__name__)

SHOWN_AFTER = 7 * 86_400.0
"""Seconds after a table's end within which its board is still brought up."""
LOOK_AGAIN = 2.0
"""Seconds until a database is asked again that was lost while it wrote."""
HERE = 60.0
"""Seconds after a click for which what happens at a table goes before what nobody waits for."""


class Manager:
    """All tables of a shard. Times are seconds since 1970, by the clock that it is handed."""

    def __init__(
        self,
        store: Store,
        shard: Shard,
        shelf: Shelf,
        messenger: Messenger,
        clock: Clock,
        rhythm: Rhythm = RHYTHM,
        computers: int = 0,
        figures: Figures = NOTHING,
        thinkers: Thinkers | None = None,
    ) -> None:
        """Use this store, this way to Discord and this clock.

        `computers`: how many of them a new lobby starts with. `figures` count what happens.
        `thinkers` think for computers, and are closed by whoever made them; None: its own.
        """
        self._store = store
        self._shard = shard
        self.clock = clock
        self.background = Background()
        self.heartbeat = Heartbeat(
            store, shard, clock, rhythm.heartbeat, self._run, self._forgiving, self._forgiven
        )
        self.tables = Tables(
            store,
            shard,
            shelf,
            clock.now,
            rhythm.pause,
            self._changed,
            self.heartbeat.catch_up,
            self._reach,
            self._unknown,
            figures,
        )
        self.delivery = Delivery(self.background)
        haste = Haste()
        self.boards = Boards(
            self.tables, messenger, self.background, self.delivery, haste, rhythm.between_edits
        )
        self.whispers = Whispers(self.tables, self.background, self.delivery, haste, clock.steady)
        self.thinkers = thinkers or Thinkers()
        self._owns_thinkers = thinkers is None
        self.thinking = Thinking(self.tables.live, self.thinkers, figures)
        self.clockwork = Clockwork(
            self.tables,
            messenger,
            self.background,
            self.thinking,
            self.heartbeat.catch_up,
            clock,
            Forgetting(self.tables),
        )
        self._looking_again = False
        self.threads = Threads(self.tables, self.boards, messenger)
        self._waiting: dict[int, set[int]] = {}
        """The tables that wait for their server, by servers."""
        self.actions = Actions(self.tables, self.boards, self.whispers, haste, computers)
        self.commands = self.actions.commands

    def _changed(self, before: Table, change: Change, answered: int | None) -> None:
        """Let everything follow a change that is stored."""
        after = change.table
        if not after.is_lesson:
            somebody_is_here = self.tables.now() - after.clicked_at < HERE
            self.boards.redraw(after.id, first=somebody_is_here)
        self.clockwork.wake()
        self.thinking.ahead(after, self.tables.box(after))
        self.whispers.push(before, change, self.tables.box(after), answered)

    def use(self, shelf: Shelf) -> None:
        """Play the same games with these boxes from now on, which may have other emojis."""
        self.tables.shelf = shelf

    def _run(self, allowed: bool) -> None:
        self.clockwork.run(allowed)

    def _forgiving(self) -> None:
        self.tables.forgiven()

    async def _reach(self, table_id: int, click: Click) -> None:
        await self.boards.taken(table_id, click)

    def _unknown(self) -> None:
        """Look at all that a change may have led to of which nobody knows whether it is stored."""
        if not self._looking_again:
            self._looking_again = True
            self.background.run(self._look_again())

    async def _look_again(self) -> None:
        try:
            while True:
                try:
                    behind = await self._behind()
                    break
                except StoreProblem:
                    await asyncio.sleep(LOOK_AGAIN)
        finally:
            self._looking_again = False
        for table in behind:
            self.boards.redraw(table, first=True)
        self.tables.forgiven()
        self.clockwork.wake()

    async def _forgiven(self) -> None:
        """Show the deadlines that have moved."""
        for table in await self._behind():
            self.boards.redraw(table, first=False)
        self.clockwork.wake()

    async def start(self, *, taken_over: bool) -> None:
        """Heal the boards; run what is due as soon as people can reach the bot.

        `taken_over`: they can already, and another process had the tables until now.
        """
        await self.tables.lookups.look_for_unserved()
        await self.heartbeat.start(taken_over=taken_over)
        self.tables.began = self.tables.now()
        for table in await self._behind():
            self.boards.heal(table)

    async def _behind(self) -> tuple[int, ...]:
        """Return the tables whose boards are to be shown, if they did not end long ago."""
        return await self._store.tables.find_stale_boards(
            self._shard, self.tables.now() - SHOWN_AFTER
        )

    async def channel_deleted(self, channel: int) -> None:
        """Close the table of a channel that does not exist any more."""
        try:
            table = await self.tables.open_table(channel)
        except Asleep as sleeping:
            table = sleeping.table
        if table is not None:
            await self.boards.give_up(table)

    async def server_lost(self, guild: int) -> None:
        """Let the tables of a server wait that Discord cannot reach: nobody can press there."""
        waiting = self._waiting.setdefault(guild, set())
        for table_id in await self._store.tables.find_open_in_guild(guild):
            with suppress(Refused):
                table = await self.tables.load(table_id)
                if table.phase == "playing" and table.paused != "channel":
                    waiting.add(table_id)
                    await self.boards.pause(table)
        log.info("%d tables wait: Discord cannot reach their server", len(waiting))

    async def server_back(self, guild: int) -> None:
        """Let the tables go on that waited for their server; the time is given back.

        A process that began meanwhile knows of none: they go on with the next click there.
        """

        def goes_on(table: Table) -> Change:
            waits = table.paused == "channel"
            return Change(resumed(table, self.tables.now()) if waits else table)

        for table_id in self._waiting.pop(guild, ()):
            with suppress(Refused):
                await self.tables.submit(table_id, goes_on)

    async def close(self, patience: float) -> None:
        """Stop due rows and let what runs come to its end; after `patience` seconds, cancel it."""
        self.clockwork.close()
        self.thinking.close()
        if self._owns_thinkers:
            self.thinkers.close()
        self.delivery.close()
        await self.background.close(patience)
