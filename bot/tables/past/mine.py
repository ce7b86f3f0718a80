"""What is kept of somebody: told, handed over as a file, forgotten."""

import asyncio
import gzip
from collections.abc import Mapping, Sequence
from typing import Any, get_args

from msgspec import json
from msgspec.structs import replace

from bot.games.game import ActRecord, Leave
from bot.games.screen import Attached, Button, Do, Link, Screen, Select
from bot.store.preferences import DAYS, Preferences, SeenBy
from bot.store.record import Course, Record
from bot.tables.change import Click, Refused
from bot.tables.past.forgetting import Forgetting
from bot.tables.people.lobby import Where
from bot.tables.showing.messenger import Messenger
from bot.tables.tables import Tables
from bot.text import Text, text

FILE = "cloaked-cats.json"
MAX_PLAIN_FILE_BYTES = 1_000_000
"""A larger file is compressed."""
FORM = 1
"""The number of the file's form; one more when a field changes its meaning."""


class Mine:
    """A person's own data, and what they choose of it."""

    def __init__(self, tables: Tables, forgetting: Forgetting, messenger: Messenger) -> None:
        self._tables = tables
        self._forgetting = forgetting
        self._messenger = messenger

    async def privacy(self, click: Click, where: Where) -> Screen:
        """Tell in five sentences what is kept, and offer what one can choose and do.

        Whoever does not want to be served can have that again. Who may manage the server also
        chooses for how long its games are kept.
        """
        chosen = await self._tables.store.chosen.by(click.user)
        if not chosen.served:
            return _unserved(text(click.language))
        days = None
        if click.server_manager:
            days = await self._tables.store.chosen.days_of(where.guild)
        return panel(text(click.language), chosen, days, self._messenger.links())

    async def see(self, click: Click, where: Where, seen_by: str) -> Screen:
        """Let others see how this person plays, or not."""
        known = next((each for each in get_args(SeenBy) if each == seen_by), None)
        if known is None:
            raise Refused("old-button")
        chosen = await self._tables.store.chosen.by(click.user)
        await self._tables.store.chosen.choose(replace(chosen, seen_by=known))
        self._tables.lookups.chosen()
        return await self.privacy(click, where)

    async def keep(self, click: Click, where: Where, value: str) -> Screen:
        """Keep this person's part in games for so many days from now on."""
        chosen = await self._tables.store.chosen.by(click.user)
        await self._tables.store.chosen.choose(replace(chosen, days=_days(value)))
        return await self.privacy(click, where)

    async def keep_here(self, click: Click, where: Where, value: str) -> Screen:
        """Keep this server's games for so many days; only who may manage it chooses that."""
        if not click.server_manager:
            raise Refused("only-server-managers")
        await self._tables.store.chosen.set_days(where.guild, _days(value))
        return await self.privacy(click, where)

    async def serve(self, click: Click, where: Where) -> Screen:
        """Serve somebody again who did not want to be."""
        await self._tables.store.chosen.choose(Preferences(click.user))
        await self._tables.lookups.look_for_unserved()
        return await self.privacy(click, where)

    async def export(self, click: Click) -> Screen:
        """Answer with a file of all that is kept of this person.

        Raises `Refused` if the file is larger than Discord takes.
        """
        about = await self._tables.store.archive.about(click.user)
        file = await asyncio.to_thread(export_file, click.user, about, self._tables.now())
        if len(file.content) > click.max_file_bytes:
            raise Refused("export-too-large", user=str(click.user))
        return Screen("", content=text(click.language)("export-done"), attached=file)

    async def ask(self, language: str) -> Screen:
        """Ask whether everything is really to be forgotten."""
        say = text(language)
        yes = Button(say("button-forget-yes"), Do("forget-yes"), "bad", "🧹")
        never = Button(say("button-forget-never"), Do("forget-yes", "never"), "bad", "🚫")
        return Screen(say("forget-title"), say("forget-text"), rows=((yes,), (never,)))

    async def forget(self, user: int, language: str, *, serve: bool) -> Screen:
        """Forget everything; what takes longer goes on by itself.

        Unless the bot shall still `serve` this person, that wish alone is kept.
        """
        if not serve:
            await self._tables.store.chosen.choose(Preferences(user, served=False))
        await self._forgetting.wish(user)
        await self._forgetting.go_on()
        return Screen("", content=text(language)("forget-done" if serve else "forget-done-never"))


