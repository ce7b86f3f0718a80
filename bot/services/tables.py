"""Reads and changes the tables of a shard. Every change goes through `Tables.submit`."""

import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from bot.common.counters import NO_COUNTERS, Counters
from bot.common.log import log_failure
from bot.domain import changes
from bot.domain.consequences import apply_consequences
from bot.domain.evening_games import count_game
from bot.domain.guessing import list_clairvoyants
from bot.domain.host import add_host_event
from bot.domain.options import has_usual_options
from bot.domain.outcomes import find_facts, list_honours, rating_weight, set_places
from bot.domain.presence import changes_board, note_arrival
from bot.domain.ratings import make_rating_update
from bot.domain.table import Board, BoardUpdate, Commit, Finished, Match, Table, lesson_channel
from bot.domain.transcripts import encode_transcript_step, views_after_step
from bot.engine.game import Elapse, IllegalMove, Stale
from bot.engine.package import GamePackage, GameRegistry
from bot.engine.records import ActRecord
from bot.services.events import CommitUnknown, Events, TableChanged, TableDropped, TimersChanged
from bot.services.heartbeat import Heartbeat
from bot.services.lookups import Lookups
from bot.services.sessions import TableSessions, refuse_on_store_problem
from bot.storage.problems import (
    ChannelTaken,
    CommitOutcomeUnknown,
    RepeatedInteraction,
    StoreProblem,
    TableConflict,
    TooManyHosted,
)
from bot.storage.store import Store

log = logging.getLogger(__name__)


MAX_CHANGE_TRIES = 4
"""The maximum number of tries to make a change when other changes of the same table interfere.
Each try starts from the newest version of the table. If all fail, the person is asked to try
again.
"""


class ChannelUnreachable(Exception):  # noqa: N818 - a fact about the table
    """Raised for a table that is paused because the bot could not reach its channel.

    The table's public message has to be shown there again before the table can change.
    """

    def __init__(self, table_id: int) -> None:
        super().__init__(table_id)
        self.table_id = table_id


