"""An album of messages as people saw them, and how high each is in a real browser.

A copy of every message goes into a channel of its own, and the client's page that the demo shows is
opened there, in a window of each device's size. So nothing is measured by our own arithmetic.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from msgspec import Struct
from playwright.async_api import Browser, Page, async_playwright
from simcord.backend.models import Message
from simcord.builders import ChannelHandle

from bot.demo.simulated import ClientLike
from tests.bench.browser import chromium
from tests.bench.shown import Shown
from tests.bench.sim import World
from tests.patience import HANGS

DEVICES: Mapping[str, tuple[int, int]] = {"phone": (390, 844), "desktop": (1280, 900)}
"""Width and height of the window, in CSS pixels."""
VISIBLE: Mapping[str, int] = {"phone": 700, "desktop": 752}
"""Pixels that a device leaves for messages."""
PER_PAGE = 40
"""Messages in one channel of the album; simcord's page shows 50."""
MILLISECONDS = 1000.0
ALL_DRAWN = """() => window.simcordPreview?.ready && !document.querySelector(".media-unavailable")
  && [...document.images].every((image) => image.complete && image.naturalWidth)"""
"""Is true as soon as all pictures are loaded."""
MEASURE = """(messages) => messages.map((message) => {
  const sum = (part) => [...message.querySelectorAll(`:scope > ${part}`)]
    .reduce((all, one) => all + one.getBoundingClientRect().height, 0);
  const parts = [".message-content", ".message-attachments", ".embed-card", ".message-components"];
  const heights = [message.getBoundingClientRect().height, ...parts.map(sum)];
  return [Number(message.dataset.messageId), ...heights.map(Math.round)];
})"""
"""Returns each message's id and the values of its `Height`."""


class Height(Struct, frozen=True):
    """How high a message is, and what of it, in CSS pixels. The gaps between belong to no part."""

    whole: int
    """With the sender's name, and with the line that says that a message is private."""
    content: int
    picture: int
    embed: int
    """All embeds, with the picture below the words."""
    rows: int
    """All rows of buttons and menus."""


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
        if len(self._names) % PER_PAGE == 0:
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

    async def measured(self, browser: Browser) -> dict[str, dict[str, Height]]:
        """Return the heights by the device and by the names, in the order of keeping."""
        found: dict[str, dict[str, Height]] = {device: {} for device in DEVICES}
        for channel in self._channels:
            async with self._shown(channel) as address:
                page = await browser.new_page(reduced_motion="reduce")
                page.set_default_timeout(HANGS * MILLISECONDS)
                await page.goto(address)
                for device, (width, height) in DEVICES.items():
                    await page.set_viewport_size({"width": width, "height": height})
                    found[device].update(await self._on_page(page))
                await page.close()
        return found

    @asynccontextmanager
    async def _shown(self, channel: ChannelHandle) -> AsyncIterator[str]:
        """Serve a channel of the album; gives its address."""
        env, viewer = self.world.env, self.world.people[0].actor
        preview: Any = env.preview(channel, viewers=[viewer], layout="channel", locale=self.locale)
        preview._server = ClientLike(preview, 0)

        async def at_once(context: str | None, picture: str, **_: Any) -> tuple[str, bytes, str]:
            # simcord would examine each picture for half a second.
            _page, record, data = preview._authorized_asset(context, picture)
            return record.contentType, data, record.filename

        preview._prepare_asset = at_once
        with env.time_context():
            async with preview:
                yield preview.url

    async def _on_page(self, page: Page) -> dict[str, Height]:
        await page.wait_for_function(ALL_DRAWN)
        values = await page.eval_on_selector_all(".channel-message", MEASURE)
        return {self._names[copy]: Height(*heights) for copy, *heights in values}


@asynccontextmanager
async def opened_browser() -> AsyncIterator[Browser]:
    """Run the installed Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"]
        )
        try:
            yield browser
        finally:
            await browser.close()
