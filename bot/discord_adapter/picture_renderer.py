"""Draws pictures in a thread beside the event loop, and caches them."""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from cachetools import LRUCache

from bot.common.counters import NO_COUNTERS, Counters
from bot.engine.screen import Picture

log = logging.getLogger(__name__)

DEFAULT_PICTURE_TIMEOUT_SECONDS = 0.5
"""Seconds for which a message waits for its picture. After that, it is sent without the picture."""
MAX_CACHED_PICTURE_BYTES = 8_000_000
"""Size of the cache in bytes: enough for about 100 pictures, the newest ones of 20 tables."""
MAX_CONCURRENT_DRAWINGS = 1
"""Maximum number of pictures that are drawn at the same time. Further ones are queued. Drawing two
at a time would delay the event loop three times as long as drawing one.
"""

MAX_WAITING_DRAWINGS = 512
"""Maximum number of queued pictures. It takes about five seconds to draw them. If more are
requested, those that have waited longest are cancelled.
"""

PictureKey = tuple[object, ...]
"""Identifies a picture by its content: the function that draws the picture, and its arguments."""
PicturePlace = tuple[int, ...]
"""Where a picture is shown. It is (table id,) for a board, which is a table's public message, and
(table id, user id) for a person's own screen.
"""


@dataclass(eq=False)
class _Drawing:
    """A picture that is queued or being drawn."""

    picture: Picture
    """The picture to draw, with the function that draws it."""
    future: asyncio.Future[bytes | None]
    """Completes with the picture as the content of a file, or with None if drawing it fails."""
    places: set[tuple[PicturePlace, str]] = field(default_factory=set)
    """The places that wait for the picture, such as a table's board, each with a file name."""
    is_low_priority: bool = True
    """Whether only an animation needs the picture. Such pictures are drawn last and are not cached.
    """


