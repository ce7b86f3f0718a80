"""Holds the tables in use in memory, each in a session with all that this process knows of it.

Memory only saves reads. A table changes here only after the change is stored. After a failure, the
table is dropped from memory and read from the database at the next use. Each write compares the
version in the database, so a change of an outdated table fails and never overwrites a newer one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from math import inf

from cachetools import FIFOCache, LRUCache
from msgspec.structs import replace

from bot.common.log import REPEAT_INTERVAL_SECONDS
from bot.domain.changes import StoreAway
from bot.domain.table import (
    Board,
    Call,
    Commit,
    Match,
    RecordSaving,
    SeatDecision,
    Table,
    seat_decision,
)
from bot.domain.transcripts import Views
from bot.engine.computer_task import ComputerTaskResult
from bot.engine.events import Seat
from bot.engine.screen import Link, Screen
from bot.services.heartbeat import Clock
from bot.storage.problems import CommitOutcomeUnknown, StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_KNOWN_CLICKS = 8192
"""The number of clicks that are remembered as handled, because Discord may deliver one twice."""
MAX_CACHED_RESTING_TABLES = 256
"""The number of tables without a running game in memory. Those with one always stay there."""
MAX_UNUSED_SESSIONS = 512
"""The number of sessions above which unused ones are dropped from memory for the first time. After
that, the limit is this number plus twice the number of those that are left.
"""
FIRST_RETRY_SECONDS = 30.0
"""The delay after the first failure of a table's timers. Each further one in a row doubles it."""
MAX_RETRY_DOUBLINGS = 5
"""The longest delay is 16 minutes."""
MISCLICK_GUARD_SECONDS = 0.4
"""Nobody can read and press a new button that fast."""
BOARD_USER_ID = 0
"""Stands in place of a user id for the board."""

ComputerTaskKey = tuple[int, Seat, str]
"""The step of the game, the seat and the level of a computer player's choice."""


@dataclass(slots=True)
class BoardState:
    """The part of a board's state that only memory holds."""

    may_have_unknown_post: bool = False
    """Whether the channel may contain a post of the board whose id was not stored. This happens if
    the process stops right after Discord has accepted the post.
    """
    unsaved_update: Callable[[Board], Board] | None = None
    """Changes the stored board to what Discord has accepted, before anything else happens to it."""
    posted_at: float = -inf
    """When this process last posted the board, in seconds since 1970."""
    last_shown_hash: int | None = None
    """Hash of the message id and screen that Discord accepted last, used to skip identical edits.
    None means that it is unknown what the message shows.
    """
    is_nameless: bool = False
    """Whether the board shows seat numbers instead of names, because a filter blocked a name."""
    is_deleting: bool = False
    """Whether an attempt to delete a replaced message failed and will be repeated."""
    no_access_since: float | None = None
    """When the bot lost access to the channel, in seconds since 1970, if it has none."""

    @property
    def is_in_use(self) -> bool:
        """Whether the state holds unfinished work, so that it must stay in memory."""
        return self.may_have_unknown_post or self.unsaved_update is not None or self.is_deleting


