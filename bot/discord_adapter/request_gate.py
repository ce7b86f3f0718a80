"""Delays requests that Discord would refuse.

Each request to Discord passes this gate. aiohttp calls the gate right before each request is sent,
in the task that makes the request. discord.py makes a new request for each try. An error that the
gate raises ends the request. https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

import asyncio
import logging
import math
import re
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from enum import Enum
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Protocol

import aiohttp
import discord
from yarl import URL

from bot.common.counters import NO_COUNTERS, Counters
from bot.discord_adapter.rest import translate_error
from bot.services.messenger import EditLimited

log = logging.getLogger(__name__)

DEFAULT_BLOCK_SECONDS = 60.0
"""Seconds for which a block by Cloudflare is assumed to last if its response states no time."""
MAX_BLOCK_SECONDS = 86_400.0
"""Maximum seconds without requests during a block, even if the response states a longer time."""
MAX_RATE_LIMIT_WAIT_SECONDS = 30.0
"""Maximum seconds for which discord.py itself waits for the end of a rate limit. A longer one
closes its route: no such request is sent until it is over.
"""
MAX_EDIT_LIMIT_WAIT_SECONDS = 2.0
"""Maximum seconds for which an edit waits for the end of a limit that a new message avoids."""
INVALID_STATUSES = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
INVALID_WINDOW_SECONDS = 600.0
MAX_INVALID_REQUESTS = 2_000
"""Maximum number of invalid requests of one process within `INVALID_WINDOW_SECONDS`. Discord
blocks an address after 10,000, so four processes at one address stay below.
"""
_MINOR_ID_PATTERN = r"(?<=/)(?<!channels/)(?<!guilds/)(?<!webhooks/)(?<!interactions/)[0-9]+"
"""Matches the ids in a path that do not tell routes apart, such as that of a message."""
ALL_ROUTES = "*"
"""Stands for the routes that Discord's global rate limit closes: all but answers to clicks."""
REFUSED_TOKEN_RETRY_SECONDS = 60.0
"""Seconds between two requests while Discord refuses the bot's token. Other requests wait."""
LOGIN_TIMEOUT_SECONDS = 30.0
MAX_PATIENT_REQUESTS_PER_SECOND = 3.0
"""The maximum number of a process's requests per second for which nobody waits. So 10,000 daily
posts take 56 minutes.
"""
ANSWERED_REQUEST_COUNTS_SECONDS = 1.0
"""Seconds for which a request still counts towards the rate limit after Discord's response."""
MAX_REQUEST_TRAVEL_SECONDS = 5.0
"""Seconds after which Discord is assumed to have received a request that has no response yet."""


UNKNOWN_WORKERS = 10
"""Number of workers among which a worker divides the rate limit until it knows how many there are.
Its start takes five requests. Discord's limit is 50 a second.
"""


def use_addresses(api_base: str | None, gateway_url: str | None) -> None:
    """Send all requests and gateway connections of this process to other addresses.

    The other addresses are proxies of Discord. discord.py has no setting for them, but reads these
    class attributes for each request and each connection
    (https://github.com/Rapptz/discord.py/blob/v2.7.1/discord/http.py#L310).

    A proxy of the API such as https://github.com/germanoeich/nirn-proxy takes the same paths as
    Discord. A proxy of the gateway has to put its own address into READY (`resume_gateway_url`).
    Otherwise sessions resume at Discord itself:
    https://docs.discord.com/developers/events/gateway#resuming

    Args:
        api_base: The address for requests. None means Discord's own address.
        gateway_url: The address for gateway connections. None means Discord's own address.
    """
    if api_base is not None:
        discord.http.Route.BASE = api_base
    if gateway_url is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)


def find_global_limit_event(client: discord.Client) -> asyncio.Event:
    """Return the event that discord.py's requests wait for during Discord's global rate limit.

    The attribute is private to discord.py. It exists once the client begins to log in.
    """
    return client.http._global_over


