"""Time in which the bot was not there is nobody's fault."""

import asyncio
import json
import re
import signal
import time
from math import ceil
from pathlib import Path
from random import Random

import pytest

from tests.databases import open_transaction, run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.survival.facts import change, facts
from tests.survival.loopback import Loopback
from tests.survival.people import People, start_game, take
from tests.survival.processes import run_client, run_process

DATABASES = ("postgresql",)
"""SQLite tells times in the same way: the tests of storage read them from both."""
HOUR = 3600.0


def deadlines(database: str) -> list[float]:
    """Return the stored times at which clocks run out."""
    return [row[2] for row in facts(database)["due"] if row[1] == "deadline"]


def last_beat(database: str) -> float:
    """Return when people could reach the bot last, as far as is stored."""
    ((at,),) = run_sql(database, "SELECT at FROM heartbeat")
    return float(at)


def read_board_deadline(discord: Loopback) -> int:
    """Return the deadline on the board, 0 while it shows none."""
    found = re.search(r"<t:(\d+):R>", discord.board().text)
    return int(found[1]) if found else 0


async def test_a_gateway_that_was_lost_for_long_moves_deadlines(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, database: str
) -> None:
    monkeypatch.setattr("bot.services.heartbeat.MAX_MISSED_HEARTBEATS", 2)
    now = [1_800_000_000.0]
    async with run_client(discord, monkeypatch, database, lambda: now[0]) as client:
        await start_game(people)
        (before,) = deadlines(database)
        await until(lambda: client.services.heartbeat._is_reachable)
        discord.resumes.clear()
        await discord.drop_gateway()
        await until(lambda: not client.services.heartbeat._is_reachable)
        now[0] += 100
        discord.resumes.set()
        await until(lambda: read_board_deadline(discord) == ceil(before) + 100)
    assert deadlines(database) == [before + 100]


HEARTBEAT_SECONDS = 1.0
"""Seconds from one beat to the next; every fifth is written."""
MISSED = {"bot.services.heartbeat.MAX_MISSED_HEARTBEATS": 2}
"""The bot does not bear with a process that stands still."""


async def test_time_in_which_a_process_was_stopped_or_killed_is_given_back(
    discord: Loopback, people: People, tmp_path: Path, database: str
) -> None:
    async with run_process(discord, tmp_path, database=database) as process:
        await start_game(people)
        await until(lambda: "ready as" in (tmp_path / "log").read_text())
        ready = time.time()
        await until(lambda: last_beat(database) > ready)
        (before,) = deadlines(database)
        signalled = time.time()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert await process.wait() == 0
        gone = time.time()
    last = last_beat(database)
    assert signalled <= last <= gone

    again = time.time()
    async with run_process(discord, tmp_path, database=database):
        for person in people:
            await person.slash("hand")
        await until(lambda: read_board_deadline(discord) == ceil(*deadlines(database)))
    (after,) = deadlines(database)
    assert after - before >= again - last, "until the next one is there, it is nobody's time"

    lost = time.time() - last_beat(database)  # that one was killed
    change(database, "UPDATE heartbeat SET at = at - ?", HOUR)
    change(database, "UPDATE due SET at = at - ?", HOUR)
    async with run_process(discord, tmp_path, database=database):
        for person in people:
            await person.slash("hand")
        await until(lambda: read_board_deadline(discord) == ceil(*deadlines(database)))
    assert after + lost <= deadlines(database)[0] <= after + lost + HANG_TIMEOUT_SECONDS


async def test_a_press_in_time_counts_though_the_process_stood_still(
    discord: Loopback, people: People, tmp_path: Path, database: str
) -> None:
    async with run_process(discord, tmp_path, WITHOUT_PAUSES | MISSED, database) as process:
        who, _ = await start_game(people)
        await until(lambda: "ready as" in (tmp_path / "log").read_text())
        (before,) = deadlines(database)
        process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        click = await take(who, Random(1), guesses=0.0)
        await until(
            lambda: time.monotonic() - stopped > 3 * HEARTBEAT_SECONDS
        )  # a gap of any length will do
        frozen = time.monotonic() - stopped
        process.send_signal(signal.SIGCONT)
        await who.answered(click)
        (after,) = deadlines(database)
    assert after - before >= frozen - HEARTBEAT_SECONDS, "it was moved before the press was taken"
    with open_transaction(database) as ask:
        moves = [json.loads(given)["move"] for (given,) in ask("SELECT given FROM inputs")]
        told = [name for (name,) in ask("SELECT name FROM events")]
    assert moves == [click.data["custom_id"].split(":", 4)[4]]
    assert "table-time-out" not in told
