"""One person hosts five open tables on a server, and closes them from wherever they are."""

import re

import pytest
from simcord.builders import ChannelHandle

from bot.bench.bots import make_start
from bot.bench.plugin import OpenWorld
from bot.bench.world import Person, World
from tests.databases import run_sql
from tests.toys import REGISTRY

NUMBERS = "secret_numbers"
TOO_MANY = "You already have 5 open tables on this server, and that's the limit."


@pytest.fixture
async def world(open_world: OpenWorld) -> World:
    return await open_world(registry=REGISTRY)


async def open_five(world: World, who: Person) -> list[ChannelHandle]:
    channels = [world.new_channel(f"side {number}") for number in range(5)]
    for channel in channels:
        await who.slash("cats play", game=NUMBERS, channel=channel)
        assert world.board(channel).matching("Join")
    return channels


async def delete_while_away(world: World, *channels: ChannelHandle) -> None:
    async def meanwhile() -> str:
        for channel in channels:
            world.env.backend.delete_channel(channel.id)
        return world.database

    await world.restart(crash=True, meanwhile=meanwhile)


def open_tables(world: World) -> int:
    ((number,),) = run_sql(
        world.database, "SELECT COUNT(*) FROM tables WHERE phase IN ('lobby', 'playing')"
    )
    return int(number)


def close_buttons(number: int) -> tuple[str, ...]:
    return tuple(f"Close table {each}" for each in range(1, number + 1))


async def test_nobody_hosts_more_than_five_open_tables_on_a_server(world: World) -> None:
    ada, ben, *_ = world.people
    channels = await open_five(world, ada)
    answer = await ada.slash("cats play", game=NUMBERS)
    assert TOO_MANY in answer.text
    assert answer.shown.ephemeral
    assert world.messages() == []
    answer = await ada.slash("cats play", game=NUMBERS, channel=channels[0])
    assert answer.shown.title.startswith("You're in"), "the way there still shows"
    await ben.slash("cats play", game=NUMBERS)
    await ben.slash("cats end")
    await ben.press("c1:d:*:end-yes")
    await ada.press("Leave", on=world.board(channels[1]))
    await ada.slash("cats play", game=NUMBERS)
    assert world.board().matching("Join")
    assert (await ada.slash("cats learn", channel=channels[2])).shown.ephemeral


async def test_tables_of_channels_that_were_deleted_meanwhile_do_not_count(world: World) -> None:
    ada, *_ = world.people
    channels = await open_five(world, ada)
    for status in (403, 500):
        world.fail("GET", "/channels/*", status=status, times=None)
        assert TOO_MANY in (await ada.slash("cats play", game=NUMBERS)).text, "it is unseen"
        assert open_tables(world) == 5
        world.env.backend.faults.clear()
    less = {name: package for name, package in REGISTRY.items() if name != NUMBERS}
    world.start = make_start(registry=less, heartbeat=3600.0)
    await delete_while_away(world, channels[0])
    assert (await ada.slash("cats play", game="race")).text.startswith("You're in")
    assert open_tables(world) == 5, "though the bot does not have their game now"
    world.start = make_start(registry=REGISTRY, heartbeat=3600.0)
    await delete_while_away(world, *channels[1:])
    assert open_tables(world) == 5
    side = world.new_channel("side")
    answer = await ada.slash("cats play", game=NUMBERS, channel=side)
    assert answer.text.startswith("You're in")
    assert open_tables(world) == 2


async def test_a_deleted_thread_does_not_count_and_an_archived_one_does(world: World) -> None:
    ada, *_ = world.people
    thread, archived = world.thread("gone"), world.thread("asleep")
    for place in (thread, archived):
        await ada.slash("cats play", game=NUMBERS, channel=place)
    for channel in [world.new_channel(f"side {number}") for number in range(3)]:
        await ada.slash("cats play", game=NUMBERS, channel=channel)
    asleep = {"archived": True, "archive_timestamp": world.env.now().isoformat()}
    world.env.backend.edit_channel(archived.id, {}, thread_metadata=asleep)
    assert TOO_MANY in (await ada.slash("cats play", game=NUMBERS)).text
    await delete_while_away(world, thread)
    answer = await ada.slash("cats play", game=NUMBERS)
    assert answer.text.startswith("You're in")
    assert open_tables(world) == 5