@asynccontextmanager
async def limit_request_time(
    client: discord.Client, seconds: float
) -> AsyncIterator[asyncio.Timeout]:
    """Cancel the requests in the block after some seconds.

    The block can change the time limit. During a global rate limit, discord.py makes all requests
    wait for a single one. If that one is cancelled here, the others are allowed to go on.

    Raises:
        TimeoutError: The requests took longer.
    """
    try:
        async with asyncio.timeout(seconds) as limit:
            yield limit
    except (TimeoutError, asyncio.CancelledError):
        # In a global rate limit, discord.py lets one request wait for its end, and all others wait
        # for that request. If it is cancelled, they would wait for ever.
        find_global_limit_event(client).set()
        raise


class Purpose(Enum):
    """What a request to Discord is for. `RateLimit` delays all requests except answers."""

    BOARD = "board"
    """Posts, edits or looks up a board, the public message of a table."""
    REPLACED = "replaced-board"
    """Deletes a board, the public message of a table, that a newer one has replaced."""
    ANSWER = "answer"
    """Answers a click or command with the interaction's own token, immediately or later."""
    OTHER = "other"
    """Does anything else, such as connecting to the gateway or changing settings of the bot."""
    PATIENT = "patient"
    """Is not sent yet, but waits until all others are sent, because nobody waits for it."""


_purpose: ContextVar[Purpose] = ContextVar("purpose", default=Purpose.OTHER)


@contextmanager
def tag_requests(purpose: Purpose) -> Iterator[None]:
    """Set the purpose of all requests that are sent in the block."""
    token = _purpose.set(purpose)
    try:
        yield
    finally:
        _purpose.reset(token)


class RequestCheck(Protocol):
    """A check that decides when a request to Discord may be sent, such as a rate limit."""

    async def admit(self, purpose: Purpose) -> Callable[[], None] | None:
        """Wait until a request may be sent. Return a function to call when it has ended, if any.

        Raises:
            aiohttp.ClientError: The request must not be sent.
        """


