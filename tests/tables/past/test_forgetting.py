"""Somebody is forgotten: wherever they were named, whatever is packed."""

import zlib
from random import Random

from bot.games.registry import GAMES
from bot.store.records import Player
from bot.store.schema import metadata
from tests.bench.sim import Person, World
from tests.bench.whole import whole_game
from tests.conftest import OpenWorld
from tests.databases import asked
from tests.play.evening import deal, finish, hand, press_any, sit_down, stored, take_turn, the_asked

DAY = 86_400.0
NAME = "Ada"
"""The name of whoever is forgotten, which nothing else in the database has."""


async def forget(person: Person) -> str:
    """Ask to be forgotten, and say yes."""
    await person.slash("cats forget")
    return (await person.press("Yes, forget me")).text


def everything(world: World) -> str:
    """Return every column of every row as text, unpacked where it is packed."""
    found = []
    for table in metadata.sorted_tables:
        for row in asked(world.database, f'SELECT * FROM "{table.name}"'):
            for value in row:
                packed = isinstance(value, bytes) and table.name == "records"
                plain = zlib.decompress(value) if packed else value
                told = plain.decode("utf-8", "replace") if isinstance(plain, bytes) else plain
                found.append(told)
    return "\n".join(map(str, found))


async def test_after_a_month_of_games_nothing_tells_who_somebody_was(
    open_world: OpenWorld,
) -> None:
    world = await open_world(heartbeat=3600.0)
    ada, ben, cleo, _ = world.people
    for number in range(6):
        world.channel = world.new_channel(f"table-{number}")
        seated = (ben, ada) if number == 4 else (ada, ben)
        await deal(world, *seated, clock="none")
        match number:
            case 0:
                await finish(world)
            case 1:
                await ada.slash("cats end")
                await ada.press("Yes, end it")
            case 2:
                await ada.press("Yes, leave", on=(await ada.slash("cats leave")).shown)
            case 3:
                await take_turn(the_asked(world))
            case 4:
                await ben.slash("cats end")
                await ben.press("Yes, end it")
        await world.jump(5 * DAY)
    for number, game in enumerate(GAMES):
        people = [Player(NAME, ada.id), Player("Ben", ben.id), Player("Cleo", cleo.id)]
        await whole_game(world.store, game, people, guild=world.guild.id, seed=1 + number)
    world.channel = world.new_channel("watched")
    await deal(world, ben, cleo, clock="none")
    await ada.choose("c1:d:*:who-wins:", "0", on=await hand(ada))
    await finish(world)
    assert len(asked(world.database, "SELECT * FROM readings")) == 1
    world.channel = world.new_channel("watching")
    await deal(world, ben, cleo, clock="none")
    await ada.choose("c1:d:*:who-wins:", "1", on=await hand(ada))
    panel = (await ada.slash("cats privacy")).shown
    await ada.choose("c1:d:0:seen-by:", "everybody", on=panel)
    world.channel = world.new_channel("lobby")
    await sit_down(world, ada, ben)
    await ada.slash("cats learn")
    before = everything(world)
    assert NAME in before and str(ada.id) in before

    assert "I do not know you any more" in await forget(ada)
    await world.settle()
    after = everything(world)
    assert NAME not in after
    assert str(ada.id) not in after
    assert asked(world.database, "SELECT * FROM forgetting") == []
    assert str(ben.id) in after, "who played along is still there"
    told = (await cleo.slash("cats history")).text
    assert NAME not in told and "somebody" in told
    assert (
        "You have not finished a game"
        in (await ada.press("My games", on=(await ada.slash("cats history")).shown)).text
    )


async def test_games_go_on_without_whoever_is_forgotten(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await forget(ada)
    table = await stored(world)
    assert table.phase == "playing"
    assert {player.user for player in table.players} == {None, ben.id}
    assert NAME not in world.board().text
    assert not world.board().matching("c1:d:*:come-back")
    for _ in range(40):
        if (await stored(world)).phase == "over":
            break
        await world.advance(3.0)
        if ben.id in {table.players[p.seat or 0].user for p in (await stored(world)).prompts}:
            await press_any(ben, Random(1))
    assert (await stored(world)).step > 3


async def test_a_wish_outlives_a_crash(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await world.store.archive.forget_later(ada.id, world.now())
    await world.restart(crash=True)
    await world.advance(1.0)
    assert NAME not in everything(world)
    assert str(ada.id) not in everything(world)


async def test_who_plays_again_begins_anew(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await forget(ada)
    await deal(world, ada, ben, clock="none")
    await finish(world)
    standings = await world.store.standings(ada.id)
    assert {each.games for each in standings} == {1}
    assert {each.games for each in await world.store.standings(ben.id)} == {2}
