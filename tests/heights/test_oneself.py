"""What people see of themselves stands on one screen, even with the widest names."""

import pytest
from playwright.async_api import Page

from tests.heights.oneself import PEOPLE, most, scenes
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_what_one_sees_of_oneself_keeps_its_height_limit(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, PEOPLE, language)).heights
    too_high = list_too_high(heights, {name: most(name) for name in heights["phone"]})
    assert not too_high, "\n".join(too_high)
