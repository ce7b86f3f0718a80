"""The puzzle of the day is hardly higher than one screen, on Sundays and with a refusal, too."""

import pytest
from playwright.async_api import Page

from bot.bench.world import Person, World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.demo.shown import Shown
from tests.bench.scenes.puzzle import MONDAY, SUNDAY, begin, solve
from tests.heights.album import Album
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure

TO_SOLVE = (730, 760)
"""The most pixels on a phone and on a desktop, with a refusal right above three menus."""
TO_READ = (780, VISIBLE_HEIGHT_PIXELS["desktop"])
READ = ("end", "why", "archive", "offer")


async def scenes(world: World, album: Album) -> None:
    """Keep the screens of an easy puzzle and of a large one, from the start to the reasons."""
    ada = world.people[0]
    await begin(world)

    async def keep(name: str, _: Person, shown: Shown) -> None:
        album.keep(name, shown)

    shown = (await ada.slash("cats puzzle")).shown
    await keep("offer", ada, shown)
    shown = (await ada.press("c1:d:0:puzzle:*skip", on=shown)).shown
    await solve(world, keep, ada, MONDAY, "easy", shown)
    end = (await ada.slash("cats puzzle")).shown
    shown = (await ada.press("c1:d:0:puzzle-archive:", on=end)).shown
    await keep("archive", ada, shown)
    menu = shown.matching("c1:d:0:puzzle-old:0")[0]
    shown = (await ada.choose(menu.custom_id, str(SUNDAY), on=shown)).shown
    await solve(world, keep, ada, SUNDAY, "large", shown)


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_puzzles_are_not_too_high(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, 1, language)).heights
    names = heights["phone"]
    limits = {name: TO_READ if name.endswith(READ) else TO_SOLVE for name in names}
    assert list_too_high(heights, limits) == []
