"""The newest messages of channels, as far as Discord has told them without being asked."""

import time
from collections.abc import Callable
from math import inf
from typing import Any

from cachetools import TTLCache
from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder

LATELY = 5.0
"""Seconds for which what was told counts: who writes within them is not seen to have written."""
INTERACTION = "INTERACTION_CREATE"


class _Channel(Struct):
    id: str = "0"
    last_message_id: str | None = None


class _Interaction(Struct):
    channel: _Channel | None = None


class _Told(Struct):
    t: str | None = None
    d: _Interaction | None = None


class Newest:
    """Which message is a channel's newest, where an interaction has told it lately.

    Each interaction tells it of the channel where it was made, threads included
    (https://github.com/discord/discord-api-docs/pull/7836). discord.py has another channel at hand
    and drops what came, so it is read here once more. Messages that one person alone sees are none
    of the channel's.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        """Know nothing so far; `steady`: a clock that nobody sets."""
        self._of: TTLCache[int, int, float] = TTLCache(inf, LATELY, steady)
        self._decoder = Decoder(_Told)

    def hear(self, event: Any) -> None:
        """Take an event of the gateway as it came, of any kind."""
        if not isinstance(event, str) or INTERACTION not in event:
            return
        try:
            told = self._decoder.decode(event)
        except (DecodeError, ValidationError):
            return
        channel = told.d.channel if told.t == INTERACTION and told.d else None
        if channel and channel.last_message_id:
            self._of[int(channel.id)] = int(channel.last_message_id)

    def forget(self, channel: int) -> None:
        """Drop what was told of a channel, because there is something newer."""
        self._of.pop(channel, None)

    def of(self, channel: int) -> int | None:
        """Return the id of a channel's newest message, None if it was not told lately."""
        return self._of.get(channel)
