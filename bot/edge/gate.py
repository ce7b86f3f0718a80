"""The one gate for what goes out: each request says what it is for, and is checked before it goes.

aiohttp asks for each request, right before it is sent and in the task that makes it; discord.py
makes a new request for each try. What is raised then ends the request.
https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum

import aiohttp

from bot.edge.clocks import Clocks
from bot.figures import NOTHING, Figures


class Purpose(Enum):
    """What a request is for."""

    BOARD = "board"
    """What stands in a channel for all: it is posted or edited, or looked at before."""
    REPLACED = "replaced-board"
    """A board is deleted of which a newer one has taken the place."""
    ANSWER = "answer"
    """A click or command is answered, at once or later, by its own token."""
    OTHER = "other"
    """All else, such as the gateway connection and what Discord keeps of the bot."""


_purpose: ContextVar[Purpose] = ContextVar("purpose", default=Purpose.OTHER)


@contextmanager
def sending(purpose: Purpose) -> Iterator[None]:
    """Say what the requests within are for."""
    token = _purpose.set(purpose)
    try:
        yield
    finally:
        _purpose.reset(token)


Check = Callable[[Purpose], Awaitable[None]]
"""Returns when a request may go; raises an `aiohttp.ClientError` if it may not."""


class Gate:
    """What all requests of a client pass."""

    def __init__(self, *checks: Check) -> None:
        """Ask these checks about each request, one after the other."""
        self._checks = checks

    def trace(self, figures: Figures = NOTHING) -> aiohttp.TraceConfig:
        """Return what a client's requests are listened to with.

        `figures` are told how this machine's clock differs from Discord's.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._pass)
        if figures is not NOTHING:
            Clocks(figures.clock).listen(trace)
        return trace

    async def _pass(self, *_: object) -> None:
        for check in self._checks:
            await check(_purpose.get())
