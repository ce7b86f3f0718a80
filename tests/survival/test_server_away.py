"""Discord cannot reach one server for a while: its people lose no time."""

import pytest

from tests.databases import run_sql as rows
from tests.patience import until
from tests.survival import wire
from tests.survival.facts import facts
from tests.survival.loopback import GUILD, Loopback
from tests.survival.people import People, find_asked_person, start_game
from tests.survival.processes import run_client

DATABASES = ("sqlite",)
AWAY_SECONDS = 500.0
"""Seconds of the outage."""


def deadline(database: str) -> float:
    """Return the stored time at which the one clock runs out."""
    (at,) = [row[2] for row in facts(database)["due"] if row[1] == "deadline"]
    return float(at)


async def wait_until_paused_for(database: str, what: str) -> None:
    """Wait until the one table waits for that, "" being nothing."""
    await until(lambda: rows(database, "SELECT paused FROM tables") == [(what,)])


async def test_the_time_of_an_outage_of_one_server_is_given_back(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    now = [1_800_000_000.0]
    async with run_client(discord, monkeypatch, database, lambda: now[0]):
        await start_game(people)
        before = deadline(database)
        await discord.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        await wait_until_paused_for(database, "channel")
        now[0] += AWAY_SECONDS
        await discord.dispatch("GUILD_CREATE", wire.guild())
        await wait_until_paused_for(database, "")
        assert deadline(database) == before + AWAY_SECONDS
        shown = f"<t:{int(before + AWAY_SECONDS)}:R>"
        await discord.wait_for_board_text(shown)
        assert await find_asked_person(people)


async def test_a_server_that_is_away_at_the_start_waits_until_it_comes(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    now = [1_800_000_000.0]
    async with run_client(discord, monkeypatch, database, lambda: now[0]) as client:
        await start_game(people)
        await until(lambda: client.services.heartbeat._is_reachable)
    discord.reaches_servers = False
    async with run_client(discord, monkeypatch, database, lambda: now[0]):
        await wait_until_paused_for(database, "channel")
        before = deadline(database)
        now[0] += AWAY_SECONDS
        await discord.dispatch("GUILD_CREATE", wire.guild())
        await wait_until_paused_for(database, "")
        assert deadline(database) == before + AWAY_SECONDS
