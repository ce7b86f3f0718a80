"""What is stored about somebody: shown, handed over as a file, deleted."""

import asyncio
import gzip
import logging
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec import json
from msgspec.structs import replace

from bot.domain import presence, seating
from bot.domain.changes import Change, Click, Refused, close_table
from bot.domain.display_names import NAMING
from bot.domain.game_records import Course, Record
from bot.domain.table import Lobby, Table
from bot.engine.events import EventRecord
from bot.engine.game import ActRecord, Leave
from bot.engine.screen import Attachment, Screen
from bot.i18n import text
from bot.presenters import privacy as presenter
from bot.services.actions import ActionRequest, action
from bot.services.messenger import Messenger
from bot.services.tables import Tables
from bot.storage.people_repository import RETENTION_CHOICES_DAYS, Preferences, ProfileVisibility

log = logging.getLogger(__name__)


EXPORT_FILE_NAME = "cloaked-cats.json"
MAX_PLAIN_FILE_BYTES = 1_000_000
"""A larger file is compressed."""
EXPORT_FORMAT_VERSION = 1
"""The number of the file's form; one more when a field changes its meaning."""


def make_export_file(user: int, about: Mapping[str, Any], now: float) -> Attachment:
    """Return what is kept of somebody as a JSON file, compressed if it is large."""
    content = json.encode(make_export(user, about, now))
    if len(content) <= MAX_PLAIN_FILE_BYTES:
        return Attachment(EXPORT_FILE_NAME, content)
    return Attachment(f"{EXPORT_FILE_NAME}.gz", gzip.compress(content))


def make_export(user: int, about: Mapping[str, Any], now: float) -> dict[str, Any]:
    """Return what is kept of somebody, as the file has it; docs/my-data.md tells each field.

    Others are seats there, without names and ids.
    """
    return {
        "form": EXPORT_FORMAT_VERSION,
        "user": str(user),
        "made_at": now,
        "standings": about["standings"],
        "results": about["results"],
        "months": about["months"],
        "earlier": about["earlier"],
        "readings": about["readings"],
        "guesses": about["guesses"],
        "preferences": about["preferences"],
        "games": [_export_game(record, course, user) for record, course in about["records"]],
    }


def _export_game(record: Record, course: Course, user: int) -> dict[str, Any]:
    """Return a game as far as it is this person's: what they did, and what they were told."""
    seats = {seat for seat, each in enumerate(record.seats) if each.user == user}
    seats |= {each.seat for each in record.leavers if each.user == user and each.seat is not None}
    mine = [record.seats[seat] for seat in sorted(seats)]
    return {
        "id": record.id,
        "server": str(record.guild),
        "channel": str(record.channel) if record.channel else None,
        "game": record.game,
        "language": record.language,
        "options": dict(course.options),
        "began_at": record.began_at,
        "ended_at": record.ended_at,
        "ending": record.ending,
        "ended_by_me": record.ended_by == user,
        "seats": len(record.seats),
        "my_seats": [
            {"seat": seat, "name": each.name, "rank": each.rank, "points": each.points}
            for seat, each in zip(sorted(seats), mine, strict=True)
        ],
        "steps": [
            {
                "step": step.step,
                "at": step.at,
                "mine": _format_own_action(step.action, seats),
                "told": [event.name for event in step.events if _may_see(event.to, seats)],
            }
            for step in course.steps
        ],
    }


def _format_own_action(given: object, seats: set[int]) -> str | None:
    if isinstance(given, ActRecord) and given.seat in seats:
        return given.move
    return "leave" if isinstance(given, Leave) and given.seat in seats else None


def _may_see(to: Sequence[int] | None, seats: set[int]) -> bool:
    return to is None or bool(seats.intersection(to))


