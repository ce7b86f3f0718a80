"""How the bot is, for Prometheus and for whoever keeps it running.

`/metrics` has figures; `/health`, `/ready` and `/live` answer yes or no.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.common.config import MetricsAddress, StartProblem
from bot.common.timings import HTTP_SHUTDOWN_TIMEOUT_SECONDS
from bot.discord_adapter.client import CatsClient
from bot.engine.text_helpers import lines
from bot.i18n import Text
from bot.metrics import Metrics, ServedShard
from bot.storage.store import Store

log = logging.getLogger(__name__)
DATABASE_ANSWER_TIMEOUT_SECONDS = 1.0
"""In which the database has to answer, and for which its answer counts."""
MAX_CONNECTIONS = 32
"""Connections that are open at the same time; the oldest one is closed for a further one."""
MAX_CONNECTION_SECONDS = 10.0
"""After which a connection is closed, whatever is missing of its request or answer."""
ACCEPT_RETRY_SECONDS = 1.0
"""Until connections are accepted again after that has failed, such as for lack of descriptors."""


def _is_no_bad_request(record: logging.LogRecord) -> bool:
    """Tell whether a line of the log speaks of more than a request that nobody can read.

    Such as one with a path of many thousand signs, which is answered with 400: anybody can send it.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


logging.getLogger(__name__).addFilter(_is_no_bad_request)


class TableCounts:
    """Asks the database how many tables there are, at most once a second, whoever wants to know."""

    def __init__(self, ask: Callable[[], Awaitable[Mapping[str, int]]]) -> None:
        """Ask by this function."""
        self._ask = ask
        self._at = 0.0
        self._asking: asyncio.Task[Mapping[str, int]] | None = None

    async def tables(self) -> Mapping[str, int] | None:
        """Return the numbers by phase; None if the database fails, or takes longer than a second.

        A question that it does not answer stays the only one until it does.
        """
        now = asyncio.get_running_loop().time()
        asking = self._asking
        if asking is None or (asking.done() and now - self._at >= DATABASE_ANSWER_TIMEOUT_SECONDS):
            self._at = now
            asking = self._asking = asyncio.create_task(self._asked())
        await asyncio.wait(
            (asking,), timeout=max(0.0, self._at + DATABASE_ANSWER_TIMEOUT_SECONDS - now)
        )
        failed = not asking.done() or asking.cancelled() or asking.exception() is not None
        return None if failed else asking.result()

    async def _asked(self) -> Mapping[str, int]:
        return await self._ask()


class Endpoints:
    """Answers who asks."""

    def __init__(
        self,
        metrics: Metrics,
        store: Store | None,
        clients: Callable[[], Mapping[int, CatsClient]],
        say: Text,
    ) -> None:
        """Tell of this store, if it is open, and of the clients that run when somebody asks."""
        self._metrics = metrics
        self._asked = TableCounts(store.tables.count_phases) if store else None
        self._clients = clients
        self._say = say

    async def metrics(self, request: web.Request) -> web.Response:
        """Answer with all figures."""
        tables = await self._asked.tables() if self._asked else None
        accept = request.headers.get("Accept", "")
        shards = self._shards()
        prepared = len(self._clients()) - len(shards)
        body, content_type = self._metrics.encode(shards, prepared, tables, accept)
        return web.Response(body=body, headers={"Content-Type": content_type})

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, 503 with the reason in one line if not."""
        sick = await self._lacking()
        if sick is None and not self._shards():
            sick = self._sick("health-no-shards")
        return sick if sick is not None else self._well("health-well")

    async def ready(self, _: web.Request) -> web.Response:
        """Answer 200 if people can play, or this process waits to be needed for it.

        A clean-up that has failed for two days adds a line and leaves the status as it is.
        """
        sick = await self._lacking()
        if sick is not None:
            return sick
        shards = self._shards()
        overdue = ", ".join(step for shard in shards for step in shard.overdue)
        return self._well(
            "health-well" if shards else "health-no-shards",
            self._say("health-cleanup", steps=overdue) if overdue else "",
        )

    async def live(self, _: web.Request) -> web.Response:
        """Answer 200: the process runs, and a restart would mend nothing."""
        return self._well("health-live")

    async def _lacking(self) -> web.Response | None:
        """Return what this process lacks for what it serves, None if it is nothing."""
        if self._asked and await self._asked.tables() is None:
            return self._sick("health-database")
        down = [shard for shard in self._shards() if not shard.up]
        for key, shards in (
            ("health-gateway", [shard for shard in down if not shard.connected]),
            ("health-answers", down),
        ):
            if shards:
                numbers = sorted(shard.number for shard in shards)
                return self._sick(key, shards=", ".join(map(str, numbers)))
        return None

    def _well(self, key: str, note: str = "") -> web.Response:
        return web.Response(text=lines(self._say(key), note) + "\n")

    def _sick(self, key: str, **values: str) -> web.Response:
        return web.Response(status=503, text=self._say(key, **values) + "\n")

    def _shards(self) -> tuple[ServedShard, ...]:
        """Return the shards whose tables are this process's."""
        return tuple(
            ServedShard(
                client.shard.number,
                client.reachability.is_reachable,
                client.services.delivery.behind,
                client.reachability.is_connected,
                client.services.scheduler.cleanup.overdue,
            )
            for client in self._clients().values()
            if client.life.serving
        )


