"""What the loopback Discord keeps: messages, the clicks on them, and when each was answered."""

import asyncio
import json
from collections import UserDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.survival.wire import CHANNEL, SUPPRESS_EMBEDS, Wire


@dataclass(slots=True)
class Times:
    """When a click was made and what followed, in seconds of a monotonic clock; None: not yet."""

    clicked: float
    acknowledged: float | None = None
    """The first answer of any kind."""
    told: float | None = None
    """The answer had words."""
    pictured: float | None = None
    """Its message had a picture."""
    thinking: bool = False
    """The first answer came without words, and is not filled in so far."""
    turned_away: bool = False
    """The answer was that too many play."""

    def answered(self, at: float, *, words: bool, thinking: bool) -> None:
        """Note the first answer."""
        self.acknowledged, self.told, self.thinking = at, at if words else None, thinking

    def filled(self, at: float, *, words: bool) -> None:
        """Note that the first answer was edited, or taken back."""
        self.thinking = False
        if words and self.told is None:
            self.told = at


@dataclass
class Shown:
    """A message. It changes with each edit."""

    id: int
    wire: Wire
    reader: int | None
    """The user id of who alone sees it."""
    channel: int = CHANNEL
    nonce: str = ""
    changed: float = 0.0
    """When it was made or edited, in seconds of a monotonic clock."""
    answers: "Click | None" = None
    """The newest click that it answers; a click on a board that got no words is not answered."""

    def controls(self) -> Iterator[Wire]:
        """Yield what can be pressed; a link leads elsewhere."""
        for row in self.wire.get("components", ()):
            enabled = (item for item in row["components"] if not item.get("disabled"))
            yield from (item for item in enabled if "custom_id" in item)

    def ids(self) -> list[str]:
        return [control["custom_id"] for control in self.controls()]

    def note_picture(self) -> None:
        """Note for the click that it answers if it has a picture now."""
        if self.answers and self.wire["attachments"] and self.answers.times.pictured is None:
            self.answers.times.pictured = self.changed

    @property
    def text(self) -> str:
        embeds = [] if self.wire["flags"] & SUPPRESS_EMBEDS else self.wire["embeds"]
        return json.dumps([self.wire["content"], embeds], ensure_ascii=False)


@dataclass
class Click:
    """A click or a command, and what came of it."""

    id: int
    user: int
    data: Wire
    source: Shown | None
    times: Times
    wire: Wire = field(default_factory=dict, repr=False)
    """The interaction as the bot got it."""
    kind: int = 0
    """The type of the first answer, 0 while there is none."""
    said: str = ""
    """All of the first answer, as JSON."""
    message: Shown | None = None
    """What it led to: a new message, or the clicked one."""
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """It is not thinking, or no longer."""

    @property
    def thinking(self) -> bool:
        """Whether the first answer came without words, and is not filled in so far."""
        return self.times.thinking

    @property
    def is_move(self) -> bool:
        return str(self.data.get("custom_id")).startswith("c1:m:")

    @property
    def text(self) -> str:
        assert self.message is not None
        return self.message.text


class Messages(UserDict[int, Shown]):
    """All messages by id, oldest first; those of a channel or a reader are found at once.

    With `keeps`, of each channel and each reader's only so many are kept, the newest.
    """

    def __init__(self, keeps: int | None = None) -> None:
        super().__init__()
        self._keeps = keeps
        self._public: dict[int, dict[int, Shown]] = {}
        self._private: dict[int, dict[int, Shown]] = {}
        self._by_nonce: dict[str, Shown] = {}

    def __setitem__(self, id_: int, shown: Shown) -> None:
        super().__setitem__(id_, shown)
        near = self._near(shown)
        near[id_] = shown
        if shown.nonce:
            self._by_nonce[shown.nonce] = shown
        if self._keeps and len(near) > self._keeps:
            del self[next(iter(near))]

    def __delitem__(self, id_: int) -> None:
        shown = self.data.pop(id_)
        del self._near(shown)[id_]
        self._by_nonce.pop(shown.nonce, None)

    def _near(self, shown: Shown) -> dict[int, Shown]:
        if shown.reader is None:
            return self._public.setdefault(shown.channel, {})
        return self._private.setdefault(shown.reader, {})

    def public(self, channel: int) -> dict[int, Shown]:
        return self._public.get(channel, {})

    def private(self, reader: int) -> dict[int, Shown]:
        return self._private.get(reader, {})

    def forget_nonces(self) -> None:
        """Let a message be made again that was made some minutes ago."""
        self._by_nonce.clear()

    def by_nonce(self, nonce: str) -> Shown | None:
        return self._by_nonce.get(nonce)
