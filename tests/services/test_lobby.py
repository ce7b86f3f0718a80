"""Before the game: seats, options, and who may do what."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.shown import Shown
from bot.bench.world import Person, World
from bot.games.liars_dice.model.state import State
from bot.i18n import text
from tests.databases import run_sql
from tests.play.evening import deal, finish, load_table, press_id, shows_hand, sit_down
from tests.tables import expect_match
from tests.toys import REGISTRY
from tests.toys.race.rules import Race

BLUE, GREY, GREEN = 1, 2, 3
"""Discord's numbers of the colours."""
HOST_ONLY = "Only the host can do that, and that's Ada."


def seats(world: World) -> list[str]:
    """Return who has the lobby's seats, and a word for each one that is free."""
    lines = str(world.board().embeds[0]["description"]).split("\n")
    seats = [line[2:] for line in lines if line.startswith(("🪑 ", "⏳ "))]
    for line in lines:
        if line.startswith("⚪ "):
            _, free, word = line.split()
            seats += [word] * int(free)
    return seats


async def test_who_opens_a_table_has_the_first_seat_and_is_the_host(world: World) -> None:
    ada = world.people[0]
    answer = await ada.slash("cats play")
    assert answer.shown.ephemeral
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert seats(world) == ["Ada (host)", "free", "free", "free"]
    assert "10 minutes" in world.board().text
    assert world.list_pinged() == []


async def test_the_command_takes_the_options_at_once(world: World) -> None:
    ada = world.people[0]
    await ada.slash("cats play", clock="1440", computers=2, language="de", text_only=True)
    assert seats(world) == [
        "Ada (leitet den Tisch)",
        "Minka 🤖 (Kätzchen)",
        "Felix 🤖 (Kätzchen)",
        "frei",
    ]
    table = await load_table(world)
    assert (table.clock, table.language, table.text_only) == ("1440", "de", True)
    assert ada.private().title == "You're in: Cloaked Cats"


@pytest.mark.parametrize(
    ("language", "other", "told"),
    [
        ("en", "de", "Dieses Spiel spricht nur Englisch."),
        ("de", "en", "This game speaks German only."),
    ],
)
async def test_a_game_without_the_tables_language_says_so(
    open_world: OpenWorld, tmp_path: Path, language: str, other: str, told: str
) -> None:
    file = REGISTRY["race"].text / f"{language}.ftl"
    shutil.copy(file, tmp_path)
    world = await open_world(registry={"race": replace(REGISTRY["race"], text=tmp_path)})
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="race", language=other)
    assert told in world.board().text
    assert text(language, tmp_path)("game-blurb") in world.board().text
    await ben.press(text(other)("button-join"))
    await ada.press(text(other)("button-start"))
    assert told not in world.board().text
    await ada.slash("cats play", game="race", language=language, channel=world.new_channel("b"))
    assert told not in world.messages()[-1].text


async def test_people_join_and_leave(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, cleo)
    assert seats(world) == ["Ada (host)", "Ben", "Cleo", "free"]
    await ben.press("Leave")
    assert ben.private().text == "You've left the table. See you soon!"
    assert seats(world) == ["Ada (host)", "Cleo", "free", "free"]
    await ben.press("Join")
    assert seats(world) == ["Ada (host)", "Cleo", "Ben", "free"]


async def test_the_last_person_to_leave_closes_the_lobby(world: World) -> None:
    ada = world.people[0]
    await sit_down(world, ada, computers=2)
    await ada.press("Leave", on=world.board())
    assert world.messages()[-1].title == "🚪 Until next time!"
    assert not world.messages()[-1].controls
    await world.people[1].slash("cats play")
    assert seats(world) == ["Ben (host)", "free", "free", "free"]


