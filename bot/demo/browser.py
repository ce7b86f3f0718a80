"""The installed Chromium, which draws what people see."""

import shutil
import subprocess
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bot.demo.simulated import ClientLike

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page
    from simcord import Env
    from simcord.builders import ChannelHandle

MISSING = (
    "{} is missing: pictures of what people see need Chromium and an emoji font,"
    " `apt-get install chromium fontconfig fonts-noto-color-emoji`"
)
MISSING_DRIVER = "playwright is missing: `pip install playwright`"
DEVICES: Mapping[str, tuple[int, int]] = {"phone": (390, 844), "desktop": (1280, 900)}
"""Width and height of the window, in CSS pixels."""
VISIBLE: Mapping[str, int] = {"phone": 700, "desktop": 752}
"""Pixels that a device leaves for messages."""
PER_PAGE = 40
"""Messages in one channel to measure; simcord's page shows 50."""
HANGS = 300_000.0
"""Milliseconds after which a page counts as hung."""
ALL_DRAWN = """() => window.simcordPreview?.ready && !document.querySelector(".media-unavailable")
  && [...document.images].every((image) => image.complete && image.naturalWidth)"""
"""Is true as soon as all pictures are loaded."""
MEASURE = """(messages) => messages.map((message) => {
  const sum = (part) => [...message.querySelectorAll(`:scope > ${part}`)]
    .reduce((all, one) => all + one.getBoundingClientRect().height, 0);
  const parts = [".message-content", ".message-attachments", ".embed-card", ".message-components"];
  const heights = [message.getBoundingClientRect().height, ...parts.map(sum)];
  return [message.dataset.messageId, ...heights.map(Math.round)];
})"""
"""Returns each message's id and the values of its `Height`."""


class NoBrowser(LookupError):
    """What draws is not installed; the text says what to install."""


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


def chromium() -> str:
    """Return the path of the installed Chromium; raises `NoBrowser` that says what to install.

    Without an emoji font all signs would be empty boxes, so that one has to be there, too.
    """
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            break
    else:
        raise NoBrowser(MISSING.format("Chromium"))
    fonts = shutil.which("fc-list")
    listed = subprocess.check_output([fonts], text=True) if fonts else ""  # noqa: S603 - from PATH
    if "emoji" not in listed.lower():
        raise NoBrowser(MISSING.format("An emoji font"))
    return path


@asynccontextmanager
async def opened_browser() -> AsyncIterator["Browser"]:
    """Run the installed Chromium; raises `NoBrowser` that says what to install."""
    path = chromium()
    try:
        from playwright.async_api import async_playwright  # noqa: PLC0415 - an extra brings it
    except ImportError as missing:
        raise NoBrowser(MISSING_DRIVER) from missing
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            await browser.close()


async def heights(
    browser: "Browser", env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> dict[str, dict[int, Height]]:
    """Return the heights of a channel's messages by the device and the messages' ids.

    `viewer`: whose client it is, and `locale` its language.
    """
    async with _served(env, channel, viewer, locale) as address:
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(HANGS)
        await page.goto(address)
        found = {}
        for device, (width, height) in DEVICES.items():
            await page.set_viewport_size({"width": width, "height": height})
            found[device] = await _on_page(page)
        await page.close()
        return found


@asynccontextmanager
async def _served(
    env: "Env", channel: "ChannelHandle", viewer: Any, locale: str
) -> AsyncIterator[str]:
    preview: Any = env.preview(channel, viewers=[viewer], layout="channel", locale=locale)
    preview._server = ClientLike(preview, 0)

    async def at_once(context: str | None, picture: str, **_: Any) -> tuple[str, bytes, str]:
        # simcord would examine each picture for half a second.
        _page, record, data = preview._authorized_asset(context, picture)
        return record.contentType, data, record.filename

    preview._prepare_asset = at_once
    with env.time_context():
        async with preview:
            yield preview.url


async def _on_page(page: "Page") -> dict[int, Height]:
    await page.wait_for_function(ALL_DRAWN)
    values = await page.eval_on_selector_all(".channel-message", MEASURE)
    return {int(message): Height(*heights) for message, *heights in values}
