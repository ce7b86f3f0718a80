"""Many shards start, move and come back, and Discord's limit on identifications is kept."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.i18n import text
from tests.databases import run_sql
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.survival.fleet import END_SESSIONS, SHARDS_POLL_SECONDS, Fleet, fleet, unexpected
from tests.survival.loopback import Loopback, loopback

DATABASES = ("postgresql",)
SHARDS = 8
WORKERS = 2
IDENTIFY_PAUSE_SECONDS = 0.05
"""Seconds that Discord asks for here; the bot takes many times that."""
CONSTANTS = WITHOUT_PAUSES | {
    "bot.workers.identify_queue.IDENTIFY_INTERVAL_SECONDS": 0.3,
    "bot.workers.identify_queue.IDENTIFY_RETRY_SECONDS": 0.05,
    "bot.workers.worker.CONNECTION_RETRY_SECONDS": 0.2,
    "bot.workers.worker.REJOIN_DELAY_SECONDS": HANG_TIMEOUT_SECONDS,
    "bot.storage.postgres_shard_leases.REBALANCE_DELAY_SECONDS": 1e9,
}


@asynccontextmanager
async def sharded(
    folder: Path, database: str, at_once: int
) -> AsyncIterator[tuple[Loopback, Fleet]]:
    """Run two workers; yield when all shards are served."""
    async with (
        loopback(shards=SHARDS) as discord,
        fleet(discord, folder, database, CONSTANTS) as workers,
    ):
        discord.buckets, discord.identify_pause = at_once, IDENTIFY_PAUSE_SECONDS
        discord.starts |= {"remaining": 0, "reset_after": 100}
        for _ in range(WORKERS):
            workers.start()
        await until(lambda: workers.joined() == WORKERS)
        discord.starts["remaining"] = 1000
        await all_online(discord, workers)
        yield discord, workers
        for worker in [*workers.workers]:
            worker.kill()
    assert unexpected(folder / "log") == []


async def all_online(discord: Loopback, workers: Fleet) -> None:
    await workers.wait_until_claimed()
    await discord.online.wait()


def times_identified(discord: Loopback) -> Counter[int]:
    return Counter(shard for shard, _ in discord.identified)


@pytest.mark.parametrize("at_once", [1, pytest.param(4, marks=pytest.mark.thorough)])
async def test_all_shards_come_up_and_move_once_in_a_release(
    tmp_path: Path, database: str, at_once: int
) -> None:
    async with sharded(tmp_path, database, at_once) as (discord, workers):
        once = dict.fromkeys(range(SHARDS), 1)
        assert times_identified(discord) == once
        for worker in [*workers.workers]:
            workers.start()
            await until(lambda: workers.joined() == WORKERS + 1)
            await workers.stop(worker)
            await all_online(discord, workers)
        assert times_identified(discord) == dict.fromkeys(range(SHARDS), 2)
        assert discord.refused == []
        assert discord.most_waiting <= at_once, "a turn comes before its connection"


async def test_killed_workers_come_back_and_a_blip_moves_nothing(
    tmp_path: Path, database: str
) -> None:
    async with sharded(tmp_path, database, 1) as (discord, workers):
        for worker in workers.workers[:2]:
            await workers.kill(worker)
            await until(lambda: len(workers.owners()) < SHARDS)
            workers.start()
            await all_online(discord, workers)
        identified = len(discord.identified)
        clients = Counter(workers.owners().values())
        run_sql(database, END_SESSIONS)
        await workers.wait_until_claimed()
        assert sorted(Counter(workers.owners().values()).values()) == sorted(clients.values())
        assert len(discord.identified) == identified, "nobody connected anew"


async def test_the_last_tenth_of_a_days_starts_is_left(tmp_path: Path, database: str) -> None:
    async with loopback() as discord, fleet(discord, tmp_path, database, CONSTANTS) as workers:
        discord.buckets = 1
        discord.starts |= {"remaining": 101, "reset_after": 60_000}
        first = workers.start()
        await discord.online.wait()
        await workers.kill(first)
        workers.start()
        said = "only 100 of 1000 starts are left today"
        await until(lambda: said in (tmp_path / "log").read_text())
        assert len(discord.identified) == 1
        workers.workers[0].kill()
        discord.starts |= {"remaining": 100, "reset_after": 300}
        workers.start()
        await until(lambda: (tmp_path / "log").read_text().count(said) == 2)
        discord.starts |= {"remaining": 1000, "reset_after": 86_400_000}
        await discord.online.wait()
        assert discord.fewest_left == 100


@pytest.mark.parametrize("verified", [False, True])
async def test_a_bot_that_needs_more_shards_is_told_so_and_once_that_it_shall_be_verified(
    tmp_path: Path, database: str, verified: bool
) -> None:
    often = {
        "bot.workers.shard_advice.FIRST_ADVICE_DELAY_SECONDS": 0.05,
        "bot.workers.shard_advice.ADVICE_INTERVAL_SECONDS": 0.05,
        "bot.workers.shard_advice.SERVERS_PER_SHARD_TO_WARN": 0,
        "bot.workers.shard_advice.MIN_SERVERS_FOR_VERIFICATION": 1,
    }
    log = tmp_path / "log"
    async with (
        loopback() as discord,
        fleet(discord, tmp_path, database, CONSTANTS | often) as workers,
    ):
        discord.user["public_flags"] = verified << 16
        workers.start()
        await discord.online.wait()
        discord.shards = 3
        plan = "Discord recommends 3 shards for this bot, and it has 1: plan a restart"
        await until(lambda: log.read_text().count(plan) >= 3)
    said = "the bot is in 1 servers, and Discord adds an unverified bot to no more than 100"
    assert log.read_text().count(said) == (0 if verified else 1)
    assert "shard 0 has 1 of at most 2500 servers: it is time for more" in log.read_text()


async def test_a_gateway_that_refuses_the_first_connection_ends_with_a_sentence(
    tmp_path: Path, database: str
) -> None:
    async with loopback() as discord, fleet(discord, tmp_path, database, CONSTANTS) as workers:
        discord.refuses_gateways = True
        assert await workers.start().wait() == 1
    log = (tmp_path / "log").read_text()
    assert text("en")("start-discord-silent") in log
    assert "AttributeError" not in log


@pytest.mark.parametrize(
    ("there", "comes"), [("", "3"), pytest.param("1", "", marks=pytest.mark.thorough)]
)
async def test_a_release_with_more_shards_begins_when_the_last_old_worker_has_ended(
    tmp_path: Path, database: str, there: str, comes: str
) -> None:
    async with loopback() as discord, fleet(discord, tmp_path, database, CONSTANTS) as workers:
        old = workers.start(SHARDS=there)
        await discord.online.wait()
        new = [workers.start(SHARDS=comes or "3")]
        said = "waits until those with another number of shards end"
        await until(lambda: said in (tmp_path / "log").read_text())
        assert list(workers.owners()) == [0]
        discord.shards = 3
        new += [workers.start(SHARDS=comes)]
        await until(lambda: (tmp_path / "log").read_text().count(said) == len(new))
        await workers.stop(old)
        await until(lambda: sorted(workers.owners()) == [0, 1, 2], SHARDS_POLL_SECONDS)
        await discord.online.wait()
        await until(lambda: workers.joined() == len(new))
        assert unexpected(tmp_path / "log") == []
