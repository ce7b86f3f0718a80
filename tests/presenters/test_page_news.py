"""Pages that somebody reads while the others play: nothing takes them away but their reader."""

import itertools
import re
from random import Random

import pytest

from bot.discord_adapter.messages import NOTED
from bot.domain.playing import calls
from bot.domain.table import Table
from bot.games.registry import GAMES
from bot.i18n import text
from tests.bench.shown import Shown
from tests.bench.sim import Person, World
from tests.play.evening import (
    deal,
    hand,
    play_cat,
    press_id,
    shows_hand,
    sit_down,
    skip,
    stored,
    take_turn,
    the_asked,
    waiting_one,
)

SAY = text("en")


def news(key: str, game: str = "cloaked_cats") -> str:
    """Return a sentence above a page, which names the button that leads back to the cards."""
    say = text("en", GAMES[game].text)
    return say(key, button=say("button-hand"))


WAITS = news("reading-asked")
BETWEEN = 10.0
"""Seconds at least between two sentences above the buttons of a page."""


async def read(person: Person) -> Shown:
    """Open all in words, by the board's button, which tables without pictures do not show."""
    table = await stored(person.world)
    await press_id(person, person.world.board(), f"c1:d:{table.id}:words:")
    return person.private()


def page(shown: Shown) -> tuple[object, ...]:
    """Return all of a page but the sentence above its buttons."""
    embeds = [embed for embed in shown.embeds if embed.get("color") != NOTED]
    return shown.id, shown.content, embeds, shown.rows, shown.files


def is_open(person: Person, opened: Shown) -> bool:
    """Tell whether a page that somebody opened is still what their private message shows."""
    return page(person.private()) == page(opened)


