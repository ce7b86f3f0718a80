"""Shows screens in the ephemeral message that answers a click, with the interaction's token."""

import asyncio
import logging

import discord

from bot.discord_adapter import rest
from bot.discord_adapter.answers import Acknowledged, Outcome, Sent
from bot.discord_adapter.clicks import find_ephemeral_message, find_language
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import render_message
from bot.discord_adapter.request_gate import Purpose, tag_requests
from bot.discord_adapter.rest import REQUEST_ERRORS, SentMessage, may_succeed_later
from bot.engine.screen import Screen
from bot.services.conversations import TOKEN_LIFETIME_SECONDS
from bot.services.messenger import BoardGone, EphemeralMessage, LatePictures, Unreachable

log = logging.getLogger(__name__)

PUSH_TIMEOUT_SECONDS = 5.0
"""The time after which a request that shows news in an ephemeral message is cancelled."""


class AnswerMessage(EphemeralMessage):
    """The ephemeral message in which a click is answered.

    Only the interaction's webhook is kept, because the interaction is part of a reference cycle.
    """

    def __init__(
        self, interaction: discord.Interaction[CatsClient], screen: Screen | None, *, in_place: bool
    ) -> None:
        """Prepare the message for an answer with this screen, or for an acknowledgement (None).

        With `in_place`, the answer replaces the pressed message if that is ephemeral.
        """
        pressed = find_ephemeral_message(interaction)
        self.language = find_language(interaction)
        self.screen = screen
        self._client = interaction.client
        self.expires_at = self._client.services.clock.monotonic() + TOKEN_LIFETIME_SECONDS
        self._user = interaction.user.id
        self._webhook = interaction.followup
        self._pressed_id = pressed.id if pressed and screen and in_place else 0
        self._outcome: asyncio.Future[Outcome | None] = asyncio.get_running_loop().create_future()
        self._followup_id = 0
        """The id of a message that was sent after the answer, and shows the screen in its place."""
        self._is_deleted = False
        self._is_complete = False
        """Whether the message is known to show the screen with all its pictures."""
        self._lock = asyncio.Lock()
        """Held during each request, because Discord may handle concurrent ones in any order."""

    def settle(self, outcome: Outcome | None) -> None:
        """Note how the click was answered, so that further screens can be shown.

        None means that Discord does not take the answer now, and that it is sent again later.
        """
        self._is_complete = isinstance(outcome, Sent) and outcome.has_all_pictures
        if self._outcome.done():
            self._outcome = asyncio.get_running_loop().create_future()
        self._outcome.set_result(outcome)

    @property
    def message_id(self) -> int:
        if self._followup_id or self._is_deleted:
            return self._followup_id
        outcome = self._outcome.result() if self._outcome.done() else None
        return outcome.message_id if isinstance(outcome, Sent) else self._pressed_id

    async def wait_for_message_id(self) -> int | None:
        async with self._lock:
            return await self._find_message_id()

    async def _find_message_id(self) -> int | None:
        outcome = await asyncio.shield(self._outcome)
        if self._followup_id or self._is_deleted:
            return self._followup_id
        if isinstance(outcome, Acknowledged):
            return 0
        return outcome.message_id if isinstance(outcome, Sent) else None

    def forget_shown(self) -> None:
        self._is_complete = False

    async def delete(self) -> None:
        """Delete the message, if there is one, with the interaction's token.

        https://discord.com/developers/docs/interactions/receiving-and-responding#delete-original-interaction-response
        """
        async with self._lock:
            message_id = await self._find_message_id()
            if not message_id:
                return
            self._followup_id, self._is_deleted, self._is_complete = 0, True, False
            try:
                with tag_requests(Purpose.ANSWER):
                    async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
                        await self._webhook.delete_message(message_id)
            except REQUEST_ERRORS as problem:
                log.info("could not delete a private screen: %s", type(problem).__name__)

    async def show(self, screen: Screen) -> LatePictures | None:
        async with self._lock:
            outcome = await asyncio.shield(self._outcome)
            if not isinstance(outcome, Sent | Acknowledged):
                raise Unreachable if outcome is None else BoardGone
            message_id = await self._find_message_id()
            if message_id and self._is_complete and self.screen == screen:
                return None
            self.screen, self._is_complete = screen, False
            place = (screen.table, self._user)
            ready = await render_message(screen, self._client.renderer, place)
            try:
                with tag_requests(Purpose.ANSWER):
                    async with asyncio.timeout(PUSH_TIMEOUT_SECONDS):
                        sent = await self._send(message_id, ready.body, ready.files)
            except REQUEST_ERRORS as problem:
                log.info("could not push a private screen: %s", type(problem).__name__)
                raise (Unreachable if may_succeed_later(problem) else BoardGone) from None
            self._client.shown_pictures.note(sent.id, ready, sent)
            self._is_complete = ready.has_all_pictures
            return ready.late_pictures

    async def _send(
        self, message_id: int | None, body: rest.Body, files: list[discord.File]
    ) -> SentMessage:
        if message_id:
            return await rest.edit_answer(self._webhook, message_id, body, files)
        sent = await rest.send_followup(
            self._webhook, {**body, "flags": rest.EPHEMERAL_FLAG}, files
        )
        self._followup_id = sent.id
        return sent
