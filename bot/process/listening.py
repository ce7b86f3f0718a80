"""Listens for requests of whoever watches the bot: few at a time, and none for long."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 32
"""Connections that are open at the same time; the oldest one is closed for a further one."""
MAX_CONNECTION_SECONDS = 10.0
"""After which a connection is closed, whatever is missing of its request or answer."""
RETRY_SECONDS = 1.0
"""Until connections are accepted again after that has failed, such as for lack of descriptors."""


@asynccontextmanager
async def listening(
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
                await asyncio.sleep(RETRY_SECONDS)
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
