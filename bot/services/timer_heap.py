"""When which table has something to do: a heap of the tables' next timers."""

from heapq import heapify, heappop, heappush

from bot.domain.table import Table, next_due
from bot.services.sessions import TableSessions

GROWN = 64
"""Entries of the past, beside one for each table, from which on the heap is made anew."""


class TimerHeap:
    """The next due time of each table that has one before `until`, kept as its `Live.due`."""

    def __init__(self, session: TableSessions) -> None:
        """Know of nothing that these tables have to do."""
        self._sessions = session
        self._heap: list[tuple[float, int]] = []
        self._grown = GROWN
        self.until = 0.0
        """What is due later is not known here."""

    def load(self, dues: dict[int, float], until: float) -> None:
        """Begin anew with all that is due until then; tables at hand may have moved meanwhile."""
        self.until = until
        for table_id, session in self._sessions:
            if table_id not in dues:
                session.due = None
        for table_id, at in dues.items():
            session = self._sessions[table_id]
            session.due = max(at, session.not_before)
        self._renew()
        for _, session in self._sessions:
            if session.table is not None:
                self.note(session.table)

    def clear(self) -> None:
        """Know nothing until all is loaded anew: times have moved, or may have."""
        self.until = 0.0
        for _, session in self._sessions:
            session.not_before = 0.0

    def note(self, table: Table) -> None:
        """Take over when a table has something to do next."""
        due, session = next_due(table), self._sessions[table.id]
        at = None if due is None else max(due.at, session.not_before)
        if at is None or at > self.until:
            session.due = None
        elif session.due != at:
            self._push(at, table.id)

    def put_off(self, table_id: int, at: float) -> None:
        """Try what is due at a table again then, and nothing of it before."""
        self._sessions[table_id].not_before = at
        self._push(at, table_id)

    def drop(self, table_id: int) -> None:
        """Forget a table."""
        self._sessions[table_id].due = None

    def due(self, now: float, most: int) -> tuple[int, ...]:
        """Return the tables whose time has come, the earliest first; none that is busy."""
        found: list[int] = []
        kept = []
        while self._heap and len(found) < most and self._heap[0][0] <= now:
            at, table_id = heappop(self._heap)
            session = self._sessions[table_id]
            if session.due != at:
                continue
            kept.append((at, table_id))
            if not session.busy and table_id not in found:
                found.append(table_id)
        for entry in kept:
            heappush(self._heap, entry)
        return tuple(found)

    def next(self) -> float | None:
        """Return the earliest time at which `due` has a table."""
        kept, earliest = [], None
        while self._heap and earliest is None:
            at, table_id = heappop(self._heap)
            session = self._sessions[table_id]
            if session.due != at:
                continue
            kept.append((at, table_id))
            if not session.busy:
                earliest = at
        for entry in kept:
            heappush(self._heap, entry)
        return earliest

    def _push(self, at: float, table_id: int) -> None:
        self._sessions[table_id].due = at
        heappush(self._heap, (at, table_id))
        if len(self._heap) > self._grown:
            self._renew()

    def _renew(self) -> None:
        self._heap = [
            (session.due, id_) for id_, session in self._sessions if session.due is not None
        ]
        heapify(self._heap)
        self._grown = 2 * len(self._heap) + GROWN
