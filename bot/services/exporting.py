"""Gives people a file with everything that is stored about them.

A file can take seconds of processor time, so each process makes one at a time, a few games at a
time, and each person gets one every few minutes.
"""

import asyncio
import gzip
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from msgspec import json

from bot.domain.changes import Click, Refused
from bot.domain.game_records import Course, Participant, Record
from bot.engine.events import Seat
from bot.engine.game import Leave
from bot.engine.records import ActRecord
from bot.engine.screen import Attachment
from bot.services.personal_limit import PersonalLimit
from bot.services.service import Service, Shared
from bot.storage.personal_data import FinishedGame, StoredRows

EXPORT_FILE_NAME = "cloaked-cats.json"
"""The name of the file with a person's data. ".gz" is added if the file is compressed."""
MAX_PLAIN_FILE_BYTES = 1_000_000
"""The maximum size in bytes of an uncompressed file with a person's data. Larger files are
compressed.
"""
EXPORT_FORMAT_VERSION = 2
"""The version of the format of the file with a person's data. Increase it when a field changes its
meaning.
"""
EXPORTED_IDS = {name: name for name in ("user", "record", "table", "id", "channel")}
EXPORTED_IDS["guild"] = "server"
"""Maps the columns that hold ids to the fields of the file with a person's data. The file has ids
as text, because many programs round numbers beyond 2^53.
"""


SECONDS_BETWEEN_EXPORTS = 300.0
"""The minimum number of seconds between two files for the same person."""
GAMES_PER_PART = 10
"""The maximum number of finished games that are in memory at the same time for a file."""
END_OF_FILE = b"]}"
"""The end of the file's JSON, after its last field: the list of games."""


class FileTooLargeError(Exception):
    """Raised when a file is larger than Discord accepts, even if it is compressed."""


class Exporting(Service):
    """Makes files with everything that is stored about a person, for the person."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._limit = PersonalLimit(
            shared.clock, SECONDS_BETWEEN_EXPORTS, "export-running", "export-wait"
        )

    async def make_file(self, click: Click) -> Attachment:
        """Return a file with everything that is stored about the person who clicked.

        Raises:
            Refused: The person's file is being made, or was made a few minutes ago. The file is
                larger than Discord accepts.
        """
        with self._limit.admit(click.user):
            async with self._store.personal_data.export_lock:
                try:
                    return await self._write_file(click)
                except FileTooLargeError:
                    raise Refused("export-too-large", user=str(click.user)) from None

    async def _write_file(self, click: Click) -> Attachment:
        """Read a person's data part by part, and write it into a file.

        Raises `FileTooLargeError`.
        """
        rows = await self._store.personal_data.load_rows(click.user)
        written = _JsonFile(make_export(click.user, rows, (), self._clock.now()))
        part: list[FinishedGame] = []
        async for game in self._store.personal_data.iterate_games(click.user):
            part.append(game)
            if len(part) == GAMES_PER_PART:
                await asyncio.to_thread(written.add_games, part, click.user, click.max_file_bytes)
                part = []
        await asyncio.to_thread(written.add_games, part, click.user, click.max_file_bytes)
        return await asyncio.to_thread(written.finish, click.max_file_bytes)


class _JsonFile:
    """A file with a person's data as JSON, which grows in memory in compressed form."""

    def __init__(self, content_without_games: Mapping[str, Any]) -> None:
        self._compressed = BytesIO()
        self._file = gzip.GzipFile(fileobj=self._compressed, mode="wb")
        self._file.write(json.encode(content_without_games).removesuffix(END_OF_FILE))
        self._has_games = False

    def add_games(self, games: Iterable[FinishedGame], user: int, max_bytes: int) -> None:
        """Add finished games to the end of the file. Raises `FileTooLargeError`."""
        for record, course in games:
            if self._has_games:
                self._file.write(b",")
            self._file.write(json.encode(_export_game(record, course, user)))
            self._has_games = True
        if self._compressed.tell() > max_bytes:
            raise FileTooLargeError

    def finish(self, max_bytes: int) -> Attachment:
        """Return the file, compressed if it is large. Raises `FileTooLargeError`."""
        self._file.write(END_OF_FILE)
        plain_size = self._file.tell()
        self._file.close()
        name, content = f"{EXPORT_FILE_NAME}.gz", self._compressed.getvalue()
        if plain_size <= MAX_PLAIN_FILE_BYTES:
            name, content = EXPORT_FILE_NAME, gzip.decompress(content)
        if len(content) > max_bytes:
            raise FileTooLargeError
        return Attachment(name, content)


def make_export(
    user: int, stored_rows: StoredRows, games: Iterable[FinishedGame], now: float
) -> dict[str, Any]:
    """Return the content of the file with a person's data. docs/my-data.md describes each field.

    Other people appear only as seat numbers, without names and ids.
    """
    return {
        "form": EXPORT_FORMAT_VERSION,
        "user": str(user),
        "made_at": _export_time(now),
        **{name: _export_rows(rows) for name, rows in stored_rows.items()},
        "games": [_export_game(record, course, user) for record, course in games],
    }


def _export_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(_export_field(*field) for field in row.items()) for row in rows]


def _export_field(column: str, value: Any) -> tuple[str, Any]:
    if column in EXPORTED_IDS:
        return EXPORTED_IDS[column], str(value)
    is_time = value is not None and (column == "at" or column.endswith("_at"))
    return column, _export_time(value) if is_time else value


def _export_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _export_game(record: Record, course: Course, user: int) -> dict[str, Any]:
    """Return a person's part of a finished game: what they did, and what they were told."""
    seats = {seat: each.joined_step for seat, each in enumerate(record.seats) if each.user == user}
    for leaver in record.leavers:
        if leaver.user == user and leaver.seat is not None:
            seats[leaver.seat] = leaver.joined_step
    own = [
        {seat for seat, joined in seats.items() if not joined or step.step > joined}
        for step in course.steps
    ]
    return {
        "id": str(record.id),
        "server": str(record.guild),
        "channel": str(record.channel) if record.channel else None,
        "game": record.game,
        "language": record.language,
        "options": dict(course.options),
        "began_at": _export_time(record.began_at),
        "ended_at": _export_time(record.ended_at),
        "ending": record.ending,
        "ended_by_me": record.ended_by == user,
        "seats": len(record.seats),
        "my_seats": [
            _export_seat(seat, record.seats[seat], joined) for seat, joined in sorted(seats.items())
        ],
        "steps": [
            {
                "step": step.step,
                "at": _export_time(step.at),
                "mine": _format_own_action(step.action, mine),
                "told": [event.name for event in step.events if _may_see(event.to, mine)],
            }
            for step, mine in zip(course.steps, own, strict=True)
        ],
    }


def _export_seat(number: Seat, seat: Participant, joined_step: int) -> dict[str, Any]:
    exported = {"seat": number, "name": seat.name, "rank": seat.rank, "points": seat.points}
    if seat.team:
        exported["team"] = seat.team
    if joined_step:
        exported["joined_step"] = joined_step
    return exported


def _format_own_action(game_action: object, seats: set[int]) -> str | None:
    """Return the move of a person with these seats as text.

    None means that somebody else acted. The result is "leave" if the person left the game.
    """
    if isinstance(game_action, ActRecord) and game_action.seat in seats:
        return game_action.move
    return "leave" if isinstance(game_action, Leave) and game_action.seat in seats else None


def _may_see(recipients: Sequence[int] | None, seats: set[int]) -> bool:
    """Return whether an event was for everybody or for one of these seats.

    `recipients` is None for an event for everybody.
    """
    return recipients is None or bool(seats.intersection(recipients))
