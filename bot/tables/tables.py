"""The game manager: every change of every table goes through `Tables.submit`."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.games.box import Box, Shelf
from bot.games.game import Elapse
from bot.log import log_failure
from bot.store.problems import Conflict, Repeated, StoreProblem
from bot.store.records import Commit, Table
from bot.store.store import Store
from bot.tables import screens
from bot.tables.boards import Boards
from bot.tables.change import Change, Click, Gone, Refused, arrived, changes_board, seat_of
from bot.tables.clockwork import Clockwork
from bot.tables.messenger import Messenger, Whisper
from bot.tables.playing import position, prompt_of, results, settled, waiting

log = logging.getLogger(__name__)

FRESH = 14 * 60.0
"""Seconds for which an interaction token is used to push a private screen (Discord: 15 min)."""


class Tables:
    """The tables of this bot. Times are seconds since 1970, from the `now` that it is handed."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        messenger: Messenger,
        now: Callable[[], float],
        *,
        pause: float = 2.0,
        computers: int = 0,
        fresh_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
    ) -> None:
        """Use this store and this way to Discord.

        `pause`: seconds that a computer player waits before it moves. `computers`: how many of
        them a new lobby starts with. `fresh_seed`: 32 random bytes for a deal.
        """
        self.store = store
        self.shelf = shelf
        self.messenger = messenger
        self.now = now
        self.pause = pause
        self.computers = computers
        self.fresh_seed = fresh_seed
        self.boards = Boards(self)
        self.clockwork = Clockwork(self)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._whispers: dict[tuple[int, int], Whisper] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Forgive the time that the bot was down, redraw stale boards, run due rows."""
        lost = await self.store.recover(self.now())
        if lost:
            log.info("moved all deadlines by %.0f s of downtime", lost)
        await self._redraw_stale()

    async def forgive(self, seconds: float) -> None:
        """Move all due times by the time in which nobody could reach the bot."""
        await self.store.shift(seconds)
        await self._redraw_stale()

    async def _redraw_stale(self) -> None:
        for table in await self.store.unshown():
            self.boards.redraw(table)
        self.clockwork.wake()

    async def close(self, patience: float) -> None:
        """Stop due rows and let what runs come to its end; after `patience` seconds, cancel it."""
        self.clockwork.close()
        self.boards.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)

    def box(self, table: Table) -> Box:
        """Return the game that is played at a table."""
        return self.shelf[table.game]

    def background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a unit of background work; its failure is logged and stops nothing else."""
        task = asyncio.create_task(_guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def load(self, table_id: int) -> Table:
        """Return a table. Raises `Gone`."""
        table = await self.store.table(table_id)
        if table is None:
            raise Gone
        return table

    async def add(self, table: Table, click: Click) -> Table:
        """Store a new lobby and post its board. Raises `ChannelTaken`."""
        return await self._commit(table, Change(table), click)

    async def submit(
        self,
        table_id: int,
        change: Callable[[Table], Change],
        click: Click | None = None,
        *,
        answered: bool = False,
    ) -> Table:
        """Change a table, under its lock and in one transaction, and return it.

        A click makes the person who sits here present again; the same interaction twice changes
        nothing the second time. With `answered` the clicker is told by the answer to the click,
        not by a push. Raises what `change` raises, `Gone`, `Refused`, and the store's errors.
        """
        started = time.perf_counter()
        async with self._lock(table_id):
            if click and await self.store.handled(click.id):
                return await self.load(table_id)
            before = await self.load(table_id)
            here = arrived(before, click, self.now()) if click else Change(before)
            _can_play(here.table, click)
            made = change(here.table)
            made = replace(made, events=(*here.events, *made.events))
            if made == Change(before):
                return before
            table = await self._commit(before, made, click)
        _log_moves(before, self.box(before), made, started)
        self._push(before, table, click.user if click and answered else None)
        return table

    async def arrive(self, table_id: int, click: Click) -> Table:
        """Note that a person looked at a table: they are present again. Returns the table."""
        async with self._lock(table_id):
            before = await self.load(table_id)
            here = arrived(before, click, self.now())
            _can_play(here.table, click)
            if changes_board(before, here.table):
                return await self._commit(before, here, click)
            seat = seat_of(before, click.user)
            if seat is not None and before.phase in ("lobby", "playing"):
                with _stored(table_id):
                    await self.store.touch(table_id, seat, self.now())
            return here.table

    async def _commit(self, before: Table, change: Change, click: Click | None) -> Table:
        box, now = self.box(before), self.now()
        change = settled(change, box, now, self.pause)
        table = change.table
        ended = table.phase == "over" and before.phase != "over"
        try:
            with _stored(before.id):
                table = await self.store.commit(
                    Commit(
                        table=table,
                        at=now,
                        given=change.given,
                        events=change.events,
                        interaction=click.id if click else None,
                        results=results(table, box) if ended else (),
                    )
                )
        except Repeated:
            return await self.load(before.id)
        except Conflict:
            raise Refused("try-again") from None
        self.boards.redraw(table.id)
        self.clockwork.wake()
        return table

    def _lock(self, table_id: int) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    def remember(self, table_id: int, user: int, whisper: Whisper) -> None:
        """Keep a person's newest private line; one that shows their own screen is preferred."""
        key = (table_id, user)
        known = self._whispers.get(key)
        if whisper.own or known is None or not known.own or self._old(known):
            self._whispers[key] = whisper

    def can_push(self, table_id: int, user: int) -> bool:
        """Tell whether a person has a private line to this table that is fresh enough."""
        whisper = self._whispers.get((table_id, user))
        return whisper is not None and not self._old(whisper)

    def _old(self, whisper: Whisper) -> bool:
        return self.now() - whisper.at > FRESH

    def _push(self, before: Table, after: Table, told: int | None) -> None:
        """Show their own screens to those who are newly asked, or to all at start and end."""
        if after.phase == "playing" and before.phase == "playing":
            asked_before = set(waiting(before, position(before, self.box(before)).prompts))
            asked = set(waiting(after, position(after, self.box(after)).prompts)) - asked_before
            seats = sorted({prompt.seat for prompt in asked if prompt.seat is not None})
        elif before.phase != after.phase and "playing" in (before.phase, after.phase):
            seats = list(range(len(after.players)))
        else:
            return
        for seat in seats:
            user = after.players[seat].user
            whisper = self._whispers.get((after.id, user)) if user else None
            if user and user != told and whisper and not self._old(whisper):
                screen = screens.own(after, self.box(after), user, whisper.language)
                self.background(whisper.show(screen))
        self._whispers = {key: w for key, w in self._whispers.items() if not self._old(w)}


def _can_play(table: Table, click: Click | None) -> None:
    """Name what the bot lacks to the next person who clicks at a table that it cannot reach."""
    if click and click.missing and table.paused == "channel":
        raise Refused("missing-permissions", permissions=",".join(click.missing))


@contextmanager
def _stored(table_id: int) -> Iterator[None]:
    """Log that the database cannot be written, and refuse with what to do."""
    try:
        yield
    except StoreProblem as problem:
        log.error("table %s could not be stored: %s", table_id, problem.key)
        raise Refused("store-trouble") from None


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as problem:
        log_failure(log, "background work", problem)


def _log_moves(before: Table, box: Box, change: Change, started: float) -> None:
    """Write one line for each move: whose and of what kind, but not what the move is."""
    milliseconds = (time.perf_counter() - started) * 1000
    for entered in change.given:
        seat = None if isinstance(entered, Elapse) else entered.seat
        asked = prompt_of(position(before, box).prompts, seat)
        kind = asked.kind if asked else type(entered).__name__.lower()
        log.info("move table=%s seat=%s kind=%s ms=%.0f", before.id, seat, kind, milliseconds)
