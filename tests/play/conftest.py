"""A world whose bot does little by itself, so that days pass quickly."""

import pytest
import pytest_asyncio

from tests.bench.sim import World
from tests.conftest import OpenWorld

DAY = 86_400.0


@pytest_asyncio.fixture
async def world(open_world: OpenWorld, monkeypatch: pytest.MonkeyPatch) -> World:
    """A running bot in a server with Ada, Ben, Cleo and Dan."""
    monkeypatch.setattr("bot.tables.time.clockwork.LONGEST_SLEEP", DAY)
    return await open_world(heartbeat=DAY)
