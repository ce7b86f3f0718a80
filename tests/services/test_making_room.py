"""A table that everybody has left alone gives its channel to others, and its game goes on later."""

import pytest

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Match
from bot.services.messenger import ChannelGone
from tests.play.evening import (
    check_memory,
    deal,
    find_asked_or_none,
    finish,
    shows_hand,
    sit_down,
)
from tests.tables import expect_match

HALF_AN_HOUR = 1800
ASIDE = "Make room for mine"
BOARD = "Go to the board"
CLOSE = "Close it and open mine"
RESUME = "Continue our game"


async def desert(world: World, *people: Person, **options: str) -> Shown:
    await deal(world, *people, clock="1", **options)
    await world.advance(6 * 60)
    assert "Everybody's away" in world.board().content
    await world.jump(HALF_AN_HOUR)
    return world.board()


async def load(world: World, board: Shown) -> Match:
    table = await world.store.tables.load(int(board.controls[0].custom_id.split(":")[2]))
    return expect_match(table)


async def make_room(world: World, who: Person) -> Shown:
    await who.slash("cats play")
    await who.press(ASIDE)
    return world.board()


async def test_a_deserted_game_makes_room_and_goes_on_later(world: World) -> None:
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    answer = await cleo.slash("cats play", computers=1)
    assert answer.text.startswith("There's a game of **Cloaked Cats** here.")
    assert answer.shown.labels == (ASIDE, BOARD)
    pressed = await cleo.press(ASIDE)
    assert pressed.shown.title == "You're in: Cloaked Cats"
    old = world.find(board.id)
    assert old is not None
    assert "This game was put aside" in old.content
    assert old.labels == (RESUME,)
    assert world.board().id != board.id
    assert "Cleo (host)" in world.board().text
    await cleo.press("Start", on=world.board())
    await cleo.slash("cats end")
    await cleo.press("Yes, end it")
    since = len(world.requests)
    resumed = await ben.press(RESUME, on=old)
    assert shows_hand(resumed.shown)
    assert world.find(board.id) is None, "the board has moved to where people look"
    assert RESUME not in world.board().labels
    assert world.list_pinged(since) == []
    assert (await load(world, world.board())).phase == "playing"
    await ada.press("c1:l:", on=world.board())
    assert find_asked_or_none(world) in (ada, ben)
    await finish(world)
    await check_memory(world, written=True)


async def test_after_half_an_hour_others_make_room_unless_somebody_is_back(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="1")
    await world.advance(6 * 60)
    assert (await cleo.slash("cats play")).shown.labels == (BOARD,)
    await world.advance(HALF_AN_HOUR - 10 * 60)
    assert (await cleo.slash("cats play")).shown.labels == (BOARD,)
    await world.advance(10 * 60)
    assert (await cleo.slash("cats play")).shown.labels == (ASIDE, BOARD)
    offer = cleo.private()
    assert ASIDE not in (await ada.slash("cats play")).shown.labels, "it is Ada's own game"
    await ada.press("My cards", on=world.board())
    refused = await cleo.press(ASIDE, on=offer)
    assert refused.text == "Somebody is back at that table, so it stays. `/cats board` shows it."
    assert (await load(world, world.board())).phase == "playing"


