"""The whole bot and the process in which its Old Foxes think."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.patience import HANGS, until
from tests.survival.forked import Forked
from tests.survival.loopback import CHANNEL, Loopback, Wire
from tests.survival.people import COMMAND, Person, asked_or_over, take
from tests.survival.processes import started
from tests.survival.thinkers import aside_of, is_running


async def play(ada: Person, level: str) -> None:
    """Let Ada deal a game of Cloaked Cats against two computers of a level."""
    options: list[Wire] = [
        {"name": "game", "type": 3, "value": "cloaked_cats"},
        {"name": "computers", "type": 4, "value": 2},
        {"name": "level", "type": 3, "value": level},
    ]
    data = {"id": "1", "name": "cats", "type": 1}
    data |= {"options": [{"name": "play", "type": 1, "options": options}]}
    await ada.answered(await ada.discord.interact(ada.id, ada.name, COMMAND, data, None, CHANNEL))
    await ada.press(":start:")


def log(folder: Path) -> str:
    return (folder / "log").read_text()


async def plays_until(ada: Person, condition: Callable[[], object]) -> None:
    """Let Ada make moves until the condition holds."""
    luck = Random(1)
    async with asyncio.timeout(HANGS):
        while not condition():
            if await asked_or_over((ada,)):
                await take(ada, luck)
            else:
                await ada.press(":rematch:")
                await ada.press(":start:")


async def thinks_aside(ada: Person, bot: Forked, folder: Path, times: int = 1) -> int:
    """Let Ada play until a process has begun so many times, and return it."""
    begun = "computers think aside, in process "
    await plays_until(ada, lambda: log(folder).count(begun) == times)
    (process,) = aside_of(bot.pid)
    return process


async def moved(folder: Path, ada: Person) -> None:
    """Let Ada play until all have moved, both computers among them."""
    await plays_until(ada, lambda: all(f" seat={seat} " in log(folder) for seat in range(3)))


async def test_it_begins_with_the_first_fox_again_when_it_is_killed_and_ends_with_the_bot(
    discord: Loopback, people: tuple[Person, Person], tmp_path: Path
) -> None:
    ada, _ = people
    async with started(discord, tmp_path) as bot:
        assert not aside_of(bot.pid)
        await play(ada, "fox")
        first = await thinks_aside(ada, bot, tmp_path)
        os.kill(first, signal.SIGKILL)
        second = await thinks_aside(ada, bot, tmp_path, times=2)
        bot.terminate()
        async with asyncio.timeout(HANGS):
            assert await bot.wait() == 0
        assert not is_running(second)
    assert log(tmp_path).count("the process in which computers think ended with -9") == 1
    assert "ERROR" not in log(tmp_path)
    assert "a computer at table" not in log(tmp_path)


async def test_it_ends_when_the_bot_is_killed(
    discord: Loopback, people: tuple[Person, Person], tmp_path: Path
) -> None:
    async with started(discord, tmp_path) as bot:
        await play(people[0], "fox")
        process = await thinks_aside(people[0], bot, tmp_path)
        bot.kill()
        await bot.wait()
        await until(lambda: not is_running(process))


@pytest.mark.parametrize(("level", "thinking"), [("tomcat", "process"), ("fox", "threads")])
async def test_quick_levels_think_in_the_bot_and_with_the_setting_foxes_too(
    discord: Loopback, people: tuple[Person, Person], tmp_path: Path, level: str, thinking: str
) -> None:
    async with started(discord, tmp_path, THINKING=thinking) as bot:
        await play(people[0], level)
        await moved(tmp_path, people[0])
        assert not aside_of(bot.pid)
