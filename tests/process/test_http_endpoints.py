"""The database is asked for its health seldom, and nobody waits for an answer for long."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import pytest

from bot import http_endpoints
from bot.common.config import MetricsAddress
from bot.discord_adapter.client import CatsClient
from bot.engine.package import extract_games
from bot.games.registry import GAMES
from bot.http_endpoints import TableCounts
from bot.i18n import text
from bot.metrics import Metrics, ServedShard
from bot.storage.problems import StoreProblem
from bot.storage.store import Store
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS

TABLES = {"lobby": 1, "playing": 2, "paused": 3}


class Database:
    """Answers as it is told, and counts the questions."""

    def __init__(self) -> None:
        self.questions = 0
        self.answers = asyncio.Event()
        self.answers.set()
        self.problem: StoreProblem | None = None

    async def count_phases(self) -> Mapping[str, int]:
        self.questions += 1
        await self.answers.wait()
        if self.problem:
            raise self.problem
        return TABLES


async def test_it_is_asked_once_however_many_want_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_endpoints, "DATABASE_ANSWER_TIMEOUT_SECONDS", HANG_TIMEOUT_SECONDS)
    database = Database()
    asked = TableCounts(database.count_phases)
    assert await asyncio.gather(*(asked.count() for _ in range(9))) == [TABLES] * 9
    assert await asked.count() == TABLES
    assert database.questions == 1


async def test_an_answer_counts_no_longer_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_endpoints, "DATABASE_ANSWER_TIMEOUT_SECONDS", 0.01)
    database = Database()
    asked = TableCounts(database.count_phases)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while await asked.count() is None:
            pass
        database.problem = StoreProblem("store-server-lost")
        while await asked.count() is not None:
            pass
    assert database.questions > 1


async def test_a_question_without_an_answer_stays_the_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_endpoints, "DATABASE_ANSWER_TIMEOUT_SECONDS", 0.01)
    database = Database()
    database.answers.clear()
    asked = TableCounts(database.count_phases)
    for _ in range(5):
        assert await asked.count() is None
    assert database.questions == 1
    database.answers.set()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while await asked.count() is None:
            pass


def test_several_shards_of_one_process_are_told_apart_and_added_up() -> None:
    metrics = Metrics()
    metrics.encode(
        [ServedShard(0, True, 1), ServedShard(1, True, 0), ServedShard(2, False, 4)], 0, TABLES
    )
    told, kind = metrics.encode([ServedShard(1, True, 2), ServedShard(2, False, 4)], 3, TABLES)
    lines = told.decode().splitlines()
    assert 'cats_gateway_up{shard="1"} 1.0' in lines
    assert 'cats_gateway_up{shard="2"} 0.0' in lines
    assert not any('shard="0"' in line for line in lines), "it is another process's now"
    assert 'cats_shards{state="served"} 2.0' in lines
    assert 'cats_shards{state="prepared"} 3.0' in lines
    assert "cats_stale_boards 6.0" in lines
    assert 'cats_tables{phase="paused"} 3.0' in lines
    assert kind.startswith("text/plain")


def test_what_discord_says_is_told_as_soon_as_it_is_known() -> None:
    metrics = Metrics()
    names = "cats_identifies_remaining", "cats_clock_difference_seconds"

    def told() -> list[str]:
        lines = metrics.encode([], 0, None)[0].decode().splitlines()
        return [line for name in names for line in lines if line.startswith(name)]

    assert told() == [f"{name} NaN" for name in names]
    metrics.set_identifies_left(987)
    metrics.set_clock_difference(-1.5)
    assert told() == [f"{names[0]} 987.0", f"{names[1]} -1.5"]


async def test_a_shard_that_is_not_served_yet_is_told_as_prepared(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/cats.db", extract_games(GAMES))
    port = free_port()
    try:
        async with CatsClient(store) as client:
            clients, say = {0: client}, text("en")
            watch = MetricsAddress("127.0.0.1", port)
            async with (
                http_endpoints.serve_endpoints(watch, Metrics(), store, clients, say),
                aiohttp.request("GET", f"http://127.0.0.1:{port}/metrics") as answer,
            ):
                lines = (await answer.text()).splitlines()
    finally:
        await store.close()
    assert 'cats_shards{state="served"} 0.0' in lines
    assert 'cats_shards{state="prepared"} 1.0' in lines


def test_each_log_is_there_before_its_first_error() -> None:
    metrics = Metrics()
    with metrics.count_errors():
        lines = metrics.encode([], 0, None)[0].decode().splitlines()
    logs = {line.split('"')[1] for line in lines if line.startswith("cats_errors_total{")}
    assert {"bot.services.tables", "discord.client", "asyncio"} <= logs
    assert 'cats_errors_total{logger="bot.services.tables"} 0.0' in lines


def test_who_asks_for_openmetrics_gets_it() -> None:
    told, kind = Metrics().encode([], 0, None, "application/openmetrics-text; version=1.0.0")
    assert kind.startswith("application/openmetrics-text")
    assert told.decode().endswith("# EOF\n")


async def test_a_request_that_nobody_can_read_is_refused_without_a_word_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/cats.db", {})
    port = free_port()
    try:
        async with http_endpoints.serve_endpoints(
            MetricsAddress("127.0.0.1", port), Metrics(), store, {}, text("en")
        ):
            for path in ("/metrics", f"/{'a' * 20_000}"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:9100\r\nConnection: close\r\n\r\n"
                writer.write(asked.encode())
                told = (await asyncio.wait_for(reader.read(), HANG_TIMEOUT_SECONDS)).split(b"\r\n")[
                    0
                ]
                writer.close()
                assert (b" 200 " in told) == (path == "/metrics")
                assert (b" 400 " in told) == (path != "/metrics")
    finally:
        await store.close()
    assert caplog.records == []
