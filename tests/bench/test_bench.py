"""The bench itself: what it promises to the other tests."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from itertools import count, pairwise
from typing import Any

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import SETTLE_TIMEOUT_SECONDS, World
from bot.discord_adapter.admission import ClickRejected
from bot.discord_adapter.reply import Reply
from bot.storage.shards import Shard
from tests.play.evening import hand


async def test_a_click_that_nobody_answers_fails(world: World) -> None:
    ada = world.people[0]
    await ada.slash("cats play")

    await world.bot.remove_cog("Router")
    with pytest.raises(AssertionError, match="no answer"):
        await ada.press("c1:d:*:options")


async def test_each_person_is_answered_alone_and_in_their_own_language(world: World) -> None:
    ada, ben, *_ = world.people
    english = await ada.slash("cats help")
    assert len(ada.privates()) == 1
    assert ben.privates() == world.messages() == []
    assert world.requests[-1].reader == ada.id
    ben.set_locale("de")
    assert (await ben.slash("cats help")).text != english.text


async def test_clicks_at_the_same_moment_are_all_answered_also_by_a_new_bot(world: World) -> None:
    ada, *others = world.people
    await ada.slash("cats play")
    board = world.board()
    answers = await world.race(*(other.press("c1:d:*:join") for other in others))
    assert len({answer.record.id for answer in answers}) == 3
    assert all(person.name in world.board().text for person in world.people)
    assert "Ben" not in board.text, "a message stays as it was seen"
    for crash, person in ((False, others[0]), (True, others[1])):
        await world.restart(crash=crash)
        await person.press("c1:d:*:leave", on=board)
        assert person.name not in world.board().text


async def test_a_shown_picture_is_one_that_was_sent(open_world: OpenWorld) -> None:
    world = await open_world(people=1, computers=1)
    ada = world.people[0]
    await ada.slash("cats play")
    await ada.press("c1:d:*:start")
    shown = await hand(ada)
    (name,) = shown.files
    sent = [file.data for request in world.requests for file in request.files]
    assert shown.files[name] in sent
    assert shown.alts[name]


async def test_only_the_test_moves_the_clock(world: World) -> None:
    began = world.now()
    await world.people[0].slash("cats play")
    assert world.now() == began
    await world.advance(90)
    assert world.now() == began + 90
    await world.jump(600)
    assert world.now() == began + 690
    await world.freeze(86400)
    assert world.now() == began + 690 + 86400


async def test_a_jump_leaves_the_bot_alive_and_a_frozen_process_misses_all(
    open_world: OpenWorld,
) -> None:
    world = await open_world(heartbeat=60.0)
    beats: list[float] = []

    async def noted(now: float, shard: Shard) -> None:
        beats.append(now)

    async def forgiven(now: float, since: float, shard: Shard, *, keep_minimum: bool) -> None:
        beats.append(now)

    world.store.bot.record_heartbeat, world.store.deadlines.extend = noted, forgiven
    await world.jump(600)
    assert len(beats) == 10
    assert all(abs(later - beat - 60) < 1 for beat, later in pairwise(beats))
    await world.freeze(600)
    assert beats[10:] == [world.now()]


async def test_an_answer_that_waits_for_a_timer_is_none(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = world.people[0]
    await ada.slash("cats play")

    async def slow(*_: object) -> None:
        await asyncio.sleep(1)
        raise ClickRejected("")

    monkeypatch.setattr(Reply, "admit", slow)
    with pytest.raises(AssertionError, match="no answer"):
        await ada.press("c1:d:*:options")


async def run_in_bot(world: World, work: Coroutine[Any, Any, None]) -> None:
    """Let the bot begin a task, and wait as after a click."""
    with world.bot_scope():
        task = asyncio.get_running_loop().create_task(work)
    try:
        await world.settle()
    finally:
        task.cancel()


async def test_the_world_waits_for_threads_and_instant_timers_but_not_for_longer_ones(
    world: World,
) -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.001)
        done.append("instant")
        await asyncio.to_thread(time.sleep, 0.01)
        done.append("thread")
        await asyncio.sleep(1)
        done.append("timer")

    await run_in_bot(world, work())
    assert done == ["instant", "thread"]


async def wait_in_group(work: Coroutine[Any, Any, None]) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(work)


WAYS_TO_WAIT: dict[str, Callable[[Coroutine[Any, Any, None]], Awaitable[object]]] = {
    "task": asyncio.create_task,
    "wait": lambda work: asyncio.wait([asyncio.create_task(work)]),
    "gather": asyncio.gather,
    "shield": asyncio.shield,
    "group": wait_in_group,
}
"""The ways in which a task can wait for another one."""


@pytest.mark.parametrize("way", WAYS_TO_WAIT)
async def test_the_world_waits_for_the_tasks_of_a_task_unless_they_wait_for_a_timer(
    world: World, way: str
) -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.to_thread(time.sleep, 0.01)
        done.append("thread")
        await asyncio.sleep(1)
        done.append("timer")

    async def wait() -> None:
        await WAYS_TO_WAIT[way](work())

    await run_in_bot(world, wait())
    assert done == ["thread"]


async def run_for_ever() -> None:
    for _ in count():
        await asyncio.sleep(0)


async def wait_in_vain() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("work", [run_for_ever, wait_in_vain])
async def test_a_task_that_never_ends_is_named_and_holds_up_nobody_twice(
    world: World, work: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    world.env.settle_timeout = 0.1
    with pytest.raises(TimeoutError, match=work.__name__):
        await run_in_bot(world, work())
    world.env.settle_timeout = SETTLE_TIMEOUT_SECONDS
    await world.people[0].slash("cats help")


async def test_who_waits_until_a_timer_lets_time_pass(world: World) -> None:
    async def wait() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.get_running_loop().create_future()

    with world.bot_scope():
        waiting = asyncio.create_task(wait())
    await world.settle()
    assert not waiting.done()
    await world.advance(5)
    assert waiting.done()
