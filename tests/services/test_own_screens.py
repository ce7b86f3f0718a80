"""Private messages at a table: own screens show every reveal, and there is one panel at a time."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from bot.bench.moves import enter
from bot.bench.traffic import Request
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.domain.table import Table
from bot.engine.records import list_legal_paths
from bot.games.catham_city.model.state import MAFIA
from bot.games.liars_dice.model.state import State
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS
from bot.games.registry import GAMES
from bot.services.conversations import MIN_STALE_DELETE_INTERVAL_SECONDS
from tests.games.catham_city.playing import cats
from tests.play import city
from tests.play.evening import (
    cancel,
    choices,
    deal,
    end_game,
    find_asked_player,
    finish,
    hand,
    load_match,
    press_id,
    sit_down,
    write_state,
)

LIFTED = "Cups up!"
BOARD_TITLE = "Liar's Dice ·"


async def open_own_screens(world: World, *people: Person) -> None:
    for person in people:
        await person.slash("cats hand")


async def lift_cups(world: World) -> None:
    await enter(world, find_asked_player(world), "bid/1/6")
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)


async def test_lifted_cups_are_on_every_open_own_screen_until_the_next_round(world):
    *players, dan = world.people
    await deal(world, *players, game="liars_dice")
    await open_own_screens(world, *players)
    await dan.press("Who wins?", on=world.board())
    bidder, since = find_asked_player(world), len(world.requests)
    await enter(world, bidder, "bid/1/6")
    readers = [request.reader for request in world.requests[since:]]
    assert readers.count(bidder.id) == 3, "the answers to three presses"
    assert "Lie or not?** " in dan.private().text
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    for person in players:
        assert LIFTED in person.private().text, f"{person.name} looks at something else"
    told = dan.private().text
    assert "calls “Liar!”" in told and "loses a die" in told
    assert BOARD_TITLE in told, "the dice are shown, too"
    await world.advance(15)
    for person in players:
        assert LIFTED not in person.private().text, f"{person.name} still sees the last cups"
    assert BOARD_TITLE not in dan.private().text, "outdated dice stay there"


async def test_cups_go_up_two_seconds_after_a_challenge_even_after_a_restart(world):
    await deal(world, *world.people[:3], game="liars_dice", text_only=False, clock="none")
    await open_own_screens(world, *world.people)
    await enter(world, find_asked_player(world), "bid/1/6")
    challenger = find_asked_player(world)
    before = world.board()
    answer = await enter(world, challenger, "liar")
    await world.restart()
    for shown in (world.board(), answer.shown):
        assert f"{challenger.name} calls " in shown.content and "cups up!" in shown.content
        assert "There w" not in shown.text and LIFTED not in shown.text
    assert world.board().alts == before.alts, "the picture stays, too"
    await world.advance(LIFT_PAUSE_SECONDS)
    assert LIFTED in world.board().text and "There w" in world.board().text
    assert world.board().files and world.board().alts != before.alts
    assert not (await hand(challenger)).files, "the picture is on the board, once"


async def test_the_pause_ends_when_all_people_have_pressed_go_on(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, game="liars_dice")
    await open_own_screens(world, ada, ben, cleo)
    await lift_cups(world)
    step = (await load_match(world)).step
    answer = await ada.press("Continue", on=ada.private())
    assert "as soon as everybody is" in answer.text
    (button,) = answer.shown.matching("c1:d:*:ready:")
    assert button.disabled
    await world.click(ada, answer.shown, button, {})
    await ben.press("Continue", on=ben.private())
    assert (await load_match(world)).step == step, "Cleo still looks"
    early = cleo.private()
    await cleo.press("Continue", on=early)
    assert (await load_match(world)).step == step + 1
    for person in (ada, ben, cleo):
        assert LIFTED not in person.private().text
        assert "Continue" not in person.private().labels
    await lift_cups(world)
    await world.click(cleo, early, early.matching("c1:d:*:ready:")[0], {})
    for person in (ada, ben):
        await person.press("Continue", on=person.private())
    assert (await load_match(world)).prompts[0].seat is None, "an old press ends no later pause"


async def test_guesses_and_go_on_cost_one_request_each_and_so_does_a_new_question(world):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, game="liars_dice", clock="none")
    await open_own_screens(world, ada, ben, cleo, dan)
    await enter(world, find_asked_player(world), "bid/1/6")
    opened = (await cleo.press("My dice", on=world.board())).shown
    since = len(world.requests)
    await cleo.press("Lie!", on=opened)
    await cleo.press("True", on=cleo.private())
    assert len(world.requests) == since + 2, "the answers, and no edit of the board"
    await enter(world, find_asked_player(world), "bid/2/6")
    readers = [request.reader for request in world.requests[since + 2 :]]
    assert [readers.count(person.id) for person in (cleo, dan)] == [1, 1]
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    since = len(world.requests)
    await ada.press("Continue", on=ada.private())
    assert len(world.requests) == since + 1


async def test_the_pause_waits_for_nobody_who_is_out(world):
    await deal(world, *world.people[:3], game="liars_dice", clock="none")
    state = (await load_match(world)).state
    assert isinstance(state, State)
    cups = [(2,) if seat == state.turn else (3, 3) for seat in range(3)]
    write_state(world, replace(state, cups=tuple(cups)))
    await open_own_screens(world, *world.people[:3])
    loser = find_asked_player(world)
    await lift_cups(world)
    assert "Continue" not in loser.private().labels
    step = (await load_match(world)).step
    for person in world.people[:3]:
        if person is not loser:
            await person.press("Continue", on=person.private())
    assert (await load_match(world)).step == step + 1
    assert "out of dice" in loser.private().text
    await lift_cups(world)
    assert LIFTED in loser.private().text, "who is out sees the cups of the others"


async def test_the_answer_to_a_guess_is_on_every_open_own_screen(world):
    await deal(world, *world.people)
    await open_own_screens(world, *world.people)
    guesser = find_asked_player(world)
    await enter(world, guesser, await find_path(world, guesser, "cat/"))
    await enter(world, guesser, await find_path(world, guesser, "guess/"))
    for person in world.people:
        if person is not guesser:
            told = person.private().text
            assert guesser.name in told and "guesse" in told, f"{person.name} missed it"


async def find_path(world: World, person: Person, start: str) -> str:
    match = await load_match(world)
    seat = match.seat_of(person.id)
    assert seat is not None
    paths = list_legal_paths(GAMES[match.game].game, match.state, seat)
    return next(path for path in paths if path.startswith(start))


# One panel for each person and table

PANELS = ("Table", "How to play", "Table", "My cards")
"""Buttons of a running game's board that open a panel for an onlooker."""
CLOSED = "This table is closed."


