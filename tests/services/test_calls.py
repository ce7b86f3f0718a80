"""People who want to play are called to a table with a free seat, and sit down with one press."""

from bot.bench.world import Person, World
from tests.play.evening import load_table, sit_down

MINUTE = 60.0


async def subscribe(*people: Person) -> None:
    for person in people:
        await person.slash("cats privacy")
        await person.press("c1:d:0:call-me:")
        await person.press("c1:d:0:call-set:on")


async def test_who_wants_to_play_is_called_once_and_sits_down_with_one_press(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await subscribe(ada, cleo, dan)
    await sit_down(world, ada, ben, text_only=True)
    lobby, since = world.board(), len(world.requests)
    answer = await ben.press("Call people")
    print(answer.text)
    print(world.board().text, world.board().labels)
    assert sorted(world.list_pinged(since)) == ["Cleo", "Dan"]
    assert world.find(lobby.id) is None
    await cleo.press("Join")
    assert (await load_table(world)).seat_of(cleo.id) == 2
    panel = await dan.press("Don't call me")
    print(panel.text)
    panel = await dan.press("Call me for games")
    print(panel.text, panel.shown.labels)
    print((await cleo.slash("cats privacy")).text)
