"""The private line to a person: the token of their last interaction."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.discord_adapter import rest
from bot.discord_adapter.channels import PATIENCE_WITH_DISCORD
from bot.discord_adapter.clicks import language_of, private_message
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import message
from bot.discord_adapter.request_gate import Purpose, sending
from bot.discord_adapter.rest import REQUEST_ERRORS
from bot.engine.screen import OwnPage, Screen
from bot.services.messenger import OwnMessage, Sent

log = logging.getLogger(__name__)

Answered = asyncio.Future[int | None]
"""Has the id of the private message that answers an interaction, 0 if there are no words; None:
it is not known what the answer is, or whether it has arrived."""


class EphemeralMessage(OwnMessage):
    """A private line to the person behind an interaction.

    It keeps the webhook and not the interaction, which with all that belongs to it makes a circle
    that the garbage collector would have to find, for every click.
    """

    def __init__(
        self,
        interaction: discord.Interaction[CatsClient],
        answered: Answered,
        screen: Screen | None,
    ) -> None:
        """Take an interaction whose answer, `screen`, may still be on its way; None: no words.

        Where `answered` does not know what the answer is, nothing private goes to its message.
        """
        self.language = language_of(interaction)
        self.own = screen is not None
        self.reading = screen if isinstance(screen, OwnPage) else None
        self.shown = 0
        self.stands: Screen | None = None
        """What its message surely shows, with all pictures; None: that is not known."""
        self.unsure = False
        pressed = private_message(interaction)
        self._pressed = pressed.id if pressed and screen else 0
        """The message whose place the answer takes, 0: none's."""
        self._client = interaction.client
        self._user = interaction.user.id
        self._webhook = interaction.followup
        self._answered = answered
        self._message = 0
        """The message that it was shown in last, 0: in the answer, if in any."""
        self._retired = False
        """The answer is not there any more."""
        self._turn = asyncio.Lock()
        """One thing after the other, as it was asked for: Discord keeps no order of requests."""

    @property
    def place(self) -> int:
        """The id of the message that it shows screens in, 0: that is not known so far."""
        if self._message or self._retired:
            return self._message
        known = self._answered.result() if self._answered.done() else None
        return known or self._pressed

    async def message(self) -> int | None:
        """Return the id of the message that shows the person's own screen by this line, if any.

        What is on its way by then has arrived.
        """
        async with self._turn:
            return await self._there()

    async def _there(self) -> int | None:
        answered = await asyncio.shield(self._answered)
        return self._message or (0 if self._retired else answered)

    async def retire(self) -> None:
        """Delete the message that shows the person's own screen, if there is one.

        Discord deletes private messages by the interaction's token alone:
        https://discord.com/developers/docs/interactions/receiving-and-responding#delete-original-interaction-response.
        """
        async with self._turn:
            there = await self._there()
            if not there:
                return
            self._message, self._retired, self.stands = 0, True, None
            try:
                async with _send_answer():
                    await self._webhook.delete_message(there)
            except REQUEST_ERRORS as problem:
                log.info("could not delete a private screen: %s", type(problem).__name__)

    async def show(self, screen: Screen) -> Sent:
        """Edit the person's own screen, or send it if there is none yet, after the answer.

        What surely stands there already is not sent once more. Discord does not take it if the
        answer itself never arrived.
        """
        async with self._turn:
            return await self._show_now(screen)

    async def _show_now(self, screen: Screen) -> Sent:
        answered = await asyncio.shield(self._answered)
        if answered is None:
            return Sent(False)
        there = await self._there()
        if there and self.stands == screen and not self.unsure:
            return Sent(True)
        self.stands = None
        client = self._client
        ready = await message(screen, client.renderer, (screen.table, self._user))
        try:
            async with _send_answer():
                if there:
                    reply = await rest.edit_answer(self._webhook, there, ready.body, ready.files)
                else:
                    self.own = True  # from now on, else the next click would get a second message
                    body = {**ready.body, "flags": rest.EPHEMERAL}
                    reply = await rest.follow(self._webhook, body, ready.files)
                    self._message = reply.id
            client.gallery.note(reply.id, ready, reply)
        except REQUEST_ERRORS as problem:
            log.info("could not push a private screen: %s", type(problem).__name__)
            return Sent(False)
        self.shown += 1
        self.stands, self.unsure = screen if ready.whole else None, False
        return Sent(True, ready.late)


@asynccontextmanager
async def _send_answer() -> AsyncIterator[None]:
    """Give up requests that take too long."""
    with sending(Purpose.ANSWER):
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            yield
