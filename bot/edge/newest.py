"""The newest messages of channels, as far as Discord has told them without being asked."""

import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

from cachetools import TTLCache

LATELY = 5.0
"""Seconds for which what was told counts: who writes within them is not seen to have written."""


class Newest:
    """Which message is a channel's newest, where an interaction has told it lately.

    Each interaction tells it of the channel where it was made, threads included
    (https://github.com/discord/discord-api-docs/pull/7836). discord.py drops it. Messages that one
    person alone sees are none of the channel's.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        """Know nothing so far; `steady`: a clock that nobody sets."""
        self._of: TTLCache[int, int, float] = TTLCache(inf, LATELY, steady)

    def hear(self, channel: Mapping[str, Any]) -> None:
        """Take a channel as an interaction tells of it."""
        if told := channel.get("last_message_id"):
            self._of[int(channel["id"])] = int(told)

    def forget(self, channel: int) -> None:
        """Drop what was told of a channel, because there is something newer."""
        self._of.pop(channel, None)

    def of(self, channel: int) -> int | None:
        """Return the id of a channel's newest message, None if it was not told lately."""
        return self._of.get(channel)
