"""How this machine's clock is compared with the one that Discord's answers tell of."""

from collections.abc import Awaitable, Callable
from email.utils import formatdate

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.common.counters import Counters
from bot.discord_adapter.request_gate import ClockSkew

Asked = Callable[[float | None], Awaitable[float]]
"""Lets a server answer with that time, or none, while this machine's is 10,000."""


@pytest.fixture
async def ask_for_clock_skew(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """A client whose requests are listened to; it returns what is told after each."""
    monkeypatch.setattr("bot.discord_adapter.request_gate.time.time", lambda: 10_000.0)
    told: list[float] = []

    class Told(Counters):
        def set_clock_difference(self, seconds: float) -> None:
            told.append(seconds)

    clocks = ClockSkew(Told())

    async def ask(date: float | None) -> float:
        async def answer(_: web.Request) -> web.Response:
            when = "soon" if date is None else formatdate(date, usegmt=True)
            return web.Response(headers={"Date": when})

        app, trace = web.Application(), aiohttp.TraceConfig()
        app.router.add_get("/", answer)
        clocks.listen(trace)
        async with (
            TestServer(app) as server,
            aiohttp.ClientSession(trace_configs=[trace]) as session,
            session.get(server.make_url("/")),
        ):
            pass
        assert not told or told[-1] == clocks.seconds_ahead
        return clocks.seconds_ahead

    return ask


async def test_clocks_that_agree_within_a_second_do_not_differ(ask_for_clock_skew: Asked) -> None:
    assert await ask_for_clock_skew(10_000.0) == 0.0
    assert await ask_for_clock_skew(9_999.0) == 0.0


async def test_how_far_a_clock_is_ahead_or_behind_is_told_at_least(
    ask_for_clock_skew: Asked,
) -> None:
    assert await ask_for_clock_skew(9_990.0) == 9.0
    assert await ask_for_clock_skew(10_100.0) == -100.0, "a clock that was set since"
    assert await ask_for_clock_skew(10_000.0) == 0.0


async def test_more_answers_tell_more(ask_for_clock_skew: Asked) -> None:
    await ask_for_clock_skew(9_990.0)
    assert await ask_for_clock_skew(9_991.0) == 9.0
    assert await ask_for_clock_skew(9_989.0) == 10.0


async def test_an_answer_without_a_date_tells_nothing(ask_for_clock_skew: Asked) -> None:
    await ask_for_clock_skew(9_990.0)
    assert await ask_for_clock_skew(None) == 9.0
