"""A whole game on PostgreSQL, and what people notice when it goes away: a sentence, and no loss."""

from pathlib import Path
from random import Random

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.domain.table import Table
from bot.i18n import text
from bot.storage import postgres_connections as postgres_line
from bot.storage.copying import copy
from tests.databases import address, run_sql
from tests.play import evening
from tests.play.evening import check_memory, load_table
from tests.postgres import Server

DATABASES = ("postgresql",)


async def test_a_game_is_played_to_its_end_through_restarts_and_lost_connections(
    open_world: OpenWorld, database: str
) -> None:
    world = await open_world(database=database)
    ada, ben, cleo, dan = world.people
    await evening.deal(world, ada, ben, cleo, computers=1, clock="none")

    async def lose_connections() -> None:
        others = "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        run_sql(database, f"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity {others}")

    meanwhile = {
        5: world.restart,
        8: lose_connections,
        11: lambda: world.restart(crash=True),
        14: lose_connections,
    }
    luck = Random(3)
    for step in range(18):
        if step in meanwhile:
            await meanwhile[step]()
        await evening.step(world, luck)
        await check_memory(world)
    await evening.to_the_end(world, luck)
    await check_memory(world)
    table = await load_table(world)
    assert table.phase == "over"
    await check_inputs(world, table)
    scores = (await dan.slash("cats scores")).text
    assert f"{ada.name}: " in scores


async def test_people_are_called_to_a_table_through_a_crash(
    open_world: OpenWorld, database: str
) -> None:
    world = await open_world(database=database)
    ada, ben, cleo, _ = world.people
    for person in (ben, cleo):
        panel = await person.press("c1:d:0:call-me:", on=(await person.slash("cats privacy")).shown)
        await person.choose("c1:d:0:call-set:zone", "Asia/Kolkata", on=panel.shown)
    await cleo.press("Don't call me")
    await evening.sit_down(world, ada)
    world.fail("POST", f"/channels/{world.channel.id}/messages", times=None)
    assert "I've called one person" in (await ada.press("Call people", on=world.board())).text
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    await world.advance(5, step=1)
    assert world.list_pinged() == ["Ben"]
    await ben.press("Join", on=world.board())
    assert (await load_table(world)).seat_of(ben.id) == 1


async def check_inputs(world: World, table: Table) -> None:
    steps = [step for step, *_ in await world.store.tables.find_inputs(table.id)]
    assert steps == [*range(1, table.step + 1)]


async def test_while_the_server_is_away_presses_are_told_and_then_play_goes_on(
    open_world: OpenWorld, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_line, "RECONNECT_PAUSE_SECONDS", 0.0)
    with server.database() as url:
        world = await open_world(database=url)
        ada, ben, *_ = world.people
        await evening.deal(world, ada, ben, clock="none")
        luck = Random(4)
        for _ in range(4):
            await evening.step(world, luck)
        before, who = await load_table(world), evening.find_asked_player(world)
        server.stop()
        answer = await evening.press_any(who, luck)
        while text("en")("store-trouble") not in answer.text:
            answer = await evening.press_any(who, luck)
        server.start()
        assert await load_table(world) == before, "nothing was lost, and nothing was changed"
        await evening.to_the_end(world, luck)
        await check_inputs(world, await load_table(world))
        await world.close(check=False)


async def test_a_game_goes_on_where_its_database_was_copied_to(
    open_world: OpenWorld, database: str, tmp_path: Path
) -> None:
    world = await open_world()
    ada, ben, cleo, _ = world.people
    await evening.deal(world, ada, ben, cleo, clock="none")
    luck = Random(6)
    for _ in range(6):
        await evening.step(world, luck)
    for target in (database, address(tmp_path / "again.db")):
        source = world.database

        async def moving(source: str = source, target: str = target) -> str:
            await copy(source, target)
            return target

        await world.restart(meanwhile=moving)
        for _ in range(6):
            await evening.step(world, luck)
        await check_memory(world)
