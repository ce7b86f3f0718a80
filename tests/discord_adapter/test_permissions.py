"""Whoever may not write in a channel brings no public message there, but plays along."""

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from tests.play.evening import deal, finish, load_table
from tests.toys import REGISTRY

NUMBERS = "secret_numbers"
REFUSED = "You can't write in this channel"


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(registry=REGISTRY)


async def test_who_may_not_write_opens_no_table(world: World) -> None:
    ada, ben, *_ = world.people
    await world.permit(ada, send_messages=False)
    answer = await ada.slash("cats play", game=NUMBERS)
    assert answer.text.startswith(REFUSED)
    help_ = (await ada.slash("cats help")).shown
    answer = await ada.press(f"c1:d:*:play:{NUMBERS}", on=help_)
    assert answer.text.startswith(REFUSED)
    assert world.messages() == []
    await ben.slash("cats play", game=NUMBERS)
    answer = await ada.slash("cats play", game=NUMBERS)
    assert answer.text.startswith("A table of **"), "the way there still shows"


async def test_who_may_not_write_sits_down_and_plays_but_opens_no_rematch(world: World) -> None:
    ada, ben, *_ = world.people
    await world.permit(ben, send_messages=False)
    await deal(world, ada, ben)
    await finish(world)
    assert (await load_table(world)).phase == "over"
    before = len(world.messages())
    assert (await ben.press("c1:d:*:rematch", on=world.board())).text.startswith(REFUSED)
    assert len(world.messages()) == before
    await ada.press("c1:d:*:rematch", on=world.board())
    answer = await ben.press("Join")
    assert answer.text.startswith("You're in"), "a seat that is kept is there for them"


async def test_who_may_not_write_does_not_bring_the_board_down(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await world.advance(300)  # whoever is asked has been called by then
    board = world.board()
    for _ in range(15):
        await world.advance(60)
        await ada.say("Are you still there?")
    await world.permit(ben, send_messages=False)
    answer = await ben.slash("cats board")
    assert answer.text.startswith(REFUSED)
    assert answer.shown.links[0].endswith(f"/{board.id}"), "it says where the board is"
    assert (await ben.press("My cards", on=board)).shown.ephemeral
    assert world.board().id == board.id
    await ada.press("My cards", on=board)
    assert world.board().id > board.id, "who may write still brings it down"


async def test_in_a_thread_the_permission_to_write_there_counts(world: World) -> None:
    ada, ben, *_ = world.people
    thread = world.thread("side")
    await world.permit(ada, send_messages=False, send_messages_in_threads=True)
    await world.permit(ben, send_messages=True, send_messages_in_threads=False)
    assert (await ben.slash("cats play", game=NUMBERS, channel=thread)).text.startswith(REFUSED)
    answer = await ada.slash("cats play", game=NUMBERS, channel=thread)
    assert answer.text.startswith("You're in")