async def test_a_renamed_person_can_leave_the_lobby(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    ben.rename("Benny")
    await ben.press("Leave", on=world.board())
    assert seats(world) == ["Ada (host)", "free", "free", "free"]


async def test_computers_come_and_go(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    for _ in range(2):
        await ben.press("Add computer")
    assert seats(world) == ["Ada (host)", "Ben", "Minka 🤖 (Kitten)", "Felix 🤖 (Kitten)"]
    assert world.board().control("Add computer").disabled
    await ben.press("Remove computer")
    assert seats(world) == ["Ada (host)", "Ben", "Minka 🤖 (Kitten)", "free"]
    await ada.press("Remove computer")
    assert world.board().control("Remove computer").disabled


async def test_a_full_table_takes_nobody_else(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, cleo)
    before = world.board()
    await dan.press("Join")
    eve = world.add("Eve")
    answer = await eve.press("Join", on=before)
    assert answer.text == "People have taken all the seats. Maybe next time!"
    answer = await ada.press("Add computer", on=before)
    assert answer.text == "All seats are taken: there's no room for another computer."
    assert world.board().control("Join").disabled
    assert "Ada, press **Start**! All seats are taken." in world.board().text
    assert seats(world) == ["Ada (host)", "Ben", "Cleo", "Dan"]


async def test_who_joins_a_full_table_takes_the_seat_of_the_computer_that_came_last(
    world: World,
) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, computers=2)
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Kitten)", "Felix 🤖 (Kitten)", "Ben"]
    assert "**🐾 Join** still works: a computer will give up its seat." in world.board().text
    answer = await cleo.press("Join")
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Kitten)", "Cleo", "Ben"]
    await ben.press("Leave")
    await ada.press("Add computer")
    assert seats(world) == ["Ada (host)", "Minka 🤖 (Kitten)", "Cleo", "Felix 🤖 (Kitten)"]
    await world.race(ben.press("c1:d:*:join"), dan.press("c1:d:*:join"))
    assert sorted(seats(world)) == ["Ada (host)", "Ben", "Cleo", "Dan"]
    assert world.board().control("Join").disabled
    assert "give up its seat" not in world.board().text
    await ada.press("Start")
    assert (await load_table(world)).phase == "playing"


