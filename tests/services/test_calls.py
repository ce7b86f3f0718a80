"""People who want to play are called to a table with a free seat, and sit down with one press."""

import asyncio
import logging
import re
from zoneinfo import ZoneInfo

import discord
import pytest
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.domain.calls import MAX_CALLED_PEOPLE, CallSubscription
from bot.domain.server_settings import SettingName, SettingValue
from bot.i18n import text
from bot.presenters.time_zones import OTHER_ZONE
from bot.services.calls import MAX_LOOK_SECONDS, MIN_LOOK_INTERVAL_SECONDS
from bot.storage.people_repository import Preferences
from tests.databases import run_sql
from tests.play.evening import cancel, deal, finish, load_table, sit_down

MINUTE = 60.0
SAY = text("en")


async def ask_to_be_called(*people: Person) -> None:
    for person in people:
        await person.press("c1:d:0:call-me:", on=(await person.slash("cats privacy")).shown)
        await person.press("c1:d:0:call-set:on")


async def choose(world: World, name: SettingName, value: SettingValue) -> None:
    """Change a setting of the server as its manager does."""
    ada = world.people[0]
    lookups = world.bot.services.lookups
    with world.bot_scope():
        await lookups.change_setting(world.guild.id, name, value, ada.id, world.now())


async def call(person: Person) -> Answer:
    return await person.press("c1:d:*:call-people", on=person.world.board())


def is_on_list(world: World, person: Person) -> bool:
    query = 'SELECT * FROM call_subscriptions WHERE "user" = ?'
    return bool(run_sql(world.database, query, person.id))


