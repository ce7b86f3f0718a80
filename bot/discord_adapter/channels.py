"""Posts and edits public messages in channels, and knows the permissions that this needs."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import discord
from discord import ForumChannel

from bot.discord_adapter import rest
from bot.discord_adapter.gateway_events import LastMessages
from bot.discord_adapter.messages import make_custom_id, render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.request_gate import (
    Purpose,
    RequestGate,
    limit_request_time,
    tag_requests,
)
from bot.discord_adapter.rest import translate_errors
from bot.drawing.animation import animate
from bot.engine.screen import Picture, Press, Screen
from bot.i18n import match_language
from bot.services import messenger

log = logging.getLogger(__name__)

MESSAGE_REQUEST_TIMEOUT_SECONDS = 30.0
LIST_REQUEST_TIMEOUT_SECONDS = 1.5
"""A person waits for what is done with the list."""
FILM_FRAME_TIMEOUT_SECONDS = 20.0
UNKNOWN_MEMBER_CODES = (10007, 10013)
"""Discord's error codes for people who are not on a server, or nowhere on Discord any more. See
https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
"""
PICTURE_PERMISSION = "attach_files"
"""Without this permission, messages are posted without pictures."""
VOICE_PERMISSION = "connect"
"""The permission that the bot needs in voice and stage channels besides all others."""
VOICE_TYPES = (discord.ChannelType.voice, discord.ChannelType.stage_voice)
THREAD_TYPES = (
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
REQUIRED_PERMISSION_NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    PICTURE_PERMISSION,
)
THREAD_PERMISSION = "create_public_threads"
"""The permission that the bot needs only in servers where each table gets a thread."""
INVITATION_PERMISSIONS = discord.Permissions(
    **dict.fromkeys((*REQUIRED_PERMISSION_NAMES, THREAD_PERMISSION), True)
)
WRITE_IN_CHANNEL = discord.Permissions(send_messages=True).value
WRITE_IN_THREAD = discord.Permissions(send_messages_in_threads=True).value
START_THREAD = discord.Permissions(create_public_threads=True).value
CONNECT = discord.Permissions(connect=True).value
REQUIRED_PERMISSIONS = INVITATION_PERMISSIONS.value - START_THREAD
"""The bits of Discord's permissions. Each of them stands in one number at most once."""
MAX_CACHED_PERMISSIONS = 256
THREAD_PARENT_TYPES = (discord.ChannelType.text, discord.ChannelType.news)
"""The channels in which a thread can be started from a message."""


def make_invitation_url(application: int, guild: int | None = None) -> str:
    """Return the URL at which people add the bot to this server, or to one that they choose.

    It asks for discord.py's default scopes, `bot` and `applications.commands`.
    https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
    """
    url = discord.utils.oauth_url(
        application,
        permissions=INVITATION_PERMISSIONS,
        guild=discord.Object(guild) if guild else discord.utils.MISSING,
    )
    return f"{url}&integration_type=0"


def list_missing_permissions(
    permissions: discord.Permissions, kind: discord.ChannelType | None = None
) -> tuple[str, ...]:
    """Return the names of the permissions that the bot needs in a channel but does not have.

    A thread needs "send_messages_in_threads", and any other channel needs "send_messages". The chat
    of a voice or stage channel also needs "connect", as without it nobody sees the chat
    (https://docs.discord.com/developers/resources/message#get-channel-messages).
    """
    needed = REQUIRED_PERMISSIONS - (WRITE_IN_CHANNEL if kind in THREAD_TYPES else WRITE_IN_THREAD)
    if kind in VOICE_TYPES:
        needed += CONNECT
    return _list_names(needed & ~permissions.value)


