"""Each press is answered by itself, wherever it comes from and whatever stands in it."""

import logging
from itertools import product

import pytest

from bot.bench.world import World
from bot.demo.shown import Control
from bot.games.registry import GAMES
from bot.i18n import LANGUAGES, text
from tests.play.evening import (
    deal,
    find_asked_player,
    first_line,
    hand,
    load_match,
    load_table,
    play_cat,
    press_id,
    sit_down,
)
from tests.play.island import NAMES, RACE_CLOSING_SECONDS, begin, draw, guessers, other, slap

SELECT = 3


async def test_a_press_on_the_board_that_comes_too_late_is_told_so_by_its_own_answer(
    world: World,
) -> None:
    await begin(world, *world.people[:3])
    _, mask = await draw(world)
    slow, quick = await guessers(world)
    slow.set_locale("de")
    before = await hand(slow)
    late = await world.hold_up(slap(slow, mask))
    await slap(quick, mask)
    await world.advance(RACE_CLOSING_SECONDS)
    await world.repeat(late)
    say = text("de", GAMES["quickpick"].text)
    assert late.text == say("too-late", guesser=quick.name, mask=NAMES[mask])
    assert late.kind == "message"
    assert late.shown.ephemeral
    assert late.shown.id != before.id
    again = world.find(before.id)
    assert again is not None
    assert late.text not in again.text


async def test_what_was_said_in_passing_goes_with_the_race_it_spoke_of(world: World) -> None:
    await begin(world, *world.people)
    mime, mask = await draw(world)
    said = (await slap(mime, mask)).shown
    assert "You're the mime" in said.text
    for person in await guessers(world):
        await slap(person, mask)
    await world.advance(RACE_CLOSING_SECONDS)
    assert said.id not in {message.id for message in mime.privates()}


async def test_only_a_choice_that_counts_is_answered_without_a_word(world: World) -> None:
    await begin(world, *world.people)
    _, mask = await draw(world)
    first, *_ = await guessers(world)
    await hand(first)
    assert (await slap(first, other(mask))).kind == "deferred_update"
    assert first.privates() == [], "the board tells it, and nothing stands below it"

    own = await hand(first)
    answer = await slap(first, mask)
    assert answer.kind == "message"
    assert "You've already guessed, and that's final" in answer.text
    assert answer.shown.labels == ()
    again = world.find(own.id)
    assert again is not None
    assert again.text == own.text

    said = [(await slap(first, mask)).shown.id for _ in range(3)]
    assert [message.id for message in first.privates()][1:] == said[-1:]
    own = await hand(first)
    assert said[-1] not in {message.id for message in first.privates()}, "with the next press"
    rules = (await first.press("How to play", on=world.board())).shown
    await slap(first, mask)
    assert {own.id, rules.id} <= {message.id for message in first.privates()}, "these stay"


