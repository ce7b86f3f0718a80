"""Reads and changes the tables of a shard: every change goes through `Tables.submit`."""

import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial

from msgspec.structs import replace

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import log_failure
from bot.domain.changes import (
    Asleep,
    Change,
    Click,
    Gone,
    Refused,
    Unstorable,
    find_missing_permissions,
)
from bot.domain.consequences import apply_consequences, set_resting_timers
from bot.domain.game_records import encode_transcript_step
from bot.domain.playing import choose_awards, rating_weight, set_places, views_after_step
from bot.domain.presence import add_host_event, changes_board, note_arrival
from bot.domain.ratings import make_rating_update
from bot.domain.table import (
    Board,
    BoardUpdate,
    Commit,
    Deadline,
    Finished,
    IdleCheck,
    Lobby,
    Match,
    RecordSaving,
    Table,
    TableDeletion,
    Timer,
    lesson_channel,
    remove_timer,
)
from bot.engine.game import ActRecord, Elapse, IllegalMove, Stale
from bot.engine.package import GamePackage, GameRegistry
from bot.services.events import (
    CommitUnknown,
    Events,
    TableChanged,
    TableDropped,
    TimersChanged,
)
from bot.services.heartbeat import Heartbeat
from bot.services.lookups import Lookups
from bot.services.sessions import TableSessions, refuse_on_store_problem
from bot.storage.problems import (
    ChannelTaken,
    CommitOutcomeUnknown,
    RepeatedInteraction,
    StoreProblem,
    TableConflict,
)
from bot.storage.shards import Shard
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_CHANGE_TRIES = 4
"""Maximum number of tries of a change while other changes of the table interfere. Each try uses
fresh data."""


class ChannelUnreachable(Exception):  # noqa: N818 - a fact about the table
    """The table is paused because its channel could not be reached.

    Its board has to be shown there before the table can change.
    """

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


