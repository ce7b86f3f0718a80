"""A signal to stop in the middle of things."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.discord_adapter.client import CatsClient
from bot.i18n import text
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.facts import facts
from tests.survival.loopback import Loopback
from tests.survival.people import People
from tests.survival.processes import run_process


async def test_a_process_stops_though_discord_answers_nothing(
    discord: Loopback, people: People, tmp_path: Path
) -> None:
    ada, ben = people
    async with run_process(discord, tmp_path) as process:
        await ada.slash("play")
        board = discord.fail("PATCH", "/channels/*", times=99)
        answer = discord.fail("POST", "/interactions/*", times=99)
        await ben.send_press(":join:")
        await board.hit.wait()
        await answer.hit.wait()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await process.wait() == 0
    log = (tmp_path / "log").read_text()
    assert " ERROR " not in log
    assert "Traceback" not in log

    discord.faults.clear()
    async with run_process(discord, tmp_path):
        await discord.wait_for_board_text("Ben")
    assert len(discord.boards()) == 1


async def test_while_the_bot_stops_clicks_and_commands_hear_that_it_restarts(
    discord: Loopback,
    client: CatsClient,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(
        "bot.discord_adapter.client.FINISH_TIMEOUT_SECONDS", 4 * HANG_TIMEOUT_SECONDS
    )
    ada, ben = people
    await ada.slash("play")
    seat = (await ben.press(":join:")).message
    await discord.wait_for_board_text("Ben")
    fault = discord.fail("PATCH", "/channels/*", held=asyncio.Event())
    await ada.press(":computer-add:")
    await fault.hit.wait()
    before = facts(tmp_path / "cats.db")
    stopping = asyncio.create_task(client.close())
    await until(lambda: not client.is_serving)

    restarting = text("en")("restarting")
    for click in (
        await ada.press(":start:"),
        await ben.press(":leave:", on=seat),
        await ben.slash("play"),
    ):
        assert restarting in click.text
        assert click.kind == 4
    assert not stopping.done()
    assert facts(tmp_path / "cats.db") == before
    assert fault.held
    fault.held.set()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await stopping
