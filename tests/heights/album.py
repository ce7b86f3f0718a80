"""An album of messages as people saw them, and how high each is in a real browser.

A copy of every message goes into a channel of its own, and the client's page that the demo shows is
opened there, in a window of each device's size. So nothing is measured by our own arithmetic.
"""

from copy import deepcopy

from msgspec import Struct
from playwright.async_api import Page
from simcord.backend.models import Message
from simcord.builders import ChannelHandle

from bot.bench.world import World
from bot.demo.heights import MESSAGES_PER_PAGE, WINDOW_PIXELS, Height, measure_channel
from bot.demo.shown import Shown


class Step(Struct, frozen=True):
    """A message in the order in which somebody saw it."""

    name: str
    acted: bool
    """True: a move was made since the step before, so that there may be other news."""
    grown: bool
    """True: that move added a row to a board's picture, or took one away."""


class Album:
    """Messages of one world; `locale` is that of the client around them."""

    def __init__(self, world: World, locale: str) -> None:
        self.world = world
        self.locale = locale
        self.ways: dict[str, list[Step]] = {}
        """What somebody saw one after the other, by the name of the way."""
        self._names: dict[int, str] = {}
        """By the ids of the copies."""
        self._channels: list[ChannelHandle] = []

    def keep(self, name: str, message: Shown) -> None:
        """Keep a message as it was shown, even if it has changed since."""
        assert name not in self._names.values(), f"{name} is in the album already"
        if len(self._names) % MESSAGES_PER_PAGE == 0:
            self._channels.append(self.world.new_channel(f"album-{len(self._channels)}"))
        backend = self.world.env.backend
        copy: Message = deepcopy(backend.messages[message.channel][message.id])
        copy.id = len(self._names) + 1
        copy.channel_id = self._channels[-1].id
        for part in ("content", "embeds", "components", "attachments"):
            setattr(copy, part, message.wire[part])
        # The album's viewer sees what is private to others, and no two messages are drawn as one.
        copy.interaction_metadata = {"user": {"id": str(self.world.people[0].id)}, "type": 3}
        backend.messages[copy.channel_id][copy.id] = copy
        self._names[copy.id] = name

    def step(
        self, way: str, name: str, message: Shown, *, acted: bool = False, grown: bool = False
    ) -> None:
        """Keep a message as the next step of a way; see `Step`."""
        whole_name = f"{way}: {name}"
        self.keep(whole_name, message)
        self.ways.setdefault(way, []).append(Step(whole_name, acted, grown))

    async def measured(self, page: Page) -> dict[str, dict[str, Height]]:
        """Return the heights by the device and by the names, in the order of keeping."""
        found: dict[str, dict[str, Height]] = {device: {} for device in WINDOW_PIXELS}
        env, viewer = self.world.env, self.world.people[0].actor
        for channel in self._channels:
            measured = await measure_channel(page, env, channel, viewer, self.locale)
            for device, messages in measured.items():
                found[device] |= {self._names[copy]: each for copy, each in messages.items()}
        return found
