"""A group plays several games in an evening: votes, points, and a podium in the end."""

from random import Random

from bot.bench.world import Person, World
from bot.domain.table import Finished, Lobby
from tests.play.evening import deal, finish, is_over, load_table, move_as_computer, press_id
from tests.tables import expect_lobby, expect_match

VOTE = "c1:d:*:vote:"


async def play_out(world: World, luck: Random) -> None:
    """Play the running game to its end, each with the moves of a weak computer."""
    for _ in range(3000):
        table = await load_table(world)
        if isinstance(table, Finished):
            return
        match = expect_match(table)
        asked = [prompt for prompt in match.waiting() if prompt.seat is not None]
        if asked:
            await move_as_computer(world, asked[0], luck)
        else:
            await world.advance(2.5)
    raise AssertionError("the game did not end")


async def test_an_evening_of_two_games(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ada.slash("cats evening")
    print(world.board().text, world.board().labels)
    await ben.press("Join", on=world.board())
    await ada.press(f"{VOTE}liars_dice", on=world.board())
    print(world.board().text, world.board().labels)
    await ben.press(f"{VOTE}liars_dice", on=world.board())
    print(world.board().text, world.board().labels)
    await ada.press("Start", on=world.board())
    await play_out(world, Random(1))
    print(world.board().text, world.board().labels)
    await world.advance(21)
    print(world.board().text, world.board().labels)
    await world.advance(61)
    print(world.board().text, world.board().labels)
    await ada.press("That's it", on=world.board())
    print(world.board().text, world.messages()[-1].text)
    assert 0
