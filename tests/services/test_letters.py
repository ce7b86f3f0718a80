"""The letters by which the pictures tell people apart, as they see them."""

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.games.catham_city.words import PLAYER_WORDS
from tests.play.evening import deal, hand, load_table, rewrite, sit_down


async def letters(world: World) -> dict[str, str]:
    """Return who has which letter, as the table is kept."""
    return {p.name: "ABCDEF"[p.letter or 0] for p in (await load_table(world)).players}


@pytest.mark.parametrize("text_only", [False, True])
async def test_ada_is_a_and_ben_is_b_however_the_seats_are_shuffled(
    world: World, text_only: bool
) -> None:
    await deal(world, *reversed(world.people), text_only=text_only)
    assert await letters(world) == {"Ada": "A", "Ben": "B", "Cleo": "C", "Dan": "D"}
    told = str(world.board().embeds).replace("\\u2060", "").replace(" · ", " ")
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        assert f"{name[0]} {name}" in told


async def test_a_letter_stays_when_its_owner_takes_another_name_or_the_bot_restarts(
    world: World,
) -> None:
    await deal(world, *world.people[:2])
    before = [player.letter for player in (await load_table(world)).players]
    world.people[0].rename("Ben")
    world.people[1].rename("Ada")
    for person in world.people[:2]:
        await hand(person)
    await world.restart()
    for person in world.people[:2]:
        await hand(person)
    after = (await load_table(world)).players
    assert [player.letter for player in after] == before
    assert {player.name for player in after} == {"Ada", "Ben"}


async def test_a_letter_stays_when_a_computer_takes_the_seat_and_its_owner_comes_back(
    world: World,
) -> None:
    await deal(world, *reversed(world.people))
    before = [player.letter for player in (await load_table(world)).players]
    ben = world.people[1]
    await ben.press("c1:d:*:table", on=world.board())
    await ben.press("Leave")
    await ben.press("c1:d:*:leave-yes")
    table = await load_table(world)
    assert ben.name not in {player.name for player in table.players}
    assert [player.letter for player in table.players] == before
    await ben.press("Come back", on=world.board())
    table = await load_table(world)
    assert ben.name in {player.name for player in table.players}
    assert [player.letter for player in table.players] == before


async def test_a_game_of_the_former_version_keeps_the_letters_of_its_seats(
    open_world: OpenWorld,
) -> None:
    world = await open_world()
    await deal(world, *world.people[:3])
    rewrite(world, "UPDATE seats SET letter = NULL")
    await world.restart(crash=True)
    names = [player.name for player in (await load_table(world)).players]
    await world.people[0].slash("cats board")
    for letter, name in zip("ABC", names, strict=True):
        assert f"{letter} {name}:" in world.board().text


async def test_in_catham_city_letters_and_initials_agree_too(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, dan, cleo, ben, ada, game="catham_city")
    await dan.press("Start")
    assert await letters(world) == {"Ada": "A", "Ben": "B", "Cleo": "C", "Dan": "D"}
    for sign, name in zip(PLAYER_WORDS.signs, ("Ada", "Ben", "Cleo", "Dan"), strict=False):
        assert f"{sign} {name[0]} · {name}" in str(world.board().embeds)
