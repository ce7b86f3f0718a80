"""HTTP endpoints for monitoring the bot: `/metrics`, `/health`, `/ready` and `/live`.

`/metrics` is for Prometheus. The others answer with status 200, or with 503 and a reason.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_address
from typing import Protocol, cast
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
"""Seconds for which a request waits for the database, and for which the answer is reused."""
MAX_CONNECTIONS = 32
"""Maximum number of open connections. A further one closes the oldest."""
MAX_CONNECTION_SECONDS = 10.0
"""Seconds after which a connection is closed, even if its request or answer is incomplete."""
ACCEPT_RETRY_SECONDS = 1.0
"""Seconds to wait after a connection could not be accepted.

That may happen for lack of file descriptors, for example.
"""


def _is_no_bad_request(record: logging.LogRecord) -> bool:
    """Return whether a log entry is about anything but a malformed HTTP request.

    Anybody can send one, such as a path of many thousand characters. It is answered with 400, and
    need not be logged.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger(__name__).addFilter(_is_no_bad_request)


class StoredTables(Protocol):
    """The tables of games that are stored in the database."""

    async def count_phases(self) -> Mapping[str, int]:
        """Return how many open tables are in the lobby, playing and paused, by these phases."""


class TableCounts:
    """Counts the open tables in the database for monitoring, with at most one query a second."""

    def __init__(self, stored_tables: StoredTables) -> None:
        """Prepare to count tables, without a query yet.

        Args:
            stored_tables: The tables to count.
        """
        self._stored_tables = stored_tables
        self._started_at = 0.0
        self._query: asyncio.Task[Mapping[str, int]] | None = None

    async def count(self) -> Mapping[str, int] | None:
        """Return how many open tables there are in each phase.

        A second query is never sent while one runs.

        Returns:
            The numbers by phase. None means that the query has failed, or takes longer than a
                second.
        """
        now = asyncio.get_running_loop().time()
        query, valid = self._query, DATABASE_ANSWER_TIMEOUT_SECONDS
        if query is None or (query.done() and now - self._started_at >= valid):
            self._started_at = now
            query = self._query = asyncio.create_task(self._stored_tables.count_phases())
        await asyncio.wait((query,), timeout=max(0.0, self._started_at + valid - now))
        failed = not query.done() or query.cancelled() or query.exception() is not None
        return None if failed else query.result()


class Endpoints:
    """Handlers of the HTTP requests for monitoring."""

    def __init__(
        self,
        metrics: Metrics,
        store: Store | None,
        clients: Mapping[int, CatsClient],
        say: Text,
    ) -> None:
        """Prepare to answer requests.

        Args:
            metrics: The counts of this process.
            store: The open database. None means that it cannot be opened yet.
            clients: The running clients by shard number.
            say: Returns texts for the bot's host, in the host's language.
        """
        self._metrics = metrics
        self._tables = TableCounts(store.tables) if store else None
        self._clients = clients
        self._say = say

    async def metrics(self, request: web.Request) -> web.Response:
        """Answer with all metrics as text for Prometheus."""
        tables = await self._tables.count() if self._tables else None
        accept = request.headers.get("Accept", "")
        shards = self._list_served_shards()
        prepared = len(self._clients) - len(shards)
        body, content_type = self._metrics.encode(shards, prepared, tables, accept)
        return web.Response(body=body, headers={"Content-Type": content_type})

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, else 503 with the reason in one line.

        A process that serves no shard answers 503, too.
        """
        problem = await self._find_problem()
        if problem is None and not self._list_served_shards():
            problem = self._answer_problem("health-no-shards")
        return problem if problem is not None else self._answer_ok("health-well")

    async def ready(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, or if this process is on standby for another worker.

        A step of the daily clean-up that has failed for two days adds a line, but does not change
        the status.
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
        """Answer 200, because the process runs and a restart would not help."""
        return self._answer_ok("health-live")

    async def _find_problem(self) -> web.Response | None:
        """Return an answer that says why people cannot play, or None if they can.

        The reason is in the database, or in the connection of a shard to Discord.
        """
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
        """Return an answer with status 200, the text of a catalogue key, and a note below it."""
        return web.Response(text=join_lines(self._say(key), note) + "\n")

    def _answer_problem(self, key: str, **values: str) -> web.Response:
        """Return an answer with status 503 and the text of a catalogue key."""
        return web.Response(status=503, text=self._say(key, **values) + "\n")

    def _list_served_shards(self) -> tuple[ServedShard, ...]:
        """Return the state of each shard that this process serves."""
        return tuple(
            ServedShard(
                client.shard.number,
                client.reachability.is_reachable,
                client.services.delivery.pending_boards,
                client.reachability.is_connected,
                client.services.scheduler.cleanup.overdue_steps,
            )
            for client in self._clients.values()
            if client.serving_state.is_serving
        )


def is_own_name(host: str | None, bound_host: str) -> bool:
    """Return whether a Host header names this machine: by an address, or as "localhost".

    With DNS rebinding, a website's name leads to this machine; its requests send that name.

    Args:
        host: The value of the header `Host`. None means that the request has none.
        bound_host: The configured name or address at which the process listens.

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
    """Return a middleware that refuses requests whose Host header does not name this machine.

    Args:
        bound_host: The configured name or address at which the process listens.
    """

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
    """Close each connection after one answer, so that idle connections take no place."""
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
    """Serve the endpoints for monitoring until the block ends.

    Args:
        address: Where to listen.
        metrics: The counts of this process.
        store: The open database. None means that it cannot be opened yet.
        clients: The running clients by shard number.
        say: Returns texts for the bot's host, in the host's language.

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
    """Accept connections at an address until the block ends.

    Args:
        protocol: Returns the protocol of each new connection.
        host: The name or IP address at which to listen.
        port: The port at which to listen.

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
    """The open connections, whose number and duration are limited."""

    def __init__(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Start without any connections.

        Args:
            protocol: Returns the protocol of each new connection.
        """
        self._protocol = protocol
        self._open: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """Maps open connections, the oldest first, to the timer that closes each of them."""
        self._failing = False
        """Whether the last attempt to accept a connection has failed, which is logged already."""

    async def accept(self, listener: socket.socket) -> None:
        """Accept connections until cancelled.

        A failure is logged once until a connection is accepted again. asyncio's own server logs
        each failure once for each place in its backlog, and again after a second.

        Args:
            listener: The socket that listens for connections.
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
        """Start the timer that closes a new connection.

        If there are too many connections, the oldest one is closed at once.
        """
        for each in [each for each in self._open if each.is_closing()]:
            self._open.pop(each).cancel()
        if len(self._open) >= MAX_CONNECTIONS:
            oldest = next(iter(self._open))
            self._open.pop(oldest).cancel()
            oldest.abort()
        later = asyncio.get_running_loop().call_later
        self._open[transport] = later(MAX_CONNECTION_SECONDS, transport.abort)


async def is_on_loopback(host: str) -> bool:
    """Return whether only programs on this machine can connect to a name or address."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return all(ip_address(str(address[0])).is_loopback for *_, address in found)
