"""Going before the end: leaving a table and coming back to it, ending it for all."""

from msgspec.structs import replace

from bot.games.screen import Screen
from bot.store.records import Table
from bot.tables import absence, asleep
from bot.tables.change import Asleep, Change, Click, Refused
from bot.tables.lobby import seating
from bot.tables.showing import panels, screens
from bot.tables.tables import Tables
from bot.text import text


class Leaving:
    """How people leave these tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def leave(self, click: Click, table_id: int) -> Screen | None:
        """Leave a lobby or a lesson at once; ask before leaving a game."""
        table = await self._tables.load(table_id, click)
        if table.seat_of(click.user) is None:
            return self._own(table, click)
        if table.phase == "lobby" or table.is_lesson:
            return await self.leave_now(click, table_id, answered=click.private)
        table = await self._tables.arrive(table_id, click, anywhere=True)
        if table.phase != "playing":
            raise Refused("already-over")
        heir = absence.computer_takes_over(table, self._tables.box(table))
        return panels.leaving(text(click.language), table_id, heir=heir)

    async def leave_now(self, click: Click, table_id: int, *, answered: bool = False) -> Screen:
        """Leave; `told`: the own screen is what the answer replaces, or says as well."""

        def left(table: Table) -> Change:
            seat = table.seat_of(click.user)
            if seat is None:
                raise Refused("not-seated")
            if table.phase == "lobby":
                return seating.removed(table, seat)
            return absence.left(table, self._tables.box(table), seat)

        table = await self._tables.submit(table_id, left, click, answered=answered, anywhere=True)
        if click.user in absence.may_come_back(table):
            return self._own(table, click)
        key = "lesson-closed" if table.is_lesson else "you-left"
        return screens.sentence(text(click.language), key)

    async def come_back(self, click: Click, table_id: int) -> Screen:
        """Give their seat back to somebody who left; show them how it stands."""

        def came_back(table: Table) -> Change:
            if table.seat_of(click.user) is not None:  # pressed twice
                return Change(table)
            return absence.came_back(table, click, self._tables.now())

        return self._own(
            await self._tables.submit(table_id, came_back, click, answered=True), click
        )

    async def end(self, click: Click, table_id: int) -> Screen:
        """Ask whether the table shall be closed: the host, or whoever may manage messages."""
        try:
            table = await self._tables.arrive(table_id, click, anywhere=True)
        except Asleep as sleeping:
            table = sleeping.table
        _may_end(click, table)
        return panels.ending(text(click.language), table_id)

    async def end_now(self, click: Click, table_id: int) -> Screen:
        """Close the table; a game is kept as ended early, with how it stood."""
        await self._end(click, table_id, click)
        return screens.sentence(text(click.language), "closed")

    async def end_own(self, click: Click, table_id: int) -> None:
        """Close a table for its host, who need not be in its channel."""
        await self._end(replace(click, manager=False), table_id, None)

    async def _end(self, click: Click, table_id: int, at_table: Click | None) -> None:
        """Close a table for whoever clicks; `at_table` is their click if it was made there."""

        def ended(table: Table) -> Change:
            _may_end(click, table)
            return seating.ended(table, click)

        try:
            await self._tables.submit(table_id, ended, at_table, anywhere=True)
        except Asleep as sleeping:
            _may_end(click, sleeping.table)
            await asleep.end(self._tables, table_id)

    def _own(self, table: Table, click: Click) -> Screen:
        return screens.own(table, self._tables.box(table), click.user, click.language)


def _may_end(click: Click, table: Table) -> None:
    if table.phase not in ("lobby", "playing"):
        raise Refused("already-over")
    if click.user != table.host and not click.manager:
        raise Refused("end-host-only")
