"""The one router of buttons and selects."""

from collections.abc import Mapping
from typing import cast

import discord
from discord.ext import commands

from bot.client import CatsClient
from bot.games.screen import Screen
from bot.messages import parsed
from bot.tables.change import Refused
from cogs.answers import answer, click_of, where_of


class Router(commands.Cog):
    """Takes every press to the tables."""

    def __init__(self, client: CatsClient) -> None:
        self._client = client
        client.pressed = self.pressed

    async def pressed(
        self, interaction: discord.Interaction[CatsClient], custom_id: str, values: tuple[str, ...]
    ) -> None:
        """Take a press of one of our buttons or selects."""
        found = parsed(custom_id)

        async def done() -> Screen | None:
            if found is None:
                raise Refused("old-button")
            click, where = click_of(interaction), where_of(interaction)
            return await self._client.manager.actions.press(click, where, *found, values)

        await answer(interaction, done, found[0] if found else 0)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Answer a press on a message that this version does not know any more."""
        if interaction.type is not discord.InteractionType.component:
            return
        custom_id = str(cast(Mapping[str, object], interaction.data).get("custom_id", ""))
        if not custom_id.startswith("c1:"):
            await self.pressed(interaction, custom_id, ())


async def setup(client: CatsClient) -> None:
    """Load the cog."""
    await client.add_cog(Router(client))