async def test_a_page_stays_while_others_play_and_the_news_waits_above_its_buttons(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = the_asked(world), waiting_one(world, ada, ben)
    opened = await read(then)
    assert opened.note == ""
    await play_cat(first)
    await skip(first)
    assert is_open(then, opened)
    assert then.private().note == f"{first.name} has played. {WAITS}"
    back = await then.press("Your cards", on=then.private())
    assert back.shown.id == opened.id
    assert "Your turn: which cat do you play?" in back.text
    assert back.shown.note == ""


async def test_all_who_have_played_meanwhile_are_named_whoever_was_asked_after_them(
    world: World,
) -> None:
    """Somebody's move that asks another person for something counts for a reader as well."""
    people = world.people[:3]
    await deal(world, *people)
    first = the_asked(world)
    await take_turn(first)
    then = the_asked(world)
    (reader,) = (person for person in people if person not in (first, then))
    await read(reader)
    await take_turn(then)
    assert then.name in reader.private().note
    await hand(reader)
    await take_turn(reader)
    await read(reader)
    await take_turn(first)
    assert reader.private().note == ""
    await take_turn(then)
    await world.advance(BETWEEN)
    assert reader.private().note == f"{first.name} and {then.name} have played. {WAITS}"


async def test_a_picked_path_stays_too(world: World) -> None:
    """Whoever has begun to enter an answer keeps what they have entered so far."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = the_asked(world), waiting_one(world, ada, ben)
    await play_cat(first)
    opponent = next(c for c in first.private().controls if c.custom_id.startswith("c1:l:"))
    picked = (await first.press(opponent.custom_id)).shown
    await then.press("c1:d:*:table", on=world.board())
    await then.press("Leave")
    await then.press("c1:d:*:leave-yes")
    assert is_open(first, picked)


async def test_a_page_opened_while_news_waits_says_so_at_once(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = the_asked(world), waiting_one(world, ada, ben)
    await read(then)
    await play_cat(first)
    await skip(first)
    assert (await read(then)).note == f"{first.name} has played. {WAITS}"
    await hand(then)
    assert (await read(then)).note == ""


async def test_a_reader_for_whom_the_computer_played_hears_that_their_time_was_up(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game="catham_city", clock="1")
    first, then = (ada, ben) if the_asked(world) is ada else (ben, ada)
    opened = await read(first)
    await world.advance(61)
    await world.advance(BETWEEN)
    assert the_asked(world) is then
    assert is_open(first, opened)
    assert first.private().note == SAY("news-table-time-out")


async def test_a_screen_does_not_ask_any_more_when_the_computer_has_played_for_its_owner(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game="catham_city", clock="1")
    first = the_asked(world)
    assert "Your turn: take cards" in (await hand(first)).text
    await world.advance(61)
    await world.advance(BETWEEN)
    assert the_asked(world) is not first
    assert first.private().content.startswith(SAY("news-table-time-out"))
    assert "Your turn: take cards" not in first.private().text


async def test_several_who_have_played_are_listed(world: World) -> None:
    ada, *_ = world.people
    await deal(world, ada, game="catham_city", computers=2)
    luck, told = Random(1), ""
    for _ in range(20):
        table = await stored(world)
        if the_seat(table, ada) in {prompt.seat for prompt in table.waiting()}:
            await move(world, table, the_seat(table, ada), luck)
        await read(ada)
        await world.advance(2 * BETWEEN)
        told = ada.private().note
        if " and " in told:
            break
    assert re.fullmatch(rf"\w+ 🤖 and \w+ 🤖 have played\. {re.escape(WAITS)}", told)


async def test_two_sentences_above_a_page_are_ten_seconds_apart(world: World) -> None:
    people = world.people[:3]
    await deal(world, *people, game="catham_city")
    table = await stored(world)
    reader = people[0]
    if the_seat(table, reader) in {prompt.seat for prompt in table.prompts}:
        reader = people[1]
    opened = await read(reader)
    since, luck = len(world.requests), Random(1)
    for _ in range(40):
        table = await stored(world)
        owing = table.waiting()
        others = [p for p in owing if person_of(world, table, p.seat) is not reader]
        if table.phase != "playing" or not others:
            break
        await move(world, table, luck.choice(others).seat, luck)
        await world.advance(1)
        assert is_open(reader, opened)
    await world.advance(BETWEEN)
    edits = (r for r in world.requests[since:] if r.reader == reader.id and r.method == "PATCH")
    told = [request.at for request in edits]
    assert told
    assert all(later - earlier >= BETWEEN for earlier, later in itertools.pairwise(told))
    assert WAITS in reader.private().note


async def test_the_end_does_not_take_a_page_away(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    opened = await read(ben)
    await ada.press("c1:d:*:table", on=world.board())
    await ada.press("c1:d:*:end")
    await ada.press("c1:d:*:end-yes")
    assert is_open(ben, opened)
    assert SAY("closed") in ben.private().note


async def test_a_reader_who_is_asked_and_does_not_stir_is_called(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    first, then = the_asked(world), waiting_one(world, ada, ben)
    opened = await read(then)
    since = len(world.requests)
    await take_turn(first)
    await world.advance(25)
    assert world.pinged(since) == [then.name]
    assert is_open(then, opened)


async def test_a_press_on_the_board_is_answered_beside_what_one_reads(world: World) -> None:
    """The line to a reader shows a page, so the answer is a message of its own again."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = the_asked(world)
    opened = await read(who)
    table = await stored(world)
    answer = await move(world, table, table.prompts[0].seat, Random(2))
    assert answer is not None
    assert who.private().id != opened.id
    assert shows_hand(who.private())


@pytest.mark.parametrize(("game", "people"), [("cloaked_cats", 2), ("catham_city", 3),
                                              ("quickpick", 3)])  # fmt: skip
async def test_people_who_always_read_lose_no_page_and_hear_when_they_are_asked(
    world: World, game: str, people: int
) -> None:
    """Everybody opens a page after each of their moves, and presses nothing until they are asked.

    At each step of a whole game each page is there as it was opened; and each time somebody is
    asked, it says so above its buttons before ten seconds are over.
    """
    readers = world.people[:people]
    await sit_down(world, *readers, game=game, text_only=True)
    await readers[0].press("c1:d:*:start", on=world.board())
    opened = {person.id: await read(person) for person in readers}
    table = await stored(world)
    known = {person.id: {prompt.decision for prompt in table.prompts} for person in readers}
    luck = Random(3)
    for _ in range(1500):
        table = await stored(world)
        if table.phase == "over":
            break
        owing = [prompt for prompt in table.waiting() if prompt.seat is not None]
        if not owing:
            await world.advance(1)
        for prompt in owing:
            reader = person_of(world, table, prompt.seat)
            if prompt.decision not in known[reader.id] and calls(prompt):
                await world.advance(BETWEEN)
                assert news("reading-asked", game) in reader.private().note, (game, prompt)
        for person in readers:
            assert is_open(person, opened[person.id]), (game, person.name)
        table = await stored(world)
        owing = [prompt for prompt in table.waiting() if prompt.seat is not None]
        if owing:
            prompt = luck.choice(owing)
            reader = person_of(world, table, prompt.seat)
            await move(world, table, prompt.seat, luck)
            await world.advance(2.2)
            opened[reader.id] = await read(reader)
            table = await stored(world)
            known[reader.id] = {each.decision for each in table.prompts}
    assert table.phase == "over"
    for person in readers:
        assert is_open(person, opened[person.id])
        if person.id != reader.id:
            assert person.private().note == news("reading-over", game)
            assert "You" in (await person.press("c1:l:", on=person.private())).shown.content


def the_seat(table: Table, person: Person) -> int:
    """Return where a person sits."""
    return [player.user for player in table.players].index(person.id)


def person_of(world: World, table: Table, seat: int | None) -> Person:
    """Return who sits on a seat."""
    assert seat is not None
    user = table.players[seat].user
    (person,) = (each for each in world.people if each.id == user)
    return person


async def move(world: World, table: Table, seat: int | None, luck: Random) -> Shown | None:
    """Let the person on a seat press a move on the board."""
    assert seat is not None
    box, who = GAMES[table.game], person_of(world, table, seat)
    view, moves = box.game.view(table.state, seat), box.game.legal_moves(table.state, seat)
    chosen = box.game.choose_move(view, moves, box.game.levels[0], luck)
    (decision,) = {prompt.decision for prompt in table.prompts if prompt.seat == seat}
    await press_id(who, world.board(), f"c1:m:{table.id}:{decision}:{chosen.path}")
    return who.private() if who.privates() else None
