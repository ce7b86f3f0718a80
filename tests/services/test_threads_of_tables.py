"""Tables in threads of their own, in servers whose managers want that."""

import asyncio
from typing import Any

import pytest
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from bot.bench.moves import enter
from bot.bench.plugin import OpenWorld
from bot.bench.traffic import Request
from bot.bench.world import Answer, Person, World
from bot.discord_adapter import rest
from bot.discord_adapter.client import CatsClient
from bot.i18n import text
from tests.toys import REGISTRY

NUMBERS, TITLE = "secret_numbers", "Secret Numbers"
SAY = text("en")
WITH_NAME, WITHOUT_NAME = (
    f"🐾 **Ada** opens a table: **{TITLE}**",
    f"🐾 A table is open: **{TITLE}**",
)
SEATED_HERE = f"You're in: {TITLE}"
OWN_THREAD = f"You're in: **{TITLE}**! Your table has a thread of its own: "
HOUR = 3600.0
MAX_NONCE_LENGTH = 25
"""https://docs.discord.com/developers/resources/message#create-message-jsonform-params"""


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    world = await open_world(registry=REGISTRY)
    await set_threads(world)
    return world


async def set_threads(world: World, *, wanted: bool = True) -> None:
    with world.bot_scope():
        await world.bot.services.lookups.change_setting(
            world.guild.id, "threads", wanted, 1, world.now()
        )


async def play(who: Person, channel: ChannelHandle | None = None, **options: object) -> Answer:
    return await who.slash("cats play", channel=channel, game=NUMBERS, **options)


def handle(world: World, channel: Channel) -> ChannelHandle:
    return ChannelHandle(world.env, world.guild, channel)


def threads(world: World, parent: ChannelHandle | None = None) -> list[ChannelHandle]:
    """Return the threads of a channel, oldest first."""
    there, found = (parent or world.channel).id, world.env.backend.channels.values()
    mine = (each for each in found if each.is_thread and each.parent_id == there)
    return [handle(world, each) for each in sorted(mine, key=lambda each: each.id)]


def lines(world: World, channel: ChannelHandle | None = None) -> list[str]:
    """Return what the bot says in a channel outside of its threads."""
    return [shown.content for shown in world.messages(channel=channel)]


def posts(world: World, since: int) -> list[Request]:
    """Return what the bot has posted and started in channels, from request `since` on."""
    later = world.requests[since:]
    return [each for each in later if each.method == "POST" and each.path.startswith("/channels/")]


def refuse_threads(world: World, status: int, code: int, times: int | None = 1) -> None:
    path = f"/channels/{world.channel.id}/messages/*/threads"
    world.env.inject_error("POST", path, status=status, code=code, message="no", times=times)


async def phase(world: World, channel: ChannelHandle) -> str:
    return (await world.load_table(channel.id)).phase


# Opened


async def test_a_table_opens_in_a_thread_below_one_line_in_the_channel(world: World) -> None:
    ada, ben, *_ = world.people
    answer = await play(ada)
    (thread,) = threads(world)
    assert thread.name == f"{TITLE} · Ada"
    assert lines(world) == [WITH_NAME]
    assert world.messages()[0].id == thread.id, "the thread hangs below the line"
    assert world.list_pinged() == []
    assert answer.shown.ephemeral
    assert answer.shown.channel == world.channel.id
    assert answer.text.startswith(f"{OWN_THREAD}<#{thread.id}>")
    board = world.board(thread)
    at = f"https://discord.com/channels/{world.guild.id}/{thread.id}/{board.id}"
    assert answer.shown.links == (at,)
    await ben.press("Join", on=board)
    await ada.press("Start", on=world.board(thread))
    assert await phase(world, thread) == "playing"
    assert ada.privates() == [], "what led there is gone"


async def test_several_tables_run_in_one_channel(world: World) -> None:
    ada, ben, *_ = world.people
    await set_threads(world, wanted=False)
    assert (await play(ada)).shown.title == SEATED_HERE
    await set_threads(world)
    for who in (ada, ben, ada):
        assert (await play(who)).text.startswith(OWN_THREAD)
    assert [each.name for each in threads(world)] == [
        f"{TITLE} · {name}" for name in ("Ada", "Ben", "Ada")
    ]
    for channel in (world.channel, *threads(world)):
        assert await phase(world, channel) == "lobby"
        assert world.board(channel).matching("Join")


