"""Holds the tables in use in memory, each with all that this process knows of it.

Memory only saves reads. A table changes here only after the change is stored. A failure drops the
table from memory, and the next use reads the database. Every write checks the table's version
there. So a change of an outdated table fails, and never overwrites a newer one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from math import inf

from cachetools import FIFOCache, LRUCache
from msgspec.structs import replace

from bot.common.log import REPEAT_INTERVAL_SECONDS
from bot.domain.changes import Refused
from bot.domain.game_records import Views
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
from bot.engine.computer_task import ComputerTaskResult
from bot.engine.events import Seat
from bot.engine.screen import Link, Screen
from bot.services.heartbeat import Clock
from bot.services.messenger import OwnMessage
from bot.storage.problems import CommitOutcomeUnknown, StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_KNOWN_CLICKS = 8192
"""The maximum number of interactions that are remembered as handled.

Discord may deliver an interaction twice, and the second one must not change anything.
"""
MAX_CACHED_RESTING_TABLES = 256
"""The maximum number of tables without a running game in memory.

All tables with a running game stay in memory.
"""
MAX_UNUSED_SESSIONS = 512
"""The number of additional sessions above which unused sessions are dropped from memory.

They are counted beyond twice the number that was left the last time.
"""
FIRST_RETRY_SECONDS = 30.0
"""The seconds from the first failure of a table's timers to the next try.

The delay doubles with each further failure.
"""
MAX_RETRY_DOUBLINGS = 5
"""The maximum number of times that the delay doubles. The longest delay is 16 minutes."""
MISCLICK_GUARD_SECONDS = 0.4
"""The seconds after a change of buttons in which a press counts as a misclick.

Nobody reads and presses a new button so fast.
"""
BOARD_USER_ID = 0
"""The number that stands for the board where otherwise a user id names a person's message."""

ComputerTaskKey = tuple[int, Seat, str]
"""What a computer player's task is about: the step of the game, the seat, and the level."""


@dataclass(slots=True)
class BoardState:
    """The state of a table's board, its public message, that is not stored in the database."""

    may_have_unknown_post: bool = False
    """Whether Discord may have a post of the board that the database does not know.

    This happens if the process stops after Discord has accepted a post.
    """
    unsaved_update: Callable[[Board], Board] | None = None
    """A change of the board that Discord has accepted and that is not stored yet.

    It is stored before anything else happens to the board. None means that everything is stored.
    """
    posted_at: float = -inf
    """When this process last posted the board, in seconds since 1970."""
    last_shown_hash: int | None = None
    """A hash of the message and screen that Discord accepted last, to skip equal edits.

    None means that they are not known.
    """
    is_nameless: bool = False
    """Whether the board shows seat numbers instead of names, because a filter rejects the names."""
    is_deleting: bool = False
    """Whether a message that the board replaced could not be deleted, and is tried again later."""
    no_access_since: float | None = None
    """The time since when the bot has lacked access to the channel, in seconds since 1970.

    None means that it has access.
    """

    @property
    def is_in_use(self) -> bool:
        """Whether the state holds work that must not be lost."""
        return self.may_have_unknown_post or self.unsaved_update is not None or self.is_deleting


@dataclass(slots=True, eq=False)
class EphemeralState:
    """The state of one person's ephemeral messages at a table, which that person alone sees."""

    newest_message: OwnMessage | None = None
    """The message of the person's newest interaction that can show their own screen.

    None means that there is none.
    """
    expires_at: float = 0.0
    """When the token of that interaction is too old to use, in seconds of the steady clock."""
    seats_with_news: dict[Seat, None] | None = None
    """The seats that have moved while the person reads a page, in the order of their moves.

    The news waits until the person leaves the page. None means that no news waits.
    """
    transient_message: OwnMessage | None = None
    """The last temporary message, which the person's next press deletes.

    None means that there is none.
    """
    transient_expires_at: float = 0.0
    """When the token of the temporary message is too old to use, in seconds of the steady clock."""
    stale_copy: OwnMessage | None = None
    """An older copy of the own screen, which is deleted next. None means that there is none."""
    is_delete_throttled: bool = False
    """Whether a copy was deleted moments ago, so that the next deletion has to wait."""


