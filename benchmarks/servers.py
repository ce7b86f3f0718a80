"""What the bot's servers cost it: `python -m benchmarks.servers`; all options: `--help`.

Small, medium and large servers are told of as the gateway does it, in the bytes that the gateway
sends, to as many clients as Discord asks shards for so many servers.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import discord
from discord.utils import _from_json
from msgspec import Struct, json

from benchmarks.processes import cost
from bot.edge.client import CatsClient, Session
from bot.games.box import games_on
from bot.games.registry import GAMES
from bot.store.shards import Shard
from bot.store.store import Store
from tests.fake_discord import APPLICATION, USER
from tests.survival import wire

OF_A_SHARD = 2500
"""Most servers of one: https://docs.discord.com/developers/events/gateway#sharding"""
PARSED = 0.2
"""Milliseconds that a server may take once its bytes are read."""
KEPT = 0.25
"""Gigabytes that 50,000 may keep."""

Wire = dict[str, Any]


class Size(Struct, frozen=True):
    """How much there is in a server."""

    share: float
    """How many of all servers are so."""
    channels: int
    roles: int
    threads: int
    emojis: int
    members: int


SIZES = {
    "small": Size(0.75, channels=15, roles=8, threads=2, emojis=5, members=40),
    "medium": Size(0.21, channels=60, roles=40, threads=15, emojis=60, members=2_000),
    "large": Size(0.04, channels=250, roles=150, threads=60, emojis=250, members=90_000),
}


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


def sizes(servers: int) -> Iterator[Size]:
    """Yield so many sizes, each as often as its share, evenly spread."""
    told = dict.fromkeys(SIZES, 0)
    for number in range(1, servers + 1):
        name = max(SIZES, key=lambda size: SIZES[size].share * number - told[size])
        told[name] += 1
        yield SIZES[name]


class Shares:
    """The clients of all shards, and how long they take to hear of their servers."""

    def __init__(self, servers: int, clients: list[discord.Client]) -> None:
        """Tell these clients of so many servers, to each of as many."""
        self._servers = servers
        self._clients = clients
        self._ids = count(10**18)
        self.read = 0.0
        """Seconds of CPU time in which JSON was read."""
        self.parsed = 0.0
        """The same in which discord.py and the bot saw to what was read."""

    def tell(self) -> None:
        """Tell of all servers, those of each shard one after the other."""
        each = -(-self._servers // len(self._clients))
        found = sizes(self._servers)
        for client in self._clients:
            parsers: dict[str, Callable[[Any], None]] = client._connection.parsers
            guilds = [next(self._ids) for _ in range(each)]
            ready: Wire = {"v": 10, "user": USER, "session_id": "s", "shard": [0, 1]}
            ready |= {"application": {"id": str(APPLICATION), "flags": 0}}
            ready["guilds"] = [{"id": str(id_), "unavailable": True} for id_ in guilds]
            parsers["READY"](ready)
            for id_, size in zip(guilds, found, strict=False):
                text = json.encode(server(id_, size, self._ids)).decode()
                began = time.thread_time()
                told = _from_json(text)
                read = time.thread_time()
                parsers["GUILD_CREATE"](told)
                self.parsed += time.thread_time() - read
                self.read += read - began

    def click(self) -> None:
        """Let somebody in each server press something, as far as discord.py keeps what comes."""
        for client in self._clients:
            for guild in client.guilds:
                person = wire.user(next(self._ids), "Ada")
                press = wire.interaction(next(self._ids), person, next(self._ids), 3, {}, guild.id)
                discord.Interaction(data=press, state=client._connection)  # type: ignore[arg-type]


async def measured(servers: int, bare: bool) -> bool:
    """Print what so many servers cost the bot, or a `bare` client; return whether it is little."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=".")))
        store = await Store.open(f"sqlite:///{folder / 'cats.db'}", games_on(GAMES))
        stack.push_async_callback(store.close)
        clients = list[discord.Client]()
        shards = -(-servers // OF_A_SHARD)
        for number in range(shards):
            if bare:
                intents, flags = discord.Intents(guilds=True), discord.MemberCacheFlags.none()
                client = discord.Client(intents=intents, member_cache_flags=flags)
            else:
                client = CatsClient(store, session=Session(Shard(number, shards)))
            clients.append(await stack.enter_async_context(client))
        shares, idle = Shares(servers, clients), cost(os.getpid()).megabytes
        shares.tell()
        kept = cost(os.getpid()).megabytes - idle
        assert sum(len(client.guilds) for client in clients) >= servers
        shares.click()
        clicked = cost(os.getpid()).megabytes - idle
    load = os.getloadavg()[0]
    print(f"{servers:,} servers in {shards} shards; {idle:.0f} MB before, load {load:.1f}")
    print(f"kept: {kept:.0f} MB, {1000 * kept / servers:.1f} KB each")
    print(f"after a press in each: {clicked:.0f} MB, {1000 * clicked / servers:.1f} KB each")
    read, parsed = 1000 * shares.read / servers, 1000 * shares.parsed / servers
    print(
        f"each: {read:.3f} ms of CPU time to read the JSON, {parsed:.3f} ms to parse what was read"
    )
    return parsed <= PARSED and clicked / servers <= 1000 * KEPT / 50_000


def main() -> None:
    """Measure, and end with 1 if the servers cost more than they may."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--servers", type=int, default=50_000)
    arguments.add_argument("--bare", action="store_true", help="a client of discord.py alone")
    options = arguments.parse_args()
    raise SystemExit(0 if asyncio.run(measured(options.servers, options.bare)) else 1)


if __name__ == "__main__":
    main()
