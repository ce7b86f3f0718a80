"""People who only watch predict what a game reveals next; nobody learns it before the reveal."""

import json

import pytest
from msgspec.structs import replace

from bot.bench.bots import make_start
from bot.bench.moves import enter
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.guessing import MIN_CLAIRVOYANT_CALLS
from bot.domain.table import Lobby
from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from tests.bench.ends import make_ranked_player, store_finished_table
from tests.databases import run_sql
from tests.kinds import first_of_each_kind
from tests.play import island
from tests.play.evening import (
    CHAT,
    deal,
    find_asked_player,
    hand,
    is_over,
    load_match,
    press_id,
    rewrite,
    step_ahead,
    take_turn,
    write_state,
)


async def deal_dice(world: World, *people: Person, dice: int = 2) -> None:
    """Deal Liar's Dice so that nobody has a six."""
    await deal(world, *people, game="liars_dice", clock="none")
    state = (await load_match(world)).state
    assert isinstance(state, State)
    write_state(world, replace(state, cups=((3,) * dice,) * len(people)))


async def predict(person: Person, choice: str) -> Shown:
    return (await person.press(choice, on=await hand(person))).shown


async def test_onlookers_predict_a_lie_and_are_told_and_counted_at_the_reveal(world):
    ada, ben, cleo, dan = world.people
    await deal_dice(world, ada, ben)
    assert "Lie!" not in (await hand(cleo)).labels, "there is no bid"
    await enter(world, find_asked_player(world), "bid/1/6")
    pings = world.list_pinged()
    assert "Noted, just between us" in (await predict(cleo, "True")).text
    await predict(cleo, "Lie!")
    await predict(dan, "True")
    old = cleo.private()
    assert "picked right" not in world.board().text
    await world.restart()
    for person in (cleo, dan):
        await hand(person)
    await enter(world, find_asked_player(world), "liar")
    (chosen, *_) = cleo.private().matching("c1:d:*:predict:*/lie")
    assert chosen.disabled, "the cups are about to go up"
    assert "Too late for that one" in (await cleo.press("Lie!", on=old)).text
    await world.advance(LIFT_PAUSE_SECONDS)
    assert "1 of 2 onlookers picked right." in world.board().text
    assert "Cleo" not in world.board().text and "Dan" not in world.board().text
    assert world.list_pinged()[len(pings) :] == []
    told = ((cleo, "You picked right!"), (dan, "Not this time!"))
    for person, words in told:
        assert words in person.private().text
    await world.advance(15)
    await enter(world, find_asked_player(world), "bid/1/6")
    for person, words in told:
        assert words not in person.private().text, "the next question is open"


