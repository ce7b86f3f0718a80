"""The network between the store and the PostgreSQL server, which a test cuts."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import parse_qs, urlsplit

from tests.patience import until


class Cable:
    """Passes bytes on to the server, until it is cut: then nothing comes through, not even an end.

    `swallow` names a word behind which it is cut. `socket` is the folder of the server's socket;
    a change of it leads new connections to another server.
    """

    def __init__(self, socket: str) -> None:
        self.is_cut = False
        self.swallow = b""
        self.socket = socket
        self._open: set[asyncio.Task[None]] = set()
        self._lost: set[asyncio.Task[None]] = set()
        """The ways of connections that are cut for good."""

    def lose(self) -> None:
        """Cut the connections that there are for good: the server never learns of it.

        Those that are made from now on work.
        """
        self._lost |= self._open

    async def come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a connection."""
        try:
            there, back = await asyncio.open_unix_connection(f"{self.socket}/.s.PGSQL.5432")
        except OSError:  # the server is away
            writer.close()
            return
        for way in (self._one_way(reader, back), self._one_way(there, writer)):
            self._open.add(asyncio.create_task(way))

    async def _one_way(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if not self._holds_back():
                    sink.write(data)
                if self.swallow and self.swallow in data:
                    self.is_cut = True
        await until(lambda: not self._holds_back())
        sink.close()

    def _holds_back(self) -> bool:
        return self.is_cut or asyncio.current_task() in self._lost

    async def close(self) -> None:
        self.is_cut = False
        for way in self._open:
            way.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)


@asynccontextmanager
async def cable(url: str) -> AsyncIterator[tuple[Cable, str]]:
    """Return a cable, and the address of the database at its other end."""
    (socket,) = parse_qs(urlsplit(url).query)["host"]
    own = Cable(socket)
    listening = await asyncio.start_server(own.come, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    user, _, rest = url.partition("@/")
    yield own, f"{user}@127.0.0.1:{port}/{rest.partition('?')[0]}"
    listening.close()
    await own.close()
