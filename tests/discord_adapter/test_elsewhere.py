"""Presses from where the table is not: other channels, and servers without the bot."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.bench.world import Answer, Person, World
from bot.demo.shown import Shown
from bot.discord_adapter.channels import INVITATION_PERMISSIONS
from bot.i18n import text
from tests.play.evening import (
    deal,
    find_asked_player,
    finish,
    hand,
    load_game,
    load_match,
    load_table,
    press_id,
    sit_down,
)

ACTIONS = ("end", "end-yes", "leave", "leave-yes", "table", "set:clock/1")


@pytest.fixture
async def press_elsewhere(world: World) -> Callable[[Person, Shown, str], Any]:
    """Return a way to press something as if it stood in a channel of another server.

    Eve may do anything there, the others are guests.
    """
    eve = world.add("Eve")
    guild = world.env.create_guild("Elsewhere", owner=eve.actor.user)
    for person in world.people:
        guild.add_member(person.actor.user)
    channel, home = guild.create_text_channel("hall"), world.guild

    async def pressed(person: Person, on: Shown, custom_id: str) -> Answer:
        world.guild = guild
        try:
            return await press_id(person, replace(on, channel=channel.id), custom_id)
        finally:
            world.guild = home

    world.people = (*world.people, eve)
    return pressed


async def test_a_press_from_another_channel_does_nothing_and_is_answered(
    world: World, press_elsewhere: Callable[..., Any]
) -> None:
    ada, ben, *_, eve = world.people

    async def check(*actions: str) -> None:
        before = await load_table(world)
        for action, person in product(actions, (ada, ben, eve)):
            answer = await press_elsewhere(person, world.board(), f"c1:d:{before.id}:{action}:")
            assert answer.text == text("en")("old-button"), action
            assert answer.shown.ephemeral
        assert await load_table(world) == before

    await sit_down(world, ada, ben)
    await check(*ACTIONS)
    await ada.press("c1:d:*:start", on=world.board())
    await check(*ACTIONS)
    who, before = find_asked_player(world), await load_match(world)
    move = (await hand(who)).matching("c1:m:*:cat/")[0].custom_id
    for custom_id in (move, f"c1:l:{before.id}:0:"):
        answer = await press_elsewhere(who, world.board(), custom_id)
        assert answer.text == text("en")("old-button")
    assert (await load_game(world)).state == before.state
    await finish(world)
    await check("rematch", "check", "leave")


async def test_a_lesson_goes_on_in_any_channel_but_for_its_person_alone(
    world: World, press_elsewhere: Callable[..., Any]
) -> None:
    ada, *_, eve = world.people
    await ada.slash("cats learn")
    lesson = ada.private()
    table = lesson.control("c1:d:*:leave").custom_id.split(":")[2]
    for action in ("end-yes", "leave", "learn-again", "go-on", "table"):
        answer = await press_elsewhere(eve, lesson, f"c1:d:{table}:{action}:")
        assert answer.text == text("en")("lesson-other")
    there = await ada.slash("cats learn", channel=world.new_channel("other"))
    answer = await world.click(ada, there.shown, there.shown.matching("c1:m:*:cat/")[0], {})
    assert answer.kind == "update"
    assert answer.shown.matching("c1:m:*:skip")


async def test_in_a_server_without_the_bot_everything_is_answered_with_an_invitation(
    world: World,
) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    own, before = await hand(ada), await load_table(world)
    ada.set_locale("de")
    state = world.bot._connection
    guild = world.bot.get_guild(world.guild.id)
    assert guild
    state._remove_guild(guild)
    answers = [
        await ada.slash("cats play"),
        await ada.slash("cats help"),
        await ada.press("c1:l:", on=world.board()),
        await press_id(ada, own, "c0:old"),
    ]
    for answer in answers:
        assert answer.kind == "message"
        assert answer.shown.ephemeral
        assert text("de")("not-a-member") in answer.text
        ((link,),) = (row["components"] for row in answer.shown.wire["components"])
        assert link["url"] == (
            f"https://discord.com/oauth2/authorize?client_id={world.bot.application_id}"
            "&scope=bot+applications.commands&permissions=309237697536"
            f"&guild_id={world.guild.id}&integration_type=0"
        )
    kept = world.find(own.id)
    assert kept is not None
    assert kept.text == own.text
    assert (await load_table(world)).version == before.version


async def test_an_unavailable_server_is_not_taken_for_one_without_the_bot(world: World) -> None:
    ada, *_ = world.people
    guild = world.bot.get_guild(world.guild.id)
    assert guild is not None
    guild.unavailable = True
    assert (await ada.slash("cats help")).shown.title == "Hello from the cats!"


async def test_a_press_outside_of_any_server_is_answered_as_well(world: World) -> None:
    ada, ben, *_ = world.people
    await deal(world, ada, ben)
    late = await world.hold_up(ada.press("c1:l:", on=world.board()))
    member = late.payload.pop("member")
    del late.payload["guild_id"]
    late.payload["user"] = member["user"]
    late.payload["channel"] = {"id": str(world.channel.id), "type": 1, "recipients": []}
    await world.repeat(late)
    late.check()
    assert text("en")("not-a-member") in late.text
    assert "guild_id" not in late.shown.wire["components"][0]["components"][0]["url"]


def test_the_readme_invites_the_bot_with_the_same_permissions() -> None:
    assert INVITATION_PERMISSIONS.value == 309237697536
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"permissions={INVITATION_PERMISSIONS.value}" in readme
