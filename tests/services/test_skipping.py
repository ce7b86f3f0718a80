"""One silent person holds up no table: others have the computer play one turn for them."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Shown
from bot.domain.ratings import MIN_ACCOUNT_AGE_SECONDS
from bot.domain.skipping import MAX_SECONDS_UNTIL_SKIP, SKIP_ANSWER_SECONDS
from bot.domain.table import Skip
from bot.games.registry import GAMES
from bot.presenters.screens import render_board
from tests.bench.watching import look_again
from tests.play.evening import (
    COMPUTER_MOVE_SECONDS,
    boards_posted,
    deal,
    end_game,
    find_asked_or_none,
    find_asked_player,
    hand,
    is_over,
    load_match,
    load_table,
    press_any,
    press_id,
    step_ahead,
    take_turn,
)
from tests.play.island import begin, find_mime, game_of

SKIP = "c1:d:*:skip:"


async def open_panel(person: Person) -> Shown:
    return (await person.press("Table", on=person.world.board())).shown


def find_panel(world: World, person: Person) -> Shown:
    shown = world.messages(private_to=person.id)
    return next(message for message in shown[::-1] if "This table" in message.text)


async def skip_silent(person: Person) -> Answer:
    await open_panel(person)
    return await person.press(SKIP)


async def wait_for_silence(world: World, clock: str) -> tuple[Person, Person]:
    """Deal to three, let somebody be silent for two minutes, and return them and a guest."""
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, clock=clock)
    silent = find_asked_player(world)
    await world.advance(MAX_SECONDS_UNTIL_SKIP + 1)
    return silent, next(person for person in (cleo, ben) if person is not silent)


async def test_the_open_panel_offers_to_skip_in_time_and_not_whoever_has_come_back(world):
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, clock="none")
    silent = find_asked_player(world)
    guest = next(person for person in (cleo, ben) if person is not silent)
    await world.advance(MAX_SECONDS_UNTIL_SKIP - 5)
    panel = await open_panel(guest)
    assert f"It's {silent.name}'s turn." in panel.text
    assert not panel.matching(SKIP)
    await world.advance(7)
    panel = find_panel(world, guest)
    assert f"Skip {silent.name}" in panel.labels, "the open panel shows it by itself"
    assert "wait 15 seconds" in panel.text
    assert (await open_panel(guest)).text == panel.text
    for other in (dan, silent):
        assert not (await open_panel(other)).matching(SKIP)
    assert not (await open_panel(guest)).matching(SKIP), "they were here a moment ago"
    answer = await guest.press(SKIP, on=panel)
    assert answer.text.startswith(f"Give {silent.name} a little more time.")
    assert "<t:" in answer.text


async def test_whoever_is_called_and_stays_silent_has_one_turn_played(world: World) -> None:
    silent, guest = await wait_for_silence(world, "none")
    since = len(world.requests)
    answer = await skip_silent(guest)
    assert f"I've called {silent.name}." in answer.text
    assert boards_posted(world, since) == [(silent.id,)], "one call"
    board = world.board()
    assert f"<@{silent.id}> Are you still there?" in board.content
    assert f"{silent.name}, are you there? Press **I'm here**." in board.text
    table = await load_match(world)
    paused = replace(table, paused="channel", paused_at=world.now())
    assert "are you there" not in render_board(paused, GAMES[table.game]).text
    await world.restart(crash=True)
    assert "are you there" in world.board().text
    (timer,) = (timer for timer in (await load_table(world)).timers if isinstance(timer, Skip))
    await world.advance(timer.at - world.now() - 1)
    assert find_asked_or_none(world) is silent
    await world.advance(2)
    assert f"computer plays this turn for {silent.name}." in world.board().text
    assert "I'm here" not in world.board().labels
    await world.advance(2 * COMPUTER_MOVE_SECONDS)
    assert find_asked_player(world) is not silent
    assert boards_posted(world, since) in ([(silent.id,)], [(silent.id,), ()]), "no further call"
    (skipped,) = (each for each in (await load_match(world)).players if each.user == silent.id)
    assert (skipped.misses, skipped.away) == (0, False)
    assert "💤" not in world.board().text
    told = "The wait was too long, so the computer played that turn for you"
    assert told in (await hand(silent)).text


async def test_pressing_twice_and_by_two_calls_once_and_i_am_here_keeps_the_turn(world):
    silent, guest = await wait_for_silence(world, "none")
    panel, table = await open_panel(guest), await load_table(world)
    for argument in ("", "1", "x/y", "-1/0", "99/99", "1/2/3"):
        answer = await press_id(guest, panel, f"c1:d:{table.id}:skip:{argument}")
        assert answer.shown.ephemeral, argument
        assert (await load_table(world)).version == table.version, f"{argument} was forged"
    (host,) = (person for person in world.people[:3] if person not in (silent, guest))
    others = await open_panel(host)
    since = len(world.requests)
    await world.race(guest.press(SKIP, on=panel), host.press(SKIP, on=others))
    await guest.press(SKIP, on=panel)
    assert boards_posted(world, since) == [(silent.id,)]
    (timer,) = (timer for timer in (await load_table(world)).timers if isinstance(timer, Skip))
    assert timer.at <= world.now() + SKIP_ANSWER_SECONDS

    await guest.press("I'm here", on=world.board())
    assert "are you there" in world.board().text, "somebody else has pressed it"
    answer = await silent.press("I'm here", on=world.board())
    assert answer.shown.matching("c1:m:*:cat/") or answer.shown.matching("c1:l:")
    assert not any(isinstance(timer, Skip) for timer in (await load_table(world)).timers)
    await world.advance(60)
    assert find_asked_or_none(world) is silent
    await take_turn(silent)
    assert find_asked_or_none(world) is not silent


# Played for the most part by the computer


@pytest.mark.parametrize("mode", ["composer", "camera"])
async def test_a_silent_mime_is_skipped_at_once_or_with_cameras_after_a_call(world, mode):
    ada, ben, cleo, dan = world.people
    await begin(world, ada, ben, cleo, chosen={"mode": mode})
    mime = await find_mime(world)
    guest = next(person for person in (cleo, ben) if person is not mime)
    await world.advance(25 if mode == "composer" else 100)
    assert not (await open_panel(guest)).matching(SKIP)
    assert await find_mime(world) is mime
    await world.advance(6 if mode == "composer" else 21)
    assert not (await open_panel(dan)).matching(SKIP), "an onlooker"
    since = len(world.requests)
    panel = await open_panel(guest)
    assert f"Skip {mime.name}" in panel.labels
    assert ("right away" in panel.text) is (mode == "composer")
    await guest.press(SKIP)
    if mode == "camera":
        assert f"{mime.name}, are you there?" in world.board().text
        await world.advance(SKIP_ANSWER_SECONDS + COMPUTER_MOVE_SECONDS + 1)
        assert await find_mime(world) is not mime, "the role goes on"
        return
    assert f"computer plays this turn for {mime.name}." in world.board().text
    assert boards_posted(world, since) == [], "nobody is called"
    await world.advance(COMPUTER_MOVE_SECONDS)
    assert (await game_of(world)).phase == "race"
    await world.advance(5)
    assert (await game_of(world)).shown, "the computer mimes"


async def test_whoever_slept_is_marked_in_the_places_and_gains_no_rating(world: World) -> None:
    ada, ben, *_ = world.people
    await world.jump(MIN_ACCOUNT_AGE_SECONDS)
    await deal(world, ada, ben, clock="1")
    while not is_over(world):
        if find_asked_or_none(world) is ada:
            await step_ahead(world)
        else:
            await world.advance(5)
    await world.advance(5)
    text = world.board().text
    assert text.replace(" 💤", "").count("Ben (mostly 🤖)") == 1, "in the places alone"
    assert "Ada (mostly" not in text
    assert "stood-in" not in text
    record, _ = await world.store.records.find_record(1) or (None, None)
    assert record
    assert {seat.name: seat.by_computer for seat in record.seats} == {"Ada": False, "Ben": True}
    assert "🏆 **Ada** · Ben (mostly 🤖)" in (await ada.slash("cats history")).text
    for step, marks in (("0", 0), ("9999", 1)):
        replay = await look_again(ada, "replay", f"{step}/onlooker/on")
        told = replay.text.replace(" 💤", "")
        assert told.count("Ben (mostly 🤖)") == marks, "at the end of the replay alone"


async def test_an_ended_game_says_it_too(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, clock="1", language="de", game="catham_city")
    first, luck = find_asked_player(world), Random(1)
    while find_asked_or_none(world) is first:
        await press_any(first, luck)
    for _ in range(4):
        await world.advance(65)
    await world.jump(600)
    await end_game(ada)
    await world.advance(5)
    told = next(message.text for message in world.messages() if "Ada" in message.text)
    assert "(meist 🤖)" in told
