"""What people see of themselves stands on one screen, even with the widest names."""

import pytest
from playwright.async_api import Page

from bot.demo.heights import WINDOW_PIXELS
from bot.i18n import LANGUAGES
from tests.heights.oneself import PEOPLE, most, scenes
from tests.heights.worlds import measure


@pytest.mark.asyncio(loop_scope="package")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_one_sees_of_oneself_keeps_its_height_limit(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, PEOPLE, language)).heights
    too_high = [
        f"{name} on a {device}: {height}, at most {limit}"
        for place, device in enumerate(WINDOW_PIXELS)
        for name, height in heights[device].items()
        if height.total > (limit := most(name)[place])
    ]
    assert not too_high, "\n".join(too_high)
