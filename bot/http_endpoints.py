"""HTTP endpoints for monitoring the bot: `/metrics`, `/health`, `/ready` and `/live`.

`/metrics` is for Prometheus. The other endpoints answer with status 200 if all is well, or with 503
and a reason.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.common.config import MetricsAddress, StartProblem
from bot.common.timings import HTTP_SHUTDOWN_TIMEOUT_SECONDS
from bot.discord_adapter.client import CatsClient
from bot.engine.text_helpers import join_lines
from bot.i18n import Text
from bot.metrics import Metrics, ServedShard
from bot.storage.store import Store

log = logging.getLogger(__name__)
DATABASE_ANSWER_TIMEOUT_SECONDS = 1.0
"""The maximum time to wait for the database's answer to a query. For this long after a query was
sent, its answer is reused, and no new query is sent.
"""
MAX_CONNECTIONS = 32
"""When a further connection is opened, the oldest one is closed."""
MAX_CONNECTION_SECONDS = 10.0
"""The time after which a connection is closed, even if its answer is incomplete."""
ACCEPT_RETRY_SECONDS = 1.0
"""The time until the next attempt, for example for lack of file descriptors."""


def _is_no_bad_request(record: logging.LogRecord) -> bool:
    """Return False for a log entry about a malformed HTTP request, which anybody can send.

    It is not logged, and answered with status 400.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger(__name__).addFilter(_is_no_bad_request)


CountPhases = Callable[[], Coroutine[Any, Any, Mapping[str, int]]]
"""Reads the number of open tables in each phase: lobby, playing or paused."""


class TableCounts:
    """Counts the open tables in the database for monitoring, with at most one query per second."""

    def __init__(self, count_phases: CountPhases) -> None:
        self._count_phases = count_phases
        self._started_at = 0.0
        self._query: asyncio.Task[Mapping[str, int]] | None = None

    async def count(self) -> Mapping[str, int] | None:
        """Return the number of open tables in each phase.

        All who call while a query is running get its answer. None means that the query failed, or
        takes longer than `DATABASE_ANSWER_TIMEOUT_SECONDS`.
        """
        now = asyncio.get_running_loop().time()
        query, valid = self._query, DATABASE_ANSWER_TIMEOUT_SECONDS
        if query is None or (query.done() and now - self._started_at >= valid):
            self._started_at = now
            query = self._query = asyncio.create_task(self._count_phases())
        await asyncio.wait((query,), timeout=max(0.0, self._started_at + valid - now))
        failed = not query.done() or query.cancelled() or query.exception() is not None
        return None if failed else query.result()


class Endpoints:
    """The handlers of the HTTP requests for monitoring, one method for each endpoint.

    Without a store, the database cannot be opened yet.
    """

    def __init__(
        self, metrics: Metrics, store: Store | None, clients: Mapping[int, CatsClient], say: Text
    ) -> None:
        self._metrics = metrics
        self._tables = TableCounts(store.tables.count_phases) if store else None
        self._clients = clients
        self._say = say

    async def metrics(self, request: web.Request) -> web.Response:
        """Answer with all metrics in a text format for Prometheus."""
        tables = await self._tables.count() if self._tables else None
        accept = request.headers.get("Accept", "")
        shards = self._list_served_shards()
        prepared = len(self._clients) - len(shards)
        body, content_type = self._metrics.encode(shards, prepared, tables, accept)
        return web.Response(body=body, headers={"Content-Type": content_type})

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play through this process, else 503 with the reason."""
        problem = await self._find_problem()
        if problem is None and not self._list_served_shards():
            problem = self._answer_problem("health-no-shards")
        return problem if problem is not None else self._answer_ok("health-well")

    async def ready(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, or if this process is only on standby for another one.

        Otherwise answer 503 with the reason. If a step of the daily clean-up has been failing for
        two days, a second line of the answer with status 200 says so.
        """
        problem = await self._find_problem()
        if problem is not None:
            return problem
        shards = self._list_served_shards()
        overdue = ", ".join(step for shard in shards for step in shard.overdue_cleanup)
        return self._answer_ok(
            "health-well" if shards else "health-no-shards",
            self._say("health-cleanup", steps=overdue) if overdue else "",
        )

    async def live(self, _: web.Request) -> web.Response:
        """Answer 200 in any case, to show that the process is running and needs no restart."""
        return self._answer_ok("health-live")

    async def _find_problem(self) -> web.Response | None:
        """Return an answer with the reason why people cannot play, or None if they can."""
        if self._tables and await self._tables.count() is None:
            return self._answer_problem("health-database")
        down = [shard for shard in self._list_served_shards() if not shard.is_reachable]
        for key, shards in (
            ("health-gateway", [shard for shard in down if not shard.is_connected]),
            ("health-answers", down),
        ):
            if shards:
                numbers = sorted(shard.number for shard in shards)
                return self._answer_problem(key, shards=", ".join(map(str, numbers)))
        return None

    def _answer_ok(self, key: str, note: str = "") -> web.Response:
        return web.Response(text=join_lines(self._say(key), note) + "\n")

    def _answer_problem(self, key: str, **values: str) -> web.Response:
        return web.Response(status=503, text=self._say(key, **values) + "\n")

    def _list_served_shards(self) -> tuple[ServedShard, ...]:
        return tuple(
            ServedShard(
                client.shard.number,
                client.reachability.is_reachable,
                client.services.delivery.pending_boards,
                client.reachability.is_connected,
                client.services.cleanup.overdue_steps,
            )
            for client in self._clients.values()
            if client.is_serving
        )


