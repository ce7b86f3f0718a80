"""Boards that cannot be noted or deleted at once: none stays beside the newest."""

import pytest

from bot.bench.world import Person, World
from bot.domain import opening
from bot.domain.changes import Click
from bot.domain.opening import TableOptions
from bot.domain.table import BoardUpdate, Commit
from bot.games.registry import GAMES
from bot.services.boards import DELETE_RETRY_DELAYS_SECONDS
from bot.storage.problems import StoreProblem
from tests.play.evening import (
    check_memory,
    deal,
    find_asked_player,
    hand,
    load_table,
    rewrite,
    take_turn,
)


def with_buttons(world: World) -> list[int]:
    return [message.id for message in world.messages() if message.controls]


@pytest.mark.logs_errors
async def test_a_board_whose_note_fails_is_noted_later(world, monkeypatch):
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ada.say("meow")
    await world.advance(60)
    before, note, failures = (
        await load_table(world),
        world.store.tables.store_board,
        [True, True, True],
    )

    async def fails(noted: BoardUpdate) -> None:
        if failures:
            failures.pop()
            raise StoreProblem("store-locked")
        await note(noted)

    with monkeypatch.context() as failing:
        failing.setattr(world.store.tables, "store_board", fails)
        await ada.slash("cats board")
        await world.advance(300)
    after = await load_table(world)
    assert after.board.message not in (None, before.board.message)
    assert with_buttons(world) == [after.board.message]
    await check_memory(world)


def refuse_deletions(world: World, status: int, code: int) -> None:
    world.env.inject_error(
        "DELETE", "/channels/*", status=status, code=code, message="no", times=None
    )


async def replace_board(world: World, person: Person) -> None:
    await person.say("meow")
    await world.advance(60)
    await person.slash("cats board")


def deletions(world: World, since: int) -> int:
    asked = [request for request in world.requests[since:] if request.method == "DELETE"]
    return sum(request.path.startswith("/channels/") for request in asked)


async def test_a_replaced_board_that_discord_refuses_to_delete_is_deleted_later(world):
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    refusals = {
        "no access": (403, 50001),
        "no permission": (403, 50013),
        "archived thread": (400, 50083),
        "Cloudflare": (403, 0),
        "Discord itself": (500, 0),
    }
    for refusal, (status, code) in refusals.items():
        refuse_deletions(world, status, code)
        await replace_board(world, ada)
        assert len(with_buttons(world)) == 2, refusal
        await world.advance(1800)
        world.env.backend.faults.clear()
        await world.advance(max(DELETE_RETRY_DELAYS_SECONDS))
        assert with_buttons(world) == [(await load_table(world)).board.message], refusal
        assert (await load_table(world)).board.replaced == (), refusal

    refuse_deletions(world, 404, 10008)
    since = len(world.requests)
    await replace_board(world, ada)
    assert (await load_table(world)).board.replaced == ()
    await world.advance(60)
    assert deletions(world, since) == 1, "it is gone"


async def test_a_refused_deletion_is_asked_for_seldom_however_much_is_played(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    refuse_deletions(world, 403, 50013)
    await replace_board(world, ada)
    await world.advance(60)
    since = len(world.requests)
    for _ in range(4):
        await take_turn(find_asked_player(world))
        await replace_board(world, ada)
    await world.advance(3600)
    assert 0 < deletions(world, since) <= 2 + 3600 / DELETE_RETRY_DELAYS_SECONDS[-1]


async def test_a_replaced_board_is_deleted_by_the_next_process(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    refuse_deletions(world, 403, 50013)
    await replace_board(world, ada)
    former = (await load_table(world)).board.replaced
    assert set(with_buttons(world)) > set(former)
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    await world.settle()
    assert with_buttons(world) == [(await load_table(world)).board.message]


async def test_an_open_table_without_a_board_gets_one_when_somebody_wants_to_play(world):
    """A worker that ended may have stored it a moment after another one took its tables over."""
    ada, ben, *_ = world.people
    channel, now = world.channel.id, world.now()
    click = Click(1, ada.id, ada.name, "en", channel)
    lobby = opening.open_lobby(
        click,
        world.guild.id,
        channel,
        "cloaked_cats",
        GAMES["cloaked_cats"],
        TableOptions(computers=0),
        now,
    )
    await world.store.tables.commit(Commit(lobby, now))
    assert not world.messages()
    answer = await ben.slash("cats play")
    assert answer.shown.links[0].endswith(f"/{world.board().id}")
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
    table = await load_table(world)
    assert table.board.shown == table.version
    assert with_buttons(world) == [table.board.message]
