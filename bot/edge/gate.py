"""The one gate for what goes out: each request says what it is for, and is checked before it goes.

aiohttp asks for each request, right before it is sent and in the task that makes it; discord.py
makes a new request for each try. What is raised then ends the request.
https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp
from yarl import URL

from bot.edge.clocks import Clocks
from bot.figures import NOTHING, Figures

log = logging.getLogger(__name__)

BLOCKED = 60.0
"""Seconds that a block lasts which does not say how long."""
LONGEST = 3600.0
"""Seconds after which it is looked whether a block still holds, however long it says."""
REFUSED_TOKEN_RETRY_SECONDS = 60.0
"""Time from one request with a token that Discord refuses to the next."""


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


Check = Callable[[Purpose], Awaitable[Callable[[], None] | None]]
"""Returns when a request may go, with what to call when it was answered or has failed, if anything.
Raises an `aiohttp.ClientError` if it may not."""


class Gate:
    """What all requests of a client pass.

    While Cloudflare, which stands before Discord, blocks the machine's address, none goes: each
    would be in vain, and may make the block longer. Such an answer has the status 429 and no header
    `Via`, with which Discord's own come; discord.py raises it at once. The gateway's connections
    are no such requests.

    While Discord refuses the bot's token (status 401), one request a minute tries whether it still
    does, and all others wait. Answers to interactions go on: they need no token of the bot's.

    https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
    https://github.com/cloudflare/cloudflare-docs/pull/29000 (`Retry-After`)
    """

    def __init__(self, *checks: Check) -> None:
        """Ask these checks about each request, one after the other."""
        self._checks = checks
        self._blocked_until = 0.0
        """In seconds of a monotonic clock."""
        self._token_is_refused = False
        self._token_waits_until = 0.0
        """In seconds of the same clock."""

    def trace(self, figures: Figures = NOTHING) -> aiohttp.TraceConfig:
        """Return what a client's requests are listened to with.

        `figures` are told how this machine's clock differs from Discord's.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._pass)
        trace.on_request_end.append(self._answered)
        trace.on_request_exception.append(self._note_failure)
        if figures is not NOTHING:
            Clocks(figures.clock).listen(trace)
        return trace

    async def _pass(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        left = self._blocked_until - time.monotonic()
        if left > 0 and not _is_gateway(request.url):
            await asyncio.sleep(left)
        if _needs_token(request.url):
            await self._wait_for_token()
        context.ends = list[Callable[[], None]]()
        try:
            for check in self._checks:
                if end := await check(_purpose.get()):
                    context.ends.append(end)
        except BaseException:
            _end(context)
            raise

    async def _note_failure(self, _: object, context: SimpleNamespace, __: object) -> None:
        _end(context)

    async def _answered(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        _end(context)
        answer = request.response
        if _needs_token(request.url):
            self._note_token(is_refused=answer.status == HTTPStatus.UNAUTHORIZED)
        if answer.status != HTTPStatus.TOO_MANY_REQUESTS or "Via" in answer.headers:
            return
        if not _is_gateway(request.url):
            self._block(answer.headers.get("Retry-After", ""))

    async def _wait_for_token(self) -> None:
        """Wait while the bot's token is refused; let one request at a time try it again."""
        while self._token_is_refused:
            left = self._token_waits_until - time.monotonic()
            if left <= 0:
                break
            await asyncio.sleep(left)
        if self._token_is_refused:
            self._token_waits_until = time.monotonic() + REFUSED_TOKEN_RETRY_SECONDS

    def _note_token(self, *, is_refused: bool) -> None:
        """Take note of whether Discord has refused the bot's token."""
        if is_refused and not self._token_is_refused:
            log.error("Discord refuses the bot's token: set the right one and start the bot anew")
        self._token_is_refused = is_refused
        wait = REFUSED_TOKEN_RETRY_SECONDS if is_refused else 0.0
        self._token_waits_until = time.monotonic() + wait

    def _block(self, how_long: str) -> None:
        """Let nothing through for so many seconds, as an answer says them."""
        seconds = min(float(how_long), LONGEST) if how_long.isdecimal() else BLOCKED
        now = time.monotonic()
        if now >= self._blocked_until:  # else it is known, and has been told
            log.warning("this machine's address is blocked: nothing is asked for %.0f s", seconds)
        self._blocked_until = max(self._blocked_until, now + seconds)


def _end(context: SimpleNamespace) -> None:
    """Tell the checks that a request is over."""
    for end in context.ends:
        end()


def _is_gateway(url: URL) -> bool:
    return url.scheme in ("ws", "wss")


def _needs_token(url: URL) -> bool:
    """Tell whether a request needs the bot's token; a login that fails is told elsewhere."""
    by_other_tokens = "/interactions/" in url.path or "/webhooks/" in url.path
    return not (_is_gateway(url) or by_other_tokens or url.path.endswith("/users/@me"))
