"""Posts and edits public messages in channels, and knows the permissions that this needs."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import discord

from bot.discord_adapter import rest
from bot.discord_adapter.gateway_events import LastMessages
from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.request_gate import Purpose, limit_request_time, tag_requests
from bot.discord_adapter.rest import translate_errors
from bot.drawing.animation import animate
from bot.engine.screen import Picture, Screen
from bot.services import messenger

log = logging.getLogger(__name__)

MESSAGE_REQUEST_TIMEOUT_SECONDS = 30.0
LIST_REQUEST_TIMEOUT_SECONDS = 1.5
"""A person waits for what is done with the list."""
FILM_FRAME_TIMEOUT_SECONDS = 20.0
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
REQUIRED_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSION_NAMES, True))


def make_invitation_url(application: int, guild: int | None = None) -> str:
    """Return the URL at which people add the bot to this server, or to one that they choose.

    It asks for discord.py's default scopes, `bot` and `applications.commands`.
    https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow
    """
    url = discord.utils.oauth_url(
        application,
        permissions=REQUIRED_PERMISSIONS,
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
    elsewhere = "send_messages" if kind in THREAD_TYPES else "send_messages_in_threads"
    needed = [name for name in REQUIRED_PERMISSION_NAMES if name != elsewhere]
    if kind in VOICE_TYPES:
        needed.append(VOICE_PERMISSION)
    return tuple(name for name in needed if not getattr(permissions, name))


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

    async def post(self, channel: int, screen: Screen, nonce: str) -> messenger.PostedMessage:
        """Post a message in a channel.

        Without mentions it is silent: people who follow the whole channel get no push notification
        (https://docs.discord.com/developers/resources/message#message-object-message-flags).
        """
        # A message without a table is replaced by no newer one.
        place = (screen.table,) if screen.table else None
        ready = await render_message(screen, self._renderer, place)
        once = {"nonce": nonce, "enforce_nonce": True}
        quiet = {} if screen.mentions else {"flags": rest.SILENT_FLAG}
        async with self._limit_request():
            posted = await rest.post_message(
                self._client, channel, {**ready.body, **once, **quiet}, ready.files
            )
        self._last_messages.forget(channel)
        return messenger.PostedMessage(posted.id, ready.late_pictures)

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
        async with self._limit_request():
            await rest.edit_message(self._client, channel, board, ready.body, ready.files)
        return ready.late_pictures

    async def delete(self, channel: int, board: int) -> None:
        """Delete a board after a newer one has replaced it."""
        async with self._limit_request(Purpose.REPLACED):
            there = self._client.get_partial_messageable(channel)
            await there.get_partial_message(board).delete()

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, or None if there is none.

        A request is sent only if no recent press or command has told the id.
        """
        if (told := self._last_messages.find_last_message(channel)) is not None:
            return told
        async with self._limit_request():
            found = await self._client.fetch_channel(channel)
        if isinstance(found, discord.abc.Messageable) and not isinstance(
            found, discord.abc.PrivateChannel
        ):
            return found.last_message_id
        return None

    async def has_message(self, channel: int, message: int) -> bool:
        """Return whether a message exists and the bot can see it."""
        there = self._client.get_partial_messageable(channel)
        try:
            async with self._limit_request():
                await there.get_partial_message(message).fetch()
        except (messenger.BoardGone, messenger.ChannelGone, messenger.NoAccess):
            return False
        return True

    async def reopen(self, channel: int) -> None:
        """Reopen an archived thread, so that the bot can write there.

        A channel that is no thread is left as it is. Members of a thread may reopen it unless it is
        locked. https://docs.discord.com/developers/resources/channel#modify-channel
        """
        async with self._limit_request():
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
            async with self._limit_request(Purpose.OTHER, LIST_REQUEST_TIMEOUT_SECONDS):
                listed = await rest.fetch_ids(self._client, path, guild)
        except messenger.RequestFailed as problem:
            log.info("channels or roles are not listed: %s", type(problem).__name__)
            return ids
        return [each for each in ids if each in listed]

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
    async def _limit_request(
        self,
        purpose: Purpose = Purpose.BOARD,
        timeout_seconds: float = MESSAGE_REQUEST_TIMEOUT_SECONDS,
    ) -> AsyncIterator[None]:
        """Cancel slow requests in the block, and convert their errors to a `RequestFailed`."""
        with translate_errors(), tag_requests(purpose):
            async with limit_request_time(self._client, timeout_seconds):
                yield
