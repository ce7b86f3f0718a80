"""A table that is changed by something else in the same moment: nobody notices."""

import asyncio
import logging

import pytest

from bot.bench.world import World
from bot.domain.table import Commit, Table
from bot.services.tables import MAX_CHANGE_TRIES
from bot.storage.extend_deadlines import DeadlineExtensions
from bot.storage.shards import ONLY_SHARD, Shard
from bot.storage.store import Store
from tests.play.evening import deal, find_asked_player, hand, load_table, shows_hand

MINUTE = 60.0


def forgive_before_commits(store: Store, times: int) -> None:
    """Let lost time be forgiven just before each of the next commits."""
    commit, left = store.tables.commit, times

    async def late(change: Commit) -> Table:
        nonlocal left
        if left:
            left -= 1
            since = await store.bot.read_last_heartbeat(ONLY_SHARD) or 0.0
            await store.deadlines.extend(since + MINUTE, since, ONLY_SHARD, keep_minimum=True)
        return await commit(change)

    store.tables.commit = late


def check_moved(before: Table, after: Table, times: int) -> None:
    """Look whether a table took one move, and so many minutes that were forgiven."""
    assert (after.step, after.version) == (before.step + 1, before.version + times + 1)
    (deadline,) = [timer.at for timer in before.timers if timer.kind == "deadline"]
    assert [timer.at for timer in after.timers if timer.kind == "deadline"] == [
        deadline + times * MINUTE
    ]


async def test_a_move_that_meets_other_changes_is_made_on_fresh_data(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    screen, before = await hand(who), await load_table(world)
    forgive_before_commits(world.store, MAX_CHANGE_TRIES - 1)
    answer = await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    assert "try-again" not in answer.text
    check_moved(before, await load_table(world), MAX_CHANGE_TRIES - 1)

    ada.rename("Adele")
    forgive_before_commits(world.store, 1)
    assert shows_hand(await hand(ada))
    names = {player.name for player in (await load_table(world)).players}
    assert names == {"Adele", "Ben"}, "so is a look taken note of"


async def test_a_move_that_comes_while_time_is_forgiven_is_made_after_that(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    screen, before = await hand(who), await load_table(world)
    commit, move = world.store.tables.commit, DeadlineExtensions.move_tables
    begun, moving = asyncio.Event(), list[asyncio.Task[None]]()

    async def told(deadlines: DeadlineExtensions, shard: Shard, count: int) -> bool:
        begun.set()
        return await move(deadlines, shard, count)

    async def meanwhile(change: Commit) -> Table:
        if not moving:
            since = await world.store.bot.read_last_heartbeat(ONLY_SHARD) or 0.0
            forgive = world.store.deadlines.extend(
                since + MINUTE, since, ONLY_SHARD, keep_minimum=True
            )
            moving.append(asyncio.create_task(forgive))
            await begun.wait()
        return await commit(change)

    monkeypatch.setattr(DeadlineExtensions, "move_tables", told)
    monkeypatch.setattr(world.store.tables, "commit", meanwhile)
    await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    after = await load_table(world)
    check_moved(before, after, 1)


async def test_whoever_never_gets_through_is_asked_to_press_again(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    screen, before = await hand(who), await load_table(world)
    caplog.set_level(logging.INFO)
    forgive_before_commits(world.store, MAX_CHANGE_TRIES)
    answer = await world.click(who, screen, screen.matching("c1:m:*:cat/")[0], {})
    assert "Somebody was quicker. Please press again." in answer.text
    assert (await load_table(world)).step == before.step
    assert "kind=cat" not in caplog.text
