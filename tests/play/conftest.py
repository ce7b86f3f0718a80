"""A world whose heart beats slowly, so that hours pass quickly."""

import pytest_asyncio

from tests.bench.sim import World
from tests.conftest import OpenWorld


@pytest_asyncio.fixture
async def world(open_world: OpenWorld) -> World:
    """A running bot in a server with Ada, Ben, Cleo and Dan."""
    return await open_world(heartbeat=86400.0)