def deletions(world: World, since: int) -> list[Request]:
    sent = world.requests[since:]
    return [r for r in sent if r.method == "DELETE" and r.path.startswith("/webhooks/")]


def read_ids(person: Person) -> list[int]:
    return [message.id for message in person.privates()]


async def open_table_panel(person: Person) -> Shown:
    return (await person.press("Table", on=person.world.board())).shown


async def test_a_second_panel_takes_the_place_of_the_first_for_one_more_request(world):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben)
    others = (await open_table_panel(dan)).id
    for number, button in enumerate(PANELS):
        since = len(world.requests)
        panel = (await cleo.press(button, on=world.board())).shown
        assert read_ids(cleo) == [panel.id], button
        assert len(world.requests[since:]) == (2 if number else 1), button
        assert len(deletions(world, since)) == (1 if number else 0), button
    assert read_ids(dan) == [others], "everybody has their own"


async def test_nobody_has_more_than_an_own_screen_a_panel_and_an_answer(world, monkeypatch):
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    mine = (await hand(ben)).id
    lobby = world.bot.services.lobby
    change_option = lobby.change_option

    async def change_slowly(*given: Any) -> Table:
        await asyncio.sleep(1)
        return await change_option(*given)

    for _ in range(2):
        panel, table = await open_table_panel(ben), (await load_match(world)).id
        refused = f"c1:d:{table}:pace:slow"
        for _ in range(2):
            refusal = (await press_id(ben, panel, refused)).shown
            assert "host" in refusal.text
            assert read_ids(ben) == [mine, panel.id, refusal.id]
        with monkeypatch.context() as patched:
            patched.setattr(lobby, "change_option", change_slowly)
            answer = await world.hold_up(press_id(ben, panel, refused))
            await world.repeat(answer)
            await world.advance(2)
            assert answer.kind == "deferred_update"
            assert len(ben.privates()) == 3, "a late refusal goes, too"
            assert read_ids(ben)[:2] == [mine, panel.id]
        rules = (await ben.press("How to play", on=world.board())).shown
        assert read_ids(ben) == [mine, rules.id]