def is_own_name(host: str | None, bound: str) -> bool:
    """Tell whether a Host header names this machine as no other website can.

    A website whose name leads to this machine (DNS rebinding) sends that name.
    """
    name = urlsplit(f"//{host or ''}").hostname or ""
    if name in ("", "localhost", bound.lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def make_host_check(bound: str) -> Middleware:
    """Return what answers only requests that name this machine."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            is_own = is_own_name(request.headers.get("Host"), bound)
        except ValueError:  # no host at all
            is_own = False
        return await handler(request) if is_own else web.Response(status=421)

    return check


@web.middleware
async def close_after_answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Close each connection after one answer."""
    answer = await handler(request)
    answer.force_close()
    return answer


@asynccontextmanager
async def serve_endpoints(
    watch: MetricsAddress,
    metrics: Metrics,
    store: Store | None,
    clients: Callable[[], Mapping[int, CatsClient]],
    say: Text,
) -> AsyncIterator[None]:
    """Serve the endpoints meanwhile. Raises `StartProblem` if the address cannot be listened on."""
    endpoints = Endpoints(metrics, store, clients, say)
    try:
        checks = [make_host_check(watch.host)] if await is_on_loopback(watch.host) else []
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
        server = cast("Callable[[], asyncio.Protocol]", runner.server)  # it is there after `setup`
        try:
            await stack.enter_async_context(listen(server, watch.host, watch.port))
        except OSError:
            raise StartProblem("start-metrics-address") from None
        yield


@asynccontextmanager
async def listen(
    protocol: Callable[[], asyncio.Protocol], host: str, port: int
) -> AsyncIterator[None]:
    """Accept connections meanwhile. Raises `OSError` if the address cannot be listened on."""
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
    """The open connections."""

    def __init__(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Serve each connection by a protocol of its own."""
        self._protocol = protocol
        self._open: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """What closes each of them, the oldest first."""
        self._failing = False

    async def accept(self, listener: socket.socket) -> None:
        """Accept connections until this is cancelled. A failure is logged once until one works.

        asyncio's own server would log each failure once for each place in its backlog, and again
        a second later.
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
                transport, _ = await loop.connect_accepted_socket(self._protocol, connection)
            except OSError as error:
                if not self._failing:
                    log.warning("requests for figures cannot be accepted: %s", error.strerror)
                self._failing = True
                await asyncio.sleep(ACCEPT_RETRY_SECONDS)
            else:
                self._failing = False
                self._add(transport)

    def _add(self, transport: asyncio.Transport) -> None:
        for each in [each for each in self._open if each.is_closing()]:
            self._open.pop(each).cancel()
        if len(self._open) >= MAX_CONNECTIONS:
            oldest = next(iter(self._open))
            self._open.pop(oldest).cancel()
            oldest.abort()
        later = asyncio.get_running_loop().call_later
        self._open[transport] = later(MAX_CONNECTION_SECONDS, transport.abort)


async def is_on_loopback(host: str) -> bool:
    """Tell whether only programs of this machine can connect to an address."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return all(ip_address(str(address[0])).is_loopback for *_, address in found)
