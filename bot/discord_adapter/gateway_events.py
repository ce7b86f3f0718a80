"""The gateway's events that a client hears, and the little that it keeps of its servers.

discord.py keeps all channels, roles and threads that the gateway tells of: 16 to 232 KB a server.
None of it is needed, as an interaction brings its own channel and permissions along. So of all
events these few are heard, and most of them in our own way. discord.py has no setting for that; it
finds what reads an event in a dictionary of its `ConnectionState`:
https://github.com/Rapptz/discord.py/blob/v2.7.1/discord/gateway.py#L587
"""

import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import discord
from cachetools import TTLCache

LIBRARY_EVENTS = ("READY", "RESUMED", "GUILD_DELETE")
"""Events that discord.py reads by itself: none adds more than a server's id."""
KEPT_GUILD_FIELDS = ("id", "unavailable")
"""What discord.py gets to know of a server."""
CHANNEL_DEFAULTS = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": 0,
    "message_count": 0,
    "member_count": 0,
}
"""What discord.py reads of an interaction's channel that it does not know, and what stands in for
it: Discord promises no more than id and type, and for threads their parent and metadata.
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""
KEPT_MESSAGE_FIELDS = ("id", "type", "flags", "attachments")
"""What is read of the message that was pressed: our own, of which the tables know the rest."""
LAST_MESSAGE_TTL_SECONDS = 5.0
"""For which what was told counts: who writes within them is not seen to have written."""
THREAD_CHANNEL_TYPES = (10, 11, 12)
"""https://docs.discord.com/developers/resources/channel#channel-object-channel-types"""

EventData = Mapping[str, Any]
"""What an event tells."""


class LastMessages:
    """The last message of channels, where an interaction has told it lately.

    Whoever opens their screen from far up in the channel would miss it: the board then comes along
    below what others have written. And a board is not asked for its place with each move.

    Each interaction tells it of the channel where it was made, threads included
    (https://github.com/discord/discord-api-docs/pull/7836). discord.py drops it. Messages that one
    person alone sees are none of the channel's.
    """

    def __init__(self, steady: Callable[[], float] = time.monotonic) -> None:
        """Know nothing so far; `steady`: a clock that nobody sets."""
        self._message_by_channel: TTLCache[int, int, float] = TTLCache(
            inf, LAST_MESSAGE_TTL_SECONDS, steady
        )

    def note_channel(self, channel: Mapping[str, Any]) -> None:
        """Take a channel as an interaction tells of it."""
        if told := channel.get("last_message_id"):
            self._message_by_channel[int(channel["id"])] = int(told)

    def forget(self, channel: int) -> None:
        """Drop what was told of a channel, because there is something newer."""
        self._message_by_channel.pop(channel, None)

    def of(self, channel: int) -> int | None:
        """Return the id of a channel's newest message, None if it was not told lately."""
        return self._message_by_channel.get(channel)


class GatewayEvents:
    """Reads a client's events from the gateway, and keeps the least of them."""

    def __init__(self, client: discord.Client, newest: LastMessages) -> None:
        """Read the events of a client that has not connected yet; `newest` hears of channels.

        The client is told of some in discord.py's way (`on_raw_thread_update`,
        `on_raw_thread_delete`, `on_interaction`, `on_guild_available`, `on_guild_unavailable`), and
        of two in our own: `on_raw_guild_join` with the whole server that the bot has joined, and
        `on_raw_channel_delete` with the id of a channel that is gone.
        """
        self._client = client
        self._last_messages = newest
        self._state = client._connection
        self._threads: dict[int, set[int]] = {}
        """By channel: threads in it that the bot is in or was used in, until they are archived."""
        parsers = self._state.parsers
        self._read_guild = parsers["GUILD_CREATE"]
        self._read_interaction = parsers["INTERACTION_CREATE"]
        heard = {event: parsers[event] for event in LIBRARY_EVENTS}
        parsers.clear()
        parsers.update(heard)
        parsers["GUILD_CREATE"] = self._on_guild_create
        parsers["INTERACTION_CREATE"] = self._on_interaction_create
        parsers["CHANNEL_DELETE"] = self._on_channel_delete
        parsers["THREAD_UPDATE"] = self._on_thread_update
        parsers["THREAD_DELETE"] = self._on_thread_delete

    def _on_guild_create(self, data: EventData) -> None:
        """Take note of a server; where the bot is new, it is told of as a whole.

        Such a one does not say whether it is available:
        https://docs.discord.com/developers/events/gateway-events#guild-create
        """
        for thread in data.get("threads", ()):
            if "member" in thread:  # the bot is in it
                self._threads.setdefault(int(thread["parent_id"]), set()).add(int(thread["id"]))
        self._read_guild({name: data[name] for name in KEPT_GUILD_FIELDS if name in data})
        if data.get("unavailable") is None:
            whole = discord.Guild(data=data, state=self._state)  # type: ignore[arg-type]
            self._client.dispatch("raw_guild_join", whole)

    def _on_interaction_create(self, data: dict[str, Any]) -> None:
        """Answer an interaction, whatever Discord leaves out of its channel.

        discord.py would make objects of all that the pressed message shows: half of its work here.
        """
        if channel := data.get("channel"):
            self._last_messages.note_channel(channel)
            data["channel"] = CHANNEL_DEFAULTS | channel
            if channel.get("type") in THREAD_CHANNEL_TYPES:
                threads = self._threads.setdefault(int(channel["parent_id"]), set())
                threads.add(int(channel["id"]))
        if message := data.get("message"):
            pressed = {name: message[name] for name in KEPT_MESSAGE_FIELDS if name in message}
            data["message"] = pressed | {"content": ""}
        self._read_interaction(data)

    def _on_channel_delete(self, data: EventData) -> None:
        """Tell of a channel and its threads, of which Discord says nothing.

        https://github.com/discordjs/discord.js/pull/10883
        """
        channel = int(data["id"])
        for gone in (channel, *self._threads.pop(channel, ())):
            self._client.dispatch("raw_channel_delete", gone)

    def _on_thread_update(self, data: Any) -> None:
        """Tell of a change; an archived thread is opened again by whoever plays in it."""
        if data["thread_metadata"]["archived"]:
            self._forget_thread(data)
        self._client.dispatch("raw_thread_update", discord.RawThreadUpdateEvent(data))

    def _on_thread_delete(self, data: Any) -> None:
        """Tell of a thread that was deleted."""
        self._forget_thread(data)
        self._client.dispatch("raw_thread_delete", discord.RawThreadDeleteEvent(data))

    def _forget_thread(self, thread: EventData) -> None:
        parent = int(thread["parent_id"])
        threads = self._threads.get(parent, set())
        threads.discard(int(thread["id"]))
        if not threads:
            self._threads.pop(parent, None)
