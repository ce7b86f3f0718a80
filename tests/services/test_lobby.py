"""Before the game: seats, options, and who may do what."""

import shutil

from msgspec.structs import replace

from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from bot.i18n import text
from tests.databases import run_sql
from tests.play.evening import deal, finish, load_table, press_id, shows_hand, sit_down
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


async def test_people_join_and_leave_and_are_told_what_to_press_next(world: World) -> None:
    ada, ben, cleo, _ = world.people

    def colours() -> tuple[int, int]:
        return world.board().control("Join").style, world.board().control("Start").style

    answer = await ada.slash("cats play")
    assert answer.shown.ephemeral
    assert answer.shown.title == "You're in: Cloaked Cats"
    assert seats(world) == ["Ada (host)", "free", "free", "free"]
    for told in (
        "10 minutes",
        "Unmask the others before they unmask you! *20 min · 2–4 players*",
        "Press **🐾 Join** to play! You need one more.",
    ):
        assert told in world.board().text
    assert world.list_pinged() == []
    assert colours() == (GREEN, GREY), "somebody has to join first"
    waits = "**Start** on the board calls Ada, the host."
    assert waits in (await ben.press("Join")).text
    assert waits not in (await ada.slash("cats hand")).text
    assert "Ada, press **Start**!" in world.board().text
    assert colours() == (BLUE, GREEN), "the game can start"
    ben.rename("\u2800\ufe0f")
    await ben.press("Leave", on=world.board())
    assert ben.private().text == "You've left the table. See you soon!"
    assert colours() == (GREEN, GREY)
    await cleo.press("Join")
    await ben.press("Join", on=world.board())
    assert seats(world) == ["Ada (host)", "Cleo", "👤", "free"]
    for person in (cleo, ben, ada):
        await person.press("Leave", on=world.board())
    assert world.messages()[-1].title == "🚪 Until next time!"
    assert not world.messages()[-1].controls
    await ben.slash("cats play", text_only=True)
    assert seats(world) == ["👤 (host)", "free", "free", "free"]
    assert world.board().title == "🎭 Cloaked Cats"


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


async def test_a_game_without_the_tables_language_says_so(open_world, tmp_path):
    shutil.copy(REGISTRY["race"].text / "en.ftl", tmp_path)
    world = await open_world(registry={"race": replace(REGISTRY["race"], text=tmp_path)})
    ada, ben, *_ = world.people
    await ada.slash("cats play", game="race", language="de")
    told = "Dieses Spiel spricht nur Englisch."
    assert told in world.board().text
    assert text("en", tmp_path)("game-blurb") in world.board().text
    await ben.press("c1:d:*:join")
    await ada.press("c1:d:*:start")
    assert told not in world.board().text
    await ada.slash("cats play", game="race", language="en", channel=world.new_channel("b"))
    assert "only" not in world.messages()[-1].text


async def test_computers_come_and_go_and_give_up_their_seats(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben)
    for _ in range(2):
        await ben.press("Add computer")
    assert seats(world) == ["Ada (host)", "Ben", "Minka 🤖 (Kitten)", "Felix 🤖 (Kitten)"]
    assert world.board().control("Add computer").disabled
    assert "**🐾 Join** still works: a computer will give up its seat." in world.board().text
    assert (await cleo.press("Join")).shown.title == "You're in: Cloaked Cats"
    assert seats(world) == ["Ada (host)", "Ben", "Minka 🤖 (Kitten)", "Cleo"]
    await ben.press("Remove computer")
    assert world.board().control("Remove computer").disabled
    await ben.press("Leave")
    for _ in range(2):
        await ada.press("Add computer")
    await world.race(ben.press("c1:d:*:join"), dan.press("c1:d:*:join"))
    assert sorted(seats(world)) == ["Ada (host)", "Ben", "Cleo", "Dan"]
    assert "give up its seat" not in world.board().text
    await ada.press("Start")
    assert (await load_table(world)).phase == "playing"


async def test_a_full_table_takes_nobody_else_and_its_host_is_told_once(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, cleo)
    before, since = world.board(), len(world.requests)
    await dan.press("Join", on=before)
    assert world.list_pinged(since) == ["Ada"]
    assert "All the seats are taken: you can start the game!" in world.board().content
    assert "Ada, press **Start**! All seats are taken." in world.board().text
    assert world.board().control("Join").disabled
    since = len(world.requests)
    answer = await world.add("Eve").press("Join", on=before)
    assert answer.text == "People have taken all the seats. Maybe next time!"
    answer = await ada.press("Add computer", on=before)
    assert answer.text == "All seats are taken: there's no room for another computer."
    await dan.press("Leave", on=world.board())
    await dan.press("Join", on=world.board())
    assert world.list_pinged(since) == []
    assert seats(world) == ["Ada (host)", "Ben", "Cleo", "Dan"]


