"""The cog that tells the bot's services what Discord's gateway reports."""

import logging

import discord
from discord.ext import commands

from bot.discord_adapter.client import CatsClient
from bot.engine.package import find_offered_games

log = logging.getLogger(__name__)


class Gateway(commands.Cog):
    """Hears of lost connections, and of servers, channels and threads that change.

    `bot.discord_adapter.gateway_events` says which events are dispatched. A client that does not
    serve its tables leaves them alone.
    """

    def __init__(self, bot: CatsClient) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Extend players' deadlines from now on, because no clicks arrive."""
        self.bot.reachability.is_connected = False
        self.bot.services.heartbeat.mark_unreachable()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Let players' deadlines run again."""
        self.bot.reachability.is_connected = True
        await self.bot.resume()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Catch up with what happened before this gateway session, perhaps after a lost one."""
        log.info("ready as %s on %d servers", self.bot.user, len(self.bot.guilds))
        self.bot.reachability.is_connected = True
        await self.bot.catch_up()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Record that the bot was removed from a server."""
        await self.bot.services.channel_events.on_server_left(guild.id)

    @commands.Cog.listener()
    async def on_raw_guild_join(self, guild: discord.Guild) -> None:
        """Record that the bot has joined a server, and post a welcome message there once."""
        await self.bot.services.channel_events.on_server_joined(guild.id)
        if self.bot.is_serving:
            games = find_offered_games(self.bot.services.registry)
            await self.bot.welcome_messages.greet(guild, games)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Pause the tables of a server that an outage at Discord affects.

        https://docs.discord.com/developers/events/gateway-events#guild-delete
        """
        if self.bot.is_serving:
            await self.bot.services.channel_events.on_server_lost(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the tables of a server after an outage at Discord."""
        if self.bot.is_serving:
            await self.bot.services.channel_events.on_server_back(guild.id)

    @commands.Cog.listener()
    async def on_raw_channel_delete(self, channel: int) -> None:
        """Close the table of a channel or thread that was deleted."""
        if self.bot.is_serving:
            await self.bot.services.boards.close_channel(channel)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that was deleted."""
        await self.on_raw_channel_delete(thread.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Pause or reopen the table of a thread that was locked or archived.

        The raw event is used, because discord.py dispatches `thread_update` only for threads in its
        cache. Discord does not say whether a person or Discord itself has archived the thread:
        https://docs.discord.com/developers/topics/threads#active-archived-threads
        """
        if not self.bot.is_serving:
            return
        about = thread.data["thread_metadata"]
        if about.get("locked", False):
            await self.bot.services.channel_events.on_lock(thread.thread_id)
        elif about["archived"]:
            await self.bot.services.channel_events.on_archive(thread.thread_id)


async def setup(bot: CatsClient) -> None:
    """Add the cog to the bot. discord.py calls this when it loads the module."""
    await bot.add_cog(Gateway(bot))
