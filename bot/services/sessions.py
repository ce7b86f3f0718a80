"""Holds the tables in use in memory, each in a session with all that this process knows of it.

Memory only saves reads. A table changes here only after the change is stored. After a failure, the
table is dropped from memory and read from the database at the next use. Each write compares the
version in the database, so a change of an outdated table fails and never overwrites a newer one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

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
from bot.services.messenger import OwnMessage
from bot.storage.problems import CommitOutcomeUnknown, StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_KNOWN_CLICKS = 8192
"""The maximum number of button presses and commands that are remembered as handled.

Discord may deliver a press twice. The second delivery of a remembered press changes nothing. Older
presses are forgotten.
"""
MAX_CACHED_RESTING_TABLES = 256
"""The maximum number of tables without a running game in memory.

Beyond it, the least recently used one is dropped and read again when needed. Tables with a running
game always stay in memory.
"""
MAX_UNUSED_SESSIONS = 512
"""The number of sessions above which unused ones are dropped from memory for the first time.

A session is what memory holds of one table. After each clean-up, the limit is this number plus
twice the number of sessions left.
"""
FIRST_RETRY_SECONDS = 30.0
"""The number of seconds until a table's timers are tried again after their first failure.

The delay doubles with each further failure in a row.
"""
MAX_RETRY_DOUBLINGS = 5
"""The maximum number of times that the retry delay doubles. The longest delay is 16 minutes."""
MISCLICK_GUARD_SECONDS = 0.4
"""The number of seconds after a change of buttons during which a press counts as a misclick.

Nobody can read and press a new button that fast.
"""
BOARD_USER_ID = 0
"""A number used in place of a user id for the public message of a table, which everybody sees."""

ComputerTaskKey = tuple[int, Seat, str]
"""Identifies one choice of a computer player: the step of the game, the seat, and the level."""


@dataclass(slots=True)
class BoardState:
    """The part of a board's state that only memory holds. A board is a table's public message."""

    may_have_unknown_post: bool = False
    """Whether the channel may contain a post of the board whose id was not stored.

    This happens if the process stops right after Discord has accepted the post.
    """
    unsaved_update: Callable[[Board], Board] | None = None
    """A function that changes the stored board to what Discord has accepted.

    It is stored before anything else happens to the board. None means that everything is stored.
    """
    posted_at: float = -inf
    """The time at which this process last posted the board, in seconds since 1970.

    Minus infinity means that it has not posted it.
    """
    last_shown_hash: int | None = None
    """A hash of the message id and screen that Discord accepted last, used to skip identical edits.

    None means that it is unknown what the message shows.
    """
    is_nameless: bool = False
    """Whether the board shows seat numbers instead of names, because a filter blocked a name."""
    is_deleting: bool = False
    """Whether an attempt to delete a replaced message failed and will be repeated."""
    no_access_since: float | None = None
    """The time at which the bot lost access to the channel, in seconds since 1970.

    None means that the bot has access.
    """

    @property
    def is_in_use(self) -> bool:
        """Whether the state holds unfinished work, so that it must stay in memory."""
        return self.may_have_unknown_post or self.unsaved_update is not None or self.is_deleting


class HeldMessage(NamedTuple):
    """A person's ephemeral message at a table that does not show their own screen."""

    message: OwnMessage
    expires_at: float
    """The time when the message can no longer be changed, in steady-clock seconds."""
    is_panel: bool
    """Whether the message is the person's panel, such as the rules or the table's options.

    If not, it is a short answer without buttons. A person has at most one message of each kind.
    """
    is_temporary: bool
    """Whether the message goes with the person's next press on the board (`TemporaryScreen`)."""


@dataclass(slots=True, eq=False)
class EphemeralState:
    """What memory holds of one person at a table: their ephemeral messages and their last move."""

    newest_message: OwnMessage | None = None
    """The message through which the bot can update the person's own screen of the table.

    It belongs to the person's newest interaction that can show that view. None means that there is
    none.
    """
    expires_at: float = 0.0
    """The time when that message can no longer be changed, in steady-clock seconds.

    Discord's token for the interaction is then too old.
    """
    lesson: int = 0
    """The id of the lesson that the person takes while they wait for the table's game.

    Once it is over, and there is no newer message, its message is the one to update. 0 means none.
    """
    seats_with_news: dict[Seat, None] | None = None
    """The seats that have moved while the person reads a page about the game, in order.

    The person is told when they leave the page. None means that there is no such news.
    """
    held_messages: tuple[HeldMessage, ...] = ()
    """The person's panel and the newest short answer to them, if they have these."""
    stale_copy: OwnMessage | None = None
    """An outdated copy of the person's own screen, to be deleted next.

    None means that there is none.
    """
    is_delete_throttled: bool = False
    """Whether a copy was deleted so recently that the next deletion has to wait."""
    last_move: tuple[int, str] | None = None
    """The person's last move with its decision's number, to recognize a second press of its button.

    None means that it is unknown.
    """


