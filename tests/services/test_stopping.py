"""Ending a running game together, and nobody for the others alone."""

from bot.bench.world import World
from tests.play.evening import (
    deal,
    find_asked_player,
    load_table,
    press_id,
    take_turn,
)
from tests.tables import expect_finished

AGREE, PLAY_ON = "I agree, let's stop", "No, play on"


async def ask_to_end(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats end")
    await ada.press("Ask the table")


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


async def test_the_game_ends_with_its_places_once_all_agree(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo)
    await ask_to_end(world)
    await ben.press(AGREE, on=world.board())
    assert " want to stop here. Cleo, do you agree?" in world.board().text
    await cleo.press(AGREE, on=world.board())
    table = expect_finished(await load_table(world))
    assert table.has_result
    assert [player.rank for player in table.players] == [1, 1, 1]
    assert "You all agreed to stop here.\nScore so far: 1. " in world.messages()[-1].text


async def test_who_leaves_instead_passes_the_game_on(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await ada.slash("cats end")
    await ada.press("Yes, leave")
    table = await load_table(world)
    assert (table.phase, table.host) == ("playing", ben.id)


async def test_who_plays_on_takes_the_agreement_back(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    if find_asked_player(world) is ben:
        await take_turn(ben)
    await ask_to_end(world)
    board = world.board()
    await take_turn(ada)
    assert "wants to stop" not in world.board().text
    assert AGREE not in world.board().labels
    table = await load_table(world)
    answer = await press_id(ben, board, f"c1:d:{table.id}:agree:stop")
    assert answer.text == "Nobody wants to stop any more, so the game continues."
    assert (await load_table(world)).phase == "playing"
