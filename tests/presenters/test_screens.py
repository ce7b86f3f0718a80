"""Private screens: when they come by themselves, to whom, and in whose language."""

from random import Random
from typing import Any

from bot.domain.table import Phase, Table
from bot.engine.screen import Look, OwnPage, OwnScreen, PassingScreen, QuietScreen, Screen
from bot.games.cloaked_cats.state import FEATURES, State
from bot.games.liars_dice.box import BOX
from bot.games.liars_dice.state import State as DiceState
from bot.games.registry import GAMES
from bot.i18n import text
from bot.presenters import screens
from bot.testing.playing import RANDOM, Setting, played
from tests.bench.sim import Person, World
from tests.bench.traffic import Request
from tests.limits.tables import ID, people, table_of
from tests.play.evening import (
    asked,
    choices,
    deal,
    hand,
    is_over,
    play_cat,
    press_any,
    press_id,
    shows_hand,
    sit_down,
    skip,
    step,
    stored,
    take_turn,
    the_asked,
    waiting_one,
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
    assert len(choices(the_asked(world).private())) == 3
    assert choices(waiting_one(world, ada, ben).private()) == []


async def test_on_ones_turn_the_cards_come_by_themselves(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first = the_asked(world)
    then = waiting_one(world, ada, ben)
    before = then.private()
    await play_cat(first)
    assert choices(then.private()) == []
    await skip(first)
    assert then.private().id == before.id
    assert "Your turn: which cat do you play?" in then.private().text
    assert len(choices(then.private())) == 3


async def test_the_cards_come_after_a_computers_turn_too(world: World) -> None:
    ada, *_ = world.people
    await deal(world, ada, computers=1)
    while asked(world) is not ada:
        await world.advance(3)
    await take_turn(ada)
    assert choices(ada.private()) == []
    await world.advance(6)
    assert len(choices(ada.private())) == 3


async def test_a_token_older_than_its_time_is_not_used(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1440")
    first, then = the_asked(world), waiting_one(world, ada, ben)
    waiting = then.private()
    await world.advance(15 * 60)
    since = len(world.requests)
    await take_turn(first)
    assert then.private().text == waiting.text
    assert then.id not in {request.reader for request in world.requests[since:]}
    await take_turn(then)
    assert "is choosing a cat" in then.private().text


async def test_within_fourteen_minutes_the_cards_still_come(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="1440")
    first, then = the_asked(world), waiting_one(world, ada, ben)
    await world.advance(13 * 60)
    await take_turn(first)
    assert len(choices(then.private())) == 3


async def test_the_host_of_a_long_lobby_gets_the_cards_with_the_start(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await world.advance(20 * 60)
    await ada.press("Start", on=world.board())
    assert shows_hand(ada.private())
    assert ben.private().title == "You have a seat: Cloaked Cats"
    await take_turn(the_asked(world))
    assert shows_hand(ada.private())
    assert len(ada.privates()[1:]) <= 2


async def test_private_screens_reach_only_those_whose_they_are(world: World) -> None:
    """Everything that one reader alone gets shows that reader's own features, and nobody else
    ever gets a private screen of a game."""
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo)
    luck = Random(4)
    for number in range(40):
        if is_over(world):
            break
        await step(world, luck)
        if number % 8 == 0:
            await luck.choice([ada, ben, cleo, dan]).press("Your cards", on=world.board())
    state = (await stored(world)).state
    assert isinstance(state, State)
    say = text("en", GAMES["cloaked_cats"].text)
    own = {
        player.user: [say(f"feature-{FEATURES[feature]}") for feature in fan]
        for player, fan in zip((await stored(world)).players, state.fans, strict=True)
    }
    fans = [
        (request.reader, field["value"])
        for request in world.requests
        for embed in embeds(request.json)
        for field in embed.get("fields", ())
        if field["name"] == "Your cat"
    ]
    assert len(fans) > 20
    assert {reader for reader, _ in fans} == {ada.id, ben.id, cleo.id}
    for reader, fan in fans:
        assert all(feature in fan for feature in own[reader])


def embeds(body: object) -> list[dict[str, Any]]:
    """Return the embeds of a request, wherever they stand in it."""
    if isinstance(body, dict):
        found = list(body.get("embeds") or ())
        return found + [embed for value in body.values() for embed in embeds(value)]
    return []


async def test_private_texts_are_in_the_persons_language_public_ones_in_the_tables(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    ada.set_locale("de")
    dan.set_locale("de")
    await deal(world, ada, ben)
    assert "Runde 1" in world.board().title
    assert "Tisch" in world.board().labels
    assert "Deine Katze" in ada.private().text
    assert shows_hand(ben.private())
    assert "Du schaust zu." in (await dan.press("c1:l:", on=world.board())).text
    assert "You are watching" in (await cleo.press("c1:l:", on=world.board())).text
    await ben.say("hi")
    await take_turn(the_asked(world))
    assert world.board().content.endswith(f" {the_asked(world).name}: Spiel eine Katze")
    await world.advance(122)
    assert world.board().content.startswith(
        f"<@{the_asked(world).id}> Du bist dran! Cloaked Cats: "
    )
    assert (await ben.slash("cats scores")).shown.title == "🏆 Scores"
    assert (await ada.slash("cats scores")).shown.title == "🏆 Punkte"


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
    assert signs(world)["Your cards"] == "🐾"
    waiting = next(person for person in (ada, cleo) if person is not the_asked(world))
    waiting.set_locale("de")
    assert "drück unter dem Spielbrett auf 🐾" in (await hand(waiting)).text


def signs(world: World) -> dict[str, str]:
    """Return the emoji of each of the board's buttons that has one, by its label."""
    controls = (c for row in world.board().wire["components"] for c in row["components"])
    return {c["label"]: c["emoji"]["name"] for c in controls if c.get("emoji")}


async def test_a_new_client_language_holds_from_the_next_click_on(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    who = the_asked(world)
    who.set_locale("de")
    assert "Deine Katze" in (await hand(who)).text
    await press_any(who, Random(1))
    await skip(who)
    await take_turn(the_asked(world))
    assert "Du bist dran" in who.private().text
    assert "round" in world.board().title


async def test_other_languages_are_answered_in_english(world: World) -> None:
    ada, *_ = world.people
    ada.set_locale("ja")
    assert (await ada.slash("cats play")).shown.title == "You have a seat: Cloaked Cats"
    assert "Everybody is a secret cat" in world.board().text


async def test_the_hand_command_shows_the_same_as_the_button(world: World) -> None:
    ada, ben, cleo, _ = world.people
    answer = await ada.slash("cats hand")
    assert answer.text.startswith("There is no table in this channel.")
    await sit_down(world, ada, ben)
    assert (await ada.slash("cats hand")).shown.title == "You have a seat: Cloaked Cats"
    assert (await cleo.slash("cats hand")).text.startswith("You do not sit here yet")
    await ada.press("Start", on=world.board())
    for person in (ada, ben):
        answer = await person.slash("cats hand")
        assert answer.shown.ephemeral
        assert answer.text == (await hand(person)).text


async def push(world: World, person: Person) -> list[Request]:
    """Push somebody's own screen as it is now; return what is sent to them for that."""
    since, table = len(world.requests), await stored(world)
    services = world.bot.services
    with world.env.time_context():
        assert services.own_screens.showed(table, services.tables.box(table), person.id)
    await world.settle()
    return [request for request in world.requests[since:] if request.reader == person.id]


async def test_what_surely_stands_on_the_own_screen_is_not_pushed_once_more(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = the_asked(world), waiting_one(world, ada, ben)
    for person in (first, then):
        assert await push(world, person) == [], "an answer, or a push, shows it"
    await play_cat(first)
    assert await push(world, first) == [], "an edit in place shows it"
    await skip(first)
    assert "Your turn" in then.private().text


async def test_a_push_that_failed_is_sent_the_next_time(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    first, then = the_asked(world), waiting_one(world, ada, ben)
    waiting = then.private()
    world.fail("PATCH", "/webhooks/*", times=1)
    await take_turn(first)
    assert then.private().text == waiting.text
    assert "Your turn" in (await hand(then)).text
    assert await push(world, then) == []


async def test_a_push_is_sent_where_something_else_may_stand_in_the_own_screens_message(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    own = ada.private()
    table = await stored(world)
    rules = await press_id(ada, own, f"c1:d:{table.id}:rules:{table.game}/0")
    assert rules.shown.id == own.id
    assert not shows_hand(ada.private())
    (sent,) = await push(world, ada)
    assert sent.method == "PATCH"
    assert ada.private().id == own.id
    assert shows_hand(ada.private())
    assert await push(world, ada) == []


# Which kind of screen it is

ONLOOKER = 5


def table_at(step: int, phase: Phase = "playing") -> Table:
    """Return a game of Liar's Dice of three people after so many steps; -1: at its end."""
    state = played(BOX, Setting(1, 3, {}, RANDOM)).moments[step].state
    return table_of("liars_dice", state, "en", people(3), phase=phase)


def own(table: Table, user: int, press: Look | None = None) -> Screen:
    return screens.own(table, BOX, user, "en", press)


def test_a_hand_is_an_own_screen_and_becomes_a_page_once_a_move_is_begun() -> None:
    table = table_at(0)
    (prompt,) = table.prompts
    asked = ID + (prompt.seat or 0)
    assert [type(own(table, ID + seat)) for seat in range(3)] == [OwnScreen] * 3
    assert type(own(table, asked, Look(prompt.decision, "bid/1"))) is OwnPage
    assert type(own(table, asked, Look(prompt.decision, "nonsense"))) is OwnScreen


def test_who_is_out_has_a_quiet_own_screen() -> None:
    table = table_at(-2)
    assert isinstance(table.state, DiceState)
    (out,) = table.state.out
    assert type(own(table, ID + out)) is QuietScreen


def test_what_players_open_is_an_own_page_and_what_onlookers_open_is_not() -> None:
    running, over = table_at(0), table_at(-1, "over")
    words = [screens.words(running, BOX, user, "en") for user in (ID, ONLOOKER)]
    story = [screens.page(over, BOX, user, "en", "story", ()) for user in (ID, ONLOOKER)]
    assert [*map(type, words)] == [*map(type, story)] == [OwnPage, Screen]


def test_that_a_table_is_closed_replaces_an_own_screen_and_passes_for_all() -> None:
    closed = table_at(0, "closed")
    player, onlooker = own(closed, ID), own(closed, ONLOOKER)
    assert isinstance(player, OwnScreen)
    assert isinstance(player, PassingScreen)
    assert type(onlooker) is PassingScreen
    assert player.content == onlooker.content
