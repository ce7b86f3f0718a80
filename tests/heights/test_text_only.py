"""A board without pictures stands on one screen of a phone at the first turn."""

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.games.registry import GAMES
from tests.heights.album import Album
from tests.heights.worlds import IN_EACH_LANGUAGE, measure
from tests.play.evening import deal, end_game

NAMES = ("Charlotte", "Maximilian", "Emilia", "Jonas K.")
MOST_PIXELS = {
    "cloaked_cats": 540,
    "catham_city": 600,
    "quickpick": 480,
    "liars_dice": 480,
    "who_barked": 560,
}
"""Of the board on a phone at the first turn of four people, or of five if a game needs them."""


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_the_first_board_of_each_game_in_words_is_low(page: Page, language: str) -> None:
    boards = (await measure(page, first_boards, len(NAMES), language)).heights["phone"]
    assert boards.keys() == GAMES.keys()
    too_high = [
        f"{game}: {board}, at most {MOST_PIXELS[game]}"
        for game, board in boards.items()
        if board.total > MOST_PIXELS[game]
    ]
    assert too_high == []


async def first_boards(world: World, album: Album) -> None:
    """Keep the board of each game after the deal."""
    for person, name in zip(world.people, NAMES, strict=True):
        person.rename(name)
    for game in GAMES:
        await deal(world, *world.people, game=game)
        album.keep(game, world.board())
        await end_game(world.people[0])