async def test_who_wants_to_play_is_called_once_and_sits_down_with_one_press(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(ada, cleo, dan)
    await sit_down(world, ada, ben, text_only=True)
    lobby, since = world.board(), len(world.requests)
    answer = await ben.press("Call people")
    assert answer.shown.ephemeral
    assert answer.text.startswith("📣 I've called 2 people. A press is all it takes to sit down.")
    assert sorted(world.list_pinged(since)) == ["Cleo", "Dan"], "not Ada, who has a seat"
    board = world.board()
    assert world.find(lobby.id) is None and board.id > lobby.id, "it comes to the end"
    assert {f"<@{cleo.id}>", f"<@{dan.id}>"} == set(re.findall("<@[0-9]+>", board.content))
    assert "📣 There's a seat for you! Press **🐾 Join**." in board.content
    assert "📣 Ben has called people to this table." in board.text
    assert "Call people" not in board.labels, "a lobby calls once"
    assert (await ben.press("c1:d:*:call-people", on=lobby)).text == SAY("call-once")

    await cleo.press("Join")
    assert (await load_table(world)).seat_of(cleo.id) == 2
    await ada.slash("cats board")
    await ben.press("Leave", on=world.board())
    assert "📣 somebody has called people" in world.board().text
    assert sorted(world.list_pinged(since)) == ["Cleo", "Dan"], "nobody is called again"
    assert [message.id for message in world.messages()] == [world.board().id]
    assert not [request for request in world.requests if "/@me/channels" in request.path]


async def test_whoever_is_called_can_end_that_with_one_press_on_the_call(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(cleo, dan)
    await sit_down(world, ada)
    await call(ada)
    answer = await dan.press("Don't call me", on=world.board())
    assert answer.shown.ephemeral
    assert answer.text.startswith("🔕 Done: nobody calls you here any more.")
    assert (is_on_list(world, cleo), is_on_list(world, dan)) == (True, False)
    await ben.press("Don't call me", on=world.board())
    await dan.press("Call me", on=answer.shown)
    assert "You aren't called yet" in dan.private().text
    await dan.press("Call me")
    assert "You're on the list" in dan.private().text
    await dan.press("Don't call me", on=dan.private())
    assert not is_on_list(world, dan)


async def test_two_who_call_at_once_make_one_call(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(cleo)
    await sit_down(world, ada, ben)
    board, since = world.board(), len(world.requests)
    press = "c1:d:*:call-people"
    first, second = await world.race(ada.press(press, on=board), ben.press(press, on=board))
    assert "I've called one person" in first.text
    assert second.text == SAY("call-once")
    assert world.list_pinged(since) == ["Cleo"]
    await world.repeat(first)
    assert world.list_pinged(since) == ["Cleo"]


async def test_a_server_calls_once_in_half_an_hour_and_a_call_that_reaches_nobody_is_free(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await sit_down(world, ada)
    answer = await call(ada)
    assert answer.text.startswith("📣 Nobody here wants to be called for this game right now")
    assert "Call people" in world.board().labels
    await ada.press("Call me", on=answer.shown)
    await ask_to_be_called(cleo)
    at = world.now()
    assert "I've called one person" in (await call(ada)).text
    side = world.new_channel("side")
    await ben.slash("cats play", channel=side)
    again_at = int(at + 30 * MINUTE)
    refused = await ben.press("Call people", on=world.board(side))
    told = re.fullmatch(r"People .* from <t:([0-9]+):T> on\.", refused.text)
    assert told and 0 <= int(told[1]) - again_at <= 2, refused.text
    await world.restart()
    refused = await ben.press("Call people", on=world.board(side))
    assert refused.text.startswith("People here have just been called.")
    await world.advance(30 * MINUTE)
    since = len(world.requests)
    assert "I've called one" in (await ben.press("Call people", on=world.board(side))).text
    assert world.list_pinged(since) == ["Cleo"]


async def test_only_who_sits_there_calls_and_only_while_a_seat_is_free(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(ada, ben, cleo, dan)
    await sit_down(world, ada, ben)
    old = world.board()
    assert (await cleo.press("Call people", on=old)).text == SAY("call-seated-only")
    await cleo.press("Join")
    await dan.press("Join")
    assert world.board().control("Call people").disabled
    press = "c1:d:*:call-people"
    assert (await ada.press(press, on=old)).text == SAY("call-no-seat")
    await ada.press("Start", on=world.board())
    assert (await ada.press(press, on=old)).text == SAY("not-a-lobby")
    assert world.list_pinged()[0] == "Ada", "all seats are taken"
    assert "There's a seat" not in str([request.json for request in world.requests])


async def test_who_is_removed_by_the_host_or_left_alone_is_not_called(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(ben, cleo, dan)
    await sit_down(world, ada, ben)
    panel = await ada.press("Options", on=world.board())
    await ada.choose("c1:d:*:remove:", str(ben.id), on=panel.shown)
    run_sql(
        world.database,
        'INSERT INTO preferences ("user", seen_by, served, days, in_words)'
        f" VALUES ({cleo.id}, 'server', FALSE, 0, FALSE)",
    )
    since = len(world.requests)
    assert "I've called one person" in (await call(ada)).text
    assert world.list_pinged(since) == ["Dan"]


async def test_only_people_who_see_the_channel_are_called(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(ben, cleo, dan)
    await world.permit(ben, view_channel=False)
    world.guild.remove_member(cleo.actor)
    await sit_down(world, ada)
    since = len(world.requests)
    assert "I've called one person" in (await call(ada)).text
    assert world.list_pinged(since) == ["Dan"]
    assert not is_on_list(world, cleo), "who has left the server is off its list"
    assert is_on_list(world, ben)


async def test_in_a_thread_the_permissions_of_its_channel_count(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(ben, cleo)
    await world.permit(ben, view_channel=False)
    thread = world.thread("side")
    await ada.slash("cats play", channel=thread)
    since = len(world.requests)
    await ada.press("Call people", on=world.board(thread))
    assert world.list_pinged(since) == ["Cleo"]


async def test_in_a_voice_channel_only_those_are_called_who_can_connect(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(ben, cleo)
    world.channel = world.guild.create_voice_channel("lounge")
    await world.permit(ben, connect=False)
    await sit_down(world, ada)
    assert "I've called one person" in (await call(ada)).text
    assert world.list_pinged() == ["Cleo"]


async def test_nobody_is_called_to_a_private_thread(world: World) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    made = world.env.backend.create_thread(
        world.channel.id, "side", ada.id, type=ChannelType.PRIVATE_THREAD
    )
    thread = ChannelHandle(world.env, world.guild, made)
    await ada.slash("cats play", channel=thread)
    refused = await ada.press("Call people", on=world.board(thread))
    assert refused.text == SAY("call-private-thread")
    assert world.list_pinged() == []


async def test_who_may_not_write_calls_nobody_and_a_missing_permission_is_named(
    world: World,
) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(cleo)
    await sit_down(world, ada, ben)
    await world.permit(ben, send_messages=False)
    assert (await call(ben)).text == SAY("call-read-only")
    await world.permit(embed_links=False)
    refused = await call(ada)
    assert refused.text == SAY("missing-permissions", permissions="“Embed Links”")
    await world.permit(embed_links=None)
    assert "I've called one person" in (await call(ada)).text


async def test_a_filter_that_blocks_the_mentions_does_not_stop_the_table(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(cleo)
    await sit_down(world, ada, text_only=True)
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=400, code=200000, message="no"
    )
    await call(ada)
    assert world.list_pinged() == []
    assert "has called people to this table" in world.board().text
    await ben.press("Join")
    assert (await load_table(world)).seat_of(ben.id) == 1
    assert "Ada" not in world.board().text, "it goes without names"


async def test_people_are_called_for_their_games_in_their_hours(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(ben, cleo, dan)
    world_hour = int(world.env.now().hour)
    panel = await ben.press("c1:d:0:call-me:", on=(await ben.slash("cats privacy")).shown)
    await ben.choose("For which games?", "quickpick", "liars_dice", on=panel.shown)
    panel = await cleo.press("c1:d:0:call-me:", on=(await cleo.slash("cats privacy")).shown)
    await cleo.choose("From when on?", str((world_hour + 2) % 24), on=panel.shown)
    await cleo.choose("Until when?", str((world_hour + 3) % 24 + 1))
    await sit_down(world, ada, game="cloaked_cats")
    since = len(world.requests)
    await call(ada)
    assert world.list_pinged(since) == ["Dan"]


async def test_a_panel_keeps_each_choice_and_says_what_time_it_is_there(world: World) -> None:
    ada, *_ = world.people
    ada.set_locale("de")
    panel = await ada.press("c1:d:0:call-me:", on=(await ada.slash("cats privacy")).shown)
    other = await ada.press("c1:d:0:call-me:", on=(await ada.slash("cats privacy")).shown)
    zones = panel.shown.control("Wo bist du?")
    at = world.env.now()
    assert f"UTC, Reykjavík, Accra · {at:%H:%M}" in dict(zones.options).values()
    assert len(zones.options) == 24
    assert not is_on_list(world, ada), "a look stores nothing"
    await ada.choose("Ab wann?", "18", on=panel.shown)
    await ada.choose("Bis wann?", "23", on=panel.shown)
    await ada.choose("Wo bist du?", "America/New_York", on=panel.shown)
    await ada.choose("Für welche Spiele?", "quickpick", on=panel.shown)
    await ada.press("c1:d:0:call-set:on", on=other.shown)
    stored = run_sql(
        world.database, "SELECT games, zone, from_hour, until_hour FROM call_subscriptions"
    )
    assert stored == [('["quickpick"]', "America/New_York", 18, 23)]
    again = await ada.press("Rufe: 18–23 h", on=(await ada.slash("cats privacy")).shown)
    chosen = [control.chosen for control in again.shown.controls]
    assert chosen == [("quickpick",), ("America/New_York",), ("18",), ("23",), ()]
    await ada.choose("Für welche Spiele?", "all", "quickpick", on=again.shown)
    assert run_sql(world.database, "SELECT games FROM call_subscriptions") == [("[]",)]


async def test_a_person_can_write_where_they_are(world: World) -> None:
    ada, *_ = world.people
    panel = await ada.press("c1:d:0:call-me:", on=(await ada.slash("cats privacy")).shown)
    await ada.choose("From when on?", "18", on=panel.shown)

    async def write(text: str) -> Answer:
        form = await ada.choose("Where are you?", OTHER_ZONE)
        assert form.kind == "modal"
        return await ada.write(text, form)

    answer = await write("mun*chen")
    assert answer.shown.id == panel.shown.id, "in the panel, with all that was chosen"
    assert answer.shown.note.startswith('I don\'t know what time it is in "mun\\*chen".')
    assert zones_stored(world) == [("UTC", 18)]
    answer = await write("qqqqqqqq")
    assert answer.shown.note.endswith("try a bigger city nearby.")
    answer = await write("Lisbn")
    assert "Did you mean **Europe\\/Lisbon**" in answer.shown.note
    answer = await write("  são_paulo")
    assert zones_stored(world) == [("America/Sao_Paulo", 18)]
    answer = await write("kathmandu")
    assert zones_stored(world) == [("Asia/Kathmandu", 18)]
    assert not answer.shown.note
    zones = answer.shown.control("Where are you?")
    at = world.env.now().astimezone(ZoneInfo("Asia/Kathmandu"))
    assert zones.options[0] == ("Asia/Kathmandu", f"Kathmandu · {at:%H:%M}")
    assert zones.chosen == ("Asia/Kathmandu",)
    assert len(zones.options) == 25


def zones_stored(world: World) -> list[tuple[object, ...]]:
    return run_sql(world.database, "SELECT zone, from_hour FROM call_subscriptions")


async def test_a_form_that_discord_is_late_for_is_asked_for_again(world: World) -> None:
    ada, *_ = world.people
    panel = await ada.press("c1:d:0:call-me:", on=(await ada.slash("cats privacy")).shown)
    preferences = world.store.people.load_preferences

    async def load_slowly(user: int) -> Preferences:
        await asyncio.sleep(1)
        return await preferences(user)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.store.people, "load_preferences", load_slowly)
        late = await ada.choose("Where are you?", OTHER_ZONE, on=panel.shown)
        await world.advance(1)
    assert ada.private().text == SAY("one-moment"), "a deferral is no place for a form"
    assert not late.record.modal
    assert (await ada.choose("Where are you?", OTHER_ZONE, on=panel.shown)).kind == "modal"


async def test_what_no_menu_offers_is_refused(world: World) -> None:
    ada, *_ = world.people
    panel = await ada.press("c1:d:0:call-me:", on=(await ada.slash("cats privacy")).shown)
    control = panel.shown.control("c1:d:0:call-set:zone")
    for menu, value in (("from", "24"), ("until", "0"), ("more", "1")):
        forged = control.__class__(**{**vars(control), "custom_id": f"c1:d:0:call-set:{menu}"})
        answer = await world.click(ada, panel.shown, forged, {"values": [value]})
        assert answer.text == SAY("old-button")
    assert not is_on_list(world, ada)


async def test_a_server_can_call_a_role_instead(world: World) -> None:
    ada, ben, *_ = world.people
    role = world.guild.create_role("players", mentionable=True)
    world.env.backend.add_member_role(world.guild.id, ben.id, role.id)
    await choose(world, "calls", "role")
    await choose(world, "call_role", role.id)
    await sit_down(world, ada, text_only=True)
    since = len(world.requests)
    assert f"I've called <@&{role.id}>" in (await call(ada)).text
    assert world.board().content.startswith(f"<@&{role.id}> 📣 There's a seat for you!")
    posted = world.env.backend.messages[world.channel.id][world.board().id]
    assert posted.ping_role_ids == [role.id]
    assert "Don't call me" not in world.board().labels
    sent = [r.json for r in world.requests[since:] if r.path.endswith("/messages")]
    assert sent[0]["allowed_mentions"] == {"parse": [], "users": [], "roles": [str(role.id)]}


async def test_a_deleted_role_counts_as_not_chosen(world: World) -> None:
    ada, ben, *_ = world.people
    await choose(world, "calls", "role")
    await choose(world, "call_role", 77)
    await sit_down(world, ada)
    assert (await call(ada)).text.startswith(SAY("call-nobody"))
    await ask_to_be_called(ben)
    assert SAY("call-me-unused") in ben.private().text
    await world.advance(MIN_LOOK_INTERVAL_SECONDS)
    assert "I've called one person" in (await call(ada)).text
    assert world.list_pinged() == ["Ben"]


async def test_a_server_can_forbid_calls_while_a_lobby_is_open(world: World) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    board = world.board()
    await choose(world, "calls", "off")
    assert (await ada.press("Call people", on=board)).text == SAY("calls-off")
    await ada.press("Add computer", on=board)
    assert "Call people" not in world.board().labels
    assert world.list_pinged() == []


@pytest.mark.parametrize("path", ["/guilds/*", "/channels/*", "/guilds/*/members/*"])
async def test_while_discord_does_not_say_who_sees_the_channel_nothing_is_used_up(
    world: World, path: str
) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    world.fail("GET", path, status=403)
    assert (await call(ada)).text == SAY("call-unsure")
    since = len(world.requests)
    assert (await call(ada)).text == SAY("one-moment")
    assert "GET" not in {request.method for request in world.requests[since:]}
    assert world.list_pinged() == []
    await world.advance(MIN_LOOK_INTERVAL_SECONDS)
    assert "I've called one person" in (await call(ada)).text


def slow_down(world: World, monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    """Let Discord take these seconds to tell about people, by their names, and one for others."""
    fetch, names = discord.Guild.fetch_member, {each.id: each.name for each in world.people}

    async def fetch_slowly(guild: discord.Guild, user: int) -> discord.Member:
        await asyncio.sleep(seconds.get(names[user], 1.0))
        return await fetch(guild, user)

    monkeypatch.setattr(discord.Guild, "fetch_member", fetch_slowly)
    # A login makes it, of which simcord has none.
    monkeypatch.setattr(world.bot.http, "_global_over", asyncio.Event())


async def test_whom_discord_is_slow_to_tell_about_is_left_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(ben, cleo)
    await sit_down(world, ada)
    slow_down(world, monkeypatch, Ben=60.0)
    began = world.now()
    answer = await call(ada)
    assert MAX_LOOK_SECONDS - 0.5 <= world.now() - began <= MAX_LOOK_SECONDS + 0.5
    assert answer.kind == "message" and "I've called one person" in answer.text
    assert world.list_pinged() == ["Cleo"]
    assert is_on_list(world, ben)


@pytest.mark.parametrize("meanwhile", ["full", "started", "cancelled"])
async def test_a_table_that_takes_nobody_meanwhile_uses_no_call_up(
    world: World, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    ada, ben, cleo, dan = world.people
    eve = world.add("Eve")
    world.people = (*world.people, eve)
    await ask_to_be_called(eve)
    await sit_down(world, ada, ben, text_only=True)
    board = world.board()
    panel = (await ada.press("Options", on=board)).shown
    if meanwhile == "full":
        clicks = [cleo.press("Join", on=board), dan.press("Join", on=board)]
    elif meanwhile == "started":
        clicks = [ada.press("Start", on=board)]
    else:
        clicks = [ada.press("c1:d:*:cancel", on=panel)]
    slow_down(world, monkeypatch)
    refused, *_ = await world.race(ben.press("Call people", on=board), *clicks)
    key = {"full": "call-no-seat", "started": "not-a-lobby", "cancelled": "closed"}[meanwhile]
    assert refused.text == SAY(key)
    assert "Eve" not in world.list_pinged()
    settings = await world.bot.services.lookups.find_settings(world.guild.id)
    assert settings.called_at == 0.0


async def test_while_discord_has_an_outage_nothing_is_used_up(world: World) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    world.fail("GET", "/guilds/*", status=500, times=None)
    assert (await call(ada)).text == SAY("call-unsure")
    world.env.backend.faults.clear()
    await world.advance(MIN_LOOK_INTERVAL_SECONDS)
    assert "I've called one person" in (await call(ada)).text


async def test_at_most_twenty_people_are_called(open_world: OpenWorld) -> None:
    world = await open_world(people=2)
    ada, ben = world.people
    others = [world.add(f"Cat{number}") for number in range(MAX_CALLED_PEOPLE + 5)]
    world.people = (*world.people, *others)
    with world.bot_scope():
        for person in others:
            wish = CallSubscription(world.guild.id, person.id)
            await world.store.calls.store(wish, None)
    await sit_down(world, ada, ben)
    since = len(world.requests)
    assert f"I've called {MAX_CALLED_PEOPLE} people" in (await call(ada)).text
    pinged = world.list_pinged(since)
    assert len(set(pinged)) == len(pinged) == MAX_CALLED_PEOPLE
    assert not {"Ada", "Ben"} & {*pinged}


async def test_a_call_survives_a_crash_and_is_posted_once(world: World) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    await call(ada)
    assert world.list_pinged() == []
    world.env.backend.faults.clear()
    await world.restart(crash=True)
    await world.advance(5, step=1)
    assert world.list_pinged() == ["Ben"]
    assert len(world.messages()) == 1
    await world.restart(crash=True)
    await world.advance(5, step=1)
    assert world.list_pinged() == ["Ben"]


async def test_a_game_that_starts_before_the_call_is_posted_calls_nobody(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await ask_to_be_called(cleo)
    await sit_down(world, ada, ben, text_only=True)
    world.fail("POST", f"/channels/{world.channel.id}/messages", status=500, times=None)
    board = world.board()
    await ada.press("Call people", on=board)
    await ada.press("Start", on=board)
    world.env.backend.faults.clear()
    await world.advance(60, step=5)
    assert (await load_table(world)).phase == "playing"
    assert "Cleo" not in world.list_pinged()


async def test_a_table_of_an_older_release_calls_as_well(world: World) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    run_sql(world.database, "UPDATE tables SET call = NULL")
    await world.restart()
    assert "I've called one person" in (await call(ada)).text


async def test_a_cancelled_lobby_keeps_nothing_of_its_call_and_the_next_one_waits(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await ask_to_be_called(ben)
    await sit_down(world, ada)
    await call(ada)
    assert str(ben.id) in str(run_sql(world.database, "SELECT call FROM tables"))
    await cancel(ada)
    assert run_sql(world.database, "SELECT call FROM tables") == [(None,)]
    await sit_down(world, ada)
    assert (await call(ada)).text.startswith("People here have just been called.")


async def test_who_is_forgotten_is_in_no_call_any_more(world: World) -> None:
    ada, ben, cleo, dan = world.people
    await ask_to_be_called(cleo, dan)
    await sit_down(world, ada, ben)
    await ben.press("Call people", on=world.board())
    for person in (cleo, ben):
        await person.press("Forget me", on=(await person.slash("cats privacy")).shown)
        await person.press("Yes, forget me")
    await world.settle()
    stored = str(run_sql(world.database, "SELECT call FROM tables"))
    assert str(dan.id) in stored
    assert str(cleo.id) not in stored and str(ben.id) not in stored
    assert "📣 somebody has called people" in world.board().text


async def test_in_direct_messages_one_press_ends_the_calls_of_all_servers(world: World) -> None:
    ada, *_ = world.people
    await ask_to_be_called(ada)
    run_sql(
        world.database,
        'INSERT INTO call_subscriptions (guild, "user", games, zone, from_hour, until_hour)'
        f" VALUES (5, {ada.id}, '[]', 'UTC', 0, 24)",
    )
    answer = await ada.slash_directly("cats privacy")
    await ada.press("No calls (2 servers)", on=answer.shown)
    assert not is_on_list(world, ada)
    answer = await ada.slash_directly("cats privacy")
    assert not answer.shown.matching("c1:d:0:call-off:")


async def test_after_a_game_its_players_can_ask_to_be_called(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben, clock="none")
    await finish(world)
    await ada.slash("cats hand")
    await ada.press("Call me")
    await ada.press("c1:d:*:call-set:on")
    assert is_on_list(world, ada)


async def test_nobody_else_learns_when_somebody_is_called_nor_where_they_live(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ada, ben, *_ = world.people
    panel = await ben.press("c1:d:0:call-me:", on=(await ben.slash("cats privacy")).shown)
    await ben.choose("Where are you?", "Asia/Tokyo", on=panel.shown)
    await ben.choose("Until when?", "24")
    since = len(world.requests)
    await sit_down(world, ada)
    await call(ada)
    shown = [request for request in world.requests[since:] if request.reader != ben.id]
    assert shown and world.list_pinged(since) == ["Ben"]
    for word in ("Tokyo", "24:00"):
        assert word not in str([request.json for request in shown])
        assert word not in caplog.text
