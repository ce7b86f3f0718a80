"""Learning Quickpick: a lesson in private answers to one person, with two computers."""

from bot.bench.world import Person, World
from bot.demo.shown import Control, Shown
from bot.domain.table import lesson_channel
from bot.games.quickpick.model.state import State, find_matching_masks
from bot.games.quickpick.rules import COMPUTER_MIME_SECONDS
from tests.play.evening import go_on
from tests.play.island import BREATH_SECONDS, path_of
from tests.tables import expect_game

GO_ON = "c1:d:*:go-on"


async def state_of(person: Person) -> State:
    state = expect_game(await person.world.load_table(lesson_channel(person.id))).state
    assert isinstance(state, State)
    return state


def moves(screen: Shown) -> list[Control]:
    return [control for control in screen.matching("c1:m:") if not control.disabled]


def button(screen: Shown, move: str) -> Control:
    (found,) = (control for control in moves(screen) if path_of(control) == move)
    return found


async def until_shown(person: Person, words: str) -> Shown:
    for _ in range(20):
        if words in person.private().text:
            return person.private()
        await go_on(person)
        await person.world.advance(COMPUTER_MIME_SECONDS)
    raise AssertionError(f"no {words!r} in {person.private().text!r}")


async def test_who_presses_as_told_wins_the_first_race_and_is_understood(world: World) -> None:
    """All of it is shown on one message."""
    ada, *_ = world.people
    answer = await ada.slash("cats learn", game="quickpick")
    assert answer.shown.ephemeral
    assert "Welcome to the island!" in answer.text
    assert set(answer.shown.files) == {"tiles.jpg"}
    assert {"Continue", "Start over", "Leave the lesson"} <= set(answer.shown.labels)
    assert moves(answer.shown) == []
    screen = await until_shown(ada, "shows you a part of the face, right above")
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
    assert "Press **Done**" in ada.private().text
    assert ada.private().matching(GO_ON) == ()
    await world.advance(3600)
    assert (await state_of(ada)).hands == (), "nobody guesses before they are done"
    await ada.press("Done")
    assert [control.label for control in ada.private().matching(GO_ON)] == ["Continue"]
    await until_shown(ada, "guessed your face")
    assert len(ada.privates()) == 1


async def test_nobody_is_hurried_and_who_goes_on_too_quickly_waits_a_moment(world: World) -> None:
    """An hour later, the newest part of the face is still the newest one, and the race is open."""
    ada, *_ = world.people
    before = (await ada.slash("cats learn", game="quickpick")).text
    await go_on(ada)
    assert "Felix 🤖 is still thinking" in (await go_on(ada)).note
    assert (await state_of(ada)).shown == ()
    await world.advance(COMPUTER_MIME_SECONDS)
    racing = ada.private()
    assert "leaves 8 monsters" in racing.text
    assert "Start over" not in racing.labels, "the letters fill a phone"
    assert "Leave the lesson" in racing.labels, "but not the way out"
    await world.jump(3600)
    assert len((await state_of(ada)).shown) == 1
    screen = await until_shown(ada, "Only one monster fits now")
    await world.jump(3600)
    assert (await state_of(ada)).turns == ()
    await world.click(ada, screen, button(screen, "pass"), {})
    await until_shown(ada, "Just guess next time")
    assert len((await state_of(ada)).turns) == 1
    assert (await ada.press("Start over")).text == before