async def test_the_lobby_tells_what_the_game_is_and_what_to_press_next(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play", text_only=True)
    told = "Unmask the others before they unmask you! *20 min · 2–4 players*"
    assert told in world.board().text
    assert "Press **🐾 Join** to play! You need one more." in world.board().text
    await ben.press("Join")
    assert "Ada, press **Start**!" in world.board().text
    await ada.press("Start", on=world.board())
    await finish(world)
    await ada.press("Rematch")
    assert "🔁 **Rematch!** Ben: your seat is saved. Press **🐾 Join**!" in world.board().text


@pytest.mark.parametrize(("language", "word"), [("en", "Rematch!"), ("de", "Noch einmal!")])
async def test_a_rematch_calls_those_whose_seats_it_keeps_once(
    world: World, language: str, word: str
) -> None:
    ada, ben, cleo, _ = world.people
    for person in world.people:
        person.set_locale(language)
    await deal(world, ada, ben, cleo)
    await finish(world)
    since = len(world.requests)
    await ada.press("c1:d:*:rematch")
    assert sorted(world.list_pinged(since)) == ["Ben", "Cleo"]
    assert word in world.board().content
    since = len(world.requests)
    await cleo.press("c1:d:*:join", on=world.board())
    await world.restart(crash=True)
    await world.advance(60)
    assert world.list_pinged(since) == []


async def test_the_host_is_told_once_that_all_seats_are_taken(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, cleo)
    since = len(world.requests)
    await dan.press("Join", on=world.board())
    assert world.list_pinged(since) == ["Ada"]
    assert "All the seats are taken: you can start the game!" in world.board().content
    since = len(world.requests)
    await dan.press("Leave", on=world.board())
    await dan.press("Join", on=world.board())
    assert world.list_pinged(since) == []


async def test_who_waits_learns_that_the_start_button_calls_the_host(world: World) -> None:
    ada, ben, *_ = world.people
    await ada.slash("cats play")
    told = "**Start** on the board calls Ada, the host."
    assert told in (await ben.press("Join")).text
    assert told not in (await ada.slash("cats hand")).text


async def test_every_choice_of_an_option_tells_what_it_is_about(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats play", game="catham_city")
    panel = (await ada.press("Options")).shown
    clocks = [label for _, label in panel.control("c1:d:*:set:clock").options]
    assert clocks[:2] == [
        "⏱️ Time limit: 10 minutes (the usual)",
        "⏱️ Time limit: unlimited",
    ]
    await ada.press("Add computer")
    assert "Computer speed" not in world.board().text, "the lobby tells what is unusual"
    panel = (await ada.press("Options", on=world.board())).shown
    assert panel.control("Computer speed: normal").style == BLUE
    own = (await ada.press("Options for Catham City")).shown
    for name, word in (("factions", "Factions"), ("actions", "Each turn"), ("leavers", "If")):
        for _, label in own.control(f"c1:d:*:set:{name}").options:
            assert word in label
    await ada.choose("c1:d:*:set:actions", "two")
    assert "🎬 Each turn: two actions, for experts" in world.board().text
    assert "Factions" not in world.board().text, "the lobby tells what is unusual"


async def start_dice(world: World, computers: int, *choices: str) -> tuple[str, set[int]]:
    """Start Liar's Dice; return the lobby's text before, and how many dice players begin with."""
    ada, *_ = world.people
    await ada.slash("cats play", game="liars_dice", computers=computers, text_only=True)
    for choice in choices:
        await ada.press("Options", on=world.board())
        await ada.press("Options for Liar's Dice")
        await ada.choose("c1:d:*:set:dice", choice)
    told = world.board().text
    await ada.press("Start", on=world.board())
    table = expect_match(await load_table(world))
    assert isinstance(table.state, State)
    return told, {len(cup) for cup in table.state.cups}


async def test_many_players_begin_with_fewer_dice(world: World) -> None:
    told, dice = await start_dice(world, computers=4)
    assert dice == {3}
    assert "🎲 Everybody starts with: three dice" in told
    assert "*10 min · 2–6 players*" in told


async def test_a_default_follows_the_number_of_players(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats play", game="liars_dice", computers=3)
    for press, length in (("Add computer", 10), ("Remove computer", 15)):
        await ada.press(press, on=world.board())
        assert f"*{length} min · " in world.board().text


async def test_strangers_cannot_change_a_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, computers=1)
    shown = world.board().text
    for button in ("Add computer", "Remove computer"):
        assert (await cleo.press(button)).text.startswith("Press **🐾 Join** on the board first")
    assert (await cleo.press("Leave")).text.startswith("You don't have a seat yet")
    for button in ("Start", "Options"):
        assert (await cleo.press(button)).text == HOST_ONLY
    assert world.board().text == shown


async def test_only_the_host_cancels_and_sets_options(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ada.press("Options")
    panel = ada.private()
    assert (await ben.press("Options")).text == HOST_ONLY
    answer = await ben.press("Cancel table", on=panel)
    assert answer.text == HOST_ONLY
    assert (await ben.press("Language: Deutsch", on=panel)).text == HOST_ONLY
    assert (await ben.choose("c1:d:*:remove:", str(ben.id), on=panel)).text == (HOST_ONLY)
    assert seats(world) == ["Ada (host)", "Ben", "free", "free"]


async def test_a_game_needs_two_seats_filled(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    filled = world.board()
    await ben.press("Leave", on=filled)
    assert world.board().control("Start").disabled
    answer = await ada.press("Start", on=filled)
    assert answer.text.startswith("You need more players first")
    await ada.press("Add computer")
    await ada.press("Start")
    assert (await load_table(world)).phase == "playing"


class Pairs(Race):
    """A race for two or four."""

    seats = (2, 4)


PAIRS = {**REGISTRY, "race": replace(REGISTRY["race"], game=Pairs())}


@pytest.mark.parametrize(
    ("language", "facts", "told"),
    [
        (
            "en",
            "2 or 4 players",
            "You can't play with 3: it takes 2 or 4. Add one, or somebody sits out.",
        ),
        (
            "de",
            "für 2 oder 4",
            "Mit 3 geht's nicht, das Spiel ist für 2 oder 4: Holt noch jemanden dazu",
        ),
    ],
)
async def test_where_three_cannot_play_the_lobby_says_why(
    open_world: OpenWorld, language: str, facts: str, told: str
) -> None:
    world = await open_world(registry=PAIRS)
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="race", language=language)
    start, add = "c1:d:*:start", "c1:d:*:computer-add"
    assert facts in world.board().text
    assert world.board().control(start).disabled
    await ben.press("c1:d:*:join")
    ready = world.board()
    assert not ready.control(start).disabled
    await ada.press(add)
    assert told in world.board().text
    assert world.board().control(start).disabled
    answer = await press_id(ada, world.board(), ready.control(start).custom_id)
    assert (await load_table(world)).phase == "lobby"
    assert "🐾" in answer.text
    await ada.press(add)
    await ada.press(start)
    assert len((await load_table(world)).players) == 4


async def test_the_host_cancels(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    old = world.board()
    panel = await ada.press("Options")
    answer = await ada.press("Cancel table", on=panel.shown)
    assert answer.text.startswith("This table is closed.")
    assert world.messages()[-1].title == "🚪 Until next time!"
    answer = await ben.press("Join", on=old)
    assert answer.shown.ephemeral
    assert (await ben.slash("cats play")).shown.title == "You're in: Cloaked Cats"


async def test_the_options_change_the_lobby(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, computers=1)
    await ada.press("Options")
    await ada.choose("c1:d:*:set:clock", "none")
    assert "Time limit: unlimited" in world.board().text
    await ada.press("Text only for everybody")
    assert "Text only, for everybody" in world.board().text
    await ada.press("Show pictures")
    assert "Text only, for everybody" not in world.board().text
    await ada.press("Language: Deutsch")
    assert "Bedenkzeit: unbegrenzt" in world.board().text
    assert ada.private().control("Language: Deutsch").style == BLUE
    assert ada.private().title == "Options"
    table = await load_table(world)
    assert (table.clock, table.language, table.text_only) == ("none", "de", False)


@pytest.mark.parametrize("name", ["Ben", "Minka"])
async def test_the_host_removes_a_seat(world: World, name: str) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, computers=1)
    await ada.press("Options")
    panel = ada.private()
    value = {"Ben": str(ben.id), "Minka": "Minka"}[name]
    await ada.choose("c1:d:*:remove:", value)
    assert name not in world.board().text
    answer = await ada.choose("c1:d:*:remove:", value, on=panel)
    assert answer.text == "Nobody sits there any more."
    assert len([line for line in seats(world) if line == "free"]) == 2


async def test_options_of_a_running_game_are_refused(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    await ada.press("Options")
    panel = ada.private()
    await world.restart(crash=True)  # the way to the panel, which else goes, was in memory only
    await ada.press("Start")
    for button, on in (("Options", lobby), ("Join", lobby)):
        answer = await ada.press(button, on=on)
        assert answer.text.startswith("The game has already started."), button
    answer = await ada.press("Language: Deutsch", on=panel)
    assert "The game has already started." in answer.text
    assert shows_hand(answer.shown), "their own screen takes the panel's place"
    assert (await load_table(world)).language == "en"


def panels_of(person: Person) -> list[str]:
    """Return the titles of the host's panels that stand among a person's private messages."""
    return [shown.title for shown in person.privates() if shown.title.startswith("Options")]


async def test_the_start_takes_the_hosts_panel_away(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ada.press("Options")
    await world.advance(13 * 60)
    await ada.press("Text only for everybody")
    await world.advance(13 * 60)
    await ada.press("Options for Cloaked Cats")
    assert panels_of(ada) == ["Options for Cloaked Cats"]
    await ada.press("Start", on=world.board())
    assert panels_of(ada) == []
    assert shows_hand(ada.private())


async def test_a_second_look_at_the_options_takes_the_first_ones_place(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ada.press("Options", on=world.board())
    await ada.press("Options", on=world.board())
    assert panels_of(ada) == ["Options"]


@pytest.mark.parametrize("how", ["cancelled", "ended", "ended by another", "started by another"])
async def test_whatever_ends_the_lobby_takes_the_hosts_panel_away(world: World, how: str) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben)
    await ada.press("Options", on=world.board())
    match how:
        case "cancelled":
            await ada.press("Cancel table")
        case "ended":
            await ada.slash("cats end")
            await ada.press("Yes, end it")
        case "ended by another":
            await world.permit(cleo, manage_messages=True)
            await cleo.slash("cats end")
            await cleo.press("Yes, end it")
        case _:
            await world.advance(7200)
            await ben.press("Join", on=world.board())
            await ben.press("Start", on=world.board())
    assert (await load_table(world)).phase != "lobby"
    if how != "started by another":  # by then Discord keeps the way to it open no longer
        assert panels_of(ada) == []


async def test_a_panel_that_could_not_be_taken_away_shows_ones_cards_instead(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    await ada.press("Options", on=world.board())
    await world.restart(crash=True)
    panel = ada.private()
    await ada.press("Start", on=world.board())
    assert panels_of(ada) == ["Options"], "the way to it was in memory only"
    answer = await ada.press("Cancel table", on=panel)
    assert answer.kind == "update"
    assert panels_of(ada) == []
    assert shows_hand(answer.shown)
    assert len([shown for shown in ada.privates() if shows_hand(shown)]) == 1
    assert (await load_table(world)).phase == "playing"


async def test_an_option_of_a_table_that_is_over_or_cancelled_is_not_said_to_run(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    panel = (await ada.press("Options")).shown
    await ada.press("Cancel table")
    for button, on in (("Language: Deutsch", panel), ("Join", lobby), ("Cancel table", panel)):
        answer = await ada.press(button, on=on)
        assert answer.text == "This table is closed. `/cats play` opens a new one.", button
    await deal(world, ada, ben)
    lobby_again = (await ada.slash("cats board")).shown
    table = await load_table(world)
    await finish(world)
    late = await press_id(ada, lobby_again, f"c1:d:{table.id}:set:language/de")
    assert "begun" not in late.text
    assert "You" in late.text, "how it ended takes the panel's place"


async def test_the_options_are_menus_and_buttons_alone(world: World) -> None:
    ada, *_ = world.people
    await ada.slash("cats play", game="liars_dice", computers=2)
    only = "Only you see this. Everybody sees your changes right away."
    panel = (await ada.press("Options")).shown
    assert panel.embeds[0]["description"] == only
    assert panel.controls[-1].label == "Cancel table"
    own = (await ada.press("Options for Liar's Dice")).shown
    assert own.embeds[0]["description"] == only


async def test_in_the_options_one_colour_means_what_is_chosen(world: World) -> None:
    """And each button says what it is about, even without its neighbours."""
    ada, *_ = world.people
    await ada.slash("cats play", game="catham_city", computers=1)
    panel = (await ada.press("Options")).shown
    chosen = [control.label for control in panel.controls if control.style == BLUE]
    assert chosen == ["Language: English", "Computer speed: normal"]
    buttons = [each for row in panel.wire["components"] for each in row["components"]]
    marked = [each["label"] for each in buttons if each.get("emoji", {}).get("name") == "☑️"]
    assert marked == chosen, "it is marked for people who hear it, too"
    assert {"Language: Deutsch", "Computer speed: slow", "Computer speed: fast"} <= set(
        panel.labels
    )


async def test_the_green_button_is_the_next_step(world: World) -> None:
    ada, ben, *_ = world.people

    def colours() -> tuple[int, int]:
        return world.board().control("Join").style, world.board().control("Start").style

    await ada.slash("cats play")
    assert colours() == (GREEN, GREY), "somebody has to join first"
    await ben.press("Join")
    assert colours() == (BLUE, GREEN), "the game can start"
    await ben.press("Leave")
    assert colours() == (GREEN, GREY)


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("cloaked_cats", "🎭 Cloaked Cats"),
        ("liars_dice", "🎲 Liar's Dice"),
        ("quickpick", "👹 Quickpick"),
    ],
)
async def test_a_lobby_without_pictures_has_the_sign_of_its_game(
    world: World, game: str, title: str
) -> None:
    await world.people[0].slash("cats play", game=game, text_only=True)
    assert world.board().title == title


async def test_who_starts_twice_sees_their_cards(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben, text_only=True)
    lobby = world.board()
    answers = await world.race(ada.press("Start", on=lobby), ada.press("Start", on=lobby))
    assert all(shows_hand(answer.shown) for answer in answers)


async def test_a_second_play_points_to_the_open_table(world: World) -> None:
    ada, ben, cleo, *_ = world.people
    await sit_down(world, ada, ben, text_only=True)
    answer = await ben.slash("cats play")
    assert answer.shown.ephemeral
    assert answer.shown.title == "You're in: Cloaked Cats"
    answer = await cleo.slash("cats play")
    assert answer.shown.content == "A table of **Cloaked Cats** is open here."
    assert answer.shown.labels == ("Join", "Go to the board")
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.board().id}"
    assert answer.shown.links == (link,)
    await ada.press("Start")
    assert shows_hand((await ada.slash("cats play")).shown)


async def test_other_channels_have_tables_of_their_own(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    side = world.new_channel("side")
    await ada.slash("cats play", channel=side)
    assert "Ada (host)" in world.board(side).text
    assert "Ben" not in world.board(side).text


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("view_channel", "“View Channel”"),
        ("send_messages", "“Send Messages”"),
        ("embed_links", "“Embed Links”"),
        ("attach_files", "“Attach Files”"),
    ],
)
async def test_missing_permissions_are_named_before_a_table_opens(
    world: World, permission: str, name: str
) -> None:
    ada = world.people[0]
    await world.permit(None, **{permission: False})
    answer = await ada.slash("cats play")
    assert answer.shown.ephemeral
    assert name in answer.text
    assert world.messages() == []
    await world.permit(**{permission: None})
    await ada.slash("cats play")
    assert seats(world) == ["Ada (host)", "free", "free", "free"]


async def test_the_help_opens_a_table(world: World) -> None:
    ada = world.people[0]
    await ada.slash("cats help")
    await ada.choose("📖 How do you play?", "cloaked_cats", on=ada.private())
    await ada.press("Next page")
    await ada.slash("cats help")
    await ada.press("Cloaked Cats")
    assert seats(world) == ["Ada (host)", "free", "free", "free"]


async def test_a_rematch_keeps_the_seats_for_the_same_people_who_confirm(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, computers=1)
    await finish(world)
    end = world.board()
    assert (await cleo.press("Rematch")).text.startswith("A rematch is for those who played.")
    await ben.press("Rematch")
    assert sorted(seats(world)) == [
        "Ada: seat saved",
        "Ben (host)",
        "Minka 🤖 (Kitten)",
        "free",
    ]
    await dan.press("Join")
    assert (await dan.press("Rematch", on=end)).text.startswith("A rematch is for those who played")
    assert (await ben.press("Rematch", on=end)).shown.title == "You're in: Cloaked Cats"
    await ada.press("Join")
    assert sorted(seats(world)) == ["Ada", "Ben (host)", "Dan", "Minka 🤖 (Kitten)"]
    assert (await load_table(world)).text_only
    await ben.press("Start")
    assert (await load_table(world)).phase == "playing"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ada can press **Start** without you."),
        ("de", "Ada kann auch ohne dich auf **Los geht's** drücken."),
    ],
)
async def test_a_rematch_starts_without_those_who_do_not_come_back(
    world: World, language: str, told: str
) -> None:
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, language=language)
    await finish(world)
    await ada.press("c1:d:*:rematch", on=world.board())
    await ben.press("c1:d:*:join", on=world.board())
    lobby = world.board()
    assert "⏳ Cleo: " in lobby.text
    assert told in lobby.text
    kept = (await cleo.slash("cats hand")).shown
    assert "start without you" in kept.text
    await ada.press("c1:d:*:start", on=lobby)
    table = await load_table(world)
    assert table.phase == "playing"
    assert {player.name for player in table.players} == {"Ada", "Ben"}
    assert "You're watching this one:" in cleo.private().text
    answer = await cleo.press("c1:d:*:join", on=kept)
    assert answer.text.startswith("The game has already started.")


