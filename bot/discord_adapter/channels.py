"""Channels: the permissions that the bot needs there, and how it posts and edits boards."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping, Sequence

import discord

from bot.discord_adapter import rest
from bot.discord_adapter.gateway_events import LastMessages
from bot.discord_adapter.messages import render_message
from bot.discord_adapter.picture_renderer import PictureRenderer
from bot.discord_adapter.request_gate import Purpose, limit_request_time, tag_requests
from bot.discord_adapter.rest import translate_errors
from bot.drawing.animation import animate
from bot.engine.screen import Picture, Screen
from bot.services.messenger import LatePictures, Messenger, PostedMessage

log = logging.getLogger(__name__)

MESSAGE_REQUEST_TIMEOUT_SECONDS = 30.0
"""Time limit of a request for a board. After that it is tried again later."""
FILM_FRAME_TIMEOUT_SECONDS = 20.0
"""Time limit for drawing one board of a moving picture."""
PICTURE_PERMISSION = "attach_files"
"""The permission to attach files. Without it messages are posted without pictures."""
REQUIRED_PERMISSION_NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    PICTURE_PERMISSION,
)
"""The permissions that the bot needs on a server, by discord.py's names."""
REQUIRED_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSION_NAMES, True))
"""The same permissions as one value."""


def list_missing_permissions(
    permissions: discord.Permissions, *, is_thread: bool = False
) -> tuple[str, ...]:
    """Return the required permissions that the bot's `permissions` in a channel lack.

    In a thread, the permission to send messages in threads replaces the one to send messages.
    """
    elsewhere = "send_messages" if is_thread else "send_messages_in_threads"
    return tuple(
        name
        for name in REQUIRED_PERMISSION_NAMES
        if name != elsewhere and not getattr(permissions, name)
    )


def can_write(permissions: discord.Permissions, *, is_thread: bool = False) -> bool:
    """Return whether a person with these permissions may send messages in a channel or thread.

    https://docs.discord.com/developers/topics/permissions#permissions-for-threads
    """
    return permissions.send_messages_in_threads if is_thread else permissions.send_messages


class ChannelMessenger(Messenger):
    """Posts, edits and deletes public messages by channel id and message id."""

    def __init__(
        self,
        client: discord.Client,
        renderer: PictureRenderer,
        last_messages: LastMessages | None = None,
        support_contact: str = "",
    ) -> None:
        """Send boards with pictures from `renderer`.

        `last_messages` has the last messages of channels, which saves requests for them.
        `support_contact` is how people reach the host.
        """
        self._client = client
        self._renderer = renderer
        self._last_messages = last_messages or LastMessages()
        self._support_contact = support_contact

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message. A repeated nonce posts nothing new.

        A message without mentions is silent: people who follow the whole channel get no push
        notification
        (https://docs.discord.com/developers/resources/message#message-object-message-flags).
        """
        ready = await render_message(screen, self._renderer, (screen.table,))
        once = {"nonce": nonce, "enforce_nonce": True}
        quiet = {} if screen.mentions else {"flags": rest.SILENT_FLAG}
        async with self._limit_request():
            posted = await rest.post_message(
                self._client, channel, {**ready.body, **once, **quiet}, ready.files
            )
        self._last_messages.forget(channel)
        return PostedMessage(posted.id, ready.late_pictures)

    async def make_animation(
        self, pictures: Sequence[Picture], seconds: float, max_bytes: int
    ) -> bytes | None:
        """Return pictures as one moving picture, or None if none could be drawn.

        `seconds` is how long each picture is shown. `max_bytes` is the maximum size in bytes.
        Pictures that people wait for are drawn first, before each of these.
        """
        drawn = [
            await self._renderer.draw(picture, FILM_FRAME_TIMEOUT_SECONDS, is_low_priority=True)
            for picture in pictures
        ]
        boards = [board for board in drawn if board]
        return await asyncio.to_thread(animate, boards, seconds, max_bytes) if boards else None

    async def edit(self, channel: int, board: int, screen: Screen) -> LatePictures | None:
        """Show another screen in a message of the bot."""
        ready = await render_message(screen, self._renderer, (screen.table,))
        async with self._limit_request():
            await rest.edit_message(self._client, channel, board, ready.body, ready.files)
        return ready.late_pictures

    async def delete(self, channel: int, board: int) -> None:
        """Delete a board that another one has replaced."""
        async with self._limit_request(Purpose.REPLACED):
            there = self._client.get_partial_messageable(channel)
            await there.get_partial_message(board).delete()

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message.

        It is requested from Discord unless an interaction has brought it lately.
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

    async def reopen(self, channel: int) -> None:
        """Reopen an archived thread. Members may do that unless the thread is locked.

        https://docs.discord.com/developers/resources/channel#modify-channel
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

    def links(self) -> Mapping[str, str]:
        """Return the URLs of the application's privacy policy and terms, as far as they are set."""
        application = self._client.application
        if application is None:
            return {}
        urls = {
            "policy": application.privacy_policy_url,
            "terms": application.terms_of_service_url,
        }
        return {name: url for name, url in urls.items() if url}

    def support_contact(self) -> str:
        """Return how people reach the host, "" if it is not set."""
        return self._support_contact

    @contextlib.asynccontextmanager
    async def _limit_request(self, purpose: Purpose = Purpose.BOARD) -> AsyncIterator[None]:
        """Cancel slow requests in the block, and convert errors to a `RequestFailed`."""
        with translate_errors(), tag_requests(purpose):
            async with limit_request_time(self._client, MESSAGE_REQUEST_TIMEOUT_SECONDS):
                yield
