"""What people look back at stands on one screen, or nearly, even with the widest names."""

import pytest
from playwright.async_api import Page

from bot.games.registry import GAMES
from tests.heights.past import EYES, PEOPLE, most, scenes_of
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure

STEPS, THOROUGH_STEPS = 3, 8
"""How many are looked at, at even distances; the second with `--thorough`."""


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
@pytest.mark.parametrize("game", GAMES)
async def test_each_step_of_a_replay_stands_on_one_screen_through_all_eyes(
    page: Page, game: str, language: str, thorough: bool
) -> None:
    steps = THOROUGH_STEPS if thorough else STEPS
    heights = (await measure(page, scenes_of(game, steps), PEOPLE, language)).heights
    assert len(heights["phone"]) > steps * len(EYES)
    too_high = list_too_high(heights, {name: most(name) for name in heights["phone"]})
    assert not too_high, "\n".join(too_high)
