"""What a board and an own screen do not repeat: pictured events, and buttons of pages."""

from bot.bench.moves import enter
from bot.bench.world import World
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS
from tests.play.evening import find_asked_player, hand, sit_down


async def test_a_board_with_a_picture_tells_no_bids_and_nothing_before_them(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game="liars_dice")
    await ada.press("c1:d:*:start", on=world.board())
    await enter(world, find_asked_player(world), "bid/1/2")
    assert "bids" not in world.board().text
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert "calls “Liar!”" in world.board().text
    await world.advance(LOOK_PAUSE_SECONDS + 1)
    assert "calls “Liar!”" in world.board().text
    await enter(world, find_asked_player(world), "bid/1/2")
    assert "calls “Liar!”" not in world.board().text
    words = (await ada.press("c1:d:*:words", on=world.board())).shown
    assert "bids" in words.text


async def test_a_page_whose_button_the_game_places_has_no_second_one(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game="liars_dice")
    await ada.press("c1:d:*:start", on=world.board())
    for bid in ("bid/1/2", "bid/1/3"):
        assert (await hand(find_asked_player(world))).labels.count("Notebook") == 1
        await enter(world, find_asked_player(world), bid)