class RequestGate:
    """Holds back requests that Discord would refuse.

    All requests of a client pass it. A *route* is a method and a path of Discord's API, for one
    channel or server. If Discord closes a route for longer than `MAX_RATE_LIMIT_WAIT_SECONDS`, the
    gate remembers until when, and lets no request to it pass. Such a request ends at once with
    `discord.RateLimited`. A closed route is logged once. A global rate limit closes all routes,
    except answers to interactions.

    A process that makes too many invalid requests would be blocked. So after `MAX_INVALID_REQUESTS`
    of them, all requests wait until fewer have been made within the last ten minutes.

    Cloudflare, in front of Discord, may block the machine's address. Meanwhile no request is sent,
    because each would fail and might make the block longer. A block shows as a response with the
    status 429 and without the header `Via`, which Discord's own responses have. Gateway connections
    are not blocked.

    While Discord refuses the bot's token (status 401), one request a minute tests the token, and
    all others wait. Answers to interactions are still sent, because they do not need the bot's
    token.

    https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
    https://github.com/cloudflare/cloudflare-docs/pull/29000 (`Retry-After`)
    """

    def __init__(self, *checks: RequestCheck) -> None:
        """Make a gate that runs these checks on each request, in this order."""
        self._checks = checks
        self._blocked_until = 0.0
        """When the present block by Cloudflare ends. All times are those of a monotonic clock."""
        self._reopens_at: dict[str, float] = {}
        """Maps closed routes to the times at which they open again."""
        self._invalid_at: deque[float] = deque(maxlen=MAX_INVALID_REQUESTS)
        """When the last invalid requests were made, the oldest first."""
        self._token_is_refused = False
        """Whether Discord has refused the bot's token in the last request that needed it."""
        self._token_retry_at = 0.0
        """From when on a request may test a refused token again."""

    def make_trace_config(self, counters: Counters = NO_COUNTERS) -> aiohttp.TraceConfig:
        """Return a configuration for aiohttp that passes a client's requests through this gate.

        Args:
            counters: Receives the difference between this machine's clock and Discord's, for
                monitoring.
        """
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._admit_request)
        trace.on_request_end.append(self._note_answer)
        trace.on_request_exception.append(self._note_failure)
        if counters is not NO_COUNTERS:
            ClockSkew(counters).listen(trace)
        return trace

    async def wait_for_lull(self) -> None:
        """Wait until the process may send a request for which nobody waits.

        Raises:
            aiohttp.ClientError: The request must not be sent.
        """
        for check in self._checks:
            await check.admit(Purpose.PATIENT)

    async def _admit_request(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        """Wait until a request may be sent. aiohttp calls this before each request."""
        left = self._blocked_until - time.monotonic()
        if left > 0 and not _is_gateway(request.url):
            await asyncio.sleep(left)
        self._check_route(request.method, request.url)
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
        """Note that a request has failed without a response. aiohttp calls this."""
        _end_request(context)

    async def _note_answer(
        self, _: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Note a response, and whether it means a block or a refused token. aiohttp calls this."""
        _end_request(context)
        answer = request.response
        if _needs_token(request.url):
            self._note_token(is_refused=answer.status == HTTPStatus.UNAUTHORIZED)
        if _is_gateway(request.url) or answer.status not in INVALID_STATUSES:
            return
        if answer.headers.get("X-RateLimit-Scope") != "shared":
            self._count_invalid_request()
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            await self._note_rate_limit(request.method, request.url, answer)

    def _check_route(self, method: str, url: URL) -> None:
        if _is_gateway(url) or not self._reopens_at:
            return
        routes = (_find_route(method, url), *(() if _is_answer(url) else (ALL_ROUTES,)))
        left = max(self._reopens_at.get(route, 0.0) for route in routes) - time.monotonic()
        if left > 0:
            raise discord.RateLimited(left)

    async def _note_rate_limit(self, method: str, url: URL, answer: aiohttp.ClientResponse) -> None:
        """Close the route of a request with status 429, unless discord.py can wait for its end.

        Raises:
            discord.RateLimited: The route is closed, or the address is blocked.
            discord.HTTPException: The message can no longer be edited, but be replaced.
        """
        limit = await _read_rate_limit(answer)
        if limit is None:
            raise discord.RateLimited(self._block_requests(answer.headers.get("Retry-After", "")))
        error, seconds = discord.HTTPException(answer, limit), float(limit["retry_after"])
        if seconds > MAX_EDIT_LIMIT_WAIT_SECONDS and isinstance(
            translate_error(error), EditLimited
        ):
            raise error
        if seconds > MAX_RATE_LIMIT_WAIT_SECONDS:
            route = ALL_ROUTES if limit.get("global") else _find_route(method, url)
            self._close_route(route, seconds)
            raise discord.RateLimited(seconds)

    def _close_route(self, route: str, seconds: float) -> None:
        """Remember for how many seconds a route is closed, and log it."""
        now = time.monotonic()
        self._reopens_at = {each: at for each, at in self._reopens_at.items() if at > now}
        if route not in self._reopens_at:
            log.warning(
                "Discord takes no requests on %s until %s: none are sent until then",
                _describe_route(route),
                format_time(time.time() + seconds),
            )
        self._reopens_at[route] = now + seconds

    def _count_invalid_request(self) -> None:
        """Count an invalid request, and hold back all requests if there were too many of them."""
        now = time.monotonic()
        self._invalid_at.append(now)
        left = self._invalid_at[0] + INVALID_WINDOW_SECONDS - now
        if len(self._invalid_at) < MAX_INVALID_REQUESTS or left <= 0:
            return
        if now >= self._blocked_until:
            log.warning(
                "Discord has refused %d requests in %.0f min:"
                " nothing is asked for %.0f s, or it would block this machine's address",
                MAX_INVALID_REQUESTS,
                INVALID_WINDOW_SECONDS / 60,
                left,
            )
        self._blocked_until = max(self._blocked_until, now + left)

    async def _wait_for_token(self) -> None:
        """Wait while Discord refuses the bot's token, except for one request per minute.

        That request may test the token.
        """
        while self._token_is_refused:
            left = self._token_retry_at - time.monotonic()
            if left <= 0:
                break
            await asyncio.sleep(left)
        if self._token_is_refused:
            self._token_retry_at = time.monotonic() + REFUSED_TOKEN_RETRY_SECONDS

    def _note_token(self, *, is_refused: bool) -> None:
        """Record whether Discord has refused the bot's token in a request.

        The first refusal is logged as an error.
        """
        if is_refused and not self._token_is_refused:
            log.error("Discord refuses the bot's token: set the right one and start the bot anew")
        self._token_is_refused = is_refused
        wait = REFUSED_TOKEN_RETRY_SECONDS if is_refused else 0.0
        self._token_retry_at = time.monotonic() + wait

    def _block_requests(self, retry_after: str) -> float:
        """Block all requests for the number of seconds in the header `Retry-After`.

        `retry_after` is the header's value. If that is no number, the block lasts
        `DEFAULT_BLOCK_SECONDS`. Returns the number of seconds.
        """
        seconds = (
            min(float(retry_after), MAX_BLOCK_SECONDS)
            if retry_after.isdecimal()
            else DEFAULT_BLOCK_SECONDS
        )
        now = time.monotonic()
        if now >= self._blocked_until:  # log each block once
            log.warning("this machine's address is blocked: nothing is asked for %.0f s", seconds)
        self._blocked_until = max(self._blocked_until, now + seconds)
        return seconds


async def _read_rate_limit(answer: aiohttp.ClientResponse) -> dict[str, Any] | None:
    """Return the JSON with which Discord states a rate limit.

    None means that Cloudflare has answered in Discord's place. Its answers lack the header `Via`,
    or state no time in JSON.
    https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
    """
    if "Via" not in answer.headers or answer.content_type != "application/json":
        return None
    limit = await answer.json()
    return limit if "retry_after" in limit else None


def _find_route(method: str, url: URL) -> str:
    """Return the route of a request, whose rate limit all requests of that route share.

    It names the channel, server, webhook or interaction, but none of the things in it.
    https://docs.discord.com/developers/topics/rate-limits
    """
    path = re.sub(r"^/api(/v[0-9]+)?", "", url.path)
    return f"{method} {re.sub(_MINOR_ID_PATTERN, '*', path)}"


def _describe_route(route: str) -> str:
    """Return a route for the log, without the token of an interaction."""
    return "/interactions" if _is_answer(URL(route.partition(" ")[2])) else route


def format_time(timestamp: float) -> str:
    """Return a time in seconds since 1970 as date and time for the bot's host, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(timestamp))


def _end_request(context: SimpleNamespace) -> None:
    for end in context.ends:
        end()


def _is_gateway(url: URL) -> bool:
    """Return whether a request opens a gateway connection.

    Blocks by Cloudflare do not affect those.
    """
    return url.scheme in ("ws", "wss")


def _needs_token(url: URL) -> bool:
    """Return whether a request needs the bot's token.

    The first request of a login is excluded, because its failure is reported elsewhere.
    """
    return not (_is_gateway(url) or _is_answer(url) or url.path.endswith("/users/@me"))


def _is_answer(url: URL) -> bool:
    """Return whether a request uses the token of an interaction, and not the bot's."""
    return "/interactions/" in url.path or "/webhooks/" in url.path


class _CountedRequest:
    """A request that counts towards the rate limit until some time of a monotonic clock."""

    def __init__(self) -> None:
        self.counts_until = (
            time.monotonic() + MAX_REQUEST_TRAVEL_SECONDS + ANSWERED_REQUEST_COUNTS_SECONDS
        )


class RateLimit:
    """Keeps this worker's requests within its share of Discord's global rate limit.

    https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
    """

    def __init__(self, requests: int) -> None:
        """Start with a small share of the requests per second that all workers may send together.

        It is not known yet how many workers there are.
        """
        self._requests_per_second = requests
        self._own_share = max(1, requests // UNKNOWN_WORKERS)
        self._counted_requests: list[_CountedRequest] = []
        self._admission_lock = asyncio.Lock()
        self._request_answered = asyncio.Event()
        self._waiting_count = 0
        self._patient_lock = asyncio.Lock()
        self._next_patient_at = 0.0
        """When the next request may be sent for which nobody waits, by the event loop's clock."""

    def share_among(self, workers: int) -> None:
        """Divide the rate limit equally among all workers."""
        self._own_share = max(1, self._requests_per_second // workers)

    async def admit(self, purpose: Purpose) -> Callable[[], None] | None:
        """Wait until a request may be sent.

        Answers to interactions do not count towards the limit. Any other request counts from now
        until `ANSWERED_REQUEST_COUNTS_SECONDS` after its end. The limit is therefore kept no matter
        when Discord receives the request in between.
        """
        if purpose is Purpose.ANSWER:
            return None
        if purpose is Purpose.PATIENT:
            await self._wait_for_lull()
            return None
        self._waiting_count += 1
        try:
            async with self._admission_lock:  # first come, first served
                while self._is_full():
                    await self._wait_for_room()
                request = _CountedRequest()
                self._counted_requests.append(request)
        finally:
            self._waiting_count -= 1

        def end() -> None:
            soon = time.monotonic() + ANSWERED_REQUEST_COUNTS_SECONDS
            request.counts_until = min(request.counts_until, soon)
            self._request_answered.set()

        return end

    async def _wait_for_lull(self) -> None:
        """Wait until no other request waits or would have to, and until the pace allows one."""
        clock = asyncio.get_running_loop().time
        async with self._patient_lock:
            await asyncio.sleep(self._next_patient_at - clock())
            is_free = False
            while not is_free:
                async with self._admission_lock:  # who waits already goes first
                    while self._is_full():
                        await self._wait_for_room()
                    is_free = not self._waiting_count
            self._next_patient_at = clock() + 1 / MAX_PATIENT_REQUESTS_PER_SECOND

    def _is_full(self) -> bool:
        now = time.monotonic()
        self._counted_requests = [one for one in self._counted_requests if one.counts_until > now]
        return len(self._counted_requests) >= self._own_share

    async def _wait_for_room(self) -> None:
        """Wait until a request stops counting, or until one has ended."""
        self._request_answered.clear()
        first = min(each.counts_until for each in self._counted_requests)
        with suppress(TimeoutError):
            async with asyncio.timeout(first - time.monotonic()):
                await self._request_answered.wait()


class ClockSkew:
    """Compares this machine's clock with Discord's, for monitoring.

    If this machine's clock is wrong, Discord's apps count down to other times than the bot. Each
    response has Discord's time in its header `Date`, in whole seconds. That time lies between the
    request and its response (https://www.rfc-editor.org/rfc/rfc9110#field.date).
    """

    def __init__(self, counters: Counters = NO_COUNTERS) -> None:
        self._counters = counters
        self._min_seconds_ahead, self._max_seconds_ahead = -math.inf, math.inf
        """Bounds for the seconds by which this machine's clock is ahead of Discord's."""

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Measure the requests of a client, whose time at the gate does not count."""
        trace.on_request_start.append(self._note_sent)
        trace.on_request_end.append(self._note_answer)

    async def _note_sent(self, _: object, request: SimpleNamespace, __: object) -> None:
        request.sent_at = time.time()

    async def _note_answer(
        self, _: object, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        now = time.time()
        try:
            date = parsedate_to_datetime(params.response.headers.get("Date", "")).timestamp()
        except ValueError:
            return
        least, most = request.sent_at - date - 1, now - date
        self._min_seconds_ahead, self._max_seconds_ahead = (
            max(self._min_seconds_ahead, least),
            min(self._max_seconds_ahead, most),
        )
        if self._min_seconds_ahead > self._max_seconds_ahead:  # a clock was set since
            self._min_seconds_ahead, self._max_seconds_ahead = least, most
        self._counters.set_clock_difference(self.seconds_ahead)

    @property
    def seconds_ahead(self) -> float:
        """The least number of seconds by which this machine's clock is ahead, or behind below 0."""
        return max(self._min_seconds_ahead, 0.0) + min(self._max_seconds_ahead, 0.0)
