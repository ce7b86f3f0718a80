"""What a person shows to the channel: scores, and their own profile."""

import asyncio
from typing import Any
from urllib.parse import parse_qs

import pytest

from bot.bench.plugin import OpenWorld
from bot.bench.world import Answer, Person, World
from bot.demo.shown import Control, Shown
from bot.discord_adapter.channels import ChannelMessenger
from bot.domain.table import Player
from bot.presenters.standings import ProfileRequest
from bot.services.messenger import PostedMessage
from bot.services.sharing import SECONDS_BETWEEN_SHARES
from tests.bench.limits import message_problems
from tests.bench.whole import whole_game
from tests.play.evening import deal

SHOW = "Show to the channel"
SILENT_FLAG = 1 << 12


async def play_game(world: World, game: str = "cloaked_cats", guild: int = 0) -> None:
    people = [Player(person.name, person.id) for person in world.people[:2]]
    guild = guild or world.guild.id
    await whole_game(world.store, game, people, guild=guild, at=world.now())


async def open_screen(person: Person, command: str) -> Shown:
    return (await person.slash(f"cats {command}")).shown


async def forge(world: World, person: Person, on: Shown, action: str, value: str) -> Answer:
    button = Control("", f"c1:d:0:{action}:{value}", disabled=False, style=2)
    return await world.click(person, on, button, {})


async def hide(person: Person, seen_by: str) -> None:
    panel = await open_screen(person, "privacy")
    await person.choose("c1:d:0:seen-by:", seen_by, on=panel)


def told(posted: Shown) -> str:
    return posted.text.removesuffix("Play").strip()


@pytest.mark.parametrize("command", ["scores", "profile"])
async def test_what_one_sees_is_posted_without_calling_anybody(world: World, command: str) -> None:
    ada, *_ = world.people
    for _ in range(3):
        await play_game(world)
    seen = await open_screen(ada, command)
    answer = await ada.press(SHOW, on=seen)
    assert "It's in the channel" in answer.text
    assert answer.shown.ephemeral and SHOW in answer.shown.labels
    (posted,) = world.messages()
    assert posted.wire["flags"] & SILENT_FLAG
    assert world.list_pinged() == []
    assert posted.labels == (("Play",) if command == "scores" else ())
    assert told(posted) in seen.text
    assert posted.files == seen.files
    assert posted.alts == seen.alts
    assert message_problems(posted.wire) == []
    if command == "profile":
        assert "profile.jpg" in posted.files and "Cloaked Cats" in posted.alts["profile.jpg"]
        assert "Ada, on this server" in posted.text and "Cloaked Cats" in posted.text


@pytest.mark.parametrize("edit_fails", [False, True])
async def test_a_picture_that_is_drawn_late_is_added_to_the_post(world, monkeypatch, edit_fails):
    post = ChannelMessenger.post

    async def post_before_it_is_drawn(*given: Any) -> PostedMessage:
        posted = await post(*given)
        return PostedMessage(posted.id, asyncio.sleep(0, [b"drawn"]))

    monkeypatch.setattr(ChannelMessenger, "post", post_before_it_is_drawn)
    ada, *_ = world.people
    for _ in range(3):
        await play_game(world)
    shown = await open_screen(ada, "profile")
    if edit_fails:
        world.fail("PATCH", "/channels/*/messages/*", status=403)
    assert "It's in the channel" in (await ada.press(SHOW, on=shown)).text
    (posted,) = world.messages()
    edits = [request for request in world.requests if str(posted.id) in request.path]
    assert [(edit.method, len(edit.files)) for edit in edits] == [("PATCH", 1)]


async def test_a_page_of_one_game_is_posted_as_it_is_seen(world: World) -> None:
    ada, *_ = world.people
    await play_game(world)
    await play_game(world, "liars_dice")
    month = await ada.press("This month", on=await open_screen(ada, "scores"))
    await ada.press(SHOW, on=month.shown)
    assert "Nobody finished a game in that time" not in month.text
    profile = await open_screen(ada, "profile")
    awards = await ada.choose("c1:d:0:profile:*/awards", "liars_dice", on=profile)
    await world.advance(SECONDS_BETWEEN_SHARES + 1)
    await world.permit(attach_files=False)
    await ada.press(SHOW, on=awards.shown)
    scores, posted = world.messages()
    assert told(scores) in month.text
    assert "Liar's Dice" in posted.text and "Cloaked Cats" not in posted.text


async def test_the_channels_game_stands_in_the_post_in_the_language_of_its_table(world):
    ada, ben, *_ = world.people
    await play_game(world)
    await deal(world, ada, ben, clock="none", language="de")
    before = len(world.messages())
    await ada.press(SHOW, on=await open_screen(ada, "scores"))
    (posted,) = world.messages()[before:]
    assert "In diesem Kanal" in posted.text and "Auf diesem Server" in posted.text


