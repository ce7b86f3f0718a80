"""Large memory that is free goes back to the system at once.

What pictures keep when everything is warm: the pieces (`kit.PIECES`, 26 MB), the drawn pictures
(`picture_renderer.MOST_BYTES`, 8 MB), 16 fonts (2 MB), 2,048 fitted texts (1 MB), and the codecs
that the first pictures load (4 MB): 41 MB. Besides, each of the renderer's two threads may have a
picture in the making (3 MB).

Canvases and pieces are large and live for very different times. glibc takes the size of what was
freed last as the size up to which it cuts from its heap, which then stays full of holes: after
20,000 presses 50 MB of them. With a fixed `M_MMAP_THRESHOLD` each large block is the system's own,
and the process is as large as what it keeps.
https://man7.org/linux/man-pages/man3/mallopt.3.html
"""

import ctypes
from collections.abc import Callable

M_MMAP_THRESHOLD = -3
M_ARENA_MAX = -8
LARGE = 64 * 1024
"""Bytes from which on a block is the system's own: less than a card of the hand takes."""


def keep_no_holes() -> None:
    """Fix that size, and let all threads take from one heap: there are few of them.

    Does nothing where the C library is another one than glibc.
    """
    mallopt = _found("mallopt")
    if mallopt:
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_ARENA_MAX, 1)


def give_back() -> None:
    """Give back what is free by now, where the C library can; it takes some milliseconds.

    https://man7.org/linux/man-pages/man3/malloc_trim.3.html
    """
    trim = _found("malloc_trim")
    if trim:
        trim(0)


def _found(name: str) -> Callable[..., object] | None:
    """Return a function of the C library, None where that is another one than glibc."""
    try:
        return ctypes.CDLL(None)[name]
    except (AttributeError, OSError, TypeError):
        return None
