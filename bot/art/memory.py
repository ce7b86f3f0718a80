"""Memory that is free goes back to the system.

Canvases and pieces are large and live for very different times, so that glibc's heap of each thread
would stay full of holes: about twice as large as what is in use. With one heap for all threads that
is trimmed now and then, the process is as large as what it keeps. That takes 0.1 ms a picture; a
fixed `M_MMAP_THRESHOLD` does the same for 1 ms.
"""

import ctypes

M_ARENA_MAX = -8
"""glibc's number for the most heaps."""


def use_one_heap() -> None:
    """Let all threads share a heap. Does nothing where the C library is another one than glibc."""
    _call("mallopt", M_ARENA_MAX, 1)


def trim() -> None:
    """Give free memory back, in 1 to 5 ms. Does nothing where the C library is another one."""
    _call("malloc_trim", 0)


def _call(name: str, *arguments: int) -> None:
    try:
        function = ctypes.CDLL(None)[name]
    except (AttributeError, OSError, TypeError):
        return
    function(*arguments)