async def test_each_choice_tells_what_it_is_about_and_the_chosen_ones_are_marked(world):
    ada, *_ = world.people
    await ada.slash("cats play", game="catham_city")
    panel = (await ada.press("Options")).shown
    clocks = [label for _, label in panel.control("c1:d:*:set:clock").options]
    assert clocks[:2] == ["⏱️ Time limit: 10 minutes (the usual)", "⏱️ Time limit: unlimited"]
    await ada.press("Add computer")
    assert "Computer speed" not in world.board().text, "the lobby tells what is unusual"

    panel = (await ada.press("Options", on=world.board())).shown
    only = "Only you see this. Everybody sees your changes right away."
    assert panel.embeds[0]["description"] == only
    assert panel.controls[-1].label == "Cancel table"
    chosen = [control.label for control in panel.controls if control.style == BLUE]
    assert chosen == ["Language: English", "Computer speed: normal"]
    buttons = [each for row in panel.wire["components"] for each in row["components"]]
    marked = [each["label"] for each in buttons if each.get("emoji", {}).get("name") == "☑️"]
    assert marked == chosen, "it is marked for people who hear it, too"
    others = {"Language: Deutsch", "Computer speed: slow", "Computer speed: fast"}
    assert others <= set(panel.labels)

    own = (await ada.press("Options for Catham City")).shown
    assert own.embeds[0]["description"] == only
    for name, word in (("factions", "Factions"), ("actions", "Each turn"), ("leavers", "If")):
        for _, label in own.control(f"c1:d:*:set:{name}").options:
            assert word in label
    await ada.choose("c1:d:*:set:actions", "two")
    assert "🎬 Each turn: two actions, for experts" in world.board().text
    assert "Factions" not in world.board().text, "the lobby tells what is unusual"


async def test_strangers_and_guests_cannot_change_a_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada, ben, computers=1)
    board, panel = world.board(), (await ada.press("Options")).shown
    for button in ("Add computer", "Remove computer"):
        assert (await cleo.press(button)).text.startswith("Press **🐾 Join** on the board first")
    assert (await cleo.press("Leave")).text.startswith("You don't have a seat yet")
    refused = [
        *[(cleo, button, board) for button in ("Start", "Options")],
        *[(ben, "Options", board), (ben, "Cancel table", panel), (ben, "Language: Deutsch", panel)],
    ]
    for person, button, on in refused:
        assert (await person.press(button, on=on)).text == HOST_ONLY, (person.name, button)
    assert (await ben.choose("c1:d:*:remove:", str(ben.id), on=panel)).text == HOST_ONLY
    assert world.board().text == board.text


class Pairs(Race):
    """A race for two or four."""

    seats = (2, 4)


PAIRS = {**REGISTRY, "race": replace(REGISTRY["race"], game=Pairs())}


async def test_where_three_cannot_play_a_computer_comes_along(open_world: OpenWorld) -> None:
    world = await open_world(registry=PAIRS)
    ada, ben, cleo, _ = world.people
    start = "c1:d:*:start"
    await ada.slash("cats play", game="race", language="de")
    assert "für 2 oder 4" in world.board().text
    assert world.board().control(start).disabled
    await ben.press("c1:d:*:join", on=world.board())
    assert world.board().control(start).style == GREEN
    assert "Computer dazu!" not in world.board().text
    await cleo.press("c1:d:*:join", on=world.board())
    assert "drück auf **Los geht's**, dann kommt 1 Computer dazu!" in world.board().text
    assert world.board().control(start).style == BLUE
    await ada.press(start, on=world.board())
    assert len((await load_table(world)).players) == 4


async def test_two_friends_start_a_game_for_five_and_a_third_takes_a_seat_before(world):
    ada, ben, cleo, _ = world.people
    await ada.slash("cats play", game="who_barked", text_only=True)
    refused = await press_id(ada, world.board(), world.board().control("Start").custom_id)
    assert refused.text.startswith("You need more players first")
    assert "You need one more. Computers are fine, too." in world.board().text
    await ben.press("Join", on=world.board())
    board = world.board()
    assert "All here? Ada, press **Start**, and 3 computers join in!" in board.text
    assert (board.control("Join").style, board.control("Start").style) == (GREEN, BLUE)
    await cleo.press("Join", on=board)
    assert "and 2 computers join in!" in world.board().text
    await ben.press("Start", on=world.board())
    assert world.list_pinged()[-1] == "Ada", "the host decides with whom to play"
    await ada.press("Start", on=world.board())
    players = (await load_table(world)).players
    assert sorted(player.name for player in players if player.user) == ["Ada", "Ben", "Cleo"]
    assert [player.level for player in players if player.user is None] == ["kitten"] * 2


