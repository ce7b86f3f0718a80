"""Each route that Discord may fail on, and each way to fail: it costs nobody anything.

In each cell two people play with the real HTTP client. They press, one route begins to fail, they
press again, Discord recovers, and they play on.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from bot.common.timings import BEATS_PER_WRITE
from bot.discord_adapter.client import CatsClient, ShardSession
from bot.discord_adapter.request_gate import RequestGate
from tests.databases import run_sql as rows
from tests.patience import until
from tests.survival.facts import facts
from tests.survival.loopback import CHANNEL, Loopback
from tests.survival.people import COMMAND, People, find_asked_person
from tests.survival.processes import run_client, wait_until_at_rest

FAULTS: dict[str, Mapping[str, Any]] = {
    "500": {"status": 500},
    "500 after it took effect": {"status": 500, "done": True},
    "429": {"status": 429},
    "403": {"status": 403},
    "404": {"status": 404},
    "401": {"status": 401},
    "Cloudflare's page": {"status": 403, "blocked": True},
    "hanging": {},
    "reset": {"reset": True},
}
ROUTES = {
    "post": ("POST", "/channels/*/messages"),
    "edit": ("PATCH", "/channels/*/messages/*"),
    "delete": ("DELETE", "/channels/*/messages/*"),
    "first answer": ("POST", "/interactions/*"),
    "followup": ("POST", "/webhooks/*"),
    "edit of an answer": ("PATCH", "/webhooks/*"),
}
BY_TOKEN = ("first answer", "followup", "edit of an answer")
CODES = {
    ("post", "403"): 50013,
    ("edit", "403"): 50001,
    ("edit", "404"): 10008,
    ("first answer", "403"): 50001,
    ("first answer", "404"): 10062,
    ("followup", "403"): 50083,
    ("followup", "404"): 10015,
    ("edit of an answer", "403"): 50083,
    ("edit of an answer", "404"): 10015,
}
"""What Discord says of a message, channel or interaction; 0 elsewhere, as of no such thing."""
REFUSED = ("403", "404", "401")
"""An answer that is refused in this way will not be taken later either."""
ABOUT_ONE_PRESS = ("403", "404")
"""A first answer that is refused in this way is no outage."""
GIVE_UP_SECONDS = 0.1
"""Real seconds after which a request on the failing route is given up."""
FIRST_ANSWER_SECONDS = 1.0
"""The same for a first answer, whose seconds count from the click: a busy machine may send late."""
TIMEOUT_NAMES = {
    "post": ("bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS",),
    "edit": ("bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS",),
    "delete": ("bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS",),
    "first answer": ("bot.discord_adapter.answers.FIRST_ANSWER_WINDOW_SECONDS",),
    "followup": ("bot.discord_adapter.ephemeral_messages.PUSH_TIMEOUT_SECONDS",),
    "edit of an answer": ("bot.discord_adapter.answers.MESSAGE_REQUEST_TIMEOUT_SECONDS",),
}
STEP, STEPS = 9.0, 8
"""Seconds from one press to the next, and presses in an outage: a turn has a minute."""
MANY_REQUESTS = 10**6
"""More requests than a test makes."""
HEARTBEAT_SECONDS = 0.02
"""Real seconds from one heartbeat to the next; so long a clock may stand still in the test."""
GAP = 10.0
"""Seconds without a heartbeat that are a gap."""


@dataclass
class Evening:
    """Two people at a table, of whom one is asked, and a Discord that may fail."""

    discord: Loopback
    client: CatsClient
    people: People
    now: list[float]
    database: Path
    patch: pytest.MonkeyPatch
    caplog: pytest.LogCaptureFixture

    async def begin(self) -> None:
        """Open a table with a clock of a minute, fill it and deal."""
        ada, ben = self.people
        options = [{"name": "game", "type": 3, "value": "cloaked_cats"}]
        options.append({"name": "clock", "type": 3, "value": "1"})
        inner = {"name": "play", "type": 1, "options": options}
        data = {"id": "1", "name": "cats", "type": 1, "options": [inner]}
        await ada.answered(await self.discord.interact(11, "Ada", COMMAND, data, None, CHANNEL))
        await ben.press(":join:")
        await ada.press(":start:")
        await find_asked_person(self.people)
        await wait_until_at_rest(self.client)

    async def pass_time(self, seconds: float = STEP) -> None:
        """Let time go by: the heart beats if it can, and what is due happens."""
        self.now[0] += seconds
        heart = self.client.services.heartbeat
        await until(lambda: not heart._is_reachable or heart._last_beat_at == self.now[0])
        self.client.services.scheduler.wake()
        await wait_until_at_rest(self.client)

    def deadline(self) -> float:
        """Return when the turn of whoever is asked ends."""
        (at,) = [row[2] for row in facts(self.database)["due"] if row[1] == "deadline"]
        return float(at)

    def misses(self) -> list[tuple[Any, ...]]:
        """Return who has missed a deadline, or counts as away."""
        return rows(f"sqlite:///{self.database}", "SELECT seat FROM seats WHERE misses > 0 OR away")

    async def take_turn(self) -> None:
        """Let whoever is asked play a cat and skip the guess."""
        person = await find_asked_person(self.people)
        await person.press(":cat/", on=person.private())
        await person.press(":skip", on=person.private())
        await wait_until_at_rest(self.client)

    async def press_again(self) -> None:
        """Let both people press, and see that they are answered."""
        for person in self.people:
            click = await person.press(":rules:", on=self.discord.board())
            await click.answered.wait()
            assert click.kind == 4
            await person.slash("hand")

    # What people do that needs a route

    async def look_for_the_board(self) -> None:
        """Ask for the board below what was written: it is posted, and the old one deleted."""
        self.discord.make({"content": "Hi!"}, (), None, CHANNEL)
        await self.people[1].slash("board")

    async def make_a_move(self) -> None:
        """Take a turn: the board is edited."""
        await self.take_turn()

    async def press_in_vain(self) -> None:
        """Press for longer than the clock allows, while no press is answered."""
        for _ in range(STEPS):
            await self.press_once()
            await self.pass_time()

    async def press_once(self) -> None:
        """Press on the board, and wait until the bot has nothing more to say."""
        given_up = self.count_unanswered()
        click = await self.people[1].send_press(":rules:", on=self.discord.board())
        path = f"/interactions/{click.id}/"
        await until(
            lambda: (
                any(path in request.path for request in self.discord.requests)
                or self.count_unanswered() > given_up
            )
        )
        await wait_until_at_rest(self.client)

    def count_unanswered(self) -> int:
        """Return how many clicks the bot has given up, some of them before it sent an answer."""
        return self.caplog.text.count("could not be answered")

    async def hand_over(self) -> None:
        """Take a turn; whoever is next has no own screen, and gets one by a further message."""
        first = await find_asked_person(self.people)
        (then,) = (person for person in self.people if person is not first)
        line = self.client.services.conversations.find_own_screen(1, then.id)
        assert line is not None
        await line.delete()
        await self.take_turn()

    async def ask_for_scores(self) -> None:
        """Use a command whose answer is deferred, and filled in then."""
        with self.patch.context() as patched:
            patched.setattr("bot.discord_adapter.answers.DEFERRAL_DELAY_SECONDS", 0.0)
            await self.people[1].slash("scores")
            await wait_until_at_rest(self.client)


async def _hurried(_: float) -> None:
    await asyncio.sleep(0)


@pytest_asyncio.fixture
async def evening(
    discord: Loopback,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> AsyncIterator[Evening]:
    """Ada and Ben at a table; the library and the boards repeat failed requests at once."""
    hurried = SimpleNamespace(**vars(asyncio) | {"sleep": _hurried})
    monkeypatch.setattr("discord.http.asyncio", hurried)
    monkeypatch.setattr("discord.webhook.async_.asyncio", hurried)
    monkeypatch.setattr("bot.services.delivery.RETRY_DELAYS_SECONDS", (0.02,))
    monkeypatch.setattr("bot.services.delivery.MIN_RETRY_DELAY_SECONDS", 0.02)
    monkeypatch.setattr("bot.services.boards.MIN_REPOST_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("bot.discord_adapter.request_gate.REFUSED_TOKEN_RETRY_SECONDS", 0.02)
    monkeypatch.setattr("bot.services.heartbeat.MAX_MISSED_HEARTBEATS", GAP / HEARTBEAT_SECONDS)
    now = [1_800_000_000.0]
    settings = {
        "session": ShardSession(gate=RequestGate()),
        "heartbeat": HEARTBEAT_SECONDS * BEATS_PER_WRITE,
    }
    where = tmp_path / "cats.db"
    async with run_client(discord, monkeypatch, where, lambda: now[0], **settings) as client:
        made = Evening(discord, client, people, now, where, monkeypatch, caplog)
        await made.begin()
        yield made


def story(route: str, fault: str) -> Callable[[Evening], Awaitable[None]]:
    """Return what people do while a route fails in one way."""
    if route == "first answer":
        return Evening.press_once if fault in ABOUT_ONE_PRESS else Evening.press_in_vain
    return {
        "post": Evening.look_for_the_board,
        "edit": Evening.make_a_move,
        "delete": Evening.look_for_the_board,
        "followup": Evening.hand_over,
        "edit of an answer": Evening.ask_for_scores,
    }[route]


def is_always_tried(row: int, column: int) -> bool:
    """Let each fault fail on one route, and boards in each way of which nobody hears."""
    cell = [*ROUTES][row], [*FAULTS][column]
    return (column - row) % len(ROUTES) == 0 or cell in {
        ("post", "500 after it took effect"),
        ("post", "hanging"),
        ("edit", "reset"),
    }


CELLS = [
    pytest.param(
        route,
        fault,
        id=f"{route}-{fault}",
        marks=[
            *([pytest.mark.logs_errors] if fault == "401" and route not in BY_TOKEN else []),
            *([] if is_always_tried(row, column) else [pytest.mark.thorough]),
        ],
    )
    for row, route in enumerate(ROUTES)
    for column, fault in enumerate(FAULTS)
]
"""All routes and faults, of which a few are tried without `--thorough`."""


@pytest.mark.parametrize(("route", "fault"), CELLS)
async def test_a_route_that_fails_costs_nobody_anything(
    evening: Evening, caplog: pytest.LogCaptureFixture, route: str, fault: str
) -> None:
    discord, patch = evening.discord, evening.patch
    code = CODES.get((route, fault), 0)
    deadline = evening.deadline()
    failing = discord.fail(*ROUTES[route], **FAULTS[fault], code=code, times=MANY_REQUESTS)
    with patch.context() as patched:
        if fault == "hanging":
            for name in TIMEOUT_NAMES[route]:
                patched.setattr(name, GIVE_UP_SECONDS)
            patched.setattr(
                "bot.discord_adapter.reachability.FIRST_ANSWER_TIMEOUT_SECONDS", GIVE_UP_SECONDS / 2
            )
        await story(route, fault)(evening)
        await until(failing.hit.is_set)
        if route == "first answer":
            assert evening.client.reachability.is_reachable is (fault in ABOUT_ONE_PRESS)
    failed, failing.times = MANY_REQUESTS - failing.times, 0

    await evening.press_again()
    assert evening.misses() == []
    if story(route, fault) is Evening.press_in_vain:
        assert -GAP <= evening.deadline() - (deadline + STEPS * STEP) <= 0
    await evening.take_turn()
    await evening.take_turn()
    await until(
        lambda: not evening.client.services.delivery.pending_boards and len(discord.boards()) == 1
    )
    if (route, fault) not in {("edit of an answer", each) for each in REFUSED}:
        await until(lambda: not any(each.thinking for each in discord.clicks.values()))
    if route in BY_TOKEN and fault in REFUSED:
        presses = STEPS if story(route, fault) is Evening.press_in_vain else 1
        assert failed == presses, "it was not tried again"
    errors = [record.name for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == (
        ["bot.discord_adapter.request_gate"] if fault == "401" and route not in BY_TOKEN else []
    )
