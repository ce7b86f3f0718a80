"""The tables in use, each with all that the process holds of it, so that looking at one is free.

What is held is an economy, never a truth. A table changes here only when the change is on the disk;
whatever fails drops it, and the next use reads the database. Every write is guarded by the table's
version there: a stale value can lose, but never overwrite.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from cachetools import FIFOCache, LRUCache
from msgspec.structs import replace

from bot.games.events import Seat
from bot.games.thought import Chosen
from bot.history.told import Views
from bot.store.due import Call, Keep, Owed, owed
from bot.store.records import Board, Commit, Table
from bot.store.store import Store

CLICKS = 8192
"""Clicks of which it is known that they have changed something."""
AT_REST = 256
"""How many tables are kept at which no game runs; those at which one does are all kept."""
GROWN = 512
"""Live tables, beside twice as many as were left, from which on those out of use are let go."""

Question = tuple[int, Seat, str]
"""The step that the game stands at, the seat, and how well it is played."""


class Live:
    """A table in use."""

    __slots__ = (
        "busy",
        "due",
        "lock",
        "not_before",
        "refused",
        "table",
        "thoughts",
        "users",
        "views",
    )

    def __init__(self) -> None:
        """Begin with nothing known."""
        self.lock = asyncio.Lock()
        self.users = 0
        """How many hold the lock or wait for it."""
        self.table: Table | None = None
        """As it is on the disk; None: it is to be read."""
        self.views: Views = ()
        """What the last step that is on the disk told everybody; (): all is told anew."""
        self.due: float | None = None
        """When it has something to do next; None: not as far as the agenda knows."""
        self.not_before = 0.0
        """When its due rows are tried again, of which one failed a moment ago."""
        self.busy = False
        """A due row of it fires."""
        self.thoughts: dict[Question, asyncio.Future[Chosen]] = {}
        """What computers have begun to think about."""
        self.refused: frozenset[Owed] = frozenset()
        """The open decisions in which a computer's move was refused."""

    def drop(self) -> None:
        """Read the table anew with its next use."""
        self.table = None
        self.views = ()

    @property
    def is_in_use(self) -> bool:
        """Tell whether anything is held that is not to be lost."""
        held = self.table is not None or self.due is not None
        return held or self.busy or self.users > 0 or bool(self.thoughts) or bool(self.refused)


class _AtRest(LRUCache[int, Live]):
    """The live tables at which no game runs; whichever was used least is to be read anew."""

    def popitem(self) -> tuple[int, Live]:
        table_id, live = super().popitem()
        live.drop()
        return table_id, live


class LiveTables:
    """The tables in use, by their ids."""

    def __init__(self, store: Store) -> None:
        """Read what is not here from this store."""
        self._store = store
        self._live: dict[int, Live] = {}
        self._at_rest = _AtRest(AT_REST)
        self._clicks: FIFOCache[int, None] = FIFOCache(CLICKS)
        self._generation = 0
        self._grown = GROWN

    def __iter__(self) -> Iterator[tuple[int, Live]]:
        """Go through all tables in use."""
        return iter([*self._live.items()])

    def __getitem__(self, table_id: int) -> Live:
        """Return what is held of a table, from now on if nothing was."""
        live = self._live.get(table_id)
        if live is None:
            if len(self._live) > self._grown:
                self._live = {id_: each for id_, each in self._live.items() if each.is_in_use}
                self._grown = 2 * len(self._live) + GROWN
            live = self._live[table_id] = Live()
        return live

    @asynccontextmanager
    async def alone(self, table_id: int) -> AsyncIterator[None]:
        """Change a table while nobody else does."""
        live = self[table_id]
        live.users += 1
        try:
            async with live.lock:
                yield
        finally:
            live.users -= 1

    async def read(self, table_id: int) -> Table | None:
        """Return a table; None if there is none of this id (any more)."""
        known = self.at_hand(table_id)
        if known is not None:
            return known
        generation = self._generation
        table = await self._store.table(table_id)
        known = self.at_hand(table_id)  # somebody else may have read it meanwhile
        if known is None and table is not None and generation == self._generation:
            self._keep(table)
        return known or table

    def at_hand(self, table_id: int) -> Table | None:
        """Return a table if it need not be read."""
        live = self._live.get(table_id)
        if live is None or live.table is None:
            return None
        self._at_rest.get(table_id)  # it is used now
        return live.table

    def handled(self, interaction: int) -> bool:
        """Tell whether a click has changed something lately; Discord may deliver one twice."""
        return interaction in self._clicks

    def stored(self, commit: Commit, table: Table) -> Table:
        """Take over a change that is on the disk, and return the table as it is now.

        People may have looked meanwhile, who are not called then, but to what the change itself
        asks them.
        """
        if commit.interaction is not None:
            self._clicks[commit.interaction] = None
        table = table.telling(commit.events)
        known = self.at_hand(table.id)
        if known is not None:
            table = _looked(table, known)
        self._keep(table)
        return table

    def noted(self, table_id: int, board: Board) -> None:
        """Take over a board that is on the disk.

        Of a table that is just being read nothing is kept: it may be read as it was before.
        """
        known = self.at_hand(table_id)
        if known is None:
            self._generation += 1
        else:
            self._keep(replace(known, board=board))

    def kept(self, table: Table) -> None:
        """Take note that the record of a table's game is on the disk."""
        rest = tuple(due for due in table.dues if not isinstance(due, Keep))
        self._keep(replace(table, dues=rest))

    def seen(self, table: Table, user: int, now: float) -> Table:
        """Note that a person who sits there has looked, who needs no call any more."""
        table = _seen(table, user, now)
        self._keep(table)
        return table

    def drop(self, table_id: int) -> None:
        """Read a table anew with its next use."""
        self._at_rest.pop(table_id, None)
        if live := self._live.get(table_id):
            live.drop()

    def clear(self) -> None:
        """Read all tables anew; what is being read now is not kept."""
        self._generation += 1
        self._at_rest.clear()
        for live in self._live.values():
            live.drop()

    def _keep(self, table: Table) -> None:
        live = self[table.id]
        live.table = table
        if live.refused:
            live.refused &= {owed(prompt) for prompt in table.prompts}
        if table.phase == "playing":
            self._at_rest.pop(table.id, None)
        else:
            self._at_rest[table.id] = live


def _looked(table: Table, known: Table) -> Table:
    """Return the table with what is known of when its people looked, for what they were asked."""
    asked = {(player.user, player.asked): player.clicked_at for player in table.players}
    for here in known.players:
        if here.user and asked.get((here.user, here.asked), here.clicked_at) < here.clicked_at:
            table = _seen(table, here.user, here.clicked_at)
    return table


def _seen(table: Table, user: int, at: float) -> Table:
    seat = table.seat_of(user)
    if seat is None:
        return table
    player = replace(table.players[seat], clicked_at=at)
    dues = tuple(due for due in table.dues if not isinstance(due, Call) or due.seat != seat)
    return replace(table.seated(seat, player), clicked_at=at, dues=dues)
