"""Discord's JSON and forms, as far as the loopback Discord needs them."""

import re
from datetime import UTC, datetime
from typing import Any

from msgspec import json

from tests.fake_discord import APPLICATION, USER

Wire = dict[str, Any]

GUILD, CHANNEL = 2000, 3000
EPHEMERAL = 64
SUPPRESS_EMBEDS = 4
ALL_PERMISSIONS = str(2**53 - 1)
_NAMES = re.compile(rb'[ ;]name="([^"]*)"(?:; filename="([^"]*)")?')


def now() -> str:
    return datetime.now(UTC).isoformat()


def user(id_: int, name: str) -> Wire:
    return {"id": str(id_), "username": name, "discriminator": "0", "avatar": None}


def guild_of(channel: int, shards: int) -> int:
    """Return the server of a channel: each shard has one, and the channels belong to them in turn.

    https://docs.discord.com/developers/events/gateway#sharding
    """
    return GUILD + ((channel - CHANNEL) % shards << 22)


def channel(id_: int = CHANNEL) -> Wire:
    about = {"name": "dance-floor", "type": 0, "position": 0, "permission_overwrites": []}
    return {"id": str(id_), **about, "nsfw": False, "parent_id": None}


def thread(id_: int, parent: int, name: str) -> Wire:
    """Return a new thread that the bot has started."""
    times = {"archive_timestamp": now(), "auto_archive_duration": 1440}
    about: Wire = {"id": str(id_), "type": 11, "name": name, "parent_id": str(parent)}
    about |= {"guild_id": str(GUILD), "owner_id": str(APPLICATION), "message_count": 0}
    about |= {"member_count": 1, "permissions": ALL_PERMISSIONS}
    return about | {"thread_metadata": {"archived": False, "locked": False, **times}}


def guild(shard: int = 0) -> Wire:
    """Return the server of a shard, with one channel."""
    id_ = str(GUILD + (shard << 22))
    everyone: Wire = {"id": id_, "name": "@everyone", "permissions": ALL_PERMISSIONS}
    everyone |= {"color": 0, "hoist": False, "position": 0, "managed": False, "mentionable": False}
    lists = ("members", "threads", "emojis", "stickers", "features", "voice_states", "presences")
    about = {"id": id_, "name": "Cat Club", "owner_id": "1", "member_count": 3}
    channels = {"roles": [everyone], "channels": [channel(CHANNEL + shard)]}
    return {**about, **channels, **{name: [] for name in lists}, "unavailable": False}


def interaction(
    id_: int, person: Wire, where: int, kind: int, data: Wire, guild: int = GUILD
) -> Wire:
    """Return a command or a click that `person` made in the channel `where`.

    That comes with what the channel's own object has:
    https://github.com/discord/discord-api-docs/pull/7836
    """
    member = {"user": person, "roles": [], "joined_at": now(), "flags": 0}
    return {
        "id": str(id_),
        "token": f"token-{id_}",
        "type": kind,
        "application_id": str(APPLICATION),
        "version": 1,
        "data": data,
        "guild_id": str(guild),
        "channel_id": str(where),
        "channel": {**channel(where), "permissions": ALL_PERMISSIONS},
        "member": member | {"deaf": False, "mute": False, "permissions": ALL_PERMISSIONS},
        "app_permissions": ALL_PERMISSIONS,
        "locale": "en-US",
        "guild_locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "attachment_size_limit": 10_000_000,
    }


def message(id_: int, reader: int | None, where: int) -> Wire:
    """Return an empty message of the bot's; `reader` alone sees it, None: everybody."""
    lists = ("mentions", "mention_roles", "attachments", "embeds", "components")
    return {
        "id": str(id_),
        "channel_id": str(where),
        "author": USER,
        "content": "",
        "timestamp": now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "pinned": False,
        "type": 0,
        "flags": EPHEMERAL if reader else 0,
        **{name: [] for name in lists},
    }


def attachment(id_: int, name: str) -> Wire:
    url = f"https://cdn.test/{name}"
    return {"id": str(id_), "filename": name, "size": 1, "url": url, "proxy_url": url}


def read(content_type: str, data: bytes) -> tuple[Wire, tuple[str, ...]]:
    """Return a request's JSON and the names of its files, none of which is empty."""
    if not content_type.startswith("multipart/"):
        return (json.decode(data) if data else {}), ()
    boundary = content_type.partition("boundary=")[2].strip('"')
    body: Wire = {}
    files: list[str] = []
    for part in (b"\r\n" + data).split(f"\r\n--{boundary}".encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        found = _NAMES.search(head)
        assert found, head
        if found[1] == b"payload_json":
            body = json.decode(content)
        else:
            assert content, f"{found[2]!r} is empty"
            files.append(found[2].decode())
    return body, tuple(files)
