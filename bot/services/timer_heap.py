"""Finds the tables whose next timer is due, in memory."""

from collections.abc import Generator
from contextlib import closing
from heapq import heapify, heappop, heappush
from itertools import islice, takewhile

from bot.domain.table import Table, next_timer
from bot.services.sessions import TableSessions

MAX_STALE_HEAP_ENTRIES = 64
"""The number of heap entries above which outdated entries are removed for the first time. After
each removal, the limit is this number plus twice the number of entries left.
"""


class TimerHeap:
    """Finds the tables whose next timer is due, with a heap ordered by time.

    It holds tables whose next timer fires before `loaded_until`. An entry is outdated if its time
    differs from `TableSession.next_due_at`.
    """

    def __init__(self, sessions: TableSessions) -> None:
        self._sessions = sessions
        self._heap: list[tuple[float, int]] = []
        self._rebuild_threshold = MAX_STALE_HEAP_ENTRIES
        self.loaded_until = 0.0
        """The time up to which timers were loaded from the database, in seconds since 1970. Later
        timers are not known here.
        """

    def load(self, next_times: dict[int, float], loaded_until: float) -> None:
        """Replace all known times by those that were read from the database.

        For tables in memory, the timers in memory are used instead, because they may be newer.

        Args:
            next_times: Maps table ids to the time of the table's next timer, in seconds since 1970.
        """
        self.loaded_until = loaded_until
        for table_id, session in self._sessions:
            if table_id not in next_times:
                session.next_due_at = None
        for table_id, at in next_times.items():
            session = self._sessions[table_id]
            session.next_due_at = max(at, session.retry_at)
        self._rebuild_heap()
        for _, session in self._sessions:
            if session.table is not None:
                self.update_timer(session.table)

    def clear(self) -> None:
        """Mark all times as unknown until the next `load`, because timers may have moved."""
        self.loaded_until = 0.0
        for _, session in self._sessions:
            session.retry_at = 0.0

    def update_timer(self, table: Table) -> None:
        """Note the time of a table's next timer again, because the table may have changed."""
        timer, session = next_timer(table), self._sessions[table.id]
        at = None if timer is None else max(timer.at, session.retry_at)
        if at is None or at > self.loaded_until:
            session.next_due_at = None
        elif session.next_due_at != at:
            self._push(at, table.id)

    def postpone(self, table_id: int, at: float) -> None:
        """Wait until a certain time before the timers of a table are tried again."""
        self._sessions[table_id].retry_at = at
        self._push(at, table_id)

    def drop(self, table_id: int) -> None:
        """Forget the timers of a table, because it was deleted or waits for its game."""
        self._sessions[table_id].next_due_at = None

    def find_due_tables(self, now: float, max_count: int) -> tuple[int, ...]:
        """Return the ids of the tables whose next timer is due, the earliest timer first.

        Tables for which a timer is already firing are left out.
        """
        with closing(self._iterate_waiting()) as entries:
            due = takewhile(lambda entry: entry[0] <= now, entries)
            return tuple(dict.fromkeys(table_id for _, table_id in islice(due, max_count)))

    def find_earliest(self) -> float | None:
        """Return the time of the earliest timer that is not firing yet, in seconds since 1970.

        None means that there is no such timer before `loaded_until`.
        """
        with closing(self._iterate_waiting()) as entries:
            return next((at for at, _ in entries), None)

    def _iterate_waiting(self) -> Generator[tuple[float, int], None, None]:
        """Yield the times of timers that are not firing, and their tables, the earliest first."""
        kept = []
        try:
            while self._heap:
                at, table_id = heappop(self._heap)
                session = self._sessions[table_id]
                if session.next_due_at == at:
                    kept.append((at, table_id))
                    if not session.is_firing:
                        yield at, table_id
        finally:
            for entry in kept:
                heappush(self._heap, entry)

    def _push(self, at: float, table_id: int) -> None:
        self._sessions[table_id].next_due_at = at
        heappush(self._heap, (at, table_id))
        if len(self._heap) > self._rebuild_threshold:
            self._rebuild_heap()

    def _rebuild_heap(self) -> None:
        self._heap = [
            (session.next_due_at, id_)
            for id_, session in self._sessions
            if session.next_due_at is not None
        ]
        heapify(self._heap)
        self._rebuild_threshold = 2 * len(self._heap) + MAX_STALE_HEAP_ENTRIES
