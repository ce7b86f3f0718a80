"""The boards of an evening stand on one screen, even with the widest names."""

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.domain.evening_games import NEXT_GAME_SECONDS
from bot.domain.voting import VOTE_SECONDS
from tests.heights.album import Album
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure, with_widest_names
from tests.play.evening import cancel
from tests.services.test_evenings import finish_dice

PEOPLE = 6
ONE_SCREEN = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
LIMITS = {
    "first vote": ONE_SCREEN,
    "end": (840, 890),  # as high as the end of a game without an evening
    "vote": ONE_SCREEN,
}
MORE_IN_LOBBY = 130
"""How many pixels a lobby may be higher than one without an evening."""


async def scenes(world: World, album: Album) -> None:
    """Keep the boards of an evening of six from its first vote to its second lobby."""
    with_widest_names(world)
    host, *guests = world.people
    await host.slash("cats play", game="liars_dice")
    for guest in guests:
        await guest.press("c1:d:*:join", on=world.board())
    album.keep("plain lobby", world.board())
    await cancel(host)
    await host.slash("cats play", game="liars_dice")
    for guest in guests:
        await guest.press("c1:d:*:join", on=world.board())
    await host.slash("cats evening")
    album.keep("first vote", world.board())
    await host.press("c1:d:*:vote-end", on=world.board())
    await host.press("c1:d:*:start", on=world.board())
    await finish_dice(world)
    album.keep("end", world.board())
    await world.advance(NEXT_GAME_SECONDS + 1)
    await host.press("c1:d:*:vote:liars_dice", on=world.board())
    album.keep("vote", world.board())
    await world.advance(VOTE_SECONDS + 1)
    album.keep("lobby", world.board())


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_boards_of_an_evening_stand_on_one_screen(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, PEOPLE, language)).heights
    assert list_too_high(heights, LIMITS) == []
    for found in heights.values():
        assert found["lobby"].total - found["plain lobby"].total <= MORE_IN_LOBBY
