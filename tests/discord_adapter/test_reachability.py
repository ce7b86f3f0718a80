"""People can reach the bot while its gateway is connected and Discord takes first answers."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.discord_adapter import reachability
from bot.discord_adapter.reachability import (
    MIN_QUIET_SECONDS,
    AnswersLost,
    AnswersRegained,
    Reachability,
)
from bot.services.events import Events
from tests.patience import until


def refusal(status: int, body: dict[str, Any] | str) -> discord.HTTPException:
    return discord.HTTPException(cast(Any, SimpleNamespace(status=status, reason="no")), body)


OUTAGES: list[Exception] = [
    TimeoutError(),
    ConnectionResetError(),
    aiohttp.ServerDisconnectedError(),
    refusal(500, {"code": 0, "message": "no"}),
    refusal(429, {"code": 0, "message": "no"}),
    refusal(401, {"code": 0, "message": "no"}),
    refusal(403, "<!DOCTYPE html>"),
]
REFUSALS: list[Exception] = [
    refusal(404, {"code": 10062, "message": "Unknown interaction"}),
    refusal(400, {"code": 50035, "message": "Invalid Form Body"}),
    refusal(403, {"code": 50083, "message": "Thread is archived"}),
    refusal(403, {"code": 50001, "message": "Missing Access"}),
]


@dataclass
class Place:
    """A bot as people can reach it, and what it has told."""

    now: float = 1000.0
    discord_answers: bool = False
    probes: int = 0
    lost: list[float] = field(default_factory=list)
    regained: int = 0
    watched: Reachability = field(init=False)

    def __post_init__(self) -> None:
        events = Events()
        events.subscribe(AnswersLost, lambda event: self.lost.append(event.seconds))
        events.subscribe(AnswersRegained, self.regain)
        self.watched = Reachability(
            discord.Client(intents=discord.Intents.none()), events, lambda: self.now
        )
        self.watched.is_connected = True

    async def probe(self, _: discord.Client) -> bool:
        self.probes += 1
        return self.discord_answers

    def regain(self, _: AnswersRegained) -> None:
        self.regained += 1

    def answer(self, problem: BaseException | None = None, seconds: float = 0.0) -> None:
        if problem is None:
            with self.watched.watch_first_answer():
                return
        with pytest.raises(type(problem)), self.watched.watch_first_answer():
            self.now += seconds
            raise problem


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A bot that people can reach; it probes as often as it can."""
    monkeypatch.setattr(reachability, "PROBE_INTERVAL_SECONDS", 0.0)
    made = Place()
    monkeypatch.setattr(reachability, "probe_discord", made.probe)
    yield made
    made.watched.close()


@pytest.mark.parametrize("problem", OUTAGES, ids=repr)
async def test_an_outage_begins_when_the_first_failed_answer_was_sent(
    place: Place, problem: Exception
) -> None:
    place.answer()
    place.now += 60
    place.answer(problem, seconds=2.5)
    assert not place.watched.is_reachable
    place.answer(problem, seconds=1.0)
    assert place.lost == [2.5]


@pytest.mark.parametrize("problem", REFUSALS, ids=repr)
async def test_a_refusal_of_one_press_is_no_outage(place: Place, problem: Exception) -> None:
    for _ in range(3):
        place.answer(problem)
    assert place.watched.is_reachable
    assert place.lost == []


async def test_a_failure_proves_nothing_if_another_answer_has_succeeded_since(place: Place) -> None:
    with pytest.raises(TimeoutError), place.watched.watch_first_answer():
        place.now += 1
        place.answer()
        place.now += 1
        raise TimeoutError
    assert place.watched.is_reachable


async def test_an_answer_that_hangs_fails_before_anybody_gives_it_up(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reachability, "FIRST_ANSWER_TIMEOUT_SECONDS", 0.0)
    with place.watched.watch_first_answer():
        await until(lambda: not place.watched.is_reachable)
    assert place.watched.is_reachable, "it has come at last"
    assert place.regained == 1


async def test_the_next_answer_that_succeeds_ends_an_outage(place: Place) -> None:
    place.answer(TimeoutError())
    place.answer(refusal(400, {"code": 40060, "message": "already acknowledged"}))
    assert place.watched.is_reachable, "Discord has taken an answer that it called failed"
    assert place.regained == 1
    place.answer()
    assert place.regained == 1


async def test_a_probe_ends_an_outage_in_which_nobody_presses(place: Place) -> None:
    place.answer(TimeoutError())
    place.now += MIN_QUIET_SECONDS
    await until(lambda: place.probes > 2)
    assert not place.watched.is_reachable, "Discord does not answer the probe"
    place.answer(TimeoutError())
    place.discord_answers, before = True, place.probes
    await until(lambda: place.probes > before + 2)
    assert not place.watched.is_reachable, "first answers have failed just now"
    place.now += MIN_QUIET_SECONDS
    await until(lambda: place.regained)
    assert place.watched.is_reachable
    ended = place.probes
    for _ in range(10):
        await asyncio.sleep(0)
    assert place.probes == ended


async def test_people_reach_nothing_without_a_gateway(place: Place) -> None:
    place.watched.is_connected = False
    place.answer()
    assert not place.watched.is_reachable
