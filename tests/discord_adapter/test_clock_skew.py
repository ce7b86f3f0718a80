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


@pytest.mark.parametrize(
    ("dates", "told"),
    [
        ((10_000.0, 9_999.0), (0.0, 0.0)),  # within a second they agree
        ((9_990.0, 10_100.0, 10_000.0), (9.0, -100.0, 0.0)),  # at least so much; it was set since
        ((9_990.0, 9_991.0, 9_989.0), (9.0, 9.0, 10.0)),  # more answers tell more
        ((9_990.0, None), (9.0, 9.0)),  # an answer without a date tells nothing
    ],
)
async def test_how_far_the_clocks_differ_is_learnt_from_answers(
    ask_for_clock_skew: Asked, dates: tuple[float | None, ...], told: tuple[float, ...]
) -> None:
    assert tuple([await ask_for_clock_skew(date) for date in dates]) == told
