"""Overload: who cannot be served in time is told so at once, and looks go first."""

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.bench.world import World
from bot.discord_adapter import admission
from bot.discord_adapter.admission import (
    ITERATION_SAMPLE_COUNT,
    ITERATION_TTL_SECONDS,
    LATE_ITERATION_SECONDS,
    MAX_CONCURRENT_PRESSES,
    PressAdmission,
    is_look,
)
from bot.i18n import text
from tests.discord_adapter.test_flood import calls
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.play.evening import deal, hand, load_table


def loop_time() -> float:
    return asyncio.get_running_loop().time()


class Busy:
    """A clock by which each turn of the loop takes so many seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.overload = PressAdmission(lambda: self.now)
        self.taken: list[str] = []

    async def turns(self, seconds: float, number: int = ITERATION_SAMPLE_COUNT) -> None:
        for _ in range(number):
            await self.overload.wait_for_slot(loop_time(), is_look=True)
            self.overload.release()
            self.now += seconds
            await asyncio.sleep(0)

    async def fill(self) -> None:
        """Let as many presses be served as may be while the loop is late, and the loop be late."""
        await self.turns(2 * LATE_ITERATION_SECONDS)
        for _ in range(MAX_CONCURRENT_PRESSES):
            assert await self.overload.wait_for_slot(loop_time(), is_look=False)

    async def press(self, name: str) -> bool:
        """Press something; what is in upper letters is a move."""
        taken = await self.overload.wait_for_slot(loop_time(), is_look=name.islower())
        if taken:
            self.taken.append(name)
        return taken


async def test_moves_go_first_and_then_the_newest_looks() -> None:
    busy = Busy()
    await busy.fill()
    async with asyncio.TaskGroup() as tasks:
        waiting = [tasks.create_task(busy.press(name)) for name in ("a", "A", "b", "B")]
        await asyncio.sleep(0)
        assert busy.taken == []
        for _ in waiting:
            busy.overload.release()
            await asyncio.sleep(0)
    assert busy.taken == ["A", "B", "b", "a"]


async def test_who_has_waited_too_long_is_turned_away_looks_before_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(admission, "MAX_LOOK_WAIT_SECONDS", 0.0)
    monkeypatch.setattr(admission, "MAX_MOVE_WAIT_SECONDS", HANG_TIMEOUT_SECONDS)
    busy = Busy()
    await busy.fill()
    moving = asyncio.create_task(busy.press("A"))
    assert not await busy.press("a")
    busy.overload.release()
    assert await moving
    assert busy.taken == ["A"]


@pytest.mark.parametrize("held_up", [0, 1])
async def test_while_the_loop_is_not_late_nobody_waits(held_up: int) -> None:
    """Many may wait for a slow database, and a turn may be held up alone."""
    busy = Busy()
    await busy.turns(60.0, held_up)
    await busy.turns(LATE_ITERATION_SECONDS / 2, ITERATION_SAMPLE_COUNT - held_up)
    for _ in range(3 * MAX_CONCURRENT_PRESSES):
        assert await busy.press("a")


async def test_nobody_pays_for_a_rush_that_is_over() -> None:
    busy = Busy()
    await busy.fill()
    busy.now += ITERATION_TTL_SECONDS + 1
    await asyncio.sleep(0)
    busy.now += ITERATION_TTL_SECONDS + 1
    assert await busy.press("a")


def test_what_changes_nothing_is_a_look(world: World) -> None:
    actions = world.bot.services.actions

    def pressed(custom_id: str) -> bool:
        interaction: Any = SimpleNamespace(data={"custom_id": custom_id})
        return is_look(interaction, actions)

    assert pressed("c1:l:7:3:guess/2")
    assert pressed("c1:d:7:page:how")
    assert not pressed("c1:m:7:3:guess/2/14")
    assert not pressed("c1:d:7:join:")
    assert not pressed("c1")
    command: Any = SimpleNamespace(data={"name": "cats"})
    assert not is_look(command, actions)


async def test_who_cannot_be_served_is_told_so_without_work(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    ben.set_locale("de")
    await hand(ben)
    before, asked = await load_table(world), calls(world.store)
    figures = world.bot.counters
    with (
        patch.object(PressAdmission, "wait_for_slot", AsyncMock(return_value=False)),
        patch.object(figures, "count_refusal") as refused,
    ):
        answer = await ben.press("c1:l:", on=world.board())
        assert answer.text == text("de")("many-play")
        assert answer.shown.ephemeral
        assert asked == []
        refused.assert_called_once_with("many-play")
    assert await load_table(world) == before
    assert (await hand(ben)).text != text("de")("many-play")
