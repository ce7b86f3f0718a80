"""News on the own screen, all in words, and how fast computers move."""

import pytest

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.world import World
from bot.i18n import text
from tests.play.evening import deal, find_asked_player, hand, load_table, play_cat, skip
from tests.play.test_toys import ROUND_MOVES, begin
from tests.toys import REGISTRY


@pytest.fixture
async def numbers(open_world: OpenWorld) -> World:
    world = await open_world(registry=REGISTRY)
    await begin(world, "secret_numbers", *world.people[:3])
    return world


async def answer_all(world: World) -> None:
    for person, move in zip(world.people, ROUND_MOVES, strict=False):
        await enter(world, person, move)


async def test_the_own_screen_begins_with_the_news_even_after_a_restart(numbers: World) -> None:
    await answer_all(numbers)
    ada, ben, *_ = numbers.people
    assert (await hand(ben)).content.startswith("You named 2.\n\nName a number")
    await numbers.restart(crash=True)
    assert (await hand(ben)).content.startswith("You named 2.\n\nName a number")
    assert (await hand(ada)).content.startswith("You named 1.\n\nName a number")
    await enter(numbers, ada, ROUND_MOVES[0])
    assert "You named" not in (await hand(ada)).content, "news is old when one has acted"
    assert "You named 2." in (await hand(ben)).content


async def test_news_of_a_missed_turn_begins_with_it(open_world: OpenWorld) -> None:
    """What the player did before is not the computer's doing."""
    world = await open_world(registry=REGISTRY)
    people = world.people[:3]
    await begin(world, "secret_numbers", *people, clock="1")
    await answer_all(world)
    ada, ben, cleo = people
    assert (await hand(cleo)).content.count("You named") == 1
    for person, move in ((ada, ROUND_MOVES[0]), (ben, ROUND_MOVES[1])):
        await enter(world, person, move)
    await world.advance(70)
    late = text("en")("news-table-time-out")
    told = (await hand(cleo)).content
    assert told.startswith(late)
    assert told.count("You named") == 1, "what the computer named"
    assert late not in (await hand(ada)).content


async def test_much_news_leaves_room_for_the_missed_turn(open_world, monkeypatch):
    screens = type(REGISTRY["secret_numbers"].screens)
    monkeypatch.setattr(screens, "news", lambda *_: ("first", "second", "third"))
    world = await open_world(registry=REGISTRY)
    await begin(world, "secret_numbers", *world.people[:3], clock="1")
    await world.advance(70)
    late = text("en")("news-table-time-out")
    told = (await hand(world.people[0])).content
    assert told.startswith(f"{late}\nsecond\nthird\n\n")


async def test_all_is_there_in_words_for_oneself_alone(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, text_only=False)
    who = find_asked_player(world)
    await play_cat(who)
    await skip(who)
    before = world.board()
    for person in (ada, ben):
        shown = (await person.press("In words", on=before)).shown
        assert shown.ephemeral
        assert shown.files == {}
        assert "On the dance floor" in shown.text
        assert "Your cat\n" in shown.text
    watching = (await cleo.press("In words", on=before)).shown
    assert "On the dance floor" in watching.text
    assert "Your cat\n" not in watching.text
    assert world.board().text == before.text


async def test_the_host_sets_how_fast_computers_move(open_world: OpenWorld) -> None:
    world = await open_world(people=2, computers=1, pause=2.0, registry=REGISTRY)
    ada, ben = world.people
    await ada.slash("cats play", game="secret_numbers")
    await ben.press("Join")
    await ada.press("Options")
    await ada.press("Computer speed: slow")
    await ada.press("c1:d:*:start", on=world.board())
    assert await pauses(world) == [4.0]
    assert not (await ben.press("c1:d:*:table", on=world.board())).shown.matching(
        "Computer speed: fast"
    )
    panel = (await ada.press("c1:d:*:table", on=world.board())).shown
    await ada.press("Computer speed: fast", on=panel)
    await answer_all(world)
    await world.advance(4)
    assert await pauses(world) == [0.8], "from the next move on"


async def pauses(world: World) -> list[float]:
    table = await load_table(world)
    return [round(timer.at - world.now(), 6) for timer in table.timers if timer.kind == "computer"]