async def test_a_rematch_to_which_too_few_come_back_says_what_is_missing(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await deal(world, ada, ben, cleo, dan)
    await finish(world)
    await ada.press("Rematch")
    lobby = world.board()
    assert "To start, you need one more. **Add computer** fills a gap." in lobby.text
    assert lobby.control("Start").disabled
    answer = await press_id(ada, lobby, lobby.control("Start").custom_id)
    assert answer.text.startswith("You need more players first")
    assert not lobby.control("Add computer").disabled, "the table is full of kept seats"
    await ada.press("Add computer")
    assert sum(": seat saved" in seat for seat in seats(world)) == 2
    (late,) = (p for p in (ben, cleo, dan) if f"{p.name}: seat saved" not in seats(world))
    await late.press("Join")
    assert late.name in seats(world), "a computer makes room"
    await ada.press("Start")
    table = await load_table(world)
    assert {player.name for player in table.players} == {"Ada", late.name}


async def test_computers_are_as_strong_as_those_who_come_back(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, computers=1, level="like-us")
    await finish(world)
    await ada.press("Rematch")
    await ada.press("Start")
    assert {player.user for player in (await load_table(world)).players} == {ada.id, None}


async def rematch(world: World, host: Person, other: Person) -> Shown:
    """Play a game of two and open a rematch; returns the board with the end of the first."""
    await deal(world, host, other)
    await finish(world)
    end = world.board()
    await host.press("Rematch", on=end)
    return end


async def test_a_kept_seat_is_taken_by_the_rematch_button_too(world: World) -> None:
    ada, ben, *_ = world.people
    end = await rematch(world, ada, ben)
    answer = await ben.press("Rematch", on=end)
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert sorted(seats(world)) == ["Ada (host)", "Ben", "free", "free"]


async def test_whose_seat_is_kept_is_asked_to_confirm_it(world: World) -> None:
    ada, ben, *_ = world.people
    await rematch(world, ada, ben)
    answer = await ben.slash("cats hand")
    assert answer.shown.title == "Your seat is saved: Cloaked Cats"
    assert answer.shown.labels == ("Join", "Leave")
    await ben.press("Join", on=answer.shown)
    assert ben.private().title == "You're in: Cloaked Cats"
    await ada.press("Start")
    assert shows_hand(ben.private())


async def test_whose_seat_is_kept_cannot_change_the_table(world: World) -> None:
    ada, ben, *_ = world.people
    await rematch(world, ada, ben)
    assert (await ben.press("Add computer")).text.startswith("Press **🐾 Join** on the board first")
    assert "Minka" not in world.board().text


async def test_who_is_removed_by_the_host_is_told(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, cleo)
    mine = ben.private()
    await ada.press("Options")
    await ada.choose("c1:d:*:remove:", str(ben.id))
    told = "You've been taken off this table. Ada, the host, can let you join again."
    assert [message.text for message in ben.privates()] == [told]
    assert not ben.private().controls
    await ben.press("Leave", on=mine)
    assert [message.text for message in ben.privates()] == [told], "also where a line was too old"
    await ada.press("Start", on=world.board())
    assert [message.text for message in ben.privates()] == [told]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You've been taken off this table. Ada, the host, can let you join again."),
        (
            "de",
            "Du bist nicht mehr an diesem Tisch. "
            "Ada leitet ihn und kann dich wieder mitspielen lassen.",
        ),
    ],
)
async def test_who_was_removed_joins_again_only_if_the_host_lets_them(
    world: World, language: str, told: str
) -> None:
    ada, ben, cleo, _ = world.people
    ben.set_locale(language)
    await sit_down(world, ada, ben, cleo)
    panel = (await ada.press("Options")).shown
    await ada.choose("c1:d:*:remove:", str(ben.id))
    await world.restart(crash=True)
    assert (await ben.press("c1:d:*:join", on=world.board())).text == told
    assert (await ben.slash("cats hand")).text == told
    assert seats(world) == ["Ada (host)", "Cleo", "free", "free"]
    panel = (await ada.press("Options", on=world.board())).shown
    options = panel.control("c1:d:*:remove:").options
    assert options == ((str(cleo.id), "Cleo"), (f"back/{ben.id}", "↩️ Ben can join again"))
    await ada.choose("c1:d:*:remove:", f"back/{ben.id}", on=panel)
    assert "↩️ Ben can join again" not in ada.private().text
    await ben.press("c1:d:*:join", on=world.board())
    assert seats(world) == ["Ada (host)", "Cleo", "Ben", "free"]
    await ben.press("c1:d:*:leave", on=world.board())
    await ben.press("c1:d:*:join", on=world.board())
    assert "Ben" in seats(world), "whoever leaves may change their mind"
    await ada.press("c1:d:*:start", on=world.board())
    rows = run_sql(world.database, "SELECT phase, removed FROM tables")
    assert rows == [("playing", "[]")]


@pytest.mark.parametrize("how", ["board", "command"])
async def test_who_leaves_the_lobby_is_not_promised_cards_any_more(world: World, how: str) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, cleo)
    await (ben.slash("cats leave") if how == "command" else ben.press("Leave", on=world.board()))
    assert [message.text for message in ben.privates()] == [
        "You don't have a seat yet: press **🐾 Join** on the board.",
        "You've left the table. See you soon!",
    ]


async def test_who_leaves_by_the_own_message_is_told_there_and_only_once(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    since = len(world.requests)
    await ben.press("Leave", on=ben.private())
    assert [message.text for message in ben.privates()] == ["You've left the table. See you soon!"]
    assert [request.reader for request in world.requests[since:]].count(ben.id) == 1


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u3164", "\u2800\ufe0f", "\U000e0041"])
async def test_a_name_with_nothing_to_see_gets_a_sign(world: World, name: str) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    ben.rename(name)
    await ben.press("Join")
    assert seats(world)[1] == "👤"
    await ada.press("Options")
    assert (str(ben.id), "👤") in ada.private().control("c1:d:*:remove:").options