async def test_a_cancelled_or_finished_table_is_not_said_to_run(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby, panel = world.board(), (await ada.press("Options")).shown
    answer = await ada.press("Cancel table", on=panel)
    assert answer.text.startswith("This table is closed.")
    assert world.messages()[-1].title == "🚪 Until next time!"
    for button, on in (("Language: Deutsch", panel), ("Join", lobby), ("Cancel table", panel)):
        answer = await ada.press(button, on=on)
        assert answer.shown.ephemeral
        assert answer.text == "This table is closed. `/cats play` opens a new one.", button
    await deal(world, ada, ben)
    again = (await ada.slash("cats board")).shown
    table = await load_table(world)
    await finish(world)
    late = await press_id(ada, again, f"c1:d:{table.id}:set:language/de")
    assert "begun" not in late.text
    assert "You" in late.text, "how it ended takes the panel's place"


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


async def test_options_of_a_running_game_are_refused(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    lobby = world.board()
    panel = (await ada.press("Options")).shown
    await world.restart(crash=True)  # the way to the panel, which else goes, was in memory only
    await ada.press("Start", on=world.board())
    assert panels_of(ada) == ["Options"]
    for button in ("Options", "Join"):
        answer = await ada.press(button, on=lobby)
        assert answer.text.startswith("The game has already started."), button
    for button in ("Language: Deutsch", "Cancel table"):
        answer = await ada.press(button, on=panel)
        assert "The game has already started." in answer.text, button
        assert answer.kind == "update" and shows_hand(answer.shown), "in the panel's place"
    assert panels_of(ada) == []
    assert len([shown for shown in ada.privates() if shows_hand(shown)]) == 1
    table = await load_table(world)
    assert (table.language, table.phase) == ("en", "playing")


def panels_of(person: Person) -> list[str]:
    return [shown.title for shown in person.privates() if shown.title.startswith("Options")]


async def test_the_start_takes_the_hosts_panel_away(world: World) -> None:
    ada, ben, *_ = world.people
    await sit_down(world, ada, ben)
    for _ in range(2):
        await ada.press("Options", on=world.board())
        assert panels_of(ada) == ["Options"]
    await world.advance(13 * 60)
    await ada.press("Text only for everybody")
    await world.advance(13 * 60)
    await ada.press("Options for Cloaked Cats")
    assert panels_of(ada) == ["Options for Cloaked Cats"]
    await ada.press("Start", on=world.board())
    assert panels_of(ada) == []
    assert shows_hand(ada.private())


async def test_whatever_ends_the_lobby_takes_the_hosts_panel_away(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await world.permit(cleo, manage_messages=True)
    for who in (None, ada, cleo):
        await sit_down(world, ada, ben)
        await ada.press("Options", on=world.board())
        if who is None:
            await ada.press("Cancel table")
        else:
            await who.slash("cats end")
            await who.press("Yes, end it")
        assert (await load_table(world)).phase == "closed"
        assert panels_of(ada) == []


async def test_a_second_play_points_to_the_open_table(world: World) -> None:
    ada, ben, cleo, *_ = world.people
    await sit_down(world, ada, ben, text_only=True)
    lobby = world.board()
    side = world.new_channel("side")
    await ada.slash("cats play", game="liars_dice", text_only=True, channel=side)
    assert world.board(side).title == "🎲 Liar's Dice" and "Ben" not in world.board(side).text
    answer = await ben.slash("cats play")
    assert answer.shown.ephemeral
    assert answer.shown.title == "You're in: Cloaked Cats"
    answer = await cleo.slash("cats play")
    assert answer.shown.content == "A table of **Cloaked Cats** is open here."
    assert answer.shown.labels == ("Join", "Go to the board")
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{lobby.id}"
    assert answer.shown.links == (link,)
    twice = await world.race(ada.press("Start", on=lobby), ada.press("Start", on=lobby))
    assert all(shows_hand(answer.shown) for answer in twice)
    assert shows_hand((await ada.slash("cats play")).shown)


async def test_missing_permissions_are_named_before_a_table_opens(world: World) -> None:
    ada = world.people[0]
    for permission, name in (
        ("view_channel", "“View Channel”"),
        ("send_messages", "“Send Messages”"),
        ("embed_links", "“Embed Links”"),
        ("attach_files", "“Attach Files”"),
    ):
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
    assert "🔁 **Rematch!** Ada: your seat is saved. Press **🐾 Join**!" in world.board().text
    kept = ["Ada: seat saved", "Ben (host)", "Minka 🤖 (Kitten)", "free"]
    assert sorted(seats(world)) == kept
    saved = (await ada.slash("cats hand")).shown
    assert saved.title == "Your seat is saved: Cloaked Cats"
    assert saved.labels == ("Join", "Leave")
    refused = await ada.press("Add computer", on=world.board())
    assert refused.text.startswith("Press **🐾 Join** on the board first")
    assert sorted(seats(world)) == kept
    await dan.press("Join")
    assert (await dan.press("Rematch", on=end)).text.startswith("A rematch is for those who played")
    for person in (ben, ada):
        answer = await person.press("Rematch", on=end)
        assert answer.shown.title == "You're in: Cloaked Cats"
    assert sorted(seats(world)) == ["Ada", "Ben (host)", "Dan", "Minka 🤖 (Kitten)"]
    assert (await load_table(world)).text_only
    await ben.press("Start")
    assert (await load_table(world)).phase == "playing"


async def test_a_rematch_calls_all_once_and_starts_without_those_who_do_not_come_back(world):
    ada, ben, cleo, _ = world.people
    await deal(world, ada, ben, cleo, language="de")
    await finish(world)
    since = len(world.requests)
    await ada.press("c1:d:*:rematch", on=world.board())
    assert sorted(world.list_pinged(since)) == ["Ben", "Cleo"]
    assert "Noch einmal!" in world.board().content
    since = len(world.requests)
    await ben.press("c1:d:*:join", on=world.board())
    await world.restart(crash=True)
    await world.advance(60)
    assert world.list_pinged(since) == []

    lobby = world.board()
    assert "⏳ Cleo: " in lobby.text
    assert "Ada kann auch ohne dich auf **Los geht's** drücken." in lobby.text
    kept = (await cleo.slash("cats hand")).shown
    assert "start without you" in kept.text
    await ada.press("c1:d:*:start", on=lobby)
    table = await load_table(world)
    assert table.phase == "playing"
    assert {player.name for player in table.players} == {"Ada", "Ben"}
    assert "You're watching this one:" in cleo.private().text
    answer = await cleo.press("c1:d:*:join", on=kept)
    assert answer.text.startswith("The game has already started.")


async def test_who_was_removed_is_told_and_joins_again_only_if_the_host_lets_them(world):
    ada, ben, cleo, _ = world.people
    ben.set_locale("de")
    await sit_down(world, ada, ben, cleo, computers=1)
    mine = ben.private()
    await ada.press("Options")
    await ada.choose("c1:d:*:remove:", str(ben.id))
    told = (
        "Du bist nicht mehr an diesem Tisch. Ada leitet ihn und kann dich wieder mitspielen lassen."
    )
    assert [message.text for message in ben.privates()] == [told]
    assert not ben.private().controls
    await ben.press("c1:d:*:leave", on=mine)
    assert [message.text for message in ben.privates()] == [told], "also where a line was too old"
    await world.restart(crash=True)
    assert (await ben.press("c1:d:*:join", on=world.board())).text == told
    assert (await ben.slash("cats hand")).text == told
    assert sorted(seats(world)) == ["Ada (host)", "Cleo", "Minka 🤖 (Kitten)", "free"]
    panel = (await ada.press("Options", on=world.board())).shown
    for _ in range(2):
        answer = await ada.choose("c1:d:*:remove:", "Minka", on=panel)
    assert answer.text == "Nobody sits there any more."
    panel = (await ada.press("Options", on=world.board())).shown
    options = panel.control("c1:d:*:remove:").options
    assert options == ((str(cleo.id), "Cleo"), (f"back/{ben.id}", "↩️ Ben can join again"))
    await ada.choose("c1:d:*:remove:", f"back/{ben.id}", on=panel)
    assert "↩️ Ben can join again" not in ada.private().text
    for action in ("join", "leave", "join"):
        await ben.press(f"c1:d:*:{action}", on=world.board())
    assert seats(world) == ["Ada (host)", "Cleo", "Ben", "free"], "who leaves may come back"
    await ada.press("c1:d:*:start", on=world.board())
    rows = run_sql(world.database, "SELECT phase, removed FROM tables")
    assert rows == [("playing", "[]")]


async def test_who_leaves_the_lobby_is_told_once_and_not_promised_cards_any_more(world):
    ada, ben, cleo, dan = world.people
    await sit_down(world, ada, ben, cleo, dan)
    await ben.press("Leave", on=world.board())
    await cleo.slash("cats leave")
    no_seat, left = (
        "You don't have a seat yet: press **🐾 Join** on the board.",
        "You've left the table. See you soon!",
    )
    for person in (ben, cleo):
        assert [message.text for message in person.privates()] == [no_seat, left]
    since = len(world.requests)
    await dan.press("Leave", on=dan.private())
    assert [message.text for message in dan.privates()] == [left], "on their own message"
    assert [request.reader for request in world.requests[since:]].count(dan.id) == 1
