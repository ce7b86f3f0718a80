"""What is kept of somebody: told, handed over as a file, forgotten."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import json

from bot.games.game import Act, Leave
from bot.games.screen import Attached, Button, Do, Link, Screen
from bot.store.record import Course, Record
from bot.tables.past.forgetting import Forgetting
from bot.tables.tables import Tables
from bot.text import Text, text

FILE = "cloaked-cats.json"
FORM = 1
"""The number of the file's form; one more when a field changes its meaning."""


class Mine:
    """A person's own data."""

    def __init__(self, tables: Tables, forgetting: Forgetting) -> None:
        self._tables = tables
        self._forgetting = forgetting

    async def privacy(self, language: str, links: Mapping[str, str]) -> Screen:
        """Tell in five sentences what is kept, and what one can do.

        `links`: the addresses of "policy" and "terms", as far as the application has them.
        """
        say = text(language)
        rows: list[tuple[Button | Link, ...]] = [
            (
                Button(say("button-export"), Do("export"), emoji="📦"),
                Button(say("button-forget"), Do("forget"), "bad", "🧹"),
            )
        ]
        if links:
            rows.append(tuple(Link(say(f"button-{name}"), url) for name, url in links.items()))
        return Screen(say("privacy-title"), say("privacy-text"), rows=tuple(rows))

    async def export(self, user: int, language: str) -> Screen:
        """Answer with a file of all that is kept of this person."""
        about = await self._tables.store.archive.about(user)
        file = Attached(FILE, json.format(json.encode(exported(user, about, self._tables.now()))))
        return Screen("", content=text(language)("export-done"), attached=file)

    async def ask(self, language: str) -> Screen:
        """Ask whether everything is really to be forgotten."""
        say = text(language)
        row = (Button(say("button-forget-yes"), Do("forget-yes"), "bad", "🧹"),)
        return Screen(say("forget-title"), say("forget-text"), rows=(row,))

    async def forget(self, user: int, language: str) -> Screen:
        """Forget everything; what takes longer goes on by itself."""
        await self._forgetting.wish(user)
        await self._forgetting.go_on()
        return _sentence(text(language), "forget-done")


def _sentence(say: Text, key: str) -> Screen:
    return Screen("", content=say(key))


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
                "mine": _mine(step.given, seats),
                "told": [event.name for event in step.events if _may_see(event.to, seats)],
            }
            for step in course.steps
        ],
    }


def _mine(given: object, seats: set[int]) -> str | None:
    if isinstance(given, Act) and given.seat in seats:
        return given.move
    return "leave" if isinstance(given, Leave) and given.seat in seats else None


def _may_see(to: Sequence[int] | None, seats: set[int]) -> bool:
    return to is None or bool(seats.intersection(to))
