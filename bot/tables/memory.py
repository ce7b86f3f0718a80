"""The owner's memory: each table that is in use, as one value, so that looking at it is free.

It is an economy, never a truth. A table changes here only when the change is on the disk; whatever
fails drops it, and the next use reads the database. Every write is guarded by the table's version
there: stale memory can lose, but never overwrite.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.store.due import Call
from bot.store.records import Board, Commit, Table
from bot.store.store import Store
from bot.tables.change import seat_of, seated

CLICKS = 8192
"""Clicks of which it is known that they have changed something."""
AT_REST = 256
"""How many tables are kept at which no game runs; those at which one does are all kept."""


class Memory:
    """The tables in use."""

    def __init__(self, store: Store) -> None:
        """Read what is not here from this store."""
        self._store = store
        self._running: dict[int, Table] = {}
        self._at_rest: dict[int, Table] = {}
        """The one that was used last comes last."""
        self._clicks: dict[int, None] = {}
        """The newest comes last."""
        self._generation = 0

    async def table(self, table_id: int) -> Table | None:
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
        """Return a table if it is here."""
        table = self._running.get(table_id)
        if table is None and (table := self._at_rest.pop(table_id, None)):
            self._at_rest[table_id] = table
        return table

    def running(self) -> Iterable[Table]:
        """Return the tables in memory at which a game runs."""
        return self._running.values()

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
            if len(self._clicks) > CLICKS:
                del self._clicks[next(iter(self._clicks))]
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

    def seen(self, table: Table, user: int, now: float) -> Table:
        """Note that a person who sits there has looked, who needs no call any more."""
        table = _seen(table, user, now)
        self._keep(table)
        return table

    def drop(self, table_id: int) -> None:
        """Read a table anew with its next use."""
        self._running.pop(table_id, None)
        self._at_rest.pop(table_id, None)

    def clear(self) -> None:
        """Read all tables anew; what is being read now is not kept."""
        self._generation += 1
        self._running.clear()
        self._at_rest.clear()

    def _keep(self, table: Table) -> None:
        self.drop(table.id)
        if table.phase == "playing":
            self._running[table.id] = table
            return
        self._at_rest[table.id] = table
        if len(self._at_rest) > AT_REST:
            del self._at_rest[next(iter(self._at_rest))]


def _looked(table: Table, known: Table) -> Table:
    """Return the table with what is known of when its people looked, for what they were asked."""
    asked = {(player.user, player.asked): player.clicked_at for player in table.players}
    for here in known.players:
        if here.user and asked.get((here.user, here.asked), here.clicked_at) < here.clicked_at:
            table = _seen(table, here.user, here.clicked_at)
    return table


def _seen(table: Table, user: int, at: float) -> Table:
    seat = seat_of(table, user)
    if seat is None:
        return table
    player = replace(table.players[seat], clicked_at=at)
    dues = tuple(due for due in table.dues if not isinstance(due, Call) or due.seat != seat)
    return replace(seated(table, seat, player), clicked_at=at, dues=dues)
