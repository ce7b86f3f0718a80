"""Everything that matters stands on one screen, and does not jump while somebody chooses."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import ModuleType

import pytest
from playwright.async_api import Page

from bot.bench.world import World
from bot.demo.heights import VISIBLE_HEIGHT_PIXELS, WINDOW_PIXELS, Height, check_heights
from bot.presenters.welcome import HELP_PART_EMOJIS
from tests.heights import catham_city, cloaked_cats, liars_dice, quickpick, who_barked
from tests.heights.album import Album, Step
from tests.heights.worlds import IN_EACH_LANGUAGE, list_too_high, measure
from tests.toys import REGISTRY

SCENES: Mapping[str, ModuleType] = {
    "cloaked_cats": cloaked_cats,
    "catham_city": catham_city,
    "quickpick": quickpick,
    "liars_dice": liars_dice,
    "who_barked": who_barked,
}
"""A module for each game, with `PEOPLE`, `TARGETS`, `worst`, `steps` and perhaps `TOGETHER`.

`TOGETHER` names pairs of a board and an own screen, and the most pixels that both may have on a
phone and on a desktop: who decides sees both at once.
"""
MOST_JUMP = 60
"""Pixels that the heights of consecutive steps may be apart."""
IN_ONE_BROWSER = pytest.mark.asyncio(loop_scope="package")
EVERY_GAME = pytest.mark.parametrize("game", SCENES)
REGISTERED = [
    pytest.param(name, marks=[pytest.mark.thorough] * (name in SCENES)) for name in REGISTRY
]
"""Games with scenes are measured at their worst, so like any other game in CI only."""


@IN_ONE_BROWSER
@IN_EACH_LANGUAGE
@EVERY_GAME
async def test_question_picture_and_buttons_stand_on_one_screen_even_with_the_widest_names(
    page: Page, game: str, language: str
) -> None:
    scenes = SCENES[game]
    heights = (await measure(page, scenes.worst, scenes.PEOPLE, language)).heights
    too_high = list_too_high(heights, scenes.TARGETS)
    for (board, own), limits in getattr(scenes, "TOGETHER", {}).items():
        for (device, found), most in zip(heights.items(), limits, strict=True):
            if (pixels := found[board].total + found[own].total) > most:
                too_high.append(f"{board} + {own} on a {device}: {pixels}, at most {most}")
    assert not too_high, "\n".join(too_high)


@IN_ONE_BROWSER
@IN_EACH_LANGUAGE
@EVERY_GAME
async def test_the_screen_does_not_jump_from_one_step_to_the_next(
    page: Page, game: str, language: str
) -> None:
    scenes = SCENES[game]
    measured = await measure(page, scenes.steps, scenes.PEOPLE, language)
    assert any(len(steps) > 1 for steps in measured.ways.values()), "no steps were kept"
    too_far = [
        f"{pixels} on a {device} from {before} to {after}, at most {MOST_JUMP}"
        for device in WINDOW_PIXELS
        for steps in measured.ways.values()
        for before, after, pixels in find_jumps(steps, measured.heights[device])
        if abs(pixels) > MOST_JUMP
    ]
    assert not too_far, "\n".join(too_far)


def find_jumps(
    steps: Sequence[Step], heights: Mapping[str, Height]
) -> Iterator[tuple[str, str, int]]:
    """Yield the names of consecutive steps, and how many pixels their heights are apart.

    While somebody chooses, nothing happens to them: the whole messages are compared. After a move
    the news on top may be others: then all that is below the words is. And where one more row of
    cats came into a board's picture, all but the picture.
    """
    for before, after in pairwise(steps):
        old, new = heights[before.name], heights[after.name]
        pixels = new.total - old.total
        if after.acted:
            pixels -= new.content - old.content
        if after.grown:
            pixels -= new.picture - old.picture
        yield before.name, after.name, pixels


@IN_ONE_BROWSER
@IN_EACH_LANGUAGE
async def test_each_page_of_the_help_stands_on_one_screen(page: Page, language: str) -> None:
    heights = (await measure(page, help_pages, people=4, language=language)).heights
    limits = (VISIBLE_HEIGHT_PIXELS["phone"],) * 2
    assert list_too_high(heights, dict.fromkeys(heights["phone"], limits)) == []


async def help_pages(world: World, album: Album) -> None:
    """Keep all pages of the help."""
    help_ = (await world.people[0].slash("cats help")).shown
    album.keep("help", help_)
    for part in HELP_PART_EMOJIS:
        answer = await world.people[0].press(f"c1:d:0:help:{part}", on=help_)
        album.keep(part, answer.shown)


@IN_ONE_BROWSER
@pytest.mark.parametrize("name", REGISTERED)
async def test_every_registered_game_is_seen_whole(page: Page, name: str) -> None:
    assert await check_heights(page, REGISTRY[name], range(2, 3)) == []


HEIGHTS = {
    "hand": Height(500, content=50, picture=250, embed=0, rows=150),
    "guess": Height(600, content=150, picture=250, embed=0, rows=150),
    "a row more": Height(700, content=150, picture=350, embed=0, rows=150),
}


@pytest.mark.parametrize(
    ("step", "pixels"),
    [
        (Step("guess", acted=False, grown=False), 100),
        (Step("guess", acted=True, grown=False), 0),
        (Step("a row more", acted=True, grown=False), 100),
        (Step("a row more", acted=True, grown=True), 0),
    ],
)
def test_a_jump_ignores_words_after_a_move_and_pictures_after_a_new_row(
    step: Step, pixels: int
) -> None:
    first = Step("hand", acted=False, grown=False)
    assert [*find_jumps([first, step], HEIGHTS)] == [("hand", step.name, pixels)]
