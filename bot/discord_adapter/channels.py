"""Posts and edits public messages in channels, and knows the permissions that this needs."""

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
"""Maximum seconds for a request that sends or changes a message. It may be tried again later."""
FILM_FRAME_TIMEOUT_SECONDS = 20.0
"""Maximum seconds to wait until one picture of an animation is drawn."""
PICTURE_PERMISSION = "attach_files"
"""Name of the permission to attach files. Without it, messages are posted without pictures."""
REQUIRED_PERMISSION_NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    PICTURE_PERMISSION,
)
"""Names of the permissions that the bot needs on a server, as discord.py spells them."""
REQUIRED_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSION_NAMES, True))
"""The permissions of `REQUIRED_PERMISSION_NAMES` as one value."""


def list_missing_permissions(
    permissions: discord.Permissions, *, is_thread: bool = False
) -> tuple[str, ...]:
    """Return the names of the permissions that the bot needs in a channel but does not have.

    Args:
        permissions: The bot's permissions in the channel.
        is_thread: Whether the channel is a thread. Threads need the permission to send messages in
            threads, and all other channels the one to send messages.
    """
    elsewhere = "send_messages" if is_thread else "send_messages_in_threads"
    return tuple(
        name
        for name in REQUIRED_PERMISSION_NAMES
        if name != elsewhere and not getattr(permissions, name)
    )


def can_write(permissions: discord.Permissions, *, is_thread: bool = False) -> bool:
    """Return whether a person may send messages in a channel or thread.

    https://docs.discord.com/developers/topics/permissions#permissions-for-threads

    Args:
        permissions: The person's permissions there.
        is_thread: Whether the channel is a thread, which has a permission of its own.
    """
    return permissions.send_messages_in_threads if is_thread else permissions.send_messages


class ChannelMessenger(Messenger):
    """Posts, edits and deletes the bot's public messages in channels, such as the boards of tables.

    A board is the public message that shows a table. Errors of requests become subclasses of
    `RequestFailed`.
    """

    def __init__(
        self,
        client: discord.Client,
        renderer: PictureRenderer,
        last_messages: LastMessages | None = None,
        support_contact: str = "",
    ) -> None:
        """Prepare to send messages for a client.

        Args:
            client: The client, which sends the requests.
            renderer: Draws the pictures of messages.
            last_messages: The newest messages of channels, which saves requests for them. None
                means that no channel's newest message is known yet.
            support_contact: How people reach the host of the bot, or "" if that is not set.
        """
        self._client = client
        self._renderer = renderer
        self._last_messages = last_messages or LastMessages()
        self._support_contact = support_contact

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message in a channel.

        A message without mentions is silent: people who follow the whole channel get no push
        notification
        (https://docs.discord.com/developers/resources/message#message-object-message-flags).

        Args:
            channel: The id of the channel.
            screen: The content of the message.
            nonce: A key of this post. A second post with the same key makes no second message.

        Returns:
            The message's id, and the pictures that it still lacks.
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
        """Return pictures as one animation, or None if no picture could be drawn.

        Other pictures, for which people wait, are drawn first.

        Args:
            pictures: The pictures, in the order in which the animation shows them.
            seconds: How long each picture is shown.
            max_bytes: The maximum size of the animation in bytes.
        """
        drawn = [
            await self._renderer.draw(picture, FILM_FRAME_TIMEOUT_SECONDS, is_low_priority=True)
            for picture in pictures
        ]
        boards = [board for board in drawn if board]
        return await asyncio.to_thread(animate, boards, seconds, max_bytes) if boards else None

    async def edit(self, channel: int, board: int, screen: Screen) -> LatePictures | None:
        """Replace the content of a board, the public message that shows a table.

        Args:
            channel: The id of the channel.
            board: The id of the message.
            screen: The new content of the message.

        Returns:
            The pictures that the message still lacks. None means that no picture follows.
        """
        ready = await render_message(screen, self._renderer, (screen.table,))
        async with self._limit_request():
            await rest.edit_message(self._client, channel, board, ready.body, ready.files)
        return ready.late_pictures

    async def delete(self, channel: int, board: int) -> None:
        """Delete a board, the public message of a table, after a newer one has replaced it.

        Args:
            channel: The id of the channel.
            board: The id of the message.
        """
        async with self._limit_request(Purpose.REPLACED):
            there = self._client.get_partial_messageable(channel)
            await there.get_partial_message(board).delete()

    async def find_newest_message(self, channel: int) -> int | None:
        """Return the id of the channel's newest message, or None if there is none.

        It is requested from Discord, unless a recent interaction has brought it. If a board is the
        newest message, it need not be posted again at the end of the channel.
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
        """Reopen an archived thread, so that the bot can write there.

        Members of a thread may reopen it unless it is locked.
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
        """Return the URLs of the application's privacy policy and terms.

        The keys are "policy" and "terms". A URL that the host has not set is missing.
        """
        application = self._client.application
        if application is None:
            return {}
        urls = {
            "policy": application.privacy_policy_url,
            "terms": application.terms_of_service_url,
        }
        return {name: url for name, url in urls.items() if url}

    def support_contact(self) -> str:
        """Return how people reach the host of the bot, or "" if the host has not set that."""
        return self._support_contact

    @contextlib.asynccontextmanager
    async def _limit_request(self, purpose: Purpose = Purpose.BOARD) -> AsyncIterator[None]:
        """Cancel slow requests in the block, and convert their errors to a `RequestFailed`."""
        with translate_errors(), tag_requests(purpose):
            async with limit_request_time(self._client, MESSAGE_REQUEST_TIMEOUT_SECONDS):
                yield
