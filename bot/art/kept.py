"""What was made at some cost and may be wanted again, kept up to a number of bytes.

What pictures leave in memory when everything is warm: the pieces (`kit.PIECES`, 26 MB), the drawn
pictures (`easel.MOST_BYTES`, 8 MB), 16 fonts (2 MB), 2,048 fitted texts (1 MB), and the codecs
that the first pictures load (4 MB): 41 MB. Besides, each of the easel's two threads may have a
picture in the making (3 MB). What is free goes back to the system (`bot/art/memory.py`).
`benchmarks/pictures.py` measures it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """Values by keys. What is longest unused is forgotten. Any thread may ask and keep."""

    def __init__(self, most: int, weigh: Callable[[V], int]) -> None:
        """Keep at most so many bytes; `weigh` tells how many a value takes."""
        self.most = most
        self._weigh = weigh
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """How many bytes are kept."""
        return self._bytes

    def get(self, key: Hashable) -> V | None:
        """Return what is kept under a key, None if nothing is."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def keep(self, key: Hashable, value: V) -> None:
        """Keep a value. One that is heavier than all bytes is not kept."""
        with self._lock:
            before = self._values.pop(key, None)
            if before is not None:
                self._bytes -= self._weigh(before)
            self._values[key] = value
            self._bytes += self._weigh(value)
            while self._bytes > self.most:
                _, oldest = self._values.popitem(last=False)
                self._bytes -= self._weigh(oldest)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._bytes = 0
