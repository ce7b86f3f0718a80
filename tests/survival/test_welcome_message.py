"""The one message to a server in which the bot is new, by the real gateway and HTTP client."""

import logging
from pathlib import Path
from typing import Any

import pytest

from bot.discord_adapter.client import CatsClient
from bot.i18n import text
from tests.fake_discord import APPLICATION, USER
from tests.patience import until
from tests.survival import wire
from tests.survival.loopback import Loopback, Shown
from tests.survival.people import People, Person
from tests.survival.processes import run_client

NEW, FIRST, SECOND = 2001, 3001, 3002
"""A server and its two channels."""
SILENT = 1 << 12
LOGGER = "bot.discord_adapter.welcome_messages"
VIEW, SEND, EMBED, ATTACH = 1 << 10, 1 << 11, 1 << 14, 1 << 15


def server(**changes: Any) -> wire.Wire:
    """Return a server with two channels, as Discord tells of it when the bot joins."""
    may = VIEW | SEND | EMBED | ATTACH
    everyone = {**wire.guild()["roles"][0], "id": str(NEW), "permissions": str(may)}
    member = {"user": USER, "roles": [], "joined_at": wire.now(), "flags": 0}
    member |= {"deaf": False, "mute": False}
    channels = [wire.channel(FIRST), {**wire.channel(SECOND), "position": 1}]
    about = {"id": str(NEW), "roles": [everyone], "members": [member], "channels": channels}
    told = {**wire.guild(), **about, "preferred_locale": "en-US", **changes}
    del told["unavailable"]  # stands in what is told of servers that were there before
    return told


def without(channel: wire.Wire, denied: int) -> wire.Wire:
    """Return a channel in which the bot may not do all."""
    overwrite = {"id": str(APPLICATION), "type": 1, "allow": "0", "deny": str(denied)}
    return {**channel, "permission_overwrites": [overwrite]}


def greetings(discord: Loopback) -> list[Shown]:
    """Return what was posted in the new server."""
    public = (shown for shown in discord.messages.values() if shown.reader is None)
    return [shown for shown in public if shown.channel in (FIRST, SECOND)]


async def join_and_read_greeting(discord: Loopback, guild: wire.Wire) -> Shown:
    """Let the bot join a server, and return the greeting."""
    await discord.dispatch("GUILD_CREATE", guild)
    await until(lambda: greetings(discord))
    (greeting,) = greetings(discord)
    return greeting


async def removed_and_joined(discord: Loopback, client: CatsClient, person: Person) -> None:
    """Let the bot leave the new server and join it again, and then do something else."""
    await discord.dispatch("GUILD_DELETE", {"id": str(NEW)})
    await until(lambda: client.get_guild(NEW) is None)
    await discord.dispatch("GUILD_CREATE", server())
    await until(lambda: client.get_guild(NEW))
    await client.store.bot.set_setting("later", "")  # changes are written one after another
    await person.slash("help")


async def test_a_new_server_is_greeted_in_its_system_channel_and_the_greeting_opens_tables(
    discord: Loopback, client: CatsClient, people: People
) -> None:
    await people[0].slash("play")
    assert not [shown for shown in discord.messages.values() if ":help:" in str(shown.ids())], (
        "a server that was there is not greeted"
    )
    greeting = await join_and_read_greeting(discord, server(system_channel_id=str(SECOND)))
    assert client.get_guild(NEW)
    assert greeting.channel == SECOND
    for title in ("Cloaked Cats", "Catham City", "Quickpick", "Liar's Dice", "Who Barked?"):
        assert f"**{title}** · " in greeting.text
    assert [id_.removeprefix("c1:d:0:") for id_ in greeting.ids()] == [
        "play:cloaked_cats",
        "play:catham_city",
        "play:quickpick",
        "play:liars_dice",
        "play:who_barked",
        "learn:",
        "help:",
    ]
    (posted,) = [r for r in discord.requests if r.path == f"/channels/{SECOND}/messages"]
    assert posted.body["flags"] & SILENT
    assert posted.files == ("games.jpg",)

    assert text("en")("help-title") in (await people[1].press(":help:", on=greeting)).text
    await people[0].press(":play:cloaked_cats", on=greeting)
    await until(lambda: "Ada (host)" in greetings(discord)[-1].text)
    assert (await client.services.tables.find_open_table(SECOND)) is not None


ONLY_SECOND = server(
    channels=[without(wire.channel(FIRST), EMBED), {**wire.channel(SECOND), "position": 1}],
    system_channel_id=str(FIRST),
)


@pytest.mark.parametrize(
    ("guild", "channel", "words", "has_picture"),
    [
        (server(preferred_locale="de"), FIRST, "Hallo, wir sind die Katzen!", True),
        (ONLY_SECOND, SECOND, "", True),
        (server(channels=[without(wire.channel(FIRST), ATTACH)]), FIRST, "", False),
    ],
    ids=["German", "no right to write in the first channel", "no right to attach files"],
)
@pytest.mark.usefixtures("client")
async def test_the_greeting_speaks_the_servers_language_and_comes_where_and_with_what_it_may(
    discord: Loopback, guild: wire.Wire, channel: int, words: str, has_picture: bool
) -> None:
    greeting = await join_and_read_greeting(discord, guild)
    assert greeting.channel == channel
    assert words in greeting.text
    assert bool(greeting.wire["attachments"]) == has_picture


@pytest.mark.usefixtures("client")
async def test_where_the_bot_may_write_nowhere_nothing_is_said(
    discord: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    await discord.dispatch("GUILD_CREATE", server(channels=[without(wire.channel(FIRST), SEND)]))
    await until(lambda: list_log_lines(caplog))
    assert [record.levelname for record in list_log_lines(caplog)] == ["INFO"]
    assert greetings(discord) == []


async def test_a_server_is_greeted_once_even_if_the_bot_comes_back(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, people: People
) -> None:
    async with run_client(discord, monkeypatch, tmp_path / "cats.db") as client:
        await join_and_read_greeting(discord, server())
        await removed_and_joined(discord, client, people[0])
    discord.online.clear()
    async with run_client(discord, monkeypatch, tmp_path / "cats.db") as client:
        await removed_and_joined(discord, client, people[0])
    assert len(greetings(discord)) == 1


@pytest.mark.parametrize("fault", [{"status": 403, "code": 50013}, {"reset": True}])
async def test_a_greeting_that_fails_is_told_in_one_line_and_not_tried_again(
    discord: Loopback,
    client: CatsClient,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    people: People,
    fault: dict[str, Any],
) -> None:
    monkeypatch.setattr("bot.discord_adapter.channels.MESSAGE_REQUEST_TIMEOUT_SECONDS", 1.0)
    failing = discord.fail("POST", f"/channels/{FIRST}/messages", **fault, times=99)
    await discord.dispatch("GUILD_CREATE", server())
    await until(lambda: list_log_lines(caplog))
    (line,) = list_log_lines(caplog)
    assert "could not be greeted" in line.getMessage()
    failing.times = 0
    await removed_and_joined(discord, client, people[0])
    assert greetings(discord) == []


def list_log_lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """Return what the log tells of greetings."""
    return [
        record for record in caplog.records if record.name == "bot.discord_adapter.welcome_messages"
    ]
