"""Fixtures for the tests of the store."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.domain.table import Lobby, Match, Player, Reminder, Table
from bot.engine.package import extract_games
from bot.storage.store import Store
from tests.databases import empty_database, run_sql
from tests.tables import in_phase
from tests.toys import REGISTRY
from tests.toys.secret_numbers.model.moves import NameNumber
from tests.toys.secret_numbers.rules import State

GAMES = extract_games(REGISTRY)


def make_large_match(table: Table, size: int) -> Match:
    """Return the table with a running game whose state takes at least so many bytes."""
    last = (NameNumber(1, (1000,) * (size // 5 + 1)), None)
    state = State(top=5, round=0, answers=(None, None), points=(0, 0), last=last)
    return in_phase(table, "playing", state=state)


@asynccontextmanager
async def several(store: Store, url: str, how_many: int) -> AsyncIterator[list[Store]]:
    more = [await Store.open(url, GAMES) for _ in range(1, how_many)]
    yield [store, *more]
    for each in more:
        await each.close()


async def clean_up(store: Store, now: float) -> None:
    for step in store.retention.steps.values():
        await step(now)


@pytest.fixture
def url(database: str) -> str:
    """The address of a database without rows; a file's folder is not there yet."""
    return database


@pytest.fixture
def server_url(tmp_path: Path) -> Iterator[str]:
    """The address of a PostgreSQL database without tables."""
    with empty_database("postgresql", tmp_path) as address:
        yield address


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the database: whoever asks for it is about SQLite alone."""
    return tmp_path / "data" / "cats.db"


@pytest.fixture
def handled(url: str) -> Callable[[int], bool]:
    return lambda interaction: bool(
        run_sql(url, "SELECT 1 FROM interactions WHERE id = ?", interaction)
    )


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url, GAMES)
    yield store
    await store.close()


@pytest.fixture
def lobby() -> Lobby:
    """A new table with one person and a computer cat."""
    return Lobby(
        game="secret_numbers",
        guild=1 << 62,
        channel=(1 << 62) + 1,
        language="de",
        clock="10",
        opened_at=1000.5,
        clicked_at=1001.25,
        text_only=True,
        options=(("faces", "all"), ("length", "short")),
        host=7,
        players=(
            Player("Ada 🐈", user=7, misses=1, away=True, overdue="turn:1", clicked_at=1001.25),
            Player("Momo", user=None, level="quick", confirmed=False),
        ),
        timers=(Reminder("turn:1", at=1300.0), Reminder("turn:1", at=1600.5)),
    )