class TableSession:
    """All that this process holds of a table in use.

    It also detects misclicks, and counts failures of the table's timers. A table that keeps failing
    is logged rarely, and tried again after longer delays.
    """

    __slots__ = (
        "_board",
        "_people",
        "computer_tasks",
        "failures",
        "is_firing",
        "lock",
        "lock_users",
        "logged_failure_at",
        "next_due_at",
        "refused_decisions",
        "retry_at",
        "shown_layouts",
        "table",
        "views",
    )

    def __init__(self) -> None:
        """Start without the table, its board and its people."""
        self.lock = asyncio.Lock()
        self.lock_users = 0
        """The number of tasks that hold the lock or wait for it."""
        self.table: Table | None = None
        """The table as it is stored. None means that it has to be read from the database."""
        self.views: Views = ()
        """What everybody could see after the last stored step.

        If it is empty, the next step stores everybody's views in full instead of the differences.
        """
        self.next_due_at: float | None = None
        """When the table's next timer fires, in seconds since 1970.

        None means that no timer fires within the time for which timers are loaded.
        """
        self.retry_at = 0.0
        """The time before which timers are not tried again, because one has failed."""
        self.is_firing = False
        """Whether a timer of the table is firing now."""
        self.computer_tasks: dict[ComputerTaskKey, asyncio.Future[ComputerTaskResult]] = {}
        """The tasks of computer players that have started to choose a move."""
        self.refused_decisions: frozenset[SeatDecision] = frozenset()
        """The open decisions in which the rules refused a computer player's move."""
        self.failures = 0
        """The number of failures in a row of the table's timers."""
        self.logged_failure_at = -inf
        self.shown_layouts: dict[int, tuple[int, float]] = {}
        """For each message, a hash of what its buttons do, and since when they do it.

        The key is the user id of the person who sees the message, or `BOARD_USER_ID`. A press right
        after a change is a misclick.
        """
        self._board: BoardState | None = None
        self._people: dict[int, EphemeralState] = {}

    @property
    def board(self) -> BoardState:
        """The state of the board, the table's public message."""
        if self._board is None:
            self._board = BoardState()
        return self._board

    def find_person(self, user: int) -> EphemeralState | None:
        """Return the state of a person's ephemeral messages here, or None if there is none."""
        return self._people.get(user)

    def get_person(self, user: int) -> EphemeralState:
        """Return the state of a person's ephemeral messages here. Create it if it is missing."""
        return self._people.setdefault(user, EphemeralState())

    def drop(self) -> None:
        """Drop the table from memory, so that the next use reads it from the database."""
        self.table = None
        self.views = ()

    def may_log_failure(self, now: float) -> bool:
        """Return whether to log a failure at this table, which happens at most once a minute.

        Args:
            now: The present time in seconds since 1970. If the result is true, it counts as the
                time of logging.
        """
        if 0 <= now - self.logged_failure_at < REPEAT_INTERVAL_SECONDS:
            return False
        self.logged_failure_at = now
        return True

    def count_failure(self) -> float:
        """Count a failure of the table's timers, and return the seconds until the next try.

        They double with each failure.
        """
        self.failures += 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(self.failures - 1, MAX_RETRY_DOUBLINGS)

    def note_shown(self, screen: Screen, user: int = BOARD_USER_ID) -> None:
        """Note that Discord has accepted a screen, whose buttons a message shows from now on.

        Only what each button does counts, not how it looks: a tile that somebody else has taken
        stays in its place. A note counts, too, because it pushes the buttons down.

        Args:
            screen: The screen.
            user: The person who sees the message, or `BOARD_USER_ID` for the board.
        """
        places = tuple(
            tuple(None if isinstance(item, Link) else item.press for item in row)
            for row in screen.rows
        )
        layout = hash((places, bool(screen.note)))
        if user not in self.shown_layouts or self.shown_layouts[user][0] != layout:
            self.shown_layouts[user] = (layout, asyncio.get_running_loop().time())

    def has_just_changed(self, user: int = BOARD_USER_ID) -> bool:
        """Return whether the buttons of a message changed too recently for a deliberate press.

        Args:
            user: The person who sees the message, or `BOARD_USER_ID` for the board.
        """
        if user not in self.shown_layouts:
            return False
        since = self.shown_layouts[user][1]
        return asyncio.get_running_loop().time() - since < MISCLICK_GUARD_SECONDS

    @property
    def is_in_use(self) -> bool:
        """Whether the session holds anything that must not be lost."""
        held = self.table is not None or self.next_due_at is not None or bool(self._people)
        board = self._board is not None and self._board.is_in_use
        active = (
            self.is_firing
            or self.lock_users > 0
            or bool(self.computer_tasks)
            or bool(self.refused_decisions)
        )
        return held or active or board or self.failures > 0

    def forget_expired(self, now: float) -> None:
        """Drop the states of people whose interaction tokens are all too old to use.

        Args:
            now: The present time in seconds of the steady clock.
        """
        self._people = {
            user: state
            for user, state in self._people.items()
            if state.is_delete_throttled or max(state.expires_at, state.transient_expires_at) > now
        }


