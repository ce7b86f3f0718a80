"""People who manage a server choose for all its tables."""

from typing import Any

import pytest

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control
from bot.domain.server_settings import ServerSettings
from bot.games.registry import GAMES
from bot.storage.problems import StoreProblem
from tests.play.evening import cancel, deal, finish, sit_down

FORBIDDEN = "People who manage this server can change that with `/cats-settings`."
CHANGE = "c1:d:0:settings-set"


async def manage(world: World, who: Person) -> None:
    """Let somebody manage the server."""
    await world.permit(who, manage_guild=True)


async def show(who: Person, name: str) -> Answer:
    """Open the panel on the screen of one setting."""
    panel = (await who.slash("cats-settings")).shown
    return await who.choose("What do you want to change?", name, on=panel)


async def choose(who: Person, name: str, *values: str, menu: str = "") -> Answer:
    """Change a setting, and check that its screen stays."""
    screen = (await show(who, name)).shown
    answer = await who.choose(f"{CHANGE}:{menu or name}", *values, on=screen)
    assert answer.shown.title == screen.title
    return answer


async def play(who: Person, **options: Any) -> str:
    return (await who.slash("cats play", **{"computers": 0, **options})).text


async def test_the_panel_tells_what_holds_and_who_changed_it(world):
    ada = world.people[0]
    await manage(world, ada)
    panel = await ada.slash("cats-settings")
    assert panel.shown.ephemeral
    assert panel.text.count("(the\u00a0usual)") == 10 and "Last change" not in panel.text
    answer = await choose(ada, "clock", "3")
    assert "Right now: **3 minutes**" in answer.text
    panel = await ada.press("All settings", on=answer.shown)
    assert "**⏱️ Time limit:** 3 minutes" in panel.text
    assert f"Last change: ⏱️ Time limit · <@{ada.id}> · <t:{int(world.now())}:f>" in panel.text
    answer = await ada.press("As usual", on=(await show(ada, "clock")).shown)
    assert "Right now: **10 minutes (the\u00a0usual)**" in answer.text
    assert answer.shown.control("As usual").disabled
    assert world.list_pinged() == []


