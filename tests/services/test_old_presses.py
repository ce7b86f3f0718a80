"""Buttons of settings, calls, evenings and stories still answer when their message is old."""

import pytest

from bot.bench.world import Person, World
from bot.demo.shown import Shown
from tests.play.evening import cancel, deal, finish, sit_down
from tests.services.test_calls import ask_to_be_called, call, is_on_list
from tests.services.test_evenings import CATS, DICE, begin, finish_dice, play_first_game
from tests.services.test_score_removal import PUT_BACK, REMOVE, open_removal
from tests.services.test_score_removal import play as finish_game
from tests.services.test_server_settings import CHANGE, show

HOUR = 3600.0
CLOSED = "This table is closed. `/cats play` opens a new one."


async def press_all(who: Person, on: Shown, *buttons: str) -> list[str]:
    return [(await who.press(button, on=on)).text for button in buttons]


async def test_an_hour_old_panel_of_settings_still_works(world: World) -> None:
    ada = world.people[0]
    await world.permit(ada, manage_guild=True)
    panel = (await show(ada, "clock")).shown
    await world.jump(HOUR)
    assert "Right now: **3 minutes**" in (await ada.choose(f"{CHANGE}:clock", "3", on=panel)).text
    assert "3 minutes" in (await ada.press("All settings", on=panel)).text


async def test_an_hour_old_list_of_scores_still_removes_and_puts_back(world: World) -> None:
    ada, ben, *_ = world.people
    await finish_game(world, ada, ben)
    world.guild.remove_member(ben.actor)
    panel = await open_removal(world, ada)
    await world.jump(HOUR)
    answer = await ada.choose(REMOVE, str(ben.id), on=panel)
    assert "Ben** is off the scores" in answer.text
    await world.jump(HOUR)
    assert "Ben** is back" in (await ada.choose(PUT_BACK, str(ben.id), on=answer.shown)).text
    again = await ada.choose(REMOVE, str(ben.id), on=panel)
    assert "Ben** is off the scores" in again.text


@pytest.mark.parametrize(
    ("cancels", "told"),
    [
        (False, "This table has called people already. Once is enough, cats have good ears!"),
        (True, CLOSED),
    ],
)
async def test_an_old_call_says_how_it_is_and_is_still_ended(
    world: World, cancels: bool, told: str
) -> None:
    ada, _, cleo, _ = world.people
    await ask_to_be_called(cleo)
    await sit_down(world, ada)
    before = world.board()
    await call(ada)
    board = world.board()
    if cancels:
        await cancel(ada)
    await world.jump(HOUR)
    answer = await cleo.press("Don't call me", on=board)
    assert answer.text.startswith("🔕 Done: nobody calls you here any more.")
    assert not is_on_list(world, cleo)
    assert (await ada.press("Call people", on=before)).text == told


async def test_an_hour_old_story_still_opens_the_fair_deal(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await finish(world)
    story = (await ada.press("How it went", on=world.board())).shown
    await world.jump(HOUR)
    answers = await world.race(*(ada.press("Fair deal", on=story) for _ in range(2)))
    assert [len(answer.callbacks) for answer in answers] == [1, 1]
    assert "exactly the cards and rolls" in answers[-1].text


async def test_an_old_vote_says_that_it_is_over(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await play_first_game(world, ada, ben)
    board = world.board()
    await world.jump(HOUR)
    over = "The vote is over already: the board shows which game it is."
    assert await press_all(ben, board, f"c1:d:*:vote:{DICE}", f"c1:d:*:vote:{CATS}") == [over] * 2
    (no_seat,) = await press_all(cleo, board, f"c1:d:*:vote:{DICE}")
    assert no_seat == "Press **🐾 Join** on the board first, then you can vote."
    await ada.press("That's it for today", on=world.board())
    await world.jump(HOUR)
    buttons = (f"c1:d:*:vote:{DICE}", "End the vote", "That's it for today", "Join", "Start")
    assert await press_all(ada, board, *buttons) == [CLOSED] * 5
    assert await press_all(ben, board, "Leave") == ["This game is already over."]


async def test_old_buttons_of_a_game_begin_the_next_one(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await begin(world, ada, ben)
    await finish_dice(world)
    over = world.board()
    await world.jump(HOUR)
    (refused,) = await press_all(cleo, over, "Next game")
    assert "for those who played" in refused
    lobby = world.board()
    (again,) = await press_all(ben, over, "Next game")
    assert "You're in" in again
    assert world.board().id == lobby.id, "there is one next lobby"
