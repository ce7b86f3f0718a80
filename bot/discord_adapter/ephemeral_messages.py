"""Sends and edits ephemeral messages, which one person alone sees.

Discord allows this with the token of an interaction, for 15 minutes.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.discord_adapter import rest
from bot.discord_adapter.clicks import find_ephemeral_message, find_language
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import render_message
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.screen import OwnPage, OwnWords, Screen
from bot.services.messenger import OwnMessage, SendResult

log = logging.getLogger(__name__)

PUSH_TIMEOUT_SECONDS = 5.0
"""Maximum seconds for a request that shows news in a private message. A slower one is cancelled."""

AnswerFuture = asyncio.Future[int | None]
"""Completes with the id of the ephemeral message that answers a press or command.

The id is 0 if the answer has no text. None means that the message is unknown, or that the answer
may not have arrived.
"""


class EphemeralMessage(OwnMessage):
    """An ephemeral message to the person who pressed or used a command.

    Nobody else sees it.

    For 15 minutes, it can be sent and edited with the token of the person's interaction. Only the
    interaction's webhook is kept, not the interaction. That is part of a reference cycle, which the
    garbage collector would have to find for every click.
    """

    def __init__(
        self,
        interaction: discord.Interaction[CatsClient],
        answer_future: AnswerFuture,
        screen: Screen | None,
    ) -> None:
        """Prepare to send and edit the message with the token of an interaction.

        Args:
            interaction: The press or command.
            answer_future: Completes with the id of the message that answers the interaction. If it
                completes with None, no screen is shown in that message.
            screen: The screen with which the interaction is answered. None means that the answer
                has no text.
        """
        self.language = find_language(interaction)
        """The language of the person who sees the message."""
        self.shows_own_screen = screen is not None
        """Whether the message shows the person's own screen of a table.

        If so, the message is edited when there is news.
        """
        self.open_page = screen if isinstance(screen, OwnPage) else None
        """The page that the person is reading, which news does not replace.

        None means no page is open.
        """
        self.tells_in_words = isinstance(screen, OwnWords)
        """Whether the message tells the table's game in words, and does so anew when news comes."""
        self.shown_count = 0
        """Number of screens that the message has shown after the answer."""
        self.confirmed_screen: Screen | None = None
        """The screen that the message is known to show with all pictures. None means not known."""
        self.may_be_overwritten = False
        """Whether the message may show something else by now, as the answer to another press."""
        pressed = find_ephemeral_message(interaction)
        self._pressed_id = pressed.id if pressed and screen else 0
        """The id of the pressed message that the answer replaces, or 0 if it replaces none."""
        self._client = interaction.client
        self._user = interaction.user.id
        self._webhook = interaction.followup
        self._answer_future = answer_future
        self._message_id = 0
        """The id of a further message, sent after the answer, that shows the screen.

        0 means that there is no further message, so that the answer shows the screen.
        """
        self._is_retired = False
        """Whether the message was deleted, so that the next screen is a new message."""
        self._lock = asyncio.Lock()
        """Held during each request for the message, so that the requests run one after another.

        Discord may handle concurrent requests in any order.
        """

    @property
    def message_id(self) -> int:
        """The id of the message that shows the person's screens, or 0 if it is not known."""
        if self._message_id or self._is_retired:
            return self._message_id
        known = self._answer_future.result() if self._answer_future.done() else None
        return known or self._pressed_id

    async def wait_for_message_id(self) -> int | None:
        """Return the id of the message that shows the person's own screen, after running requests.

        An own screen is what one person alone sees of a table. A running request may send or delete
        the message.

        Returns:
            The id, or 0 if there is no such message. None means that it is not known whether the
                message has arrived.
        """
        async with self._lock:
            return await self._find_message_id()

    async def _find_message_id(self) -> int | None:
        """Return the same as `wait_for_message_id`. The caller must hold the lock for requests."""
        answered = await asyncio.shield(self._answer_future)
        return self._message_id or (0 if self._is_retired else answered)

    async def retire(self) -> None:
        """Delete the message that shows the person's own screen, if there is one.

        The next screen is then sent as a new message. Discord deletes ephemeral messages only with
        the interaction's token:
        https://discord.com/developers/docs/interactions/receiving-and-responding#delete-original-interaction-response
        """
        async with self._lock:
            there = await self._find_message_id()
            if not there:
                return
            self._message_id, self._is_retired, self.confirmed_screen = 0, True, None
            try:
                async with _limit_request():
                    await self._webhook.delete_message(there)
            except REQUEST_ERRORS as problem:
                log.info("could not delete a private screen: %s", type(problem).__name__)

    async def show(self, screen: Screen) -> SendResult:
        """Show a screen to the person: edit the message, or send a new one if there is none.

        Nothing is sent if the message is known to show the same screen already. Nothing is sent
        either if the answer to the interaction has not arrived, because Discord would refuse the
        screen.

        Returns:
            Whether Discord accepted the screen, and the pictures that are still being drawn.
        """
        async with self._lock:
            return await self._show_now(screen)

    async def _show_now(self, screen: Screen) -> SendResult:
        """Show a screen as `show` does. The caller must hold the lock for requests."""
        answered = await asyncio.shield(self._answer_future)
        if answered is None:
            return SendResult(False)
        there = await self._find_message_id()
        if there and self.confirmed_screen == screen and not self.may_be_overwritten:
            return SendResult(True)
        self.confirmed_screen = None
        client = self._client
        ready = await render_message(screen, client.renderer, (screen.table, self._user))
        try:
            async with _limit_request():
                if there:
                    reply = await rest.edit_answer(self._webhook, there, ready.body, ready.files)
                else:
                    self.shows_own_screen = (
                        True  # otherwise the next click would get a second message
                    )
                    body = {**ready.body, "flags": rest.EPHEMERAL_FLAG}
                    reply = await rest.send_followup(self._webhook, body, ready.files)
                    self._message_id = reply.id
            client.shown_pictures.note(reply.id, ready, reply)
        except REQUEST_ERRORS as problem:
            log.info("could not push a private screen: %s", type(problem).__name__)
            return SendResult(False)
        self.shown_count += 1
        self.confirmed_screen, self.may_be_overwritten = (
            screen if ready.has_all_pictures else None,
            False,
        )
        return SendResult(True, ready.late_pictures)


@asynccontextmanager
async def _limit_request() -> AsyncIterator[None]:
    """Cancel requests in the block that take too long, and tag all of them as answers to clicks."""
    with tag_requests(Purpose.ANSWER):
        async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
            yield
