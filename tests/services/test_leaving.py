"""Leaving a running game, passing the host role on, ending the table."""

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
    step_ahead,
    take_turn,
)
from tests.tables import expect_finished

AGREE, PLAY_ON = "I agree, let's stop", "No, play on"


async def leave_for_good(person: Person) -> None:
    await person.slash("cats leave")
    await person.press("Yes, leave")


async def test_leaving_asks_first_and_hands_the_seat_to_a_computer(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    for command in ("cats leave", "cats end"):
        question = await ada.slash(command)
        answer = await ada.press("No, go back", on=question.shown)
        assert "Your cat" in answer.text, "the own screen again"
    answer = await ben.slash("cats leave")
    assert answer.shown.title == "Leave the game?"
    assert "Ben" in world.board().text
    assert "🤖" not in world.board().text
    await ben.press("Yes, leave")
    assert ben.private().text.startswith("You've left this game, and a computer has taken over")
    assert "🚪 Ben has left. Minka 🤖 takes over." in world.board().text
    table = await load_table(world)
    assert {player.name for player in table.players} == {"Ada", "Minka", "Cleo"}
    answer = await ben.press("My cards", on=world.board())
    assert answer.text.startswith("You've left this game") and answer.shown.ephemeral
    assert answer.shown.labels == ("Come back",)
    assert (await ben.slash("cats leave")).text.startswith("You've left this game")


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
    silent = (await ada.press("Table", on=world.board())).shown
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
    answer = await ada.choose("c1:d:*:hand-over:", str(ben.id), on=silent)
    assert answer.text == "They're back, so they keep their seat!"
    assert "🤖" not in world.board().text
    id_ = (await load_table(world)).id
    answer = await press_id(ben, silent, f"c1:d:{id_}:hand-over:{ada.id}")
    assert answer.text == "Only the host can do that, and that's Ada."


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
    ada.rename("Ada")
    await deal(world, ada, ben)
    await finish(world)
    assert "einig" not in (await ben.slash("cats scores")).text, "the last game counts"


async def guesses_of(world: World) -> tuple[Guess, ...]:
    state = (await load_game(world)).state
    assert isinstance(state, State)
    return state.guesses


async def test_a_game_that_was_ended_early_keeps_the_places_as_they_stood(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
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
    assert " (3)" in told
    scores = (await ben.slash("cats scores")).text
    assert "Nobody has finished a game here yet." in scores, "it is no win, and no game lost"
    standings = await world.store.standings.find_standings(ada.id)
    assert standings == (), "nor does it tell how well somebody plays"


async def test_only_the_host_and_who_manages_messages_end_a_table(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben)
    question = (await ada.slash("cats end")).shown
    for answer in (await ben.slash("cats end"), await cleo.press("Ask the table", on=question)):
        assert answer.text.startswith("Only the host, or somebody who may manage messages")
    assert (await load_table(world)).phase == "playing"
    await world.permit(dan, manage_messages=True)
    panel = await dan.press("Table", on=world.board())
    assert panel.shown.labels == ("End the game", "Fair deal")
    await dan.press("End the game")
    await dan.press("Yes, end it")
    assert world.messages()[-1].title == "🚪 Until next time!"
    assert "✖️ Dan ended the game early." in world.messages()[-1].text
    assert "✖️ Dan ended the game early." in (await ben.slash("cats scores")).text
    for command in ("cats hand", "cats leave", "cats end"):
        answer = await ben.slash(command)
        assert answer.text == "There's no table in this channel. `/cats play` opens one.", command


async def test_a_host_who_plays_with_others_does_not_end_the_game_alone(world: World) -> None:
    ada, ben, *_, dan = world.people
    await deal(world, ada, ben)
    question = (await ada.slash("cats end")).shown
    assert question.title == "End the game?"
    assert question.labels == ("Ask the table", "Yes, leave", "No, go back")
    assert "A computer takes over your seat" in question.text
    await ada.press("Ask the table")
    assert (await load_table(world)).phase == "playing"
    assert "✋ Ada wants to stop here. Ben, do you agree?" in world.board().text
    await dan.press(PLAY_ON, on=world.board())
    assert "Ada wants to stop here." in world.board().text, "Dan only watches"
    assert AGREE not in (await dan.press("Table", on=world.board())).shown.labels
    await ben.press(PLAY_ON, on=world.board())
    assert "▶️ Ben would like to play on." in world.board().text
    assert AGREE not in world.board().labels

    for person in (ada, ben):
        person.set_locale("de")
    assert (await ada.slash("cats end")).shown.labels == (
        "Den Tisch fragen", "Ja, ich gehe", "Nein, zurück",
    )  # fmt: skip
    await ada.press("Den Tisch fragen")
    panel = (await ben.press("Table", on=world.board())).shown
    assert "Ada möchte hier aufhören." in panel.text
    answer = await ben.press("Ja, hören wir auf", on=panel)
    assert (await load_table(world)).phase != "playing", answer.text