class Erasure:
    """Does what people wished, as far as it is this shard's; the wish is on the disk until then."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._personal_data = tables.store.personal_data
        self._last_erasure_mark: str | None = None
        """The mark of what was deleted last, as far as nothing older is held here."""

    async def add_request(self, user: int) -> None:
        """Note that a person is to be forgotten."""
        await self._personal_data.request_erasure(user, self._tables.now())

    async def go_on(self) -> None:
        """Forget whoever wished it: whoever serves their last open table does the rest.

        Also look who does not want to be served, and drop what is held in memory of people who
        were forgotten, here or by another worker.
        """
        await self._tables.lookups.load_unserved()
        for user in await self._personal_data.find_requests():
            for table, guild in await self._personal_data.find_open_seats(user):
                if self._tables.shard.has(guild):
                    await self._leave_table(table, user)
            if not await self._personal_data.find_open_seats(user):
                await self._personal_data.erase(user)
                log.info("somebody who wished it is forgotten")
        await self._drop_erased()

    async def _drop_erased(self) -> None:
        """Read all anew if something of people was deleted since the last look."""
        mark = await self._personal_data.read_erasure_mark()
        if mark != self._last_erasure_mark:
            self._last_erasure_mark = mark
            self._tables.clear_caches()

    async def _leave_table(self, table_id: int, user: int) -> None:
        """Leave an open table as one leaves it, but without a name and without a way back."""

        def left(table: Table) -> Change:
            seat = table.seat_of(user)
            if seat is None:
                return Change(table)
            name = table.players[seat].name
            if isinstance(table, Lobby):
                return seating.free_seat(table, seat)
            made = presence.leave_game(table, self._tables.box(table), seat)
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
                await self._tables.change_without_game(
                    table_id, lambda table: close_table(table).table
                )


def _remove_name(event: EventRecord, name: str) -> EventRecord:
    if event.name not in NAMING:
        return event
    return replace(event, values=tuple("" if value == name else value for value in event.values))


class Privacy:
    """A person's own data, and what they choose of it."""

    def __init__(self, tables: Tables, erasure: Erasure, messenger: Messenger) -> None:
        self._tables = tables
        self._erasure = erasure
        self._messenger = messenger

    @action("privacy", is_look=True, in_direct_messages=True)
    async def show_again(self, request: ActionRequest) -> Screen:
        """Show what is stored, as `show` does."""
        return await self.show(request.click)

    async def show(self, click: Click) -> Screen:
        """Tell in five sentences what is kept, and offer what one can choose and do.

        Whoever does not want to be served can have that again. Who may manage the server also
        chooses for how long its games are kept.
        """
        chosen = await self._tables.store.people.find_preferences(click.user)
        if not chosen.served:
            return presenter.render_unserved(text(click.language))
        days = None
        if click.server_manager:
            days = await self._tables.store.people.find_retention_days(click.guild)
        return presenter.render_privacy(text(click.language), chosen, days, self._messenger.links())

    @action("seen-by", in_direct_messages=True)
    async def choose_seen_by(self, request: ActionRequest) -> Screen:
        """Let others see how this person plays, or not."""
        click = request.click
        known = next(
            (each for each in get_args(ProfileVisibility) if each == request.argument), None
        )
        if known is None:
            raise Refused("old-button")
        chosen = await self._tables.store.people.find_preferences(click.user)
        await self._tables.store.people.choose(replace(chosen, seen_by=known))
        self._tables.lookups.chosen()
        return await self.show(click)

    @action("keep-mine", in_direct_messages=True)
    async def set_own_retention(self, request: ActionRequest) -> Screen:
        """Keep this person's part in games for so many days from now on."""
        click = request.click
        chosen = await self._tables.store.people.find_preferences(click.user)
        await self._tables.store.people.choose(replace(chosen, days=_parse_days(request.argument)))
        return await self.show(click)

    @action("keep-here")
    async def set_server_retention(self, request: ActionRequest) -> Screen:
        """Keep this server's games for so many days; only who may manage it chooses that."""
        click = request.click
        if not click.server_manager:
            raise Refused("only-server-managers")
        await self._tables.store.people.set_retention_days(
            click.guild, _parse_days(request.argument)
        )
        return await self.show(click)

    @action("serve", in_direct_messages=True)
    async def serve_again(self, request: ActionRequest) -> Screen:
        """Serve somebody again who did not want to be."""
        click = request.click
        await self._tables.store.people.choose(Preferences(click.user))
        await self._tables.lookups.load_unserved()
        return await self.show(click)

    @action("export", in_direct_messages=True)
    async def export_again(self, request: ActionRequest) -> Screen:
        """Answer with the person's file, as `export` does."""
        return await self.export(request.click)

    async def export(self, click: Click) -> Screen:
        """Answer with a file of all that is kept of this person.

        Raises `Refused` if the file is larger than Discord takes.
        """
        about = await self._tables.store.personal_data.export(click.user)
        file = await asyncio.to_thread(make_export_file, click.user, about, self._tables.now())
        if len(file.content) > click.max_file_bytes:
            raise Refused("export-too-large", user=str(click.user))
        return Screen("", content=text(click.language)("export-done"), attachment=file)

    @action("forget", in_direct_messages=True)
    async def ask_to_forget(self, request: ActionRequest) -> Screen:
        """Ask whether everything is really to be forgotten, as `ask` does."""
        return await self.ask(request.click)

    async def ask(self, click: Click) -> Screen:
        """Ask whether everything is really to be forgotten."""
        return presenter.ask_to_forget(text(click.language))

    @action("forget-yes", in_direct_messages=True)
    async def forget(self, request: ActionRequest) -> Screen:
        """Forget everything; what takes longer goes on by itself.

        With the argument "never" the bot does not serve this person any more: that wish is kept.
        """
        user, serve = request.click.user, request.argument != "never"
        if not serve:
            await self._tables.store.people.choose(Preferences(user, served=False))
        await self._erasure.add_request(user)
        await self._erasure.go_on()
        key = "forget-done" if serve else "forget-done-never"
        return Screen("", content=text(request.click.language)(key))


def _parse_days(value: str) -> int:
    """Return what a select says: 0 is what holds for all."""
    days = next((each for each in RETENTION_CHOICES_DAYS if str(each) == value), None)
    if days is None:
        raise Refused("old-button")
    return 0 if days == RETENTION_CHOICES_DAYS[0] else days