class PictureRenderer:
    """Draws each picture once, in a thread of its own, the most recently requested one first.

    A queued picture is cancelled when another one is requested for the same place, such as a
    table's board. If too many pictures are queued, those that have waited longest are cancelled.
    """

    def __init__(self, counters: Counters = NO_COUNTERS) -> None:
        """Start with an empty cache.

        Args:
            counters: Counts the drawn pictures for monitoring.
        """
        self._counters = counters
        self._threads = ThreadPoolExecutor(
            max_workers=MAX_CONCURRENT_DRAWINGS, thread_name_prefix="pictures"
        )
        self._drawings: dict[PictureKey, _Drawing] = {}
        self._waiting: dict[PictureKey, _Drawing] = {}
        """Queued pictures by their keys. The last one, requested most recently, is drawn next."""
        self._running_count = 0
        self._drawing_by_place: dict[tuple[PicturePlace, str], _Drawing] = {}
        self._cached_pictures: LRUCache[PictureKey, bytes] = LRUCache(MAX_CACHED_PICTURE_BYTES, len)
        self._is_closed = False

    async def draw(
        self,
        picture: Picture,
        timeout_seconds: float | None = None,
        place: PicturePlace | None = None,
        *,
        is_low_priority: bool = False,
    ) -> bytes | None:
        """Return a picture as the content of a file, or None if it is not ready in time.

        None also means that drawing the picture has failed. A picture that is ready too late is
        cached, so that the next request finds it.

        Args:
            timeout_seconds: How long to wait. None means `DEFAULT_PICTURE_TIMEOUT_SECONDS`.
            place: Where the picture is shown. A newer request for the same place cancels this one.
                None means that nothing is cancelled.
            is_low_priority: Whether all other pictures are drawn first, and this one is not cached.
                Used for animations, which need many pictures and would push others out of the
                cache.
        """
        drawn = self._cached_pictures.get(picture.key)
        drawing = (
            None
            if drawn or self._is_closed
            else self._queue_drawing(picture, is_low_priority=is_low_priority)
        )
        if place is not None:
            self._replace_drawing((place, picture.name), drawing)
        if drawing is None:
            return drawn
        await asyncio.wait(
            (drawing.future,),
            timeout=DEFAULT_PICTURE_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds,
        )
        done = drawing.future
        return done.result() if done.done() and not done.cancelled() else None

    def find_drawing(self, picture: Picture) -> asyncio.Future[bytes | None] | None:
        """Return a future that completes with a picture that was not ready in time.

        The future is cancelled if the drawing is cancelled.

        Args:
            picture: The picture that was passed to `draw`.

        Returns:
            The future, or None if drawing the picture has failed.
        """
        ready = self._cached_pictures.get(picture.key)
        if ready is not None:
            drawn: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
            drawn.set_result(ready)
            return drawn
        drawing = self._drawings.get(picture.key)
        return drawing.future if drawing else None

    def close(self) -> None:
        """Stop drawing pictures.

        A drawing that is already running finishes, and its result is discarded.
        """
        self._is_closed = True
        for drawing in self._waiting.values():
            drawing.future.cancel()
        self._waiting.clear()
        self._threads.shutdown(wait=False)

    def _queue_drawing(self, picture: Picture, *, is_low_priority: bool) -> _Drawing:
        """Return the drawing of a picture, and queue it unless it is running already.

        It is drawn next, or after all others if `is_low_priority`.
        """
        known = self._drawings.get(picture.key)
        drawing = known or _Drawing(picture, asyncio.get_running_loop().create_future())
        self._drawings[picture.key] = drawing
        drawing.is_low_priority = drawing.is_low_priority and is_low_priority
        if known is None or (not is_low_priority and self._remove_from_waiting(known)):
            if is_low_priority:
                self._waiting = {picture.key: drawing, **self._waiting}
            else:
                self._waiting[picture.key] = drawing
        self._begin_drawings()
        if len(self._waiting) > MAX_WAITING_DRAWINGS:
            self._cancel_drawing(next(iter(self._waiting.values())))
        return drawing

    def _replace_drawing(self, place: tuple[PicturePlace, str], drawing: _Drawing | None) -> None:
        """Record which drawing a place waits for, and cancel the drawing that it waited for before.

        A drawing that is running, or for which another place waits, is not cancelled. `place` is
        the board or own screen with the picture's file name. `drawing` is None if the picture is
        ready.
        """
        before = self._drawing_by_place.pop(place, None)
        if drawing is not None:
            self._drawing_by_place[place] = drawing
            drawing.places.add(place)
        if before is None or before is drawing:
            return
        before.places.discard(place)
        if not before.places and before.picture.key in self._waiting:
            self._cancel_drawing(before)

    def _cancel_drawing(self, drawing: _Drawing) -> None:
        """Cancel the drawing of a queued picture. Those who wait for it go on without it."""
        del self._waiting[drawing.picture.key]
        self._forget_drawing(drawing)
        drawing.future.cancel()

    def _forget_drawing(self, drawing: _Drawing) -> None:
        """Remove a drawing that is done or cancelled from the lists of drawings."""
        del self._drawings[drawing.picture.key]
        for place in drawing.places:
            self._drawing_by_place.pop(place, None)

    def _remove_from_waiting(self, drawing: _Drawing) -> bool:
        """Remove a drawing from the queue, and return whether it was in the queue."""
        return self._waiting.pop(drawing.picture.key, None) is drawing

    def _begin_drawings(self) -> None:
        """Start to draw queued pictures, up to `MAX_CONCURRENT_DRAWINGS` at the same time."""
        while self._waiting and self._running_count < MAX_CONCURRENT_DRAWINGS:
            _, drawing = self._waiting.popitem()
            self._running_count += 1
            begun = asyncio.get_running_loop().run_in_executor(
                self._threads, _draw_picture, drawing.picture.draw, self._counters
            )
            begun.add_done_callback(partial(self._end_drawing, drawing))

    def _end_drawing(self, drawing: _Drawing, future: asyncio.Future[bytes | None]) -> None:
        """Cache a drawn picture, pass it to those who wait for it, and draw the next one."""
        self._running_count -= 1
        self._forget_drawing(drawing)
        drawn = None if future.cancelled() else future.result()
        if drawn is not None and not drawing.is_low_priority:
            with suppress(ValueError):  # the picture is larger than the whole cache
                self._cached_pictures[drawing.picture.key] = drawn
        if not drawing.future.done():
            drawing.future.set_result(drawn)
        self._begin_drawings()


def _draw_picture(draw: Callable[[], bytes], counters: Counters) -> bytes | None:
    """Draw a picture in the thread.

    Return None and log the error if that fails. Only the type and place of the error are logged,
    because its message may contain a player's secrets.
    """
    started = time.perf_counter()
    try:
        drawn = draw()
    except Exception as error:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = "nowhere" if place is None else f"{place.tb_frame.f_code.co_name}:{place.tb_lineno}"
        log.warning("a picture could not be drawn: %s in %s", type(error).__name__, where)
        return None
    counters.observe_picture(time.perf_counter() - started)
    return drawn