class TableSession:
    """Everything that this process holds in memory about one table that is in use.

    It also detects misclicks and counts failures of the table's timers. A table that keeps failing
    is logged rarely, and retried after longer and longer delays.
    """

    __slots__ = (
        "_board",
        "computer_tasks",
        "failures",
        "is_firing",
        "lock",
        "lock_users",
        "logged_failure_at",
        "next_due_at",
        "people",
        "refused_decisions",
        "retry_at",
        "shown_layouts",
        "table",
        "views",
    )

    def __init__(self) -> None:
        """Create an empty session. The table is read from the database when it is needed."""
        self.lock = asyncio.Lock()
        self.lock_users = 0
        """The number of tasks that hold the table's lock or wait for it."""
        self.table: Table | None = None
        """The table as it is stored. None means that it has to be read from the database first."""
        self.views: Views = ()
        """What everybody could see after the last stored step of the game.

        It is used to store only the differences at the next step. If it is empty, the next step
        stores everything.
        """
        self.next_due_at: float | None = None
        """The time at which the table's next timer fires, in seconds since 1970.

        None means that no timer fires within the period for which timers are loaded.
        """
        self.retry_at = 0.0
        """The time before which the table's timers are not tried again after a failure.

        It is in seconds since 1970. 0 means that nothing has failed.
        """
        self.is_firing = False
        """Whether a timer of the table is firing now."""
        self.computer_tasks: dict[ComputerTaskKey, asyncio.Future[ComputerTaskResult]] = {}
        """The computer players' moves that are being chosen in advance."""
        self.refused_decisions: frozenset[SeatDecision] = frozenset()
        """The open decisions for which the game's rules have refused a computer player's move."""
        self.failures = 0
        """How many times in a row the table's timers have failed."""
        self.logged_failure_at = -inf
        self.shown_layouts: dict[int, tuple[int, float]] = {}
        """For each message, a hash of what its buttons do, and since when they do that.

        It is used to detect misclicks right after a change. The key is the user id of the person
        who sees the message, or `BOARD_USER_ID` for the public message. The times are those of the
        event loop's clock.
        """
        self._board: BoardState | None = None
        self.people: dict[int, EphemeralState] = {}
        """What memory holds of each person at the table, by the person's user id."""

    @property
    def board(self) -> BoardState:
        """The state of the table's public message that only memory holds.

        It is created if missing.
        """
        if self._board is None:
            self._board = BoardState()
        return self._board

    def find_person(self, user: int) -> EphemeralState | None:
        """Return what memory holds of a person here, or None if nothing."""
        return self.people.get(user)

    def get_person(self, user: int) -> EphemeralState:
        """Return what memory holds of a person here.

        Create it if it is missing.
        """
        return self.people.setdefault(user, EphemeralState())

    def drop(self) -> None:
        """Drop the table from memory, so that the next use reads it from the database."""
        self.table = None
        self.views = ()

    def may_log_failure(self, now: float) -> bool:
        """Return whether to log a failure at this table now.

        That is so at most once a minute.

        If the result is true, the caller has to log the failure: the time counts as used.

        Args:
            now: The present time in seconds since 1970.
        """
        if 0 <= now - self.logged_failure_at < REPEAT_INTERVAL_SECONDS:
            return False
        self.logged_failure_at = now
        return True

    def count_failure(self) -> float:
        """Count a failure of the table's timers, and return the seconds until the next try.

        The number doubles with each failure in a row, up to a limit.
        """
        self.failures += 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(self.failures - 1, MAX_RETRY_DOUBLINGS)

    def note_shown(self, screen: Screen, user: int = BOARD_USER_ID) -> None:
        """Remember what the buttons of a message do now, because Discord has accepted a new screen.

        `has_just_changed` uses it to detect misclicks. Only what each button does and where it is
        counts, not how it looks. A note above the buttons counts, too, because it moves them down.

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
        """Return whether a message's buttons changed too recently for a press to be deliberate.

        Args:
            user: The person who sees the message, or `BOARD_USER_ID` for the board.
        """
        if user not in self.shown_layouts:
            return False
        since = self.shown_layouts[user][1]
        return asyncio.get_running_loop().time() - since < MISCLICK_GUARD_SECONDS

    @property
    def is_in_use(self) -> bool:
        """Whether the session holds anything that must stay in memory."""
        held = self.table is not None or self.next_due_at is not None or bool(self.people)
        board = self._board is not None and self._board.is_in_use
        active = (
            self.is_firing
            or self.lock_users > 0
            or bool(self.computer_tasks)
            or bool(self.refused_decisions)
        )
        return held or active or board or self.failures > 0

    def forget_expired(self, now: float) -> None:
        """Forget the people whose ephemeral messages here can no longer be changed.

        Discord allows that only while the token of an interaction is valid.

        Args:
            now: The present time in seconds of the steady clock.
        """
        self.people = {
            user: state
            for user, state in self.people.items()
            if state.is_delete_throttled
            or max(state.expires_at, *(held.expires_at for held in state.held_messages), 0.0) > now
        }


class _RestingTables(LRUCache[int, TableSession]):
    """A cache of the sessions of tables without a running game.

    When it is full, the least recently used session drops its table from memory.
    """

    def popitem(self) -> tuple[int, TableSession]:
        table_id, session = super().popitem()
        session.drop()
        return table_id, session


class TableSessions:
    """Holds the sessions of all tables in use. A session is what memory holds of one table."""

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
        """Return the session of a table.

        Create it if there is none.

        When there are too many sessions, unused ones are dropped first.
        """
        session = self._sessions.get(table_id)
        if session is None:
            if len(self._sessions) > self._eviction_threshold:
                self._evict_unused()
                self._eviction_threshold = 2 * len(self._sessions) + MAX_UNUSED_SESSIONS
            session = self._sessions[table_id] = TableSession()
        return session

    def _evict_unused(self) -> None:
        """Drop the sessions that hold nothing that must stay in memory."""
        for session in self._sessions.values():
            session.forget_expired(self._clock.monotonic())
        self._sessions = {id_: each for id_, each in self._sessions.items() if each.is_in_use}

    def peek(self, table_id: int) -> TableSession | None:
        """Return the session of a table, or None if there is none.

        Unlike `[]`, do not create it.
        """
        return self._sessions.get(table_id)

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """Hold the lock of a table while the block runs, so that nothing else changes the table."""
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
        """Return whether a button press or command has already been carried out.

        It is used because Discord may deliver the same one twice.
        """
        return interaction in self._handled_clicks

    def apply_commit(self, commit: Commit, table: Table) -> Table:
        """Take a change that was just stored over into memory, and return the table as it is now.

        If a person has looked at the table while the change was being stored, the time of that look
        is kept. The table's public message then need not mention that person, unless the change
        asks them for a new decision.

        Args:
            commit: What was written to the database.
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
        """Take the new stored state of a board, a table's public message, over into memory.

        If the table is not in memory, the results of reads that are running now are not cached.
        They may contain the old state.
        """
        known = self.find_cached(table_id)
        if known is None:
            self._generation += 1
        else:
            self._cache_table(replace(known, board=board))

    def apply_record(self, table: Table) -> None:
        """Remove the timer that stores a game's record from the table in memory.

        The record is stored by now.
        """
        rest = tuple(due for due in table.timers if not isinstance(due, RecordSaving))
        self._cache_table(replace(table, timers=rest))

    def note_look(self, table: Table, user: int, now: float) -> Table:
        """Note in memory that a person looked at the table, and return the changed table.

        The table's public message then need not mention that person.
        """
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
        """Store a table in memory as the newest version."""
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
    """Return the table with the newer times of people's last look from `known_table`.

    A time is taken over only for people to whom `table` asks nothing new.
    """
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
    player = replace(table.players[seat], clicked_at=at)
    dues = tuple(due for due in table.timers if not isinstance(due, Call) or due.seat != seat)
    return replace(table.set_player(seat, player), clicked_at=at, timers=dues)


@contextmanager
def refuse_on_store_problem() -> Iterator[None]:
    """Context manager: if the database fails in this block, raise `StoreAway` instead."""
    try:
        yield
    except StoreProblem as problem:
        raise make_store_refusal(problem) from None


def make_store_refusal(problem: StoreProblem) -> StoreAway:
    """Return the error whose sentence tells a person what to do about the database's problem."""
    is_unknown = isinstance(problem, CommitOutcomeUnknown)
    return StoreAway("store-unknown" if is_unknown else "store-trouble")
