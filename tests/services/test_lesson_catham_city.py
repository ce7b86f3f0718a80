"""Learning Catham City: a lesson in private answers to one person."""

from random import Random

import pytest

from bot.bench.shown import Shown
from bot.bench.world import Person, World
from bot.games.registry import GAMES
from bot.i18n import text
from tests.play.evening import choices, go_on
from tests.services.test_lessons import chat, is_running, lesson


async def learn(world: World, person: Person) -> Shown:
    world.outdate_commands()
    return (await person.slash("cats learn", game="catham_city")).shown


async def press_any_button(person: Person, luck: Random) -> Shown:
    """Press any button for the game on the newest private screen, or the one that goes on."""
    world, screen = person.world, person.private()
    if screen.matching("c1:m:"):
        control = luck.choice(choices(screen))
        options = [value for value, _ in control.options]
        number = 2 if ":drop" in control.custom_id else 1
        if ":discard" in control.custom_id and options:
            number = len(options) - 10
        chosen = {"values": luck.sample(options, number)} if options else {}
        await world.click(person, screen, control, chosen)
    elif any(c for c in choices(screen) if not c.custom_id.endswith(":0:")):
        pressable = [c for c in choices(screen) if not c.custom_id.endswith(":0:")]
        await world.click(person, screen, luck.choice(pressable), {})
    else:
        await go_on(person)
    return person.private()


async def to_the_end(person: Person, luck: Random) -> list[str]:
    """Play until the lesson is over, and return all that was read on the way."""
    read = [person.private().text]
    for _ in range(400):
        if not await is_running(person):
            return read
        read.append((await press_any_button(person, luck)).text)
    raise AssertionError(read[-1])


async def test_a_lesson_tells_what_to_do_and_what_all_did(world: World) -> None:
    ada, *_ = world.people
    shown = await learn(world, ada)
    assert shown.ephemeral
    assert "First to **8 points** is mayor" in shown.text
    assert (set(shown.files), shown.embeds) == ({"hand.jpg"}, ())
    assert {"Start over", "Leave the lesson"} <= set(shown.labels)
    await ada.press("What the factions do")
    assert (await ada.press("My cards")).text == shown.text
    await ada.choose("Take from the market …", "1/1", on=ada.private())
    assert ada.private().content.startswith("You took 1 × 🧪 Scientist.\n\n💡 Next up: ⚪ Minka")
    screen = await go_on(ada)
    assert screen.content.splitlines()[0].startswith("⚪ Minka 🤖 ")
    assert "You can play 🧪 Scientists" in screen.text
    await ada.press("Scientists · 3 → 2 points + cards")
    assert ada.private().content.startswith("Your scientists brought you 2 points.\nYou drew ")


@pytest.mark.parametrize(("language", "luck"), [("en", 0), ("de", 1)])
async def test_a_lesson_comes_to_its_end_whatever_is_pressed(
    world: World, language: str, luck: int
) -> None:
    ada, *_ = world.people
    ada.set_locale(language)
    await learn(world, ada)
    table = await lesson(ada)
    read = await to_the_end(ada, Random(luck))
    say = text(language, GAMES["catham_city"].text)
    ends = [say("lesson-over", won=won).split("**")[1] for won in ("yes", "no")]
    assert any(end in read[-1] for end in ends)
    assert {say("button-play"), say("button-learn-again")} <= set(ada.private().labels)
    assert (await world.bot.services.tables.load(table.id)).phase == "over"
    assert chat(world) == []
    assert await world.bot.services.tables.store.standings.find_finished_games(world.guild.id) == ()
