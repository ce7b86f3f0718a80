"""A table that the database refuses for an unforeseen reason waits alone, and is told seldom."""

from itertools import pairwise
from typing import Any

import pytest
import pytest_asyncio

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.table import Commit
from bot.i18n import text
from bot.services.sessions import FIRST_RETRY_SECONDS, MAX_RETRY_DOUBLINGS
from tests.databases import accept, refuse
from tests.databases import run_sql as sql
from tests.play.evening import deal, find_asked_or_none, take_turn
from tests.play.outages import HEARTBEAT_WRITE_SECONDS

pytestmark = pytest.mark.logs_errors
DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.thorough))


def moves(world: World, table: int) -> int:
    ((number,),) = sql(world.database, 'SELECT count(*) FROM inputs WHERE "table" = ?', table)
    return int(number)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


async def play_on(world: World, turns: int) -> None:
    """Let Ada move each two minutes against her computer cat, while the bot beats."""
    for _ in range(turns):
        if find_asked_or_none(world) is world.people[0]:
            await take_turn(world.people[0])
        for _ in range(12):
            await world.advance(10)
            ((at,),) = sql(world.database, "SELECT at FROM heartbeat")
            assert world.now() - at <= 6


@pytest_asyncio.fixture
async def world(open_world: OpenWorld, database: str) -> World:
    world = await open_world(database=database, heartbeat=HEARTBEAT_WRITE_SECONDS)
    await deal(world, world.people[0], computers=1, clock="10")
    return world


async def test_a_table_that_is_refused_waits_longer_each_time_and_alone(world, caplog, monkeypatch):
    *_, dan = world.people
    channel = world.new_channel("other")
    await dan.slash("cats play", channel=channel, computers=1, clock="10", text_only=True)
    await dan.press("c1:d:2:start", on=world.board(channel))
    asks = (await dan.slash("cats leave", channel=channel)).shown
    commit, tried = world.store.tables.commit, list[float]()

    async def counted(change: Commit) -> Any:
        if change.table.id == 2:
            tried.append(world.now())
        return await commit(change)

    monkeypatch.setattr(world.store.tables, "commit", counted)
    refuse(world.database, 2)
    caplog.clear()
    for _ in range(5):
        answer = await dan.press("c1:d:2:leave-yes", on=asks)
        assert text("en")("store-trouble") in answer.text
    (line,) = errors(caplog)
    assert line.startswith("storing a change of table 2 failed: "), "once a minute"
    tried.clear()
    caplog.clear()
    before = moves(world, 1), moves(world, 2)
    world.store.tables.note_click(2, dan.id, world.now())
    await play_on(world, 4)
    assert moves(world, 1) >= before[0] + 4, "the other table plays on"
    assert moves(world, 2) == before[1]
    pauses = [later - at for at, later in pairwise(tried)]
    assert [round(pause / FIRST_RETRY_SECONDS) for pause in pauses][:4] == [1, 2, 4, 8]
    told = errors(caplog)
    assert 2 <= len(told) <= 6
    assert all(line.startswith("storing a change of table 2 failed: ") for line in told)
    assert "secret" not in caplog.text

    accept(world.database)
    await world.advance(FIRST_RETRY_SECONDS * 2**MAX_RETRY_DOUBLINGS)
    assert moves(world, 2) > before[1], "it goes on by itself"