async def test_the_refusal_lists_the_tables_with_links_and_closes_each(world: World) -> None:
    ada, ben, *_ = world.people
    channels = await open_five(world, ada)
    await ada.press("Add computer", on=world.board(channels[0]))
    await ada.press("Start", on=world.board(channels[0]))
    await ben.press("Join", on=world.board(channels[1]))
    await ada.press("Start", on=world.board(channels[1]))
    listed = (await ada.slash("cats play", game=NUMBERS)).shown
    for channel in channels:
        board = world.board(channel)
        link = f"https://discord.com/channels/{world.guild.id}/{channel.id}/{board.id}"
        assert f"]({link}) in <#{channel.id}>" in listed.text
    assert listed.text.count(" · running · ") == 2
    assert listed.labels == close_buttons(5)
    await world.permit(ben, manage_messages=True)
    answer = await ben.press("Close table 3", on=listed)
    assert answer.text.startswith("All your tables are closed"), "only the host closes them"
    assert open_tables(world) == 5

    answer = await ada.press("Close table 3", on=listed)
    assert "There's room for a new table again" in answer.text
    assert str(channels[2].id) not in answer.text
    assert answer.shown.labels == close_buttons(4)
    assert "This table is closed." in world.messages(channel=channels[2])[-1].text
    answer = await ada.press("Close table 3", on=listed)
    assert answer.shown.labels == close_buttons(4), "pressed twice"

    question = (await ada.press("Close table 1", on=listed)).shown
    assert question.title == "End the game for everybody?"
    assert (await world.load_table(channels[0].id)).phase == "playing"
    answer = await ada.press("Yes, end it", on=question)
    assert answer.shown.labels == close_buttons(3)
    question = (await ada.press("Close table 2", on=listed)).shown
    assert question.title == "Leave the game?"
    await ada.press("Yes, leave", on=question)
    table = await world.load_table(channels[1].id)
    assert (table.phase, table.host) == ("over", ben.id), "this game ends with who is left"
    await ada.press("Close table 4", on=listed)
    answer = await ada.press("Close table 5", on=listed)
    assert answer.text == "All your tables are closed. `/cats play` opens a new one."


async def test_of_many_tables_opened_at_once_five_are_open(world: World) -> None:
    ada, *_ = world.people
    channels = [world.new_channel(f"side {number}") for number in range(14)]
    answers = await world.race(
        *(ada.slash("cats play", game=NUMBERS, channel=channel) for channel in channels)
    )
    assert open_tables(world) == 5
    assert sum(TOO_MANY in answer.text for answer in answers) == 9


async def open_and_cancel(who: Person) -> str:
    told = (await who.slash("cats play", game=NUMBERS)).text
    if told.startswith("You're in"):
        await who.slash("cats end")
        await who.press("c1:d:*:end-yes")
    return told


async def test_nobody_opens_tables_all_day_long(world, monkeypatch):
    monkeypatch.setattr("bot.services.lobby.MAX_OPENED_TABLES_PER_HOUR", most := 3)
    ada, ben, *_ = world.people
    for _ in range(most):
        assert (await open_and_cancel(ada)).startswith("You're in")
        await world.advance(10)
    until = int(world.now()) - 10 * most + 3600
    answer = await open_and_cancel(ada)
    assert "a lot of tables for one hour" in answer
    (shown,) = re.findall(r"<t:(\d+):t>", answer)
    assert abs(int(shown) - until) < 60
    assert (await open_and_cancel(ben)).startswith("You're in")
    await world.jump(int(shown) - world.now() + 1)
    assert (await open_and_cancel(ada)).startswith("You're in")
