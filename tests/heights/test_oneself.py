"""What people see of themselves stands on one screen, even with the widest names."""

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS
from bot.domain.results import MAX_LINES_PER_PAGE
from bot.domain.table import Player
from bot.games.registry import GAMES
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.bench.whole import whole_game
from tests.heights.album import Album
from tests.heights.worlds import (
    IN_EACH_LANGUAGE,
    WIDEST_NAME,
    list_too_high,
    measure,
    with_widest_names,
)
from tests.play.evening import deal, hand

PEOPLE = 4
LIMITS = (840, 890)
"""The most pixels on a phone and on a desktop, of a profile, which is as high as a board may be."""
ONE_SCREEN = (VISIBLE_HEIGHT_PIXELS["phone"], VISIBLE_HEIGHT_PIXELS["desktop"])
EVENINGS = 3


def most(name: str) -> tuple[int, int]:
    """Return how high a message of this name may be."""
    return LIMITS if name.startswith("profile") else ONE_SCREEN


async def scenes(world: World, album: Album) -> None:
    """Keep all that there is to look at of oneself, after games of all kinds."""
    with_widest_names(world)
    ada, ben, cleo, dan = world.people
    await _new_player(world, album)
    for evening in range(EVENINGS):
        await _evening(world, evening)
    profile = (await ada.slash("cats profile")).shown
    album.keep("profile", profile)
    for game in GAMES:
        shown = await ada.choose("c1:d:0:profile:*/awards", game, on=profile)
        album.keep(f"profile, {game}", shown.shown)
    album.keep("profile of another", (await dan.slash("cats profile", person=ada.actor)).shown)
    scores = (await ada.slash("cats scores")).shown
    album.keep("scores", scores)
    album.keep("scores, all", (await ada.press("c1:d:0:scores:*/all", on=scores)).shown)
    album.keep("privacy", (await ben.slash("cats privacy")).shown)
    await world.permit(ada, manage_guild=True)
    album.keep("privacy of a manager", (await ada.slash("cats privacy")).shown)
    scores = (await ada.slash("cats scores")).shown
    album.keep("scores of a manager", scores)
    tidy = (await ada.press("c1:d:0:scores-tidy:", on=scores)).shown
    left = await ada.choose("c1:d:0:scores-remove:", "9000", on=tidy)
    album.keep("scores, somebody removed", left.shown)
    album.keep("forget", (await cleo.slash("cats forget")).shown)
    await deal(world, ada, ben, clock="none")
    said = await hand(cleo)
    album.keep("guess", said)
    album.keep("guessed", (await cleo.choose("c1:d:*:who-wins:", "1", on=said)).shown)


async def _new_player(world: World, album: Album) -> None:
    """Keep the profile of somebody who has played one game, and what is shown to the channel."""
    people = [Player(WIDEST_NAME, each.id) for each in world.people[:3]]
    game, guild = next(iter(GAMES)), world.guild.id
    await whole_game(world.store, game, people, guild=guild, at=world.now() - 40 * 86_400.0)
    profile = (await world.people[0].slash("cats profile")).shown
    album.keep("profile of a new player", profile)
    album.keep(
        "profile, shared", (await world.people[0].press("c1:d:0:share-profile:", on=profile)).shown
    )


async def _evening(world: World, evening: int) -> None:
    """Let three people play one game of each kind, and many people one of the first."""
    people = [Player(WIDEST_NAME, each.id) for each in world.people[:3]]
    at = world.now() - (EVENINGS - evening) * 86_400.0
    for game in GAMES:
        guild = world.guild.id
        await whole_game(world.store, game, people, guild=guild, seed=1 + evening, at=at)
    table = await world.store.tables.load(1)
    assert table is not None
    crowd = [make_ranked_player(9000 + n, WIDEST_NAME, 1 + n) for n in range(MAX_LINES_PER_PAGE)]
    await store_finished_table(world.store, table, *crowd, at=at)


@pytest.mark.asyncio(loop_scope="package")
@IN_EACH_LANGUAGE
async def test_what_one_sees_of_oneself_keeps_its_height_limit(page: Page, language: str) -> None:
    heights = (await measure(page, scenes, PEOPLE, language)).heights
    too_high = list_too_high(heights, {name: most(name) for name in heights["phone"]})
    assert not too_high, "\n".join(too_high)
