"""Overload, noticed before any work is done: who could not be served in time is told so at once.

A press takes many turns of the event loop, one after the other with those of all others. So the
length of a turn tells how long an answer takes, whatever the database and Discord do meanwhile,
for whom turns do not wait. What is said to a press that is not served costs a small part of serving
it; so the others are served in time, and as many as else.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from statistics import median
from typing import cast

import discord

TURNS = 16
"""How many turns of the loop serving a press takes, more or less."""
LOOK, MOVE = 1.0, 2.0
"""Seconds that an answer may take until looks are not served any more, and until nothing is:
Discord waits for three."""
FELT = 9
"""So many turns tell how long they are: one that was held up tells nothing."""
OLD = 1.0
"""Seconds after which a turn tells nothing any more."""
LOOKS = ("page", "words", "rules", "help", "table", "deal", "check", "options", "game-options")
"""What people do that changes nothing, by the names in custom ids."""


class Overload:
    """How long the event loop's turns are, while people press."""

    def __init__(self, steady: Callable[[], float] = time.perf_counter) -> None:
        """Measure with this clock, in seconds."""
        self._steady = steady
        self._turns: deque[float] = deque(maxlen=FELT)
        self._began = 0.0
        """When the turn began that is measured now, or was last."""
        self._measuring = False

    def turns_away(self, *, is_look: bool) -> bool:
        """Tell whether a press that has just come would be served too late; looks go first."""
        now = self._steady()
        if now > self._began + OLD and not self._measuring:
            self._turns.clear()
        if not self._measuring:
            self._measuring, self._began = True, now
            asyncio.get_running_loop().call_soon(self._measured)
        wait = TURNS * median(self._turns) if len(self._turns) == FELT else 0.0
        return wait > (LOOK if is_look else MOVE)

    def _measured(self) -> None:
        self._measuring = False
        self._turns.append(self._steady() - self._began)


def is_look(interaction: discord.Interaction) -> bool:
    """Tell whether what was pressed shows something and changes nothing; a command does not."""
    custom_id = str(cast(Mapping[str, object], interaction.data or {}).get("custom_id", ""))
    kind, action = f"{custom_id}::::".split(":")[1:4:2]
    return kind == "l" or (kind == "d" and action in LOOKS)