async def test_whoever_predicted_is_told_so_after_the_game(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal_dice(world, ada, ben)
    state = (await load_match(world)).state
    assert isinstance(state, State)
    write_state(world, replace(state, cups=((6,), (6,))))
    assert "You weren't in this game" not in (await hand(dan)).text
    await enter(world, find_asked_player(world), "bid/1/6")
    await predict(cleo, "True")
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert is_over(world)
    assert "One of your picks came true!" in (await cleo.slash("cats hand")).text
    assert "You weren't in this game" in (await dan.slash("cats hand")).text


async def test_predictions_lapse_with_the_next_bid(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal_dice(world, ada, ben)
    await enter(world, find_asked_player(world), "bid/1/6")
    old = await hand(cleo)
    assert "bids **1 six" in old.text
    await predict(cleo, "Lie!")
    await enter(world, find_asked_player(world), "bid/2/6")
    assert "bids **2 sixes" in cleo.private().text, "the question is renewed"
    assert "Nobody will ever know" in cleo.private().text
    shown = (await cleo.press("Lie!", on=old)).shown
    assert "Too late for that one" in shown.text, "the press was about an older bid"
    assert "bids **2 sixes" in shown.text and "Noted" not in shown.text
    await enter(world, find_asked_player(world), "bid/3/6")
    assert "Nobody will ever know" not in cleo.private().text
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert "picked right" not in world.board().text


async def test_of_one_who_predicted_the_board_tells_nothing(world: World) -> None:
    ada, ben, _, dan = world.people
    await deal_dice(world, ada, ben)
    await enter(world, find_asked_player(world), "bid/1/6")
    await predict(dan, "Lie!")
    bidder = find_asked_player(world)
    answer = await world.click(
        bidder, dan.private(), dan.private().matching("c1:d:*:predict:")[0], {}
    )
    assert "Only onlookers can pick" in answer.text
    await enter(world, bidder, "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert "onlooker" not in world.board().text, "all would know who it was"
    assert "You picked right!" in (await hand(dan)).text


async def test_ten_right_calls_over_all_games_make_one_clairvoyant(world: World) -> None:
    ada, ben, cleo, dan = world.people
    cleo.set_locale("de")
    told, kept = "Hellseherei**, neu", "🔮 Hellseherei"
    await deal_dice(world, ada, ben, dice=1)
    rewrite(world, "UPDATE tables SET language = 'de'")
    await store_right_predictions(world, cleo, dan, number=MIN_CLAIRVOYANT_CALLS - 2)
    assert kept not in (await cleo.slash("cats profile")).text
    asked = (await load_match(world)).prompts[0].seat
    assert asked is not None
    await cleo.choose("c1:d:*:who-wins:", str(1 - asked), on=await hand(cleo))
    await enter(world, find_asked_player(world), "bid/1/6")
    for person in (cleo, dan):
        screen = await hand(person)
        await person.press("c1:d:*:predict:*/lie", on=screen)
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    await world.advance(5)
    assert f"Cleo: **🔮 {told}" in world.board().text
    assert "Dan" not in world.board().text, "nine are not enough"
    assert kept in (await cleo.slash("cats profile")).text


async def test_who_is_clairvoyant_is_told_once_and_can_be_forgotten(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal_dice(world, ada, ben, dice=1)
    await store_right_predictions(world, cleo, number=MIN_CLAIRVOYANT_CALLS)
    await enter(world, find_asked_player(world), "bid/1/6")
    await predict(cleo, "Lie!")
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    await world.advance(5)
    assert "Clairvoyant" not in world.board().text, "Cleo was told before"
    found = run_sql(world.database, 'SELECT "user", correct FROM predictions ORDER BY record')
    assert found == [(cleo.id, 1), (cleo.id, MIN_CLAIRVOYANT_CALLS)]
    (file,) = (await cleo.slash("cats export")).shown.files.values()
    exported = json.loads(file)["predictions"]
    assert sorted(each["correct"] for each in exported) == [1, MIN_CLAIRVOYANT_CALLS]
    await cleo.slash("cats forget")
    await cleo.press("Yes, forget me")
    await world.jump(60)
    for table in ("tables", "events", "seats", "guesses", "predictions"):
        kept = str(run_sql(world.database, f"SELECT * FROM {table}"))
        assert "Cleo" not in kept and str(cleo.id) not in kept, table


async def store_right_predictions(world: World, *people: Person, number: int) -> None:
    lobby = Lobby("liars_dice", world.guild.id, 7, "en", "none", opened_at=1.0, clicked_at=1.0)
    players = make_ranked_player(8, "Bo", 1), make_ranked_player(9, "Eve", 2)
    game = await store_finished_table(world.store, lobby, *players)
    for person in people:
        insert = 'INSERT INTO predictions (record, "user", correct) VALUES (?, ?, ?)'
        run_sql(world.database, insert, game.id, person.id, number)


async def test_onlookers_of_cloaked_cats_predict_who_is_found_out_next(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, clock="none")
    screen = await hand(cleo)
    assert "Who gets found out next?" in screen.text
    names = [player.name for player in (await load_match(world)).players]
    assert [c.label for c in screen.matching("c1:d:*:predict:")] == names
    await predict(dan, "Ben")
    asked = find_asked_player(world)
    found, other = ("Ada", "Ben") if asked is ben else ("Ben", "Ada")
    await predict(cleo, other)
    await take_turn(asked)
    await take_turn(find_asked_player(world))
    assert "Noted, just between us" in (await hand(cleo)).text, "the question stays open"
    await predict(cleo, found)
    await step_ahead(world)  # a cat
    assert "picked right" not in world.board().text
    await step_ahead(world)  # a right guess
    right = 2 if found == "Ben" else 1
    assert f"{right} of 2 onlookers picked right." in world.board().text
    assert "Noted, just between us" not in cleo.private().text, "there is a new question"
    assert "Who gets found out next?" in cleo.private().text


async def test_onlookers_of_quickpick_predict_who_finds_the_mask(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await island.begin(world, ada, ben, cleo)
    mime = await island.find_mime(world)
    guessers = [person.name for person in (ada, ben, cleo) if person is not mime]
    screen = await hand(dan)
    offered = [control.label for control in screen.matching("c1:d:*:predict:")]
    assert {*offered} == {*guessers, "Nobody"}
    await predict(dan, "Nobody")
    _, mask = await island.draw(world)
    first, *_ = await island.guessers(world)
    since = len(world.requests)
    await predict(dan, first.name)
    await world.advance(1)
    assert not any(CHAT in request.path for request in world.requests[since:]), (
        "nobody's tiles move"
    )
    await island.use(mime, "show/eyes")
    shown = await hand(dan)
    late = shown.matching("c1:d:*:predict:")
    assert late and all(control.disabled for control in late)
    await press_id(dan, shown, late[-1].custom_id)
    await island.slap(first, mask)
    await world.advance(island.RACE_CLOSING_SECONDS)
    assert "onlooker" not in world.board().text, "all would know who it was"
    assert "Noted, just between us" not in dan.private().text, "there is a new question"
    assert "You picked right!" in dan.private().text


async def ask_question(world: World, game: str) -> None:
    ada, ben, cleo, _ = world.people
    if game == "liars_dice":
        await deal_dice(world, ada, ben)
        await enter(world, find_asked_player(world), "bid/1/6")
    elif game == "cloaked_cats":
        await deal(world, ada, ben, game=game, clock="none")
    else:
        await island.begin(world, ada, ben, cleo)


async def play_on(world: World, game: str) -> None:
    """Play on without the answer to the question."""
    if game == "liars_dice":
        await enter(world, find_asked_player(world), "bid/2/6")
    elif game == "cloaked_cats":
        await take_turn(find_asked_player(world))
    else:
        mime, _ = await island.draw(world)
        await island.use(mime, "show/eyes")


@pytest.mark.parametrize(
    ("game", "guess"),
    first_of_each_kind(
        [
            ("liars_dice", "predict"),
            ("liars_dice", "who-wins"),
            ("cloaked_cats", "predict"),
            ("quickpick", "predict"),
        ],
        lambda _, guess: guess,
    ),
)
async def test_what_is_guessed_changes_nothing_that_others_see(game, guess, tmp_path, caplog):
    seen, logs = [], []
    for choice in (0, 1):
        world = await World.open(make_start(), f"sqlite:///{tmp_path}/{choice}.db")
        *others, dan = world.people
        await ask_question(world, game)
        for person in others:
            await hand(person)
        screen = await hand(dan)
        caplog.clear()
        if guess == "predict":
            control = screen.matching("c1:d:*:predict:")[choice]
            await world.click(dan, screen, control, {})
        else:
            await dan.choose("c1:d:*:who-wins:", str(choice), on=screen)
        await play_on(world, game)
        shown = [world.board(), *(each for person in others for each in person.privates())]
        seen.append([(each.text, each.labels, each.custom_ids) for each in shown])
        await world.close()
        logs.append([record.message for record in caplog.records if "ms=" not in record.message])
    assert seen[0] == seen[1]
    assert logs[0] == logs[1]
