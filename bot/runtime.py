"""The process: its memory stays small, and an event loop that stands still is logged."""

import asyncio
import gc
import logging
import sys
import traceback
from threading import Event, Thread, get_ident

from bot.drawing import malloc

log = logging.getLogger(__name__)

COLLECTION_THRESHOLDS = (20_000, 5, 5)
"""New objects until the youngest are looked at, and after how many of these also the older ones.

The oldest are few, as what is loaded at the start is never looked at: a look at all takes some
milliseconds. With ten in place of two, 4 MB of garbage more lie about.
"""
GIVE_BACK_INTERVAL_SECONDS = 30.0
"""From one time to the next that free memory goes back to the system."""
SECONDS_BETWEEN_LOOKS = 1.0
MAX_LOOKS_WITHOUT_A_TURN = 10
"""Looks are counted, not seconds: a process that the system has stopped looks no more, either."""
MAX_LOGGED_CALLS = 20
"""So many of the innermost calls are logged."""


def freeze_loaded() -> None:
    """Clear up after the start, and keep what is loaded from being looked at again.

    Each garbage collection stops the event loop; one of all that is loaded takes 80 ms. Of what a
    click makes, most is gone by itself before the next thousand objects are there.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    malloc.give_back()


async def give_back_memory() -> None:
    """Give back what is free again and again, as long as this runs: 8 MB while many press.

    It takes some milliseconds of a thread, of which the event loop feels little.
    """
    while True:
        await asyncio.sleep(GIVE_BACK_INTERVAL_SECONDS)
        await asyncio.to_thread(malloc.give_back)


class LoopWatchdog:
    """Watches the event loop from a thread."""

    def __init__(self) -> None:
        """Watch nothing yet."""
        self._looks = 0
        """Since the loop last had a turn."""
        self._ended = Event()

    async def run(self) -> None:
        """Watch the loop that runs this until it is cancelled."""
        Thread(target=self._watch, args=(get_ident(),), name="watchdog", daemon=True).start()
        try:
            while True:
                self._looks = 0
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            self._ended.set()

    def _watch(self, thread: int) -> None:
        """Log each time that the loop of a thread stands still, once."""
        while not self._ended.wait(SECONDS_BETWEEN_LOOKS):
            self._looks += 1
            if self._looks == MAX_LOOKS_WITHOUT_A_TURN:
                log.error("the event loop stands still: nobody is answered. %s", _places(thread))


def _places(thread: int) -> str:
    """Return where a thread is in the code, innermost first, but no values: they may be secret."""
    frames = traceback.extract_stack(sys._current_frames()[thread])[::-1][:MAX_LOGGED_CALLS]
    return ", ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
