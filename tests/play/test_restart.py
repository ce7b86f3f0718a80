"""A new process on the same database: nothing is lost, and every old button works on."""

from typing import Any

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from tests.play.evening import (
    boards_posted,
    choices,
    deadline,
    deal,
    find_asked_or_none,
    find_asked_player,
    finish,
    first_line,
    hand,
    load_table,
    play_cat,
    rewrite,
    show_deal,
    sit_down,
    skip,
    step_ahead,
    take_turn,
)
from tests.play.outages import HEARTBEAT_WRITE_SECONDS

how = pytest.mark.parametrize("crash", [False, True], ids=["stopped", "crashed"])


async def restart(world: World, *, crash: bool, down: float = 3) -> None:
    """Start a new bot after `down` seconds; nothing is posted by the start alone."""
    start, boards, since = world.start, world.messages(), len(world.requests)

    async def later(database: str) -> Any:
        world.env.backend.advance_clock(down)
        return await start(database)

    world.start = later
    await world.restart(crash=crash)
    world.start = start
    await world.settle()
    assert boards_posted(world, since) == []
    assert [board.id for board in world.messages()] == [board.id for board in boards]


async def test_at_each_point_of_a_game(open_world: OpenWorld) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, clock="3", text_only=True)
    await restart(world, crash=True)
    await cleo.press("Join")
    await ben.press("Leave")
    await ada.press("Start", on=world.board())
    assert "Cleo" in world.board().text
    assert "Ben" not in world.board().text

    who, until = find_asked_player(world), deadline(world) or 0
    own = who.private()
    await restart(world, crash=False)
    assert deadline(world) == until + 3, "they were nobody's"
    answer = await who.press(choices(own)[0].custom_id, on=own)
    assert answer.shown.matching("c1:m:*:skip")
    until = deadline(world) or 0
    await restart(world, crash=True, down=7200)
    assert abs((deadline(world) or 0) - until - 7200) <= 6, "the board shows the new deadline"
    guessed = find_asked_player(world)
    await step_ahead(world)  # by a right guess
    assert "guesses:" in world.board().text
    if find_asked_or_none(world) is guessed:
        await skip(guessed)
    step = (await load_table(world)).step

    for crash in (False, True):
        own = await hand(find_asked_player(world))
        await restart(world, crash=crash)
        await find_asked_player(world).press(choices(own)[0].custom_id, on=own)
        await skip(find_asked_player(world))
    assert (await load_table(world)).step == step + 4

    await finish(world)
    text = world.board().text
    await restart(world, crash=True)
    assert world.board().text == text
    assert "✅" in (await show_deal(ada)).text
    await cleo.press("Rematch")
    await ada.press("Join")
    await cleo.press("Start", on=world.board())
    await take_turn(find_asked_player(world))


async def test_while_a_computer_thinks(open_world: OpenWorld) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)
    ada, *_ = world.people
    await deal(world, ada, computers=1)
    if find_asked_or_none(world) is ada:
        await take_turn(ada)
    await restart(world, crash=True)
    await world.advance(10)
    assert find_asked_or_none(world) is ada
    assert "plays" in world.board().text


async def test_while_the_table_pauses(open_world: OpenWorld) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    for _ in range(4):
        await world.advance(66)
    assert "the game is on pause" in world.board().content
    await restart(world, crash=True, down=3600)
    await world.advance(120)
    assert "the game is on pause" in world.board().content
    await ada.press("My cards", on=world.board())
    await world.advance(6)
    assert find_asked_or_none(world) is ada
    until = deadline(world)
    assert until is not None
    assert 45 <= until - world.now() <= 60


async def test_a_board_that_discord_did_not_take_heals(open_world: OpenWorld) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    world.fail("PATCH", f"/channels/{world.channel.id}/*", times=2)
    answer = await play_cat(who)
    assert answer.shown.matching("c1:m:*:skip")
    await world.advance(8)
    assert f"{who.name}: guess or skip" in first_line(world), "it is tried again"
    world.fail("PATCH", f"/channels/{world.channel.id}/*", times=None)
    await skip(who)
    assert f"{who.name}: guess or skip" in first_line(world)
    world.env.backend.faults.clear()
    await restart(world, crash=True)
    other = ben if who is ada else ada
    assert f"{other.name}: play a cat" in first_line(world), "the next start shows it"


async def test_the_end_of_a_former_game_heals_where_it_stands(open_world: OpenWorld) -> None:
    world = await open_world(heartbeat=HEARTBEAT_WRITE_SECONDS)
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    former = world.board()
    await ada.press("Rematch", on=former)
    await world.settle()
    running = world.board()
    assert running.id != former.id
    over = "SELECT id FROM tables WHERE phase = 'over'"
    rewrite(world, f'UPDATE boards SET shown = shown - 1 WHERE "table" IN ({over})')
    since = len(world.requests)
    await restart(world, crash=True)
    edited = [request.path for request in world.requests[since:] if request.method == "PATCH"]
    assert any(path.endswith(f"/{former.id}") for path in edited), "it is shown as it should be"
    assert world.board().id == running.id
