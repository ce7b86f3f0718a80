"""Learning Quickpick: a lesson in private answers to one person, with two computers."""

from random import Random

import pytest

from bot.domain.table import lesson_channel
from bot.games.quickpick.model.state import State, find_matching_masks
from bot.games.quickpick.package import PACKAGE
from bot.games.quickpick.rules import COMPUTER_DRAW_SECONDS
from bot.i18n import text
from tests.bench.shown import Control, Shown
from tests.bench.sim import Person, World
from tests.play.evening import CHAT, load_table_of_channel
from tests.play.island import BREATH_SECONDS, path_of
from tests.tables import expect_game

ME = 0
"""The learner's seat."""


async def state_of(person: Person) -> State:
    """Return the running lesson of a person, as it is kept."""
    state = expect_game(await load_table_of_channel(person.world, lesson_channel(person.id))).state
    assert isinstance(state, State)
    return state


async def is_running(person: Person) -> bool:
    store = person.world.bot.services.tables.store
    return await store.tables.find_open(lesson_channel(person.id)) is not None


def moves(screen: Shown) -> list[Control]:
    """Return what can be pressed for the game."""
    return [control for control in screen.matching("c1:m:") if not control.disabled]


def button(screen: Shown, move: str) -> Control:
    (found,) = (control for control in moves(screen) if path_of(control) == move)
    return found


async def until_shown(person: Person, words: str) -> Shown:
    """Let time pass until the learner, who presses nothing, reads these words."""
    for _ in range(100):
        if words in person.private().text:
            return person.private()
        await person.world.advance(1)
    raise AssertionError(f"no {words!r} in {person.private().text!r}")


async def test_the_lesson_begins_with_a_look_at_the_monsters(world: World) -> None:
    ada, *_ = world.people
    answer = await ada.slash("cats learn", game="quickpick")
    assert answer.shown.ephemeral
    assert "Welcome to the island!" in answer.text
    assert set(answer.shown.files) == {"tiles.jpg"}
    assert {"Go on", "Start over", "Leave the lesson"} <= set(answer.shown.labels)
    assert moves(answer.shown) == []


async def test_who_presses_as_told_wins_the_first_race_and_is_understood(world: World) -> None:
    """All of it on one message, which is kept up to date without a press."""
    ada, *_ = world.people
    await ada.slash("cats learn", game="quickpick")
    screen = await until_shown(ada, "Each part of the face appears right above")
    assert {"A", "P", "No idea"} <= set(screen.labels)
    await until_shown(ada, "leaves 8 monsters")
    screen = await until_shown(ada, "Only one monster fits now")
    (mask,) = find_matching_masks((await state_of(ada)).shown)
    await world.click(ada, screen, button(screen, f"tile/{mask}"), {})
    screen = await until_shown(ada, "a mask for both of you")
    assert "you were first! Your prize: " in screen.text
    assert "Now you're the mime!" in screen.text
    await world.click(ada, screen, button(screen, "draw"), {})
    assert "This is your secret" in ada.private().text
    for feature in ("brows", "eyes", "mouth", "head"):
        await world.click(ada, ada.private(), button(ada.private(), f"show/{feature}"), {})
        await world.advance(BREATH_SECONDS, step=0.3)
    await until_shown(ada, "guessed your face")
    assert len(ada.privates()) == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("luck", range(3))
async def test_a_lesson_comes_to_its_end_whatever_is_pressed(
    world: World, language: str, luck: int
) -> None:
    ada, chance = world.people[0], Random(luck)
    ada.set_locale(language)
    await ada.slash("cats learn", game="quickpick")
    for _ in range(300):
        if not await is_running(ada):
            break
        screen, state = ada.private(), await state_of(ada)
        guesses_late = state.mime != ME and len(state.shown) < chance.randrange(1, 6)
        if moves(screen) and not guesses_late:
            await world.advance(BREATH_SECONDS)
            screen = ada.private()
        if moves(screen) and not guesses_late:
            await world.click(ada, screen, chance.choice(moves(screen)), {})
        else:
            await world.advance(1)
    say = text(language, PACKAGE.text)
    assert say("lesson-over") in ada.private().text
    assert set(ada.private().files) == {"end.jpg"}
    assert {say("button-play"), say("button-learn-again")} <= set(ada.private().labels)
    assert [request for request in world.requests if request.path.startswith(CHAT)] == []
    assert world.messages() == []


async def test_nobody_is_hurried(world: World) -> None:
    """Ten minutes after all has been shown, the learner's one choice is still open."""
    ada, *_ = world.people
    await ada.slash("cats learn", game="quickpick")
    await until_shown(ada, "Only one monster fits now")
    await world.advance(600, step=10)
    assert (await state_of(ada)).turns == ()
    screen = ada.private()
    await world.click(ada, screen, button(screen, "pass"), {})
    await world.advance(COMPUTER_DRAW_SECONDS)
    assert len((await state_of(ada)).turns) == 1


async def test_a_lesson_can_be_started_over(world: World) -> None:
    ada, *_ = world.people
    before = (await ada.slash("cats learn", game="quickpick")).text
    racing = await until_shown(ada, "leaves 8 monsters")
    assert "Start over" not in racing.labels, "the letters fill a phone"
    assert "Leave the lesson" in racing.labels, "but not the way out"
    await ada.press("No idea")
    assert (await ada.press("Start over")).text == before
