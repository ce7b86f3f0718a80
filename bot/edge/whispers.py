"""The private line to a person: the token of their last interaction."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.edge.channels import PATIENCE_WITH_DISCORD
from bot.edge.clicks import language_of
from bot.edge.client import CatsClient
from bot.edge.errors import NOT_DONE
from bot.edge.gate import Purpose, sending
from bot.edge.messages import message
from bot.games.screen import Screen
from bot.tables.showing.messenger import Sent

log = logging.getLogger(__name__)

NOT_TAKEN = (*NOT_DONE, discord.InteractionResponded)
"""What happens when Discord does not take an answer."""
Answered = asyncio.Future[int | None]
"""Has the id of the private message that answers an interaction, 0 if there are no words; None:
it is not known what the answer is, or whether it has arrived."""


class InteractionWhisper:
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
        self.reading = screen if screen and screen.reading else None
        self.shown = 0
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
            self._message, self._retired = 0, True
            try:
                async with _telling():
                    await self._webhook.delete_message(there)
            except NOT_TAKEN as problem:
                log.info("could not delete a private screen: %s", type(problem).__name__)

    async def show(self, screen: Screen) -> Sent:
        """Edit the person's own screen, or send it if there is none yet, after the answer.

        Discord does not take it if the answer itself never arrived.
        """
        async with self._turn:
            return await self._shown(screen)

    async def _shown(self, screen: Screen) -> Sent:
        answered = await asyncio.shield(self._answered)
        if answered is None:
            return Sent(False)
        client = self._client
        ready = await message(screen, client.easel, (screen.table, self._user))
        try:
            async with _telling():
                if shown_in := await self._there():
                    sent = await self._webhook.edit_message(
                        shown_in, **ready.parts, attachments=ready.files
                    )
                else:
                    self.own = True  # from now on, else the next click would get a second message
                    sent = await self._webhook.send(
                        **ready.parts, files=ready.files, ephemeral=True, wait=True
                    )
                    self._message = sent.id
            client.gallery.note(sent, ready.shows)
        except NOT_TAKEN as problem:
            log.info("could not push a private screen: %s", type(problem).__name__)
            return Sent(False)
        self.shown += 1
        return Sent(True, ready.late)


@asynccontextmanager
async def _telling() -> AsyncIterator[None]:
    """Give up requests that take too long."""
    with sending(Purpose.ANSWER):
        async with asyncio.timeout(PATIENCE_WITH_DISCORD):
            yield