async def test_only_who_may_use_the_command_may_use_the_panel(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    screen = (await show(ada, "threads")).shown
    menu = screen.control(f"{CHANGE}:threads")
    await ada.slash("cats play")
    forged = Control("", menu.custom_id, disabled=False, style=0, kind=3)
    answer = await world.click(ben, world.board(), forged, {"values": ["yes"]})
    assert answer.text == "Only people who manage this server can change that."
    rules = (await ben.slash("cats help")).shown
    answer = await world.click(ben, rules, forged, {"values": ["yes"]})
    assert answer.text == "Only people who manage this server can change that."
    assert not (await world.bot.services.lookups.find_settings(world.guild.id)).threads
    await world.permit(ada, manage_guild=False)  # a role whom the server lets use the command
    await ada.choose(f"{CHANGE}:threads", "yes", on=screen)
    assert (await world.bot.services.lookups.find_settings(world.guild.id)).threads


@pytest.mark.parametrize("restarts", [False, True])
async def test_tables_open_only_in_the_chosen_channels_and_their_threads(world, restarts):
    ada, ben, *_ = world.people
    await manage(world, ada)
    games, thread = world.new_channel("games"), world.thread("cats")
    await choose(ada, "channels", str(games.id))
    if restarts:
        await world.restart()
    refusal = await play(ben)
    assert refusal == f"On this server, tables open only in <#{games.id}>. {FORBIDDEN}"
    assert await play(ada) == refusal, "whoever manages the server, too"
    assert await play(ben, channel=thread) == refusal
    help_ = (await ben.slash("cats help")).shown
    assert not help_.matching("c1:d:0:play:") and help_.matching("c1:d:0:learn:")
    assert help_.note == refusal
    await play(ben, channel=games)
    assert "Start" in world.board(games).labels
    await choose(ada, "channels", str(world.channel.id))
    await play(ben, channel=thread)
    assert "Start" in world.board(thread).labels


async def test_deleted_channels_and_roles_count_as_not_chosen_and_the_panel_says_so(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    games, players = world.new_channel("games"), world.new_role("players")
    await choose(ada, "channels", str(games.id))
    await choose(ada, "roles", str(players))
    await choose(ada, "calls", str(players), menu="call_role")
    panel = (await ada.slash("cats-settings")).shown
    assert not panel.note
    assert f"<#{games.id}>" in panel.text and panel.text.count(f"<@&{players}>") == 2
    assert FORBIDDEN in await play(ben)
    world.env.backend.delete_channel(games.id)
    world.env.backend.delete_role(world.guild.id, players)
    await play(ben)
    assert "Start" in world.board().labels
    panel = (await ada.slash("cats-settings")).shown
    assert panel.note.endswith(": 📍 Where tables open, 🔑 Who opens tables, 🔔 Who gets called")
    assert panel.text.count("(the\u00a0usual)") == 10
    screen = (await show(ada, "channels")).shown
    assert "doesn't count any more" in screen.note
    await ada.press("As usual", on=screen)
    assert "📍" not in (await ada.slash("cats-settings")).shown.note


async def test_while_discord_does_not_list_channels_the_chosen_ones_hold(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    games = world.new_channel("games")
    await choose(ada, "channels", str(games.id))
    world.fail("GET", "/guilds/*/channels", times=None)
    assert FORBIDDEN in await play(ben)
    assert not (await ada.slash("cats-settings")).shown.note


async def test_only_the_chosen_roles_and_managers_open_tables_and_all_may_join(world):
    ada, ben, cleo, _ = world.people
    await manage(world, ada)
    players = world.new_role("players", ben)
    await choose(ada, "roles", str(players))
    told = "Once one is open, you're welcome to join!"
    assert f"only people with <@&{players}> open tables. {told} {FORBIDDEN}" in await play(cleo)
    await play(ben)
    await cleo.press("Join", on=world.board())
    await ben.press("Cancel table", on=(await ben.press("Options", on=world.board())).shown)
    await play(ada)
    assert "Start" in world.board().labels
    assert world.list_pinged() == []


async def test_only_the_chosen_games_are_on_offer(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    await choose(ada, "games", "liars_dice", "quickpick")
    assert FORBIDDEN in await play(ben, game="cloaked_cats")
    help_ = (await ben.slash("cats help")).shown
    assert [c.custom_id for c in help_.matching("c1:d:0:play:")] == [
        *("c1:d:0:play:quickpick", "c1:d:0:play:liars_dice")
    ]
    await play(ben, game="liars_dice")
    screen = (await ben.press("Another game", on=world.board())).shown
    (menu,) = screen.controls
    assert [game for game, _ in menu.options] == ["quickpick"]
    forged = Control("", menu.custom_id, disabled=False, style=0, kind=3)
    answer = await world.click(ben, screen, forged, {"values": ["cloaked_cats"]})
    assert FORBIDDEN in answer.text
    await choose(ada, "games", *GAMES)
    assert "all of them (the\u00a0usual)" in (await ada.slash("cats-settings")).text


async def test_new_tables_have_the_defaults_of_the_server(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    for name, value in (("language", "de"), ("clock", "60"), ("text_only", "yes")):
        await choose(ada, name, value)
    await choose(ada, "level", "fox")
    await ben.slash("cats play", game="cloaked_cats", computers=1)
    table = await world.load_table()
    assert (table.language, table.clock, table.text_only) == ("de", "60", True)
    assert [player.level for player in table.players] == ["", "fox"]
    await ben.press("Computer weg", on=world.board())
    await ben.press("Computer dazu", on=world.board())
    await ben.press("Los geht's", on=world.board())
    assert {player.level for player in (await world.load_table()).players} == {"", "fox"}


async def test_what_the_host_chooses_beats_the_defaults_of_the_server(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    for name, value in (
        ("language", "de"),
        ("clock", "60"),
        ("text_only", "yes"),
        ("level", "fox"),
    ):
        await choose(ada, name, value)
    chosen = {"language": "en", "clock": "1", "text_only": False, "level": "tomcat"}
    await ben.slash("cats play", game="cloaked_cats", **chosen)
    table = await world.load_table()
    assert (table.language, table.clock, table.text_only) == ("en", "1", False)
    assert [player.level for player in table.players] == ["", "tomcat"]


async def test_a_game_that_counts_in_seconds_keeps_its_time_and_its_levels(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    await ben.slash("cats play", game="quickpick")
    usual = (await world.load_table()).clock
    await cancel(ben)
    await choose(ada, "clock", "60")
    await choose(ada, "level", "fox")
    await ben.slash("cats play", game="quickpick", computers=1)
    table = await world.load_table()
    assert table.clock == usual
    assert table.players[1].level in GAMES["quickpick"].computers.levels
    menu = (await ben.press("Another game", on=world.board())).shown
    await ben.choose("Pick a game", "liars_dice", on=menu)
    assert (await world.load_table()).clock == "60"
    menu = (await ben.press("Another game", on=world.board())).shown
    await ben.choose("Pick a game", "quickpick", on=menu)
    assert (await world.load_table()).clock == usual


async def test_computers_that_fill_gaps_play_like_the_people_if_the_server_wants_that(world):
    ada, ben, *_ = world.people
    await manage(world, ada)
    await choose(ada, "level", "like-us")
    await deal(world, ada, ben, game="who_barked", computers=0)
    assert {player.level for player in (await world.load_table()).players} == {"", "like-us/kitten"}


async def test_an_open_lobby_goes_on_and_a_rematch_keeps_what_the_table_had(world):
    ada, ben, cleo, _ = world.people
    await manage(world, ada)
    await sit_down(world, ben, cleo, text_only=True)
    await choose(ada, "text_only", "yes")
    await choose(ada, "clock", "60")
    await choose(ada, "channels", str(world.new_channel("games").id))
    assert "Start" in (await play(ben)) or world.board(), "who sits there finds the table"
    await ben.press("Start", on=world.board())
    await finish(world)
    answer = await ben.press("Rematch", on=world.board())
    assert FORBIDDEN in answer.text
    await ada.press("As usual", on=(await show(ada, "channels")).shown)
    await ben.press("Rematch", on=world.board())
    table = await world.load_table()
    assert (table.phase, table.clock) == ("lobby", "10")


async def test_nobody_makes_room_for_a_table_that_the_server_forbids(world):
    ada, ben, cleo, _ = world.people
    await manage(world, ada)
    await deal(world, ben, clock="1", computers=1)
    await world.advance(6 * 60)
    await world.jump(1800)
    offer = (await cleo.slash("cats play")).shown
    assert "Make room for mine" in offer.labels
    await choose(ada, "roles", str(world.new_role("players")))
    answer = await cleo.press("Make room for mine", on=offer)
    assert FORBIDDEN in answer.text
    assert (await world.load_table()).phase == "playing"
    assert (await cleo.slash("cats play")).shown.labels == ("Go to the board",)


async def test_two_managers_at_once_lose_nothing_and_see_what_holds(world):
    ada, ben, *_ = world.people
    await world.permit(ada, manage_guild=True)
    await world.permit(ben, manage_guild=True)
    clock, level = (await show(ada, "clock")).shown, (await show(ben, "level")).shown
    await world.race(
        ada.choose(f"{CHANGE}:clock", "3", on=clock),
        ben.choose(f"{CHANGE}:level", "fox", on=level),
        ada.choose(f"{CHANGE}:clock", "60", on=clock),
    )
    for who in (ada, ben):
        panel = await who.slash("cats-settings")
        assert "**⏱️ Time limit:** 1 hour" in panel.text
        assert "**🤖 Computers:** Sly Fox" in panel.text
    remembered = await world.bot.services.lookups.find_settings(world.guild.id)
    assert remembered == await world.store.server_settings.find(world.guild.id)


async def test_while_nothing_can_be_stored_a_choice_is_not_made(world, monkeypatch):
    ada = world.people[0]
    await manage(world, ada)
    screen = (await show(ada, "threads")).shown
    with monkeypatch.context() as broken:
        broken.setattr(world.store.server_settings, "change", fail_to_store)
        answer = await ada.choose(f"{CHANGE}:threads", "yes", on=screen)
    assert "I can't save anything right now" in answer.text
    assert "Right now: **no (the\u00a0usual)**" in (await show(ada, "threads")).text
    await ada.choose(f"{CHANGE}:threads", "yes", on=screen)
    assert "Right now: **yes**" in (await show(ada, "threads")).text


async def fail_to_store(*_: object) -> None:
    raise StoreProblem("store-full", path="")


@pytest.mark.parametrize(
    "value",
    [
        *(
            "channels/x",
            "channels/0",
            "games/chess",
            "games/x.liars_dice",
            "language/fr",
            "level/x",
        ),
        *("clock/7", "threads/maybe", "calls/role", "call_role/x", "called_at/1", "guild/1", ""),
    ],
)
async def test_a_value_that_does_not_exist_is_refused(world, value):
    ada = world.people[0]
    await manage(world, ada)
    panel = (await ada.slash("cats-settings")).shown
    forged = Control("", f"{CHANGE}:{value}", disabled=False, style=2)
    answer = await world.click(ada, panel, forged, {})
    assert answer.text.startswith("This button doesn't work any more.")
    assert await world.store.server_settings.find(world.guild.id) == ServerSettings(world.guild.id)