async def test_a_note_to_a_press_on_the_own_screen_stands_right_above_its_buttons(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = find_asked_player(world)
    own = await hand(who)
    cat, late = (control.custom_id for control in own.matching("c1:m:*:cat/")[:2])
    await who.press(cat, on=own)
    answer = await who.press(late, on=own)
    assert answer.kind == "update"
    assert answer.shown.id == own.id
    assert answer.shown.note == text("en")("moved-on")
    assert answer.shown.content


async def test_the_message_of_a_seat_names_the_boards_button(world: World) -> None:
    ada, *_ = world.people
    for number, (game, package) in enumerate(GAMES.items()):
        language = LANGUAGES[number % len(LANGUAGES)]
        ada.set_locale(language)
        answer = await ada.slash("cats play", channel=world.new_channel(game), game=game)
        assert f"**{text(language, package.text)('button-hand')}**" in answer.text, game


# Every custom id

STRANGE = (
    "",
    " ",
    "\n",
    "c1:",
    "c1:\n",
    "c1:x",
    "c1:m:1:0:sk\nip",
    "c1:m:1:0:\n",
    "c1:d:1:set:clock\n/7",
    "c1:l:1:0:\ud800",
    "c2:m:1:0:skip:more",
    "c:1",
    "::::",
    "c1:m:1:²:skip",
    "c1:m:¹:0:skip",
    "\x00",
    "x" * 100,
    "🐾" * 50,
    "c0:join:1",
    "catbot:join",
    "c1:x",
    "c1:m:1:0",
    "c1:m:one:0:skip",
    "c1:m:1:zero:skip",
    "c1:z:1:0:skip",
    "c1:d:1:dance:",
    "c1:d:1:play:chess",
    "c1:d:1:rules:chess/1",
    "c1:d:1:set:clock/7",
    "c1:d:1:set:",
    "c1:d:1:remove:nobody",
    "c1:d:1:hand-over:nobody",
    "c1:m:77:0:skip",
    "c1:d:77:join:",
    "c1:l:99999999999999999999999999:0:",
    "c1:m:1:99999999999999999999999999:skip",
    "c1:m:1:0:guess/9/99",
    "c1:m:1:0:" + "x" * 90,
    "c1:l:1:0:guess/9/99",
    "c1:d:1:rules:cloaked_cats/99",
    "c1:d:1:rules:cloaked_cats/-1",
)


async def test_every_custom_id_is_answered_once(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    board, before, shown = world.board(), await load_match(world), first_line(world)
    for custom_id in STRANGE:
        control = Control("?", custom_id, disabled=False, style=2)
        # In the message, and not in it.
        for press in (press_id(ada, board, custom_id), world.click(ada, board, control, {})):
            answer = await press
            told = answer.shown if answer.shown.ephemeral else ada.private()
            assert told.text, custom_id
            assert "Oops" not in told.text, custom_id
            after = await load_match(world)
            assert (after.state, after.clock) == (before.state, before.clock), custom_id
            assert first_line(world) == shown, custom_id
    await play_cat(find_asked_player(world))


SELECTS = (
    *("d:1:set:clock", "d:1:remove:", "d:1:hand-over:", "d:1:rules:", "d:1:page:"),
    *("d:1:join:", "m:1:0:cat", "l:1:0:", "x"),
)
ODD_VALUES: tuple[object, ...] = (
    [],
    None,
    "10",
    {"0": "10"},
    [1, 2],
    [None],
    [["10"]],
    [{"value": "10"}],
    ["10", 1],
    [str(number) for number in range(25)],
    ["x" * 100] * 25,
    ["~"],
    ["\n"],
    ["\ud800"],
    ["10/10", "10.10"],
)


async def test_odd_values_of_a_select_are_answered_with_a_sentence(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    before = await load_match(world)
    for press, values in product(SELECTS, ODD_VALUES):
        control = Control("?", f"c1:{press}", disabled=False, style=0, kind=SELECT)
        answer = await world.click(ada, world.board(), control, {"values": values})
        assert answer.shown.ephemeral, (press, values)
        assert "Oops" not in answer.text, (press, values)
        after = await load_match(world)
        assert (after.state, after.clock) == (before.state, before.clock), (press, values)


async def test_the_log_names_the_table_of_a_click_that_is_not_answered(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada)
    world.fail("POST", "/interactions/*", status=404)
    with pytest.raises(AssertionError, match="no answer"):
        await ben.press("Join")
    (warning,) = [r for r in caplog.records if r.levelno >= logging.WARNING]
    assert f"table {(await load_table(world)).id} " in warning.getMessage()


async def test_the_library_keeps_nothing_of_the_messages_that_were_sent(world: World) -> None:
    """Else a private message costs memory for 15 minutes, a board for ever."""
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await play_cat(find_asked_player(world))
    await ada.slash("cats help")
    kept = world.bot._connection._view_store
    assert (kept._views, kept._synced_message_views, kept._dynamic_items) == ({}, {}, {})
