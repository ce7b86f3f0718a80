"""The toys, played through the whole bot: the contract holds for games it was not made for."""

import pytest

from tests.bench.moves import enter
from tests.toys import SHELF


@pytest.fixture
async def world(open_world):
    return await open_world(shelf=SHELF)


async def seated(world, game, *people):
    """Open a table and let these people sit down; the first is the host."""
    host, *guests = people
    await host.slash("cats play", game=game)
    for guest in guests:
        await guest.press("Join")


async def begun(world, game, *people):
    await seated(world, game, *people)
    await people[0].press("Start")


async def test_x(world):
    ada, ben, cleo, dan = world.people
    print(await ada.actor.autocomplete(world.channel, "cats play", "game", ""))
    await begun(world, "secret_numbers", ada, ben, cleo)
    print(world.board().text)
    a = await enter(world, ada, "3/1.2")
    print(a.text)
    print(world.board().text)
    await enter(world, ben, "3/1.4")
    await enter(world, cleo, "5/1.3")
    print(world.board().text)
    assert 0
