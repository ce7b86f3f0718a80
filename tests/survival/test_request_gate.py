"""What goes out says what it is for, and goes only if all checks let it."""

import asyncio
import logging
import re
import time
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import aiohttp
import discord as library
import pytest

from bot.common.counters import NO_COUNTERS, Counters
from bot.discord_adapter.channels import ChannelMessenger
from bot.discord_adapter.client import ShardSession
from bot.discord_adapter.request_gate import DEFAULT_BLOCK_SECONDS, Purpose, RequestGate
from bot.services.messenger import Unreachable
from tests.patience import HANG_TIMEOUT_SECONDS, until
from tests.survival.loopback import CHANNEL, CHOICES, Loopback
from tests.survival.people import People, find_asked_person, start_game, take
from tests.survival.processes import run_client, wait_until_at_rest

AUTOCOMPLETE = 4
BLOCK_SECONDS = 4 * HANG_TIMEOUT_SECONDS
"""Seconds that a block lasts, unless the test ends it."""


def replace_names(module: ModuleType, **others: Any) -> SimpleNamespace:
    """Return what a module has, but for these names."""
    return SimpleNamespace(**{**vars(module), **others})


class Watched(RequestGate):
    """Notes each request and what it says that it is for."""

    def __init__(self) -> None:
        super().__init__(self)
        self.purposes: list[Purpose] = []
        self.requests: list[tuple[str, str]] = []

    def make_trace_config(self, counters: Counters = NO_COUNTERS) -> aiohttp.TraceConfig:
        trace = super().make_trace_config(counters)
        trace.on_request_start.append(self._see)
        return trace

    async def admit(self, purpose: Purpose) -> None:
        self.purposes.append(purpose)

    async def _see(self, _: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        self.requests.append((request.method, request.url.path))


@pytest.fixture
def ahead(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds by which the gate's clock is ahead."""
    now, seconds = time.monotonic, [0.0]
    later = replace_names(time, monotonic=lambda: now() + seconds[0])
    monkeypatch.setattr("bot.discord_adapter.request_gate.time", later)
    return seconds


class Waiting:
    """The gate's waits, which end when the test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held: list[float] = []
        """How long each of them would be."""
        self.over = asyncio.Event()
        waits = replace_names(asyncio, sleep=self._wait)
        monkeypatch.setattr("bot.discord_adapter.request_gate.asyncio", waits)

    async def _wait(self, seconds: float) -> None:
        self.held.append(seconds)
        await self.over.wait()
        await asyncio.sleep(0)


def told_by_gate(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [
        r.getMessage()
        for r in caplog.records
        if r.name == "bot.discord_adapter.request_gate" and r.levelno == level
    ]


def purpose_of(method: str, path: str) -> Purpose:
    """Return what a request must be for, by Discord's own routes."""
    if path.startswith(("/interactions/", "/webhooks/")):
        return Purpose.ANSWER
    if path.startswith("/channels/"):
        return Purpose.REPLACED if method == "DELETE" else Purpose.BOARD
    return Purpose.OTHER


async def test_each_request_says_what_it_is_for(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gate = Watched()
    session, luck = ShardSession(gate=gate), Random(5)
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        await start_game(people)
        for answered in ("at once", "after a deferral"):
            if answered == "after a deferral":
                monkeypatch.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
            for _ in range(4):
                person = await find_asked_person(people)
                await person.answered(await take(person, luck, guesses=0.0))
        await people[0].slash("board")
        await wait_until_at_rest(client)
        await until(lambda: len(discord.boards()) == 1)
        option = {"name": "level", "type": 3, "value": "", "focused": True}
        game = {"name": "game", "type": 3, "value": "cloaked_cats"}
        inner = {"name": "play", "type": 1, "options": [game, option]}
        data = {"id": "1", "name": "cats", "type": 1, "options": [inner]}
        typed = await discord.interact(people[0].id, "Ada", AUTOCOMPLETE, data, None)
        await people[0].answered(typed)
        assert typed.kind == CHOICES
    said = [*zip(gate.requests, gate.purposes, strict=True)]
    assert [each for each in said if each[1] is not purpose_of(*each[0])] == []
    assert {purpose for _, purpose in said} == {*Purpose} - {Purpose.PATIENT}, "that only waits"
    assert {(method, purpose) for (method, _), purpose in said} >= {
        ("POST", Purpose.BOARD),
        ("PATCH", Purpose.BOARD),
        ("POST", Purpose.ANSWER),
        ("PATCH", Purpose.ANSWER),
    }


async def test_what_one_check_refuses_does_not_go_and_the_next_is_not_asked(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    passed: list[Purpose] = []

    class NoBoards:
        async def admit(self, purpose: Purpose) -> None:
            await asyncio.sleep(0)
            if purpose is Purpose.BOARD:
                raise aiohttp.ClientError

    class AllElse:
        async def admit(self, purpose: Purpose) -> None:
            passed.append(purpose)

    session = ShardSession(gate=RequestGate(NoBoards(), AllElse()))
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        channels = ChannelMessenger(client, client.renderer)
        before = len(discord.requests)
        passed.clear()
        with pytest.raises(Unreachable):
            await channels.find_newest_message(CHANNEL)
        assert len(discord.requests) == before
        assert passed == []
        await client.http.get_channel(CHANNEL)
        assert len(discord.requests) == before + 1
        assert passed == [Purpose.OTHER]


async def test_a_route_that_is_closed_for_one_bot_stays_open_for_another_in_this_process(
    discord: Loopback, people: People, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    discord.fail("POST", "/channels/*/messages", status=429, retry_after=BLOCK_SECONDS)
    for database in ("first.db", "second.db"):
        async with run_client(discord, monkeypatch, tmp_path / database):
            await (await people[0].slash("play")).answered.wait()
    assert len(discord.boards()) == 1


@pytest.mark.parametrize(
    ("says", "seconds"), [(BLOCK_SECONDS, BLOCK_SECONDS), (0, DEFAULT_BLOCK_SECONDS)]
)
async def test_while_the_address_is_blocked_nothing_goes(
    discord: Loopback,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    ahead: list[float],
    says: float,
    seconds: float,
) -> None:
    """Neither boards nor answers nor further tries: one gate holds all of them until it is over."""
    waiting = Waiting(monkeypatch)
    session = ShardSession(gate=RequestGate())
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        ada, ben = people
        await ada.slash("play")
        await until(discord.boards)
        await wait_until_at_rest(client)
        block = discord.fail(
            "PATCH", "/channels/*", status=429, blocked=True, retry_after=says, times=1
        )
        joining = await ben.send_press(":join:")
        await block.hit.wait()
        await until(lambda: "is blocked" in caplog.text)
        before = len(discord.requests)
        reading = await ada.send_press(":rules:")
        await until(lambda: len(waiting.held) > 1)
        passed = [*discord.requests][before:]  # one may have been on its way
        assert not any(r.method == "PATCH" or f"/{reading.id}/" in r.path for r in passed)
        assert all(seconds - HANG_TIMEOUT_SECONDS < left <= seconds for left in waiting.held)
        ahead[0] = seconds
        waiting.over.set()
        for click in (joining, reading):
            await ada.answered(click)
        await discord.wait_for_board_text("Ben")
    assert told_by_gate(caplog) == [
        f"this machine's address is blocked: nothing is asked for {seconds:.0f} s"
    ]


@pytest.mark.logs_errors
async def test_while_the_bots_token_is_refused_one_request_at_a_time_tries_it(
    discord: Loopback,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    ahead: list[float],
) -> None:
    """Answers go on: they need no token of the bot's."""
    waiting = Waiting(monkeypatch)
    monkeypatch.setattr(
        "bot.discord_adapter.request_gate.REFUSED_TOKEN_RETRY_SECONDS", BLOCK_SECONDS
    )
    monkeypatch.setattr("bot.services.delivery.RETRY_DELAYS_SECONDS", (0.0,))
    monkeypatch.setattr("bot.services.delivery.MIN_RETRY_DELAY_SECONDS", 0.0)
    session = ShardSession(gate=RequestGate())
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        ada, ben = people
        await ada.slash("play")
        await until(discord.boards)
        await wait_until_at_rest(client)
        refused = discord.fail("PATCH", "/channels/*", status=401, times=2)
        await ben.press(":join:")
        await until(lambda: len(waiting.held) == 1)
        await ada.slash("help")
        asking = [asyncio.create_task(client.http.get_channel(CHANNEL + n)) for n in range(5)]
        await until(lambda: len(waiting.held) == 6)
        assert refused.times == 1
        ahead[0] += BLOCK_SECONDS
        waiting.over.set()
        await until(lambda: refused.times == 0)
        ahead[0] += BLOCK_SECONDS
        await discord.wait_for_board_text("Ben")
        await asyncio.gather(*asking)
    assert (len(told_by_gate(caplog)), len(told_by_gate(caplog, logging.ERROR))) == (0, 1)


@pytest.mark.parametrize("scope", ["user", "global"])
async def test_a_route_that_is_closed_for_hours_is_left_alone_and_told_once(
    discord: Loopback,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    ahead: list[float],
    scope: str,
) -> None:
    session = ShardSession(gate=RequestGate())
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        route = f"/channels/{CHANNEL}"
        discord.fail("GET", route, status=429, retry_after=82_721.0, scope=scope)
        before = discord.calls
        for _ in range(5):
            with pytest.raises(library.RateLimited) as closed:
                await client.http.get_channel(CHANNEL)
            assert 82_000 < closed.value.retry_after <= 82_721
        assert discord.calls == before + 1
        if scope == "global":
            with pytest.raises(library.RateLimited):
                await client.http.get_channel(CHANNEL + 1)
        else:
            await client.http.get_channel(CHANNEL + 1)
        ahead[0] += 82_721
        await client.http.get_channel(CHANNEL)
        answers = discord.fail("POST", "/interactions/*", status=429, retry_after=600.0)
        click = await people[0].send_command("help")
        await answers.hit.wait()
        await wait_until_at_rest(client)
    told, of_answers = told_by_gate(caplog)
    what = f"GET {route}" if scope == "user" else "*"
    assert re.fullmatch(
        f"Discord takes no requests on {re.escape(what)} until 20..-..-.. ..:.. UTC: "
        "none are sent until then",
        told,
    )
    assert of_answers.startswith("Discord takes no requests on /interactions until ")
    assert f"token-{click.id}" not in caplog.text


async def test_so_many_refused_requests_that_discord_might_block_the_address_are_not_sent(
    discord: Loopback,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("bot.discord_adapter.request_gate.MAX_INVALID_REQUESTS", 3)
    session = ShardSession(gate=RequestGate())
    async with run_client(discord, monkeypatch, tmp_path / "cats.db", session=session) as client:
        waiting = Waiting(monkeypatch)
        path = f"/channels/{CHANNEL}"
        discord.fail("GET", path, status=429, retry_after=0.01, scope="shared")  # does not count
        discord.fail("GET", path, status=404)
        discord.fail("GET", path, status=403, times=9)
        for kind in (library.NotFound, *[library.Forbidden] * 3):
            with pytest.raises(kind):
                await client.http.get_channel(CHANNEL)
        before = discord.calls
        further = asyncio.create_task(client.http.get_channel(CHANNEL + 1))
        await until(lambda: waiting.held)
        assert discord.calls == before
        further.cancel()
    assert 590 < waiting.held[0] <= 600
    (told,) = told_by_gate(caplog)
    assert told.startswith("Discord has refused 3 requests in 10 min: nothing is asked for ")
