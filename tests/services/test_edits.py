"""Boards are edited as often as Discord takes it, and show the newest then."""

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.traffic import Request
from bot.bench.world import World
from tests.play.evening import (
    find_asked_player,
    load_table,
    play_cat,
    rewrite,
    sit_down,
)

EDIT_PAUSE_SECONDS = 1.1


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(between_edits=EDIT_PAUSE_SECONDS)


def edits(world: World, since: int) -> list[Request]:
    """Return the edits of public messages, from request number `since` on."""
    found = (request for request in world.requests[since:] if request.method == "PATCH")
    return [request for request in found if request.path.startswith("/channels/")]


async def test_two_quick_changes_are_one_edit_now_and_one_after_the_pause(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, game="liars_dice")  # the last free seat would call the host
    await world.advance(2)
    since, began = len(world.requests), world.now()
    for person in (ben, cleo, dan):
        await person.press("c1:d:*:join")
    assert len(edits(world, since)) == 1
    assert "Cleo" not in world.board().text
    await world.advance(EDIT_PAUSE_SECONDS - 0.05)
    assert len(edits(world, since)) == 1
    await world.advance(0.1)
    first, second = edits(world, since)
    assert second.at - first.at == pytest.approx(EDIT_PAUSE_SECONDS)
    assert world.now() - began < 2 * EDIT_PAUSE_SECONDS
    assert all(name in world.board().text for name in ("Ben", "Cleo", "Dan"))
    await world.advance(10)
    assert len(edits(world, since)) == 2, "what is shown already is not shown again"
    table = await load_table(world)
    assert table.board.shown == table.version


async def test_a_board_that_was_just_posted_rests_too_and_none_waits_for_another(world):
    ada, ben, cleo, dan = world.people
    other = world.new_channel("other")
    await cleo.slash("cats play", channel=other)
    await world.advance(2)
    await sit_down(world, ada, ben)
    await dan.press("Join", on=world.board(other))
    assert "Ben" not in world.board().text
    assert "Dan" in world.board(other).text
    await world.advance(EDIT_PAUSE_SECONDS)
    assert "Ben" in world.board().text
    assert len(world.messages()) == 1


async def test_a_change_that_nobody_sees_is_noted_and_not_sent(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await world.advance(2)
    await ada.press("c1:d:*:start")
    await world.advance(2)
    await play_cat(find_asked_player(world))
    await world.advance(2)
    since, before = len(world.requests), await load_table(world)
    rewrite(world, "UPDATE tables SET version = version + 1")
    await ada.press("My cards", on=world.board())
    await world.advance(2)
    table = await load_table(world)
    assert table.board.shown == table.version == before.version + 1
    assert edits(world, since) == []
    await ada.slash("cats board")
    await world.advance(2)
    assert len(edits(world, since)) == 1, "it may have been deleted"
