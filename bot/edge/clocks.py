"""The machine's clock beside Discord's, which stands in the header of each answer.

https://www.rfc-editor.org/rfc/rfc9110#field.date: it has whole seconds, and was right some time
between the request and its answer.
"""

import math
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp


class Clocks:
    """Compares both clocks, as far as what came so far tells them apart."""

    def __init__(self, tell: Callable[[float], None] = lambda _: None) -> None:
        """Tell after each answer by how many seconds this machine's clock is `ahead`."""
        self._tell = tell
        self._least, self._most = -math.inf, math.inf
        """Between these many seconds this machine's clock is ahead, as far as is known."""

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Listen to the requests of a client, after all that they may have to wait for."""
        trace.on_request_start.append(self._sent)
        trace.on_request_end.append(self._answered)

    async def _sent(self, _: object, request: SimpleNamespace, __: object) -> None:
        request.sent_at = time.time()

    async def _answered(
        self, _: object, request: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
    ) -> None:
        now = time.time()
        try:
            date = parsedate_to_datetime(answered.response.headers.get("Date", "")).timestamp()
        except ValueError:
            return
        least, most = request.sent_at - date - 1, now - date
        self._least, self._most = max(self._least, least), min(self._most, most)
        if self._least > self._most:  # a clock was set since
            self._least, self._most = least, most
        self._tell(self.ahead)

    @property
    def ahead(self) -> float:
        """Return by how many seconds this machine's clock is ahead at least; below 0: behind."""
        return max(self._least, 0.0) + min(self._most, 0.0)
