"""A package whose games do what no game should, and the tables beside it, in the whole bot."""

import asyncio
import re
import site
from functools import partial
from pathlib import Path

import pytest

from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.survival.hostile import DEEDS, SECRET, install
from tests.survival.loopback import CHANNEL, Loopback
from tests.survival.patient_computers import aside_of, is_running
from tests.survival.people import People, Person, play_until
from tests.survival.processes import run_process

HARMLESS = {"prints", "loops"}
"""What leaves no failure in the log: prints are no failure, and an endless thought never ends."""


def faults(log: str) -> list[str]:
    """Return the names of the games of which lines with ERROR tell."""
    return re.findall(r" ERROR bot\.services\.computer_executor: game (\w+), table ", log)


def moves(log: str, table: int) -> set[str]:
    """Return the seats that have moved at a table."""
    return {*re.findall(rf" move table={table} seat=(\d) ", log)}


def has_moved(log: Path, table: int) -> bool:
    return bool(moves(log.read_text(), table))


async def begin(discord: Loopback, deed: str, number: int) -> None:
    """Open the table with a number in a channel of its own, against a computer that does a deed."""
    host = Person(discord, 100 + number, f"Host {number}")
    await host.play(deed, computers=1, channel=CHANNEL + number)
    await host.press(":start:")


async def test_nothing_that_a_packages_computers_do_reaches_other_tables_or_keeps_the_bot(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    install(tmp_path / "site")
    ada, _ = people
    log = tmp_path / "log"
    found = partial(site.addsitedir, str(tmp_path / "site"))
    async with run_process(discord, tmp_path, before=found) as bot:
        for number, deed in enumerate(DEEDS, start=1):
            await begin(discord, deed, number)
        await ada.play("cloaked_cats", computers=2, level="fox")
        await ada.press(":start:")
        await play_until(ada, lambda: len(moves(log.read_text(), len(DEEDS) + 1)) == 3)
        for number, deed in enumerate(DEEDS, start=1):
            if deed != "loops":
                await until(partial(has_moved, log, number))
            else:
                assert not moves(log.read_text(), number)
        processes = aside_of(bot.pid)
        bot.terminate()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await bot.wait() == 0
        assert not any(is_running(process) for process in processes)
    assert sorted(faults(log.read_text())) == sorted({*DEEDS} - HARMLESS)
    assert log.read_text().count(" ERROR ") == len({*DEEDS} - HARMLESS)
    assert "Traceback" not in log.read_text()
    assert log.read_text().count(SECRET) == log.read_text().count(f"\n{SECRET}\n"), "it was printed"


@pytest.mark.parametrize("thinking", ["process", "threads"])
async def test_an_endless_thought_ends_in_a_move_and_one_line_with_its_games_name(
    discord: Loopback, people: People, tmp_path: Path, thinking: str
) -> None:
    install(tmp_path / "site")
    ada, _ = people
    log = tmp_path / "log"
    constants = WITHOUT_PAUSES | {
        "bot.services.computer_process.MAX_THOUGHT_SECONDS": 0.5,
        "bot.services.computer_moves.MAX_THINKING_SECONDS": 0.5,
        "bot.services.computer_executor.MAX_THINKING_SECONDS": 0.5,
    }
    found = partial(site.addsitedir, str(tmp_path / "site"))
    async with run_process(
        discord, tmp_path, constants, before=found, COMPUTER_PLAYERS=thinking
    ) as bot:
        await begin(discord, "loops", 1)
        await begin(discord, "loops", 2)
        await ada.play("cloaked_cats", computers=2, level="tomcat")
        await ada.press(":start:")
        await play_until(ada, lambda: len(moves(log.read_text(), 3)) == 3)
        await until(lambda: moves(log.read_text(), 1) and moves(log.read_text(), 2))
        bot.terminate()
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await bot.wait() == 0
    assert faults(log.read_text()).count("loops") == 1
