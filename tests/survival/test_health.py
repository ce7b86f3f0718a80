"""Whoever watches the real process: its figures, its health, and its log in JSON."""

import asyncio
import json
import socket
from pathlib import Path
from random import Random

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.common.log import make_report_code
from bot.i18n import text
from tests.databases import address, hold_write_lock
from tests.forked import Forked
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS, WITHOUT_PAUSES, until
from tests.postgres import Server, shared_server
from tests.survival.fleet import fleet
from tests.survival.loopback import CHANNEL, GUILD, Loopback
from tests.survival.people import COMPONENT, People, Person, find_asked_person, start_game, take
from tests.survival.processes import run_process

SAY = text("en")
WELL = (200, SAY("health-well") + "\n")
RUNS = (200, SAY("health-live") + "\n")
REFUSED_CONTENT = {"status": 400, "code": 50035}
"""How Discord refuses what an answer shows, which is an error of the bot."""
QUICKLY_LOCKED = {**WITHOUT_PAUSES, "bot.storage.sqlite_database.LOCK_TIMEOUT_SECONDS": 0.05}
"""The bot does not wait for others that write to its file."""
ADA, BEN = 711_000_000_000_000_011, 711_000_000_000_000_012


@pytest.fixture
def people(discord: Loopback) -> People:
    """Two people whose ids and names stand out."""
    return Person(discord, ADA, "Adalberta"), Person(discord, BEN, "Benvenuto")


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    """A free port, on which the process is told to serve."""
    number = free_port()
    monkeypatch.setenv("METRICS_PORT", str(number))
    return number


async def fetch_page(port: int, page: str, host: str = "127.0.0.1") -> tuple[int, str]:
    """Return the status and text of a page."""
    async with aiohttp.request("GET", f"http://{host}:{port}{page}") as answer:
        return answer.status, await answer.text()


async def wait_for_health(port: int, health: tuple[int, str], host: str = "127.0.0.1") -> None:
    """Wait until that is the state of health."""
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        while await fetch_page(port, "/health", host) != health:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


async def stops(process: Forked, port: int) -> None:
    """Ask a process to end, which it does as if nobody watched it; then nothing is served."""
    process.terminate()
    assert await process.wait() == 0
    with pytest.raises(aiohttp.ClientConnectorError):
        await fetch_page(port, "/health")


async def figures(port: int, host: str = "127.0.0.1") -> dict[tuple[str, ...], float]:
    """Return all samples, by name and the values of their labels."""
    status, told = await fetch_page(port, "/metrics", host)
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }


async def play(people: People, moves: int) -> None:
    """Let people play on."""
    luck = Random(3)
    for _ in range(moves):
        person = await find_asked_person(people)
        await person.answered(await take(person, luck, guesses=0.0))


async def test_figures_tell_what_happens_and_of_nobody(
    discord: Loopback, people: People, port: int, tmp_path: Path
) -> None:
    async with run_process(discord, tmp_path):
        await wait_for_health(port, WELL)
        before = await figures(port)
        assert before["cats_tables", "playing"] == before["cats_tables", "lobby"] == 0
        assert before["cats_commit_seconds_count",] == 0
        await start_game(people)
        await play(people, 4)
        late = {"custom_id": "c1:d:1:computer-add:", "component_type": COMPONENT}
        click = await discord.interact(BEN, "Benvenuto", COMPONENT, late, discord.board())
        await people[1].answered(click)
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while (now := await figures(port))["cats_tables", "playing"] != 1:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        _, told = await fetch_page(port, "/metrics")

    game = "cloaked_cats"
    assert now["cats_presses_total", game] >= 6
    assert now["cats_moves_total", game] >= 1
    assert now["cats_acknowledgement_seconds_count",] >= now["cats_presses_total", game] + 1
    assert (
        now["cats_acknowledgement_seconds_bucket", "+Inf"]
        == now["cats_acknowledgement_seconds_count",]
    )
    assert now["cats_commit_seconds_count",] >= now["cats_moves_total", game]
    assert now["cats_group_changes_sum",] >= now["cats_commit_seconds_count",]
    assert now["cats_board_requests_total", "post"] >= 1
    assert now["cats_board_requests_total", "edit"] >= 1
    assert now["cats_picture_seconds_count",] >= 1
    assert now["cats_refusals_total", "not-a-lobby"] == 1
    assert now["cats_shards", "served"] == now["cats_gateway_up", "0"] == 1
    assert now["cats_shards", "prepared"] == 0
    assert now["cats_database_up",] == 1
    assert now["cats_stale_boards",] >= 0
    assert now["process_resident_memory_bytes",] > 0
    labels = {value for _, *values in now for value in values}
    assert not labels & {str(CHANNEL), str(GUILD)}
    for secret in (ADA, BEN, "Adalberta", "Benvenuto", "secret.token", tmp_path):
        assert str(secret) not in told


