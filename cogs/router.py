"""The cog that passes presses of buttons, select menus and forms to the bot's services."""

from collections.abc import Mapping
from typing import Any, cast

import discord
from discord.ext import commands

from bot.common.log import trace_work
from bot.discord_adapter.clicks import make_click
from bot.discord_adapter.client import CatsClient
from bot.discord_adapter.messages import parse_custom_id
from bot.discord_adapter.reply import Reply
from bot.domain.changes import Refused
from bot.engine.screen import Press

PRESS_TYPES = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Router(commands.Cog):
    """Passes every press of a button, menu or form to the bot's services, and answers the press.

    It listens to the interaction event itself instead of using discord.py's views and
    `DynamicItem`s. Those ignore presses of unknown items, so that the person would get no answer.
    """

    def __init__(self, bot: CatsClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Answer a press of any button, menu or form, even of one that this version lacks."""
        if interaction.type not in PRESS_TYPES:
            return
        found = _parse_press(cast(Mapping[str, object], interaction.data))
        table = found[0] if found else 0
        with trace_work(table=table, interaction=interaction.id, shard=self.bot.shard.number):
            async with Reply(interaction, table) as reply:
                await reply.admit()
                if found is None:
                    raise Refused("old-button")
                newest = self.bot.last_messages.find_last_message(interaction.channel_id or 0)
                click = make_click(interaction, newest)
                reply.screen = await self.bot.services.presses.handle_press(click, *found)


def _parse_press(data: Mapping[str, object]) -> tuple[int, Press, tuple[str, ...]] | None:
    """Return the table's id, the press, and what was chosen in a menu or written in a form.

    None means that this version of the bot has no such button, menu or form.
    """
    found = parse_custom_id(str(data.get("custom_id", "")))
    values = data.get("values", [])
    if "components" in data:
        values = [each["component"]["value"] for each in cast(Any, data["components"])]
    if found is None or not isinstance(values, list):
        return None
    texts = tuple(value for value in values if isinstance(value, str))
    return (*found, texts) if len(texts) == len(values) else None


async def setup(bot: CatsClient) -> None:
    """Add the router of presses to the bot. discord.py calls this when it loads the module."""
    await bot.add_cog(Router(bot))
