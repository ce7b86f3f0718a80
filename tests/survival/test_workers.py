"""Workers share the shards of one PostgreSQL database, and none of them is needed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.i18n import text
from bot.storage import migrating
from tests.databases import open_transaction, run_sql
from tests.machine import free_port
from tests.patience import WITHOUT_PAUSES, until
from tests.storage.test_migrations import write_next
from tests.survival.books import books, check
from tests.survival.fleet import END_SESSIONS, Fleet, fleet, unexpected
from tests.survival.loopback import Loopback, loopback
from tests.survival.people import ada_and_ben
from tests.survival.town import Town, check_clicks, list_counted_moves

DATABASES = ("postgresql",)
SHARDS = 4
REVISION = "SELECT version_num FROM alembic_version"
WAITS = "this worker waits until those of older versions end"


async def test_workers_are_killed_frozen_stopped_and_started_while_all_play(
    tmp_path: Path, database: str, thorough: bool
) -> None:
    async with (
        loopback(shards=SHARDS) as discord,
        fleet(discord, tmp_path, database, WITHOUT_PAUSES) as workers,
    ):
        # Workers, not presses, are what takes time here.
        town = Town(discord, thorough, think=(0.3, 0.6))
        workers.start()
        await discord.online.wait()
        await town.all_play()
        async with town.playing():
            workers.start()
            await workers.wait_until_shared_out()
            await town.wait_for_moves_everywhere()

            await workers.kill(workers.workers[0])
            await town.wait_for_moves_everywhere()

            workers.start()
            workers.start()
            await workers.wait_until_shared_out()
            frozen = workers.workers[0]
            workers.freeze(frozen)
            await town.wait_for_moves_everywhere()
            workers.thaw(frozen)
            await workers.wait_until_shared_out()
            await town.wait_for_moves_everywhere()

            await workers.stop(workers.workers[0])
            await town.wait_for_moves_everywhere()
        await town.deliver_again()
        await until(lambda: all(click.acknowledged.is_set() for click in town.moves()))
        await town.wait_for_boards()
        while workers.workers:
            await workers.stop(workers.workers[0])
        assert run_sql(database, "SELECT 1 FROM settings WHERE key LIKE 'identified:%'")
        held = books(database)
        check(held)
        check_clicks(held, list_counted_moves(discord))
        nonces = [nonce for nonce, _ in discord.posted]
        assert len(set(nonces)) == len(nonces), "a board was posted twice for one version"
    assert unexpected(tmp_path / "log") == []


@asynccontextmanager
async def two_workers(folder: Path, database: str) -> AsyncIterator[tuple[Loopback, Fleet]]:
    """Run two workers with a shard each, both online."""
    async with (
        loopback(shards=2) as discord,
        fleet(discord, folder, database, WITHOUT_PAUSES) as workers,
    ):
        workers.start()
        workers.start()
        await workers.wait_until_shared_out()
        await discord.online.wait()
        yield discord, workers


async def test_a_further_shard_whose_connection_fails_is_tried_again(
    tmp_path: Path, database: str
) -> None:
    async with two_workers(tmp_path, database) as (discord, workers):
        first, second = workers.workers
        refused = discord.fail("GET", "/users/@me", status=403)
        await workers.kill(second)
        await refused.hit.wait()
        await discord.online.wait()
        await workers.stop(first)
    assert "the connection failed (Forbidden)" in (tmp_path / "log").read_text()


async def test_a_database_that_is_in_the_way_when_a_shard_is_taken_up_ends_no_worker(
    tmp_path: Path, database: str
) -> None:
    said = "the database is in the way: store-server-locked"
    async with two_workers(tmp_path, database) as (discord, workers):
        first, second = workers.workers
        with open_transaction(database) as ask:
            ask("LOCK TABLE heartbeat IN ACCESS EXCLUSIVE MODE")
            await workers.kill(second)
            log = tmp_path / "log"
            await until(lambda: log.read_text().count(said) > 2 or first.returncode is not None)
        assert first.returncode is None
        await workers.wait_until_claimed()
        await discord.online.wait()
        await workers.stop(first)


async def test_who_comes_back_to_another_number_of_shards_ends_and_says_so(
    tmp_path: Path, database: str
) -> None:
    async with (
        loopback(shards=2) as discord,
        fleet(discord, tmp_path, database, WITHOUT_PAUSES) as workers,
    ):
        first = workers.start()
        await workers.wait_until_shared_out()
        workers.freeze(first)
        run_sql(database, END_SESSIONS)
        discord.shards = 3
        workers.start()
        await workers.wait_until_claimed()
        workers.thaw(first)
        assert await first.wait() == 1
    assert text("en")("start-shards-changed") in (tmp_path / "log").read_text()


async def test_a_new_version_waits_until_no_older_worker_is_left_and_then_migrates(
    tmp_path: Path, database: str
) -> None:
    write_next(tmp_path / "migrations")
    newer: dict[str, Any] = {
        **WITHOUT_PAUSES,
        "bot.storage.migrating.NEWEST_REVISION": "next",
        "bot.storage.migrating.MIGRATIONS_FOLDER": str(tmp_path / "migrations"),
    }
    (tmp_path / "new").mkdir()
    log, new_log, port = tmp_path / "log", tmp_path / "new" / "log", str(free_port())
    async with (
        loopback(shards=1) as discord,
        fleet(discord, tmp_path, database, WITHOUT_PAUSES) as old,
        fleet(discord, tmp_path / "new", database, newer) as new,
    ):
        ada, ben = ada_and_ben(discord)
        old.start()
        await discord.online.wait()
        await ada.slash("play")
        await discord.wait_for_board_text("Ada")

        waiting = new.start(METRICS_PORT=port)
        await until(lambda: new_log.exists() and WAITS in new_log.read_text())
        assert await pages(port) == {"live": 200, "ready": 200, "health": 503, "metrics": 200}
        stopped = new.start()
        await until(lambda: new_log.read_text().count(WAITS) == 2)
        await new.stop(stopped)
        await ben.press(":join:")
        await discord.wait_for_board_text("Ben")
        assert run_sql(database, REVISION) == [(migrating.NEWEST_REVISION,)]

        await old.stop(old.workers[0])
        await until(lambda: run_sql(database, REVISION) == [("next",)])
        await until(lambda: len(new.owners()) == 1)
        await discord.online.wait()
        await ben.press(":leave:")
        await new.stop(waiting)
        said = new_log.read_text()
    assert said.count(WAITS) == 2, "each says it once"
    assert f"migrated the database from schema {migrating.NEWEST_REVISION} to next" in said
    assert " ERROR " not in said + log.read_text()


async def pages(port: str) -> dict[str, int]:
    """Return the statuses of the pages for whoever watches the bot."""
    found = {}
    async with aiohttp.ClientSession() as session:
        for page in ("live", "ready", "health", "metrics"):
            async with session.get(f"http://127.0.0.1:{port}/{page}") as answer:
                found[page] = answer.status
    return found