async def test_health_is_bad_while_the_gateway_or_answers_are_lost_and_good_again_after(
    discord: Loopback, people: People, port: int, tmp_path: Path
) -> None:
    async with run_process(discord, tmp_path) as process:
        await wait_for_health(port, WELL)
        with pytest.raises(aiohttp.ClientConnectorError):
            await fetch_page(port, "/health", "127.0.0.2")
        discord.resumes.clear()
        await discord.drop_gateway()
        await wait_for_health(port, (503, SAY("health-gateway", shards="0") + "\n"))
        assert (await fetch_page(port, "/ready"))[0] == 503
        assert await fetch_page(port, "/live") == RUNS
        assert (await figures(port))["cats_gateway_up", "0"] == 0
        discord.resumes.set()
        await wait_for_health(port, WELL)

        failing = discord.fail("POST", "/interactions/*", reset=True, times=9)
        await people[0].send_command("help")
        await wait_for_health(port, (503, SAY("health-answers", shards="0") + "\n"))
        assert (await figures(port))["cats_gateway_up", "0"] == 0
        failing.times = 0
        await people[0].slash("help")
        await wait_for_health(port, WELL)
        await stops(process, port)


async def test_health_is_bad_while_the_database_is_away_and_good_again_after(
    discord: Loopback, port: int, tmp_path: Path, server: Server
) -> None:
    with server.database() as url:
        async with run_process(discord, tmp_path, database=url) as process:
            await wait_for_health(port, WELL)
            server.stop()
            await wait_for_health(port, (503, SAY("health-database") + "\n"))
            assert (await fetch_page(port, "/ready"))[0] == 503
            assert await fetch_page(port, "/live") == RUNS
            told = await figures(port)
            assert told["cats_database_up",] == 0
            assert ("cats_tables", "playing") not in told, "nothing is told that is not known"
            server.start()
            await wait_for_health(port, WELL)
            await stops(process, port)


async def test_errors_are_counted_by_module_and_logged_in_json_and_name_nobody(
    discord: Loopback, people: People, port: int, tmp_path: Path
) -> None:
    async with run_process(discord, tmp_path, QUICKLY_LOCKED, LOG_FORMAT="json", LOG_LEVEL="DEBUG"):
        await start_game(people)
        await play(people, 4)
        with hold_write_lock(address(tmp_path / "data" / "cats.db")):
            await play(people, 1)
            now = await figures(port)
        errors = {key: value for key, value in now.items() if key[0] == "cats_errors_total"}
        assert not any(errors.values()), "an outage of the database is no error of a module"
        assert now["cats_refusals_total", "store-trouble"] >= 1
        discord.fail("POST", "/interactions/*", **REFUSED_CONTENT)
        await people[0].slash("help")
        now = await figures(port)
    assert now["cats_errors_total", "bot.discord_adapter.answers"] == 1
    assert now["cats_refusals_total", "not-shown"] == 1
    log = (tmp_path / "log").read_text()
    records = [json.loads(line) for line in log.splitlines()]
    assert all({"time", "level", "logger", "message"} <= record.keys() for record in records)
    assert {record["level"] for record in records} >= {"INFO", "WARNING", "ERROR"}
    (ready,) = [record for record in records if record["message"].startswith("ready as ")]
    assert ready["shard"] == 0
    moves = [record for record in records if record["message"].startswith("move table=1 ")]
    assert {(record["shard"], record["table"]) for record in moves} == {(0, 1)}
    assert all(record["code"] == make_report_code(int(record["interaction"])) for record in moves)
    (error,) = [record for record in records if record["level"] == "ERROR"]
    assert error["code"] == make_report_code(int(error["interaction"]))
    for secret in (ADA, BEN, "Adalberta", "Benvenuto", "secret.token", "token-"):
        assert str(secret) not in log


async def test_each_shard_of_a_process_has_its_own_figure_and_the_clock_has_one(
    discord: Loopback, port: int, tmp_path: Path
) -> None:
    discord.clock_ahead = -3600
    async with run_process(discord, tmp_path, SHARDS="2", METRICS_HOST="127.0.0.2"):
        with pytest.raises(aiohttp.ClientConnectorError):
            await fetch_page(port, "/health")
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            while (await figures(port, "127.0.0.2")).get(("cats_gateway_up", "1")) != 1:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await wait_for_health(port, WELL, "127.0.0.2")
        now = await figures(port, "127.0.0.2")
    assert now["cats_gateway_up", "0"] == now["cats_gateway_up", "1"] == 1
    assert now["cats_shards", "served"] == 2
    assert abs(now["cats_clock_difference_seconds",] - 3600) < HANG_TIMEOUT_SECONDS


async def test_a_worker_without_a_shard_says_so_until_it_is_needed(
    discord: Loopback, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shared_server().database() as url:
        async with fleet(discord, tmp_path, url, WITHOUT_PAUSES) as workers:
            monkeypatch.delenv("METRICS_PORT")
            first = workers.start()
            await discord.online.wait()
            monkeypatch.setenv("METRICS_PORT", str(port))
            spare = workers.start()
            await until(lambda: is_served(port))
            await wait_for_health(port, (503, SAY("health-no-shards") + "\n"))
            assert await fetch_page(port, "/ready") == (200, SAY("health-no-shards") + "\n")
            assert await fetch_page(port, "/live") == RUNS
            await workers.kill(first)
            await wait_for_health(port, WELL)
            assert await fetch_page(port, "/ready") == WELL
            await stops(spare, port)


def is_served(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0
