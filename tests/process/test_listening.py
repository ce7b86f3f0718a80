"""The port for figures, by real sockets: strangers there cost little, and read nothing."""

import asyncio
import contextlib
import logging
import resource
import socket
from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from bot import http_endpoints
from bot.common.config import MetricsAddress, StartProblem
from bot.i18n import text
from bot.metrics import Metrics
from bot.storage.store import Store
from tests.machine import free_port
from tests.patience import HANG_TIMEOUT_SECONDS, until

DATABASES = ("sqlite",)
LIVE = text("en")("health-live").encode()


@pytest_asyncio.fixture
async def store(database: str) -> AsyncIterator[Store]:
    store = await Store.open(database, {})
    yield store
    await store.close()


@pytest.fixture
def port() -> int:
    return free_port()


@pytest_asyncio.fixture
async def _served(store: Store, port: int) -> AsyncIterator[None]:
    async with http_endpoints.serve_endpoints(
        MetricsAddress("127.0.0.1", port), Metrics(), store, {}, text("en")
    ):
        yield


async def ask(port: int, host: str | None, more: str = "Connection: close\r\n") -> bytes:
    """Return all that comes for a request for `/live` with this Host header."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    header = more if host is None else f"Host: {host}\r\n{more}"
    writer.write(f"GET /live HTTP/1.{0 if host is None else 1}\r\n{header}\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), HANG_TIMEOUT_SECONDS)
    writer.close()
    return answer


@pytest.mark.usefixtures("_served")
async def test_a_connection_ends_after_its_answer(port: int) -> None:
    assert LIVE in await ask(port, "127.0.0.1", "Connection: keep-alive\r\n")


@pytest.mark.usefixtures("_served")
async def test_on_loopback_a_website_cannot_read_the_pages(port: int) -> None:
    ours = ("127.0.0.1:9100", "10.1.2.3:9100", "[::1]:9100", "localhost:9100", "LOCALHOST", None)
    for host in ours:
        assert LIVE in await ask(port, host), host
    for host in ("evil.example", "localhost.evil.example:9100", "127.0.0.1.evil.example", "[evil"):
        answer = await ask(port, host)
        assert LIVE not in answer, host
        assert b" 421 " in answer or b" 400 " in answer, host


async def test_elsewhere_prometheus_asks_by_the_name_of_the_service(
    store: Store, port: int
) -> None:
    watch = MetricsAddress("0.0.0.0", port)
    async with http_endpoints.serve_endpoints(watch, Metrics(), store, {}, text("en")):
        assert LIVE in await ask(port, "cats.default.svc:9000")


async def test_the_name_of_the_setting_is_one_of_its_own(store: Store, port: int) -> None:
    async with http_endpoints.serve_endpoints(
        MetricsAddress("localhost", port), Metrics(), store, {}, text("en")
    ):
        assert LIVE in await ask(port, f"localhost:{port}")


async def test_an_address_that_is_taken_or_unknown_is_told(store: Store, port: int) -> None:
    with socket.create_server(("127.0.0.1", port)):
        for host in ("127.0.0.1", "no such host"):
            with pytest.raises(StartProblem, match="start-metrics-address"):
                async with http_endpoints.serve_endpoints(
                    MetricsAddress(host, port), Metrics(), store, {}, text("en")
                ):
                    pass


@pytest.mark.usefixtures("_served")
async def test_a_half_request_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_endpoints, "MAX_CONNECTION_SECONDS", 0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost:")
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), HANG_TIMEOUT_SECONDS) == b""
    writer.close()


@pytest.mark.usefixtures("_served")
async def test_many_half_requests_keep_nobody_out(port: int) -> None:
    strangers = []
    for _ in range(3 * http_endpoints.MAX_CONNECTIONS):
        strangers.append(await asyncio.open_connection("127.0.0.1", port))
        strangers[-1][1].write(b"GET /metrics HTTP/1.1\r\nHost:")
    assert LIVE in await ask(port, "127.0.0.1")
    closed = [reader for reader, _ in strangers[: 2 * http_endpoints.MAX_CONNECTIONS]]
    for reader in closed:
        with contextlib.suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), HANG_TIMEOUT_SECONDS) == b""
    for _, writer in strangers:
        writer.close()


@pytest.fixture
def no_descriptors() -> Iterator[contextlib.AbstractContextManager[None]]:
    """Return what leaves this process no descriptor meanwhile."""

    @contextlib.contextmanager
    def none_left() -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with socket.socket() as highest:
            least = highest.fileno()
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    yield none_left()


@pytest.mark.usefixtures("_served")
async def test_without_descriptors_one_line_is_logged_and_then_it_goes_on(
    port: int,
    no_descriptors: contextlib.AbstractContextManager[None],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = 0
    monkeypatch.setattr(http_endpoints, "ACCEPT_RETRY_SECONDS", 0.01)
    accept = asyncio.get_running_loop().sock_accept

    async def counted(listener: socket.socket) -> tuple[socket.socket, object]:
        nonlocal tries
        tries += 1
        return await accept(listener)

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_accept", counted)
    assert LIVE in await ask(port, "127.0.0.1")
    client = socket.socket()
    client.setblocking(False)
    before = tries
    with no_descriptors:
        await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", port))
        await until(lambda: tries > before + 5)
    client.close()
    assert LIVE in await ask(port, "127.0.0.1")
    told = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert [r.getMessage() for r in told] == [
        "metrics requests cannot be accepted: Too many open files"
    ]
