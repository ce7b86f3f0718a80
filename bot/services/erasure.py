"""Somebody is forgotten: their running games are left, then all rows that name them go."""

import logging

from msgspec.structs import replace

from bot.domain import presence, seating
from bot.domain.changes import Change, Refused, closed
from bot.domain.display_names import NAMING
from bot.domain.table import Table
from bot.engine.events import EventRecord
from bot.services.tables import Tables

log = logging.getLogger(__name__)


class Forgetting:
    """Does what people wished, as far as it is this shard's; the wish is on the disk until then."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._personal_data = tables.store.personal_data
        self._last_forgotten: str | None = None
        """The mark of what was deleted last, as far as nothing older is held here."""

    async def wish(self, user: int) -> None:
        """Note that a person is to be forgotten."""
        await self._personal_data.request_erasure(user, self._tables.now())

    async def go_on(self) -> None:
        """Forget whoever wished it: whoever serves their last open table does the rest.

        Also look who does not want to be served, and drop what is held in memory of people who
        were forgotten, here or by another worker.
        """
        await self._tables.lookups.look_for_unserved()
        for user in await self._personal_data.requests():
            for table, guild in await self._personal_data.open_seats(user):
                if self._tables.shard.has(guild):
                    await self._leave(table, user)
            if not await self._personal_data.open_seats(user):
                await self._personal_data.erase(user)
                log.info("somebody who wished it is forgotten")
        await self._drop_forgotten()

    async def _drop_forgotten(self) -> None:
        """Read all anew if something of people was deleted since the last look."""
        mark = await self._personal_data.last_erasure()
        if mark != self._last_forgotten:
            self._last_forgotten = mark
            self._tables.read_anew()

    async def _leave(self, table_id: int, user: int) -> None:
        """Leave an open table as one leaves it, but without a name and without a way back."""

        def left(table: Table) -> Change:
            seat = table.seat_of(user)
            if seat is None:
                return Change(table)
            name = table.players[seat].name
            if table.phase == "lobby":
                return seating.removed(table, seat)
            made = presence.left(table, self._tables.box(table), seat)
            leavers = tuple(
                replace(each, user=0, name="", seat=None) if each.user == user else each
                for each in made.table.leavers
            )
            events = tuple(_unnamed(event, name) for event in made.events)
            return replace(made, table=replace(made.table, leavers=leavers), events=events)

        try:
            await self._tables.submit(table_id, left)
        except Refused as refusal:
            log.info("table %s is not left by who is forgotten: %s", table_id, refusal.key)
            if refusal.key == "game-asleep":
                await self._tables.change_asleep(table_id, lambda table: closed(table).table)


def _unnamed(event: EventRecord, name: str) -> EventRecord:
    if event.name not in NAMING:
        return event
    return replace(event, values=tuple("" if value == name else value for value in event.values))
