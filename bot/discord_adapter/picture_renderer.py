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
"""For how long a message waits for its picture before it is sent without."""
MAX_CACHED_PICTURE_BYTES = 8_000_000
"""Enough for about 100 pictures, the newest ones of 20 tables."""
MAX_CONCURRENT_DRAWINGS = 1
"""Two at a time would delay the event loop three times as long as one."""
MAX_WAITING_DRAWINGS = 512
"""They take about five seconds. Of more, those that have waited longest are cancelled."""

PictureKey = tuple[object, ...]
"""The function that draws the picture, and its arguments."""
PicturePlace = tuple[int, ...]
"""Where a picture is shown: (table id,) on a board, (table id, user id) on an own screen."""


@dataclass(eq=False)
class _Drawing:
    """A picture that is queued or being drawn."""

    picture: Picture
    future: asyncio.Future[bytes | None]
    """Completes with the content of the file, or with None if drawing it fails."""
    places: set[tuple[PicturePlace, str]] = field(default_factory=set)
    """The places that wait for the picture, each with a file name."""
    is_low_priority: bool = True
    """Whether only an animation needs the picture. It is then drawn last and not cached."""


class PictureRenderer:
    """Draws each picture once, in a thread of its own, the most recently requested one first.

    A queued picture is cancelled when another one is requested for the same place.
    """

    def __init__(self, counters: Counters = NO_COUNTERS) -> None:
        self._counters = counters
        self._threads = ThreadPoolExecutor(
            max_workers=MAX_CONCURRENT_DRAWINGS, thread_name_prefix="pictures"
        )
        self._drawings: dict[PictureKey, _Drawing] = {}
        self._waiting: dict[PictureKey, _Drawing] = {}
        """The queue. The last one, requested most recently, is drawn next."""
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
        """Return a picture as the content of a file, or None if it fails or is not ready in time.

        A picture that is ready too late is cached, so that the next request finds it.

        Args:
            timeout_seconds: None means `DEFAULT_PICTURE_TIMEOUT_SECONDS`.
            place: Where the picture is shown. A newer request for the same place cancels this one.
            is_low_priority: Whether all other pictures are drawn first, and this one is not cached.
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
        """Return the future of a picture that was not ready in time, or None if drawing it failed.

        It is cancelled if the drawing is cancelled.
        """
        ready = self._cached_pictures.get(picture.key)
        if ready is not None:
            drawn: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
            drawn.set_result(ready)
            return drawn
        drawing = self._drawings.get(picture.key)
        return drawing.future if drawing else None

    def close(self) -> None:
        """Stop drawing pictures. The result of a drawing that is running is discarded."""
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

        A drawing that is running, or for which another place waits, is not cancelled. None means
        that the picture is ready.
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
        del self._waiting[drawing.picture.key]
        self._forget_drawing(drawing)
        drawing.future.cancel()

    def _forget_drawing(self, drawing: _Drawing) -> None:
        del self._drawings[drawing.picture.key]
        for place in drawing.places:
            self._drawing_by_place.pop(place, None)

    def _remove_from_waiting(self, drawing: _Drawing) -> bool:
        return self._waiting.pop(drawing.picture.key, None) is drawing

    def _begin_drawings(self) -> None:
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
    """Draw a picture in the thread, or log the type and place of the error.

    The message of an error may contain a player's secrets.
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
