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
"""The arguments of `gc.set_threshold`.

Collecting the oldest generation takes only some milliseconds, because `freeze_loaded_objects`
excludes everything that was loaded at the start.
"""
RELEASE_INTERVAL_SECONDS = 30.0
CHECK_INTERVAL_SECONDS = 1.0
MAX_CHECKS_WITHOUT_RESPONSE = 10
"""The number of checks in a row without a response after which the event loop counts as blocked.

Checks are counted rather than seconds, because there are none while the system suspends the
process.
"""
MAX_LOGGED_CALLS = 20
"""The maximum number of calls of a blocked thread that the log shows, innermost first."""
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # numbers of glibc's `mallopt` parameters
MMAP_THRESHOLD_BYTES = 64 * 1024
"""The size of a block above which it does not come from the heap, as of each picture."""


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
    """Return free memory of the process to the operating system, if the C library is glibc.

    This takes some milliseconds. https://man7.org/linux/man-pages/man3/malloc_trim.3.html
    """
    trim = _find_function("malloc_trim")
    if trim:
        trim(0)


def _find_function(name: str) -> Callable[..., object] | None:
    try:
        return ctypes.CDLL(None)[name]
    except (AttributeError, OSError, TypeError):
        return None


def freeze_loaded_objects() -> None:
    """Exclude all objects that exist after the start from garbage collection.

    Otherwise each collection of them stops the event loop for 80 ms. Most objects that a click
    creates are freed by their reference counts anyway.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    release_free_memory()


async def release_memory_periodically() -> None:
    """Return free memory to the operating system at intervals, until cancelled.

    While many people press buttons, that is 8 MB. A thread does it, so that the loop is not
    delayed.
    """
    while True:
        await asyncio.sleep(RELEASE_INTERVAL_SECONDS)
        await asyncio.to_thread(release_free_memory)


class LoopWatchdog:
    """Logs an error when the event loop is blocked, with the function calls that block it."""

    def __init__(self) -> None:
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
        """Log an error each time the event loop of another thread is blocked."""
        while not self._ended.wait(CHECK_INTERVAL_SECONDS):
            self._checks += 1
            if self._checks == MAX_CHECKS_WITHOUT_RESPONSE:
                stack = _describe_stack(thread)
                log.error("the event loop stands still: nobody is answered. %s", stack)


def _describe_stack(thread: int) -> str:
    """Return the calls of a thread, without the values of variables, which may be secret."""
    frames = traceback.extract_stack(sys._current_frames()[thread])[::-1][:MAX_LOGGED_CALLS]
    return ", ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