class Tables:
    """Reads and changes the tables of a shard.

    Times are seconds since 1970.
    """

    def __init__(
        self,
        store: Store,
        shard: Shard,
        registry: GameRegistry,
        heartbeat: Heartbeat,
        events: Events,
        computer_pause_seconds: float,
        counters: Counters = NO_COUNTERS,
    ) -> None:
        """Use this store and these games, for the tables of a shard.

        Before each change, the `heartbeat` extends deadlines after an outage. Listeners of `events`
        hear of every stored change. `computer_pause_seconds` is the number of seconds that a
        computer player waits before it moves.
        """
        self.store = store
        self.shard = shard
        self.sessions = TableSessions(store, heartbeat.clock)
        self.lookups = Lookups(store)
        self.registry = registry
        self.counters = counters
        self.now = heartbeat.clock.now
        self.started_at = 0.0
        """Time since which tables of missing games have been paused."""
        self._computer_pause_seconds = computer_pause_seconds
        self._heartbeat = heartbeat
        self._events = events

    def find_package(self, table: Table) -> GamePackage:
        """Return the package of a table's game."""
        return self.registry[table.game]

    async def load(
        self, table_id: int, click: Click | None = None, *, allow_missing_game: bool = False
    ) -> Table:
        """Return a table, and check that a click came from the table's channel.

        A lesson has no channel, so a click of its person may come from anywhere. A click from any
        other channel is forged, because Discord sends none. The permissions in that channel say
        nothing about the table's channel.

        Raises `Gone` if there is no such table. Raises `Asleep` if its game is missing, unless
        `allow_missing_game` is true. Raises `Refused` if the click came from elsewhere or the
        database cannot be used.
        """
        with refuse_on_store_problem(table_id):
            table = await self.sessions.read(table_id)
        if table is None:
            raise Gone
        if click and table.channel not in (click.channel, lesson_channel(click.user)):
            raise Refused("lesson-other" if table.is_lesson else "old-button")
        if self.is_game_missing(table) and not allow_missing_game:
            raise Asleep(table)
        return table

    async def submit(
        self,
        table_id: int,
        change: Callable[[Table], Change],
        click: Click | None = None,
        *,
        answer_shows_change: bool = False,
        skip_channel_check: bool = False,
    ) -> Table:
        """Change a table under its lock and in one transaction, and return it.

        A click of a seated person makes them present again. The same interaction changes nothing
        the second time. With `answer_shows_change`, the answer to the click shows the change, so no
        own screen is pushed to that person. With `skip_channel_check`, the change needs no access
        to the channel.

        `change` is called again with fresh data if something else changes the table meanwhile, such
        as an extension of deadlines.

        Raises what `change` raises, `Gone`, `Refused` and the store's errors. Raises
        `ChannelUnreachable` if the channel could not be reached, unless `skip_channel_check` is
        true.
        """
        async with self._lock_table(table_id):
            for _ in range(MAX_CHANGE_TRIES):
                with suppress(TableConflict):
                    before = await self.load(table_id, click)
                    if click and not skip_channel_check and before.paused == "channel":
                        raise ChannelUnreachable(table_id)
                    return await self._apply_change(before, change, click, answer_shows_change)
        raise Refused("try-again")

    @asynccontextmanager
    async def _lock_table(self, table_id: int) -> AsyncIterator[None]:
        """Hold a table's lock, after deadlines were extended for an outage."""
        with refuse_on_store_problem(table_id):
            await self._heartbeat.catch_up()
        async with self.sessions.lock(table_id):
            yield

    async def _apply_change(
        self,
        before: Table,
        change: Callable[[Table], Change],
        click: Click | None,
        answer_shows_change: bool,
    ) -> Table:
        started = time.perf_counter()
        here = note_arrival(before, click, self.now()) if click else Change(before)
        try:
            made = change(here.table)
        except (Stale, IllegalMove, Refused):
            if click and self.sessions.has_handled(click.id):
                return before
            raise
        made = replace(made, events=(*here.events, *made.events))
        if made == Change(before):
            return before
        table = await self._commit(
            before, made, click, click.user if click and answer_shows_change else None
        )
        _log_moves(before, made, started)
        return table

    async def _commit(
        self, before: Table, change: Change, click: Click | None, answered_user: int | None
    ) -> Table:
        if before.id and self.sessions.find_cached(before.id) is not before:
            raise TableConflict  # deadlines moved, or the board was noted
        package, now = self.find_package(before), self.now()
        change = add_host_event(
            before, apply_consequences(change, package, now, self._computer_pause_seconds)
        )
        table = change.table
        if isinstance(table, Finished) and not isinstance(before, Finished) and table.has_result:
            table = set_places(table, package)
        known = self.sessions[before.id].views if before.id else ()
        seen = views_after_step(before, table, package)
        anew = change.should_move_board or bool(change.calls)
        board = table.board.request_move(table.version + 1, change.calls) if anew else table.board
        commit = Commit(
            table=replace(table, board=board),
            at=now,
            actions=change.actions,
            events=change.events,
            interaction_id=click.id if click else None,
            transcript_step=encode_transcript_step(known, seen) if seen else b"",
            writes_board=anew,
        )
        started = time.perf_counter()
        try:
            with self._convert_store_errors(before.id):
                table = await self.store.tables.commit(commit)
        except RepeatedInteraction:
            self.sessions.drop(before.id)
            return await self.load(before.id)
        except BaseException as problem:
            self.sessions.drop(before.id)
            self.lookups.forget_commit(commit)
            if isinstance(problem, CommitOutcomeUnknown) or not isinstance(problem, Exception):
                self._events.publish(CommitUnknown())
            with refuse_on_store_problem(before.id):
                raise
        moves = sum(isinstance(entered, ActRecord) for entered in change.actions)
        self.counters.observe_commit(table.game, moves, time.perf_counter() - started)
        written, table = table, self.sessions.apply_commit(commit, table)
        self.sessions[table.id].views = seen or known
        self.lookups.note_commit(before, commit, table)
        for player, before_ in zip(table.players, written.players, strict=True):
            if player.user and player.clicked_at > before_.clicked_at:
                self.store.tables.note_click(table.id, player.user, player.clicked_at)
        self._events.publish(
            TableChanged(before, replace(change, table=table), package, answered_user)
        )
        return table

    @contextmanager
    def _convert_store_errors(self, table_id: int) -> Iterator[None]:
        """Turn unexpected errors of the store into a refusal.

        Errors that callers expect of the store pass through. After any other error nothing was
        written. Raises `Unstorable` for those.
        """
        try:
            yield
        except (ChannelTaken, TableConflict, RepeatedInteraction, StoreProblem):
            raise
        except Exception as problem:
            if self.sessions[table_id].may_log_failure(self.now()):
                log_failure(log, f"storing a change of table {table_id}", problem)
            raise Unstorable from None

    async def record_arrival(
        self, table_id: int, click: Click, *, skip_channel_check: bool = False
    ) -> Table:
        """Note that a person looked at a table, and return the table.

        A seated person is present again. If the look changes nothing, it does not wait for the
        table's lock. Raises what `load` raises. Raises `ChannelUnreachable` if the channel could
        not be reached, unless `skip_channel_check` is true.
        """
        with refuse_on_store_problem(table_id):
            await self._heartbeat.catch_up()
        before = await self.load(table_id, click)
        here = note_arrival(before, click, self.now())
        if before.paused != "channel" and not changes_board(before, here.table):
            return self._note_look(before, click)
        async with self._lock_table(table_id):
            for _ in range(MAX_CHANGE_TRIES):
                with suppress(TableConflict):
                    before = await self.load(table_id, click)
                    if not skip_channel_check and before.paused == "channel":
                        raise ChannelUnreachable(table_id)
                    here = note_arrival(before, click, self.now())
                    if not changes_board(before, here.table):
                        return self._note_look(before, click)
                    return await self._commit(before, here, click, click.user)
        raise Refused("try-again")

    def _note_look(self, table: Table, click: Click) -> Table:
        """Note the time at which a person looked at a table."""
        seat = table.seat_of(click.user)
        is_newest = self.sessions.find_cached(table.id) is table
        if seat is None or isinstance(table, Finished) or not is_newest:
            return table
        self.store.tables.note_click(table.id, click.user, self.now())
        table = self.sessions.note_look(table, click.user, self.now())
        self._events.publish(TimersChanged(table))
        return table

    async def resume_channel(self, table_id: int, click: Click) -> None:
        """Resume a table whose channel could not be reached, because somebody has clicked there.

        Raises `Refused` with the permissions that the bot lacks.
        """
        async with self._lock_table(table_id):
            for _ in range(MAX_CHANGE_TRIES):
                with suppress(TableConflict):
                    before = await self.load(table_id, click)
                    if before.paused != "channel":
                        return
                    if names := find_missing_permissions(before, click):
                        raise Refused("missing-permissions", permissions=",".join(names))
                    here = note_arrival(before, click, self.now())
                    await self._commit(before, here, None, None)
                    return
        raise Refused("try-again")

    async def add(self, change: Change, click: Click) -> Table:
        """Store a new lobby or lesson.

        The board of a lobby is posted afterwards. Raises `ChannelTaken` if the channel has an open
        table.
        """
        with refuse_on_store_problem(0):
            await self._heartbeat.catch_up()
        return await self._commit(change.table, change, click, click.user)

    async def update_board(self, table_id: int, change: Callable[[Board], Board]) -> Table:
        """Change what is stored of a table's board, and return the table.

        Memory changes only after the change is stored. Raises `Gone` if there is no such table, and
        the store's errors.
        """
        async with self.sessions.lock(table_id):
            board = (await self.load(table_id)).board
            changed = change(board)
            if changed != board:
                try:
                    with self._convert_store_errors(table_id):
                        await self.store.tables.store_board(BoardUpdate(table_id, changed))
                except BaseException:
                    self.sessions.drop(table_id)
                    raise
                self.sessions.apply_board(table_id, changed)
            return await self.load(table_id)

    async def save_record(self, table_id: int) -> None:
        """Write the record of a finished game, unless it is stored already.

        Raises `Gone` if there is no such table, and `Refused` if the database cannot be used.
        """
        async with self.sessions.lock(table_id):
            table = await self.load(table_id, allow_missing_game=True)
            if not isinstance(table, Finished):
                return
            with refuse_on_store_problem(table_id):
                package = self.registry.get(table.game)
                choose = partial(choose_awards, table, package)
                await self.store.history.save_record(
                    table, rating_weight(table, package), make_rating_update, choose
                )
            self.sessions.apply_record(table)
            self.lookups.note_record(table)
            self._events.publish(TimersChanged(self.sessions.find_cached(table_id) or table))

    async def delete_table(self, table_id: int) -> None:
        """Delete a finished table."""
        self.sessions.drop(table_id)
        self._events.publish(TableDropped(table_id))
        await self.store.tables.delete(table_id)

    async def find_open_table(self, channel: int) -> Table | None:
        """Return the lobby or match of a channel, or None if there is none."""
        return await self._load_found_table(self.lookups.find_open_table(channel))

    async def find_open_lesson(self, user: int, guild: int) -> Table | None:
        """Return a person's open lesson in a server, or None if there is none."""
        return await self._load_found_table(self.lookups.find_open_lesson(user, guild))

    async def find_latest_table(self, channel: int) -> Table | None:
        """Return the open table of a channel, or else the one that ended last."""
        opened = await self.find_open_table(channel)
        return opened or await self._load_found_table(self.store.tables.find_latest(channel))

    async def find_finished_table(self, channel: int) -> Table | None:
        """Return the channel's last table whose game was played to its end or ended early."""
        return await self._load_found_table(self.store.tables.find_finished(channel))

    async def _load_found_table(self, lookup: Awaitable[int | None]) -> Table | None:
        """Return the table whose id is looked up.

        Return None if there is none, or if it is finished and its game is missing. Raises `Asleep`
        if the table is open and its game is missing.
        """
        with refuse_on_store_problem(0):
            table_id = await lookup
            table = None if table_id is None else await self.sessions.read(table_id)
        if table is None or not self.is_game_missing(table):
            return table
        if not isinstance(table, Finished):
            raise Asleep(table)
        return None

    def clear_caches(self) -> None:
        """Drop all cached tables and people, because they have changed in the store."""
        self.sessions.clear()
        self.lookups.clear()

    def record_press(self, table_id: int) -> None:
        """Count a press at a table."""
        table = self.sessions.find_cached(table_id)
        self.counters.count_press(table.game if table else "")

    def has_stale_board(self, table_id: int) -> bool:
        """Return whether a table is in memory and its board shows an older version."""
        table = self.sessions.find_cached(table_id)
        return table is not None and table.board_is_behind

    def is_game_missing(self, table: Table) -> bool:
        """Return whether the table's game is not installed now."""
        return table.game not in self.registry

    async def handle_missing_game(self, table: Table, row: Timer | None) -> bool:
        """Pause a table whose game is missing, as of the start of this process.

        `row` is the table's next timer. Records are still written, and a table that nobody uses for
        long is still closed and forgotten.

        Return whether the table waits for its game. When the game is back, the table resumes like
        one whose channel could not be reached. It resumes with the first press, and everybody has
        the time that was left.
        """
        match row:
            case TableDeletion() if row.at <= self.now():
                await self.delete_table(table.id)
            case RecordSaving():
                await self.save_record(table.id)
            case Deadline() if isinstance(table, Lobby):
                await self.change_without_game(table.id, lambda table: remove_timer(table, row))
            case IdleCheck(what="close") if row.at <= self.now():
                await self.close_without_game(table.id)
            case _:
                await self.change_without_game(
                    table.id, lambda table: _pause_for_channel(table, self.started_at)
                )
                return True
        return False

    async def close_without_game(self, table_id: int) -> None:
        """Close a table whose game is missing."""
        await self.change_without_game(
            table_id,
            lambda table: set_resting_timers(
                table if isinstance(table, Finished) else table.close(), self.now()
            ),
        )

    async def change_without_game(self, table_id: int, change: Callable[[Table], Table]) -> None:
        """Change a table whose game is missing, without the consequences that need the game."""
        async with self.sessions.lock(table_id):
            before = await self.load(table_id, allow_missing_game=True)
            commit = Commit(change(before), self.now())
            if commit.table == before:
                return
            try:
                with refuse_on_store_problem(table_id), self._convert_store_errors(table_id):
                    stored = await self.store.tables.commit(commit)
            except BaseException:
                self.sessions.drop(table_id)
                self.lookups.forget_commit(commit)
                raise
            stored = self.sessions.apply_commit(commit, stored)
            self.lookups.note_commit(before, commit, stored)
            self._events.publish(TimersChanged(stored))


def _log_moves(before: Table, change: Change, started_at: float) -> None:
    """Log one line for each move: its seat and kind, but not the move itself."""
    milliseconds = (time.perf_counter() - started_at) * 1000
    for entered in change.actions:
        seat = None if isinstance(entered, Elapse) else entered.seat
        asked = before.prompt_of(seat) if isinstance(before, Match) else None
        kind = asked.kind if asked else type(entered).__name__.lower()
        log.info("move table=%s seat=%s kind=%s ms=%.0f", before.id, seat, kind, milliseconds)


def _pause_for_channel(table: Table, at: float) -> Table:
    if not isinstance(table, Match) or table.paused:
        return table
    return replace(table, paused="channel", paused_at=max(at, table.clicked_at))
