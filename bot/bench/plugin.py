"""The fixtures of the bench, as a pytest plugin.

A test uses `world`, or opens one with settings of its own:

    async def test_two_people_play(open_world: OpenWorld) -> None:
        world = await open_world(registry={"my_game": PACKAGE}, people=2)
        ada, ben = world.people
        await ada.slash("cats play", computers=0)

Tests are coroutines, so pytest needs the setting `asyncio_mode = "auto"`.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

if TYPE_CHECKING:
    from bot.bench.world import World

OpenWorld = Callable[..., Awaitable["World"]]
SECONDS_PER_DAY = 86_400.0


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of tests that expect errors in the log."""
    config.addinivalue_line("markers", "logs_errors: the test expects ERROR records in the log")


@pytest.fixture(autouse=True)
def _no_errors_in_the_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test on any ERROR in any log, unless it is marked `logs_errors`."""
    errors: list[str] = []

    class Errors(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            cause = record.exc_info[1] if record.exc_info else None
            errors.append(f"{record.name}: {record.getMessage()} {cause!r}")

    handler = Errors(level=logging.ERROR)
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if request.node.get_closest_marker("logs_errors") is None:
        assert not errors, "\n".join(errors)


@pytest.fixture(autouse=True)
def _no_press_is_a_misclick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept every press at once, because a world's time stands still between two of them."""
    monkeypatch.setattr("bot.services.sessions.MISCLICK_GUARD_SECONDS", 0.0)


@pytest_asyncio.fixture
async def open_world(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[OpenWorld]:
    """Return a function that opens a world with the test's own settings, until the test ends.

    In `await open_world(people=2, computers=1)`, `people` is the number of people, from 1 to 8.
    `database` is the URL of the database, by default that of a new SQLite file. All other settings
    are those of `make_client`; `registry` maps names to the games that the bot offers.

    The bot does little by itself, so that days pass quickly. With `heartbeat=5.0`, it writes every
    five seconds that it is alive, as it does for its users.
    """
    # Here, so that tests of rules need not load Discord's client.
    from bot.bench.bots import make_start  # noqa: PLC0415
    from bot.bench.world import World  # noqa: PLC0415

    check = request.node.get_closest_marker("logs_errors") is None
    async with AsyncExitStack() as stack:

        async def open_one(people: int = 4, database: str = "", **settings: Any) -> "World":
            url = database or f"sqlite:///{tmp_path / 'cats.db'}"
            start = make_start(**{"heartbeat": SECONDS_PER_DAY, **settings})
            world = await World.open(start, url, people)
            stack.push_async_callback(world.close, check=check)
            return world

        yield open_one


@pytest_asyncio.fixture
async def world(open_world: OpenWorld, monkeypatch: pytest.MonkeyPatch) -> "World":
    """Open a world with the bot's own games, and with Ada, Ben, Cleo and Dan.

    Its timers are read once a day, so that even years pass quickly.
    """
    monkeypatch.setattr("bot.services.scheduler.MAX_SLEEP_SECONDS", SECONDS_PER_DAY)
    return await open_world()
