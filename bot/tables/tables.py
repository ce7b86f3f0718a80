"""The game manager: every change of every table goes through `Tables.submit`."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.games.box import Box, Shelf
from bot.games.game import Elapse
from bot.store.problems import Conflict, Repeated, StoreProblem
from bot.store.records import OPEN, Commit, Table, lesson_of
from bot.store.store import Store
from bot.tables.absence import arrived, changes_board
from bot.tables.change import (
    Change,
    Click,
    Gone,
    Refused,
    lacking,
    seat_of,
)
from bot.tables.playing import position, prompt_of, results
from bot.tables.settling import settled

log = logging.getLogger(__name__)

TRIES = 4
"""How often a change is made on fresh data while others change the same table."""


class Tables:
    """The tables of this bot. Times are seconds since 1970, from the `now` that it is handed."""

    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        now: Callable[[], float],
        pause: float,
        changed: Callable[[Table, Change, int | None], None],
        caught_up: Callable[[], Awaitable[None]],
        reach: Callable[[int, Click], Awaitable[None]],
    ) -> None:
        """Use this store and these games.

        `pause`: seconds that a computer player waits before it moves. `changed` is called with a
        table before and after each change that is stored, and with the user who is told of it by
        the answer to a click. Before a change `caught_up` forgives the time in which nobody could
        act, and `reach` tries to show the board of a table that could not be reached; it raises
        `Refused` if that fails again.
        """
        self.store = store
        self.shelf = shelf
        self.now = now
        self._pause = pause
        self._changed = changed
        self._caught_up = caught_up
        self._reach = reach
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def box(self, table: Table) -> Box:
        """Return the game that is played at a table."""
        return self.shelf[table.game]

    async def load(self, table_id: int, click: Click | None = None) -> Table:
        """Return a table, for a click that was made where the table is.

        A lesson is wherever its person is. Discord sends no click from elsewhere, so one that
        comes is forged, and the rights of that channel are not those of the table's.
        Raises `Gone`, and `Refused` for a click from elsewhere.
        """
        table = await self.store.table(table_id)
        if table is None:
            raise Gone
        if click and table.channel not in (click.channel, lesson_of(click.user)):
            raise Refused("old-button")
        return table

    async def add(self, made: Change, click: Click) -> Table:
        """Store a new lobby and post its board, or store a new lesson. Raises `ChannelTaken`."""
        with _stored(0):
            await self._caught_up()
        return await self._commit(made.table, made, click, click.user)

    async def submit(
        self,
        table_id: int,
        change: Callable[[Table], Change],
        click: Click | None = None,
        *,
        answered: bool = False,
        anywhere: bool = False,
    ) -> Table:
        """Change a table, under its lock and in one transaction, and return it.

        A click makes the person who sits here present again; the same interaction twice changes
        nothing the second time. With `answered` the clicker is told by the answer to the click,
        not by a push; `anywhere` is for what needs no access to the channel. `change` is called
        again, with fresh data, when something else has changed the table meanwhile, such as time
        that is forgiven. Raises what `change` raises, `Gone`, `Refused`, and the store's errors.
        """

        async def submitted() -> Table | None:
            if click and await self.store.handled(click.id):
                return await self.load(table_id, click)
            before = await self.load(table_id, click)
            if click and not anywhere and await self._goes_on(before, click):
                return None
            return await self._submitted(before, change, click, answered)

        table = await self._alone(table_id, submitted)
        if table is None and click:
            await self._reach(table_id, click)
            return await self.submit(table_id, change, click, answered=answered)
        return table or await self.load(table_id)

    async def arrive(self, table_id: int, click: Click, *, anywhere: bool = False) -> Table:
        """Note that a person looked at a table: they are present again. Returns the table.

        Raises what `load` raises, and `Refused` if the bot cannot reach the channel, unless it
        need not: `anywhere`.
        """

        async def noted() -> Table | None:
            before = await self.load(table_id, click)
            if not anywhere and await self._goes_on(before, click):
                return None
            return await self._arrived(before, click)

        table = await self._alone(table_id, noted)
        if table is None:
            await self._reach(table_id, click)
            return await self.arrive(table_id, click)
        return table

    async def _alone(
        self, table_id: int, work: Callable[[], Awaitable[Table | None]]
    ) -> Table | None:
        """Do what reads and changes a table, under its lock; None if it must be reached first.

        It is done again if somebody else, such as time that is forgiven, changed it in between.
        """
        with _stored(table_id):
            await self._caught_up()
        async with self._lock(table_id):
            for _ in range(TRIES):
                with suppress(Conflict):
                    return await work()
        raise Refused("try-again")

    async def _submitted(
        self, before: Table, change: Callable[[Table], Change], click: Click | None, answered: bool
    ) -> Table:
        started, box = time.perf_counter(), self.box(before)
        here = arrived(before, box, click, self.now()) if click else Change(before)
        made = change(here.table)
        made = replace(made, events=(*here.events, *made.events))
        if made == Change(before):
            return before
        table = await self._commit(before, made, click, click.user if click and answered else None)
        _log_moves(before, box, made, started)
        return table

    async def _arrived(self, before: Table, click: Click) -> Table:
        here = arrived(before, self.box(before), click, self.now())
        if changes_board(before, here.table):
            return await self._commit(before, here, click, click.user)
        seat = seat_of(before, click.user)
        if seat is not None and before.phase in OPEN:
            with _stored(before.id):
                await self.store.touch(before.id, seat, self.now())
        return here.table

    async def _goes_on(self, before: Table, click: Click) -> bool:
        """Let a table go on whose channel could not be reached, because somebody is there now.

        Returns False if it did not wait for that. Raises `Refused` with what the bot lacks.
        """
        if before.paused != "channel":
            return False
        if names := lacking(before, click):
            raise Refused("missing-permissions", permissions=",".join(names))
        here = arrived(before, self.box(before), click, self.now())
        await self._commit(before, here, None, None)
        return True

    async def _commit(
        self, before: Table, change: Change, click: Click | None, told: int | None
    ) -> Table:
        box, now = self.box(before), self.now()
        change = settled(change, box, now, self._pause)
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
                        anew=change.anew or bool(change.calls),
                        calls=change.calls,
                    )
                )
        except Repeated:
            return await self.load(before.id)
        self._changed(before, replace(change, table=table), told)
        return table

    def _lock(self, table_id: int) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock


@contextmanager
def _stored(table_id: int) -> Iterator[None]:
    """Log that the database cannot be written, and refuse with what to do."""
    try:
        yield
    except StoreProblem as problem:
        log.error("table %s could not be stored: %s", table_id, problem.key)
        raise Refused("store-trouble") from None


def _log_moves(before: Table, box: Box, change: Change, started: float) -> None:
    """Write one line for each move: whose and of what kind, but not what the move is."""
    milliseconds = (time.perf_counter() - started) * 1000
    for entered in change.given:
        seat = None if isinstance(entered, Elapse) else entered.seat
        asked = prompt_of(position(before, box).prompts, seat)
        kind = asked.kind if asked else type(entered).__name__.lower()
        log.info("move table=%s seat=%s kind=%s ms=%.0f", before.id, seat, kind, milliseconds)
