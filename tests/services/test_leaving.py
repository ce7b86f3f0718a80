"""Leaving a running game, passing the host role on, ending the table."""

import pytest

from bot.bench.world import Person, World
from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.games.cloaked_cats.model.state import Guess, State
from tests.play.evening import (
    deal,
    end_game,
    find_asked_or_none,
    find_asked_player,
    finish,
    first_line,
    load_game,
    load_table,
    play_cat,
    press_id,
    sit_down,
    step_ahead,
    take_turn,
)
from tests.tables import expect_finished


async def leave_for_good(person: Person) -> None:
    """Leave by the command, and confirm."""
    await person.slash("cats leave")
    await person.press("Yes, leave")


async def test_leaving_asks_first_and_hands_the_seat_to_a_computer(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    answer = await ben.slash("cats leave")
    assert answer.shown.title == "Leave the game?"
    assert "Ben" in world.board().text
    assert "🤖" not in world.board().text
    await ben.press("Yes, leave")
    assert ben.private().text.startswith("You've left this game, and a computer has taken over")
    assert "🚪 Ben has left. Minka 🤖 takes over." in world.board().text
    table = await load_table(world)
    assert {player.name for player in table.players} == {"Ada", "Minka", "Cleo"}


@pytest.mark.parametrize("command", ["cats leave", "cats end"])
async def test_who_says_no_stays_and_sees_the_own_screen_again(world: World, command: str) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    question = await ada.slash(command)
    answer = await ada.press("No, go back", on=question.shown)
    assert "Your cat" in answer.text
    assert {player.name for player in (await load_table(world)).players} == {"Ada", "Ben"}


async def test_who_has_left_is_an_onlooker(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    await leave_for_good(ben)
    answer = await ben.press("My cards", on=world.board())
    assert answer.text.startswith("You've left this game")
    assert answer.shown.labels == ("Come back",)
    assert (await ben.slash("cats leave")).text.startswith("You've left this game")
    assert (await ben.press("My cards", on=world.board())).shown.ephemeral


async def test_the_computer_plays_on_for_who_left_in_mid_turn(world: World) -> None:
    ada, ben, *_ = world.people
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    await deal(world, ada, ben)
    gone = find_asked_player(world)
    await play_cat(gone)
    await leave_for_good(gone)
    assert find_asked_or_none(world) is None
    await world.advance(2.5)
    stays = find_asked_player(world)
    assert stays is not gone
    await finish(world)
    assert stays.name in world.board().text
    assert "Minka 🤖" in world.board().text
    scores = (await stays.slash("cats scores")).text.split("On this server")[1]
    assert f"👑 **{stays.name}** · one game, one win" in scores
    assert f"**2.** **{gone.name}** · one game, no win yet" in scores, "behind them"


async def test_a_game_that_nobody_saw_to_the_end_counts_for_nobody(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    for person in (ada, ben):
        await leave_for_good(person)
    await world.advance(400)
    assert world.board().matching("Rematch")
    assert "Nobody has finished a game here yet." in (await cleo.slash("cats scores")).text


async def test_the_host_lets_the_computer_play_for_somebody_silent_who_comes_back(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    if find_asked_or_none(world) is ada:
        await take_turn(ada)
    await world.advance(590)
    await ada.press("Table", on=world.board())
    assert not ada.private().matching("c1:d:*:hand-over:"), "Ben may think for half of the clock"
    await world.advance(20)
    panel = await cleo.press("Table", on=world.board())
    assert not panel.shown.matching("c1:d:*:hand-over:"), "only the host sees who is silent"
    await ada.press("Table", on=world.board())
    await ada.choose("c1:d:*:hand-over:", str(ben.id))
    assert "Ben 💤" in world.board().text
    assert "Ben has left" not in world.board().text
    await world.advance(5)
    assert find_asked_or_none(world) is ada, "the computer plays at once"
    await ben.press("My cards", on=world.board())
    assert "Ben is back." in world.board().text
    assert "Ben 💤" not in world.board().text
    await take_turn(ada)
    assert find_asked_or_none(world) is ben


async def test_a_guest_takes_no_seat_away_in_a_game_of_days(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, clock="1440")
    who = find_asked_player(world)
    guest = next(person for person in (ben, cleo) if person is not who)
    await world.jump(3700)
    panel = (await guest.press("Table", on=world.board())).shown
    assert not panel.matching("c1:d:*:hand-over:")
    table = await load_table(world)
    assert table.host == ada.id
    answer = await press_id(guest, panel, f"c1:d:{table.id}:hand-over:{who.id}")
    assert answer.text == "Only the host can do that, and that's Ada."
    assert who.name in [player.name for player in (await load_table(world)).players]


async def test_a_seat_whose_owner_came_back_is_not_handed_over(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    if find_asked_or_none(world) is ada:
        await take_turn(ada)
    await world.advance(610)
    await ada.press("Table", on=world.board())
    panel = ada.private()
    await ben.press("My cards", on=world.board())
    answer = await ada.choose("c1:d:*:hand-over:", str(ben.id), on=panel)
    assert answer.text == "They're back, so they keep their seat!"
    assert "🤖" not in world.board().text


async def test_a_host_alone_with_computers_ends_the_game_after_a_question(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, computers=1)
    board = world.board()
    await ada.slash("cats end")
    assert ada.private().title == "End the game for everybody?"
    assert first_line(world).startswith("▶️")
    await ada.press("Yes, end it")
    closed = world.messages()[-1]
    assert closed.title == "🚪 Until next time!"
    assert "Ada ended the game early." in closed.text
    assert closed.text.count("This table is closed.") == 1, "it is not said twice"
    assert (await ben.press("My cards", on=board)).text.startswith("This table is closed.")
    assert (await ben.slash("cats end")).text == (
        "There's no table in this channel. `/cats play` opens one."
    )
    scores = (await ben.slash("cats scores")).text
    assert "Nobody has finished a game here yet." in scores, "nobody has won or lost"


async def test_a_game_that_was_ended_early_is_kept_with_who_ended_it(world: World) -> None:
    ada, ben, *_ = world.people
    ben.set_locale("de")
    await deal(world, ada, ben)
    await play_cat(find_asked_player(world))
    score = (await ben.slash("cats scores")).text.split("Auf diesem Server")[0]
    _, _, played, *stood = score.replace("Ada", "Ada \\*Cat\\*").splitlines()
    ada.rename("Ada *Cat*")
    await end_game(ada)
    assert "You all agreed to stop here." in world.messages()[-1].text
    scores = (await ben.slash("cats scores")).text
    assert "Ihr wart euch einig" in scores
    assert stood
    assert "\n".join(stood) in scores
    assert "Runde" in played
    assert played not in scores, "nobody plays that round to its end"
    table = expect_finished(await load_table(world))
    assert (table.phase, table.ended_by) == ("closed", ben.id)


async def test_scores_tell_of_the_last_game_not_of_one_before_that_was_ended_early(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    ben.set_locale("de")
    await deal(world, ada, ben)
    await end_game(ada)
    assert "einig" in (await ben.slash("cats scores")).text
    await deal(world, ada, ben)
    await finish(world)
    assert "einig" not in (await ben.slash("cats scores")).text, "the last game counts"


async def guesses_of(world: World) -> tuple[Guess, ...]:
    """Return all guesses in the channel's game of Cloaked Cats."""
    state = (await load_game(world)).state
    assert isinstance(state, State)
    return state.guesses


@pytest.mark.parametrize(
    ("game", "points"), [("cloaked_cats", 3), ("catham_city", 0), ("quickpick", 0)]
)
async def test_a_game_that_was_ended_early_keeps_the_places_as_they_stood(
    world: World, game: str, points: int
) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, game=game)
    ranks = [1, 1, 1]
    if game == "cloaked_cats":
        while not (guesses := await guesses_of(world)):
            await step_ahead(world)
        (guess,) = guesses
        ranks = [3 if seat == guess.opponent else 2 for seat in range(3)]
        ranks[guess.seat] = 1
    assert [player.rank for player in (await load_table(world)).players] == [0, 0, 0]
    await end_game(ada)
    await world.restart(crash=True)
    table = await load_table(world)
    assert [player.rank for player in table.players] == ranks
    told = world.messages()[-1].text
    assert "✋ You all agreed to stop here.\nScore so far: 1. " in told
    for player in table.players:
        assert f"{player.rank}. {player.name} (" in told
    assert f" ({points})" in told
    scores = (await ben.slash("cats scores")).text
    assert "Nobody has finished a game here yet." in scores, "it is no win, and no game lost"
    assert await world.store.standings.find_standings(ada.id) == (), (
        "nor does it tell how well somebody plays"
    )


async def test_an_old_button_of_the_lobby_ends_no_game(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    panel = (await ada.press("Options")).shown
    await world.restart(crash=True)
    await ada.press("Start", on=world.board())
    answer = await ada.press("Cancel table", on=panel)
    assert "The game has already started. `/cats board` shows it." in answer.text
    assert (await load_table(world)).phase == "playing"


async def test_others_cannot_end_the_game(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    await ada.slash("cats end")
    question = ada.private()
    for person in (ben, cleo):
        answer = await person.slash("cats end")
        assert answer.text.startswith("Only the host, or somebody who may manage messages")
        answer = await person.press("Ask the table", on=question)
        assert answer.text.startswith("Only the host, or somebody who may manage messages")
    assert first_line(world).startswith("▶️")


async def test_who_may_not_close_a_lobby_is_told_of_no_game(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    told = "Only the host, or somebody who may manage messages, can close this table."
    assert (await ben.slash("cats end")).text == told


async def test_where_a_table_was_closed_all_commands_say_the_same(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await end_game(ada)
    for command in ("cats hand", "cats leave", "cats end"):
        answer = await ben.slash(command)
        assert answer.text == "There's no table in this channel. `/cats play` opens one.", command


async def test_who_manages_messages_ends_the_game(world: World) -> None:
    ada, ben, *_, dan = world.people
    await deal(world, ada, ben)
    await world.permit(dan, manage_messages=True)
    panel = await dan.press("Table", on=world.board())
    assert panel.shown.labels == ("End the game", "Fair deal")
    await dan.press("End the game")
    await dan.press("Yes, end it")
    assert world.messages()[-1].title == "🚪 Until next time!"
    assert "✖️ Dan ended the game early." in world.messages()[-1].text
    assert "✖️ Dan ended the game early." in (await ben.slash("cats scores")).text
