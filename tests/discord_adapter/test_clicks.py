"""Clicks at the same moment, twice, late, on somebody else's buttons, and on garbage."""

import pytest

from bot.bench.world import Answer, World
from bot.engine.screen import Button, Screen, TableAction
from bot.presenters import welcome
from tests.play.evening import (
    choices,
    deal,
    find_asked_or_none,
    find_asked_player,
    find_waiting_player,
    finish,
    hand,
    load_game,
    load_match,
    load_table,
    others,
    play_cat,
    press_id,
    shows_hand,
    sit_down,
    skip,
    take_turn,
)


async def test_four_people_take_the_last_two_seats_at_once(world: World) -> None:
    ada, ben, cleo, dan = world.people
    eve = world.add("Eve")
    finn = world.add("Finn")
    await sit_down(world, ada, finn)
    answers = await world.race(*(who.press("Join") for who in (ben, cleo, dan, eve)))
    titles = [answer.shown.title for answer in answers]
    assert titles.count("You're in: Cloaked Cats") == 2
    full = "People have taken all the seats. Maybe next time!"
    assert [answer.text for answer in answers].count(full) == 2
    assert len((await load_table(world)).players) == 4
    assert "Ben" in world.board().text
    assert "Cleo" in world.board().text


async def test_two_people_open_a_table_at_once(world: World) -> None:
    ada, ben, *_ = world.people
    answers = await world.race(ada.slash("cats play"), ben.slash("cats play"))
    texts = sorted(answer.text for answer in answers)
    assert texts[0].startswith("A table of **")
    assert texts[1].startswith("You're in")
    assert len(world.messages()) == 1


@pytest.mark.parametrize("which", [0, 1], ids=["the same", "another"])
async def test_of_two_cats_pressed_at_once_one_is_played(world: World, which: int) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    own = await hand(who)
    cats = [control.custom_id for control in own.matching("c1:m:*:cat/")]
    pressed = (who.press(cats[0], on=own), who.press(cats[which], on=own))
    first, second = await world.race(*pressed)
    assert (await load_table(world)).step == 1
    assert "**On the dance floor:** one cat" in world.board().text
    if not which:
        assert first.shown.matching("c1:m:*:skip") and second.shown.matching("c1:m:*:skip")
        assert second.text == first.text, "the second press is no mistake"


async def test_players_and_onlookers_click_in_the_same_instant(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo)
    who = find_asked_player(world)
    own = await hand(who)
    cat = own.matching("c1:m:*:cat/")[0].custom_id
    board = world.board()
    looks = [person.press("My cards", on=board) for person in others(world, who)]
    answers = await world.race(who.press(cat, on=own), *looks, dan.press("Table", on=board))
    assert answers[0].shown.matching("c1:m:*:skip")
    assert {answer.kind for answer in answers[1:]} == {"message"}
    for person, answer in zip(others(world, who), answers[1:4], strict=True):
        assert person is dan or shows_hand(answer.shown)
    assert (await load_table(world)).step == 1


async def test_a_move_and_the_end_of_time_in_the_same_instant_take_one_turn(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    who = find_asked_player(world)
    await play_cat(who)
    own = await hand(who)
    await world.advance(59)
    world.env.backend.advance_clock(2)
    await who.press("c1:m:*:skip", on=own)
    await world.advance(5)
    table = await load_table(world)
    assert table.step == 2
    assert find_asked_player(world) is not who


async def check_repetition(world: World, answer: Answer) -> None:
    before, shown = await load_table(world), world.board()
    messages = len(world.messages())
    await world.repeat(answer)
    assert await load_table(world) == before, answer.text
    assert world.board().text == shown.text, answer.text
    assert len(world.messages()) == messages, answer.text


async def test_an_interaction_delivered_twice_changes_nothing_the_second_time(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    await check_repetition(world, await cleo.press("Join"))
    await check_repetition(world, await ada.press("Start"))
    who = find_asked_player(world)
    await check_repetition(world, await play_cat(who))
    await check_repetition(world, await skip(who))
    await cleo.slash("cats leave")
    await check_repetition(world, await cleo.press("Yes, leave"))
    await finish(world)
    await check_repetition(world, await ben.press("Rematch"))
    assert (await ada.press("How to play", on=world.board())).shown.labels


async def test_an_onlooker_gets_a_friendly_private_answer(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    for click in (cleo.press("My cards"), cleo.slash("cats hand")):
        answer = await click
        assert answer.shown.ephemeral
        assert "You're watching this one:" in answer.text
    assert (await cleo.press("Table")).shown.labels == ("Fair deal",)


async def test_nobody_presses_somebody_elses_cards_or_a_cat_that_they_do_not_hold(
    world: World,
) -> None:
    """Private messages cannot be pressed by others in Discord; the bot does not rely on it."""
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    own, other = await hand(who), find_waiting_player(world, ada, ben)
    held = {control.custom_id for control in choices(own)}
    cat = own.matching("c1:m:*:cat/")[0].custom_id
    before = await load_match(world)
    answer = await press_id(cleo, world.board(), cat)
    assert answer.text == "You're not playing at this table."
    await press_id(other, world.board(), cat)
    told = other.private().text
    assert told.startswith("Too late, the game has moved on.")
    features = next(f["value"] for f in own.embeds[0]["fields"] if f["name"] == "Your cat")
    assert features not in told
    ids = (f"c1:m:{before.id}:0:cat/{cat}" for cat in range(40))
    answer = await press_id(who, world.board(), next(id_ for id_ in ids if id_ not in held))
    assert answer.text.startswith("That doesn't work right now.")
    assert not answer.shown.title
    assert (await load_game(world)).state == before.state
    assert find_asked_or_none(world) is who


async def test_last_turns_private_message_shows_the_fresh_screen(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    old = (await hand(who)).matching("c1:m:*:cat/")[1].custom_id
    feature = choices((await play_cat(who)).shown)[0].custom_id
    await skip(who)
    answer = await press_id(who, who.private(), old)
    assert answer.shown.note.startswith("Too late, the game has moved on.")
    assert "somebody else's turn" in answer.text
    answer = await press_id(who, who.private(), feature)
    assert shows_hand(answer.shown)
    assert "somebody else's turn" in answer.text, "an old look at a guess"
    await take_turn(find_asked_player(world))
    answer = await press_id(who, who.private(), old)
    assert "Your turn! Which cat will you play?" in answer.text
    assert (await load_table(world)).step == 4


async def test_buttons_of_a_finished_game_tell_that_it_is_over(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    board, own = world.board(), await hand(find_asked_player(world))
    who = find_asked_player(world)
    await finish(world)
    old = own.matching("c1:m:*:cat/")[0].custom_id
    answer = await press_id(who, who.private(), old)
    for told in (answer.text, (await ada.press("My cards", on=board)).text):
        assert "You came " in told or "You share " in told or "You won" in told
    assert "You weren't in this game." in (await cleo.press("My cards", on=board)).text
    assert (await ada.slash("cats leave")).text == "This game is already over."
    assert (await ada.press("Table", on=board)).shown.labels == ()


@pytest.mark.logs_errors
async def test_a_screen_that_cannot_be_drawn_up_is_answered_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    six = tuple(Button("too many", TableAction(f"button-{number}")) for number in range(6))
    monkeypatch.setattr(welcome, "render_help", lambda *_, **__: Screen("Help", rows=(six,)))
    answer = await world.people[0].slash("cats help")
    assert (
        answer.text == "Oops, I couldn't show you that. `/cats hand` shows where the game stands."
    )
