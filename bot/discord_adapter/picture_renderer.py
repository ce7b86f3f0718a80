"""Draws pictures aside from the event loop, and keeps what was drawn."""

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
"""Seconds until a screen goes out without its picture."""
MAX_CACHED_PICTURE_BYTES = 8_000_000
"""Of drawn pictures: some 100 of them, the newest boards and hands of 20 tables."""
MAX_CONCURRENT_DRAWINGS = 1
"""So many pictures are drawn at the same time: a second one would keep the event loop waiting, too,
three times as long as one does.
"""

MAX_WAITING_DRAWINGS = 512
"""Pictures that wait to be drawn, some five seconds of it: while more and more are asked for, those
that have waited longest are given up. All boards after an outage are fewer."""

PictureKey = tuple[object, ...]
PicturePlace = tuple[int, ...]
"""What shows a picture: the board of a table (its id), or a person's own screen there (both
ids)."""


@dataclass(eq=False)
class _Drawing:
    """A picture that is not ready yet."""

    picture: Picture
    done: asyncio.Future[bytes | None]
    places: set[tuple[PicturePlace, str]] = field(default_factory=set)
    """Where it is wanted, with its file name."""
    is_low_priority: bool = True
    """Nobody waits for it but a moving picture: it goes behind all others, and is not kept."""


class PictureRenderer:
    """Draws each picture once, in threads of its own, the one that was asked for last first.

    What waits to be drawn for a place is given up when another picture is asked for there, and what
    has waited longest when too many wait.
    """

    def __init__(self, figures: Counters = NO_COUNTERS) -> None:
        """Start without any picture; `figures` count what is drawn."""
        self._figures = figures
        self._threads = ThreadPoolExecutor(
            max_workers=MAX_CONCURRENT_DRAWINGS, thread_name_prefix="pictures"
        )
        self._drawings: dict[PictureKey, _Drawing] = {}
        self._waiting: dict[PictureKey, _Drawing] = {}
        """Those that have not begun; the one that was asked for last comes last."""
        self._running_count = 0
        self._drawing_by_place: dict[tuple[PicturePlace, str], _Drawing] = {}
        self._cached_pictures: LRUCache[PictureKey, bytes] = LRUCache(MAX_CACHED_PICTURE_BYTES, len)
        self._is_closed = False

    async def draw(
        self,
        picture: Picture,
        patience: float | None = None,
        place: PicturePlace | None = None,
        *,
        patient: bool = False,
    ) -> bytes | None:
        """Return the picture, or None if it is not ready in time or has failed.

        `patience`: how many seconds are in time; None: `DEFAULT_PICTURE_TIMEOUT_SECONDS`. `place`:
        what is to show it. What comes late is kept, so that asking again finds it.
        `is_low_priority`: all others go first, and it is not kept, as there are many of them and
        they would take the place of what is.
        """
        drawn = self._cached_pictures.get(picture.key)
        drawing = (
            None if drawn or self._is_closed else self._queue_drawing(picture, patient=patient)
        )
        if place is not None:
            self._note_wanted((place, picture.name), drawing)
        if drawing is None:
            return drawn
        await asyncio.wait(
            (drawing.done,),
            timeout=DEFAULT_PICTURE_TIMEOUT_SECONDS if patience is None else patience,
        )
        done = drawing.done
        return done.result() if done.done() and not done.cancelled() else None

    def find_drawing(self, picture: Picture) -> asyncio.Future[bytes | None] | None:
        """Return the drawing of a picture that was not ready in time, None if it has failed.

        It is cancelled if it is given up.
        """
        ready = self._cached_pictures.get(picture.key)
        if ready is not None:
            drawn: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
            drawn.set_result(ready)
            return drawn
        drawing = self._drawings.get(picture.key)
        return drawing.done if drawing else None

    def close(self) -> None:
        """Begin no more drawings. One that has begun ends by itself; nobody waits for it."""
        self._is_closed = True
        for drawing in self._waiting.values():
            drawing.done.cancel()
        self._waiting.clear()
        self._threads.shutdown(wait=False)

    def _queue_drawing(self, picture: Picture, *, patient: bool) -> _Drawing:
        """Return the drawing of a picture: the next to begin if it has not, or the last one."""
        known = self._drawings.get(picture.key)
        drawing = known or _Drawing(picture, asyncio.get_running_loop().create_future())
        self._drawings[picture.key] = drawing
        drawing.is_low_priority = drawing.is_low_priority and patient
        if known is None or (not patient and self._remove_from_waiting(known)):
            if patient:
                self._waiting = {picture.key: drawing, **self._waiting}
            else:
                self._waiting[picture.key] = drawing
        self._begin_drawings()
        if len(self._waiting) > MAX_WAITING_DRAWINGS:
            self._cancel_drawing(next(iter(self._waiting.values())))
        return drawing

    def _note_wanted(self, place: tuple[PicturePlace, str], drawing: _Drawing | None) -> None:
        """Note which drawing a place waits for; give up what was to be shown there before."""
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
        """Draw no more what has not begun."""
        del self._waiting[drawing.picture.key]
        self._forget_drawing(drawing)
        drawing.done.cancel()

    def _forget_drawing(self, drawing: _Drawing) -> None:
        del self._drawings[drawing.picture.key]
        for place in drawing.places:
            self._drawing_by_place.pop(place, None)

    def _remove_from_waiting(self, drawing: _Drawing) -> bool:
        """Take a drawing out of those that wait; tell whether it was one of them."""
        return self._waiting.pop(drawing.picture.key, None) is drawing

    def _begin_drawings(self) -> None:
        while self._waiting and self._running_count < MAX_CONCURRENT_DRAWINGS:
            _, drawing = self._waiting.popitem()
            self._running_count += 1
            begun = asyncio.get_running_loop().run_in_executor(
                self._threads, _draw_picture, drawing.picture.draw, self._figures
            )
            begun.add_done_callback(partial(self._end_drawing, drawing))

    def _end_drawing(self, drawing: _Drawing, begun: asyncio.Future[bytes | None]) -> None:
        self._running_count -= 1
        self._forget_drawing(drawing)
        drawn = None if begun.cancelled() else begun.result()
        if drawn is not None and not drawing.is_low_priority:
            with suppress(ValueError):  # it is larger than all that is kept
                self._cached_pictures[drawing.picture.key] = drawn
        if not drawing.done.done():
            drawing.done.set_result(drawn)
        self._begin_drawings()


def _draw_picture(draw: Callable[[], bytes], figures: Counters) -> bytes | None:
    """Draw. Of a failure only kind and place are logged: all else may tell a player's secrets."""
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
    figures.observe_picture(time.perf_counter() - started)
    return drawn