async def test_a_channel_of_announcements_has_threads_too(world: World) -> None:
    ada, *_ = world.people
    news = world.guild.create_news_channel("news")
    assert (await play(ada, news)).text.startswith(OWN_THREAD)
    (thread,) = threads(world, news)
    assert await phase(world, thread) == "lobby"
    assert lines(world, news) == [WITH_NAME]


async def test_the_button_of_the_help_opens_a_thread_as_the_command_does(world: World) -> None:
    ada, *_ = world.people
    help_ = (await ada.slash("cats help")).shown
    answer = await ada.press(f"c1:d:*:play:{NUMBERS}", on=help_)
    assert answer.text.startswith(OWN_THREAD)
    assert len(threads(world)) == 1


async def test_a_rematch_goes_on_in_the_same_thread(world: World) -> None:
    ada, ben, *_ = world.people
    await play(ada)
    (thread,) = threads(world)
    world.channel = thread
    await ben.press("Join", on=world.board())
    await ada.press("Start", on=world.board())
    for _ in range(3):
        await enter(world, ada, "name/1/2.3")
        await enter(world, ben, "name/2/1.3")
    assert await phase(world, thread) == "over"
    await ada.press("c1:d:*:rematch", on=world.board())
    assert await phase(world, thread) == "lobby"
    assert (await play(ben)).shown.title == SEATED_HERE, "here their seat is kept"
    assert threads(world) == []


@pytest.mark.parametrize("command", ["hand", "board", "leave", "end"])
async def test_a_command_about_a_table_says_in_the_channel_where_the_tables_are(
    world: World, command: str
) -> None:
    ada, *_ = world.people
    await play(ada)
    (thread,) = threads(world)
    assert (await ada.slash(f"cats {command}")).text == SAY("nothing-open-threads")
    answer = await ada.slash(f"cats {command}", channel=thread)
    assert answer.text not in (SAY("nothing-open"), SAY("nothing-open-threads"))
    await set_threads(world, wanted=False)
    assert (await ada.slash(f"cats {command}")).text == SAY("nothing-open")


@pytest.mark.parametrize("kind", ["thread", "private thread", "voice"])
async def test_elsewhere_a_table_opens_where_one_is(world: World, kind: str) -> None:
    ada, *_ = world.people
    if kind == "voice":
        place = world.guild.create_voice_channel("talk")
    else:
        type_ = ChannelType.PUBLIC_THREAD if kind == "thread" else ChannelType.PRIVATE_THREAD
        made = world.env.backend.create_thread(world.channel.id, "side", ada.id, type=type_)
        made.thread_members[world.env.backend.bot_user.id] = world.env.backend.now_iso()
        place = handle(world, made)
    before = len(threads(world))
    assert (await play(ada, place)).shown.title == SEATED_HERE
    assert await phase(world, place) == "lobby"
    assert len(threads(world)) == before


async def test_in_a_forum_a_table_is_a_post_of_its_own(world: World) -> None:
    ada, ben, *_ = world.people
    forum = world.guild.create_forum_channel("evenings")
    asked = handle(world, world.env.backend.create_thread(forum.id, "Who plays?", ben.id))
    answer = await play(ada, asked)
    _, post = threads(world, forum)
    assert post.name == f"{TITLE} · Ada"
    assert answer.shown.channel == asked.id
    assert answer.text.startswith(f"{OWN_THREAD}<#{post.id}>")
    first, board = world.messages(channel=post)
    assert first.content == WITH_NAME
    await ben.press("Join", on=board)
    assert (await play(ben, post)).shown.title == SEATED_HERE, "the table of this post"
    assert (await play(ada, asked)).text.startswith(OWN_THREAD)
    assert len(threads(world, forum)) == 3


