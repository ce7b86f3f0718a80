"""The tables in use, each with all that the process holds of it, so that looking at one is free.

What is held is an economy, never a truth. A table changes here only when the change is on the disk;
whatever fails drops it, and the next use reads the database. Every write is guarded by the table's
version there: a stale value can lose, but never overwrite.
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
from bot.domain.table import Board, Call, Commit, Keep, Match, SeatDecision, Table, seat_decision
from bot.engine.computer_task import ComputerTaskResult
from bot.engine.events import Seat
from bot.engine.screen import Link, Screen
from bot.services.heartbeat import Clock
from bot.services.messenger import OwnMessage
from bot.storage.problems import CommitOutcomeUnknown, StoreProblem
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_KNOWN_CLICKS = 8192
"""Clicks of which it is known that they have changed something."""
MAX_CACHED_RESTING_TABLES = 256
"""Tables kept at which no game runs; those at which one does are all kept."""
MAX_UNUSED_SESSIONS = 512
"""Sessions, beside twice as many as were left, from which on those out of use are let go."""
FIRST_RETRY_SECONDS = 30.0
"""From the first failure of what is due at a table to the next try. The pause doubles each time."""
MAX_RETRY_DOUBLINGS = 5
"""How often the pause doubles: to 16 minutes."""
MISCLICK_GUARD_SECONDS = 0.4
"""Seconds in which nobody reads what has changed under their finger, and presses it."""
BOARD_USER_ID = 0
"""Stands for the board in place of a user."""

ComputerTaskKey = tuple[int, Seat, str]
"""The step that the game stands at, the seat, and how well it is played."""


@dataclass(slots=True)
class BoardState:
    """What this process knows of a table's board beside what is stored."""

    may_have_unknown_post: bool = False
    """Discord may have a post already that the store knows nothing of."""
    unsaved_update: Callable[[Board], Board] | None = None
    """What Discord has taken and the store has not: it is noted before all else."""
    posted_at: float = -inf
    """When it was posted anew."""
    last_shown_hash: int | None = None
    """What Discord has taken last: a hash of message and screen; None: that is not known."""
    is_nameless: bool = False
    """Nobody is called by name on it."""
    is_deleting: bool = False
    """A message whose place it took is tried to be deleted again and again."""
    no_access_since: float | None = None
    """Since when the bot has missed access to the channel."""

    @property
    def is_in_use(self) -> bool:
        """Tell whether it says anything that is not to be lost."""
        return self.may_have_unknown_post or self.unsaved_update is not None or self.is_deleting


@dataclass(slots=True, eq=False)
class EphemeralState:
    """What this process knows of the messages at a table that one person alone sees."""

    line: OwnMessage | None = None
    """The newest interaction by which the own screen can be shown."""
    expires_at: float = 0.0
    """When its token is too old, by the steady clock."""
    seats_with_news: dict[Seat, None] | None = None
    """Who has played while the person reads: the news waits until they go back to their cards."""
    transient_message: OwnMessage | None = None
    """The last sentence that the next press takes away."""
    transient_expires_at: float = 0.0
    stale_copy: OwnMessage | None = None
    """An older copy of the own screen that is taken away next."""
    is_delete_throttled: bool = False
    """A copy was taken away a moment ago."""