def is_own_name(host: str | None, bound_host: str) -> bool:
    """Return whether a request's Host header cannot be the name of a foreign website.

    That is so if the header is missing, or is any IP address, "localhost" or `bound_host`. The
    check prevents DNS rebinding: the name of a website resolves to this machine, so that a browser
    that visits the website sends its requests here, with the website's name in the header.

    Raises:
        ValueError: The header is malformed.
    """
    name = urlsplit(f"//{host or ''}").hostname or ""
    if name in ("", "localhost", bound_host.lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def make_host_check(bound_host: str) -> Middleware:
    """Return a middleware that answers with status 421 if `is_own_name` rejects the Host header."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            is_own = is_own_name(request.headers.get("Host"), bound_host)
        except ValueError:  # the header is malformed
            is_own = False
        return await handler(request) if is_own else web.Response(status=421)

    return check


@web.middleware
async def close_after_answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Close each connection after one answer, so that no idle connections accumulate."""
    answer = await handler(request)
    answer.force_close()
    return answer


@asynccontextmanager
async def serve_endpoints(
    address: MetricsAddress,
    metrics: Metrics,
    store: Store | None,
    clients: Mapping[int, CatsClient],
    say: Text,
) -> AsyncIterator[None]:
    """Serve the HTTP endpoints for monitoring until the block ends.

    Raises:
        StartProblem: The process cannot listen at the address.
    """
    endpoints = Endpoints(metrics, store, clients, say)
    try:
        checks = [make_host_check(address.host)] if await is_on_loopback(address.host) else []
    except OSError:
        raise StartProblem("start-metrics-address") from None
    app = web.Application(middlewares=[close_after_answer, *checks])
    app.router.add_get("/metrics", endpoints.metrics)
    app.router.add_get("/health", endpoints.health)
    app.router.add_get("/ready", endpoints.ready)
    app.router.add_get("/live", endpoints.live)
    runner = web.AppRunner(
        app, logger=log, access_log=None, shutdown_timeout=HTTP_SHUTDOWN_TIMEOUT_SECONDS
    )
    await runner.setup()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(runner.cleanup)
        server = cast("Callable[[], asyncio.Protocol]", runner.server)  # set by `setup`
        try:
            await stack.enter_async_context(listen(server, address.host, address.port))
        except OSError:
            raise StartProblem("start-metrics-address") from None
        yield


@asynccontextmanager
async def listen(
    protocol: Callable[[], asyncio.Protocol], host: str, port: int
) -> AsyncIterator[None]:
    """Accept TCP connections at an address until the block ends.

    Raises:
        OSError: The process cannot listen at the address.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    accepting: list[asyncio.Task[None]] = []
    try:
        for family, *_, address in dict.fromkeys(found):
            listener = socket.create_server(address, family=family)
            sockets.append(listener)
            listener.setblocking(False)
        connections = Connections(protocol)
        accepting += (asyncio.create_task(connections.accept(each)) for each in sockets)
        yield
    finally:
        for task in accepting:
            task.cancel()
        await asyncio.gather(*accepting, return_exceptions=True)
        for each in sockets:
            each.close()


class Connections:
    """The open connections to the monitoring endpoints. Their number and duration are limited."""

    def __init__(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._protocol = protocol
        self._open: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """Maps each open connection to the timer that closes it, the oldest first."""
        self._failing = False
        """Whether the last attempt to accept a connection failed, so that none is logged."""

    async def accept(self, listener: socket.socket) -> None:
        """Accept connections until cancelled.

        Of several failures in a row, only the first is logged. asyncio's own server would log all.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
                transport, _ = await loop.connect_accepted_socket(self._protocol, connection)
            except OSError as error:
                if not self._failing:
                    log.warning("metrics requests cannot be accepted: %s", error.strerror)
                self._failing = True
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
            else:
                self._failing = False
                self._add(transport)

    def _add(self, transport: asyncio.Transport) -> None:
        """Add a connection and its timer. If there are too many, close the oldest one."""
        for each in [each for each in self._open if each.is_closing()]:
            self._open.pop(each).cancel()
        if len(self._open) >= MAX_CONNECTIONS:
            oldest = next(iter(self._open))
            self._open.pop(oldest).cancel()
            oldest.abort()
        later = asyncio.get_running_loop().call_later
        self._open[transport] = later(MAX_CONNECTION_SECONDS, transport.abort)


async def is_on_loopback(host: str) -> bool:
    """Return whether only this machine itself can connect to a host name or address.

    Raises:
        OSError: The name cannot be resolved.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return all(ip_address(str(address[0])).is_loopback for *_, address in found)