async def test_if_discord_does_not_say_that_it_is_a_forum_the_table_opens_in_the_post(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    forum = world.guild.create_forum_channel("evenings")
    asked = handle(world, world.env.backend.create_thread(forum.id, "Who plays?", ben.id))
    world.fail("GET", f"/channels/{forum.id}", times=None)
    assert (await play(ada, asked)).shown.title == SEATED_HERE


async def test_the_line_is_in_the_language_of_the_table_and_the_answer_in_the_persons(
    world: World,
) -> None:
    ada, *_ = world.people
    ada.set_locale("de")
    answer = await play(ada, language="en")
    assert lines(world) == [WITH_NAME]
    assert answer.text.startswith("Du bist dabei: ")
    await play(ada)
    assert lines(world)[1].startswith("🐾 **Ada** macht einen Tisch auf: ")


async def test_a_name_brings_no_markup_and_no_endless_thread_name(world: World) -> None:
    ada, *_ = world.people
    ada.rename("**@everyone** <@1> x" * 2)
    await play(ada)
    (thread,) = threads(world)
    assert thread.name == f"{TITLE} · **@everyone** <@1> x**@everyone*"
    (line,) = lines(world)
    assert r"\*\*\@everyone\*\* \<\@1\> x" in line
    assert world.list_pinged() == []


async def test_a_newcomer_is_offered_the_lesson_on_the_way(open_world: OpenWorld) -> None:
    world = await open_world()
    await set_threads(world)
    ada, *_ = world.people
    answer = await ada.slash("cats play")
    assert answer.shown.labels[0] == "Learn it first (5 min)"
    lesson = await ada.press("c1:d:*:learn", on=answer.shown)
    assert lesson.shown.channel == world.channel.id
    assert lesson.shown.matching("c1:d:*:leave")


# Not opened


async def test_the_limits_of_a_person_hold_before_anything_is_posted(world: World) -> None:
    ada, ben, *_ = world.people
    for _ in range(5):
        await play(ada)
    since = len(world.requests)
    assert "You already have 5 open tables" in (await play(ada)).text
    await world.permit(ben, send_messages=False)
    assert (await play(ben)).text == SAY("open-read-only")
    assert not posts(world, since)


async def test_who_opens_many_tables_within_an_hour_opens_no_more_threads(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.lobby.MAX_OPENED_TABLES_PER_HOUR", 1)
    ada, *_ = world.people
    await play(ada)
    since = len(world.requests)
    assert "that's a lot of tables for one hour" in (await play(ada)).text
    assert not posts(world, since)


@pytest.mark.parametrize(
    ("missing", "names"),
    [
        ("create_public_threads", "“Create Public Threads”"),
        ("send_messages_in_threads", "“Send Messages in Threads”"),
        ("send_messages", "“Send Messages”"),
    ],
)
async def test_a_missing_permission_is_named_and_how_to_do_without(
    world: World, missing: str, names: str
) -> None:
    ada, *_ = world.people
    await world.permit(None, **{missing: False})
    answer = await play(ada)
    assert answer.text == SAY("missing-for-thread", permissions=names)
    assert "`/cats-settings`" in answer.text
    assert world.messages() == []
    await set_threads(world, wanted=False)
    answer = await play(ada)
    assert (answer.shown.title == SEATED_HERE) == (missing != "send_messages"), (
        "a former invitation is enough without threads"
    )


@pytest.mark.parametrize(
    ("status", "code", "key"),
    [
        (403, 50013, "thread-refused"),
        (403, 50001, "thread-refused"),
        (400, 160006, "thread-too-many"),
        (404, 10008, "try-again"),
        (500, 0, "thread-not-now"),
    ],
)
async def test_if_discord_opens_no_thread_the_line_goes_and_the_next_try_works(
    world: World, status: int, code: int, key: str
) -> None:
    ada, *_ = world.people
    refuse_threads(world, status, code, times=None)
    answer = await play(ada)
    assert answer.shown.ephemeral
    assert answer.text == SAY(key)
    assert (lines(world), threads(world)) == ([], [])
    world.env.backend.faults.clear()
    assert (await play(ada)).text.startswith(OWN_THREAD)
    assert lines(world) == [WITH_NAME]


async def test_if_discord_takes_no_line_nothing_opens(world: World) -> None:
    ada, *_ = world.people
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="no")
    assert (await play(ada)).text == SAY("thread-refused")
    assert (lines(world), threads(world)) == ([], [])


@pytest.mark.parametrize("refuses", ["the line", "the thread"])
async def test_a_name_that_a_filter_rejects_is_left_out(world: World, refuses: str) -> None:
    ada, *_ = world.people
    if refuses == "the thread":
        refuse_threads(world, 400, 200001)
    else:
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=400, code=200000, message="no")
    assert (await play(ada)).text.startswith(OWN_THREAD)
    (thread,) = threads(world)
    assert thread.name == TITLE
    assert lines(world) == [WITHOUT_NAME]
    nonces = [each.json["nonce"] for each in posts(world, 0) if "nonce" in each.json]
    assert len({*nonces}) == 3, "two lines and a board"
    assert max(map(len, nonces)) <= MAX_NONCE_LENGTH


