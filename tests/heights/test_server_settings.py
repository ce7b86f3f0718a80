"""The settings of a server stand on one screen, even if many channels and roles were chosen."""

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.domain.server_settings import SettingName
from bot.games.registry import GAMES
from bot.presenters.server_settings import LISTED_SETTINGS
from tests.heights.album import Album
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure

MANY = 8
"""More than the panel names."""
ONE_SCREEN = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
OF_ONE_SETTING = (460, 420)
"""The most pixels on a phone and on a desktop, which are well below those of one screen."""


async def scenes(world: World, album: Album) -> None:
    """Keep the panel as usual, and with much chosen."""
    ada = world.people[0]
    await world.permit(ada, manage_guild=True)
    channels = [str(world.new_channel(f"games-{number}").id) for number in range(MANY)]
    roles = [str(world.new_role(f"Players {number}")) for number in range(MANY)]
    chosen: dict[SettingName, tuple[str, ...]] = {
        "channels": tuple(channels),
        "roles": tuple(roles),
        "games": tuple([*GAMES][1:]),
        "level": ("like-us",),
        "calls": ("off",),
    }
    album.keep("usual", (await ada.slash("cats-settings")).shown)
    for name in LISTED_SETTINGS:
        panel = (await ada.slash("cats-settings")).shown
        screen = (await ada.choose("c1:d:0:settings:", name, on=panel)).shown
        album.keep(name, screen)
        if name in chosen:
            answer = await ada.choose(f"c1:d:0:settings-set:{name}", *chosen[name], on=screen)
            album.keep(f"{name}, chosen", answer.shown)
    album.keep("all, chosen", (await ada.slash("cats-settings")).shown)
    world.env.backend.delete_channel(int(channels[0]))
    world.env.backend.delete_role(world.guild.id, int(roles[0]))
    album.keep("all, deleted", (await ada.slash("cats-settings")).shown)
    for name in ("channels", "roles"):
        panel = (await ada.slash("cats-settings")).shown
        answer = await ada.choose("c1:d:0:settings:", name, on=panel)
        album.keep(f"{name}, deleted", answer.shown)
    ben = world.people[1]
    album.keep("all, help", (await ben.slash("cats help")).shown)


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_the_settings_stand_on_one_screen(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, 2, language)).heights
    limits = {
        name: OF_ONE_SETTING if name.split(",")[0] in LISTED_SETTINGS else ONE_SCREEN
        for name in heights["phone"]
    }
    too_high = list_too_high(heights, limits)
    assert not too_high, "\n".join(too_high)
