"""The browser that measures, one for all tests of heights."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from bot.demo.heights import open_browser
from tests.bench.browser import chromium_or_skip


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def browser() -> AsyncIterator[Browser]:
    """The installed Chromium; its pages share nothing."""
    chromium_or_skip()
    async with open_browser() as running:
        yield running
