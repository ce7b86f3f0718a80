"""Shows, exports and erases what is stored about a person."""

import logging
from math import inf
from typing import get_args

from cachetools import TTLCache
from msgspec.structs import replace

from bot.domain import leaving, seating
from bot.domain.changes import EVENTS_WITH_NAMES, Change, Refused, close_table
from bot.domain.table import Lobby, Table
from bot.engine.events import EventRecord
from bot.engine.screen import Screen
from bot.i18n import text
from bot.presenters.calls import make_calls_button
from bot.presenters.privacy import ask_to_forget, render_privacy, render_unserved
from bot.services.actions import ActionRequest, action
from bot.services.events import PeopleErased, PersonForgotten
from bot.services.exporting import Exporting
from bot.services.service import Service, Shared
from bot.storage.people_repository import RETENTION_CHOICES_DAYS, ProfileVisibility

log = logging.getLogger(__name__)

SECONDS_BETWEEN_ERASURES = 600.0
"""The minimum number of seconds between two times that a person's press erases data at once."""


class Erasure(Service):
    """Erases the data of people who asked for it, on the servers that this shard handles.

    A request stays stored until all shards have done their part.
    """

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._last_erasure_mark: str | None = None
        """A marker in the database that changes whenever people's data is deleted, as last read.
        It is used to notice that other processes have deleted data. None means that nothing was
        deleted yet, or that the marker was not read yet.
        """

    async def add_request(self, user: int) -> None:
        """Store a person's request to have their data erased."""
        await self._store.personal_data.request_erasure(user, self._clock.now())

    async def process_requests(self) -> None:
        """Carry out the stored requests to erase data, as far as this shard can.

        The person leaves all open tables of this shard. When no shard has an open table of the
        person left, their data is erased. If any process has erased somebody's data since the last
        call, cached data is dropped from memory.
        """
        for user in await self._store.personal_data.find_requests():
            self._events.publish(PersonForgotten(user))
            for table, guild in await self._store.personal_data.find_open_seats(user):
                if self._shard.contains_guild(guild):
                    await self._leave_table(table, user)
            if not await self._store.personal_data.find_open_seats(user):
                await self._store.personal_data.erase(user)
                log.info("somebody who wished it is forgotten")
        await self._drop_erased()

    async def _drop_erased(self) -> None:
        mark = await self._store.personal_data.read_erasure_mark()
        if mark != self._last_erasure_mark:
            self._last_erasure_mark = mark
            self._tables.clear_caches()
            self._events.publish(PeopleErased())

    async def _leave_table(self, table_id: int, user: int) -> None:
        """Remove a person from an open table, without keeping their name or a way to come back.

        If the table's game is not installed, the table is closed instead.
        """

        def left(table: Table) -> Change:
            seat = table.seat_of(user)
            if seat is None:
                return Change(table)
            name = table.players[seat].name
            if isinstance(table, Lobby):
                return seating.free_seat(table, seat)
            made = leaving.leave_game(table, self._tables.find_package(table), seat)
            if isinstance(made.table, Lobby):
                return made
            leavers = tuple(
                replace(each, user=0, name="", seat=None) if each.user == user else each
                for each in made.table.leavers
            )
            events = tuple(_remove_name(event, name) for event in made.events)
            return replace(made, table=replace(made.table, leavers=leavers), events=events)

        try:
            await self._tables.submit(table_id, left)
        except Refused as refusal:
            log.info("table %s is not left by who is forgotten: %s", table_id, refusal.key)
            if refusal.key == "game-asleep":
                await self._missing_games.change(table_id, lambda table: close_table(table).table)


def _remove_name(event: EventRecord, name: str) -> EventRecord:
    if event.name not in EVENTS_WITH_NAMES:
        return event
    return replace(event, values=tuple("" if value == name else value for value in event.values))