@dataclass(slots=True, eq=False)
class TableSession:
    """Everything that this process holds in memory about one table that is in use.

    A table that keeps failing is logged rarely, and retried after longer and longer delays.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    lock_users: int = 0
    """The number of tasks that hold the lock or wait for it."""
    table: Table | None = None
    """The table as it is stored. None means that it has to be read first."""
    views: Views = ()
    """What everybody could see after the last stored step, if the next stores differences."""
    next_due_at: float | None = None
    """When the next of the loaded timers fires, in seconds since 1970."""
    retry_at: float = 0.0
    """When timers are tried again after a failure, in seconds since 1970."""
    is_firing: bool = False
    computer_tasks: dict[ComputerTaskKey, asyncio.Future[ComputerTaskResult]] = field(
        default_factory=dict
    )
    """The computer players' moves that are being chosen in advance."""
    refused_decisions: frozenset[SeatDecision] = frozenset()
    failures: int = 0
    """How many times in a row the table's timers have failed."""
    logged_failure_at: float = -inf
    shown_layouts: dict[int, tuple[int, float]] = field(default_factory=dict)
    """Hashes of what the buttons of a message do, and since when, by the event loop's clock. The
    key is the user id of the person who sees the message, or `BOARD_USER_ID`.
    """
    _board: BoardState | None = None

    @property
    def board(self) -> BoardState:
        """The state of the board that only memory holds. It is created if missing."""
        if self._board is None:
            self._board = BoardState()
        return self._board

    def drop(self) -> None:
        """Drop the table from memory, so that the next use reads it from the database."""
        self.table = None
        self.views = ()

    def may_log_failure(self, now: float) -> bool:
        """Return whether to log a failure at this table now, at most once a minute.

        If so, the caller has to log it.
        """
        if 0 <= now - self.logged_failure_at < REPEAT_INTERVAL_SECONDS:
            return False
        self.logged_failure_at = now
        return True

    def count_failure(self) -> float:
        """Count a failure of the table's timers, and return the seconds until the next try."""
        self.failures += 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(self.failures - 1, MAX_RETRY_DOUBLINGS)

    def note_shown(self, screen: Screen, user: int = BOARD_USER_ID) -> None:
        """Remember what the buttons of a message do now, for `has_just_changed`.

        Only what each button does and where it is counts, not how it looks. A note above the
        buttons counts, too, because it moves them down.
        """
        places = tuple(
            tuple(None if isinstance(item, Link) else item.press for item in row)
            for row in screen.rows
        )
        layout = hash((places, bool(screen.note)))
        if user not in self.shown_layouts or self.shown_layouts[user][0] != layout:
            self.shown_layouts[user] = (layout, asyncio.get_running_loop().time())

    def has_just_changed(self, user: int) -> bool:
        """Return whether a message's buttons changed too recently for a press to be deliberate."""
        if user not in self.shown_layouts:
            return False
        since = self.shown_layouts[user][1]
        return asyncio.get_running_loop().time() - since < MISCLICK_GUARD_SECONDS

    @property
    def is_in_use(self) -> bool:
        """Whether the session holds anything that must stay in memory."""
        held = self.table is not None or self.next_due_at is not None
        board = self._board is not None and self._board.is_in_use
        computers = bool(self.computer_tasks or self.refused_decisions)
        active = self.is_firing or self.lock_users > 0 or computers
        return held or active or board or self.failures > 0


class _RestingTables(LRUCache[int, TableSession]):
    """The sessions of tables at rest, of which the least recently used drops its table."""

    def popitem(self) -> tuple[int, TableSession]:
        table_id, session = super().popitem()
        session.drop()
        return table_id, session


