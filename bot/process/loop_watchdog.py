"""Logs where the event loop stands still, such as in an endless loop in the rules of a game."""

import asyncio
import logging
import sys
import traceback
from threading import Event, Thread, get_ident

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0
MAX_LOOKS_WITHOUT_A_TURN = 10
"""Looks are counted, not seconds: a process that the system has stopped looks no more, either."""
MAX_PLACES = 20
"""So many of the innermost calls are logged."""


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
    frames = traceback.extract_stack(sys._current_frames()[thread])[::-1][:MAX_PLACES]
    return ", ".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)
