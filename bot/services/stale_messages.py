"""Older copies of own screens, which nobody needs any more, are taken away now and then."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from bot.services.background import Background
from bot.services.messenger import Whisper

BETWEEN = 6.0
"""Seconds at least from one copy of a person's that is taken away at a table to the next one."""

Key = tuple[int, int]
"""A table and a person."""


class Leftovers:
    """What is left of own screens when a newer copy was sent to the end of the channel.

    Whoever presses at leisure has one copy: each older one goes at once, else people scroll back
    and press what is long past. Whoever presses again and again gets a copy each time; of those
    that were left since the last deletion only the newest is taken away, when `BETWEEN` seconds
    are over. A request for each is worth nothing to anybody: what stays is answered in place as
    ever, its reader can dismiss it, and Discord's clients forget all such messages by themselves
    (https://support.discord.com/hc/en-us/articles/1500000580222-Ephemeral-Messages-FAQ). There is
    no request that deletes several of them
    (https://docs.discord.com/developers/interactions/receiving-and-responding#endpoints), and
    what waits for its deletion when the bot ends stays as well.
    """

    def __init__(
        self, background: Background, take_away: Callable[[Key, Whisper], Coroutine[Any, Any, None]]
    ) -> None:
        """Take copies away by this work, in this background."""
        self._background = background
        self._take_away = take_away
        self._next: dict[Key, Whisper | None] = {}
        """Whose copies rest, since one was taken away, with what goes next."""

    def leave(self, key: Key, copy: Whisper) -> None:
        """Take a copy away now or later, unless a newer one is left meanwhile."""
        if key in self._next:
            self._next[key] = copy
            return
        self._next[key] = None
        self._background.run(self._take_away(key, copy))
        asyncio.get_running_loop().call_later(BETWEEN, self._rested, key)

    def _rested(self, key: Key) -> None:
        copy = self._next.pop(key)
        if copy:
            self.leave(key, copy)
