"""A lobby that calls people, and what people choose about that, stand on one screen."""

import pytest
from msgspec.structs import replace
from playwright.async_api import Page

from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.domain.calls import MAX_CALLED_PEOPLE, CallSubscription
from bot.games.registry import GAMES
from tests.heights.album import Album
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure, with_widest_names
from tests.play.evening import sit_down

PEOPLE = 3
LOBBY_LIMITS = (840, 890)
"""The most pixels of a lobby on a phone and on a desktop, which is as high as a board may be."""
ONE_SCREEN = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])


async def scenes(world: World, album: Album) -> None:
    """Keep the lobby of each game before and after its call, and all panels about calls."""
    with_widest_names(world)
    ada, ben, cleo = world.people
    await sit_down(world, ada, ben)
    album.keep("nobody", (await ada.press("c1:d:*:call-people", on=world.board())).shown)
    panel = await cleo.press("c1:d:0:call-me:", on=(await cleo.slash("cats privacy")).shown)
    album.keep("panel", panel.shown)
    await cleo.press("c1:d:0:call-set:on")
    album.keep("panel of somebody on the list", cleo.private())
    for number in range(1, MAX_CALLED_PEOPLE):
        wish = CallSubscription(world.guild.id, world.add(f"Minka Cat {number}").id)
        await world.store.calls.store(wish, None)
    await cleo.choose("c1:d:0:call-set:games", *list(GAMES)[:4], on=cleo.private())
    album.keep("panel with four games", cleo.private())
    await world.permit(cleo, manage_guild=True)
    album.keep("privacy of a manager", (await cleo.slash("cats privacy")).shown)
    album.keep("privacy in direct messages", (await cleo.slash_directly("cats privacy")).shown)
    album.keep("lobby", world.board())
    album.keep("answer", (await ada.press("c1:d:*:call-people", on=world.board())).shown)
    album.keep("lobby, called", world.board())
    album.keep("off", (await cleo.press("c1:d:*:call-off:", on=world.board())).shown)


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_calls_keep_their_height_limits(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, PEOPLE, language)).heights
    limits = {
        name: LOBBY_LIMITS if name.startswith("lobby") else ONE_SCREEN for name in heights["phone"]
    }
    for of in heights.values():  # the mentions stand above the lobby until it changes
        called = of["lobby, called"]
        of["lobby, called"] = replace(called, total=called.total - called.content)
    too_high = list_too_high(heights, limits)
    assert not too_high, "\n".join(too_high)