def panel(say: Text, chosen: Preferences, days: int | None, links: Mapping[str, str]) -> Screen:
    """Return what is kept, and what can be chosen; `days` of the server, None: not by this person.

    `links`: the addresses of "policy" and "terms", as far as the application has them.
    """
    seen = tuple((each, say(f"seen-by-{each}")) for each in get_args(SeenBy))
    meant = tuple(say(f"seen-by-{each}-means") for each in get_args(SeenBy))
    by = Select(say("seen-by"), Do("seen-by"), seen, chosen=(chosen.seen_by,), descriptions=meant)
    rows: list[tuple[Button | Link | Select, ...]] = [
        (by,),
        (_kept_for(say, say("keep-mine-which"), Do("keep-mine"), chosen.days),),
    ]
    if days is not None:
        rows.append((_kept_for(say, say("keep-here-which"), Do("keep-here"), days),))
    rows.append(
        (
            Button(say("button-export"), Do("export"), emoji="📦"),
            Button(say("button-forget"), Do("forget"), "bad", "🧹"),
            *(Link(say(f"button-{name}"), url) for name, url in links.items()),
        )
    )
    return Screen(say("privacy-title"), say("privacy-text"), rows=tuple(rows))


def _kept_for(say: Text, which: str, press: Do, days: int) -> Select:
    """Return the select of how long games are kept."""
    options = tuple((str(each), say(press.action, days=each)) for each in DAYS)
    return Select(which, press, options, chosen=(str(days or DAYS[0]),))


def _unserved(say: Text) -> Screen:
    row = (Button(say("button-serve"), Do("serve"), "main", "🐾"),)
    return Screen(say("privacy-title"), say("privacy-unserved"), rows=(row,))


def _days(value: str) -> int:
    """Return what a select says: 0 is what holds for all."""
    days = next((each for each in DAYS if str(each) == value), None)
    if days is None:
        raise Refused("old-button")
    return 0 if days == DAYS[0] else days


def export_file(user: int, about: Mapping[str, Any], now: float) -> Attached:
    """Return what is kept of somebody as a JSON file, compressed if it is large."""
    content = json.encode(exported(user, about, now))
    if len(content) <= MAX_PLAIN_FILE_BYTES:
        return Attached(FILE, content)
    return Attached(f"{FILE}.gz", gzip.compress(content))


def exported(user: int, about: Mapping[str, Any], now: float) -> dict[str, Any]:
    """Return what is kept of somebody, as the file has it; docs/my-data.md tells each field.

    Others are seats there, without names and ids.
    """
    return {
        "form": FORM,
        "user": str(user),
        "made_at": now,
        "standings": about["standings"],
        "results": about["results"],
        "months": about["months"],
        "earlier": about["earlier"],
        "readings": about["readings"],
        "guesses": about["guesses"],
        "preferences": about["preferences"],
        "games": [_game(record, course, user) for record, course in about["records"]],
    }


def _game(record: Record, course: Course, user: int) -> dict[str, Any]:
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
                "mine": _mine(step.action, seats),
                "told": [event.name for event in step.events if _may_see(event.to, seats)],
            }
            for step in course.steps
        ],
    }


def _mine(given: object, seats: set[int]) -> str | None:
    if isinstance(given, ActRecord) and given.seat in seats:
        return given.move
    return "leave" if isinstance(given, Leave) and given.seat in seats else None


def _may_see(to: Sequence[int] | None, seats: set[int]) -> bool:
    return to is None or bool(seats.intersection(to))