class TableSession:
    """All that this process holds of a table in use. It is dropped as a whole.

    It guards against clicks that were meant for what stood there a moment ago. A table at which
    something keeps failing is logged seldom, and tried again after longer pauses.
    """

    __slots__ = (
        "_board",
        "_people",
        "computer_tasks",
        "due",
        "failures",
        "is_firing",
        "lock",
        "logged_failure_at",
        "refused",
        "retry_at",
        "shown",
        "table",
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
        """When it has something to do next; None: not as far as is loaded."""
        self.retry_at = 0.0
        """When its due rows are tried again, of which one failed a moment ago."""
        self.is_firing = False
        """A due row of it fires."""
        self.computer_tasks: dict[ComputerTaskKey, asyncio.Future[ComputerTaskResult]] = {}
        """What computers have begun to think about."""
        self.refused: frozenset[SeatDecision] = frozenset()
        """The open decisions in which a computer's move was refused."""
        self.failures = 0
        """How often in a row what was due failed."""
        self.logged_failure_at = -inf
        self.shown: dict[int, tuple[int, float]] = {}
        """What the places of its messages do, and since when: the board is 0, else by user."""
        self._board: BoardState | None = None
        self._people: dict[int, EphemeralState] = {}

    @property
    def board(self) -> BoardState:
        """What is known of the board."""
        if self._board is None:
            self._board = BoardState()
        return self._board

    def find_person(self, user: int) -> EphemeralState | None:
        """Return what is known of a person's own messages here, None if nothing is."""
        return self._people.get(user)

    def get_person(self, user: int) -> EphemeralState:
        """Return what is known of a person's own messages here."""
        return self._people.setdefault(user, EphemeralState())

    def drop(self) -> None:
        """Read the table anew with its next use."""
        self.table = None
        self.views = ()

    def may_log_failure(self, now: float) -> bool:
        """Tell whether to log a failure at this table: at most once a minute."""
        if 0 <= now - self.logged_failure_at < REPEAT_INTERVAL_SECONDS:
            return False
        self.logged_failure_at = now
        return True

    def count_failure(self) -> float:
        """Count a failure of what is due here; return in how many seconds to try again."""
        self.failures += 1
        return FIRST_RETRY_SECONDS * 2.0 ** min(self.failures - 1, MAX_RETRY_DOUBLINGS)

    def note_shown(self, screen: Screen, user: int = BOARD_USER_ID) -> None:
        """Note that Discord has taken what a message shows from now on.

        What each place does counts, not how it looks: a tile that somebody else has taken stays
        where it was. A note pushes the buttons down.
        """
        places = tuple(
            tuple(None if isinstance(item, Link) else item.press for item in row)
            for row in screen.rows
        )
        layout = hash((places, bool(screen.note)))
        if user not in self.shown or self.shown[user][0] != layout:
            self.shown[user] = (layout, asyncio.get_running_loop().time())

    def has_just_changed(self, user: int = BOARD_USER_ID) -> bool:
        """Return whether nobody can have read what a message's buttons do, and chosen one."""
        if user not in self.shown:
            return False
        since = self.shown[user][1]
        return asyncio.get_running_loop().time() - since < MISCLICK_GUARD_SECONDS

    @property
    def is_in_use(self) -> bool:
        """Tell whether anything is held that is not to be lost."""
        held = self.table is not None or self.due is not None or bool(self._people)
        board = self._board is not None and self._board.is_in_use
        active = self.is_firing or self.users > 0 or bool(self.computer_tasks) or bool(self.refused)
        return held or active or board or self.failures > 0

    def forget_expired(self, now: float) -> None:
        """Let go of what is too old to be of use, by the steady clock."""
        self._people = {
            user: state
            for user, state in self._people.items()
            if state.is_delete_throttled or max(state.expires_at, state.transient_expires_at) > now
        }


class _RestingTables(LRUCache[int, TableSession]):
    """The session tables at which no game runs; whichever was used least is to be read anew."""

    def popitem(self) -> tuple[int, TableSession]:
        table_id, session = super().popitem()
        session.drop()
        return table_id, session


class TableSessions:
    """The tables in use, by their ids."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """Read what is not here from this store."""
        self._store = store
        self._clock = clock
        self._sessions: dict[int, TableSession] = {}
        self._resting_tables = _RestingTables(MAX_CACHED_RESTING_TABLES)
        self._handled_clicks: FIFOCache[int, None] = FIFOCache(MAX_KNOWN_CLICKS)
        self._generation = 0
        self._eviction_threshold = MAX_UNUSED_SESSIONS

    def __iter__(self) -> Iterator[tuple[int, TableSession]]:
        """Go through all tables in use."""
        return iter([*self._sessions.items()])

    def __getitem__(self, table_id: int) -> TableSession:
        """Return what is held of a table, from now on if nothing was."""
        session = self._sessions.get(table_id)
        if session is None:
            if len(self._sessions) > self._eviction_threshold:
                self._evict_unused()
                self._eviction_threshold = 2 * len(self._sessions) + MAX_UNUSED_SESSIONS
            session = self._sessions[table_id] = TableSession()
        return session

    def _evict_unused(self) -> None:
        for session in self._sessions.values():
            session.forget_expired(self._clock.monotonic())
        self._sessions = {id_: each for id_, each in self._sessions.items() if each.is_in_use}

    def peek(self, table_id: int) -> TableSession | None:
        """Return what is held of a table, None if nothing is."""
        return self._sessions.get(table_id)

    @asynccontextmanager
    async def lock(self, table_id: int) -> AsyncIterator[None]:
        """Change a table while nobody else does."""
        session = self[table_id]
        session.users += 1
        try:
            async with session.lock:
                yield
        finally:
            session.users -= 1

    async def read(self, table_id: int) -> Table | None:
        """Return a table; None if there is none of this id (any more)."""
        known = self.find_cached(table_id)
        if known is not None:
            return known
        generation = self._generation
        table = await self._store.tables.load(table_id)
        known = self.find_cached(table_id)  # somebody else may have read it meanwhile
        if known is None and table is not None and generation == self._generation:
            self._cache_table(table)
        return known or table

    def find_cached(self, table_id: int) -> Table | None:
        """Return a table if it need not be read."""
        session = self._sessions.get(table_id)
        if session is None or session.table is None:
            return None
        self._resting_tables.get(table_id)  # it is used now
        return session.table

    def has_handled(self, interaction: int) -> bool:
        """Tell whether a click has changed something lately; Discord may deliver one twice."""
        return interaction in self._handled_clicks

    def apply_commit(self, commit: Commit, table: Table) -> Table:
        """Take over a change that is on the disk, and return the table as it is now.

        People may have looked meanwhile, who are not called then, but to what the change itself
        asks them.
        """
        if commit.interaction is not None:
            self._handled_clicks[commit.interaction] = None
        table = table.add_events(commit.events)
        known = self.find_cached(table.id)
        if known is not None:
            table = _merge_look_times(table, known)
        self._cache_table(table)
        return table

    def apply_board(self, table_id: int, board: Board) -> None:
        """Take over a board that is on the disk.

        Of a table that is just being read nothing is kept: it may be read as it was before.
        """
        known = self.find_cached(table_id)
        if known is None:
            self._generation += 1
        else:
            self._cache_table(replace(known, board=board))

    def apply_record(self, table: Table) -> None:
        """Take note that the record of a table's game is on the disk."""
        rest = tuple(due for due in table.dues if not isinstance(due, Keep))
        self._cache_table(replace(table, dues=rest))

    def note_look(self, table: Table, user: int, now: float) -> Table:
        """Note that a person who sits there has looked, who needs no call any more."""
        table = _set_look_time(table, user, now)
        self._cache_table(table)
        return table

    def drop(self, table_id: int) -> None:
        """Read a table anew with its next use."""
        self._resting_tables.pop(table_id, None)
        if session := self._sessions.get(table_id):
            session.drop()

    def clear(self) -> None:
        """Read all tables anew; what is being read now is not kept."""
        self._generation += 1
        self._resting_tables.clear()
        for session in self._sessions.values():
            session.drop()

    def _cache_table(self, table: Table) -> None:
        session = self[table.id]
        session.table = table
        if session.refused:
            prompts = table.prompts if isinstance(table, Match) else ()
            session.refused &= {seat_decision(prompt) for prompt in prompts}
        if isinstance(table, Match):
            self._resting_tables.pop(table.id, None)
        else:
            self._resting_tables[table.id] = session


def _merge_look_times(table: Table, known: Table) -> Table:
    """Return the table with what is known of when its people looked, for what they were asked."""
    asked = {(player.user, player.asked): player.clicked_at for player in table.players}
    for here in known.players:
        if here.user and asked.get((here.user, here.asked), here.clicked_at) < here.clicked_at:
            table = _set_look_time(table, here.user, here.clicked_at)
    return table


def _set_look_time(table: Table, user: int, at: float) -> Table:
    seat = table.seat_of(user)
    if seat is None:
        return table
    player = replace(table.players[seat], clicked_at=at)
    dues = tuple(due for due in table.dues if not isinstance(due, Call) or due.seat != seat)
    return replace(table.seated(seat, player), clicked_at=at, dues=dues)


@contextmanager
def refuse_on_store_problem(table_id: int) -> Iterator[None]:
    """Log that the database cannot be used, and refuse with what to do."""
    try:
        yield
    except StoreProblem as problem:
        log.error("table %s could not be stored or read: %s", table_id, problem.key)
        unknown = isinstance(problem, CommitOutcomeUnknown)
        raise Refused("store-unknown" if unknown else "store-trouble") from None
