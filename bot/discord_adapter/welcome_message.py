"""The one message to a server in which the bot is new."""

import logging

import discord
from msgspec.structs import replace

from bot.common.log import log_failure
from bot.discord_adapter.channels import PICTURE_PERMISSION, lacking
from bot.engine.box import Shelf
from bot.i18n import nearest
from bot.presenters.welcome import greeting
from bot.services.messenger import Messenger, NotTaken
from bot.storage.store import Store

log = logging.getLogger(__name__)


class Greeter:
    """Greets each server once, when the bot joins it."""

    def __init__(self, store: Store, messenger: Messenger) -> None:
        """Post by this way to Discord; the store remembers who was greeted."""
        self._store = store
        self._messenger = messenger

    async def greet(self, guild: discord.Guild, shelf: Shelf) -> None:
        """Post what there is to play, silently, unless that was tried in this server before.

        Where the bot may write nowhere, nothing is said. What fails is told in the log.
        """
        try:
            if not await self._store.guilds.greet(guild.id):
                return
            channel = _channel(guild)
            if channel is None:
                log.info("a new server is not greeted: the bot may write in none of its channels")
                return
            screen = greeting(nearest(str(guild.preferred_locale)), shelf)
            if PICTURE_PERMISSION in _lacking(channel):
                screen = replace(screen, picture=None)
            await self._messenger.post(channel.id, screen, f"hello{guild.id}")
        except NotTaken as problem:
            log.warning("a new server could not be greeted: %s", type(problem).__name__)
        except Exception as problem:
            log_failure(log, "greeting a new server", problem)


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where news of the server go, else its uppermost text channel to write in.

    Without its own member the bot's permissions are not known: Discord sends it along
    (https://docs.discord.com/developers/events/gateway-events#guild-create).
    """
    if guild.me is None:
        return None
    first = [guild.system_channel] if guild.system_channel else []
    channels = (*first, *guild.text_channels)
    return next((channel for channel in channels if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    return _lacking(channel) <= {PICTURE_PERMISSION}


def _lacking(channel: discord.TextChannel) -> set[str]:
    return {*lacking(channel.permissions_for(channel.guild.me))}
