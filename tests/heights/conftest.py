"""The browser page that measures, one for all tests of heights."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from bot.demo.heights import open_browser
from tests.bench.browser import chromium_or_skip


@pytest_asyncio.fixture(scope="package", loop_scope="package")
async def page() -> AsyncIterator[Page]:
    """An empty page of the installed Chromium."""
    chromium_or_skip()
    async with open_browser() as running:
        yield running
