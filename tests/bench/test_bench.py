"""The bench itself: what it promises to the other tests."""

import pytest

from tests.bench.play import hand
from tests.bench.sim import World


async def test_a_click_that_nobody_answers_fails(world: World) -> None:
    ada = world.people[0]
    await ada.slash("cats play")

    await world.bot.unload_extension("cogs.router")
    with pytest.raises(AssertionError, match="no answer"):
        await ada.press("c1:d:*:options")


async def test_each_person_sees_their_own_private_messages_only(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats help")
    assert len(ada.privates()) == 1
    assert ben.privates() == world.messages() == []
    assert world.requests[-1].reader == ada.id


async def test_each_person_is_answered_in_their_own_language(world: World) -> None:
    ada, ben, *_ = world.people
    ben.set_locale("de")
    english = await ada.slash("cats help")
    german = await ben.slash("cats help")
    assert english.text != german.text


async def test_a_message_stays_as_it_was_seen(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play")
    before = world.board()
    await ben.press("c1:d:*:join")
    assert "Ben" not in before.text
    assert "Ben" in world.board().text


async def test_clicks_at_the_same_moment_are_all_answered(world: World) -> None:
    ada, *others = world.people
    await ada.slash("cats play")
    answers = await world.race(*(other.press("c1:d:*:join") for other in others))
    assert len({answer.record.id for answer in answers}) == 3
    assert all(person.name in world.board().text for person in world.people)


async def test_pictures_are_recorded_byte_for_byte(open_world) -> None:
    world = await open_world(people=1, computers=1)
    ada = world.people[0]
    await ada.slash("cats play")
    await ada.press("c1:d:*:start")
    shown = await hand(ada)
    (name,) = shown.files
    assert shown.files[name] in [file.data for file in world.requests[-1].files]
    assert shown.alts[name]


@pytest.mark.parametrize("crash", [False, True])
async def test_a_new_bot_goes_on_with_the_old_buttons(world: World, crash: bool) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play")
    board = world.board()
    await world.restart(crash=crash)
    await ben.press("c1:d:*:join", on=board)
    assert "Ben" in world.board().text


async def test_only_the_test_moves_the_clock(world: World) -> None:
    began = world.now()
    await world.people[0].slash("cats play")
    assert world.now() == began
    await world.advance(90)
    assert world.now() == began + 90
    await world.jump(86400)
    assert world.now() == began + 90 + 86400
