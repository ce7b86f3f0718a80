"""People who only watch predict what a game reveals next; nobody learns it before the reveal."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.domain.guessing import MIN_CLAIRVOYANT_PREDICTIONS
from bot.games.liars_dice.model.state import State
from tests.bench.bots import real_bot
from tests.bench.moves import enter
from tests.bench.shown import Shown
from tests.bench.sim import Person, World
from tests.databases import run_sql
from tests.play.evening import deal, find_asked_player, hand, load_match, rewrite, write_state


async def deal_dice(world: World, *people: Person, dice: int = 2) -> None:
    """Deal Liar's Dice so that nobody has a six."""
    await deal(world, *people, game="liars_dice", clock="none")
    state = (await load_match(world)).state
    assert isinstance(state, State)
    write_state(world, replace(state, cups=((3,) * dice,) * len(people)))


async def predict(person: Person, choice: str) -> Shown:
    """Open the person's screen and press one of the two buttons; return what it shows then."""
    return (await person.press(choice, on=await hand(person))).shown


async def test_onlookers_predict_a_lie_and_are_counted_at_the_reveal(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal_dice(world, ada, ben)
    assert "Lie!" not in (await hand(cleo)).labels, "there is no bid"
    await enter(world, find_asked_player(world), "bid/1/6")
    pings = world.pinged()
    assert "Nobody else knows" in (await predict(cleo, "True")).text
    await predict(cleo, "Lie!")
    await predict(dan, "True")
    assert "saw it coming" not in world.board().text
    await world.restart()
    await enter(world, find_asked_player(world), "liar")
    assert "1 of 2 onlookers saw it coming." in world.board().text
    assert "Cleo" not in world.board().text and "Dan" not in world.board().text
    assert world.pinged()[len(pings) :] == []


async def test_predictions_lapse_with_the_next_bid(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal_dice(world, ada, ben)
    await enter(world, find_asked_player(world), "bid/1/6")
    old = await hand(cleo)
    await predict(cleo, "Lie!")
    await enter(world, find_asked_player(world), "bid/2/6")
    shown = (await cleo.press("Lie!", on=old)).shown
    assert "Lie or not?" in shown.text, "the press was about an older bid"
    await enter(world, find_asked_player(world), "liar")
    assert "saw it coming" not in world.board().text


async def test_players_do_not_predict_but_who_is_out_does(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal_dice(world, ada, ben, cleo)
    state = (await load_match(world)).state
    assert isinstance(state, State)
    out = (state.turn + 2) % 3
    cups = tuple(() if seat == out else cup for seat, cup in enumerate(state.cups))
    write_state(world, replace(state, cups=cups, out=(out,)))
    user = (await load_match(world)).players[out].user
    loser = next(person for person in world.people if person.id == user)
    await enter(world, find_asked_player(world), "bid/1/6")
    shown = await hand(dan)
    bidder = find_asked_player(world)
    answer = await world.click(bidder, shown, shown.matching("c1:d:*:predict:")[0], {})
    assert "no guessing" in answer.text
    await predict(loser, "Lie!")
    await enter(world, bidder, "liar")
    assert "The one onlooker who guessed saw it coming." in world.board().text


async def test_ten_right_predictions_are_honoured_on_the_last_board(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal_dice(world, ada, ben, dice=1)
    await enter(world, find_asked_player(world), "bid/1/6")
    for person in (cleo, dan):
        await predict(person, "Lie!")
    ((kept,),) = run_sql(world.database, "SELECT removed FROM tables")
    people = json.loads(kept)
    for each in people:
        right = MIN_CLAIRVOYANT_PREDICTIONS - (1 if each["user"] == cleo.id else 2)
        each["right_predictions"] = right
    rewrite(world, "UPDATE tables SET removed = ?", json.dumps(people))
    await enter(world, find_asked_player(world), "liar")
    await world.advance(5)
    assert "Cleo: **🔮 Clairvoyant**" in world.board().text
    assert "Dan" not in world.board().text, "nine are not enough"
    await cleo.slash("cats forget")
    await cleo.press("Yes, forget me")
    await world.jump(60)
    for table in ("tables", "events", "seats", "guesses"):
        kept = str(run_sql(world.database, f"SELECT * FROM {table}"))
        assert "Cleo" not in kept and str(cleo.id) not in kept, table


@pytest.mark.parametrize("guess", ["predict", "who-wins"])
async def test_what_is_guessed_changes_nothing_that_others_see(
    guess: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seen, logs = [], []
    for choice in (0, 1):
        world = await World.open(real_bot(), tmp_path / f"{choice}.db")
        ada, ben, cleo, dan = world.people
        await deal_dice(world, ada, ben)
        await enter(world, find_asked_player(world), "bid/1/6")
        for person in (ada, ben, dan):
            await hand(person)
        screen = await hand(cleo)
        caplog.clear()
        if guess == "predict":
            control = screen.matching("c1:d:*:predict:")[choice]
            await world.click(cleo, screen, control, {})
        else:
            await cleo.choose("c1:d:*:who-wins:", str(choice), on=screen)
        await enter(world, find_asked_player(world), "bid/2/6")
        others = [world.board(), *(person.private() for person in (ada, ben, dan))]
        seen.append([(each.text, each.labels, _ids(each)) for each in others])
        await world.close()
        logs.append([record.message for record in caplog.records if "ms=" not in record.message])
    assert seen[0] == seen[1]
    assert logs[0] == logs[1]


def _ids(shown: Shown) -> list[str]:
    return [control.custom_id for control in shown.controls]
