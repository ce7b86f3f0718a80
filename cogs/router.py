"""The cog that routes all buttons and selects."""

from collections.abc import Mapping
from typing import cast

import discord
from discord.ext import commands

from bot.discord_adapter.clicks import make_click
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import parse_custom_id
from bot.discord_adapter.reply import Reply
from bot.domain.changes import Refused
from bot.engine.screen import Press


class Router(commands.Cog):
    """Takes every press to the tables.

    It hears of all of them by the event itself, and not by discord.py's views and `DynamicItem`s:
    those pass over presses of which they know no item, and then nobody would answer.
    """

    def __init__(self, bot: CatsClient) -> None:
        """Route the presses of a bot."""
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Take a press of any button or select, also of one that this version does not know."""
        if interaction.type is not discord.InteractionType.component:
            return
        found = _parse_press(cast(Mapping[str, object], interaction.data))
        async with Reply(interaction, found[0] if found else 0) as reply:
            await reply.admit()
            if found is None:
                raise Refused("old-button")
            newest = self.bot.newest.of(interaction.channel_id or 0)
            click = make_click(interaction, newest)
            reply.screen = await self.bot.services.presses.handle_press(click, *found)


def _parse_press(data: Mapping[str, object]) -> tuple[int, Press, tuple[str, ...]] | None:
    """Return the table, the press and a select's values, None if they are none of ours."""
    found = parse_custom_id(str(data.get("custom_id", "")))
    values = data.get("values", [])
    if found is None or not isinstance(values, list):
        return None
    texts = tuple(value for value in values if isinstance(value, str))
    return (*found, texts) if len(texts) == len(values) else None


async def setup(bot: CatsClient) -> None:
    """Add the router to a bot."""
    await bot.add_cog(Router(bot))
