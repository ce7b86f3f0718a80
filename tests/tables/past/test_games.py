"""Who may look at which game that is over, and when."""

from bot.store.records import Table
from tests.bench.sim import World
from tests.bench.watching import look_again
from tests.databases import asked
from tests.play.evening import (
    deal,
    finish,
    take_turn,
    the_asked,
)


def lobby(world: World, game: str = "cloaked_cats") -> Table:
    return Table(game, world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)


async def test_a_game_is_listed_when_it_is_over_and_not_before(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await take_turn(the_asked(world))
    assert "No game has come" in (await cleo.slash("cats history")).text
    refused = await look_again(cleo, "replay", "0/all/on")
    assert "not kept (any more)" in refused.text
    await finish(world)
    assert "Ada" in (await cleo.slash("cats history")).text


async def test_a_game_of_another_server_is_shown_to_those_who_played_it_alone(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    asked(world.database, "UPDATE records SET guild = guild + 1")
    record = asked(world.database, "SELECT about FROM records")[0][0]
    moved = record.replace(f'"guild":{world.guild.id}', f'"guild":{world.guild.id + 1}')
    asked(world.database, "UPDATE records SET about = ?", moved)
    await world.restart()
    assert "not kept (any more)" in (await look_again(cleo, "replay", "0/onlooker/on")).text
    assert "step 1 of" in (await look_again(ada, "replay", "0/onlooker/on")).text
    assert "No game has come" in (await cleo.slash("cats history")).text
    await ada.slash("cats history")
    assert "Cloaked Cats" in (await ada.press("My games")).text


async def test_numbers_are_one_press_away(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    shown = await cleo.press("How it went", on=world.board())
    shown = await cleo.press("In numbers", on=shown.shown)
    assert "secret cats" in shown.text
    assert "How it went" in (await cleo.press("How it went", on=shown.shown)).text
