"""A board without pictures stands on one screen of a phone at the first turn."""

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES
from tests.heights.album import Album
from tests.heights.turns import NAMES
from tests.heights.worlds import measure
from tests.play.evening import deal

MOST_PIXELS = {"cloaked_cats": 540, "catham_city": 600, "quickpick": 480, "liars_dice": 480}
"""Of the board on a phone at the first turn of four people."""


@pytest.mark.asyncio(loop_scope="package")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_the_first_board_in_words_is_low(page: Page, game: str, language: str) -> None:
    async def scenes(world: World, album: Album) -> None:
        for person, name in zip(world.people, NAMES, strict=True):
            person.rename(name)
        await deal(world, *world.people, game=game)
        album.keep("board", world.board())

    heights = (await measure(page, scenes, len(NAMES), language)).heights
    board = heights["phone"]["board"]
    assert board.total <= MOST_PIXELS[game], board