async def test_a_panel_stays_until_the_end_which_takes_those_with_buttons(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    own = await hand(who)
    rules = (await who.press("How to play", on=world.board())).shown
    since = len(world.requests)
    answer = await who.press("Next page", on=rules)
    assert answer.kind == "update"
    assert len(world.requests[since:]) == 1, "a press in a panel changes it in place"
    await who.press(own.matching("c1:m:*:cat/")[0].custom_id, on=own)
    assert deletions(world, since) == [], "an ordinary move deletes no panel"
    assert read_ids(who) == [own.id, rules.id]

    panels = [(await open_table_panel(person)).id for person in (ada, ben, cleo)]
    rules = (await dan.press("How to play", on=world.board())).shown
    await finish(world)
    assert not {*panels} & {id_ for person in world.people for id_ in read_ids(person)}
    assert read_ids(dan) == [rules.id]


async def test_a_panel_whose_token_has_expired_stays(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, clock="none")
    old = await open_table_panel(cleo)
    await world.advance(15 * 60)
    new = await open_table_panel(cleo)
    assert read_ids(cleo) == [old.id, new.id]
    newest = (await cleo.press("How to play", on=world.board())).shown
    assert read_ids(cleo) == [old.id, newest.id]


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_who_closes_a_game_reads_so_once(world: World, who: str) -> None:
    ada, _, cleo, _ = world.people
    await deal(world, ada, computers=1)
    person = ada if who == "host" else cleo
    await world.permit(cleo, manage_messages=True)
    await hand(person)
    question = await person.press("End the game", on=await open_table_panel(person))
    await person.press("Yes, end it", on=question.shown)
    await world.advance(MIN_STALE_DELETE_INTERVAL_SECONDS + 1)
    assert [message.text.count(CLOSED) for message in person.privates()] == [1]
    assert [message.labels for message in person.privates()] == [()]


async def test_the_end_of_a_lobby_leaves_nobody_a_button(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await cancel(ada)
    for person in (ada, ben):
        assert [message.text.count(CLOSED) for message in person.privates()] == [1], person.name
        assert [message.labels for message in person.privates()] == [()], person.name
        assert "When the game has started" not in person.private().text
    await sit_down(world, ada)
    seat = ada.private()
    await ada.press("Options", on=world.board())
    await ada.press("Leave", on=seat)
    assert not any(message.labels for message in ada.privates())


@pytest.mark.parametrize("is_complete", [True, False])
async def test_a_panel_out_of_reach_says_in_its_own_place_that_the_table_is_over(
    world: World, is_complete: bool
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    panel = await open_table_panel(ada)
    await world.restart(crash=True)
    if is_complete:
        await finish(world)
    else:
        await ben.slash("cats hand")
        await end_game(ada)
    for button in ("End the game", "Leave"):
        answer = await ada.press(button, on=panel)
        assert answer.kind == "update"
        assert answer.shown.labels == ()
        told = "This game is already over." if is_complete else CLOSED
        assert answer.text.startswith(told)


async def test_a_question_that_somebody_elses_departure_ends_leaves_the_own_screen(world):
    people = [person for person in await city.begin(world, *world.people[:3]) if person]
    question = {"phase": "answers", "played": MAFIA, "owing": (1, 2), "answers": (None,) * 3}
    hands = (cats(mafia=3), cats(mafia=2, hackers=2), cats(mafia=2, hackers=2))
    await city.arrange(world, *hands, market=city.MARKET, vacated="nobody", **question)
    asked = people[2]
    assert (await hand(asked)).matching("c1:m:*:drop")
    panel = (await people[0].press("c1:d:*:table", on=world.board())).shown
    sure = (await people[0].press("c1:d:*:leave", on=panel)).shown
    await people[0].press("c1:d:*:leave-yes", on=sure)
    assert not asked.private().matching("c1:m:*:drop"), "the question is over"


@pytest.mark.parametrize("presses", [0, 1], ids=["at the question", "while entering a move"])
async def test_the_computers_move_for_who_is_away_ends_the_question_on_their_screen(world, presses):
    await deal(world, *world.people[:3], game="liars_dice", clock="none")
    host = world.people[0]
    if find_asked_player(world) is host:
        await enter(world, host, "bid/1/6")
    silent = find_asked_player(world)
    screen = await hand(silent)
    for _ in range(presses):
        screen = (await world.click(silent, screen, choices(screen)[0], {})).shown
    assert choices(screen)
    await world.advance(650)
    await host.press("c1:d:*:table", on=world.board())
    await host.choose("c1:d:*:hand-over:", str(silent.id))
    await world.advance(5)
    assert not choices(silent.private()), "the question is over"