async def test_of_two_who_make_room_at_once_one_opens_the_table(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await desert(world, ada, ben)
    offers = [(await who.slash("cats play", game="quickpick")).shown for who in (cleo, dan)]
    answers = await world.race(
        *(who.press(ASIDE, on=offer) for who, offer in zip((cleo, dan), offers, strict=True))
    )
    texts = sorted(answer.text[:20] for answer in answers)
    assert texts[0].startswith("A table of ")
    assert sum("(host)" in message.text for message in world.messages()) == 1
    held = await world.load_table(world.channel.id)
    assert (held.game, held.clock) == ("quickpick", "45s"), "the game's own clock"


async def test_coming_back_and_making_room_at_once_leaves_one_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    offer = (await cleo.slash("cats play")).shown
    await world.race(cleo.press(ASIDE, on=offer), ada.press("My cards", on=board))
    table = await load(world, board)
    held = await world.load_table(world.channel.id)
    assert (table.phase == "playing") is (held.id == table.id)
    await check_memory(world)


async def test_whoever_comes_back_while_others_play_waits_until_the_channel_is_free(world):
    ada, ben, cleo, dan = world.people
    board = await desert(world, ada, ben)
    await make_room(world, cleo)
    waits = "others are playing here at the moment"
    assert waits in (await ada.press("My cards", on=board)).text
    old = world.find(board.id)
    assert waits in (await ada.press(RESUME, on=old)).text
    assert "Only the players of that game" in (await dan.press(RESUME, on=old)).text
    assert (await load(world, old or board)).phase == "aside"
    answer = await ada.slash("cats board")
    assert "Here's the board" in answer.text
    assert "Your game that was put aside is waiting for you" in answer.text
    assert answer.shown.labels == (RESUME, BOARD)
    assert (await dan.slash("cats board")).shown.labels == (BOARD,)
    history = await ada.slash("cats history")
    assert "is waiting for you" in history.text
    assert history.shown.links[0].endswith(f"/{board.id}")
    assert "waiting" not in (await dan.slash("cats history")).text
    await check_memory(world)

    await cleo.press("Leave", on=world.board())
    await world.advance(60)
    await dan.slash("cats board")
    assert (await load(world, board)).phase == "aside", "Dan does not play there"
    await ada.slash("cats board")
    assert (await load(world, board)).phase == "playing"
    assert "Everybody's away" not in world.board().content


async def test_a_lobby_that_nobody_uses_makes_room(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    board = world.board()
    await world.jump(HALF_AN_HOUR - 60)
    assert (await cleo.slash("cats play")).shown.labels == ("Join", BOARD)
    await world.jump(60)
    answer = await cleo.slash("cats play", clock="3", language="de", computers=2, level="fox")
    assert answer.shown.labels == (CLOSE, BOARD)
    await cleo.press(CLOSE)
    closed = world.find(board.id)
    assert closed is not None
    assert closed.labels == ()
    assert "I cleared the table" in closed.content
    table = await world.load_table(world.channel.id)
    assert (table.clock, table.language, table.host) == ("3", "de", cleo.id)
    assert [player.level for player in table.players] == ["", "fox", "fox"]


async def test_a_rematch_takes_the_place_of_a_lobby_that_nobody_uses(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    over = world.board()
    await cleo.slash("cats play")
    await world.jump(HALF_AN_HOUR)
    await ada.press("Rematch", on=over)
    await ada.press(CLOSE)
    table = await world.load_table(world.channel.id)
    assert {player.user for player in table.players} == {ada.id, ben.id}
    assert len(table.players) == 2


async def test_a_game_put_aside_takes_the_place_of_one_whose_people_left(world: World) -> None:
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    await make_room(world, cleo)
    await world.jump(HALF_AN_HOUR)
    await ada.press(RESUME, on=world.find(board.id))
    assert "so you can clear it" in ada.private().text
    await ada.press(RESUME, on=ada.private())
    assert (await load(world, world.board())).phase == "playing"


async def test_a_crash_before_the_board_says_so_is_repaired(world: World) -> None:
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    world.fail("PATCH", f"/channels/*/messages/{board.id}")
    await make_room(world, cleo)
    assert world.find(board.id) == board
    await world.restart(crash=True)
    await world.settle()
    assert (await load(world, board)).phase == "aside", "its channel is still there"
    old = world.find(board.id)
    assert old is not None
    assert old.labels == (RESUME,)
    await cleo.press("Leave", on=world.board())
    assert shows_hand((await ada.press(RESUME, on=old)).shown)


async def test_a_game_put_aside_closes_after_a_week_without_its_people(world: World) -> None:
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    await make_room(world, cleo)
    await ada.slash("cats forget")
    await ada.press("c1:d:0:forget-yes:")
    table = await load(world, board)
    assert [player.user for player in table.players if player.user] == [ben.id]
    assert table.phase == "aside" and table.paused, "who is forgotten leaves it"
    await cleo.press("Leave", on=world.board())
    await world.jump(7 * 86_400)
    closed = world.find(board.id)
    assert closed is not None
    assert closed.labels == ()
    assert "I cleared the table" in closed.content


@pytest.mark.parametrize("when", ["now", "while the bot is away", "as a board finds out"])
async def test_a_game_put_aside_closes_with_its_channel(world, monkeypatch, when):
    ada, ben, cleo, _ = world.people
    board = await desert(world, ada, ben)
    await make_room(world, cleo)
    table = await load(world, board)

    async def delete_meanwhile() -> str:
        world.env.backend.delete_channel(world.channel.id)
        return world.database

    async def find_no_channel(*_: object) -> None:
        raise ChannelGone

    match when:
        case "now":
            await world.delete_channel()
        case "while the bot is away":
            await cleo.press("Leave", on=world.board())
            await world.restart(meanwhile=delete_meanwhile)
            await world.settle()
        case _:
            monkeypatch.setattr(world.bot.services.boards._messenger, "edit", find_no_channel)
            await cleo.press("c1:d:*:computer-add", on=world.board())
    closed = await world.store.tables.load(table.id)
    assert closed is not None
    assert closed.phase == "closed"