async def test_of_all_servers_a_profile_is_posted_only_if_everybody_may_see_it(world):
    ada, *_ = world.people
    await play_game(world)
    await play_game(world, "liars_dice", guild=77)
    here = await open_screen(ada, "profile")
    everywhere = await ada.press("All servers", on=here)
    assert SHOW not in everywhere.shown.labels
    value = ProfileRequest(ada.id, everywhere=True).value("share")
    answer = await forge(world, ada, here, "share-profile", value)
    assert "only if others may see it" in answer.text and world.messages() == []
    await hide(ada, "everybody")
    everywhere = await ada.press("All servers", on=await open_screen(ada, "profile"))
    await ada.press(SHOW, on=everywhere.shown)
    (posted,) = world.messages()
    assert "Liar's Dice" in posted.text


async def test_who_hid_themselves_stays_hidden_and_nobody_shows_the_profile_of_another(world):
    ada, ben, *_ = world.people
    await play_game(world)
    scores, profile = await open_screen(ada, "scores"), await open_screen(ada, "profile")
    await hide(ada, "everybody")
    shown = (await ben.slash("cats profile", person=ada.actor)).shown
    assert SHOW not in shown.labels
    value = ProfileRequest(ada.id).value("share")
    answer = await forge(world, ben, shown, "share-profile", value)
    assert "only show your own profile" in answer.text
    assert world.messages() == []

    await hide(ada, "me")
    await ben.press(SHOW, on=scores)
    (posted,) = world.messages()
    assert "Ben" in posted.text and "Ada" not in posted.text
    answer = await ada.press(SHOW, on=profile)
    assert "only if others may see it" in answer.text
    assert SHOW not in (await open_screen(ada, "profile")).labels
    assert len(world.messages()) == 1


async def test_each_person_posts_once_a_minute_where_all_may_write(world: World) -> None:
    ada, ben, *_ = world.people
    await play_game(world)
    hers, his = await open_screen(ada, "scores"), await open_screen(ben, "scores")
    hers_too = await open_screen(ada, "profile")
    await world.permit(ada, send_messages=False)
    assert "You can't write in this channel" in (await ada.press(SHOW, on=hers)).text
    for command in ("scores", "profile"):
        assert SHOW not in (await open_screen(ada, command)).labels, "it is not offered"
    await world.permit(ada, send_messages=None)
    await world.permit(send_messages=False)
    answer = await ada.press(SHOW, on=hers_too)
    assert "I can't share this here: I need “Send Messages”" in answer.text
    await world.permit(send_messages=None)
    world.fail("POST", "/channels/*/messages", status=403)
    assert "didn't take it" in (await ada.press(SHOW, on=hers)).text
    assert world.messages() == []

    answers = await world.race(*(ada.press(SHOW, on=hers) for _ in range(2)))
    assert sum("It's in the channel" in answer.text for answer in answers) == 1
    assert len(world.messages()) == 1
    began = world.now()
    await world.advance(20)
    for shown in (hers, hers_too):
        answer = await ada.press(SHOW, on=shown)
        assert f"from <t:{began + SECONDS_BETWEEN_SHARES:.0f}:T> on" in answer.text
    assert len(world.messages()) == 1
    await ben.press(SHOW, on=his)
    assert len(world.messages()) == 2, "each person has a minute of their own"
    await world.advance(41)
    await ada.press(SHOW, on=hers)
    assert len(world.messages()) == 3


async def test_in_direct_messages_there_is_no_channel_to_show_it_to(world: World) -> None:
    ada, *_ = world.people
    for command in ("scores", "profile"):
        assert SHOW not in (await open_screen(ada, command)).labels, "nobody has played"
    await play_game(world)
    await hide(ada, "everybody")
    shown = (await ada.slash_directly("cats profile")).shown
    assert SHOW not in shown.labels
    for action in ("share-scores", "share-profile"):
        answer = await forge(world, ada, shown, action, ProfileRequest(ada.id).value("share"))
        assert "only works on a server" in answer.text


async def test_below_shared_scores_anybody_opens_a_table_of_the_game(world: World) -> None:
    ada, ben, cleo, _ = world.people
    await play_game(world, "liars_dice")
    await ada.press(SHOW, on=await open_screen(ada, "scores"))
    (posted,) = world.messages()
    opened = await cleo.press("Play", on=posted)
    assert opened.shown.ephemeral
    lobby = world.board()
    assert "Liar's Dice" in lobby.text and "Cleo" in lobby.text
    pointed = (await ben.press("Play", on=posted)).shown
    assert pointed.ephemeral
    command = (await ben.slash("cats play", game="liars_dice")).shown
    assert (pointed.text, pointed.links) == (command.text, command.links)
    assert pointed.links[0].endswith(f"/{lobby.id}")
    assert len(world.messages()) == 2


async def test_only_a_public_bot_invites_itself_below_what_is_shared(open_world: OpenWorld) -> None:
    world = await open_world(public_invite=True)
    ada, *_ = world.people
    await play_game(world)
    await ada.press(SHOW, on=await open_screen(ada, "scores"))
    (posted,) = world.messages()
    link = posted.wire["components"][0]["components"][-1]
    assert (link["label"], link["style"]) == ("Add to your server", 5)
    url, query = link["url"].split("?")
    assert url == "https://discord.com/oauth2/authorize"
    asked = parse_qs(query)
    assert asked["client_id"] == [str(world.bot.application_id)]
    assert asked["scope"] == ["bot applications.commands"]
    assert asked["permissions"] == ["309237697536"]
    assert message_problems(posted.wire) == []
