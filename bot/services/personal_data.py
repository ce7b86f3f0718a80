"""A person's own data, as the file that they can ask for."""

import gzip
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import json

from bot.domain.game_records import Course, Record
from bot.engine.game import ActRecord, Leave
from bot.engine.screen import Attached

FILE = "cloaked-cats.json"
MAX_PLAIN_FILE_BYTES = 1_000_000
"""A larger file is compressed."""
FORM = 1
"""The number of the file's form; one more when a field changes its meaning."""


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
