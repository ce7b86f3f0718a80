"""The slash command with which people who manage a server choose for all its tables."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_adapter.client import CatsClient
from bot.services.actions import ActionRequest
from cogs.cats import answer_command, localize


class Settings(commands.Cog):
    """The command `/cats-settings`.

    It is no subcommand of `/cats`, because Discord has no permissions for single subcommands:
    https://docs.discord.com/developers/interactions/application-commands#permissions
    """

    def __init__(self, bot: CatsClient) -> None:
        self.bot = bot

    @app_commands.command(name="cats-settings", description=localize("command-settings"))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def settings(self, interaction: discord.Interaction[CatsClient]) -> None:
        """Show the settings of the server to those whom Discord lets use the command."""
        show = self.bot.services.settings.show
        await answer_command(interaction, lambda click: show(ActionRequest(click)))


async def setup(bot: CatsClient) -> None:
    """Add the command to the bot. discord.py calls this when it loads the module."""
    await bot.add_cog(Settings(bot))
