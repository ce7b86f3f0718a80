"""When which table has something to do: a heap of the tables' next due times."""

from collections.abc import Collection
from heapq import heapify, heappop, heappush

from bot.store.records import Table
from bot.tables.time.dues import next_due

GROWN = 64
"""Entries of the past, beside one for each table, from which on the heap is made anew."""


class Agenda:
    """The next due time of each table that has one before `until`."""

    def __init__(self) -> None:
        self._at: dict[int, float] = {}
        self._heap: list[tuple[float, int]] = []
        self.until = 0.0
        """What is due later is not known here."""

    def load(self, dues: dict[int, float], until: float) -> None:
        """Begin anew with all that is due until then."""
        self.until = until
        self._at = dict(dues)
        self._renew()

    def note(self, table: Table) -> None:
        """Take over when a table has something to do next."""
        due = next_due(table)
        if due is None or due.at > self.until:
            self._at.pop(table.id, None)
        elif self._at.get(table.id) != due.at:
            self._at[table.id] = due.at
            heappush(self._heap, (due.at, table.id))
            if len(self._heap) > 2 * len(self._at) + GROWN:
                self._renew()

    def drop(self, table_id: int) -> None:
        """Forget a table."""
        self._at.pop(table_id, None)

    def due(self, now: float, most: int, but: Collection[int]) -> tuple[int, ...]:
        """Return the tables whose time has come, the earliest first; none of those in `but`."""
        found: list[int] = []
        kept = []
        while self._heap and len(found) < most and self._heap[0][0] <= now:
            at, table_id = heappop(self._heap)
            if self._at.get(table_id) != at:
                continue
            kept.append((at, table_id))
            if table_id not in but and table_id not in found:
                found.append(table_id)
        for entry in kept:
            heappush(self._heap, entry)
        return tuple(found)

    def next(self, but: Collection[int]) -> float | None:
        """Return the earliest time at which `due` has a table."""
        kept, earliest = [], None
        while self._heap and earliest is None:
            at, table_id = heappop(self._heap)
            if self._at.get(table_id) != at:
                continue
            kept.append((at, table_id))
            if table_id not in but:
                earliest = at
        for entry in kept:
            heappush(self._heap, entry)
        return earliest

    def _renew(self) -> None:
        self._heap = [(at, table_id) for table_id, at in self._at.items()]
        heapify(self._heap)