@dataclass(eq=False)
class Tables:
    """Reads and changes the tables of a shard, which is Discord's share of the servers.

    All times are seconds since 1970.
    """

    store: Store
    sessions: TableSessions
    _lookups: Lookups
    registry: GameRegistry
    _heartbeat: Heartbeat
    _events: Events
    _computer_pause_seconds: float
    _counters: Counters = NO_COUNTERS

    def now(self) -> float:
        """Return the time of the shard's clock."""
        return self._heartbeat.clock.now()

    def find_package(self, table: Table) -> GamePackage:
        """Return the package of a table's game: its rules, screens and texts."""
        return self.registry[table.game]

    def reads_text(self, user: int) -> bool:
        """Return whether a person wants to see no pictures on screens that only they see."""
        return self.store.people.recall_preferences(user).in_words

    async def load(
        self, table_id: int, click: changes.Click | None = None, *, allow_missing_game: bool = False
    ) -> Table:
        """Return a table.

        If a click is given, check that it came from the table's channel. A lesson has no channel,
        so its person may click anywhere. Discord sends no click on this table from other channels,
        so such a click is forged.

        Args:
            click: The press behind the request. None means that nothing is checked.

        Raises:
            Gone: There is no such table.
            Asleep: The game of the table is not installed.
            Refused: The click came from elsewhere, or the database cannot be used.
        """
        with refuse_on_store_problem():
            table = await self.sessions.read(table_id)
        if table is None:
            raise changes.Gone
        if click and table.channel not in (click.channel, lesson_channel(click.user)):
            raise changes.Refused("lesson-other" if table.is_lesson else "old-button")
        if self.is_game_missing(table) and not allow_missing_game:
            raise changes.Asleep(table)
        return table

    async def submit(
        self,
        table_id: int,
        change: Callable[[Table], changes.Change],
        click: changes.Click | None = None,
        *,
        answer_shows_change: bool = True,
        skip_channel_check: bool = False,
    ) -> Table:
        """Change a table under its lock and in one transaction, and return the changed table.

        A click of a person who has a seat at the table makes them present again. If Discord
        delivers the same press twice, the second one changes nothing.

        Args:
            change: Takes the present table and returns the change. It is called again with the
                newest version if something else changes the table in the meantime.
            click: The press behind the change. None means that a timer or the bot itself causes it.
            answer_shows_change: Whether the answer to the click shows the change, as is usual. That
                person's own screen is then not updated separately.
            skip_channel_check: Whether the change may be made while the bot cannot reach the
                channel.

        Raises:
            Gone: There is no such table.
            Refused: The change is refused, or the database cannot be used. Other errors of `change`
                and of the store pass through, too.
            ChannelUnreachable: The bot could not reach the channel, and `skip_channel_check` is
                false.
        """
        return await self._retry(
            table_id,
            click,
            lambda before: self._apply_change(before, change, click, answer_shows_change),
            skip_channel_check=skip_channel_check,
        )

    async def _retry(
        self,
        table_id: int,
        click: changes.Click | None,
        attempt: Callable[[Table], Awaitable[Table]],
        *,
        skip_channel_check: bool,
    ) -> Table:
        """Hold a table's lock, and try to change its newest version until nothing interferes.

        If there was an outage, deadlines are extended before. The errors are those of `submit`.
        """
        with refuse_on_store_problem():
            await self._heartbeat.catch_up()
            if await self.sessions.read(table_id) is None:
                raise changes.Gone  # so that nothing is held in memory for it
        async with self.sessions.lock(table_id):
            for _ in range(MAX_CHANGE_TRIES):
                with suppress(TableConflict):
                    before = await self.load(table_id, click)
                    if click and not skip_channel_check and before.paused == "channel":
                        raise ChannelUnreachable(table_id)
                    return await attempt(before)
        raise changes.Refused("try-again")

    async def _apply_change(
        self,
        before: Table,
        change: Callable[[Table], changes.Change],
        click: changes.Click | None,
        answer_shows_change: bool,
    ) -> Table:
        """Try once to make a change: compute it, store it, and return the changed table."""
        started = time.perf_counter()
        here = note_arrival(before, click, self.now()) if click else changes.Change(before)
        try:
            made = change(here.table)
        except (Stale, IllegalMove, changes.Refused):
            if click and self.sessions.has_handled(click.id):
                return before
            raise
        made = replace(made, events=(*here.events, *made.events))
        if made == changes.Change(before):
            return before
        table = await self._commit(
            before, made, click, click.user if click and answer_shows_change else None
        )
        _log_moves(before, made, started)
        return table

    async def _commit(
        self,
        before: Table,
        change: changes.Change,
        click: changes.Click | None,
        answered_user: int | None,
    ) -> Table:
        """Complete a change, store it in the database and in memory, and tell other services.

        Everything that follows from the change is added first, such as the end of the game. `click`
        is the press or command behind the change, and None if there is none. `answered_user` is the
        user id of the person who sees the change in the answer to their own click, and None if
        nobody does.
        """
        if before.id and self.sessions.find_cached(before.id) is not before:
            raise TableConflict  # deadlines have moved, or the board was stored
        package, now = self.find_package(change.table), self.now()
        change = add_host_event(
            before, apply_consequences(change, package, now, self._computer_pause_seconds)
        )
        table = change.table
        if isinstance(table, Finished) and not isinstance(before, Finished) and table.has_result:
            table = count_game(set_places(table, package), package)
        known = self.sessions[before.id].views if before.id else ()
        seen = views_after_step(before, table, package)
        anew = change.should_move_board or bool(change.calls)
        board = table.board.request_move(table.version + 1, change.calls) if anew else table.board
        commit = Commit(
            table=replace(table, board=board),
            at=now,
            max_hosted_tables=change.max_hosted_tables,
            actions=change.actions,
            events=change.events,
            interaction_id=click.id if click else None,
            transcript_step=encode_transcript_step(known, seen) if seen else b"",
            writes_board=anew,
        )
        started = time.perf_counter()
        try:
            table = await self.store_commit(before, commit)
        except RepeatedInteraction:
            return await self.load(before.id)
        moves = sum(isinstance(entered, ActRecord) for entered in change.actions)
        self._counters.observe_commit(table.game, moves, time.perf_counter() - started)
        self.sessions[table.id].views = seen or known
        for player, stored in zip(table.players, commit.table.players, strict=True):
            if player.user and player.clicked_at > stored.clicked_at:
                self.store.tables.note_click(table.id, player.user, player.clicked_at)
        pressed, change = click.message if click else 0, replace(change, table=table)
        self._events.publish(TableChanged(before, change, package, answered_user, pressed))
        return table

    async def store_commit(self, before: Table, commit: Commit) -> Table:
        """Store a changed table in the database and then in memory, and return it.

        The caller holds the table's lock. After an error the table is read from the database again.
        """
        try:
            with self._convert_store_errors(before.id):
                table = await self.store.tables.commit(commit)
        except BaseException as problem:
            self.sessions.drop(before.id)
            self._lookups.forget_commit(commit)
            if isinstance(problem, CommitOutcomeUnknown) or not isinstance(problem, Exception):
                self._events.publish(CommitUnknown())
            with refuse_on_store_problem():
                raise
        table = self.sessions.apply_commit(commit, table)
        self._lookups.note_commit(before, table)
        return table

    @contextmanager
    def _convert_store_errors(self, table_id: int) -> Iterator[None]:
        """Context manager: raise `Unstorable` instead of unexpected errors of the store.

        Errors that callers handle pass through. After any other error nothing was written. A table
        that was put aside cannot go on while its channel is taken, which raises `Refused`.
        """
        try:
            yield
        except ChannelTaken:
            if table_id:
                raise changes.Refused("aside-waits") from None
            raise
        except (TableConflict, RepeatedInteraction, TooManyHosted, StoreProblem):
            raise
        except Exception as problem:
            if self.sessions[table_id].may_log_failure(self.now()):
                log_failure(log, f"storing a change of table {table_id}", problem)
            raise changes.Unstorable from None

    async def record_arrival(
        self, table_id: int, click: changes.Click, *, skip_channel_check: bool = False
    ) -> Table:
        """Note that a person looked at a table, and return the table.

        A person who has a seat there counts as present again. If nothing else changes, this does
        not wait for the table's lock.

        Args:
            skip_channel_check: Whether to return the table even while the bot cannot reach its
                channel.

        Raises:
            ChannelUnreachable: The bot could not reach the channel, and `skip_channel_check` is
                false.
            Refused: The click came from elsewhere, or the database cannot be used. `Gone` and
                `Asleep` are subclasses, as in `load`.
        """
        with refuse_on_store_problem():
            await self._heartbeat.catch_up()
        before = await self.load(table_id, click)
        here = note_arrival(before, click, self.now())
        if before.paused != "channel" and not changes_board(before, here.table):
            return self._note_look(before, click)
        arrive = partial(self._store_arrival, click=click)
        return await self._retry(table_id, click, arrive, skip_channel_check=skip_channel_check)

    async def _store_arrival(self, before: Table, click: changes.Click) -> Table:
        here = note_arrival(before, click, self.now())
        if not changes_board(before, here.table):
            return self._note_look(before, click)
        return await self._commit(before, here, click, click.user)

    def _note_look(self, table: Table, click: changes.Click) -> Table:
        """Note the time at which a person looked at a table, without a new version of the table."""
        seat = table.seat_of(click.user)
        is_newest = self.sessions.find_cached(table.id) is table
        if seat is None or isinstance(table, Finished) or not is_newest:
            return table
        self.store.tables.note_click(table.id, click.user, self.now())
        table = self.sessions.note_look(table, click.user, self.now())
        self._events.publish(TimersChanged(table))
        return table

    async def resume_channel(self, table_id: int, click: changes.Click) -> None:
        """Resume a table that was paused because the bot could not reach its channel.

        Somebody has just clicked there, which proves that the bot can reach the channel.

        Raises:
            Refused: The bot lacks permissions in the channel. The error names them.
        """

        async def resume(before: Table) -> Table:
            if before.paused != "channel":
                return before
            changes.check_can_post(click, text_only=before.text_only)
            return await self._commit(before, note_arrival(before, click, self.now()), None, None)

        await self._retry(table_id, click, resume, skip_channel_check=True)

    async def add(self, change: changes.Change, click: changes.Click | None = None) -> Table:
        """Store a new table or lesson, and return it with its id.

        The table's public message is posted afterwards. Without a click, the bot itself opens it.

        Raises:
            ChannelTaken: The channel has an open table already.
            TooManyHosted: The host has too many open tables.
        """
        with refuse_on_store_problem():
            await self._heartbeat.catch_up()
        return await self._commit(change.table, change, click, click.user if click else None)

    async def update_board(self, table_id: int, change: Callable[[Board], Board]) -> Table:
        """Change the stored state of a table's board, and return the table.

        The store's errors pass through. The table in memory changes only if the database was
        changed.

        Raises:
            Gone: There is no such table.
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
        """Store the record of a finished game for replays and ratings, and tell of its awards.

        Do nothing if it is stored already. A game in which no person has moved leaves no record.

        Raises:
            Gone: There is no such table.
            Refused: The database cannot be used.
        """
        async with self.sessions.lock(table_id):
            table = await self.load(table_id, allow_missing_game=True)
            if not isinstance(table, Finished):
                return
            with refuse_on_store_problem():
                package = self.registry.get(table.game)
                if not await self._has_person_moved(table_id):
                    await self.store.records.discard_transcript(table_id)
                    self.sessions.apply_record(table)
                    return
                record = await self.store.records.save_record(
                    table,
                    rating_weight(table, package),
                    make_rating_update,
                    partial(find_facts, table, package),
                    has_usual_options=bool(package and has_usual_options(table, package)),
                )
                earned = await self.store.standings.find_earned_awards(record)
                watchers = [person.user for person in table.guessers]
                calls = await self.store.guesses.count_right_calls(watchers)
                former = await self.store.guesses.count_right_calls(watchers, without=record.id)
            self.sessions.apply_record(table)
            self._lookups.note_record(table)
            self._events.publish(TimersChanged(self.sessions.find_cached(table_id) or table))
        honours = (*list_honours(record, earned), *list_clairvoyants(table, former, calls))
        if package and honours:
            await self.submit(table_id, lambda table: changes.Change(table, events=honours))

    async def save_evening(self, table: Table) -> None:
        """Store the evening that has ended with a table. A repetition changes nothing."""
        if isinstance(table, Finished) and table.evening is not None:
            of = table.id, table.guild, table.channel
            await self.store.evenings.add(*of, table.evening, table.ended_at, table.parent)

    async def _has_person_moved(self, table_id: int) -> bool:
        return any(
            isinstance(entered, ActRecord) and not entered.by_computer
            for _, entered, _ in await self.store.tables.find_inputs(table_id)
        )

    async def delete_table(self, table_id: int) -> None:
        """Delete a finished table from the database, and then from memory.

        Presses that arrive meanwhile read it into memory again.
        """
        await self.store.tables.delete(table_id)
        self.sessions.drop(table_id)
        self._events.publish(TableDropped(table_id))

    async def find_open_table(self, channel: int) -> Table | None:
        """Return the channel's table whose game has not ended, or None if there is none.

        Its game may be running or not started yet.
        """
        return await self._load_found_table(self._lookups.find_open_table(channel))

    async def find_holder(self, channel: int) -> Table | None:
        """Return the channel's open table, even if its game is not installed, or None."""
        try:
            return await self.find_open_table(channel)
        except changes.Asleep as sleeping:
            return sleeping.table

    async def find_open_lesson(self, user: int, guild: int) -> Table | None:
        """Return the lesson that a person is taking in a server, or None if there is none."""
        return await self._load_found_table(self._lookups.find_open_lesson(user, guild))

    async def find_latest_table(self, channel: int) -> Table | None:
        """Return the open table of a channel, or else the one that ended last.

        None means that the channel never had a table, or that its last one was deleted.
        """
        opened = await self.find_open_table(channel)
        return opened or await self._load_found_table(self.store.tables.find_latest(channel))

    async def find_finished_table(self, channel: int) -> Table | None:
        """Return the channel's last table that has a result, or None if there is none.

        A table has a result if its game was played to its end or ended early by a person.
        """
        return await self._load_found_table(self.store.tables.find_finished(channel))

    async def find_aside_table(self, channel: int, user: int) -> Table | None:
        """Return the newest game of a person that was put aside in a channel.

        None means that there is none, or that its game is not installed.
        """
        with suppress(changes.Asleep):
            return await self._load_found_table(self.store.tables.find_aside(channel, user))
        return None

    async def _load_found_table(self, lookup: Awaitable[int | None]) -> Table | None:
        """Return the table whose id a lookup finds, or None if it finds none.

        Also return None for a finished table whose game is not installed. Raises `Asleep` for an
        open table whose game is not installed.
        """
        with refuse_on_store_problem():
            table_id = await lookup
            table = None if table_id is None else await self.sessions.read(table_id)
        if table is None or not self.is_game_missing(table):
            return table
        if not isinstance(table, Finished):
            raise changes.Asleep(table)
        return None

    def clear_caches(self) -> None:
        """Drop all cached data from memory, because the database may have changed."""
        self.sessions.clear()
        self._lookups.clear()
        self.store.people.mark_outdated()

    def record_press(self, table_id: int) -> None:
        """Count a button press at a table, for the bot's metrics."""
        table = self.sessions.find_cached(table_id)
        self._counters.count_press(table.game if table else "")

    def has_stale_board(self, table_id: int) -> bool:
        """Return whether a table's public message shows an older version of the table.

        False also if the table is not in memory.
        """
        table = self.sessions.find_cached(table_id)
        return table is not None and table.board_is_behind

    def is_game_missing(self, table: Table) -> bool:
        """Return whether the table's game is not installed in this process."""
        return table.game not in self.registry


def _log_moves(before: Table, change: changes.Change, started_at: float) -> None:
    """Log one line for each move with its seat and kind. The move itself stays secret."""
    milliseconds = (time.perf_counter() - started_at) * 1000
    for entered in change.actions:
        seat = None if isinstance(entered, Elapse) else entered.seat
        asked = before.prompt_of(seat) if isinstance(before, Match) else None
        kind = asked.kind if asked else type(entered).__name__.lower()
        log.info("move table=%s seat=%s kind=%s ms=%.0f", before.id, seat, kind, milliseconds)
