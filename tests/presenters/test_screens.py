"""Private screens: when they come by themselves, to whom, and in whose language."""

import itertools
from random import Random

import pytest

from bot.bench.moves import enter
from bot.bench.traffic import Request
from bot.bench.world import Person, World
from bot.demo.shown import Shown
from bot.discord_adapter.messages import NOTE_COLOUR
from bot.domain.table import Match
from bot.games.liars_dice.rules import LIFT_PAUSE_SECONDS, LOOK_PAUSE_SECONDS
from bot.games.registry import GAMES
from bot.i18n import text
from tests.play.evening import (
    CHAT,
    boards_posted,
    choices,
    deal,
    find_asked_or_none,
    find_asked_player,
    find_waiting_player,
    hand,
    is_over,
    load_match,
    load_table,
    move_as_computer,
    play_cat,
    press_id,
    shows_hand,
    sit_down,
    skip,
    step_ahead,
    take_turn,
)


async def test_at_the_start_a_guests_seat_message_becomes_the_cards(world: World) -> None:
    """The host's cards are the answer to the start: the seat's message may be gone by then."""
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    seat = ben.private()
    answer = await ada.press("Start", on=world.board())
    assert answer.shown.id == ada.private().id
    assert len(ada.privates()) == 1
    assert [message.id for message in ben.privates()] == [seat.id]
    for person in (ada, ben):
        assert shows_hand(person.private())
        assert set(person.private().files) == {"hand.jpg"}
    assert len(choices(find_asked_player(world).private())) == 3
    assert choices(find_waiting_player(world, ada, ben).private()) == []


async def test_on_ones_turn_the_cards_come_by_themselves(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, clock="1440")
    seen = set[str]()
    before = {person.name: person.private().id for person in (ada, ben)}
    for _ in range(9):
        who = find_asked_or_none(world)
        if who is None:
            assert [choices(person.private()) for person in (ada, ben)] == [[], []]
            await world.advance(6)
            continue
        assert who.private().id == before[who.name]
        assert "Your turn! Which cat will you play?" in who.private().text
        assert len(choices(who.private())) == 3
        (other,) = (person for person in (ada, ben) if person is not who)
        await world.advance(13 * 60)
        await press_id(who, who.private(), who.private().matching("c1:m:*:cat/")[0].custom_id)
        assert choices(other.private()) == []
        before[who.name] = (await skip(who)).shown.id
        before[other.name] = (await hand(other)).id
        seen.add(who.name)
    assert seen == {"Ada", "Ben"}


async def test_a_token_older_than_its_time_is_not_used(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, clock="1440")
    await world.advance(20 * 60)
    await ada.press("Start", on=world.board())
    assert shows_hand(ada.private()), "the start answers the host"
    assert ben.private().title == "You're in: Cloaked Cats"
    for person in (ada, ben):
        await hand(person)
    first, then = find_asked_player(world), find_waiting_player(world, ada, ben)
    waiting = then.private()
    await world.advance(15 * 60)
    since = len(world.requests)
    await take_turn(first)
    assert then.private().text == waiting.text
    assert then.id not in {request.reader for request in world.requests[since:]}
    await take_turn(then)
    assert "somebody else's turn" in then.private().text


