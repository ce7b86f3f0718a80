"""What each request to Discord passes: its address, its purpose, blocks, and the rate limit.

aiohttp asks for each request, right before it is sent and in the task that makes it; discord.py
makes a new request for each try. What is raised then ends the request.
https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from enum import Enum
from http import HTTPStatus
from types import SimpleNamespace
from typing import Protocol

import aiohttp
import discord
from yarl import URL

from bot.common.counters import NO_COUNTERS, Counters

log = logging.getLogger(__name__)

DEFAULT_BLOCK_SECONDS = 60.0
"""How long a block lasts that does not say how long."""
MAX_BLOCK_SECONDS = 3600.0
"""After which it is looked whether a block still holds, however long it says."""
REFUSED_TOKEN_RETRY_SECONDS = 60.0
"""Time from one request with a token that Discord refuses to the next."""
LOGIN_TIMEOUT_SECONDS = 30.0
"""How long the two requests of a login may take together."""
ANSWERED_REQUEST_COUNTS_SECONDS = 1.0
"""How long a request counts after it was answered: Discord has had it before."""
MAX_REQUEST_TRAVEL_SECONDS = 5.0
"""A request that was not answered for so many seconds counts as one that Discord has had."""


def use_addresses(api_base: str | None, gateway_url: str | None) -> None:
    """Send all requests and gateway connections of this process there; None: to Discord itself.

    discord.py has no setting for it; these attributes of classes are read for each request and each
    connection (https://github.com/Rapptz/discord.py/blob/v2.7.1/discord/http.py#L310). A proxy of
    the API such as https://github.com/germanoeich/nirn-proxy takes the same paths as Discord. One
    of the gateway has to name itself in READY (`resume_gateway_url`), else sessions are resumed
    without it: https://docs.discord.com/developers/events/gateway#resuming
    """
    if api_base is not None:
        discord.http.Route.BASE = api_base
    if gateway_url is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)


def find_global_limit_event(client: discord.Client) -> asyncio.Event:
    """Return the event for which discord.py holds all requests back in a global rate limit.

    Its name is a private one of discord.py's. It is there once the client begins to log in.
    """
    return client.http._global_over


@asynccontextmanager
async def limit_request_time(
    client: discord.Client, seconds: float
) -> AsyncIterator[asyncio.Timeout]:
    """Give up the requests within after so many seconds, unless the limit is moved meanwhile.

    Raises `TimeoutError`.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except (TimeoutError, asyncio.CancelledError):
        # During a global rate limit discord.py holds all requests back, and for ever if the one
        # that waits for its end is cancelled.
        find_global_limit_event(client).set()
        raise


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
def tag_requests(purpose: Purpose) -> Iterator[None]:
    """Say what the requests within are for."""
    token = _purpose.set(purpose)
    try:
        yield
    finally:
        _purpose.reset(token)


class RequestCheck(Protocol):
    """Decides when a request may go."""

    async def admit(self, purpose: Purpose) -> Callable[[], None] | None:
        """Return when a request may go, with what to call when it was answered or has failed.

        Raises an `aiohttp.ClientError` if it may not go.
        """


class RequestGate:
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

    def __init__(self, *checks: RequestCheck) -> None:
        """Ask these checks about each request, one after the other."""
        self._checks = checks
        self._blocked_until = 0.0
        """In seconds of a monotonic clock."""
        self._token_is_refused = False
        self._token_retry_at = 0.0
        """In seconds of the same clock."""

    def trace(self, figures: Counters = NO_COUNTERS) -> aiohttp.TraceConfig:
        """Return what a client's requests are listened to with.

        `figures` are told how this machine's clock differs from Discord's.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._admit_request)
        trace.on_request_end.append(self._note_answer)
        trace.on_request_exception.append(self._note_failure)
        if figures is not NO_COUNTERS:
            ClockSkew(figures).listen(trace)
        return trace

    async def _admit_request(
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
                if end := await check.admit(_purpose.get()):
                    context.ends.append(end)
        except BaseException:
            _end_request(context)
            raise

    async def _note_failure(self, _: object, context: SimpleNamespace, __: object) -> None:
        _end_request(context)

    async def _note_answer(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        _end_request(context)
        answer = request.response
        if _needs_token(request.url):
            self._note_token(is_refused=answer.status == HTTPStatus.UNAUTHORIZED)
        if answer.status != HTTPStatus.TOO_MANY_REQUESTS or "Via" in answer.headers:
            return
        if not _is_gateway(request.url):
            self._block_requests(answer.headers.get("Retry-After", ""))

    async def _wait_for_token(self) -> None:
        """Wait while the bot's token is refused; let one request at a time try it again."""
        while self._token_is_refused:
            left = self._token_retry_at - time.monotonic()
            if left <= 0:
                break
            await asyncio.sleep(left)
        if self._token_is_refused:
            self._token_retry_at = time.monotonic() + REFUSED_TOKEN_RETRY_SECONDS

    def _note_token(self, *, is_refused: bool) -> None:
        """Take note of whether Discord has refused the bot's token."""
        if is_refused and not self._token_is_refused:
            log.error("Discord refuses the bot's token: set the right one and start the bot anew")
        self._token_is_refused = is_refused
        wait = REFUSED_TOKEN_RETRY_SECONDS if is_refused else 0.0
        self._token_retry_at = time.monotonic() + wait

    def _block_requests(self, how_long: str) -> None:
        """Let nothing through for so many seconds, as an answer says them."""
        seconds = (
            min(float(how_long), MAX_BLOCK_SECONDS)
            if how_long.isdecimal()
            else DEFAULT_BLOCK_SECONDS
        )
        now = time.monotonic()
        if now >= self._blocked_until:  # else it is known, and has been told
            log.warning("this machine's address is blocked: nothing is asked for %.0f s", seconds)
        self._blocked_until = max(self._blocked_until, now + seconds)


def _end_request(context: SimpleNamespace) -> None:
    """Tell the checks that a request is over."""
    for end in context.ends:
        end()


def _is_gateway(url: URL) -> bool:
    return url.scheme in ("ws", "wss")


def _needs_token(url: URL) -> bool:
    """Tell whether a request needs the bot's token; a login that fails is told elsewhere."""
    by_other_tokens = "/interactions/" in url.path or "/webhooks/" in url.path
    return not (_is_gateway(url) or by_other_tokens or url.path.endswith("/users/@me"))


class _CountedRequest:
    """A request that counts towards the limit."""

    def __init__(self) -> None:
        self.counts_until = (
            time.monotonic() + MAX_REQUEST_TRAVEL_SECONDS + ANSWERED_REQUEST_COUNTS_SECONDS
        )
        """In seconds of a monotonic clock."""


class RateLimit:
    """Keeps this worker's requests within what Discord allows all together."""

    def __init__(self, requests: int) -> None:
        """Let no requests go but within so many a second, which all workers may send together.

        https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
        """
        self._requests_per_second = self._own_share = requests
        self._counted_requests: list[_CountedRequest] = []
        self._admission_lock = asyncio.Lock()
        self._request_answered = asyncio.Event()

    def share_among(self, workers: int) -> None:
        """Take note of how many workers share the allowance."""
        self._own_share = max(1, self._requests_per_second // workers)

    async def admit(self, purpose: Purpose) -> Callable[[], None] | None:
        """Return when a request may go; the limit is not about answers to interactions.

        What is returned is to be called when the request was answered or has failed. When exactly
        Discord gets it meanwhile, which depends on new connections and on how busy all are, does
        not matter then: no second has more than are allowed.
        """
        if purpose is Purpose.ANSWER:
            return None
        async with self._admission_lock:  # who came first goes first
            while self._is_full():
                await self._wait_for_room()
            request = _CountedRequest()
            self._counted_requests.append(request)

        def end() -> None:
            soon = time.monotonic() + ANSWERED_REQUEST_COUNTS_SECONDS
            request.counts_until = min(request.counts_until, soon)
            self._request_answered.set()

        return end

    def _is_full(self) -> bool:
        now = time.monotonic()
        self._counted_requests = [
            each for each in self._counted_requests if each.counts_until > now
        ]
        return len(self._counted_requests) >= self._own_share

    async def _wait_for_room(self) -> None:
        """Wait until a request does not count any more, or one is answered."""
        self._request_answered.clear()
        first = min(each.counts_until for each in self._counted_requests)
        with suppress(TimeoutError):
            async with asyncio.timeout(first - time.monotonic()):
                await self._request_answered.wait()


class ClockSkew:
    """Compares the machine's clock with Discord's, as far as what came so far tells them apart.

    A host whose clock is wrong would miss it: clients then count down to other times than the bot
    does. Each answer has Discord's time in its header `Date`, in whole seconds, which was right
    some time between the request and its answer
    (https://www.rfc-editor.org/rfc/rfc9110#field.date).
    """

    def __init__(self, figures: Counters = NO_COUNTERS) -> None:
        """Tell `figures` after each answer by how many seconds this machine's clock is `ahead`."""
        self._figures = figures
        self._min_seconds_ahead, self._max_seconds_ahead = -math.inf, math.inf
        """Between these many seconds this machine's clock is ahead, as far as is known."""

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Listen to the requests of a client, after all that they may have to wait for."""
        trace.on_request_start.append(self._note_sent)
        trace.on_request_end.append(self._note_answer)

    async def _note_sent(self, _: object, request: SimpleNamespace, __: object) -> None:
        request.sent_at = time.time()

    async def _note_answer(
        self, _: object, request: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
    ) -> None:
        now = time.time()
        try:
            date = parsedate_to_datetime(answered.response.headers.get("Date", "")).timestamp()
        except ValueError:
            return
        least, most = request.sent_at - date - 1, now - date
        self._min_seconds_ahead, self._max_seconds_ahead = (
            max(self._min_seconds_ahead, least),
            min(self._max_seconds_ahead, most),
        )
        if self._min_seconds_ahead > self._max_seconds_ahead:  # a clock was set since
            self._min_seconds_ahead, self._max_seconds_ahead = least, most
        self._figures.set_clock_difference(self.ahead)

    @property
    def ahead(self) -> float:
        """Return by how many seconds this machine's clock is ahead at least; below 0: behind."""
        return max(self._min_seconds_ahead, 0.0) + min(self._max_seconds_ahead, 0.0)
