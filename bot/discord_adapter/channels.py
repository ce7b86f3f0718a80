"""Channels: what the bot needs to be allowed there, and how it posts and edits boards by id."""

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
"""Seconds after which one request for a board is given up until later."""
FILM_FRAME_TIMEOUT_SECONDS = 20.0
"""Seconds for each board of a moving picture."""
PICTURE_PERMISSION = "attach_files"
"""Words alone go without."""
REQUIRED_PERMISSION_NAMES = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    PICTURE_PERMISSION,
)
"""In a server, by Discord's names."""
REQUIRED_PERMISSIONS = discord.Permissions(**dict.fromkeys(REQUIRED_PERMISSION_NAMES, True))


def list_missing_permissions(has: discord.Permissions, *, thread: bool = False) -> tuple[str, ...]:
    """Return what the bot lacks in a channel where it `has` these.

    In a thread, the permission to send there stands for that to send.
    """
    elsewhere = "send_messages" if thread else "send_messages_in_threads"
    return tuple(
        name for name in REQUIRED_PERMISSION_NAMES if name != elsewhere and not getattr(has, name)
    )


def can_write(has: discord.Permissions, *, thread: bool = False) -> bool:
    """Tell whether somebody may send messages in a channel or thread where they have these.

    https://docs.discord.com/developers/topics/permissions#permissions-for-threads
    """
    return has.send_messages_in_threads if thread else has.send_messages


class ChannelMessenger(Messenger):
    """The `Messenger` of the tables, by channel and message id."""

    def __init__(
        self,
        client: discord.Client,
        renderer: PictureRenderer,
        newest: LastMessages | None = None,
        support_contact: str = "",
    ) -> None:
        """Post and edit boards that the renderer draws; what `newest` knows is not asked for."""
        self._client = client
        self._renderer = renderer
        self._last_messages = newest or LastMessages()
        self._support_contact = support_contact

    async def post(self, channel: int, screen: Screen, nonce: str) -> PostedMessage:
        """Post a message; a repeated nonce posts nothing new.

        Without a mention it is silent: who follows the whole channel gets no push notification
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
        return PostedMessage(posted.id, ready.late)

    async def make_animation(
        self, pictures: Sequence[Picture], seconds: float, most: int
    ) -> bytes | None:
        """Return pictures as one that moves; what people wait for is drawn before each of them."""
        drawn = [
            await self._renderer.draw(picture, FILM_FRAME_TIMEOUT_SECONDS, patient=True)
            for picture in pictures
        ]
        boards = [board for board in drawn if board]
        return await asyncio.to_thread(animate, boards, seconds, most) if boards else None

    async def edit(self, channel: int, board: int, screen: Screen) -> LatePictures | None:
        """Show another screen in a message of the bot's own."""
        ready = await render_message(screen, self._renderer, (screen.table,))
        async with self._limit_request():
            await rest.edit_message(self._client, channel, board, ready.body, ready.files)
        return ready.late

    async def delete(self, channel: int, board: int) -> None:
        """Delete a board of which another one has taken the place."""
        async with self._limit_request(Purpose.REPLACED):
            there = self._client.get_partial_messageable(channel)
            await there.get_partial_message(board).delete()

    async def newest(self, channel: int) -> int | None:
        """Ask the channel for its newest message's id, unless that was told lately."""
        if (told := self._last_messages.of(channel)) is not None:
            return told
        async with self._limit_request():
            found = await self._client.fetch_channel(channel)
        if isinstance(found, discord.abc.Messageable) and not isinstance(
            found, discord.abc.PrivateChannel
        ):
            return found.last_message_id
        return None

    async def reopen(self, channel: int) -> None:
        """Open an archived thread again; for one that is not locked, members may do that.

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
        """Return the addresses that the application has of its policy and terms."""
        application = self._client.application
        if application is None:
            return {}
        urls = {
            "policy": application.privacy_policy_url,
            "terms": application.terms_of_service_url,
        }
        return {name: url for name, url in urls.items() if url}

    def support_contact(self) -> str:
        """Return how people reach the host, "" if that is not told."""
        return self._support_contact

    @contextlib.asynccontextmanager
    async def _limit_request(self, purpose: Purpose = Purpose.BOARD) -> AsyncIterator[None]:
        """Give up a request that takes too long; tell errors apart."""
        with translate_errors(), tag_requests(purpose):
            async with limit_request_time(self._client, MESSAGE_REQUEST_TIMEOUT_SECONDS):
                yield