async def test_private_texts_are_in_the_persons_language_public_ones_in_the_tables(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    ada.set_locale("de")
    dan.set_locale("de")
    ben.set_locale("ja")
    await deal(world, ada, ben)
    assert "Runde 1" in world.board().title
    assert "Tisch" in world.board().labels
    assert "Deine Katze" in ada.private().text
    assert "Your cat" in ben.private().text, "other languages are answered in English"
    assert "Du schaust zu:" in (await dan.press("c1:l:", on=world.board())).text
    assert "You're watching" in (await cleo.press("c1:l:", on=world.board())).text
    await ben.say("hi")
    await take_turn(find_asked_player(world))
    assert world.board().content.endswith(f" {find_asked_player(world).name}: Spiel eine Katze")
    await world.advance(122)
    assert world.board().content.startswith(
        f"<@{find_asked_player(world).id}> Du bist dran! Cloaked Cats: "
    )
    assert (await ben.slash("cats scores")).shown.title == "🏆 Scores"
    assert (await ada.slash("cats scores")).shown.title == "🏆 So steht's"
    who = find_asked_player(world)
    locale, told = ("de", "Du bist dran") if who is ben else ("en", "Your turn")
    who.set_locale(locale)
    await take_turn(who)
    await take_turn(find_asked_player(world))
    assert told in who.private().text, "a new language holds from the next click on"


async def test_the_boards_buttons_are_named_by_signs_that_all_languages_share(world: World) -> None:
    ada, ben, cleo, _ = world.people
    ben.set_locale("de")
    cleo.set_locale("de")
    await ada.slash("cats play")
    told = (await ben.slash("cats hand")).text, (await ben.press("Add computer")).text
    assert all("🐾" in answer for answer in told), told
    assert signs(world)["Join"] == "🐾"
    seated = await cleo.press("Join")
    assert "🐾" in seated.text
    await ada.press("Start", on=world.board())
    assert signs(world)["My cards"] == "🐾"


def signs(world: World) -> dict[str, str]:
    controls = (c for row in world.board().wire["components"] for c in row["components"])
    return {c["label"]: c["emoji"]["name"] for c in controls if c.get("emoji")}


async def test_the_hand_command_shows_the_same_as_the_button(world: World) -> None:
    ada, ben, cleo, _ = world.people
    answer = await ada.slash("cats hand")
    assert answer.text.startswith("There's no table in this channel.")
    await sit_down(world, ada, ben)
    assert (await ada.slash("cats hand")).shown.title == "You're in: Cloaked Cats"
    assert (await cleo.slash("cats hand")).text.startswith("You don't have a seat yet")
    await ada.press("Start", on=world.board())
    for person in (ada, ben):
        answer = await person.slash("cats hand")
        assert answer.shown.ephemeral
        assert answer.text == (await hand(person)).text


async def push(world: World, person: Person) -> list[Request]:
    since, table = len(world.requests), await load_table(world)
    services = world.bot.services
    with world.bot_scope():
        assert services.own_screens.show_if_reachable(
            table, services.tables.find_package(table), person.id
        )
    await world.settle()
    return [request for request in world.requests[since:] if request.reader == person.id]


async def test_what_surely_stands_on_the_own_screen_is_not_pushed_once_more(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = find_asked_player(world), find_waiting_player(world, ada, ben)
    for person in (first, then):
        assert await push(world, person) == [], "an answer, or a push, shows it"
    await play_cat(first)
    assert await push(world, first) == [], "an edit in place shows it"
    waiting = then.private()
    world.fail("PATCH", "/webhooks/*", times=1)
    await skip(first)
    assert then.private().text == waiting.text, "the push failed"
    await world.advance(2)
    assert "Your turn" in then.private().text, "it is tried again"
    own = await hand(then)
    assert "Your turn" in own.text
    assert await push(world, then) == []

    table = await load_table(world)
    rules = await press_id(then, own, f"c1:d:{table.id}:rules:{table.game}/0")
    assert rules.shown.id == own.id
    assert not shows_hand(then.private())
    (sent,) = await push(world, then)
    assert sent.method == "PATCH", "something else stands in its message"
    assert then.private().id == own.id
    assert shows_hand(then.private())
    assert await push(world, then) == []


SILENT = 1 << 12
"""The flag of a message that notifies nobody but those it mentions: SUPPRESS_NOTIFICATIONS."""


def posts(world: World, since: int) -> list[Request]:
    return [
        request
        for request in world.requests[since:]
        if request.method == "POST" and request.path.startswith(CHAT) and not request.error
    ]


async def test_who_begins_is_called_at_once_and_the_next_one_after_a_while(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, text_only=True, clock="3")
    lobby, since = world.board(), len(world.requests)
    await ada.press("c1:d:*:start")
    first = find_asked_player(world)
    then = find_waiting_player(world, ada, ben)
    assert boards_posted(world, since) == [(first.id,)]
    assert world.board().content.startswith(f"<@{first.id}> It's your turn! Cloaked Cats: ")
    assert world.find(lobby.id) is None
    assert len(world.messages()) == 1

    await then.press("My cards", on=world.board())
    await world.advance(1)
    board, since = world.board(), len(world.requests)
    await play_cat(first)
    await skip(first)
    assert find_asked_player(world) is then
    assert world.board().id == board.id, "as the newest message it is edited in place"
    edits = [
        request
        for request in world.requests[since:]
        if request.method == "PATCH" and request.path.startswith(CHAT)
    ]
    assert edits
    for edit in edits:
        assert edit.json["content"].startswith("Cloaked Cats: "), "the call does not stay"
        assert not edit.json["allowed_mentions"].get("users")
        assert not edit.json["allowed_mentions"].get("parse")
    await world.advance(58)
    assert boards_posted(world, since) == []
    await world.advance(4)
    assert boards_posted(world, since) == [(then.id,)], "a look before being asked saves no call"
    (posted,) = posts(world, since)
    assert not posted.json.get("flags", 0) & SILENT
    assert world.board().content.startswith(f"<@{then.id}> It's your turn! Cloaked Cats: ")
    assert world.find(board.id) is None
    await world.advance(30)
    assert world.list_pinged(since) == [then.name], "one call for each decision"
    await play_cat(then)
    await world.advance(62)
    assert world.list_pinged(since) == [then.name] * 2, "the guess is a decision of its own"

    await ada.say("good luck!")
    board, since = world.board(), len(world.requests)
    await skip(then)
    assert find_asked_player(world) is first
    assert world.find(board.id) is None
    assert world.board().content.startswith("Cloaked Cats: ")
    assert world.board().content.endswith(f" {first.name}: play a cat")
    (posted,) = posts(world, since)
    assert posted.pinged == ()
    assert posted.json["flags"] & SILENT, "below the chat it comes without a sound"
    kinds = [
        request.method
        for request in world.requests[since:]
        if request.path.startswith("/channels/") and request.method in ("POST", "DELETE")
    ]
    assert kinds == ["POST", "DELETE"], "the new board comes first: never is there none"
    board = world.board()
    await ada.say("hm")
    await play_cat(first)
    assert world.board().id == board.id, "nobody is newly asked: the same person goes on"


async def test_a_look_since_being_asked_saves_the_call(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="3")
    await take_turn(find_asked_player(world))
    then, since = find_asked_player(world), len(world.requests)
    await world.advance(10)
    version = (await load_table(world)).version
    await then.press("My cards", on=world.board())
    await world.advance(160)
    assert boards_posted(world, since) == []
    assert (await load_table(world)).version == version, (
        "what is not needed any more makes no change"
    )


async def test_who_is_called_while_the_channel_is_out_of_reach_is_called_when_it_is_back(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    await take_turn(find_asked_player(world))
    then, since = find_asked_player(world), len(world.requests)
    other = find_waiting_player(world, ada, ben)
    await world.permit(view_channel=False, send_messages=False)
    await world.advance(130)
    await world.advance(90)
    assert (await load_table(world)).paused == "channel"
    assert world.list_pinged(since) == []
    await world.permit(view_channel=None, send_messages=None)
    await other.press("Table", on=world.board())
    assert world.list_pinged(since) == [then.name]


async def test_the_command_brings_the_board_to_the_end_and_calls_nobody(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, text_only=True)
    await world.delete(world.board())
    answer = await cleo.slash("cats board")
    told = "Here's the board."
    assert (answer.shown.content, answer.shown.links) == (told, (link(world),)), "it was deleted"
    await ada.press("c1:d:*:start", on=world.board())
    await world.advance(31)
    board, since = world.board(), len(world.requests)
    for person in (cleo, *[dan] * 10):
        answer = await person.slash("cats board")
        assert answer.shown.ephemeral
        assert (answer.shown.content, answer.shown.links) == (told, (link(world),))
    assert world.board().id > board.id
    assert world.find(board.id) is None
    assert boards_posted(world, since) == [()], "not again and again"
    assert world.board().embeds == board.embeds
    await world.advance(31)
    await dan.slash("cats board")
    assert boards_posted(world, since) == [(), ()]


def link(world: World) -> str:
    board = world.board()
    return f"https://discord.com/channels/{world.guild.id}/{board.channel}/{board.id}"


async def test_the_end_is_shown_below_the_chat_and_calls_nobody(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    while not is_over(world):
        await cleo.say("exciting!")
        board, since = world.board().id, len(world.requests)
        await step_ahead(world)
    assert world.board().id > board
    assert world.find(board) is None
    assert world.list_pinged(since) == []


async def test_names_with_mentions_and_markup_reach_nobody(world: World) -> None:
    ada, ben, cleo, dan = world.people
    ada.rename("@everyone *Ada*")
    ben.rename(f"<@{cleo.id}>")
    await deal(world, ada, ben)
    await dan.slash("cats board")
    assert world.list_pinged() in (["Ada"], ["Ben"])
    assert "\\@everyone \\*Ada\\*" in world.board().text
    assert f"<@{cleo.id}>" not in world.board().text
    bodies = [request.json for request in world.requests if isinstance(request.json, dict)]
    assert not any("everyone" in str(body.get("allowed_mentions")) for body in bodies)


SAY = text("en")


def news(key: str, game: str = "cloaked_cats") -> str:
    """Return a sentence above a page, which names the button that leads back to the cards."""
    say = text("en", GAMES[game].text)
    return say(key, button=say("button-hand"))


WAITS = news("reading-asked")
SECONDS_BETWEEN_MOVES = 10.0
"""Seconds at least between two sentences above the buttons of a page."""


async def read(person: Person) -> Shown:
    """Open all in words, by the board's button, which tables without pictures do not show."""
    table = await load_table(person.world)
    await press_id(person, person.world.board(), f"c1:d:{table.id}:words:")
    return person.private()


def page(shown: Shown) -> tuple[object, ...]:
    """Return all of a page but the sentence above its buttons."""
    embeds = [embed for embed in shown.embeds if embed.get("color") != NOTE_COLOUR]
    return shown.id, shown.content, embeds, shown.rows, shown.files


def is_open(person: Person, opened: Shown) -> bool:
    return page(person.private()) == page(opened)


async def test_a_page_stays_while_others_play_and_the_news_waits_above_its_buttons(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1")
    first, then = find_asked_player(world), find_waiting_player(world, ada, ben)
    opened = await read(then)
    assert opened.note == ""
    await play_cat(first)
    await skip(first)
    assert is_open(then, opened)
    assert then.private().note == f"{first.name} has played. {WAITS}"
    since = len(world.requests)
    await world.advance(25)
    assert world.list_pinged(since) == [then.name], "who reads and does not stir is called"
    assert is_open(then, opened)
    opened = await read(then)
    assert opened.note == f"{first.name} has played. {WAITS}", "another page says so at once"
    back = await then.press("My cards", on=then.private())
    assert back.shown.id == opened.id
    assert "Your turn! Which cat will you play?" in back.text
    assert back.shown.note == ""
    opened = await read(then)
    assert opened.note == ""

    table = await load_match(world)
    await move_as_computer(world, table.prompts[0], Random(2))
    assert then.private().id != opened.id, "the board's press is answered beside what one reads"
    assert shows_hand(then.private())
    opponent = next(c for c in then.private().controls if c.custom_id.startswith("c1:l:"))
    picked = (await then.press(opponent.custom_id)).shown
    await first.press("c1:d:*:table", on=world.board())
    await first.press("Leave")
    await first.press("c1:d:*:leave-yes")
    assert is_open(then, picked), "what was entered so far stays"


async def test_all_who_have_played_meanwhile_are_named_whoever_was_asked_after_them(
    world: World,
) -> None:
    """Somebody's move that asks another person for something counts for a reader as well."""
    people = world.people[:3]
    await deal(world, *people)
    first = find_asked_player(world)
    await take_turn(first)
    then = find_asked_player(world)
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
    await world.advance(SECONDS_BETWEEN_MOVES)
    assert reader.private().note == f"{first.name} and {then.name} have played. {WAITS}"


@pytest.mark.parametrize("is_reading", [True, False])
async def test_a_player_for_whom_the_computer_played_hears_that_their_time_was_up(
    world: World, is_reading: bool
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, game="catham_city", clock="1")
    first = find_asked_player(world)
    opened = await (read if is_reading else hand)(first)
    assert is_reading or "Your turn: take cards" in opened.text
    await world.advance(61)
    await world.advance(SECONDS_BETWEEN_MOVES)
    assert find_asked_player(world) is not first
    if is_reading:
        assert is_open(first, opened)
        assert first.private().note == SAY("news-table-time-out")
    else:
        assert first.private().content.startswith(SAY("news-table-time-out"))
        assert "Your turn: take cards" not in first.private().text


async def test_two_sentences_above_a_page_are_ten_seconds_apart(world: World) -> None:
    people = world.people[:3]
    await deal(world, *people, game="catham_city")
    match = await load_match(world)
    reader = people[0]
    if match.seat_of(reader.id) in {prompt.seat for prompt in match.prompts}:
        reader = people[1]
    opened = await read(reader)
    since, luck = len(world.requests), Random(1)
    for _ in range(40):
        table = await load_table(world)
        if not isinstance(table, Match):
            break
        others = [p for p in table.waiting() if p.seat != table.seat_of(reader.id)]
        if not others:
            break
        await move_as_computer(world, luck.choice(others), luck)
        await world.advance(1)
        assert is_open(reader, opened)
    await world.advance(SECONDS_BETWEEN_MOVES)
    edits = (r for r in world.requests[since:] if r.reader == reader.id and r.method == "PATCH")
    told = [request.at for request in edits]
    assert told
    assert all(
        later - earlier >= SECONDS_BETWEEN_MOVES for earlier, later in itertools.pairwise(told)
    )
    assert WAITS in reader.private().note


async def test_the_end_does_not_take_a_page_away(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben)
    await world.permit(cleo, manage_messages=True)
    opened = await read(ben)
    await cleo.press("c1:d:*:table", on=world.board())
    await cleo.press("c1:d:*:end")
    await cleo.press("c1:d:*:end-yes")
    assert is_open(ben, opened)
    assert SAY("closed") in ben.private().note


async def test_a_board_with_a_picture_tells_no_bids_and_nothing_before_them(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game="liars_dice")
    await ada.press("c1:d:*:start", on=world.board())
    await enter(world, find_asked_player(world), "bid/1/2")
    assert "bids" not in world.board().text
    await enter(world, find_asked_player(world), "liar")
    await world.advance(LIFT_PAUSE_SECONDS)
    assert "calls “Liar!”" in world.board().text
    await world.advance(LOOK_PAUSE_SECONDS + 1)
    assert "calls “Liar!”" in world.board().text
    await enter(world, find_asked_player(world), "bid/1/2")
    assert "calls “Liar!”" not in world.board().text
    words = (await ada.press("c1:d:*:words", on=world.board())).shown
    assert "bids" in words.text


async def test_a_page_whose_button_the_game_places_has_no_second_one(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, game="liars_dice")
    await ada.press("c1:d:*:start", on=world.board())
    for bid in ("bid/1/2", "bid/1/3"):
        assert (await hand(find_asked_player(world))).labels.count("Notebook") == 1
        await enter(world, find_asked_player(world), bid)