class _RestingTables(LRUCache[int, TableSession]):
    """The sessions of tables without a running game.

    When there are too many, the session that was used least recently drops its table.
    """

    def popitem(self) -> tuple[int, TableSession]:
        table_id, session = super().popitem()
        session.drop()
        return table_id, session


class TableSessions:
    """The sessions of all tables in use, by table id."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Hold sessions, and read tables that are not in memory from this store."""
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
        """Return the session of a table. It is created if there is none."""
        session = self._sessions.get(table_id)
        if session is None:
            if len(self._sessions) > self._eviction_threshold:
                self._evict_unused()
                self._eviction_threshold = 2 * len(self._sessions) + MAX_UNUSED_SESSIONS
            session = self._sessions[table_id] = TableSession()
        return session

    def _evict_unused(self) -> None:
        """Drop the sessions that hold nothing that must not be lost."""
        for session in self._sessions.values():
            session.forget_expired(self._clock.monotonic())
        self._sessions = {id_: each for id_, each in self._sessions.items() if each.is_in_use}

    def peek(self, table_id: int) -> TableSession | None:
        """Return the session of a table, or None if there is none, without creating one."""
        return self._sessions.get(table_id)

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """Hold the lock of a table, so that nothing else changes it meanwhile."""
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
        """Return a table from memory, or None if it would have to be read from the database."""
        session = self._sessions.get(table_id)
        if session is None or session.table is None:
            return None
        self._resting_tables.get(table_id)  # marks it as recently used
        return session.table

    def has_handled(self, interaction: int) -> bool:
        """Return whether an interaction has already changed something.

        Discord may deliver an interaction twice.
        """
        return interaction in self._handled_clicks

    def apply_commit(self, commit: Commit, table: Table) -> Table:
        """Put a stored change into memory, and return the present table.

        A person may have looked at the table while the change was being stored. The board then need
        not mention that person, except for a decision that the change itself asks for.

        Args:
            commit: What was stored.
            table: The table as the store returned it.
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
        """Put a stored state of a board into memory.

        If the table is not in memory, reads that are under way are not cached, because they may
        have the old board.
        """
        known = self.find_cached(table_id)
        if known is None:
            self._generation += 1
        else:
            self._cache_table(replace(known, board=board))

    def apply_record(self, table: Table) -> None:
        """Remove the timer that writes a game's record, because the record is stored now."""
        rest = tuple(due for due in table.timers if not isinstance(due, RecordSaving))
        self._cache_table(replace(table, timers=rest))

    def note_look(self, table: Table, user: int, now: float) -> Table:
        """Note that a person who sits here has looked, so that the board need not mention them."""
        table = _set_look_time(table, user, now)
        self._cache_table(table)
        return table

    def drop(self, table_id: int) -> None:
        """Drop a table from memory, so that the next use reads it from the database."""
        self._resting_tables.pop(table_id, None)
        if session := self._sessions.get(table_id):
            session.drop()

    def clear(self) -> None:
        """Drop all tables from memory, and do not cache the results of reads that are under way."""
        self._generation += 1
        self._resting_tables.clear()
        for session in self._sessions.values():
            session.drop()

    def _cache_table(self, table: Table) -> None:
        """Put a table into memory as the newest version."""
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
    """Return the table with newer look times from `known_table`.

    They count only for people whom the change asks nothing new.
    """
    asked = {(player.user, player.asked): player.clicked_at for player in table.players}
    for here in known_table.players:
        if here.user and asked.get((here.user, here.asked), here.clicked_at) < here.clicked_at:
            table = _set_look_time(table, here.user, here.clicked_at)
    return table


def _set_look_time(table: Table, user: int, at: float) -> Table:
    """Return the table after a person looked at it, without timers that would mention them."""
    seat = table.seat_of(user)
    if seat is None:
        return table
    player = replace(table.players[seat], clicked_at=at)
    dues = tuple(due for due in table.timers if not isinstance(due, Call) or due.seat != seat)
    return replace(table.set_player(seat, player), clicked_at=at, timers=dues)


@contextmanager
def refuse_on_store_problem(table_id: int) -> Iterator[None]:
    """Turn a failure of the database in this block into `Refused`, with what the person can do.

    The failure is logged.

    Args:
        table_id: The id of the table that is read or written, for the log.

    Raises:
        Refused: The database could not be used, or its answer was lost.
    """
    try:
        yield
    except StoreProblem as problem:
        log.error("table %s could not be stored or read: %s", table_id, problem.key)
        unknown = isinstance(problem, CommitOutcomeUnknown)
        raise Refused("store-unknown" if unknown else "store-trouble") from None