def list_missing_for_thread(
    permissions: discord.Permissions, kind: discord.ChannelType | None = None
) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks to open a thread for a table.

    The new thread is one of this channel or, if this is a post of a forum, another post there. For
    a post, Discord ignores "create_public_threads"
    (https://docs.discord.com/developers/resources/channel#start-thread-in-forum-or-media-channel).
    """
    needed = REQUIRED_PERMISSIONS + (START_THREAD if kind in THREAD_PARENT_TYPES else 0)
    return _list_names(needed & ~permissions.value)


@lru_cache(MAX_CACHED_PERMISSIONS)
def _list_names(permissions: int) -> tuple[str, ...]:
    """Return the names of permissions, which is () at almost every click."""
    known = (*REQUIRED_PERMISSION_NAMES, THREAD_PERMISSION, VOICE_PERMISSION)
    return tuple(name for name in known if getattr(discord.Permissions(permissions), name))


def can_write(permissions: discord.Permissions, *, is_thread: bool = False) -> bool:
    """Return whether a person may send messages in a channel or thread.

    https://docs.discord.com/developers/topics/permissions#permissions-for-threads
    """
    return permissions.send_messages_in_threads if is_thread else permissions.send_messages


@dataclass(eq=False)
class ChannelMessenger(messenger.Messenger):
    """Posts, edits and deletes the bot's public messages in channels."""

    _client: discord.Client
    _renderer: PictureRenderer
    _last_messages: LastMessages = field(default_factory=LastMessages)
    _support_contact: str = ""
    _public_invite: bool = False
    _gate: RequestGate | None = None

    async def post(self, channel: int, screen: Screen, nonce: str) -> messenger.PostedMessage:
        """Post a message in a channel.

        Without mentions it is silent: people who follow the whole channel get no push notification
        (https://docs.discord.com/developers/resources/message#message-object-message-flags).
        """
        # A message without a table is replaced by no newer one.
        place = (screen.table,) if screen.table else None
        ready = await render_message(screen, self._renderer, place)
        once = {"nonce": nonce, "enforce_nonce": True}
        quiet = {} if screen.mentions or screen.role else {"flags": rest.SILENT_FLAG}
        async with self.limit_request():
            posted = await rest.post_message(
                self._client, channel, {**ready.body, **once, **quiet}, ready.files
            )
        self._last_messages.forget(channel)
        return messenger.PostedMessage(posted.id, ready.late_pictures)

    async def start_thread(self, channel: int, message: int, name: str) -> int:
        """Start a public thread from a message of the bot, and return its id."""
        async with self.limit_request():
            return await rest.start_thread(self._client, channel, message, name)

    async def find_own_thread_name(self, channel: int) -> str:
        """Return the name of a thread that the bot has started, or "" for any other channel."""
        async with self.limit_request(Purpose.OTHER):
            found = await self._client.fetch_channel(channel)
        bot = self._client.user
        if isinstance(found, discord.Thread) and bot and bot.id == found.owner_id:
            return found.name
        return ""

    async def rename_thread(self, channel: int, name: str) -> None:
        """Give a thread that the bot has started another name."""
        async with self.limit_request(Purpose.OTHER):
            await rest.rename_thread(self._client, channel, name)

    async def create_post(self, forum: int, name: str, screen: Screen) -> int:
        """Create a silent post in a forum or media channel, and return its id.

        If the forum requires a tag, the post gets the first that everybody may use.
        """
        body = (await render_message(screen, self._renderer)).body | {"flags": rest.SILENT_FLAG}
        async with self.limit_request():
            try:
                return await rest.create_post(self._client, forum, name, body)
            except discord.HTTPException as refusal:
                if refusal.code != rest.TAG_REQUIRED_CODE:
                    raise
            found = await self._client.fetch_channel(forum)
            offered = found.available_tags if isinstance(found, ForumChannel) else ()
            tags = [tag.id for tag in offered if not tag.moderated]
            return await rest.create_post(self._client, forum, name, body, tags[:1])

    async def is_forum(self, channel: int) -> bool:
        """Return whether a channel is a forum or media channel."""
        async with self.limit_request():
            return isinstance(await self._client.fetch_channel(channel), ForumChannel)

    async def make_animation(
        self, frames: Sequence[tuple[Picture, float]], max_bytes: int
    ) -> bytes | None:
        """Return a GIF, whose pictures are drawn with a low priority, or None if none was drawn."""
        drawn = [
            (
                await self._renderer.draw(
                    picture, FILM_FRAME_TIMEOUT_SECONDS, is_low_priority=True
                ),
                seconds,
            )
            for picture, seconds in frames
        ]
        boards = [(board, seconds) for board, seconds in drawn if board]
        return await asyncio.to_thread(animate, boards, max_bytes) if boards else None

    async def edit(self, channel: int, board: int, screen: Screen) -> messenger.LatePictures | None:
        """Replace the content of a board, and return the pictures that are still being drawn."""
        place = (screen.table,) if screen.table else None
        ready = await render_message(screen, self._renderer, place)
        async with self.limit_request():
            await rest.edit_message(self._client, channel, board, ready.body, ready.files)
        return ready.late_pictures

    async def delete(self, channel: int, board: int) -> None:
        """Delete a board after a newer one has replaced it."""
        async with self.limit_request(Purpose.REPLACED):
            there = self._client.get_partial_messageable(channel)
            await there.get_partial_message(board).delete()

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, or None if there is none.

        A request is sent only if no recent press or command has told the id.
        """
        if (told := self._last_messages.find_last_message(channel)) is not None:
            return told
        async with self.limit_request():
            found = await self._client.fetch_channel(channel)
        if isinstance(found, discord.abc.Messageable) and not isinstance(
            found, discord.abc.PrivateChannel
        ):
            return found.last_message_id
        return None

    async def find_audience(self, guild: int, channel: int) -> messenger.Audience:
        """Return what tells who can see a channel, which is no thread."""
        async with self.limit_request(Purpose.OTHER):
            server = await self._client.fetch_guild(guild, with_counts=False)
            return ChannelAudience(self, server, await server.fetch_channel(channel))

    async def has_message(self, channel: int, message: int) -> bool:
        """Return whether a message exists and the bot can see it."""
        there = self._client.get_partial_messageable(channel)
        try:
            async with self.limit_request():
                await there.get_partial_message(message).fetch()
        except (messenger.BoardGone, messenger.ChannelGone, messenger.NoAccess):
            return False
        return True

    async def wait_for_lull(self) -> None:
        """Wait until all other requests of this process are sent."""
        if self._gate:
            with translate_errors():
                await self._gate.wait_for_lull()

    async def has_posted(self, channel: int, presses: Collection[Press], since: float) -> bool:
        """Return whether the bot has posted one of some buttons in a channel since a time.

        Discord lists the messages only if the bot may read the message history.
        https://docs.discord.com/developers/resources/message#get-channel-messages
        """
        async with self.limit_request():
            ids = await rest.fetch_custom_ids(self._client, channel, since)
        return any(make_custom_id(0, press) in ids for press in presses)

    async def has_left(self, guild: int, user: int) -> bool:
        """Return whether a person is no member of a server, or has no account any more.

        https://docs.discord.com/developers/resources/guild#get-guild-member
        """
        async with self.limit_request(Purpose.OTHER):
            try:
                await self._client.http.get_member(guild, user)
            except discord.HTTPException as error:
                if error.code in UNKNOWN_MEMBER_CODES:
                    return True
                raise
        return False

    async def reopen(self, channel: int) -> None:
        """Reopen an archived thread, so that the bot can write there.

        A channel that is no thread is left as it is. Members of a thread may reopen it unless it is
        locked. https://docs.discord.com/developers/resources/channel#modify-channel
        """
        async with self.limit_request():
            try:
                found = await self._client.fetch_channel(channel)
                if isinstance(found, discord.Thread):
                    await found.edit(archived=False)
            except discord.HTTPException as refusal:
                what = (channel, refusal.status, refusal.code)
                log.warning("thread %s stays archived: status %s, code %s", *what)
                raise

    async def find_channels(self, guild: int, ids: Collection[int]) -> Collection[int]:
        """Return those of the channels that a server still has. If unknown, return all."""
        return await self._find_listed(rest.CHANNELS_PATH, guild, ids)

    async def find_roles(self, guild: int, ids: Collection[int]) -> Collection[int]:
        """Return those of the roles that a server still has. If unknown, return all."""
        return await self._find_listed(rest.ROLES_PATH, guild, ids)

    async def _find_listed(self, path: str, guild: int, ids: Collection[int]) -> Collection[int]:
        """Return those ids that a list of Discord's has, or all if Discord does not send it."""
        if not ids:
            return ids
        try:
            async with self.limit_request(Purpose.OTHER, LIST_REQUEST_TIMEOUT_SECONDS):
                listed = await rest.fetch_ids(self._client, path, guild)
        except messenger.RequestFailed as problem:
            log.info("channels or roles are not listed: %s", type(problem).__name__)
            return ids
        return [each for each in ids if each in listed]

    def find_language(self, guild: int) -> str:
        """Return the language of a server, which its managers choose in Discord.

        Before Discord has told of the server, and in an outage of it, the language is unknown.
        """
        found = self._client.get_guild(guild)
        if found is None or found.unavailable:
            raise messenger.Unreachable
        return match_language(str(found.preferred_locale))

    def links(self) -> Mapping[str, str]:
        """Return the URLs of "policy" and "terms", as far as the operator has set them."""
        application = self._client.application
        if application is None:
            return {}
        urls = {"policy": application.privacy_policy_url, "terms": application.terms_of_service_url}
        return {name: url for name, url in urls.items() if url}

    def support_contact(self) -> str:
        """Return how people reach the bot's operator, or "" if that is not set."""
        return self._support_contact

    def invitation_url(self) -> str:
        """Return the URL at which people add the bot to a server, or "" if it is not public."""
        application = self._client.application_id
        return make_invitation_url(application) if self._public_invite and application else ""

    @contextlib.asynccontextmanager
    async def limit_request(
        self,
        purpose: Purpose = Purpose.BOARD,
        timeout_seconds: float = MESSAGE_REQUEST_TIMEOUT_SECONDS,
    ) -> AsyncIterator[None]:
        """Cancel slow requests in the block, and convert their errors to a `RequestFailed`."""
        with translate_errors(), tag_requests(purpose):
            async with limit_request_time(self._client, timeout_seconds):
                yield


@dataclass(eq=False)
class ChannelAudience(messenger.Audience):
    """Tells who can see a channel, by its permissions at one moment.

    The bot has no list of a server's members, so it asks Discord for each of them. That takes no
    privileged intent. https://docs.discord.com/developers/resources/guild#get-guild-member
    """

    _messenger: ChannelMessenger
    _server: discord.Guild
    _channel: discord.abc.GuildChannel | discord.Thread

    async def includes(self, user: int) -> bool:
        """Return whether a person can see the channel."""
        async with self._messenger.limit_request(Purpose.OTHER):
            try:
                member = await self._server.fetch_member(user)
            except discord.HTTPException as error:
                if error.code in UNKNOWN_MEMBER_CODES:
                    raise messenger.MemberGone from None
                raise
        permissions = self._channel.permissions_for(member)
        return permissions.view_channel and (
            self._channel.type not in VOICE_TYPES or permissions.connect
        )

    def has_role(self, role: int) -> bool:
        """Return whether the server has a role, which may have been deleted."""
        return self._server.get_role(role) is not None
