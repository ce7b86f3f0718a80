"""People play the game with the real bot in a simulated Discord."""

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from peek.package import PACKAGE


async def test_two_people_play_a_game_to_its_end(open_world: OpenWorld) -> None:
    world = await open_world(registry={"peek": PACKAGE}, people=2)
    ada, ben = world.people
    await ada.slash("cats play", computers=0)
    await ben.press("Join")
    await ada.press("Start")
    await ada.press("My screen")
    await ada.press("Peek")
    await ada.press("Ben")
    assert "You peeked: Ben was dealt" in ada.private().text
    assert "Ada has answered." in world.board().text
    assert "peek" not in world.board().text
    await enter(world, ben, "swap")
    assert "Ben has" in world.messages()[-1].text
