"""What is kept of servers, and what is heard of them, by the real gateway and HTTP client."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import discord as library
import pytest
from msgspec import Struct

from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.gateway_events import LIBRARY_EVENTS
from tests.databases import address, run_sql
from tests.fake_discord import USER
from tests.patience import until
from tests.survival import wire
from tests.survival.loopback import CHANNEL, GUILD, Loopback, Wire
from tests.survival.people import People
from tests.survival.processes import run_client

OTHER, THREAD = 4000, 4001
"""A channel and a thread in it."""
PARTIAL = ("id", "type", "name", "permissions", "parent_id", "guild_id", "flags", "position")
"""https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object"""


class Size(Struct, frozen=True):
    """How much there is in a server."""

    channels: int = 15
    roles: int = 8
    threads: int = 2
    emojis: int = 5
    members: int = 40


SMALL = Size()
MEDIUM = Size(channels=60, roles=40, threads=15, emojis=60, members=2_000)


def server(id_: int, size: Size, ids: Iterator[int]) -> Wire:
    """Return a server that was there before, as the gateway tells of it."""
    roles = [{**wire.guild()["roles"][0], "id": str(id_)}]
    for number in range(size.roles):
        roles.append(_role(next(ids), number))
    channels = [_channel(next(ids), number, roles) for number in range(size.channels)]
    threads = [_thread(next(ids), channels[number % 10]) for number in range(size.threads)]
    emojis: list[Wire] = [
        {"id": str(next(ids)), "name": f"cat_{number}", "roles": [], "require_colons": True}
        | {"managed": False, "animated": False, "available": True}
        for number in range(size.emojis)
    ]
    me: Wire = {"user": USER, "roles": [roles[-1]["id"]], "joined_at": wire.now(), "flags": 0}
    me |= {"deaf": False, "mute": False, "nick": None, "avatar": None, "pending": False}
    features = ["COMMUNITY", "NEWS", "SOUNDBOARD", "AUTO_MODERATION", "INVITE_SPLASH"]
    about: Wire = {"id": str(id_), "name": f"The Cats of Street {id_ % 1000}", "features": features}
    about |= {"roles": roles, "channels": channels, "threads": threads, "emojis": emojis}
    about |= {"members": [me], "member_count": size.members, "large": size.members > 250}
    about |= {"icon": f"{id_:032x}", "description": "Cats meet here. " * 5, "premium_tier": 1}
    about |= {"owner_id": str(next(ids)), "preferred_locale": "de", "joined_at": wire.now()}
    about |= {"system_channel_id": channels[0]["id"], "rules_channel_id": channels[0]["id"]}
    return wire.guild() | about


def _role(id_: int, number: int) -> Wire:
    about: Wire = {"id": str(id_), "name": f"role {number}", "permissions": "2248473465835073"}
    about |= {"color": 3447003, "hoist": False, "position": number, "managed": False, "flags": 0}
    return about | {"mentionable": True, "icon": None, "unicode_emoji": None}


def _channel(id_: int, number: int, roles: list[Wire]) -> Wire:
    overwrites = [
        {"id": role["id"], "type": 0, "allow": "1024", "deny": "2048"} for role in roles[:3]
    ]
    about: Wire = {"name": f"channel-{number}", "position": number, "topic": "Cats and so on."}
    about |= {"permission_overwrites": overwrites, "last_message_id": str(id_), "flags": 0}
    return wire.channel(id_) | about | {"rate_limit_per_user": 0}


def _thread(id_: int, parent: Wire) -> Wire:
    about: Wire = {"id": str(id_), "type": 11, "name": "an evening", "parent_id": parent["id"]}
    about |= {"owner_id": str(id_), "message_count": 40, "member_count": 5, "flags": 0}
    times = {"archive_timestamp": wire.now(), "auto_archive_duration": 1440}
    return about | {"thread_metadata": {"archived": False, "locked": False, **times}}


@pytest.fixture
def ids() -> Iterator[int]:
    return count(10**18)


def a_thread(**changes: object) -> Wire:
    """Return an active thread in the other channel, as its own events tell of it."""
    times = {"archived": False, "locked": False, "auto_archive_duration": 1440}
    about = {"id": str(THREAD), "type": 11, "name": "side", "parent_id": str(OTHER)}
    about |= {"owner_id": "1", "message_count": 1, "member_count": 1, "guild_id": str(GUILD)}
    return {**about, "thread_metadata": {**times, "archive_timestamp": wire.now()}, **changes}


def in_thread() -> Wire:
    """Return the same, as an interaction tells of it."""
    about = {name: value for name, value in a_thread().items() if name in PARTIAL}
    return {**about, "thread_metadata": a_thread()["thread_metadata"], "permissions": "0"}


def phases(folder: Path) -> list[str]:
    """Return how the tables are, the oldest first."""
    found = run_sql(address(folder / "cats.db"), "SELECT phase FROM tables ORDER BY id")
    return [str(phase) for (phase,) in found]


def count_kept_objects(guild: library.Guild) -> int:
    """Return how much discord.py keeps of a server."""
    expressions = (*guild.emojis, *guild.stickers, *guild.soundboard_sounds)
    events = (*guild.stage_instances, *guild.scheduled_events)
    own = (member for member in guild.members if member != guild.me)
    return sum(map(len, (guild.channels, guild.threads, guild.roles, expressions, events, [*own])))


def test_discord_py_reads_events_as_we_know_it() -> None:
    parsers = library.Client(intents=library.Intents(guilds=True))._connection.parsers
    known = {
        *LIBRARY_EVENTS,
        "GUILD_CREATE",
        "INTERACTION_CREATE",
        "CHANNEL_DELETE",
        "THREAD_UPDATE",
    }
    assert known <= parsers.keys(), (
        f"discord.py {library.__version__} reads the gateway's events elsewhere, so that all of "
        "each server would be kept: look up where, and change bot/discord_adapter/gateway_events.py"
    )


async def test_of_a_server_hardly_anything_is_kept(
    discord: Loopback, client: CatsClient, people: People, ids: Iterator[int]
) -> None:
    whole = server(GUILD, MEDIUM, ids)
    role = {"guild_id": str(GUILD), "role": {**whole["roles"][1], "id": str(next(ids))}}
    channel = {**wire.channel(next(ids)), "guild_id": str(GUILD)}
    for event, data in (
        ("GUILD_CREATE", whole),
        ("GUILD_UPDATE", whole),
        ("GUILD_ROLE_CREATE", role),
        ("CHANNEL_CREATE", channel),
        ("CHANNEL_UPDATE", channel),
        ("THREAD_CREATE", a_thread(newly_created=True)),
        ("THREAD_UPDATE", a_thread(name="renamed")),
        ("THREAD_LIST_SYNC", {"guild_id": str(GUILD), "threads": [a_thread()], "members": []}),
    ):
        await discord.dispatch(event, data)
    click = await people[0].slash("play")
    assert click.acknowledged.is_set()
    guild = client.get_guild(GUILD)
    assert guild
    assert not guild.unavailable
    assert count_kept_objects(guild) == 0


async def test_of_a_new_server_hardly_anything_is_kept_once_it_is_greeted(
    discord: Loopback, client: CatsClient, people: People, ids: Iterator[int]
) -> None:
    new = server(next(ids), SMALL, ids)
    del new["unavailable"]
    first = int(new["channels"][0]["id"])
    await discord.dispatch("GUILD_CREATE", new)
    await until(lambda: any(shown.channel == first for shown in discord.messages.values()))
    guild = client.get_guild(int(new["id"]))
    assert guild
    assert count_kept_objects(guild) == 0


async def test_a_deleted_channel_or_thread_closes_its_table_and_those_in_its_threads(
    discord: Loopback, monkeypatch: pytest.MonkeyPatch, people: People, tmp_path: Path
) -> None:
    ada, ben = people
    discord.told_of[THREAD] = in_thread()
    deleted = {**wire.channel(OTHER), "guild_id": str(GUILD)}
    async with run_client(discord, monkeypatch, tmp_path / "cats.db"):
        for channel in (CHANNEL, OTHER, THREAD):
            await ada.slash("play", channel)
        gone = {name: a_thread()[name] for name in ("id", "guild_id", "parent_id", "type")}
        await discord.dispatch("THREAD_DELETE", gone)
        await until(lambda: phases(tmp_path) == ["lobby", "lobby", "closed"])
        await discord.dispatch("CHANNEL_DELETE", {**deleted, "id": str(CHANNEL)})
        await until(lambda: phases(tmp_path) == ["closed", "lobby", "closed"])
        await ben.slash("play", THREAD)
        await ben.slash("play")
        await discord.dispatch("CHANNEL_DELETE", deleted)
        await until(lambda: phases(tmp_path) == [*["closed"] * 4, "lobby"])
        await ben.slash("play", THREAD)
    discord.online.clear()
    async with run_client(discord, monkeypatch, tmp_path / "cats.db"):
        joined = a_thread(member={"join_timestamp": wire.now(), "flags": 0})
        await discord.dispatch("GUILD_CREATE", {**wire.guild(), "threads": [joined]})
        await discord.dispatch("CHANNEL_DELETE", deleted)
        await until(lambda: phases(tmp_path)[3:] == ["closed", "lobby", "closed"])


@pytest.mark.parametrize("kind", [2, "thread"])
@pytest.mark.usefixtures("client")
async def test_a_press_is_answered_whatever_little_is_told_of_its_channel(
    discord: Loopback, people: People, tmp_path: Path, kind: int | str
) -> None:
    little = in_thread() if kind == "thread" else {"id": str(OTHER), "type": kind}
    discord.told_of[int(little["id"])] = little
    await people[0].slash("play", int(little["id"]))
    assert phases(tmp_path) == ["lobby"]
    await people[1].press(":join:")
    await until(lambda: "Ben" in discord.board().text)
