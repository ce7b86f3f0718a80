"""People who manage a server choose for all its tables."""

from typing import Any

import pytest

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control
from bot.games.registry import GAMES

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
    assert panel.text.count("(the usual)") == 9 and "Last change" not in panel.text
    answer = await choose(ada, "clock", "3")
    assert "Right now: **3 minutes**" in answer.text
    panel = await ada.press("All settings", on=answer.shown)
    assert "**⏱️ Time limit:** 3 minutes" in panel.text
    assert f"Last change: ⏱️ Time limit · <@{ada.id}> · <t:{int(world.now())}:f>" in panel.text
    answer = await ada.press("As usual", on=(await show(ada, "clock")).shown)
    assert "Right now: **10 minutes (the usual)**" in answer.text
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
    assert refusal == f"On this server, tables open in <#{games.id}>. {FORBIDDEN}"
    assert await play(ada) == refusal, "whoever manages the server, too"
    assert await play(ben, channel=thread) == refusal
    help_ = (await ben.slash("cats help")).shown
    assert not help_.matching("c1:d:0:play:") and help_.matching("c1:d:0:learn:")
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
    assert panel.text.count("(the usual)") == 9
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
    assert "all of them (the usual)" in (await ada.slash("cats-settings")).text


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
