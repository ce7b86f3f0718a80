"""Draws pictures aside from the event loop, and keeps what was drawn."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from bot.art import memory
from bot.art.kept import Kept
from bot.games.screen import Picture

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until a screen goes out without its picture."""
MOST_BYTES = 12_000_000
"""Of drawn pictures: some 180 of them, the newest boards and hands of 30 tables."""
TRIM = 8
"""After so many drawings, free memory is given back."""

Key = tuple[object, ...]

_drawings = count(1)


class Easel:
    """Draws each picture once, in a thread of its own."""

    def __init__(self) -> None:
        """Start without any picture."""
        memory.use_one_heap()
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="easel")
        self._drawing: dict[Key, asyncio.Future[bytes | None]] = {}
        self._drawn: Kept[bytes] = Kept(MOST_BYTES, len)
        self._closed = False

    async def draw(self, picture: Picture, patience: float | None = None) -> bytes | None:
        """Return the picture, or None if it is not ready in time or has failed.

        `patience`: how many seconds are in time; None: `PATIENCE`.
        What comes late is kept, so that asking again finds it.
        """
        drawn = self._drawn.get(picture.key)
        if drawn is not None or self._closed:
            return drawn
        drawing = self._drawing.get(picture.key) or self._begin(picture)
        await asyncio.wait((drawing,), timeout=PATIENCE if patience is None else patience)
        return drawing.result() if drawing.done() and not drawing.cancelled() else None

    def drawing(self, picture: Picture) -> asyncio.Future[bytes | None] | None:
        """Return the drawing of a picture that was not ready in time, None if it has failed."""
        ready = self._drawn.get(picture.key)
        if ready is not None:
            drawn: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
            drawn.set_result(ready)
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
        if drawn is not None:
            self._drawn.keep(key, drawn)


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
    finally:
        if next(_drawings) % TRIM == 0:
            memory.trim()
