"""Boards that cannot be noted or deleted at once: none stays beside the newest."""

import pytest

from bot.games.registry import GAMES
from bot.store.problems import StoreProblem
from bot.store.records import Commit, Noted
from bot.tables.change import Click
from bot.tables.lobby import seating
from bot.tables.lobby.seating import Wishes
from tests.bench.sim import World
from tests.play.evening import check_memory, deal, hand, rewrite, stored

MINUTE = 60.0


def with_buttons(world: World) -> list[int]:
    """Return the public messages that can be pressed."""
    return [message.id for message in world.messages() if message.controls]


@pytest.mark.logs_errors
async def test_a_board_whose_note_fails_is_noted_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ada.say("meow")
    await world.advance(60)
    before, note, failures = await stored(world), world.store.note, [True, True, True]

    async def fails(noted: Noted) -> None:
        if failures:
            failures.pop()
            raise StoreProblem("store-locked")
        await note(noted)

    with monkeypatch.context() as failing:
        failing.setattr(world.store, "note", fails)
        await ada.slash("cats board")
        await world.advance(300)
    after = await stored(world)
    assert after.board.message not in (None, before.board.message)
    assert with_buttons(world) == [after.board.message]
    await check_memory(world)


async def test_replaced_boards_are_deleted_as_soon_as_discord_lets_us(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    world.fail("DELETE", "/channels/*", times=10)
    for _ in range(3):
        await ada.say("meow")
        await world.advance(60)
        await ada.slash("cats board")
    assert len(with_buttons(world)) > 1
    assert (await stored(world)).board.replaced
    await world.advance(7200)
    table = await stored(world)
    assert with_buttons(world) == [table.board.message]
    assert table.board.replaced == ()


async def test_a_replaced_board_is_deleted_by_the_next_process(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ada.say("meow")
    await world.advance(60)
    world.fail("DELETE", "/channels/*", times=None)
    await ada.slash("cats board")
    former = (await stored(world)).board.replaced
    assert set(with_buttons(world)) > set(former)
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    await world.settle()
    assert with_buttons(world) == [(await stored(world)).board.message]


async def test_an_open_table_without_a_board_gets_one_when_somebody_wants_to_play(
    world: World,
) -> None:
    """A worker that ended may have stored it a moment after another one took its tables over."""
    ada, ben, *_ = world.people
    channel, now = world.channel.id, world.now()
    click = Click(1, ada.id, ada.name, "en", channel)
    lobby = seating.opened(
        click,
        world.guild.id,
        channel,
        "cloaked_cats",
        GAMES["cloaked_cats"],
        Wishes(computers=0),
        now,
    )
    await world.store.commit(Commit(lobby, now))
    assert not world.messages()
    answer = await ben.slash("cats play")
    assert str(world.board().id) in answer.text
    await ben.press("c1:d:*:join", on=world.board())
    assert "Ben" in world.board().text


async def test_a_board_that_nobody_has_shown_is_shown_when_somebody_presses(world: World) -> None:
    """A worker that lost a table may have changed it a moment after another one took it over."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await world.advance(10)
    rewrite(world, "UPDATE boards SET shown = 0")
    await hand(ada)
    await world.advance(1)
    table = await stored(world)
    assert table.board.shown == table.version
    assert with_buttons(world) == [table.board.message]


async def test_boards_that_are_not_new_any_more_are_forgotten(world: World) -> None:
    """However long the process lives, and whether or not anybody asks for a board."""
    ada, *_ = world.people
    for name in ("kitchen", "cellar", "attic", "garden"):
        await ada.slash("cats play", channel=world.new_channel(name))
        await world.advance(MINUTE)
    assert len(world.bot.manager.boards._posted) <= 1
