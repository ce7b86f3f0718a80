"""The daily clean-up: a step that fails is told once, tried again, and stops no other step."""

from typing import Any

import aiohttp
import pytest

from bot import http_endpoints
from bot.common.config import Watch
from bot.discord_adapter.client import Session
from bot.domain.table import Player
from bot.i18n import text
from bot.metrics import Metrics
from bot.storage.shards import Shard
from tests.bench.sim import World
from tests.bench.whole import whole_game
from tests.conftest import OpenWorld
from tests.databases import asked
from tests.machine import free_port

DAY = 86_400.0
HOUR = 3600.0
FAILED = "the clean-up of records-of-servers failed: "
SAY = text("en")
READY = SAY("health-well") + "\n"
NOTE = SAY("health-cleanup", steps="records-of-servers") + "\n"


async def over(world: World, at: float) -> int:
    """Let Ada and Ben have played a game; return the number of its record."""
    people = [Player(person.name, person.id) for person in world.people[:2]]
    table = await whole_game(world.store, "cloaked_cats", people, guild=world.guild.id, at=at)
    return table.id


async def opened(open_world: OpenWorld, **settings: Any) -> World:
    """Open a world whose first clean-up is over; the test asks by the world's time, too."""
    world = await open_world(heartbeat=DAY, **settings)
    world.bot.services.tables.now = world.now
    await wait_hours(world, 1)
    return world


def records(world: World) -> list[int]:
    return [id_ for (id_,) in asked(world.database, "SELECT id FROM records ORDER BY id")]


async def wait_hours(world: World, hours: int) -> None:
    for _ in range(hours):
        await world.jump(HOUR)


async def ready(port: int) -> tuple[int, str]:
    """Return the status and text of `/ready`."""
    async with aiohttp.request("GET", f"http://127.0.0.1:{port}/ready") as answer:
        return answer.status, await answer.text()


@pytest.mark.logs_errors
async def test_a_step_that_fails_stops_no_other_and_is_seen(
    open_world: OpenWorld, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    metrics = Metrics()
    world = await opened(open_world, database=database, figures=metrics)
    old = await over(world, world.now() - 40 * DAY)
    await over(world, world.now() - 800 * DAY)
    await world.store.people.set_days(world.guild.id, 30)
    asked(world.database, "ALTER TABLE retention RENAME TO retention_away")
    caplog.set_level("INFO", "bot.services.cleanup")
    port = free_port()
    with metrics.counting_errors():
        await wait_hours(world, 30)
        assert records(world) == [old], "the step before the broken one ran"
        assert asked(world.database, "SELECT 1 FROM standings") != []
        asked(world.database, "UPDATE standings SET at = ?", world.now() - 400 * DAY)
        await wait_hours(world, 45)
        assert asked(world.database, "SELECT 1 FROM standings") == [], "those behind it, too"
        assert caplog.text.count(FAILED) == 1, "and not each hour"
        told, _ = metrics.exposition([], 0, None)
        assert 'cats_errors_total{logger="bot.services.cleanup"} 1.0' in told.decode()
    watch = Watch("127.0.0.1", port)
    async with http_endpoints.serve_endpoints(
        watch, metrics, world.store, lambda: {0: world.bot}, SAY
    ):
        assert world.bot.services.scheduler.cleanup.overdue == ("records-of-servers",)
        assert await ready(port) == (200, READY + NOTE)
        asked(world.database, "ALTER TABLE retention_away RENAME TO retention")
        await wait_hours(world, 1)
        assert records(world) == []
        assert await ready(port) == (200, READY)
    assert caplog.text.count(FAILED) == 1
    assert "the clean-up of records-of-servers works again" in caplog.text


@pytest.mark.logs_errors
async def test_less_than_two_days_of_failures_are_not_shown(
    open_world: OpenWorld, database: str
) -> None:
    world = await opened(open_world, database=database)
    asked(world.database, "ALTER TABLE retention RENAME TO retention_away")
    await wait_hours(world, 23 + 47)
    assert world.bot.services.scheduler.cleanup.overdue == ()
    asked(world.database, "ALTER TABLE retention_away RENAME TO retention")


async def test_a_clock_that_was_set_back_does_not_put_it_off(open_world: OpenWorld) -> None:
    world = await opened(open_world)
    cleanup, now = world.bot.services.scheduler.cleanup, world.now()
    assert not cleanup.is_due
    world.bot.services.tables.now = lambda: now - 400 * DAY
    assert cleanup.is_due
    world.bot.services.tables.now = world.now


async def test_only_the_first_shards_worker_cleans_up(open_world: OpenWorld) -> None:
    world = await opened(open_world, session=Session(Shard(1, 2)))
    old = await over(world, world.now() - 800 * DAY)
    await wait_hours(world, 25)
    assert not world.bot.services.scheduler.cleanup.is_due
    assert records(world) == [old]
