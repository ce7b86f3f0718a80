"""Tables whose game the bot does not have now: they wait, and go on when it is back."""

import pytest

from tests.bench.bots import real_bot
from tests.bench.sim import World
from tests.databases import asked
from tests.play.evening import stored
from tests.toys import SHELF

LESS = {name: box for name, box in SHELF.items() if name != "secret_numbers"}
DAY = 86_400.0


@pytest.fixture
async def world(open_world):
    return await open_world(shelf=SHELF, heartbeat=3600.0)


async def begin(world: World, clock: str = "10") -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="secret_numbers", clock=clock)
    await ben.press("Join")
    await ada.press("Start")


async def restart_with(world: World, shelf: object) -> None:
    world.start = real_bot(shelf=shelf, heartbeat=3600.0)
    await world.restart()


async def test_a_table_waits_without_its_game_and_goes_on_with_it(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world)
    await ben.press("My number", on=world.board())
    before = await stored(world)
    await restart_with(world, LESS)
    answer = await ada.press("My number", on=world.board())
    assert answer.text.startswith("The game of this table is not with me right now")
    assert "waits" in (await ben.slash("cats play", game="quickpick")).text
    await world.advance(30 * 60)
    assert asked(world.database, "SELECT paused, phase FROM tables") == [("channel", "playing")]
    await restart_with(world, SHELF)
    await ada.press("My number", on=world.board())
    after = await stored(world)
    assert (after.state, after.paused) == (before.state, "")
    left = {due.kind: due.at - world.now() for due in after.dues}
    assert left["deadline"] > 5 * 60


async def test_the_host_ends_a_table_whose_game_is_missing(world: World) -> None:
    ada, ben, *_ = world.people
    await begin(world)
    await restart_with(world, LESS)
    assert (await ben.slash("cats end")).text.startswith("Only the host")
    await ada.slash("cats end")
    await ada.press("c1:d:*:end-yes")
    assert asked(world.database, "SELECT phase FROM tables") == [("closed",)]
    await ben.slash("cats play", game="quickpick")
    assert "Join" in world.board().labels


async def test_a_lobby_without_its_game_closes_when_nobody_comes(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats play", game="secret_numbers")
    await restart_with(world, LESS)
    await world.jump(1.1 * DAY)
    assert asked(world.database, "SELECT phase FROM tables") == [("closed",)]
    await world.jump(2 * DAY)
    assert asked(world.database, "SELECT phase FROM tables") == []


async def test_scores_pass_over_a_game_that_is_missing(world: World) -> None:
    ada, *_ = world.people
    await begin(world)
    await ada.slash("cats end")
    await ada.press("c1:d:*:end-yes")
    await restart_with(world, LESS)
    assert "No game has been finished" in (await ada.slash("cats scores")).text