class Privacy(Service):
    """Shows people what is stored about them, and carries out their choices about it.

    They choose whether the bot serves them, who may see how they play, and how long games are
    stored.
    """

    def __init__(self, shared: Shared, erasure: Erasure, exporting: Exporting) -> None:
        super().__init__(shared)
        self._erasure = erasure
        self._exporting = exporting
        self._erased_lately: TTLCache[int, None, float] = TTLCache(
            inf, SECONDS_BETWEEN_ERASURES, shared.clock.now
        )
        """The ids of people whose data was erased at once on their last request."""

    @action("privacy", is_look=True, in_direct_messages=True)
    async def show_stored_data(self, request: ActionRequest) -> Screen:
        """Show what the bot stores about people, and the choices that this person has.

        If the person has asked the bot to ignore them, the only choice is to be served again. A
        person who may manage the server can also choose how long its games are stored.
        """
        click = request.click
        chosen = await self._store.people.find_preferences(click.user)
        if not chosen.served:
            return render_unserved(text(click.language))
        days = None
        if click.can_manage_server:
            days = await self._store.people.find_retention_days(click.guild)
        say = text(click.language)
        subscriptions = await self._store.calls.find_of_person(click.user)
        calls = make_calls_button(say, subscriptions, click.guild)
        return render_privacy(say, chosen, days, self._messenger.links(), calls)

    @action("seen-by", in_direct_messages=True)
    async def choose_seen_by(self, request: ActionRequest) -> Screen:
        """Set who may see this person's ratings and results.

        The action's argument is a `ProfileVisibility`.

        Raises:
            Refused: The argument is no such value.
        """
        known = next((one for one in get_args(ProfileVisibility) if one == request.argument), None)
        if known is None:
            raise Refused("old-button")
        await self._store.people.set_preference(request.click.user, "seen_by", known)
        self._lookups.forget_scores()
        return await self.show_stored_data(request)

    @action("keep-mine", in_direct_messages=True)
    async def set_own_retention(self, request: ActionRequest) -> Screen:
        """Set the number of days for which this person's name stays in stored games.

        The action's argument is one of `RETENTION_CHOICES_DAYS`.

        Raises:
            Refused: The argument is no such number.
        """
        days = _parse_days(request.argument)
        await self._store.people.set_preference(request.click.user, "days", days)
        return await self.show_stored_data(request)

    @action("keep-here")
    async def set_server_retention(self, request: ActionRequest) -> Screen:
        """Set the number of days for which the games of this server are stored.

        The action's argument is one of `RETENTION_CHOICES_DAYS`.

        Raises:
            Refused: The argument is no such number, or the person may not manage the server.
        """
        click = request.click
        if not click.can_manage_server:
            raise Refused("only-server-managers")
        await self._store.people.set_retention_days(click.guild, _parse_days(request.argument))
        return await self.show_stored_data(request)

    @action("in-words", in_direct_messages=True)
    async def choose_words(self, request: ActionRequest) -> Screen:
        """Show this person everything in words from now on, or with pictures again.

        The action's argument is "yes" or "no".
        """
        click, reads_text = request.click, request.argument == "yes"
        await self._store.people.set_preference(click.user, "in_words", reads_text)
        key = "words-always" if reads_text else "words-pictures"
        return replace(await self.show_stored_data(request), note=text(click.language)(key))

    @action("serve", in_direct_messages=True)
    async def serve_again(self, request: ActionRequest) -> Screen:
        """Let the bot serve a person again who had asked it to ignore them."""
        await self._store.people.set_preference(request.click.user, "served", True)
        return await self.show_stored_data(request)

    @action("export", in_direct_messages=True)
    async def export(self, request: ActionRequest) -> Screen:
        """Answer with a file of everything that is stored about this person.

        Raises:
            Refused: The person cannot have a file now (`Exporting.make_file`).
        """
        file = await self._exporting.make_file(request.click)
        say = text(request.click.language)
        return Screen("", content=say("export-done"), attachment=file)

    @action("forget", in_direct_messages=True)
    async def ask_to_forget(self, request: ActionRequest) -> Screen:
        """Ask the person to confirm that all data about them is to be erased."""
        return ask_to_forget(text(request.click.language))

    @action("forget-yes", in_direct_messages=True)
    async def forget(self, request: ActionRequest) -> Screen:
        """Erase all data about the person.

        What cannot be done now is done later in the background, as is all that somebody asks for
        again within `SECONDS_BETWEEN_ERASURES`: each time, all stored tables are searched. With the
        action's argument "never", the bot also ignores this person from now on. Only that choice is
        then stored.
        """
        user, serve = request.click.user, request.argument != "never"
        if not serve:
            await self._store.people.set_preference(user, "served", False)
        await self._erasure.add_request(user)
        if user not in self._erased_lately:
            self._erased_lately[user] = None
            await self._erasure.process_requests()
        key = "forget-done" if serve else "forget-done-never"
        return Screen("", content=text(request.click.language)(key))


def _parse_days(value: str) -> int:
    """Return the number of days that was chosen in a menu.

    0 means the default. Raises `Refused` if `value` is none of `RETENTION_CHOICES_DAYS`.
    """
    days = next((each for each in RETENTION_CHOICES_DAYS if str(each) == value), None)
    if days is None:
        raise Refused("old-button")
    return 0 if days == RETENTION_CHOICES_DAYS[0] else days
