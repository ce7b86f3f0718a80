"""The advice of lessons: one green button at a time, and whoever presses it wins."""

import pytest

from bot.bench.world import Person
from bot.demo.shown import Control, Shown
from bot.discord_adapter.messages import BUTTON_TYPE
from bot.domain.table import Match, lesson_channel
from bot.engine.package import find_taught_games
from bot.games.quickpick.model.state import State as QuickpickState
from bot.games.quickpick.model.state import find_matching_masks
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS
from bot.games.registry import GAMES
from tests.services.test_lessons import is_running

GREY, GREEN = 2, 3
"""Discord's styles of buttons: secondary and success."""
MAX_PRESSES = 200


def find_green_buttons(screen: Shown) -> list[Control]:
    buttons = [control for control in screen.controls if control.kind == BUTTON_TYPE]
    assert {button.style for button in buttons} <= {GREY, GREEN}, screen.labels
    return [button for button in buttons if button.style == GREEN]


async def find_face(person: Person) -> str:
    """Return the start of the custom id of the only tile that fits, which no lesson gives away."""
    table = await person.world.load_table(lesson_channel(person.id))
    assert isinstance(table, Match)
    assert isinstance(table.state, QuickpickState)
    (mask,) = find_matching_masks(table.state.shown)
    return f"c1:m:*:tile/{mask}"


async def follow_advice(person: Person) -> list[str]:
    """Press the one green button until the lesson is over, and return all that was read."""
    read = [person.private().text]
    for _ in range(MAX_PRESSES):
        screen = person.private()
        if "Only one monster fits" in screen.text:
            assert find_green_buttons(screen) == []
            await person.press(await find_face(person), on=screen)
        else:
            (advised,) = find_green_buttons(screen)
            await person.world.click(person, screen, advised, {})
        await person.world.advance(COMPUTER_MIME_SECONDS)
        if not await is_running(person):
            return read
        read.append(person.private().text)
    raise AssertionError(read[-1])


@pytest.mark.parametrize("game", find_taught_games(GAMES))
async def test_one_button_is_green_and_whoever_always_presses_it_wins(world, game):
    ada, ben, *_ = world.people
    ben.set_locale("de")
    assert len(find_green_buttons((await ben.slash("cats learn", game=game)).shown)) == 1
    await ada.slash("cats learn", game=game)
    table = await world.load_table(lesson_channel(ada.id))
    read = await follow_advice(ada)
    ended = await world.bot.services.tables.load(table.id)
    ranks = [player.rank for player in ended.players if player.user == ada.id]
    assert ranks == [1], read
    if game == "liars_dice":
        first = next(text for text in read if "lose a die" in text or "loses a die" in text)
        assert "Minka 🤖 loses a die" in first, "the first round costs whoever follows it no die"
