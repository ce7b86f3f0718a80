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
"""Arguments of `gc.set_threshold`, which say how often garbage is collected.

The oldest generation is small, because `freeze_loaded_objects` takes out what is loaded at the
start. Collecting it takes some milliseconds.
"""
RELEASE_INTERVAL_SECONDS = 30.0
"""Seconds between two returns of free memory to the operating system."""
CHECK_INTERVAL_SECONDS = 1.0
"""Seconds between two checks whether the event loop still runs."""
MAX_CHECKS_WITHOUT_RESPONSE = 10
"""Number of checks in a row without a turn of the event loop after which it counts as blocked.

Checks are counted, not seconds, because a process that the system has stopped does not check.
"""
MAX_LOGGED_CALLS = 20
"""Maximum number of function calls that the log shows of a blocked thread, innermost first."""
M_MMAP_THRESHOLD = -3
"""Number of glibc's `mallopt` parameter for the size above which a block gets its own memory."""
M_ARENA_MAX = -8
"""Number of glibc's `mallopt` parameter for the maximum number of heaps."""
MMAP_THRESHOLD_BYTES = 64 * 1024
"""Size in bytes above which a block of memory comes directly from the operating system.

The picture of a single card in a player's hand takes more.
"""


def limit_fragmentation() -> None:
    """Keep large blocks out of the heap of glibc, and let all threads share one heap.

    Canvases and pieces of pictures are large, and live for very different times. By default glibc
    raises its threshold to the size of the block that was freed last, and its heap gets holes: 50
    MB after 20,000 presses. A fixed `M_MMAP_THRESHOLD` prevents that. Does nothing with other C
    libraries. https://man7.org/linux/man-pages/man3/mallopt.3.html
    """
    mallopt = _find_function("mallopt")
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)
        mallopt(M_ARENA_MAX, 1)


def release_free_memory() -> None:
    """Return free memory of the process to the operating system, which takes some milliseconds.

    Does nothing if the C library is not glibc.
    https://man7.org/linux/man-pages/man3/malloc_trim.3.html
    """
    trim = _find_function("malloc_trim")
    if trim:
        trim(0)


def _find_function(name: str) -> Callable[..., object] | None:
    """Return a function of the C library, or None if the library has no function of this name."""
    try:
        return ctypes.CDLL(None)[name]
    except (AttributeError, OSError, TypeError):
        return None


def freeze_loaded_objects() -> None:
    """Exclude all objects that exist after the start from garbage collection.

    Each collection stops the event loop; one of everything that is loaded takes 80 ms. Most objects
    of a click are freed by their reference counts before the next thousand exist.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    release_free_memory()


async def release_memory_periodically() -> None:
    """Return free memory to the operating system at intervals, until cancelled.

    While many people press buttons, that is 8 MB. It runs in a thread for some milliseconds, which
    hardly delays the event loop.
    """
    while True:
        await asyncio.sleep(RELEASE_INTERVAL_SECONDS)
        await asyncio.to_thread(release_free_memory)


class LoopWatchdog:
    """Logs an error when the event loop is blocked, with the code that blocks it."""

    def __init__(self) -> None:
        """Start with no missed check."""
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
        """Log once each time that the event loop of the thread with this id is blocked."""
        while not self._ended.wait(CHECK_INTERVAL_SECONDS):
            self._checks += 1
            if self._checks == MAX_CHECKS_WITHOUT_RESPONSE:
                stack = _describe_stack(thread)
                log.error("the event loop stands still: nobody is answered. %s", stack)


def _describe_stack(thread: int) -> str:
    """Return the function calls of a thread, innermost first.

    Values are left out, because they may be secrets of players.
    """
    frames = traceback.extract_stack(sys._current_frames()[thread])[::-1][:MAX_LOGGED_CALLS]
    return ", ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
