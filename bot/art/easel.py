"""Draws pictures aside from the event loop, and keeps what was drawn."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.games.screen import Picture

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until a screen goes out without its picture."""
MOST_PICTURES = 64
MOST_BYTES = 16_000_000

Key = tuple[object, ...]


class Easel:
    """Draws each picture once, in a thread of its own."""

    def __init__(self) -> None:
        """Start without any picture."""
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="easel")
        self._drawing: dict[Key, asyncio.Future[bytes | None]] = {}
        self._drawn: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._closed = False

    async def draw(self, picture: Picture, patience: float | None = None) -> bytes | None:
        """Return the picture, or None if it is not ready in time or has failed.

        `patience`: how many seconds are in time; None: `PATIENCE`.
        What comes late is kept, so that asking again finds it.
        """
        drawn = self._drawn.get(picture.key)
        if drawn is not None:
            self._drawn.move_to_end(picture.key)
            return drawn
        if self._closed:
            return None
        drawing = self._drawing.get(picture.key) or self._begin(picture)
        await asyncio.wait((drawing,), timeout=PATIENCE if patience is None else patience)
        return drawing.result() if drawing.done() and not drawing.cancelled() else None

    def drawing(self, picture: Picture) -> asyncio.Future[bytes | None] | None:
        """Return the drawing of a picture that was not ready in time, None if it has failed."""
        if picture.key in self._drawn:
            drawn: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
            drawn.set_result(self._drawn[picture.key])
            return drawn
        return self._drawing.get(picture.key)

    def close(self) -> None:
        """Begin no more drawings. One that has begun ends by itself; nobody waits for it."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, picture: Picture) -> asyncio.Future[bytes | None]:
        loop = asyncio.get_running_loop()
        drawing = loop.run_in_executor(self._threads, _drawn, picture.draw)
        self._drawing[picture.key] = drawing
        drawing.add_done_callback(lambda done: self._end(picture.key, done))
        return drawing

    def _end(self, key: Key, drawing: asyncio.Future[bytes | None]) -> None:
        del self._drawing[key]
        drawn = None if drawing.cancelled() else drawing.result()
        if drawn is None:
            return
        self._drawn[key] = drawn
        self._bytes += len(drawn)
        while len(self._drawn) > MOST_PICTURES or self._bytes > MOST_BYTES:
            _, oldest = self._drawn.popitem(last=False)
            self._bytes -= len(oldest)


def _drawn(draw: Callable[[], bytes]) -> bytes | None:
    """Draw. Of a failure only kind and place are logged: all else may tell a player's secrets."""
    try:
        return draw()
    except Exception as error:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = "nowhere" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
        log.warning("a picture could not be drawn: %s in %s", type(error).__name__, where)
        return None
