"""Parses the few gateway events that the bot needs, and keeps little of their content.

discord.py caches all channels, roles and threads that the gateway reports: 16 to 232 KB a server.
The bot needs none of them, because an interaction has its own channel and permissions. discord.py
has no setting for that, but a dictionary of parsers:
https://github.com/Rapptz/discord.py/blob/v2.7.1/discord/gateway.py#L587
"""

import time
from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import discord
from cachetools import TTLCache

from bot.discord_adapter.messages import make_custom_id
from bot.engine.screen import TableAction

LIBRARY_EVENTS = ("READY", "RESUMED", "GUILD_DELETE")
"""Gateway events that discord.py's own parsers handle. Of these, it keeps only ids of servers."""
KEPT_GUILD_FIELDS = ("id", "unavailable", "preferred_locale")
CHANNEL_DEFAULTS = {
    "name": "",
    "position": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": 0,
    "message_count": 0,
    "member_count": 0,
}
"""Default values for fields of an interaction's channel that discord.py reads. Discord promises
only id and type, and for threads their parent and metadata.
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""
KEPT_MESSAGE_FIELDS = ("id", "type", "flags", "attachments")
"""The fields of a pressed message's data that are passed to discord.py. Of public messages, and if
the press is about no table, these are also the components, which tell what kind of message it is.
"""
TABLELESS_PREFIX = make_custom_id(0, TableAction(""))[:-1]
"""The beginning of the custom ids of buttons and selects that are about no table."""
LAST_MESSAGE_TTL_SECONDS = 5.0
"""Seconds for which the id of a channel's newest message is remembered. Messages that are posted
within this time may go unnoticed.
"""
THREAD_CHANNEL_TYPES = (10, 11, 12)
"""https://docs.discord.com/developers/resources/channel#channel-object-channel-types"""

EventData = Mapping[str, Any]


class LastMessages:
    """Remembers the id of the newest message in each channel for a few seconds.

    It tells whether a board is still at the end of its channel, without a request for each move.
    Each interaction has the last message id of its channel, also in threads
    (https://github.com/discord/discord-api-docs/pull/7836). discord.py drops that id. Ephemeral
    messages do not count as a channel's messages.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._message_by_channel: TTLCache[int, int, float] = TTLCache(
            inf, LAST_MESSAGE_TTL_SECONDS, monotonic
        )

    def note_channel(self, channel: Mapping[str, Any]) -> None:
        """Remember the newest message of an interaction's channel, as Discord describes it."""
        if told := channel.get("last_message_id"):
            self._message_by_channel[int(channel["id"])] = int(told)

    def forget(self, channel: int) -> None:
        """Forget the newest message of a channel, because the bot has posted another one there."""
        self._message_by_channel.pop(channel, None)

    def find_last_message(self, channel: int) -> int | None:
        """Return the id of a channel's newest message, if an interaction has told it recently."""
        return self._message_by_channel.get(channel)


class GatewayEvents:
    """Parses a client's events from Discord's gateway, and keeps little of their data."""

    def __init__(self, client: discord.Client, last_messages: LastMessages) -> None:
        """Replace the event parsers of a client that has received no events yet.

        These events are dispatched as in discord.py: `on_raw_thread_update`,
        `on_raw_thread_delete`, `on_interaction`, `on_guild_available` and `on_guild_unavailable`.

        Two events do not exist in discord.py. `on_raw_guild_join` passes the whole server that the
        bot has joined. `on_raw_channel_delete` passes the id of a deleted channel or thread.
        """
        self._client = client
        self._last_messages = last_messages
        self._state = client._connection
        self._threads: dict[int, set[int]] = {}
        """Maps channels to their open threads that the bot is in, or in which people have used it.
        """
        parsers = self._state.parsers
        self._read_guild = parsers["GUILD_CREATE"]
        self._read_interaction = parsers["INTERACTION_CREATE"]
        heard = {event: parsers[event] for event in LIBRARY_EVENTS}
        parsers.clear()
        parsers.update(heard)
        parsers["GUILD_CREATE"] = self._on_guild_create
        parsers["INTERACTION_CREATE"] = self._on_interaction_create
        parsers["CHANNEL_DELETE"] = self._on_channel_delete
        parsers["THREAD_CREATE"] = self._on_thread_create
        parsers["THREAD_UPDATE"] = self._on_thread_update
        parsers["THREAD_DELETE"] = self._on_thread_delete

    def _on_guild_create(self, data: EventData) -> None:
        """Add a server to discord.py's cache. If the bot is new there, dispatch `raw_guild_join`.

        Discord's data of a new server do not say whether it is available:
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
        """Complete an interaction's channel, shorten its message, and dispatch the interaction.

        Otherwise discord.py would make objects of everything that the pressed message shows, which
        is half of its work here.
        """
        if channel := data.get("channel"):
            self._last_messages.note_channel(channel)
            data["channel"] = CHANNEL_DEFAULTS | channel
            if channel.get("type") in THREAD_CHANNEL_TYPES:
                threads = self._threads.setdefault(int(channel["parent_id"]), set())
                threads.add(int(channel["id"]))
        if message := data.get("message"):
            is_public = not message.get("flags", 0) & discord.MessageFlags.ephemeral.flag
            is_tableless = data["data"].get("custom_id", "").startswith(TABLELESS_PREFIX)
            needs_parts = is_public or is_tableless
            fields = (*KEPT_MESSAGE_FIELDS, "components") if needs_parts else KEPT_MESSAGE_FIELDS
            pressed = {name: message[name] for name in fields if name in message}
            data["message"] = {"content": "", "components": []} | pressed
        self._read_interaction(data)

    def _on_channel_delete(self, data: EventData) -> None:
        """Dispatch the deletion of a channel and of its threads, of which Discord reports nothing.

        https://github.com/discordjs/discord.js/pull/10883
        """
        channel = int(data["id"])
        for gone in (channel, *self._threads.pop(channel, ())):
            self._client.dispatch("raw_channel_delete", gone)

    def _on_thread_create(self, data: EventData) -> None:
        """Remember a thread that the bot has started for a table."""
        bot = self._client.user
        if bot and str(bot.id) == data.get("owner_id"):
            self._threads.setdefault(int(data["parent_id"]), set()).add(int(data["id"]))

    def _on_thread_update(self, data: Any) -> None:
        """Dispatch the change of a thread, and forget the thread if it was archived.

        If somebody uses the bot in the thread later, it is remembered again.
        """
        if data["thread_metadata"]["archived"]:
            self._forget_thread(data)
        self._client.dispatch("raw_thread_update", discord.RawThreadUpdateEvent(data))

    def _on_thread_delete(self, data: Any) -> None:
        self._forget_thread(data)
        self._client.dispatch("raw_thread_delete", discord.RawThreadDeleteEvent(data))

    def _forget_thread(self, thread: EventData) -> None:
        parent = int(thread["parent_id"])
        threads = self._threads.get(parent, set())
        threads.discard(int(thread["id"]))
        if not threads:
            self._threads.pop(parent, None)