async def test_a_thread_that_exists_already_is_the_tables(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library repeats a request whose answer was lost."""
    ada, *_ = world.people
    start = rest.start_thread

    async def start_twice(client: CatsClient, *given: Any) -> int:
        assert await start(client, *given) == await start(client, *given)
        return await start(client, *given)

    monkeypatch.setattr(rest, "start_thread", start_twice)
    answer = await play(ada)
    (thread,) = threads(world)
    assert answer.text.startswith(f"{OWN_THREAD}<#{thread.id}>")
    assert await phase(world, thread) == "lobby"


async def test_without_a_board_there_is_no_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, *_ = world.people
    start = rest.start_thread

    async def start_and_refuse(*given: Any) -> int:
        thread = await start(*given)
        fault = {"method": "POST", "path": f"/channels/{thread}/messages", "times": 1}
        world.env.backend.faults.append({**fault, "status": 403, "code": 50013, "message": "no"})
        return thread

    monkeypatch.setattr(rest, "start_thread", start_and_refuse)
    assert (await play(ada)).text == SAY("board-refused")
    assert lines(world) == []
    (thread,) = threads(world)
    assert await phase(world, thread) == "closed"


async def test_the_same_command_again_opens_no_second_thread(world: World) -> None:
    ada, *_ = world.people
    answer = await play(ada)
    await world.repeat(answer)
    forum = world.guild.create_forum_channel("evenings")
    asked = handle(world, world.env.backend.create_thread(forum.id, "Who plays?", ada.id))
    await world.repeat(await play(ada, asked))
    assert lines(world) == [WITH_NAME]
    assert len(threads(world)) == 1
    assert len(threads(world, forum)) == 2


async def test_two_who_open_at_once_get_a_thread_each(world: World) -> None:
    ada, ben, *_ = world.people
    answers = await world.race(play(ada), play(ben))
    assert all(answer.text.startswith(OWN_THREAD) for answer in answers)
    for thread in threads(world):
        assert await phase(world, thread) == "lobby"
    assert len(threads(world)) == 2


async def test_a_restart_between_the_thread_and_its_table_leaves_the_way_free(
    world: World,
) -> None:
    ada, *_ = world.people
    world.bot.services.tables.add = stand_still  # type: ignore[assignment]
    with pytest.raises(AssertionError, match="thinking"):
        await play(ada)
    assert len(threads(world)) == 1
    await world.restart(crash=True)
    (empty,) = threads(world)
    assert (await play(ada)).text.startswith(OWN_THREAD)
    assert (await play(ada, empty)).shown.title == SEATED_HERE, "the empty one can be used as well"


async def stand_still(*_: object) -> None:
    """Go on too late, as a process does that dies before."""
    await asyncio.sleep(HOUR)


# Later on


async def deal(world: World) -> ChannelHandle:
    ada, ben, *_ = world.people
    await play(ada, clock="10")
    (thread,) = threads(world)
    await ben.press("Join", on=world.board(thread))
    await ada.press("Start", on=world.board(thread))
    return thread


async def set_state(world: World, thread: ChannelHandle, **state: bool) -> None:
    world.env.backend.edit_channel(thread.id, {}, thread_metadata=state)
    await world.settle()


async def start_another_game(world: World, thread: ChannelHandle) -> None:
    ada, ben, *_ = world.people
    games = await ada.press("Another game", on=world.board(thread))
    await ada.choose("Pick a game", "liars_dice", on=games.shown)
    await ben.press("Join", on=world.board(thread))
    await ada.press("Start", on=world.board(thread))
    assert await phase(world, thread) == "playing"


async def end(world: World, thread: ChannelHandle) -> None:
    ada, ben, *_ = world.people
    asked = await ada.slash("cats end", channel=thread)
    await ada.press("c1:d:*:end-yes", on=asked.shown)
    await ben.press("c1:d:*:agree:stop", on=world.board(thread))


def renamings(world: World) -> list[str]:
    return [each.path for each in world.requests if each.method == "PATCH" and is_channel(each)]


def is_channel(request: Request) -> bool:
    return request.path.removeprefix("/channels/").isdecimal()


async def test_a_thread_is_named_after_the_game_that_starts_there(world: World) -> None:
    ada, *_ = world.people
    await play(ada)
    (thread,) = threads(world)
    await start_another_game(world, thread)
    (renamed,) = threads(world)
    assert renamed.name == "Liar's Dice · Ada"
    assert len(renamings(world)) == 1
    await end(world, thread)
    await play(ada, thread)
    await world.people[1].press("Join", on=world.board(thread))
    await ada.press("Start", on=world.board(thread))
    assert len(renamings(world)) == 1, "Discord allows two in ten minutes"


async def test_a_thread_of_somebody_else_keeps_its_name(world: World) -> None:
    ada, ben, *_ = world.people
    name = f"{TITLE} · Ada"
    thread = handle(world, world.env.backend.create_thread(world.channel.id, name, ben.id))
    await play(ada, thread)
    await start_another_game(world, thread)
    assert renamings(world) == []


async def test_a_name_that_people_gave_and_one_of_the_same_game_stay(world: World) -> None:
    ada, *_ = world.people
    thread = await deal(world)
    assert renamings(world) == []
    await end(world, thread)
    world.env.backend.edit_channel(thread.id, {"name": "Cosy corner"})
    await play(ada, thread)
    await start_another_game(world, thread)
    assert renamings(world) == []


@pytest.mark.parametrize("method", ["GET", "PATCH"])
async def test_if_discord_renames_no_thread_the_game_starts_all_the_same(
    world: World, method: str
) -> None:
    ada, *_ = world.people
    await play(ada)
    (thread,) = threads(world)
    world.fail(method, f"/channels/{thread.id}", status=403, times=None)
    await start_another_game(world, thread)
    assert threads(world)[0].name == f"{TITLE} · Ada"


async def test_a_locked_thread_pauses_its_table(world: World) -> None:
    ada, *_ = world.people
    thread = await deal(world)
    await set_state(world, thread, locked=True)
    assert (await world.load_table(thread.id)).paused == "channel"
    await set_state(world, thread, locked=False)
    await ada.press("My number", on=world.board(thread))
    assert (await world.load_table(thread.id)).paused == ""


async def test_an_archived_thread_is_opened_again_while_its_table_runs(world: World) -> None:
    await world.permit(manage_channels=True)  # simcord asks for that, unlike Discord
    thread = await deal(world)
    await set_state(world, thread, archived=True)
    about = world.env.backend.get_channel(thread.id).thread_metadata
    assert about is not None
    assert not about.archived


async def test_a_deleted_thread_closes_its_table(world: World) -> None:
    ada, *_ = world.people
    thread = await deal(world)
    world.env.backend.delete_channel(thread.id)
    await world.settle()
    assert await phase(world, thread) == "closed"
    assert (await play(ada)).text.startswith(OWN_THREAD)


async def test_with_the_channel_its_threads_and_their_tables_go(world: World) -> None:
    ada, *_ = world.people
    await play(ada)
    (thread,) = threads(world)
    del world.env.backend.channels[thread.id]  # Discord reports nothing of it
    await world.delete_channel()
    assert await phase(world, thread) == "closed"
