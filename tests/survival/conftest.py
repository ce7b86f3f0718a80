"""Fixtures for the tests of survival."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.discord_adapter.client import CatsClient
from tests.patience import LENIENT_TIMEOUTS
from tests.survival.loopback import Loopback, loopback
from tests.survival.people import People, ada_and_ben
from tests.survival.processes import run_client


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[Loopback]:
    """Discord on a loopback port."""
    async with loopback() as running_discord:
        yield running_discord


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot in this process give up nothing, unless the test shortens its patience."""
    for name, seconds in LENIENT_TIMEOUTS.items():
        monkeypatch.setattr(name, seconds)


@pytest.fixture
def people(discord: Loopback) -> People:
    return ada_and_ben(discord)


@pytest_asyncio.fixture
async def client(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[CatsClient]:
    """The bot, running in this process; failed boards are tried again without delay."""
    monkeypatch.setattr("bot.services.delivery.RETRY_DELAYS_SECONDS", (0.05,))
    async with run_client(discord, monkeypatch, tmp_path / "cats.db") as running_client:
        yield running_client
