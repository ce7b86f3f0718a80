"""The same story in two worlds, with all that left each bot, to hold them against each other.

simcord gives out ids by the world's own time, so that equal stories have equal ids. What the bot
does in threads is done at once here: else their race would decide about the order of requests.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from bot.bench.bots import BENCH_SETTINGS, make_client
from bot.bench.traffic import Request
from bot.bench.world import World
from bot.discord_adapter.client import CatsClient
from bot.domain.computers import make_computer_task
from bot.domain.table import Match, Timer
from bot.engine.computer_task import ComputerTaskResult, catch_failures
from bot.engine.events import Seat
from bot.engine.game import Games
from bot.engine.package import GamePackage, extract_games
from bot.games.registry import GAMES
from bot.presenters import screens
from bot.services.computer_executor import ComputerExecutor
from bot.storage.sqlite_connection import Connection
from bot.storage.sqlite_database import SqliteDatabase, lock_file
from bot.storage.store import Store
from tests.databases import address, file_of

SEED = bytes(range(32))
"""What the tables of a recorded world are dealt from, if nothing else is said."""
MILLISECONDS = re.compile(r"\bms=\d+")

T = TypeVar("T")


class AtOnce(ThreadPoolExecutor):
    """Does the work before it returns."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class InlineConnection(Connection):
    """A connection that does its work in the event loop's thread, before it returns."""

    @classmethod
    async def open(cls, path: Path) -> "InlineConnection":
        connection = cls(path)
        connection._connect()
        return connection

    async def _call(self, function: Callable[..., T], *arguments: object) -> T:
        return function(*arguments)

    async def commit(self) -> None:
        self._cursor.connection.commit()

    async def rollback(self) -> None:
        self._cursor.connection.rollback()

    async def close(self) -> None:
        connection = self._cursor.connection
        self._cursor.close()
        connection.close()


class ExecutorAtOnce(ComputerExecutor):
    """Let computers think before they return."""

    def _begin(
        self, table: Match, package: GamePackage, seat: Seat, level: str
    ) -> Future[ComputerTaskResult]:
        done = Future[ComputerTaskResult]()
        done.set_result(catch_failures(make_computer_task(table, package, seat, level).choose))
        return done


async def open_inline_store(path: Path, games: Games) -> Store:
    """Return a new store, its SQL and all, that does its work before it returns."""
    await (await Store.open(f"sqlite:///{path}", games)).close()
    writer, reader = [await InlineConnection.open(path) for _ in range(2)]
    return Store(SqliteDatabase(path, path, writer, reader, lock_file(path)), games)


@dataclass
class Recording:
    """All that left one bot, step by step."""

    world: World
    steps: list[list[Request]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    due: list[tuple[Timer, ...]] = field(default_factory=list)
    """The timers after each step."""
    asked: list[tuple[int, ...]] = field(default_factory=list)

    async def note(self) -> None:
        known = sum(map(len, self.steps))
        self.steps.append(self.world.requests[known:])
        table = await self.world.bot.services.tables.find_latest_table(self.world.channel.id)
        self.due.append(tuple(sorted(table.timers, key=repr)) if table else ())
        self.asked.append(screens.users_asked(table) if table else ())

    def list_visible_requests(self, step: int, *unseen: int) -> list[tuple[Any, ...]]:
        """Return a step's requests; of those that only `unseen` users read, not what they show."""
        return [
            (
                request.method,
                request.path,
                request.reader,
                request.pinged,
                request.error,
                request.at,
                request.message,
                *(() if request.reader in unseen else request.content[2:]),
            )
            for request in self.steps[step]
        ]


def differences(one: Recording, two: Recording, *knowing: int) -> list[str]:
    """Name all in which two recordings differ, but for what is shown to those who may know.

    They are given as their places among the world's people.
    """
    unseen = [one.world.people[place].id for place in knowing]
    found = [name for name in ("log", "due", "asked") if getattr(one, name) != getattr(two, name)]
    for step in range(max(len(one.steps), len(two.steps))):
        if one.list_visible_requests(step, *unseen) != two.list_visible_requests(step, *unseen):
            found.append(f"step {step}")
    return found


async def record_story(
    path: Path,
    story: Callable[[Recording], Awaitable[None]],
    *,
    people: int = 4,
    seed: bytes = SEED,
    **settings: Any,
) -> Recording:
    """Let a story happen in a world of its own, on the database file at `path`."""

    async def start(database: str) -> tuple[CatsClient, Store]:
        asyncio.get_running_loop().set_default_executor(AtOnce())
        games = extract_games(settings.get("registry", GAMES))
        store = await open_inline_store(file_of(database), games)
        at_once = {"executor": ExecutorAtOnce(), "heartbeat": 3600.0}
        client = make_client(store, **{**BENCH_SETTINGS, **at_once, **settings})
        client.services.lobby.make_seed = lambda: seed
        client.renderer._threads = AtOnce()
        return client, store

    world = await World.open(start, address(path), people)
    recording = Recording(world)
    with _noting(recording.log):
        try:
            await story(recording)
        finally:
            await world.close()
    return recording


@contextmanager
def _noting(lines: list[str]) -> Iterator[None]:
    """Note the log as it is written at level DEBUG, but for how long things took."""

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(MILLISECONDS.sub("ms=", self.format(record)))

    notes = Notes()
    notes.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    ours = [logging.getLogger(name) for name in ("bot", "cogs")]
    before = [logger.level for logger in ours]
    logging.getLogger().addHandler(notes)
    for logger in ours:
        logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(notes)
        for logger, level in zip(ours, before, strict=True):
            logger.setLevel(level)
