"""The whole bot and the process in which its Sly Foxes think."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.forked import Forked
from tests.patience import HANG_TIMEOUT_SECONDS
from tests.survival.loopback import Loopback
from tests.survival.patient_computers import aside_of, is_running
from tests.survival.people import People, Person, play_until
from tests.survival.processes import run_process


async def play(ada: Person, level: str) -> None:
    """Let Ada deal a game of Cloaked Cats against two computers of a level."""
    await ada.play("cloaked_cats", computers=2, level=level)
    await ada.press(":start:")


def log(folder: Path) -> str:
    return (folder / "log").read_text()


async def thinks_aside(ada: Person, bot: Forked, folder: Path, times: int = 1) -> int:
    """Let Ada play until a process has begun so many times, and return it."""
    begun = "computers think aside, in process "
    await play_until(ada, lambda: log(folder).count(begun) == times)
    (process,) = aside_of(bot.pid)
    return process


async def play_until_all_moved(folder: Path, ada: Person) -> None:
    """Let Ada play until all have moved, both computers among them."""
    await play_until(ada, lambda: all(f" seat={seat} " in log(folder) for seat in range(3)))


async def test_it_begins_with_the_first_fox_again_when_it_is_killed_and_ends_with_the_bot(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, _ = people
    async with run_process(discord, tmp_path) as bot:
        assert not aside_of(bot.pid)
        await play(ada, "fox")
        first = await thinks_aside(ada, bot, tmp_path)
        os.kill(first, signal.SIGKILL)
        second = await thinks_aside(ada, bot, tmp_path, times=2)
        bot.terminate()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await bot.wait() == 0
        assert not is_running(second)
    assert log(tmp_path).count("the process in which computers think ended with -9") == 1
    assert "ERROR" not in log(tmp_path)
    assert "a computer at table" not in log(tmp_path)


@pytest.mark.parametrize(("level", "thinking"), [("tomcat", "process"), ("fox", "threads")])
async def test_quick_levels_think_in_the_bot_and_with_the_setting_foxes_too(
    discord: Loopback, people: People, tmp_path: Path, level: str, thinking: str
) -> None:
    async with run_process(discord, tmp_path, COMPUTER_PLAYERS=thinking) as bot:
        await play(people[0], level)
        await play_until_all_moved(tmp_path, people[0])
        assert not aside_of(bot.pid)