class TableSessions:
    """Holds the sessions of all tables in use."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Start with an empty memory, and read tables from this store when they are needed."""
        self._store = store
        self._clock = clock
        self._sessions: dict[int, TableSession] = {}
        self._resting_tables = _RestingTables(MAX_CACHED_RESTING_TABLES)
        self._handled_clicks: FIFOCache[int, None] = FIFOCache(MAX_KNOWN_CLICKS)
        self._generation = 0
        self._eviction_threshold = MAX_UNUSED_SESSIONS

    def __iter__(self) -> Iterator[tuple[int, TableSession]]:
        """Iterate over all tables in use, as pairs of table id and session."""
        return iter([*self._sessions.items()])

    def __getitem__(self, table_id: int) -> TableSession:
        """Return the session of a table. Create it if there is none."""
        session = self._sessions.get(table_id)
        if session is None:
            if len(self._sessions) > self._eviction_threshold:
                self._evict_unused()
                self._eviction_threshold = 2 * len(self._sessions) + MAX_UNUSED_SESSIONS
            session = self._sessions[table_id] = TableSession()
        return session

    def _evict_unused(self) -> None:
        self._sessions = {id_: each for id_, each in self._sessions.items() if each.is_in_use}

    def peek(self, table_id: int) -> TableSession | None:
        """Return the session of a table, or None if there is none."""
        return self._sessions.get(table_id)

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """Hold the lock of a table, so that nothing else changes the table during the block."""
        session = self[table_id]
        session.lock_users += 1
        try:
            async with session.lock:
                yield
        finally:
            session.lock_users -= 1

    async def read(self, table_id: int) -> Table | None:
        """Return a table from memory or the database, or None if there is no such table."""
        known = self.find_cached(table_id)
        if known is not None:
            return known
        generation = self._generation
        table = await self._store.tables.load(table_id)
        known = self.find_cached(table_id)  # another task may have read it meanwhile
        if known is None and table is not None and generation == self._generation:
            self._cache_table(table)
        return known or table

    def find_cached(self, table_id: int) -> Table | None:
        """Return a table from memory, or None if it is not in memory."""
        session = self._sessions.get(table_id)
        if session is None or session.table is None:
            return None
        self._resting_tables.get(table_id)  # marks it as recently used
        return session.table

    def has_handled(self, interaction: int) -> bool:
        """Return whether a click has already been carried out."""
        return interaction in self._handled_clicks

    def apply_commit(self, commit: Commit, table: Table) -> Table:
        """Take a change that was just stored over into memory, and return the table as it is now.

        If a person has looked at the table meanwhile, the time of that look is kept. The board then
        need not mention that person, unless the change asks them for a new decision.
        """
        if commit.interaction_id is not None:
            self._handled_clicks[commit.interaction_id] = None
        table = table.add_events(commit.events)
        known = self.find_cached(table.id)
        if known is not None:
            table = _merge_look_times(table, known)
        self._cache_table(table)
        return table

    def apply_board(self, table_id: int, board: Board) -> None:
        """Take the new stored state of a board over into memory.

        If the table is not in memory, the results of reads that are running now are not cached.
        They may contain the old state.
        """
        known = self.find_cached(table_id)
        if known is None:
            self._generation += 1
        else:
            self._cache_table(replace(known, board=board))

    def apply_record(self, table: Table) -> None:
        """Remove the timer that stores a game's record, which is done by now."""
        rest = tuple(timer for timer in table.timers if not isinstance(timer, RecordSaving))
        self._cache_table(replace(table, timers=rest))

    def note_look(self, table: Table, user: int, now: float) -> Table:
        """Note that a person looked at the table, so that the board need not mention them."""
        table = _set_look_time(table, user, now)
        self._cache_table(table)
        return table

    def drop(self, table_id: int) -> None:
        """Drop a table from memory, so that the next use reads it from the database."""
        self._resting_tables.pop(table_id, None)
        if session := self._sessions.get(table_id):
            session.drop()

    def clear(self) -> None:
        """Drop all tables from memory. Results of reads that are running now are not cached."""
        self._generation += 1
        self._resting_tables.clear()
        for session in self._sessions.values():
            session.drop()

    def _cache_table(self, table: Table) -> None:
        session = self[table.id]
        session.table = table
        if session.refused_decisions:
            prompts = table.prompts if isinstance(table, Match) else ()
            session.refused_decisions &= {seat_decision(prompt) for prompt in prompts}
        if isinstance(table, Match):
            self._resting_tables.pop(table.id, None)
        else:
            self._resting_tables[table.id] = session


def _merge_look_times(table: Table, known_table: Table) -> Table:
    """Take newer times of looks over from a table, for people who are asked nothing new."""
    asked = {(player.user, player.asked): player.clicked_at for player in table.players}
    for here in known_table.players:
        if here.user and asked.get((here.user, here.asked), here.clicked_at) < here.clicked_at:
            table = _set_look_time(table, here.user, here.clicked_at)
    return table


def _set_look_time(table: Table, user: int, at: float) -> Table:
    """Return the table after a person looked at it, without the timers that would mention them."""
    seat = table.seat_of(user)
    if seat is None:
        return table
    timers = tuple(each for each in table.timers if not isinstance(each, Call) or each.seat != seat)
    return replace(table.change_player(seat, clicked_at=at), clicked_at=at, timers=timers)


@contextmanager
def refuse_on_store_problem() -> Iterator[None]:
    """Raise `StoreAway` if the database fails in the block."""
    try:
        yield
    except StoreProblem as problem:
        raise make_store_refusal(problem) from None


def make_store_refusal(problem: StoreProblem) -> StoreAway:
    """Return the error whose sentence tells a person what to do about the database's problem."""
    is_unknown = isinstance(problem, CommitOutcomeUnknown)
    return StoreAway("store-unknown" if is_unknown else "store-trouble")
