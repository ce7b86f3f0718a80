"""The private line to a person: the token of their last interaction."""

import asyncio
import logging

import aiohttp
import discord

from bot.client import PATIENCE_WITH_DISCORD, CatsClient
from bot.games.screen import Screen
from bot.messages import message
from bot.tables.messenger import Sent
from cogs.clicks import language_of

log = logging.getLogger(__name__)

NOT_TAKEN = (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError)
"""What happens when Discord does not take an answer; a timeout is an `OSError`, too."""


class InteractionWhisper:
    """A private line to the person behind an interaction."""

    def __init__(
        self,
        interaction: discord.Interaction[CatsClient],
        answered: asyncio.Future[bool],
        screen: Screen | None,
    ) -> None:
        """Take an interaction whose answer, `screen`, may still be on its way; None: no words.

        `answered` tells when it has arrived, or that it has not: then what the interaction's
        messages are is not known for sure, and nothing private goes to them.
        """
        self.language = language_of(interaction)
        self.at = interaction.created_at.timestamp()
        self.own = self._answer_is_own = screen is not None
        """False: the interaction's original message may be the public board."""
        self.screen = screen
        self._interaction = interaction
        self._answered = answered
        self._sent: discord.WebhookMessage | None = None

    async def show(self, screen: Screen) -> Sent:
        """Edit the person's own screen, or send it if there is none yet, after the answer.

        Discord does not take it if the answer itself never arrived.
        """
        if not await asyncio.shield(self._answered):
            return Sent(False)
        client = self._interaction.client
        ready = await message(screen, client.easel, (screen.table, self._interaction.user.id))
        try:
            async with asyncio.timeout(PATIENCE_WITH_DISCORD):
                sent: discord.Message
                if self._sent:
                    sent = await self._sent.edit(**ready.parts, attachments=ready.files)
                elif self._answer_is_own:
                    sent = await self._interaction.edit_original_response(
                        **ready.parts, attachments=ready.files
                    )
                else:
                    self.own = True  # from now on, else the next click would get a second message
                    sent = self._sent = await self._interaction.followup.send(
                        **ready.parts, files=ready.files, ephemeral=True, wait=True
                    )
            client.gallery.note(sent, ready.shows)
        except NOT_TAKEN as problem:
            log.info("could not push a private screen: %s", type(problem).__name__)
            return Sent(False)
        self.screen = screen
        return Sent(True, ready.late)
