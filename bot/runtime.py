"""Keeps the memory of the process small, and logs when its event loop is blocked.

Pictures keep 41 MB once all caches are full: pieces (`kit.PIECE_CACHE`, 26 MB), drawn pictures
(`picture_renderer.py`, 8 MB), 16 fonts (2 MB), 2,048 fitted texts (1 MB), and the codecs that the
first pictures load (4 MB). The renderer's thread may also be drawing a picture (3 MB).
"""

import asyncio
import ctypes
import gc
import logging
import sys
import traceback
from collections.abc import Callable
from threading import Event, Thread, get_ident

log = logging.getLogger(__name__)

COLLECTION_THRESHOLDS = (20_000, 5, 5)
"""The arguments of `gc.set_threshold`, which say how often garbage is collected.

Collecting the oldest generation takes only some milliseconds, because `freeze_loaded_objects`
excludes everything that was loaded at the start.
"""
RELEASE_INTERVAL_SECONDS = 30.0
"""Seconds between two times that free memory is returned to the operating system."""
CHECK_INTERVAL_SECONDS = 1.0
"""Seconds between two checks of whether the event loop is blocked."""
MAX_CHECKS_WITHOUT_RESPONSE = 10
"""The event loop counts as blocked if it has not run during this many checks in a row.

Checks are counted rather than seconds. While the system suspends the process, there are no checks,
so a suspended process does not count as blocked.
"""
MAX_LOGGED_CALLS = 20
"""Maximum number of function calls of a blocked thread that the log shows, innermost first.

Further ones are left out.
"""
M_MMAP_THRESHOLD = -3
"""Number of glibc's `mallopt` parameter for the size above which blocks leave the heap."""
M_ARENA_MAX = -8
"""Number of glibc's `mallopt` parameter for the maximum number of heaps (arenas)."""
MMAP_THRESHOLD_BYTES = 64 * 1024
"""Size in bytes above which a block of memory comes directly from the operating system.

Pictures take more than this, even that of a single card in a player's hand.
"""


def limit_fragmentation() -> None:
    """Keep large blocks out of the heap of the C library glibc, and let all threads share one heap.

    Canvases and other parts of pictures are large, and are kept for very different times. By
    default, glibc raises its threshold for large blocks to the size of the block that was freed
    last. Then its heap gets gaps: 50 MB after 20,000 clicks. A fixed `M_MMAP_THRESHOLD` prevents
    that. Does nothing with other C libraries. https://man7.org/linux/man-pages/man3/mallopt.3.html
    """
    mallopt = _find_function("mallopt")
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)
        mallopt(M_ARENA_MAX, 1)


def release_free_memory() -> None:
    """Return free memory of the process to the operating system.

    This takes some milliseconds. Does nothing if the C library is not glibc.
    https://man7.org/linux/man-pages/man3/malloc_trim.3.html
    """
    trim = _find_function("malloc_trim")
    if trim:
        trim(0)


def _find_function(name: str) -> Callable[..., object] | None:
    """Return a function of the C library by its name, or None if the library does not have it."""
    try:
        return ctypes.CDLL(None)[name]
    except (AttributeError, OSError, TypeError):
        return None


def freeze_loaded_objects() -> None:
    """Exclude all objects that exist after the start from garbage collection.

    Each collection stops the event loop. Without this exclusion, a collection of everything that is
    loaded takes 80 ms. Most objects that a click creates are freed by their reference counts
    anyway.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    release_free_memory()


async def release_memory_periodically() -> None:
    """Return free memory to the operating system every `RELEASE_INTERVAL_SECONDS`, until cancelled.

    While many people press buttons, that is 8 MB. The work is done in a thread for some
    milliseconds, and hardly delays the event loop.
    """
    while True:
        await asyncio.sleep(RELEASE_INTERVAL_SECONDS)
        await asyncio.to_thread(release_free_memory)


class LoopWatchdog:
    """Logs an error when the event loop is blocked, with the function calls that block it."""

    def __init__(self) -> None:
        """Create a watchdog, which does nothing until `run` is called."""
        self._checks = 0
        """Number of checks since the event loop last ran."""
        self._ended = Event()

    async def run(self) -> None:
        """Watch the event loop in which this coroutine runs, until cancelled."""
        Thread(target=self._watch, args=(get_ident(),), name="watchdog", daemon=True).start()
        try:
            while True:
                self._checks = 0
                await asyncio.sleep(CHECK_INTERVAL_SECONDS)
        finally:
            self._ended.set()

    def _watch(self, thread: int) -> None:
        """Log an error each time the event loop is blocked.

        This method runs in a thread of its own.

        `thread` is the id of the thread in which the event loop runs.
        """
        while not self._ended.wait(CHECK_INTERVAL_SECONDS):
            self._checks += 1
            if self._checks == MAX_CHECKS_WITHOUT_RESPONSE:
                stack = _describe_stack(thread)
                log.error("the event loop stands still: nobody is answered. %s", stack)


def _describe_stack(thread: int) -> str:
    """Return a description of the function calls of a thread, innermost first.

    Values of variables are left out, because they may be secrets of players. `thread` is the
    thread's id.
    """
    frames = traceback.extract_stack(sys._current_frames()[thread])[::-1][:MAX_LOGGED_CALLS]
    return ", ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
