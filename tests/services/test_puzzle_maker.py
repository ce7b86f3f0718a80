"""The owner of shard 0 makes puzzles ahead of their days, whatever happens meanwhile."""

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.discord_adapter.client import ShardSession
from bot.domain.puzzles import MAX_ARCHIVE_DAYS, find_opening
from bot.engine.puzzle_data import Puzzle
from bot.services.puzzle_library import DAYS_MADE_AHEAD
from bot.services.puzzle_maker import MAX_SLEEP_SECONDS, RETRY_SECONDS, START_DELAY_SECONDS
from bot.storage.shards import Shard
from tests.databases import run_sql
from tests.play.outages import kill_process, stop_process
from tests.toys import REGISTRY
from tests.toys.puzzles import TOY_PUZZLES, ToyPuzzles

DAY_SECONDS = 86_400.0
TODAY = 40
ALL_DAYS = MAX_ARCHIVE_DAYS + 1 + DAYS_MADE_AHEAD
Open = Callable[..., Awaitable[World]]


class Moody(ToyPuzzles):
    """Fails as long as it is told to."""

    fails = False

    def make(self, seed: bytes, weekday: int) -> Puzzle:
        if self.fails and weekday == 2:
            raise ValueError
        return super().make(seed, weekday)


@pytest.fixture
def open_maker(open_world: OpenWorld) -> Open:
    async def open_one(puzzles: ToyPuzzles = TOY_PUZZLES, **settings: object) -> World:
        games = {"secret_numbers": replace(REGISTRY["secret_numbers"], puzzles=puzzles)}
        between: dict[str, object] = {"between_puzzles": 0.0}
        world = await open_world(registry=games, **(between | settings))
        assert stored(world) == [], "it is before the first day"
        await stop_process(world, find_opening(TODAY) + 15 * 3600.0 - world.now())
        return world

    return open_one


def stored(world: World) -> list[int]:
    rows = run_sql(world.database, "SELECT number FROM puzzles ORDER BY number")
    return [number for (number,) in rows]


async def test_soon_after_the_start_all_days_are_there(open_maker: Open) -> None:
    world = await open_maker()
    await world.jump(START_DELAY_SECONDS - 1)
    assert stored(world) == []
    await world.jump(2)
    assert stored(world) == [*range(TODAY - MAX_ARCHIVE_DAYS, TODAY + DAYS_MADE_AHEAD + 1)]


async def test_soon_after_midnight_the_next_day_is_made(open_maker: Open) -> None:
    world = await open_maker()
    await world.jump(START_DELAY_SECONDS + 1)
    for day in range(1, 4):
        await world.jump(find_opening(TODAY + day) - world.now() - 1)
        assert len(stored(world)) == ALL_DAYS + day - 1
        await world.jump(2)
        assert len(stored(world)) == ALL_DAYS + day


async def test_after_days_without_a_bot_what_is_missing_is_made(open_maker: Open) -> None:
    world = await open_maker()
    await world.jump(START_DELAY_SECONDS + 1)
    before = run_sql(world.database, "SELECT * FROM puzzles ORDER BY number")
    await kill_process(world, 5 * DAY_SECONDS)
    await world.jump(START_DELAY_SECONDS + 1)
    assert len(stored(world)) == ALL_DAYS + 5
    assert run_sql(world.database, "SELECT * FROM puzzles ORDER BY number")[:ALL_DAYS] == before


async def test_other_shards_make_none_ahead(open_maker: Open) -> None:
    world = await open_maker(session=ShardSession(Shard(1, 2)))
    await world.jump(START_DELAY_SECONDS + RETRY_SECONDS)
    assert stored(world) == []


async def test_a_clock_that_was_set_back_makes_the_days_of_then(open_maker: Open) -> None:
    world = await open_maker()
    await world.jump(START_DELAY_SECONDS + 1)
    services, now = world.bot.services, world.now()
    earlier: Any = SimpleNamespace(now=lambda: now - 3 * DAY_SECONDS)
    services.puzzle_maker._clock = services.puzzle_library._clock = earlier
    await world.jump(MAX_SLEEP_SECONDS + 1)
    assert stored(world)[0] == TODAY - 3 - MAX_ARCHIVE_DAYS


@pytest.mark.logs_errors
async def test_a_database_that_is_away_is_tried_again(
    open_maker: Open, caplog: pytest.LogCaptureFixture
) -> None:
    world = await open_maker()
    run_sql(world.database, "ALTER TABLE puzzles RENAME TO away")
    caplog.set_level("INFO", "bot.services.puzzle_maker")
    await world.jump(START_DELAY_SECONDS + 3 * RETRY_SECONDS)
    assert caplog.text.count("making puzzles failed") == 1
    run_sql(world.database, "ALTER TABLE away RENAME TO puzzles")
    await world.jump(RETRY_SECONDS + 1)
    assert len(stored(world)) == ALL_DAYS
    assert "puzzles are made again" in caplog.text


@pytest.mark.logs_errors
async def test_a_day_that_cannot_be_made_stops_no_other_and_is_tried_again(
    open_maker: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.puzzle_library.FAILURE_RETRY_SECONDS", 0.0)
    moody = Moody()
    moody.fails = True
    world = await open_maker(moody)
    await world.jump(START_DELAY_SECONDS + 1)
    wednesdays = ALL_DAYS - len(stored(world))
    assert 4 <= wednesdays <= 5
    moody.fails = False
    await world.jump(RETRY_SECONDS + 1)
    assert len(stored(world)) == ALL_DAYS


async def test_a_bot_without_puzzles_makes_none(open_world: OpenWorld) -> None:
    games = {"secret_numbers": REGISTRY["secret_numbers"]}
    world = await open_world(registry=games, between_puzzles=0.0)
    await stop_process(world, find_opening(TODAY) - world.now())
    await world.jump(DAY_SECONDS)
    assert stored(world) == []


async def test_a_bot_that_stops_does_not_wait_for_puzzles(open_maker: Open) -> None:
    world = await open_maker(between_puzzles=3600.0)
    await world.jump(START_DELAY_SECONDS + 1)
    assert len(stored(world)) == 1
    await world.restart()
    assert len(stored(world)) == 1
